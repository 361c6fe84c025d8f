"""What is legal in the naive twin: where a unit may go, whom it may attack, with how many dice (RA-30..RA-53)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.games.red_alert.naive_map import distance, neighbours, row_of, sectors_of
from tests.games.red_alert.naive_table import Table, Unit


def base_dice(t: Table, unit: Unit, h: int, target: Unit, target_hex: int | None = None, planets: bool = True) -> int:
    """RA-52: dice of `unit` if it stood on h, on a target (where it stands, or on `target_hex`)."""
    there = target.at if target_hex is None else target_hex
    table, gap = unit.row["dice"], distance(h, there)
    if gap > len(table):
        return 0
    dice = table[gap - 1] - t.values["marker_die_penalty"] * unit.marks
    if planets and there in t.map.planets and _pays(t, h, there, gap):
        dice -= t.values["planet_die_penalty"]
    return lifted(t, dice, table[gap - 1])


def lifted(t: Table, dice: int, entry: int) -> int:
    """min_battle_dice, where the table has a die at all; never below 0."""
    return max(dice, min(t.values["min_battle_dice"], entry), 0)


def _pays(t: Table, h: int, there: int, gap: int) -> bool:
    scope = t.values["planet_die_scope"]
    if scope != "both" and (scope == "close") != (gap == 1):
        return False
    exempt = t.values["planet_die_exempt"]
    if exempt == "any_planet":
        return h not in t.map.planets
    return exempt == "none" or t.map.group.get(h) != t.map.group[there]


def sees(t: Table, shooter: int, h: int, target_hex: int, ignore: Unit | None) -> bool:
    """Sight of a shooter of side `shooter` on h; `ignore`: a unit weighed where it does not stand (RA-06..RA-11)."""
    rule = t.values["units_block_los"]
    if rule == "none":
        return t.map.sees(h, target_hex)
    sides = {"enemy": (1 - shooter,), "friendly": (shooter,), "all": (0, 1)}[rule]
    blocking = {u.at for u in t.units if u.alive and u.side in sides and u is not ignore} - {h, target_hex}
    return t.map.sees(h, target_hex, frozenset(blocking))


def targets(t: Table, unit: Unit, h: int | None = None) -> list[Unit]:
    """Legal targets of a unit, if it stood on h (RA-50..RA-53)."""
    here = unit.at if h is None else h
    if t.values["red_alert_marker_blocks"] == "combat" and unit.marks:
        return []
    close = t.beside(here, unit.side)
    return [e for e in (close or t.enemies(unit.side)) if base_dice(t, unit, here, e) >= 1
            and (close or sees(t, unit.side, here, e.at, unit))]  # fmt: skip


def card_bonus(row: Any, gap: int) -> int:
    """Dice a command card adds at a distance."""
    return int(row["die_bonus_close"] if gap == 1 else row["die_bonus_ranged"]) if row else 0


# ---------------------------------------------------------------------------------------------------- movement


def stuck(t: Table, unit: Unit, card: Any) -> bool:
    """A unit that may not move at all (RA-33, red_alert_marker_blocks)."""
    return bool(card and card["no_move"]) or (t.values["red_alert_marker_blocks"] == "move" and unit.marks > 0)


def first_reach(t: Table, unit: Unit, card: Any, bonus: int = 0) -> set[int]:
    """End hexes of a first move (RA-30..RA-33, RA-40, RA-41)."""
    if stuck(t, unit, card):
        return {unit.at}
    allowance = unit.row["move"] + (card["move_bonus"] if card else 0) + bonus
    return plain_reach(t, unit, allowance, True) | warp_reach(t, unit)


def second_reach(t: Table, unit: Unit, card: Any, bonus: int = 0) -> set[int]:
    """End hexes of a second move (RA-42, RA-67)."""
    if stuck(t, unit, card):
        return {unit.at}
    who = t.values["mcm_second_move_planet"]
    enters = who == "all" or (who == "fighters" and unit.kind == "fighter")
    return plain_reach(t, unit, unit.row["move"] + card["move_bonus"] + bonus, enters)


def plain_reach(t: Table, unit: Unit, allowance: int, enters: bool) -> set[int]:
    """Walk step by step; `enters`: this move may end on planets."""
    start = unit.at
    taken = t.occupied()
    states = {(start, start in t.map.planets)}  # hex, still on the start's own group
    found, edge = {start}, set(states)
    for step in range(allowance):
        after = set()
        for h, inside in edge:
            for n, goes_on, still in _steps(t, start, h, inside, step, enters):
                if n in taken:
                    continue
                found.add(n)
                if goes_on and (n, still) not in states:
                    states.add((n, still))
                    after.add((n, still))
        edge = after
    return found


def _steps(t: Table, start: int, h: int, inside: bool, step: int, enters: bool) -> Iterator[tuple[int, bool, bool]]:
    """(next hex, may the move go on from there, still inside the own group) for one step."""
    adjacent, stop = t.values["planet_enter_start_adjacent"], t.values["planet_enter_stop"]
    for n in neighbours(h):
        if n not in t.map.planets:
            yield n, True, False
        elif enters:
            if t.values["same_group_move_limit"] == "normal" and inside and t.map.group[n] == t.map.group[start]:
                yield n, True, True
            if not adjacent or (distance(n, start) == 1 and (not stop or step == 0)):
                yield n, not stop, False


def warp_reach(t: Table, unit: Unit) -> set[int]:
    """RA-32: destroyers, to a hex from which they can fight in close quarters."""
    if not unit.row["destroyer"] or t.values["warp_hexes"] <= 2:
        return set()
    taken, found, edge = t.occupied(), {unit.at}, {unit.at}
    for _ in range(t.values["warp_hexes"]):
        edge = {n for h in edge for n in neighbours(h)} - taken - t.map.planets - found
        found |= edge
    found.discard(unit.at)
    return {h for h in found if any(base_dice(t, unit, h, e) >= 1 for e in t.beside(h, unit.side))}


def forbids_combat(t: Table, unit: Unit, old: int, new: int) -> bool:
    """Whether entering `new` sets no_combat (RA-45)."""
    if old == new or new not in t.map.planets:
        return False
    if t.map.group.get(old) == t.map.group[new]:
        return bool(t.values["same_group_move_battle"] == "fighters_only" and unit.kind != "fighter")
    who = t.values["planet_combat_after_entry"]
    return bool(who == "none" or (who == "fighters" and unit.kind != "fighter"))


def retire_hexes(t: Table, unit: Unit) -> list[int]:
    """Free hexes of one retire step (RA-71)."""
    back = -1 if unit.side == 0 else 1
    rows = {back} if t.values["retire_directions"] == "rear" else {back, 0}
    taken = t.occupied()
    return [n for n in neighbours(unit.at) if row_of(n) - row_of(unit.at) in rows and n not in taken
            and (t.values["planet_retire_free"] or n not in t.map.planets)]  # fmt: skip


def eligible(t: Table, side: int, row: Any, sector: int | None) -> list[Unit]:
    """Units a card may order, in a sector or anywhere (RA-16)."""
    return [u for u in t.own(side) if u.kind in row["classes"]
            and (sector is None or sector in sectors_of(u.at, side))]  # fmt: skip


def order_slots(t: Table, side: int, row: Any) -> list[tuple[int | None, int]]:
    """(sector or None, number of orders) of a command card, R as the rating now."""
    rating = t.players[side].rating
    if row["kind"] == "sector":
        return [(s, rating if n == "rating" else n) for s, n in enumerate(row["orders"])]
    if row["orders"] == "rating":
        return [(None, 16 if t.values["tactic_orders"] == "all" else rating)]
    return [(None, row["orders"])]


def nominal(t: Table, side: int, row: Any) -> int:
    """Orders a card counts (RA-13)."""
    if row["kind"] == "reaction":
        return 99
    orders = row["orders"] if isinstance(row["orders"], list) else [row["orders"]]
    return sum(t.players[side].rating if n == "rating" else n for n in orders)
