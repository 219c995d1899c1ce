"""The command `q40k` itself: its sub-commands, each loaded when it is called."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, Final

import click

from q40k import __version__
from q40k.cli.base import Call, Option, SayingGroup, packs_option, shared
from q40k.cli.errors import guarded
from q40k.cli.say import N_, _, language_of, speaking

SECTIONS: Final[tuple[tuple[str, dict[str, str]], ...]] = (
    (
        N_("At the table"),
        {
            "new": "cli.play",
            "resume": "cli.play",
            "watch": "cli.play",
            "join": "cli.scripts",
            "odds": "games.quake.cli.odds",
            "demo": "cli.demo",
        },
    ),
    (
        N_("Matches"),
        {
            "list": "cli.matches",
            "show": "cli.matches",
            "log": "cli.matches",
            "verify": "cli.matches",
            "luck": "cli.luck",
            "rename-match": "cli.matches",
        },
    ),
    (
        N_("The past"),
        {
            "amend": "cli.amending",
            "replay": "cli.history",
            "branch": "cli.history",
            "bookmark": "cli.history",
        },
    ),
    (
        N_("Scripts and records"),
        {
            "run": "cli.scripts",
            "do": "cli.scripts",
            "import": "cli.scripts",
            "export": "cli.matches",
        },
    ),
    (
        N_("Champions"),
        {
            "champions": "games.quake.cli.codex",
            "champion": "games.quake.cli.champion",
            "weapons": "games.quake.cli.codex",
        },
    ),
    (
        N_("Packs"),
        {
            "mods": "cli.packs",
            "arenas": "cli.packs",
            "arena": "games.quake.cli.arena",
            "measure": "games.quake.cli.measure",
            "check": "cli.packs",
            "schema": "cli.packs",
        },
    ),
    (
        N_("This machine"),
        {
            "backup": "cli.care",
            "doctor": "cli.care",
            "locate": "cli.machine",
            "completion": "cli.machine",
        },
    ),
)
"""Every command under its heading, with the module of this package that holds it."""

EXAMPLES: Final = (
    ("q40k", N_("take up the last match, or begin one")),
    ("q40k new --mod deathmatch", N_("begin a deathmatch; what is not said is asked")),
    ("q40k run match.jsonl", N_("play a match script without a screen")),
)


class Q40k(SayingGroup):
    """The group of all commands: it knows their names, and loads the one that is called."""

    examples = EXAMPLES

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands, by heading."""
        del ctx
        return [name for _heading, commands in SECTIONS for name in commands]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name."""
        del ctx
        for _heading, commands in SECTIONS:
            if cmd_name in commands:
                module = import_module(f"q40k.{commands[cmd_name]}")
                found: click.Command = module.COMMANDS[cmd_name]
                return found
        return None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what the commands do, by heading."""
        for heading, commands in SECTIONS:
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
            call = Call(language_of(words), debug)

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
        click.echo(f"q40k {__version__}")
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
