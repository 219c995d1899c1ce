"""The sentences of the command line, and click's own, in the language of the call."""

from __future__ import annotations

import gettext
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from q40k.games.game import DEFAULT, find, locales
from q40k.i18n.locale import LANGUAGES, LOCALES, Locale, choose_language, fill, mark_message

if TYPE_CHECKING:
    from q40k.i18n.wording import Wording

N_ = mark_message
DOMAIN: Final = "q40k"


class _Voice:
    locale: Locale = Locale("en")
    game: str = DEFAULT


def locale() -> Locale:
    """Return the locale of the current call."""
    return _Voice.locale


def speak_of(game: str) -> None:
    """Use a game's catalogue first and its words, from now on."""
    _Voice.game = game
    _Voice.locale = _Voice.locale.of(locales(game))


@contextmanager
def speaking_of(game: str) -> Iterator[None]:
    """Use a game's catalogue and words for a while."""
    previous = (_Voice.locale, _Voice.game)
    speak_of(game)
    try:
        yield
    finally:
        _Voice.locale, _Voice.game = previous


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
    _Voice.locale = Locale(language).of(locales())
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
