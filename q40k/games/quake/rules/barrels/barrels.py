"""BARREL FRENZY: barrels set out, shot at, exploding in chains."""

from __future__ import annotations

from q40k.games.quake.packs.layout import TOKEN_RADIUS_CM
from q40k.games.quake.rules.barrels.explosions import (
    BLASTS,
    TEMPLATE_IN,
    Explosion,
    blow_up,
    possibly_under,
)
from q40k.games.quake.rules.command import Command
from q40k.games.quake.rules.damage.deaths import die_by_accident, die_by_hand
from q40k.games.quake.rules.parts import Barrel
from q40k.games.quake.rules.questions import (
    choose_several,
    find_present,
    forbid,
    must_be_started,
    roll,
)
from q40k.games.quake.rules.registry import command, event, fold, rule
from q40k.games.quake.rules.respawn.respawn import respawn_waiting
from q40k.games.quake.rules.state import Match
from q40k.geometry.bases import HAIR_CM
from q40k.geometry.spots import Spot, distance_cm
from q40k.geometry.units import Inches, to_cm
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule
from q40k.kernel.lookup import lookup
from q40k.packs.said import Name, Text


@command
class HitBarrel(Command, tag="barrel"):
    """A champion hit a barrel (BARREL-2)."""

    player: Name
    barrel: Text


@event
class BarrelsSet(Event, tag="barrels-set"):
    """The barrels of the match, each with its place when that is known (BARREL-1)."""

    barrels: dict[str, tuple[float, float] | None]


@event
class BarrelExploded(Event, tag="barrel-exploded"):
    """A barrel exploded, set off by a champion (BARREL-2, 3, 5, 6); napalm goes on burning."""

    barrel: str
    player: str
    explosion: Explosion


@event
class BarrelDoubled(Event, tag="barrel-doubled"):
    """A barrel became two (BARREL-4)."""

    barrel: str
    player: str
    second: str


@fold(BarrelsSet)
def _barrels_set(state: Match, event: BarrelsSet) -> Match:
    return state.replace(barrels={name: Barrel(name, at) for name, at in event.barrels.items()})


@fold(BarrelExploded)
def _barrel_exploded(state: Match, event: BarrelExploded) -> Match:
    barrels = dict(state.barrels)
    if event.explosion == "napalm":
        barrels[event.barrel] = barrels[event.barrel].replace(burning=True)
    else:
        del barrels[event.barrel]
    return state.replace(barrels=barrels)


@fold(BarrelDoubled)
def _barrel_doubled(state: Match, event: BarrelDoubled) -> Match:
    second = Barrel(event.second, state.barrels[event.barrel].at)
    return state.replace(barrels={**state.barrels, event.second: second})


PLASMA_UP_TO, DOUBLES_ON, NAPALM_ON = 3, 4, 5


def set_out_barrels(live: Live[Match]) -> Rule[None]:
    """Set out some barrels for each player present: the arena's own first, then new names.

    Rule: BARREL-1
    """
    state = live.state
    assert state.setup.mod is not None
    assert state.setup.arena is not None
    if not state.setup.mod.has("barrels"):
        return
    present = sum(player.present for player in state.players.values())
    count = state.setup.mod.parameters.barrels_each * present
    placed: dict[str, Spot | None] = {b.id: b.at for b in state.setup.arena.barrels[:count]}
    used = {*(b.id for b in state.setup.arena.barrels), *(t.id for t in state.setup.arena.tokens)}
    used |= {*(f.id for f in state.setup.arena.flags), *state.flags}
    while len(placed) < count:
        placed[_free_name(used | set(placed))] = None
    yield BarrelsSet(barrels=placed)


def _free_name(used: set[str]) -> str:
    """Return a new name: the number after the highest in use."""
    numbers = (int(name[1:]) for name in used if name[:1] == "K" and name[1:].isdecimal())
    return f"K{max(numbers, default=0) + 1}"


def find_barrel(state: Match, name: str) -> Barrel:
    """Return the barrel of that id, if it does not burn. Raises Refused (BARREL-1, 2, 5)."""
    if not state.barrels:
        raise forbid("BARREL-1", "no-barrels")
    result = lookup(name, state.barrels, prefixes=False, similarity=0.3)
    barrel = result.only
    if barrel is None:
        near = result.nearest.id if result.nearest else None
        raise forbid("BARREL-2", "unknown-barrel", barrel=name, nearest=near)
    if barrel.burning:
        raise forbid("BARREL-5", "barrel-burns", barrel=barrel.id)
    return barrel


