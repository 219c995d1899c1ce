"""A language: its catalogue, its numbers, its lists, and the sentences that every screen needs."""

from __future__ import annotations

import gettext
import re
import struct
import sys
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from copy import copy
from fractions import Fraction
from functools import cache, lru_cache
from math import floor
from pathlib import Path
from typing import Any

from msgspec import structs

LANGUAGES = ("en", "fr")
LOCALES = Path(__file__).parent / "locales"
HARD_SPACE = "\u00a0"
"""French puts it ahead of : ; ! ? and inside « »; every terminal shows it as one cell."""
MINUS = "−"
_HYPHEN = re.compile(r"(?<![\w−-])-(?=\d)")

_BEFORE_SIGN = r"(?<=[^\s,·:;]) (?=[:;!?»%](?:[\s»)”]|$))"
_BEFORE_UNIT = r"(?<=[\d}½⅓⅔¼¾]) (?=(?:ps|cm|mm|pts?|points?|PA|heures?|pouces?|(?:centi|milli)mètres?)\b)"

_ELIDES = r"\b([Dd]|[Qq]u)e \{(\w+)\}"
_VOWELS = "(?i)[aeiouàâéèêëîïôûœ]"

_GLYPHS = {
    Fraction(1, 2): "½",
    Fraction(1, 3): "⅓",
    Fraction(2, 3): "⅔",
    Fraction(1, 4): "¼",
    Fraction(3, 4): "¾",
    Fraction(1, 5): "⅕",
    Fraction(2, 5): "⅖",
    Fraction(3, 5): "⅗",
    Fraction(4, 5): "⅘",
    Fraction(1, 6): "⅙",
    Fraction(5, 6): "⅚",
    Fraction(1, 8): "⅛",
    Fraction(3, 8): "⅜",
    Fraction(5, 8): "⅝",
    Fraction(7, 8): "⅞",
}


def mark_message(message: str) -> str:
    """Mark a message for the catalogue; it is translated when it is used."""
    return message


N_ = mark_message


@lru_cache(maxsize=8192)
def hard_spaces(text: str) -> str:
    """Return a French text with hard spaces ahead of : ; ! ? » %, inside « », and between a number and its unit."""
    text = re.sub(_BEFORE_SIGN, HARD_SPACE, text).replace("« ", f"«{HARD_SPACE}")
    return re.sub(_BEFORE_UNIT, HARD_SPACE, text)


def in_context(context: str, message: str) -> tuple[str, str]:
    """Mark a message for the catalogue with its `context`; it is translated when it is used."""
    return context, message


def choose_language(option: str | None, environ: Mapping[str, str]) -> str:
    """Return the language from `--lang`, else from the environment, else that of Windows, else English."""
    named = (environ.get(name) for name in ("Q40K_LANG", "LC_ALL", "LC_MESSAGES", "LANG"))
    choice = next((words for words in (option, *named) if words and words.strip()), None) or _system_language()
    language = re.split("[-_.@]", choice.strip().lower())[0]
    return language if language in LANGUAGES else "en"


def _system_language() -> str:
    """Return the language of Windows, which no variable holds; elsewhere English."""
    if sys.platform != "win32":
        return "en"
    import ctypes

    return language_of_windows(ctypes.windll.kernel32.GetUserDefaultUILanguage())


def language_of_windows(number: int) -> str:
    """Return our language for a number of Windows, whose lowest ten bits are the language; the others say where."""
    return "fr" if number & 0x3FF == 0x0C else "en"


@cache
def _catalogue(language: str, folder: Path) -> gettext.GNUTranslations | None:
    """Return the catalogue of a language in a folder; None if it is missing or unreadable."""
    try:
        with (folder / language / "LC_MESSAGES" / "q40k.mo").open("rb") as file:
            return gettext.GNUTranslations(file)
    except (OSError, ValueError, struct.error):
        return None


class _Facts(dict[str, Any]):
    """The facts that fill a sentence; a missing one reads "?"."""

    def __missing__(self, name: str) -> str:
        return "?"


