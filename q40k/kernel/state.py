"""The building blocks of a state: frozen parts, and records of parts."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache, lru_cache, wraps
from hashlib import sha256
from inspect import get_annotations, signature
from operator import attrgetter, is_
from typing import Any, Self, TypeVar, TypeVarTuple, get_args

import msgspec

P = TypeVar("P", bound="Part")
S = TypeVar("S")
T = TypeVar("T")


class Part(msgspec.Struct, frozen=True, gc=False):
    """A frozen value; `replace` returns a copy with changes.

    Raises TypeError for a field that does not exist.
    """

    def replace(self, **changes: Any) -> Self:
        """Return the same value with `changes`."""
        return msgspec.structs.replace(self, **changes)


class Record(Part, frozen=True):
    """A part that has parts of its own, each with a blank value.

    `replace` finds the fields of its parts by their names alone, which are unique within a record:
    `player.replace(points=15, moved=True)`.
    """

    def replace(self, **changes: Any) -> Self:
        """Return the same record with `changes` to its own fields, or to those of its parts."""
        return self.replace_all(changes)

    def replace_all(self, changes: Mapping[str, Any]) -> Self:
        """Return the same record with changes by the names of fields, as `replace` does."""
        copied: Self = _COPIERS[type(self), tuple(changes)](self, changes)
        return copied


class _Copiers(dict[tuple[type[Record], tuple[str, ...]], Callable[..., Any]]):
    """The functions that copy a record of a kind with changes to the fields of these names.

    Each is compiled once for each set of names, such as `lambda record, changes: replace(record,
    score=replace(record.score, points=changes["points"]), ...)`: that takes half the time of
    looking up the part of each name at every event.
    """

    def __missing__(self, key: tuple[type[Record], tuple[str, ...]]) -> Callable[..., Any]:
        copier = self[key] = _compile_copier(*key)
        return copier


_COPIERS = _Copiers()


def _compile_copier(kind: type[Record], names: tuple[str, ...]) -> Callable[..., Any]:
    homes = _homes(kind)
    within: dict[str, list[str]] = {}
    values = {}
    for name in names:
        if name not in homes and name not in kind.__struct_fields__:
            raise TypeError(f"{kind.__name__} has no {name}")
        if name in homes:
            within.setdefault(homes[name], []).append(f"{name}=changes[{name!r}]")
        else:
            values[name] = f"changes[{name!r}]"
    for home, fields in within.items():
        values[home] = f"replace({values.get(home, f'record.{home}')}, {', '.join(fields)})"
    fields_text = ", ".join(f"{name}={value}" for name, value in values.items())
    text = f"lambda record, changes: replace(record, {fields_text})"
    copier: Callable[..., Any] = eval(text, {"replace": msgspec.structs.replace})
    return copier


def flatten(record: Record) -> dict[str, Any]:
    """Return the fields of a record and of its parts, by their names alone."""
    homes = _homes(type(record))
    fields = {name: getattr(getattr(record, home), name) for name, home in homes.items()}
    for name in record.__struct_fields__:
        if name not in homes.values():
            fields[name] = getattr(record, name)
    return fields


@cache
def _homes(kind: type[Record]) -> dict[str, str]:
    """Return the part that holds each field of a record's parts.

    Raises TypeError when two fields have the same name, as a change would be ambiguous.
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
    """Return a state as JSON text."""
    return msgspec.json.encode(state, enc_hook=encode_hook).decode()


def decode(text: str, kind: type[P]) -> P:
    """Return a state from its JSON text. Raises ValueError."""
    try:
        return msgspec.json.decode(text, type=kind, dec_hook=decode_hook)
    except msgspec.MsgspecError as error:
        raise ValueError(str(error)) from error


def shape_of(kind: type[Part]) -> str:
    """Return a short hash that changes when the parts of a state, or their fields, change.

    Parts that a state cannot hold do not count: every process must get the same hash, whatever it has imported.
    """
    parts: list[type[msgspec.Struct]] = [kind]
    for part in parts:
        types = [held for kind in part.__mro__ for held in get_annotations(kind, eval_str=True).values()]
        for held in types:
            if isinstance(held, type) and issubclass(held, msgspec.Struct) and held not in parts:
                parts.append(held)
            types += get_args(held)
    lines = sorted(f"{part.__name__} {' '.join(part.__struct_fields__)}" for part in parts)
    return sha256("\n".join(lines).encode()).hexdigest()[:16]


