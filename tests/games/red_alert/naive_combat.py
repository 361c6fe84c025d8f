"""Combat of the naive twin in its eleven steps, red alerts, retire, pursuit (RA-50..RA-74)."""

from __future__ import annotations

from dataclasses import dataclass

from tests.games.red_alert.naive_losses import Losses
from tests.games.red_alert.naive_map import distance
from tests.games.red_alert.naive_rules import base_dice, card_bonus, forbids_combat, lifted, targets
from tests.games.red_alert.naive_table import BLAST, CLASSES, RED, STAR, Unit

MAX_DICE = 9


@dataclass
class Roll:
    """What a battle roll did."""

    hits: int = 0  # before Shields Up
    alerted: bool = False  # the target suffered a red alert


@dataclass
class Attack:
    """An announced attack."""

    unit: Unit
    target: Unit
    bonus: int  # dice of cards, from the command card on
    kind: str = "ordinary"  # or bonus
    ambushed: bool = False

    @property
    def close(self) -> bool:
        """Distance 1."""
        return distance(self.unit.at, self.target.at) == 1


class Combat(Losses):
    """Resolves attacks on a table; `minds` decide."""

    # ---- dice of an attack

    def dice(self, attack: Attack, planets: bool = True) -> int:
        """RA-52 as it is now and the cards."""
        unit, target = attack.unit, attack.target
        gap = distance(unit.at, target.at)
        dice = base_dice(self.t, unit, unit.at, target, planets=planets) + attack.bonus
        entry = unit.row["dice"][gap - 1] if gap <= len(unit.row["dice"]) else 0
        return min(lifted(self.t, dice, entry), MAX_DICE)

    def command_bonus(self, unit: Unit, target: Unit) -> int:
        """Dice of the command card on the table."""
        row = self.t.commands[self.t.card] if self.t.card is not None else None
        return card_bonus(row, distance(unit.at, target.at))

    # ---- steps 1 to 5

    def attack(self, unit: Unit, target: Unit, extra: int = 0, kind: str = "ordinary") -> None:
        """An ordinary or bonus combat, pursuit included (RA-50..RA-66)."""
        t = self.t
        attack = Attack(unit, target, self.command_bonus(unit, target) + extra, kind)
        self._announce(attack)
        close, old = attack.close, target.at
        card = self.minds[unit.side].own_card(attack, self.dice(attack))
        if card is not None:
            attack.bonus += t.combats[card]["die_delta"]
            t.play_combat(unit.side, card)
        if not self._reaction(attack):
            return
        n = self.dice(attack)
        if n <= 0:
            return
        off = self.dice(attack, planets=False)
        on = int(target.at in t.map.planets)
        roll = self.roll(unit, target, n)
        t.note("shield", on, off, 0)
        t.note("shield", on, off, 1, n=n)
        t.note("shield", on, off, 2, n=roll.hits)
        if t.over:
            return
        left = target.hex != old
        if target.alive and not left and unit.alive:
            self._battle_back(attack, roll, close)
        if left and close and not t.over:
            self._pursuit(attack, old)

    def _announce(self, attack: Attack) -> None:
        t, unit, target = self.t, attack.unit, attack.target
        side = unit.side
        assert target in targets(t, unit) and (not unit.no_combat or attack.kind == "bonus")
        if unit.no_combat:
            assert t.values["pursuit_onto_planet_bonus"]
        t.count_unit(unit, "attacks")
        t.count(side, "close_attacks" if attack.close else "ranged_attacks")
        if attack.kind == "bonus":
            t.count(side, "bonus_combats")
        if target.at in t.map.planets:
            t.count(side, "attacks_on_planet")
            full = base_dice(t, unit, unit.at, target, planets=False)
            t.count(side, "dice_lost_planet", full - base_dice(t, unit, unit.at, target))
        if unit.marks:
            t.count(side, "dice_lost_marker")
        if unit.moved_in_group and unit.kind != "fighter":
            t.count(side, "same_group_move_attacks")

    def reactions(self, attack: Attack) -> list[tuple[str, int]]:
        """Legal reactions before the roll: command cards by row, then combat cards by row (RA-57, RA-61, RA-65)."""
        t, side = self.t, attack.target.side
        found = []
        strikes = attack.close and self.may_strike(attack)
        if strikes:
            found += [("strike", i) for i, row in enumerate(t.commands)
                      if row["kind"] == "reaction" and t.players[side].hand.get(i, 0)]  # fmt: skip
        ready = dict.fromkeys(t.playable(side, "enemy_attack"), "enemy_attack")
        if attack.close:
            ready.update(dict.fromkeys(t.playable(side, "enemy_close"), "enemy_close"))
        for card in sorted(ready):
            if t.combats[card]["special"] != "ambush" or strikes:
                found.append(("card", card))
        return found

    def may_strike(self, attack: Attack) -> bool:
        """The defender has a die against the attacker."""
        target, unit = attack.target, attack.unit
        if self.t.values["red_alert_marker_blocks"] == "combat" and target.marks:
            return False
        return base_dice(self.t, target, target.at, unit) >= 1

    def _reaction(self, attack: Attack) -> bool:
        """The defender's single reaction; whether the attack goes on."""
        t, side = self.t, attack.target.side
        options = self.reactions(attack)
        choice = self.minds[side].reaction(attack, self.dice(attack), options) if options else None
        if choice is None:
            return True
        assert choice in options
        kind, card = choice
        if kind == "strike":
            player = t.players[side]
            player.hand[card] -= 1
            player.struck_first = True
            t.command_deck.discards[card] += 1
            t.row[f"cmd_{t.command_columns[card]}_played_{side}"] += 1
            return self._struck(attack, 0)
        row = t.combats[card]
        if row["special"] == "negotiate":
            return self._parley(attack, card)
        if row["special"] == "ambush":
            attack.ambushed = True
            t.play_combat(side, card, success=False)
            goes_on = self._struck(attack, row["die_delta"])
            if not goes_on:
                t.succeed(side, card)
            return goes_on
        attack.bonus += row["die_delta"]
        t.play_combat(side, card)
        return True

    def _parley(self, attack: Attack, card: int) -> bool:
        """Hold Your Fire (RA-61)."""
        t, side = self.t, attack.target.side
        t.play_combat(side, card, success=False)
        player, other = t.players[side], t.players[1 - side]
        left = min(player.stars, 3)
        stars = t.roll(side, 3).count(STAR)
        t.note("parley", left, 0)
        if not 1 <= stars <= player.stars:
            return True
        player.stars -= stars
        other.stars += stars
        t.count(side, "stars_spent", stars)
        t.count(1 - side, "stars_gained", stars)
        t.succeed(side, card)
        t.note("parley", left, 1)
        return False

    def _struck(self, attack: Attack, extra: int) -> bool:
        """First Strike or Ambush: the defender attacks first; whether the attack still happens (RA-57)."""
        t, unit, target = self.t, attack.unit, attack.target
        old = unit.at
        strike = Attack(target, unit, extra)
        n = self.dice(strike)
        roll = self.roll(target, unit, n) if n > 0 else Roll()
        if t.over or not unit.alive or unit.hex != old:
            return False
        if t.values["forced_retire_means"] == "any_red_alert" and roll.alerted:
            return False
        return not (t.values["red_alert_marker_blocks"] == "combat" and unit.marks)

    # ---- steps 6 to 9

    def roll(self, unit: Unit, target: Unit, n: int) -> Roll:
        """Roll, shields, hits, stars, red alerts (RA-55..RA-59)."""
        t = self.t
        faces = t.roll(unit.side, n)
        for face in faces:
            t.note("faces", face)
        ignored = t.values[f"blast_ignored.{unit.kind}"][CLASSES.index(target.kind)]
        blasts, reds = faces.count(BLAST), faces.count(RED)
        hits = faces.count(CLASSES.index(target.kind)) + max(blasts - ignored, 0)
        thrown = hits
        t.note("rolls", n, ignored, thrown)
        t.count(unit.side, "blasts_ignored", min(blasts, ignored))
        t.count(unit.side, "red_faces", reds)
        t.count_unit(unit, "dice", n)
        cards = t.playable(target.side, "after_enemy_roll")
        if hits and cards:
            card = self.minds[target.side].shields(unit, target, hits, cards)
            if card is not None:
                t.play_combat(target.side, card)
                hits = max(hits - t.combats[card]["ignore_hits"], 0)
        t.count_unit(unit, "hits", hits)
        result = Roll(thrown)
        self._hits(unit, target, hits)
        if t.values["stars_from_dice"]:
            t.gain(unit.side, faces.count(STAR))
        alerts = max(reds - target.row["ra"], 0)
        if alerts and target.alive and not t.over:
            result.alerted = True
            self._red_alert(unit, target, alerts)
        return result

    # ---- steps 10 and 11

    def _battle_back(self, attack: Attack, roll: Roll, close: bool) -> None:
        """RA-60."""
        t, unit, target = self.t, attack.unit, attack.target
        scope = t.values["battle_back_scope"]
        if attack.ambushed or scope == "off" or (scope == "close" and not close):
            return
        if t.values["forced_retire_means"] == "any_red_alert" and roll.alerted:
            return
        if unit not in targets(t, target):
            return
        cards = t.playable(target.side, "own_battle_back")
        stars = t.values["battle_back_cost"] <= t.players[target.side].stars
        if not cards and not stars:
            return
        how = self.minds[target.side].battle_back(unit, target, cards, stars)
        if how is None:
            return
        if how == "stars":
            t.pay(target.side, t.values["battle_back_cost"])
        else:
            t.play_combat(target.side, how)
        t.count_unit(target, "battle_backs")
        n = self.dice(Attack(target, unit, 0))
        self.roll(target, unit, n)

    def may_pursue(self, unit: Unit, old: int) -> bool:
        """Conditions of RA-66 besides the price."""
        t, who = self.t, self.t.values["pursuit_units"]
        if who == "off" or (who == "destroyers" and not unit.row["destroyer"]) or unit.pursued or not unit.alive:
            return False
        if t.values["red_alert_marker_blocks"] == "move" and unit.marks:
            return False
        if old in t.map.planets and not t.values["pursuit_onto_planet"]:
            return False
        return t.unit_at(old) is None and distance(unit.at, old) == 1

    def _pursuit(self, attack: Attack, old: int) -> None:
        """RA-43, RA-66."""
        t, unit = self.t, attack.unit
        if attack.kind != "ordinary" or not self.may_pursue(unit, old):
            return
        cards = t.playable(unit.side, "own_pursuit")
        stars = t.values["pursuit_cost"] <= t.players[unit.side].stars
        if not cards and not stars:
            return
        how = self.minds[unit.side].pursue(unit, old, cards, stars)
        if how is None:
            return
        extra = 0
        if how == "stars":
            t.pay(unit.side, t.values["pursuit_cost"])
        else:
            t.play_combat(unit.side, how)
            extra = t.combats[how]["bonus_die"]
        t.count(unit.side, "pursuits")
        unit.pursued = True
        allowed = self.bonus_allowed(unit, old)
        self.move(unit, old, pursuit=True)
        for _ in range(t.values["bonus_combat_max"] if allowed else 0):
            target = self.minds[unit.side].bonus_target(unit, extra)
            if target is None:
                return
            self.attack(unit, target, extra, "bonus")
            if t.over or not unit.alive:
                return

    def bonus_allowed(self, unit: Unit, h: int) -> bool:
        """Whether a pursuit to h leaves a bonus combat."""
        return self.t.values["pursuit_onto_planet_bonus"] or not forbids_combat(self.t, unit, unit.at, h)

    def move(self, unit: Unit, h: int, pursuit: bool = False) -> None:
        """Move a unit by order or pursuit, with its counts and flags (RA-40..RA-45)."""
        t, old = self.t, unit.at
        assert h == old or t.unit_at(h) is None
        if h == old:
            return
        if forbids_combat(t, unit, old, h):
            unit.no_combat = True
        self.forfeit(unit)
        unit.hex = h
        if h in t.map.planets:
            if t.map.group.get(old) != t.map.group[h]:
                t.count(unit.side, "planet_entries_pursuit" if pursuit else "planet_entries")
            elif unit.kind != "fighter":
                t.count(unit.side, "same_group_moves")
                unit.moved_in_group = True
