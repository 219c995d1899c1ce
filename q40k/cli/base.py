"""The click classes of q40k: help in the language of the call, examples, shared options."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import click
from msgspec import Struct, field

from q40k.cli.say import N_, _, echo_json, echo_lines, echo_text
from q40k.games.game import DEFAULT, Game, find, load, manifest
from q40k.i18n.locale import LANGUAGES
from q40k.kernel.lookup import nearest
from q40k.packs.base import is_id
from q40k.table.folders import compiled_folder, pack_folders
from q40k.table.settings import settings

if TYPE_CHECKING:
    from q40k.table.context import Context as Started


class Call(Struct):
    """The settings of a whole call: its language, its pack folders, whether to debug.

    If the call does not choose a language, the one chosen last on the screen is used.
    """

    language: str = "en"
    debug: bool = False
    language_is_chosen: bool = False  # False if the language was guessed
    packs: list[Path] = field(default_factory=list)
    talk: Literal["brief", "usual", "full"] | None = None  # a match is opened as a conversation, in this detail

    def folders(self, game: str = DEFAULT) -> tuple[Path, ...]:
        """Return the folders of a game's packs besides the shipped ones: bundles, the user's own, then
        --packs.
        """
        return (*pack_folders(game), *self.packs)

    def context(self) -> Started:
        """Return what the screens are started with."""
        from q40k.table.context import Context as Started

        preferred = "" if self.language_is_chosen else settings().language
        return Started(preferred or self.language, tuple(self.packs))

    def library(self, only: Sequence[str] | None = None, game: Game | None = None) -> Any:
        """Return the available packs, of the default game if none is given. Raises PackError."""
        game = game or find()
        folders = self.folders(game.id)
        return game.packs.library(folders, only=only, cache=compiled_folder())


COLUMNS = "  "
"""Parts the columns of a paragraph that is a table."""


@contextmanager
def translate_texts(target: Any, *names: str) -> Iterator[None]:
    """Translate some texts of a command or parameter into the language of the call for a while."""
    originals = {name: getattr(target, name) for name in names}
    for name, text in originals.items():
        if isinstance(text, str):
            setattr(target, name, _(text))
    try:
        yield
    finally:
        for name, text in originals.items():
            setattr(target, name, text)


class Formatter(click.HelpFormatter):
    """Writes headings with the colon of the call's language."""

    def write_heading(self, heading: str) -> None:
        """Write a heading."""
        self.write(" " * self.current_indent + _("{heading}:", heading=heading) + "\n")


class Context(click.Context):
    """A context whose help is written by our formatter."""

    formatter_class = Formatter


class Option(click.Option):
    """An option whose help is a message of the catalogue."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return the option's line of help."""
        with translate_texts(self, "help", "metavar"):
            return super().get_help_record(ctx)


class Argument(click.Argument):
    """An argument whose metavar is a message of the catalogue."""

    def get_usage_pieces(self, ctx: click.Context) -> list[str]:
        """Return how the usage line names it."""
        with translate_texts(self, "metavar"):
            return super().get_usage_pieces(ctx)

    def get_error_hint(self, ctx: click.Context | None) -> str:
        """Return how an error names it."""
        with translate_texts(self, "metavar"):
            return super().get_error_hint(ctx)


class Example(Struct, frozen=True):
    """An example of a command: what to type (its key), and what that does."""

    key: str
    words: str


HELP_FILE = "help.texts.yaml"
"""The file of a folder with the help of its commands: paragraphs and examples, by module and name."""


@cache
def _help_pages(folder: Path) -> dict[str, list[str | Example]]:
    from q40k.packs.shipped import read_shipped  # late: it brings YAML, and most calls show no help

    file = folder / HELP_FILE
    return read_shipped(file, dict[str, list[str | Example]]) if file.exists() else {}


class LocalizedCommand(click.Command):
    """A command whose help is in the language of the call, followed by examples.

    `place` is its module and its name there, with a dot between them: the folder's `HELP_FILE` has its help.
    """

    context_class = Context

    summary: str = ""  # of a verb: what the table of verbs says of it, which stands above its help
    place: str = ""

    def help_page(self) -> Sequence[str | Example]:
        """Return the paragraphs and the examples of its help, in English."""
        module, _dot, name = self.place.rpartition(".")
        folder = Path(sys.modules[module].__file__ or "").parent
        return _help_pages(folder).get(f"{module.rpartition('.')[2]}.{name}", ())

    def paragraphs(self) -> list[str]:
        """Return what the table of verbs says of it, then the paragraphs of its help, in the language of the call."""
        own = (line for line in self.help_page() if isinstance(line, str))
        return [_(text) for text in (self.summary, *own) if text]

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """Return the --help option, in the language of the call."""
        option = super().get_help_option(ctx)
        if option is not None:
            option.help = _("Show this message and exit.")
            option.callback = _show_help
        return option

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """Return the pieces of the usage line."""
        with translate_texts(self, "options_metavar"):
            return super().collect_usage_pieces(ctx)

    def get_short_help_str(self, limit: int = 45) -> str:
        """Return the first sentence of the help, uncut."""
        return next(iter(self.paragraphs()), "").partition("\n")[0].rstrip(".")

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what the command does; a paragraph of columns keeps its lines."""
        with formatter.indentation():
            for text in self.paragraphs():
                formatter.write_paragraph()
                formatter.write_text(f"\b\n{text}" if COLUMNS in text else text)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples of the command, each above its meaning."""
        examples = self.all_examples(ctx)
        if not examples:
            return
        with formatter.section(_("Examples")):
            for typed, meaning in examples:
                formatter.write_text(f"\b\n{typed}")
                with formatter.indentation():
                    formatter.write_text(meaning)

    def all_examples(self, ctx: click.Context) -> list[tuple[str, str]]:
        """Return the examples of the command, then those that the default game adds: what to type, and what it does."""
        own = [(line.key, line.words) for line in self.help_page() if isinstance(line, Example)]
        return [(typed, _(meaning)) for typed, meaning in (*own, *manifest().examples.get(ctx.command_path, ()))]


