"""Trials of torpedoes, planets, busters, carriers, mines, events, salvage (tables of `odds_assault.py`)."""

from __future__ import annotations

from balance.games.contract import PlayerChoice
from balance.games.planet_busters.kernel import aftermath, carriers, events, pairing, planets, torpedoes
from balance.games.planet_busters.kernel.table import bench
from balance.games.planet_busters.ruleset import load_players
from tests.games.planet_busters.agreement import Trial, armed, figure, fire, gone, trial
from tests.games.planet_busters.positions import Position
from tests.games.planet_busters.steps import agents, revolt, shuffle_orbit, spy, torpedo_step
from tests.games.planet_busters.trials_lasers import shots


@trial
def torpedo_three_on_a_colony() -> Trial:
    p = Position()
    fleet = p.orbit(0, "zerstor", "zerstor", "zerstor")
    (colony,) = p.orbit(1, "colony_columbia")
    p.attack(1, fleet)

    def act() -> list[int]:
        torpedo_step(p.st, p.rules, p.players, p.tally)
        return [*gone(p, colony), sum(gone(p, *fleet))]

    return p, act, [figure("torpedo", row) for row in ("target lost", "expected ships lost in return")]


def guess(own: int) -> Trial:
    """A torpedo of somebody who always picks `own` at somebody who never picks 1 or 10."""
    p = Position()
    models = [[int(n == own) for n in range(1, 11)], [0, 1, 1, 1, 1, 1, 1, 1, 1, 0]]
    choices = [PlayerChoice("greedy", {"number_model": model}) for model in models]
    p.players = bench(load_players(p.ruleset, choices))
    (ship,) = p.orbit(0, "zerstor")
    (target,) = p.orbit(1, "scout")
    p.attack(1, [ship])

    def act() -> list[int]:
        torpedoes.torpedo_orbit(p.st, p.rules, p.players, p.tally, None, p.unit(ship), p.target(target))
        return gone(p, target)

    return p, act, [figure("torpedo_numbers", own, "hit")]


@trial
def torpedo_numbers_at_the_edge() -> Trial:
    return guess(1)


@trial
def torpedo_numbers_inside() -> Trial:
    return guess(5)


@trial
def capture_with_lasers_and_torpedo() -> Trial:
    p = Position()
    fleet = p.orbit(0, "conicle", "whirler")
    p.rack(0, "fuel 7")
    p.planets(1, 9)
    p.attack(1, fleet)

    def act() -> list[int]:
        planets.capture_planets(p.st, p.rules, p.players, p.tally, None)
        return [int(p.worlds(0) == [9])]

    return p, act, [figure("capture", 9, "captured", shots="w,3", torpedoes=1)]


def busting(value: int, picket: str, planet: int) -> tuple[Position, int, int]:
    """A buster paired with a picket, and a planet behind it."""
    p = Position()
    p.planets(1, planet)
    (buster,) = p.rack(0, f"buster {value}")
    (piece,) = p.orbit(1, picket)
    p.attack(1, [], busters=[buster])
    return p, buster, piece


def strike(p: Position, buster: int) -> list[int]:
    """Bust what there is: whether the buster got through, and whether no planet is left."""
    through = int(p.here(buster))
    planets.bust_planets(p.st, p.rules, p.players, p.tally, None)
    return [through, int(p.worlds(1) == [])]


@trial
def buster_past_a_picket() -> Trial:
    p, buster, zerstor = busting(5, "zerstor", 6)
    armed(p, [(buster, zerstor)], [(zerstor, buster)])

    def act() -> list[int]:
        fire(p)
        if p.here(buster):
            torpedoes.torpedo_fleet(p.st, p.rules, p.players, p.tally, None, p.target(zerstor), p.unit(buster))
        return strike(p, buster)

    wanted = {"picket": "armed", "number": 2, "torpedoes": 1}
    return p, act, [figure("buster", (5, 6), column, **wanted) for column in ("through", "destroyed")]


@trial
def buster_past_mines() -> Trial:
    p, buster, mines = busting(7, "mines", 3)
    armed(p, [(buster, mines)])

    def act() -> list[int]:
        pairing.set_off_mines(p.st, p.rules, p.tally, None)
        return strike(p, buster)

    return p, act, [figure("buster", (7, 3), column, picket="mines") for column in ("through", "destroyed")]


