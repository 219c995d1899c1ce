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
from q40k.kernel.lookup import nearest
from q40k.kernel.text import clean_text
from q40k.kernel.zip_file import ZipUnread, open_zip

MOST_BYTES = 5_000_000
MOST_UNPACKED = 30_000_000
MOST_SELECTIONS = 5_000
MOST_DEEP = 30
MOST_FIGURES = 500
NEAR = 0.85
"""How similar a name must be to be offered."""
_STATS = ("ws", "bs", "s", "t", "w", "i", "a", "ld", "sv")
_ALSO = {"save": "sv"}
"""What newer editions call a characteristic."""
_NUMBER = re.compile(r"-?[0-9]{1,4}")
_CONTAINERS = {"selections", "profiles", "costs", "forces", "categories", "characteristics"}

RosterFault = Literal["unread", "too-large", "entities", "no-roster", "no-figures"]


class RosterError(Exception):
    """A file is no roster that can be read; `code` says why."""

    def __init__(self, code: RosterFault) -> None:
        super().__init__(code)
        self.code: RosterFault = code


class RosterFigure(Struct, frozen=True):
    """A figure of a roster, of its unit and army: how many there are, its gear, and its profile and points if named.

    `shared` is the gear that its whole squad has, or some of the squad: the roster does not say who.
    """

    name: str
    unit: str
    army: str
    number: int
    gear: tuple[str, ...]
    profile: Mapping[str, int]
    points: int | None
    shared: tuple[str, ...] = ()


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
    every = (
        (selection, Above(_text(force, "catalogueName")))
        for force in _forces(roster)
        for selection in _selections(force)
    )
    figures = list(islice((figure for entry in every for figure in figures_below(*entry)), MOST_FIGURES))
    if not figures:
        raise RosterError("no-figures")
    return figures


def _check_size(roster: Selection) -> None:
    """Refuse a roster that would take long to look through. Raises RosterError."""
    first = [selection for force in _forces(roster) for selection in _selections(force)]
    if sum(map(len, _levels(first, "selections"))) > MOST_SELECTIONS:
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
    return [force for level in _levels(_list(roster, "forces"), "forces") for force in level]


def _levels(level: list[Selection], key: str) -> Iterator[list[Selection]]:
    """Yield what is here, then what is inside it, and so on. Raises RosterError if there is no end of it."""
    for _depth in range(MOST_DEEP):
        yield level
        level = [below for selection in level for below in _list(selection, key)]
        if not level:
            return
    raise RosterError("too-large")


def _selections(force: Selection) -> Iterator[Selection]:
    """Yield the selections of a force, which older files keep below its categories."""
    for holder in (force, *_list(force, "categories")):
        yield from _list(holder, "selections")


class Above(Struct, frozen=True):
    """Hold what is above a selection: the nearest figure (`holder`), the selections between (`squad`) with their gear
    (`shared`), and how often all of that is there (`times`).
    """

    army: str
    squad: tuple[Selection, ...] = ()
    holder: Selection | None = None
    shared: tuple[str, ...] = ()
    times: int = 1


def figures_below(selection: Selection, above: Above) -> Iterator[RosterFigure]:
    """Yield the figures at and below a selection."""
    below, times = _list(selection, "selections"), min(999, above.times * _count(selection))
    squad = (*above.squad, selection)
    if _is_figure(selection, above.squad, above.holder):
        yield _figure(selection, above, times)
        above = Above(above.army, (), selection, (), times)
    else:
        items = (item for item in below if not _is_figure(item, squad, above.holder) and not _holds_figure(item))
        above = Above(above.army, squad, above.holder, (*above.shared, *(_text(item, "name") for item in items)), times)
    for inner in below:
        yield from figures_below(inner, above)


def _count(selection: Selection) -> int:
    return max(1, _number(selection.get("number")) or 1)


def _is_figure(selection: Selection, squad: tuple[Selection, ...], holder: Selection | None) -> bool:
    """Tell whether a selection is a figure: a model, or what has a profile of its own.

    A profile with the name of something else belongs to a figure above; that of a squad may be of the models in it.
    """
    name, own = _text(selection, "name"), _profiles(selection)
    if _text(selection, "type") == "model":
        return True
    if own and holder is not None:
        return any(_is_called(name, profile) for profile in own) and not _is_same(selection, holder)
    if own:
        bare = (below for below in _all_below(selection) if not _profiles(below))
        return not any(_text(b, "type") == "model" or any(_is_called(_text(b, "name"), p) for p in own) for b in bare)
    if holder is None and any(_is_called(name, profile) for above in squad for profile in _profiles(above)):
        return True
    return holder is None and _text(selection, "type") == "unit" and not _holds_figure(selection)


def _holds_figure(selection: Selection) -> bool:
    return any(_text(below, "type") == "model" or _profiles(below) for below in _all_below(selection))


def _is_same(selection: Selection, holder: Selection) -> bool:
    """Tell whether a selection is the model it is in, for which it only holds the profile."""
    same = fold_text(_text(selection, "name")) == fold_text(_text(holder, "name"))
    return same and not _profiles(holder)


def _is_called(name: str, profile: str) -> bool:
    """Tell whether a profile is that of a name, as “Marine” is of “Marine w/ bolter” and “Marine (bolter)”."""
    words, first = fold_text(re.sub(r"[(\[].*?[)\]]", " ", name)).split(), fold_text(profile).split()
    return words[: len(first)] == first and words[len(first) : len(first) + 1] in ([], ["w"], ["with"])


