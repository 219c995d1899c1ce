"""Home-made champions and arenas: made from a few answers, checked, kept in the user's packs.

Each is a pack of its own, so it can be picked, viewed and corrected later.
"""

import errno
import json
import os
import re
import tempfile
from collections.abc import Container, Iterable, Mapping
from pathlib import Path
from random import Random
from typing import Any, Literal

from msgspec import structs, to_builtins

from q40k.games.quake.arena.generator import ArenaOrder, make_contents
from q40k.games.quake.packs.arena import Arena
from q40k.games.quake.packs.champions import NO_SAVE, outfit, slug
from q40k.games.quake.packs.library import Kind, Library, load
from q40k.games.quake.packs.models import Champion
from q40k.games.quake.state.table.champion import HOME_MADE
from q40k.games.quake.words.wording import WORDS
from q40k.i18n.locale import N_, Locale
from q40k.kernel.text import is_digits
from q40k.kernel.whole_file import write_whole
from q40k.packs import validate
from q40k.table.folders import choose_id, packs_folder

STATS = ("ws", "bs", "s", "t", "w", "i", "a", "ld")
"""The characteristics, in the order every codex prints them."""
USUAL = "space-marine"
"""The champion whose profile fills what is not entered."""
_USUAL_PROFILE: Mapping[str, int | None] = {
    "ws": 4,
    "bs": 4,
    "s": 4,
    "t": 4,
    "w": 1,
    "i": 4,
    "a": 1,
    "ld": 8,
    "sv": 3,
    "inv": None,
}
TRIAL = "the-new-champion.yaml"
"""The name of a champion's file while it is only tried."""

Made = Literal["champion", "arena"]
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


# -- answers about a champion --------------------------------------------------------------


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
    if run_on and is_digits(digits):
        return re.findall(r"[0-9]\+*", word)
    return [word]


def _figure(name: str, typed: str) -> int | None:
    saves = name in ("sv", "inv")
    least, most = (2, NO_SAVE) if saves else (1 if name == "w" else 0, 10)
    if typed == "-" and name != "w":
        return None if saves else 0
    digits = typed.rstrip("+") if saves else typed
    figure = int(digits) if is_digits(digits) and len(digits) <= 4 else -1
    if not least <= figure <= most:
        raise BadFigure(name, typed, least, most)
    return None if saves and figure == NO_SAVE else figure


def find_most_similar(library: Library, figures: Mapping[str, int | None]) -> Champion | None:
    """Return the champion whose profile is nearest to these figures; None without champions.

    Of several, prefer the usual one, then one that is no special character, then infantry, then the
    cheapest.
    """

    def figure(value: int | None) -> int:
        return NO_SAVE if value is None else value

    def distance(champion: Champion) -> tuple[object, ...]:
        apart = sum(abs(figure(getattr(champion, k)) - figure(value)) for k, value in figures.items())
        infantry = champion.unit_type == "infantry"
        return (apart, champion.id != USUAL, champion.special, not infantry, champion.points, champion.id)

    return min(library.champions.values(), key=distance, default=None)


def make_champion(library: Library, answers: Answers) -> Champion:
    """Return the champion of these answers, with its gear, under a provisional id."""
    fields = {name: answers[name] for name in (*STATS, "points", "sv", "inv", "unit_type")}
    bare = validate.parse_model(
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


# -- a champion ----------------------------------------------------------------------------


def keep(library: Library, champion: Champion, folder: Path | None = None) -> Champion:
    """Write a champion into the user's packs, or another folder, under a free id; return it with that id.

    A champion that is already there is not written again. Raises OSError, PackError.
    """
    if folder is not None and not folder.is_dir():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(folder / champion.id))
    number, plain = 1, champion.id[:56].strip("-")
    while True:
        own = structs.replace(champion, id=plain if number == 1 else f"{plain}-{number}")
        answers = structs.asdict(own) | {"weapon": own.weapons, "base": own.base_mm}
        entry = entry_of(answers)
        file = own_file(own.id) if folder is None else folder / own_file(own.id).name
        if file.exists():
            if file.read_text(encoding="utf-8", errors="replace") == champion_pack(entry):
                return own
        elif own.id not in library.champions:
            check_entry(entry)
            write(champion_pack(entry), file)
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
    entry |= {"points": answers["points"], "base_mm": answers["base"], "unit_type": answers["unit_type"]}
    if answers.get("base_length_mm") is not None:
        entry["base_length_mm"] = answers["base_length_mm"]
    if answers["w"] > 1:
        entry["special"] = True
    if entry["army"] == HOME_MADE:
        entry["official"] = False
    if answers["weapon"]:
        entry["weapons"] = list(answers["weapon"])
    return entry