@trial
def salvo_of_all() -> Trial:
    p = Position()
    p.planets(1, 9)
    p.attack(1, [], busters=p.rack(0, *(f"buster {value}" for value in range(3, 8))))

    def act() -> list[int]:
        planets.bust_planets(p.st, p.rules, p.players, p.tally, None)
        return [int(p.worlds(1) == [])]

    return p, act, [figure("salvo", 9, "destroyed")]


# ---- carriers, mines, events, salvage ----------------------------------------------------------------------------------------


@trial
def carrier_two() -> Trial:
    p = Position()
    p.rack(0, "fuel 7")
    p.orbit(1, "scout")
    p.attack(1, p.orbit(0, "carrier", "carrier"))

    def act() -> list[int]:
        carriers.launch_attack_drones(p.st, p.rules, p.players, p.tally, None)
        made = int(p.st.un) - 2
        return [int(made == 4), int(made >= 8)]

    return p, act, [figure("carrier", 4, "exactly", carriers=2), figure("carrier", 8, "at_least", carriers=2)]


@trial
def mines_two_units() -> Trial:
    p, fleet, _ = shots(["scout", "scout"], "mines")

    def act() -> list[int]:
        pairing.set_off_mines(p.st, p.rules, p.tally, None)
        lost = sum(gone(p, *fleet))
        return [int(lost == 2), int(lost == 0)]

    return p, act, [figure("mines", lost, "exactly") for lost in (2, 0)]


@trial
def meteor_six_ships() -> Trial:
    p = Position()
    fleet = p.orbit(0, *["scout"] * 6)
    (storm,) = p.rack(1, "meteor_storm")
    p.attack(1, fleet)

    def act() -> list[int]:
        events.meteor_storm(p.st, p.rules, p.tally, None, storm)
        return [int(sum(gone(p, *fleet)) <= 2)]

    return p, act, [figure("meteor", 4, "at_least")]


@trial
def events_by_agents() -> Trial:
    p = Position({"mutiny_odds": 3})
    (target,) = p.orbit(1, "scout")
    sabotage, mutiny = p.rack(0, "sabotage", "mutiny")

    def act() -> list[int]:
        return [agents(p.st, p.rules, p.tally, 0, piece, target) for piece in (sabotage, mutiny)]

    return p, act, [figure("events", "sabotage succeeds"), figure("events", "mutiny succeeds", mutiny_odds=3)]


@trial
def events_revolts() -> Trial:
    p = Position()
    cards = p.rack(0, "revolt", "revolt")
    (planet,) = p.planets(1, 5)

    def act() -> list[int]:
        first, second = (revolt(p.st, p.rules, p.tally, card, 1, planet) for card in cards)
        return [first, first | second]

    return p, act, [figure("events", "revolt succeeds"), figure("events", "one of two revolt cards succeeds")]


@trial
def events_spy() -> Trial:
    p = Position()
    (card,) = p.rack(0, "spy")
    p.orbit(1, *["scout"] * 6)

    def act() -> list[int]:
        seen = spy(p.st, p.rules, p.tally, card, 1)
        return [int(seen == 6), seen]

    return p, act, [figure("events", "Spy sees all 6"), figure("events", "pieces the Spy sees on average")]


@trial
def events_scout_finds_one_of_the_ring() -> Trial:
    p = Position()
    (scout,) = p.orbit(0, "scout")
    wanted, *_ = p.orbit(1, "deathon", *["zerstor"] * 7)

    def act() -> list[int]:
        shuffle_orbit(p.st, 1)
        p.attack(1, [scout])
        pairing.open_pairing(p.st, p.rules)
        pairing.pair(p.st, p.rules, None, p.unit(scout), 2)
        return [int(p.st.up[wanted])]

    return p, act, [figure("events", "a scout finds one given piece of 8")]


@trial
def salvage_contest() -> Trial:
    p = Position()
    fleet = p.orbit(0, "salvage_vessel")
    p.orbit(1, "salvage_vessel")
    wreck = p.take("deathon")
    p.attack(1, fleet)
    p.st.wreck[0], p.st.wreck_n, p.st.wreck_owner[wreck] = wreck, 1, 1

    def act() -> list[int]:
        ties = int(p.tally.duel_ties)
        aftermath.close_battle(p.st, p.rules, p.players, p.tally, None, 1)
        assert (wreck in p.ring(0)) != (wreck in p.ring(1))
        return [int(wreck in p.ring(0)), int(p.tally.duel_ties) - ties]

    return p, act, [figure("salvage", "attacker gets it"), figure("salvage", "first throw is a tie")]
