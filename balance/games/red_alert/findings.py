"""What a run says, in sentences with their numbers, players and next step."""

from __future__ import annotations

import numpy as np

from balance.games.contract import PLAYED_OUT, Finding, RunData
from balance.games.red_alert.state import UNIT_TYPES


def findings(data: RunData) -> list[Finding]:
    """Findings of one run (one arm), most important first."""
    found = [_first_player(data), _objectives(data), _ruling(data), *_prices(data)]
    return [finding for finding in found if finding is not None]


def _players(data: RunData) -> str:
    return " and ".join(data.player_labels)


def _share(found: tuple[float, float, float], digits: int = 1) -> str:
    """A share with its interval, in percent."""
    share, low, high = found
    return f"{share:.{digits}%} [{low:.{digits}%}, {high:.{digits}%}]"


def _first_player(data: RunData) -> Finding | None:
    rows = data.columns("winner", "first_player", "ending")
    played = rows["ending"] == PLAYED_OUT
    n = int(played.sum())
    if n == 0:
        return None
    found = share, low, high = data.share(int((played & (rows["winner"] == rows["first_player"])).sum()), n)
    clear = low > 0.5 or high < 0.5
    text = f"With {_players(data)}, the side that begins wins {_share(found)} of the games, "
    if clear:
        text += f"{'more' if share > 0.5 else 'less'} often than the other."
    else:
        text += "so no effect of moving first was seen; an effect within the interval could hide."
    if str(data.ruleset["first_player"]) == "reveal":
        text += " Under the reveal the hands choose who begins, so this is not the effect of the first turn alone."
    return Finding(
        "Moving first.", text, "clear" if clear else "not shown",
        f"{share:.3f} [{low:.3f}, {high:.3f}] of {n:,} games", ("max_turns",),
        'Compare with first_player = "random" and under players with and without planet weights.', id="seat",
    )  # fmt: skip


def _objectives(data: RunData) -> Finding | None:
    if data.ruleset["planet_control"] == "off":
        return None
    rows = data.columns("obj_vp_0", "obj_vp_1", "winner", "ending")
    ahead = np.sign(rows["obj_vp_0"].astype(int) - rows["obj_vp_1"])
    counted = (rows["ending"] == PLAYED_OUT) & (ahead != 0)
    n = int(counted.sum())
    if n == 0:
        return None
    found = share, low, high = data.share(int((counted & ((ahead > 0) == (rows["winner"] == 0))).sum()), n)
    text = (
        f"With {_players(data)}, the side with more objective points at the end won {_share(found)} of the {n:,} games in "
        "which the sides differed in them."
    )
    return Finding(
        "Planet control and winning.", text, "clear" if low > 0.5 else "not shown",
        f"{share:.3f} [{low:.3f}, {high:.3f}] of {n:,} games with unequal objective points",
        ("planet_control_max_per_turn",),
        'Compare with planet_control = "off": points also follow from winning the fight.', id="planet_race",
    )  # fmt: skip


def _ruling(data: RunData) -> Finding:
    rows = data.columns("same_group_move_attacks_0", "same_group_move_attacks_1")
    uses = rows["same_group_move_attacks_0"].astype(int) + rows["same_group_move_attacks_1"]
    found = share, low, high = data.share(int((uses > 0).sum()), data.games)
    allowed = data.ruleset["same_group_move_battle"] == "allowed"
    title = (
        f"The forum ruling comes up in {share:.1%} of the games."
        if allowed
        else "The forum ruling is switched off in these games."
    )
    text = (
        f"With {_players(data)}, an attack that the forum ruling allows (a non-fighter that moved inside its planet group) "
        f"happens in {_share(found, 2)} of the games."
        if allowed
        else "The asker's reading is in force: non-fighters that move inside their group do not attack, "
        f"and did so in {int((uses > 0).sum())} of {data.games:,} games."
    )
    return Finding(
        title, text, "clear",
        f"{share:.4f} [{low:.4f}, {high:.4f}] of {data.games:,} games, {uses.mean():.4f} attacks per game", (),
        "balance compare pairs both readings on the same luck: red_alert/borg-ruling with the small battle, "
        "red_alert/borg-ruling-base with full fleets; red_alert/borg-ruling-guns and red_alert/borg-ruling-base-guns are "
        "for players who ignore planets.", id="errata",
    )  # fmt: skip


def _prices(data: RunData) -> list[Finding]:
    """The unit types that win most and least points per purchase point."""
    points = {row["id"]: row["points"] for row in data.ruleset.setup["unit_type"]}
    worth: list[tuple[float, str, str]] = []
    for kind in UNIT_TYPES:
        if kind not in points or points[kind] == 0:
            continue
        names = [f"{kind}_{side}_{stat}" for stat in ("vp_won", "fielded") for side in (0, 1)]
        rows = data.columns(*names)
        fielded = rows[names[2]].astype(float) + rows[names[3]]
        if fielded.sum() == 0:
            continue
        found = data.mean((rows[names[0]].astype(float) + rows[names[1]]) / np.maximum(fielded, 1))
        value, low, high = (x / points[kind] for x in found)
        worth.append((value, kind.replace("_", " "), f"{value:.3f} [{low:.3f}, {high:.3f}]"))
    if len(worth) < 2:
        return []
    worth.sort()
    best, least = worth[-1], worth[0]
    text = (
        f"With {_players(data)}, the {best[1]} wins most victory points per purchase point, {best[2]}, and the {least[1]} "
        f"fewest, {least[2]}. Points won by fire only: what a unit is worth as a shield or on a planet is not in it."
    )
    assumed = tuple(f"units.{name.replace(' ', '_')}.{part}" for _, name, _ in (best, least) for part in ("dice", "vp"))
    evidence = f"{best[1]}: {best[2]}; {least[1]}: {least[2]} vp won per purchase point, {data.games:,} games"
    return [
        Finding("Value for points.", text, "likely", evidence, assumed,
                "Sweep the dice of both types, then compare fleets of equal points.", id="value_for_points")
    ]  # fmt: skip
