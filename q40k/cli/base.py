"""click as q40k uses it: help said in the language of the call, examples, shared options."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from msgspec import Struct, field

from q40k.cli.say import N_, _
from q40k.cli.streams import echo_text
from q40k.games.game import DEFAULT, find, manifest
from q40k.i18n.locale import LANGUAGES

if TYPE_CHECKING:
    from q40k.games.game import Game
    from q40k.table.context import Context as Started


class Call(Struct):
    """What holds for the whole call: its language, its folders of packs, whether to debug.

    A language that was not `chosen` by the call gives way to the one chosen on the screen last.
    """

    language: str = "en"
    debug: bool = False
    chosen: bool = False  # the language was said, not guessed
    packs: list[Path] = field(default_factory=list)

    def folders(self, game: str = DEFAULT) -> tuple[Path, ...]:
        """The folders of a game's packs beside the shipped ones: the user's own, then --packs."""
        from q40k.table.folders import packs_folder

        own = packs_folder(game)
        return (*((own,) if own.is_dir() else ()), *self.packs)

    def context(self) -> Started:
        """What the screens are started with."""
        from q40k.table.context import Context as Started
        from q40k.table.settings import settings

        taste = "" if self.chosen else settings().language
        return Started(taste or self.language, tuple(self.packs))

    def library(self, only: Sequence[str] | None = None, game: Game | None = None) -> Any:
        """The packs at hand, of the default game if of no other. Raises PackError."""
        from q40k.table.folders import compiled_folder

        game = game or find()
        folders = self.folders(game.id)
        return game.packs.library(folders, only=only, cache=compiled_folder())


@contextmanager
def said(thing: Any, *names: str) -> Iterator[None]:
    """Put some texts of a command or parameter into the language of the call, for a while."""
    kept = {name: getattr(thing, name) for name in names}
    for name, text in kept.items():
        if isinstance(text, str):
            setattr(thing, name, _(text))
    try:
        yield
    finally:
        for name, text in kept.items():
            setattr(thing, name, text)


class Formatter(click.HelpFormatter):
    """Headings with the colon of the language of the call."""

    def write_heading(self, heading: str) -> None:
        """Write a heading."""
        self.write(" " * self.current_indent + _("{heading}:", heading=heading) + "\n")


class Context(click.Context):
    """A context whose help is written by our formatter."""

    formatter_class = Formatter


class Option(click.Option):
    """An option whose help is a message of the catalogue."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """The option's line of help."""
        with said(self, "help", "metavar"):
            return super().get_help_record(ctx)


class Argument(click.Argument):
    """An argument whose metavar is a message of the catalogue."""

    def get_usage_pieces(self, ctx: click.Context) -> list[str]:
        """How the usage line names it."""
        with said(self, "metavar"):
            return super().get_usage_pieces(ctx)

    def get_error_hint(self, ctx: click.Context | None) -> str:
        """How an error names it."""
        with said(self, "metavar"):
            return super().get_error_hint(ctx)


class Saying(click.Command):
    """Help in the language of the call, then examples: what to type, and what it does."""

    context_class = Context

    examples: tuple[tuple[str, str], ...] = ()

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """The --help option, in the language of the call."""
        option = super().get_help_option(ctx)
        if option is not None:
            option.help = _("Show this message and exit.")
            option.callback = _show_help
        return option

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """The pieces of the usage line."""
        with said(self, "options_metavar"):
            return super().collect_usage_pieces(ctx)

    def get_short_help_str(self, limit: int = 45) -> str:
        """The first sentence of the help, whole whatever its length."""
        del limit
        return _(self.help).partition("\n")[0].rstrip(".") if self.help else ""

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what the command does."""
        with said(self, "help"):
            super().format_help_text(ctx, formatter)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples: the command's own, then those that the usual game adds."""
        examples = (*self.examples, *manifest().examples.get(ctx.command_path, ()))
        if not examples:
            return
        with formatter.section(_("Examples")):
            for typed, meaning in examples:
                formatter.write_text(f"\b\n{typed}")
                with formatter.indentation():
                    formatter.write_text(_(meaning))


