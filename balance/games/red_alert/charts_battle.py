"""Figures of dice and units: hits, planets, retreat, what units are worth, moves inside a group (spec section i)."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.games.contract import RunData
from balance.games.red_alert import chances

ENOUGH_ROLLS = 30
MARKERS = "os^Dv*"


def colours(ax: Any, n: int) -> list[str]:
    """The first n colours of the style's cycle."""
    return [ax._get_lines.get_next_color() for _ in range(n)]


def two_sides(data: RunData, stem: str) -> NDArray[Any]:
    """[games, 2] of a column that exists once per side."""
    columns = data.columns(f"{stem}_0", f"{stem}_1")
    return np.stack([columns[f"{stem}_0"], columns[f"{stem}_1"]], axis=1).astype(np.int64)


def seated(data: RunData) -> NDArray[Any]:
    """[games, 2]: the player at each side."""
    columns = data.columns("player_1", "player_2")
    return np.stack([columns["player_1"], columns["player_2"]], axis=1)


def by_type(data: RunData, slot: str, stat: str) -> NDArray[Any]:
    """[games, 2] of a count by unit type."""
    columns = data.columns(f"{slot}_0_{stat}", f"{slot}_1_{stat}")
    return np.stack([columns[f"{slot}_0_{stat}"], columns[f"{slot}_1_{stat}"]], axis=1).astype(np.int64)


def used_types(data: RunData) -> dict[str, dict[str, Any]]:
    """Column name -> unit type row, for the types some side fields; shared spare columns left out."""
    slots, rows = data.ruleset.extra["type_slots"], data.ruleset.setup["unit_type"]
    fielded = {unit["type"] for side in data.ruleset.setup["side"] for unit in side["unit"]}
    return {slot: row for slot, row in zip(slots, rows, strict=True) if row["id"] in fielded and slots.count(slot) == 1}


def _mean_of(counts: Any) -> tuple[int, float, float]:
    """Rolls, mean and 95 % half width of a histogram."""
    n, x = int(counts.sum()), np.arange(len(counts))
    mean = float((counts * x).sum() / n)
    return n, mean, 1.96 * float(np.sqrt(max((counts * x * x).sum() / n - mean**2, 0.0) / n))


def rolled(data: RunData) -> bool:
    """Some dice count was rolled often enough to show."""
    return int(data.tally.rolls.sum(axis=2).max()) >= ENOUGH_ROLLS


def hit_curve(ax: Any, data: RunData) -> str:
    """Mean hits by dice rolled and blasts ignored: exact lines, simulated points (j2)."""
    rolls = data.tally.rolls
    wanted = [k for k in range(rolls.shape[1]) if rolls[:, k].sum(axis=1).max() >= ENOUGH_ROLLS]
    most = max(n for n in range(1, len(rolls)) for k in wanted if rolls[n, k].sum() >= ENOUGH_ROLLS)
    worst, said, count = 0.0, "", 0
    for place, (ignored, colour) in enumerate(zip(wanted, colours(ax, len(wanted)), strict=True)):
        dice = range(1, most + 1)
        exact = [float(chances.mean_hits(n, ignored, n)) for n in dice]
        word = "blast" if ignored == 1 else "blasts"
        ax.plot(dice, exact, color=colour, lw=1.3, label=f"{ignored} {word} ignored, exact")
        for n in dice:
            if rolls[n, ignored].sum() < ENOUGH_ROLLS:
                continue
            trials, mean, half = _mean_of(rolls[n, ignored])
            count += trials
            ax.errorbar([n], [mean], yerr=half, fmt=MARKERS[place % 6], ms=5, capsize=2, color=colour)
            if abs(mean - exact[n - 1]) >= worst:
                worst = abs(mean - exact[n - 1])
                said = f"{n} dice with {ignored} {word} ignored, {mean:.3f} simulated, {exact[n - 1]:.3f} exact"
    ax.plot([], [], "o", color="0.4", label="simulated, 95 %")
    ax.set(xlabel="dice rolled", ylabel="mean hits per roll", ylim=(0, None))
    ax.set_xticks(range(1, most + 1))
    ax.legend(loc="upper left", fontsize=8)
    return f"Mean hits by dice over {count:,} battle rolls. Widest gap to the exact mean: {said}."


