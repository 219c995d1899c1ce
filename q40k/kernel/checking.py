"""Values of a command, checked and cleaned as it is created, by the marks beside their types."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from math import isfinite
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct

Cleaner = Callable[[Any], Any]
"""A function that returns the cleaned value, or raises ValueError."""


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
    return tuple(
        (field.name, field.default, clean) for field, clean in cleaners if clean is not None
    )


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

    return clean


def _cleaner_of_union(hints: Sequence[Any]) -> Cleaner | None:
    """Return what cleans a value of one of several types: the kind of the value tells which."""
    cleaners = {
        _plain_type(hint): _cleaner_of(hint) for hint in hints if get_origin(hint) is not Literal
    }
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
        too_little = (meta.ge is not None and size < meta.ge) or (
            meta.gt is not None and size <= meta.gt
        )
        too_much = meta.le is not None and size > meta.le
        short = meta.min_length is not None and size < meta.min_length
        long = meta.max_length is not None and size > meta.max_length
        if too_little or too_much or short or long:
            raise ValueError(f"{value!r} is out of bounds")
        return value

    return check
