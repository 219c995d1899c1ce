"""The end of a match: break it off, play on, settle a dispute, end it by the clock."""

from q40k.games.quake.rules import respawn
from q40k.games.quake.rules.objectives import ties
from q40k.games.quake.rules.objectives.rounds import open_round
from q40k.games.quake.rules.turn import carry_on
from q40k.games.quake.state import clock
from q40k.games.quake.state.ending import End, Ended, PlayedOn, PlayOn, Settle, Settled
from q40k.games.quake.state.match import Match
from q40k.games.quake.state.objectives import rounds
from q40k.games.quake.state.objectives.victory import rank_sides
from q40k.games.quake.state.questions import find_player
from q40k.games.quake.state.registry import rule
from q40k.kernel.events import Live, Rule
from q40k.tabletop.asking import forbid


@rule(End)
def end(live: Live[Match], command: End) -> Rule[None]:
    """Break the match off: the leader by the mod's own measure wins it.

    TIE-1 decides between sides level at the top; those level even then share the win. A match that
    was played on after its win keeps its winner.

    Rule: TIE-1, TABLE-3
    """
    yield from _break_off(live, command.why)


def end_by_the_clock(live: Live[Match], before: Match) -> Rule[None]:
    """End the match if its time was up as a turn ended; it may be played on.

    The end of a round or a leg also ends the running turn.

    Rule: TABLE-7, SUDDEN-1
    """
    state = live.state
    if state.outcome.over or not before.running or not clock.time_is_up(state):
        return
    if state.play.turn > before.play.turn or state.play.phase == "deployment":
        yield clock.TimeUp(turn=before.play.turn)
        yield from _break_off(live, "")


def _break_off(live: Live[Match], why: str) -> Rule[None]:
    state = live.state
    places = rank_sides(state)
    by, best = places[0].level
    tied = tuple(place.side for place in places if place.level == (by, best))
    winners = state.outcome.winner
    if not winners:
        winners = tied if len(tied) == 1 else (yield from ties.break_tie(live, tied))
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
    if rounds.in_rounds(live.state) and not state.outcome.ended:
        yield from open_round(live)
    else:
        if not live.state.setup.last_respawn:
            yield from respawn.settle(live)
        yield from carry_on(live, live.state)


@rule(Settle)
def settle(live: Live[Match], command: Settle) -> Rule[None]:
    """Settle a dispute for the better painted and truer figures, then for the greater age.

    Rule: TIE-1
    """
    sides = tuple(dict.fromkeys(_find_side(live.state, name) for name in command.between))
    if len(sides) < 2:
        raise forbid("TIE-1", "no-dispute")
    best = yield from ties.break_tie(live, sides)
    yield Settled(between=sides, best=best)


def _find_side(state: Match, name: str) -> str:
    """Return the team of that name, or the id of that player. Raises Refused (TABLE-1)."""
    return state.team_named(name) or find_player(state, name).id
