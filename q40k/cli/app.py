"""The command `q40k` itself: its sub-commands, each loaded when it is called."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Any

import click

from q40k import __version__
from q40k.cli.base import Call, Option, SayingGroup, packs_option, shared
from q40k.cli.errors import guarded
from q40k.cli.say import (
    N_,
    _,
    about,
    language_chosen,
    language_of,
    of_game,
    speaking,
    value_of,
    without,
)
from q40k.cli.streams import echo
from q40k.cli.verbs import sections, verb_of
from q40k.games.game import Manifest, UnknownGame, manifest


class Q40k(SayingGroup):
    """The group of all commands: it knows their names, and loads the one that is called."""

    examples = (
        ("q40k", N_("take up the last match, or begin one")),
        ("q40k run match.jsonl", N_("play a match script without a screen")),
    )

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands, by heading."""
        del ctx
        return [name for _heading, commands in sections() for name in commands]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name."""
        del ctx
        found = verb_of(cmd_name)
        return None if found is None else found.command(cmd_name)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command a call names, in the words of its game.

        What begins a match, and what several games have, is that of the game that `--game` names.
        """
        found = verb_of(args[0], _game_said(args, quiet=ctx.resilient_parsing))
        if found is None:
            return super().resolve_command(ctx, args)
        about(found.game)
        called = found.command(args[0])
        takes = any("--game" in param.opts for param in called.params)
        return args[0], called, args[1:] if takes else without("--game", args[1:])

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what the commands do, by heading."""
        del ctx
        for heading, commands in sections():
            rows = []
            title = _(heading)
            for name, verb in commands.items():
                with of_game(verb.game):
                    title = _(heading)
                    rows.append((name, verb.command(name).get_short_help_str()))
            with formatter.section(title):
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

            status = guarded(work, debug=debug, mend=_mend)
        if standalone_mode:
            sys.exit(status)
        return status


def _game_said(args: Sequence[str], *, quiet: bool) -> Manifest | None:
    """The game that a call names; a wrong one is none to whoever completes the call."""
    said = value_of("--game", args)
    if said is None:
        return None
    try:
        return manifest(said)
    except UnknownGame as error:
        if quiet:
            return None
        from q40k.cli.games import no_game

        raise no_game(error) from error


def _version(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        echo(f"q40k {__version__}")
        ctx.exit()


def _mend() -> int:
    from q40k.cli.care import mend_now

    return mend_now()


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
        "The referee at a laptop beside a real table.\n\n"
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
