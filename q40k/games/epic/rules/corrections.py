"""Corrections by the table: losses, retreats, and where figures are."""

from __future__ import annotations

from q40k.games.epic.rules.command import Command, FormationId, Places
from q40k.games.epic.rules.losses import lose
from q40k.games.epic.rules.morale import Retreated
from q40k.games.epic.rules.questions import (
    find_figures,
    find_formation,
    forbid,
    must_be_on_the_table,
    must_be_open,
    must_live,
)
from q40k.games.epic.rules.registry import command, event, fold, rule
from q40k.games.epic.rules.state import Match
from q40k.games.epic.rules.transport import set_down
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule
from q40k.packs.said import Text


@command
class Lose(Command, tag="lose"):
    """Figures are lost for any reason, in any phase: bookkeeping."""

    figures: tuple[str, ...] | str
    why: Text = ""


@command
class PutInRetreat(Command, tag="retreat"):
    """A formation goes into Retreat, because the table says so."""

    formation: FormationId


@command
class PutAt(Command, tag="place"):
    """Where the figures of a formation on the table are, as the table sees it."""

    formation: FormationId
    at: Places


@event
class PutRight(Event, tag="put-right"):
    """The table says where the figures of a formation are."""

    formation: str
    places: dict[str, tuple[float, ...]]


@fold(PutRight)
def _put_right(state: Match, event: PutRight) -> Match:
    changes: dict[str, dict[str, object]] = {}
    for figure, place in event.places.items():
        changes[figure] = {"at": place[:2], "facing": place[2]}
    return state.with_figures(changes)


@rule(Lose)
def lose_by_hand(live: Live[Match], command: Lose) -> Rule[None]:
    """Take figures off; their passengers stay where they were. A break test is due, not asked.

    Rule: EE-SAVE-4, EE-MORALE-1
    """
    must_be_open(live.state)
    names = (command.figures,) if isinstance(command.figures, str) else command.figures
    figures = find_figures(live.state, names)
    if not figures:
        raise forbid("EE-SAVE-4", "nobody-lost")
    for figure in figures:
        must_live(live.state, figure)
    yield from lose(live, figures, "hand", command.why)
    yield from set_down(live, figures)


@rule(PutInRetreat)
def put_in_retreat(live: Live[Match], command: PutInRetreat) -> Rule[None]:
    """Put a formation in Retreat by the table's word.

    Rule: EE-RETREAT-1
    """
    must_be_on_the_table(live.state)
    formation = find_formation(live.state, command.formation)
    if formation.retreats:
        raise forbid("EE-RETREAT-1", "retreats-already", formation=formation.id)
    yield Retreated(formation=formation.id)


@rule(PutAt)
def put_at(live: Live[Match], command: PutAt) -> Rule[None]:
    """Put a formation where the table says; nothing is checked."""
    must_be_open(live.state)
    formation = find_formation(live.state, command.formation)
    figures = live.state.standing(formation.id)
    if len(command.at) != len(figures):
        facts = {"formation": formation.id, "wanted": len(figures), "got": len(command.at)}
        raise forbid("EE-MOVE-2", "places-wanted", **facts)
    places = {
        figure: (*place[:2], *(place[2:] or (live.state.figures[figure].position.facing,)))
        for figure, place in zip(figures, command.at, strict=True)
    }
    yield PutRight(formation=formation.id, places=places)
