"""Landing on a planet and the fate table (AN-41..AN-48, AN-F11..AN-F66)."""

from __future__ import annotations

import numpy as np

from balance.games.astronuts.kernel.coins import choose_coin, find_by_fate, pay_any, stock_mask, swap
from balance.games.astronuts.kernel.dice import die, note, passes_check, use_warp
from balance.games.astronuts.kernel.pieces import add_colony, add_ship, clear_planet, lose_ship, obtain_tech, shift_ship
from balance.games.astronuts.kernel.table import CHECK, FATE, REROLL, ZERO, planet_of
from balance.games.astronuts.policies.gifts import can_apply, choose_gift, choose_planet, choose_tech, offered_techs
from balance.games.astronuts.words import (
    BAR_ALL,
    BAR_ATTACK,
    BAR_COLONISE,
    BAR_EXTRACT,
    BAR_MOVE,
    CHECK_OR_DONE,
    CHOOSE_OF,
    COLONISE_FREE,
    COLONISE_NO_ACTION,
    COLONISE_TOLL,
    COLONY_DIES,
    EV_FATE,
    EV_GIFT,
    EV_TELEPORT,
    EXCHANGE,
    EXTRA_ACTIONS,
    EXTRACT_COST,
    EXTRACT_TOLL,
    FREE_COLONY,
    FREE_SHIP,
    LEAVE_COST,
    LOSE_SHIP,
    LOST_CRASH,
    NO_ATTACK,
    NO_COLONISE,
    NO_EXTRACT,
    NO_MOVE,
    NUTS,
    NUTS_CHOICE,
    PAY_ACTIONS,
    PRICE_FREE,
    PRICE_NO_ACTION,
    REMOTE_COLONY,
    SHIP_DONE,
    SHIP_GIFT,
    TECH_CHOICE,
    TELEPORT,
    WARP_CHECK,
    WARP_F1,
    WARP_F2,
)
from balance.kit.jit import inner
from balance.kit.streams import below


@inner
def land(t, seat, k):
    """Ship k lands on the planet it stands on: roll on the fate table and apply the entry (AN-41, AN-43).

    Another landing follows if 6-4 takes the ship elsewhere and teleport_lands is on.
    """
    landing = True
    while landing:
        t.out.landings += 1
        if t.rules.fate_scope == 0:
            clear_planet(t, k)
        plain = not warp_can_help(t, seat)
        entry = roll_fate(t, seat, k)
        t.out.fate[entry] += 1
        t.g.fate_of[seat, entry] += 1
        t.tally.fate_hit[entry] += 1
        if plain:
            t.tally.fate_plain[entry] += 1
        note(t, EV_FATE, seat, k, t.g.ship[seat, k], entry, ZERO, ZERO, ZERO)
        landing = apply_entry(t, seat, k, entry)


@inner
def warp_can_help(t, seat):
    """True if a Time Warp could change a landing die now."""
    return t.g.warps[seat] > 0 and t.rules.warp_scope & ((1 << WARP_F1) | (1 << WARP_F2)) != 0


@inner
def roll_fate(t, seat, k):
    """Roll f1, then f2, with Time Warp on the last die or on the pair (AN-41, AN-42): entry 0..35."""
    first = die(t, FATE)
    pair = t.rules.time_warp_fate == 1 and (t.rules.warp_scope >> WARP_F2) & 1
    if not pair and use_warp(t, seat, WARP_F1, first, first == 1):
        first = die(t, REROLL)
    second = die(t, FATE)
    entry = 6 * first + second - 7
    wanted = wants_other_fate(t, seat, k, entry) or (pair and first == 1)
    if use_warp(t, seat, WARP_F2, second, wanted):
        if pair:
            first = die(t, REROLL)
        second = die(t, REROLL)
        entry = 6 * first + second - 7
    return entry


@inner
def wants_other_fate(t, seat, k, entry):
    """D3 for f2: a crash, a bad landing, or bad air where the seat could found a colony."""
    g = t.g
    effect = t.rules.effect[entry]
    if effect == LOSE_SHIP or effect == SHIP_DONE:
        return True
    if effect != COLONY_DIES:
        return False
    return g.free[planet_of(t, g.ship[seat, k])] > 0 and g.figures[seat] > 0 and g.purse[seat] > 0


@inner
def apply_entry(t, seat, k, entry):
    """Apply a fate entry to ship k of the seat in turn; True if the ship lands again (teleport_lands).

    AN-45: what cannot be applied has no effect.
    """
    effect, n = t.rules.effect[entry], t.rules.amount[entry]
    if effect == CHOOSE_OF:
        entry = gift_of_genii(t, seat, k)
        if entry < 0:
            return False
        note(t, EV_GIFT, seat, entry, ZERO, ZERO, ZERO, ZERO, ZERO)
        effect, n = t.rules.effect[entry], t.rules.amount[entry]
    if effect <= LEAVE_COST:
        apply_defect(t, seat, k, effect, n)
    elif effect <= COLONISE_FREE:
        apply_natives(t, seat, k, effect, n)
    elif effect <= NUTS_CHOICE:
        apply_find(t, seat, effect, n, entry)
    else:
        return apply_gift(t, seat, k, effect, n)
    return False


