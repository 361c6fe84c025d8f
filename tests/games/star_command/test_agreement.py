"""The simulator against closed forms (section j): seeds fixed beforehand, every count within four standard deviations."""

from __future__ import annotations

from functools import cache
from math import sqrt
from types import SimpleNamespace

import numpy as np
import pytest

from balance.games.star_command.checks import exact_checks
from balance.games.star_command.kernel.battle import settle_attack
from balance.games.star_command.kernel.cards import draw
from balance.games.star_command.kernel.motion import play_single
from balance.games.star_command.kernel.orders import orders_phase
from balance.games.star_command.kernel.setup import start_game
from balance.games.star_command.policies.answering import is_answer
from balance.games.star_command.ruleset import load_ruleset
from balance.games.star_command.state import CARD_FACTS, CARD_NAMES
from balance.kit.streams import new_luck
from tests.games.plain import statistics
from tests.games.star_command.desk_helpers import Table, line, play, unit
from tests.games.star_command.test_examples import attacks, moves

pytestmark = [pytest.mark.kernel, statistics]
RANGERS, ZURG = 0, 1
I = np.int64  # noqa: E741
RIFLE, KICK, CLOSE, FAR = line("rifle"), line("kick"), 1, 3


def assert_near(hits: int, n: int, p: float, what: str) -> None:
    assert abs(hits - n * p) < 4 * sqrt(n * p * (1 - p)), (what, hits / n, p)


