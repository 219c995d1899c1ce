"""The race: how far every side is from winning, as bars, and what it has gained this turn.

A game says how far (`View.race`). It looks the same everywhere in the terminal: on the board,
beside the banner, in hall mode, at the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from textual.content import Content

from q40k.i18n.locale import Locale
from q40k.table import colours
from q40k.table.shown.race import RacePlace
from q40k.tui import look
from q40k.tui.headline.letters import MIDDLING, fit_letters

FIGURE = 8
"""The columns of a side's result, with its mark before it."""
GAIN = 7
"""The columns of a side's gain this turn."""
TALL, LETTERS = 90, 22
"""The columns from which a side is shown in letters three rows high, and those of its result."""


def ink(place: RacePlace) -> str:
    """Return the name of the colour of a side."""
    return look.ink(colours.colour(place.racer.colour))


def gauge(part: Fraction, since: Fraction, width: int, ink: str) -> Content:
    """Return a bar filled to `part` in eighths of a cell; the gain `since` is hatched."""
    filled = look.bar(part, width)
    rest = len(filled) - len(filled.rstrip("░"))
    done = filled[: width - rest]
    old = min(len(done), int(max(Fraction(0), min(since, part)) * width))
    fresh = done[old:].replace("█", "▓") if since < part else done[old:]
    return Content.assemble(
        (done[:old], ink), (fresh, f"bold {ink}"), (filled[width - rest :], look.MUTED)
    )


def result_text(locale: Locale, place: RacePlace, style: str = "") -> Content:
    """Return the mark and the result, aligned right in `FIGURE` columns."""
    loud = "bold $warning" if place.racer.near else f"bold {style}".strip()
    number = look.right(place.figure(locale), FIGURE - 1)
    lead = len(number) - len(number.lstrip())
    marked = f" {number[:lead]}{place.mark()}{number[lead:]}"
    return Content.styled(marked[1:], loud if place.mark() != " " else style)


def race_line(locale: Locale, place: RacePlace, width: int, number: int | None = None) -> Content:
    """Return a side in one row: its name, its bar, its result, and its gain this turn."""
    before = f"{look.right(str(number), 2)} " if number is not None else ""
    name = max(6, min(16, width // 4))
    gain = GAIN if width >= 48 else 0
    room = width - len(before) - name - 1 - FIGURE - gain
    drawn = gauge(place.racer.progress, place.since, room, ink(place)) if room > 3 else Content("")
    return Content.assemble(
        (before, look.MUTED),
        (look.fit(place.racer.name, name), f"bold {ink(place)}"),
        " ",
        drawn,
        result_text(locale, place),
        _gain_text(locale, place, gain),
    )


def _gain_text(locale: Locale, place: RacePlace, width: int) -> Content:
    style = "$success" if place.more > 0 else "$loss"
    return Content.styled(look.right(place.gain(locale), width), style) if width else Content("")


def tall(locale: Locale, place: RacePlace, width: int) -> list[Content]:
    """Return a side in three rows, its name and its result in letters readable from afar."""
    name, result = width // 3, GAIN + LETTERS + 2
    room = width - name - result - 2
    bar = gauge(place.racer.progress, place.since, room, ink(place))
    loud = "$warning" if place.racer.near else ink(place) if place.leads else ""
    names = fit_letters(place.racer.name, name)
    worth = fit_letters(place.figure(locale), LETTERS)
    return [
        Content.assemble(
            (look.fit(names[row], name), f"bold {ink(place)}"), " ", bar,
            (f" {place.mark() if row == 1 else ' '} ", f"bold {loud}"),
            (look.fit(worth[row], LETTERS), f"bold {loud}"),
            _gain_text(locale, place, GAIN) if row == 1 else " " * GAIN,
        )
        for row in range(MIDDLING)
    ]  # fmt: skip


def race_lines(locale: Locale, race: Sequence[RacePlace], width: int, rows: int) -> list[Content]:
    """Return the race in at most `rows` rows, as large as it fits, with empty rows if there is
    room.

    The last row says how many sides do not fit.
    """
    each = max(1, (rows + 1) // max(1, len(race)))
    if each > MIDDLING and width >= TALL:
        return [row for place in race for row in (*tall(locale, place, width), Content(""))]
    shown = race if len(race) <= rows else race[: max(0, rows - 1)]
    drawn: list[Content] = []
    for number, place in enumerate(shown, 1):
        drawn += [race_line(locale, place, width, number), *[Content("")] * (each > 1)]
    if len(shown) < len(race) and rows > 0:
        more = len(race) - len(shown)
        message = locale.ngettext("… and {number} more", "… and {number} more", more)
        drawn.append(look.style_text(message.format(number=more), look.MUTED))
    return drawn


def race_legend(locale: Locale) -> str:
    """Return the meaning of the race's signs, in a line."""
    _ = locale.gettext
    return _("█ made · ▓ this turn · ♛ leads · ! may win now")
