"""What the table says of whom a champion sees and how far away they are, where no place tells."""

from math import ceil, hypot
from typing import Annotated

from msgspec import Meta

from q40k.games.quake.rules.parts import Sighting
from q40k.games.quake.rules.questions import choose_number, choose_several, find_on_table, forbid, must_be_started
from q40k.games.quake.rules.registry import Command, Event, fold, rule
from q40k.games.quake.rules.state import Match, Player
from q40k.geometry.space import CM_PER_INCH
from q40k.kernel.commands import Name
from q40k.kernel.events import Live, Rule

UNKNOWN = "unknown"
"""The answer that nobody knows whom a champion sees."""


class Look(Command, tag="look"):
    """Ask the table whom a champion sees, and how far away they are (TABLE-8).

    `foes` are those it asks about, the most important first. Of those it sees, it asks the distance
    of at most so many as `distances` says. Outside the shooting phase it asks for distances alone.
    """

    player: Name
    foes: tuple[Name, ...]
    distances: Annotated[int, Meta(ge=0, le=20)] = 2


class Sighted(Event, tag="sighted"):
    """The table said whom a champion sees, and how far away they are (TABLE-8)."""

    player: str
    sightings: tuple[Sighting, ...] = ()


@fold(Sighted)
def _sighted(state: Match, event: Sighted) -> Match:
    """Keep the newest word about each pair; what is older tells where somebody was."""
    newer = {sighting.foe for sighting in event.sightings}
    older = tuple(s for s in state.play.sightings if s.player != event.player or s.foe not in newer)
    return state.replace(sightings=(*older, *event.sightings))


@rule(Look)
def look(live: Live[Match], command: Look) -> Rule[None]:
    """Ask the table whom a champion sees, and the whole inches to those it sees; 0 is unknown.

    Rule: TABLE-8, SHOOT-2
    """
    must_be_started(live.state)
    player = find_on_table(live.state, command.player)
    foes = tuple(find_on_table(live.state, name) for name in command.foes)
    if player in foes or not foes:
        raise forbid("TABLE-8", "looks-at-nobody", player=player.name)
    seen: dict[str, bool | None] = {foe.name: None for foe in foes}
    asks_sight = live.state.play.phase == "shooting"
    if asks_sight:
        options = (*seen, UNKNOWN)
        answer = yield from choose_several(None, "sees", "TABLE-8", options, player=player.id)
        if UNKNOWN not in answer:
            seen = {name: name in answer for name in seen}
    measured = [foe for foe in foes if seen[foe.name] or not asks_sight][: command.distances]
    width, height = live.state.arena.size
    most = ceil(hypot(width, height) / CM_PER_INCH)
    inches: dict[str, int] = {}
    for foe in measured:
        facts = {"player": player.id, "target": foe.id}
        inches[foe.id] = yield from choose_number(None, "how-far", "TABLE-8", 0, most, **facts)
    turn = live.state.play.turn
    yield Sighted(
        player=player.id,
        sightings=tuple(
            Sighting(player.id, foe.id, turn, _steps(player, foe), seen[foe.name], inches.get(foe.id) or None)
            for foe in foes
        ),
    )


def _steps(player: Player, foe: Player) -> tuple[float, ...]:
    """Return numbers of which one changes whenever one of two champions goes elsewhere within a turn."""
    return tuple(
        float(number)
        for p in (player, foe)
        for number in (p.score.deaths, p.movement.spent, p.turn.charge is not None, p.position.portal or 0)
    )


def sighting_of(state: Match, player: Player, foe: Player) -> Sighting | None:
    """Return what the table said in this turn of a champion and a foe; None if one has moved since.

    Rule: TABLE-8
    """
    steps = _steps(player, foe)
    return next(
        (
            sighting
            for sighting in state.play.sightings
            if (sighting.player, sighting.foe, sighting.turn) == (player.id, foe.id, state.play.turn)
            and sighting.steps == steps
        ),
        None,
    )
