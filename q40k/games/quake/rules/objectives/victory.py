"""Who wins: what each mod's victory condition asks after every action and every turn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from q40k.games.quake.rules.ending.winning import Measure
from q40k.games.quake.rules.objectives import hunt, points, rounds, score
from q40k.games.quake.rules.state import Match
from q40k.kernel.driver import Live
from q40k.kernel.events import Rule

_AFTER_ACTIONS = {
    "score": score.check,
    "rounds": rounds.check,
    "hunt": hunt.check,
}


_MEASURES: dict[Measure, Callable[[Match, str], Fraction]] = {
    "score": score.measure,
    "rounds": rounds.measure,
    "structure": rounds.structure,
    "points": points.measure,
    "hunt": hunt.measure,
}
"""What a side has made of each way to win; the greater leads."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A side's place: its measure, exactly, and what is measured."""

    side: str
    measure: Fraction
    by: Measure

    @property
    def made(self) -> tuple[Measure, Fraction]:
        """Sides with the same are level."""
        return self.by, self.measure


def standing(state: Match) -> tuple[Standing, ...]:
    """The sides with anybody at the table, best first, by the mod's own measure.

    If all have left, every side. Where buildings stand, those level at the top on rounds go by what
    is left of theirs. Sides level on it stay in order of joining.

    Rule: SCORE-4, SUDDEN-1, BASE-1
    """
    assert state.setup.mod is not None
    sides = rounds.contenders(state) or state.sides
    ranked = _ranked(state, sides, state.setup.mod.win.by)
    if not state.setup.mod.has("structures"):
        return ranked
    best = tuple(place.side for place in ranked if place.made == ranked[0].made)
    return ranked if len(best) == 1 else (*_ranked(state, best, "structure"), *ranked[len(best) :])


def _ranked(state: Match, sides: tuple[str, ...], by: Measure) -> tuple[Standing, ...]:
    places = [Standing(side, _MEASURES[by](state, side), by) for side in sides]
    return tuple(sorted(places, key=lambda place: -place.measure))


def check(live: Live[Match], before: Match) -> Rule[None]:
    """See whether a complete action won a round or the match; `before` is the state before it.

    Rule: SCORE-4, SUDDEN-1
    """
    state = live.state
    if state.outcome.over or state.setup.mod is None or state.play.phase == "setup":
        return
    after = _AFTER_ACTIONS.get(state.setup.mod.win.by)
    if after is not None:
        yield from after(live, before)


def end_of_turn(live: Live[Match]) -> Rule[None]:
    """See what the end of a turn brings, as its last phase closes.

    Rule: TURN-1
    """
    mod = live.state.setup.mod
    assert mod is not None
    if mod.has("domination"):
        yield from points.count_portals(live)
        yield from points.check_points(live)
    if mod.has("hunt"):
        yield from hunt.end_of_turn(live)
