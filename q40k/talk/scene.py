"""A map in words: where things are, what is near them, who is under a template, by clock directions.

Twelve o'clock is the top of the map, the edge that is drawn far from the laptop.
"""

import re
from collections.abc import Iterator, Sequence
from math import atan2, degrees, dist, hypot

from q40k.geometry.scene import Label, Mark, Piece, Scene
from q40k.geometry.space import CM_PER_INCH, Spot
from q40k.i18n.locale import N_, Locale, with_label
from q40k.kernel.lookup import find_typed
from q40k.talk.prompting import spoken
from q40k.tui.desk import Desk
from q40k.tui.map.parts import MapParts, parts_of

NEAREST = 6
"""So many neighbours are told, the nearest first."""
_NUMBERS = re.compile(r"([0-9]{1,4}(?:\.[0-9]+)?)\s*[,; ]\s*([0-9]{1,4}(?:\.[0-9]+)?)")
HERE_CM = 0.3
"""Closer than this, something is at the very place."""


def clock_hour(here: Spot, there: Spot) -> int:
    """Return the direction from one point to another as an hour, 12 towards the top of the map."""
    return hour_of(degrees(atan2(there[1] - here[1], there[0] - here[0])))


def hour_of(angle: float) -> int:
    """Return an angle (degrees from the right, counter-clockwise) as an hour."""
    return round((90 - angle) / 30) % 12 or 12


