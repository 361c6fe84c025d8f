"""Exact tables of torpedoes, planets, busters, carriers, mines, events, tows and salvage (PB-22..36, 46, 60..71)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from balance.errors import InputError, Problem
from balance.games.contract import Cell, OddsColumn, OddsResult, OddsTable, Setting
from balance.games.planet_busters.exact import (
    NEVER,
    SURE,
    any_of,
    binomial,
    distance,
    drones_of,
    event,
    mines_kill,
    torpedo,
    tow_defence,
    volley,
)
from balance.games.planet_busters.odds_setting import (
    CURVE,
    MINES_ROLLS,
    WHIRLER,
    WIDTH,
    curve_of,
    numbers,
    table,
    two_columns,
    units,
    whirler_shots,
)

NUMBER = (0.0, 12.0)
TEN_WEIGHTS = "ten whole numbers, not all 0"


def torpedoes(settings: Mapping[str, Any]) -> OddsResult:
    """Torpedoes of a fleet at one target, which then fires its own at the ships (PB-60, 61)."""
    t = torpedo(settings["torpedo_width"], settings["wrap"])
    salvo = any_of([t] * settings["attacker_torpedoes"])
    replies, ships = settings["defender_torpedoes"], settings["attacker_ships"]
    if settings["torpedo_order"] == "alternate":
        target_lost, losses = _alternate(t, settings["attacker_torpedoes"], replies, ships)
    else:
        first = settings["torpedo_order"] == "attacker_all_first"
        target_lost = salvo
        losses = (1 - salvo if first else SURE) * _expected_losses(t, replies, ships)
    rows: list[tuple[Cell, ...]] = [
        ("one torpedo hits", t),
        ("target lost", target_lost),
        ("expected ships lost in return", losses),
    ]
    return two_columns("outcome", "what happens", rows, "both sides choose their numbers evenly")


def _expected_losses(t: Fraction, replies: int, ships: int) -> Fraction:
    """Ships lost to `replies` torpedoes fired one after the other, each at a ship still there."""
    return sum((min(k, ships) * binomial(replies, k, t) for k in range(replies + 1)), NEVER)


def _alternate(t: Fraction, salvo: int, replies: int, ships: int) -> tuple[Fraction, Fraction]:
    """One torpedo each in turn, attacker first, until the target is gone: (target lost, expected ships lost).

    The fleet's torpedoes are taken to be on ships that are not the ones lost.
    """
    alive, fired, losses = SURE, 0, NEVER
    for turn in range(max(salvo, replies)):
        if turn < salvo:
            alive *= 1 - t
        if turn < replies:
            before = _expected_losses(t, fired, ships)
            fired += 1
            losses += alive * (_expected_losses(t, fired, ships) - before)
    return 1 - alive, losses


def torpedo_numbers(settings: Mapping[str, Any]) -> OddsResult:
    """What each number hits when the other side picks 1..10 with known weights (PB-61)."""
    weights = numbers(settings["weights"], "weights", 0, 1000)
    total = sum(weights)
    if len(weights) != 10 or total == 0:
        raise InputError(problems=[Problem(("weights",), f"{settings['weights']!r} is no set of weights", TEN_WEIGHTS)])
    width, wrap = settings["torpedo_width"], settings["wrap"]
    rows: list[tuple[Cell, ...]] = []
    for own in range(1, 11):
        near = sum(w for number, w in enumerate(weights, 1) if distance(own, number, wrap) <= width)
        rows.append((own, Fraction(near, total)))
    return table((OddsColumn("number", "number chosen", "number"), OddsColumn("hit", "chance to hit")), rows)


def capture(settings: Mapping[str, Any]) -> OddsResult:
    """Chance to take a planet with the shots and torpedoes left once the orbit is empty (PB-62)."""
    curve = curve_of(settings)
    fleet = units(settings["shots"], "shots", whirler_shots(settings), empty=True)
    shots = [a for unit in fleet for a in unit]
    t = torpedo(settings["torpedo_width"]) if settings["torpedo_vs_planets"] else NEVER
    salvo = [t] * settings["torpedoes"]
    rows: list[tuple[Cell, ...]] = []
    for planet in range(1, 13):
        taken = any_of([volley(shots, planet, curve), *salvo])
        rows.append((planet, taken, taken * planet))
    columns = (
        OddsColumn("planet", "value of the planet", "points"),
        OddsColumn("captured", "chance to take it"),
        OddsColumn("expected", "points expected", "points"),
    )
    return table(columns, rows)


def buster(settings: Mapping[str, Any]) -> OddsResult:
    """Chance that a buster destroys a planet, bare or past one picket (PB-56, 61, 65)."""
    curve = curve_of(settings)
    spared, mined = SURE - torpedo(settings["torpedo_width"]), SURE - mines_kill(settings["mines_rolls"])
    rows: list[tuple[Cell, ...]] = []
    for value in numbers(settings["busters"], "busters"):
        for planet in range(1, 10):
            bare = curve.hit(value, planet)
            fire = {"armed": SURE - curve.hit(settings["number"], value), "mines": mined, "none": SURE}
            through = fire[settings["picket"]] * spared ** settings["torpedoes"]
            rows.append((value, planet, bare, through, through * bare))
    columns = (
        OddsColumn("buster", "number of the buster", "points"),
        OddsColumn("planet", "value of the planet", "points"),
        OddsColumn("bare", "chance against a bare planet"),
        OddsColumn("through", "chance to pass the picket"),
        OddsColumn("destroyed", "chance to destroy the planet past the picket"),
    )
    return table(columns, rows, "a buster paired with a colony attacks the colony: read its number as a planet")


def salvo(settings: Mapping[str, Any]) -> OddsResult:
    """Several busters at one bare planet, and a random buster at a random one (PB-65)."""
    curve, values = curve_of(settings), numbers(settings["busters"], "busters")
    rows: list[tuple[Cell, ...]] = []
    for planet in range(1, 10):
        rows.append((planet, volley(values, planet, curve), sum((curve.hit(v, planet) for v in values), NEVER)))
    columns = (
        OddsColumn("planet", "value of the planet", "points"),
        OddsColumn("destroyed", "at least one of the busters destroys it"),
        OddsColumn("expected_hits", "busters that would destroy it one by one", "hits"),
    )
    mean = sum((curve.hit(v, p) for v in values for p in range(1, 10)), NEVER) / (9 * max(1, len(values)))
    return table(columns, rows, f"a random buster at a random planet: {mean}")


def carrier(settings: Mapping[str, Any]) -> OddsResult:
    """Drones launched by activated carriers (PB-35)."""
    launch: dict[int, Fraction] = {0: SURE}
    for _ in range(settings["carriers"]):
        launch = _add_carrier(launch, settings["carrier_min_drones"], settings["drone_supply"])
    rows: list[tuple[Cell, ...]] = []
    for drones in sorted(launch):
        rows.append((drones, launch[drones], sum((p for n, p in launch.items() if n >= drones), NEVER)))
    mean = sum((n * p for n, p in launch.items()), NEVER)
    columns = (
        OddsColumn("drones", "drones launched in all", "drones"),
        OddsColumn("exactly", "exactly that many"),
        OddsColumn("at_least", "that many or more"),
    )
    return table(columns, rows, f"mean {mean}")


def _add_carrier(launch: Mapping[int, Fraction], minimum: int, supply: int) -> dict[int, Fraction]:
    after: dict[int, Fraction] = {}
    for so_far, p in launch.items():
        for face in range(1, 11):
            drones = min(supply, so_far + drones_of(face, minimum))
            after[drones] = after.get(drones, NEVER) + p / 10
    return after


def mines(settings: Mapping[str, Any]) -> OddsResult:
    """Units lost to mines out of those that must test (PB-46)."""
    n, lost = settings["units"], mines_kill(settings["mines_rolls"])
    return _counts(n, lost, "lost", "units destroyed")


def meteor(settings: Mapping[str, Any]) -> OddsResult:
    """Units of a fleet that go on after Meteor Storms (PB-32)."""
    goes_on = (1 - event(settings["meteor_odds"])) ** settings["storms"]
    return _counts(settings["units"], goes_on, "go_on", "units that go on")


def _counts(n: int, p: Fraction, name: str, meaning: str) -> OddsResult:
    exact = [binomial(n, k, p) for k in range(n + 1)]
    rows: list[tuple[Cell, ...]] = [
        (k, exact[k], sum(exact[k:], NEVER), sum(exact[: k + 1], NEVER)) for k in range(n + 1)
    ]
    columns = (
        OddsColumn(name, meaning, "units"),
        OddsColumn("exactly", "exactly that many"),
        OddsColumn("at_least", "that many or more"),
        OddsColumn("at_most", "that many or fewer"),
    )
    return table(columns, rows)


def events(settings: Mapping[str, Any]) -> OddsResult:
    """Sabotage, Mutiny, Revolt; Spy and scout finding pieces (PB-21, 22, 33, 34, 44)."""
    hidden, ring = settings["hidden"], settings["ring"]
    seen = [min(face, hidden) for face in range(1, 11)]
    around = 3 if settings["adjacency"] == "ring" else 2
    found = Fraction(min(ring, 3), ring) if around == 3 else Fraction(3 * ring - 2, ring * ring)
    rows: list[tuple[Cell, ...]] = []
    for name in ("sabotage", "mutiny", "revolt"):
        once = event(settings[f"{name}_odds"])
        rows += [(f"{name} succeeds", once), (f"one of two {name} cards succeeds", any_of([once, once]))]
    rows += [
        (f"Spy sees all {hidden}", Fraction(sum(1 for n in seen if n == hidden), 10)),
        ("pieces the Spy sees on average", Fraction(sum(seen), 10)),
        (f"a scout finds one given piece of {ring}", found),
    ]
    return two_columns("event", "what happens", rows, "adjacency row: the scout's target is taken at random")


def tow(settings: Mapping[str, Any]) -> OddsResult:
    """A tug with its tow under fire (PB-24)."""
    curve, defence = curve_of(settings), tow_defence(settings["tug"], settings["satellite"], settings["tow_rounding"])
    rows: list[tuple[Cell, ...]] = []
    for a in range(1, 10):
        hit = curve.hit(a, defence)
        rows.append((a, defence, hit, hit / 2, hit / 2))
    columns = (
        OddsColumn("firer", "battle number of the firer", "points"),
        OddsColumn("defence", "defence of tug and tow", "points"),
        OddsColumn("hit", "the pair is hit"),
        OddsColumn("tug_lost", "tug destroyed and tow captured"),
        OddsColumn("tow_lost", "tow destroyed, tug goes on alone"),
    )
    return table(columns, rows)


def salvage(settings: Mapping[str, Any]) -> OddsResult:
    """Two salvage vessels want the same wreck (PB-71)."""
    tie = sum((Fraction(1, 100) for _ in range(10)), NEVER)
    wins = {"dice": Fraction(1, 2), "attacker": SURE, "defender": NEVER, "wreck_owner": Fraction(1, 2)}
    reading = settings["salvage_contest"]
    diced = reading == "dice"
    rows: list[tuple[Cell, ...]] = [
        ("attacker gets it", wins[reading]),
        ("defender gets it", 1 - wins[reading]),
        ("first throw is a tie", tie if diced else NEVER),
        ("expected throws of the pair", 1 / (1 - tie) if diced else NEVER),
    ]
    return two_columns("outcome", "who salvages", rows, "wreck_owner: the wreck is taken to be either side's alike")


_ODDS = Setting(5, "faces of ten on which it bites", range=(0, 10))
TABLES = (
    OddsTable("torpedo", "Torpedoes and the reply", "PB-60 PB-61", {
        "torpedo_width": WIDTH, "wrap": Setting(True, "10 and 1 are neighbours"),
        "attacker_torpedoes": Setting(3, "torpedoes at the target", range=(0, 12)),
        "attacker_ships": Setting(3, "ships the reply may hit", range=(1, 12)),
        "defender_torpedoes": Setting(2, "torpedoes of the target", range=(0, 12)),
        "torpedo_order": Setting("attacker_all_first", "who fires when",
                                 choices=("attacker_all_first", "alternate", "simultaneous"))}, torpedoes),
    OddsTable("torpedo_numbers", "The best torpedo number", "PB-61", {
        "torpedo_width": WIDTH, "wrap": Setting(True, "10 and 1 are neighbours"),
        "weights": Setting("0,1,1,1,1,1,1,1,1,0", "how often the other side picks 1,2,..,10")}, torpedo_numbers),
    OddsTable("capture", "Capturing a planet", "PB-62", {
        "shots": Setting("3", "battle numbers that fire, w for a whirler, empty for none"),
        "torpedoes": Setting(0, "torpedoes left", range=(0, 12)), "torpedo_width": WIDTH,
        "torpedo_vs_planets": Setting(True, "torpedoes may take planets"), "whirler_shots": WHIRLER, **CURVE}, capture),
    OddsTable("buster", "Planet Buster hit odds", "PB-65", {
        "busters": Setting("3,4,5,6,7", "numbers of the busters"),
        "picket": Setting("none", "what the buster is paired with", choices=("none", "armed", "mines")),
        "number": Setting(1, "battle number of an armed picket", range=NUMBER),
        "torpedoes": Setting(0, "torpedoes aimed at the buster", range=(0, 8)), "torpedo_width": WIDTH,
        "mines_rolls": MINES_ROLLS, **CURVE}, buster),
    OddsTable("salvo", "All busters at one planet", "PB-65", {
        "busters": Setting("3,4,5,6,7", "numbers of the busters"), **CURVE}, salvo),
    OddsTable("carrier", "Drones launched", "PB-35", {
        "carriers": Setting(1, "carriers activated", range=(1, 6)),
        "carrier_min_drones": Setting(2, "least drones of a carrier", range=(0, 5)),
        "drone_supply": Setting(16, "drones in the box", range=(0, 30))}, carrier),
    OddsTable("mines", "Units lost to mines", "PB-46", {
        "units": Setting(2, "units that must test", range=(1, 40)),
        "mines_rolls": MINES_ROLLS}, mines),
    OddsTable("meteor", "Units past a Meteor Storm", "PB-32", {
        "units": Setting(6, "units in the fleet", range=(1, 40)),
        "storms": Setting(1, "storms played", range=(1, 4)), "meteor_odds": _ODDS}, meteor),
    OddsTable("events", "Events and reconnaissance", "PB-21 PB-22 PB-33 PB-34", {
        "sabotage_odds": _ODDS, "mutiny_odds": _ODDS, "revolt_odds": _ODDS,
        "hidden": Setting(6, "face-down pieces in the orbit", range=(1, 40)),
        "ring": Setting(8, "pieces in the orbit", range=(1, 40)),
        "adjacency": Setting("ring", "is the orbit closed", choices=("ring", "row"))}, events),
    OddsTable("tow", "Tug and tow under fire", "PB-24", {
        "tug": Setting(1, "number of the tug", range=NUMBER),
        "satellite": Setting(4, "number of the satellite", range=NUMBER),
        "tow_rounding": Setting("up", "how the mean is rounded", choices=("up", "down")), **CURVE}, tow),
    OddsTable("salvage", "Two claims to one wreck", "PB-71", {
        "salvage_contest": Setting("dice", "how it is settled",
                                   choices=("dice", "attacker", "defender", "wreck_owner"))}, salvage),
)  # fmt: skip
