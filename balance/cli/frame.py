"""What makes typer lazy and its help ours: verbs are imported when used; help opens with the examples."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import typer
import typer.core
import typer.main

from balance._version import VERSION
from balance.cli import console
from balance.errors import StoppedError, nearest

Context: TypeAlias = Any  # click's context and formatter: typer has moved them about between versions
Formatter: TypeAlias = Any

# The base of all usage errors of click, wherever this version of typer keeps it.
ClickError: Any = next(kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException")

HERE = Path(__file__).parent
INTRO = """Monte Carlo balance analyser for tabletop games: a rules question in, one report out."""
EXAMPLES = """balance run astronuts/declaration         a shipped question, about ten seconds
balance new astronuts my.toml             start a question of your own
balance check my.toml                     all mistakes at once, with line and column
balance odds astronuts declaration        exact chances, no simulation"""


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb: its name, one line of help, the group it is listed under; `module` and `function` default to the name."""

    name: str
    help: str
    group: str
    module: str = ""
    function: str = ""

    def is_there(self) -> bool:
        """Whether the verb's file exists."""
        return bool(self.module) or (HERE / f"{self.name}.py").is_file()

    def command(self) -> typer.core.TyperCommand:
        """Import the verb and make typer's command of its function."""
        module = importlib.import_module(self.module or f"balance.cli.{self.name}")
        function = getattr(module, self.function or self.name)
        app = typer.Typer(add_completion=False, rich_markup_mode=None)
        app.command(self.name, cls=HelpFirst, short_help=self.help)(function)
        command: Any = typer.main.get_command(app)
        command.name = self.name
        return command  # type: ignore[no-any-return]


def write_block(formatter: Formatter, title: str, text: str) -> None:
    """A section whose lines stay as they are."""
    with formatter.section(title):
        for line in text.splitlines():
            formatter.write(f"{'':>{formatter.current_indent}}{line}\n" if line else "\n")


class HelpFirst(typer.core.TyperCommand):
    """A command whose help reads: purpose, examples, usage, what to know, options by group."""

    def invoke(self, ctx: Context) -> Any:
        """Run the verb; typer would end a Ctrl-C without a word."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            raise StoppedError("interrupted") from None

    def format_help(self, ctx: Context, formatter: Formatter) -> None:
        """Write the help of this verb."""
        purpose, examples, rest = split_help(self.help or "")
        formatter.write_text(purpose)
        if examples:
            write_block(formatter, "Examples", examples)
        formatter.write_paragraph()
        self.format_usage(ctx, formatter)
        if rest:
            formatter.write_paragraph()
            formatter.write_text(rest)
        self.format_options(ctx, formatter)

    def format_options(self, ctx: Context, formatter: Formatter) -> None:
        """Options under the heading their `rich_help_panel` names."""
        groups: dict[str, list[tuple[str, str]]] = {}
        for param in self.get_params(ctx):
            record = param.get_help_record(ctx)
            if record is not None:
                name, text = record
                is_argument = param.param_type_name == "argument"
                title = getattr(param, "rich_help_panel", None) or ("Arguments" if is_argument else "Options")
                name = name.split(" <")[0] if is_argument else name  # the type of an argument says nothing new
                groups.setdefault(title, []).append((name, text.removesuffix("[required]").rstrip()))
        ordered = sorted(groups, key=lambda title: (title != "Arguments", title == "Options"))
        for title in ordered:
            with formatter.section(title):
                formatter.write_dl(groups[title])


def split_help(text: str) -> tuple[str, str, str]:
    """Cut a docstring into its first paragraph, the lines under ``Examples:`` and the rest."""
    purpose, _, body = text.strip().partition("\n\n")
    examples: list[str] = []
    rest: list[str] = []
    inside = False
    for line in body.splitlines():
        if line.strip() == "Examples:":
            inside = True
        elif inside and (line.startswith("    ") or not line.strip()):
            examples.append(line[4:])
        else:
            inside = False
            rest.append(line)
    return " ".join(purpose.split()), "\n".join(examples).strip("\n"), "\n".join(rest).strip()


class LazyVerbs(typer.core.TyperGroup):
    """The group of all verbs: names and one-line help come from the table, nothing is imported to list them."""

    verbs: dict[str, Verb]

    def list_commands(self, ctx: Context) -> list[str]:
        """Names of the verbs that are there."""
        return list(self.verbs)

    def get_command(self, ctx: Context, cmd_name: str) -> Any:
        """Import one verb."""
        verb = self.verbs.get(cmd_name)
        return verb.command() if verb is not None else None

    def resolve_command(self, ctx: Context, args: list[str]) -> Any:
        """Find the verb, or say which one is nearest."""
        if args and not args[0].startswith("-") and args[0] not in self.verbs:
            close = nearest(args[0], self.verbs)
            ctx.fail(f"no verb is called {args[0]!r}" + (f"; did you mean {close!r}?" if close else ""))
        return super().resolve_command(ctx, args)

    def shell_complete(self, ctx: Context, incomplete: str) -> list[Any]:
        """Complete verbs from the table."""
        names = [name for name in self.verbs if name.startswith(incomplete)]
        item = importlib.import_module(f"{ClickError.__module__.rpartition('.')[0]}.shell_completion").CompletionItem
        return [item(name, help=self.verbs[name].help) for name in names]

    def format_help(self, ctx: Context, formatter: Formatter) -> None:
        """Write the help of the whole command."""
        formatter.write_text(INTRO)
        write_block(formatter, "Examples", EXAMPLES)
        formatter.write_paragraph()
        self.format_usage(ctx, formatter)
        for group in dict.fromkeys(verb.group for verb in self.verbs.values()):
            with formatter.section(group):
                formatter.write_dl([(v.name, v.help) for v in self.verbs.values() if v.group == group])
        records = [param.get_help_record(ctx) for param in self.get_params(ctx)]
        with formatter.section("Options"):
            formatter.write_dl([record for record in records if record is not None])
        formatter.write_paragraph()
        formatter.write_text(
            "Exit codes: 0 done, inside the wanted bands; 1 a band is missed; 2 bad usage or scenario; 3 a bug;"
            " 4 undecided at the game limit; 130 interrupted."
        )


def _print_version(wanted: bool) -> None:
    if wanted:
        console.data(f"balance {VERSION}")
        raise typer.Exit


def _root(
    version: bool = typer.Option(
        False, "--version", help="Print the version.", is_eager=True, callback=_print_version, show_default=False
    ),
) -> None:
    """Options of the command itself."""


def make_group(verbs: Sequence[Verb]) -> Any:
    """The click command of the whole program."""
    app = typer.Typer(rich_markup_mode=None, add_completion=True)
    settings = {"max_content_width": 100}
    app.callback(cls=LazyVerbs, no_args_is_help=True, subcommand_metavar="VERB ...", context_settings=settings)(_root)
    group: Any = typer.main.get_command(app)
    group.verbs = {verb.name: verb for verb in verbs if verb.is_there()}
    return group
