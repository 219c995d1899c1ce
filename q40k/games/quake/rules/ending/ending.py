"""The end: broken off with the result so far, ties settled by TIE-1, or played on after a win."""

from __future__ import annotations

from fractions import Fraction

from q40k.games.quake.packs.mods import Measure
from q40k.games.quake.rules.clock import TimeUp, time_is_up
from q40k.games.quake.rules.command import Command
from q40k.games.quake.rules.ending.ties import break_tie
from q40k.games.quake.rules.objectives.victory import rank_sides
from q40k.games.quake.rules.questions import forbid, must_be_started
from q40k.games.quake.rules.registry import command, event, fold, rule
from q40k.games.quake.rules.respawn.respawn import respawn_waiting
from q40k.games.quake.rules.rounds import in_rounds, open_round
from q40k.games.quake.rules.state import Match
from q40k.games.quake.rules.turn.turn import carry_on
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule
from q40k.packs.said import Text


@command
class End(Command, tag="end"):
    """Break the match off: the result so far counts, or TIE-1."""

    why: Text = ""


@command
class PlayOn(Command, tag="play-on"):
    """Play on after the win."""


@event
class PlayedOn(Event, tag="played-on"):
    """The table plays on after the win."""


@event
class Ended(Event, tag="ended"):
    """The match was broken off; `winners` lead by the mod's own measure, or after TIE-1.

    `best` is their result in that measure; `tied` are the sides level on it.
    """

    why: str
    winners: tuple[str, ...]
    by: Measure
    best: Fraction
    tied: tuple[str, ...] = ()


@fold(PlayedOn)
def _played_on(state: Match, _event: PlayedOn) -> Match:
    return state.replace(over=False, ended=False, played_on=True)


@fold(Ended)
def _ended(state: Match, event: Ended) -> Match:
    return state.replace(winner=event.winners, over=True, ended=True)


@rule(End)
def end(live: Live[Match], command: End) -> Rule[None]:
    """Break the match off: the leader by the mod's own measure wins it.

    TIE-1 decides between sides level at the top; those level even then share the win. A match that
    was played on after its win keeps its winner.

    Rule: TIE-1, TABLE-3
    """
    must_be_started(live.state)
    yield from _break_off(live, command.why)


def end_by_the_clock(live: Live[Match], before: Match) -> Rule[None]:
    """End the match if its time was up as a turn ended; it may be played on.

    The end of a round or a leg also ends the running turn.

    Rule: TABLE-7, SUDDEN-1
    """
    state = live.state
    if state.outcome.over or not before.running or not time_is_up(state):
        return
    if state.play.turn > before.play.turn or state.play.phase == "deployment":
        yield TimeUp(turn=before.play.turn)
        yield from _break_off(live, "")


def _break_off(live: Live[Match], why: str) -> Rule[None]:
    state = live.state
    places = rank_sides(state)
    by, best = places[0].level
    tied = tuple(place.side for place in places if place.level == (by, best))
    winners = state.outcome.winner
    if not winners:
        winners = tied if len(tied) == 1 else (yield from break_tie(live, tied))
    tie_to_report = tied if len(tied) > 1 and not state.outcome.winner else ()
    yield Ended(why=why, winners=winners, by=by, best=best, tied=tie_to_report)


@rule(PlayOn)
def play_on(live: Live[Match], _command: PlayOn) -> Rule[None]:
    """Go on playing after the end; the winner stays the winner. The next round opens, if any.

    A match that was broken off goes on where it was, and nobody has won it yet. Champions that died
    of the winning kill come back now, if they have not.

    Rule: SCORE-4, TABLE-3, RESPAWN-1
    """
    state = live.state
    if not state.outcome.over:
        raise forbid("SCORE-4", "not-over")
    yield PlayedOn()
    if in_rounds(live.state) and not state.outcome.ended:
        yield from open_round(live)
    else:
        if not live.state.setup.last_respawn:
            yield from respawn_waiting(live)
        yield from carry_on(live, live.state)