class SayingGroup(Saying, click.Group):
    """A group of commands, all in its help; one that is not there is answered with the nearest."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command a call names; an unknown one is answered with the nearest."""
        if not ctx.resilient_parsing and not args[0].startswith("-"):
            known = self.list_commands(ctx)
            if args[0] not in known:
                raise unknown_command(ctx, args[0], known)
        return super().resolve_command(ctx, args)

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """The pieces of the usage line."""
        with said(self, "subcommand_metavar"):
            return super().collect_usage_pieces(ctx)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what the commands do."""
        del ctx
        with formatter.section(_("Commands")):
            rows = [(name, one.get_short_help_str()) for name, one in self.commands.items()]
            formatter.write_dl(rows)


def family(
    name: str,
    help: str,
    *commands: click.Command,
    examples: tuple[tuple[str, str], ...],
    **more: Any,
) -> SayingGroup:
    """Make a group of commands that are about one thing; `more` is what click takes besides."""
    given = {"subcommand_metavar": N_("COMMAND [ARGS]..."), "params": [], **more}
    given["params"] = [*given["params"], *shared()]
    made = SayingGroup(
        name,
        commands={one.name or "": one for one in commands},
        options_metavar=N_("[OPTIONS]"),
        help=help,
        no_args_is_help=False,
        **given,
    )
    made.examples = examples
    return made


def _show_help(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        echo_text(ctx.get_help())
        ctx.exit()


def unknown_command(ctx: click.Context, typed: str, known: Sequence[str]) -> click.UsageError:
    """The error of a command that is none, with the nearest one that is."""
    from q40k.kernel.lookup import nearest

    near = nearest(typed, known)
    if near:
        text = _("There is no command “{said}”. Did you mean “{near}”?", said=typed, near=near)
    else:
        text = _("There is no command “{said}”. `q40k --help` lists them.", said=typed)
    return click.UsageError(text, ctx)


class Command(Saying):
    """A command of q40k; --lang and --debug may stand after its name too."""

    def __init__(
        self, *args: Any, examples: tuple[tuple[str, str], ...] = (), **kwargs: Any
    ) -> None:
        kwargs["params"] = [*(kwargs.get("params") or ()), *shared()]
        super().__init__(*args, **kwargs)
        self.examples = examples
        self.options_metavar = N_("[OPTIONS]")


def shared() -> list[click.Parameter]:
    """The options that every command takes.

    Both are read before the call is parsed (its help and its errors need them); here they are
    only let through and explained.
    """
    return [
        Option(
            ["--lang"],
            type=click.Choice(LANGUAGES),
            expose_value=False,
            help=N_("Speak this language, whatever the environment says."),
        ),
        Option(
            ["--debug"],
            is_flag=True,
            expose_value=False,
            help=N_("Keep the traceback of whatever goes wrong in the log, and say where."),
        ),
    ]


def packs_option() -> Option:
    """The option that adds folders of packs to the call, before or after the command."""

    def add(ctx: click.Context, _param: click.Parameter, value: tuple[str, ...]) -> None:
        call = ctx.find_object(Call)
        if call is not None:
            call.packs += [Path(folder) for folder in value]

    return Option(
        ["--packs"],
        multiple=True,
        metavar=N_("DIR"),
        expose_value=False,
        callback=add,
        help=N_("Use the packs of this folder too; may be given several times."),
        shell_complete=_folders,
    )


def _folders(
    _ctx: click.Context, _param: click.Parameter, incomplete: str
) -> list[click.shell_completion.CompletionItem[str]]:
    return [click.shell_completion.CompletionItem(incomplete, type="dir")]


def command(
    name: str,
    help: str,
    *params: click.Parameter,
    examples: tuple[tuple[str, str], ...] = (),
    negative_numbers: bool = False,
) -> Callable[[Callable[..., int | None]], Command]:
    """Make a command of a function, which gets the call and then the parameters by name.

    With `negative_numbers` its arguments may begin with a dash; unknown options are then its own
    to refuse.
    """

    def decorate(function: Callable[..., int | None]) -> Command:
        @wraps(function)
        def carry_out(*args: Any, **kwargs: Any) -> int | None:
            return function(click.get_current_context().find_object(Call), *args, **kwargs)

        return Command(
            name,
            params=list(params),
            callback=carry_out,
            help=help,
            examples=examples,
            context_settings={"ignore_unknown_options": negative_numbers},
        )

    return decorate


def checked_id(name: str, said: str) -> str:
    """What was given there as an id. Raises click.BadParameter when it cannot be one."""
    from q40k.packs.base import is_id

    if not is_id(said):
        raise bad_value(name, _("An id is made of small letters, digits and hyphens."))
    return said


def bad_value(name: str, message: str) -> click.BadParameter:
    """A parameter of the call that holds nothing usable."""
    return click.BadParameter(
        message, click.get_current_context(silent=True), param_hint=f"'{name}'"
    )
