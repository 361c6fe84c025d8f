"""One sentence or two for every word a report, a message or a file of ours uses: `balance explain WORD`.

A table, nothing else: kind, name, meaning, and what to do. A test fails when an error code, a caution or an exit code
of the house is missing here.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Term:
    """A word, its kind (error, caution, metric, term, verdict, exit code), its meaning and what to do about it."""

    kind: str
    name: str
    meaning: str
    remedy: str = ""


ERRORS = (
    (
        "syntax",
        "The file is no proper TOML; the place shown is where reading stopped.",
        "Texts need quotes, tables are [name], lists of tables [[name]], one key per line.",
    ),
    ("encoding", "The file is not UTF-8 text.", "Save it as UTF-8 in your editor; a byte order mark does no harm."),
    (
        "too-large",
        "The file is far larger than a scenario can be (1 MB, or 10,000 keys).",
        "Check that it is the right file.",
    ),
    (
        "too-deep",
        "Tables, lists or dotted keys are nested more than 64 levels deep.",
        "No scenario needs that; flatten it.",
    ),
    ("unreadable", "The file is missing, is a folder or may not be read.", "Check path and permissions."),
    (
        "unknown-key",
        "A key that means nothing here. Nothing is ignored: a typing error would silently test other rules.",
        "Take the nearest name offered; `balance show GAME` lists all rules, docs/scenario-format.md all other keys.",
    ),
    ("missing", "A key that must be there is not.", "Add the key the message names."),
    ("twice", "The same thing is said twice.", "Keep one of the two."),
    (
        "type",
        "The value is of another kind, e.g. a text where a whole number belongs.",
        "Numbers and true/false have no quotes, texts do; 1_000 may have underscores, no commas.",
    ),
    ("range", "The number lies outside what the rule or setting allows.", "The legal range stands below the line."),
    (
        "choice",
        "The name is none of the possible ones.",
        "The possible names stand below the line, the nearest beside the caret.",
    ),
    (
        "length",
        "A list has too few or too many items, or rows differ in width.",
        "The legal length stands below the line.",
    ),
    ("value", "The value cannot be used for the reason given.", ""),
    (
        "seats",
        "The number of players does not fit the game or the way seats are filled.",
        'One [[seat]] per player, or count = N in one; seating = "round_robin" takes contenders and `table`.',
    ),
    ("setup", "A board, force or deck under [setup] does not hang together.", "The message names the part."),
    (
        "back",
        "A connection of a board has no way back.",
        "Give both directions, or leave the list to the board's form.",
    ),
    ("adjacency", "The neighbours of a board do not fit together.", "The message names the spaces."),
    ("counts", "Piece counts do not add up.", "The message names the piece."),
    (
        "file",
        "A scenario may name TOML files inside its own folder, nothing else.",
        'Write board = { file = "my_board.toml" } and put that file beside the scenario.',
    ),
    ("scenario", "The scenario has mistakes; each is shown with its place.", "`balance check FILE` shows them all."),
    ("unknown-game", "No game of that id is installed.", "`balance games` lists them."),
    (
        "unknown-scenario",
        "No shipped scenario or file of that name.",
        "`balance scenarios` lists the shipped ones; paths end in .toml.",
    ),
    ("usage", "The command line was not understood.", "`balance VERB --help` shows examples and options."),
    ("deck", "The cards of a deck do not fit the rules.", "The message names the card or the number wanted."),
    ("hex", "A hex that is off the mat, or taken.", "The legal rows and columns stand below the line."),
    ("asteroids", "Red Alert's asteroids are in the box, but their rules are published nowhere we found."),
    ("conflict", "A rule is changed that something else in the scenario overrides.", "Keep one of the two."),
    ("setting", "A setting of an odds table that cannot be used.", "`balance odds GAME --list` shows them all."),
    ("unknown-table", "No odds table of that name.", "`balance odds GAME --list` shows them all."),
    ("unknown-metric", "No metric of that name in this game.", "The known ones are listed with the message."),
    ("unknown-column", "No outcome column of that name.", "The game's README lists its columns."),
    (
        "unknown-variant",
        "No variant of that id in this scenario or run.",
        "The known ones are listed with the message.",
    ),
    ("no-variant", "There is nothing to compare the baseline with.", "Add a [[variant]], or give two files."),
    ("other-game", "Two different games cannot be compared.", "Compare like with like."),
    (
        "condition",
        "The condition after --where was not understood.",
        'For example: --where "winner == 2 and turns < 6".',
    ),
    ("changed", "The run was played under other rules, another version or another seed.", "Start a new run."),
    ("complete", "The run has all its games already.", "`balance extend RUN --games N` adds more."),
    ("nothing-assumed", "Every number of this game is known, so there is nothing for a sensitivity run to try."),
    ("gap", "The parts to merge leave games out, or overlap.", "Give all shards of one run, each once."),
    (
        "exists",
        "Something of that name is there already, and nothing is overwritten unasked.",
        "Take another name, or --force.",
    ),
    (
        "folder",
        "The folder cannot be written: missing rights, or the disk is full.",
        "Free space, or take another with --out.",
    ),
    (
        "run-folder",
        "The folder is not a run of balance, or of a version that cannot be read.",
        "Give the folder that holds run.json.",
    ),
    ("damaged", "A stored file differs from its checksum.", "Play the run again; a single game can still be replayed."),
    ("locked", "Another process is working in this run folder.", "Wait for it, or use another folder."),
    (
        "interrupted",
        "The run was stopped; what was finished is kept and labelled partial.",
        "`balance resume RUN` goes on.",
    ),
    (
        "exact",
        "A simulated count differs from its exact chance by more than chance gives once in a million runs; exit code 3.",
        "Please report it with the command you ran: the simulator or the closed form is wrong.",
    ),
    (
        "internal",
        "A bug in balance: something that can never be was found.",
        "Please report it with the command you ran; BALANCE_DEBUG=1 shows the place.",
    ),
)

CAUTIONS = (
    ("partial", "The run was interrupted; only its finished part is shown.", "`balance resume RUN`."),
    (
        "few-games",
        "Too few games for shares to a percent or so.",
        "--games or --precision; `balance plan FILE --width 1` tells how many.",
    ),
    (
        "caps",
        "More than 1 % of the games hit the turn or round cap. They are no draws; win shares are bounded both ways.",
        'Raise the cap, or look at such a game: balance find RUN --where "ending == 1".',
    ),
    (
        "few-deals",
        "Too few deals to split the variance: of lopsided numbers the intervals are too narrow.",
        "--deals 300 or more.",
    ),
    (
        "variant-changes-nothing",
        "Every game of the variant ended in the same row as the baseline's.",
        "The rule may not apply on this board, at this table or to these players: `balance show GAME KEY` says what it does.",
    ),
    (
        "table-sizes",
        "The arms of the comparison have different numbers of players; common seeds narrow the intervals little.",
        "Read win shares against the fair share of their own table.",
    ),
    ("random-play", "All players play at random. Random play has turned verdicts round.", "Add a heuristic player."),
    (
        "one-policy",
        "Everything was measured under one policy, so it may say more about the player than about the game.",
        "Repeat it under another policy.",
    ),
    (
        "assumed-changed",
        "The scenario changes numbers whose printed value nobody knows.",
        "`balance sensitivity FILE` ranks them.",
    ),
)

METRICS = (
    (
        "win_share",
        "Wins / games played out, per seat (win_share[seat=1]) or per player and seat held"
        " (win_share[player=greedy]). A shared win counts 1/n for each of n winners; capped games are left out.",
    ),
    ("ties", "Games won by more than one seat / games played out."),
    ("caps", "Games that hit the cap / all games; never counted as draws."),
    (
        "length",
        "Mean length of a game in the game's own unit (turns or rounds), capped games at the cap; length[p10],"
        " length[median] and length[p90] are quantiles, for lengths are lopsided.",
    ),
    ("ending", "Games that ended for one reason / all games, e.g. ending[goal]."),
)

TERMS = (
    ("arm", "One set of rules and players that is played: the baseline or a variant."),
    (
        "assumed",
        "Status of a number nobody printed and nobody knows: our choice, with the values a sensitivity run tries.",
    ),
    ("band", "A wanted range of a metric ([[expect]]); outside it the run ends with exit code 1."),
    ("baseline", "The scenario without any [[variant]]: what the variants are compared with."),
    (
        "block",
        "One piece of luck (cards, dice) played under every seating, so that seats and players meet the same chance.",
    ),
    ("cap", "The turn or round limit that stops an endless game. Its own kind of ending."),
    ("caution", "A named warning in a report, with what to do about it."),
    ("digest", "A short fingerprint: equal digests mean equal bytes."),
    ("erratum", "Status of a number that an official correction changed."),
    ("estimate", "A value from simulation, with an interval; `odds` are exact."),
    ("external", "Status of a number from a source other than the rules, e.g. a designer's article."),
    ("finding", "A sentence that says what was compared, under which players, how sure, and what to test next."),
    ("inferred", "Status of a number that follows from other printed text."),
    (
        "interval",
        "Where the true value lies with 95 % certainty, given the games played. Wilson's for a single share, over"
        " blocks for seat and player effects, over paired differences for variants.",
    ),
    ("margin", "The difference too small to matter; inside it two rule sets count as equivalent."),
    ("odds", "Exact chances, counted and not simulated; fractions stay fractions."),
    ("outcome", "The row of numbers one game leaves behind."),
    ("paired", "Baseline and variant play the same luck, so most chance cancels in the difference."),
    ("pairing gain", "How many times more unpaired games would have been needed for the same interval."),
    ("playout", "One game from set-up to its end."),
    ("policy", "A heuristic player: a fixed way to decide, with weights a scenario may set."),
    ("printed", "Status of a number that stands in the published rules or on the pieces."),
    ("ruleset", "All numbers and readings of a game, each with its source: `balance show GAME`."),
    ("seat", "A place at the table in turn order, counted from 1."),
    ("seating", "Who sits where: rotate, fixed, random or round_robin."),
    ("variant", "A change to rules, set-up or players, compared with the baseline on the same luck."),
)

VERDICTS = (
    (
        "moved up",
        "The variant's value is higher; the interval of the paired difference lies above zero after correction for"
        " the number of metrics.",
    ),
    ("moved down", "The variant's value is lower, by the same rule."),
    ("equivalent", "The whole interval lies inside the margin: any difference is too small to matter."),
    ("undecided", "The games played cannot tell; exit code 4 at the game limit."),
    ("missed", "A wanted band is missed with certainty; exit code 1."),
)

EXIT_CODES = (
    ("0", "Done, and inside the wanted bands."),
    ("1", "Done, and a wanted band is missed."),
    ("2", "Bad usage or a bad scenario; nothing was played."),
    ("3", "A bug in balance."),
    ("4", "Undecided at the game limit."),
    ("130", "Interrupted (Ctrl-C); finished parts are saved and labelled."),
    ("141", "Whoever read the output has gone (a closed pipe)."),
)

GLOSSARY = tuple(
    Term(kind, *row)
    for kind, rows in (
        ("error", ERRORS),
        ("caution", CAUTIONS),
        ("metric", METRICS),
        ("term", TERMS),
        ("verdict", VERDICTS),
        ("exit code", EXIT_CODES),
    )
    for row in rows
)
