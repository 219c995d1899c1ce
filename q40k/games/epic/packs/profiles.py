"""Profiles and weapons: what a figure is, and what it shoots with, from packs or written out.

`origin` says whose a profile is: "book" for the two that the page prints, "house" for those worked
out for this program, "own" for a user's. All lengths are centimetres.
"""

from collections.abc import Iterable, Mapping
from typing import Annotated, Literal

from msgspec import Meta

from q40k.kernel.commands import InvalidValue
from q40k.kernel.lookup import find_exact, nearest
from q40k.kernel.text import is_digits
from q40k.packs.base import FINITE, Certainty, Id, Line, Names, Pack, id_of_name

Origin = Literal["book", "house", "own"]
Kind = Literal["infantry", "light-vehicle", "heavy-vehicle"]
Trait = Literal["antigrav", "aircraft", "officer", "transport", "infiltration", "terror"]
Length = Annotated[float, Meta(ge=0, le=500), FINITE]
Face = Annotated[int, Meta(ge=2, le=7)]
"""The least D6 that is enough; 7 is none."""
NO_SAVE = 7
"""A save of 7 or more is none: no D6 shows it."""

INFANTRY_MM = (6, None)
VEHICLE_MM = (20, 30)
"""The width and length of a base without a stated size (EE-DATA-1)."""


class Weapon(Pack, frozen=True, kw_only=True):
    """A weapon: `save_mod` is 0 or below, `barrage` needs neither sight nor arc (EE-SIGHT-5)."""

    id: Id
    name: Names
    range_cm: Length
    dice: Annotated[int, Meta(ge=1, le=12)] = 1
    to_hit: Annotated[int, Meta(ge=2, le=6)]
    save_mod: Annotated[int, Meta(ge=-6, le=0)] = 0
    barrage: bool = False
    origin: Origin = "own"
    source: Line = "own"
    certainty: Certainty = "high"
    note: Line | None = None


class Sureness(Pack, frozen=True, kw_only=True):
    """How sure each value of a profile is."""

    mv: Certainty = "high"
    save: Certainty = "high"
    fa: Certainty = "high"
    weapons: Certainty = "high"
    kind: Certainty = "high"
    name_fr: Certainty = "high"
    hits: Certainty | None = None
    capacity: Certainty | None = None


class Profile(Pack, frozen=True, kw_only=True):
    """What a figure is (EE-ARMY-2): `save` is the least D6 that saves, 7 for none.

    `capacity` is how many figures a transport carries; without one the table is asked. `points` is
    its cost, if it has one.
    """

    id: Id
    army: Id | None = None
    name: Names
    kind: Kind = "infantry"
    traits: tuple[Trait, ...] = ()
    mv_cm: Length
    save: Face
    fa: Annotated[int, Meta(ge=-10, le=20)]
    weapons: tuple[Id, ...] = ()
    hits: Annotated[int, Meta(ge=1, le=20)] = 1
    capacity: Annotated[int, Meta(ge=1, le=60)] | None = None
    base_mm: Annotated[int, Meta(ge=2, le=200)] | None = None
    base_length_mm: Annotated[int, Meta(ge=2, le=200)] | None = None
    points: Annotated[int, Meta(ge=0, le=2000)] | None = None
    origin: Origin = "own"
    source: Line = "own"
    certainty: Sureness = Sureness()
    note: Line | None = None

    def problems(self) -> Iterable[InvalidValue]:
        """Yield problems: only transports have a capacity, only vehicles several hits."""
        if self.capacity is not None and "transport" not in self.traits:
            yield InvalidValue("capacity-without-transport", "only a transport has one", {}, ("capacity",))
        if self.hits > 1 and self.kind == "infantry":
            yield InvalidValue("infantry-hits", "infantry has one hit", {"hits": self.hits}, ("hits",))

    @property
    def vehicle(self) -> bool:
        """Whether it is a vehicle, light or heavy.

        Rule: EE-WORD-2
        """
        return self.kind != "infantry"

    def has(self, trait: Trait) -> bool:
        """Whether it has a trait."""
        return trait in self.traits

    @property
    def size_mm(self) -> tuple[int, int | None]:
        """The width and the length of its base; without a length it is round.

        Rule: EE-DATA-1
        """
        if self.base_mm is None:
            return VEHICLE_MM if self.vehicle else INFANTRY_MM
        return self.base_mm, self.base_length_mm


class Troop(Pack, frozen=True, kw_only=True):
    """A number of figures of one profile with its weapons: what a match keeps of the packs."""

    profile: Profile
    weapons: tuple[Weapon, ...] = ()
    n: Annotated[int, Meta(ge=1, le=30)] = 1

    def weapon(self, id: str) -> Weapon:
        """Return its weapon of that id. Raises KeyError."""
        return {weapon.id: weapon for weapon in self.weapons}[id]


# -- written out in a match script ---------------------------------------------------------


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


def troop(said: str | InlineProfile, n: int, profiles: Mapping[str, Profile], arms: Mapping[str, Weapon]) -> Troop:
    """Return a number of figures of a profile, by its id or written out. Raises Unknown."""
    if isinstance(said, str):
        listed = profiles.get(said) or _find_by_name(said, profiles)
        if listed is None:
            raise Unknown("profile", said, profiles)
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


def _find_by_name(said: str, profiles: Mapping[str, Profile]) -> Profile | None:
    """Return the only profile of that id or name, in either language and whatever its capitals; None for none."""
    names = [
        (name, profile) for profile in profiles.values() for name in (profile.id, profile.name.en, profile.name.fr)
    ]
    matches = find_exact(said, names)
    return matches[0] if len(matches) == 1 else None


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
        plain = is_digits(many) and profile
        figures.append((int(many), profile.strip()) if plain else (1, part))
    return tuple(figures)