class MapWords:
    """The map of a desk's match in words."""

    def __init__(self, desk: Desk, scene: Scene) -> None:
        self.desk = desk
        self.scene = scene
        self.parts: MapParts = parts_of(desk)
        samples = self.parts.legend(desk.locale, desk.state)
        self._areas = {sample.area or sample.paper: sample.word for sample in samples if sample.area or sample.paper}
        self._marks = {sample.style: sample.word for sample in samples if sample.style}

    @property
    def locale(self) -> Locale:
        """The locale of the desk."""
        return self.desk.locale

    # -- names -----------------------------------------------------------------------------

    def names(self) -> dict[str, Piece | Mark]:
        """Return everything with a name: the pieces by the names of their seats or ids, and the marks."""
        seats = {seat.id: seat.name for seat in self.desk.snapshot.seats}
        named: dict[str, Piece | Mark] = {seats.get(piece.id, piece.id): piece for piece in self.scene.pieces}
        return {**{mark.id: mark for mark in self.scene.marks}, **named}

    def find(self, word: str) -> tuple[str, Piece | Mark] | None:
        """Return what a name or the beginning of it means, or a player's number."""
        named = self.names()
        numbered = {str(n): seat.name for n, seat in enumerate(self.desk.snapshot.seats, 1)}
        word = numbered.get(word, word) if numbered.get(word) in named else word
        names = find_typed(word, [(name, name) for name in named])
        return (names[0], named[names[0]]) if len(names) == 1 else None

    # -- places ----------------------------------------------------------------------------

    def where(self, name: str, item: Piece | Mark) -> list[str]:
        """Return where something is, what it faces, and what is near."""
        _ = self.locale.gettext
        about = [_("roughly")] if isinstance(item, Piece) and item.about else []
        stands = self.parts.stands(self.desk, item.id)
        lines = [self._with_name(name, [*([stands] if stands else self._here(item.at)), *about])]
        if isinstance(item, Piece) and item.facing is not None:
            lines.append(
                self.locale.plural("It faces {number} o’clock.", "It faces {number} o’clock.", hour_of(item.facing))
            )
        return [*lines, *self.neighbours(item.at, item)]

    def group(self, word: str) -> list[str] | None:
        """Return where several figures are that have one name, such as a formation or a side."""
        cards = self.desk.screen.cards(self.desk, self.desk.state)
        ids = find_typed(word, [(name, id) for id, name in cards.items()])
        texts = [text for id in ids[:1] if (text := self.parts.stands(self.desk, id))]
        return list(map(spoken, texts)) or None

    def place(self, at: Spot) -> str:
        """Return the square of a point, or its distances from the left and from the bottom edge."""
        grid, _ = self.scene.grid, self.locale.gettext
        if grid is not None:
            column, row = (int(value // grid.step_cm) for value in at)
            if column < len(grid.columns) and row < len(grid.rows):
                return f"{grid.columns[column]}{grid.rows[row]}"
        x, y = (self.locale.number(round(value, 1)) for value in at)
        return _("{x} cm from the left, {y} cm from the bottom").format(x=x, y=y)

    def read_place(self, typed: str) -> Spot | None:
        """Return the point that a square such as B2, a name or two numbers in cm mean; None for anything else."""
        numbers = _NUMBERS.fullmatch(typed)
        if numbers is not None:
            x, y = (float(number.replace(",", ".")) for number in numbers.groups())
            return (x, y) if x <= self.scene.size[0] and y <= self.scene.size[1] else None
        grid, square = self.scene.grid, typed.upper()
        for column, letters in enumerate(grid.columns if grid is not None else ()):
            row = square.removeprefix(letters)
            if grid is not None and square.startswith(letters) and row in grid.rows:
                return ((column + 0.5) * grid.step_cm, (grid.rows.index(row) + 0.5) * grid.step_cm)
        item = self.find(typed) if typed else None
        return item[1].at if item is not None else None

    def describe(self, at: Spot) -> list[str]:
        """Return what the game says of a place."""
        return [spoken(text) for text in self.parts.describe(self.desk, at, HERE_CM)]

    def _here(self, at: Spot) -> list[str]:
        """Return what the game says of a place, with the place itself if it leaves that out."""
        texts, place = self.describe(at) or self.describe(self.parts.snap(self.desk, at)), self.place(at)
        if texts and self.scene.square_cm:
            return texts
        return texts if any(place in text for text in texts) else [place, *texts]

    def _with_name(self, name: str, texts: Sequence[str]) -> str:
        """Return what is said of something after its name, unless that begins with the name."""
        sentence, name = self.locale.join_clauses(texts), spoken(name)
        return sentence if sentence.startswith(name) else with_label(self.locale, name, sentence)

    def neighbours(self, at: Spot, but: Piece | Mark | None = None, most: int = NEAREST) -> list[str]:
        """Return what is near a point, the nearest first, each with its direction and its distance."""
        items = [(name, item.at) for name, item in self.names().items() if item is not but]
        items += [(self._label(label), label.at) for label in self.scene.labels if not label.yields]
        items.sort(key=lambda item: (dist(item[1], at), item[0]))
        near = [self._relation(at, name, there) for name, there in items[:most]]
        return [self.locale.gettext(N_("Near: {places}")).format(places=self.locale.join_clauses(near))] if near else []

    def _label(self, label: Label) -> str:
        return (
            f"{self._areas.get(label.paper) or self._marks.get(label.style) or ''} {label.text.strip(' ()[]')}".strip()
        )

    def _relation(self, here: Spot, name: str, there: Spot) -> str:
        _, far = self.locale.gettext, dist(here, there)
        name = spoken(name)
        if far < HERE_CM:
            return _("{name} at the same place").format(name=name)
        hour, inches = clock_hour(here, there), self.distance(here, there)
        name = f"{name} {inches}" if inches else name
        return self.locale.plural("{name} at {number} o’clock", "{name} at {number} o’clock", hour, name=name)

    def distance(self, here: Spot, there: Spot) -> str:
        """Return a distance in squares or inches; "" where the table may not measure."""
        if not self.parts.tells_distances(self.desk.state):
            return ""
        if self.scene.square_cm:
            x, y = (abs(a - b) / self.scene.square_cm for a, b in zip(here, there, strict=True))
            number = round(max(x, y))
            return self.locale.plural("{number} square", "{number} squares", number)
        return self.locale.inches(round(hypot(here[0] - there[0], here[1] - there[1]) / CM_PER_INCH, 1))

    # -- the whole table -------------------------------------------------------------------

    def overview(self) -> list[str]:
        """Return the whole table: its size, then who and what is where."""
        width, height = (self.locale.number(side) for side in self.scene.size)
        size = self.locale.gettext(N_("The table is {width} by {height} cm.")).format(width=width, height=height)
        things = self.parts.overview(self.locale, self.desk.state) or [
            self._with_name(*item) for item in self._everything()
        ]
        return [size, *map(spoken, dict.fromkeys(things))]

    def _everything(self) -> Iterator[tuple[str, list[str]]]:
        """Yield everything with a name, and where it is."""
        for name, item in self.names().items():
            yield name, self._here(item.at)
        for label in self.scene.labels:
            if label.text.strip():
                yield self._label(label), [self.place(label.at)]

    # -- sight -----------------------------------------------------------------------------

    def sees(self, name: str, item: Piece | Mark) -> list[str]:
        """Return whom a piece sees, and what is in the way, as the game says it."""
        lines = [spoken(text) for text in self.parts.sees(self.desk, item.id)]
        none = self.locale.gettext(N_("Nothing is known of what {name} sees.")).format(name=name)
        return lines or [none]


def map_words(desk: Desk) -> MapWords | None:
    """Return the words of a desk's map, or None if there is no map."""
    scene = desk.view.scene(desk.state) if desk.screen.map_parts or desk.is_laid_out else None
    return MapWords(desk, scene) if scene is not None else None
