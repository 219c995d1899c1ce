"""Fields: one thing that the prompt asks for at a time, and how keys become its value.

Nothing here knows Textual. A field is fed key names and characters, and returns the outcome.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from time import monotonic
from typing import Any, ClassVar

from msgspec import Struct, field

from q40k.i18n.locale import N_, Locale
from q40k.i18n.questions import answer_error
from q40k.kernel.errors import CodedError
from q40k.kernel.events import AnswerError, DiceQuestion
from q40k.kernel.lookup import strip_accents
from q40k.kernel.text import is_digits


class EntryError(CodedError, ValueError):
    """The typed value cannot be entered; `code` says why, such as "name-empty"."""


UNSHIFTED = dict(zip("&é\"'(-è_çà", "1234567890", strict=True))
"""The digit keys of a French keyboard without Shift, for fields that accept only digits."""


class Option(Struct, frozen=True):
    """One option: the key that picks it, its value, its label, and a note beside it.

    `is_besides`: it is offered besides what was sought. In a search Enter takes it only once the arrows mark it,
    in other lists only once its key or whole name is typed.
    `is_near`: only its spelling is near to what was sought.
    """

    key: str
    value: Any
    label: str
    note: str = ""
    colour: str = ""
    is_besides: bool = False
    is_near: bool = False


def by_number(labels: Mapping[Any, str], notes: Mapping[Any, str] | None = None) -> tuple[Option, ...]:
    """Return options that are picked by number from 1, from labels and notes by value."""
    beside = notes or {}
    return tuple(
        Option(str(number), value, label, beside.get(value, ""))
        for number, (value, label) in enumerate(labels.items(), 1)
    )


class Move(Enum):
    """The outcome of a key that did not give the value."""

    NOTHING = "nothing"
    BACK = "back"
    ROLL = "roll"
    OTHER = "other"
    CHANGED = "changed"


class Entered(Struct, frozen=True):
    """The outcome of a key that gave the field its value."""

    value: Any


Outcome = Move | Entered


Edit = Callable[[str, str], tuple[str, str]]
"""Turns the text before and after the caret into the text before and after it."""


def _drop_last_word(before: str) -> str:
    """Return a line without its last word."""
    return before.rstrip()[: before.rstrip().rfind(" ") + 1]


def _next_word_end(text: str) -> int:
    """Return the distance to the end of the next word."""
    blanks = len(text) - len(text.lstrip())
    space = text.find(" ", blanks)
    return len(text) if space < 0 else space


EDITS: dict[str, Edit] = {
    "backspace": lambda before, after: (before[:-1], after),
    "ctrl+u": lambda _before, after: ("", after),
    "ctrl+w": lambda before, after: (_drop_last_word(before), after),
}
"""Keys that delete typed text, in every field. They work as in Textual's own input."""
CARET: dict[str, Edit] = {
    "home": lambda before, after: ("", before + after),
    "end": lambda before, after: (before + after, ""),
    "delete": lambda before, after: (before, after[1:]),
    "ctrl+k": lambda before, _after: (before, ""),
    "ctrl+f": lambda before, after: (before, after[_next_word_end(after) :]),
}
"""Further keys in a line of words, where the caret may be in the middle."""
ARROWS: dict[str, Edit] = {
    "left": lambda before, after: (before[:-1], before[-1:] + after),
    "right": lambda before, after: (before + after[:1], after[1:]),
    "ctrl+left": lambda before, after: (_drop_last_word(before), before[len(_drop_last_word(before)) :] + after),
    "ctrl+right": lambda before, after: (before + after[: _next_word_end(after)], after[_next_word_end(after) :]),
}
"""The arrows move the caret where they have no other meaning."""
KEY_ALIASES = {"ctrl+h": "backspace", "ctrl+a": "home", "ctrl+e": "end", "ctrl+d": "delete"}
"""Keys that do the same as another key."""


ENTERS = ("enter", "space", "comma")
"""The keys that may take a choice."""
BREATH = 1.0
"""Letters typed within so many seconds of one that fits nothing belong to the same word."""


