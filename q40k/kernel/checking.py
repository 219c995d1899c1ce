"""Values checked and cleaned as a command is made, by what is written beside their types."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from math import isfinite
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct

Made = Callable[[Any], Any]
"""What makes the value that is kept of the one that was given. Raises ValueError."""


class Cleaned(Struct, frozen=True):
    """Written beside a type: `run` gives the value that is kept; it raises `Wrong` for none.

    `before`: it is given what was said, of whatever type that is.
    """

    run: Made
    before: bool = False


@cache
def checks_of(kind: type[msgspec.Struct]) -> tuple[tuple[str, Any, Made], ...]:
    """The fields of a kind of command whose values are checked or cleaned, and by what.

    Between them is the value of a field that is left out, which needs no check.
    """
    hints = get_type_hints(kind, include_extras=True)
    found = ((field, _made(hints[field.name])) for field in msgspec.structs.fields(kind))
    return tuple((field.name, field.default, made) for field, made in found if made is not None)


def _made(hint: Any) -> Made | None:
    origin, args = get_origin(hint), get_args(hint)
    if hint is float:
        return float
    if origin is Annotated:
        return _marked(args[0], args[1:])
    if origin in (Union, UnionType):
        return _one_of(args)
    if origin is tuple:
        return _each(args[0])
    if origin is dict:
        return _every(args)
    return None


def _marked(kind: Any, marks: Sequence[Any]) -> Made | None:
    """What a type does with the marks beside it, one after the other."""
    steps = [mark.run for mark in marks if isinstance(mark, Cleaned) and mark.before]
    steps += [made for made in [_made(kind)] if made is not None]
    for mark in marks:
        if isinstance(mark, Cleaned) and not mark.before:
            steps.append(mark.run)
        elif isinstance(mark, msgspec.Meta):
            steps.append(_bounded(mark))
        elif not isinstance(mark, Cleaned):
            steps.append(_finite)

    def made(value: Any) -> Any:
        for step in steps:
            value = step(value)
        return value

    return made


def _one_of(hints: Sequence[Any]) -> Made | None:
    """A value of one of several types: a tuple, a number or a text is told by what it is."""
    made = {_plain(hint): _made(hint) for hint in hints if get_origin(hint) is not Literal}
    if not any(made.values()):
        return None

    def chosen(value: Any) -> Any:
        kind = float if type(value) is int and int not in made else type(value)
        step = made.get(kind)
        return value if step is None else step(value)

    return chosen


def _plain(hint: Any) -> Any:
    origin = get_origin(hint)
    return _plain(get_args(hint)[0]) if origin is Annotated else origin or hint


def _each(hint: Any) -> Made | None:
    made = _made(hint)
    return None if made is None else lambda value: tuple(map(made, value))


def _every(hints: Sequence[Any]) -> Made | None:
    key, one = (_made(hint) or _same for hint in hints)
    if key is _same and one is _same:
        return None
    return lambda value: {key(k): one(v) for k, v in value.items()}


def _same(value: Any) -> Any:
    return value


def _finite(value: Any) -> Any:
    if not isfinite(value):
        raise ValueError("finite_number")
    return value


def _bounded(meta: msgspec.Meta) -> Made:
    def within(value: Any) -> Any:
        size = len(value) if isinstance(value, tuple) else value
        too_little = (meta.ge is not None and size < meta.ge) or (
            meta.gt is not None and size <= meta.gt
        )
        too_much = meta.le is not None and size > meta.le
        short = meta.min_length is not None and size < meta.min_length
        long = meta.max_length is not None and size > meta.max_length
        if too_little or too_much or short or long:
            raise ValueError(f"{value!r} is out of bounds")
        return value

    return within
