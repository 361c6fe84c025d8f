"""Claims to test (section n): verdicts from intervals, each claim on rows made for it, all of them on real games."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from balance.games.contract import Columns
from balance.games.planet_busters import claims
from balance.games.planet_busters import state as s
from balance.games.planet_busters.claims import CONFIRMED, REFUTED, UNDECIDED
from balance.games.planet_busters.desk import DESK
from balance.games.planet_busters.lift import event_lifts, piece_lifts
from balance.games.planet_busters.ruleset import load_ruleset
from balance.kit.jit import is_compiled
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
        return {name: np.broadcast_to(np.asarray(self.given.get(name, 0)), (N,)) for name in names}

    def share(self, hits: float, n: float) -> tuple[float, float, float]:
        if n == 0:
            return math.nan, 0.0, 1.0
        p, z = hits / n, 1.96
        middle, half = (p + z * z / (2 * n)) / (1 + z * z / n), z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        return p, middle - half / (1 + z * z / n), middle + half / (1 + z * z / n)

    def mean(self, values: NDArray[Any]) -> tuple[float, float, float]:
        half = 1.96 * float(values.std()) / math.sqrt(len(values))
        return float(values.mean()), float(values.mean()) - half, float(values.mean()) + half


def verdict(claim: claims.Claim | None) -> str:
    assert claim is not None
    return claim.verdict


def some(share: float, yes: Any = 1, no: Any = 0) -> NDArray[Any]:
    """`share` of the games hold `yes`."""
    return np.where(np.arange(N) < share * N, yes, no)


def test_judge_needs_the_whole_interval() -> None:
    assert claims.judge(0.61, 0.7, 0.6) == CONFIRMED
    assert claims.judge(0.55, 0.65, 0.6) == UNDECIDED
    assert claims.judge(0.4, 0.5, 0.6) == REFUTED == claims.judge(0.8, 0.9, 0.1, 0.7)


def test_median_interval_comes_from_order_statistics() -> None:
    middle, low, high = claims.median(np.arange(101))
    assert middle == 50 and 38 <= low < 50 < high <= 62


@pytest.mark.parametrize(("fight", "turns", "wanted"), [(5, 52, CONFIRMED), (12, 52, REFUTED), (5, 20, REFUTED)])
def test_c1_length(fight: int, turns: int, wanted: str) -> None:
    assert verdict(claims.c1(Data(contested_rounds=fight, turns=turns, rounds=turns // 2))) == wanted
    assert claims.c1(Data(seats=4)) is None


@pytest.mark.parametrize(("share", "at", "wanted"), [(0.95, 5, CONFIRMED), (0.3, 5, REFUTED), (0.95, 20, REFUTED)])
def test_c2_dominance(share: float, at: int, wanted: str) -> None:
    data = Data(dominance_round=some(share, at, -1), rounds=26, sole_round=-1)
    assert verdict(claims.c2(data)) == wanted


@pytest.mark.parametrize(("share", "wanted"), [(0.97, CONFIRMED), (0.9, UNDECIDED), (0.5, REFUTED)])
def test_c3_crushed(share: float, wanted: str) -> None:
    data = Data(first_dominance_seat=0, win_share_s0=some(share), win_share_s1=some(share, 0, 1))
    assert verdict(claims.c3(data)) == wanted


def test_shares_are_told_in_percent_and_lifts_in_points() -> None:
    assert claims.percent(0.98765, 0.9861, 0.9894) == "98.8% [98.6%, 98.9%]"
    assert claims.percent_points(0.1234, -0.011, 0.2) == "+12.3 [-1.1, +20.0] percentage points"


@pytest.mark.parametrize(("share", "wanted"), [(0.9, CONFIRMED), (0.5, REFUTED)])
def test_c4_opening(share: float, wanted: str) -> None:
    data = Data(winner=0, opening_value_s0=some(share, 30, 10), opening_value_s1=20)
    assert verdict(claims.c4(data)) == wanted


def test_c5_margin() -> None:
    margin = np.random.default_rng(1).permutation(np.arange(N) % 40)
    loose = np.random.default_rng(2).permutation(20 + np.arange(N) % 10)
    assert verdict(claims.c5(Data(score_s0=margin, rounds=margin + 20))) == REFUTED
    assert verdict(claims.c5(Data(score_s0=margin, rounds=loose))) in (CONFIRMED, UNDECIDED)


def test_c7_passes() -> None:
    assert verdict(claims.c7(Data(draws_total=174))) == CONFIRMED
    assert verdict(claims.c7(Data(draws_total=130))) == REFUTED


def test_c8_sudden_death() -> None:
    assert verdict(claims.c8(Data())) == UNDECIDED
    data = Data(rules={"sudden_death": True}, winner=some(0.5), first_dominance_seat=0)
    assert verdict(claims.c8(data)) == REFUTED


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


def test_c9_and_c10_take_all_their_pieces() -> None:
    assert verdict(claims.c9(with_early("carrier", 0.9))) == UNDECIDED  # the tug is no better than the mean
    assert verdict(claims.c10(with_early("whirler", 0.1))) == UNDECIDED  # the others lie on the line
    assert "whirler +40.0 [" in (claims.c10(with_early("whirler", 0.9)) or claims.c6(Data())).measured


@pytest.mark.parametrize(("kills", "wanted"), [(3, CONFIRMED), (1, REFUTED)])
def test_c11_deathon(kills: int, wanted: str) -> None:
    data = Data(kills_deathon=kills, sent_deathon=2, kills_dranaut=2, sent_dranaut=2)
    assert verdict(claims.c11(data)) == wanted


def test_c13_events() -> None:
    data = Data(
        events_success_s0=1 << 3, events_success_s1=1 << 2, win_share_s0=some(0.9), win_share_s1=some(0.9, 0, 1)
    )
    assert set(event_lifts(data)) == {"revolt", "mutiny"} and verdict(claims.c13(data)) == CONFIRMED


def test_c14_c16_c17_read_the_tally() -> None:
    data = Data()
    assert claims.c14(data) is None and claims.c16(data) is None and claims.c17(data) is None
    data.tally.reflector_kills[7], data.tally.reflector_both[7] = 600, 500
    data.tally.rear[:, s.CARRIER] = (500, 300, 500, 20, 15)
    data.tally.carriers_defended[0] = (100, 300)
    data.tally.carriers_defended[1] = (350, 50)
    assert [verdict(make(data)) for make in (claims.c14, claims.c16, claims.c17)] == [CONFIRMED] * 3


def test_c18_first_player() -> None:
    assert verdict(claims.c18(Data(win_share_s0=some(0.7), win_share_s1=some(0.7, 0, 1)))) == CONFIRMED
    assert verdict(claims.c18(Data(win_share_s0=some(0.3), win_share_s1=some(0.3, 0, 1)))) == REFUTED


@pytest.mark.kernel
def test_real_games_answer_every_claim_of_two_players() -> None:
    games = 400 if is_compiled() else 12
    run = Run({}, ("greedy", "greedy"), games)
    data = Data()
    data.games, data.tally = games, run.tally
    data.columns = lambda *names: {name: run.column(name) for name in names}  # type: ignore[method-assign]
    assert DESK.findings is not None
    found = DESK.findings(data)  # type: ignore[arg-type]
    numbers = {int(f.title.split()[0][1:]) for f in found if f.title.startswith("C")}
    assert numbers >= set(range(1, 9)) | {12, 15, 18}
    if is_compiled():
        assert numbers == set(range(1, 19))
    charts = {chart.id for chart in DESK.charts}
    for finding in found:
        assert finding.id in charts and "greedy" in finding.text and finding.strength in ("clear", "not shown")
