"""The end: broken off with the result so far, ties settled by TIE-1, or played on after a win."""

from __future__ import annotations

from fractions import Fraction

from q40k.games.quake.rules import commands as c
from q40k.games.quake.rules import events as e
from q40k.games.quake.rules.clock import time_is_up
from q40k.games.quake.rules.questions import choose, count, forbid, must_be_started
from q40k.games.quake.rules.rounds import in_rounds, open_round
from q40k.games.quake.rules.state import Match, Player
from q40k.games.quake.rules.turn import carry_on
from q40k.games.quake.rules.victory import standing
from q40k.kernel.driver import Live
from q40k.kernel.events import Rule

OLDEST = 150


def end(live: Live[Match], command: c.End) -> Rule[None]:
    """Break the match off: whoever leads by the mod's own measure wins it.

    Sides level at the top are told apart by TIE-1; those level even then share the win. A match
    that was played on after its win keeps its winner.

    Rule: TIE-1, TABLE-3
    """
    must_be_started(live.state)
    yield from _break_off(live, command.why)


def end_by_the_clock(live: Live[Match], before: Match) -> Rule[None]:
    """End the match when its time was over as a turn ended; play may go on without a limit.

    A round or a leg that is over ends the running turn too.

    Rule: TABLE-7, SUDDEN-1
    """
    state = live.state
    if state.outcome.over or not before.running or not time_is_up(state):
        return
    if state.play.turn > before.play.turn or state.play.phase == "deployment":
        yield e.TimeUp(turn=before.play.turn)
        yield from _break_off(live, "")


def _break_off(live: Live[Match], why: str) -> Rule[None]:
    state = live.state
    ranked = standing(state)
    by, best = ranked[0].made
    tied = tuple(place.side for place in ranked if place.made == (by, best))
    winners = state.outcome.winner
    if not winners:
        winners = tied if len(tied) == 1 else (yield from break_tie(live, tied))
    told = tied if len(tied) > 1 and not state.outcome.winner else ()
    yield e.Ended(why=why, winners=winners, by=by, best=best, tied=told)


def play_on(live: Live[Match], _command: c.PlayOn) -> Rule[None]:
    """Go on playing after the end; the winner stays the winner. The next round opens, if any.

    A match that was broken off goes on where it was, and nobody has won it yet.

    Rule: SCORE-4, TABLE-3
    """
    state = live.state
    if not state.outcome.over:
        raise forbid("SCORE-4", "not-over")
    yield e.PlayedOn()
    if in_rounds(live.state) and not state.outcome.ended:
        yield from open_round(live)
    else:
        yield from carry_on(live, live.state)


# ---- TIE-1


def break_tie(live: Live[Match], sides: tuple[str, ...]) -> Rule[tuple[str, ...]]:
    """The best of some sides that are level: by their figures, then by their players' ages.

    Only what is not known yet is asked. Returns one side, or those level in everything.

    Rule: TIE-1
    """
    results: dict[str, Fraction | None] = {}
    for side in sides:
        results[side] = yield from _count_figures(live, side)
    if None in results.values():  # nobody unpainted beats any quotient
        best = tuple(side for side in sides if results[side] is None)
    else:
        most = max(result for result in results.values() if result is not None)
        best = tuple(side for side in sides if results[side] == most)
    if len(best) == 1:
        return best
    ages: dict[str, int] = {}
    for side in best:
        ages[side] = yield from _count_ages(live, side)
    oldest = max(ages.values())
    return tuple(side for side in best if ages[side] == oldest)


def figures(state: Match, side: str) -> tuple[Player, ...]:
    """The figures of a side that TIE-1 counts: those at the table; if all have left, all."""
    everyone = [state.players[p] for p in state.members(side)]
    return tuple(p for p in everyone if p.present) or tuple(everyone)


def _count_figures(live: Live[Match], side: str) -> Rule[Fraction | None]:
    """(painted + WYSIWYG) x races / unpainted; None when none is unpainted.

    Rule: TIE-1
    """
    for player in figures(live.state, side):
        if player.about.painted is None:
            said = yield from choose(player.id, "painted", "TIE-1", ("yes", "no"))
            yield e.Described(player=player.id, painted=said == "yes")
        if player.about.wysiwyg is None:
            said = yield from choose(player.id, "wysiwyg", "TIE-1", ("yes", "no"))
            yield e.Described(player=player.id, wysiwyg=said == "yes")
    mine = figures(live.state, side)
    races = yield from _count_races(live, side)
    painted, wysiwyg = (
        sum(p.about.painted is True for p in mine),
        sum(p.about.wysiwyg is True for p in mine),
    )
    unpainted = len(mine) - painted
    result = Fraction((painted + wysiwyg) * races, unpainted) if unpainted else None
    yield e.TieCounted(
        side=side, painted=painted, wysiwyg=wysiwyg, races=races, unpainted=unpainted, result=result
    )
    return result


def _count_races(live: Live[Match], side: str) -> Rule[int]:
    """How many different races a side plays; asked where somebody's is not known.

    Rule: TIE-1
    """
    races = {p.about.race.casefold() if p.about.race else None for p in figures(live.state, side)}
    if len(figures(live.state, side)) == 1 or None not in races:
        return len(races)
    known = len(races) - 1
    most = known + sum(p.about.race is None for p in figures(live.state, side))
    name = live.state.side_name(side)
    return (yield from count(None, "races", "TIE-1", max(1, known), most, side=name))


def _count_ages(live: Live[Match], side: str) -> Rule[int]:
    """The sum of a side's players' ages.

    Rule: TIE-1
    """
    for player in figures(live.state, side):
        if player.about.age is None:
            age = yield from count(player.id, "age", "TIE-1", 0, OLDEST)
            yield e.Described(player=player.id, age=age)
    ages = tuple(p.about.age or 0 for p in figures(live.state, side))
    yield e.AgesCounted(side=side, ages=ages)
    return sum(ages)
