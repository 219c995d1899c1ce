"""All the packs at hand of a game: the shipped ones, and the user's own that add or replace."""

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
    from q40k.packs.stock import Item


@dataclass(frozen=True)
class Library:
    """The packs by kind and id. `warnings` are the problems that keep nothing from being used."""

    items: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    warnings: tuple[Problem, ...] = ()

    def of_kind(self, kind: str) -> Mapping[str, Any]:
        """Everything of one kind, by id."""
        return self.items.get(kind, {})

    def replace(self, **kinds: Mapping[str, Any]) -> Self:
        """The same packs with all of some kinds put in the place of theirs."""
        return type(self)({**self.items, **kinds}, self.warnings)

    def nearest(self, kind: str, word: str) -> str | None:
        """The id of this kind that is most like `word`, or None when nothing is like it."""
        return nearest(word, self.of_kind(kind))


def load(
    packs: PackKinds,
    folders: Iterable[Path] = (),
    *,
    only: Collection[str] | None = None,
    shipped: bool = True,
    cache: Path | None = None,
) -> Library:
    """The shipped packs, then those of each folder (or file), which add to or replace by id.

    `only` names the kinds that are wanted: nothing else is read of the shipped packs, and
    nothing else is kept of the others. What has been compiled is not read again; `cache` is the
    folder where it is kept. Raises PackError with every problem of every file.
    """
    starts = tuple(folders)
    key = compiled.key_of(packs, starts) if shipped else None
    if key is not None:
        kept = compiled.find(packs, key, only, cache)
        if kept is not None:
            return Library(kept)
    from q40k.packs.stock import Stock

    stock = Stock(packs, only)
    if shipped:
        stock.add_shipped(asked=True)
    for start in starts:
        stock.add(start)
    problems = stock.all_problems()
    if any(problem.severity == "error" for problem in problems):
        raise PackError(problems)
    models = stock.models()
    if key is not None and cache is not None and only is None and not problems:
        compiled.keep(models, key, cache)
    return Library(models, tuple(problems))


def check(
    packs: PackKinds, paths: Path | Iterable[Path] = (), beside: Iterable[Path] = ()
) -> list[Problem]:
    """Every problem and warning of these files and folders; of the shipped packs without any.

    What a file refers to may also stand in the shipped packs, or in the folders `beside` them.
    """
    from q40k.packs.stock import Stock

    asked = [paths] if isinstance(paths, Path) else list(paths)
    stock = Stock(packs)
    stock.add_shipped(asked=not asked)
    for folder in beside:
        stock.add_beside(folder, without=asked)
    for path in asked:
        stock.add(path)
    return stock.all_problems()


def with_places(
    packs: PackKinds, kind: str, paths: Iterable[Path] = (), *, shipped: bool = True
) -> tuple[dict[str, Item], list[Problem]]:
    """The objects of one kind of these files and folders, with their places, and what is wrong.

    The shipped ones come first; those of `paths` add to them or replace them.
    """
    from q40k.packs.stock import Stock

    stock = Stock(packs, (kind,))
    if shipped:
        stock.add_shipped(asked=False)
    for path in paths:
        stock.add(path)
    return stock.items[kind], in_reading_order(stock.problems)
