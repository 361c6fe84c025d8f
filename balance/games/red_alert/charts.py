"""The figures of a Red Alert report, in the order a designer wants to read them (section i of the spec).

Length by ending and win share by player are the charts every game has.
"""

from __future__ import annotations

from balance.games.contract import Chart
from balance.games.red_alert import charts_battle as battle
from balance.games.red_alert import charts_game as game
from balance.games.red_alert.mapview import draw_map

CHARTS: tuple[Chart, ...] = (
    Chart("seat", "First player and sides", "Does moving first or a side win too often?", game.seat,
          applies=game.dealt),
    Chart("how_it_ends", "How games end", "Points, eliminations or the cap?", game.how_it_ends),
    Chart("planet_race", "The race for planets", "Does planet control decide the game?", game.planet_race,
          applies=lambda data: game.dealt(data) and game.raced(data)),
    Chart("value_for_points", "Value for points", "Which unit is over- or under-priced?", battle.value_for_points,
          wide=True, applies=battle.fought),
    Chart("hit_curve", "Hits by dice", "Do the dice behave, and what do shields take?", battle.hit_curve,
          applies=battle.rolled),
    Chart("planet_shield", "Behind a planet", "What does the die a planet takes buy?", battle.planet_shield,
          applies=battle.shielded),
    Chart("retreat_toll", "The toll of retreat", "How much of the killing is retreat?", battle.retreat_toll,
          applies=battle.damaged),
    Chart("cards", "Command cards", "Which card wins?", game.cards, wide=True, applies=game.dealt),
    Chart("errata", "Moves inside a group", "Does the forum's ruling matter at all?", battle.errata),
    Chart("opening_hands", "Opening hands", "Are the hands dealt as the deck says?", game.opening_hands,
          default=False, applies=game.dealt),
    Chart("map", "The map", "Where do planets, forces and shadows lie?", lambda axes, data: draw_map(axes, data.ruleset),
          wide=True),
)  # fmt: skip
