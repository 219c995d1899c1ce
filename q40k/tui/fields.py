"""One thing the prompt asks for at a time, and how keys become its value.

Nothing here knows Textual: a field is fed key names and characters, and says what came of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from typing import Any, ClassVar

from msgspec import Struct, field

from q40k.i18n.answers import answer_error
from q40k.i18n.locale import Locale
from q40k.kernel.lookup import unaccented
from q40k.kernel.questions import AnswerError, DiceQuestion


class EntryError(ValueError):
    """What was typed cannot be entered; `code` says why, such as "name-empty"."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


UNSHIFTED = dict(zip("&é\"'(-è_çà", "1234567890", strict=True))
"""What the digit keys of a French keyboard type without Shift, where only digits are meant."""


class Option(Struct, frozen=True):
    """One thing to pick: the key that picks it, its value, what is shown, a note beside it."""

    key: str
    value: Any
    label: str
    note: str = ""


def by_number(
    labels: Mapping[Any, str], notes: Mapping[Any, str] | None = None
) -> tuple[Option, ...]:
    """Options that are picked by their numbers, from 1: values with labels, and notes on some."""
    beside = notes or {}
    return tuple(
        Option(str(number), value, label, beside.get(value, ""))
        for number, (value, label) in enumerate(labels.items(), 1)
    )


class Move(Enum):
    """What a key meant, when it did not give the value."""

    NOTHING = "nothing"
    BACK = "back"
    ROLL = "roll"
    OTHER = "other"
    CHANGED = "changed"


class Given(Struct, frozen=True):
    """The field has its value."""

    value: Any


Outcome = Move | Given


Edit = Callable[[str, str], tuple[str, str]]
"""What a key makes of a line: what stands before the caret and what behind it."""


def _word_back(before: str) -> str:
    """A line without its last word."""
    return before.rstrip()[: before.rstrip().rfind(" ") + 1]


def _word_on(behind: str) -> int:
    """How far it is to the end of the next word."""
    skipped = len(behind) - len(behind.lstrip())
    space = behind.find(" ", skipped)
    return len(behind) if space < 0 else space


EDITS: dict[str, Edit] = {
    "backspace": lambda before, behind: (before[:-1], behind),
    "ctrl+u": lambda _before, behind: ("", behind),
    "ctrl+w": lambda before, behind: (_word_back(before), behind),
}
"""What the keys do that take back what was typed, in every field. As Textual's own input does."""
CARET: dict[str, Edit] = {
    "home": lambda before, behind: ("", before + behind),
    "end": lambda before, behind: (before + behind, ""),
    "delete": lambda before, behind: (before, behind[1:]),
    "ctrl+k": lambda before, _behind: (before, ""),
    "ctrl+f": lambda before, behind: (before, behind[_word_on(behind) :]),
}
"""What further keys do in a line of words, in the middle of which one may type."""
ARROWS: dict[str, Edit] = {
    "left": lambda before, behind: (before[:-1], before[-1:] + behind),
    "right": lambda before, behind: (before + behind[:1], behind[1:]),
    "ctrl+left": lambda before, behind: (
        _word_back(before),
        before[len(_word_back(before)) :] + behind,
    ),
    "ctrl+right": lambda before, behind: (
        before + behind[: _word_on(behind)],
        behind[_word_on(behind) :],
    ),
}
"""Where the arrows mean nothing else, they move the caret."""
MEANT = {
    "ctrl+h": "backspace",
    "ctrl+a": "home",
    "ctrl+e": "end",
    "ctrl+d": "delete",
}
"""Further keys that do the same."""


