"""Who leads: the sides ranked by the mod's own measure."""

from fractions import Fraction

from msgspec import Struct

from q40k.games.quake.packs.mods import Measure
from q40k.games.quake.state.match import Match
from q40k.games.quake.state.objectives.objective import OBJECTIVES
from q40k.games.quake.state.objectives.rounds import contenders


class Place(Struct, frozen=True):
    """A side's place in the ranking: its exact measure, and what is measured."""

    side: str
    measure: Fraction
    by: Measure

    @property
    def level(self) -> tuple[Measure, Fraction]:
        """Return what is compared: sides with the same value are level."""
        return self.by, self.measure


def rank_sides(state: Match) -> tuple[Place, ...]:
    """Return the sides with anybody at the table, best first, by the mod's own measure.

    If all have left, every side is ranked. Where buildings are used, sides level at the top on
    rounds are ranked by what is left of their building. Level sides stay in order of joining.

    Rule: SCORE-4, SUDDEN-1, BASE-1
    """
    sides = contenders(state) or state.sides
    places = _rank_by(state, sides, state.mod.win.by)
    if not state.mod.has("structures"):
        return places
    best = tuple(place.side for place in places if place.level == places[0].level)
    return places if len(best) == 1 else (*_rank_by(state, best, "structure"), *places[len(best) :])


def _rank_by(state: Match, sides: tuple[str, ...], by: Measure) -> tuple[Place, ...]:
    measure = OBJECTIVES[by].measure
    places = [Place(side, measure(state, side), by) for side in sides]
    return tuple(sorted(places, key=lambda place: -place.measure))
