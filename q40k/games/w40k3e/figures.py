"""Hold what takes part in an attack: a figure with its characteristics, or a hull."""

from __future__ import annotations

from msgspec import Struct

from q40k.games.w40k3e.gear import gear_modifiers
from q40k.games.w40k3e.modifiers import Modifier
from q40k.games.w40k3e.profiles import Champion
from q40k.games.w40k3e.traits import Trait, gear_covered, trait_modifiers

TRUE_TOUGHNESS = {
    "csm-plague-marine": 4,
    "csm-plaguebearer": 4,
    "nec-wraith": 4,
    "tau-krootox": 3,
    "csm-obliterator": 4,
    "csm-abaddon": 4,
    "csm-typhus": 4,
    "ork-ghazghkull": 4,
    "ork-grotsnik": 4,
}
"""Toughness for instant death, where mark or mount do not tell it: T 4(5) counts as 4."""

BREAKING = {"de-lelith"}
"""Champions whose invulnerable save is a shadow field: they lose it with the first failed save."""


class Fighter(Struct, frozen=True):
    """Hold a figure: its characteristics, what it carries, and its modifiers.

    `w` is the wounds it has left. `several` tells whether its profile has more than one wound.
    `true_t` is the toughness for instant death. `kit` holds the ids of its weapons and gear.
    """

    ws: int = 4
    bs: int = 4
    s: int = 4
    t: int = 4
    w: int = 1
    i: int = 4
    a: int = 1
    ld: int = 8
    sv: int | None = None
    inv: int | None = None
    true_t: int | None = None
    several: bool = False
    unit_type: str = "infantry"
    role: str | None = None
    army: str = ""
    kit: tuple[str, ...] = ()
    modifiers: tuple[Modifier, ...] = ()

    @classmethod
    def of(
        cls,
        champion: Champion,
        modifiers: tuple[Modifier, ...] = (),
        *,
        wounds: int | None = None,
        traits: tuple[Trait, ...] = (),
        moved: bool = False,
        turbo: bool = False,
    ) -> Fighter:
        """Return a champion as a fighter: its profile, and the modifiers of gear, traits and
        `modifiers`.

        `wounds` are the wounds left, by default all. `moved`: it has moved this turn; `turbo`:
        further than 12 in. The trait replaces the gear's own modifiers if gear brings a trait.
        """
        mounted = 1 if champion.unit_type in ("bike", "jetbike") else 0
        breaking = champion.id in BREAKING and champion.inv is not None
        from_traits = gear_covered(traits)
        own = gear_modifiers(item for item in champion.weapons if item not in from_traits)
        own += trait_modifiers(traits, moved=moved, turbo=turbo)
        if breaking and champion.inv is not None:
            own = (Modifier("breaking-invulnerable", champion.inv, "shadow-field"), *own)
        return cls(
            ws=champion.ws,
            bs=champion.bs,
            s=champion.s,
            t=champion.t,
            w=champion.w if wounds is None else wounds,
            i=champion.i,
            a=champion.a,
            ld=champion.ld,
            sv=champion.sv,
            inv=None if breaking else champion.inv,
            true_t=TRUE_TOUGHNESS.get(champion.id, champion.t - mounted),
            several=champion.w > 1,
            unit_type=champion.unit_type,
            role=champion.role,
            army=champion.army,
            kit=champion.weapons,
            modifiers=(*own, *modifiers),
        )

    @property
    def toughness_for_death(self) -> int:
        """Return the unmodified toughness used for instant death (w40k3e 5)."""
        return self.t if self.true_t is None else self.true_t


class Hull(Struct, frozen=True):
    """Hold a vehicle or building: its armour value, and its structure points if it has any.

    A building of base-attack is Hull(av=10, structure=10): each penetrating hit costs one point.
    """

    av: int
    structure: int | None = None
    modifiers: tuple[Modifier, ...] = ()
