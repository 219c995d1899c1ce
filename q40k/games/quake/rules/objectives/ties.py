"""TIE-1: rank sides level at the top by their figures, then by their ages."""

from fractions import Fraction

from q40k.games.quake.state.bonus import Judged
from q40k.games.quake.state.match import Match, Player
from q40k.games.quake.state.objectives.ties import DESCRIBED_FIELDS, AgesCounted, Describe, Described, TieCounted
from q40k.games.quake.state.questions import find_player
from q40k.games.quake.state.registry import rule
from q40k.kernel.events import Live, Rule
from q40k.tabletop.asking import choose, choose_number, forbid


@rule(Describe)
def describe(live: Live[Match], command: Describe) -> Rule[None]:
    """Note the three ticks on a figure (painted, based, WYSIWYG), its race, its player's age.

    Rule: TIE-1, TABLE-4
    """
    player = find_player(live.state, command.player)
    described = {name: getattr(command, name) for name in DESCRIBED_FIELDS if getattr(command, name) not in (None, "")}
    if not described and command.finished is None:
        raise forbid("TABLE-4", "nothing-described", player=player.name)
    if described:
        yield Described(player=player.id, **described)
    if command.finished is not None:
        yield Judged(player=player.id, finished=command.finished)


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
    painted, wysiwyg = (sum(p.about.painted is True for p in mine), sum(p.about.wysiwyg is True for p in mine))
    unpainted = len(mine) - painted
    result = Fraction((painted + wysiwyg) * races, unpainted) if unpainted else None
    yield TieCounted(side=side, painted=painted, wysiwyg=wysiwyg, races=races, unpainted=unpainted, result=result)
    return result


def _count_races(live: Live[Match], side: str) -> Rule[int]:
    """Count the different races of a side; ask if anybody's is unknown.

    Rule: TIE-1
    """
    races = {p.about.race.casefold() if p.about.race else None for p in counted_figures(live.state, side)}
    if len(counted_figures(live.state, side)) == 1 or None not in races:
        return len(races)
    distinct = len(races) - 1
    most = distinct + sum(p.about.race is None for p in counted_figures(live.state, side))
    name = live.state.side_name(side)
    return (yield from choose_number(None, "races", "TIE-1", max(1, distinct), most, side=name))


def _count_ages(live: Live[Match], side: str) -> Rule[int]:
    """Add up the ages of a side's players; ask for unknown ones.

    Rule: TIE-1
    """
    for player in counted_figures(live.state, side):
        if player.about.age is None:
            age = yield from choose_number(player.id, "age", "TIE-1", 0, OLDEST)
            yield Described(player=player.id, age=age)
    ages = tuple(p.about.age or 0 for p in counted_figures(live.state, side))
    yield AgesCounted(side=side, ages=ages)
    return sum(ages)
