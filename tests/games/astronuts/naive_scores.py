"""The scoring policies of the naive twin: the table of candidates of section 8, candidate by candidate."""

from __future__ import annotations

from math import floor
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.games.astronuts.naive_legal import (
    attacks,
    can_build,
    can_buy,
    can_colonise,
    can_extract,
    extract_price,
    founding_price,
    legal_steps,
    may_pass,
    surcharge,
)
from tests.games.astronuts.naive_players import Random, Sober, fixed_point, win_chances
from tests.games.astronuts.naive_table import Seat, Ship

if TYPE_CHECKING:
    from tests.games.astronuts.naive import Game

COLONISE, EXTRACT, MOVE, POSITION, ATTACK, TECHNOLOGY, BUILD = range(7)  # rows of the table, in its order
LEAST_COST = 0.1


class Candidate(NamedTuple):
    """One line of the score table; sorted best first by `rank`."""

    score: int
    row: int
    ship: int
    space: int  # in own numbering
    other: int  # seat or colour
    step: tuple[Any, ...]  # the step itself, or ("goal", space) for moves
    cost: float

    def rank(self) -> tuple[int, ...]:
        """Highest score, then earlier row, lower ship, space, seat or colour."""
        return (-self.score, self.row, self.ship, self.space, self.other)


