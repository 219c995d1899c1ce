"""The rally phase: formations try to leave Retreat."""

from __future__ import annotations

from typing import Literal

from q40k.games.epic.rules.command import Command, FormationId
from q40k.games.epic.rules.morale import morale_needed
from q40k.games.epic.rules.questions import (
    find_formation,
    forbid,
    must_be_in_phase,
    refuse,
    roll_one,
)
from q40k.games.epic.rules.registry import command, event, fold, rule
from q40k.games.epic.rules.state import Formation, Match
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule


@command
class Rally(Command, tag="rally"):
    """Try to rally a formation; with a `result` no die is asked."""

    formation: FormationId
    result: Literal["passed", "failed"] | None = None


@event
class RallyTried(Event, tag="rally-tried"):
    """A formation has tried to rally; if it did, the Retreat chip is taken off."""

    formation: str
    rallied: bool
    needed: int
    die: int | None = None


@fold(RallyTried)
def _rally_tried(state: Match, event: RallyTried) -> Match:
    state = state.with_formation(event.formation, tried=True)
    return state.with_formation(event.formation, order=None) if event.rallied else state


def may_rally(state: Match, formation: Formation) -> bool:
    """Return whether a formation may try to rally now.

    Rule: EE-RALLY-1, EE-RALLY-2
    """
    nerve = formation.nerve
    there = bool(state.alive(formation.id))
    return there and formation.retreats and nerve.failed != state.play.turn and not nerve.tried


@rule(Rally)
def rally(live: Live[Match], command: Rally) -> Rule[None]:
    """Try to rally: once a turn, and not in the turn in which it failed a test.

    A failure leaves it in Retreat; rallied or not, it stays demoralised.

    Rule: EE-RALLY-1, EE-RALLY-2, EE-MORALE-6
    """
    must_be_in_phase(live.state, "rally")
    formation = find_formation(live.state, command.formation)
    if not live.state.alive(formation.id):
        raise forbid("EE-MORALE-1", "formation-lost", formation=formation.id)
    if not formation.retreats:
        raise forbid("EE-RALLY-1", "not-in-retreat", formation=formation.id)
    if formation.nerve.failed == live.state.play.turn:
        yield from refuse("EE-RALLY-1", "failed-this-turn", formation=formation.id)
    if formation.nerve.tried:
        yield from refuse("EE-RALLY-2", "tried-already", formation=formation.id)
    needed, die = morale_needed(live.state, formation), None
    if command.result is None:
        die = yield from roll_one(
            formation.side,
            "rally",
            "EE-RALLY-2",
            formation=formation.id,
            needed=needed,
            needs=(needed,),
        )
    rallied = command.result == "passed" if die is None else die >= needed
    yield RallyTried(formation=formation.id, rallied=rallied, needed=needed, die=die)
