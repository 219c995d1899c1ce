"""The sentences of the command line, and click's own, in the language of the call."""

from __future__ import annotations

import errno
import gettext
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

import click

from q40k.games.game import DEFAULT, find, folder_of
from q40k.i18n.locale import LANGUAGES, LOCALES, Locale, choose_language, fill, mark_message
from q40k.kernel.text import escape_json, json_pieces, printable

if TYPE_CHECKING:
    from q40k.i18n.wording import Wording


N_ = mark_message
DOMAIN = "q40k"


class _Voice:
    locale: Locale = Locale("en")
    game: str = DEFAULT
    speak: Callable[[str], str] | None = None


def locale() -> Locale:
    """Return the locale of the current call."""
    return _Voice.locale


def speak_of(game: str) -> None:
    """Use a game's catalogue first and its words, from now on."""
    _Voice.game = game
    _Voice.locale = _Voice.locale.of(folder_of(game) / "locales")


@contextmanager
def speaking_of(game: str) -> Iterator[None]:
    """Use a game's catalogue and words for a while."""
    previous = (_Voice.locale, _Voice.game)
    speak_of(game)
    try:
        yield
    finally:
        _Voice.locale, _Voice.game = previous


@contextmanager
def reading_aloud(speak: Callable[[str], str]) -> Iterator[None]:
    """Let a listener hear tables row by row for a while; `speak` says a text without signs for the eye."""
    _Voice.speak = speak
    try:
        yield
    finally:
        _Voice.speak = None


def speaker() -> Callable[[str], str] | None:
    """Return how a text is said to a listener; None for a reader."""
    return _Voice.speak


def words() -> Wording[Any]:
    """Return the words of the game that the call is about; at first the default game."""
    return find(_Voice.game).words


def say(message: str, **facts: Any) -> str:
    """Return a sentence in the language of the call, filled in with facts."""
    return _Voice.locale.say(message, **facts)


def ngettext(one: str, many: str, number: int, **facts: Any) -> str:
    """Return a sentence for a number ("{number}"), in the language of the call."""
    return fill(_Voice.locale.ngettext(one, many, number), {"number": number, **facts})


_ = say


def language_of(arguments: Sequence[str]) -> str:
    """Return the language of a call. Its help needs it before the call is parsed."""
    language = option_value("--lang", arguments)
    return choose_language(language if language in LANGUAGES else None, os.environ)


def chooses_language(arguments: Sequence[str]) -> bool:
    """Return whether the call, or Q40K_LANG, chooses a language."""
    return bool(option_value("--lang", arguments) or os.environ.get("Q40K_LANG"))


def option_value(option: str, arguments: Sequence[str]) -> str | None:
    """Return a call's value for an option, before the call is parsed."""
    value = None
    for index, word in enumerate(arguments):
        if word == "--":
            break
        if word == option and index + 1 < len(arguments):
            value = arguments[index + 1]
        elif word.startswith(f"{option}="):
            value = word.partition("=")[2]
    return value


def without_option(option: str, arguments: Sequence[str]) -> list[str]:
    """Return a call without an option and its value."""
    remaining: list[str] = []
    words = iter(arguments)
    for word in words:
        if word == "--":
            return [*remaining, word, *words]
        if word == option:
            next(words, None)
        elif not word.startswith(f"{option}="):
            remaining.append(word)
    return remaining


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak a language for a while. Click speaks it also, as it asks gettext's own functions."""
    _Voice.game = DEFAULT
    previous = (_Voice.locale, gettext.textdomain(), os.environ.get("LANGUAGE"))
    _Voice.locale = Locale(language).of(folder_of() / "locales")
    gettext.bindtextdomain(DOMAIN, str(LOCALES))
    gettext.textdomain(DOMAIN)
    os.environ["LANGUAGE"] = _Voice.locale.language
    try:
        yield
    finally:
        _Voice.locale, _Voice.game = previous[0], DEFAULT
        gettext.textdomain(previous[1])
        if previous[2] is None:
            os.environ.pop("LANGUAGE", None)
        else:
            os.environ["LANGUAGE"] = previous[2]