def champion_pack(entry: Mapping[str, Any]) -> str:
    """Return a pack of this one champion; JSON's own quoting is safe in YAML."""
    facts = (f"{key}: {_json(fact)}" for key, fact in entry.items())
    return _pack_text("champions", facts)


def _json(fact: Any) -> str:
    return json.dumps(to_builtins(fact), ensure_ascii=False)


def check_entry(entry: Mapping[str, Any], folders: Iterable[Path] | None = None) -> Champion:
    """Return the champion of an entry, checked against the packs of these folders, if any.

    Raises PackError, which calls the file of the champion TRIAL.
    """
    alone = folders is None
    kinds: tuple[Kind, ...] = ("champions",) if alone else ("champions", "weapons", "gear")
    with tempfile.TemporaryDirectory() as folder:
        trial = Path(folder) / TRIAL
        trial.write_text(champion_pack(entry), encoding="utf-8")
        library = load((*(folders or ()), trial), only=kinds, shipped=not alone)
    return library.champions[entry["id"]]


# -- an arena ------------------------------------------------------------------------------


def arena_entry(wanted: ArenaOrder, seed: int, name: str | None, own_id: str) -> dict[str, Any]:
    """Return an arena as a pack writes it, the same for the same seed. Raises NoRoom.

    Rule: ARENA-1, ARENA-3, ARENA-4
    """
    placed = make_contents(wanted, Random(seed).random)
    width, height = wanted.size
    names, notes = {}, {}
    for language in ("en", "fr"):
        locale = Locale(language, WORDS.locales)
        plain = locale.say(N_("Arena of {width} × {height} cm"), width=width, height=height)
        names[language] = name or plain
        notes[language] = locale.say(
            N_("Laid out by chance, with the seed {seed}: move whatever the table wants moved."), seed=seed
        )
    return {"id": own_id, "name": names, "note": notes, "size": [width, height], **placed}


def parse_arena(entry: Mapping[str, Any]) -> Arena:
    """Return the arena of an entry. Raises pydantic.ValidationError for an invalid entry."""
    return validate.parse_model(Arena, entry)


def arena_pack(entry: Mapping[str, Any]) -> str:
    """Return a pack of this one arena, with a line for each thing on it.

    JSON's quoting is safe in YAML.
    """
    facts = []
    for key, fact in entry.items():
        is_list = isinstance(fact, list) and fact and isinstance(fact[0], dict)
        lines = [f"\n      - {_flow(item)}" for item in fact] if is_list else [" ", _flow(fact)]
        facts.append("".join((f"{key}:", *lines)))
    return "# Coordinates in cm from the bottom left corner.\n" + _pack_text("arenas", facts)


def _flow(fact: Any) -> str:
    """Return a value on one line; only texts that need quotes get them."""
    if isinstance(fact, Mapping):
        return "{" + ", ".join(f"{key}: {_flow(value)}" for key, value in fact.items()) + "}"
    if isinstance(fact, list | tuple):
        return "[" + ", ".join(_flow(item) for item in fact) + "]"
    if isinstance(fact, str) and fact.isascii() and fact[:1].isalpha() and _plain(fact):
        return fact
    if isinstance(fact, float):
        return f"{fact:g}"
    return _json(fact)


_WORDS = ("true", "false", "null", "yes", "no", "on", "off", "y", "n")


def _plain(text: str) -> bool:
    return text.replace("-", "").isalnum() and text.lower() not in _WORDS


# -- the file of either --------------------------------------------------------------------


def free_id(kind: Made, used: Container[str], plain: str, requested: str | None = None) -> str:
    """Return the requested id, or one made from a plain name, with a number if it is taken.

    Raises IdTaken if the requested id is not free.
    """
    return choose_id(
        slug(plain, kind)[:56].strip("-"),
        requested,
        lambda candidate: candidate in used or own_file(candidate, kind).exists(),
    )


def own_file(own_id: str, kind: Made = "champion") -> Path:
    """Return the path of a home-made champion or arena."""
    return packs_folder() / f"{'arena-' if kind == 'arena' else ''}{slug(own_id, kind)}.yaml"


def write(text: str, path: Path) -> Path:
    """Write a pack to a new file, whole or not at all.

    Raises OSError, and FileExistsError if the file exists.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, text.encode(), replace=False, durable=True)
    return path


def _pack_text(kind: Kind, facts: Iterable[str]) -> str:
    """Return a pack with one entry, written as YAML by its facts."""
    return f"{kind}:\n  - " + "\n    ".join(facts) + "\n"