def encode_hook(value: Any) -> Any:
    """Return a value that msgspec cannot write as one that it can: its `enc_hook`."""
    if isinstance(value, Fraction):
        return str(value)
    raise TypeError(f"a state cannot hold a {type(value).__name__}")


def decode_hook(kind: type[Any], value: Any) -> Any:
    """Return a value that msgspec cannot read, from the form `encode_hook` gave it: its `dec_hook`.

    Raises ValueError.
    """
    if kind is not Fraction:
        raise TypeError(f"a state cannot hold a {kind.__name__}")
    return _read_fraction(str(value))


@lru_cache(maxsize=256)
def _read_fraction(text: str) -> Fraction:
    """Return a fraction from its text; a match pays the same few again and again. Raises ValueError."""
    numerator, _, denominator = text.partition("/")
    try:
        return Fraction(int(numerator), int(denominator or 1))
    except ZeroDivisionError as error:
        raise ValueError(f"{text} is no number") from error


def to_data(value: Any, *, defaults: bool = True) -> Any:
    """Return a value with every record in it as a dict, without fields that are None.

    A record of several kinds names its kind also. Without `defaults`, leave out all fields that
    have their default value.
    """
    if isinstance(value, tuple):
        return [to_data(item, defaults=defaults) for item in value]
    if isinstance(value, dict):
        return {key: to_data(item, defaults=defaults) for key, item in value.items()}
    if not isinstance(value, msgspec.Struct):
        return value
    config = value.__struct_config__
    data = {} if config.tag_field is None else {config.tag_field: config.tag}
    for field in _fields(type(value)):
        item = getattr(value, field.name)
        if (item is None) if defaults else (item == _usual(field)):
            continue
        data[field.encode_name] = to_data(item, defaults=defaults)
    return data


@cache
def _fields(kind: type[msgspec.Struct]) -> tuple[msgspec.structs.FieldInfo, ...]:
    """Return the fields of a record; msgspec resolves their types anew at each call."""
    return msgspec.structs.fields(kind)


def _usual(field: msgspec.structs.FieldInfo) -> Any:
    factory = field.default_factory
    return field.default if factory is msgspec.NODEFAULT else factory()


MOST_REMEMBERED = 4096
A = TypeVarTuple("A")
K = TypeVar("K")


def remember_by_identity(function: Callable[[K, *A], T]) -> Callable[[K, *A], T]:
    """Return a function that remembers its results for the very objects it was asked about.

    It suits frozen parts that a match never replaces, such as profiles: their hash would take longer than the
    answer. Equal objects are asked about anew. The result must not be changed.
    """
    results: dict[Any, tuple[tuple[Any, ...], T]] = {}

    def find_out(key: Any, *arguments: Any) -> tuple[tuple[Any, ...], T]:
        if len(results) >= MOST_REMEMBERED:
            results.clear()
        # The arguments are kept: nothing else can get their identities.
        remembered = results[key] = (arguments, function(*arguments))
        return remembered

    def remember(part: K, *others: *A) -> T:
        key = (id(part), *map(id, others))
        return (results.get(key) or find_out(key, part, *others))[1]

    def remember_single(part: K, *_others: *A) -> T:  # half the time, and most functions are of one part
        return (results.get(id(part)) or find_out(id(part), part))[1]

    return wraps(function)(remember_single if len(signature(function).parameters) == 1 else remember)


def remember_newest(function: Callable[[K], T]) -> Callable[[K], T]:
    """Return a function of a state that remembers its result for the very state it was asked about last.

    Rules ask for the same of one state again and again. It may be a function of a part of a state, such as its
    figures. The result must not be changed.
    """
    newest: tuple[K, T] | None = None

    def remember(part: K) -> T:
        nonlocal newest
        remembered = newest
        if remembered is None or remembered[0] is not part:
            newest = remembered = (part, function(part))
        return remembered[1]

    return wraps(function)(remember)


def remember_while_same(*names: str) -> Callable[[Callable[[S], T]], Callable[[S], T]]:
    """Return a decorator: a function of a state remembers its newest result while parts of the state stay the same.

    `names` are the two or more attributes of the state that it reads, compared by identity. The result must not be
    changed.
    """
    parts_of = attrgetter(*names)

    def decorate(function: Callable[[S], T]) -> Callable[[S], T]:
        newest: tuple[tuple[Any, ...], T] | None = None

        def remember(state: S) -> T:
            nonlocal newest
            remembered, parts = newest, parts_of(state)
            if remembered is None or not all(map(is_, remembered[0], parts)):
                newest = remembered = (parts, function(state))
            return remembered[1]

        return wraps(function)(remember)

    return decorate
