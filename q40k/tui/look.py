"""How things look: colours, marks, text cut to a width. Every mark is readable without colour."""

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import cache, lru_cache

from msgspec import Struct
from rich.cells import cell_len, set_cell_size
from textual.content import Content
from textual.style import Style

from q40k.i18n.locale import N_, Locale
from q40k.kernel.text import is_digits
from q40k.tabletop.colours import COLOURS

NOW, MAY, ACTED, DEAD, OUT, GONE = "▶", "▷", "✓", "†", "✗", "–"
MUTED = "$foreground-muted"
"""The colour of secondary text."""
_PARTS = " ▏▎▍▌▋▊▉"


Rows = list[Content | str]
"""Lines below each other."""


class Beat(Struct, frozen=True):
    """How a line of the feed looks: the sign before it, its style, whether it is a rule across.

    If the event `pays`, the points at the end of the line are aligned right.
    """

    sign: str = " "
    style: str = ""
    across: bool = False
    pays: bool = False


UNDONE = Beat("↶", MUTED)
"""What stands before a line that was undone, in the feed and in the log."""


def fit(text: str, width: int) -> str:
    """Return `text` in exactly `width` cells, cut with an ellipsis or filled with blanks."""
    if cell_len(text) <= width:
        return set_cell_size(text, width)
    return set_cell_size(text, max(0, width - 1)) + "…" if width > 0 else ""


def right(text: str, width: int) -> str:
    """Return `text` aligned right in `width` cells."""
    return " " * max(0, width - cell_len(text)) + text


def bar(part: Fraction, width: int) -> str:
    """Return a bar `width` cells wide, filled to `part` (0 to 1)."""
    eighths = int(max(Fraction(0), min(Fraction(1), part)) * width * 8)
    full, rest = divmod(eighths, 8)
    filled = "█" * full + (_PARTS[rest] if rest else "")
    return filled + "░" * (width - len(filled))


@cache
def ink(colour: str) -> str:
    """Return the theme's name of a seat's colour, which suits the background."""
    return f"$seat-{COLOURS.index(colour) + 1}" if colour in COLOURS else colour


def lines(*parts: Content | str) -> Content:
    """Join contents as lines."""
    return Content("\n").join([p if isinstance(p, Content) else Content(p) for p in parts])


def clickable(text: str | Content, **meta: object) -> Content:
    """Return text with the meaning of a click on it."""
    return (Content(text) if isinstance(text, str) else text).stylize(Style.from_meta(meta))


def _key(part: str) -> str:
    """Return the key with which a part of a line of keys begins."""
    written, _space, words = part.partition(" ")
    written = written.rstrip(":\u00a0")
    if written == ",":
        return f"comma {_key(words)}"
    if written == "?":
        return "question_mark"
    shift, plus, letter = written.rpartition("+")
    if plus and len(letter) == 1 and letter.isupper() and shift != "Ctrl":
        return letter
    if written.startswith("F") and is_digits(written[1:]):
        return written.lower()
    return written if len(written) == 1 else "escape"


@lru_cache(maxsize=256)
def link_keys(text: str) -> Content:
    """Make text such as "n next · , j jump · ? all" clickable: each part is the key it begins with.

    A part that begins with no key, such as "Esc", is Escape.
    """
    parts = text.split(" · ")
    keys = [_key(part) for part in parts]
    return Content(" · ").join(clickable(p, key=k) for p, k in zip(parts, keys, strict=True))


def wrap_parts(text: Content, width: int) -> list[Content]:
    """Return a text in rows of `width`; parts with " · " between them are broken only if they must be."""
    rows: list[Content] = []
    for line in text.split("\n") if "\n" in text.plain else (text,):
        if line.cell_length <= width:
            rows.append(line)
            continue
        room = 0
        for part in line.split(" · "):
            if room and part.cell_length + 3 <= room:
                rows[-1] = Content.assemble(rows[-1], " · ", part)
                room -= part.cell_length + 3
                continue
            rows += part.wrap(width) if part.cell_length > width else [part]
            room = width - rows[-1].cell_length
    return rows


RULES_FROM = 100
"""The columns from which the rule ids are shown; F1 shows them at any width."""


def with_rule(text: Content, rule: str, width: int) -> Content:
    """Return a line with the id of its rule, dim at the right of a wide screen."""
    gap = width - text.cell_length - len(rule)
    if not rule or width < RULES_FROM or gap < 2:
        return text
    return Content.assemble(text, " " * gap, (rule, MUTED))


_RULE = re.compile(r" ?\((?:[A-Z0-9]+-)*[A-Z]+-[0-9]+\)| (?:[A-Z0-9]+-)*[A-Z]{3,}-[0-9]+$")
"""The id of a rule after a sentence."""


def without_rules(line: str) -> str:
    """Return a line without the ids of rules in it."""
    return _RULE.sub("", line)


KEY_NAMES = {"Enter": N_("Enter"), "Esc": N_("Esc"), "Space": N_("Space")}
"""The keys that have a word on them, which depends on the language."""


def key_name(locale: Locale, key: str) -> str:
    """Return what is written on a key in a language."""
    return locale.gettext(KEY_NAMES[key]) if key in KEY_NAMES else key.replace("Shift+", locale.gettext("Shift+"))


def keycaps(keys: Sequence[tuple[str, str]], width: int, locale: Locale) -> Content:
    """Return keys with their descriptions, wrapped to `width`; a click on one is the key."""
    rows: list[list[Content]] = [[]]
    for key, words in keys:
        cap = Content.assemble((f" {key_name(locale, key)} ", "reverse bold"), f" {words}  ")
        if rows[-1] and sum(part.cell_length for part in rows[-1]) + cap.cell_length > width + 2:
            rows.append([])
        rows[-1].append(clickable(cap, key=key.lower()))
    return lines(*(Content("").join(row) for row in rows))


def style_text(text: str, style: str = "") -> Content:
    """Return plain text in a style, never read as markup."""
    return Content.styled(text, style) if style else Content(text)
