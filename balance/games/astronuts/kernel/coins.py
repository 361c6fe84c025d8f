"""Nuts: payments, finds and swaps (AN-35, AN-40, AN-44; decisions D8 and D9). Conservation: bank + hands + planets + markers."""

from __future__ import annotations

import numpy as np

from balance.games.astronuts.kernel.dice import choose_below, is_random, note
from balance.games.astronuts.kernel.table import ONE, ZERO
from balance.games.astronuts.words import COIN_FATE, EV_COIN, EV_PAY, EV_SWAP
from balance.kit.jit import inner


@inner
def nth_bit(mask, n):
    """Position of the n-th set bit (n from 0) of a four-bit mask: int64."""
    for bit in range(4):
        if (mask >> bit) & 1:
            if n == 0:
                return np.int64(bit)
            n -= 1
    return np.int64(-1)


@inner
def count_bits(mask):
    """Number of set bits of a four-bit mask: int64."""
    return (mask & 1) + ((mask >> 1) & 1) + ((mask >> 2) & 1) + ((mask >> 3) & 1)


@inner
def held_mask(t, seat):
    """Colours `seat` holds, as bits."""
    mask = np.int64(0)
    for colour in range(4):
        mask |= np.int64(t.g.hand[seat, colour] > 0) << colour
    return mask


@inner
def stock_mask(t):
    """Colours the bank holds, as bits."""
    mask = np.int64(0)
    for colour in range(4):
        mask |= np.int64(t.g.bank[colour] > 0) << colour
    return mask


@inner
def most_held(t, seat, mask):
    """Colour of `mask` held most, ties to the lower one (D8); the key packs both, so that no branch is guessed wrong."""
    best = np.int64(0)
    for colour in range(4):
        best = max(best, ((mask >> colour) & 1) * (4 * t.g.hand[seat, colour] + 4 - colour))
    return 3 - ((best - 1) & 3)


@inner
def least_held(t, seat, mask):
    """Colour of `mask` held least, ties to the lower one (D9)."""
    best = np.int64(0)
    for colour in range(4):
        best = max(best, ((mask >> colour) & 1) * (4 * (1000 - t.g.hand[seat, colour]) + 4 - colour))
    return 3 - ((best - 1) & 3)


@inner
def take_from_hand(t, seat, colour):
    """One Nut leaves the hand; the caller says where to."""
    t.g.hand[seat, colour] -= 1
    t.g.purse[seat] -= 1


@inner
def receive(t, seat, colour, why):
    """One Nut of `colour` comes to the hand; the caller takes it from somewhere."""
    t.g.hand[seat, colour] += 1
    t.g.purse[seat] += 1
    note(t, EV_COIN, seat, colour, ONE, why, ZERO, ZERO, ZERO)


@inner
def pay_one(t, seat, mask):
    """Pay one Nut of a colour in `mask` to the bank; colour as the payer likes (D8). Returns the colour."""
    if is_random(t, seat):
        colour = nth_bit(mask, choose_below(t, seat, count_bits(mask)))
    else:
        colour = most_held(t, seat, mask)
    take_from_hand(t, seat, colour)
    t.g.bank[colour] += 1
    note(t, EV_PAY, seat, colour, ZERO, ZERO, ZERO, ZERO, ZERO)
    return colour


@inner
def pay_any(t, seat, n):
    """Pay n Nuts of any colours to the bank; counted as spent (AN-26, F34, F35)."""
    for _ in range(n):
        pay_one(t, seat, held_mask(t, seat))
    t.out.nuts_spent[seat] += n


@inner
def pay_different(t, seat, n):
    """Pay n Nuts of n different colours to the bank (AN-29)."""
    mask = held_mask(t, seat)
    for _ in range(n):
        mask &= ~(np.int64(1) << pay_one(t, seat, mask))
    t.out.nuts_spent[seat] += n


@inner
def pay_for_tech(t, seat, tech):
    """Pay the Nuts of a technology: matching or any colour, to the marker place or the bank (AN-35)."""
    g = t.g
    for _ in range(t.rules.cost_tech_nuts):
        mask = np.int64(1) << tech if t.rules.tech_nut_colour == 0 else held_mask(t, seat)
        colour = pay_one(t, seat, mask)
        if t.rules.tech_nut_goes == 0:
            g.bank[colour] -= 1
            g.marker[seat, colour] += 1


@inner
def find(t, seat, colour, why):
    """One Nut of `colour` from the bank; False (and nothing) if it is out of stock."""
    if t.g.bank[colour] <= 0:
        return False
    t.g.bank[colour] -= 1
    receive(t, seat, colour, why)
    return True


@inner
def find_by_fate(t, seat, colour):
    """The same as a gift of fate: counted, a refusal too (AN-44)."""
    if find(t, seat, colour, COIN_FATE):
        t.out.nuts_fate[seat] += 1
    else:
        t.out.bank_refusals += 1
        note(t, EV_COIN, seat, colour, ZERO, COIN_FATE, ZERO, ZERO, ZERO)


@inner
def choose_coin(t, seat, mask):
    """Colour that `seat` takes among those of `mask` (D9)."""
    if is_random(t, seat):
        return nth_bit(mask, choose_below(t, seat, count_bits(mask)))
    return least_held(t, seat, mask)


@inner
def find_of_choice(t, seat, n, why):
    """n Nuts of choice from the bank, one by one; returns how many were there."""
    for got in range(n):
        mask = stock_mask(t)
        if mask == 0:
            return np.int64(got)
        find(t, seat, choose_coin(t, seat, mask), why)
    return np.int64(n)


@inner
def choose_swap(t, seat):
    """Next swap of `seat` as 4 * give + take, or -1 for none (F42, F43, D9)."""
    g = t.g
    if not is_random(t, seat):
        stock = stock_mask(t)
        if stock == 0 or g.purse[seat] == 0:
            return np.int64(-1)
        give, take = most_held(t, seat, 15), least_held(t, seat, stock)
        worth = g.hand[seat, give] >= 2 and g.hand[seat, take] < g.hand[seat, give] - 1
        return 4 * give + take if worth else np.int64(-1)
    count = np.int64(0)
    for pair in range(16):
        if can_swap(t, seat, pair):
            count += 1
    picked = choose_below(t, seat, count + 1)
    for pair in range(16):
        if can_swap(t, seat, pair):
            if picked == 0:
                return np.int64(pair)
            picked -= 1
    return np.int64(-1)


@inner
def can_swap(t, seat, pair):
    """True if colour pair // 4 in hand may be swapped for colour pair % 4 of the bank."""
    give, take = pair >> 2, pair & 3
    return give != take and t.g.hand[seat, give] > 0 and t.g.bank[take] > 0


@inner
def swap(t, seat, n):
    """Up to n swaps with the bank, one after the other (F42, F43)."""
    g = t.g
    for _ in range(n):
        pair = choose_swap(t, seat)
        if pair < 0:
            return
        give, take = pair >> 2, pair & 3
        g.hand[seat, give] -= 1
        g.bank[give] += 1
        g.bank[take] -= 1
        g.hand[seat, take] += 1
        note(t, EV_SWAP, seat, give, take, ZERO, ZERO, ZERO, ZERO)
