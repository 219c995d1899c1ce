"""Reads rosters that people have made elsewhere: BattleScribe’s .ros and .rosz, New Recruit’s JSON.

A roster names figures and their gear; only names, profiles and points are read, no rules and no prose. Whoever made
the file may be anybody: sizes are bounded, and XML with a document type or entities is refused.
"""

import json
import re
from collections.abc import Collection, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any, Literal, NoReturn
from xml.parsers import expat

from msgspec import Struct

from q40k.games.quake.packs.library import Library, fold_text, names_of
from q40k.games.w40k3e.profiles import Champion
from q40k.kernel.text import clean_text
from q40k.kernel.zip_file import ZipUnread, open_zip

MOST_BYTES = 5_000_000
MOST_UNPACKED = 30_000_000
MOST_SELECTIONS = 5_000
MOST_DEEP = 30
MOST_FIGURES = 500
_STATS = ("ws", "bs", "s", "t", "w", "i", "a", "ld", "sv")
_NUMBER = re.compile(r"-?[0-9]{1,4}")
_CONTAINERS = {"selections", "profiles", "costs", "forces", "categories", "characteristics"}

RosterFault = Literal["unread", "too-large", "entities", "no-roster", "no-figures"]


class RosterError(Exception):
    """A file is no roster that can be read; `code` says why."""

    def __init__(self, code: RosterFault) -> None:
        super().__init__(code)
        self.code: RosterFault = code


class RosterFigure(Struct, frozen=True):
    """A figure of a roster, of its unit and army: how many there are, its gear, and its profile and points if named."""

    name: str
    unit: str
    army: str
    number: int
    gear: tuple[str, ...]
    profile: Mapping[str, int]
    points: int | None


Selection = dict[str, Any]


# -- reading ---------------------------------------------------------------------------------------


def read_roster(path: Path) -> list[RosterFigure]:
    """Return the figures of a roster file, in its order. Raises RosterError, OSError."""
    with path.open("rb") as file:
        raw = file.read(MOST_BYTES + 1)
    if len(raw) > MOST_BYTES:
        raise RosterError("too-large")
    if raw.startswith(b"PK"):
        raw = unzip_member(raw, ".ros")
    start = raw.lstrip(b"\xef\xbb\xbf \t\r\n")[:1]
    roster = _read_json(raw) if start == b"{" else read_xml(raw, ("roster",), _CONTAINERS)
    _check_size(roster)
    figures = list(islice(_figures(roster), MOST_FIGURES))
    if not figures:
        raise RosterError("no-figures")
    return figures


def _check_size(roster: Selection) -> None:
    """Refuse a roster that would take long to look through. Raises RosterError."""
    level = [selection for force in _forces(roster) for selection in _selections(force)]
    count = 0
    for _depth in range(MOST_DEEP):
        count += len(level)
        if count > MOST_SELECTIONS:
            break
        level = [below for selection in level for below in _list(selection, "selections")]
        if not level:
            return
    raise RosterError("too-large")


def unzip_member(raw: bytes, *suffixes: str) -> bytes:
    """Return the first file with one of these endings in a zip file. Raises RosterError."""
    try:
        with open_zip(raw) as archive:
            member = next((member for member in archive.infolist() if member.filename.endswith(suffixes)), None)
            if member is None:
                raise RosterError("no-roster")
            with archive.open(member) as stream:  # what the directory says of its size may be a lie
                content = stream.read(MOST_UNPACKED + 1)
    except ZipUnread as error:
        raise RosterError("unread") from error
    if len(content) > MOST_UNPACKED:
        raise RosterError("too-large")
    return content


def _read_json(raw: bytes) -> Selection:
    try:
        data = json.loads(raw)
    except (ValueError, RecursionError) as error:
        raise RosterError("unread") from error
    roster = data.get("roster", data) if isinstance(data, dict) else None
    if not isinstance(roster, dict) or not isinstance(roster.get("forces"), list):
        raise RosterError("no-roster")
    return roster


class _TreeBuilder:
    """Builds of XML the same data that a roster in JSON has; a container becomes a list of its parent."""

    def __init__(self, containers: Collection[str]) -> None:
        self.containers = containers
        self.root: Selection = {}
        self.stack: list[Selection | list[Any]] = []
        self.count = 0

    def open(self, tag: str, attributes: dict[str, str]) -> None:
        """Begin an element."""
        self.count += 1
        if self.count > MOST_SELECTIONS * 50 or len(self.stack) > MOST_DEEP * 2:
            raise RosterError("too-large")
        tag = tag.rpartition(":")[2]
        above = self.stack[-1] if self.stack else None
        if isinstance(above, dict) and tag in self.containers:
            box: Selection | list[Any] = []
            above[tag] = box
        else:
            box = dict(attributes)
            if isinstance(above, list):
                above.append(box)
            elif above is None:
                self.root = {"": tag, **attributes}
                box = self.root
        self.stack.append(box)

    def close(self, _tag: str) -> None:
        """End an element."""
        self.stack.pop()

    def text(self, text: str) -> None:
        """Keep the text of a characteristic."""
        box = self.stack[-1]
        if isinstance(box, dict) and len(box.get("$text", "")) < 100:
            box["$text"] = box.get("$text", "") + text[:100]


