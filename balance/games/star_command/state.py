"""Records of Star Command that need no compiler: rules, players, outcome and tally."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import numpy as np

from balance.games.contract import Column, OutcomeSpec

HOME = Path(__file__).parent
RANGERS, ZURG = 0, 1
SIDES, UNITS, SQUARES, CARDS, TYPES = 2, 32, 64, 26, 17
DECK_MAX, OPTIONS_MAX, TURNS_MAX = 200, 6144, 2048
NUMBERS = 6  # card numbers 1..5; index 0 is unused
BUZZ_ID, ALPHA2_ID, ZURG_ID = 0, 15, 16
LEADERS = (BUZZ_ID, ZURG_ID)

CARD_FACTS: list[dict[str, Any]] = tomllib.loads((HOME / "cards.toml").read_text(encoding="utf-8"))["card"]
UNIT_FACTS: list[dict[str, Any]] = tomllib.loads((HOME / "units.toml").read_text(encoding="utf-8"))["unit"]
SETUPS: dict[str, Any] = tomllib.loads((HOME / "setups.toml").read_text(encoding="utf-8"))
CARD_NAMES = tuple(fact["name"] for fact in CARD_FACTS)
UNIT_NAMES = tuple(fact["name"] for fact in UNIT_FACTS)
TYPE_OF_UNIT = tuple(t for t, fact in enumerate(UNIT_FACTS) for _ in range(fact["count"]))
SIDE_NAMES = ("rangers", "zurg")

# Why a game ended (column end_reason).
LEADER_SHOT, LEADER_FLIPPED, TURN_CAP, DECK_PASSES, CAPTURES = range(5)
REASONS = {
    LEADER_SHOT: "leader captured by an attack",
    LEADER_FLIPPED: "leader captured by a Flip",
    TURN_CAP: "turn cap",
    DECK_PASSES: "deck ran out",
    CAPTURES: "captures",
}

# Values of the word-valued rules, in the order of the ledger's choices.
AUTOMATIC, COSTS_SPECIAL, NO_DRAW = range(3)
FLIP_CLOSE, FLIP_NUMBER_1, FLIP_ADJACENT, FLIP_ANY = range(4)
SHIELD_SELF, SHIELD_FRIENDS, SHIELD_NONE = range(3)
FIRST_RANDOM, FIRST_RANGERS, FIRST_ZURG, FIRST_ALTERNATE = range(4)
K_KNIGHT, K_KING, K_LINE = range(3)
PASS_ALWAYS, PASS_SPECIAL, PASS_NEVER = range(3)
REPAIR_ROBOTS, REPAIR_ALL, REPAIR_NONE = range(3)

RULES = np.dtype(
    [(name, np.int64) for name in (
        "first_player", "starting_hand", "bonus_cards", "draw", "first_draw", "hand_limit", "limit_at_end", "eager",
        "deck_passes", "turn_cap", "material", "play_cap",
        "max_moves", "moves_per_unit", "up_to", "steps", "group", "group_cap", "group_diagonal", "move_k", "pass_friendly",
        "max_attacks", "attacks_per_unit", "corner", "move_then_attack", "flip_scope", "flip_negates",
        "counter_defensible", "shield", "laser_only", "defense_limit", "hornet_draw", "hornet_cards",
        "repair", "adjacency", "repair_limit", "restored", "redraw", "any_x", "x_orders", "captures", "second_sees",
        "plain_moves",  # 1: a usable card of number d moves exactly d squares along a line
        "has_named",  # 1: some lines serve named unit types only (A19)
        "share",  # a multiple of 4 and of every number of hits: value / hits * share is whole
    )]
    + [
        ("usable", np.int64, (SIDES, CARDS)),  # 1: this side may use the line (SC-07)
        ("named", np.int64, (CARDS,)),  # unit type that alone may use the line (A19), -1 = any
        ("counts", np.int64, (CARDS,)),  # copies in the deck
        ("kind", np.int64, (UNITS,)),  # unit type 0..16
        ("hits", np.int64, (UNITS,)),
        ("move", np.int64, (UNITS,)),
        ("range", np.int64, (UNITS,)),
        ("robot", np.int64, (UNITS,)),
        ("stride", np.int64, (UNITS, NUMBERS)),  # squares a Move card of this number moves the unit, 0 = not usable
        ("move_numbers", np.int64, (UNITS,)),  # bit n: a Move card of number n is usable
        ("reach", np.int64, (UNITS, NUMBERS)),  # bit d: an Attack card of this number hits at distance d
        ("card_reach", np.uint8, (UNITS, 32)),  # the same for a set of numbers, as bits 1..5 shifted down by one
        ("special", np.int64, (UNITS,)),  # number of the ability, 0 = none
        ("special_reach", np.int64, (UNITS,)),  # the same for the Special of the unit
        ("hot_dogging", np.int64, (UNITS,)),  # number of the move a Special gives, 0 = none
        ("stealth", np.int64, (UNITS,)),
        ("repairs", np.int64, (UNITS,)),
        ("passes", np.int64, (UNITS,)),  # PASS_ALWAYS, PASS_SPECIAL, PASS_NEVER
        ("part", np.int64, (10,)),  # [hits]: share / hits
        ("random_setup", np.int64, (SIDES,)),
        ("pattern", np.int64, (SIDES, 16)),  # unit type on front row a..h, back row a..h
    ]
)  # fmt: skip

HEURISTIC, RANDOM, PASS = range(3)
WEIGHT_UNIT = 1000  # weights and unit values are kept in thousandths
GAIN_UNIT = 100  # stall_gain in hundredths
PLAYER = np.dtype(
    [("kind", np.int64)]
    + [(name, np.int64) for name in (
        "adv", "hit", "leader", "risk", "own", "home", "multi", "c_move", "c_att", "c_special", "shield", "def_min",
        "def_reserve", "stall_start", "stall_gain",
    )]
    + [("target", np.int64, (4,)), ("value", np.int64, (UNITS,))]
)  # fmt: skip

# Columns counted per side; their order numbers the counters of the game record.
SIDE_COUNTERS = {
    "cards_drawn": "cards taken from the deck, starting hand and redrawn cards included",
    "cards_discarded_limit": "cards discarded to the hand limit",
    "dead_drawn": "cards drawn that this side may not use (marked for the other side)",
    "dead_discarded": "such cards discarded (hand limit or redraw)",
    "dead_hand_turns": "own turns begun, after the limit check of SC-14, with such a card in hand",
    "soft_dead_hand_turns": "own turns begun with a usable Move or Attack card above every own living unit's stat",
    "idle_turns": "own turns without a Move play, an attack or a Special of the own turn",
    "moves_single": "single moves, by card or Special",
    "moves_group": "group advances",
    "group_units": "units moved by group advances",
    "squares_moved": "squares moved, as king distance",
    "attacks": "attacks made",
    "attacks_negated": "attacks of this side that were negated",
    "flips": "attacks of this side answered by Flip",
    "flip_kills": "units of this side lost to Flip",
    "specials_move": "Specials discarded for moves",
    "specials_attack": "Specials discarded for attacks",
    "specials_defense": "Specials discarded for defense",
    "specials_repair": "Specials discarded for repairs",
    "repairs": "units repaired",
    "looks": "look cards played",
}
SIDE_COLUMNS = tuple(SIDE_COUNTERS)
STANDING = {
    "hits_left": "hits on the board at the end",
    "units_left": "units on the board at the end",
    "leader_hits": "hits of the leader at the end",
}
SCALARS = {
    "first_side": (np.int8, "side that moved first: 0 Rangers, 1 Zurg", "side"),
    "winner_side": (np.int8, "0 Rangers, 1 Zurg, -1 nobody", "side"),
    "first_won": (np.int8, "1 the first player won, 0 lost, -1 nobody won", "flag"),
    "end_reason": (np.int8, "why the game ended", "code"),
    "turns": (np.int16, "turns of both players", "turns"),
    "reshuffles": (np.int16, "times the discard pile was shuffled into a new deck", "count"),
    "flag_play_cap": (np.int8, "1 = a phase was stopped by play_cap_per_phase", "flag"),
    "first_shot_turn": (np.int16, "turn of the first attack, 0 = never", "turn"),
    "first_loss_turn": (np.int16, "turn of the first removal, 0 = never", "turn"),
    "first_leader_hit_turn": (np.int16, "turn a leader first lost a hit, 0 = never", "turn"),
    "buzz_special_defenses": (np.int16, "Specials discarded in defense of Buzz himself", "count"),
    "hornet_draws": (np.int16, "removed Hornets that drew at least one card", "count"),
    "killer_type": (np.int8, "unit type that captured the leader, -1 = none", "type"),
    "killer_distance": (np.int8, "distance of that hit, -1 = none", "squares"),
    "killer_card": (np.int8, "card line of that hit, -1 = none", "line"),
    "leader_file_gap": (np.int8, "file difference of the two leaders at set-up", "files"),
    "quiet_turns": (np.int16, "turns from the last new low of all hits to the end", "turns"),
    "watched_turns": (np.int16, "turns begun while the stall watch ran (16 or more quiet turns), last stretch", "turns"),
    "repeats": (np.int16, "of these, turns that began in a position already seen in the stretch", "turns"),
    "watched_idle": (np.int16, "of these, idle turns", "turns"),
}  # fmt: skip
ABSENT = {"first_shot_turn": 0, "first_loss_turn": 0, "first_leader_hit_turn": 0, "first_won": -1, "winner_side": -1,
          "killer_type": -1, "killer_distance": -1, "killer_card": -1}  # fmt: skip

OUTCOME_DTYPE = np.dtype(
    [("ending", np.int8), ("win", np.float32, (SIDES,))]
    + [(name, kind) for name, (kind, _, _) in SCALARS.items()]
    + [(name, np.int16, (SIDES,)) for name in (*STANDING, *SIDE_COLUMNS)]
)

HAND_SIZES, TALLY_TURNS = 13, 64
TALLY = np.dtype(
    [(name, np.int64, (TYPES,)) for name in
     ("unit_attacks", "unit_hits", "unit_hits_taken", "unit_kills", "unit_losses")]
    + [
        ("card_drawn", np.int64, (SIDES, CARDS)),
        ("card_played", np.int64, (SIDES, CARDS)),  # played or discarded for an effect, not by the hand limit
        ("neg_by", np.int64, (CARDS,)),  # attacks negated, by line of the answer
        ("leader_attacks", np.int64, (SIDES, 2, HAND_SIZES)),  # by side attacked, close combat, its cards in hand
        ("leader_negated", np.int64, (SIDES, 2, HAND_SIZES)),
        ("hands", np.int64, (SIDES, TALLY_TURNS)),  # turns begun, by side and turn (the last entry: all later ones)
        ("dead_hands", np.int64, (SIDES, TALLY_TURNS)),  # of these with a card marked for the other side
        ("openings", np.int64, (SIDES,)),  # Orders draws of turn 1
        ("opening_dead", np.int64, (SIDES, 4)),  # of these, with j = 0, 1, 2, 3 or more cards drawn that the side may not use
        ("opening_no_move", np.int64, (SIDES,)),  # of these, without a Move card drawn that a unit of the side can use
        ("opening_no_attack", np.int64, (SIDES,)),
        ("opening_both", np.int64, (SIDES,)),  # a usable Move card and a usable Attack card
        ("gap_at_setup", np.int64, (8,)),  # games by leader_file_gap
    ]
)  # fmt: skip


def _columns() -> tuple[Column, ...]:
    columns = [
        Column("ending", "0 played out, 1 stopped by the turn cap", "code"),
        Column("win", "share of the win", "share", ("win_1", "win_2")),
    ]
    columns += [Column(name, meaning, unit, (), ABSENT.get(name)) for name, (_, meaning, unit) in SCALARS.items()]
    for name, meaning in {**STANDING, **SIDE_COUNTERS}.items():
        columns.append(Column(name, meaning, "count", tuple(f"{name}_{side}" for side in SIDE_NAMES)))
    return tuple(columns)


OUTCOME = OutcomeSpec(OUTCOME_DTYPE, _columns(), TALLY, "turns", REASONS)