class Scored(Sober):
    """A policy that takes the candidate with the best value per action."""

    target = -1  # the planet the last move was for
    arrive = 0  # how near it wants to get: 0 onto it, 1 beside it

    def step(self, seat: Seat) -> tuple[Any, ...]:
        """D4: the best candidate whose first step is legal now."""
        forced = [(k, ship) for k, ship in seat.fleet() if ship.must_move]
        if forced:
            return self.forced_step(seat, *forced[0])
        for candidate in sorted(self.candidates(seat), key=Candidate.rank):
            if candidate.score <= 0:
                break
            step = self.first_step(seat, candidate)
            if step is not None:
                return step
        return ("stop",)

    def forced_step(self, seat: Seat, k: int, ship: Ship) -> tuple[Any, ...]:
        """AN-73: after an announced crossing the ship's next action is to move on."""
        options = self.move_candidates(seat, k, ship) + self.position_candidates(seat, k, ship)
        for candidate in sorted(options, key=Candidate.rank):
            step = self.first_step(seat, candidate)
            if step is not None:
                return step
        steps = legal_steps(self.g, seat)
        return steps[0] if steps else ("stop",)

    # ---- the table

    def nut(self, seat: Seat) -> float:
        """n_v: what a coin is worth."""
        return self.w["w_nut"] if seat.coins() < 6 else 0.4 * self.w["w_nut"]

    def lead(self, seat: Seat) -> int:
        """Own colonies less the best other's."""
        t = self.g.table
        return t.colonies_of(seat) - max(t.colonies_of(other) for other in t.seats if other is not seat)

    def finish(self, seat: Seat) -> float:
        """fin: emptying the last planet ends the game."""
        if self.g.table.planets_with_nuts() != 1:
            return 0.0
        lead = self.lead(seat)
        return self.w["w_finish"] * (1.0 if lead > 0 else -1.0 if lead < 0 else -0.2)

    def time_left(self, seat: Seat) -> float:
        """tf: how much of the race is left."""
        t = self.g.table
        best = max(t.colonies_of(other) for other in t.seats)
        explored = t.planets_with_nuts() / t.start_planets if t.start_planets else 0.0
        return min(explored, 1.0 - best / self.g.values["goal_colonies"])

    def leader(self, other: Seat) -> float:
        """L: attacks on a seat with most colonies count more."""
        t = self.g.table
        best = max(t.colonies_of(seat) for seat in t.seats)
        return self.w["leader"] if best > 0 and t.colonies_of(other) == best else 1.0

    def win(self, seat: Seat, other: Seat) -> float:
        """p = P(win) of one attack with present technologies."""
        return float(win_chances(self.g.table.edge(seat, other), self.g.values["attack_tie"])[0])

    def candidates(self, seat: Seat) -> list[Candidate]:
        """All candidates that are legal now, except that moves still look for their first step."""
        found: list[Candidate] = []
        for k, ship in seat.fleet():
            found += self.colonise_candidates(seat, k, ship)
            found += self.extract_candidates(seat, k, ship)
            found += self.move_candidates(seat, k, ship)
            found += self.position_candidates(seat, k, ship)
            found += self.attack_candidates(seat, k, ship)
        return found + self.technology_candidates(seat) + self.build_candidates(seat)

    def colonise_candidates(self, seat: Seat, k: int, ship: Ship) -> list[Candidate]:
        """Row 1."""
        survival = (6 - ship.death) / 6
        if not can_colonise(self.g, seat, ship) or survival < self.w["min_surv"]:
            return []
        actions, nuts, _ = founding_price(self.g, ship)
        value = self.w["w_col"] * survival - self.nut(seat) * nuts
        return [self.line(value, max(actions, LEAST_COST), COLONISE, k, ("colonise", k))]

    def extract_candidates(self, seat: Seat, k: int, ship: Ship) -> list[Candidate]:
        """Row 2."""
        if not can_extract(self.g, seat, ship):
            return []
        coins = len(self.g.table.nuts[ship.space])
        value = self.nut(seat) * (coins - ship.extract_toll) + self.finish(seat)
        return [self.line(value, max(extract_price(self.g, ship), LEAST_COST), EXTRACT, k, ("extract", k))]

    def move_candidates(self, seat: Seat, k: int, ship: Ship) -> list[Candidate]:
        """Row 3."""
        t, v, found = self.g.table, self.g.values, []
        if "move" in ship.barred:
            return found
        n_v = self.nut(seat)
        for q in t.board.planets:
            if q == ship.space or t.ship_at(q) is not None:
                continue
            nuts = len(t.nuts[q])
            money = seat.coins() + nuts
            affordable = money // v["cost_colonise_nuts"] if v["cost_colonise_nuts"] else 3
            m = min(t.free_slots(q), affordable, seat.supply, 3)
            value = n_v * nuts + m * (self.w["w_col"] - n_v * v["cost_colonise_nuts"]) - 0.03 * self.w["w_ship2"]
            value += self.finish(seat) if nuts else 0.0
            cost = t.board.distance[ship.space][q] * v["cost_move"] + surcharge(self.g, ship)
            cost += (v["cost_extract"] if nuts else 0) + m * v["cost_colonise_actions"]
            found.append(self.line(value, cost, MOVE, k, ("goal", q), seat.own[q]))
        return found

    def position_candidates(self, seat: Seat, k: int, ship: Ship) -> list[Candidate]:
        """Row 4."""
        t, v, found = self.g.table, self.g.values, []
        if "move" in ship.barred or "attack" in ship.barred:
            return found
        for q in t.board.planets:
            n = 1 if q == ship.space else t.board.distance[ship.space][q] - 1
            if n < 1:
                continue
            for other in t.seats:
                there = t.ship_at(q)
                ships = 1 if there is not None and there[0] is other else 0
                colonies = t.colonies[q][other.number]
                p = self.win(seat, other)
                immune = v["home_immune"] and q == other.home
                if other is seat or not (ships or colonies) or immune or p == 0:
                    continue
                value = self.leader(other) * (self.w["w_kcol"] * colonies + self.w["w_kship"] * ships)
                cost = n * v["cost_move"] + surcharge(self.g, ship) + (colonies + ships) * v["cost_attack"] / p
                found.append(self.line(value, cost, POSITION, k, ("beside", q), seat.own[q], other.number))
        return found

    def attack_candidates(self, seat: Seat, k: int, ship: Ship) -> list[Candidate]:
        """Row 5."""
        t, found = self.g.table, []
        for space, number in attacks(self.g, seat, ship):
            other = t.seats[number]
            there = t.ship_at(space)
            worths = [self.w["w_kship"]] if there is not None and there[0] is other else []
            if t.is_planet(space) and t.colonies[space][number]:
                worths.append(self.w["w_kcol"])
            value = self.leader(other) * self.win(seat, other) * min(worths)
            step = ("attack", k, space, number)
            found.append(self.line(value, self.g.values["cost_attack"], ATTACK, k, step, seat.own[space], number))
        return found

    def technology_candidates(self, seat: Seat) -> list[Candidate]:
        """Row 6."""
        v, tf = self.g.values, self.time_left(seat)
        return [
            self.line(
                self.w["w_tech"][c] * tf - self.nut(seat) * v["cost_tech_nuts"],
                max(v["cost_tech_actions"], LEAST_COST), TECHNOLOGY, 0, ("technology", c), 0, c,
            )
            for c in range(4) if can_buy(self.g, seat, c)
        ]  # fmt: skip

    def build_candidates(self, seat: Seat) -> list[Candidate]:
        """Row 7."""
        if not can_build(self.g, seat):
            return []
        on_board = len(seat.fleet())
        value = 2.0
        if on_board:
            weight = self.w["w_ship2"] if on_board == 1 else self.w["w_ship3"]
            value = weight * self.time_left(seat) - self.g.values["cost_build_colours"] * self.nut(seat)
        return [self.line(value, max(self.g.values["cost_build_actions"], LEAST_COST), BUILD, 0, ("build",))]

    @staticmethod
    def line(
        value: float, cost: float, row: int, ship: int, step: tuple[Any, ...], space: int = 0, other: int = 0
    ) -> Candidate:
        """Score = value / cost, in fixed point."""
        return Candidate(fixed_point(value / cost), row, ship, space, other, step, cost)

    # ---- the first step of a move

    def first_step(self, seat: Seat, candidate: Candidate) -> tuple[Any, ...] | None:
        """The step itself, or for a move the first step of the way; None strikes the candidate out."""
        if candidate.step[0] not in ("goal", "beside"):
            return candidate.step
        kind, q = candidate.step
        k = candidate.ship
        ship = seat.ships[k]
        step = self.walk(seat, k, ship, q) or self.hop(seat, k, ship, q, 2 if kind == "goal" else 3)
        if step is not None:
            self.target, self.arrive = q, (0 if kind == "goal" else 1)
        return step

    def walk(self, seat: Seat, k: int, ship: Ship, q: int) -> tuple[Any, ...] | None:
        """A free neighbour nearer to q: non-planets (or q itself) first, non-asteroids, lowest number."""
        t = self.g.table
        if t.actions < self.g.values["cost_move"] + surcharge(self.g, ship):
            return None
        near = t.board.distance[ship.space][q]
        free = t.free_neighbours(seat, ship.space)
        nearer = free if ship.space == q else [y for y in free if t.board.distance[y][q] < near]
        if not nearer:
            return None
        return ("move", k, min(nearer, key=lambda y: (*self.unpleasant(y, q), seat.own[y])))

    def unpleasant(self, space: int, q: int) -> tuple[bool, bool]:
        """Sort key: a planet on the way, then an asteroid."""
        return (self.g.table.is_planet(space) and space != q, self.g.table.board.kind[space] == "asteroid")

    def hop(self, seat: Seat, k: int, ship: Ship, q: int, least: int) -> tuple[Any, ...] | None:
        """A pass over one occupied neighbour, two steps nearer to q (from distance `least` on)."""
        t = self.g.table
        distance = [row[q] for row in t.board.distance]
        near = distance[ship.space]
        price = 2 * self.g.values["cost_move"] + surcharge(self.g, ship)
        if self.g.values["pass_chain_max"] < 1 or t.actions < price or near < least or ship.space == q:
            return None
        for y in t.in_own_order(seat, t.board.neighbours[ship.space]):
            if t.ship_at(y) is None or distance[y] != near - 1 or not may_pass(self.g, seat, y):
                continue
            behind = [z for z in t.free_neighbours(seat, y) if distance[z] == near - 2]
            if behind:
                z = min(behind, key=lambda z: (self.unpleasant(z, q)[0], seat.own[z]))
                return ("pass", k, (y,), z)
        return None

    # ---- on the way

    def cross(self, seat: Seat, k: int) -> bool:
        """D11: cross iff an action is left and a legal exit lies on the way."""
        t, ship = self.g.table, seat.ships[k]
        here = t.board.distance[ship.space][self.target]
        if here <= self.arrive or t.actions < self.g.values["cost_move"]:
            return False
        return any(t.board.distance[y][self.target] < here for y in t.free_neighbours(seat, ship.space))

    def jump(self, seat: Seat, k: int, holes: list[int]) -> int | None:
        """D11: jump iff it shortens the way to the current target."""
        t, ship = self.g.table, seat.ships[k]
        price = self.g.values["astrohole_jump_cost"]
        goal = min(holes, key=lambda hole: (t.board.walk[hole][self.target], seat.own[hole]))
        shorter = t.board.walk[goal][self.target] + price < t.board.walk[ship.space][self.target]
        return goal if shorter else None

    # ---- need and useful

    def useful_actions(self, seat: Seat) -> int:
        """c of the declaration modes `need` and `useful`: actions that would find a use, evaluated with a = 99."""
        t = self.g.table
        kept, t.actions = t.actions, 99
        total = 0.0
        for _, ship in seat.fleet():
            if t.is_planet(ship.space):
                nuts = len(t.nuts[ship.space])
                total += min(t.free_slots(ship.space), seat.supply, seat.coins() + nuts) + (1 if nuts else 0)
        options = sorted(self.candidates(seat), key=Candidate.rank)
        moves = [c for c in options if c.row == MOVE and c.score > 0]
        total += moves[0].cost if moves else 0.0
        if options and options[0].row == TECHNOLOGY and options[0].score > 0:
            total += self.g.values["cost_tech_actions"]
        t.actions = kept
        return max(1, min(12, floor(total)) - self.g.energy(seat))


def mind_of(g: Game, weights: dict[str, Any]) -> Sober | Any:
    """The player a policy's weights describe."""
    return Random(g, weights) if weights["steps"] == "random" else Scored(g, weights)