def _refuse(*_arguments: object) -> NoReturn:
    raise RosterError("entities")


def read_xml(raw: bytes, roots: Collection[str], containers: Collection[str]) -> Selection:
    """Return a document in XML with one of these roots; `containers` are the elements that are lists.

    A document type, which may hold entities, is refused before it is read. Raises RosterError.
    """
    tree, parser = _TreeBuilder(containers), expat.ParserCreate()
    parser.StartDoctypeDeclHandler = _refuse
    parser.EntityDeclHandler = _refuse
    parser.ExternalEntityRefHandler = _refuse
    parser.StartElementHandler, parser.EndElementHandler = tree.open, tree.close
    parser.CharacterDataHandler = tree.text
    try:
        parser.Parse(raw, True)
    except (expat.ExpatError, ValueError, LookupError) as error:
        raise RosterError("unread") from error
    if tree.root.get("") not in roots:
        raise RosterError("no-roster")
    return tree.root


# -- figures ---------------------------------------------------------------------------------------


def _forces(roster: Selection) -> list[Selection]:
    """Return the forces of a roster, also those inside others. Raises RosterError."""
    forces: list[Selection] = []
    level = _list(roster, "forces")
    for _depth in range(MOST_DEEP):
        forces += level
        level = [below for force in level for below in _list(force, "forces")]
        if not level:
            return forces
    raise RosterError("too-large")


def _selections(force: Selection) -> Iterator[Selection]:
    """Yield the selections of a force, which older files keep below its categories."""
    for holder in (force, *_list(force, "categories")):
        yield from _list(holder, "selections")


def _figures(roster: Selection) -> Iterator[RosterFigure]:
    for force in _forces(roster):
        army = _text(force, "catalogueName")
        for selection in _selections(force):
            yield from figures_below(selection, army, ())


def figures_below(selection: Selection, army: str, above: tuple[Selection, ...]) -> Iterator[RosterFigure]:
    """Yield the models at and below a selection; a unit without models is one itself."""
    kind = _text(selection, "type")
    if kind == "model" or (kind == "unit" and not _has_model(selection)):
        yield _figure(selection, army, above)
        return
    for below in _list(selection, "selections"):
        yield from figures_below(below, army, (*above, selection))


def _has_model(selection: Selection) -> bool:
    return any(_text(below, "type") == "model" or _has_model(below) for below in _list(selection, "selections"))


def _figure(selection: Selection, army: str, above: tuple[Selection, ...]) -> RosterFigure:
    """Return a figure with its own gear and that of its whole unit."""
    shared = [
        item
        for unit in above
        for item in _list(unit, "selections")
        if _text(item, "type") == "upgrade" and not _has_model(item)
    ]
    gear = dict.fromkeys((*_gear(selection), *(_text(item, "name") for item in shared)))
    number = max(1, _number(selection.get("number")) or 1)
    name = _text(selection, "name")
    points = _points(selection)
    profile = next((p for holder in (selection, *reversed(above)) if (p := _profile(holder, name))), {})
    unit = _text(above[-1], "name") if above else name
    return RosterFigure(
        name,
        unit,
        army,
        min(number, 999),
        tuple(word for word in gear if word),
        profile,
        round(points / number) if points is not None else None,
    )


def _gear(selection: Selection) -> Iterator[str]:
    """Yield the names of everything below a selection."""
    for below in _list(selection, "selections"):
        yield _text(below, "name")
        yield from _gear(below)


def _points(selection: Selection) -> float | None:
    """Return the points of a selection with all below it; None if it names none."""
    own = [cost.get("value") for cost in _list(selection, "costs") if "pt" in _text(cost, "name").casefold()]
    numbers = [_float(value) for value in own]
    below = [_points(inner) for inner in _list(selection, "selections")]
    points = [value for value in (*numbers, *below) if value is not None]
    return min(sum(points), 1e5) if points else None


def _profile(selection: Selection, name: str) -> dict[str, int]:
    """Return the numbers of a figure's profile: that of its own name first, or the first with a weapon skill."""
    profiles: list[tuple[bool, dict[str, int]]] = []
    for profile in _list(selection, "profiles"):
        stats = {}
        for characteristic in _list(profile, "characteristics"):
            stat = _text(characteristic, "name").casefold()
            number = _number(characteristic.get("$text", characteristic.get("value")))
            if stat in _STATS and number is not None:
                stats[stat] = number
        if {"ws", "bs", "s", "t"} <= stats.keys():
            profiles.append((fold_text(_text(profile, "name")) != fold_text(name), stats))
    return min(profiles, key=lambda pair: pair[0])[1] if profiles else {}


