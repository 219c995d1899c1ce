"""What a rule yields: questions, events (facts that are now true) and refusals."""

import re
from collections.abc import Callable, Generator, Mapping, Sequence
from functools import cache, partial
from types import UnionType
from typing import Any, ClassVar, Generic, TypeVar, Union, dataclass_transform, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct, StructMeta, field

from q40k.kernel.errors import CodedError
from q40k.kernel.lookup import lookup
from q40k.kernel.text import MOST_DIGITS

Value = str | int
Answer = tuple[int, ...] | tuple[str, ...] | str | int
Facts = Mapping[str, Any]

DEAD = "dead"
"""The word that ends a throw at once: its subject is dead, whatever the dice would show."""


class AnswerError(CodedError):
    """An answer that does not fit its question."""


class _Secrecy(Struct, frozen=True, kw_only=True):
    """The one field that is keyword-only; the fields of every question are positional."""

    secret: bool = False


class Question(_Secrecy, frozen=True):
    """What every question holds: its subject (`key`), the person asked, and the rule.

    `who` is a name the game understands, or None for the whole table. `facts` is what the wording
    and the screen need. The answer to a `secret` question is for `who` alone: no face shows or
    keeps what is typed, and nobody else learns it.
    """

    key: str
    who: str | None = None
    rule: str = ""
    facts: Facts = field(default_factory=dict)

    def parse(self, text: str) -> Answer:
        """Read a typed answer. Raises AnswerError."""
        raise AnswerError("no-question", typed=text)

    def check(self, answer: Any) -> Answer:
        """Return `answer` in its exact form if it fits. Raises AnswerError."""
        raise AnswerError("no-question", typed=answer)

    def take(self, values: Sequence[Any]) -> tuple[Answer, int]:
        """Read the answer from the head of a script's list; return it and the number of values
        used.
        """
        if not values:
            raise AnswerError("answer-missing")
        return self.check(values[0]), 1


