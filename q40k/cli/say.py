"""What the command line says, in the language of the call; click's own sentences too."""

from __future__ import annotations

import gettext
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from q40k.games.game import DEFAULT, find, locales
from q40k.i18n.locale import LANGUAGES, LOCALES, Locale, choose_language, fill, noted

if TYPE_CHECKING:
    from q40k.i18n.wording import Wording

N_ = noted
DOMAIN: Final = "q40k"


class _Voice:
    locale: Locale = Locale("en")
    game: str = DEFAULT


def locale() -> Locale:
    """The speech of the call that runs."""
    return _Voice.locale


def about(game: str) -> None:
    """Speak of a game from now on: with its catalogue before all others, and in its words."""
    _Voice.game = game
    _Voice.locale = _Voice.locale.of(locales(game))


@contextmanager
def of_game(game: str) -> Iterator[None]:
    """Speak of a game for a while."""
    before = (_Voice.locale, _Voice.game)
    about(game)
    try:
        yield
    finally:
        _Voice.locale, _Voice.game = before


def words() -> Wording[Any]:
    """The words of the game that the call is about, the usual one until another is opened."""
    return find(_Voice.game).words


def say(message: str, **facts: Any) -> str:
    """A sentence in the language of the call, filled in with facts."""
    return _Voice.locale.say(message, **facts)


def ngettext(one: str, many: str, number: int, **facts: Any) -> str:
    """A sentence for so many ("{number}"), in the language of the call."""
    return fill(_Voice.locale.ngettext(one, many, number), {"number": number, **facts})


_ = say


def language_of(arguments: Sequence[str]) -> str:
    """The language of a call, known before the call is parsed: its help needs it."""
    said = value_of("--lang", arguments)
    return choose_language(said if said in LANGUAGES else None, os.environ)


def language_chosen(arguments: Sequence[str]) -> bool:
    """Whether a call, or q40k's own variable, says which language to speak."""
    return bool(value_of("--lang", arguments) or os.environ.get("Q40K_LANG"))


def value_of(option: str, arguments: Sequence[str]) -> str | None:
    """What a call says for an option, before the call is parsed."""
    found = None
    for index, word in enumerate(arguments):
        if word == "--":
            break
        if word == option and index + 1 < len(arguments):
            found = arguments[index + 1]
        elif word.startswith(f"{option}="):
            found = word.partition("=")[2]
    return found


def without(option: str, arguments: Sequence[str]) -> list[str]:
    """A call without what it says for an option."""
    left: list[str] = []
    words = iter(arguments)
    for word in words:
        if word == "--":
            return [*left, word, *words]
        if word == option:
            next(words, None)
        elif not word.startswith(f"{option}="):
            left.append(word)
    return left


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak a language; click, which asks gettext's own functions, speaks it as well."""
    _Voice.game = DEFAULT
    before = (_Voice.locale, gettext.textdomain(), os.environ.get("LANGUAGE"))
    _Voice.locale = Locale(language).of(locales())
    gettext.bindtextdomain(DOMAIN, str(LOCALES))
    gettext.textdomain(DOMAIN)
    os.environ["LANGUAGE"] = _Voice.locale.language
    try:
        yield
    finally:
        _Voice.locale, _Voice.game = before[0], DEFAULT
        gettext.textdomain(before[1])
        if before[2] is None:
            os.environ.pop("LANGUAGE", None)
        else:
            os.environ["LANGUAGE"] = before[2]


def click_words() -> list[str]:
    """The sentences of click that this program can show, so that the catalogues hold them."""
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
        ngettext(
            "Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})", 1
        ),
        ngettext(
            "Option {name!r} requires an argument.",
            "Option {name!r} requires {nargs} arguments.",
            1,
        ),
        ngettext("{value!r} is not {choice}.", "{value!r} is not one of {choices}.", 1),
    ]
