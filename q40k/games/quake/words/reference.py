"""What newcomers read: the phases of the 3rd edition in short, an evening on one page, the credits.

The sentences are in reference.texts.yaml. A line of a phase fits a screen 80 characters wide.
"""

from functools import cache
from pathlib import Path

from msgspec import Struct

from q40k.i18n.locale import N_, Locale
from q40k.packs.shipped import read_shipped


class _Row(Struct):
    key: str
    words: str


class _Texts(Struct):
    credits: list[str]
    phases: dict[str, list[str]]
    evening: dict[str, list[_Row]]


@cache
def _texts() -> _Texts:
    return read_shipped(Path(__file__).with_suffix(".texts.yaml"), _Texts)


def credits_of(locale: Locale) -> list[str]:
    """Return the credits of the game, line by line."""
    return [locale.gettext(line) for line in _texts().credits]


_OF_THE_MOD = frozenset(
    (
        N_("Wholly on a portal: its die says where you go. A token: walk over it."),
        N_("A portal die at once. A kill pays the dead’s value; an accident costs it."),
    )
)
"""Lines that do not hold in every mod; the words of a mod beside them replace them."""
_HEADS_BESIDE = {N_("Movement, highest initiative first"): N_("Movement")}
"""Headings that do not hold in every mod, and their replacements beside a mod’s words."""


def phases_of(locale: Locale, *, alone: bool = True) -> list[tuple[str, list[str]]]:
    """Return each phase in short, a heading and its lines.

    With `alone`, no words of a mod are shown beside it, and no line is left out.
    """
    phases = [
        (head if alone else _HEADS_BESIDE.get(head, head), [line for line in lines if alone or line not in _OF_THE_MOD])
        for head, lines in _texts().phases.items()
    ]
    return [(locale.gettext(head), [locale.gettext(line) for line in lines]) for head, lines in phases if lines]


Card = tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
"""Headings, each with its rows: a key or nothing, and a sentence."""


def evening_of(locale: Locale) -> Card:
    """Return an evening on one page, in a language, for the printer, the first page of the site and F1."""
    return tuple(
        (locale.gettext(head), tuple((row.key, locale.gettext(row.words)) for row in rows))
        for head, rows in _texts().evening.items()
    )
