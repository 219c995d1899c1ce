"""TIE-1: sides level at the top are ranked by their figures, then by their ages."""

from __future__ import annotations

from fractions import Fraction

from q40k.games.quake.rules.questions import choose, count
from q40k.games.quake.rules.registry import event
from q40k.games.quake.rules.state import Match, Player
from q40k.games.quake.rules.table.figures import Described
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule


@event
class TieCounted(Event, tag="tie-counted"):
    """TIE-1 for one side: (painted + WYSIWYG) x races / unpainted; None when none is unpainted."""

    side: str
    painted: int
    wysiwyg: int
    races: int
    unpainted: int
    result: Fraction | None


@event
class AgesCounted(Event, tag="ages-counted"):
    """TIE-1, still level: the sum of a side's players' ages."""

    side: str
    ages: tuple[int, ...]


OLDEST = 150


# ---- TIE-1


def break_tie(live: Live[Match], sides: tuple[str, ...]) -> Rule[tuple[str, ...]]:
    """Return the best of some level sides: by their figures, then by their players' ages.

    Only unknown facts are asked. The result is one side, or those level in everything.

    Rule: TIE-1
    """
    results: dict[str, Fraction | None] = {}
    for side in sides:
        results[side] = yield from _count_figures(live, side)
    if None in results.values():  # a side without unpainted figures beats any quotient
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


def counted_figures(state: Match, side: str) -> tuple[Player, ...]:
    """Return the figures of a side that TIE-1 counts: those at the table, or all if all left."""
    if side in state.players and side not in state.teams:
        return (state.players[side],)
    everyone = [state.players[p] for p in state.members(side)]
    return tuple(p for p in everyone if p.present) or tuple(everyone)


def _count_figures(live: Live[Match], side: str) -> Rule[Fraction | None]:
    """Return (painted + WYSIWYG) x races / unpainted; None if none is unpainted.

    Rule: TIE-1
    """
    for player in counted_figures(live.state, side):
        if player.about.painted is None:
            answer = yield from choose(player.id, "painted", "TIE-1", ("yes", "no"))
            yield Described(player=player.id, painted=answer == "yes")
        if player.about.wysiwyg is None:
            answer = yield from choose(player.id, "wysiwyg", "TIE-1", ("yes", "no"))
            yield Described(player=player.id, wysiwyg=answer == "yes")
    mine = counted_figures(live.state, side)
    races = yield from _count_races(live, side)
    painted, wysiwyg = (
        sum(p.about.painted is True for p in mine),
        sum(p.about.wysiwyg is True for p in mine),
    )
    unpainted = len(mine) - painted
    result = Fraction((painted + wysiwyg) * races, unpainted) if unpainted else None
    yield TieCounted(
        side=side, painted=painted, wysiwyg=wysiwyg, races=races, unpainted=unpainted, result=result
    )
    return result


def _count_races(live: Live[Match], side: str) -> Rule[int]:
    """Count the different races of a side; ask if anybody's is unknown.

    Rule: TIE-1
    """
    races = {
        p.about.race.casefold() if p.about.race else None for p in counted_figures(live.state, side)
    }
    if len(counted_figures(live.state, side)) == 1 or None not in races:
        return len(races)
    distinct = len(races) - 1
    most = distinct + sum(p.about.race is None for p in counted_figures(live.state, side))
    name = live.state.side_name(side)
    return (yield from count(None, "races", "TIE-1", max(1, distinct), most, side=name))


def _count_ages(live: Live[Match], side: str) -> Rule[int]:
    """Add up the ages of a side's players; ask for unknown ones.

    Rule: TIE-1
    """
    for player in counted_figures(live.state, side):
        if player.about.age is None:
            age = yield from count(player.id, "age", "TIE-1", 0, OLDEST)
            yield Described(player=player.id, age=age)
    ages = tuple(p.about.age or 0 for p in counted_figures(live.state, side))
    yield AgesCounted(side=side, ages=ages)
    return sum(ages)