class Locale:
    """One language, "en" or "fr"; anything else is English.

    Without a catalogue it is English, including numbers. `folders` hold the catalogues of games: a
    message missing in the first is searched in the next, and finally in the shell's own.
    """

    def __init__(self, language: str, *folders: Path) -> None:
        translated = language in LANGUAGES and language != "en"
        shell = _catalogue(language, LOCALES) if translated else None
        self.language: str = language if shell else "en"
        self._folder = str(next(iter(folders), ""))
        games = (_catalogue(language, folder) for folder in folders) if shell else ()
        self._words: gettext.NullTranslations = shell or gettext.NullTranslations()
        for game in reversed([catalogue for catalogue in games if catalogue]):
            first = copy(game)  # a catalogue is cached, its fallback is not
            first.add_fallback(self._words)
            self._words = first

    def of(self, folder: Path) -> Locale:
        """Return the same language with a game's catalogue ahead of all others."""
        return self if str(folder) == self._folder else _of(self.language, folder)

    # -- words -----------------------------------------------------------------------------

    def gettext(self, message: str) -> str:
        """Return the message in this language."""
        return self._space(self._words.gettext(message)) if message else ""

    def ngettext(self, one: str, many: str, number: int) -> str:
        """Return the singular or plural message in this language."""
        return self._space(self._words.ngettext(one, many, number))

    def plural(self, one: str, many: str, number: int, **facts: Any) -> str:
        """Return the singular or plural message, filled with the `number` and further facts."""
        facts = {"number": number, **facts}
        return fill(self.elide(self.ngettext(one, many, number), facts), facts)

    def pgettext(self, context: str, message: str) -> str:
        """Return the message with its `context` in this language."""
        return self._space(self._words.pgettext(context, message))

    def _space(self, text: str) -> str:
        """Return a text with the hard spaces of this language."""
        return hard_spaces(text) if self.language == "fr" else text

    def say(self, message: str, **facts: Any) -> str:
        """Return the message in this language, filled with facts."""
        return fill(self.elide(self.gettext(message), facts), facts)

    def elide(self, sentence: str, facts: Mapping[str, Any]) -> str:
        """Return a sentence ready for its facts: French says "d’{name}" where the name begins with a vowel."""
        if self.language == "fr" and "e {" in sentence:
            return re.sub(_ELIDES, lambda match: _elide(match, facts), sentence)
        return sentence

    def name_of(self, names: Any) -> str:
        """Return the name of an object from a pack; `names` may be an object, a mapping or text."""
        if isinstance(names, str):
            return names
        if isinstance(names, Mapping):
            return self._space(str(names.get(self.language) or names.get("en") or "?"))
        return self._space(str(names.in_language(self.language)))

    def quote(self, text: object) -> str:
        """Return text in quotation marks."""
        space = HARD_SPACE
        return f"«{space}{text}{space}»" if self.language == "fr" else f"“{text}”"

    def join_and(self, words: Iterable[object]) -> str:
        """Return a list: "Alice, Bob and Chloé"."""
        return self._join(words, self.gettext(N_("and")))

    def join_or(self, words: Iterable[object]) -> str:
        """Return a list of alternatives: "Alice, Bob or Chloé"."""
        return self._join(words, self.gettext(N_("or")))

    def join_clauses(self, clauses: Iterable[str]) -> str:
        """Join clauses: "it hits; it gets hot"."""
        space = HARD_SPACE if self.language == "fr" else ""
        return f"{space}; ".join(clauses)

    def _join(self, words: Iterable[object], last: str) -> str:
        *head, end = [str(word) for word in words] or [""]
        return f"{', '.join(head)} {last} {end}" if head else end

    # -- numbers ---------------------------------------------------------------------------

    def points(self, number: Fraction | int) -> str:
        """Return points, exactly: 22½, 13⅓, −7½; a fraction without a glyph reads 2 6/7."""
        numerator, denominator = number.as_integer_ratio()
        sign = MINUS if numerator < 0 else ""
        whole, over = divmod(abs(numerator), denominator)
        if not over:
            return f"{sign}{whole}"
        rest = Fraction(over, denominator)
        glyph = _GLYPHS.get(rest)
        before = str(whole) if whole else ""
        space = " " if whole and glyph is None else ""
        return f"{sign}{before}{space}{glyph or rest}"

    def signed_points(self, number: Fraction | int) -> str:
        """Return a difference in points: +15, -7½."""
        return f"{'+' if number.numerator >= 0 else ''}{self.points(number)}"

    def times(self, number: Fraction | int) -> str:
        """Return a multiple of one's own value: ×3.4, rounded down: ×10.0 is never early."""
        tenths = floor(Fraction(number) * 10)
        sign = MINUS if tenths < 0 else ""
        return f"×{sign}{self.decimal(f'{abs(tenths) // 10}.{abs(tenths) % 10}')}"

    def number(self, value: float) -> str:
        """Return a measure with at most two decimals: 6, 4.5."""
        return self.decimal(f"{value:.2f}".rstrip("0").rstrip("."))

    def inches(self, value: float) -> str:
        """Return a distance: 6 in, 4.5 in; with a second decimal only where it would else read as a whole number."""
        tenths = round(value, 1)
        return self.exact_inches(value if tenths == int(tenths) else tenths)

    def exact_inches(self, value: float) -> str:
        """Return a distance with up to two decimals, for those who asked to measure."""
        return self.gettext(N_("{number} in")).format(number=self.number(value))

    def about(self, value: float) -> str:
        """Return a distance in whole inches: 5 in; below 1½ inches with a decimal."""
        return self.inches(round(value) if value >= 1.5 else round(value, 1))

    def chance(self, value: Fraction) -> str:
        """Return a chance, exactly and in percent: 1/6 (17%)."""
        return f"{value} ({self.percent(value)})"

    def percent(self, share: Fraction | float, digits: int = 0) -> str:
        """Return a share of the whole in percent: 17%; with `digits` after the point."""
        space = HARD_SPACE if self.language == "fr" else ""
        number = f"{float(share) * 100:.{digits}f}" if digits else str(round(share * 100))
        return f"{self.decimal(number)}{space}%"

    def decimal(self, digits: str) -> str:
        """Return digits with this language's decimal mark, and a minus sign if they begin with a hyphen."""
        signed = f"{MINUS}{digits[1:]}" if digits.startswith("-") else digits
        return signed.replace(".", ",") if self.language == "fr" else signed


