"""A field to pick gear item by item, with the price after each pick."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from q40k.tui.fields import Entered, Move, Option, Outcome, Several, type_to_narrow


class GearPick(Several):
    """Gear picked item by item; price and verdict follow each pick, Enter ends.

    The arrows mark an item, which Enter then picks. Nothing is marked at first.
    """

    listed: bool = True
    chosen: int = -1
    price: Callable[[Sequence[str]], tuple[str, tuple[str, ...]]] = lambda _picked: ("", ())

    def press(self, key: str, character: str | None) -> Outcome:
        """Press a key, then compute the price again."""
        items = self.choices()
        if key in ("up", "down") and items:
            step = 1 if key == "down" else -1
            self.chosen = (max(self.at, 0 if key == "up" else -1) + step) % len(items)
            return Move.CHANGED
        if key == "enter" and items and (self.at >= 0 or self.buffer):
            return self.pick(items[max(self.at, 0)])
        if key == "enter" and not self.buffer:
            return Entered(list(self.picked))
        self.chosen = -1
        if character == " " and self.buffer and type_to_narrow(self, " "):
            return Move.CHANGED  # the name has several words
        outcome = Several.press(self, key, character)
        self.update_notes()
        return outcome

    @property
    def at(self) -> int:
        """Return the index of the marked item, or -1 if none is marked."""
        return min(self.chosen, len(self.choices()) - 1)

    def pick(self, option: Option) -> Outcome:
        """Pick an item."""
        outcome = Several.pick(self, option)
        self.chosen = -1
        self.update_notes()
        return outcome

    def update_notes(self) -> None:
        """Compute the price and the verdict again."""
        self.why, self.notes = self.price(self.picked)
