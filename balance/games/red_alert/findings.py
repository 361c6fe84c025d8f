"""What a run says, in sentences with their numbers, players and next step."""

from __future__ import annotations

import numpy as np

from balance.games.contract import PLAYED_OUT, Finding, RunData
from balance.games.red_alert.state import UNIT_TYPES


def findings(data: RunData) -> list[Finding]:
    """Findings of one run (one arm), most important first."""
    found = [_first_player(data), _objectives(data), _ruling(data), *_prices(data)]
    return [finding for finding in found if finding is not None]


def _players(data: RunData) -> str:
    return " and ".join(data.player_labels)


def _first_player(data: RunData) -> Finding | None:
    rows = data.columns("winner", "first_player", "ending")
    played = rows["ending"] == PLAYED_OUT
    if not played.any():
        return None
    wins = int((played & (rows["winner"] == rows["first_player"])).sum())
    share, low, high = data.share(wins, int(played.sum()))
    how = str(data.ruleset["first_player"])
    clear = low > 0.5 or high < 0.5
    side = "more" if share > 0.5 else "less"
    text = (
        f"With {_players(data)}, the side that begins wins {side} often than the other."
        if clear
        else f"With {_players(data)}, no effect of moving first was seen; an effect within the interval could hide."
    )
    if how == "reveal":
        text += " Under the reveal the hands choose who begins, so this is not the effect of the first turn alone."
    return Finding(
        "Moving first", text, "clear" if clear else "not shown",
        f"{share:.3f} [{low:.3f}, {high:.3f}] of {int(played.sum()):,} games", ("max_turns",),
        'Compare with first_player = "random" and under players with and without planet weights.',
    )  # fmt: skip


def _objectives(data: RunData) -> Finding | None:
    if data.ruleset["planet_control"] == "off":
        return None
    rows = data.columns("obj_vp_0", "obj_vp_1", "winner", "ending")
    ahead = np.sign(rows["obj_vp_0"].astype(int) - rows["obj_vp_1"])
    counted = (rows["ending"] == PLAYED_OUT) & (ahead != 0)
    n = int(counted.sum())
    if n == 0:
        return None
    led = int((counted & ((ahead > 0) == (rows["winner"] == 0))).sum())
    share, low, high = data.share(led, n)
    text = f"With {_players(data)}, the side with more objective points at the end won this share of the games."
    return Finding(
        "Planet control and winning", text, "clear" if low > 0.5 else "not shown",
        f"{share:.3f} [{low:.3f}, {high:.3f}] of {n:,} games with unequal objective points",
        ("planet_control_max_per_turn",),
        'Compare with planet_control = "off": points also follow from winning the fight.',
    )  # fmt: skip


def _ruling(data: RunData) -> Finding:
    rows = data.columns("same_group_move_attacks_0", "same_group_move_attacks_1")
    uses = rows["same_group_move_attacks_0"].astype(int) + rows["same_group_move_attacks_1"]
    share, low, high = data.share(int((uses > 0).sum()), data.games)
    allowed = data.ruleset["same_group_move_battle"] == "allowed"
    text = (
        f"With {_players(data)}, an attack that the forum ruling allows (a non-fighter that moved inside its planet group) "
        "happens in this share of games."
        if allowed
        else "The asker's reading is in force: non-fighters that move inside their group do not attack."
    )
    return Finding(
        "How often the forum ruling matters at all", text, "clear",
        f"{share:.4f} [{low:.4f}, {high:.4f}] of {data.games:,} games, {uses.mean():.4f} attacks per game", (),
        "balance compare red_alert/borg-ruling pairs both readings on the same luck.",
    )  # fmt: skip


def _prices(data: RunData) -> list[Finding]:
    """The unit types that win most and least points per purchase point."""
    points = {row["id"]: row["points"] for row in data.ruleset.setup["unit_type"]}
    worth: list[tuple[float, str, str]] = []
    for kind in UNIT_TYPES:
        if kind not in points or points[kind] == 0:
            continue
        names = [f"{kind}_{side}_{stat}" for stat in ("vp_won", "fielded") for side in (0, 1)]
        rows = data.columns(*names)
        fielded = rows[names[2]].astype(float) + rows[names[3]]
        if fielded.sum() == 0:
            continue
        mean, low, high = data.mean((rows[names[0]].astype(float) + rows[names[1]]) / np.maximum(fielded, 1))
        price = points[kind]
        numbers = f"{mean / price:.4f} [{low / price:.4f}, {high / price:.4f}] vp won per purchase point"
        worth.append((mean / price, kind.replace("_", " "), numbers))
    if len(worth) < 2:
        return []
    worth.sort()
    best, least = worth[-1], worth[0]
    text = (
        f"With {_players(data)}, the {best[1]} wins most points per purchase point and the {least[1]} fewest. Points won by "
        "fire only: what a unit is worth as a shield or on a planet is not in it."
    )
    assumed = tuple(f"units.{name.replace(' ', '_')}.{part}" for _, name, _ in (best, least) for part in ("dice", "vp"))
    return [
        Finding("Value for points", text, "likely", f"{best[1]}: {best[2]}; {least[1]}: {least[2]}", assumed,
                "Sweep the dice of both types, then compare fleets of equal points.")
    ]  # fmt: skip
