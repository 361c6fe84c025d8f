"""`balance tournament`: every policy against every policy, seats rotated, on common luck."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from balance.app.open_scenario import open_scenario
from balance.app.run_scenario import Options, Outcome, run_scenario
from balance.app.watch import Watch
from balance.engine.run_folder import RunFolder
from balance.engine.seating import labels, seat_plan
from balance.errors import UserError, nearest
from balance.games.contract import PLAYED_OUT, PlayerChoice
from balance.scenario.model import BASELINE, Scenario
from balance.stats.blocks import Moments, ratio, sum_by
from balance.stats.estimate import Estimate

TOURNAMENT_SCHEMA = 1


@dataclass(frozen=True)
class Pairings:
    """`table[i][j]`: win share per seat of player i at tables with player j; None on the diagonal."""

    players: tuple[str, ...]
    table: list[list[Estimate | None]]
    overall: list[Estimate]
    outcome: Outcome
    seats: int

    def ranking(self) -> list[int]:
        """Players, strongest first."""
        return sorted(range(len(self.players)), key=lambda player: -self.overall[player].estimate)


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
    return _pairings(played, outcome)


def _as_round_robin(scenario: Scenario, contenders: tuple[PlayerChoice, ...]) -> Scenario:
    if len(contenders) < 2:
        raise UserError("a tournament needs at least two different policies", code="usage")
    run = replace(scenario.run, seating="round_robin", table=scenario.seats)
    return replace(scenario, run=run, baseline=replace(scenario.baseline, players=contenders), expect=(), charts=())


def _pairings(scenario: Scenario, outcome: Outcome) -> Pairings:
    """Read who won where; a pair's independent unit is the block (both orders of one pair share its luck)."""
    plan = seat_plan(scenario.baseline.players, scenario.seats, "round_robin")
    folder = RunFolder.read(outcome.folder)
    win = next(column.names() for column in scenario.game.outcome.get().columns if column.field == "win")
    wins = list(win[: scenario.seats])
    columns = folder.read_columns(BASELINE, ["block", "seating", "ending", *wins])
    played = (columns["ending"] == PLAYED_OUT).astype(float)
    shares = np.stack([columns[name] for name in wins], axis=1) * played[:, None]
    count = len(plan.players)
    table: list[list[Estimate | None]] = [[None] * count for _ in range(count)]
    pairs = [frozenset(int(player) for player in row) for row in plan.seatings]
    for i in range(count):
        for j in range(count):
            if i == j:
                continue
            rows = np.isin(columns["seating"], [k for k, pair in enumerate(pairs) if pair == {i, j}])
            table[i][j] = _share(i, plan.seatings, columns, shares, played, rows)
    everything = np.ones(len(played), bool)
    overall = [_share(i, plan.seatings, columns, shares, played, everything) for i in range(count)]
    return Pairings(labels(plan.players), table, overall, outcome, scenario.seats)


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
    }  # fmt: skip


def _json(value: Estimate) -> dict[str, float]:
    return {"win_share": value.estimate, "low": value.low, "high": value.high, "seats_held": value.denominator}


def draw_pairings(ax: Any, pairings: Pairings) -> str:
    """Heat map: row player's win share per seat at tables with the column player, strongest on top."""
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
            ax.text(column, row, f"{share:.1%}", ha="center", va="center", fontsize=8.5, color=ink)
    names = [pairings.players[i] for i in order]
    ax.set_xticks(range(count), names, rotation=30, ha="right")
    ax.set_yticks(
        range(count), [f"{name} ({pairings.overall[i].estimate:.1%})" for name, i in zip(names, order, strict=True)]
    )
    ax.set_xlabel("against")
    ax.figure.colorbar(image, ax=ax, label=f"wins per seat (equal share {fair:.0%})")
    return f"Win share per seat of each policy against each other; strongest {names[0]}, weakest {names[-1]}."


def write_pairings(pairings: Pairings) -> Path:
    """Draw the heat map into the run's figures; returns its path."""
    from balance.report.style import render

    svg, _ = render("tournament", lambda ax: draw_pairings(ax, pairings), wide=True)
    path = pairings.outcome.folder / "figures" / "tournament.svg"
    path.write_text(svg, encoding="utf-8")
    return path
