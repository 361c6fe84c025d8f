"""Torpedoes, capture, busters, salvage and the way home in the naive twin (PB-60..74)."""

from __future__ import annotations

from tests.games.planet_busters.naive_battle import Battle
from tests.games.planet_busters.naive_chance import BUST, TOW
from tests.games.planet_busters.naive_chance import CAPTURE as CAPTURE_DICE
from tests.games.planet_busters.naive_fleet import Target, Unit
from tests.games.planet_busters.naive_pieces import COLUMBIA, DRONE, MINES, SALVAGE, SCREEN, WHIRLER, Piece, hits
from tests.games.planet_busters.naive_world import Player, World

# ---- PB-60, 61 -------------------------------------------------------------------------------------------------------


def torpedoes(b: Battle) -> None:
    order = b.values["torpedo_order"]
    if order == "simultaneous":
        simultaneous(b)
    elif order == "alternate":
        while attacker_fires_one(b) | defender_fires_one(b):
            pass
    else:
        while attacker_fires_one(b):
            pass
        while defender_fires_one(b):
            pass


def attacker_targets(b: Battle) -> list[Target]:
    """What the attacker may aim at, in ring order."""
    legal = []
    for target in b.targets:
        if target.gone:
            continue
        if target.withheld and b.values["rear_safe_from_torpedoes"]:
            continue
        if target.piece.up or b.values["torpedo_target_facedown"]:
            legal.append(target)
    return legal


def defender_targets(b: Battle) -> list[Unit]:
    """What the defender may aim at, in fleet order."""
    legal = []
    for unit in b.fleet:
        if unit.is_buster and not b.values["torpedo_vs_busters"]:
            continue
        if unit.target is None and b.values["rear_safe_from_torpedoes"]:
            continue
        legal.append(unit)
    return legal


def attacker_fires_one(b: Battle) -> bool:
    """The next torpedo of the fleet, in fleet order; False when there is none, or nothing to aim at."""
    shot = attacker_choice(b)
    if shot is None:
        return False
    unit, target, numbers = shot
    attacker_resolves(b, unit, target, numbers)
    return True


def attacker_choice(b: Battle) -> tuple[Unit, Target, tuple[int, int]] | None:
    firers = [unit for unit in b.fleet if unit.torpedoes_left > 0]
    legal = attacker_targets(b)
    if not firers or not legal or not b.attacker.mind.wants_torpedo(b):
        return None
    unit = b.attacker.mind.next_torpedo(firers)
    target = b.attacker.mind.torpedo_at_piece(b, unit, legal)
    unit.torpedoes_fired += 1
    return unit, target, secret_numbers(b, unit.piece, b.attacker, b.defender)


def secret_numbers(b: Battle, firer: Piece, owner: Player, other: Player) -> tuple[int, int]:
    """The firer's number first, then the other side's (PB-61)."""
    own = b.chance.torpedo_number(firer, owner.mind.number_model)
    return own, b.chance.torpedo_number(firer, other.mind.number_model)


def near(b: Battle, numbers: tuple[int, int]) -> bool:
    apart = abs(numbers[0] - numbers[1])
    return min(apart, 10 - apart) <= int(b.values["torpedo_width"])


def attacker_resolves(b: Battle, unit: Unit, target: Target, numbers: tuple[int, int]) -> None:
    b.count["torp_att"] += 1
    hit = near(b, numbers)
    b.log("torpedo", unit, target, numbers, hit)
    if not hit:
        return
    b.count["torp_hit_att"] += 1
    if target.gone:
        return
    if target.piece.drone is not None:
        b.lose_drone(target, unit.kind)
    elif target.is_mines:
        b.take_off(target)  # removed, neither a loss nor a kill
        b.world.throw(target.piece)
    else:
        b.remove_target(target, unit.kind)


def defender_fires_one(b: Battle) -> bool:
    shot = defender_choice(b)
    if shot is None:
        return False
    target, unit, numbers = shot
    defender_resolves(b, target, unit, numbers)
    return True


def defender_choice(b: Battle) -> tuple[Target, Unit, tuple[int, int]] | None:
    firers = [target for target in b.targets if not target.gone and target.torpedoes_left > 0]
    legal = defender_targets(b)
    if not firers or not legal:
        return None
    target = b.defender.mind.next_torpedo(firers)
    target.piece.up = True
    unit = b.defender.mind.torpedo_at_unit(b, target, legal)
    target.torpedoes_fired += 1
    return target, unit, secret_numbers(b, target.piece, b.defender, b.attacker)


def defender_resolves(b: Battle, target: Target, unit: Unit, numbers: tuple[int, int]) -> None:
    b.count["torp_def"] += 1
    hit = near(b, numbers)
    b.log("torpedo back", target, unit, numbers, hit)
    if hit:
        b.count["torp_hit_def"] += 1
        if unit.present:
            b.strike(unit, target.piece.kind, "torpedo")


