"""The program plays the Genestealers: one thing at a time, or on to the end of their turn."""

from __future__ import annotations

from collections.abc import Sequence

from q40k.games.space_hulk.rules.command import Command
from q40k.games.space_hulk.rules.places import board
from q40k.games.space_hulk.rules.questions import (
    forbid,
    must_be,
    must_be_settled,
)
from q40k.games.space_hulk.rules.registry import command, rule
from q40k.games.space_hulk.rules.settling import settle
from q40k.games.space_hulk.rules.solo.acting import act, spent
from q40k.games.space_hulk.rules.solo.arrivals import arrive, to_come
from q40k.games.space_hulk.rules.solo.brood import look
from q40k.games.space_hulk.rules.solo.order import Began, next_alien
from q40k.games.space_hulk.rules.solo.placing import place_all
from q40k.games.space_hulk.rules.solo.procedure import lead
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
    """The program, playing the Genestealers, does its next thing: a blip arrives, an alien acts.

    With `all` it goes on until the table must say something, or its turn is over. A window that is
    open is passed by it.
    """

    all: bool = False

    def sealed(self, told: Sequence[Event]) -> None:
        """What blips were drawn nobody reads in a record.

        Rule: SH-SECRET-1, SOLO-TURN-5
        """
        del told


@rule(Alien)
def alien(live: Live[Match], command: Alien) -> Rule[None]:
    """Let the program act.

    What lies under a blip is looked at by nobody before it is turned up.

    Rule: SOLO-TURN-1, SOLO-TURN-4, SOLO-TURN-5, SOLO-TABLE-1, SOLO-TABLE-2
    """
    must_be(live.state, "stealer-action", "stealer-reinforcement", "marine-action")
    if not live.state.options.solo:
        raise forbid("SOLO-TURN-1", "not-alone")
    if live.state.play.phase == "marine-action":
        if not live.state.play.finishing:
            wrong = {"phase": "marine-action", "wanted": "stealer-action"}
            raise forbid("SH-TURN-1", "wrong-phase", **wrong)
        yield from end_marine_turn(live)
    if live.state.conversion is None or not live.state.conversion.own:
        yield from must_be_settled(live.state)
    yield from close_windows(live)
    yield from settle(live)
    while not _waits(live.state):
        yield from _next_thing(live)
        yield from check_at_once(live)
        if not command.all or live.state.play.phase == "end":
            return


def _waits(state: Match) -> bool:
    """Whether the table must say something before the program can go on."""
    top = state.conversion
    return state.outcome.over or bool(state.pending and not (top is not None and top.own))


def _next_thing(live: Live[Match]) -> Rule[None]:
    """One thing: a blip arrives, an alien acts, or nobody is left to act.

    Rule: SOLO-TURN-1, SOLO-TURN-2, SOLO-TURN-6
    """
    if live.state.play.phase == "stealer-reinforcement":
        if live.state.standing and to_come(live.state) > 0:
            yield from arrive(live)
            return
        yield PhaseOpened(phase="stealer-action")
    if live.state.conversion is not None:
        yield from place_all(live)
        return
    if board(live.state) is None:
        yield from lead(live)
        return
    who = live.state.solo.acting
    over = None if who is None else spent(live.state, who)
    if over is not None:
        yield over
        who = None
    if who is None:
        who = yield from next_alien(live)
        if who is not None and (yield from look(live, who)):
            who = yield from next_alien(live)
        if who is None:
            yield PhaseOpened(phase="end")
            return
        yield Began(who=who)
    yield from act(live, who)
