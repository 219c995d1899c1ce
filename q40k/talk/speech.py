"""Lines as a voice should say them: profiles, units and signs in words, and no bare coordinates."""

import re
from collections.abc import Mapping
from functools import partial

from q40k.i18n.locale import N_, Locale

_NUMBER = r"(?P<number>\d+(?:[.,]\d+)?½?)"
_NOT_AFTER = r"(?<![\w)\]½])"
_SIGNS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"(?P<first>[-−+×]*\d[^ ]*) → (?P<second>[-−+×]*\d[^ ]*)"), N_("from {first} to {second}")),
    (re.compile(r"(?P<first>\d)\s?×\s?(?P<second>\d)"), N_("{first} by {second}")),
    (re.compile(r"×(?P<number>[-−]?\d+(?:[.,]\d+)?)"), N_("{number} times")),
    (re.compile(rf"{_NUMBER}\+(?!\w)"), N_("{number} or more")),
    (re.compile(rf"{_NOT_AFTER}\+{_NUMBER}"), N_("plus {number}")),
    (re.compile(rf"{_NOT_AFTER}[-−]{_NUMBER}"), N_("minus {number}")),
    (re.compile(rf"{_NOT_AFTER}={_NUMBER}"), N_("equals {number}")),
    (re.compile(r"(?<![\w/-])(?P<first>\d+)[-–](?P<second>\d+)(?![\w/-])"), N_("{first} to {second}")),
    (re.compile(r"(?<![\w/])(?P<first>\d+)/(?P<second>\d+)(?![\d/])"), N_("{first} out of {second}")),
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
            r"|into|after|more|between|to|too|high|is|left)\b)",
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
_OF_EACH = re.compile(r"(?<=\d) × (?=[^\W\d])")
"""The sign in "5 × Ork Boy"."""
_ADDRESS = "://"
"""A line with an address is said as it is."""
_VALUE = r"[-−+]?\d+(?:[.,]\d+)?[+½]?|-(?=[\s,]|$)"


class Verbatim(str):
    """A line that shows what to type: it is said as it is."""

    __slots__ = ()


class Speech:
    """Says lines in full in one language, with what the abbreviations of a game stand for."""

    def __init__(self, locale: Locale, abbreviations: Mapping[str, str]) -> None:
        self.locale = locale
        self._full = abbreviations
        short = "|".join(map(re.escape, sorted(abbreviations, key=len, reverse=True)))
        self._before = re.compile(rf"\b(?P<short>{short}) (?P<value>{_VALUE})(?P<next> (?=(?:{short}) (?:{_VALUE})))?")
        self._after = re.compile(rf"(?<=\d)(?P<space>\s)(?P<short>{short})\b")

    def say(self, text: str) -> str:
        """Return a line as it should be heard."""
        if _ADDRESS in text or isinstance(text, Verbatim):
            return text
        text = _OF_EACH.sub(" ", _COORDINATES.sub("", text))
        if self._full:
            text = self._before.sub(self._characteristic, text)
            text = self._after.sub(lambda match: match["space"] + self._full[match["short"]], text)
        for pattern, single, several in _UNITS:
            text = pattern.sub(partial(self._measure, single, several), text)
        for pattern, message in _SIGNS:
            text = pattern.sub(partial(_fill, self.locale.gettext(message)), text)
        return text.rstrip(" ")

    def _characteristic(self, match: re.Match[str]) -> str:
        """Return a value after the full name of what it measures, with a comma ahead of the next one."""
        value = self.locale.gettext(N_("none")) if match["value"] == "-" else match["value"]
        return f"{self._full[match['short']]} {value}{', ' if match['next'] else ''}"

    def _measure(self, single: str, several: str, match: re.Match[str]) -> str:
        """Return a number with its unit in full; French says "1,5 pouce"."""
        number = float(match["number"].replace(",", ".").rstrip("½") or 0)
        is_single = number < 2 if self.locale.language == "fr" else match["number"] == "1"
        return self.locale.gettext(single if is_single else several).format(number=match["number"])


def _fill(words: str, match: re.Match[str]) -> str:
    return words.format(**match.groupdict())
