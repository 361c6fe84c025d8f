"""The naive twin on the worked examples of section 14: it must be right before it can prove anything."""

from __future__ import annotations

from typing import Any

import pytest

from balance.games.astronuts.ruleset import load_ledger, load_policies
from tests.games.astronuts.naive import Game, play
from tests.games.astronuts.naive_board import NAMES, board_of
from tests.games.astronuts.naive_players import Sober
from tests.games.astronuts.naive_row import end_reason, winners
from tests.games.astronuts.naive_setup import choose_homes
from tests.kit.naive_philox import Luck


class Scripted(Sober):
    """A player who does what the example says; everything else as the heuristics do."""

    def __init__(self, g: Game, weights: dict[str, Any]) -> None:
        super().__init__(g, {**weights, "gift_order": ["63"]})
        self.declared = 1
        self.steps: list[tuple[Any, ...]] = []
        self.crossing = True
        self.hole: int | None = None
        self.agrees = True

    def declare(self, seat: Any) -> int:
        return self.declared

    def step(self, seat: Any) -> tuple[Any, ...]:
        return self.steps.pop(0) if self.steps else ("stop",)

    def warp(self, seat: Any, kind: str, **context: Any) -> bool:
        return kind == "attack" and context.get("face") == 1

    def pay(self, seat: Any, colours: list[int]) -> int:
        return min(colours)

    def cross(self, seat: Any, k: int) -> bool:
        return self.crossing

    def jump(self, seat: Any, k: int, holes: list[int]) -> int | None:
        return self.hole

    def consent(self, seat: Any, asker: Any) -> bool:
        return self.agrees


def position(**rules: Any) -> Game:
    """lattice49, two seats, homes 0 and 48, twelve coins of each colour on the planets, one ship each at home."""
    values = {**load_ledger().resolve({"corner_rotation": "none", **rules}).values}
    weights = dict(load_policies().policies["colonist"].weights)
    g = Game(values, {}, [weights, weights], Luck(1), 0)
    g.minds = [Scripted(g, weights), Scripted(g, weights)]
    choose_homes(g)
    t = g.table
    assert [seat.home for seat in t.seats] == [0, 48]
    for planet in t.board.planets:
        for _ in range(3 if t.board.size[planet] == "large" else 2):
            colour = max((c for c in range(4) if c not in t.nuts[planet]), key=lambda c: (t.bank[c], -c))
            t.nuts[planet].append(colour)
            t.bank[colour] -= 1
    assert t.bank == [8, 8, 8, 8]
    t.start_planets = t.explored_before = 20
    t.round = 1
    return g


def put(g: Game, seat: int, ship: int, hand: str, colonies: dict[int, int] | None = None) -> None:
    """Place a ship, fill a hand from the bank, stand colonies."""
    t = g.table
    owner = t.seats[seat]
    t.place_ship(owner, ship)
    for colour, n in enumerate(int(digit) for digit in hand):
        owner.hand[colour] += n
        t.bank[colour] -= n
    for planet, n in (colonies or {}).items():
        t.colonies[planet][seat] = n
        owner.supply -= n
        owner.count["founded"] += n


def bank_is(g: Game, wanted: str, surplus_to: int = 1) -> None:
    """Give what is too much in the bank to a seat (coins not listed lie with B)."""
    for colour, n in enumerate(int(digit) for digit in wanted):
        g.table.seats[surplus_to].hand[colour] += g.table.bank[colour] - n
        g.table.bank[colour] = n
    g.table.check()


def script(g: Game, seat: int, declared: int, *steps: tuple[Any, ...]) -> None:
    """What a seat declares and does."""
    g.minds[seat].declared, g.minds[seat].steps = declared, list(steps)


