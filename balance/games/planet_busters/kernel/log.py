"""What a trace row can tell: event numbers and the names of their values (pieces are piece numbers)."""

from __future__ import annotations

from balance.games.contract import Event

EVENTS = (
    Event("nothing"),
    Event("deal", ("pieces",)),
    Event("turn", ("turn", "round", "deck", "rack")),
    Event("draw", ("piece", "reserve")),
    Event("restock", ("pieces", "number")),
    Event("meld", ("piece", "face_up")),
    Event("treaty", ()),
    Event("spy", ("piece", "foe", "die")),
    Event("reveal", ("piece", "why")),
    Event("revolt", ("piece", "foe", "planet", "die", "success")),
    Event("attack", ("foe", "units")),
    Event("unit", ("piece", "tow")),
    Event("pay", ("points", "source", "use")),
    Event("counter", ("piece", "points")),
    Event("halley", ("piece",)),
    Event("meteor", ("piece",)),
    Event("storm", ("piece", "die", "back")),
    Event("sabotage", ("piece", "target", "die", "success")),
    Event("mutiny", ("piece", "target", "die", "success")),
    Event("launch", ("piece", "die", "drones")),
    Event("screening", ("drone", "piece")),
    Event("withheld", ("piece",)),
    Event("pair", ("piece", "target")),
    Event("mine_die", ("piece", "die")),
    Event("mine_test", ("piece", "survived")),
    Event("aim", ("piece", "target")),
    Event("chaff", ("piece",)),
    Event("field", ("standing",)),
    Event("shot", ("piece", "target", "number", "defence", "die", "result")),
    Event("strike", ("piece", "target", "die", "hit")),
    Event("tow", ("tug", "tow", "die", "captured")),
    Event("loss", ("piece", "cause")),
    Event("torpedo", ("piece", "target", "number", "guess", "hit")),
    Event("capture_aim", ("planet", "foe")),
    Event("capture_shot", ("piece", "planet", "number", "die", "hit")),
    Event("captured", ("planet", "foe")),
    Event("bust", ("piece", "planet", "die", "hit")),
    Event("idle", ("piece",)),
    Event("salvage", ("vessel", "wreck")),
    Event("contest", ("vessel", "rival", "die", "rival_die")),
    Event("joins", ("piece", "why")),
    Event("home", ("foe", "units", "lost", "foe_lost")),
    Event("discard", ("piece",)),
    Event("skip", ("why",)),
    Event("end", ("reason", "drawer")),
    Event("score", ("points", "planets", "colonies", "win")),
)
(
    NOTHING, DEAL, TURN, DRAW, RESTOCK, MELD, TREATY_UP, SPY_LOOKS, REVEAL, REVOLT_ROLL, ATTACK, UNIT, PAY, COUNTER_PLAYED,
    HALLEY_COMES, METEOR_COMES, STORM, SABOTAGE_ROLL, MUTINY_ROLL, LAUNCH, SCREENING, WITHHELD, PAIR, MINE_DIE, MINE_TEST,
    AIM, CHAFF_PLAYED, FIELD, SHOT, STRIKE, TOW_ROLL, LOSS, TORPEDO, CAPTURE_AIM, CAPTURE_SHOT, CAPTURED_PLANET, BUST, IDLE,
    SALVAGE_PICK, CONTEST, JOINS, HOME, DISCARD, SKIP, END, FINAL,
) = range(len(EVENTS))  # fmt: skip

# values of `why` of reveal and joins, `cause` of loss, `source` and `use` of pay
BY_PAIRING, BY_SCOUT, AS_SOURCE, AS_CARRIER, TO_FIRE, TO_SALVAGE, BY_SPY = range(7)
MUTINEER, TOWED_AWAY, WRECKED, REVOLTED_PLANET = range(4)
BY_LASER, BY_TORPEDO, BY_MINES, BY_SABOTAGE, BY_MIRROR, BY_BLAST, WITH_TUG, WENT_OFF = range(8)
PLANETS_PAY, TANKER_PAYS, STATION_PAYS, MERCHANT_PAYS, COUNTERS_PAY = range(5)
TO_MOVE, TO_ACTIVATE, TO_SHOOT, TO_CAPTURE = range(4)
