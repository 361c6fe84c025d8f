"""Claims to test (section n): verdicts from intervals, each claim on rows made for it, all of them on real games."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from balance.engine.run_data import pair_sums
from balance.games.contract import Columns
from balance.games.planet_busters import claim, claims_game, claims_pieces
from balance.games.planet_busters import state as s
from balance.games.planet_busters.claim import CONFIRMED, REFUTED, TWO_ONLY, UNDECIDED
from balance.games.planet_busters.claims import buster_worth, findings
from balance.games.planet_busters.desk import DESK
from balance.games.planet_busters.lift import controlled_lifts, event_lifts, piece_lifts
from balance.games.planet_busters.ruleset import load_ruleset
from balance.kit.jit import is_compiled
from balance.stats.blocks import Moments, ratio
from tests.games.plain import statistics
from tests.games.planet_busters.games import Run

N = 400


class Data:
    """Rows as claims see them: all columns zero except those given."""

    def __init__(self, seats: int = 2, rules: dict[str, Any] | None = None, **given: Any) -> None:
        self.seats = seats
        self.ruleset = load_ruleset(rules or {}, {}, seats)
        self.players: list[Any] = []
        self.player_labels = ["greedy"] * seats
        self.games = N
        self.tally = np.zeros(1, s.TALLY).view(np.recarray)[0]
        self.given = given

    def columns(self, *names: str) -> Columns:
        given = {"block": np.arange(N) // self.seats, **self.given}
        return {name: np.broadcast_to(np.asarray(given.get(name, 0)), (N,)) for name in names}

    def chunks(self, *names: str) -> Iterator[Columns]:
        columns = self.columns(*names)
        for first in range(0, N, 100):
            yield {name: column[first : first + 100] for name, column in columns.items()}

    def ratio(
        self, numerator: NDArray[Any], denominator: NDArray[Any], *, share: bool = False
    ) -> tuple[float, float, float]:
        found = ratio(Moments.of(pair_sums(numerator, denominator, self.seats)), share=share).at()
        return found.estimate, found.low, found.high

    def share(self, hits: float, n: float) -> tuple[float, float, float]:
        if n == 0:
            return math.nan, 0.0, 1.0
        p, z = hits / n, 1.96
        middle, half = (p + z * z / (2 * n)) / (1 + z * z / n), z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        return p, middle - half / (1 + z * z / n), middle + half / (1 + z * z / n)

    def mean(self, values: NDArray[Any]) -> tuple[float, float, float]:
        return self.ratio(values, np.ones(len(values)))


def verdict(made: claim.Claim | None) -> str:
    assert made is not None
    return made.verdict


def some(share: float, yes: Any = 1, no: Any = 0) -> NDArray[Any]:
    """`share` of the games hold `yes`."""
    return np.where(np.arange(N) < share * N, yes, no)


def test_judge_needs_the_whole_interval() -> None:
    assert claim.judge(0.61, 0.7, 0.6) == CONFIRMED
    assert claim.judge(0.55, 0.65, 0.6) == UNDECIDED
    assert claim.judge(0.4, 0.5, 0.6) == REFUTED == claim.judge(0.8, 0.9, 0.1, 0.7)


def test_median_interval_comes_from_order_statistics() -> None:
    middle, low, high = claim.median(np.arange(101))
    assert middle == 50 and 38 <= low < 50 < high <= 62


@pytest.mark.parametrize(("fight", "turns", "wanted"), [(5, 52, CONFIRMED), (12, 52, REFUTED), (5, 20, REFUTED)])
def test_c1_length(fight: int, turns: int, wanted: str) -> None:
    assert verdict(claims_game.c1(Data(contested_rounds=fight, turns=turns, rounds=turns // 2))) == wanted


def test_with_four_players_claims_about_two_say_so() -> None:
    found = findings(Data(seats=4, tie=1, winner=-1))  # type: ignore[arg-type]
    titles = [finding.title for finding in found]
    assert titles[0] == f"C1 {TWO_ONLY}: {claim.SAYS[1]}" and titles[1].startswith(f"C2 {TWO_ONLY}")
    assert "this table has 4 seats" in found[0].text
    assert [title.split()[0] for title in titles] == [f"C{n}" for n in range(1, 19)]
    assert {finding.section for finding in found} == {"Claims to test"}


@pytest.mark.parametrize(("share", "at", "wanted"), [(0.95, 5, CONFIRMED), (0.3, 5, REFUTED), (0.95, 20, REFUTED)])
def test_c2_dominance(share: float, at: int, wanted: str) -> None:
    data = Data(dominance_round=some(share, at, -1), rounds=26, sole_round=-1)
    assert verdict(claims_game.c2(data)) == wanted


@pytest.mark.parametrize(("share", "wanted"), [(0.97, CONFIRMED), (0.9, UNDECIDED), (0.5, REFUTED)])
def test_c3_crushed(share: float, wanted: str) -> None:
    data = Data(first_dominance_seat=0, win_share_s0=some(share), win_share_s1=some(share, 0, 1))
    assert verdict(claims_game.c3(data)) == wanted


def test_shares_are_told_in_percent_and_lifts_in_points() -> None:
    assert claim.percent(0.98765, 0.9861, 0.9894) == "98.8% [98.6%, 98.9%]"
    assert claim.percent_points(0.1234, -0.011, 0.2) == "+12.3 [-1.1, +20.0] percentage points"


@pytest.mark.parametrize(("share", "wanted"), [(0.9, CONFIRMED), (0.5, REFUTED)])
def test_c4_opening(share: float, wanted: str) -> None:
    data = Data(winner=0, opening_value_s0=some(share, 30, 10), opening_value_s1=20)
    assert verdict(claims_game.c4(data)) == wanted


def test_c4_counts_the_three_pairs_of_a_game_as_one_trial() -> None:
    opening = {f"opening_value_s{k}": 10 for k in (1, 2, 3)}
    data = Data(seats=4, winner=0, opening_value_s0=some(0.7, 30, 5), **opening)
    _, low, high = data.share(0.7 * N * 3, N * 3)
    found = claims_game.c4(data)
    assert found is not None
    told = found.measured.split("[")[1].split("]")[0].split(", ")
    assert float(told[1].rstrip("%")) - float(told[0].rstrip("%")) > 1.5 * 100 * (high - low)


def test_c5_margin() -> None:
    margin = np.random.default_rng(1).permutation(np.arange(N) % 40)
    loose = np.random.default_rng(2).permutation(20 + np.arange(N) % 10)
    assert verdict(claims_game.c5(Data(score_s0=margin, rounds=margin + 20))) == REFUTED
    assert verdict(claims_game.c5(Data(score_s0=margin, rounds=loose))) in (CONFIRMED, UNDECIDED)


def test_c7_passes() -> None:
    assert verdict(claims_game.c7(Data(draws_total=174))) == CONFIRMED
    assert verdict(claims_game.c7(Data(draws_total=130))) == REFUTED


def test_c8_sudden_death() -> None:
    off = claims_game.c8(Data(rounds=26, win_share_s0=some(0.8), win_share_s1=some(0.8, 0, 1)))
    assert off.verdict == UNDECIDED and "26.00 [" in off.measured and "seat wins 80.0% [" in off.measured
    data = Data(rules={"sudden_death": True}, first_dominance_seat=0, win_share_s0=some(0.5))
    assert verdict(claims_game.c8(data)) == REFUTED


def with_early(name: str, share_of_wins: float) -> Data:
    """Seat 0 melds `name` early in every game and wins this share; seat 1 melds only scouts."""
    bits = {kind: 1 << bit for bit, kind in enumerate(s.KINDS[k] for k in s.UNIT_KINDS)}
    others = sum(bit for kind, bit in bits.items() if kind != name)
    return Data(
        melded_early_s0=bits[name] | others, melded_early_s1=others,
        win_share_s0=some(share_of_wins), win_share_s1=some(share_of_wins, 0, 1),
    )  # fmt: skip


def test_lift_is_the_win_share_less_the_average() -> None:
    lifts = piece_lifts(with_early("whirler", 0.8))
    assert lifts["whirler"].estimate == pytest.approx(0.3) and lifts["scout"].estimate == pytest.approx(0.0)
    assert lifts["whirler"].error == pytest.approx(math.sqrt(0.8 * 0.2 / N))


def test_controlled_lift_takes_out_what_the_opening_explains() -> None:
    """Whoever opens well wins and has the piece: plain lift is large, at equal opening value nothing is left."""
    rng = np.random.default_rng(4)
    opening = rng.normal(40, 10, N)
    win = np.clip(0.5 + (opening - 40) / 60, 0, 1)
    has = (opening + rng.normal(0, 6, N) > 40) * 1  # bit 0: the first unit kind
    name = s.KINDS[s.UNIT_KINDS[0]]
    data = Data(melded_early_s0=has, opening_value_s0=opening, opening_value_s1=80 - opening,
                melded_early_s1=1 - has, win_share_s0=win, win_share_s1=1 - win)  # fmt: skip
    plain, held = piece_lifts(data)[name], controlled_lifts(data, [name])[name]
    assert plain.estimate > 0.1 and abs(held.estimate) < 0.02
    x = np.stack([np.ones(2 * N), np.r_[has, 1 - has], np.r_[opening, 80 - opening]])
    wanted = np.linalg.lstsq(x.T, np.r_[win, 1 - win])[0]
    assert held.estimate == pytest.approx(wanted[1], abs=1e-9)
    resid = x * (np.r_[win, 1 - win] - wanted @ x)
    sums = (resid[:, :N] + resid[:, N:]).reshape(3, N // 2, 2).sum(axis=2)  # both seats, then both games of a block
    inverse = np.linalg.inv(x @ x.T)
    assert held.error == pytest.approx(math.sqrt((inverse @ sums @ sums.T @ inverse)[1, 1]), rel=1e-6)


def test_c9_and_c10_take_all_their_pieces() -> None:
    assert verdict(claims_pieces.c9(with_early("carrier", 0.9))) == UNDECIDED  # the tug is no better than the mean
    assert verdict(claims_pieces.c10(with_early("whirler", 0.1))) == UNDECIDED  # the others lie on the line
    assert "whirler +40.0 [" in (claims_pieces.c10(with_early("whirler", 0.9)) or claims_game.c6(Data())).measured


@pytest.mark.parametrize(("kills", "wanted"), [(3, CONFIRMED), (1, REFUTED)])
def test_c11_deathon(kills: int, wanted: str) -> None:
    data = Data(kills_deathon=kills, sent_deathon=2, kills_dranaut=2, sent_dranaut=2)
    assert verdict(claims_pieces.c11(data)) == wanted


def test_c13_events() -> None:
    data = Data(
        events_success_s0=1 << 3, events_success_s1=1 << 2, win_share_s0=some(0.9), win_share_s1=some(0.9, 0, 1)
    )
    assert set(event_lifts(data)) == {"revolt", "mutiny"} and verdict(claims_pieces.c13(data)) == CONFIRMED


def test_c14_c16_c17_read_the_tally() -> None:
    data = Data()
    assert claims_pieces.c14(data) is None and claims_pieces.c16(data) is None and claims_pieces.c17(data) is None
    data.tally.reflector_kills[7], data.tally.reflector_both[7] = 600, 500
    data.tally.rear[:, s.CARRIER] = (500, 300, 500, 20, 15)
    data.tally.carriers_defended[0] = (100, 300)
    data.tally.carriers_defended[1] = (350, 50)
    made = [make(data) for make in (claims_pieces.c14, claims_pieces.c16, claims_pieces.c17)]
    assert [verdict(found) for found in made] == [CONFIRMED, CONFIRMED, UNDECIDED]
    assert made[2] is not None and "most valuable pieces first (D10)" in made[2].measured


def test_c16_says_what_else_is_lost_in_the_rear() -> None:
    data = Data()
    data.tally.rear[:, s.CARRIER] = (500, 300, 500, 20, 15)
    found = claims_pieces.c16(data)
    assert found is not None and "the other 5 by Sabotage before the pairing" in found.measured
    title = claim.as_finding(found, data).title  # type: ignore[arg-type]
    assert title.startswith("C16 confirmed but for 25.0% of rear losses: ")
    data.tally.rear[:, s.CARRIER] = (500, 300, 500, 20, 20)
    clean = claims_pieces.c16(data)
    assert clean is not None and (clean.verdict, clean.but) == (CONFIRMED, "")


@pytest.mark.kernel
@statistics
def test_only_torpedoes_and_sabotage_reach_the_rear() -> None:
    """What C16 calls the others: without Sabotage in the box every loss in the rear is by torpedo."""
    tally = Run({"counts.sabotage": 0}, ("greedy", "raider"), 3000).tally
    assert int(tally.rear[3].sum()) == int(tally.rear[4].sum()) > 100
    tally = Run({}, ("greedy", "raider"), 3000).tally
    assert int(tally.rear[3].sum()) > int(tally.rear[4].sum())


def test_c12_and_busters_carry_intervals() -> None:
    data = Data(fuel_source_planet=some(0.5, 4, 2), fuel_source_tanker=1, buster_sent=2, buster_through=some(0.5),
                buster_idle=some(0.1), buster_turned_back=some(0.2), busters_sent_s0=2, win_share_s0=1)  # fmt: skip
    found = claims_pieces.c12(data).measured
    assert found.startswith("Fuel paid by source: planet 75.0% [") and found.count("[") == 5
    worth = buster_worth(data)  # type: ignore[arg-type]
    assert worth is not None
    assert "5.0% [" in worth.text and "find nothing to attack" in worth.text
    assert "10.0% [" in worth.text and "turned back by comet or storm" in worth.text
    assert "of seats that sent one +50.0 [" in worth.text


def test_c18_first_player() -> None:
    assert verdict(claims_game.c18(Data(win_share_s0=some(0.7), win_share_s1=some(0.7, 0, 1)))) == CONFIRMED
    assert verdict(claims_game.c18(Data(win_share_s0=some(0.3), win_share_s1=some(0.3, 0, 1)))) == REFUTED


@pytest.mark.kernel
def test_real_games_answer_every_claim_of_two_players() -> None:
    games = 400 if is_compiled() else 12
    run = Run({}, ("greedy", "greedy"), games)
    data = Data()
    data.games, data.tally = games, run.tally
    block = np.arange(games) // 2
    data.columns = lambda *names: {n: block if n == "block" else run.column(n) for n in names}  # type: ignore[method-assign]
    data.chunks = lambda *names: iter([data.columns(*names)])  # type: ignore[method-assign]
    assert DESK.findings is not None
    found = DESK.findings(data)  # type: ignore[arg-type]
    numbers = {int(f.title.split()[0][1:]) for f in found if f.title.startswith("C")}
    assert numbers == set(range(1, 19))
    if is_compiled():
        assert not any("Nothing in this run" in finding.text for finding in found)
    charts = {chart.id for chart in DESK.charts}
    for finding in found:
        assert finding.id in charts and "greedy" in finding.text and finding.strength in ("clear", "not shown")
