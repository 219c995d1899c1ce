"""Compare our champions with the catalogues of another program, field by field: `make codex-drift SOURCE=folder`.

A folder may hold catalogues (`.cat`, `.catz`, `.gst`, `.gstz`) and rosters (`.ros`, `.rosz`, `.json`). Only names,
profiles, points and gear are read, no rules and no prose. Who keeps the champions decides what each difference means:
another edition, a slip here, or a slip there.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from q40k.games.quake.packs.library import Library, fold_text, load
from q40k.games.quake.packs.rosters import (
    MOST_BYTES,
    MOST_DEEP,
    MOST_SELECTIONS,
    Above,
    MappedFigure,
    RosterError,
    RosterFigure,
    figures_below,
    map_figure,
    read_roster,
    read_xml,
    unzip_member,
)

CATALOGUES, ROSTERS = (".cat", ".gst", ".catz", ".gstz"), (".ros", ".rosz", ".json")
CONTAINERS = {
    "selectionEntries",
    "sharedSelectionEntries",
    "selectionEntryGroups",
    "sharedSelectionEntryGroups",
    "entryLinks",
    "infoLinks",
    "sharedProfiles",
    "profiles",
    "characteristics",
    "costs",
}
ENTRIES = ("selectionEntries", "sharedSelectionEntries")
GROUPS = ("selectionEntryGroups", "sharedSelectionEntryGroups")
PAID = ("model", "unit")
"""What costs points of its own: a catalogue offers every upgrade, and nobody takes all of them."""
STATS = ("ws", "bs", "s", "t", "w", "i", "a", "ld", "sv")

Element = dict[str, Any]
Printed = dict[tuple[str, str, str], set[int]]
"""The numbers that a catalogue prints, by its file, a figure's name and a field."""


class Difference(NamedTuple):
    """A field in which a champion is not as a catalogue says."""

    champion: str
    field: str
    ours: str
    theirs: str
    file: str


class Drift(NamedTuple):
    """All differences, the champions that were compared, and the figures that no pack of ours knows."""

    differences: list[Difference]
    compared: set[str]
    unknown: list[str]


# -- reading -----------------------------------------------------------------------------------


def read_figures(folder: Path) -> Iterator[tuple[str, RosterFigure | RosterError]]:
    """Yield every figure of every file of a folder with the name of its file; of a bad file, why it is bad."""
    files = sorted(path for path in folder.iterdir() if path.suffix.lower() in (*CATALOGUES, *ROSTERS))
    catalogues: dict[str, Element] = {}
    for path in files:
        try:
            if path.suffix.lower() in CATALOGUES:
                catalogues[path.name] = read_catalogue(path)
            else:
                yield from ((path.name, figure) for figure in read_roster(path))
        except RosterError as error:
            yield path.name, error
    index = {key: element for catalogue in catalogues.values() for key, element in _index(catalogue)}
    for name, catalogue in catalogues.items():
        try:
            yield from ((name, figure) for figure in catalogue_figures(catalogue, index))
        except RosterError as error:
            yield name, error


def read_catalogue(path: Path) -> Element:
    """Return a catalogue. Raises RosterError, OSError."""
    with path.open("rb") as file:
        raw = file.read(MOST_BYTES + 1)
    if len(raw) > MOST_BYTES:
        raise RosterError("too-large")
    if raw.startswith(b"PK"):
        raw = unzip_member(raw, ".cat", ".gst")
    return read_xml(raw, ("catalogue", "gameSystem"), CONTAINERS)


def _index(element: Element) -> Iterator[tuple[str, Element]]:
    """Yield everything at and below an element that a link may name, by its id."""
    waiting = [element]
    while waiting:
        element = waiting.pop()
        yield str(element.get("id")), element
        waiting += [below for key in CONTAINERS for below in element.get(key, ()) if isinstance(below, dict)]


