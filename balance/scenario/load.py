"""From a TOML file to a frozen `Scenario`: read, check every part, report all mistakes at once with their places.

A scenario executes nothing and reads no file but those it names inside its own folder.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from balance.errors import BugError, InputError, Problem, UserError, nearest
from balance.games.contract import Game, PlayerChoice
from balance.scenario.arms import Draft, draft_baseline, draft_variants
from balance.scenario.checks import check_charts, read_expect, read_run
from balance.scenario.fields import TOP
from balance.scenario.mistakes import Mistakes
from balance.scenario.model import RunPlan, Scenario
from balance.scenario.setup_files import read_setup
from balance.scenario.source import Source, parse_source, read_source

FindGame: TypeAlias = Callable[[str], Game]
MetricNames: TypeAlias = Callable[[Game, int, Sequence[PlayerChoice], str], Sequence[str]]


def load_scenario(
    path: Path,
    find_game: FindGame,
    metric_names: MetricNames | None = None,
    name: str = "",
    settings: Mapping[str, Any] | None = None,
) -> Scenario:
    """Read and check a scenario file; raises ScenarioError with every mistake in it.

    `find_game` looks a game up by id; `metric_names` lists the metrics a band may name (unchecked without it). `name`
    is the short name of a shipped scenario. `settings` are dotted keys set from outside (`run.games`,
    `rules.goal_end`); they replace what the file says and are checked like it.
    """
    source = read_source(path)
    return _build(source, find_game, metric_names, name or path.stem, settings or {})


def load_text(
    text: str,
    find_game: FindGame,
    metric_names: MetricNames | None = None,
    name: str = "scenario",
    folder: Path | None = None,
    settings: Mapping[str, Any] | None = None,
    files: Mapping[str, str] | None = None,
) -> Scenario:
    """Like `load_scenario`, from text. Files named in [setup] are taken from `files` (name -> text), else from `folder`."""
    path = folder / f"{name.replace('/', '-')}.toml" if folder else None
    return _build(parse_source(text, f"{name}.toml", path, files), find_game, metric_names, name, settings or {})


def _build(
    source: Source, find_game: FindGame, metric_names: MetricNames | None, name: str, settings: Mapping[str, Any]
) -> Scenario:
    mistakes = Mistakes(source, settings)
    tree = mistakes.read_tree()
    top = mistakes.section(TOP, tree, ())
    run = read_run(top.get("run", {}), mistakes)
    game = _find_game(top.get("game"), find_game, mistakes)
    if game is None:
        mistakes.finish()
    assert game is not None  # `finish` has raised: a missing game is a mistake
    files = read_setup(top, source, mistakes)
    seats, baseline = draft_baseline(game, top, run, mistakes)
    drafts = [baseline, *draft_variants(game, top, baseline, seats, run, mistakes)]
    arms = [draft.resolve(game, seats, mistakes) for draft in drafts]
    expect = read_expect(top.get("expect", []), _ids(drafts), _names(metric_names, game, seats, drafts, run), mistakes)
    charts = check_charts(top.get("report", {}), game, mistakes)
    mistakes.finish()
    done = [arm for arm in arms if arm is not None]
    if len(done) < len(arms):
        raise BugError("a part of the scenario was refused without a reason")
    return Scenario(
        name=name, path=source.path, text=source.text, game=game, title=top.get("title") or name,
        question=top.get("question", ""), seats=seats, run=run, baseline=done[0], variants=tuple(done[1:]),
        expect=expect, charts=charts, files=files,
    )  # fmt: skip


def _find_game(game_id: Any, find_game: FindGame, mistakes: Mistakes) -> Game | None:
    if game_id is None:
        return None
    try:
        return find_game(game_id)
    except UserError as error:
        legal = error.hint.rpartition("Known: ")[2]
        known = [name.strip() for name in legal.split(",")]
        mistakes.add(Problem(("game",), error.message, legal, nearest(game_id, known), error.code))
        return None


def _ids(drafts: Sequence[Draft]) -> tuple[str, ...]:
    return tuple(draft.id for draft in drafts)


def _names(
    metric_names: MetricNames | None, game: Game, seats: int, drafts: Sequence[Draft], run: RunPlan
) -> Callable[[str], Sequence[str] | None]:
    """Metrics known in an arm, looked up only when a band asks."""
    by_id = {draft.id: draft for draft in drafts}

    def known(arm: str) -> Sequence[str] | None:
        if metric_names is None or arm not in by_id:
            return None
        try:
            return metric_names(game, seats, [seat.choice for seat in by_id[arm].players], run.seating)
        except InputError:
            return None  # the seats are wrong and reported as such

    return known
