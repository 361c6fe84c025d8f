"""Everything a reader should be warned of, each with its remedy. One place, so that none is forgotten."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from balance.engine.estimates import Measured
from balance.engine.outcomes import Counts
from balance.games.contract import Game
from balance.kit.ledger import Ruleset

CAP_LIMIT = 0.01
FEW_GAMES = 1_000


@dataclass(frozen=True, slots=True)
class Caution:
    """A named warning: `code` for `balance explain`, what it is, and what to do about it."""

    code: str
    title: str
    text: str
    remedy: str


def cautions(
    game: Game,
    ruleset: Ruleset,
    counts: Counts,
    headline: Sequence[Measured],
    policies: Sequence[str],
    *,
    complete: bool,
) -> list[Caution]:
    """All warnings that apply to one arm."""
    found = []
    if not complete:
        found.append(
            Caution("partial", "Partial run.", "It was interrupted; only the finished part is shown.", "Use resume.")
        )
    if counts.games < FEW_GAMES:
        widest = max(
            (item.value.high - item.value.low for item in headline if item.metric.kind == "share"), default=1.0
        )
        found.append(
            Caution(
                "few-games", "Few games.", f"Only {counts.games:,}; shares are known to ± {widest / 2:.1%} at best.",
                "Use --games or --precision.",
            )
        )  # fmt: skip
    if counts.games and counts.capped / counts.games > CAP_LIMIT:
        share = counts.capped / counts.games
        found.append(
            Caution(
                "caps", "Many games hit the cap.",
                f"{counts.capped:,} of {counts.games:,} games ({share:.2%}). They are no draws: every win share could be "
                f"up to {share:.2%} of all games higher or lower had they been played out.",
                "Raise the cap, or look at one with: balance find RUN --where \"ending == 1\".",
            )
        )  # fmt: skip
    if "random" in " ".join(policies) and len(set(policies)) == 1:
        found.append(
            Caution(
                "random-play", "Random play only.",
                "Random players have turned verdicts round; no conclusion about the game rests on them alone.",
                "Add a heuristic player.",
            )
        )  # fmt: skip
    if len(set(policies)) == 1:
        found.append(
            Caution(
                "one-policy", "One kind of player.",
                "Every verdict here depends on the players: it has been measured under a single policy.",
                f"Repeat it with another policy of `balance policies {game.id}`.",
            )
        )  # fmt: skip
    assumed = [key for key in ruleset.changed if _is_assumed(game, key)]
    if assumed:
        found.append(
            Caution(
                "assumed-changed", "Assumed numbers changed.", f"The scenario sets {', '.join(assumed)}.",
                "Rank them with `balance sensitivity`.",
            )
        )  # fmt: skip
    return found


def _is_assumed(game: Game, key: str) -> bool:
    entry = game.ledger.get()().entries.get(key)
    return entry is not None and entry.status == "assumed"
