"""All packs of a game: the shipped ones, and the user's own that add to or replace them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from q40k.kernel.lookup import nearest
from q40k.packs import compiled
from q40k.packs.kinds import PackKinds
from q40k.packs.problems import PackError, Problem, in_reading_order

if TYPE_CHECKING:
    from q40k.packs.stock import Item, Stock


@dataclass(frozen=True)
class Library:
    """The packs by kind and id. `warnings` are the problems that do not prevent their use."""

    items: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    warnings: tuple[Problem, ...] = ()

    def of_kind(self, kind: str) -> Mapping[str, Any]:
        """Return everything of one kind, by id."""
        return self.items.get(kind, {})

    def replace(self, **kinds: Mapping[str, Any]) -> Self:
        """Return the same packs with all objects of some kinds replaced."""
        return type(self)({**self.items, **kinds}, self.warnings)

    def nearest(self, kind: str, word: str) -> str | None:
        """Return the id of this kind most similar to `word`, or None if none is similar."""
        return nearest(word, self.of_kind(kind))


def load(
    packs: PackKinds,
    folders: Iterable[Path] = (),
    *,
    only: Collection[str] | None = None,
    shipped: bool = True,
    cache: Path | None = None,
) -> Library:
    """Return the shipped packs, and those of each folder (or file), which add or replace by id.

    `only` names the kinds to load: of the shipped packs no others are read, of the others no others
    are kept. Compiled packs are not read again; `cache` is the folder of the compiled files. Raises
    PackError with every problem of every file.
    """
    starts = tuple(folders)
    key = compiled.key_of(packs, starts) if shipped else None
    if key is not None:
        kept = compiled.find(packs, key, only, cache)
        if kept is not None:
            return Library(kept)
    stock = _stock_over_compiled(packs, starts, only, cache) if shipped and starts else None
    problems = stock.all_problems() if stock is not None else []
    if stock is None or problems:  # the shipped files are read as well, to name the places of problems
        stock = _stock_of_files(packs, starts, only, shipped=shipped)
        problems = stock.all_problems()
    if any(problem.severity == "error" for problem in problems):
        raise PackError(problems)
    models = stock.models()
    if key is not None and cache is not None and only is None and not problems:
        compiled.keep(models, key, cache)
    return Library(models, tuple(problems))


def _stock_of_files(packs: PackKinds, starts: Iterable[Path], only: Collection[str] | None, *, shipped: bool) -> Stock:
    from q40k.packs.stock import Stock

    stock = Stock(packs, only)
    if shipped:
        stock.add_shipped(report=True)
    for start in starts:
        stock.add(start)
    return stock


def _stock_over_compiled(
    packs: PackKinds, starts: Iterable[Path], only: Collection[str] | None, cache: Path | None
) -> Stock | None:
    """Return the files of `starts` over the compiled shipped packs; None if those are not compiled."""
    stock = _compiled_stock(packs, only, cache)
    if stock is not None:
        for start in starts:
            stock.add(start)
    return stock


def _compiled_stock(packs: PackKinds, only: Collection[str] | None, cache: Path | None) -> Stock | None:
    from q40k.packs.stock import Stock

    key = compiled.key_of(packs)
    models = None if key is None else compiled.find(packs, key, only, cache)
    if models is None:
        return None
    stock = Stock(packs, only)
    stock.add_compiled(models)
    return stock


def shipped_stock(packs: PackKinds, cache: Path | None = None) -> Stock:
    """Return the shipped packs, to add others to: the compiled ones, or else those of the files."""
    from q40k.packs.stock import Stock

    load(packs, cache=cache)  # which compiles them, where there is a cache
    stock = _compiled_stock(packs, None, cache)
    if stock is None:
        stock = Stock(packs)
        stock.add_shipped(report=False)
    return stock


def check(packs: PackKinds, paths: Path | Iterable[Path] = (), beside: Iterable[Path] = ()) -> list[Problem]:
    """Return every problem and warning of these files and folders, or of the shipped packs.

    A file may also refer to objects in the shipped packs, or in the folders `beside` them.
    """
    from q40k.packs.stock import Stock

    own_paths = [paths] if isinstance(paths, Path) else list(paths)
    stock = Stock(packs)
    stock.add_shipped(report=not own_paths)
    for folder in beside:
        stock.add_beside(folder, without=own_paths)
    for path in own_paths:
        stock.add(path)
    return stock.all_problems()


def load_with_places(
    packs: PackKinds, kind: str, paths: Iterable[Path] = (), *, shipped: bool = True
) -> tuple[dict[str, Item], list[Problem]]:
    """Return the objects of one kind, with their places in files and folders, and all problems.

    The shipped ones come first; those of `paths` add to them or replace them.
    """
    from q40k.packs.stock import Stock

    stock = Stock(packs, (kind,))
    if shipped:
        stock.add_shipped(report=False)
    for path in paths:
        stock.add(path)
    return stock.items[kind], in_reading_order(stock.problems)