def simultaneous(b: Battle) -> None:
    """All targets and numbers are fixed before any torpedo is resolved."""
    salvo, replies = [], []
    while (shot := attacker_choice(b)) is not None:
        salvo.append(shot)
    while (reply := defender_choice(b)) is not None:
        replies.append(reply)
    for unit, target, numbers in salvo:
        attacker_resolves(b, unit, target, numbers)
    for target, unit, numbers in replies:
        defender_resolves(b, target, unit, numbers)


# ---- PB-62..64 -------------------------------------------------------------------------------------------------------


def orbit_is_clear(b: Battle) -> bool:
    """Nothing that blocks a capture is left around the Sphere (PB-62, V14)."""
    blockers = b.defender.ring
    if b.values["capture_clear"] == "ships_only":
        blockers = [piece for piece in blockers if piece.cls in "SAD"]
    elif not b.values["mines_block_capture"]:
        blockers = [piece for piece in blockers if piece.kind != MINES]
    return not blockers


def capture(b: Battle) -> None:
    """Lasers in the attacker's order, then the torpedoes left, until a planet falls."""
    if not orbit_is_clear(b) or not b.fleet or not may_capture(b):
        return
    mind = b.attacker.mind
    mind.begin_capture(b)
    if not shots_left(b):
        return
    planet: Piece = mind.capture_planet(b)
    while may_capture(b):
        unit = mind.capture_shooter(b, planet)
        if unit is None:
            break
        if not unit.free_capture:
            b.pay(b.attacker, b.att, 1, "fire")
        planet = after_shot(b, planet, lasers_take(b, unit, planet))
    while b.values["torpedo_vs_planets"] and may_capture(b):
        firers = [unit for unit in b.fleet if unit.torpedoes_left > 0]
        if not firers:
            break
        unit = mind.next_torpedo(firers)
        unit.torpedoes_fired += 1
        hit = near(b, secret_numbers(b, unit.piece, b.attacker, b.defender))
        b.log("torpedo at planet", unit, planet, hit)
        planet = after_shot(b, planet, hit)


def may_capture(b: Battle) -> bool:
    """PB-64."""
    return b.captures < b.values["capture_limit"] and bool(b.unmarked())


def shots_left(b: Battle) -> bool:
    """Is there a laser not yet considered, or a torpedo, that could take a planet?"""
    torpedoes_left = b.values["torpedo_vs_planets"] and any(unit.torpedoes_left > 0 for unit in b.fleet)
    return bool(torpedoes_left or b.attacker.mind.lasers_left(b))


def after_shot(b: Battle, planet: Piece, hit: bool) -> Piece:
    """A planet hit is taken; the next shot has the same target, or a new one where it must or may."""
    if hit:
        take(b, planet)
    if may_capture(b) and (shots_left(b) if hit else b.values["capture_target"] == "switch_allowed"):
        again: Piece = b.attacker.mind.capture_planet(b)
        return again
    return planet


def can_shoot_planets(b: Battle) -> bool:
    return not (b.chaffed and b.values["chaff_stops_capture_lasers"])


def lasers_take(b: Battle, unit: Unit, planet: Piece) -> bool:
    gun = unit.gun
    for a in b.values["whirler_shots"] if gun.kind == WHIRLER else [gun.fire]:
        face = b.chance.die(CAPTURE_DICE, unit.piece)
        b.log("shot at planet", unit, planet, face)
        if hits(b.values, face, a, planet.defence):
            return True
    return False


def take(b: Battle, planet: Piece) -> None:
    """PB-63: at once, without bonus draws."""
    b.defender.planets.remove(planet)
    b.attacker.planets.append(planet)
    b.captures += 1
    seat = b.attacker.seat
    b.count["captured", seat] += 1
    b.count["captured_pts", seat] += planet.value


# ---- PB-65..67 -------------------------------------------------------------------------------------------------------


def busters(b: Battle) -> None:
    """Each buster that got through may attack one planet; it is spent either way."""
    order = b.attacker.mind.buster_order(b, [unit for unit in b.fleet if unit.is_buster])
    for unit in order:
        target = unit.target
        if target is not None and target.is_colony and not target.gone and not unit.void:
            if b.values["buster_vs_colony"] == "buster_step":
                at_colony(b, unit, target)
                continue
        b.count["buster_through"] += 1
        unit.present, unit.dead = False, True
        barred = b.values["buster_needs_clear_orbit"] and not orbit_is_clear(b)
        if barred or not b.unmarked():
            b.count["buster_idle"] += 1
            if b.values["unused_buster"] == "rack":
                unit.piece.up = False
                b.attacker.rack.append(unit.piece)
            else:
                b.world.throw(unit.piece)
            continue
        planet = b.attacker.mind.buster_planet(b, unit)
        hit = hits(b.values, b.chance.die(BUST, unit.piece), unit.piece.fire, planet.defence)
        b.log("buster", unit, planet, hit)
        b.world.throw(unit.piece)
        if hit:
            b.defender.planets.remove(planet)
            b.world.throw(planet)
            b.count["buster_hits"] += 1
            b.count["busted", b.attacker.seat] += 1
            b.count["busted_pts", b.attacker.seat] += planet.value


