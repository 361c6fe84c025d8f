"""The frame of the command line: help, unknown verbs, exit codes, the error boundary, and how fast it answers."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from balance.cli import app, frame
from balance.cli.app import VERBS, main
from balance.cli.frame import Verb, split_help
from balance.errors import BugError, InputError, Problem, UserError
from balance.scenario.find import shipped
from tests.cli.conftest import Run
from tests.scenario import golden

SNAPSHOTS = Path(__file__).parent / "snapshots"
THERE = [verb.name for verb in VERBS if verb.is_there()]
OWN = ["new", "check", "scenarios", "games", "show", "policies", "schema", "explain", "warmup"]


def test_help_of_the_command_lists_what_is_there(run: Run) -> None:
    answer = run("--help")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.index("Examples:") < answer.out.index("Usage:")
    for verb in VERBS:
        assert (f"\n  {verb.name} " in answer.out) == verb.is_there()
        assert verb.help.endswith(".") and len(verb.help) < 75


@pytest.mark.parametrize("verb", THERE)
def test_help_of_each_verb_opens_with_examples(run: Run, verb: str) -> None:
    answer = run(verb, "--help")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.index(f"  balance {verb}") < answer.out.index("Usage:")
    assert all(len(line) <= 100 for line in answer.out.splitlines())
    golden.check(SNAPSHOTS / f"help-{verb}.txt", answer.out)


def test_without_arguments_the_help_is_shown_and_the_exit_code_says_bad_usage(run: Run) -> None:
    answer = run()
    assert answer.code == 2
    assert "Usage: balance" in answer.out


def test_version(run: Run) -> None:
    assert run("--version").out == f"balance {frame.VERSION}\n"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["chek"], "no verb is called 'chek'; did you mean 'check'?"),
        (["qqqq"], "no verb is called 'qqqq'"),
        (["--chek"], "no such option: --chek"),
        (["check"], "missing argument 'FILE'"),
        (["check", "--jsno", "x"], "no such option: --jsno"),
        (["show"], "missing argument 'GAME'"),
        (["new", "fake", "a.toml", "b.toml"], "unexpected extra argument"),
    ],
)
def test_bad_usage(run: Run, arguments: list[str], words: str) -> None:
    answer = run(*arguments)
    assert answer.code == 2
    assert answer.out == ""
    assert answer.err.startswith("error[usage]: ")
    assert words in answer.err
    assert "--help` shows the usage" in answer.err


def boundary(monkeypatch: pytest.MonkeyPatch, raised: BaseException) -> int:
    """Exit code of a verb that raises."""

    def games() -> None:
        """Raise."""
        raise raised

    module = "tests.cli.raising"
    monkeypatch.setitem(sys.modules, module, SimpleNamespace(games=games))
    monkeypatch.setattr(app, "VERBS", (Verb("games", "Raises.", "Test", module),))
    return main(["games"])


@pytest.mark.parametrize(
    ("raised", "code", "words"),
    [
        (UserError("no such thing", hint="try another", code="usage"), 2, "error[usage]: no such thing\n  try another"),
        (InputError(problems=[Problem(("rules", "x"), "is odd")]), 2, "error[scenario]: rules.x: is odd"),
        (BugError("rows do not add up"), 3, "error[internal]: BugError: rows do not add up"),
        (ZeroDivisionError("division by zero"), 3, "error[internal]: ZeroDivisionError: division by zero"),
        (KeyError(), 3, "error[internal]: KeyError\n"),
        (KeyboardInterrupt(), 130, ""),
    ],
)
def test_where_errors_end(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], raised: BaseException, code: int, words: str
) -> None:
    monkeypatch.delenv("BALANCE_DEBUG", raising=False)
    assert boundary(monkeypatch, raised) == code
    err = capsys.readouterr().err
    assert words in err
    assert "Traceback" not in err
    assert ("report" in err) == (code == 3)


def test_debug_shows_where(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BALANCE_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        boundary(monkeypatch, ZeroDivisionError())


def test_a_number_returned_is_the_exit_code(monkeypatch: pytest.MonkeyPatch) -> None:
    def games() -> int:
        """Give 4."""
        return 4

    monkeypatch.setitem(sys.modules, "tests.cli.giving", SimpleNamespace(games=games))
    monkeypatch.setattr(app, "VERBS", (Verb("games", "Gives.", "Test", "tests.cli.giving"),))
    assert main(["games"]) == 4


def test_docstrings_are_cut_into_purpose_examples_and_rest() -> None:
    text = "Do it\nwell.\n\nExamples:\n    balance a\n    balance b\n\nMore words.\n\nAnd more."
    assert split_help(text) == ("Do it well.", "balance a\nbalance b", "More words.\n\nAnd more.")
    assert split_help("Only this.") == ("Only this.", "", "")


def process(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, env={**os.environ, **environment}, check=False
    )


def test_help_imports_nothing_heavy() -> None:
    code = "import sys; from balance.cli.app import main; main(['--help']); print(*sys.modules, file=sys.stderr)"
    loaded = set(process("-c", code).stderr.split())
    assert "balance.cli.app" in loaded
    assert not loaded & {"numpy", "numba", "pandas", "matplotlib", "scipy", "pyarrow", "rich", "jinja2", "tomllib"}


@pytest.mark.parametrize("verb", OWN)
def test_help_of_our_verbs_imports_nothing_heavy(verb: str) -> None:
    code = f"import sys; from balance.cli.app import main; main(['{verb}', '--help']); print(*sys.modules, file=sys.stderr)"
    assert not set(process("-c", code).stderr.split()) & {"numpy", "numba", "pandas", "matplotlib", "scipy"}


def test_check_imports_no_compiler_and_no_charts() -> None:
    """What makes `balance check` answer at once; the time itself is measured by `make bench`."""
    code = (
        "import sys; from balance.cli.app import main; "
        f"main(['check', {next(iter(shipped()))!r}]); print(*sys.modules, file=sys.stderr)"
    )
    assert not set(process("-c", code).stderr.split()) & {"numba", "pandas", "matplotlib"}


@pytest.mark.parametrize(("words", "at", "wanted"), [("balance sh", 1, "show"), ("balance show --st", 2, "--status")])
def test_shells_complete_verbs_and_options(words: str, at: int, wanted: str) -> None:
    found = process("-m", "balance", _BALANCE_COMPLETE="complete_bash", COMP_WORDS=words, COMP_CWORD=str(at))
    assert found.stdout.split() == [wanted]


def test_a_closed_pipe_is_no_error() -> None:
    command = f"{sys.executable} -m balance explain | head -n 1; exit ${{PIPESTATUS[0]}}"
    found = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert found.stderr == ""
    assert found.returncode in (0, 141)  # 0 when all fitted into the pipe before it closed


def test_names_no_terminal_can_show_are_escaped() -> None:
    found = process("-m", "balance", "check", "\udcff.toml", PYTHONIOENCODING="ascii", PYTHONUTF8="0", LC_ALL="C")
    assert found.returncode == 2
    assert "Traceback" not in found.stderr
