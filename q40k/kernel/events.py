"""What a rule yields: events (facts that are now true) and refusals (what the rules forbid)."""

from collections.abc import Callable, Generator
from functools import cache, partial
from types import UnionType
from typing import Any, ClassVar, TypeVar, Union, dataclass_transform, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct, StructMeta, field

from q40k.kernel.questions import Facts, Question

T = TypeVar("T")


class Strict(StructMeta):
    """The metaclass that makes a struct strict."""

    def __new__(  # noqa: D102
        mcs, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **options: Any
    ) -> Any:
        strict = {"frozen": True, "kw_only": True, "forbid_unknown_fields": True, "gc": False}
        return super().__new__(mcs, name, bases, namespace, **{**strict, **options})


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(msgspec.field,))
class Event(msgspec.Struct, frozen=True, metaclass=Strict, tag_field="type"):
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

    def __post_init__(self) -> None:
        for name, as_float in _measures(type(self)):
            msgspec.structs.force_setattr(self, name, as_float(getattr(self, name)))


@cache
def _measures(kind: type[Event]) -> tuple[tuple[str, Callable[[Any], Any]], ...]:
    """Return the fields that hold measures, and how to make floats of them.

    A measure of 3 becomes 3.0, so that it is equal after a journal was read.
    """
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


class Refused(Exception):
    """A command that the rules refuse; nothing of it was done."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.rule, refusal.code, dict(refusal.facts))
        self.refusal = refusal


Step = Question | Event | Refusal
Rule = Generator[Step, Any, T]
"""A rule of the game: it yields questions, events and refusals, and may return a value."""