class Field(Struct):
    """The contents of every field: a title, a reason, the rule's id, a hint of what may be typed.

    `buffer` is the text typed so far, and `after_caret` the number of its characters after the
    caret. `edits` are the keys that change it.
    """

    edits: ClassVar[Mapping[str, Edit]] = EDITS
    enter_needs: ClassVar[str] = N_("Enter takes nothing here: answer first.")
    """Why Enter takes nothing while nothing was typed."""

    title: str
    why: str = ""
    rule: str = ""
    hint: str = ""
    notes: tuple[str, ...] = ()
    other: str = ""
    also: tuple[tuple[str, str], ...] = ()  # further keys, each with what it does
    buffer: str = ""
    error: str = ""
    after_caret: int = 0
    is_passed: bool = False  # Enter is pressed for the table when the form opens; Escape comes back to it
    misfit: str = ""  # the text of the last key if nothing begins with it; Enter takes nothing then
    misfit_until: float = 0.0  # further letters belong to the misfit until then
    takes_lines: bool = False  # a line break in pasted text is a comma here
    names: tuple[str, ...] = ()  # what can be typed, for those who ask to hear it

    @property
    def caret(self) -> int:
        """The index of the character after the caret."""
        return max(0, len(self.buffer) - self.after_caret)

    @property
    def visible_text(self) -> str:
        """The text typed so far, as it may be seen."""
        return self.buffer

    @property
    def uses_tab(self) -> bool:
        """Whether Tab has a meaning here; without one it moves the focus."""
        return bool(self.other)

    def press(self, key: str, character: str | None) -> Outcome:
        """Handle one key. `character` is what it types, if it types anything.

        Raises AnswerError for Enter after letters that nothing fits: who types blind meant something else. For the
        same reason the rest of such a word does not begin another. Only what is accepted stays in the line.
        """
        self.error = ""
        misfit, self.misfit = self.misfit, ""
        if misfit and key in ENTERS:
            self.misfit = misfit
            raise AnswerError("nothing-fits", typed=misfit, enter=True, after=bool(self.buffer))
        if key == "escape":
            return Move.BACK
        if key == "tab" and self.other:
            return Move.OTHER
        key_edit = KEY_ALIASES.get(key, key)
        in_misfit, self.misfit_until = misfit and monotonic() < self.misfit_until, 0.0
        if in_misfit and character and character.isalpha() and character not in UNSHIFTED:
            self.refuse(character)
        edit = self.edits.get(key_edit)
        if edit is not None:
            before, after = edit(self.buffer[: self.caret], self.buffer[self.caret :])
            self.buffer, self.after_caret = before + after, len(after)
            return Move.CHANGED
        # The buffer may have been replaced since the caret was set.
        self.after_caret = len(self.buffer) - self.caret
        return self.take(key, character)

    def refuse(self, typed: str) -> None:
        """Raise AnswerError: what was typed fits nothing. Letters that follow in a breath are refused, too."""
        self.misfit, self.misfit_until = typed, monotonic() + BREATH
        after = bool(self.buffer) and not typed.startswith(self.buffer)
        raise AnswerError("nothing-fits", typed=typed, after=after)

    def insert(self, character: str) -> None:
        """Type a character at the caret."""
        self.buffer = self.buffer[: self.caret] + character + self.buffer[self.caret :]

    def press_and_explain(self, key: str, character: str | None, locale: Locale) -> Outcome | None:
        """Press a key. The field explains an invalid answer, which returns None, and an Enter that takes nothing."""
        try:
            outcome = self.press(key, character)
        except AnswerError as error:
            self.error = answer_error(locale, error)
            return None
        if key == "enter" and outcome is Move.NOTHING:
            self.error = locale.gettext(self.enter_needs)
        return outcome

    def take(self, key: str, character: str | None) -> Outcome:
        """Handle a key that is not common to all fields."""
        return Move.NOTHING

    def choices(self) -> Sequence[Option]:
        """Return the options that fit the text typed so far."""
        return ()

    @property
    def at(self) -> int:
        """The index of the choice that Enter would take."""
        return 0

    def update_notes(self) -> None:
        """Update the notes from the entered text. A plain field has nothing to update."""


BETWEEN = " ,;+"
"""Characters allowed between two dice, or before the first die."""


