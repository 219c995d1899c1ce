"""Play the Genestealers by program: one action at a time, or to the end of their turn."""

from __future__ import annotations

from collections.abc import Sequence

from q40k.games.space_hulk.rules.command import Command
from q40k.games.space_hulk.rules.places import board
from q40k.games.space_hulk.rules.questions import (
    forbid,
    must_be_in_phase,
    must_convert_first,
)
from q40k.games.space_hulk.rules.registry import command, rule
from q40k.games.space_hulk.rules.settling import settle
from q40k.games.space_hulk.rules.solo.acting import act, finished_event
from q40k.games.space_hulk.rules.solo.arrivals import bring_reinforcement, count_reinforcements_left
from q40k.games.space_hulk.rules.solo.brood import check_brood
from q40k.games.space_hulk.rules.solo.order import Began, choose_next_alien
from q40k.games.space_hulk.rules.solo.placing import place_stealers
from q40k.games.space_hulk.rules.solo.procedure import lead_next_alien
from q40k.games.space_hulk.rules.state import Match
from q40k.games.space_hulk.rules.turn.phases import (
    PhaseOpened,
    close_windows,
    end_marine_turn,
)
from q40k.games.space_hulk.rules.turn.winning import check_at_once
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule


@command
class Alien(Command, tag="alien"):
    """Let the program do the next action of the Genestealers: a blip arrives, or an alien acts.

    With `all` it goes on until the table must decide something, or its turn is over. It passes an
    open window.
    """

    all: bool = False

    def sealed_copy(self, events: Sequence[Event]) -> None:
        """Return None: a record seals the blips that were drawn.

        Rule: SH-SECRET-1, SOLO-TURN-5
        """
        del events


@rule(Alien)
def alien(live: Live[Match], command: Alien) -> Rule[None]:
    """Let the program act.

    It does not look under a blip before the blip is turned up.

    Rule: SOLO-TURN-1, SOLO-TURN-4, SOLO-TURN-5, SOLO-TABLE-1, SOLO-TABLE-2
    """
    must_be_in_phase(live.state, "stealer-action", "stealer-reinforcement", "marine-action")
    if not live.state.options.solo:
        raise forbid("SOLO-TURN-1", "not-alone")
    if live.state.play.phase == "marine-action":
        if not live.state.play.finishing:
            facts = {"phase": "marine-action", "wanted": "stealer-action"}
            raise forbid("SH-TURN-1", "wrong-phase", **facts)
        yield from end_marine_turn(live)
    if live.state.conversion is None or not live.state.conversion.own:
        yield from must_convert_first(live.state)
    yield from close_windows(live)
    yield from settle(live)
    while not _must_wait(live.state):
        yield from _do_next_action(live)
        yield from check_at_once(live)
        if not command.all or live.state.play.phase == "end":
            return


def _must_wait(state: Match) -> bool:
    """Return whether the table must decide something before the program can go on."""
    top = state.conversion
    return state.outcome.over or bool(state.pending and not (top is not None and top.own))


def _do_next_action(live: Live[Match]) -> Rule[None]:
    """Do one action: a blip arrives, an alien acts, or the phase ends.

    Rule: SOLO-TURN-1, SOLO-TURN-2, SOLO-TURN-6
    """
    if live.state.play.phase == "stealer-reinforcement":
        if live.state.marines_in_play and count_reinforcements_left(live.state) > 0:
            yield from bring_reinforcement(live)
            return
        yield PhaseOpened(phase="stealer-action")
    if live.state.conversion is not None:
        yield from place_stealers(live)
        return
    if board(live.state) is None:
        yield from lead_next_alien(live)
        return
    who = live.state.solo.acting
    finished = None if who is None else finished_event(live.state, who)
    if finished is not None:
        yield finished
        who = None
    if who is None:
        who = yield from choose_next_alien(live)
        if who is not None and (yield from check_brood(live, who)):
            who = yield from choose_next_alien(live)
        if who is None:
            yield PhaseOpened(phase="end")
            return
        yield Began(who=who)
    yield from act(live, who)