class DiceQuestion(Question, frozen=True):
    """Dice to roll: `dice` holds the sides of each die, in the order they are read.

    With `halved`, a D3 is typed as the D6 it was rolled on (1 to 6). Without it, 1 to 3 count as
    they are, and 4 to 6, which no D3 shows, are halved. The answer kept is always the D3's own
    value, 1 to 3.
    """

    dice: tuple[int, ...] = (6,)
    halved: bool = False

    def most(self, index: int) -> int:
        """Return the highest number that the die at `index` shows."""
        return 6 if self.halved and self.dice[index] == 3 else self.dice[index]

    def most_typed(self, index: int) -> int:
        """Return the highest number that may be typed for the die at `index`."""
        return 6 if self.dice[index] == 3 else self.dice[index]

    def from_d6(self, index: int, typed: int) -> bool:
        """Return whether a number typed for a D3 is that of the D6 it was rolled on."""
        return self.dice[index] == 3 and (self.halved or typed > 3)

    def parse(self, text: str) -> tuple[int, ...]:
        """Read `4 6 2` or `462`, and check count and range. Raises AnswerError."""
        typed = text.strip()
        if not re.fullmatch(r"[0-9][0-9 ,;+]*", typed, re.ASCII):
            raise AnswerError("dice-not-numbers", typed=typed, count=len(self.dice))
        parts = re.split(r"[ ,;+]+", typed.strip(" ,;+"))
        if max(self.dice, default=6) < 10:
            parts = [digit for part in parts for digit in part]  # each digit is a die, also in "4 62"
        return self._within([int(p[:MOST_DIGITS]) for p in parts], typed=True)

    def check(self, answer: Any) -> tuple[int, ...]:
        """Check a list of dice as the journal or a script gives them (a D3 is 1 to 3)."""
        values = [answer] if isinstance(answer, int) else answer
        if not isinstance(values, list | tuple) or any(type(v) is not int for v in values):
            raise AnswerError("dice-not-numbers", typed=_as_written(answer), count=len(self.dice))
        return self._within(list(values), typed=False)

    def take(self, values: Sequence[Any]) -> tuple[tuple[int, ...], int]:
        """Take one number for each die, as many as this question asks."""
        count = len(self.dice)
        return self.check(list(values[:count])), count

    def _within(self, values: list[int], *, typed: bool) -> tuple[int, ...]:
        if len(values) != len(self.dice):
            raise AnswerError("dice-count", wanted=len(self.dice), got=len(values))
        read = []
        for index, value in enumerate(values):
            most = self.most_typed(index) if typed else self.dice[index]
            if not 1 <= value <= most:
                raise AnswerError("dice-range", got=value, most=most, place=index + 1)
            read.append((value + 1) // 2 if typed and self.from_d6(index, value) else value)
        return tuple(read)


class TallyQuestion(DiceQuestion, frozen=True):
    """Dice of which only the count that passes matters; a person may type that count instead.

    `=2` means that two of them passed, `=2/1` that one of those counts as a 6, and `=2/1/1` that
    one of the others counts as a 1. For dice that are added up (`summed`) it is their sum. `dead`
    ends the throw at once, where `finishes` allows it. One of `choices` rolls nothing yet: it asks
    for the same in another form. `sixes` and `ones` say whether the counts after the "/" change
    anything. The answer kept is the dice, or those words.
    """

    needed: int = 0
    least: int = 0
    most_total: int = 0
    summed: bool = False
    finishes: bool = True
    choices: tuple[str, ...] = ()
    sixes: bool = False
    ones: bool = False

    def parse(self, text: str) -> Answer:  # type: ignore[override]
        """Read dice, a count or a word. Raises AnswerError."""
        typed = text.strip().casefold()
        if typed.startswith("=") or (typed and typed[0].isalpha()):
            return self._parse_words(typed)
        return DiceQuestion.parse(self, text)

    def check(self, answer: Any) -> Answer:  # type: ignore[override]
        """Check dice, or a count in words. Raises AnswerError."""
        if isinstance(answer, str):
            return self._parse_words(answer.strip().casefold())
        return DiceQuestion.check(self, answer)

    def take(self, values: Sequence[Any]) -> tuple[Answer, int]:  # type: ignore[override]
        """Take a count in words, or one number for each die."""
        if values and isinstance(values[0], str):
            return self.check(values[0]), 1
        return DiceQuestion.take(self, values)

    def _parse_words(self, typed: str) -> str:
        if self.finishes and typed and DEAD.startswith(typed):
            return DEAD
        choices = [choice for choice in self.choices if typed and choice.startswith(typed)]
        if len(choices) == 1:
            return choices[0]
        match = re.fullmatch(r"= *([0-9]{1,4})(?:/([0-9]{1,4}))?(?:/([0-9]{1,4}))?", typed, re.A)
        if match is None:
            raise AnswerError("tally-unreadable", typed=typed, count=len(self.dice))
        counts = [int(part) for part in match.groups() if part is not None]
        if not self.least <= counts[0] <= self.most_total:
            raise AnswerError("tally-range", got=counts[0], least=self.least, most=self.most_total)
        rest = len(self.dice) - counts[0]
        for got, most in zip(counts[1:], (counts[0], rest), strict=False):
            if self.summed or got > most:
                raise AnswerError("tally-range", got=got, least=0, most=max(0, most))
        return "=" + "/".join(map(str, counts))

    @staticmethod
    def counts(answer: Answer) -> tuple[int, int, int] | None:
        """Return the counts of an answer in words: passed, sixes, ones; None for dice."""
        if not isinstance(answer, str) or not answer.startswith("="):
            return None
        passed, sixes, ones = ([int(part) for part in answer[1:].split("/")] + [0, 0])[:3]
        return passed, sixes, ones


class ChoiceQuestion(Question, frozen=True):
    """One of `options`, which are names or numbers as players call them."""

    options: tuple[Value, ...] = ()

    def parse(self, text: str) -> Value:
        """Read an option by its full name or its first letters. Raises AnswerError."""
        typed = text.strip()
        result = lookup(typed, [(str(option), option) for option in self.options])
        if result.only is not None:
            return result.only
        if result.fits:
            raise AnswerError("choice-ambiguous", typed=typed, fits=result.fits)
        near = result.nearest
        raise AnswerError("choice-unknown", typed=typed, options=self.options, nearest=near)

    def check(self, answer: Any) -> Value:
        """Check an option as the journal or a script gives it; true and false are yes and no."""
        if isinstance(answer, bool):
            answer = "yes" if answer else "no"
        for option in self.options:
            if type(option) is type(answer) and option == answer:
                return option
        return self.parse(str(answer))


class NumberQuestion(Question, frozen=True):
    """A whole number from `least` to `most` that the table counts or knows; no die."""

    least: int = 0
    most: int = 1000

    def parse(self, text: str) -> int:
        """Read a whole number. Raises AnswerError."""
        typed = text.strip()
        if not re.fullmatch(r"[0-9]{1,9}", typed, re.ASCII):
            raise AnswerError("number-not-one", typed=typed)
        return self.check(int(typed))

    def check(self, answer: Any) -> int:
        """Check a number as the journal or a script gives it. Raises AnswerError."""
        if type(answer) is not int:
            raise AnswerError("number-not-one", typed=_as_written(answer))
        if not self.least <= answer <= self.most:
            raise AnswerError("number-range", got=answer, least=self.least, most=self.most)
        return answer


def _as_written(answer: Any) -> str:
    """Return an answer as a script writes it; a list of one without its brackets."""
    only = answer[0] if isinstance(answer, list | tuple) and len(answer) == 1 else answer
    try:
        return only if isinstance(only, str) else msgspec.json.encode(only, enc_hook=str).decode()
    except (UnicodeEncodeError, RecursionError):  # half a sign in it, or nested too deep
        return "?"


class EachQuestion(Question, frozen=True):
    """One of `options` for each of `items`, in their order; items left over take the first option.

    A letter is typed for each item: no two options begin with the same letter.
    """

    items: tuple[str, ...] = ()
    options: tuple[str, ...] = ()

    @property
    def letters(self) -> Mapping[str, str]:
        """Return the options by their first letters."""
        return {option[:1]: option for option in self.options}

    def parse(self, text: str) -> tuple[str, ...]:
        """Read letters such as `acf`, or one option in full. Raises AnswerError."""
        letters = self.letters
        typed = "".join(text.casefold().replace(",", " ").split())
        if typed in self.options:
            return self.check([typed])
        if any(letter not in letters for letter in typed):
            capitals = tuple(letter.upper() for letter in letters)
            raise AnswerError("choice-unknown", typed=text, options=capitals, nearest=None)
        return self.check([letters[letter] for letter in typed])

    def check(self, answer: Any) -> tuple[str, ...]:
        """Check a list of options, one for each item, or their letters. Raises AnswerError."""
        if isinstance(answer, str):
            return self.parse(answer)
        if not isinstance(answer, list | tuple) or any(option not in self.options for option in answer):
            raise AnswerError("several-no-list", typed=_as_written(answer), options=self.options)
        if len(answer) > len(self.items):
            raise AnswerError("dice-count", wanted=len(self.items), got=len(answer))
        return (*answer, *(self.options[0] for _ in self.items[len(answer) :]))


class OrderQuestion(Question, frozen=True):
    """All of `items` put in an order."""

    items: tuple[str, ...] = ()

    def parse(self, text: str) -> tuple[str, ...]:
        """Read names separated by commas; items not named follow in their old order."""
        if not text.strip():
            return self.items
        choice = ChoiceQuestion(self.key, options=self.items)
        named = [str(choice.parse(part)) for part in text.split(",") if part.strip()]
        if len(set(named)) != len(named):
            raise AnswerError("order-twice", items=self.items)
        return (*named, *(item for item in self.items if item not in named))

    def check(self, answer: Any) -> tuple[str, ...]:
        """Check a whole order as the journal or a script gives it. Raises AnswerError."""
        if not isinstance(answer, list | tuple) or sorted(map(str, answer)) != sorted(self.items):
            raise AnswerError("order-incomplete", items=self.items)
        return tuple(str(item) for item in answer)


class SeveralQuestion(Question, frozen=True):
    """Any of `options`, none or all of them, in the order they are named."""

    options: tuple[str, ...] = ()

    def parse(self, text: str) -> tuple[str, ...]:
        """Read names separated by commas; an empty text names nobody. Raises AnswerError."""
        choice = ChoiceQuestion(self.key, options=self.options)
        return self._once([str(choice.parse(part)) for part in text.split(",") if part.strip()])

    def check(self, answer: Any) -> tuple[str, ...]:
        """Check a list of options as the journal or a script gives it. Raises AnswerError."""
        if not isinstance(answer, list | tuple):
            raise AnswerError("several-no-list", typed=_as_written(answer), options=self.options)
        choice = ChoiceQuestion(self.key, options=self.options)
        return self._once([str(choice.check(option)) for option in answer])

    def _once(self, named: list[str]) -> tuple[str, ...]:
        if len(set(named)) != len(named):
            raise AnswerError("order-twice", items=self.options)
        return tuple(named)


# -- events and refusals ------------------------------------------------------------------------


S = TypeVar("S")
T = TypeVar("T")


class Strict(StructMeta):
    """The metaclass of events and commands: strict structs, and each kind registers itself.

    A kind is a class with a tag. Its game says in a base class of its own what registers it, such
    as `register = REGISTRY.event`.
    """

    register: Callable[[Any], Any] | None = None

    def __new__(  # noqa: D102
        mcs, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **options: Any
    ) -> Any:
        strict = {"frozen": True, "kw_only": True, "forbid_unknown_fields": True, "gc": False}
        kind = super().__new__(mcs, name, bases, namespace, **{**strict, **options})
        if "tag" in options and kind.register is not None:
            kind.register(kind)
        return kind


class EventKind(Strict):
    """The metaclass of events: a kind whose fields may hold measures makes floats of them."""

    def __new__(  # noqa: D102
        mcs, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **options: Any
    ) -> Any:
        hints = namespace.get("__annotations__", {}).values()
        if bases != (Struct,) and any(isinstance(hint, str) or _as_float(hint) for hint in hints):
            namespace["__post_init__"] = _make_floats
        return super().__new__(mcs, name, bases, namespace, **options)


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(msgspec.field,))
class Event(msgspec.Struct, frozen=True, metaclass=EventKind, tag_field="type"):
    """A fact that has happened: frozen, with a version, and without a sentence.

    Each kind of event has its own word, its `tag`; `v` grows when its fields change meaning. Its
    JSON begins with both. `added_for_wording` are fields that only sentences need and that older
    journals lack: they change no state, and a journal without them is no different.
    """

    added_for_wording: ClassVar[frozenset[str]] = frozenset()

    v: int = 1

    @property
    def type(self) -> str:
        """Return the word of this kind of event."""
        return str(self.__struct_config__.tag)

    def fold(self, state: Any) -> Any:
        """Return the state after this event: most kinds change it, and say how."""
        return state


