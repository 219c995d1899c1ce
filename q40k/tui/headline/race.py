"""The race: how far every side is from winning, as bars, and what it has gained this turn.

A game says how far (`View.race`); how that looks is the same wherever it is shown: on the board,
beside the banner, in hall mode, at the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from msgspec import Struct
from textual.content import Content

from q40k.games.game import Racer, View
from q40k.i18n.locale import Locale
from q40k.i18n.race import gained, so_far
from q40k.table import colours
from q40k.tui import look
from q40k.tui.headline.letters import MIDDLING, fitted

LEADS, NEAR = "♛", "!"
"""Who leads alone, and who may win with what happens next."""
FIGURE = 8
"""The columns of what somebody has made, with its mark before it."""
GAIN = 7
"""The columns of what somebody has gained."""
TALL, LETTERS = 90, 22
"""From so many columns on a side may stand in letters three rows high; its figure takes so many."""


class Place(Struct, frozen=True):
    """A side in the race: whether it leads alone, and what it has made since the turn began."""

    racer: Racer
    leads: bool = False
    more: Fraction = Fraction(0)

    @property
    def since(self) -> Fraction:
        """What part of a win it had made as the turn began."""
        return self.racer.part - (self.more / self.racer.goal if self.racer.goal else 0)

    @property
    def ink(self) -> str:
        """The name of its colour."""
        return look.ink(colours.colour(self.racer.colour))

    def mark(self) -> str:
        """How it stands, in a sign: may win now, leads, or neither."""
        return NEAR if self.racer.near else LEADS if self.leads else " "

    def figure(self, locale: Locale) -> str:
        """What it has made: "×3.4", "7/15"."""
        return so_far(locale, self.racer.made, self.racer.goal, self.racer.unit)

    def gain(self, locale: Locale) -> str:
        """What it has made this turn: "+1.2"; "" for nothing."""
        return gained(locale, self.more, self.racer.unit)


def places(view: View, state: Any, before: Any = None) -> tuple[Place, ...]:
    """The race as it stands, the nearest to winning first; `before` is how the turn began."""
    racers = view.race(state)
    then = {one.side: one.made for one in view.race(before)} if before is not None else {}
    best = max((one.part for one in racers), default=Fraction(0))
    ahead = [one.side for one in racers if one.part == best and best > 0]
    made = tuple(
        Place(one, [one.side] == ahead, one.made - then.get(one.side, one.made)) for one in racers
    )
    return tuple(sorted(made, key=lambda place: -place.racer.part))


def gauge(part: Fraction, since: Fraction, width: int, ink: str) -> Content:
    """A bar filled to `part` in eighths of a cell; what was gained `since` is hatched."""
    filled = look.bar(part, width)
    rest = len(filled) - len(filled.rstrip("░"))
    done = filled[: width - rest]
    old = min(len(done), int(max(Fraction(0), min(since, part)) * width))
    fresh = done[old:].replace("█", "▓") if since < part else done[old:]
    return Content.assemble(
        (done[:old], ink), (fresh, f"bold {ink}"), (filled[width - rest :], look.MUTED)
    )


def figures(locale: Locale, place: Place, style: str = "") -> Content:
    """The mark and what has been made, at the right of `FIGURE` columns."""
    loud = "bold $warning" if place.racer.near else f"bold {style}".strip()
    told = look.right(place.figure(locale), FIGURE - 1)
    lead = len(told) - len(told.lstrip())
    marked = f" {told[:lead]}{place.mark()}{told[lead:]}"
    return Content.styled(marked[1:], loud if place.mark() != " " else style)


def line(locale: Locale, place: Place, width: int, number: int | None = None) -> Content:
    """A side in one row: its name, its bar, what it has made, and what it gained this turn."""
    before = f"{look.right(str(number), 2)} " if number is not None else ""
    name = max(6, min(16, width // 4))
    gain = GAIN if width >= 48 else 0
    room = width - len(before) - name - 1 - FIGURE - gain
    drawn = gauge(place.racer.part, place.since, room, place.ink) if room > 3 else Content("")
    return Content.assemble(
        (before, look.MUTED),
        (look.fit(place.racer.name, name), f"bold {place.ink}"),
        " ",
        drawn,
        figures(locale, place),
        _gained(locale, place, gain),
    )


def _gained(locale: Locale, place: Place, width: int) -> Content:
    style = "$success" if place.more > 0 else "$loss"
    return Content.styled(look.right(place.gain(locale), width), style) if width else Content("")


def tall(locale: Locale, place: Place, width: int) -> list[Content]:
    """A side in three rows, its name and what it has made in letters that are read from afar."""
    name, made = width // 3, GAIN + LETTERS + 2
    room = width - name - made - 2
    bar = gauge(place.racer.part, place.since, room, place.ink)
    loud = "$warning" if place.racer.near else place.ink if place.leads else ""
    names = fitted(place.racer.name, name)
    worth = fitted(place.figure(locale), LETTERS)
    return [
        Content.assemble(
            (look.fit(names[row], name), f"bold {place.ink}"), " ", bar,
            (f" {place.mark() if row == 1 else ' '} ", f"bold {loud}"),
            (look.fit(worth[row], LETTERS), f"bold {loud}"),
            _gained(locale, place, GAIN) if row == 1 else " " * GAIN,
        )
        for row in range(MIDDLING)
    ]  # fmt: skip


def lines(locale: Locale, race: Sequence[Place], width: int, rows: int) -> list[Content]:
    """The race in so many rows at most, as large as it fits, with room between where there is any.

    It says how many more there are, where they do not all fit.
    """
    each = max(1, (rows + 1) // max(1, len(race)))
    if each > MIDDLING and width >= TALL:
        return [row for place in race for row in (*tall(locale, place, width), Content(""))]
    shown = race if len(race) <= rows else race[: max(0, rows - 1)]
    drawn: list[Content] = []
    for number, place in enumerate(shown, 1):
        drawn += [line(locale, place, width, number), *[Content("")] * (each > 1)]
    if len(shown) < len(race) and rows > 0:
        more = len(race) - len(shown)
        told = locale.ngettext("… and {number} more", "… and {number} more", more)
        drawn.append(look.styled(told.format(number=more), look.MUTED))
    return drawn


def legend(locale: Locale) -> str:
    """What the signs of the race mean, in a line."""
    _ = locale.gettext
    return _("█ made · ▓ this turn · ♛ leads · ! may win now")
