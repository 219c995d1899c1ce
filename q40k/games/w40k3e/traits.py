"""What a figure can do beside its profile: traits, in the words of the modifiers.

A trait is data: its effects are modifiers like those of gear and bonuses, so that a plan names it
as the source of a number. What no modifier can say is told to the table in words (`by_hand`, with
the reason, `because`), and
what does nothing between single figures says why (`none`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Annotated, Literal

from msgspec import Meta, field
from msgspec.structs import replace

from q40k.games.w40k3e.modifiers import Effect, Modifier, Scope
from q40k.games.w40k3e.profiles import Champion
from q40k.packs.base import Certainty, Id, InvalidValue, Line, Names, Pack

Counted = Literal["profile", "type", "weapon", "gear"]
Idle = Literal[
    "morale",
    "combat-result",
    "squads",
    "reserve",
    "vehicles",
    "objectives",
    "respawn",
    "everyone",
    "elsewhere",
]
When = Literal["moved", "turbo"]


class TraitEffect(Pack, frozen=True):
    """One change a trait makes to its bearer's numbers.

    `charging`: only in the round of its own charge. `when`: only in a turn in which it has moved
    ("moved"), or has moved further than 12 in ("turbo").
    """

    effect: Effect
    value: Annotated[int, Meta(ge=-10, le=36)] = 0
    scope: Scope = "any"
    charging: bool = False
    when: When | None = None


class Choice(Pack, frozen=True):
    """One of the things that may be chosen of a trait that is used, and what that changes."""

    id: Id
    name: Names
    effects: tuple[TraitEffect, ...] = ()


Act = Literal[
    "choose",  # the choices hold, and nothing is rolled
    "drugs",  # a die for each choice: a double costs a wound, three alike kill
    "psychic",  # the choices hold after a psychic test
    "stupid",  # no move in this phase, unless a Leadership test is passed
    "inert",  # on a 1 no move, and the choice (neither shot nor charge)
    "rush",  # on 1 or 2 the choice (no shot), and 6 in and a D6 to move
    "rot",  # everybody within 6 in is wounded on a 6
    "doctor",  # a 6 gives a lost wound back, a 1 costs one
    "mind-war",  # psychic test, D6 and Ld each: a wound for each point
    "life-drain",  # 2D6 and Ld each: the lower one loses a wound
    "shout",  # who fails its Ld fights with WS less by one
    "distract",  # somebody has an attack less
]


class Use(Pack, frozen=True, kw_only=True):
    """How a trait is used, by the table's word: in which phases, how often, what is chosen.

    At most `most` of the `choices` hold at once, up to the end of the turn, or for the match where
    it is used once a match. `instead_of_shot`: it stands for the champion's shot.
    """

    act: Act = "choose"
    phases: tuple[Literal["setup", "deployment", "movement", "shooting", "assault", "melee"], ...]
    once: Literal["turn", "life", "match"] = "turn"
    most: Annotated[int, Meta(ge=1, le=10)] = 1
    choices: tuple[Choice, ...] = ()
    instead_of_shot: bool = False


class Trait(Pack, frozen=True, kw_only=True):
    """A trait: what it changes, how it is used, what the table does of it, or why nothing here.

    `champions` are those who have it, by id, with how sure that is; `gear` what brings it to its
    bearer. `counted` names what carries it out already: the profile, the unit type, a weapon's
    line, other gear. `priced_as` is the figure whose points it costs a perfect fighter, where none
    of the packs has it (CHAMPION-8).
    """

    id: Id
    name: Names
    effects: tuple[TraitEffect, ...] = ()
    counted: Counted | None = None
    none: Idle | None = None
    use: Use | None = None
    by_hand: Names | None = None
    because: Names | None = None
    champions: dict[Id, Certainty] = field(default_factory=dict)
    gear: tuple[Id, ...] = ()
    priced_as: Id | None = None
    source: Line | None = None
    certainty: Certainty | None = None

    @property
    def acts(self) -> bool:
        """Whether it does anything here: by itself, when it is used, or by the table's hand."""
        return bool(self.effects or self.by_hand or self.use)

    def problems(self) -> Iterator[InvalidValue]:
        """Refuse a trait that says nothing, or that does something and nothing at once."""
        if self.acts == (self.none is not None) and self.counted is None:
            yield InvalidValue("idle-trait", "a trait acts, or says why it does not", {"trait": self.id})


def traits_of(champion: Champion, known: Mapping[str, Trait]) -> tuple[Trait, ...]:
    """The traits of a champion as it is equipped, in the order of the packs.

    It has those its profile names, those that name it, and those its gear brings. What a match
    keeps of them is no more than what concerns this champion.
    """
    kit = set(champion.weapons)
    found = []
    for trait in known.values():
        brought = tuple(item for item in trait.gear if item in kit)
        if brought or is_own(champion, trait):
            sure = trait.champions.get(champion.id, trait.certainty)
            found.append(replace(trait, champions={}, gear=brought, certainty=sure))
    return tuple(found)


def is_own(champion: Champion, trait: Trait) -> bool:
    """Whether a champion has a trait whatever gear it carries."""
    return champion.id in trait.champions or trait.id in champion.traits


def in_force(traits: Iterable[Trait], using: Collection[str]) -> tuple[Trait, ...]:
    """Traits with what is in use of them, by "trait/choice"."""
    found = []
    for trait in traits:
        chosen = trait.use.choices if trait.use is not None else ()
        now = [e for one in chosen if f"{trait.id}/{one.id}" in using for e in one.effects]
        found.append(replace(trait, effects=(*trait.effects, *now)) if now else trait)
    return tuple(found)


def trait_modifiers(
    traits: Iterable[Trait], *, moved: bool = False, turbo: bool = False
) -> tuple[Modifier, ...]:
    """What traits change here and now, as modifiers whose source is the trait's id."""
    now = {None: True, "moved": moved, "turbo": turbo}
    return tuple(
        Modifier(one.effect, one.value, trait.id, one.scope, one.charging)
        for trait in traits
        for one in trait.effects
        if now[one.when]
    )


def carried_out(traits: Iterable[Trait]) -> frozenset[str]:
    """The gear whose effects come of a trait, and are not counted again as those of gear."""
    return frozenset(item for trait in traits if trait.effects for item in trait.gear)


def greatest(traits: Iterable[Trait], effect: Effect, *, otherwise: int = 0) -> int:
    """The greatest value among traits of this effect; `otherwise` where there is none."""
    values = (one.value for trait in traits for one in trait.effects if one.effect == effect)
    return max(values, default=otherwise)


def has(traits: Iterable[Trait], effect: Effect) -> bool:
    """Whether any of these traits has this effect."""
    return any(one.effect == effect for trait in traits for one in trait.effects)
