"""Exact odds of a roll: hits, kills, stars, red alerts, blocked retires, the flagship, match-ups (spec j1 to j5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import comb
from typing import Any

from balance.games.contract import Cell, OddsColumn, OddsResult, OddsTable, Setting
from balance.games.red_alert import chances
from balance.games.red_alert.ruleset import load_ledger
from balance.games.red_alert.state import CLASSES, UNIT_TYPES

DICE = Setting(3, "dice rolled", range=(1, 9))
UP_TO = Setting(6, "dice shown", range=(1, 9))
IGNORED = Setting(0, "blasts the target ignores", range=(0, 5))
FIGURES = Setting(3, "figures of the target", range=(1, 6))
RA = Setting(0, "red alerts the target ignores", range=(0, 3))
ZERO, ONE = Fraction(0), Fraction(1)


def exactly(dice: int, count: int) -> Fraction:
    """Chance that exactly `count` of the dice show one given face."""
    return Fraction(comb(dice, count) * 5 ** (dice - count), 6**dice) if 0 <= count <= dice else ZERO


def rolls(dice: int, ignored: int) -> Iterator[tuple[int, int, Fraction]]:
    """(hits, red faces, chance) of a battle roll (RA-55, RA-70)."""
    found: dict[tuple[int, int], int] = {}
    for blasts in range(dice + 1):
        for faces in range(dice + 1 - blasts):
            for reds in range(dice + 1 - blasts - faces):
                rest = dice - blasts - faces - reds
                ways = comb(dice, blasts) * comb(dice - blasts, faces) * comb(dice - blasts - faces, reds) * 3**rest
                key = faces + max(blasts - ignored, 0), reds
                found[key] = found.get(key, 0) + ways
    for (hits, reds), ways in found.items():
        yield hits, reds, Fraction(ways, 6**dice)


def leaves(dice: int, ignored: int, figures: int, ra: int) -> Fraction:
    """P(the target is killed or retires from its hex, with room to do so)."""
    return sum((p for hits, reds, p in rolls(dice, ignored) if hits >= figures or reds > ra), ZERO)


def flagship_leaves(dice: int, ignored: int, caps: int, ra: int) -> Fraction:
    """The same of a flagship: hits beyond the cap fighters are confirmed."""
    return sum(
        (p * (ONE if reds > ra else chances.flagship_dead(hits, caps, True, True))
         for hits, reds, p in rolls(dice, ignored)),
        ZERO,
    )  # fmt: skip


def cornered(dice: int, ignored: int, figures: int, ra: int, room: int, hexes: int = 1, loss: int = 1) -> Fraction:
    """P(the target dies by hits and blocked retire steps) with `room` hexes to retire (RA-72)."""
    dead = ZERO
    for hits, reds, p in rolls(dice, ignored):
        steps = max(reds - ra, 0) * hexes
        dead += p * (hits + max(steps - room, 0) * loss >= figures)
    return dead


def hits_table(settings: Mapping[str, Any]) -> OddsResult:
    """Hits of 1, 2, ... dice."""
    ignored = int(settings["ignored"])
    rows: list[tuple[Cell, ...]] = []
    for n in range(1, int(settings["up_to"]) + 1):
        mean = chances.mean_hits(n, ignored, n)
        square = sum((p * h * h for h, p in enumerate(chances.hits(n, ignored))), ZERO)
        rows.append((n, *(chances.kill(n, ignored, k) for k in (1, 2, 3, 4)), mean, float(square - mean**2) ** 0.5))
    columns = (
        OddsColumn("dice", "dice rolled", "dice"),
        *(OddsColumn(f"at_least_{k}", f"at least {k} hits") for k in (1, 2, 3, 4)),
        OddsColumn("mean", "mean hits", "hits"),
        OddsColumn("sd", "standard deviation", "hits"),
    )
    return OddsResult(columns, tuple(rows), "Hits: the face of the target's class, and blasts beyond those ignored.")


def kills_table(settings: Mapping[str, Any]) -> OddsResult:
    """Kill chance by dice and figures."""
    ignored = int(settings["ignored"])
    rows: list[tuple[Cell, ...]] = [
        (n, *(chances.kill(n, ignored, f) for f in range(1, 7)), *(chances.mean_hits(n, ignored, f) for f in (3, 4)))
        for n in range(1, int(settings["up_to"]) + 1)
    ]
    columns = (
        OddsColumn("dice", "dice rolled", "dice"),
        *(OddsColumn(f"kill_{f}", f"a unit of {f} figures dies") for f in range(1, 7)),
        *(OddsColumn(f"removed_{f}", f"figures removed from a unit of {f}", "figures") for f in (3, 4)),
    )
    return OddsResult(columns, tuple(rows), "One roll, hits only; losses by blocked retires are in `retreat`.")


def faces_table(settings: Mapping[str, Any]) -> OddsResult:
    """Stars and red alerts of 1, 2, ... dice."""
    ra = int(settings["ra"])
    rows: list[tuple[Cell, ...]] = [
        (n, 1 - exactly(n, 0), Fraction(n, 6), 1 - chances.at_most(n, ra),
         sum((exactly(n, k) * (k - ra) for k in range(ra + 1, n + 1)), ZERO))
        for n in range(1, int(settings["up_to"]) + 1)
    ]  # fmt: skip
    columns = (
        OddsColumn("dice", "dice rolled", "dice"),
        OddsColumn("star", "at least one star"),
        OddsColumn("stars", "mean stars", "stars"),
        OddsColumn("alert", "the target suffers a red alert"),
        OddsColumn("alerts", "mean red alerts after those ignored", "red alerts"),
    )
    return OddsResult(columns, tuple(rows))


def retreat_table(settings: Mapping[str, Any]) -> OddsResult:
    """One roll against a unit of 1, 2, ... figures: dead by hits, moved off, dead in the corner."""
    dice, ignored, ra = (int(settings[key]) for key in ("dice", "ignored", "ra"))
    hexes, loss = int(settings["red_alert_hexes"]), int(settings["retire_blocked_loss"])
    rows: list[tuple[Cell, ...]] = [
        (f, chances.kill(dice, ignored, f), leaves(dice, ignored, f, ra if hexes else dice),
         *(cornered(dice, ignored, f, ra, room, hexes, loss) for room in (0, 1, 2)))
        for f in range(1, 7)
    ]  # fmt: skip
    columns = (
        OddsColumn("figures", "figures of the target", "figures"),
        OddsColumn("kill", "killed by hits alone"),
        OddsColumn("leaves", "killed, or retires with room to do so"),
        *(OddsColumn(f"dead_{room}", f"dies with room to retire {room} hexes") for room in (0, 1, 2)),
    )
    return OddsResult(columns, tuple(rows), "A retire step that cannot be taken costs figures (RA-72).")


def flagship_table(settings: Mapping[str, Any]) -> OddsResult:
    """Kill chance of a flagship by cap fighters left."""
    dice, ignored = int(settings["dice"]), int(settings["ignored"])
    how = bool(settings["flagship_confirm"]), settings["flagship_overflow"] == "confirm_same_attack"
    rows: list[tuple[Cell, ...]] = [
        (caps, chances.flagship_kill(dice, ignored, caps, *how), chances.mean_hits(dice, ignored, caps),
         sum((p for h, p in enumerate(chances.hits(dice, ignored)) if h > caps), ZERO))
        for caps in range(4)
    ]  # fmt: skip
    columns = (
        OddsColumn("caps", "cap fighters left", "figures"),
        OddsColumn("kill", "the flagship is eliminated"),
        OddsColumn("caps_lost", "mean cap fighters removed", "figures"),
        OddsColumn("beyond", "at least one hit beyond the cap fighters"),
    )
    return OddsResult(columns, tuple(rows), "Every hit beyond the cap fighters is confirmed on 2 of 6 faces (RA-56).")


def default(key: str) -> Any:
    """A default of the ledger."""
    return load_ledger().entries[key].value


def match_dice(attacker: str, distance: int, lost: int) -> int:
    """Dice of an unmarked built-in unit at a distance, less `lost`, never below 0 (RA-52)."""
    dice = default(f"units.{attacker}.dice")
    return max(dice[distance - 1] - lost, 0) if distance <= len(dice) else 0


def class_of(unit: str) -> str:
    """Class of a built-in unit type (spec b2)."""
    if unit.endswith("fighter"):
        return "fighter"
    return "strike" if unit.endswith(("cruiser", "destroyer")) else "capital"


def ignored_by(attacker: str, target: str) -> int:
    """Blasts of `attacker` a `target` ignores (spec b4)."""
    row = default(f"blast_ignored.{class_of(attacker)}")
    return int(row[CLASSES.index(class_of(target))])


def matchup_table(settings: Mapping[str, Any]) -> OddsResult:
    """One attacker on one target at every distance it reaches."""
    attacker, target = str(settings["attacker"]), str(settings["target"])
    figures = int(settings["figures"]) or int(default(f"units.{target}.figures"))
    ra, ignored = int(default(f"units.{target}.ra")), ignored_by(attacker, target)
    lost = int(settings["markers"]) + int(settings["planet_die_penalty"]) * int(settings["target_on_planet"])
    rows: list[tuple[Cell, ...]] = []
    for distance in range(1, len(default(f"units.{attacker}.dice")) + 1):
        n = match_dice(attacker, distance, lost)
        if target == "flagship":
            caps = int(settings["caps"])
            dead, away = chances.flagship_kill(n, ignored, caps, True, True), flagship_leaves(n, ignored, caps, ra)
        else:
            dead, away = chances.kill(n, ignored, figures), leaves(n, ignored, figures, ra)
        rows.append((distance, n, chances.mean_hits(n, ignored, n), chances.kill(n, ignored, 1), dead, away))
    columns = (
        OddsColumn("distance", "hexes to the target", "hexes"),
        OddsColumn("dice", "battle dice", "dice"),
        OddsColumn("mean", "mean hits", "hits"),
        OddsColumn("hit", "at least one hit"),
        OddsColumn("kill", "the target is eliminated by hits"),
        OddsColumn("leaves", "the target is eliminated or retires with room"),
    )
    return OddsResult(columns, tuple(rows))


_UNITS = UNIT_TYPES
TABLES = (
    OddsTable("hits", "Hits of a roll", "RA-55", {"up_to": UP_TO, "ignored": IGNORED}, hits_table),
    OddsTable("kills", "Kills by dice and figures", "RA-55", {"up_to": UP_TO, "ignored": IGNORED}, kills_table),
    OddsTable("faces", "Stars and red alerts", "RA-58, RA-70", {"up_to": UP_TO, "ra": RA}, faces_table),
    OddsTable("retreat", "Retire and blocked retire", "RA-70..72",
              {"dice": DICE, "ignored": IGNORED, "ra": RA,
               "red_alert_hexes": Setting(1, "hexes per red alert", range=(0, 3)),
               "retire_blocked_loss": Setting(1, "figures per blocked step", range=(0, 2))}, retreat_table),
    OddsTable("flagship", "Confirming hits on the flagship", "RA-56",
              {"dice": DICE, "ignored": Setting(2, "blasts the flagship ignores", range=(0, 5)),
               "flagship_confirm": Setting(True, "hits beyond the cap fighters are confirmed"),
               "flagship_overflow": Setting("confirm_same_attack", "hits beyond the last cap fighter of one roll",
                                            choices=("confirm_same_attack", "wasted"))}, flagship_table),
    OddsTable("matchup", "One unit against another", "RA-50..55",
              {"attacker": Setting("cruiser", "attacking unit", choices=_UNITS),
               "target": Setting("destroyer", "target", choices=_UNITS),
               "figures": Setting(0, "figures of the target; 0: all", range=(0, 6)),
               "caps": Setting(3, "cap fighters of a flagship as target", range=(0, 3)),
               "markers": Setting(0, "dice lost to red alert markers", range=(0, 3)),
               "target_on_planet": Setting(False, "target on a planet, attacker not on the same group"),
               "planet_die_penalty": Setting(1, "dice a planet takes", range=(0, 4))}, matchup_table),
)  # fmt: skip
