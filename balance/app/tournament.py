"""`balance tournament`: every policy against every policy, seats rotated, on common luck."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

import numpy as np

from balance.app.open_scenario import open_scenario
from balance.app.run_scenario import Options, Outcome, run_scenario
from balance.app.tables import table_of
from balance.app.watch import Watch
from balance.engine.run_folder import RunFolder
from balance.engine.seating import labels, seat_plan
from balance.errors import UserError, nearest
from balance.games.contract import CAPPED, PLAYED_OUT, PlayerChoice
from balance.scenario.model import BASELINE, Scenario
from balance.stats.blocks import Moments, ratio, sum_by
from balance.stats.estimate import Estimate

TOURNAMENT_SCHEMA = 1
MIRROR_CHUNK = 4096  # mirror matches played at a time: only their endings are kept


@dataclass(frozen=True)
class Pairings:
    """`table[i][j]`: win share per seat of player i at tables with player j; None on the diagonal.

    `caps[i][j]`: share of capped games at those tables, over all games; on the diagonal the player against itself.
    """

    players: tuple[str, ...]
    table: list[list[Estimate | None]]
    caps: list[list[Estimate]]
    overall: list[Estimate]
    outcome: Outcome
    seats: int

    def ranking(self) -> list[int]:
        """Players, strongest first."""
        return sorted(range(len(self.players)), key=lambda player: -self.overall[player].estimate)

    def pairs(self) -> list[tuple[int, int]]:
        """Every pair once, mirror matches included, strongest players first."""
        return list(combinations_with_replacement(self.ranking(), 2))

    def stopped(self) -> list[tuple[int, int]]:
        """The pairs with capped games, most first."""
        found = [pair for pair in self.pairs() if self.caps[pair[0]][pair[1]].numerator > 0]
        return sorted(found, key=lambda pair: -self.caps[pair[0]][pair[1]].estimate)


def tournament(source: str, names: Sequence[str], options: Options, watch: Watch) -> Pairings:
    """Play all pairs of the named policies (all but random ones unless given) under the scenario's rules."""
    scenario = open_scenario(source, options.settings)
    known = scenario.game.policies.get()().policies
    for name in names:
        if name not in known:
            close = nearest(name, known)
            hint = f"did you mean {close!r}? " if close else ""
            raise UserError(f"no policy is called {name!r}", hint=f"{hint}Known: {', '.join(known)}", code="choice")
    chosen = list(dict.fromkeys(names)) or list(known)
    contenders = tuple(PlayerChoice(name) for name in chosen)
    played = _as_round_robin(scenario, contenders)
    outcome = run_scenario(played, options, watch)
    return _pairings(played, outcome, watch)


def _as_round_robin(scenario: Scenario, contenders: tuple[PlayerChoice, ...]) -> Scenario:
    if len(contenders) < 2:
        raise UserError("a tournament needs at least two different policies", code="usage")
    run = replace(scenario.run, seating="round_robin", table=scenario.seats)
    return replace(scenario, run=run, baseline=replace(scenario.baseline, players=contenders), expect=(), charts=())


def _pairings(scenario: Scenario, outcome: Outcome, watch: Watch) -> Pairings:
    """Read who won where; a pair's independent unit is the block (both orders of one pair share its luck)."""
    plan = seat_plan(scenario.baseline.players, scenario.seats, "round_robin")
    folder = RunFolder.read(outcome.folder)
    win = next(column.names() for column in scenario.game.outcome.get().columns if column.field == "win")
    wins = list(win[: scenario.seats])
    columns = folder.read_columns(BASELINE, ["block", "seating", "ending", *wins])
    played = (columns["ending"] == PLAYED_OUT).astype(float)
    capped = columns["ending"] == CAPPED
    shares = np.stack([columns[name] for name in wins], axis=1) * played[:, None]
    count = len(plan.players)
    table: list[list[Estimate | None]] = [[None] * count for _ in range(count)]
    mirrors = _mirror_caps(scenario, len(np.unique(columns["block"])), watch)
    caps = [[mirrors[i]] * count for i in range(count)]
    pairs = [frozenset(int(player) for player in row) for row in plan.seatings]
    for i in range(count):
        for j in range(count):
            if i == j:
                continue
            rows = np.isin(columns["seating"], [k for k, pair in enumerate(pairs) if pair == {i, j}])
            table[i][j] = _share(i, plan.seatings, columns, shares, played, rows)
            caps[i][j] = _cap_share(columns["block"][rows], capped[rows])
    everything = np.ones(len(played), bool)
    overall = [_share(i, plan.seatings, columns, shares, played, everything) for i in range(count)]
    return Pairings(labels(plan.players), table, caps, overall, outcome, scenario.seats)


def _mirror_caps(scenario: Scenario, blocks: int, watch: Watch) -> list[Estimate]:
    """Share of capped games of each contender against itself, one game per block on the luck of the pairs.

    These games decide no win share, so they are kept out of the run folder: mirror matches stall most, and only that
    is asked of them.
    """
    found = []
    watch.stage("mirror matches", blocks * len(scenario.baseline.players))
    fixed = replace(scenario, run=replace(scenario.run, seating="fixed"))
    for number, choice in enumerate(scenario.baseline.players):
        table = table_of(fixed, replace(scenario.baseline, players=(choice,) * scenario.seats))
        capped = np.zeros(blocks, bool)
        for first in range(0, blocks, MIRROR_CHUNK):
            last = min(first + MIRROR_CHUNK, blocks)
            rows, _ = table.play(first, last)
            capped[first:last] = rows.ending == CAPPED
            watch.done(number * blocks + last)
        found.append(_cap_share(np.arange(blocks), capped))
    return found


