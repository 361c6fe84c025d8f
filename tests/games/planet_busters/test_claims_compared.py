"""Claims only a comparison can decide: judged where two arms differ in what the claim speaks of, from paired games."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from balance.cli.app import main
from balance.engine.compare_data import unit_sums
from balance.games.contract import Change, Finding, Metric, PlayerChoice
from balance.games.planet_busters import figures
from balance.games.planet_busters import state as s
from balance.games.planet_busters.claim import CONFIRMED, REFUTED, UNDECIDED
from balance.games.planet_busters.claims_compared import comparison_findings
from balance.games.planet_busters.metrics import METRICS
from balance.games.planet_busters.survival import survivals
from balance.stats.blocks import Moments
from balance.stats.paired import difference, pair
from tests.games.planet_busters.test_claims import Data, N, some


class Arms:
    """A comparison as claims see it."""

    def __init__(self, baseline: Data, variants: Mapping[str, Data]) -> None:
        self.baseline, self.variants = baseline, variants

    def change(self, metric: Metric, variant: str, against: str = "") -> Change:
        first, second = self.variants.get(against, self.baseline), self.variants[variant]
        unit = min(first.seats, second.seats)
        sums = [unit_sums(metric, data.columns(*metric.columns), unit) for data in (first, second)]
        found = difference(Moments(1, 4).add(pair(*sums[0], *sums[1])[:, np.newaxis]), share=metric.kind == "share")
        return Change(*(float(x[0]) for x in (found.baseline, found.changed, found.difference, found.low, found.high)))


def data(rules: dict[str, Any] | None = None, weights: dict[str, Any] | None = None, **given: Any) -> Data:
    made = Data(rules=rules, **given)
    made.players = [PlayerChoice("greedy", weights or {})]
    return made


def judged(baseline: Data, **variants: Data) -> list[Finding]:
    return comparison_findings(Arms(baseline, {k.replace("_", "-"): v for k, v in variants.items()}))  # type: ignore[arg-type]


def only(found: list[Finding]) -> Finding:
    assert len(found) == 1, [finding.title for finding in found]
    assert found[0].section == "Claims to test" and "Players: greedy" in found[0].text
    return found[0]


def spread(middle: float) -> Any:
    """One value per game around `middle`."""
    return middle + np.arange(N) % 5 - 2


@pytest.mark.parametrize(("lasting", "majority", "wanted"), [
    (0.2, 0.5, CONFIRMED), (0.95, 0.5, REFUTED), (0.2, 0.9, UNDECIDED), (0.2, 0.99, REFUTED),
])  # fmt: skip
@pytest.mark.parametrize("sizes", [(2, 4), (4, 2)])
def test_c6_wants_less_dominance_at_four_at_both_levels(
    lasting: float, majority: float, wanted: str, sizes: tuple[int, int]
) -> None:
    """Whichever table comes first."""

    def table(seats: int, low: float, high: float) -> Data:
        made = data(dominance_round=some(low) * 2 - 1, first_majority_round=some(high) * 2 - 1)
        made.seats = seats
        return made

    tables = {2: table(2, 0.8, 0.9), 4: table(4, lasting, majority)}
    first, second = (tables[size] for size in sizes)
    found = only(judged(first, other=second))
    assert found.title.startswith(f"C6 {wanted} (other): "), found.title
    assert f"From {sizes[0]} to {sizes[1]} players: lasting dominance" in found.text


def test_c6_wants_equal_rules_and_players() -> None:
    other = data({"hit_base": 6})
    other.seats = 4
    assert not any(found.title.startswith("C6") for found in judged(data(), other=other))


@pytest.mark.parametrize(("rounds", "wins", "wanted"), [
    (10, 0.97, CONFIRMED), (18, 0.97, REFUTED), (10, 0.7, REFUTED), (13, 0.97, UNDECIDED),
])  # fmt: skip
def test_c8_wants_half_the_rounds_and_the_same_winner(rounds: int, wins: float, wanted: str) -> None:
    base = data(rounds=spread(26), win_share_s0=some(0.91))
    variant = data({"sudden_death": True}, rounds=spread(rounds), win_share_s0=some(wins))
    found = only(judged(base, sudden=variant))
    assert found.title.startswith(f"C8 {wanted} (sudden): ")
    assert f"26.00 to {rounds}.00" in found.text and "First dominant seat wins: 91.0% to" in found.text


@pytest.mark.parametrize(("station", "wanted"), [(6, CONFIRMED), (1, REFUTED)])
def test_c12_wants_more_fuel_from_stations(station: int, wanted: str) -> None:
    base = data(fuel_source_station=spread(4), fuel_source_planet=10, fuel_source_tanker=8)
    variant = data(
        {"counts.tanker": 0}, fuel_source_station=spread(station + 2), fuel_source_planet=10 + 8 * (station < 2)
    )
    found = only(judged(base, none=variant))
    assert found.title.startswith(f"C12 {wanted} (none)") and "from the tanker 36.4% before" in found.text


@pytest.mark.parametrize(("share", "wanted"), [(0.3, CONFIRMED), (0.6, REFUTED), (0.45, UNDECIDED)])
def test_c15_wants_fewer_busters_through_without_scouts(share: float, wanted: str) -> None:
    mixed = np.random.default_rng(5).permutation(N)
    base = data(buster_sent=1, buster_through=some(0.45))
    variant = data(weights={"use_scouts": False}, buster_sent=1, buster_through=some(share)[mixed])
    assert only(judged(base, no_scouts=variant)).title.startswith(f"C15 {wanted} (no-scouts)")


def test_a_variant_of_two_changes_is_held_against_the_one_that_shares_the_other() -> None:
    proof = {"torpedo_vs_busters": False}
    base, both = data(buster_sent=1, buster_through=some(0.4)), data(proof, buster_sent=1, buster_through=some(0.8))
    lone = data(proof, {"use_scouts": False}, buster_sent=1, buster_through=some(0.5))
    found = only(judged(base, proof=both, no_scouts_proof=lone))
    assert found.title.startswith("C15 confirmed (no-scouts-proof against proof)") and "80.0% to 50.0%" in found.text


@pytest.mark.parametrize(("share", "lost", "wanted"), [
    (0.0, 0.8, CONFIRMED), (1.0, 0.3, CONFIRMED), (0.0, 0.3, REFUTED), (1.0, 0.8, REFUTED),
])  # fmt: skip
def test_c17_wants_fewer_carriers_lost_with_more_screens(share: float, lost: float, wanted: str) -> None:
    base = data(melded_carrier=1, losses_carrier=some(0.55))
    variant = data(weights={"drone_screen": share}, melded_carrier=1, losses_carrier=some(lost))
    found = only(judged(base, screens=variant))
    assert found.title.startswith(f"C17 {wanted}") and f"screen 0.5 to {share:g}" in found.text


@pytest.mark.parametrize(("rules", "lost", "wanted"), [
    ({"rear_area": "none"}, 0.8, CONFIRMED), ({"rear_area": "none"}, 0.3, REFUTED),
    ({"rear_safe_from_torpedoes": True}, 0.3, CONFIRMED), ({"rear_safe_from_torpedoes": True}, 0.8, REFUTED),
])  # fmt: skip
def test_c16_holds_the_printed_rear_against_none_and_a_safe_one(
    rules: dict[str, Any], lost: float, wanted: str
) -> None:
    base = data(melded_carrier=1, losses_carrier=some(0.55))
    found = only(judged(base, rear=data(rules, melded_carrier=1, losses_carrier=some(lost))))
    assert found.title.startswith(f"C16 {wanted} (rear)")


@pytest.mark.parametrize(("after", "wanted"), [(0.75, CONFIRMED), (0.97, REFUTED)])
def test_c4_wants_a_grace_to_lower_the_part_of_the_opening(after: float, wanted: str) -> None:
    base = data(winner=0, opening_value_s0=some(0.9, 30, 10), opening_value_s1=20)
    variant = data({"no_attack_rounds": 1}, winner=0, opening_value_s0=some(after, 30, 10), opening_value_s1=20)
    found = only(judged(base, grace=variant))
    assert found.title.startswith(f"C4 {wanted}") and f"90.0% to {after:.1%}" in found.text


def test_c11_must_hold_on_every_ladder() -> None:
    def arm(kills: int, rules: dict[str, Any]) -> Data:
        return data(rules, kills_deathon=kills, sent_deathon=2, kills_dranaut=2, sent_dranaut=2)

    steep = {"battle.deathon": 9}
    assert only(judged(arm(3, {}), steep=arm(4, steep))).title.startswith("C11 confirmed (steep)")
    found = only(judged(arm(3, {}), steep=arm(1, steep)))
    assert found.title.startswith("C11 undecided (steep)") and "Kills per Deathon sent: 1.500 to 0.500" in found.text


def test_c13_is_judged_at_other_odds() -> None:
    def arm(rules: dict[str, Any], event: int) -> Data:
        return data(rules, events_success_s0=1 << event, events_success_s1=1 << 5 - event, revolted_pts_s0=event,
                    win_share_s0=some(0.9), win_share_s1=some(0.9, 0, 1))  # fmt: skip

    assert only(judged(arm({}, 3), odds=arm({"revolt_odds": 9}, 3))).title.startswith("C13 confirmed (odds)")
    assert only(judged(arm({}, 3), odds=arm({"revolt_odds": 9}, 2))).title.startswith("C13 undecided (odds)")


def test_what_busters_are_worth_to_who_sends_them() -> None:
    variant = Data(
        player_1=np.arange(N) % 2, player_2=1 - np.arange(N) % 2, win_share_s0=some(0.5), win_share_s1=some(0.5, 0, 1)
    )
    variant.players = [PlayerChoice("greedy"), PlayerChoice("greedy", {"buster_min": 20.0})]
    won = np.where(np.arange(N) % 10 < 4, 1.0, 0.0)  # by the second player: 40 % of the games
    variant.given["win_share_s0"] = np.where(variant.given["player_1"] == 1, won, 1 - won)
    variant.given["win_share_s1"] = 1 - variant.given["win_share_s0"]
    found = only(judged(data(), keeps=variant))
    assert found.title == "What busters are worth (keeps)." and "wins 40.0% [" in found.text
    assert "worth +10.0 [" in found.text


def test_a_variant_that_changes_something_else_is_not_judged() -> None:
    assert judged(data(), mixed=data({"sudden_death": True, "hit_base": 6}), mines=data({"mines_rolls": 2})) == []


def test_claims_survive_sweeps_of_unpublished_numbers() -> None:
    def arm(rules: dict[str, Any], fight: int) -> Data:
        return data(rules, contested_rounds=fight, turns=52, rounds=26)

    swept = {
        "lean": arm({"fuel_values": [1] * 28}, 5), "low": arm({"starting_pieces": 4}, 12), "rack": arm({"rack_limit": 6}, 5),
        "mines": arm({"mines_rolls": 2}, 12),
    }  # fmt: skip
    found = {finding.title.split()[0]: finding for finding in survivals(Arms(arm({}, 5), swept))}  # type: ignore[arg-type]
    assert found["C1"].title.startswith("C1 confirmed survives 2 of 3 sweeps: ")
    assert "Elsewhere: low refuted." in found["C1"].text and found["C1"].strength == "likely"
    assert "sweeps: lean, low, rack" in found["C1"].evidence
    assert "C6" not in found, "a claim without a verdict has nothing to survive"
    assert survivals(Arms(arm({}, 5), {"lean": swept["lean"]})) == []  # type: ignore[arg-type]


def test_every_figure_reads_columns_the_game_writes() -> None:
    known = {name for column in s.OUTCOME.columns for name in column.names()}
    own = [value for value in vars(figures).values() if isinstance(value, Metric)]
    for metric in (*METRICS, *own, figures.auc(4), figures.lift("carrier", 4)):
        assert set(metric.columns) <= known, metric.name


def test_two_table_sizes_are_set_side_by_side(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """C6 from two shipped scenarios: mirror matches have one seating at any table."""
    sources = ["planet_busters/two-player", "planet_busters/four-player"]
    code = main(["compare", *sources, "--games", "600", "--out", str(tmp_path)])
    told = capsys.readouterr()
    assert code == 1, "two-player wants a band for seat 1"
    summary = json.loads((Path(told.out.split()[-1]).parent / "summary.json").read_text())
    assert "table-sizes" in [caution["code"] for caution in summary["cautions"]]
    assert "baseline 2 players (a fair share of wins is 50.0%), four-player 4 players" in told.err
    page = Path(told.out.split()[-1]).read_text()
    assert "C6 confirmed (four-player)" in page and "Win share of seat 3" not in page


def test_tables_with_other_numbers_of_seatings_cannot_be_compared(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    two, four = tmp_path / "two.toml", tmp_path / "four.toml"
    for path, policies in ((two, ("greedy", "raider")), (four, ("greedy", "raider", "turtle", "buster"))):
        seats = "".join(f"[[seat]]\npolicy = '{policy}'\n" for policy in policies)
        path.write_text(f"format = 1\ngame = 'planet_busters'\ntitle = 't'\n[run]\ngames = 8\nseed = 1\n{seats}")
    assert main(["compare", str(two), str(four), "--out", str(tmp_path)]) == 2
    assert "different numbers of seatings" in capsys.readouterr().err
