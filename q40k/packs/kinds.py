"""What a game says of its packs: the kinds there are, where they lie, what refers to what."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from q40k.packs.base import Pack
from q40k.packs.problems import Fact, Severity

Steps = tuple[str | int, ...]


class Reference(Struct, frozen=True):
    """An id that an object names: of which kinds it may be, and where it stands in the object."""

    kinds: tuple[str, ...]
    id: str
    path: Steps


class Remark(Struct, frozen=True):
    """One thing to say against a sound object; `path` is where it stands in the object's data."""

    code: str
    severity: Severity
    path: Steps
    facts: Mapping[str, Fact]


def _refers_to_nothing(_object: Any) -> Iterable[Reference]:
    return ()


def _nothing_to_say(_object: Any, _written: Any) -> Iterable[Remark]:
    return ()


def _fits_all(_object: Any, _others: Mapping[str, Mapping[str, Any]]) -> Iterable[Remark]:
    return ()


class PackKind(Struct, frozen=True):
    """One kind of object a pack may hold.

    `name` is its key in a file, `one` the word for a single one. The shipped ones lie in `folder`,
    in the files that `files` fits, `without` excepted. Kinds of the same `ids` share their ids: an
    object of one replaces that of the other. `refers` lists what an object refers to, `remarks`
    what there is to say against it and the data it was written as, though it is sound, and `among`
    what there is to say against it beside all the others, which it is given by kind and id.
    """

    name: str
    one: str
    model: type[Pack]
    folder: str
    files: str = "*.yaml"
    without: tuple[str, ...] = ()
    ids: str = ""
    refers: Callable[[Any], Iterable[Reference]] = _refers_to_nothing
    remarks: Callable[[Any, Any], Iterable[Remark]] = _nothing_to_say
    among: Callable[[Any, Mapping[str, Mapping[str, Any]]], Iterable[Remark]] = _fits_all

    @property
    def id_space(self) -> str:
        """What its ids are shared within."""
        return self.ids or self.name


class PackKinds(Struct, frozen=True):
    """All the kinds of a game.

    `folders` hold the shipped packs; `homes` are where they may lie: the first that has them all
    counts.
    """

    game: str
    kinds: tuple[PackKind, ...]
    folders: tuple[str, ...]
    homes: tuple[Path, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all kinds."""
        return tuple(kind.name for kind in self.kinds)

    @property
    def ones(self) -> tuple[str, ...]:
        """The word for a single one of each kind."""
        return tuple(kind.one for kind in self.kinds)

    def of(self, name: str) -> PackKind:
        """The kind of that name. Raises KeyError."""
        return {kind.name: kind for kind in self.kinds}[name]

    def beside(self, kind: PackKind) -> tuple[PackKind, ...]:
        """The kinds that share their ids with `kind`, itself among them."""
        return tuple(one for one in self.kinds if one.id_space == kind.id_space)