def _all_below(selection: Selection) -> Iterator[Selection]:
    for below in _list(selection, "selections"):
        yield below
        yield from _all_below(below)


def _figure(selection: Selection, above: Above, times: int) -> RosterFigure:
    """Return a figure with its own gear and, after it, that of its whole squad."""
    name, points = _text(selection, "name"), _points(selection)
    own = [_text(item, "name") for item in _gear_below(selection, selection) if not _is_same(item, selection)]
    nearest = above.squad[-1] if above.squad else above.holder or selection
    inner = (below for below in _all_below(selection) if _is_same(below, selection))
    profiles = [
        profile for holder in (selection, *inner, *reversed(above.squad)) for profile in _profiles(holder).items()
    ]
    called = (stats for profile, stats in profiles if _is_called(name, profile))
    return RosterFigure(
        name,
        _text(nearest, "name"),
        above.army,
        times,
        tuple(word for word in dict.fromkeys((*own, *above.shared)) if word),
        next(called, profiles[0][1] if profiles else {}),
        round(points / _count(selection)) if points is not None else None,
        tuple(word for word in dict.fromkeys(above.shared) if word and word not in own),
    )


def _gear_below(figure: Selection, selection: Selection) -> Iterator[Selection]:
    """Yield what is below a selection and belongs to a figure: all but figures, and what is below those."""
    for below in _list(selection, "selections"):
        if not _is_figure(below, (), figure):
            yield below
            yield from _gear_below(figure, below)


def _points(figure: Selection) -> float | None:
    """Return the points of a figure with its gear; None if none are named."""
    holders = (figure, *_gear_below(figure, figure))
    costs = [cost for holder in holders for cost in _list(holder, "costs") if "pt" in _text(cost, "name").casefold()]
    points = [value for cost in costs if (value := _float(cost.get("value"))) is not None]
    return min(sum(points), 1e5) if points else None


def _profiles(selection: Selection) -> dict[str, dict[str, int]]:
    """Return the profiles of figures that a selection owns, by name: they have WS, BS, S and T, if only as “-”."""
    profiles: dict[str, dict[str, int]] = {}
    for profile in _list(selection, "profiles"):
        characteristics = {
            _ALSO.get(name, name): characteristic.get("$text", characteristic.get("value"))
            for characteristic in _list(profile, "characteristics")
            if (name := _text(characteristic, "name").casefold())
        }
        if {"ws", "bs", "s", "t"} <= characteristics.keys():
            numbers = {stat: _number(characteristics.get(stat)) for stat in _STATS}
            stats = {stat: number for stat, number in numbers.items() if number is not None}
            profiles.setdefault(_text(profile, "name"), stats)
    return profiles


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


Certainty = Literal["name", "unit", "near"]
"""Why a figure is a champion: by its name; by that of its unit, with its profile; or it is a near miss."""


class MappedFigure(Struct, frozen=True):
    """A figure of a roster as our packs know it.

    `champion` is None if no pack knows its name or one near it; a near miss may only be offered. `bought` are its
    options, `carried` what the champion has anyway, `refused` what our packs know but the champion may not have, and
    `unknown` what no pack knows, in the roster's words. `differences` are the characteristics that are different here:
    what the roster says, what the champion has.
    """

    champion: Champion | None
    bought: tuple[str, ...] = ()
    carried: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    differences: Mapping[str, tuple[int, int | None]] = {}
    certainty: Certainty = "name"


def map_figure(library: Library, figure: RosterFigure, champion: Champion | None = None) -> MappedFigure:
    """Return the champion of our packs that a figure is, with its gear; a `champion` is the one a person names."""
    certainty: Certainty = "name"
    if champion is None:
        champion, certainty = _find_champion(library, figure)
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
        certainty,
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


def _find_champion(library: Library, figure: RosterFigure) -> tuple[Champion | None, Certainty]:
    """Return the champion with the name of a figure, or else the nearest; of several that of the roster's army, then
    that with the most similar profile.
    """
    army = {_singular(word) for word in figure.army.split()}

    def apart(champion: Champion) -> int:
        return sum(number != getattr(champion, stat) for stat, number in figure.profile.items())

    def distance(champion: Champion) -> tuple[int, int]:
        shared = army & {_singular(word) for word in fold_text(champion.army).split()}
        return -len(shared), apart(champion)

    by_name: dict[str, list[Champion]] = {}
    for champion in library.champions.values():
        for name in {_singular(text) for text in names_of(champion)}:
            by_name.setdefault(name, []).append(champion)
    for name in (figure.name, figure.unit):
        same = [champion for spelling in _spellings(name) for champion in by_name.get(spelling, ())]
        if same:
            champion = min(same, key=distance)
            is_alike = len(figure.profile) > 3 and not apart(champion)
            return champion, "name" if name == figure.name else "unit" if is_alike else "near"
    near = nearest(_singular(figure.name), by_name, NEAR)
    return (min(by_name[near], key=distance), "near") if near else (None, "near")


def _spellings(words: str) -> set[str]:
    """Return how a name may be written here: folded, in the singular, without what is in brackets or after “with”."""
    bare = re.sub(r"[(\[].*?[)\]]", " ", words)
    return {_singular(words), _singular(bare), _singular(re.split(r"(?i) w/| with ", bare)[0])} - {""}


def _singular(words: str) -> str:
    return " ".join(word[:-1] if len(word) > 3 and word.endswith("s") else word for word in fold_text(words).split())
