from fractions import Fraction

import numpy as np

from balance.games.contract import (
    Chart,
    Desk,
    Event,
    ExactCheck,
    Finding,
    Line,
    Metric,
    OddsColumn,
    OddsResult,
    OddsTable,
    Setting,
)  # fmt: skip


def narrate(ruleset, seats, rows):
    return [
        Line(step + 1, row[1], "roll", f"{seats[row[1]]} rolls {row[2]} and has {row[3]}.", {"face": row[2]})
        for step, row in enumerate(rows)
    ]


def face_odds(settings):
    sides = settings["sides"]
    rows = tuple((face, Fraction(1, sides)) for face in range(1, sides + 1))
    return OddsResult((OddsColumn("face", "the face", "pips"), OddsColumn("chance", "its chance")), rows)


def exact_checks(data):
    sides = data.ruleset["sides"]
    total = int(data.tally.face.sum())
    return [ExactCheck(f"face {f + 1}", Fraction(1, sides), int(data.tally.face[f]), total) for f in range(sides)]


def draw_faces(ax, data):
    counts = np.asarray(data.tally.face[: data.ruleset["sides"]])
    ax.bar(range(1, len(counts) + 1), counts / max(1, counts.sum()))
    ax.set_xlabel("face")
    ax.set_ylabel("share of rolls")
    return "Each face comes up equally often."


BEST = Metric("best", "Best roll", "mean best roll / games", ("rounds",), lambda c: c["rounds"], unit="pips")


def comparison_findings(data):
    """One sentence per variant, all under a heading of their own."""
    found = []
    for variant in data.variants:
        change = data.change(BEST, variant)
        text = (
            f"{change.baseline:.4f} {change.changed:.4f} {change.difference:.4f} [{change.low:.4f}, {change.high:.4f}]"
        )
        found.append(Finding(f"Best roll of {variant}.", text, "clear", section="Rolls to test"))
    return found


DESK = Desk(
    narrate=narrate,
    events=(Event("none"), Event("roll", ("face", "total"))),
    metrics=(
        BEST,
        Metric(
            "high_roll[seat=3]",
            "Seat 3 rolls 6",
            "games / games",
            ("roll_3",),
            lambda c: c["roll_3"] >= 6,
            kind="share",
        ),
    ),
    odds={
        "face": OddsTable("face", "Faces", "TY-01", {"sides": Setting(6, "sides", range=(2, 20))}, face_odds),
    },
    charts=(Chart("faces", "Faces", "Is the die fair?", draw_faces),),
    exact_checks=exact_checks,
    comparison_findings=comparison_findings,
    findings=lambda data: [Finding("The die is fair.", "Every face is equally likely.", "exact", id="faces")],
)
