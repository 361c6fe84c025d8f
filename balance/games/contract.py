"""What a game must offer. Dataclasses only: the engine plays any `Game` and knows no rules.

Light parts (rules, policies, column list) are imported when a scenario is checked; kernels (numba) and the
presentation (charts, odds) only when they are needed, through `Lazy`.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from balance.kit.ledger import Ledger, Ruleset
from balance.kit.policybook import PolicyBook

T = TypeVar("T")
Columns: TypeAlias = Mapping[str, NDArray[Any]]
Cell: TypeAlias = int | float | str | Fraction

PLAYED_OUT, CAPPED, FAILED = 0, 1, 2  # values of the outcome field `ending`

# Charts every game gets from the report; a game's own chart of the same id takes the place of the common one.
COMMON_CHARTS = ("seat_balance", "player_balance", "length")


@dataclass(frozen=True, slots=True)
class Lazy(Generic[T]):
    """A thing named "package.module:attribute" that is imported when asked for."""

    path: str

    def get(self) -> T:
        """Import and return it."""
        module, _, name = self.path.partition(":")
        found: T = getattr(importlib.import_module(module), name)
        return found


@dataclass(frozen=True, slots=True)
class Column:
    """One field of the outcome record.

    `labels` are the flat column names of the field's elements in C order; for a scalar field the field's own name.
    `absent` is the value that means "does not apply" (a seat not taken, a technology never owned), left out of means.
    """

    field: str
    meaning: str
    unit: str = "count"
    labels: tuple[str, ...] = ()
    absent: int | None = None

    def names(self) -> tuple[str, ...]:
        """Flat column names."""
        return self.labels or (self.field,)


@dataclass(frozen=True, slots=True)
class OutcomeSpec:
    """The outcome record of a game.

    `dtype`: structured; must hold `ending` (int8: PLAYED_OUT, CAPPED, FAILED) and `win` (float32 per seat: 1, 1/n for a
    shared win, 0; seats beyond the table hold -1). `tally`: structured record of int64 counters, summed over games.
    `length`: flat column that tells how long the game was.
    """

    dtype: np.dtype[Any]
    columns: tuple[Column, ...]
    tally: np.dtype[Any]
    length: str
    reasons: Mapping[int, str] = field(default_factory=dict)  # names of the values of `end_reason`


@dataclass(frozen=True, slots=True)
class PlayerChoice:
    """One player of a scenario: a policy by name and the weights that differ from it."""

    policy: str
    weights: Mapping[str, Any] = field(default_factory=dict)
    label: str = ""


@dataclass(frozen=True, slots=True)
class Kernels:
    """The compiled entry points of a game.

    play_range(rules, players, seatings, luck, first, last, outcomes, tally) -> None
        plays games first..last-1 into outcomes[0..]; game g is block g // len(seatings) under
        seatings[g % len(seatings)]. `rules`: the ruleset record. `players`: recarray of player records. `seatings`:
        int8[n, seats], indices into `players`. `luck`: record of `kit.streams.new_luck`; all randomness of a game is
        keyed by (luck, block), so the games of one block share their luck. `outcomes`: recarray of the outcome
        dtype, length last - first. `tally`: the tally record, added to.
    play_one(rules, players, seating, luck, block, outcome, tally, trace) -> None
        one game; `seating` int8[seats]; `outcome`, `tally` records; `trace` a record of `kit.trace.new_trace` or None.
        Writes the same row as play_range.
    """

    play_range: Callable[..., None]
    play_one: Callable[..., None]


@dataclass(frozen=True, slots=True)
class Event:
    """A kind of trace row: `fields` name the values after event and seat."""

    name: str
    fields: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """One told step: `step` counts from 1, `seat` is 0-based or -1, `text` the sentence, `data` the named values."""

    step: int
    seat: int
    event: str
    text: str
    data: Mapping[str, Any] = field(default_factory=dict)
    board: str = ""  # an optional drawing of the position in plain characters, after this step


@dataclass(frozen=True, slots=True)
class Metric:
    """A number per run: sum of numerators over sum of denominators, both one value per game.

    `denominator` None means one per game. `kind` is "share" when numerator <= denominator always, else "mean".
    `headline` metrics are few and corrected family-wise; the others form the long list.
    """

    name: str
    title: str
    meaning: str
    columns: tuple[str, ...]
    numerator: Callable[[Columns], NDArray[Any]]
    denominator: Callable[[Columns], NDArray[Any]] | None = None
    kind: str = "mean"
    unit: str = "per game"
    headline: bool = False


@dataclass(frozen=True, slots=True)
class Setting:
    """A knob of an odds table: `value` is the default; `choices` or `range` the legal values."""

    value: bool | int | float | str
    meaning: str
    choices: tuple[str, ...] = ()
    range: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class OddsColumn:
    """A column of an odds table."""

    name: str
    meaning: str
    unit: str = "probability"


@dataclass(frozen=True, slots=True)
class OddsResult:
    """An exact table: rows hold ints, Fractions (preferred), floats or words, one per column."""

    columns: tuple[OddsColumn, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class OddsTable:
    """An exact table a designer can ask for; `compute` receives a value for every setting."""

    name: str
    title: str
    rules: str
    settings: Mapping[str, Setting]
    compute: Callable[[Mapping[str, Any]], OddsResult]


@dataclass(frozen=True, slots=True)
class ExactCheck:
    """A count the simulation must meet: `hits` of `n` independent trials with exact chance `exact`."""

    name: str
    exact: Fraction
    hits: int
    n: int


class RunData(Protocol):
    """What a chart, check or finding of a game may know about one arm (one rule set) of a run."""

    @property
    def ruleset(self) -> Ruleset:
        """The rules of this arm."""
        ...

    @property
    def seats(self) -> int:
        """Seats at the table."""
        ...

    @property
    def games(self) -> int:
        """Games played."""
        ...

    @property
    def players(self) -> Sequence[PlayerChoice]:
        """The players of the scenario, as listed there."""
        ...

    @property
    def player_labels(self) -> Sequence[str]:
        """Label per player (contender), unique."""
        ...

    @property
    def tally(self) -> Any:
        """The summed tally record."""
        ...

    @property
    def replay(self) -> str:
        """The command that tells a game of this arm; the game's number goes behind it."""
        ...

    def traced(self, game: int) -> Sequence[tuple[int, ...]]:
        """Trace rows of one game of this arm, played again."""
        ...

    def columns(self, *names: str) -> Columns:
        """Flat outcome columns of all games in game order; also `block`, `seating` and `player_1`.. (who sat there)."""
        ...

    def chunks(self, *names: str) -> Iterator[Columns]:
        """The same columns a few thousand games at a time, in game order: what only adds up needs no column whole."""
        ...

    def share(self, hits: float, n: float) -> tuple[float, float, float]:
        """Estimate and 95 % Wilson interval; (nan, 0, 1) when n = 0."""
        ...

    def mean(self, values: NDArray[Any]) -> tuple[float, float, float]:
        """Mean with 95 % interval over games (grouped by block)."""
        ...

    def ratio(
        self, numerator: NDArray[Any], denominator: NDArray[Any], *, share: bool = False
    ) -> tuple[float, float, float]:
        """Sum over sum of per-game values, with 95 % interval from the spread between blocks.

        `share`: 0 <= numerator <= denominator in every game.
        """
        ...