def _make_floats(event: Event) -> None:
    """Make floats of the measures of an event: a 3 becomes 3.0, so that it is equal after a journal was read."""
    for name, as_float in _measures(type(event)):
        value = getattr(event, name)
        if value is not None:
            msgspec.structs.force_setattr(event, name, as_float(value))


@cache
def _measures(kind: type[Event]) -> tuple[tuple[str, Callable[[Any], Any]], ...]:
    """Return the fields that hold measures, and how to make floats of them."""
    hints = get_type_hints(kind)
    converters = ((name, _as_float(hints[name])) for name in kind.__struct_fields__)
    return tuple((name, as_float) for name, as_float in converters if as_float is not None)


def _as_float(hint: Any) -> Callable[[Any], Any] | None:
    """Return a function that makes floats of the numbers in such a value; None if it has none."""
    if hint is float:
        return float
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        for inner in filter(None, map(_as_float, args)):
            return partial(_unless_none, inner)
    inside = {tuple: args[:1], dict: args[1:]}.get(origin, ())
    for inner in filter(None, map(_as_float, inside)):
        return partial(_in_tuple if origin is tuple else _in_dict, inner)
    return None


def _unless_none(inner: Callable[[Any], Any], value: Any) -> Any:
    return None if value is None else inner(value)


def _in_tuple(inner: Callable[[Any], Any], value: Any) -> Any:
    return tuple(map(inner, value))


def _in_dict(inner: Callable[[Any], Any], value: Any) -> Any:
    return {key: inner(item) for key, item in value.items()}


class Refusal(Struct, frozen=True):
    """An action that the rules forbid: the rule's id, a code and its facts.

    The game master may override an `overridable` refusal with a reason, which is kept.
    """

    rule: str
    code: str
    facts: Facts = field(default_factory=dict)
    overridable: bool = True


class Live(Struct, Generic[S], frozen=True):
    """The state as the rules see it, after all events so far. Only the driver changes it.

    `events` are all events of the `command` so far.
    """

    state: S
    events: list[Event] = field(default_factory=list)
    command: Any = None


class Refused(Exception):
    """A command that the rules refuse; nothing of it was done."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.rule, refusal.code, dict(refusal.facts))
        self.refusal = refusal


Step = Question | Event | Refusal
Rule = Generator[Step, Any, T]
"""A rule of the game: it yields questions, events and refusals, and may return a value."""
