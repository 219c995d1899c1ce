"""One thing the prompt asks for at a time, and how keys become its value.

Nothing here knows Textual: a field is fed key names and characters, and says what came of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from q40k.kernel.asking import AnswerError, DiceQuestion


@dataclass(frozen=True, slots=True)
class Option:
    """One thing to pick: the key that picks it, its value, what is shown, a note beside it."""

    key: str
    value: Any
    label: str
    note: str = ""


class Move(Enum):
    """What a key meant, when it did not give the value."""

    NOTHING = "nothing"
    BACK = "back"
    ROLL = "roll"
    OTHER = "other"
    CHANGED = "changed"


@dataclass(frozen=True, slots=True)
class Given:
    """The field has its value."""

    value: Any


Outcome = Move | Given


@dataclass(slots=True)
class Field:
    """What every field shows: a title, a reason, the rule's id, a hint of what may be typed."""

    title: str
    why: str = ""
    rule: str = ""
    hint: str = ""
    notes: tuple[str, ...] = ()
    other: str = ""
    buffer: str = ""
    error: str = ""

    def press(self, key: str, character: str | None) -> Outcome:
        """Take one key. `character` is what it types, if it types anything."""
        self.error = ""
        if key == "escape":
            return Move.BACK
        if key == "tab" and self.other:
            return Move.OTHER
        if key in ("backspace", "ctrl+h"):
            self.buffer = self.buffer[:-1]
            return Move.CHANGED
        return self.take(key, character)

    def take(self, key: str, character: str | None) -> Outcome:
        """Take a key that is not common to all fields."""
        del key, character
        return Move.NOTHING

    def choices(self) -> Sequence[Option]:
        """The options that fit what is typed so far."""
        return ()

    @property
    def at(self) -> int:
        """Which of the choices Enter would take."""
        return 0


@dataclass(slots=True)
class Dice(Field):
    """Dice to type, or to let the app roll: taken as soon as there are enough digits."""

    question: DiceQuestion = field(default_factory=lambda: DiceQuestion("dice"))

    def take(self, key: str, character: str | None) -> Outcome:
        """Digits are dice; Space or R on an empty line lets the app roll."""
        if not self.buffer and (key == "space" or character in ("r", "R")):
            return Move.ROLL
        if character is not None and character in "0123456789 ,;+":
            self.buffer += character
            if len([c for c in self.buffer if c.isdigit()]) >= len(self.question.dice):
                return Given(self.buffer)
            return Move.CHANGED
        if key == "enter":
            return Given(self.buffer) if self.buffer else Move.NOTHING
        return Move.NOTHING


def _fits(option: Option, typed: str) -> bool:
    wanted = typed.casefold()
    if wanted.isdigit():
        return option.key.startswith(wanted)
    if option.key.casefold() == wanted:
        return True
    return any(word.startswith(wanted) for word in option.label.casefold().split()) or (
        option.label.casefold().startswith(wanted)
    )


@dataclass(slots=True)
class Pick(Field):
    """One of some options: its key picks it at once, its first letters and Enter pick it too."""

    options: tuple[Option, ...] = ()
    chosen: int = 0

    def choices(self) -> Sequence[Option]:
        """The options that fit what is typed so far."""
        if not self.buffer:
            return self.options
        return [option for option in self.options if _fits(option, self.buffer)]

    @property
    def at(self) -> int:
        """Which of the choices Enter would take."""
        return min(self.chosen, max(0, len(self.choices()) - 1))

    def take(self, key: str, character: str | None) -> Outcome:
        """Digits pick by number as soon as no other number begins so; letters narrow."""
        if key in ("up", "down"):
            count = max(1, len(self.choices()))
            self.chosen = (self.at + (1 if key == "down" else -1)) % count
            return Move.CHANGED
        if key == "enter":
            fitting = self.choices()
            return Given(fitting[self.at].value) if fitting else Move.NOTHING
        if character is None or not character.isprintable():
            return Move.NOTHING
        before = self.buffer
        self.buffer = (self.buffer + character).lstrip()
        fitting = self.choices()
        if not fitting:
            self.buffer = before
            return Move.NOTHING
        self.chosen = 0
        exact = [o for o in self.options if o.key.casefold() == self.buffer.casefold()]
        longer = [
            o
            for o in self.options
            if o.key.casefold().startswith(self.buffer.casefold()) and o not in exact
        ]
        if exact and not longer:
            return Given(exact[0].value)
        return Move.CHANGED


