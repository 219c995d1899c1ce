"""A language to speak: its catalogue, its numbers and its lists. Loads nothing but gettext."""

from __future__ import annotations

import gettext
import re
import struct
from collections.abc import Iterable, Mapping
from copy import copy
from fractions import Fraction
from functools import cache
from math import floor
from pathlib import Path
from typing import Any, Final

LANGUAGES: Final = ("en", "fr")
LOCALES: Final = Path(__file__).parent / "locales"
HARD_SPACE: Final = "\u00a0"
"""French puts it before : ; ! ? and inside « »; every terminal shows it as one cell."""

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


def noted(message: str) -> str:
    """Mark a message for the catalogue; it is translated where it is said."""
    return message


N_ = noted


def meant(context: str, message: str) -> tuple[str, str]:
    """Mark a message for the catalogue as it is meant in `context`; it is translated later."""
    return context, message


def choose_language(option: str | None, environ: Mapping[str, str]) -> str:
    """The language asked for: by `--lang`, else by the environment, else English."""
    named = (environ.get(name) for name in ("Q40K_LANG", "LC_ALL", "LC_MESSAGES", "LANG"))
    said = next((words for words in (option, *named) if words and words.strip()), "en")
    language = re.split("[-_.@]", said.strip().lower())[0]
    return language if language in LANGUAGES else "en"


@cache
def _catalogue(language: str, folder: Path) -> gettext.GNUTranslations | None:
    """The catalogue of a language in a folder; None when it is not there or cannot be read."""
    try:
        with (folder / language / "LC_MESSAGES" / "q40k.mo").open("rb") as file:
            return gettext.GNUTranslations(file)
    except (OSError, ValueError, struct.error):
        return None


class _Facts(dict[str, Any]):
    """What a sentence is filled in with; what is missing reads "?"."""

    def __missing__(self, name: str) -> str:
        return "?"


class Locale:
    """How to speak one language, "en" or "fr"; anything else is English.

    Without a catalogue it speaks English, numbers and all. `folders` hold the catalogues of games:
    what the first of them lacks is looked for in the next, and last in the shell's own.
    """

    def __init__(self, language: str, *folders: Path) -> None:
        known = language in LANGUAGES and language != "en"
        shell = _catalogue(language, LOCALES) if known else None
        self.language: str = language if shell else "en"
        self._folders = folders
        games = (_catalogue(language, folder) for folder in folders) if shell else ()
        self._words: gettext.NullTranslations = shell or gettext.NullTranslations()
        for game in reversed([one for one in games if one]):
            first = copy(game)  # a catalogue is kept, and what comes after it is not
            first.add_fallback(self._words)
            self._words = first

    def of(self, folder: Path) -> Locale:
        """The same language, with a game's catalogue before all others."""
        return self if folder in self._folders[:1] else _of(self.language, folder)

    # -- words -----------------------------------------------------------------------------

    def gettext(self, message: str) -> str:
        """The message in this language."""
        return self._words.gettext(message) if message else ""

    def ngettext(self, one: str, many: str, number: int) -> str:
        """The message for so many, in this language."""
        return self._words.ngettext(one, many, number)

    def pgettext(self, context: str, message: str) -> str:
        """The message as it is meant in `context`, in this language."""
        return self._words.pgettext(context, message)

    def say(self, message: str, **facts: Any) -> str:
        """The message in this language, filled in with facts."""
        return fill(self.gettext(message), facts)

    def said(self, names: Any) -> str:
        """What a pack calls a thing: an object or a mapping with both languages, or text."""
        if isinstance(names, str):
            return names
        if isinstance(names, Mapping):
            return str(names.get(self.language) or names.get("en") or "?")
        return str(names.said(self.language))

    def quoted(self, text: object) -> str:
        """Text as somebody typed it, in quotation marks."""
        space = HARD_SPACE
        return f"«{space}{text}{space}»" if self.language == "fr" else f"“{text}”"

    def listed(self, words: Iterable[object]) -> str:
        """A list: "Alice, Bob and Chloé"."""
        return self._joined(words, self.gettext(N_("and")))

    def either(self, words: Iterable[object]) -> str:
        """A list to choose from: "Alice, Bob or Chloé"."""
        return self._joined(words, self.gettext(N_("or")))

    def chained(self, clauses: Iterable[str]) -> str:
        """Clauses one after the other: "it hits; it gets hot"."""
        space = HARD_SPACE if self.language == "fr" else ""
        return f"{space}; ".join(clauses)

    def _joined(self, words: Iterable[object], last: str) -> str:
        *head, end = [str(word) for word in words] or [""]
        return f"{', '.join(head)} {last} {end}" if head else end

    # -- numbers ---------------------------------------------------------------------------

    def points(self, number: Fraction | int) -> str:
        """Points, exactly: 22½, 13⅓, -7½; what has no sign of its own reads 2 6/7."""
        exact = Fraction(number)
        sign = "-" if exact < 0 else ""
        whole, rest = divmod(abs(exact), 1)
        if not rest:
            return f"{sign}{whole}"
        glyph = _GLYPHS.get(rest)
        before = str(whole) if whole else ""
        space = " " if whole and glyph is None else ""
        return f"{sign}{before}{space}{glyph or rest}"

    def signed(self, number: Fraction | int) -> str:
        """A difference in points: +15, -7½."""
        return f"{'+' if number >= 0 else ''}{self.points(number)}"

    def times(self, number: Fraction | int) -> str:
        """How many times its own value: ×3.4, rounded down, so that ×10.0 is never early."""
        tenths = floor(Fraction(number) * 10)
        sign = "-" if tenths < 0 else ""
        return f"×{sign}{self.decimal(f'{abs(tenths) // 10}.{abs(tenths) % 10}')}"

    def number(self, value: float) -> str:
        """A measure with two decimals at most: 6, 4.5."""
        return self.decimal(f"{value:.2f}".rstrip("0").rstrip("."))

    def inches(self, value: float) -> str:
        """A distance: 6 in, 4.5 in."""
        return self.gettext(N_("{number} in")).format(number=self.number(value))

    def chance(self, value: Fraction) -> str:
        """A chance, exactly and in percent: 1/6 (17%)."""
        return f"{value} ({self.percent(value)})"

    def percent(self, share: Fraction | float, digits: int = 0) -> str:
        """A share of the whole in percent: 17%; with so many `digits` behind the point."""
        space = HARD_SPACE if self.language == "fr" else ""
        number = self.decimal(f"{float(share) * 100:.{digits}f}") if digits else round(share * 100)
        return f"{number}{space}%"

    def decimal(self, digits: str) -> str:
        """Digits with this language's decimal mark."""
        return digits.replace(".", ",") if self.language == "fr" else digits


@cache
def _of(language: str, folder: Path) -> Locale:
    return Locale(language, folder)


def fill(sentence: str, facts: Mapping[str, Any]) -> str:
    """A sentence filled in with facts; one that is missing reads "?"."""
    return sentence.format_map(_Facts(facts))
