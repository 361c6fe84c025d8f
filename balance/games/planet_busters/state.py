"""Records of Planet Busters: pieces, rules, players, one row per game, counters over games. No numba here.

Piece numbers run over all pieces of a scenario in order of code (spec table b.1), then copy; the drones come last. "Lower
code" in the spec's tie rules therefore means "lower piece number" everywhere.
"""

from __future__ import annotations

import numpy as np

from balance.games.contract import Column, OutcomeSpec

SEATS = 4
PIECES = 216  # at most 184 in the deck (Treaty included) and 30 drones
DECK_LIMIT = 184
KINDS = (
    "scout", "zerstor", "conicle", "baycruz", "dranaut", "deathon", "tanker", "tug", "armed_merchantman", "blue_bolt",
    "carrier", "reflector", "sailing_ship", "salvage_vessel", "whirler", "armored_satellite", "fuel_station",
    "torpedo_station", "screen_satellite", "colony_columbia", "colony_beta", "mines", "planet_buster", "planet", "fuel",
    "halleys_comet", "meteor_storm", "mutiny", "revolt", "sabotage", "spy", "chaff", "peace_treaty", "drone",
)  # fmt: skip
(
    SCOUT, ZERSTOR, CONICLE, BAYCRUZ, DRANAUT, DEATHON, TANKER, TUG, MERCHANTMAN, BLUE_BOLT, CARRIER, REFLECTOR,
    SAILING_SHIP, SALVAGE_VESSEL, WHIRLER, ARMORED_SATELLITE, FUEL_STATION, TORPEDO_STATION, SCREEN, COLUMBIA, BETA,
    MINES, BUSTER, PLANET, FUEL, HALLEY, METEOR, MUTINY, REVOLT, SABOTAGE, SPY, CHAFF, TREATY, DRONE,
) = range(34)  # fmt: skip
ADVANCED = (8, 9, 10, 11, 12, 13, 14, 17, 18, 19, 20, 21, 31, 33)  # codes the chart marks "Advanced Game"
SHIP, SATELLITE, COLONY, MINEFIELD, BOMB, WORLD, COUNTER, EVENT, PEACE, ROBOT = range(10)  # classes of pieces
CLASS_OF = (SHIP,) * 15 + (SATELLITE,) * 4 + (COLONY,) * 2 + (MINEFIELD, BOMB, WORLD, COUNTER) + (EVENT,) * 7 + (
    PEACE, ROBOT,
)  # fmt: skip
UNIT_KINDS = (*range(23), 33)  # the 24 kinds counted by type in the outcome
UNIT_SLOT = tuple(UNIT_KINDS.index(k) if k in UNIT_KINDS else -1 for k in range(34))

# --- what a ship does in a fleet (f.3): by kind, except that any ship with a laser of its own fights
AS_NOTHING, AS_FIGHTER, AS_SCOUT, AS_TANKER, AS_CARRIER, AS_BLUE_BOLT, AS_SALVAGER, AS_TUG, AS_MERCHANTMAN = range(9)
ROLE_OF_KIND = {TANKER: AS_TANKER, CARRIER: AS_CARRIER, BLUE_BOLT: AS_BLUE_BOLT, SALVAGE_VESSEL: AS_SALVAGER,
                TUG: AS_TUG, MERCHANTMAN: AS_MERCHANTMAN}  # fmt: skip

