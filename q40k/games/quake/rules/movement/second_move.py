"""A second move in a turn, by a trait: a run instead of shooting, a jump instead of a charge.

Fleet of foot runs in the shooting phase, jet packs and jetbikes of some codexes move again in the
assault phase, others spring out of a fight. Portals are used in the movement phase alone.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, structs

from q40k.games.quake.rules.changing import changed
from q40k.games.quake.rules.command import Angle, Command, Inches, Level, Place, Waypoints
from q40k.games.quake.rules.damage.deaths import die_by_accident
from q40k.games.quake.rules.melee.contact import touching
from q40k.games.quake.rules.melee.melees import melee_of
from q40k.games.quake.rules.movement.ground import ground_to
from q40k.games.quake.rules.movement.move import advance, declare, must_be_clear
from q40k.games.quake.rules.movement.paths import Going, going
from q40k.games.quake.rules.parts import Phase
from q40k.games.quake.rules.positions.places import portal_at
from q40k.games.quake.rules.questions import find_present, forbid, must_be_started, refuse, roll
from q40k.games.quake.rules.registry import command, event, fold, rule
from q40k.games.quake.rules.respawn.respawn import respawn_waiting
from q40k.games.quake.rules.state import Match, Player
from q40k.games.quake.rules.turn.acting import only_active
from q40k.games.quake.rules.turn.turn import TurnOpened
from q40k.games.w40k3e.modifiers import MoveEffect
from q40k.games.w40k3e.traits import greatest, has
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule
from q40k.packs.said import Name

Instead = Literal["shot", "charge", "nothing"]


class Kind(Struct, frozen=True):
    """One way to move again: in which phase, in the place of what, from contact or not.

    `dice` says that the trait's value is rolled: so many D6 ("many"), or one die of so many sides
    ("one"); "none": the value is the inches; `asks` is the key of that question. `own_part`: only
    in its own part of the phase.
    """

    effect: MoveEffect
    phase: Phase
    instead: Instead
    dice: Literal["one", "many", "none"]
    asks: str = ""
    from_contact: bool = False
    own_part: bool = True


KINDS = (
    Kind("fleet", "shooting", "shot", "one", asks="run"),
    Kind("assault-move", "assault", "charge", "none"),
    Kind("warp-jump", "assault", "charge", "many", asks="second-jump"),
    Kind(
        "jump-back",
        "assault",
        "nothing",
        "one",
        asks="spring-back",
        from_contact=True,
        own_part=False,
    ),
    Kind(
        "hit-and-run",
        "melee",
        "nothing",
        "many",
        asks="break-away",
        from_contact=True,
        own_part=False,
    ),
)


@command
class SecondMove(Command, tag="second-move"):
    """Move once more in a turn, as a trait lets the champion: run, jump, spring out of a fight.

    The dice come first, unless they are there; then it goes to a place in cm, through those of
    `path`, or so many inches, and no farther than they say. Without either a champion whose place
    is kept waits, to be told where by the same command; any other goes as far as it may.
    `level`, `angle` and `napalm` are those of a move.
    """

    player: Name
    to: Place | None = None
    path: Waypoints | None = None
    inches: Inches | None = None
    level: Level | None = None
    angle: Angle | None = None
    napalm: bool = False


@event
class SecondMoveBegun(Event, tag="second-move-begun"):
    """A champion moves once more, by this effect of a trait: `inches` at most, the `dice` say.

    `until` is that with what it has spent of its movement before.
    """

    player: str
    effect: str
    inches: float
    until: float
    dice: tuple[int, ...] = ()


@fold(SecondMoveBegun)
def _begun(state: Match, event: SecondMoveBegun) -> Match:
    return changed(state, event.player, second=event.effect, until=event.until)


@fold(TurnOpened)
def _turn_opened(state: Match, _event: TurnOpened) -> Match:
    rested = {
        name: player.replace(second=None, until=0.0) if player.turn.second else player
        for name, player in state.players.items()
    }
    return state.replace(players=rested)


def kind_now(state: Match, player: Player) -> Kind | None:
    """How a champion may move once more in the running phase; None: it may not.

    Rule: TRAIT-1
    """
    return next(
        (k for k in KINDS if k.phase == state.play.phase and has(player.abilities, k.effect)), None
    )


def inches_left(state: Match, player: Player) -> float | None:
    """How far its second move still leads, in inches; None as long as its dice are not rolled."""
    kind = kind_now(state, player)
    if kind is None:
        return None
    if player.turn.second == kind.effect:
        return max(0.0, player.turn.until - player.movement.spent)
    return float(greatest(player.abilities, kind.effect)) if kind.dice == "none" else None


@rule(SecondMove)
def second_move(live: Live[Match], command: SecondMove) -> Rule[None]:
    """Move once more: a run, a jump, a spring out of contact; no difficult ground slows it.

    Rule: TRAIT-1, MOVE-1, PORTAL-1
    """
    must_be_started(live.state)
    player = find_present(live.state, command.player)
    kind = kind_now(live.state, player)
    if kind is None:
        raise forbid("TRAIT-1", "no-second-move", player=player.name)
    if not player.in_play:
        raise forbid("TURN-1", "not-on-table", player=player.name)
    if kind.own_part:
        yield from only_active(live, player, kind.phase)
    begun = player.turn.second == kind.effect
    if not begun:
        yield from _may_begin(live, player, kind)
    elif player.turn.until - player.movement.spent < 1e-6:
        yield from refuse("TRAIT-1", "has-moved-again", player=player.name)
    goes, inches = yield from _declared(live, player, command)
    if begun or (yield from _begin(live, player, kind)):
        yield from _go(live, player.id, goes, inches, command)


def _declared(
    live: Live[Match], player: Player, command: SecondMove
) -> Rule[tuple[Going, float | None]]:
    """Where it means to go, and how many inches that is; None: that is not said yet.

    Rule: MOVE-1, MOVE-2
    """
    if command.to is None and not command.path and command.inches is None:
        return Going(), None
    goes = going(
        live.state, player, command.to, command.path, level=command.level, angle=command.angle
    )
    inches = yield from declare(live, player, goes.to, command.inches, goes)
    yield from must_be_clear(live.state, player, goes, inches)
    yield from _off_portals(live, player, goes)
    return goes, inches


def _may_begin(live: Live[Match], player: Player, kind: Kind) -> Rule[None]:
    """Refuse a second move beside what it stands for, or from contact where that holds it.

    Rule: TRAIT-1, FLAG-4
    """
    state = live.state
    near = touching(state, player.id)
    if kind.from_contact and not near:
        yield from refuse("TRAIT-1", "not-in-contact-now", player=player.name)
    if not kind.from_contact and near:
        others = tuple(state.players[p].name for p in near)
        yield from refuse("TRAIT-1", "held-by-contact", player=player.name, others=others)
    if kind.effect == "hit-and-run" and melee_of(state, player.id):
        yield from refuse("TRAIT-1", "fights-first", player=player.name)
    if kind.instead == "shot" and player.turn.shot is not None:
        yield from refuse("TRAIT-1", "shot-before-run", player=player.name)
    if kind.instead == "shot" and any(player.id in f.sharers for f in state.flags.values()):
        yield from refuse("FLAG-4", "gave-the-flag", player=player.name)
    if kind.instead == "charge" and player.turn.charge is not None:
        yield from refuse("TRAIT-1", "charged-before-jump", player=player.name)


def _begin(live: Live[Match], player: Player, kind: Kind) -> Rule[bool]:
    """Roll how far it goes; returns whether it goes anywhere.

    Rule: TRAIT-1, SCORE-2
    """
    value = greatest(player.abilities, kind.effect)
    dice: tuple[int, ...] = ()
    if kind.dice != "none":
        sides = (value,) if kind.dice == "one" else (6,) * value
        dice = yield from roll(live, player.id, kind.asks, "TRAIT-1", sides)
    inches = float(sum(dice)) if dice else float(value)
    if kind.effect == "jump-back" and dice == (1,):
        inches = 0.0
    until = round(player.movement.spent + inches, 6)
    yield SecondMoveBegun(
        player=player.id, effect=kind.effect, inches=inches, until=until, dice=dice
    )
    if kind.effect == "warp-jump" and len(set(dice)) < len(dice):
        yield from die_by_accident(live, player.id, "warp-jump")
        yield from respawn_waiting(live)
        return False
    return inches > 0


def _go(
    live: Live[Match], who: str, goes: Going, inches: float | None, command: SecondMove
) -> Rule[None]:
    """Go as far as the dice reach; whose place is kept waits until it is said where to.

    Rule: TRAIT-1, MOVE-1
    """
    player = live.state.players[who]
    left = player.turn.until - player.movement.spent
    if inches is None and player.position.kept:
        return
    ground = ground_to(live.state, player, goes.to, goes.between, heights=goes.heights)
    yield from advance(
        live,
        who,
        left if inches is None else inches,
        goes,
        structs.replace(ground, difficult=False),
        napalm=command.napalm,
        still=command.inches == 0,
        most=left,
        through_portals=False,
    )


def _off_portals(live: Live[Match], player: Player, goes: Going) -> Rule[None]:
    """Refuse to end wholly on a portal, but in Domination: it could not be used.

    Rule: PORTAL-1
    """
    mod = live.state.setup.mod
    if goes.to is None or mod is None or mod.has("domination"):
        return
    portal = portal_at(live.state, player, goes.to, goes.angle)
    if portal is not None:
        yield from refuse("PORTAL-1", "ends-on-portal", player=player.name, portal=portal)