class Expander:
    """Writes the entries of a catalogue out as a roster has them, links followed; what loops or explodes is refused."""

    def __init__(self, index: Mapping[str, Element]) -> None:
        self.index = index
        self.count = 0

    def entry(self, element: Element, depth: int = 0) -> Element:
        """Return an entry with everything below it. Raises RosterError."""
        self.count += 1
        if depth > MOST_DEEP or self.count > MOST_SELECTIONS:
            raise RosterError("too-large")
        below = [self.entry(child, depth + 1) for child in self.children(element, depth)]
        profiles = [
            *element.get("profiles", ()),
            *(self.index.get(str(link.get("targetId")), {}) for link in element.get("infoLinks", ())),
        ]
        return {
            "name": element.get("name"),
            "type": element.get("type"),
            "selections": below,
            "profiles": profiles,
            "costs": element.get("costs", []) if element.get("type") in PAID else [],
        }

    def children(self, element: Element, depth: int) -> Iterator[Element]:
        """Yield the entries directly below an element, those of its groups and links among them."""
        self.count += 1
        if depth > MOST_DEEP or self.count > MOST_SELECTIONS:
            raise RosterError("too-large")
        for key in ENTRIES:
            yield from element.get(key, ())
        groups = [group for key in GROUPS for group in element.get(key, ())]
        for link in element.get("entryLinks", ()):
            target = self.index.get(str(link.get("targetId")))
            if target is not None and link.get("type") == "selectionEntryGroup":
                groups.append(target)
            elif target is not None:
                yield {**target, "name": link.get("name") or target.get("name")}
        for group in groups:
            yield from self.children(group, depth + 1)


def catalogue_figures(catalogue: Element, index: Mapping[str, Element]) -> Iterator[RosterFigure]:
    """Yield the figures of a catalogue. Raises RosterError."""
    for entry in Expander(index).children(catalogue, 0):
        selection = Expander(index).entry(entry)
        yield from figures_below(selection, Above(str(catalogue.get("name", ""))))


# -- comparing ---------------------------------------------------------------------------------


def compare(library: Library, figures: Iterable[tuple[str, RosterFigure]]) -> Drift:
    """Return where our champions are not as the figures say; each champion is compared once with each file."""
    differences, unknown = list[Difference](), dict[str, None]()
    compared = dict[tuple[str, str], None]()
    for file, figure in figures:
        mapped = map_figure(library, figure)
        if mapped.champion is None:
            unknown.setdefault(f"{figure.name} ({figure.army})")
        elif (mapped.champion.id, file) not in compared and figure.profile:
            compared[mapped.champion.id, file] = None
            differences += _differences(mapped, figure, file)
    return Drift(differences, {champion for champion, _file in compared}, list(unknown))


def printed_numbers(folder: Path) -> Printed:
    """Return the numbers that each catalogue of a folder prints, by file, figure and field: 4 and 5 of "4(5)"."""
    printed: Printed = {}
    for path in sorted(folder.iterdir()):
        with suppress(RosterError):
            catalogue = read_catalogue(path) if path.suffix.lower() in CATALOGUES else {}
            for _id, element in _index(catalogue):
                values = [(str(cost.get("name")), cost.get("value")) for cost in element.get("costs", ())]
                values = [("points", value) for name, value in values if "pt" in name.casefold()]
                values += [(str(c.get("name")).casefold(), c.get("$text", c.get("value"))) for c in _stats_of(element)]
                for field, value in values:
                    numbers = printed.setdefault((path.name, fold_text(str(element.get("name"))), field), set())
                    numbers.update(round(float(number)) for number in re.findall(r"\d+(?:\.\d+)?", str(value)))
    return printed


def _stats_of(element: Element) -> Iterable[Element]:
    characteristics: Iterable[Element] = element.get("characteristics", ())
    return characteristics


