"""Lines as a voice should say them: profiles, units and signs in words, and no bare coordinates."""

import re
from collections.abc import Mapping
from functools import partial

from q40k.i18n.locale import N_, Locale
from q40k.talk.keys import COMMA

_NUMBER = r"(?P<number>\d+(?:[.,]\d+)?½?)"
_NOT_AFTER = r"(?<![\w)\]½])"
_TIMES = r"×(?P<first>[-−]?\d+(?:[.,]\d+)?)"
_SIGNS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(rf"{_TIMES} (?:of|sur) ×(?P<second>\d+)"), N_("{first} of {second} times")),
    (re.compile(rf"{_TIMES} (?:of|de) (?=its\b|one’s\b|sa\b)"), N_("{first} times ")),
    (re.compile(r"(?<!\S)(?P<first>\d+)/\?(?=\W|$)"), N_("{first} of a number not known")),
    (re.compile(r"(?P<first>[-−+×]*\d[^ ]*) → (?P<second>[-−+×]*\d[^ ]*)"), N_("from {first} to {second}")),
    (re.compile(r"(?P<first>\d)\s?×\s?(?P<second>\d)"), N_("{first} by {second}")),
    (re.compile(r"×(?P<number>[-−]?\d+(?:[.,]\d+)?)"), N_("{number} times")),
    (re.compile(rf"{_NUMBER}\+(?!\w)"), N_("{number} or more")),
    (re.compile(rf"{_NOT_AFTER}\+{_NUMBER}"), N_("plus {number}")),
    (re.compile(rf"{_NOT_AFTER}[-−]{_NUMBER}"), N_("minus {number}")),
    (re.compile(rf"{_NOT_AFTER}={_NUMBER}"), N_("equals {number}")),
    (re.compile(r"(?<![\w/-])(?P<first>\d+)[-–](?P<second>\d+)(?![\w/-])"), N_("{first} to {second}")),
    (re.compile(r"(?<![\w/])(?P<first>\d+)/(?P<second>\d+)(?![\d/])"), N_("{first} out of {second}")),
    (re.compile(r"(?P<first>\d+)\s?%[-–](?P<second>\d+\s?%)"), N_("{first} to {second}")),
    (re.compile(r"± ?(?P<number>)"), N_("plus or minus {number}")),
    (re.compile(rf"{_NUMBER}\s?%"), N_("{number} percent")),
    (re.compile(r"(?P<first>\S) & (?P<second>\S)"), N_("{first} and {second}")),
    (re.compile(r"(?P<first>\S) \+ (?P<second>\S)"), N_("{first} plus {second}")),
    (re.compile(r"(?P<number>\d)½"), N_("{number} and a half")),
    (
        re.compile(r"(?:(?<=\s)|(?<=^)|(?<=[(“]))(?<![\u00a0\u202f])\? ?(?P<number>[a-z]*\b|$)"),
        N_("question mark {number}"),
    ),
)
"""Signs that a voice leaves out or names in its own way, and what is said instead."""
_UNITS: tuple[tuple[re.Pattern[str], str, str], ...] = tuple(
    (re.compile(rf"{_NUMBER}\s(?:{unit})"), single, several)
    for unit, single, several in (
        (
            r"ps\b|in\b\.?(?=\s*(?:$|[.,;:)\]])|\s(?:at|of|from|and|away|apart|or|towards|beyond|must|further|instead"
            r"|into|after|more|between|to|too|high|is|left|north|south|east|west)\b)",
            N_("{number} inch"),
            N_("{number} inches"),
        ),
        (r"cm\b", N_("{number} centimetre"), N_("{number} centimetres")),
        (r"mm\b", N_("{number} millimetre"), N_("{number} millimetres")),
        (r"pts?\b", N_("{number} point"), N_("{number} points")),
    )
)
"""Units by the letters that stand for them in either language."""
_COORDINATES = re.compile(r"\s?\(\d+(?:[.,]\d+)?\s?; \d+(?:[.,]\d+)?\)")
_CLOCK = re.compile(r"(?<!\d-\d\d )(?<![\d:.])(?:(\d{1,2}):)?(\d{1,3}):(\d\d)(?![\d:])")
"""A time as a clock shows it, but for a time of day after a date."""
_FIGURES = re.compile(r"(?<=/)\d+(?:\+\d+)+")
"""Some figures of a formation, such as those in "B/1+3+4"."""
_COMMA_KEY = re.compile(r"(?<![^\s(]),(?=\w\b)")
"""The comma in a key of two."""
_OF_EACH = re.compile(r"(?<=\d) × (?=[^\W\d])")
"""The sign in "5 × Ork Boy"."""
_NOTHING = r"(?!)"
"""Matches nowhere."""
_ADDRESS = "://"
"""A line with an address is said as it is."""
_VALUE = r"[-−+]?\d+(?:[.,]\d+)?[+½]?|-(?=[\s,]|$)"