def _cap_share(blocks: Any, capped: Any) -> Estimate:
    """Capped games of all games, with the interval of independent blocks."""
    sums = sum_by(blocks, np.stack([capped, np.ones(len(capped))], axis=1))
    return ratio(Moments.of(sums), share=True).at()


def _share(player: int, seatings: Any, columns: Any, shares: Any, played: Any, rows: Any) -> Estimate:
    mine = seatings[columns["seating"][rows]] == player
    won = (shares[rows] * mine).sum(axis=1)
    held = mine.sum(axis=1) * played[rows]
    sums = sum_by(columns["block"][rows], np.stack([won, held], axis=1))
    return ratio(Moments.of(sums), share=True).at()


def as_json(pairings: Pairings) -> dict[str, Any]:
    """The documented shape of `tournament --json`."""
    names = pairings.players
    return {
        "schema": TOURNAMENT_SCHEMA, "players": list(names), "seats": pairings.seats, "games": pairings.outcome.games,
        "overall": {name: _json(value) for name, value in zip(names, pairings.overall, strict=True)},
        "pairs": [
            {"player": names[i], "against": names[j], **_json(value)}
            for i, row in enumerate(pairings.table) for j, value in enumerate(row) if value is not None
        ],
        "caps": [{"player": names[i], "against": names[j], **_caps_json(pairings.caps[i][j])} for i, j in pairings.pairs()],
    }  # fmt: skip


def _json(value: Estimate) -> dict[str, float]:
    return {"win_share": value.estimate, "low": value.low, "high": value.high, "seats_held": value.denominator}


def _caps_json(value: Estimate) -> dict[str, float]:
    games = {"games": int(value.denominator), "capped": int(value.numerator)}
    return {**games, "share": value.estimate, "low": value.low, "high": value.high}


def cap_note(pairings: Pairings) -> str:
    """What is to be said of the pairs without a capped game."""
    quiet = [pairings.caps[i][j] for i, j in pairings.pairs() if (i, j) not in pairings.stopped()]
    if not quiet:
        return "every pair had games stopped by the cap"
    which = "any pair" if not pairings.stopped() else "the other pairs"
    limit = max(value.high for value in quiet)
    return f"no game of {which} was stopped by the cap, mirror matches included: under {limit:.2%} each (95 %)"


def draw_pairings(ax: Any, pairings: Pairings) -> str:
    """Heat map: row player's win share per seat at tables with the column player, strongest on top.

    The diagonal and every pair with capped games tell the share of games the cap stopped.
    """
    order = pairings.ranking()
    count = len(order)
    grid = np.full((count, count), np.nan)
    for a, i in enumerate(order):
        for b, j in enumerate(order):
            value = pairings.table[i][j]
            if value is not None:
                grid[a, b] = value.estimate
    fair = 1 / pairings.seats
    reach = max(0.02, float(np.nanmax(np.abs(grid - fair))))
    image = ax.imshow(grid, cmap="PuOr_r", vmin=fair - reach, vmax=fair + reach, aspect="auto")
    ax.grid(visible=False)
    for (row, column), share in np.ndenumerate(grid):
        if np.isfinite(share):
            ink = "white" if abs(share - fair) > 0.65 * reach else "black"
            cap = pairings.caps[order[row]][order[column]]
            text = f"{share:.1%}" + (f"\ncap {cap.estimate:.1%}" if cap.numerator else "")
            ax.text(column, row, text, ha="center", va="center", fontsize=8.5, color=ink)
    for at, i in enumerate(order):
        ax.text(at, at, f"cap {pairings.caps[i][i].estimate:.1%}", ha="center", va="center", fontsize=8.5)
    names = [pairings.players[i] for i in order]
    ax.set_xticks(range(count), names, rotation=30, ha="right")
    ax.set_yticks(
        range(count), [f"{name} ({pairings.overall[i].estimate:.1%})" for name, i in zip(names, order, strict=True)]
    )
    ax.set_xlabel("against")
    ax.figure.colorbar(image, ax=ax, label=f"wins per seat (equal share {fair:.0%})")
    worst = max(pairings.pairs(), key=lambda pair: pairings.caps[pair[0]][pair[1]].estimate)
    capped = pairings.caps[worst[0]][worst[1]].estimate
    return (
        f"Win share per seat of each policy against each other; strongest {names[0]}, weakest {names[-1]}; "
        f"at most {capped:.1%} of a pair's games stopped by the cap."
    )


def write_pairings(pairings: Pairings) -> Path:
    """Draw the heat map into the run's figures; returns its path."""
    from balance.report.style import render

    svg, _ = render("tournament", lambda ax: draw_pairings(ax, pairings), wide=True)
    path = pairings.outcome.folder / "figures" / "tournament.svg"
    path.write_text(svg, encoding="utf-8")
    return path