class Dice(Field):
    """Dice to type, or to let the app roll; taken as soon as there are enough digits."""

    enter_needs: ClassVar[str] = N_("Enter takes nothing here: type what the dice show.")
    question: DiceQuestion = field(default_factory=lambda: DiceQuestion("dice"))
    by_app: bool = True  # whether the app may roll them

    @property
    def visible_text(self) -> str:
        """The text typed so far; dots if nobody else may know it."""
        return "•" * len(self.buffer) if self.question.secret else self.buffer

    @property
    def typed_count(self) -> int:
        """The number of dice typed so far."""
        return sum(is_digits(c) for c in self.buffer)

    def take(self, key: str, character: str | None) -> Outcome:
        """Take digits as dice; Space on an empty line lets the app roll.

        Raises AnswerError for what no die can show; the dice typed before stay.
        """
        if self.by_app and not self.buffer and key == "space":
            return Move.ROLL
        if self.question.dice == (12,):
            return self._clock(key, character)
        full = self.typed_count >= len(self.question.dice)  # a full line was typed, but not kept
        if key == "enter" or (full and key == "space"):
            return Entered(self.buffer) if self.typed_count else Move.NOTHING
        if character is None or not character.isprintable():
            return Move.NOTHING
        if full:
            self.buffer = ""
        if character in BETWEEN:
            self.buffer += character
            return Move.CHANGED
        return self._die(UNSHIFTED.get(character, character))

    def _clock(self, key: str, character: str | None) -> Outcome:
        """Handle a key of a twelve-sided die; take it once no longer number is possible."""
        if key == "enter":
            return Entered(self.buffer) if self.buffer else Move.NOTHING
        digit = UNSHIFTED.get(character or "", character or "")
        if not digit.isprintable() or not digit:
            return Move.NOTHING
        number = digit if self.buffer != "1" else self.buffer + digit
        self.question.parse(number)
        self.buffer = number
        return Move.CHANGED if number == "1" else Entered(number)

    def _die(self, digit: str) -> Outcome:
        count = len(self.question.dice)
        if digit not in "0123456789":
            raise AnswerError("dice-not-numbers", typed=digit, count=count)
        most = self.question.most_typed(self.typed_count)
        if not 1 <= int(digit) <= most:
            raise AnswerError("dice-range", got=int(digit), most=most, place=self.typed_count + 1)
        self.buffer += digit
        return Entered(self.buffer.strip(BETWEEN)) if self.typed_count == count else Move.CHANGED


def _fits(option: Option, typed: str) -> bool:
    text, label = strip_accents(typed), strip_accents(option.label)
    if is_digits(text):
        return option.key.startswith(text) or label.startswith(text)
    if option.key.casefold() == text:
        return True
    bare = label.lstrip("»")  # a sign before a name need not be typed
    return label.startswith(text) or any(word.startswith(text) for word in bare.split())


def fitting(options: Sequence[Option], typed: str) -> list[Option]:
    """Return the options that fit the typed text; an option with exactly that key is first."""
    if not typed:
        return list(options)
    fits = [option for option in options if _fits(option, typed)]
    return sorted(fits, key=lambda option: option.key.casefold() != typed.casefold())


def type_to_narrow(field: Pick | Several, character: str) -> bool:
    """Type a character if anything fits then; a digit may be typed without Shift."""
    before = field.buffer
    for typed in (character, UNSHIFTED.get(character, "")):
        field.buffer = (before + typed).lstrip()
        if typed and field.choices():
            return True
    field.buffer = before
    return False


def narrow(field: Pick | Several, character: str) -> None:
    """Type a character. Raises AnswerError if nothing fits then."""
    if not type_to_narrow(field, character):
        field.refuse(field.buffer + character if is_digits(character) else character)


class Marking(Field):
    """A field with one of its choices marked: the arrows mark, Enter takes."""

    chosen: int = 0

    @property
    def at(self) -> int:
        """The index of the choice that Enter would take."""
        return min(self.chosen, max(0, len(self.choices()) - 1))

    def take(self, key: str, character: str | None) -> Outcome:
        """Mark with the arrows, take the marked choice with Enter, type anything else."""
        if key in ("up", "down"):
            count = max(1, len(self.choices()))
            self.chosen = (self.at + (1 if key == "down" else -1)) % count
            return Move.CHANGED
        if key == "enter":
            choices = self.choices()
            return Entered(choices[self.at].value) if choices else Move.NOTHING
        return self.type_character(character)

    def type_character(self, character: str | None) -> Outcome:
        """Type a character; a plain field ignores it."""
        return Move.NOTHING