def _list(data: Selection, key: str) -> list[Selection]:
    value = data.get(key)
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def _text(data: Selection, key: str) -> str:
    value = data.get(key)
    return clean_text(value[:200]) if isinstance(value, str) else ""


def _number(value: object) -> int | None:
    """Return the first whole number in a value, such as 3 of "3+"."""
    if isinstance(value, int | float) and abs(value) < 10_000:
        return int(value)
    match = _NUMBER.search(value) if isinstance(value, str) else None
    return int(match.group()) if match is not None else None


def _float(value: object) -> float | None:
    try:
        number = float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return None
    return number if abs(number) < 1e5 else None


# -- mapping onto our packs ------------------------------------------------------------------------


class MappedFigure(Struct, frozen=True):
    """A figure of a roster as our packs know it.

    `champion` is None if no pack knows its name. `bought` are its options, `carried` what the champion has anyway,
    `refused` what our packs know but the champion may not have, and `unknown` what no pack knows, in the roster's
    words. `differences` are the characteristics that are different here: what the roster says, what the champion has.
    """

    champion: Champion | None
    bought: tuple[str, ...] = ()
    carried: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    differences: Mapping[str, tuple[int, int | None]] = {}


def map_figure(library: Library, figure: RosterFigure) -> MappedFigure:
    """Return the champion of our packs that a figure is by name, with its gear."""
    champion = _find_champion(library, figure)
    if champion is None:
        return MappedFigure(None, unknown=figure.gear)
    parts: dict[str, list[str]] = {"bought": [], "carried": [], "refused": [], "unknown": []}
    for word in figure.gear:
        if fold_text(word) in {fold_text(figure.name), fold_text(figure.unit)}:
            continue
        part, text = _map_gear(library, champion, word)
        if text not in parts[part]:
            parts[part].append(text)
    differences = {
        stat: (number, getattr(champion, stat))
        for stat, number in figure.profile.items()
        if number != getattr(champion, stat)
    }
    return MappedFigure(
        champion,
        tuple(parts["bought"]),
        tuple(parts["carried"]),
        tuple(parts["refused"]),
        tuple(parts["unknown"]),
        differences,
    )


def _map_gear(library: Library, champion: Champion, word: str) -> tuple[str, str]:
    """Return the part of the mapping that a word of gear belongs to, with its id or the word itself."""
    ids = _gear_ids(library, word)
    for part, among in (("carried", champion.weapons), ("bought", tuple(champion.options))):
        if match := next((id for id in ids if id in among), None):
            return part, match
    return ("refused", ids[0]) if ids else ("unknown", word)


def map_gear(library: Library, figure: RosterFigure) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the ids of a figure's gear, and the words of the roster that no pack knows."""
    ids = {word: _gear_ids(library, word) for word in figure.gear}
    ids_in_packs = tuple(dict.fromkeys(candidates[0] for candidates in ids.values() if candidates))
    return ids_in_packs, tuple(word for word, candidates in ids.items() if not candidates)


def _gear_ids(library: Library, word: str) -> list[str]:
    """Return the weapons and gear with a name as a roster writes it."""
    return [
        id
        for shelf in (library.weapons, library.gear)
        for id, item in shelf.items()
        if _spellings(word) & {_singular(text) for text in (id, item.name.en, item.name.fr, *item.aka)}
    ]


def _find_champion(library: Library, figure: RosterFigure) -> Champion | None:
    """Return the champion with the name of a figure, or else of its unit; of several that of the roster's army, then
    that with the most similar profile.
    """
    for name in (figure.name, figure.unit):
        spellings = _spellings(name)
        same = [c for c in library.champions.values() if spellings & {_singular(text) for text in names_of(c)}]
        if same:
            army = {_singular(word) for word in figure.army.split()}

            def distance(champion: Champion) -> tuple[int, int]:
                shared = army & {_singular(word) for word in fold_text(champion.army).split()}  # noqa: B023
                apart = sum(number != getattr(champion, stat) for stat, number in figure.profile.items())
                return -len(shared), apart

            return min(same, key=distance)
    return None


def _spellings(words: str) -> set[str]:
    """Return how a name may be written here: folded, in the singular, and without what is in brackets."""
    return {_singular(words), _singular(re.sub(r"[(\[].*?[)\]]", " ", words))} - {""}


def _singular(words: str) -> str:
    return " ".join(word[:-1] if len(word) > 3 and word.endswith("s") else word for word in fold_text(words).split())
