"""Champions of one's own: made of a few figures, checked, and kept in the user's packs folder.

Each is a pack of its own, so that it can be picked from then on, looked at and put right.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from msgspec import structs, to_builtins

from q40k.games.quake.packs.champions import NO_SAVE, outfit, slug
from q40k.games.quake.packs.library import Kind, Library, load
from q40k.games.quake.packs.models import Champion
from q40k.games.quake.rules.champion import HOME_MADE
from q40k.kernel.whole_file import write_whole
from q40k.table.folders import packs_folder
from q40k.table.own import choose_id

STATS: Final = ("ws", "bs", "s", "t", "w", "i", "a", "ld")
"""The characteristics, in the order every codex prints them."""
USUAL: Final = "space-marine"
"""Whom a home-made champion is like as long as nothing else is said."""
_USUAL_PROFILE: Final[Mapping[str, int | None]] = {
    "ws": 4, "bs": 4, "s": 4, "t": 4, "w": 1, "i": 4, "a": 1, "ld": 8, "sv": 3, "inv": None,
}  # fmt: skip
TRIAL: Final = "the-new-champion.yaml"
"""How the file of a champion is called while it is only tried."""

Given = Mapping[str, Any]
"""What was said of a champion: `name`, `points`, the characteristics, and what is not usual."""


class BadFigure(ValueError):
    """A figure that no profile can have: of which characteristic, what was typed, what may be."""

    def __init__(self, stat: str, got: str, least: int, most: int) -> None:
        super().__init__(f"{stat}: {got}")
        self.stat = stat
        self.got = got
        self.least = least
        self.most = most


# ---- what is said, and proposed


def read_profile(text: str) -> dict[str, int | None]:
    """A profile typed in the order of STATS, then the save and the invulnerable one.

    Blanks may be left out ("44441418 3+"); a dot, or whatever is not typed any more, is as usual;
    "-" is 0, or no save. Raises BadFigure.
    """
    profile = dict(_USUAL_PROFILE)
    words = [word for word in re.split(r"[\s,;/]+", text) if word]
    typed = [part for word in words for part in _parted(word, len(words) == 1)]
    if len(typed) > len(profile):
        raise BadFigure("inv", " ".join(typed[len(profile) - 1 :]), 2, NO_SAVE)
    for name, said in zip(profile, typed, strict=False):
        if said != ".":
            profile[name] = _figure(name, said)
    return profile


def _parted(word: str, alone: bool) -> list[str]:
    """The figures of a word: "444414183+" is nine of them, "10" is one, "44" two if it is alone."""
    digits = word.replace("+", "")
    run_on = len(digits) > 2 or (alone and len(digits) == 2 and digits != "10")
    if run_on and digits.isascii() and digits.isdigit():
        return re.findall(r"[0-9]\+*", word)
    return [word]


def _figure(name: str, said: str) -> int | None:
    saves = name in ("sv", "inv")
    least, most = (2, NO_SAVE) if saves else (1 if name == "w" else 0, 10)
    if said == "-" and name != "w":
        return None if saves else 0
    digits = said.rstrip("+") if saves else said
    if not (digits.isascii() and digits.isdigit()) or not least <= int(digits[:4]) <= most:
        raise BadFigure(name, said, least, most)
    return None if saves and int(digits) == NO_SAVE else int(digits)


def like(library: Library, figures: Mapping[str, int | None]) -> Champion | None:
    """The champion whose profile is most like these figures; None when there is none at all.

    Of several it is the usual one, then whoever is no special character, then infantry, then the
    cheapest.
    """

    def figure(said: int | None) -> int:
        return NO_SAVE if said is None else said

    def distance(one: Champion) -> tuple[object, ...]:
        apart = sum(abs(figure(getattr(one, k)) - figure(said)) for k, said in figures.items())
        infantry = one.unit_type == "infantry"
        return apart, one.id != USUAL, one.special, not infantry, one.points, one.id

    return min(library.champions.values(), key=distance, default=None)


def made(library: Library, given: Given) -> Champion:
    """The champion these figures make, its gear worn, under an id that is still to be found."""
    from q40k.packs import reading

    fields = {name: given[name] for name in (*STATS, "points", "sv", "inv", "unit_type")}
    bare = reading.parse_model(
        Champion,
        {
            "id": slug(given["name"], "champion"),
            "name": {"en": given["name"], "fr": given["name"]},
            "base_mm": given["base"],
            "special": given["w"] > 1,
            "official": False,
            **fields,
        },
    )
    return outfit(library, bare, dict.fromkeys(given["weapon"], 0))


# ---- what is kept


def keep(library: Library, champion: Champion) -> Champion:
    """Write a champion into the user's packs, under an id that is free; returns it with that id.

    Kept once, the same champion is not written again. Raises OSError, PackError.
    """
    number, plain = 1, champion.id[:56].strip("-")
    while True:
        own = structs.replace(champion, id=plain if number == 1 else f"{plain}-{number}")
        given = structs.asdict(own) | {"weapon": own.weapons, "base": own.base_mm}
        entry = entry_of(given)
        file = own_file(own.id)
        if file.exists():
            if file.read_text(encoding="utf-8", errors="replace") == as_yaml(entry):
                return own
        elif own.id not in library.champions:
            checked(entry)
            write(entry)
            return own
        number += 1


def entry_of(given: Given) -> dict[str, Any]:
    """The champion as a pack writes it; what is usual is left out. `name` may hold both names."""
    name = given["name"]
    if isinstance(name, str):
        name = {"en": name, "fr": given.get("name_fr") or name}
    entry = {"id": given["id"], "name": name, "army": given.get("army") or HOME_MADE}
    entry |= {stat: given[stat] for stat in STATS}
    entry |= {save: given[save] for save in ("sv", "inv") if given.get(save) is not None}
    entry |= {"points": given["points"], "base_mm": given["base"], "unit_type": given["unit_type"]}
    if given.get("base_length_mm") is not None:
        entry["base_length_mm"] = given["base_length_mm"]
    if given["w"] > 1:
        entry["special"] = True
    if entry["army"] == HOME_MADE:
        entry["official"] = False
    if given["weapon"]:
        entry["weapons"] = list(given["weapon"])
    return entry


def free_id(library: Library, name: str, wanted: str | None = None) -> str:
    """The id wanted, or one made of the name, with a number when it is taken.

    Raises Taken when the id that is wanted is not free.
    """
    plain = slug(name, "champion")[:56].strip("-")
    return choose_id(plain, wanted, lambda one: one in library.champions or own_file(one).exists())


def own_file(own_id: str) -> Path:
    """Where a champion of one's own is kept."""
    return packs_folder() / f"{slug(own_id, 'champion')}.yaml"


