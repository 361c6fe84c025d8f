"""Rules and players of the baseline and the variants: laid over each other, then checked by the game itself."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from balance.errors import InputError, Problem, nearest
from balance.games.contract import Game
from balance.kit.ledger import Ruleset
from balance.scenario.fields import MAX_VARIANTS, VARIANT
from balance.scenario.merge import merged, nested
from balance.scenario.mistakes import Mistakes, Path
from balance.scenario.model import BASELINE, Arm, RunPlan
from balance.scenario.players import Player, default_players, read_players, seats_of, variant_players

_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


@dataclass(frozen=True)
class Draft:
    """An arm before the game has checked it; `path` is where it stands in the file (empty for the baseline)."""

    id: str
    title: str
    source: str
    rules: dict[str, Any]
    setup: dict[str, Any]
    players: tuple[Player, ...]
    path: Path = field(default=())

    def resolve(self, game: Game, seats: int, mistakes: Mistakes) -> Arm | None:
        """The arm with its checked ruleset, or None after noting what is wrong."""
        ruleset = self._ruleset(game, seats, mistakes)
        usable = ruleset or _printed_rules(game, seats)
        fine = usable is None or self._check_players(game, usable, mistakes)
        if ruleset is None or not fine:
            return None
        choices = tuple(player.choice for player in self.players)
        return Arm(self.id, self.title, self.source, self.rules, self.setup, choices, ruleset)

    def _ruleset(self, game: Game, seats: int, mistakes: Mistakes) -> Ruleset | None:
        unknown = [name for name in self.setup if name not in game.setup_keys]
        for name in unknown:
            known = ", ".join(game.setup_keys) or f"{game.id} has nothing to set up"
            close = nearest(name, game.setup_keys)
            self._add(
                mistakes, Problem(("setup", name), f"unknown key {name!r} in [setup]", known, close, "unknown-key")
            )
        setup = {name: value for name, value in self.setup.items() if name not in unknown}
        try:
            return game.load_ruleset.get()(self.rules, setup, seats)
        except InputError as error:
            for problem in error.problems:
                self._add(mistakes, problem)
            return None

    def _check_players(self, game: Game, ruleset: Ruleset, mistakes: Mistakes) -> bool:
        """Whether the game takes all players; if not, each is asked alone, so that everything is told of each."""
        load = game.load_players.get()
        named = [player for player in self.players if player.named]  # of the others it is told already
        if not named:
            return False
        try:
            load(ruleset, [player.choice for player in named])
            return len(named) == len(self.players)
        except InputError as error:
            together = error.problems
        blamed = False
        for player in dict.fromkeys(named):
            try:
                load(ruleset, [player.choice])
            except InputError as error:
                blamed = True
                for problem in map(_relative, error.problems):
                    if not self._is_inherited(player.path, problem, mistakes):
                        mistakes.extend([problem], player.path)
        if not blamed:
            mistakes.extend(together, self.path)
        return False

    def _add(self, mistakes: Mistakes, problem: Problem) -> None:
        """Note a problem of rules or set-up; what a variant inherits from the baseline is noted there, and once."""
        if self._is_inherited(self.path, problem, mistakes):
            return
        if self.path and not mistakes.has((*self.path, *problem.path)) and mistakes.has(problem.path):
            mistakes.add(replace(problem, message=f"{problem.message} (in variant {self.id!r})"))
        else:
            mistakes.extend([problem], self.path)

    def _is_inherited(self, prefix: Path, problem: Problem, mistakes: Mistakes) -> bool:
        """Whether this variant does not say it itself and the baseline was told already."""
        told = any(found.problem.message == problem.message for found in mistakes.found)
        return bool(self.path) and told and not mistakes.has((*prefix, *problem.path))


def _relative(problem: Problem) -> Problem:
    """A player's problem without a leading seat number: we know which player was asked about."""
    path = problem.path
    if len(path) > 1 and path[0] in ("seat", "seats", "players") and isinstance(path[1], int):
        return replace(problem, path=path[2:])
    return problem


def _printed_rules(game: Game, seats: int) -> Ruleset | None:
    """The rules as printed, to check players with when the scenario's own rules are wrong."""
    try:
        return game.load_ruleset.get()({}, {}, seats)
    except InputError:
        return None


def draft_baseline(game: Game, top: Mapping[str, Any], run: RunPlan, mistakes: Mistakes) -> tuple[int, Draft]:
    """Seats at the table and the baseline."""
    players = read_players(top["seat"], ("seat",), mistakes) if top.get("seat") else ()
    seats = seats_of(game, players, run, mistakes)
    players = players or default_players(game, seats)
    rules = nested(top.get("rules", {}))
    return seats, Draft(BASELINE, "Baseline", "", rules, dict(top.get("setup", {})), players)


def draft_variants(
    game: Game, top: Mapping[str, Any], baseline: Draft, seats: int, run: RunPlan, mistakes: Mistakes
) -> list[Draft]:
    """The variants, each laid over the baseline."""
    tables: Sequence[Mapping[str, Any]] = top.get("variant", [])
    if len(tables) > MAX_VARIANTS:
        mistakes.add(Problem(("variant",), f"{len(tables)} variants; at most {MAX_VARIANTS} fit one run", code="range"))
        tables = tables[:MAX_VARIANTS]
    whole = set(game.ledger.get()().entries)
    drafts: list[Draft] = []
    for number, table in enumerate(tables):
        path: Path = ("variant", number)
        values = mistakes.section(VARIANT, table, path)
        variant_id = _checked_id(values.get("id"), (*path, "id"), [BASELINE, *(d.id for d in drafts)], mistakes)
        drafts.append(
            Draft(
                id=variant_id or f"variant {number + 1}",
                title=values.get("title") or variant_id,
                source=values.get("source", ""),
                rules=merged(baseline.rules, nested(values.get("rules", {})), whole),
                setup={**baseline.setup, **values.get("setup", {})},
                players=variant_players(values.get("seat"), baseline.players, seats, run, (*path, "seat"), mistakes),
                path=path,
            )
        )
        if not (values.keys() & {"rules", "setup", "seat"}) and len(values) == len(table):
            mistakes.add(
                Problem(
                    path,
                    f"variant {variant_id!r} changes nothing",
                    "rules.*, setup.* or [[variant.seat]]",
                    code="missing",
                )
            )
    return drafts


def _checked_id(name: str | None, path: Path, taken: Sequence[str], mistakes: Mistakes) -> str:
    if name is None:
        return ""
    if not _ID.fullmatch(name):
        legal = "1 to 64 letters, digits, and . _ - inside"
        mistakes.add(Problem(path, f"{name!r} is no id", legal, code="choice"))
    elif name in taken:
        mistakes.add(Problem(path, f"the id {name!r} is taken", f"any but {', '.join(taken)}", code="twice"))
    return name