def at_colony(b: Battle, unit: Unit, target: Target) -> None:
    """The late reading of PB-56."""
    drone = target.piece.drone
    d = drone.defence if drone is not None else target.piece.defence
    hit = hits(b.values, b.chance.die(BUST, unit.piece), unit.piece.fire, d)
    b.count["buster_at_colony"] += 1
    unit.present, unit.dead = False, True
    b.world.throw(unit.piece)
    if hit and drone is not None:
        b.lose_drone(target, unit.kind)
    elif hit:
        b.count["buster_colony_kill"] += 1
        b.remove_target(target, unit.kind)


# ---- PB-70..74 -------------------------------------------------------------------------------------------------------


def drones_to_supply(b: Battle) -> None:
    for unit in b.fleet:
        if unit.kind == DRONE:
            unit.present, unit.dead = False, True
            b.world.throw(unit.piece)
    for piece in list(b.defender.ring):
        if piece.drone is not None:
            b.world.throw(piece.drone)
            piece.drone = None
        if piece.kind == DRONE:
            b.defender.ring.remove(piece)
            b.world.throw(piece)


def salvage(b: Battle) -> list[tuple[Piece, Player]]:
    """PB-71: attacker's first vessel against defender's first, and so on; wrecks taken, with their new owners."""
    ours = [unit for unit in b.fleet if unit.kind == SALVAGE]
    theirs = [piece for piece in b.defender.ring if piece.kind == SALVAGE]
    taken: list[tuple[Piece, Player]] = []
    for i in range(max(len(ours), len(theirs))):
        wrecks = sorted((wreck for wreck, _ in b.wrecks), key=lambda piece: piece.pid)
        mine = b.attacker.mind.salvage_pick(b, ours[i].tow, wrecks) if i < len(ours) else None
        his = b.defender.mind.salvage_pick(b, None, wrecks) if i < len(theirs) else None
        if his is not None:
            theirs[i].up = True  # a hidden vessel shows itself when it claims a wreck
        if mine is not None and mine is his:
            b.count["salvage_contests"] += 1
            if attacker_wins(b, mine, ours[i].piece, theirs[i]):
                his = None
            else:
                mine = None
        if mine is not None:
            if ours[i].tow is not None:
                b.hide(ours[i].tow, b.defender)
                ours[i].tow = None
                b.count["tow_captured"] += 1
            taken.append((mine, b.attacker))
        if his is not None:
            taken.append((his, b.defender))
        gone = [piece for piece, _ in taken]
        b.wrecks = [(wreck, owner) for wreck, owner in b.wrecks if wreck not in gone]
    b.count["salvaged"] += len(taken)
    return taken


def attacker_wins(b: Battle, wreck: Piece, ours: Piece, theirs: Piece) -> bool:
    reading = b.values["salvage_contest"]
    if reading == "dice":
        while True:
            mine, his = b.chance.die(TOW, ours), b.chance.die(TOW, theirs)
            if mine != his:
                return mine > his
    if reading == "wreck_owner":
        return next(owner for piece, owner in b.wrecks if piece is wreck) is b.attacker
    return bool(reading == "attacker")


def aftermath(b: Battle, marked: list[Piece], cards: list[Piece]) -> None:
    """PB-70, 74, 18."""
    taken = salvage(b) if b.fought else []  # PB-30 goes straight to PB-74
    drones_to_supply(b)
    for wreck, _ in sorted(b.wrecks, key=lambda pair: pair[0].pid):
        b.world.throw(wreck)
    refaced = b.values["reface_after_battle"]
    for unit in b.units:
        if not unit.dead and (unit.present or unit.home):
            for piece in (unit.piece, unit.tow):
                if piece is not None:
                    piece.up = not refaced
                    piece.chosen_up = False
                    b.attacker.ring.append(piece)
    for piece, owner in [*b.hiding, *taken]:
        join(piece, owner)
    if not b.targets:
        for piece in b.spied:  # the battle ended before pairing
            piece.up = False
    for piece in b.defender.ring:
        if refaced and piece.cls != "C" and not (piece.kind == SCREEN and piece.chosen_up):
            piece.up = False
    for player in (b.attacker, b.defender):
        player.ring.sort(key=lambda piece: piece.pid)  # so that the draw depends on who is there, not on how they came
        b.chance.shuffle_ring(player.seat, player.ring)
    move_revolted(b.world, b.attacker, marked, cards)


def join(piece: Piece, owner: Player) -> None:
    """A mutineer, captured tow or wreck comes to its new owner face down; a colony face up."""
    piece.up = piece.kind in (COLUMBIA, COLUMBIA + 1)
    piece.chosen_up = False
    piece.fresh = False
    owner.ring.append(piece)


def move_revolted(world: World, attacker: Player, marked: list[Piece], cards: list[Piece]) -> None:
    """PB-22, 74: revolted planets change hands, the markers are discarded."""
    for planet in marked:
        owner = next(player for player in world.players if planet in player.planets)
        owner.planets.remove(planet)
        attacker.planets.append(planet)
        world.count["revolted", attacker.seat] += 1
        world.count["revolted_pts", attacker.seat] += planet.value
    for card in cards:
        world.throw(card)