@dataclass(slots=True)
class Several(Field):
    """Some of the options, in the order picked; Enter ends. With `whole`, all of them in order."""

    options: tuple[Option, ...] = ()
    picked: list[Any] = field(default_factory=list)
    whole: bool = False

    def choices(self) -> Sequence[Option]:
        """The options not picked yet that fit what is typed."""
        left = [option for option in self.options if option.value not in self.picked]
        return [o for o in left if _fits(o, self.buffer)] if self.buffer else left

    def press(self, key: str, character: str | None) -> Outcome:
        """As any field; Backspace on an empty line takes the last pick back."""
        if key == "backspace" and not self.buffer and self.picked:
            self.picked.pop()
            return Move.CHANGED
        # Not super(): a slots dataclass is a new class, and the zero-argument form misses it.
        return Field.press(self, key, character)

    def take(self, key: str, character: str | None) -> Outcome:
        """Numbers and names pick; Enter takes what is typed, or ends."""
        if key == "enter" or character in (" ", ","):
            return self._end(key)
        if character is None or not character.isprintable():
            return Move.NOTHING
        before = self.buffer
        self.buffer += character
        fitting = self.choices()
        if not fitting:
            self.buffer = before
            return Move.NOTHING
        if len(fitting) == 1 and fitting[0].key == self.buffer:
            return self._pick(fitting[0])
        return Move.CHANGED

    def _end(self, key: str) -> Outcome:
        fitting = self.choices()
        if self.buffer and fitting:
            return self._pick(fitting[0])
        if key == "enter" and (self.picked or self.whole):
            rest = [o.value for o in self.options if o.value not in self.picked]
            return Given([*self.picked, *rest] if self.whole else list(self.picked))
        return Move.NOTHING

    def _pick(self, option: Option) -> Outcome:
        self.picked.append(option.value)
        self.buffer = ""
        return Move.CHANGED


@dataclass(slots=True)
class Text(Field):
    """A line of words; `read` turns it into a value or raises AnswerError."""

    read: Callable[[str], Any] = str
    empty: Any = None
    may_be_empty: bool = False

    def take(self, key: str, character: str | None) -> Outcome:
        """Any character is typed; Enter gives the line."""
        if key == "enter":
            if not self.buffer.strip():
                return Given(self.empty) if self.may_be_empty else Move.NOTHING
            return Given(self.buffer.strip())
        if character is not None and character.isprintable() and len(self.buffer) < 200:
            self.buffer += character
            return Move.CHANGED
        return Move.NOTHING


@dataclass(slots=True)
class Search(Field):
    """Something found by a few letters: `find` lists what fits, Enter takes the marked one."""

    find: Callable[[str], Sequence[Option]] = lambda _typed: ()
    chosen: int = 0

    def choices(self) -> Sequence[Option]:
        """What fits the letters typed so far."""
        return self.find(self.buffer.strip())

    @property
    def at(self) -> int:
        """Which of the choices Enter would take."""
        return min(self.chosen, max(0, len(self.choices()) - 1))

    def take(self, key: str, character: str | None) -> Outcome:
        """Letters search; the arrows mark; Enter takes."""
        if key in ("up", "down"):
            count = max(1, len(self.choices()))
            self.chosen = (self.at + (1 if key == "down" else -1)) % count
            return Move.CHANGED
        if key == "enter":
            fitting = self.choices()
            return Given(fitting[self.at].value) if fitting else Move.NOTHING
        if character is not None and character.isprintable() and len(self.buffer) < 60:
            self.buffer += character
            self.chosen = 0
            return Move.CHANGED
        return Move.NOTHING


def read_value(one: Field, value: Any) -> Any:
    """The value a field finally gives. Raises AnswerError."""
    if isinstance(one, Text) and isinstance(value, str):
        try:
            return one.read(value)
        except ValueError as error:
            raise AnswerError("not-readable", typed=value) from error
    return value
