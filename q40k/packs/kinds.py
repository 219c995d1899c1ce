"""What a game declares about its packs: their kinds, their folders, their references."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from q40k.packs.base import Pack
from q40k.packs.problems import Fact, Severity

Steps = tuple[str | int, ...]


class Reference(Struct, frozen=True):
    """A reference of an object: the kinds it may be of, the id, and the path within the object."""

    kinds: tuple[str, ...]
    id: str
    path: Steps


class Remark(Struct, frozen=True):
    """A problem of a sound object; `path` is its place in the object's data."""

    code: str
    severity: Severity
    path: Steps
    facts: Mapping[str, Fact]


def _none(*_objects: Any) -> tuple[()]:
    return ()


class PackKind(Struct, frozen=True):
    """One kind of object that a pack may hold.

    `name` is its key in a file, `singular` the word for a single object. The shipped ones are in
    `folder`, in the files that match the pattern `files`, except `without`. Kinds with the same
    `ids` share their ids: an object of one replaces that of the other. `references` returns the
    references of an object. `remarks` returns remarks on an object and the data it was read from,
    `remarks_among` those on an object beside all others, which it gets by kind and id.
    """

    name: str
    singular: str
    model: type[Pack]
    folder: str
    files: str = "*.yaml"
    without: tuple[str, ...] = ()
    ids: str = ""
    references: Callable[[Any], Iterable[Reference]] = _none
    remarks: Callable[[Any, Any], Iterable[Remark]] = _none
    remarks_among: Callable[[Any, Mapping[str, Mapping[str, Any]]], Iterable[Remark]] = _none

    @property
    def id_space(self) -> str:
        """Return the name of the group of kinds that share their ids."""
        return self.ids or self.name


class PackKinds(Struct, frozen=True):
    """All the kinds of a game; `art` are its printed pieces that a bundle may bring pictures of.

    `folders` hold the shipped packs; `homes` are where they may be: the first with all of them
    counts.
    """

    game: str
    kinds: tuple[PackKind, ...]
    folders: tuple[str, ...]
    homes: tuple[Path, ...]
    art: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of all kinds."""
        return tuple(kind.name for kind in self.kinds)

    @property
    def singulars(self) -> tuple[str, ...]:
        """Return the words for a single object of each kind."""
        return tuple(kind.singular for kind in self.kinds)

    def of(self, name: str) -> PackKind:
        """Return the kind of that name. Raises KeyError."""
        return {kind.name: kind for kind in self.kinds}[name]

    def sharing_ids(self, kind: PackKind) -> tuple[PackKind, ...]:
        """Return the kinds that share their ids with `kind`, itself included."""
        return tuple(other for other in self.kinds if other.id_space == kind.id_space)
