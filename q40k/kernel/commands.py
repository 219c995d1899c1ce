"""Commands: what somebody asks the referee to do, with values that are checked and cleaned."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from math import isfinite
from types import UnionType
from typing import (
    Annotated,
    Any,
    ClassVar,
    Literal,
    Self,
    Union,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec
from msgspec import Struct

from q40k.kernel.events import Strict
from q40k.kernel.text import clean_text


class BadCommand(ValueError):
    """Data that is no command: a `code` with `facts`, at a `field` (a dotted path, "" for the whole).

    The code is "unknown-do" or that of a problem of packs: people read both in the room of words.
    """

    def __init__(self, code: str, field: str = "", facts: Mapping[str, Any] | None = None) -> None:
        super().__init__(code, field, facts)
        self.code = code
        self.field = field
        self.facts = dict(facts or {})


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(msgspec.field,))
class Command(msgspec.Struct, frozen=True, metaclass=Strict, tag_field="do"):
    """The fields that every command may have; its `tag` is the word that scripts write after `do`.

    `override` is the reason to override a refusal. `clock` is the time on the table's clock, in
    seconds of play. Values are checked and cleaned when a command is created, by the marks beside
    their types (`CleanedBy`). Raises ValueError.

    While its events are secret, a record of a match in progress seals the answers of a command, and
    its `sealed_fields`. If it `draws_in_secret`, its answers tell of other secrets as well: they
    are sealed as long as the match keeps any.
    """

    sealed_fields: ClassVar[tuple[str, ...]] = ()
    draws_in_secret: ClassVar[bool] = False

    override: str | None = None
    clock: float | None = None

    @property
    def do(self) -> str:
        """Return the word of this kind of command."""
        return str(self.__struct_config__.tag)

    def __post_init__(self) -> None:
        for name, default, clean in checks_of(type(self)):
            value = getattr(self, name)
            if value is not default:
                msgspec.structs.force_setattr(self, name, clean(value))

    def replace(self, **changes: Any) -> Self:
        """Return the same command with `changes`."""
        return msgspec.structs.replace(self, **changes)


# -- checks: the marks beside the types of a command -----------------------------------------------

Cleaner = Callable[[Any], Any]
"""A function that returns the cleaned value, or raises ValueError."""


class InvalidValue(ValueError):
    """An invalid value in a pack or a command: a code with facts, at a place within the model.

    `code` is two or more words, joined by hyphens; pydantic’s own codes never are. `message` is for
    logs and developers; people read the room of words.
    """

    def __init__(
        self, code: str, message: str, facts: Mapping[str, Any] | None = None, path: tuple[str | int, ...] = ()
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.facts = dict(facts or {})
        self.path = path


class CleanedBy(Struct, frozen=True):
    """A mark beside a type: `run` returns the cleaned value, or raises `InvalidValue`.

    With `before`, it runs before the type's own check, on the raw value.
    """

    run: Cleaner
    before: bool = False


@cache
def checks_of(kind: type[msgspec.Struct]) -> tuple[tuple[str, Any, Cleaner], ...]:
    """Return the fields of a kind of command that are checked or cleaned: name, default, cleaner.

    A field with its default value needs no check.
    """
    hints = get_type_hints(kind, include_extras=True)
    cleaners = ((field, _cleaner_of(hints[field.name])) for field in msgspec.structs.fields(kind))
    return tuple((field.name, field.default, clean) for field, clean in cleaners if clean is not None)


def _cleaner_of(hint: Any) -> Cleaner | None:
    origin, args = get_origin(hint), get_args(hint)
    if hint is float:
        return float
    if origin is Annotated:
        return _cleaner_of_marked(args[0], args[1:])
    if origin in (Union, UnionType):
        return _cleaner_of_union(args)
    if origin is tuple:
        return _cleaner_of_tuple(args[0])
    if origin is dict:
        return _cleaner_of_dict(args)
    return None


def _cleaner_of_marked(kind: Any, marks: Sequence[Any]) -> Cleaner | None:
    """Return what cleans a value of a type with marks, one mark after the other."""
    steps = [mark.run for mark in marks if isinstance(mark, CleanedBy) and mark.before]
    of_kind = _cleaner_of(kind)
    steps += [] if of_kind is None else [of_kind]
    for mark in marks:
        if isinstance(mark, CleanedBy) and not mark.before:
            steps.append(mark.run)
        elif isinstance(mark, msgspec.Meta):
            steps.append(_bounds_check(mark))
        elif not isinstance(mark, CleanedBy):
            steps.append(_check_finite)

    def clean(value: Any) -> Any:
        for step in steps:
            value = step(value)
        return value

    bounds = [mark for mark in marks if isinstance(mark, msgspec.Meta)]
    least, most = (bounds[0].ge, bounds[0].le) if len(bounds) == 1 else (None, None)
    if kind is not float or least is None or most is None or any(isinstance(mark, CleanedBy) for mark in marks):
        return clean

    def clean_number(value: Any) -> Any:
        """Clean a number within its bounds at once: a move has many."""
        number = float(value)
        return number if least <= number <= most else clean(value)

    return clean_number


def _cleaner_of_union(hints: Sequence[Any]) -> Cleaner | None:
    """Return what cleans a value of one of several types: the kind of the value tells which."""
    cleaners = {_plain_type(hint): _cleaner_of(hint) for hint in hints if get_origin(hint) is not Literal}
    if not any(cleaners.values()):
        return None

    def clean(value: Any) -> Any:
        kind = float if type(value) is int and int not in cleaners else type(value)
        step = cleaners.get(kind)
        return value if step is None else step(value)

    return clean


def _plain_type(hint: Any) -> Any:
    origin = get_origin(hint)
    return _plain_type(get_args(hint)[0]) if origin is Annotated else origin or hint


def _cleaner_of_tuple(hint: Any) -> Cleaner | None:
    clean = _cleaner_of(hint)
    return None if clean is None else lambda value: tuple(map(clean, value))


def _cleaner_of_dict(hints: Sequence[Any]) -> Cleaner | None:
    clean_key, clean_value = (_cleaner_of(hint) or _keep for hint in hints)
    if clean_key is _keep and clean_value is _keep:
        return None
    return lambda value: {clean_key(k): clean_value(v) for k, v in value.items()}


def _keep(value: Any) -> Any:
    return value


def _check_finite(value: Any) -> Any:
    if not isfinite(value):
        raise ValueError("finite_number")
    return value


def _bounds_check(meta: msgspec.Meta) -> Cleaner:
    def check(value: Any) -> Any:
        size = len(value) if isinstance(value, tuple) else value
        too_little = (meta.ge is not None and size < meta.ge) or (meta.gt is not None and size <= meta.gt)
        too_much = meta.le is not None and size > meta.le
        short = meta.min_length is not None and size < meta.min_length
        long = meta.max_length is not None and size > meta.max_length
        if (too_little or too_much) and meta.ge is not None and meta.le is not None:
            facts = {"got": value, "least": meta.ge, "most": meta.le}
            raise InvalidValue("number-range", f"{meta.ge} to {meta.le}", facts)
        if too_little or too_much or short or long:
            raise ValueError(f"{value!r} is out of bounds")
        return value

    return check


# -- names, texts and reasons ----------------------------------------------------------------------

NAME_LENGTH = 30
TEXT_LENGTH = 200


def _name(text: str) -> str:
    clean = clean_text(text)
    if not clean:
        raise InvalidValue("name-empty", "a name needs at least one character")
    if len(clean) > NAME_LENGTH:
        raise InvalidValue("name-long", "a name of more than 30 characters")
    return clean


def _text(text: str) -> str:
    return clean_text(text)[:TEXT_LENGTH]


def _reason(text: str) -> str:
    clean = _text(text)
    if not clean:
        raise InvalidValue("reason-empty", "a reason is needed")
    return clean


Name = Annotated[str, CleanedBy(_name)]
"""A name of 1 to `NAME_LENGTH` characters; anything else is an `InvalidValue`."""
Text = Annotated[str, CleanedBy(_text)]
"""A text, cut off after `TEXT_LENGTH` characters."""
Reason = Annotated[str, CleanedBy(_reason)]
"""A text that is not empty."""