@cache
def _of(language: str, folder: Path) -> Locale:
    return Locale(language, folder)


def write_minus(text: str) -> str:
    """Return a text in which a hyphen before a number is a minus sign: "WS −1"."""
    return _HYPHEN.sub(MINUS, text)


def fill(sentence: str, facts: Mapping[str, Any]) -> str:
    """Return a sentence filled with facts; a missing one reads "?"."""
    return sentence.format_map(_Facts(facts))


def _elide(match: re.Match[str], facts: Mapping[str, Any]) -> str:
    """Return "d’{name}" in place of "de {name}" if the fact begins with a vowel."""
    with suppress(KeyError):
        if re.match(_VOWELS, str(facts[match[2]])):
            return f"{match[1]}’{{{match[2]}}}"
    return match[0]


# -- Small sentences for every screen, and the wording of facts that fill a sentence ---------------


Facts = Mapping[str, Any]
Dress = Callable[[Locale, Any], str]
"""The wording of one fact: a list as "Alice and Bob", a measure as "4.5 in"."""
Variant = Callable[[Facts], str]
"""A function that chooses among the sentences of one code, by an ending of the code: "/one"."""


def dress_facts(locale: Locale, facts: Facts, dress: Mapping[str, Dress]) -> dict[str, Any]:
    """Return facts as words; facts without a dress, and None, stay as they are."""
    return {
        name: dress[name](locale, fact) if name in dress and fact is not None else fact for name, fact in facts.items()
    }


def nearest(locale: Locale, facts: Facts) -> str:
    """Return the nearest valid word, as a question to add; "" when nothing is near."""
    word = facts.get("nearest")
    if word is None:
        return ""
    return " " + locale.say(N_("Did you mean {nearest}?"), nearest=word)


def fill_fields(template: str, record: Any) -> str:
    """Return a template of the fields of a struct, "{who} > {target}"; one without a value leaves no gap."""
    fields = {name: "" if value is None else value for name, value in structs.asdict(record).items()}
    words = {name: " ".join(map(str, value)) if isinstance(value, tuple) else value for name, value in fields.items()}
    return " ".join(template.format_map(words).split())


def with_label(locale: Locale, head: str, text: str) -> str:
    """Return a head and its text: "Bob: 2 hits"."""
    return locale.say(N_("{head}: {said}"), head=head, said=text)


def capital(sentence: str) -> str:
    """Return a sentence with a capital first letter."""
    return sentence[:1].upper() + sentence[1:]


def readable_code(code: str) -> str:
    """Return a code without words of its own in readable form."""
    return code.replace("-", " ")


def clock_time(seconds: float) -> str:
    """Return seconds as a clock shows them: "1:30:00", "12:05"; "-0:20" when time is over."""
    sign = "-" if seconds < 0 else ""
    minutes, rest = divmod(int(abs(seconds)), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{sign}{hours}:{minutes:02}:{rest:02}" if hours else f"{sign}{minutes}:{rest:02}"