class Pick(Marking):
    """One of some options: its key picks it at once, or its first letters and Enter.

    Where `names_first`, a key waits while a name begins with it: a player may be called so.
    """

    options: tuple[Option, ...] = ()
    names_first: bool = False

    def choices(self) -> Sequence[Option]:
        """Return the options that fit the text typed so far."""
        return fitting(self.options, self.buffer)

    def take(self, key: str, character: str | None) -> Outcome:
        """Take the marked choice with Enter. Raises AnswerError for one offered besides that was not named."""
        choices = self.choices()
        option = choices[self.at] if key == "enter" and choices else None
        if option is not None and option.is_besides:
            names = (strip_accents(option.key), strip_accents(option.label))
            if strip_accents(self.buffer.strip()) not in names:
                raise AnswerError("besides", label=option.label, key=option.key)
        return Marking.take(self, key, character)

    def type_character(self, character: str | None) -> Outcome:
        """Pick by key once no other key begins so, whatever the labels begin with; letters narrow the choices."""
        if character is None or not character.isprintable():
            return Move.NOTHING
        narrow(self, character)
        self.chosen = 0
        typed = self.buffer.casefold()
        exact = [o for o in self.options if o.key.casefold() == typed]
        others = [o for o in self.options if o not in exact and o.key.casefold().startswith(typed)]
        if self.names_first:
            others += [o for o in self.choices() if o not in exact]
        if exact and not others:
            return Entered(exact[0].value)
        return Move.CHANGED


class Several(Field):
    """Some of the options, in the order picked; Enter ends. With `whole`, all of them in order."""

    enter_needs: ClassVar[str] = N_("Enter takes nothing here: pick at least one first.")
    options: tuple[Option, ...] = ()
    picked: list[Any] = field(default_factory=list)
    whole: bool = False
    nobody: bool = False  # Enter at once picks none
    listed: bool = False  # shown as a scrolling list, a line each

    def choices(self) -> Sequence[Option]:
        """Return the options not picked yet that fit the typed text."""
        rest = [option for option in self.options if option.value not in self.picked]
        return fitting(rest, self.buffer)

    def press(self, key: str, character: str | None) -> Outcome:
        """Handle one key; Backspace on an empty line takes the last pick back."""
        if key == "backspace" and not self.buffer and self.picked:
            self.picked.pop()
            return Move.CHANGED
        # Not super(): a slotted Struct is a new class, which the zero-argument form misses.
        return Field.press(self, key, character)

    def take(self, key: str, character: str | None) -> Outcome:
        """Pick by numbers and names; Enter takes the typed text, or ends."""
        if key == "enter" or character in (" ", ","):
            return self._end(key)
        if character is None or not character.isprintable():
            return Move.NOTHING
        narrow(self, character)
        choices = self.choices()
        if len(choices) == 1 and choices[0].key == self.buffer:
            return self.pick(choices[0])
        return Move.CHANGED

    def _end(self, key: str) -> Outcome:
        choices = self.choices()
        if self.buffer and choices:
            return self.pick(choices[0])
        if key == "enter" and (self.picked or self.whole or self.nobody):
            rest = [o.value for o in self.options if o.value not in self.picked]
            return Entered([*self.picked, *rest] if self.whole else list(self.picked))
        return Move.NOTHING

    def pick(self, option: Option) -> Outcome:
        """Pick an option, which empties the line."""
        self.picked.append(option.value)
        self.buffer = ""
        return Move.CHANGED


class Text(Field):
    """A line of words; `read` turns it into a value or raises AnswerError."""

    edits: ClassVar[Mapping[str, Edit]] = EDITS | CARET | ARROWS
    enter_needs: ClassVar[str] = N_("Enter takes nothing here: type it first.")
    read: Callable[[str], Any] = str
    empty: Any = None
    may_be_empty: bool = False
    most: int = 200  # the limit of characters

    def take(self, key: str, character: str | None) -> Outcome:
        """Type any character; Enter gives the line."""
        if key == "enter":
            if not self.buffer.strip():
                return Entered(self.empty) if self.may_be_empty else Move.NOTHING
            return Entered(self.buffer.strip())
        if character is not None and character.isprintable() and len(self.buffer) < self.most:
            self.insert(character)
            return Move.CHANGED
        return Move.NOTHING