class LocalizedGroup(LocalizedCommand, click.Group):
    """A group that lists all its commands in its help. For an unknown one it names the nearest.

    `places` holds where further commands are, each as "module:attribute": it is imported when it is called.
    """

    places: Mapping[str, str] = {}

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands."""
        return [*self.commands, *self.places]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of that name."""
        if cmd_name not in self.places:
            return self.commands.get(cmd_name)
        command: click.Command = load(self.places[cmd_name])
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that a call names, or raise an error that names the nearest."""
        if not ctx.resilient_parsing and not args[0].startswith("-"):
            names = self.list_commands(ctx)
            if args[0] not in names:
                raise unknown_command(ctx, args[0], names)
        return super().resolve_command(ctx, args)

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """Return the pieces of the usage line."""
        with translate_texts(self, "subcommand_metavar"):
            return super().collect_usage_pieces(ctx)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what the commands do."""
        with formatter.section(_("Commands")):
            commands = [(name, self.get_command(ctx, name)) for name in self.list_commands(ctx)]
            formatter.write_dl([(name, command.get_short_help_str()) for name, command in commands if command])


def verb_group(
    place: str,
    commands: Sequence[click.Command] = (),
    *,
    lists: Work | None = None,
    places: Mapping[str, str] | None = None,
    **more: Any,
) -> LocalizedGroup:
    """Make a verb with commands of its own about one subject; `more` are further arguments for click.

    `place` is its module and its name there, as its `HELP_FILE` has it.

    The table of verbs says its name and its summary. Without a command it `lists` the subject, where that is given.
    """
    usual: dict[str, Any] = {"subcommand_metavar": N_("COMMAND [ARGS]..."), "params": []}
    if lists is not None:
        usual |= {"subcommand_metavar": N_("[COMMAND] [ARGS]..."), "callback": print_answer_of(lists)}
    arguments = {**usual, "invoke_without_command": lists is not None, **more}
    arguments["params"] = [*arguments["params"], *shared_options()]
    group = LocalizedGroup(
        commands={command.name or "": command for command in commands},
        options_metavar=N_("[OPTIONS]"),
        no_args_is_help=False,
        **arguments,
    )
    group.place, group.places = place, places or {}
    return group