def test_me1_the_rulebooks_example_of_play() -> None:
    g = position()
    t = g.table
    a, b = t.seats
    b.hand = [len([0 for c in t.nuts[16] if c == colour]) for colour in range(4)]
    t.nuts[16] = []
    t.explored_before = 19
    put(g, 0, 0, "1111")
    put(g, 1, 16, "0000", {16: 2})
    for colour in (0, 2, 3):
        a.tech[colour] = True
        a.marker[colour] += 1
        t.bank[colour] -= 1
    bank_is(g, "5555")
    attack = ("attack", 0, 16, 1)
    script(g, 0, 4, ("move", 0, 1), ("move", 0, 8), ("move", 0, 9), *[attack] * 4, ("move", 0, 16), ("colonise", 0))
    g.dice.force([6, 5, 6, 1, 3, 2, 6, 6, 2, 2, 5, 1])
    g.turn(a)
    assert not g.dice.forced
    assert a.hand == [1, 2, 1, 1] and t.bank == [5, 4, 5, 5]
    assert t.colonies[16] == [1, 0] and a.supply == 13
    assert b.supply == 14 and not b.fleet()
    n = a.count
    wanted = {"x_sum": 9, "a_move": 4, "a_attack": 4, "kill_ship": 1, "kill_col": 2, "tw_att": 1, "a_colonise": 1,
              "founded": 1, "nuts_fate": 2, "x_unused": 0}  # fmt: skip
    assert {key: n[key] for key in wanted} == wanted
    assert t.fate[51] == 1 and t.count["landings"] == 1
    script(g, 1, 1)
    g.dice.force([1])
    g.turn(b)
    assert [ship.space for _, ship in b.fleet()] == [48] and b.count["respawns"] == 1


@pytest.mark.parametrize(("shields", "lost"), [(False, 3), (True, 1)])
def test_me1_with_mega_shields(shields: bool, lost: int) -> None:
    """With Mega Shields B's totals would be 7, 3, 7, 3: only the second attack, 4 against 3, still wins."""
    g = position()
    t = g.table
    put(g, 0, 9, "0000")
    put(g, 1, 16, "0000", {16: 2})
    t.seats[0].tech = [True, False, False, True]
    t.seats[1].tech[1] = shields
    script(g, 0, 2, *[("attack", 0, 16, 1)] * 4)
    g.dice.force([2, 5, 6, 1, 3, 2, 6, 6, 2, 2])
    g.turn(t.seats[0])
    assert t.seats[0].count["kill_ship"] + t.seats[0].count["kill_col"] == lost
    assert t.seats[1].count["def_held"] == 4 - lost


def test_me2_failed_declaration_and_toxic_air() -> None:
    g = position()
    t = g.table
    a = t.seats[0]
    put(g, 0, 9, "1111")
    put(g, 1, 48, "0000")
    before = list(t.bank)
    script(g, 0, 5, ("move", 0, 16), ("colonise", 0), ("colonise", 0))
    g.dice.force([3, 2, 1, 3, 4])
    g.turn(a)
    assert a.hand == [0, 0, 1, 1] and a.supply == 13 and t.colonies[16] == [1, 0]
    assert (a.count["died"], a.count["founded"], a.count["x_sum"]) == (1, 1, 3)
    assert t.bank == [before[0] + 1, before[1] + 1, before[2], before[3]]


def test_me3_short_bank_and_the_genii() -> None:
    g = position()
    t = g.table
    a = t.seats[0]
    put(g, 0, 1, "0000")
    put(g, 1, 48, "0000")
    bank_is(g, "3210")
    script(g, 0, 2, ("move", 0, 2), ("move", 0, 3), ("move", 0, 4), ("colonise", 0))
    g.dice.force([5, 5, 5, 6, 6])
    g.turn(a)
    assert t.colonies[0] == [1, 0] and t.colonies[4] == [1, 0]
    assert a.hand == [0, 1, 1, 0] and t.bank == [3, 1, 0, 0] and a.supply == 12
    assert (a.count["founded"], a.count["founded_free"], t.count["bank_refusals"]) == (2, 1, 1)
    assert (t.fate[55], t.fate[66], t.fate[63]) == (1, 1, 0)


