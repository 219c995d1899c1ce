"""The end of a match: goals, overspent points, the result."""

from collections.abc import Callable, Iterator
from typing import Any

from q40k.games.space_hulk.packs.missions import By, Goal, SideId
from q40k.games.space_hulk.state.match import SIDES, Aim, Match
from q40k.games.space_hulk.state.places import board
from q40k.games.space_hulk.state.registry import Command, Event
from q40k.kernel.events import AnswerError, ChoiceQuestion, Value

NOBODY, BOTH = "none", "both"


NOBODY_LEFT = "nobody-left"


class GoalsQuestion(ChoiceQuestion, frozen=True):
    """Ask who has met the goals: a side, both or none. Yes means the marines, no means nobody."""

    def check(self, answer: Any) -> Value:
        """Check a side, a yes or a no. Raises AnswerError."""
        if isinstance(answer, bool):
            answer = "marine" if answer else NOBODY
        return ChoiceQuestion.check(self, answer)


class EndMatch(Command, tag="end"):
    """End the match: `winner` has won, or nobody."""

    winner: SideId | None = None


class MatchEnded(Event, tag="match-ended"):
    """The match is over. `met` is the cause: a goal's word, "points", "nobody-left" or "hand"."""

    winners: tuple[SideId, ...]
    met: str

    def fold(self, state: Match) -> Match:
        return state.replace(over=True, winners=self.winners, met=self.met, pending=(), length=None)


def is_goal_met(state: Match, goal: Goal, *, turn_ends: bool) -> bool:
    """Return whether a goal is met now; `turn_ends` is true in the end phase.

    Rule: SH-WIN-1, SH-MISSION-2
    """
    if goal.by in ("survive", "hold", "outlast"):
        due = turn_ends and (goal.turn is None or state.play.turn >= goal.turn)
        return due and _CHECKS[goal.by](state, goal)
    return _CHECKS[goal.by](state, goal)


def count_marines_out(state: Match, goal: Goal) -> int:
    """Return how many marines have left by a goal's exit."""
    exits = (marine.life.left_by for marine in state.marines.values())
    return sum(by is not None and goal.exit in (None, by) for by in exits)


def _is_barred(state: Match, goal: Goal) -> bool:
    """Return whether marines have died and too few are left to leave by a goal's exit."""
    dead = any(not marine.life.alive for marine in state.marines.values())
    return dead and count_marines_out(state, goal) + len(state.marines_in_play) < goal.count


def _is_carried_out(state: Match, goal: Goal) -> bool:
    item = state.things[goal.object or ""]
    return item.left_by is not None and goal.exit in (None, item.left_by)


def count_burnt_sections(state: Match, goal: Goal) -> int:
    """Return how many sections of a goal have burnt, by their whole names or their letters."""
    whole = set(state.tally.burnt)
    letters = {name.rpartition(":")[2] for name in whole}
    return sum(name in whole | letters for name in dict.fromkeys(goal.sections))


def count_holders(state: Match, goal: Goal) -> int:
    """Return how many marines stand on the squares to hold; -1 while an alien also does.

    Rule: SH-MISSION-2
    """
    ground = board(state)
    if ground is None:
        return -1
    places = set(goal.squares)
    for name in goal.sections:
        section = ground.find_section(name)
        if section is not None:
            places |= {ground.name(square) for square in ground.section_squares(section)}
    marines = sum(marine.position.at in places for marine in state.marines_in_play)
    return -1 if any(alien.position.at in places for alien in state.aliens_in_play) else marines


_CHECKS: dict[By, Callable[[Match, Goal], bool]] = {
    "leave": lambda state, goal: count_marines_out(state, goal) >= goal.count,
    "bar": _is_barred,
    "carry-out": _is_carried_out,
    "survive": lambda state, goal: len(state.marines_in_play) >= goal.count,
    "kill": lambda state, goal: state.tally.kills >= goal.count,
    "burn": lambda state, goal: count_burnt_sections(state, goal) == len(set(goal.sections)),
    "hold": lambda state, goal: count_holders(state, goal) >= goal.count,
    "wipe-out": lambda state, _goal: bool(state.marines) and not state.marines_in_play,
    "outlast": lambda _state, _goal: True,
}


def goals_met(state: Match, *, turn_ends: bool) -> dict[SideId, str]:
    """Return the sides that have met a goal, and the goal. Fallbacks count only if nobody has met
    another.

    Rule: SH-WIN-1, SH-WIN-3
    """
    goals = [goal for goal in state.mission.goals if turn_ends or goal.at_once]
    winners = dict(_winners(state, (goal for goal in goals if not goal.fallback), turn_ends))
    if not winners:
        winners = dict(_winners(state, (goal for goal in goals if goal.fallback), turn_ends))
    says = any(goal.side == "stealer" and goal.by in ("wipe-out", "bar") for goal in goals)
    if turn_ends and not winners and not says and state.marines and not state.marines_in_play:
        winners["stealer"] = NOBODY_LEFT
    return winners


def _winners(state: Match, goals: Iterator[Goal], turn_ends: bool) -> Iterator[tuple[SideId, str]]:
    winners: set[SideId] = set()
    for goal in goals:
        if goal.side not in winners and is_goal_met(state, goal, turn_ends=turn_ends):
            winners.add(goal.side)
            yield goal.side, goal.by


def goals_question() -> GoalsQuestion:
    """Return the question who has met the goals that are written in words.

    Rule: SH-END-1
    """
    return GoalsQuestion("goals", None, "SH-END-1", {}, (NOBODY, *SIDES, BOTH))


# -- the end phase -------------------------------------------------------------------------


class EndPhase(Command, tag="end-phase"):
    """Carry out the end phase, then begin a new turn."""


class CounterShown(Event, tag="counter-shown"):
    """The command point counter is turned up and goes back into the cup."""

    value: int
    spent: int

    def fold(self, state: Match) -> Match:
        return state.replace(drawn=self.value)


class MarkersOff(Event, tag="markers-off"):
    """Markers leave the table: overwatch, guard and jams of marines, fires, the barrier."""

    overwatch: tuple[str, ...] = ()
    guard: tuple[str, ...] = ()
    jams: tuple[str, ...] = ()
    fires: tuple[str, ...] = ()
    barrier: bool = False

    def fold(self, state: Match) -> Match:
        """Remove the markers; sustained fire also ends.

        Rule: SH-END-3, SH-SUSTAIN-4, SH-OVERWATCH-7, SH-GUARD-5, SH1-END-3
        """
        for id in state.marines:
            state = state.with_marine(id, aim=Aim(), overwatch=False, watched=False, guard=False)
        for id in self.jams:
            state = state.with_marine(id, jammed=False)
        return state.replace(fires={}, barrier=None)


def has_extra_goals_answer(state: Match, command: Command, answers: list[Any]) -> bool:
    """Return whether a script rightly answers the question for goals that nobody asks.

    A script may give that answer in the end phase although the goals are counted, if it is true.

    Rule: SH-END-1, SH-MISSION-2
    """
    if not isinstance(command, EndPhase) or len(answers) != 1:
        return False
    try:
        winner = goals_question().check(answers[0])
    except AnswerError:
        return False
    outcome = state.outcome
    if not outcome.over or outcome.met in ("points", "outlast"):
        return winner == NOBODY
    return winner == (outcome.winners[0] if len(outcome.winners) == 1 else BOTH)