def _show_help(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        echo_text(ctx.get_help())
        ctx.exit()


def unknown_command(ctx: click.Context, typed: str, known: Sequence[str]) -> click.UsageError:
    """Return the error for an unknown command. It names the nearest known one."""
    near = nearest(typed, known)
    if near:
        text = _("There is no command “{said}”. Did you mean “{near}”?", said=typed, near=near)
    else:
        text = _("There is no command “{said}”. `q40k --help` lists them.", said=typed)
    return click.UsageError(text, ctx)


class Command(LocalizedCommand):
    """A command of q40k; the options of `shared_options` are also accepted after its name."""

    def __init__(self, *args: Any, place: str = "", **kwargs: Any) -> None:
        kwargs["params"] = [*(kwargs.get("params") or ()), *shared_options()]
        super().__init__(*args, **kwargs)
        self.place = place
        self.options_metavar = N_("[OPTIONS]")


def shared_options() -> list[click.Parameter]:
    """Return the options that every command takes.

    They are read before the call is parsed, because its help and its errors need them. Here they
    are only accepted and explained.
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
        Option(
            ["--reduced-motion"],
            is_flag=True,
            expose_value=False,
            help=N_("Let nothing on the screen move step by step, blink or flash, this time; `,` `a` there keeps it."),
        ),
    ]


def number_option(names: Sequence[str], help: str, least: int, most: int | None = None, **more: Any) -> Option:
    """Return an option for a whole number within bounds, whose help shows its default."""
    more = {"metavar": N_("NUMBER"), "show_default": "default" in more, **more}
    return Option(names, type=click.IntRange(least, most), help=help, **more)


def choice_option(names: Sequence[str], choices: Iterable[str], help: str, **more: Any) -> Option:
    """Return an option for one of some words, whose help shows its default."""
    return Option(names, type=click.Choice(list(choices)), show_default="default" in more, help=help, **more)


def flag(names: Sequence[str], help: str) -> Option:
    """Return an option that is said or not."""
    return Option(names, is_flag=True, help=help)


def json_option(help: str) -> Option:
    """Return the option that prints data instead of words."""
    return Option(["as_json_", "--json"], is_flag=True, help=help)


def whole_option(help: str) -> Option:
    """Return the option for a copy that keeps the secrets of its match."""
    return Option(["whole", "--whole"], is_flag=True, help=help)


def seed_option() -> Option:
    """Return the option that makes random choices repeatable."""
    return Option(["--seed"], type=int, metavar=N_("NUMBER"), help=N_("The same seed gives the same result."))


def match_options() -> tuple[Option, ...]:
    """Return the options of a new match in every game: seed, name and who rolls."""
    return (
        Option(
            ["--seed"],
            type=int,
            metavar=N_("NUMBER"),
            help=N_("The seed of the app’s own dice, to have the same ones again."),
        ),
        Option(["--name"], default="", metavar=N_("TEXT"), help=N_("The name of the match.")),
        choice_option(
            ["--dice"], ["hand", "app"], N_("Who rolls: hands, with real dice, or the app; without it, you are asked.")
        ),
    )


def name_options() -> tuple[Option, ...]:
    """Return the options that name an object of a pack, in English and French."""
    return (
        Option(["--name"], metavar=N_("NAME"), help=N_("Its name.")),
        Option(["--name-fr"], metavar=N_("NAME"), help=N_("Its French name, if it is different.")),
    )


def id_option() -> Option:
    """Return the option for the id of a new object."""
    return Option(["--id"], metavar=N_("ID"), help=N_("Its id; made of the name if none is given."))


def pack_file_option() -> Option:
    """Return the option for the file of a new object."""
    return Option(
        ["--out"],
        metavar=N_("FILE"),
        type=click.Path(dir_okay=False),
        help=N_("Write it here, not into your packs folder; - prints it."),
    )


def packs_option() -> Option:
    """Return the option that adds pack folders to the call, before or after the command."""

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
        help=N_("Also use the packs of this folder; may be given several times."),
        shell_complete=_complete_folders,
    )


def _complete_folders(
    _ctx: click.Context, _param: click.Parameter, incomplete: str
) -> list[click.shell_completion.CompletionItem[str]]:
    return [click.shell_completion.CompletionItem(incomplete, type="dir")]


class Answer(NamedTuple):
    """What a command found out: as data for programs, and as lines for people.

    It is printed once, by `command`: the data with --json, else the lines, then the note on standard error.
    Data and lines may be functions, for what is not to be worked out in vain.
    """

    data: Any
    lines: Iterable[str] | Callable[[], Iterable[str]]
    status: int = 0
    note: str = ""

    def print(self, *, as_data: bool) -> int:
        """Print the data or the lines; return the exit status."""
        if as_data:
            echo_json(self.data() if callable(self.data) else self.data)
        else:
            echo_lines(self.lines() if callable(self.lines) else self.lines)
            if self.note:
                echo_text(self.note, err=True)
        return self.status


Work = Callable[..., "int | Answer | None"]


def print_answer_of(function: Work) -> Callable[..., int | None]:
    """Return what click calls for a function: its `Answer` is printed, with --json as data.

    The function gets the call if its first parameter is named so, then the parameters by name. That of a group
    is called only where no command of it is.
    """
    code = function.__code__
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]

    @wraps(function)
    def carry_out(**values: Any) -> int | None:
        context = click.get_current_context()
        if context.invoked_subcommand is not None:
            return None
        as_data = values["as_json_"] if "as_json_" in names else values.pop("as_json_", False)
        result = function(*((context.find_object(Call),) if names[:1] == ("call",) else ()), **values)
        return result.print(as_data=as_data) if isinstance(result, Answer) else result

    return carry_out


def command(
    name: str | None, *params: click.Parameter, negative_numbers: bool = False, kind: type[Command] = Command
) -> Callable[[Work], Command]:
    """Return a decorator that makes a command of a function, which returns an exit status or an `Answer`.

    Its help is in the `HELP_FILE` of the folder. With `negative_numbers`, arguments may begin with a dash; the command
    must refuse unknown options itself.
    """

    def decorate(function: Work) -> Command:
        return kind(
            name,
            params=list(params),
            callback=print_answer_of(function),
            place=f"{function.__module__}.{function.__name__}",
            context_settings={"ignore_unknown_options": negative_numbers},
        )

    return decorate


def verb(*params: click.Parameter, negative_numbers: bool = False) -> Callable[[Work], Command]:
    """Return a decorator that makes a verb of a function, as `command` does.

    The table of verbs says its name, and what it does in a sentence, which stands above its help.
    """
    return command(None, *params, negative_numbers=negative_numbers)


def check_id(name: str, id: str) -> str:
    """Return the given id. Raises click.BadParameter if it cannot be one."""
    if not is_id(id):
        raise bad_value(name, _("An id is made of small letters, digits and hyphens."))
    return id


def bad_value(name: str, message: str) -> click.BadParameter:
    """Return the error for a parameter with an unusable value."""
    return click.BadParameter(message, click.get_current_context(silent=True), param_hint=f"'{name}'")
