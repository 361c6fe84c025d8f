"""Battle dice and lines of sight (RA-06 .. RA-11, RA-50 .. RA-53)."""

from __future__ import annotations

import numpy as np

from balance.games.red_alert.state import RANGES
from balance.kit.hexes import HEXES, LEFT, REACH, ROWS, THROUGH, at_axial, axial
from balance.kit.jit import helper, kernel

# Axial coordinates per hex, and the hex per (q + 5, r), -1 off the mat: constant tables for compiled code.
Q = np.array([axial(h)[0] for h in range(HEXES)], np.int64)
R = np.array([axial(h)[1] for h in range(HEXES)], np.int64)
GRID = np.array([[at_axial(q - 5, r) for r in range(ROWS)] for q in range(18)], np.int64)


@helper
def dice_at(rules, kind, distance, marks, shielded):
    """Dice of a unit type at a distance by RA-52: int64 >= 0. `shielded` 1: the planet reduction applies."""
    if distance > RANGES:
        return 0
    n = rules.type_dice[kind, distance]
    if n <= 0:
        return 0
    n -= marks * rules.marker_die_penalty + shielded * rules.planet_die_penalty
    return max(n, rules.min_battle_dice)


@helper
def pays(rules, own_group, target_group, distance):
    """1 if an attacker on group `own_group` (-1: none) loses dice against a target on `target_group` (RA-52)."""
    if target_group < 0:
        return 0
    scope = rules.planet_die_scope
    if (scope == 1 and distance == 1) or (scope == 2 and distance > 1):
        return 0
    exempt = rules.planet_die_exempt
    if (exempt == 0 and own_group == target_group) or (exempt == 1 and own_group >= 0):
        return 0
    return 1


@helper
def blocks(rules, state, u, start, end, h):
    """1 if hex h blocks the line of unit u from hex `start` to hex `end`, units included (RA-08, `units_block_los`)."""
    there = rules.group[h]
    own = rules.group[start]
    if there >= 0:
        open_to_own = rules.los_from_planet_out == 1 or own == rules.group[end]
        if not (open_to_own and there == own):
            return 1
    v = state.hex_unit[h]
    if v < 0 or v == u:
        return 0
    friend = (v >> 4) == (u >> 4)
    who = rules.units_block_los
    return 1 if who == 3 or (who == 1 and not friend) or (who == 2 and friend) else 0


@helper
def crosses_units(rules, state, u, start, end):
    """1 if unit u on hex `start` sees hex `end` when units block lines (RA-09 with `units_block_los`), else 0."""
    if rules.same_group_los == 0 and rules.group[start] >= 0 and rules.group[start] == rules.group[end]:
        return 1
    dq, dr = Q[end] - Q[start], R[end] - R[start]
    left = right = 0
    edges_left = edges_right = 0
    for i in range(rules.touch_n[dq + REACH, dr + REACH]):
        touch = rules.touched[dq + REACH, dr + REACH, i]
        q, r = Q[start] + 5 + np.int64(touch[0]), R[start] + np.int64(touch[1])
        if r < 0 or r >= ROWS or q < 0 or q > 17:
            continue
        h = GRID[q, r]
        if h < 0 or blocks(rules, state, u, start, end, h) == 0:
            continue
        kind = np.int64(touch[2])
        if kind == THROUGH:
            return 0
        edge = 1 << np.int64(touch[3])
        if kind == LEFT:
            left = 1
            edges_left |= edge
        else:
            right = 1
            edges_right |= edge
    rule = rules.los_edge_rule
    if rule == 0:
        return 1 - (left & right)
    if rule == 1:
        return 1 if (edges_left & edges_right) == 0 else 0
    return 1 if rule == 2 else 1 - (left | right)


@kernel
def sees(rules, state, u, start, end):
    """1 if unit u standing on hex `start` has line of sight to hex `end` (RA-06 .. RA-11)."""
    if rules.sees[start, end] == 0:
        return 0
    if rules.units_block_los == 0 or rules.distance[start, end] > REACH:
        return 1
    return crosses_units(rules, state, u, start, end)


@kernel
def attack_dice(rules, state, u, e, contact):
    """Dice of unit u against unit e by RA-52, 0 if e is no legal target (RA-50, RA-51, RA-53).

    `contact` 1: an enemy is adjacent to u, so only adjacent ones may be attacked.
    """
    start, end = state.u_hex[u], state.u_hex[e]
    distance = np.int64(rules.distance[start, end])
    t = state.u_type[u]
    if distance > rules.type_range[t] or (contact == 1 and distance > 1):
        return 0
    if distance > 1 and sees(rules, state, u, start, end) == 0:
        return 0
    shielded = pays(rules, rules.group[start], rules.group[end], distance)
    return dice_at(rules, t, distance, state.u_mark[u], shielded)


@helper
def able(rules, state, u):
    """1 unless a red alert marker forbids unit u any attack (RA-73, `red_alert_marker_blocks`)."""
    return 0 if rules.red_alert_marker_blocks == 1 and state.u_mark[u] > 0 else 1