class Field(Struct):
    """What every field shows: a title, a reason, the rule's id, a hint of what may be typed.

    `buffer` is what is typed so far, and `behind` how many characters of it stand behind the caret.
    `edits` are the keys that change it.
    """

    edits: ClassVar[Mapping[str, Edit]] = EDITS

    title: str
    why: str = ""
    rule: str = ""
    hint: str = ""
    notes: tuple[str, ...] = ()
    other: str = ""
    also: tuple[tuple[str, str], ...] = ()  # further keys, each with what it does
    buffer: str = ""
    error: str = ""
    behind: int = 0

    @property
    def caret(self) -> int:
        """Before which character the caret stands."""
        return max(0, len(self.buffer) - self.behind)

    @property
    def shown(self) -> str:
        """What is typed so far, as it may be seen."""
        return self.buffer

    @property
    def takes_tab(self) -> bool:
        """Whether Tab means something here; elsewhere it moves the focus."""
        return bool(self.other)

    def press(self, key: str, character: str | None) -> Outcome:
        """Take one key. `character` is what it types, if it types anything."""
        self.error = ""
        if key == "escape":
            return Move.BACK
        if key == "tab" and self.other:
            return Move.OTHER
        edit = self.edits.get(MEANT.get(key, key))
        if edit is not None:
            before, behind = edit(self.buffer[: self.caret], self.buffer[self.caret :])
            self.buffer, self.behind = before + behind, len(behind)
            return Move.CHANGED
        self.behind = len(self.buffer) - self.caret  # another line is typed than it was set for
        return self.take(key, character)

    def insert(self, character: str) -> None:
        """Type a character at the caret."""
        self.buffer = self.buffer[: self.caret] + character + self.buffer[self.caret :]

    def press_worded(self, key: str, character: str | None, locale: Locale) -> Outcome | None:
        """Press a key; what cannot be answered is told on the field, and comes to None."""
        try:
            return self.press(key, character)
        except AnswerError as error:
            self.error = answer_error(locale, error)
            return None

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

    def reprice(self) -> None:
        """Say again what follows from what is entered; here nothing does."""


BETWEEN = " ,;+"
"""What may stand between two dice, or before the first where it is typed on purpose."""


class Dice(Field):
    """Dice to type, or to let the app roll: taken as soon as there are enough digits."""

    question: DiceQuestion = field(default_factory=lambda: DiceQuestion("dice"))
    by_app: bool = True  # whether the app may roll them

    @property
    def shown(self) -> str:
        """What is typed so far: only how much of it, when nobody else may know."""
        return "•" * len(self.buffer) if self.question.secret else self.buffer

    @property
    def typed(self) -> int:
        """How many dice are typed so far."""
        return sum(c.isdigit() for c in self.buffer)

    def take(self, key: str, character: str | None) -> Outcome:
        """Digits are dice; Space on an empty line lets the app roll.

        Raises AnswerError for what no die can show; what was typed before stays.
        """
        if self.by_app and not self.buffer and key == "space":
            return Move.ROLL
        if self.question.dice == (12,):
            return self._clock(key, character)
        full = self.typed >= len(self.question.dice)  # a full line was typed, but not kept
        if key == "enter" or (full and key == "space"):
            return Given(self.buffer) if self.buffer else Move.NOTHING
        if character is None or not character.isprintable():
            return Move.NOTHING
        if full:
            self.buffer = ""
        if character in BETWEEN:
            self.buffer += character
            return Move.CHANGED
        return self._die(UNSHIFTED.get(character, character))

    def _clock(self, key: str, character: str | None) -> Outcome:
        """One die of twelve faces: taken as soon as no longer number can be meant."""
        if key == "enter":
            return Given(self.buffer) if self.buffer else Move.NOTHING
        digit = UNSHIFTED.get(character or "", character or "")
        if not digit.isprintable() or not digit:
            return Move.NOTHING
        typed = digit if self.buffer != "1" else self.buffer + digit
        self.question.parse(typed)
        self.buffer = typed
        return Move.CHANGED if typed == "1" else Given(typed)

    def _die(self, digit: str) -> Outcome:
        count = len(self.question.dice)
        if digit not in "0123456789":
            raise AnswerError("dice-not-numbers", typed=digit, count=count)
        most = self.question.most_typed(self.typed)
        if not 1 <= int(digit) <= most:
            raise AnswerError("dice-range", got=int(digit), most=most, place=self.typed + 1)
        self.buffer += digit
        return Given(self.buffer.strip(BETWEEN)) if self.typed == count else Move.CHANGED


