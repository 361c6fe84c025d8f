"""The command `balance`: a table of verbs, each imported only when it is used, and the boundary where errors end.

Adding a verb is one line in `VERBS` and one file `cli/<verb>.py` with a function that typer understands (`Annotated`
options). Its docstring is the help: purpose first, an ``Examples:`` block, then the rest. A number it returns, or
``raise typer.Exit(code)``, is the exit code. Verbs whose file is not there are left out.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from balance.cli import console
from balance.cli.frame import ClickError, Verb, make_group
from balance.errors import EXIT_BAD_INPUT, EXIT_BUG, EXIT_DONE, EXIT_INTERRUPTED, BalanceError, BugError, StoppedError

EXIT_PIPE = 141  # as a shell reports SIGPIPE: whoever read our output has gone
ISSUES = "the issue tracker of balance"

VERBS = (
    Verb("run", "Play a scenario and write a report.", "Play"),
    Verb("compare", "Play the baseline against every variant on the same luck.", "Play"),
    Verb("odds", "Exact tables of a game's dice and cards, no simulation.", "Play"),
    Verb("sweep", "Try a rule number over a range, with intervals.", "Play"),
    Verb("sensitivity", "Rank the assumed numbers by how much they move the verdict.", "Play"),
    Verb("tournament", "Every policy against every policy, seats rotated.", "Play"),
    Verb("variance", "Split a result into deal, dice and the players' noise.", "Play"),
    Verb("plan", "Games and minutes a wanted precision will cost.", "Play"),
    Verb("replay", "Tell one game move by move.", "Look closer"),
    Verb("find", "Numbers of games that match a condition, with replay commands.", "Look closer"),
    Verb("report", "Write the report of a finished run again.", "Runs"),
    Verb("resume", "Go on with an interrupted run.", "Runs"),
    Verb("extend", "Add games to a finished run.", "Runs"),
    Verb("merge", "Join runs of several machines.", "Runs"),
    Verb("new", "Write a commented starter scenario.", "Scenarios and games"),
    Verb("check", "Check scenario files without playing them.", "Scenarios and games"),
    Verb("scenarios", "List the shipped scenarios.", "Scenarios and games"),
    Verb("games", "List the games.", "Scenarios and games"),
    Verb("show", "Print a game's numbers and readings with their sources.", "Scenarios and games"),
    Verb("policies", "List the heuristic players of a game and their weights.", "Scenarios and games"),
    Verb("schema", "JSON Schema of scenario files, for editors.", "Scenarios and games"),
    Verb("explain", "Explain an error code, a caution, a metric or a term.", "Help and upkeep"),
    Verb("selftest", "Prove on this machine that the engine does what it promises.", "Help and upkeep"),
    Verb("warmup", "Compile the rules ahead of the first run.", "Help and upkeep"),
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `balance` with `arguments` (those of the process unless given) and return the exit code."""
    console.prepare()
    try:
        code = make_group(VERBS).main(args=arguments, prog_name="balance", standalone_mode=False)
        sys.stdout.flush()
    except ClickError as error:
        return _usage_error(error)
    except StoppedError as error:
        return _interrupted(error.message)
    except BugError as error:
        return _bug(error)
    except BalanceError as error:
        return _known_error(error)
    except (KeyboardInterrupt, EOFError):
        return _interrupted()
    except BrokenPipeError:
        return _reader_gone()
    except SystemExit as error:  # typer ends so after shell completion, and when a pipe breaks
        return _reader_gone() if isinstance(error.__context__, BrokenPipeError) else _exit_code(error.code)
    except Exception as error:
        if type(error).__name__ == "Abort":  # typer's wrapping of Ctrl-C at a prompt
            return _interrupted()
        return _bug(error)
    return _exit_code(code)


def _exit_code(code: object) -> int:
    return code if isinstance(code, int) else EXIT_DONE


def _usage_error(error: ClickError) -> int:
    if type(error).__name__ == "NoArgsIsHelpError":
        console.data(error.format_message())
        return EXIT_BAD_INPUT
    context = getattr(error, "ctx", None)
    command = context.command_path if context is not None else "balance"
    text = error.format_message()
    console.error(text[:1].lower() + text[1:].rstrip("."), code="usage", hint=f"`{command} --help` shows the usage")
    return EXIT_BAD_INPUT


def _known_error(error: BalanceError) -> int:
    if getattr(error, "diagnostics", None):
        console.mistakes(error.message, hint=error.hint)
    else:
        console.error(error.message, code=error.code, hint=error.hint)
    if os.environ.get("BALANCE_DEBUG") == "1":
        raise error
    return error.exit_code


def _bug(error: Exception) -> int:
    if os.environ.get("BALANCE_DEBUG") == "1":
        raise error
    text = " ".join(str(error).split())[:500]
    console.error(
        f"{type(error).__name__}: {text}" if text else type(error).__name__,
        code="internal",
        hint=f"This is a bug in balance, not in your files. Please report it with the command you ran: {ISSUES}\n"
        "  BALANCE_DEBUG=1 shows where it happened.",
    )
    return EXIT_BUG


def _interrupted(text: str = "interrupted") -> int:
    console.note(text)
    return EXIT_INTERRUPTED


def _reader_gone() -> int:
    """`balance show ... | head`: not an error worth a word; keep Python from complaining at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return EXIT_PIPE