def shielded(data: RunData) -> bool:
    """Attacks on planets were rolled."""
    return int(data.tally.shield[1, :, 0].sum()) >= ENOUGH_ROLLS


def planet_shield(ax: Any, data: RunData) -> str:
    """Mean hits by the dice an attack would have off a planet, target on a planet or not."""
    shield, penalty = data.tally.shield, int(data.ruleset["planet_die_penalty"])
    most = max(n for n in range(10) if shield[:, n, 0].max() >= ENOUGH_ROLLS)
    dice, said = np.arange(1, max(most, 2) + 1), []
    words = ("target in open space", "target on a planet")
    for on, colour in zip((0, 1), colours(ax, 2), strict=True):
        exact = [float(chances.mean_hits(max(n - penalty * on, 0), 0, 9)) for n in dice.tolist()]
        ax.plot(dice, exact, color=colour, lw=1.2, ls=("-", "--")[on], label=f"{words[on]}: no blast ignored, exact")
        for n in dice.tolist():
            rolls, thrown, hits = (int(x) for x in shield[on, n])
            if rolls < ENOUGH_ROLLS:
                continue
            mean = hits / rolls
            half = 1.96 * np.sqrt(mean * (1 - min(mean / max(thrown / rolls, 1e-9), 0.99)) / rolls)
            ax.errorbar([n + 0.06 * (2 * on - 1)], [mean], yerr=half, fmt="os"[on], ms=5, capsize=2, color=colour)
            said.append(
                f"{n} dice, {words[on]}: {mean:.2f} hits with {thrown / rolls:.2f} dice rolled ({rolls:,} rolls)"
            )
    ax.plot([], [], "o", color="0.4", label="simulated: cards and shields included")
    ax.set(xlabel="dice before the planet's reduction", ylabel="mean hits per attack", ylim=(0, None))
    ax.set_xticks(dice)
    ax.legend(loc="upper left", fontsize=8)
    return f"What a planet takes off: {'; '.join(said)}."


def fought(data: RunData) -> bool:
    """Units won points."""
    return any(int(by_type(data, slot, "vp_won").sum()) > 0 for slot in used_types(data))


def value_for_points(ax: Any, data: RunData) -> str:
    """Victory points a fielded unit wins, against its purchase points."""
    rows = used_types(data)
    fielded = {slot: by_type(data, slot, "fielded").sum(axis=1) for slot in rows}
    total_points = sum(int(n.sum()) * rows[slot]["points"] for slot, n in fielded.items())
    total_won = sum(int(by_type(data, slot, "vp_won").sum()) for slot in rows)
    rate = total_won / max(total_points, 1)
    said = []
    (colour,) = colours(ax, 1)
    for slot, row in rows.items():
        mean, low, high = data.ratio(by_type(data, slot, "vp_won").sum(axis=1), fielded[slot])
        x = row["points"]
        ax.errorbar([x], [mean], yerr=[[mean - low], [high - mean]], fmt="o", ms=6, capsize=3, color=colour)
        ax.annotate(row["id"].replace("_", " "), (x, mean), xytext=(6, 5), textcoords="offset points", fontsize=8)
        said.append(f"{row['id'].replace('_', ' ')} {mean:.2f} for {x} points")
    end = max(row["points"] for row in rows.values()) * 1.15
    ax.plot([0, end], [0, rate * end], color="0.4", ls=":", lw=1.2, label=f"the fleets' average: {rate:.3f} per point")
    ax.set(xlabel="purchase points of a unit", ylabel="victory points won per unit and game", xlim=(0, end * 1.08),
           ylim=(0, None))  # fmt: skip
    ax.legend(loc="upper left", fontsize=8)
    return f"Victory points won by enemy units eliminated, per unit fielded: {'; '.join(said)}; average {rate:.3f} a point."