# --- values of switches, in the order of their choices in ruleset.toml
SIMULTANEOUS, ATTACKER_FIRST, DEFENDER_FIRST = range(3)  # laser_timing
PAIRED, ALL_PAIRED, ALL_ATTACKERS = range(3)  # mines_scope
REVEAL_ALL, REVEAL_SCOUTS_AND_DRONES, REVEAL_SCOUTS = range(3)  # reveal_on_pairing
RING, ROW = range(2)  # adjacency
SINGLE_PLANET, SWITCH_ALLOWED = range(2)  # capture_target
TORP_ATTACKER_FIRST, TORP_ALTERNATE, TORP_SIMULTANEOUS = range(3)  # torpedo_order
LASER_STEP, BUSTER_STEP = range(2)  # buster_vs_colony
BLOCKS_BOTH, BLOCKS_INCOMING = range(2)  # screen_blocks
SAIL_ALWAYS, SAIL_DEFENDING, SAIL_OFF = range(3)  # sailing_fires_last
TO_DISCARD, TO_RACK = range(2)  # unused_buster
IMMEDIATE, ON_NEXT_DRAW = range(2)  # restock_timing
SHARED, MOST_PLANETS, MOST_UNITS, LATER_SEAT = range(4)  # tie_break
MELD_DRAWER, MELD_ALL, MELD_NONE = range(3)  # treaty_meld
REAR_ATTACKER, REAR_NONE, REAR_BOTH = range(3)  # rear_area
CONTEST_DICE, CONTEST_ATTACKER, CONTEST_DEFENDER, CONTEST_OWNER = range(4)  # salvage_contest
SECOND_PASS, BOTTOM_HALF, NO_TREATY = range(3)  # treaty_mode
ALL_FIRST, FREE_DOUBLES = range(2)  # double_up
CLEAR_ALL, CLEAR_SHIPS = range(2)  # capture_clear
OWN_NUMBERS, FLAT = range(2)  # reflector_self_test
SCOPE_SHIPS, SCOPE_SATELLITES = range(2)  # salvage_scope
ROUND_UP, ROUND_DOWN = range(2)  # tow_rounding
FIRST_SEAT, RANDOM_SEAT = range(2)  # first_player

# --- values of `end_reason`
TREATY_DRAWN, LIMIT_REACHED, SUDDEN_DEATH, TURN_CAP = range(4)

SWITCHES = (  # words: the kernel holds the position in the ledger's choices
    "first_player", "treaty_mode", "restock_timing", "laser_timing", "torpedo_order", "rear_area", "reveal_on_pairing",
    "adjacency", "double_up", "mines_scope", "screen_blocks", "sailing_fires_last", "reflector_self_test",
    "tow_rounding", "salvage_contest", "salvage_scope", "capture_target", "capture_clear", "unused_buster",
    "buster_vs_colony", "treaty_meld", "tie_break",
)  # fmt: skip
FLAGS = (
    "opening_meld", "attack_with_new_units", "end_on_empty_deck", "sudden_death", "natural_one_hits",
    "natural_ten_misses", "torpedo_vs_planets", "torpedo_vs_busters", "torpedo_target_facedown",
    "rear_safe_from_torpedoes", "scout_provokes", "double_up_counts_colonies", "mines_block_capture",
    "chaff_stops_capture_lasers", "buster_needs_clear_orbit", "buster_colony_restricted", "buster_has_laser",
    "spy_binds_target", "revolt_binds_target", "revolted_planet_fuels", "fuel_change", "defender_planet_fuel_any",
    "planet_fuel_fires_on_attack", "reface_after_battle",
)  # fmt: skip
NUMBERS = (
    "starting_pieces", "draw_per_turn", "colony_draw_bonus", "planet_meld_draws", "catch_up_draw", "rack_limit",
    "no_attack_rounds", "round_limit", "max_turns", "reserve_per_player", "hit_base", "laser_rounds", "torpedo_width",
    "mines_rolls", "capture_limit", "mutiny_odds", "sabotage_odds", "revolt_odds", "meteor_odds", "planet_fuel",
    "merchantman_fuel", "carrier_min_drones", "drone_supply", "lift_round",
)  # fmt: skip

ONE = 1_000_000  # fixed point: chances, values and weights are int64 in millionths

