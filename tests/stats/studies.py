"""Simulation studies of the statistics: do intervals cover, do nulls stay null, what do the stop rules cost?

`python -m tests.stats.studies` prints the tables of docs/statistics.md (2,000 repeats, fixed seeds, about two minutes);
the tests call the same functions. Every study plays all repeats at once: moments of shape [repeats].
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from balance.stats import clustered, influence, paired, quantiles, sequential, sprt
from balance.stats.blocks import Moments, ratio
from balance.stats.multiple import adjust
from balance.stats.paired import Verdict
from balance.stats.proportion import clopper_pearson, wilson
from balance.stats.race import Race
from balance.stats.sequential import Looking

Array = NDArray[np.float64]
Rng = np.random.Generator
REPEATS = 2000
SEATS = 4  # games per block


@dataclass(frozen=True)
class Row:
    """One line of a table: what was simulated, and the measured figures."""

    what: str
    figures: dict[str, float]


# ---- what is simulated -------------------------------------------------------------------------------------------


def like_blocks(p: float, likeness: float) -> Callable[[Rng, tuple[int, ...]], Array]:
    """Block sums of four games that win with chance p and correlate by `likeness` (beta-binomial)."""
    if likeness == 0:
        return lambda rng, shape: rng.binomial(SEATS, p, shape).astype(float)
    total = 1 / likeness - 1
    return lambda rng, shape: rng.binomial(SEATS, rng.beta(p * total, (1 - p) * total, shape)).astype(float)


def counts(name: str) -> tuple[Callable[[Rng, tuple[int, ...]], Array], float]:
    """Block sums of a skewed count over four games, and its true mean per game."""
    makers: dict[str, tuple[Callable[[Rng, tuple[int, ...]], Array], float]] = {
        "geometric, mean 3": (lambda rng, s: (rng.geometric(0.25, (*s, SEATS)) - 1.0).sum(-1), 3.0),
        "negative binomial, mean 2, variance 10": (
            lambda rng, s: rng.negative_binomial(SEATS * 0.5, 0.2, s) * 1.0,
            2.0,
        ),
        "rare: 1 in 20 games, then 1 + Poisson(2)": (_rare, 0.05 * 3),
    }
    return makers[name]


def _rare(rng: Rng, shape: tuple[int, ...]) -> Array:
    hits = rng.binomial(SEATS, 0.05, shape)
    return hits + rng.poisson(2.0 * hits).astype(float)


COUNTS = (
    "geometric, mean 3",
    "negative binomial, mean 2, variance 10",
    "rare: 1 in 20 games, then 1 + Poisson(2)",
)


def pairs(rng: Rng, shape: tuple[int, ...], p: float, touched: float, shift: float) -> Array:
    """Paired block sums of a share p; a variant replays a part `touched` of the games at chance p + shift/touched."""
    baseline = rng.random((*shape, SEATS)) < p
    redrawn = rng.random((*shape, SEATS)) < touched
    variant = np.where(redrawn, rng.random((*shape, SEATS)) < p + shift / touched, baseline)
    return paired.pair(baseline.sum(-1), SEATS, variant.sum(-1), SEATS)


def count_pairs(rng: Rng, shape: tuple[int, ...], touched: float) -> Array:
    """Paired block sums of a skewed count; the variant draws a part of the games anew, from the same law."""
    baseline = rng.geometric(0.25, (*shape, SEATS))
    variant = np.where(rng.random((*shape, SEATS)) < touched, rng.geometric(0.25, (*shape, SEATS)), baseline)
    return paired.pair(baseline.sum(-1), SEATS, variant.sum(-1), SEATS)


def seat_pairs(rng: Rng, shape: tuple[int, ...], touched: float) -> Array:
    """Paired block sums of the wins of each seat: every game has one winner, and a part of the games a new one."""
    games = (*shape, SEATS)
    baseline = rng.integers(0, SEATS, games, dtype=np.int8)
    variant = np.where(
        rng.random(games, dtype=np.float32) < touched, rng.integers(0, SEATS, games, dtype=np.int8), baseline
    )
    wins = [np.stack([(winner == seat).sum(-1) for seat in range(SEATS)], -1) for winner in (baseline, variant)]
    return paired.pair(wins[0], SEATS, wins[1], SEATS)


def with_games(top: Array) -> Array:
    """Columns (numerator, games) of block sums."""
    return np.stack([top, np.full(top.shape, float(SEATS))], axis=-1)


# ---- fixed numbers of games --------------------------------------------------------------------------------------


def coverage_of_shares(repeats: int = REPEATS, seed: int = 1) -> Iterator[Row]:
    """95 % intervals of shares: single games, and blocks of four alike or unlike games."""
    rng = np.random.default_rng(seed)
    for p in (0.02, 0.1, 0.5):
        hits = rng.binomial(1000, p, repeats)
        for name, method in (("Wilson", wilson), ("Clopper-Pearson", clopper_pearson)):
            low, high = method(hits, 1000)
            yield Row(f"share {p:g}, 1,000 single games, {name}", _covered(low, high, p))
    for p in (0.02, 0.1, 0.5):
        for likeness in (0.0, 0.3):
            found = ratio(Moments.of(with_games(like_blocks(p, likeness)(rng, (1000, repeats)))), share=True)
            yield Row(f"share {p:g}, 1,000 blocks of 4, correlation {likeness:g}", _covered(found.low, found.high, p))
    # rotated seats: one strong player wins three of four games of a block, or all but one seat
    first = 0.25 + 0.2 * np.array([1, -1, 1, -1])
    wins = (rng.random((1000, repeats, SEATS)) < first).sum(-1)
    found = ratio(Moments.of(with_games(wins.astype(float))), share=True)
    yield Row("share 0.25, 1,000 rotated blocks of 4 (unlike seats)", _covered(found.low, found.high, 0.25))


def coverage_of_means(repeats: int = REPEATS, seed: int = 2) -> Iterator[Row]:
    """95 % intervals of means of skewed counts, and of a ratio with a random denominator."""
    rng = np.random.default_rng(seed)
    for name in COUNTS:
        make, mean = counts(name)
        found = ratio(Moments.of(with_games(make(rng, (500, repeats)))))
        yield Row(f"mean, 500 blocks of 4, {name}", _covered(found.low, found.high, mean))
    shots = rng.poisson(6.0, (500, repeats)) * 1.0
    found = ratio(Moments.of(np.stack([rng.binomial(shots.astype(int), 0.3) * 1.0, shots], -1)), share=True)
    yield Row("hits per shot 0.3, 500 blocks, Poisson(6) shots", _covered(found.low, found.high, 0.3))


def coverage_of_quantiles(repeats: int = REPEATS, seed: int = 3) -> Iterator[Row]:
    """Order-statistic intervals; counts are discrete, so they cover at least 95 %."""
    rng = np.random.default_rng(seed)
    for q in (0.1, 0.5, 0.9):
        truth = int(np.ceil(np.log1p(-q) / np.log(0.99)))
        inside = 0
        for _ in range(repeats):
            found = quantiles.quantile(quantiles.Histogram().add(rng.geometric(0.01, 400)), q)
            inside += found.low <= truth <= found.high
        yield Row(f"quantile {q:g} of 400 geometric lengths", {"coverage": inside / repeats})


def coverage_of_variance_split(repeats: int = REPEATS, seed: int = 4) -> Iterator[Row]:
    """Leave-one-deal-out intervals of the three parts; effects normal and skewed."""
    rng = np.random.default_rng(seed)
    makers = {"normal": lambda s: rng.normal(size=s), "skewed (exponential)": lambda s: rng.exponential(size=s) - 1}
    for (law, draw), deals in product(makers.items(), (60, 300)):
        hits = np.zeros(3)
        for _ in range(repeats):
            table = draw((deals, 1, 1)) + 0.8 * draw((deals, 4, 1)) + 0.6 * draw((deals, 4, 3))
            parts = clustered.split_variance(table).parts
            truth = (1.0, 0.64, 0.36)
            hits += [p.variance.low <= t <= p.variance.high for p, t in zip(parts, truth, strict=True)]
        what = f"{deals} deals x 4 dice x 3 noise streams, {law}"
        yield Row(what, dict(zip(("deal", "dice", "noise"), hits / repeats, strict=True)))


def null_comparisons(repeats: int = REPEATS, seed: int = 5) -> Iterator[Row]:
    """Share of null comparisons called moved, at a fixed number of games; ten variants under Holm."""
    rng = np.random.default_rng(seed)
    for p, touched in ((0.5, 0.3), (0.5, 0.01), (0.02, 0.3), (0.02, 0.02)):
        found = paired.difference(Moments.of(pairs(rng, (1000, repeats), p, touched, 0.0)), share=True)
        yield Row(f"share {p:g}, {touched:.0%} of games replayed, 1,000 blocks", _moved(found))
    for touched in (0.3, 0.01):
        found = paired.difference(Moments.of(count_pairs(rng, (1000, repeats), touched)))
        yield Row(f"skewed count, {touched:.0%} of games replayed, 1,000 blocks", _moved(found))
    found = paired.difference(Moments.of(pairs(rng, (500, repeats, 10), 0.5, 0.2, 0.0)), share=True)
    for correction in ("none", "holm", "by"):
        yield Row(f"ten variants, {correction}: any of them moved", {"moved": _family_moved(found, correction)})
    called = _called(paired.difference(Moments.of(seat_pairs(rng, (500, repeats), 0.3)), share=True), "holm")
    yield Row(
        "as a report calls it, win shares of four seats, holm: one of them moved", {"moved": float(called.mean())}
    )
    yield Row(
        "as a report calls it, win shares of four seats, holm: any of them moved",
        {"moved": float(called.any(axis=1).mean())},
    )


def lift_nulls(repeats: int = REPEATS, seed: int = 6) -> Iterator[Row]:
    """Pieces without effect whose owners differ in skill by policy: lifts within policies stay at zero."""
    rng = np.random.default_rng(seed)
    blocks, seats = 250, SEATS
    policy = np.tile([0, 1, 0, 1], blocks)
    block = np.repeat(np.arange(blocks), seats)
    bought = np.where(policy[:, None] == 1, 0.6, 0.2)
    inside = false = crude = 0
    batch, families = 20, max(repeats // 4, 1)  # useless pieces per set of games, sets of games
    for _ in range(families):
        strength = rng.exponential(size=(blocks, seats)) * np.where(policy.reshape(blocks, seats) == 1, 2.0, 1.0)
        win = (strength == strength.max(axis=1, keepdims=True)).astype(float).ravel()
        owned = rng.random((blocks * seats, batch)) < bought
        names = [str(i) for i in range(batch)]
        by_policy = influence.lifts(Moments.of(influence.piece_sums(owned, win, policy, block, 2)), names)
        plain = influence.lifts(Moments.of(influence.piece_sums(owned, win, policy * 0, block, 1)), names)
        inside += sum(x.low <= 0 <= x.high for x in by_policy)
        false += any(x.verdict is not Verdict.UNDECIDED for x in by_policy)
        crude += sum(x.low <= 0 <= x.high for x in plain)
    done = families * batch
    yield Row(
        "lift of useless pieces, within policies",
        {"coverage": inside / done, "coverage ignoring policy": crude / done, "any called, BH": false / families},
    )


# ---- looking all the time ----------------------------------------------------------------------------------------


def looks(last: int, step: int = 25) -> range:
    """Blocks at which a watched run is looked at."""
    return range(step, last + 1, step)


def watched_estimates(repeats: int = REPEATS, seed: int = 7, last: int = 2500) -> Iterator[Row]:
    """How often the truth is inside at every look (every 25 blocks)."""
    rng = np.random.default_rng(seed)
    looking = Looking()
    for p in (0.02, 0.1, 0.5):
        for likeness in (0.0, 0.3):
            make = like_blocks(p, likeness)
            yield Row(f"share {p:g}, correlation {likeness:g}", _always(make, p, looking, True, rng, repeats, last))
    for name in COUNTS:
        make, mean = counts(name)
        yield Row(f"mean, {name}", _always(make, mean, looking, False, rng, repeats, last))


def _always(make, truth, looking: Looking, share: bool, rng: Rng, repeats: int, last: int) -> dict[str, float]:
    moments = Moments(repeats, 2)
    always, once = np.ones(repeats, bool), np.ones(repeats, bool)
    for _ in looks(last):
        moments.add(with_games(make(rng, (25, repeats))))
        found = sequential.estimates(moments, looking, share)
        plain = ratio(moments, share=share)
        settled = np.ones(repeats, bool) if share else ~found.fallback
        always &= ~settled | ((found.low <= truth) & (truth <= found.high))
        once &= ~settled | ((plain.low <= truth) & (truth <= plain.high))
    return {
        "inside at every look": always.mean(),
        "fixed-size interval, misused": once.mean(),
        "width against fixed size": float(np.mean(found.half_width / plain.half_width)),
    }


def watched_nulls(repeats: int = REPEATS, seed: int = 8, last: int = 2500) -> Iterator[Row]:
    """Share of null comparisons ever called moved while looking every 25 blocks; one variant, and ten under Holm."""
    rng = np.random.default_rng(seed)
    looking = Looking()
    for name, make in (
        ("share 0.5, 30% of games replayed", lambda s: pairs(rng, s, 0.5, 0.3, 0.0)),
        ("share 0.5, 1% of games replayed", lambda s: pairs(rng, s, 0.5, 0.01, 0.0)),
        ("share 0.02, 30% of games replayed", lambda s: pairs(rng, s, 0.02, 0.3, 0.0)),
        ("skewed count, 5% of games replayed", lambda s: count_pairs(rng, s, 0.05)),
    ):
        moments, ever, misused = Moments(repeats, 4), np.zeros(repeats, bool), np.zeros(repeats, bool)
        for _ in looks(last):
            moments.add(make((25, repeats)))
            share = name.startswith("share")
            found = sequential.differences(moments, looking, share=share)
            ever |= _is_moved(paired.words(found, found.p_value))
            plain = paired.difference(moments, share=share)
            misused |= _is_moved(paired.words(plain, plain.p_value))
        yield Row(name, {"moved at some look": ever.mean(), "fixed-size test, misused": misused.mean()})
    families = max(repeats // 2, 1)
    moments, ever = Moments(families, 10, 4), np.zeros(families, bool)
    for _ in looks(1250):
        moments.add(pairs(rng, (25, families, 10), 0.5, 0.3, 0.0))
        found = sequential.differences(moments, looking, share=True)
        for i in np.flatnonzero(found.p_value.min(axis=1) <= 0.05):
            ever[i] |= bool(np.any(adjust(found.p_value[i], "holm") <= 0.05))
    yield Row("ten variants, Holm at every look: any moved", {"moved at some look": ever.mean()})


def until_decided(repeats: int = REPEATS, seed: int = 9, last: int = 10_000) -> Iterator[Row]:
    """The stop rule of --until-decided at margin 0.02: share 0.5, 20 % of games replayed, looks every 250 blocks."""
    rng = np.random.default_rng(seed)
    looking, margin = Looking(), 0.02
    for shift in (0.0, 0.01, 0.02, 0.03, 0.05):
        moments = Moments(repeats, 4)
        word = np.full(repeats, Verdict.UNDECIDED.value, "<U30")
        stopped = np.full(repeats, float(last))
        for blocks in looks(last, 250):
            for _ in range(10):
                moments.add(pairs(rng, (25, moments.mean.shape[0]), 0.5, 0.2, shift))
            found = sequential.differences(moments, looking, share=True)
            now = paired.words(found, found.p_value, margin)
            open_ = word == Verdict.UNDECIDED
            word[open_] = now[open_]
            stopped[open_ & (now != Verdict.UNDECIDED)] = blocks
            if not np.any(word == Verdict.UNDECIDED):
                break
        yield Row(
            f"true shift {shift:+.2f}",
            {
                "moved up": float(np.mean(word == Verdict.UP)),
                "moved down": float(np.mean(word == Verdict.DOWN)),
                "equivalent": float(np.mean(word == Verdict.EQUIVALENT)),
                "undecided": float(np.mean(word == Verdict.UNDECIDED)),
                "median blocks": float(np.median(stopped)),
            },
        )


def pair_test_errors(repeats: int = REPEATS, seed: int = 10) -> Iterator[Row]:
    """SPRT on game pairs, bounds 0 and 40 normalised Elo, alpha = beta = 0.05, looks every 20 pairs."""
    rng = np.random.default_rng(seed)
    lower, upper = sprt.limits()
    base = np.array([0.05, 0.2, 0.5, 0.2, 0.05])
    scores = np.linspace(0, 1, 5)
    for nelo in (0.0, 20.0, 40.0):
        tilt = _tilted(base, scores, nelo)
        found, verdict, used = np.zeros((repeats, 5)), np.zeros(repeats), np.zeros(repeats)
        while np.any(verdict == 0):
            found += rng.multinomial(20, tilt, repeats)
            llr = sprt.log_ratio(found, 0.0, 40.0)
            running = verdict == 0
            used[running] += 20
            verdict[running & (llr >= upper)] = 1
            verdict[running & (llr <= lower)] = -1
        yield Row(
            f"true strength {nelo:g} nElo",
            {"accepts 40": np.mean(verdict > 0), "accepts 0": np.mean(verdict < 0), "median pairs": np.median(used)},
        )


def _tilted(base: Array, scores: Array, nelo: float) -> Array:
    """Pair frequencies of the wanted strength, by exponential tilting (bisection)."""
    low, high = -5.0, 5.0
    for _ in range(80):
        k = (low + high) / 2
        p = base * np.exp(k * scores)
        p /= p.sum()
        mean = (p * scores).sum()
        strength = (mean - 0.5) / np.sqrt((p * (scores - mean) ** 2).sum()) / np.sqrt(2) * sprt.ELO_PER_UNIT
        low, high = (k, high) if strength < nelo else (low, k)
    return p


def races(repeats: int = REPEATS, seed: int = 11) -> Iterator[Row]:
    """Ten paired arms looked at every 50 blocks, up to 2,000: is the best ever dropped, and what is saved?"""
    rng = np.random.default_rng(seed)
    repeats = max(repeats // 5, 1)
    for name, edge in (("best ahead by 0.05", 0.05), ("best ahead by 0.005", 0.005), ("all equal: arm 0", 0.0)):
        lost = saved = 0.0
        chance = np.full(10, 0.5) - np.linspace(0, 0.1, 10) * (edge > 0)
        chance[0] = 0.5 + edge
        for _ in range(repeats):
            race, played = Race(10), 0
            while race.blocks < 2000 and not race.decided:
                luck = rng.random((50, 10)) * 0.5 + rng.random((50, 1)) * 0.5
                values = (_uniform(luck) < chance).astype(float)
                played += 50 * len(race.running)
                race.add(values[:, race.running])
            lost += 0 not in race.running
            saved += 1 - played / 20_000
        yield Row(name, {"best dropped": lost / repeats, "games saved": saved / repeats})


def _uniform(sum_of_two: Array) -> Array:
    """Half the sum of two uniforms -> uniform again (its distribution function)."""
    x = 2 * sum_of_two
    return np.where(x <= 1, x * x / 2, 1 - (2 - x) ** 2 / 2)


# ---- figures -----------------------------------------------------------------------------------------------------


def _covered(low: Array, high: Array, truth: float) -> dict[str, float]:
    return {"coverage": float(np.mean((low <= truth) & (truth <= high))), "half-width": float(np.mean(high - low) / 2)}


def _is_moved(words: NDArray[np.str_]) -> NDArray[np.bool_]:
    return (words == Verdict.UP) | (words == Verdict.DOWN)


def _moved(found: paired.Differences) -> dict[str, float]:
    inside = np.mean((found.low <= 0) & (found.high >= 0))
    moved = np.mean(_is_moved(paired.words(found, found.p_value)))
    return {"moved": float(moved), "coverage": float(inside), "pairing gain": float(np.nanmedian(found.pairing_gain))}


def _called(found: paired.Differences, correction: str) -> NDArray[np.bool_]:
    """[repeats, family]: what is called moved, corrected over the family."""
    adjusted = np.stack([adjust(p, correction) for p in found.p_value])
    return np.asarray(_is_moved(paired.words(found, adjusted)))


def _family_moved(found: paired.Differences, correction: str) -> float:
    return float(_called(found, correction).any(axis=1).mean())


STUDIES: dict[str, Callable[[], Iterator[Row]]] = {
    "Shares at a fixed number of games": coverage_of_shares,
    "Means at a fixed number of games": coverage_of_means,
    "Quantiles": coverage_of_quantiles,
    "Variance split": coverage_of_variance_split,
    "Null comparisons at a fixed number of games": null_comparisons,
    "Lifts": lift_nulls,
    "Watched estimates": watched_estimates,
    "Watched null comparisons": watched_nulls,
    "Until decided": until_decided,
    "Pair test": pair_test_errors,
    "Races": races,
}


def table(title: str, rows: list[Row]) -> str:
    """A Markdown table."""
    names = list(dict.fromkeys(name for row in rows for name in row.figures))
    lines = [f"### {title}", "", "| simulated | " + " | ".join(names) + " |", "|---|" + "---:|" * len(names)]
    for row in rows:
        cells = [_cell(name, row.figures.get(name)) for name in names]
        lines.append(f"| {row.what} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def _cell(name: str, value: float | None) -> str:
    if value is None:
        return ""
    if name.startswith("median"):
        return f"{value:,.0f}"
    return f"{value:.2f}" if name in ("pairing gain", "width against fixed size") else f"{value:.4f}"


if __name__ == "__main__":
    wanted = sys.argv[1:]
    for heading, study in STUDIES.items():
        if not wanted or any(w.lower() in heading.lower() for w in wanted):
            print(table(heading, list(study())), flush=True)
