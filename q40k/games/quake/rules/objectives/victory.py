"""Who wins and who leads: the objectives' tests after every action and every turn."""

from fractions import Fraction

from msgspec import Struct

from q40k.games.quake.packs.mods import Measure
from q40k.games.quake.rules.objectives.objective import DECISIVE, OBJECTIVES, steps_of
from q40k.games.quake.rules.rounds import contenders
from q40k.games.quake.rules.state import Match
from q40k.kernel.events import Live, Rule


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


def check(live: Live[Match], before: Match) -> Rule[None]:
    """Test whether a complete action won a round or the match.

    `before` is the state before it. Only objectives that its events can decide are tested.

    Rule: SCORE-4, SUDDEN-1
    """
    kinds = set(map(type, live.events))
    if DECISIVE.isdisjoint(kinds):
        return
    state = live.state
    if state.outcome.over or state.setup.mod is None or state.play.phase == "setup":
        return
    for steps in steps_of(state.setup.mod):
        if steps.check is not None and not steps.brought_by.isdisjoint(kinds):
            yield from steps.check(live, before)


def end_of_turn(live: Live[Match]) -> Rule[None]:
    """Apply what the objectives do at the end of a turn, as its last phase closes.

    Rule: TURN-1
    """
    for steps in steps_of(live.state.mod):
        yield from steps.end_of_turn(live)