RULES = np.dtype(
    [(name, np.int64) for name in (*SWITCHES, *FLAGS, *NUMBERS)]
    + [
        ("seats", np.int64),
        ("deck_pieces", np.int64),  # pieces of the deck, Treaty included
        ("pieces", np.int64),  # and drones
        ("treaty", np.int64),  # piece number of the Peace Treaty, -1 without one
        ("bag_mixing", np.int64),  # millionths
        ("dominance_share", np.int64),  # millionths
        ("whirler_shots", np.int64, (4,)),
        ("kind", np.int64, (PIECES,)),
        ("cls", np.int64, (PIECES,)),
        ("serial", np.int64, (PIECES,)),  # 64 x code + copy: the address of a piece's draws
        ("value", np.int64, (PIECES,)),  # printed number of planets, busters and fuel counters
        ("fire", np.int64, (PIECES,)),
        ("defence", np.int64, (PIECES,)),
        ("laser", np.int64, (PIECES,)),
        ("torps", np.int64, (PIECES,)),
        ("role", np.int64, (PIECES,)),
        ("strongest_first", np.int64, (15,)),  # kinds of ships by battle number, lower code of equals
        ("weakest_first", np.int64, (15,)),
        ("worth", np.int64, (PIECES,)),  # VAL of the default weights, for the outcome's own measures
        ("chance", np.int64, (32,)),  # hit(a, d) at index a - d + 13
        ("whirl", np.int64, (14,)),  # chance that one of a whirler's rolls at defence d hits
        ("root07", np.int64, (128,)),  # 0.7 ** (t / 2)
    ]
)

BRAINS = ("engine", "random_legal", "pass")
ENGINE, RANDOM_LEGAL, PASSES = range(3)
VALUE_NAMES = (*KINDS[:19], "colony", "mines", "drone", "buster", "planet", "fuel", "halley", "meteor", "mutiny",
               "revolt", "sabotage", "spy", "chaff")  # fmt: skip
VALUE_OF_KIND = (*KINDS[:19], "colony", "colony", "mines", "buster", "planet", "fuel", "halley", "meteor", "mutiny",
                 "revolt", "sabotage", "spy", "chaff", "", "drone")  # fmt: skip
WEIGHT_FLAGS = ("late_meld", "screen_up", "drone_probe", "use_salvage", "salvage_tows", "use_scouts")
WEIGHT_COUNTS = ("planet_guard", "assumed_bn", "meteor_min", "fuel_reserve", "revolt_min")
WEIGHT_REALS = (
    "comeback_ratio", "home_guard", "attack_threshold", "caution", "capture_weight", "bust_weight", "buster_min",
    "leader_bonus", "halley_min", "event_min", "chaff_min", "return_fire_min", "fuel_price", "drone_screen",
    "planet_keep", "unknown_value", "fire_fraction",
)  # fmt: skip

PLAYER = np.dtype(
    [("brain", np.int64)]
    + [(name, np.int64) for name in (*WEIGHT_FLAGS, *WEIGHT_COUNTS, *WEIGHT_REALS)]  # reals in millionths
    + [("worth", np.int64, (PIECES,)), ("number", np.int64, (10,)), ("number_total", np.int64)]
    + [("guard", np.int64, (15,))]  # kinds of ships by VAL, lower code of equals
)

