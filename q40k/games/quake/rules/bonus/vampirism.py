"""Vampirism: what its holder takes from those it kills in close combat."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import field

from q40k.games.quake.packs.models import Trait, UnitType, Weapon
from q40k.games.quake.rules.bonus.modifiers import arms_of, profile
from q40k.games.quake.rules.changing import changed
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

    A fight whose dice are entered asks for it by itself; this is for kills told to the referee.
    """

    player: Name
    victim: Name


@event
class Feasted(Event, tag="feasted"):
    """The vampire took from who it killed (special bonus 6).

    Characteristics (wounds too), abilities, unit type, gear and weapons.
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
    taken = held.replace(
        figures={**held.figures, **event.figures},
        kit=(*held.kit, *event.kit),
        arms=(*held.arms, *event.arms),
        traits=(*held.traits, *event.traits),
        unit_type=event.unit_type or held.unit_type,
    )
    more = event.figures["w"] - profile(player).w if "w" in event.figures else 0
    return changed(state, event.player, bonus=taken, wounds=player.life.wounds + more)


FIGURES = ("ws", "bs", "s", "t", "w", "i", "a", "ld")


SAVES = ("sv", "inv")


UNIT_TYPE = "unit-type"
"""What is answered to take the unit type of a victim."""


NOT_BLOWS = ("nuke", "barrel", "demolition-charge")
"""Causes of death in the close combat phase that are no close combat."""


def feast(live: Live[Match], killers: tuple[str, ...], victim: str, cause: str) -> Rule[None]:
    """Let the holder take what it likes of a victim of close combat, as long as it lives itself.

    Rule: BONUS-1
    """
    if live.state.play.phase != "melee" or cause in NOT_BLOWS:
        return
    for killer in killers:
        if live.state.players[killer].in_play and live.state.holds(killer, "vampirism"):
            yield from _take(live, killer, victim)


@rule(Take)
def take(live: Live[Match], command: Take) -> Rule[None]:
    """Note what the vampire takes of a victim that the table resolved itself.

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
    offer = offered(live.state, killer, victim)
    taken = yield from choose_several(
        killer, "vampirism", "BONUS-1", tuple(offer), target=victim, offer=offer
    )
    if not taken:
        return
    prey = live.state.players[victim]
    figures = profile(prey)
    kit = tuple(one for one in taken if one in figures.weapons)
    brought = (t for t in prey.abilities if t.id in taken or any(one in kit for one in t.gear))
    yield Feasted(
        player=killer,
        victim=victim,
        figures={one: getattr(figures, one) for one in taken if one in (*FIGURES, *SAVES)},
        kit=kit,
        arms=tuple(arm for arm in prey.arms if arm.id in taken),
        traits=_not_had(live.state.players[killer], brought),
        unit_type=figures.unit_type if UNIT_TYPE in taken else None,
    )


def _not_had(player: Player, traits: Iterable[Trait]) -> tuple[Trait, ...]:
    own = {trait.id for trait in player.abilities}
    return tuple(trait for trait in traits if trait.id not in own)


def offered(state: Match, killer: str, victim: str) -> dict[str, int | None]:
    """What a victim has that its killer has not: figures with their value, abilities, unit type,
    gear and weapons. What gear makes its bearer able to do comes with the gear.

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
    offer.update((trait.id, None) for trait in _not_had(player, able))
    carried = {*own.weapons, *(arm.id for arm in arms_of(state, player))}
    things = dict.fromkeys((*(arm.id for arm in prey_player.arms), *prey.weapons))
    offer.update((thing, None) for thing in things if thing not in carried)
    return offer
