"""The command `q40k` itself: its sub-commands, each loaded when it is called."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from functools import cache
from typing import Any, Final

import click

from q40k import __version__
from q40k.cli.base import Call, Option, SayingGroup, packs_option, shared
from q40k.cli.errors import guarded
from q40k.cli.say import N_, _, language_chosen, language_of, speaking, value_of
from q40k.cli.streams import echo
from q40k.games.game import CLI, DEFAULT, CommandLine, load

OWN: Final = ""
SECTIONS: Final[tuple[tuple[str, dict[str, str], dict[str, str]], ...]] = (
    (
        N_("At the table"),
        {"new": "play", "resume": "play", "watch": "play"},
        {"games": "games"},
    ),
    (
        N_("Matches"),
        {},
        {
            "list": "matches",
            "show": "matches",
            "log": "matches",
            "verify": "matches",
            "luck": "luck",
            "rename-match": "matches",
        },
    ),
    (
        N_("The past"),
        {},
        {"amend": "amending", "replay": "history", "branch": "history", "bookmark": "history"},
    ),
    (
        N_("Scripts and records"),
        {},
        {"run": "scripts", "do": "scripts", "import": "scripts", "export": "matches"},
    ),
    (OWN, {}, {}),
    (N_("Packs"), {}, {"check": "packs", "schema": "packs"}),
    (
        N_("This machine"),
        {},
        {"backup": "care", "doctor": "care", "locate": "machine", "completion": "machine"},
    ),
)
"""Every heading with the commands before the game's own and after them, each with its module.

A game's own headings stand where `OWN` is.
"""

EXAMPLES: Final = (
    ("q40k", N_("take up the last match, or begin one")),
    ("q40k new --mod deathmatch", N_("begin a deathmatch; what is not said is asked")),
    ("q40k run match.jsonl", N_("play a match script without a screen")),
)


@cache
def sections() -> tuple[tuple[str, dict[str, str]], ...]:
    """Every heading with its commands, each as "module:attribute", those of the game among them."""
    line: CommandLine = load(CLI)
    shell = {heading for heading, _before, _after in SECTIONS}
    found: list[tuple[str, dict[str, str]]] = []
    for heading, before, after in SECTIONS:
        if heading == OWN:
            found += [(one, dict(own)) for one, own in line.verbs.items() if one not in shell]
            continue
        own = {**_ours(before), **line.verbs.get(heading, {}), **_ours(after)}
        found.append((heading, own | ({"new": line.new} if "new" in own else {})))
    return tuple(found)


def _ours(commands: dict[str, str]) -> dict[str, str]:
    return {name: f"q40k.cli.{module}:COMMANDS" for name, module in commands.items()}


class Q40k(SayingGroup):
    """The group of all commands: it knows their names, and loads the one that is called."""

    examples = EXAMPLES

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands, by heading."""
        del ctx
        return [name for _heading, commands in sections() for name in commands]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name."""
        del ctx
        for _heading, commands in sections():
            if cmd_name in commands:
                held = load(commands[cmd_name])
                found: click.Command = held[cmd_name] if isinstance(held, dict) else held
                return found
        return None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command a call names; that which begins a match is the game's own."""
        said = value_of("--game", args) if args[0] == "new" else None
        if said is not None and said != DEFAULT and not ctx.resilient_parsing:
            from q40k.cli.games import named

            game = named(said)
            own: CommandLine = load(game.cli) if game.cli else CommandLine()
            return args[0], load(own.new), args[1:]
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what the commands do, by heading."""
        for heading, commands in sections():
            rows = []
            for name in commands:
                found = self.get_command(ctx, name)
                if found is not None:
                    rows.append((name, found.get_short_help_str()))
            with formatter.section(_(heading)):
                formatter.write_dl(rows)

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        """Carry out a call in its language; ends the process with its exit status."""
        del prog_name, windows_expand_args
        words = list(sys.argv[1:] if args is None else args)
        debug = "--debug" in words or bool(os.environ.get("Q40K_DEBUG"))
        with speaking(language_of(words)):
            call = Call(language_of(words), debug, chosen=language_chosen(words))

            def work() -> int | None:
                done: int | None = super(Q40k, self).main(
                    args=words,
                    prog_name="q40k",
                    complete_var=complete_var,
                    standalone_mode=False,
                    obj=call,
                    **extra,
                )
                return done

            status = guarded(work, debug=debug)
        if standalone_mode:
            sys.exit(status)
        return status


def _version(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        echo(f"q40k {__version__}")
        ctx.exit()


@click.pass_context
def _start(ctx: click.Context) -> int | None:
    if ctx.invoked_subcommand is not None:
        return None
    from q40k.cli.play import start

    return start(ctx.ensure_object(Call))


cli = Q40k(
    "q40k",
    callback=_start,
    invoke_without_command=True,
    options_metavar=N_("[OPTIONS]"),
    subcommand_metavar=N_("COMMAND [ARGS]..."),
    help=N_(
        "The referee of Quake 40K, at a laptop beside a real table.\n\n"
        "Without a command it takes up the last match, or begins one. Exit status: 0 done,"
        " 1 refused or problems found, 2 a call or a file that makes no sense, 3 a fault of"
        " the program, 130 interrupted."
    ),
    params=[
        packs_option(),
        *shared(),
        Option(
            ["--version"],
            is_flag=True,
            is_eager=True,
            expose_value=False,
            callback=_version,
            help=N_("Show the version and exit."),
        ),
    ],
)


def run(arguments: Sequence[str]) -> int:
    """Carry out a call; returns its exit status."""
    status: int = cli.main(arguments, standalone_mode=False)
    return status