class Verbatim(str):
    """A line that shows what to type: it is said as it is."""

    __slots__ = ()


class Speech:
    """Says lines in full in one language, with what the abbreviations of a game stand for.

    A letter alone is an abbreviation only among other values: "S 4, AP 5", but not "A 6 is a free choice".
    """

    def __init__(self, locale: Locale, abbreviations: Mapping[str, tuple[str, str]]) -> None:
        self.locale = locale
        self._full = abbreviations
        letters = "|".join(map(re.escape, (short for short in abbreviations if len(short) == 1))) or _NOTHING
        words = "|".join(map(re.escape, (short for short in abbreviations if len(short) > 1))) or _NOTHING
        pair = rf"(?:{words}|{letters}) (?:{_VALUE})"
        among_others = rf"(?:(?<=, )|(?<=[\d+½-] ))(?:{letters})|(?:{letters})(?= (?:{_VALUE}),? {pair})"
        self._before = re.compile(rf"\b(?P<short>{words}|{among_others}) (?P<value>{_VALUE})(?P<next> (?={pair}))?")
        self._bare = re.compile(rf"(?P<number>\d+\s)?\b(?P<short>{words})\b")

    def say(self, text: str) -> str:
        """Return a line as it should be heard."""
        if _ADDRESS in text or isinstance(text, Verbatim):
            return text
        text = _OF_EACH.sub(" ", _COORDINATES.sub("", text))
        if self._full:
            text = self._before.sub(self._characteristic, text)
            text = self._bare.sub(self._unit, text)
        text = _COMMA_KEY.sub(f"{self.locale.gettext(COMMA)} ", _FIGURES.sub(self._figures, text))
        text = _CLOCK.sub(self._time, text)
        for pattern, single, several in _UNITS:
            text = pattern.sub(partial(self._measure, single, several), text)
        for pattern, message in _SIGNS:
            text = pattern.sub(partial(_fill, self.locale.gettext(message)), text)
        return text.rstrip(" ")

    def _characteristic(self, match: re.Match[str]) -> str:
        """Return a value after the full name of what it measures, with a comma ahead of the next one."""
        value = self.locale.gettext(N_("none")) if match["value"] == "-" else match["value"]
        return f"{self._full[match['short']][1]} {value}{', ' if match['next'] else ''}"

    def _unit(self, match: re.Match[str]) -> str:
        """Return an abbreviation in full, in the singular after one."""
        number = match["number"] or ""
        single, several = self._full[match["short"]]
        is_single = number.strip() == "1" or (self.locale.language == "fr" and number.strip() == "0")
        return number + (single if is_single else several)

    def _figures(self, match: re.Match[str]) -> str:
        return self.locale.join_and(match[0].split("+"))

    def _time(self, match: re.Match[str]) -> str:
        """Return a time in words, without parts that are nothing."""
        hours, minutes, seconds = (int(part or 0) for part in match.groups())
        shows_seconds = seconds or not (hours or minutes)
        parts = [
            self.locale.plural("{number} hour", "{number} hours", hours) if hours else "",
            self.locale.plural("{number} minute", "{number} minutes", minutes) if minutes else "",
            self.locale.plural("{number} second", "{number} seconds", seconds) if shows_seconds else "",
        ]
        return " ".join(filter(None, parts))

    def _measure(self, single: str, several: str, match: re.Match[str]) -> str:
        """Return a number with its unit in full; French says "1,5 pouce"."""
        number = float(match["number"].replace(",", ".").rstrip("½") or 0)
        is_single = number < 2 if self.locale.language == "fr" else match["number"] == "1"
        return self.locale.gettext(single if is_single else several).format(number=match["number"])


def _fill(words: str, match: re.Match[str]) -> str:
    return words.format(**match.groupdict())
