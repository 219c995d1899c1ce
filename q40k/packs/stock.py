"""The stock: pack files that were read and validated, layer by layer, for the library."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from q40k.kernel.lookup import nearest
from q40k.packs.finding import pack_files, shipped_files
from q40k.packs.kinds import PackKind, PackKinds, Remark
from q40k.packs.problems import Fact, Problem, displayable, in_reading_order
from q40k.packs.reader import MOST_PROBLEMS, Document, Plain, Steps, read
from q40k.packs.validate import as_fact, id_of, kind_word, validate


class Item(Struct, frozen=True):
    """One object for the library, and where it came from.

    Its problems are reported only if `is_reported`. A compiled object has no problem of its own.
    """

    kind: PackKind
    model: Any
    document: Document
    path: Steps
    is_reported: bool
    is_compiled: bool = False

    def problem(self, code: str, below: Steps, facts: Mapping[str, Fact]) -> Problem:
        """Return a problem of the value at `below` in it."""
        path = (*self.path, *below)
        return self.document.problem(code, path, facts, object_id=self.model.id)


class Stock:
    """Everything read so far; later layers replace objects of earlier ones."""

    def __init__(self, packs: PackKinds, only: Collection[str] | None = None) -> None:
        self.packs = packs
        self.kinds = tuple(n for n in packs.names if only is None or n in only)
        self.items: dict[str, dict[str, Item]] = {name: {} for name in packs.names}
        self.problems: list[Problem] = []
        self.broken: set[str] = set()  # ids of objects with problems: they exist nevertheless

    def add_shipped(self, *, report: bool) -> None:
        """Add the shipped files; keep their problems only with `report`."""
        self.add_documents(map(read, shipped_files(self.packs, self.kinds)), report=report)

    def add_compiled(self, models: Mapping[str, Mapping[str, Any]]) -> None:
        """Add shipped objects that were compiled: where they are in their files is not known."""
        unread = Document("")
        for name, shelf in models.items():
            kind = self.packs.of(name)
            self.items[name] |= {own_id: Item(kind, model, unread, (), True, True) for own_id, model in shelf.items()}

    def add(self, start: Path) -> None:
        """Add one layer: every pack file at or below `start`."""
        files, problems = pack_files(start)
        self.problems += problems
        self.add_documents(map(read, files), report=True)

    def add_beside(self, start: Path, without: Iterable[Path] = ()) -> None:
        """Add a layer that others may refer to; its problems are not reported."""
        own = {path.resolve() for path in without}
        files = (file for file in pack_files(start)[0] if file.resolve() not in own)
        self.add_documents(map(read, files), report=False)

    def copy(self) -> Stock:
        """Return a copy that can be added to separately."""
        other = Stock(self.packs, self.kinds)
        other.items = {name: dict(shelf) for name, shelf in self.items.items()}
        other.problems, other.broken = list(self.problems), set(self.broken)
        return other

    def add_documents(self, documents: Iterable[Document], *, report: bool) -> None:
        """Add one layer of documents; keep their problems only with `report`."""
        layer: dict[tuple[str, str], Item] = {}
        for document in documents:
            for item in self._items(document, report=report):
                first = layer.setdefault((item.kind.id_space, item.model.id), item)
                if first is not item:
                    document.problems.append(_duplicate(item, first))
            if report:
                self.problems += document.problems
        for item in layer.values():
            for kind in self.packs.sharing_ids(item.kind):
                if kind is not item.kind:
                    self.items[kind.name].pop(item.model.id, None)
            self.items[item.kind.name][item.model.id] = item

    def _items(self, document: Document, *, report: bool) -> Iterator[Item]:
        """Yield the sound objects of one file; add problems of the others to the document."""
        for name, entries in _sections(document, self.packs.names):
            if name not in self.kinds:
                continue
            kind = self.packs.of(name)
            for index, raw in enumerate(entries):
                if len(document.problems) > MOST_PROBLEMS:
                    return
                model = validate(kind.model, document, (name, index), raw)
                if model is not None:
                    yield Item(kind, model, document, (name, index), report)
                else:
                    self.broken.add(id_of(raw) or "")

    def all_problems(self) -> list[Problem]:
        """Return every problem, within the objects and between them, in reading order."""
        return in_reading_order([*self.problems, *self._between()])

    def _between(self) -> Iterator[Problem]:
        models = self.models()
        for shelf in self.items.values():
            for item in shelf.values():
                if item.is_reported:
                    yield from self._references(item)
                    if not item.is_compiled:
                        yield from _problems_of(item, item.kind.remarks(item.model, item.document.at(item.path)))
                    yield from _problems_of(item, item.kind.remarks_among(item.model, models))

    def _references(self, item: Item) -> Iterator[Problem]:
        for reference in item.kind.references(item.model):
            if not set(reference.kinds) <= set(self.kinds):
                continue
            ids = [own_id for kind in reference.kinds for own_id in self.items[kind]]
            if reference.id not in ids and reference.id not in self.broken:
                facts = {"kind": reference.kinds[0], "id": reference.id, "nearest": nearest(reference.id, ids)}
                yield item.problem("unknown-reference", reference.path, facts)

    def models(self) -> dict[str, dict[str, Any]]:
        """Return the models read so far, by kind and id."""
        return {kind: {own_id: item.model for own_id, item in shelf.items()} for kind, shelf in self.items.items()}


def _problems_of(item: Item, remarks: Iterable[Remark]) -> Iterator[Problem]:
    for remark in remarks:
        problem = item.problem(remark.code, remark.path, remark.facts)
        yield replace(problem, severity=remark.severity)


def _sections(document: Document, names: tuple[str, ...]) -> Iterator[tuple[str, list[Plain]]]:
    """Yield the lists of a file by kind; add what does not belong there to its problems."""
    data = document.data
    if data is None:
        return
    if not isinstance(data, dict):
        document.problems.append(_wrong_type(document, (), "mapping", data))
        return
    for key, entries in data.items():
        if len(document.problems) >= MOST_PROBLEMS:
            document.problems.append(document.problem("too-many", (), {"most": MOST_PROBLEMS}))
            return
        if key not in names:
            facts: dict[str, Fact] = {"key": displayable(key), "nearest": nearest(key, names)}
            document.problems.append(document.problem("unknown-key", (key,), facts, at_key=True))
        elif (key,) in document.refused:
            continue
        elif isinstance(entries, list):
            yield key, entries
        else:
            document.problems.append(_wrong_type(document, (key,), "list", entries))


def _wrong_type(document: Document, path: Steps, expected: str, value: object) -> Problem:
    facts: dict[str, Fact] = {"expected": (expected,), "got": kind_word(value), "value": as_fact(value)}
    return document.problem("wrong-type", path, facts)


def _duplicate(item: Item, first: Item) -> Problem:
    line, _ = first.document.place((*first.path, "id"))
    facts: dict[str, Fact] = {
        "kind": item.kind.name,
        "id": item.model.id,
        "first_file": first.document.file,
        "first_line": line,
    }
    return item.problem("duplicate-id", ("id",), facts)
