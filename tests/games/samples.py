"""Samples of events and commands, made from the types of their declared fields.

A new event or command gets samples when it is registered: nobody lists it for the tests of words.
A test writes one by hand only for a sentence that depends on a special state.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

K = TypeVar("K", bound=msgspec.Struct)

PLAIN: Mapping[type, Any] = {int: 2, float: 2.0, bool: True, str: "sample", Fraction: Fraction(2), NoneType: None}
"""The sample of each plain type; 2 is a die, a number of points and a place in a list."""


class CannotSample(TypeError):
    """A type for which there is no sample; the message names the field."""


def make_samples(kind: type[K], values: Mapping[str | type, Any]) -> Iterator[K]:
    """Yield samples of an event or a command.

    The first has only its required fields, the second has all, and then there is one for each word
    of each `Literal`. `values` holds values by the name of a field, such as `player`, or by a type.
    Raises CannotSample.
    """
    hints = get_type_hints(kind, include_extras=True)
    fields = [field for field in msgspec.structs.fields(kind) if field.name not in COMMON_FIELDS]
    required = {field.name: _sample(kind, field.name, hints, values) for field in fields if field.required}
    whole = {field.name: _sample(kind, field.name, hints, values) for field in fields}
    samples = [kind(**required), kind(**whole)]
    for field in fields:
        if field.name not in values:
            samples += [kind(**{**required, field.name: word}) for word in _words(hints[field.name])]
    seen: list[K] = []
    for sample in samples:
        if sample not in seen:
            seen.append(sample)
            yield sample


COMMON_FIELDS = frozenset({"v", "override", "clock", "hasty"})
"""The fields that every event or command of a game has; no sentence of its own needs them."""


def _words(hint: Any) -> tuple[Any, ...]:
    """Return the words of a Literal, alone, optional or annotated."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Literal:
        return inner
    if origin in (Union, UnionType):
        return tuple(word for part in inner for word in _words(part))
    return _words(inner[0]) if origin is Annotated else ()


def _sample(kind: type, name: str, hints: Mapping[str, Any], values: Mapping[str | type, Any]) -> Any:
    if name in values:
        return values[name]
    try:
        return _of_type(hints[name], values)
    except CannotSample as error:
        raise CannotSample(f"{kind.__name__}.{name}: {error}") from None


def _of_type(hint: Any, values: Mapping[str | type, Any]) -> Any:  # noqa: PLR0911 (one for each kind of type)
    """Return a sample of a type; of an optional type a value, of a tuple or dictionary one item."""
    if hint in values:
        return values[hint]
    if hint in PLAIN:
        return PLAIN[hint]
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Literal:
        return inner[0]
    if origin is Annotated:
        return _of_type(inner[0], values)
    if origin in (Union, UnionType):
        return _of_type(inner[0], values)
    if origin is tuple:
        parts = [part for part in inner if part is not Ellipsis]
        return tuple(_of_type(part, values) for part in parts)
    if origin is dict:
        return {_of_type(inner[0], values): _of_type(inner[1], values)}
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return next(make_samples(hint, values))
    raise CannotSample(str(hint))
