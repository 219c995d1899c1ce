"""TIE-1: sides level at the top are ranked by their figures, then by their ages."""

from fractions import Fraction
from typing import Annotated

from msgspec import Meta

from q40k.games.quake.rules.bonus.special import Judged
from q40k.games.quake.rules.questions import choose, choose_number, find_player, forbid
from q40k.games.quake.rules.registry import Command, Event, fold, rule
from q40k.games.quake.rules.state import Match, Player, change_player
from q40k.kernel.commands import Name, Text
from q40k.kernel.events import Live, Rule


class Describe(Command, tag="describe"):
    """Describe a player's figure, or the player: what TIE-1 counts, and whether it is `based`.

    TIE-1 counts paint (six colours) and looks. Special bonus 2 asks for paint and base, which
    `finished` covers together.
    """

    player: Name
    painted: bool | None = None
    based: bool | None = None
    finished: bool | None = None
    wysiwyg: bool | None = None
    race: Text | None = None
    age: Annotated[int, Meta(ge=0, le=150)] | None = None


class Described(Event, tag="described"):
    """The table described a player's figure, or the player (TIE-1)."""

    player: str
    painted: bool | None = None
    wysiwyg: bool | None = None
    race: str | None = None
    age: int | None = None
    based: bool | None = None


_DESCRIBED_FIELDS = ("painted", "based", "wysiwyg", "race", "age")


@fold(Described)
def _described(state: Match, event: Described) -> Match:
    values = {name: getattr(event, name) for name in _DESCRIBED_FIELDS}
    changes = {name: value for name, value in values.items() if value is not None}
    return change_player(state, event.player, **changes)


@rule(Describe)
def describe(live: Live[Match], command: Describe) -> Rule[None]:
    """Note the three ticks on a figure (painted, based, WYSIWYG), its race, its player's age.

    Rule: TIE-1, TABLE-4
    """
    player = find_player(live.state, command.player)
    described = {name: getattr(command, name) for name in _DESCRIBED_FIELDS if getattr(command, name) not in (None, "")}
    if not described and command.finished is None:
        raise forbid("TABLE-4", "nothing-described", player=player.name)
    if described:
        yield Described(player=player.id, **described)
    if command.finished is not None:
        yield Judged(player=player.id, finished=command.finished)


# -- ties at the top ----------------------------------------------------------------------


class TieCounted(Event, tag="tie-counted"):
    """TIE-1 for one side: (painted + WYSIWYG) x races / unpainted; None when none is unpainted."""

    side: str
    painted: int
    wysiwyg: int
    races: int
    unpainted: int
    result: Fraction | None


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