THIRTEEN_A = {0: 3, 2: 2, 4: 2, 6: 3, 10: 2, 14: 1}
THIRTEEN_B = {48: 3, 46: 2, 44: 2, 42: 3, 38: 2, 34: 1}


def end_position(goal_end: str) -> Game:
    g = position(goal_end=goal_end)
    put(g, 0, 14, "1111", THIRTEEN_A)
    put(g, 1, 34, "1110", THIRTEEN_B)
    assert g.table.bank == [6, 6, 6, 7]
    script(g, 0, 5, ("colonise", 0))
    g.dice.force([3])
    g.turn(g.table.seats[0])
    return g


def test_me4_the_goal_ends_the_game_at_once() -> None:
    g = end_position("immediate")
    assert g.table.over and g.table.bank == [7, 6, 6, 7]
    assert g.table.seats[0].count["x_unused"] == 2
    assert winners(g) == ([0], 0) and end_reason(g) == 1
    assert [g.table.colonies_of(seat) for seat in g.table.seats] == [14, 13]


def test_me4_the_goal_makes_this_round_the_last() -> None:
    g = end_position("end_of_round")
    assert not g.table.over and g.table.goal_reached
    script(g, 1, 1, ("colonise", 0))
    g.dice.force([4])
    g.turn(g.table.seats[1])
    assert [g.table.colonies_of(seat) for seat in g.table.seats] == [14, 14]
    assert [seat.coins() for seat in g.table.seats] == [3, 2]
    assert winners(g) == ([0], 1) and end_reason(g) == 1


def asteroid_game(crossing: bool, *dice: int) -> Game:
    g = position(asteroids=True, astroholes=True)
    put(g, 0, 16, "0000")
    put(g, 1, 48, "0000")
    g.minds[0].crossing = crossing
    steps = [("move", 0, 17), ("move", 0, 18)] if crossing else [("move", 0, 17)]
    script(g, 0, 2, *steps)
    g.dice.force(list(dice))
    g.turn(g.table.seats[0])
    return g


def test_me5_crossing_an_asteroid_space() -> None:
    g = asteroid_game(True, 4, 2, 4, 1)
    a = g.table.seats[0]
    assert [ship.space for _, ship in a.fleet()] == [18]
    assert a.count["a_move"] == 2 and a.count["x_unused"] == 2 and g.table.fate[41] == 1


def test_me5_stopping_needs_a_three() -> None:
    g = asteroid_game(False, 4, 2)
    assert not g.table.seats[0].fleet() and g.table.seats[0].count["asteroid_loss"] == 1


def test_me5_astroholes_shorten_the_way() -> None:
    g = position(asteroids=True, astroholes=True)
    t = g.table
    put(g, 0, 1, "0000")
    put(g, 1, 47, "0000")
    g.minds[0].hole = 40
    script(g, 0, 2, ("move", 0, 8), ("move", 0, 41), ("move", 0, 48))
    g.dice.force([4, 4, 1])
    g.turn(t.seats[0])
    assert [ship.space for _, ship in t.seats[0].fleet()] == [48]
    assert t.seats[0].count["a_move"] == 3 and t.board.walk[1][48] == 11


@pytest.mark.parametrize("agrees", [True, False])
def test_me6_passing_and_blocking(agrees: bool) -> None:
    g = position()
    t = g.table
    put(g, 0, 1, "0000")
    put(g, 1, 2, "0000")
    g.minds[1].agrees = agrees
    script(g, 0, 6, ("pass", 0, (2,), 3))
    g.dice.force([3])
    g.turn(t.seats[0])
    ((_, ship),) = t.seats[0].fleet()
    assert ship.space == (3 if agrees else 1)
    assert t.seats[0].count["x_unused"] == (1 if agrees else 3)
    assert t.count["blocked_pass"] == (0 if agrees else 1) and t.count["landings"] == 0


# ------------------------------------------------------------------------------------------------------ the boards