# --- counters of one game: the position in the tuple is the index in `counts`
GAME_COUNTS = (
    ("turns", "player-turns played"),
    ("rounds", "rounds: turns / players, rounded up"),
    ("draws_total", "pieces that came to a rack, the deal included"),
    ("deck2_size", "pieces in the deck after the first restock"),
    ("restock_turn", "player-turn of the first restock, -1 none"),
    ("battles", "declared attacks"),
    ("first_battle_round", "round of the first battle, -1 none"),
    ("last_battle_round", "round of the last battle, -1 none"),
    ("fight_rounds", "rounds with a battle against a non-empty orbit"),
    ("dominance_round", "first round from which one player kept the dominance share of orbit value to the end, -1 never"),
    ("dominance_seat", "that player, -1 none"),
    ("first_dominance_round", "first round end after the first battle with one dominant player, -1 never"),
    ("first_dominance_seat", "that player, -1 none"),
    ("dominance_lost", "1 if that player fell below the dominance share at a later round end"),
    ("first_majority_round", "as first_dominance_round with more than half of all orbit value"),
    ("first_majority_seat", "that player, -1 none"),
    ("sole_round", "first round end after the first battle at which one player alone had orbit pieces, -1 never"),
    ("contested_rounds", "rounds from the first battle to lasting dominance"),
    ("lead_lock_round", "first round from which the winner led at every round end, -1 for ties"),
    ("shots_att", "laser rolls of attackers"),
    ("hits_att", "hits among them"),
    ("shots_def", "laser rolls of defenders"),
    ("hits_def", "hits among them"),
    ("torp_att", "torpedoes of attackers at pieces"),
    ("torp_hit_att", "hits among them"),
    ("torp_def", "torpedoes of defenders"),
    ("torp_hit_def", "hits among them"),
    ("ev_used_halley", "Halley's Comets played"),
    ("ev_used_meteor", "Meteor Storms played"),
    ("ev_used_mutiny", "Mutinies played"),
    ("ev_used_revolt", "Revolts played"),
    ("ev_used_sabotage", "Sabotages played"),
    ("ev_used_spy", "Spies played"),
    ("ev_used_chaff", "Chaff played"),
    ("ev_success_halley", "Halley's Comets with effect"),
    ("ev_success_meteor", "Meteor Storms with effect"),
    ("ev_success_mutiny", "Mutinies with effect"),
    ("ev_success_revolt", "Revolts with effect"),
    ("ev_success_sabotage", "Sabotages with effect"),
    ("ev_success_spy", "Spies with effect"),
    ("ev_success_chaff", "Chaff with effect"),
    ("turned_back", "fleet units sent home by comets and storms, busters included"),
    ("mines_tests", "units that tested for mines"),
    ("mines_kills", "units destroyed by mines"),
    ("reflect_self", "units destroyed by their own beam"),
    ("screen_blocks", "laser steps in which a standing Screen stopped the other groups"),
    ("screen_broken", "laser steps in which all standing Screens were destroyed"),
    ("drones_made", "drones launched"),
    ("carrier_act", "carriers activated"),
    ("screen_drones_lost", "screening drones destroyed"),
    ("tow_lost", "tows destroyed on a hit"),
    ("tow_captured", "tows captured on a hit or given up for a wreck"),
    ("salvaged", "wrecks salvaged"),
    ("salvage_contests", "wrecks both sides wanted"),
    ("fuel_points_played", "points of fuel counters played"),
    ("fuel_points_wasted", "points of played counters that lapsed"),
    ("fuel_source_planet", "fuel points paid from planets"),
    ("fuel_source_counter", "fuel points paid from counters"),
    ("fuel_source_tanker", "fuel points paid from tankers"),
    ("fuel_source_station", "fuel points paid from fuel stations"),
    ("fuel_source_merchant", "fuel points paid from armed merchantmen"),
    ("buster_sent", "busters sent"),
    ("buster_turned_back", "busters turned back by comet or storm"),
    ("buster_sabotaged", "busters sabotaged"),
    ("buster_lost_to_mines", "busters lost to mines"),
    ("buster_lost_to_fire", "busters lost to laser fire"),
    ("buster_lost_to_torpedo", "busters lost to torpedoes"),
    ("buster_at_colony", "busters spent on a colony"),
    ("buster_through", "busters that got through"),
    ("buster_colony_kill", "colonies destroyed by busters"),
    ("buster_idle", "busters through with nothing to attack"),
    ("buster_hits", "planets destroyed by busters"),
    ("rack_overflow_discards", "pieces discarded to the rack limit"),
)  # fmt: skip
(
    TURNS, ROUNDS, DRAWS_TOTAL, DECK2_SIZE, RESTOCK_TURN, BATTLES, FIRST_BATTLE_ROUND, LAST_BATTLE_ROUND, FIGHT_ROUNDS,
    DOMINANCE_ROUND, DOMINANCE_SEAT, FIRST_DOMINANCE_ROUND, FIRST_DOMINANCE_SEAT, DOMINANCE_LOST, FIRST_MAJORITY_ROUND,
    FIRST_MAJORITY_SEAT, SOLE_ROUND, CONTESTED_ROUNDS, LEAD_LOCK_ROUND, SHOTS_ATT, HITS_ATT, SHOTS_DEF, HITS_DEF,
    TORP_ATT, TORP_HIT_ATT, TORP_DEF, TORP_HIT_DEF, EV_USED, *_USED, EV_SUCCESS, _S1, _S2, _S3, _S4, _S5, _S6,
    TURNED_BACK, MINES_TESTS, MINES_KILLS, REFLECT_SELF, SCREEN_BLOCKS, SCREEN_BROKEN, DRONES_MADE, CARRIER_ACT,
    SCREEN_DRONES_LOST, TOW_LOST, TOW_CAPTURED, SALVAGED, SALVAGE_CONTESTS, FUEL_PLAYED, FUEL_WASTED, FROM_PLANET,
    FROM_COUNTER, FROM_TANKER, FROM_STATION, FROM_MERCHANT, BUSTER_SENT, BUSTER_TURNED_BACK, BUSTER_SABOTAGED,
    BUSTER_LOST_TO_MINES, BUSTER_LOST_TO_FIRE, BUSTER_LOST_TO_TORPEDO, BUSTER_AT_COLONY, BUSTER_THROUGH,
    BUSTER_COLONY_KILL, BUSTER_IDLE, BUSTER_HITS, RACK_OVERFLOW,
) = range(len(GAME_COUNTS))  # fmt: skip
EVENTS = ("halley", "meteor", "mutiny", "revolt", "sabotage", "spy", "chaff")  # order of the ev_ columns: code - HALLEY

