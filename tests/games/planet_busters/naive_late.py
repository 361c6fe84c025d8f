"""Late events and chaff of the naive twin (PB-48, 49)."""

from __future__ import annotations

from tests.games.planet_busters.naive_after import orbit_is_clear
from tests.games.planet_busters.naive_battle import Battle
from tests.games.planet_busters.naive_chance import EVENT
from tests.games.planet_busters.naive_fleet import Target
from tests.games.planet_busters.naive_pieces import SABOTAGE, Piece, faces_that_bite


def late_events(b: Battle) -> None:
    """PB-48: the attacker's Sabotage and Mutiny."""
    b.attacker.mind.begin_late_events(b)
    while True:
        choice = b.attacker.mind.late_event(b)
        if choice is None:
            return
        event, target = choice
        odds = "sabotage_odds" if event.kind == SABOTAGE else "mutiny_odds"
        bites = b.chance.die(EVENT, event) in faces_that_bite(b.values[odds])
        b.event_used(b.attacker.seat, event, bites)
        b.log("late event", event, target, bites)
        b.world.play_from_rack(b.attacker.seat, event)
        if bites:
            leave(b, target, event)


def leave(b: Battle, target: Target, event: Piece) -> None:
    """The piece is destroyed or hides; a drone on it takes its place, else the pairing is void."""
    piece, drone = target.piece, target.piece.drone
    piece.drone = None
    place = b.defender.ring.index(piece)
    b.defender.ring.remove(piece)
    if event.kind == SABOTAGE:
        b.lose(piece, b.defender, None)
    else:
        b.hide(piece, b.attacker)
    if drone is None:
        target.gone = True
        for unit in target.units:
            unit.void = True
        return
    b.defender.ring.insert(place, drone)
    target.piece = drone
    target.took_over = True
    target.activated = False
    target.fires, target.victim = drone.laser and bool(target.living), None  # it chooses when it fires


def chaff(b: Battle) -> None:
    """PB-49."""
    if b.chaffed:
        return
    card = b.defender.mind.chaff(b)
    if card is not None:
        b.event_used(b.defender.seat, card, True)
        b.world.play_from_rack(b.defender.seat, card)
        b.chaffed = True


def chaff_before_capture(b: Battle) -> None:
    """PB-49: where nothing is in orbit and nobody could pair, chaff may save the planets."""
    if b.chaffed or not b.fleet or b.had_targets or not orbit_is_clear(b):
        return
    card = b.defender.mind.late_chaff(b)
    if card is not None:
        b.event_used(b.defender.seat, card, True)
        b.world.play_from_rack(b.defender.seat, card)
        b.chaffed = True
