"""Who wins: what the objectives of a mod ask after every action and every turn, and who leads."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct

from q40k.games.quake.packs.mods import Measure
from q40k.games.quake.rules.objectives.objective import DECISIVE, OBJECTIVES, played_for
from q40k.games.quake.rules.rounds import contenders
from q40k.games.quake.rules.state import Match
from q40k.kernel.driver import Live
from q40k.kernel.events import Rule


class Place(Struct, frozen=True):
    """A side's place among all: its measure, exactly, and what is measured."""

    side: str
    measure: Fraction
    by: Measure

    @property
    def made(self) -> tuple[Measure, Fraction]:
        """Sides with the same are level."""
        return self.by, self.measure


def ranked(state: Match) -> tuple[Place, ...]:
    """The sides with anybody at the table, best first, by the mod's own measure.

    If all have left, every side. Where buildings stand, those level at the top on rounds go by what
    is left of theirs. Sides level on it stay in order of joining.

    Rule: SCORE-4, SUDDEN-1, BASE-1
    """
    assert state.setup.mod is not None
    sides = contenders(state) or state.sides
    places = _ranked(state, sides, state.setup.mod.win.by)
    if not state.setup.mod.has("structures"):
        return places
    best = tuple(place.side for place in places if place.made == places[0].made)
    return places if len(best) == 1 else (*_ranked(state, best, "structure"), *places[len(best) :])


def _ranked(state: Match, sides: tuple[str, ...], by: Measure) -> tuple[Place, ...]:
    measure = OBJECTIVES[by].measure
    places = [Place(side, measure(state, side), by) for side in sides]
    return tuple(sorted(places, key=lambda place: -place.measure))


def check(live: Live[Match], before: Match) -> Rule[None]:
    """See whether a complete action won a round or the match.

    `before` is the state before it. Only what can bring an objective about is looked at.

    Rule: SCORE-4, SUDDEN-1
    """
    told = set(map(type, live.told))
    if DECISIVE.isdisjoint(told):
        return
    state = live.state
    if state.outcome.over or state.setup.mod is None or state.play.phase == "setup":
        return
    for objective in played_for(state.setup.mod):
        if objective.check is not None and not objective.brought_by.isdisjoint(told):
            yield from objective.check(live, before)


def end_of_turn(live: Live[Match]) -> Rule[None]:
    """See what the end of a turn brings, as its last phase closes.

    Rule: TURN-1
    """
    assert live.state.setup.mod is not None
    for objective in played_for(live.state.setup.mod):
        yield from objective.end_of_turn(live)
