"""All the packs at hand: the shipped ones, and the user's own that add to or replace them.

library = load([Path("my-packs")])
champion = build_champion(library, "sm-veteran-sergeant", ["power-fist"])
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, cast

from q40k.games.quake.packs.champions import (
    InlineProfile,
    build_champion,
    inline_champion,
    outfit,
    slug,
)
from q40k.games.quake.packs.combinations import clashes
from q40k.games.quake.packs.layout import arena_layout
from q40k.games.quake.packs.models import Arena, BonusTables, Champion, Gear, Mod, Pack, Weapon
from q40k.games.quake.packs.search import find, find_gear, nearest_champion
from q40k.kernel.lookup import nearest
from q40k.packs.finding import pack_files, shipped_files, shipped_folders
from q40k.packs.problems import (
    CODES,
    LONGEST_SHOWN,
    Fact,
    PackError,
    Problem,
    in_reading_order,
    shown,
)
from q40k.packs.reader import MOST_PROBLEMS, Document, Plain, Steps, read
from q40k.packs.schemas import MODELS, SCHEMAS, Kind, schema
from q40k.packs.validate import as_fact, id_of, kind_word, validated

__all__ = [
    "CODES",
    "SCHEMAS",
    "InlineProfile",
    "Kind",
    "Library",
    "PackError",
    "Problem",
    "build_champion",
    "check",
    "inline_champion",
    "load",
    "outfit",
    "schema",
    "shipped_folders",
    "slug",
]

ALL_KINDS: tuple[Kind, ...] = tuple(MODELS)
# One id names one thing that a champion may carry, be it a weapon or other gear.
_CARRIED: tuple[Kind, ...] = ("weapons", "gear")


@dataclass(frozen=True)
class Library:
    """The packs by kind and id. `warnings` are the problems that keep nothing from being used."""

    champions: Mapping[str, Champion] = field(default_factory=dict)
    weapons: Mapping[str, Weapon] = field(default_factory=dict)
    gear: Mapping[str, Gear] = field(default_factory=dict)
    bonus_tables: Mapping[str, BonusTables] = field(default_factory=dict)
    arenas: Mapping[str, Arena] = field(default_factory=dict)
    mods: Mapping[str, Mod] = field(default_factory=dict)
    warnings: tuple[Problem, ...] = ()

    def of_kind(self, kind: Kind) -> Mapping[str, Pack]:
        """Everything of one kind, by id."""
        return cast(Mapping[str, Pack], getattr(self, kind))

    def find_champions(self, words: str) -> list[Champion]:
        """The champions that all of `words` fit, the best first; without words, everyone.

        A word is a few letters of an id, a name in either language, a by-name, an army or a
        weapon; accents and capitals do not matter.
        """
        return find(words, self.champions.values(), self.weapons, self.gear)

    def find_gear(self, words: str, among: Iterable[str]) -> list[str]:
        """The ids of weapons and gear among these that `words` fit, the best first."""
        return find_gear(words, among, self.weapons, self.gear)

    def nearest(self, kind: Kind, word: str) -> str | None:
        """The id of this kind that is most like `word`, or None when nothing is like it.

        A champion is also known by its names, its nicknames and the initials of its army.
        """
        if kind == "champions":
            near = nearest_champion(word, self.champions.values())
            if near is not None or not 0 < len(word) <= LONGEST_SHOWN:
                return near
            found = self.find_champions(word)
            return found[0].id if found else None
        return nearest(word, self.of_kind(kind))


def load(
    folders: Iterable[Path] = (),
    *,
    only: Collection[Kind] | None = None,
    shipped: bool = True,
) -> Library:
    """The shipped packs, then those of each folder (or file), which add to or replace by id.

    `only` names the kinds that are wanted: nothing else is read of the shipped packs, and
    nothing else is kept of the others. Raises PackError with every problem of every file.
    """
    stock = _Stock(ALL_KINDS if only is None else tuple(k for k in ALL_KINDS if k in only))
    if shipped:
        stock.add_shipped(asked=True)
    for folder in folders:
        stock.add(folder)
    problems = stock.all_problems()
    if any(problem.severity == "error" for problem in problems):
        raise PackError(problems)
    return stock.library(problems)


def check(paths: Path | Iterable[Path] = ()) -> list[Problem]:
    """Every problem and warning of these files and folders; of the shipped packs without any.

    What a file refers to may also stand in the shipped packs.
    """
    asked = [paths] if isinstance(paths, Path) else list(paths)
    stock = _Stock(ALL_KINDS)
    stock.add_shipped(asked=not asked)
    for path in asked:
        stock.add(path)
    return stock.all_problems()


def arenas_with_places(
    paths: Iterable[Path] = (), *, shipped: bool = True
) -> tuple[dict[str, Item], list[Problem]]:
    """The arenas of these files and folders, with their places in them, and what is wrong.

    The shipped ones come first; those of `paths` add to them or replace them.
    """
    stock = _Stock(("arenas",))
    if shipped:
        stock.add_shipped(asked=False)
    for path in paths:
        stock.add(path)
    return stock.items["arenas"], in_reading_order(stock.problems)


@dataclass(frozen=True)
class Item:
    """One object on its way into the library, and where it came from."""

    kind: Kind
    model: Any
    document: Document
    path: Steps
    asked: bool

    def problem(self, code: str, below: Steps, facts: Mapping[str, Fact]) -> Problem:
        path = (*self.path, *below)
        return self.document.problem(code, path, facts, object_id=self.model.id)


class _Stock:
    """What has been read so far; later layers replace what earlier ones brought."""

    def __init__(self, kinds: tuple[Kind, ...]) -> None:
        self.kinds = kinds
        self.items: dict[Kind, dict[str, Item]] = {kind: {} for kind in ALL_KINDS}
        self.problems: list[Problem] = []
        self.broken: set[str] = set()  # ids of objects with problems: they are there, though

    def add_shipped(self, *, asked: bool) -> None:
        """Add the shipped files; their problems are kept only if they were asked for."""
        self._add_files(shipped_files(self.kinds), asked=asked)

    def add(self, start: Path) -> None:
        """Add one layer: every pack file at or below `start`."""
        files, problems = pack_files(start)
        self.problems += problems
        self._add_files(files, asked=True)

    def _add_files(self, files: Iterable[Path], *, asked: bool) -> None:
        layer: dict[tuple[Kind, str], Item] = {}
        for path in files:
            document = read(path)
            for item in self._items(document, asked=asked):
                shelf: Kind = "weapons" if item.kind in _CARRIED else item.kind
                first = layer.setdefault((shelf, item.model.id), item)
                if first is not item:
                    document.problems.append(_duplicate(item, first))
            if asked:
                self.problems += document.problems
        for item in layer.values():
            for kind in _CARRIED if item.kind in _CARRIED else ():
                self.items[kind].pop(item.model.id, None)
            self.items[item.kind][item.model.id] = item

    def _items(self, document: Document, *, asked: bool) -> Iterator[Item]:
        """The sound objects of one file; what is wrong with the others joins its problems."""
        for kind, entries in _sections(document):
            if kind not in self.kinds:
                continue
            for index, raw in enumerate(entries):
                if len(document.problems) > MOST_PROBLEMS:
                    return
                model = validated(MODELS[kind], document, (kind, index), raw)
                if model is not None:
                    yield Item(kind, model, document, (kind, index), asked)
                else:
                    self.broken.add(id_of(raw) or "")

    def all_problems(self) -> list[Problem]:
        """Everything wrong, within the objects and between them, in reading order."""
        return in_reading_order([*self.problems, *self._between()])

    def _between(self) -> Iterator[Problem]:
        for shelf in self.items.values():
            for item in shelf.values():
                if item.asked:
                    yield from self._references(item)
                    yield from _layout(item)
                    yield from _clashes(item)

    def _references(self, item: Item) -> Iterator[Problem]:
        for kinds, word, below in _refers(item):
            if not set(kinds) <= set(self.kinds):
                continue
            known = [one for kind in kinds for one in self.items[kind]]
            if word not in known and word not in self.broken:
                facts = {"kind": kinds[0], "id": word, "nearest": nearest(word, known)}
                yield item.problem("unknown-reference", below, facts)

    def library(self, warnings: Iterable[Problem]) -> Library:
        """What has been read, as a library."""
        return Library(
            **{
                kind: {own_id: item.model for own_id, item in shelf.items()}
                for kind, shelf in self.items.items()
            },
            warnings=tuple(warnings),
        )


def _sections(document: Document) -> Iterator[tuple[Kind, list[Plain]]]:
    """The lists of a file by kind; what stands beside them joins its problems."""
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
        kind = next((known for known in ALL_KINDS if known == key), None)
        if kind is None:
            facts: dict[str, Fact] = {"key": shown(key), "nearest": nearest(key, ALL_KINDS)}
            document.problems.append(document.problem("unknown-key", (key,), facts, at_key=True))
        elif (key,) in document.refused:
            continue
        elif isinstance(entries, list):
            yield kind, entries
        else:
            document.problems.append(_wrong_type(document, (key,), "list", entries))


def _wrong_type(document: Document, path: Steps, expected: str, value: object) -> Problem:
    facts: dict[str, Fact] = {
        "expected": (expected,),
        "got": kind_word(value),
        "value": as_fact(value),
    }
    return document.problem("wrong-type", path, facts)


def _duplicate(item: Item, first: Item) -> Problem:
    line, _ = first.document.place((*first.path, "id"))
    facts: dict[str, Fact] = {
        "kind": item.kind,
        "id": item.model.id,
        "first_file": first.document.file,
        "first_line": line,
    }
    return item.problem("duplicate-id", ("id",), facts)


def _refers(item: Item) -> Iterator[tuple[tuple[Kind, ...], str, Steps]]:
    """Every id that an object refers to: of which kinds it may be, and where it stands."""
    model = item.model
    if isinstance(model, Champion):
        for index, word in enumerate(model.weapons):
            yield _CARRIED, word, ("weapons", index)
        for word in model.options:
            yield _CARRIED, word, ("options", word)
    elif isinstance(model, Gear):
        for index, word in enumerate(model.lines):
            yield ("weapons",), word, ("lines", index)
    elif isinstance(model, Mod):
        yield ("bonus_tables",), model.bonus_tables, ("bonus_tables",)


def _layout(item: Item) -> Iterator[Problem]:
    if isinstance(item.model, Arena):
        for remark in arena_layout(item.model):
            problem = item.problem(remark.code, remark.path, remark.facts)
            yield replace(problem, severity=remark.severity)


def _given(item: Item) -> Collection[str]:
    """The parameters that a mod says in its file."""
    raw: Any = item.document.at(item.path)
    return tuple(raw.get("parameters", ()))


def _clashes(item: Item) -> Iterator[Problem]:
    if isinstance(item.model, Mod):
        for clash in clashes(item.model, _given(item)):
            yield item.problem(clash.code, clash.path, clash.facts)