def _fits(option: Option, typed: str) -> bool:
    wanted, label = unaccented(typed), unaccented(option.label)
    if wanted.isdigit():
        return option.key.startswith(wanted) or label.startswith(wanted)
    if option.key.casefold() == wanted:
        return True
    return label.startswith(wanted) or any(word.startswith(wanted) for word in label.split())


def fitting(options: Sequence[Option], typed: str) -> list[Option]:
    """The options that fit what is typed, the one whose key it is first."""
    if not typed:
        return list(options)
    found = [option for option in options if _fits(option, typed)]
    return sorted(found, key=lambda option: option.key.casefold() != typed.casefold())


def narrowed(one: Pick | Several, character: str) -> bool:
    """Type a character if anything fits then; a digit may be typed without Shift."""
    before = one.buffer
    for typed in (character, UNSHIFTED.get(character, "")):
        one.buffer = (before + typed).lstrip()
        if typed and one.choices():
            return True
    one.buffer = before
    return False


class Marking(Field):
    """A field with one of its choices marked: the arrows mark, Enter takes."""

    chosen: int = 0

    @property
    def at(self) -> int:
        """Which of the choices Enter would take."""
        return min(self.chosen, max(0, len(self.choices()) - 1))

    def take(self, key: str, character: str | None) -> Outcome:
        """The arrows mark, Enter takes the marked one, anything else is typed."""
        if key in ("up", "down"):
            count = max(1, len(self.choices()))
            self.chosen = (self.at + (1 if key == "down" else -1)) % count
            return Move.CHANGED
        if key == "enter":
            found = self.choices()
            return Given(found[self.at].value) if found else Move.NOTHING
        return self.typed(character)

    def typed(self, character: str | None) -> Outcome:
        """Take what is typed."""
        del character
        return Move.NOTHING


class Pick(Marking):
    """One of some options: its key picks it at once, its first letters and Enter pick it too."""

    options: tuple[Option, ...] = ()

    def choices(self) -> Sequence[Option]:
        """The options that fit what is typed so far."""
        return fitting(self.options, self.buffer)

    def typed(self, character: str | None) -> Outcome:
        """Digits pick by number as soon as no other number begins so; letters narrow."""
        if character is None or not character.isprintable():
            return Move.NOTHING
        if not narrowed(self, character):
            raise AnswerError("nothing-fits", typed=self.buffer + character)
        self.chosen = 0
        typed = self.buffer.casefold()
        exact = [o for o in self.options if o.key.casefold() == typed]
        others = [
            o
            for o in self.options
            if o not in exact
            and (o.key.casefold().startswith(typed) or o.label.casefold().startswith(typed))
        ]
        if exact and not others:
            return Given(exact[0].value)
        return Move.CHANGED


class Several(Field):
    """Some of the options, in the order picked; Enter ends. With `whole`, all of them in order."""

    options: tuple[Option, ...] = ()
    picked: list[Any] = field(default_factory=list)
    whole: bool = False
    nobody: bool = False  # Enter at once picks none
    listed: bool = False  # shown as a list to scroll, a line each

    def choices(self) -> Sequence[Option]:
        """The options not picked yet that fit what is typed."""
        left = [option for option in self.options if option.value not in self.picked]
        return fitting(left, self.buffer)

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
        if not narrowed(self, character):
            raise AnswerError("nothing-fits", typed=self.buffer + character)
        found = self.choices()
        if len(found) == 1 and found[0].key == self.buffer:
            return self.pick(found[0])
        return Move.CHANGED

    def _end(self, key: str) -> Outcome:
        found = self.choices()
        if self.buffer and found:
            return self.pick(found[0])
        if key == "enter" and (self.picked or self.whole or self.nobody):
            rest = [o.value for o in self.options if o.value not in self.picked]
            return Given([*self.picked, *rest] if self.whole else list(self.picked))
        return Move.NOTHING

    def pick(self, option: Option) -> Outcome:
        """Pick an option, which empties the line."""
        self.picked.append(option.value)
        self.buffer = ""
        return Move.CHANGED


