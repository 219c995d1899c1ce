"""Vampirism: what its holder takes from those it kills in close combat."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import field

from q40k.games.quake.packs.models import Trait, UnitType, Weapon
from q40k.games.quake.rules.bonus.modifiers import arms_of, profile
from q40k.games.quake.rules.changing import change_player
from q40k.games.quake.rules.command import Command
from q40k.games.quake.rules.questions import choose_several, find_present, forbid, must_be_started
from q40k.games.quake.rules.registry import command, event, fold, rule
from q40k.games.quake.rules.state import Match, Player
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule
from q40k.packs.said import Name


@command
class Take(Command, tag="take"):
    """Take what the vampire likes from a victim of close combat (special bonus 6).

    A fight with entered dice asks for it automatically; this is for kills reported to the referee.
    """

    player: Name
    victim: Name


@event
class Feasted(Event, tag="feasted"):
    """The vampire took from a champion it killed (special bonus 6).

    Characteristics (also wounds), abilities, unit type, gear and weapons.
    """

    player: str
    victim: str
    figures: dict[str, int] = field(default_factory=dict)
    kit: tuple[str, ...] = ()
    arms: tuple[Weapon, ...] = ()
    traits: tuple[Trait, ...] = ()
    unit_type: UnitType | None = None


@fold(Feasted)
def _feasted(state: Match, event: Feasted) -> Match:
    player = state.players[event.player]
    held = player.bonus
    if held is None:
        return state
    bonus = held.replace(
        figures={**held.figures, **event.figures},
        kit=(*held.kit, *event.kit),
        arms=(*held.arms, *event.arms),
        traits=(*held.traits, *event.traits),
        unit_type=event.unit_type or held.unit_type,
    )
    extra_wounds = event.figures["w"] - profile(player).w if "w" in event.figures else 0
    return change_player(state, event.player, bonus=bonus, wounds=player.life.wounds + extra_wounds)


FIGURES = ("ws", "bs", "s", "t", "w", "i", "a", "ld")


SAVES = ("sv", "inv")


UNIT_TYPE = "unit-type"
"""The answer that takes the unit type of a victim."""


NOT_BLOWS = ("nuke", "barrel", "demolition-charge")
"""Causes of death in the close combat phase that are not close combat."""


def feast(live: Live[Match], killers: tuple[str, ...], victim: str, cause: str) -> Rule[None]:
    """Let each holder that lives take what it likes from a victim of close combat.

    Rule: BONUS-1
    """
    if live.state.play.phase != "melee" or cause in NOT_BLOWS:
        return
    for killer in killers:
        if live.state.players[killer].in_play and live.state.holds(killer, "vampirism"):
            yield from _take(live, killer, victim)


@rule(Take)
def take(live: Live[Match], command: Take) -> Rule[None]:
    """Record what the vampire takes from a victim whose death the table resolved.

    Rule: BONUS-1
    """
    must_be_started(live.state)
    player = find_present(live.state, command.player)
    victim = find_present(live.state, command.victim)
    if not live.state.holds(player.id, "vampirism"):
        raise forbid("BONUS-1", "no-vampire", player=player.name)
    if player.id == victim.id:
        raise forbid("BONUS-1", "drinks-itself", player=player.name)
    yield from _take(live, player.id, victim.id)


def _take(live: Live[Match], killer: str, victim: str) -> Rule[None]:
    offer = feast_options(live.state, killer, victim)
    chosen = yield from choose_several(
        killer, "vampirism", "BONUS-1", tuple(offer), target=victim, offer=offer
    )
    if not chosen:
        return
    prey = live.state.players[victim]
    victim_profile = profile(prey)
    kit = tuple(name for name in chosen if name in victim_profile.weapons)
    abilities = (t for t in prey.abilities if t.id in chosen or any(name in kit for name in t.gear))
    yield Feasted(
        player=killer,
        victim=victim,
        figures={
            name: getattr(victim_profile, name) for name in chosen if name in (*FIGURES, *SAVES)
        },
        kit=kit,
        arms=tuple(arm for arm in prey.arms if arm.id in chosen),
        traits=_new_traits(live.state.players[killer], abilities),
        unit_type=victim_profile.unit_type if UNIT_TYPE in chosen else None,
    )


def _new_traits(player: Player, traits: Iterable[Trait]) -> tuple[Trait, ...]:
    own = {trait.id for trait in player.abilities}
    return tuple(trait for trait in traits if trait.id not in own)


def feast_options(state: Match, killer: str, victim: str) -> dict[str, int | None]:
    """Return what a victim has that its killer lacks, with the value of characteristics.

    These are characteristics, abilities, unit type, gear and weapons. An ability that gear gives
    its bearer comes with the gear.

    Rule: BONUS-1
    """
    player, prey_player = state.players[killer], state.players[victim]
    own, prey = profile(player), profile(prey_player)
    offer: dict[str, int | None] = {}
    for name in FIGURES:
        if getattr(prey, name) > getattr(own, name):
            offer[name] = getattr(prey, name)
    for name in SAVES:
        theirs, mine = getattr(prey, name), getattr(own, name)
        if theirs is not None and (mine is None or theirs < mine):
            offer[name] = theirs
    if prey.unit_type != own.unit_type:
        offer[UNIT_TYPE] = None
    able = (t for t in prey_player.abilities if not t.gear and t.acts)
    offer.update((trait.id, None) for trait in _new_traits(player, able))
    carried = {*own.weapons, *(arm.id for arm in arms_of(state, player))}
    items = dict.fromkeys((*(arm.id for arm in prey_player.arms), *prey.weapons))
    offer.update((item, None) for item in items if item not in carried)
    return offer