BOARD_TABLE = {  # spaces, edges, large, small, Nuts, holes, asteroids, to next planet, adjacent homes, opposite homes
    "lattice49": (49, 84, 8, 12, 48, [8, 12, 36, 40], [17, 23, 24, 25, 31], 2, 6, 12),
    "compact25": (25, 40, 8, 12, 48, [6, 8, 16, 18], [12], 1, 4, 8),
    "long45": (45, 48, 9, 4, 35, [2, 14, 30, 42], [6, 12, 32, 38], 4, 8, 16),
}


@pytest.mark.parametrize(("name", "wanted"), BOARD_TABLE.items())
def test_boards_are_those_of_the_spec(name: str, wanted: tuple[Any, ...]) -> None:
    values = dict(load_ledger().resolve({"asteroids": True, "astroholes": True}).values)
    board = board_of({"board": name}, values)
    sizes = list(board.size.values())
    home, second, opposite = board.homes[0], board.homes[1], board.homes[2]
    nearest = min(board.walk[home][planet] for planet in board.planets if planet != home)
    asteroids = [space for space, kind in enumerate(board.kind) if kind == "asteroid"]
    assert wanted == (
        board.spaces, sum(map(len, board.neighbours)) // 2, sizes.count("large"), sizes.count("small"),
        3 * sizes.count("large") + 2 * sizes.count("small"), board.holes, asteroids, nearest,
        board.walk[home][second], board.walk[home][opposite],
    )  # fmt: skip


@pytest.mark.parametrize("name", NAMES[:3])
def test_a_quarter_turn_maps_the_board_onto_itself(name: str) -> None:
    """Invariant 12: spaces, neighbours and distances one to one, homes to the next corner."""
    values = dict(load_ledger().resolve({"asteroids": True, "astroholes": True}).values)
    board = board_of({"board": name}, values)
    turn = board.turned
    assert sorted(turn) == list(range(board.spaces))
    for space in range(board.spaces):
        assert board.kind[space] == board.kind[turn[space]]
        assert board.size.get(space) == board.size.get(turn[space])
        assert sorted(turn[y] for y in board.neighbours[space]) == board.neighbours[turn[space]]
        assert all(board.distance[space][y] == board.distance[turn[space]][turn[y]] for y in range(board.spaces))
    assert [turn[home] for home in board.homes] == [*board.homes[1:], board.homes[0]]
    for number, home in enumerate(board.homes):
        assert board.own_numbers(number)[home] == board.homes[0]


@pytest.mark.parametrize("policy", ["colonist", "raider"])
def test_heuristic_games_do_not_depend_on_the_corner(policy: str) -> None:
    """Invariant 12: the same dice and the same deal in own numbering give the same game from every corner."""
    values = {**load_ledger().resolve({}).values}
    weights = load_policies().policies[policy].weights

    def game(shift: int) -> dict[str, Any]:
        return play(values, {}, [(policy, weights)] * 4, _SameLuck(9), shift, [0, 1, 2, 3])[0]

    first = game(0)
    assert all(game(shift) == first for shift in (1, 2, 3))


class _SameLuck(Luck):
    """Every block has the luck of block 0."""

    def game(self, source: int, block: int) -> int:
        return 0


def test_asteroids_without_asteroid_spaces_change_nothing() -> None:
    """Invariant 14."""
    weights = load_policies().policies["colonist"].weights
    rows = []
    for on in (False, True):
        values = load_ledger().resolve({"asteroids": on}).values
        rows.append(play(values, {"board": "tiny5"}, [("colonist", weights)] * 2, Luck(3), 5, [0, 1])[0])
    assert rows[0] == rows[1]


def test_illegal_steps_are_program_errors() -> None:
    """Invariant 17."""
    g = position()
    put(g, 0, 0, "0000")
    put(g, 1, 48, "0000")
    script(g, 0, 1, ("move", 0, 30))
    g.dice.force([6])
    with pytest.raises(AssertionError, match="illegal step"):
        g.turn(g.table.seats[0])
