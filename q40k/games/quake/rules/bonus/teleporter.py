"""The teleporter: a deep strike instead of moving."""

from q40k.games.quake.rules import damage, flag_carrying, flags, respawn
from q40k.games.quake.rules.bonus.instant import HOURS, angle_of
from q40k.games.quake.rules.movement.move import declare
from q40k.games.quake.rules.movement.mover import put_after_move
from q40k.games.quake.rules.positions import floor_height, portal_at, standing_obstacles
from q40k.games.quake.rules.positions import on_table as stands_on_table
from q40k.games.quake.rules.questions import choose, find_present, forbid, must_be_started, refuse, roll
from q40k.games.quake.rules.registry import Command, Event, Place, fold, rule
from q40k.games.quake.rules.state import Match, Player, change_player
from q40k.games.quake.rules.turn.acting import must_be_active
from q40k.geometry.space import Inches, Spot, to_cm
from q40k.kernel.commands import Name
from q40k.kernel.events import Live, Rule


class DeepStrike(Command, tag="deep-strike"):
    """Deep strike instead of moving, with the teleporter; `to` in cm (special bonus 3)."""

    player: Name
    to: Place | None = None


class DeepStruck(Event, tag="deep-struck"):
    """The teleporter's holder came down: on target, or so many inches away (special bonus 3).

    `hour` is the direction as on a clock face, None when the table read it off; `to` the place.
    """

    player: str
    dice: tuple[int, ...]
    scatter: int
    hour: int | None = None
    to: Spot | None = None
    portal: int | None = None


@fold(DeepStruck)
def _deep_struck(state: Match, event: DeepStruck) -> Match:
    spent = state.players[event.player].movement.spent
    state = put_after_move(state, event.player, spent, event.to, event.portal)
    return change_player(state, event.player, halted=True)


FATAL = (1, 1)


ON_TARGET = 2
"""A D6 replaces the scatter die: this or less, two faces of six, is a hit."""


@rule(DeepStrike)
def deep_strike(live: Live[Match], command: DeepStrike) -> Rule[None]:
    """Strike by 2D6 and the scatter die: a double 1 kills, else it comes down.

    A miss comes down that many inches away. It may shoot and assault afterwards, but moves no more.
    Off the table, on another base or in something impassable or lethal it is lost: an accident.

    Rule: BONUS-1, SCORE-2
    """
    must_be_started(live.state)
    player = find_present(live.state, command.player)
    if not live.state.holds(player.id, "teleporter"):
        raise forbid("BONUS-1", "no-teleporter", player=player.name)
    yield from must_be_active(live, player, "movement")
    if player.movement.spent or player.movement.came_by is not None or player.movement.halted:
        yield from refuse("BONUS-1", "has-moved", player=player.name)
    if command.to is not None:
        yield from declare(live, player, command.to, None)
    dice = yield from roll(live, player.id, "deep-strike", "BONUS-1", (6, 6))
    if dice == FATAL:
        yield DeepStruck(player=player.id, dice=dice, scatter=0)
        yield from damage.die_by_accident(
            live, player.id, "teleporter", at=flag_carrying.place_of_death(live.state, player)
        )
        yield from respawn.respawn_waiting(live)
        return
    if not (yield from _come_down(live, live.state.players[player.id], command.to, dice)):
        yield from damage.die_by_accident(
            live, player.id, "teleporter-lost", at=flag_carrying.place_of_death(live.state, player)
        )
        yield from respawn.respawn_waiting(live)
        return
    yield from flags.bring_home_after_move(live, player.id)


def _come_down(live: Live[Match], player: Player, to: Spot | None, dice: tuple[int, ...]) -> Rule[bool]:
    """Land the champion; return whether there is room: by places, else as the table says."""
    (die,) = yield from roll(live, player.id, "scatter", "BONUS-1", inches=sum(dice))
    inches, hour = (0 if die <= ON_TARGET else sum(dice)), None
    if inches and to is not None:
        (hour,) = yield from roll(live, player.id, "direction", "BONUS-1", (HOURS,))
        to = _scatter(to, hour, inches)
    on_table = to is None or stands_on_table(live.state, player, to)
    portal = portal_at(live.state, player, to) if to is not None and on_table else None
    yield DeepStruck(player=player.id, dice=dice, scatter=inches, hour=hour, to=to, portal=portal)
    if to is not None:
        return on_table and _has_room(live.state, player, to)
    if not inches:
        return True
    room = yield from choose(None, "deep-strike-room", "BONUS-1", ("yes", "no"), player=player.id, inches=inches)
    return bool(room == "yes")


def _scatter(to: Spot, hour: int, inches: float) -> Spot:
    from math import cos, radians, sin

    length, angle = to_cm(Inches(inches)), radians(angle_of(hour))
    return round(to[0] + length * cos(angle), 2), round(to[1] + length * sin(angle), 2)


def _has_room(state: Match, player: Player, to: Spot) -> bool:
    """Whether nothing impassable or lethal and no known base is there.

    Rule: BONUS-1
    """
    return not any(standing_obstacles(state, player, to, floor_height(state, to), player.position.angle))