@pytest.mark.parametrize("setup", ["random", "line"])
def test_counts_of_real_games(setup: str) -> None:
    """SC-06, j2, j2b, j6: every check of 4,000 games, every family present."""
    games, sides = 4000, {"rangers": setup, "zurg": setup}
    rows, tally = play({}, ("hunter", "greedy"), games, seed=2026, setup=sides)
    columns = {"block": np.arange(games) // 2, "first_side": rows.first_side}
    data = SimpleNamespace(
        tally=tally,
        games=games,
        ruleset=load_ruleset({}, sides, 2),
        columns=lambda *names: {n: columns[n] for n in names},
    )
    checks = exact_checks(data)  # type: ignore[arg-type]
    families = {"move first", "dead cards", "no usable Move", "no usable Attack", "a usable Move and Attack"}
    for family in families | ({"files apart"} if setup == "random" else set()):
        assert any(family in check.name for check in checks), family
    for check in checks:
        assert check.n >= 900
        assert_near(check.hits, check.n, float(check.exact), check.name)


class Deals:
    """One table dealt anew from the kernel's own shuffle: deal(n) is the fresh deck of block n."""

    def __init__(self, seed: int, rules: dict[str, object] | None = None) -> None:
        self.table = Table(rules, setup={"rangers": "line", "zurg": "line"})
        self.luck = new_luck(seed)

    def deal(self, block: int, side: int, cards: int) -> Table:
        table = self.table
        start_game(table.game, table.rules, table.tally, self.luck, block, None)
        table.game.turn, table.game.side = 1, side
        draw(table.game, table.rules, table.tally, I(side), I(cards), None)
        return table


def answer_of(table: Table, target: int, card: int, number: int, distance: int) -> int:
    """The lowest card in hand that answers the attack, -1 = none (SC-34..SC-36)."""
    held = np.flatnonzero(table.game.hand[target >> 4])
    legal = (
        int(c) for c in held if is_answer(table.game, table.rules, I(c), I(target), I(card), I(number), I(distance))
    )
    return next(legal, -1)


@pytest.mark.parametrize(("target", "card", "number", "distance", "cards", "exact"), [
    ("buzz", RIFLE, 3, FAR, 5, 81 / 134), ("zurg", RIFLE, 3, FAR, 5, 41727 / 153296), ("hornet", KICK, 1, CLOSE, 3, 2383 / 9581),
    ("space_ranger", KICK, 1, CLOSE, 5, 24977 / 57486),
])  # fmt: skip
def test_a_random_hand_holds_an_answer(
    target: str, card: int, number: int, distance: int, cards: int, exact: float
) -> None:
    """j1."""
    deals, n, at = Deals(11), 1500, unit(target)
    held = sum(answer_of(deals.deal(b, at >> 4, cards), at, card, number, distance) >= 0 for b in range(n))
    assert_near(held, n, exact, f"j1 {target}")


def shoot(table: Table, attacker: int, target: int) -> bool:
    """A rifle shot answered whenever it can be; True when the target is captured."""
    answer = answer_of(table, target, RIFLE, 3, FAR)
    settle_attack(table.game, table.rules, table.players, table.tally, I(attacker), I(target), I(RIFLE), I(3), I(FAR),
                  I(answer), None)  # fmt: skip
    return bool(table.game.over)


LEADERS = {"buzz": unit("war_cruiser"), "zurg": unit("space_cruiser")}


@pytest.mark.parametrize(("leader", "shots", "exact"), [
    ("buzz", 3, 53 / 134), ("buzz", 4, 0.813863), ("zurg", 3, 0.727801), ("zurg", 4, 0.974513),
])  # fmt: skip
def test_an_assault_captures_the_leader(leader: str, shots: int, exact: float) -> None:
    """j3: so many shots at a leader with 3 hits behind 5 random cards."""
    deals, n, at = Deals(12), 1500, unit(leader)
    captured = sum(
        any(shoot(table, LEADERS[leader], at) for _ in range(shots))
        for table in (deals.deal(b, at >> 4, 5) for b in range(n))
    )
    assert_near(captured, n, exact, f"j3 {leader} {shots}")


@pytest.mark.parametrize(("leader", "within"), [
    ("buzz", {3: 0.177184, 5: 0.562394, 8: 0.888029}), ("zurg", {3: 0.553530, 4: 0.861582}),
])  # fmt: skip
def test_a_siege_captures_the_leader_in_time(leader: str, within: dict[int, float]) -> None:
    """j3b: three cards drawn before each shot, one shot a turn; eight turns never fill a hand with answers to keep."""
    deals, n, at = Deals(13), 1200, unit(leader)
    fell = np.zeros(9, int)
    for block in range(n):
        table = deals.deal(block, at >> 4, 0)
        for turn in range(1, 9):
            draw(table.game, table.rules, table.tally, I(at >> 4), I(3), None)
            keep_five_answers(table, at)
            if shoot(table, LEADERS[leader], at):
                fell[turn] += 1
                break
    for turn, exact in within.items():
        assert_near(int(fell[: turn + 1].sum()), n, exact, f"j3b {leader} {turn}")


def keep_five_answers(table: Table, target: int) -> None:
    """Hand limit: of more than five answers the highest lines go; other cards are none of the siege's business."""
    hand, side = table.game.hand, target >> 4
    lines = [int(c) for c in np.flatnonzero(hand[side])
             if is_answer(table.game, table.rules, I(c), I(target), I(RIFLE), I(3), I(FAR))]  # fmt: skip
    while sum(int(hand[side, c]) for c in lines) > 5:
        last = max(c for c in lines if hand[side, c])
        hand[side, last] -= 1
        table.game.hand_n[side] -= 1


@pytest.mark.parametrize(("side", "exact"), [(RANGERS, 2382 / 737), (ZURG, 14754 / 4355)])
def test_draw_cards_are_chained(side: int, exact: float) -> None:
    """j9: cards seen in the first Orders Phase when draw cards are played at once (window O: SC-13, SC-46..SC-48)."""
    deals, seen = Deals(14, {"cards": {"x_timing": "orders_only"}}), []
    for block in range(3000):
        table = deals.deal(block, side, 0)
        before = int(table.tally.card_drawn[side].sum())
        orders_phase(table.game, table.rules, table.players[0], table.tally, None)
        seen.append(int(table.tally.card_drawn[side].sum()) - before)
    assert abs(np.mean(seen) - exact) < 4 * np.std(seen) / sqrt(len(seen)), (np.mean(seen), exact)


@pytest.mark.parametrize(("side", "exact"), [(RANGERS, 23742 / 47905), (ZURG, 6915 / 47905)])
def test_a_shot_in_the_first_turn(side: int, exact: float) -> None:
    """j8: after at most one single move some unit can attack, whichever three cards the shuffle dealt."""
    deals, n, shots = Deals(15), 600, 0
    for block in range(n):
        hand = deals.deal(block, side, 3).game.hand[side]
        shots += can_shoot(side, tuple(name for name, k in zip(CARD_NAMES, hand) for _ in range(k)))
    assert_near(shots, n, exact, f"j8 {side}")


@cache
def can_shoot(side: int, cards: tuple[str, ...]) -> bool:
    """One Move play at most, then one attack; a hand without an Attack card and without a Special never shoots."""
    if not any(CARD_FACTS[line(name)]["type"] == "A" or name == "special" for name in cards):
        return False
    table = Table().lay_out().give(side, *cards)
    table.game.side = side
    if attacks(table, side):
        return True
    n = len(moves(table, side))
    start, options = table.game.copy(), [I(o) for o in table.game.options[:n]]
    for option in options:
        for name in start.dtype.names:
            table.game[name] = start[name]
        play_single(table.game, table.rules, table.tally, I(side), option, None)
        if attacks(table, side):
            return True
    return False