def as_yaml(entry: Mapping[str, Any]) -> str:
    """A pack of this one champion; JSON's own quoting is safe in YAML."""
    lines = ["champions:"]
    for number, (key, fact) in enumerate(entry.items()):
        begin = "  - " if number == 0 else "    "
        lines.append(f"{begin}{key}: {json.dumps(to_builtins(fact), ensure_ascii=False)}")
    return "\n".join(lines) + "\n"


def checked(entry: Mapping[str, Any], folders: Iterable[Path] | None = None) -> Champion:
    """The champion of an entry, sound beside the packs of these folders; by itself without any.

    Raises PackError, in which the file of the champion is called TRIAL.
    """
    alone = folders is None
    kinds: tuple[Kind, ...] = ("champions",) if alone else ("champions", "weapons", "gear")
    with tempfile.TemporaryDirectory() as folder:
        trial = Path(folder) / TRIAL
        trial.write_text(as_yaml(entry), encoding="utf-8")
        library = load((*(folders or ()), trial), only=kinds, shipped=not alone)
    return library.champions[entry["id"]]


def write(entry: Mapping[str, Any]) -> Path:
    """Write an entry's pack whole or not at all, never over another. Raises OSError."""
    path = own_file(entry["id"])
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, as_yaml(entry).encode(), replace=False)
    return path