def unexplained(library: Library, differences: Iterable[Difference], printed: Printed) -> Iterator[Difference]:
    """Yield the differences that nothing explains.

    A champion is compared with the catalogue that its source names; any other one is another edition. If that
    prints our number under the figure's name, the entry that was compared is another of that name, or "4(5)". What
    a catalogue offers as gear is not what a figure has: gear is compared with rosters only.
    """
    files = {file for file, _name, _field in printed}
    for difference in differences:
        champion, field, file = library.champions[difference.champion], difference.field, difference.file
        source = champion.source or ""
        cited = next((each for each in files if f":{each}#" in source), None)
        is_other = cited is not None and file != cited
        is_offer = file.endswith(CATALOGUES) and field not in (*STATS, "points")
        is_invulnerable = field == "sv" and difference.theirs == _shown(champion.inv)
        names = {fold_text(name) for name in (source.rpartition("#")[2], champion.name.en, *champion.aka)}
        is_printed = any(difference.ours in map(str, printed.get((file, name, field), ())) for name in names)
        if not (is_other or is_offer or is_invulnerable or is_printed or why(library, difference)):
            yield difference


def why(library: Library, difference: Difference) -> str:
    """Return the reason that a champion's pack gives for a difference that was looked into; "" if it gives none."""
    settled = library.champions[difference.champion].differences
    return next((s.why for f, s in settled.items() if (f, str(s.printed)) == (difference.field, difference.theirs)), "")


def _differences(mapped: MappedFigure, figure: RosterFigure, file: str) -> Iterator[Difference]:
    champion = mapped.champion
    assert champion is not None
    for stat in STATS:
        theirs, ours = figure.profile.get(stat), getattr(champion, stat)
        if theirs != ours and (theirs is not None or stat == "sv"):
            yield Difference(champion.id, stat, _shown(ours), _shown(theirs), file)
    if figure.points is not None and figure.points != champion.points:
        yield Difference(champion.id, "points", str(champion.points), str(figure.points), file)
    missing = [weapon for weapon in champion.weapons if weapon not in mapped.carried]
    if figure.gear and missing:
        yield Difference(champion.id, "weapons", ", ".join(missing), "-", file)
    for field, words in (("gear that is no option here", mapped.refused), ("gear unknown here", mapped.unknown)):
        if words:
            yield Difference(champion.id, field, "-", ", ".join(words), file)


def _shown(number: int | None) -> str:
    return "-" if number is None else str(number)


def table(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield rows in columns, the last one as it is."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the differences; return 2 if nothing could be read."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", type=Path, help="a folder of catalogues or rosters")
    parser.add_argument("--unknown", action="store_true", help="also list figures that no pack of ours knows")
    parser.add_argument("--all", action="store_true", help="also show what is settled or explained")
    options = parser.parse_args(arguments)
    if not options.source.is_dir():
        sys.stderr.write(f"{options.source} is no folder: make codex-drift SOURCE=folder\n")
        return 2
    figures = []
    for name, figure in read_figures(options.source):
        if isinstance(figure, RosterError):
            sys.stderr.write(f"{name} was left out: {figure.code}\n")
        else:
            figures.append((name, figure))
    library = load()
    drift = compare(library, figures)
    differences = drift.differences
    if not options.all:
        differences = list(unexplained(library, differences, printed_numbers(options.source)))
    heads = ("champion", "field", "ours", "theirs", "file", "why")
    rows = [heads, *((*difference, why(library, difference)) for difference in sorted(differences))]
    sys.stdout.writelines(f"{line}\n" for line in (table(rows) if differences else ()))
    sys.stdout.writelines(f"unknown: {name}\n" for name in (drift.unknown if options.unknown else ()))
    sys.stderr.write(
        f"{len(drift.compared)} champions compared, {len(differences)} of {len(drift.differences)} differences shown;"
        f" {len(drift.unknown)} figures are of no pack of ours\n"
    )
    return 0 if figures else 2


if __name__ == "__main__":
    sys.exit(main())
