"""Decision D6: whether and how to answer an attack (SC-34..SC-36, f2)."""

from __future__ import annotations

import numpy as np

from balance.games.star_command.kernel.cards import (
    DIAVALLIC_LINE,
    FLIP_LINE,
    IS_CLOSE,
    IS_LASER,
    SPECIAL_LINE,
    special_line,
)
from balance.games.star_command.kernel.table import leader_of
from balance.games.star_command.state import (
    BUZZ_ID,
    CARDS,
    FLIP_ADJACENT,
    FLIP_ANY,
    FLIP_NUMBER_1,
    HEURISTIC,
    PASS,
    RANGERS,
    SHIELD_FRIENDS,
    SHIELD_SELF,
)
from balance.kit.jit import inner, shared
from balance.kit.streams import below

FIRST_DEFENSE_LINE, LAST_DEFENSE_LINE = 14, 19
COUNTER_HIT = -1  # the "line" of a Flip's counter-hit where an attack has its card


@inner
def special_defends(game, rules, unit):
    """Whether a Special may be discarded to defend `unit` (SC-36)."""
    if rules.shield == SHIELD_SELF:
        return unit == BUZZ_ID
    return rules.shield == SHIELD_FRIENDS and (unit >> 4) == RANGERS and game.pos[BUZZ_ID] >= 0


@inner
def _flip_answers(rules, line, number, distance):
    """Whether Flip answers an attack by card `line` (or Special) of `number` at `distance` (SC-35); never a counter-hit."""
    if line == COUNTER_HIT:
        return False
    if rules.flip_scope == FLIP_ANY:
        return True
    if rules.flip_scope == FLIP_ADJACENT:
        return distance == 1
    return IS_CLOSE[line] == 1 or (rules.flip_scope == FLIP_NUMBER_1 and number == 1)


@shared
def is_answer(game, rules, answer, unit, line, number, distance):
    """Whether card line `answer` may be discarded for `unit` against this attack (SC-34..SC-36).

    `line`: the attack's card, or COUNTER_HIT; `number`: its number (a Special's: that of the ability).
    """
    side = unit >> 4
    if game.hand[side, answer] == 0 or rules.usable[side, answer] == 0:
        return False
    if FIRST_DEFENSE_LINE <= answer <= LAST_DEFENSE_LINE:
        if rules.named[answer] >= 0 and rules.named[answer] != rules.kind[unit]:
            return False
        if answer == FLIP_LINE:
            return _flip_answers(rules, line, number, distance)
        if answer == DIAVALLIC_LINE and rules.laser_only:
            return line >= 0 and IS_LASER[line] == 1
        return True
    if answer == SPECIAL_LINE or (rules.any_x and answer > LAST_DEFENSE_LINE):
        return special_defends(game, rules, unit)
    return False


@inner
def _pick(game, rules, unit, line, number, distance):
    """Answer a heuristic player uses: Flip, else the highest Defense line, else a Special; -1 = none (f2): int64."""
    side = unit >> 4
    if is_answer(game, rules, FLIP_LINE, unit, line, number, distance):
        return np.int64(FLIP_LINE)
    for answer in range(LAST_DEFENSE_LINE, FLIP_LINE, -1):
        if is_answer(game, rules, answer, unit, line, number, distance):
            return np.int64(answer)
    if special_defends(game, rules, unit):
        return special_line(game, rules, side)
    return np.int64(-1)


@inner
def _count_answers(game, rules, unit, line, number, distance):
    """Copies in hand that could be discarded against this attack: int64."""
    side = unit >> 4
    copies = np.int64(0)
    for answer in range(FIRST_DEFENSE_LINE, CARDS):
        if is_answer(game, rules, answer, unit, line, number, distance):
            copies += game.hand[side, answer]
    return copies


@inner
def _pick_any(game, rules, unit, line, number, distance, copies):
    """Answer of the policy "random": with chance 1/2, uniform over copies (f3); -1 = none: int64."""
    side = unit >> 4
    if below(game.streams, side, np.int64(2)) == 0:
        return np.int64(-1)
    rest = below(game.streams, side, copies)
    for answer in range(FIRST_DEFENSE_LINE, CARDS):
        if is_answer(game, rules, answer, unit, line, number, distance):
            rest -= game.hand[side, answer]
            if rest < 0:
                return np.int64(answer)
    return np.int64(-1)


@inner
def choose_answer(game, rules, player, unit, line, number, distance):
    """Card line the owner of `unit` discards against the attack (or counter-hit), -1 = none: int64.

    A heuristic player always defends its leader; another unit when it is worth def_min per hit left and more than
    def_reserve answers are held (f2).
    """
    if player.kind == PASS or game.hand_n[unit >> 4] == 0:
        return np.int64(-1)
    if rules.defense_limit > 0 and game.defended[unit] >= rules.defense_limit:
        return np.int64(-1)
    is_leader = unit == leader_of(unit >> 4)
    if player.kind == HEURISTIC and not is_leader and player.value[unit] < player.def_min * game.hits[unit]:
        return np.int64(-1)
    copies = _count_answers(game, rules, unit, line, number, distance)
    if copies == 0:
        return np.int64(-1)
    if player.kind != HEURISTIC:
        return _pick_any(game, rules, unit, line, number, distance, copies)
    if not is_leader and 1000 * copies <= player.def_reserve:
        return np.int64(-1)
    return _pick(game, rules, unit, line, number, distance)