class Text(Field):
    """A line of words; `read` turns it into a value or raises AnswerError."""

    edits: ClassVar[Mapping[str, Edit]] = EDITS | CARET | ARROWS
    read: Callable[[str], Any] = str
    empty: Any = None
    may_be_empty: bool = False
    most: int = 200  # so many characters are taken

    def take(self, key: str, character: str | None) -> Outcome:
        """Any character is typed; Enter gives the line."""
        if key == "enter":
            if not self.buffer.strip():
                return Given(self.empty) if self.may_be_empty else Move.NOTHING
            return Given(self.buffer.strip())
        if character is not None and character.isprintable() and len(self.buffer) < self.most:
            self.insert(character)
            return Move.CHANGED
        return Move.NOTHING


class Number(Field):
    """A whole number that the table counts or knows: digits, then Enter."""

    edits: ClassVar[Mapping[str, Edit]] = EDITS | CARET | ARROWS

    def take(self, key: str, character: str | None) -> Outcome:
        """Digits are typed, also without Shift; Enter gives the number."""
        if key == "enter":
            return Given(int(self.buffer)) if self.buffer else Move.NOTHING
        digit = UNSHIFTED.get(character or "", character or "")
        if len(digit) == 1 and digit in "0123456789" and len(self.buffer) < 9:
            self.insert(digit)
            return Move.CHANGED
        return Move.NOTHING


class Telling(Text):
    """A line of words that says, as it is typed, what comes of it: `tell` makes the notes."""

    tell: Callable[[str], tuple[str, ...]] = lambda _typed: ()

    def press(self, key: str, character: str | None) -> Outcome:
        """As any line; what comes of it follows each key."""
        came = Field.press(self, key, character)
        self.reprice()
        return came

    def reprice(self) -> None:
        """Say what comes of the line as it stands."""
        self.notes = self.tell(self.buffer.strip())


class Search(Marking):
    """Something found by a few letters: `find` lists what fits, Enter takes the marked one."""

    edits: ClassVar[Mapping[str, Edit]] = EDITS | CARET | ARROWS
    find: Callable[[str], Sequence[Option]] = lambda _typed: ()

    def choices(self) -> Sequence[Option]:
        """What fits the letters typed so far."""
        return self.find(self.buffer.strip())

    def typed(self, character: str | None) -> Outcome:
        """Letters search."""
        if character is not None and character.isprintable() and len(self.buffer) < 60:
            self.insert(character)
            self.chosen = 0
            return Move.CHANGED
        return Move.NOTHING


def read_value(one: Field, value: Any) -> Any:
    """The value a field finally gives. Raises ValueError, Refused."""
    return one.read(value) if isinstance(one, Text) and isinstance(value, str) else value


def id_keys(ids: Sequence[str]) -> list[str]:
    """The keys that pick ids such as K2 and K7: their own numbers, or else their places."""
    numbers = [name.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ") for name in ids]
    if len(set(numbers)) == len(ids) and all(one.isascii() and one.isdigit() for one in numbers):
        return numbers
    return [str(place) for place in range(1, len(ids) + 1)]


def keep_entered(before: Field, after: Field | None) -> None:
    """Carry what is half entered over to the same field, made anew."""
    if after is None or type(after) is not type(before):
        return
    after.buffer, after.behind = before.buffer, before.behind
    for name in ("picked", "chosen", "template"):
        if hasattr(before, name):
            setattr(after, name, getattr(before, name))
    after.reprice()