@inner
def gift_of_genii(t, seat, k):
    """Entry given by 6-6: chosen, drawn, or none, -1 (F66)."""
    rules = t.rules
    if rules.fate_66_mode == 0:
        return choose_gift(t, seat, k)
    if rules.fate_66_mode == 2 or rules.n_gifts == 0:
        return np.int64(-1)
    drawn = np.int64(0)
    if rules.n_gifts > 1:
        drawn = below(t.g.streams, CHECK, rules.n_gifts)
    entry = rules.gifts[drawn]
    return entry if can_apply(t, seat, k, entry) else np.int64(-1)


@inner
def apply_defect(t, seat, k, effect, n):
    """Rows 1 and 2: the ship is lost or handicapped, the planet is hostile (F11..F26, F36)."""
    g = t.g
    if effect == LOSE_SHIP:
        lose_ship(t, seat, k, LOST_CRASH)
    elif effect == SHIP_DONE:
        g.defect[k] |= BAR_ALL
    elif effect == NO_EXTRACT:
        g.defect[k] |= BAR_EXTRACT
    elif effect == NO_COLONISE:
        g.defect[k] |= BAR_COLONISE
    elif effect == NO_MOVE:
        g.defect[k] |= BAR_MOVE
    elif effect == NO_ATTACK:
        g.defect[k] |= BAR_ATTACK
    elif effect == COLONY_DIES:
        g.death[k] = max(g.death[k], n)
    elif effect == EXTRACT_COST:
        g.extract[k] += n
    elif effect == LEAVE_COST:
        g.leave[k] += n


@inner
def apply_natives(t, seat, k, effect, n):
    """Rows 3 and 4: natives stop the ship, take tolls, trade or help to settle (F31..F46)."""
    g = t.g
    if effect == CHECK_OR_DONE:
        if not passes_check(t, seat, WARP_CHECK, n):
            g.defect[k] |= BAR_ALL
    elif effect == PAY_ACTIONS:
        paid = min(n, g.a)
        g.a -= paid
        t.out.a_calm[seat] += paid
        if paid < n and t.rules.calm_unpaid == 1:
            g.defect[k] |= BAR_ALL
    elif effect == EXTRACT_TOLL:
        g.toll_extract[k] += n
    elif effect == COLONISE_TOLL:
        g.toll_found[k] += n
    elif effect == EXCHANGE:
        swap(t, seat, n)
    elif effect == COLONISE_NO_ACTION:
        g.price[k] |= PRICE_NO_ACTION
    elif effect == FREE_COLONY:
        g.free_left[k] += n
    elif effect == COLONISE_FREE:
        g.price[k] |= PRICE_FREE


@inner
def apply_find(t, seat, effect, n, entry):
    """Row 5: Nuts from the bank, given or of choice (F51..F56, AN-44)."""
    if effect == NUTS:
        for colour in range(4):
            for _ in range(t.rules.given[entry, colour]):
                find_by_fate(t, seat, colour)
    elif effect == NUTS_CHOICE:
        for taken in range(n):
            mask = stock_mask(t)
            if mask == 0:
                t.out.bank_refusals += n - taken
                return
            find_by_fate(t, seat, choose_coin(t, seat, mask))


@inner
def apply_gift(t, seat, k, effect, n):
    """Row 6: technology, actions, colony, teleport, ship (F61..F65); True if the ship lands again."""
    g = t.g
    if effect == TECH_CHOICE:
        offered = offered_techs(t, seat)
        if offered != 0:
            obtain_tech(t, seat, choose_tech(t, seat, offered), np.int64(1))
        return False
    if effect == EXTRA_ACTIONS:
        g.a += n
        t.out.x_gift[seat] += n
        return False
    planet = choose_planet(t, seat, k, effect)
    if planet < 0:
        return False
    space = np.int64(t.rules.space_of[planet])
    if effect == REMOTE_COLONY:
        settle_remotely(t, seat, planet)
    elif effect == FREE_SHIP:
        add_ship(t, seat, space, np.int64(SHIP_GIFT))
    elif effect == TELEPORT:
        note(t, EV_TELEPORT, seat, k, g.ship[seat, k], space, ZERO, ZERO, ZERO)
        shift_ship(t, seat, k, space)
        return t.rules.teleport_lands != 0
    return False


@inner
def settle_remotely(t, seat, planet):
    """6-3: a colony on an own planet, free or at the usual price (F63, remote_colony_cost)."""
    if t.rules.remote_colony_cost == 1:
        t.g.a -= t.rules.cost_colonise_actions
        t.out.a_colonise[seat] += t.rules.cost_colonise_actions
        pay_any(t, seat, t.rules.cost_colonise_nuts)
    else:
        t.out.founded_free[seat] += 1
    add_colony(t, seat, planet)