def click_words() -> list[str]:
    """Return the sentences of click that q40k can show, so that the catalogues hold them."""
    return [
        N_("Usage:"),
        N_("Options"),
        N_("Show this message and exit."),
        N_("default: {default}"),
        N_("Error: {message}"),
        N_("Try '{command} {option}' for help."),
        N_("Invalid value: {message}"),
        N_("Invalid value for {param_hint}: {message}"),
        N_("Missing argument"),
        N_("Missing option"),
        N_("Missing command."),
        N_("Error: {e.message}"),
        N_("No such option {name!r}."),
        N_("Option {name!r} does not take a value."),
        N_("Choose from:\n\t{choices}"),
        N_("{value!r} is not a valid {number_type}."),
        N_("{value} is not in the range {range}."),
        ngettext("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)", 1),
        ngettext("Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})", 1),
        ngettext("Option {name!r} requires an argument.", "Option {name!r} requires {nargs} arguments.", 1),
        ngettext("{value!r} is not {choice}.", "{value!r} is not one of {choices}.", 1),
    ]


# -- Standard input, output and error: the only module through which anything is printed -----------


PIPE_CLOSED = 1  # the status that click uses


def echo(line: str = "", *, err: bool = False) -> None:
    """Print one line. Raises OSError."""
    _print(printable(line) + "\n", err)


def echo_lines(lines: Iterable[str]) -> None:
    """Print lines one by one, as they are worked out. Raises OSError."""
    for line in lines:
        echo(line)


def remark(line: str) -> None:
    """Print one line on standard error, where it is in no program's way."""
    echo(line, err=True)


def echo_text(text: str, *, err: bool = False) -> None:
    """Print a text of several lines. Raises OSError."""
    lines = text.removesuffix("\n").split("\n")
    _print("".join(f"{printable(line)}\n" for line in lines), err)


PROGRESS = 78
"""No line of progress has more columns."""


def echo_progress(line: str) -> None:
    """Show progress on standard error; the next output overwrites it."""
    _print("\r" + printable(line) + "\r", True)


def show_progress(line: str) -> None:
    """Show progress, if standard error is a terminal."""
    if on_a_terminal("stderr"):
        echo_progress(line)


def show_lines(lines: Iterable[str]) -> None:
    """Show lines that stay in place of the progress, if standard error is a terminal."""
    if on_a_terminal("stderr"):
        echo_progress(" " * PROGRESS)
        for line in lines:
            echo(line, err=True)


def as_json(data: Any) -> str:
    """Return data as JSON text for other programs."""
    return escape_json("".join(json_pieces(data, 2)))


def echo_json(data: Any) -> None:
    """Print data as JSON for other programs, piece by piece. Raises OSError."""
    rest = ""
    for piece in json_pieces(data, 2):
        lines, _newline, rest = f"{rest}{piece}".rpartition("\n")
        if lines:
            echo_text(escape_json(lines))
    echo_text(escape_json(rest))


def _print(text: str, err: bool) -> None:
    if err:
        with suppress(OSError):  # output on standard error must never stop the work
            click.echo(text, nl=False, err=True)  # noqa: TID251
        return
    with naming_stream(_("standard output")):
        click.echo(text, nl=False)  # noqa: TID251


@contextmanager
def naming_stream(stream: str) -> Iterator[None]:
    """Give an error of a stream the stream's name, as if it were a file."""
    try:
        yield
    except OSError as error:
        if error.filename is None and not pipe_closed(error):
            raise OSError(error.errno, error.strerror, stream) from error
        raise


# -- the streams themselves ----------------------------------------------------------------


def on_a_terminal(*streams: str) -> bool:
    """Return whether these of "stdin", "stdout", "stderr" are a terminal; all, if none is named."""
    return all(getattr(sys, name).isatty() for name in streams or ("stdin", "stdout", "stderr"))


def fill_closed_streams() -> None:
    """Open a placeholder for each standard stream that was closed from the start.

    It refuses to be read or written. Its number is then no longer free for the next file that is
    opened.
    """
    for name, flags in (("stdin", os.O_WRONLY), ("stdout", os.O_RDONLY), ("stderr", os.O_RDONLY)):
        if getattr(sys, name) is None:
            number = os.open(os.devnull, flags)
            mode = "r" if name == "stdin" else "w"
            setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115


def prepare_streams() -> None:
    """Let no letter stop input or output. Files and pipes are read and written as UTF-8 on every system."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is None:
            continue
        with suppress(OSError, ValueError):
            if stream.isatty():
                reconfigure(errors="replace")
            else:
                reconfigure(encoding="utf-8", errors="replace")


def pipe_closed(error: OSError) -> bool:
    """Return whether the reader of our output has gone."""
    if isinstance(error, BrokenPipeError):
        return True
    return os.name == "nt" and error.errno == errno.EINVAL and error.filename is None


def release_streams() -> None:
    """Flush the output; redirect a stream that fails to nowhere, so that it fails no more."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            with suppress(OSError, ValueError):
                nowhere = os.open(os.devnull, os.O_WRONLY)
                os.dup2(nowhere, stream.fileno())
                os.close(nowhere)
