"""Hold traits: what a figure can do beside its profile.

The effects of a trait are modifiers, like those of gear and bonuses, so a plan names the trait as
the source of a number. What no modifier can express is told to the table (`by_hand`, with the
reason `because`). A trait that does nothing between single figures tells why (`none`).
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Annotated, Literal

from msgspec import Meta, field
from msgspec.structs import replace

from q40k.games.w40k3e.modifiers import Effect, Modifier, Scope
from q40k.games.w40k3e.profiles import Champion
from q40k.kernel.commands import InvalidValue
from q40k.packs.base import Certainty, Id, Line, Names, Pack

Counted = Literal["profile", "type", "weapon", "gear"]
Idle = Literal[
    "morale", "combat-result", "squads", "reserve", "vehicles", "objectives", "respawn", "everyone", "elsewhere"
]
When = Literal["moved", "turbo"]


class TraitEffect(Pack, frozen=True):
    """Hold one change a trait makes to its bearer's numbers.

    `charging`: only in the round of its own charge. `when`: only in a turn in which it moved
    ("moved"), or moved further than 12 in ("turbo").
    """

    effect: Effect
    value: Annotated[int, Meta(ge=-10, le=36)] = 0
    scope: Scope = "any"
    charging: bool = False
    when: When | None = None


class Choice(Pack, frozen=True):
    """Hold one of the choices of a used trait, and what it changes."""

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
    """Hold how the table uses a trait: in which phases, how often, what it may choose.

    At most `most` of the `choices` hold at once. They last until the end of the turn, or for the
    match if the trait is used once a match. `instead_of_shot`: it replaces the champion's shot.
    """

    act: Act = "choose"
    phases: tuple[Literal["setup", "deployment", "movement", "shooting", "assault", "melee"], ...]
    once: Literal["turn", "life", "match"] = "turn"
    most: Annotated[int, Meta(ge=1, le=10)] = 1
    choices: tuple[Choice, ...] = ()
    instead_of_shot: bool = False


class Trait(Pack, frozen=True, kw_only=True):
    """Hold a trait: what it changes, how it is used, what the table plays, or why it does nothing.

    `champions` maps the ids of its bearers to how certain that is. `gear` brings it to its bearer.
    `counted` names what includes it already: the profile, the unit type, a weapon's line, other
    gear. `priced_as` is the figure that sets its points for a perfect fighter, if no champion of
    the packs has it (CHAMPION-8).
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
        """Tell whether it does anything here: automatically, when used, or by the table's hand."""
        return bool(self.effects or self.by_hand or self.use)

    def problems(self) -> Iterator[InvalidValue]:
        """Report a trait that tells nothing, or that acts and tells why it does not."""
        if self.acts == (self.none is not None) and self.counted is None:
            yield InvalidValue("idle-trait", "a trait acts, or says why it does not", {"trait": self.id})


def traits_of(champion: Champion, known: Mapping[str, Trait]) -> tuple[Trait, ...]:
    """Return the traits of a champion with its equipment, in the order of the packs.

    It has the traits its profile names, those that name it, and those of its gear. The copies keep
    only what concerns this champion.
    """
    kit = set(champion.weapons)
    traits = []
    for trait in known.values():
        brought_by = tuple(item for item in trait.gear if item in kit)
        if brought_by or is_own(champion, trait):
            sure = trait.champions.get(champion.id, trait.certainty)
            traits.append(replace(trait, champions={}, gear=brought_by, certainty=sure))
    return tuple(traits)


def is_own(champion: Champion, trait: Trait) -> bool:
    """Tell whether a champion has a trait whatever gear it carries."""
    return champion.id in trait.champions or trait.id in champion.traits


def with_choices(traits: Iterable[Trait], using: Collection[str]) -> tuple[Trait, ...]:
    """Return traits with the effects of the choices in use ("trait/choice")."""
    active = []
    for trait in traits:
        chosen = trait.use.choices if trait.use is not None else ()
        now = [e for choice in chosen if f"{trait.id}/{choice.id}" in using for e in choice.effects]
        active.append(replace(trait, effects=(*trait.effects, *now)) if now else trait)
    return tuple(active)


def trait_modifiers(traits: Iterable[Trait], *, moved: bool = False, turbo: bool = False) -> tuple[Modifier, ...]:
    """Return the current effects of traits as modifiers; their source is the trait's id."""
    now = {None: True, "moved": moved, "turbo": turbo}
    return tuple(
        Modifier(effect.effect, effect.value, trait.id, effect.scope, effect.charging)
        for trait in traits
        for effect in trait.effects
        if now[effect.when]
    )


def gear_covered(traits: Iterable[Trait]) -> frozenset[str]:
    """Return the gear whose effects a trait brings: its own modifiers do not count again."""
    return frozenset(item for trait in traits if trait.effects for item in trait.gear)


def greatest(traits: Iterable[Trait], effect: Effect, *, otherwise: int = 0) -> int:
    """Return the greatest value of an effect among traits, or `otherwise` if none has it."""
    values = (change.value for trait in traits for change in trait.effects if change.effect == effect)
    return max(values, default=otherwise)


def has(traits: Iterable[Trait], effect: Effect) -> bool:
    """Tell whether any of these traits has this effect."""
    return any(change.effect == effect for trait in traits for change in trait.effects)
