"""Home-made champions: made from a few figures, checked, and kept in the user's packs folder.

Each is a pack of its own, so it can be picked, viewed and corrected later.
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
"""The champion whose profile fills what is not entered."""
_USUAL_PROFILE: Final[Mapping[str, int | None]] = {
    "ws": 4, "bs": 4, "s": 4, "t": 4, "w": 1, "i": 4, "a": 1, "ld": 8, "sv": 3, "inv": None,
}  # fmt: skip
TRIAL: Final = "the-new-champion.yaml"
"""The name of a champion's file while it is only tried."""

Answers = Mapping[str, Any]
"""The answers about a champion: `name`, `points`, the characteristics, and what is unusual."""


class BadFigure(ValueError):
    """A number that no profile can have: its characteristic, the typed text, the limits."""

    def __init__(self, stat: str, got: str, least: int, most: int) -> None:
        super().__init__(f"{stat}: {got}")
        self.stat = stat
        self.got = got
        self.least = least
        self.most = most


# ---- what is said, and proposed


def read_profile(text: str) -> dict[str, int | None]:
    """Return a profile typed in the order of STATS, then the save and the invulnerable one.

    Blanks may be left out ("44441418 3+"). A dot, or a missing figure, is as usual; "-" is 0, or no
    save. Raises BadFigure.
    """
    profile = dict(_USUAL_PROFILE)
    words = [word for word in re.split(r"[\s,;/]+", text) if word]
    typed = [part for word in words for part in _split_figures(word, len(words) == 1)]
    if len(typed) > len(profile):
        raise BadFigure("inv", " ".join(typed[len(profile) - 1 :]), 2, NO_SAVE)
    for name, figure in zip(profile, typed, strict=False):
        if figure != ".":
            profile[name] = _figure(name, figure)
    return profile


def _split_figures(word: str, alone: bool) -> list[str]:
    """Return the figures of a word: nine of "444414183+", two of "44" if it is `alone`."""
    digits = word.replace("+", "")
    run_on = len(digits) > 2 or (alone and len(digits) == 2 and digits != "10")
    if run_on and digits.isascii() and digits.isdigit():
        return re.findall(r"[0-9]\+*", word)
    return [word]


def _figure(name: str, typed: str) -> int | None:
    saves = name in ("sv", "inv")
    least, most = (2, NO_SAVE) if saves else (1 if name == "w" else 0, 10)
    if typed == "-" and name != "w":
        return None if saves else 0
    digits = typed.rstrip("+") if saves else typed
    if not (digits.isascii() and digits.isdigit()) or not least <= int(digits[:4]) <= most:
        raise BadFigure(name, typed, least, most)
    return None if saves and int(digits) == NO_SAVE else int(digits)


def find_most_similar(library: Library, figures: Mapping[str, int | None]) -> Champion | None:
    """Return the champion whose profile is nearest to these figures; None without champions.

    Of several, prefer the usual one, then one that is no special character, then infantry, then the
    cheapest.
    """

    def figure(value: int | None) -> int:
        return NO_SAVE if value is None else value

    def distance(champion: Champion) -> tuple[object, ...]:
        apart = sum(
            abs(figure(getattr(champion, k)) - figure(value)) for k, value in figures.items()
        )
        infantry = champion.unit_type == "infantry"
        return (
            apart,
            champion.id != USUAL,
            champion.special,
            not infantry,
            champion.points,
            champion.id,
        )

    return min(library.champions.values(), key=distance, default=None)


def make_champion(library: Library, answers: Answers) -> Champion:
    """Return the champion of these answers, with its gear, under a provisional id."""
    from q40k.packs import reading

    fields = {name: answers[name] for name in (*STATS, "points", "sv", "inv", "unit_type")}
    bare = reading.parse_model(
        Champion,
        {
            "id": slug(answers["name"], "champion"),
            "name": {"en": answers["name"], "fr": answers["name"]},
            "base_mm": answers["base"],
            "special": answers["w"] > 1,
            "official": False,
            **fields,
        },
    )
    return outfit(library, bare, dict.fromkeys(answers["weapon"], 0))


# ---- what is kept


def keep(library: Library, champion: Champion) -> Champion:
    """Write a champion into the user's packs under a free id, and return it with that id.

    A champion that is already there is not written again. Raises OSError, PackError.
    """
    number, plain = 1, champion.id[:56].strip("-")
    while True:
        own = structs.replace(champion, id=plain if number == 1 else f"{plain}-{number}")
        answers = structs.asdict(own) | {"weapon": own.weapons, "base": own.base_mm}
        entry = entry_of(answers)
        file = own_file(own.id)
        if file.exists():
            if file.read_text(encoding="utf-8", errors="replace") == as_yaml(entry):
                return own
        elif own.id not in library.champions:
            check_entry(entry)
            write(entry)
            return own
        number += 1


def entry_of(answers: Answers) -> dict[str, Any]:
    """Return the champion as a pack writes it, without usual values. `name` may hold both names."""
    name = answers["name"]
    if isinstance(name, str):
        name = {"en": name, "fr": answers.get("name_fr") or name}
    entry = {"id": answers["id"], "name": name, "army": answers.get("army") or HOME_MADE}
    entry |= {stat: answers[stat] for stat in STATS}
    entry |= {save: answers[save] for save in ("sv", "inv") if answers.get(save) is not None}
    entry |= {
        "points": answers["points"],
        "base_mm": answers["base"],
        "unit_type": answers["unit_type"],
    }
    if answers.get("base_length_mm") is not None:
        entry["base_length_mm"] = answers["base_length_mm"]
    if answers["w"] > 1:
        entry["special"] = True
    if entry["army"] == HOME_MADE:
        entry["official"] = False
    if answers["weapon"]:
        entry["weapons"] = list(answers["weapon"])
    return entry


def free_id(library: Library, name: str, wanted_id: str | None = None) -> str:
    """Return the wanted id, or one made from the name, with a number if it is taken.

    Raises Taken if the wanted id is not free.
    """
    plain = slug(name, "champion")[:56].strip("-")
    return choose_id(
        plain,
        wanted_id,
        lambda candidate: candidate in library.champions or own_file(candidate).exists(),
    )


def own_file(own_id: str) -> Path:
    """Return the path of a home-made champion."""
    return packs_folder() / f"{slug(own_id, 'champion')}.yaml"


def as_yaml(entry: Mapping[str, Any]) -> str:
    """Return a pack of this one champion; JSON's own quoting is safe in YAML."""
    lines = ["champions:"]
    for number, (key, fact) in enumerate(entry.items()):
        begin = "  - " if number == 0 else "    "
        lines.append(f"{begin}{key}: {json.dumps(to_builtins(fact), ensure_ascii=False)}")
    return "\n".join(lines) + "\n"


def check_entry(entry: Mapping[str, Any], folders: Iterable[Path] | None = None) -> Champion:
    """Return the champion of an entry, checked against the packs of these folders, if any.

    Raises PackError, which calls the file of the champion TRIAL.
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
