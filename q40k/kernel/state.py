"""What a state is made of: frozen parts, and records whose parts change by a field’s name alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from hashlib import sha256
from typing import Any, Self, TypeVar

import msgspec

P = TypeVar("P", bound="Part")


class Part(msgspec.Struct, frozen=True, gc=False):
    """A frozen value; `replace` gives a copy of it with changes.

    Raises TypeError for a field that does not exist.
    """

    def replace(self, **changes: Any) -> Self:
        """The same value with `changes`."""
        return msgspec.structs.replace(self, **changes)


class Record(Part, frozen=True):
    """A part that has parts of its own, each with a blank value.

    `replace` reaches the fields of its parts by their names alone, which differ within a record:
    `player.replace(points=15, moved=True)`.
    """

    def replace(self, **changes: Any) -> Self:
        """The same record with `changes` to its own fields, or to those of its parts."""
        copied: Self = _copier(type(self), tuple(changes))(self, **changes)
        return copied


@cache
def _copier(kind: type[Record], names: tuple[str, ...]) -> Callable[..., Any]:
    """What copies a record with changes to fields of these names, written once for all of them.

    Matches change at every event, always in the same few ways: `lambda record, points, moved:
    replace(record, score=replace(record.score, points=points), ...)` takes half the time of
    looking up anew which part each name belongs to.
    """
    homes = _homes(kind)
    within: dict[str, list[str]] = {}
    said = {}
    for name in names:
        if name not in homes and name not in kind.__struct_fields__:
            raise TypeError(f"{kind.__name__} has no {name}")
        if name in homes:
            within.setdefault(homes[name], []).append(f"{name}={name}")
        else:
            said[name] = name
    for home, fields in within.items():
        said[home] = f"replace({said.get(home, f'record.{home}')}, {', '.join(fields)})"
    changes = ", ".join(f"{name}={value}" for name, value in said.items())
    text = f"lambda {', '.join(('record', *names))}: replace(record, {changes})"
    copier: Callable[..., Any] = eval(text, {"replace": msgspec.structs.replace})
    return copier


def flat(record: Record) -> dict[str, Any]:
    """The fields of a record and of its parts, by their names alone."""
    homes = _homes(type(record))
    named = {name: getattr(getattr(record, home), name) for name, home in homes.items()}
    for name in record.__struct_fields__:
        if name not in homes.values():
            named[name] = getattr(record, name)
    return named


@cache
def _homes(kind: type[Record]) -> dict[str, str]:
    """In which part each field of a record's parts is.

    Raises TypeError when two of them have one name, as then a change would be ambiguous.
    """
    names = kind.__struct_fields__
    blanks = dict(zip(reversed(names), reversed(kind.__struct_defaults__), strict=False))
    homes: dict[str, str] = {}
    for home, blank in blanks.items():
        part = getattr(blank, "factory", None)
        if not (isinstance(part, type) and issubclass(part, Part)):
            continue
        for name in part.__struct_fields__:
            if name in homes or name in names:
                raise TypeError(f"{kind.__name__}: two fields are called {name}")
            homes[name] = home
    return homes


# ---- as JSON


def encode(state: Part) -> str:
    """A state as JSON text."""
    return msgspec.json.encode(state, enc_hook=plain).decode()


def decode(text: str, kind: type[P]) -> P:
    """A state from its JSON text. Raises ValueError."""
    try:
        return msgspec.json.decode(text, type=kind, dec_hook=rich)
    except msgspec.MsgspecError as error:
        raise ValueError(str(error)) from error


@cache
def shape_of(kind: type[Part]) -> str:
    """A short text that differs when the parts of a state, or the fields of one, differ."""
    room = kind.__module__.rpartition(".")[0]
    parts = sorted(
        f"{one.__name__} {' '.join(one.__struct_fields__)}"
        for one in _below(Part)
        if one.__module__.startswith(room)
    )
    return sha256("\n".join(parts).encode()).hexdigest()[:16]


def _below(kind: type[Part]) -> Iterator[type[Part]]:
    for one in kind.__subclasses__():
        yield one
        yield from _below(one)


def plain(value: Any) -> Any:
    """What msgspec cannot write by itself, as something that it can."""
    if isinstance(value, Fraction):
        return str(value)
    raise TypeError(f"a state cannot hold a {type(value).__name__}")


def rich(kind: type[Any], value: Any) -> Any:
    """A value that msgspec cannot read by itself, from what `plain` made of it.

    Raises ValueError.
    """
    if kind is not Fraction:
        raise TypeError(f"a state cannot hold a {kind.__name__}")
    above, _, below = str(value).partition("/")
    try:
        return Fraction(int(above), int(below or 1))
    except ZeroDivisionError as error:
        raise ValueError(f"{value} is no number") from error


def said(value: Any, *, usual: bool = True) -> Any:
    """A value with every record in it as a dict of what it says: without None.

    A record of several kinds says its kind too. Without the `usual`, what is as it would be by
    itself is left out.
    """
    if isinstance(value, tuple):
        return [said(one, usual=usual) for one in value]
    if isinstance(value, dict):
        return {key: said(one, usual=usual) for key, one in value.items()}
    if not isinstance(value, msgspec.Struct):
        return value
    config = value.__struct_config__
    found = {} if config.tag_field is None else {config.tag_field: config.tag}
    for field in _fields(type(value)):
        one = getattr(value, field.name)
        if (one is None) if usual else (one == _usual(field)):
            continue
        found[field.encode_name] = said(one, usual=usual)
    return found


@cache
def _fields(kind: type[msgspec.Struct]) -> tuple[msgspec.structs.FieldInfo, ...]:
    """The fields of a record; msgspec works their types out anew each time it is asked."""
    return msgspec.structs.fields(kind)


def _usual(field: msgspec.structs.FieldInfo) -> Any:
    made = field.default_factory
    return field.default if made is msgspec.NODEFAULT else made()