def damaged(data: RunData) -> bool:
    """Somebody lost figures."""
    return sum(int(by_type(data, slot, "figs_lost").sum()) for slot in used_types(data)) > 0


def retreat_toll(ax: Any, data: RunData) -> str:
    """Figures a side loses per game to hits and to retire steps that could not be taken."""
    who, loss = seated(data), int(data.ruleset["retire_blocked_loss"])
    lost = sum(by_type(data, slot, "figs_lost") for slot in used_types(data))
    blocked = np.minimum(two_sides(data, "retire_losses") * loss, lost)
    labels = list(data.player_labels)
    hit = [float((lost - blocked)[who == p].mean()) for p in range(len(labels))]
    gone = [float(blocked[who == p].mean()) for p in range(len(labels))]
    first, second = colours(ax, 2)
    y = range(len(labels))
    ax.barh(y, hit, color=first, label="to hits", edgecolor="white")
    ax.barh(y, gone, left=hit, color=second, hatch="//", label="to blocked retires", edgecolor="white")
    said = []
    for place, (a, b) in enumerate(zip(hit, gone, strict=True)):
        share = b / (a + b) if a + b else 0.0
        ax.annotate(f"{share:.0%} by retreat", (a + b, place), xytext=(5, 0), textcoords="offset points", va="center")
        said.append(f"{labels[place]} loses {a:.1f} to hits and {b:.1f} to blocked retires ({share:.1%})")
    ax.set_yticks(y, labels)
    ax.set(xlabel="figures and cap fighters lost per side and game", ylim=(-0.6, len(labels) - 0.4),
           xlim=(0, 1.3 * max(a + b for a, b in zip(hit, gone, strict=True))))  # fmt: skip
    ax.legend(loc="lower left", bbox_to_anchor=(0, 1.01), ncols=2, fontsize=8)
    return f"Figures lost per game: {'; '.join(said)}."


def errata(ax: Any, data: RunData) -> str:
    """How often planets are entered, and moved within, and whether the forum's ruling is used at all (V1)."""
    who = seated(data)
    stems = (("planet_entries", "entries by move"), ("planet_entries_pursuit", "entries by pursuit"),
             ("same_group_moves", "moves inside a group"), ("same_group_move_attacks", "attacks after such a move"))  # fmt: skip
    labels, height = list(data.player_labels), 0.8 / len(data.player_labels)
    said = []
    for player, (label, colour) in enumerate(zip(labels, colours(ax, len(labels)), strict=True)):
        means = [float(two_sides(data, stem)[who == player].mean()) for stem, _ in stems]
        y = [place + height * (player - (len(labels) - 1) / 2) for place in range(len(stems))]
        ax.barh(
            y,
            means,
            height=height,
            color=colour,
            label=label,
            hatch=("", "//", "..", "xx")[player % 4],
            edgecolor="white",
        )
        for at, mean in zip(y, means, strict=True):
            ax.annotate(f"{mean:.3g}", (mean, at), xytext=(4, 0), textcoords="offset points", va="center", fontsize=8)
        told = zip(stems, means, strict=True)
        said.append(f"{label}: {', '.join(f'{words} {mean:.3g}' for (_, words), mean in told)}")
    ax.set_yticks(range(len(stems)), [words for _, words in stems])
    ax.invert_yaxis()
    ax.margins(x=0.15)
    ax.set_xlabel("per side and game (inside a group: non-fighters only)")
    ax.legend(loc="lower right", fontsize=8)
    return (
        f"The footprint of the forum question, per side and game. {'; '.join(said)}. "
        "The paired difference of win shares is on the page of `balance compare`."
    )