SEAT_COUNTS = (
    ("score", "points at the end"),
    ("planets", "planets in the Sphere at the end"),
    ("colonies", "colonies in the Sphere at the end"),
    ("planets_in_rack", "value of planets held in the rack at the end"),
    ("units_end", "orbit pieces at the end"),
    ("peak_units", "most orbit pieces at the end of a player-turn"),
    ("battles", "attacks declared"),
    ("battles_won", "attacks in which the attacker lost less value than the defender"),
    ("captured", "planets gained by capture"),
    ("captured_pts", "points gained by capture"),
    ("busted", "opposing planets destroyed"),
    ("busted_pts", "points of opposing planets destroyed"),
    ("revolted", "planets gained by Revolt"),
    ("revolted_pts", "points gained by Revolt"),
    ("planet_melds", "planets melded from the rack, before the Treaty"),
    ("bonus_draws", "pieces drawn for melded planets"),
    ("units_r3", "orbit pieces after round 3, -1 not reached"),
    ("units_r6", "orbit pieces after round 6, -1 not reached"),
    ("units_r10", "orbit pieces after round 10, -1 not reached"),
    ("units_r15", "orbit pieces after round 15, -1 not reached"),
    ("melded_early", "bit mask: unit types melded by the end of round `lift_round`"),
    ("events_used", "bit mask: events played (halley, meteor, mutiny, revolt, sabotage, spy, chaff)"),
    ("events_success", "bit mask: events with effect"),
    ("busters_sent", "busters sent"),
)  # fmt: skip
(
    SCORE, PLANETS, COLONIES, PLANETS_IN_RACK, UNITS_END, PEAK_UNITS, BATTLES_S, BATTLES_WON, CAPTURED, CAPTURED_PTS,
    BUSTED, BUSTED_PTS, REVOLTED, REVOLTED_PTS, PLANET_MELDS, BONUS_DRAWS, UNITS_R3, UNITS_R6, UNITS_R10, UNITS_R15,
    MELDED_EARLY, EVENTS_USED, EVENTS_SUCCESS, BUSTERS_SENT_S,
) = range(len(SEAT_COUNTS))  # fmt: skip
SAMPLE_ROUNDS = (3, 6, 10, 15)

KIND_COUNTS = ("kills", "losses", "shots", "sent", "melded")
KILLS, LOSSES, SHOTS, SENT, MELDED = range(5)

OUTCOME_DTYPE = np.dtype(
    [
        ("ending", np.int8),
        ("win", np.float32, (SEATS,)),
        ("n_players", np.int8),
        ("winner", np.int8),
        ("tie", np.int8),
        ("end_reason", np.int8),
        ("treaty_drawer", np.int8),
        ("counts", np.int32, (len(GAME_COUNTS),)),
        ("seat", np.int32, (len(SEAT_COUNTS), SEATS)),
        ("opening_value", np.float32, (SEATS,)),
        ("by_kind", np.int16, (len(KIND_COUNTS), len(UNIT_KINDS))),
    ]
)