class Number(Field):
    """A whole number that the table counts or knows, from `least` to `most`: digits, then Enter."""

    edits: ClassVar[Mapping[str, Edit]] = EDITS | CARET | ARROWS
    enter_needs: ClassVar[str] = N_("Enter takes nothing here: type a number first.")
    least: int = 0
    most: int | None = None
    empty: int | None = None  # what Enter gives while nothing is typed
    refused: AnswerError | None = None  # why the last digit was not taken

    def press(self, key: str, character: str | None) -> Outcome:
        """Handle one key. After a refused digit Enter takes nothing until another key: it would cut what was typed."""
        if key not in ENTERS:
            self.refused = None
        return Field.press(self, key, character)

    def take(self, key: str, character: str | None) -> Outcome:
        """Type digits, also without Shift; Enter gives the number. Raises AnswerError for one out of range."""
        if key == "enter":
            if self.refused is not None:
                raise self.refused
            if not self.buffer:
                return Move.NOTHING if self.empty is None else Entered(self.empty)
            self._must_be_in_range(int(self.buffer), self.least)
            return Entered(int(self.buffer))
        digit = UNSHIFTED.get(character or "", character or "")
        if len(digit) == 1 and digit in "0123456789" and len(self.buffer) < 9:
            before, after = self.buffer[: self.caret], self.buffer[self.caret :]
            self._must_be_in_range(int(before + digit + after), 0)
            self.insert(digit)
            return Move.CHANGED
        return Move.NOTHING

    def _must_be_in_range(self, number: int, least: int) -> None:
        if self.most is not None and not least <= number <= self.most:
            self.refused = AnswerError("number-range", got=number, least=self.least, most=self.most)
            raise self.refused


class Telling(Text):
    """A line of words with notes that follow each key: `tell` makes the notes."""

    tell: Callable[[str], tuple[str, ...]] = lambda _typed: ()

    def press(self, key: str, character: str | None) -> Outcome:
        """Handle one key, then update the notes."""
        outcome = Field.press(self, key, character)
        self.update_notes()
        return outcome

    def update_notes(self) -> None:
        """Update the notes from the present line."""
        self.notes = self.tell(self.buffer.strip())


class Search(Marking):
    """A search by a few letters: `find` lists what fits, Enter takes the marked choice."""

    edits: ClassVar[Mapping[str, Edit]] = EDITS | CARET | ARROWS
    find: Callable[[str], Sequence[Option]] = lambda _typed: ()

    def choices(self) -> Sequence[Option]:
        """Return what fits the letters typed so far."""
        return self.find(self.buffer.strip())

    @property
    def at(self) -> int:
        """The index of the choice that Enter would take; -1 while nothing fits and none is marked with the arrows."""
        choices = self.choices()
        if self.chosen < 0 and not (choices and choices[0].is_besides):
            return 0
        return min(self.chosen, max(0, len(choices) - 1))

    def press(self, key: str, character: str | None) -> Outcome:
        """Handle one key. Raises AnswerError for Enter on letters that nothing fits."""
        outcome = Marking.press(self, key, character)
        if outcome is Move.CHANGED and key not in ("up", "down"):
            fits = self.choices()
            self.chosen = -1 if self.buffer and fits and fits[0].is_besides else 0
        return outcome

    def take(self, key: str, character: str | None) -> Outcome:
        """Take the marked choice with Enter; refuse Enter while nothing fits."""
        if key == "enter":
            self.refuse_no_match()
        return Marking.take(self, key, character)

    def refuse_no_match(self) -> None:
        """Raise AnswerError if nothing fits the letters and the arrows have marked nothing."""
        typed, choices = self.buffer.strip(), self.choices()
        if typed and (self.at < 0 or not choices):
            raise AnswerError("no-match", typed=typed, besides=bool(choices))

    def type_character(self, character: str | None) -> Outcome:
        """Type a letter of the search."""
        if character is not None and character.isprintable() and len(self.buffer) < 60:
            self.insert(character)
            return Move.CHANGED
        return Move.NOTHING


def read_value(field: Field, value: Any) -> Any:
    """Return the value that a field finally gives. Raises ValueError, Refused."""
    return field.read(value) if isinstance(field, Text) and isinstance(value, str) else value


def id_keys(ids: Sequence[str]) -> list[str]:
    """Return the keys that pick ids such as K2 and K7: their own numbers, or else their places."""
    numbers = [name.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ") for name in ids]
    if len(set(numbers)) == len(ids) and all(is_digits(number) for number in numbers):
        return numbers
    return [str(place) for place in range(1, len(ids) + 1)]


def keep_entered(before: Field | None, after: Field | None) -> None:
    """Copy the half-entered value to the same field, created anew."""
    if before is None or after is None or type(after) is not type(before):
        return
    after.buffer, after.after_caret = before.buffer, before.after_caret
    for name in ("picked", "chosen", "template"):
        if hasattr(before, name):
            setattr(after, name, getattr(before, name))
    after.update_notes()
