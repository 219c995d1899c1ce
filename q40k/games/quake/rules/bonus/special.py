"""Vampirism: what its holder takes from those it kills in close combat."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from msgspec import field

from q40k.games.quake.packs.models import Trait, UnitType, Weapon
from q40k.games.quake.rules.bonus.modifiers import arms_of, profile
from q40k.games.quake.rules.positions import in_water, portal_at
from q40k.games.quake.rules.questions import choose, choose_several, find_present, forbid, must_be_started
from q40k.games.quake.rules.registry import Command, Event, fold, rule
from q40k.games.quake.rules.state import Match, Player, change_player
from q40k.games.w40k3e.modifiers import Modifier
from q40k.geometry.space import Inches, Spot, to_cm
from q40k.kernel.commands import Name
from q40k.kernel.events import Live, Rule

if TYPE_CHECKING:
    from q40k.games.quake.arena.figures import ArenaPositions


class Take(Command, tag="take"):
    """Take what the vampire likes from a victim of close combat (special bonus 6).

    A fight with entered dice asks for it automatically; this is for kills reported to the referee.
    """

    player: Name
    victim: Name


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


NOT_BLOWS = ("nuke", "barrel", "demolition-charge", "spore-poison")
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
    chosen = yield from choose_several(killer, "vampirism", "BONUS-1", tuple(offer), target=victim, offer=offer)
    if not chosen:
        return
    prey = live.state.players[victim]
    victim_profile = profile(prey)
    kit = tuple(name for name in chosen if name in victim_profile.weapons)
    abilities = (t for t in prey.abilities if t.id in chosen or any(name in kit for name in t.gear))
    yield Feasted(
        player=killer,
        victim=victim,
        figures={name: getattr(victim_profile, name) for name in chosen if name in (*FIGURES, *SAVES)},
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


# -- the vortex ---------------------------------------------------------------------------


class VortexDrags(Event, tag="vortex-drags"):
    """The vortex drags every other champion 6 in towards its holder.

    `to` is where champions of known places end, `portals` the portal of those who end wholly on
    one, `wet` are those who end in water.
    """

    player: str
    to: dict[str, tuple[float, float]] = field(default_factory=dict)
    portals: dict[str, int] = field(default_factory=dict)
    wet: tuple[str, ...] = ()


@fold(VortexDrags)
def _vortex_drags(state: Match, event: VortexDrags) -> Match:
    for player, spot in event.to.items():
        state = change_player(
            state,
            player,
            at=spot,
            portal=event.portals.get(player),
            near=None,
            tile=None,
            level=None,
            in_water=player in event.wet,
        )
    return state


DRAG_IN = Inches(6)


STEP_CM = 0.1


def find_drag_ends(state: Match, holder: str) -> dict[str, Spot]:
    """Return where the vortex drags champions: 6 in towards its holder, stopping on contact.

    Only champions of known places are dragged, and only if the holder's is known. The nearest goes
    first. A champion stops before another base, and before anything impassable or lethal.

    Rule: BONUS-1
    """
    players = state.players
    others = [p for p in state.order if players[p].in_play and players[p].position.at and p != holder]
    if players[holder].position.at is None or not others or not players[holder].in_play:
        return {}
    from q40k.games.quake.rules.positions import positions_of
    from q40k.geometry.positions import gap_in

    positions = positions_of(state)
    middle = positions.figure(holder)
    ends: dict[str, Spot] = {}
    for who in sorted(others, key=lambda p: gap_in(positions.figure(p), middle)):
        spot = _stop(positions, who, holder)
        if spot != players[who].position.at:
            ends[who] = spot
            positions = positions.move_figure(who, spot)
    return ends


def _stop(positions: ArenaPositions, who: str, holder: str) -> Spot:
    """Return where one champion ends: the furthest place with room, in steps of a millimetre."""
    from math import hypot

    from q40k.games.quake.arena.deployment import blocked_by
    from q40k.geometry.positions import in_contact

    figure, middle = positions.figure(who), positions.figure(holder)
    (x, y), (mx, my) = figure.spot, middle.spot
    length = hypot(mx - x, my - y)
    if in_contact(figure, middle) or not length:
        return figure.spot
    others = positions.others(who)
    far = min(to_cm(DRAG_IN), length)
    for step in range(int(far / STEP_CM + 1e-9), 0, -1):
        share = step * STEP_CM / length
        spot = (round(x + share * (mx - x), 2), round(y + share * (my - y), 2))
        if not blocked_by(positions.field, others, figure.base, spot):
            return spot
    return figure.spot


def drag_champions(state: Match, holder: str) -> VortexDrags:
    """Return the vortex's event: where everyone ends, and what they stand in there.

    Rule: BONUS-1, PORTAL-6
    """
    to, players = find_drag_ends(state, holder), state.players
    portals = {p: portal_at(state, players[p], spot) for p, spot in to.items()}
    return VortexDrags(
        player=holder,
        to=to,
        portals={p: number for p, number in portals.items() if number is not None},
        wet=tuple(p for p, spot in to.items() if in_water(state, spot)),
    )


# -- the wrath of the painters ------------------------------------------------------------


class Judged(Event, tag="judged"):
    """The table said whether a figure is painted and based (special bonus 2)."""

    player: str
    finished: bool


@fold(Judged)
def _judged(state: Match, event: Judged) -> Match:
    return change_player(state, event.player, finished=event.finished)


def wrath(live: Live[Match], attacker: str, target: str) -> Rule[tuple[Modifier, ...]]:
    """Return the modifiers of the attacker's bonus against this target: a hit may slay it.

    The table is asked once whether a figure is painted in six colours and based, if that is
    unknown. Call this before every shot and every round of blows, once for each target. Pass the
    modifiers to the attacker's `fighter`.

    Rule: BONUS-1
    """
    if not live.state.holds(attacker, "wrath"):
        return ()
    figure = live.state.players[target]
    about = figure.about
    if about.finished is None and about.painted is None and about.based is None:
        answer = yield from choose(target, "finished", "BONUS-1", ("yes", "no"))
        yield Judged(player=target, finished=answer == "yes")
    return known_wrath(live.state, attacker, target)


def known_wrath(state: Match, attacker: str, target: str) -> tuple[Modifier, ...]:
    """Return the modifiers of `wrath` without asking anybody.

    Rule: BONUS-1
    """
    if not state.holds(attacker, "wrath") or is_finished(state.players[target]):
        return ()
    held = state.players[attacker].bonus
    return (Modifier("hit-slays", 0, held.kind if held else ""),)


def is_finished(player: Player) -> bool:
    """Whether a figure counts as painted and based: it does unless the table denied it."""
    about = player.about
    return False not in (about.painted, about.based, about.finished)