# Where a battle's fate of a class of pieces is counted over games (`tally.rear`): sent paired, lost paired, ...
REAR_COUNTS = ("paired", "paired_lost", "rear", "rear_lost", "rear_lost_torpedo")
TALLY = np.dtype(
    [
        ("laser_shots", np.int64, (32,)),  # rolls by firing number - defence + 13
        ("laser_hits", np.int64, (32,)),
        ("buster_tries", np.int64, (13, 13)),  # attacks on planets by buster value, planet value
        ("buster_hits", np.int64, (13, 13)),
        ("picket_met", np.int64, (13, 14)),  # busters fired at, by buster value and firing number
        ("picket_lost", np.int64, (13, 14)),
        ("capture_shots", np.int64, (14, 13)),  # laser rolls at planets by firing number, planet value
        ("capture_hits", np.int64, (14, 13)),
        ("torpedoes", np.int64),  # all torpedoes, those at planets included
        ("torpedo_hits", np.int64),
        ("torpedoes_at_planets", np.int64),
        ("torpedo_captures", np.int64),
        ("event_rolls", np.int64, (7,)),  # dice rolled for meteor (per unit), mutiny, revolt, sabotage
        ("event_bites", np.int64, (7,)),
        ("spy_faces", np.int64, (11,)),  # Spy dice by face
        ("mines_dice_tests", np.int64),
        ("mines_survived", np.int64),
        ("drone_counts", np.int64, (16,)),  # activations by drones rolled
        ("tow_rolls", np.int64),
        ("tow_odd", np.int64),
        ("reflector_rolls", np.int64, (14,)),  # by firing number
        ("reflector_kills", np.int64, (14,)),
        ("reflector_self", np.int64, (14,)),
        ("reflector_both", np.int64, (14,)),
        ("duel_ties", np.int64),  # salvage dice: ties, and all first throws
        ("duel_throws", np.int64),
        ("rear", np.int64, (len(REAR_COUNTS), 34)),  # fleet units by kind
        ("carriers_defended", np.int64, (2, 2)),  # activated in defence: [screened, lost]
        ("treaty_turns", np.int64),
        ("attack_turns", np.int64),  # player-turns with an attack phase
        ("attacks_short_of_fuel", np.int64),  # fleets that dropped a unit for want of fuel
        ("point_leads", np.int64),  # changes of the sole leader between round ends
    ]
)


def _seats(name: str) -> tuple[str, ...]:
    return tuple(f"{name}_s{seat}" for seat in range(SEATS))


def _columns() -> tuple[Column, ...]:
    units = tuple(KINDS[k] for k in UNIT_KINDS)
    return (
        Column("ending", "0 played out, 1 capped, 2 failed", "code"),
        Column("win", "1 win, 1/k shared by k, 0 loss", "share", _seats("win_share"), absent=-1),
        Column("n_players", "players"),
        Column("winner", "winning seat, -1 tie, -2 capped", "seat", absent=-2),
        Column("tie", "1 if the win is shared", "flag"),
        Column("end_reason", "0 Treaty, 1 round limit or empty deck, 2 sudden death, 3 capped", "code"),
        Column("treaty_drawer", "seat that drew the Treaty, -1 nobody", "seat", absent=-1),
        Column("counts", "counters of the game", labels=tuple(name for name, _ in GAME_COUNTS)),
        Column("seat", "counters by seat", labels=tuple(s for name, _ in SEAT_COUNTS for s in _seats(name)), absent=-1),
        Column("opening_value", "VAL of starting pieces and first draw", "VAL", _seats("opening_value"), absent=-1),
        Column("by_kind", "by unit type", labels=tuple(f"{what}_{unit}" for what in KIND_COUNTS for unit in units)),
    )


OUTCOME = OutcomeSpec(
    dtype=OUTCOME_DTYPE,
    columns=_columns(),
    tally=TALLY,
    length="rounds",
    reasons={
        0: "Peace Treaty drawn",
        1: "round limit or empty deck",
        2: "sudden death",
        3: "turn limit of the simulator",
    },
)
