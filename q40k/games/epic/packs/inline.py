"""Profiles and weapons written out in a match script."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta

from q40k.games.epic.packs.models import Face, Kind, Length, Profile, Trait, Troop, Weapon
from q40k.kernel.lookup import nearest
from q40k.packs.base import Line, Names, Pack, id_of_name


class InlineWeapon(Pack, frozen=True, kw_only=True):
    """A weapon written out: lengths in cm, `save_mod` 0 or below."""

    name: Line
    range: Length
    dice: Annotated[int, Meta(ge=1, le=12)] = 1
    to_hit: Annotated[int, Meta(ge=2, le=6)]
    save_mod: Annotated[int, Meta(ge=-6, le=0)] = 0
    barrage: bool = False


class InlineProfile(Pack, frozen=True, kw_only=True):
    """A profile written out: `weapons` are ids of packs, or weapons written out."""

    name: Line
    kind: Kind = "infantry"
    traits: tuple[Trait, ...] = ()
    mv: Length
    save: Face = 7
    fa: Annotated[int, Meta(ge=-10, le=20)] = 0
    weapons: tuple[str | InlineWeapon, ...] = ()
    hits: Annotated[int, Meta(ge=1, le=20)] = 1
    capacity: Annotated[int, Meta(ge=1, le=60)] | None = None
    base_mm: Annotated[int, Meta(ge=2, le=200)] | None = None
    base_length_mm: Annotated[int, Meta(ge=2, le=200)] | None = None
    points: Annotated[int, Meta(ge=0, le=2000)] | None = None


class Unknown(LookupError):
    """An id that no pack defines: its kind, and the nearest defined one."""

    def __init__(self, kind: str, said: str, defined: Mapping[str, object]) -> None:
        super().__init__(said)
        self.kind = kind
        self.said = said
        self.nearest = nearest(said, defined)


def troop(
    said: str | InlineProfile, n: int, profiles: Mapping[str, Profile], arms: Mapping[str, Weapon]
) -> Troop:
    """Return a number of figures of a profile, by its id or written out. Raises Unknown."""
    if isinstance(said, str):
        if said not in profiles:
            raise Unknown("profile", said, profiles)
        listed = profiles[said]
        return Troop(profile=listed, weapons=tuple(_weapon(w, arms) for w in listed.weapons), n=n)
    carried = tuple(_weapon(weapon, arms) for weapon in said.weapons)
    profile = Profile(
        id=id_of_name(said.name, "own"),
        name=Names(en=said.name, fr=said.name),
        kind=said.kind,
        traits=said.traits,
        mv_cm=said.mv,
        save=said.save,
        fa=said.fa,
        weapons=tuple(weapon.id for weapon in carried),
        hits=said.hits,
        capacity=said.capacity,
        base_mm=said.base_mm,
        base_length_mm=said.base_length_mm,
        points=said.points,
    )
    return Troop(profile=profile, weapons=carried, n=n)


def _weapon(said: str | InlineWeapon, arms: Mapping[str, Weapon]) -> Weapon:
    if isinstance(said, InlineWeapon):
        return Weapon(
            id=id_of_name(said.name, "own"),
            name=Names(en=said.name, fr=said.name),
            range_cm=said.range,
            dice=said.dice,
            to_hit=said.to_hit,
            save_mod=said.save_mod,
            barrage=said.barrage,
        )
    if said not in arms:
        raise Unknown("weapon", said, arms)
    return arms[said]


def read_figures(text: str) -> tuple[tuple[int, str], ...]:
    """Return the figures in a typed text: "5 marine-tactical, 1 marine-chaplain".

    A name without a number is one figure.
    """
    figures = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        many, _, profile = part.partition(" ")
        plain = many.isdecimal() and profile
        figures.append((int(many), profile.strip()) if plain else (1, part))
    return tuple(figures)
