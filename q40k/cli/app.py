"""The command `q40k` itself: its sub-commands, each loaded when it is called."""

import os
import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import click

from q40k.cli import say
from q40k.cli.base import Call, Example, LocalizedGroup, Option, packs_option, shared_options
from q40k.cli.guard import run_guarded
from q40k.cli.verbs import find_verb, sections, topic_name
from q40k.games.game import Manifest, UnknownGame, manifest
from q40k.table.settings import overriding


class Q40k(LocalizedGroup):
    """The group of all commands. It knows their names, and loads the one that is called."""

    def help_page(self) -> Sequence[str | Example]:
        """Return what q40k is and two examples: its first help needs no file."""
        return (
            say.N_(
                "The referee at a laptop beside a real table. Without a verb it takes up the last match, or begins one."
            ),
            Example("q40k", say.N_("take up the last match, or begin one")),
            Example("q40k run match.jsonl", say.N_("play a match script without a screen")),
        )

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands, by heading."""
        return [name for _heading, commands in sections() for name in commands]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of that name."""
        verb = find_verb(cmd_name)
        return None if verb is None else verb.command(cmd_name)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that a call names, in the words of its game.

        If several games have the command, and for the one that begins a match, `--game` names the
        game.
        """
        verb = find_verb(args[0], _named_game(args, quiet=ctx.resilient_parsing))
        if verb is None:
            return super().resolve_command(ctx, args)
        say.speak_of(verb.game)
        command = verb.command(args[0])
        if "--game" not in " ".join(args):
            return args[0], command, args[1:]
        parts = [command]
        if isinstance(command, click.Group):  # its commands may not be loaded yet
            parts += [part for name in command.list_commands(ctx) if (part := command.get_command(ctx, name))]
        takes_game = any("--game" in param.opts for part in parts for param in part.params)
        return args[0], command, args[1:] if takes_game else say.without_option("--game", args[1:])

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write all verbs by what they are for, then the names of the options: what fits a screen."""
        with formatter.section(say._("Verbs (`q40k help TOPIC` says what they do, `q40k VERB --help` how)")):
            formatter.write_dl([(topic_name(*topic), ", ".join(topic[1])) for topic in sections()])
        with formatter.section(say._("Options")):
            formatter.write_text(", ".join(option for param in self.get_params(ctx) for option in param.opts))

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples, one a line."""
        with formatter.section(say._("Examples")):
            formatter.write_dl(self.all_examples(ctx))

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        """Carry out a call in its language, and end the process with its exit status."""
        del prog_name, windows_expand_args
        words = list(sys.argv[1:] if args is None else args)
        debug = "--debug" in words or bool(os.environ.get("Q40K_DEBUG"))
        with say.speaking(say.language_of(words)), _motion_of(words):
            call = Call(say.language_of(words), debug, language_is_chosen=say.chooses_language(words))

            def work() -> int | None:
                done: int | None = super(Q40k, self).main(
                    args=words, prog_name="q40k", complete_var=complete_var, standalone_mode=False, obj=call, **extra
                )
                return done

            status = run_guarded(work, debug=debug, mend=_mend)
        if standalone_mode:
            sys.exit(status)
        return status


def _motion_of(words: Sequence[str]) -> AbstractContextManager[None]:
    """Return the context of a call in which motion is as the call, or else the settings, say."""
    if "--reduced-motion" not in words:
        return nullcontext()

    return overriding(reduced_motion=True)


def _named_game(args: Sequence[str], *, quiet: bool) -> Manifest | None:
    """Return the game that a call names. A wrong name is ignored if `quiet`."""
    name = say.option_value("--game", args)
    if name is None:
        return None
    try:
        return manifest(name)
    except UnknownGame as error:
        if quiet:
            return None
        from q40k.cli.open import unknown_game_error

        raise unknown_game_error(error) from error


def _version(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        from q40k.cli.installation import version_line

        say.echo(version_line())
        ctx.exit()


def _mend() -> int:
    from q40k.cli.verbs.machine import repair_now

    return repair_now()


@click.pass_context
def _start(ctx: click.Context) -> int | None:
    if ctx.invoked_subcommand is not None:
        return None
    from q40k.cli.verbs.play import start

    return start(ctx.ensure_object(Call))


cli = Q40k(
    "q40k",
    callback=_start,
    invoke_without_command=True,
    options_metavar=say.N_("[OPTIONS]"),
    subcommand_metavar=say.N_("COMMAND [ARGS]..."),
    params=[
        packs_option(),
        *shared_options(),
        Option(
            ["--version"],
            is_flag=True,
            is_eager=True,
            expose_value=False,
            callback=_version,
            help=say.N_("Show the version, how it was installed, and exit."),
        ),
    ],
)


def run(arguments: Sequence[str]) -> int:
    """Carry out a call; return its exit status."""
    status: int = cli.main(arguments, standalone_mode=False)
    return status
