"""Picking gear: item by item, with what follows from it said at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from q40k.tui.fields import Entered, Move, Option, Outcome, Several, type_to_narrow


class GearPick(Several):
    """Gear picked item by item; price and verdict follow each pick. Enter ends, with or without.

    The arrows mark an item, which Enter then takes; nothing is marked to begin with.
    """

    listed: bool = True
    chosen: int = -1
    price: Callable[[Sequence[str]], tuple[str, tuple[str, ...]]] = lambda _picked: ("", ())

    def press(self, key: str, character: str | None) -> Outcome:
        """As picking several; whatever was picked or taken back changes the price."""
        found = self.choices()
        if key in ("up", "down") and found:
            step = 1 if key == "down" else -1
            self.chosen = (max(self.at, 0 if key == "up" else -1) + step) % len(found)
            return Move.CHANGED
        if key == "enter" and found and (self.at >= 0 or self.buffer):
            return self.pick(found[max(self.at, 0)])
        if key == "enter" and not self.buffer:
            return Entered(list(self.picked))
        self.chosen = -1
        if character == " " and self.buffer and type_to_narrow(self, " "):
            return Move.CHANGED  # a name of several words is being typed
        came = Several.press(self, key, character)
        self.update_notes()
        return came

    @property
    def at(self) -> int:
        """Which item is marked; -1 when none is."""
        return min(self.chosen, len(self.choices()) - 1)

    def pick(self, option: Option) -> Outcome:
        """Pick an item."""
        came = Several.pick(self, option)
        self.chosen = -1
        self.update_notes()
        return came

    def update_notes(self) -> None:
        """Work price and verdict out again."""
        self.why, self.notes = self.price(self.picked)