@rule(HitBarrel)
def hit(live: Live[Match], command: HitBarrel) -> Rule[None]:
    """Let a champion hit a barrel: roll what it does, and what it sets off.

    Barrels caught in an explosion explode in turn, the nearest first. The dead come back when the
    chain has ended, in the order they died.

    Rule: BARREL-2, BARREL-7, RESPAWN-1
    """
    must_be_started(live.state)
    player = find_present(live.state, command.player)
    if not player.in_play:
        raise forbid("TURN-1", "not-on-table", player=player.name)
    yield from explode(live, player.id, find_barrel(live.state, command.barrel).id)
    yield from respawn_waiting(live)


def explode(live: Live[Match], player: str, barrel: str, *, by_dice: bool = False) -> Rule[None]:
    """Explode a barrel that was hit, and those it sets off; the caller puts the dead back.

    `by_dice`: ask who is under each template and for the dice; else ask only who dies.

    Rule: BARREL-2, BARREL-7
    """
    queue = [barrel]
    while queue:
        queue += yield from _explode_one(live, player, queue.pop(0), queue, by_dice=by_dice)


def _explode_one(
    live: Live[Match], player: str, name: str, queue: list[str], *, by_dice: bool
) -> Rule[list[str]]:
    """Roll one barrel's dice and strike its victims; return the barrels it sets off.

    Rule: BARREL-2, BARREL-3, BARREL-4, BARREL-5, BARREL-6
    """
    (die,) = yield from roll(live, player, "barrel", "BARREL-2", barrel=name)
    explosion: Explosion = "ordnance"
    if die == 6:
        (die,) = yield from roll(live, player, "barrel-weird", "BARREL-2", barrel=name)
        if die == DOUBLES_ON:
            second = _free_name({*live.state.barrels, *live.state.tokens, *live.state.flags})
            yield BarrelDoubled(barrel=name, player=player, second=second)
            return []
        explosion = "plasma" if die <= PLASMA_UP_TO else "napalm" if die == NAPALM_ON else "vortex"
    barrel = live.state.barrels[name]
    yield BarrelExploded(barrel=name, player=player, explosion=explosion)
    strike = blow_up if by_dice else _kill_named
    yield from strike(live, player, barrel, explosion)
    return (yield from _find_caught(live, player, barrel, queue))


def _kill_named(live: Live[Match], player: str, barrel: Barrel, explosion: Explosion) -> Rule[None]:
    """Kill those the table names: the shooter's kills, or its own accident.

    Rule: BARREL-2, BARREL-3, BARREL-5, BARREL-6, BARREL-7
    """
    state = live.state
    near = possibly_under(state, barrel)
    names = tuple(state.players[p].name for p in near)
    dead = yield from choose_several(
        None,
        "barrel-victims",
        BLASTS[explosion].rule,
        names,
        barrel=barrel.id,
        explosion=explosion,
    )
    for victim in (near[names.index(name)] for name in dead):
        if victim == player:
            yield from die_by_accident(live, victim, "barrel")
        else:
            yield from die_by_hand(live, victim, (player,), cause="barrel")


def _find_caught(
    live: Live[Match], player: str, barrel: Barrel, queue: list[str]
) -> Rule[list[str]]:
    """Return the other barrels under the template, even partly, the nearest first.

    The table answers for barrels whose place is unknown.

    Rule: BARREL-7
    """
    others = [
        b for b in live.state.barrels.values() if not b.burning and b.id not in (barrel.id, *queue)
    ]
    if barrel.at is None:
        caught, unknown = [], [b.id for b in others]
    else:
        reach, here = to_cm(Inches(TEMPLATE_IN / 2)) + TOKEN_RADIUS_CM, barrel.at
        distances = {b.id: distance_cm(b.at, here) for b in others if b.at is not None}
        caught = sorted(
            (name for name in distances if distances[name] < reach - HAIR_CM),
            key=distances.__getitem__,
        )
        unknown = [b.id for b in others if b.at is None]
    facts = {"barrel": barrel.id, "caught": tuple(caught)}
    chosen = yield from choose_several(
        player, "barrels-caught", "BARREL-7", tuple(unknown), **facts
    )
    return [*caught, *chosen]
