"""Define the kinds of pack of Quake 40K: their folders, references and checks."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

from q40k.games.quake.packs import mods, personalities, tokens
from q40k.games.quake.packs.arena import Arena, arena_layout
from q40k.games.w40k3e.profiles import Champion, Gear, Weapon
from q40k.games.w40k3e.traits import Trait
from q40k.packs.kinds import PackKind, PackKinds, Reference, Remark

_PACKAGE = Path(__file__).resolve().parents[3]
# What a champion can carry, a weapon or gear: an id is unique among both.
_CARRIED = ("weapons", "gear")


def _champion_references(champion: Champion) -> Iterator[Reference]:
    for index, word in enumerate(champion.weapons):
        yield Reference(_CARRIED, word, ("weapons", index))
    for word in champion.options:
        yield Reference(_CARRIED, word, ("options", word))
    for index, word in enumerate(champion.traits):
        yield Reference(("traits",), word, ("traits", index))


def _trait_references(trait: Trait) -> Iterator[Reference]:
    for index, word in enumerate(trait.gear):
        yield Reference(_CARRIED, word, ("gear", index))
    if trait.priced_as is not None:
        yield Reference(("champions",), trait.priced_as, ("priced_as",))


def _gear_references(gear: Gear) -> Iterator[Reference]:
    for index, word in enumerate(gear.lines):
        yield Reference(("weapons",), word, ("lines", index))


def _mod_references(mod: mods.Mod) -> Iterator[Reference]:
    yield Reference(("bonus_tables",), mod.bonus_tables, ("bonus_tables",))


def _layout(arena: Arena, _written: Any) -> Iterator[Remark]:
    yield from arena_layout(arena)


def _clashes(mod: mods.Mod, written: Any) -> Iterator[Remark]:
    for clash in mods.clashes(mod, tuple(written.get("parameters", ()))):
        yield Remark(clash.code, "error", clash.path, clash.facts)


KINDS = PackKinds(
    "quake",
    (
        PackKind(
            "champions",
            "champion",
            Champion,
            "codex_data",
            without=("bonus.yaml", "personalities.yaml", "traits.yaml", "weapons.yaml"),
            references=_champion_references,
        ),
        PackKind("weapons", "weapon", Weapon, "codex_data", "weapons.yaml", ids="carried"),
        PackKind("gear", "gear", Gear, "codex_data", "weapons.yaml", ids="carried", references=_gear_references),
        PackKind("traits", "trait", Trait, "codex_data", "traits.yaml", references=_trait_references),
        PackKind("bonus_tables", "bonus-tables", tokens.BonusTables, "codex_data", "bonus.yaml"),
        PackKind("personalities", "personality", personalities.Personality, "codex_data", "personalities.yaml"),
        PackKind("arenas", "arena", Arena, "arenas", remarks=_layout),
        PackKind("mods", "mod", mods.Mod, "mods", references=_mod_references, remarks=_clashes),
    ),
    ("codex_data", "mods", "arenas"),
    (_PACKAGE / "data", _PACKAGE.parent),
    get_args(tokens.Category),
)