@dataclass(frozen=True, slots=True)
class Change:
    """A metric in two arms that played the same luck.

    `difference`: changed less baseline, `low` and `high` its paired 95 % interval; nan where an arm had no trials.
    """

    baseline: float
    changed: float
    difference: float
    low: float
    high: float


class ComparisonData(Protocol):
    """What a game's findings may know about a comparison: every arm, and paired differences between any two."""

    @property
    def baseline(self) -> RunData:
        """The arm the variants are held against."""
        ...

    @property
    def variants(self) -> Mapping[str, RunData]:
        """The other arms by id, in the scenario's order."""
        ...

    def change(self, metric: Metric, variant: str, against: str = "") -> Change:
        """`metric` in `variant` less that in the arm `against` (the baseline unless named), paired block by block."""
        ...


@dataclass(frozen=True, slots=True)
class Chart:
    """A figure: `draw` paints on the Axes it is handed (style and size are not its business), returns alt text."""

    id: str
    title: str
    question: str
    draw: Callable[[Any, RunData], str]
    wide: bool = False
    default: bool = True
    applies: Callable[[RunData], bool] = lambda _data: True


@dataclass(frozen=True, slots=True)
class Finding:
    """A sentence a designer can use: what was compared, how sure, under which players, what to test next.

    `id`: the chart that shows it, or a topic word; a scenario's first chart picks the finding that answers its
    question. `strength`: clear | likely | not shown | exact. `assumed`: ledger keys the finding rests on.
    `evidence`: numbers behind it, as text, e.g. "0.367 [0.365, 0.369] of 200,000 games". `section`: the heading it stands
    under on the page, "Findings" unless named.
    """

    title: str
    text: str
    strength: str
    evidence: str = ""
    assumed: tuple[str, ...] = ()
    next_step: str = ""
    id: str = ""
    section: str = ""


@dataclass(frozen=True, slots=True)
class Desk:
    """The presentation side of a game: everything the report, `odds` and `replay` want."""

    narrate: Callable[[Ruleset, Sequence[str], Sequence[tuple[int, ...]]], list[Line]]
    events: tuple[Event, ...] = ()
    metrics: tuple[Metric, ...] = ()
    odds: Mapping[str, OddsTable] = field(default_factory=dict)
    charts: tuple[Chart, ...] = ()
    exact_checks: Callable[[RunData], list[ExactCheck]] | None = None
    findings: Callable[[RunData], list[Finding]] | None = None
    comparison_findings: Callable[[ComparisonData], list[Finding]] | None = None  # what only variants can decide
    map_picture: Callable[[Any, Ruleset], str] | None = None  # draws the set-up on an Axes, returns alt text


@dataclass(frozen=True, slots=True)
class Game:
    """A game as the rest of the house sees it. `version` moves only when outcomes move."""

    id: str
    title: str
    version: int
    seats: tuple[int, ...]
    summary: str
    home: Path
    ledger: Lazy[Callable[[], Ledger]]
    policies: Lazy[Callable[[], PolicyBook]]
    outcome: Lazy[OutcomeSpec]
    load_ruleset: Lazy[Callable[[Mapping[str, Any], Mapping[str, Any], int], Ruleset]]
    load_players: Lazy[Callable[[Ruleset, Sequence[PlayerChoice]], Any]]
    kernels: Lazy[Kernels]
    desk: Lazy[Desk]
    default_policy: str
    setup_keys: tuple[str, ...] = ()  # tables a scenario may put under [setup]
