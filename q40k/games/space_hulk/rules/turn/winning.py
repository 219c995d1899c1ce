"""Who has won: the goals of the mission, overspent points, nobody left."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from q40k.games.space_hulk.packs.missions import By, Goal, SideId
from q40k.games.space_hulk.rules.command import Command
from q40k.games.space_hulk.rules.places import board
from q40k.games.space_hulk.rules.questions import must_be_open
from q40k.games.space_hulk.rules.registry import command, event, fold, rule
from q40k.games.space_hulk.rules.state import SIDES, Match
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule
from q40k.kernel.questions import ChoiceQuestion, Value

NOBODY, BOTH = "none", "both"
NOBODY_LEFT: Final = "nobody-left"


class GoalsQuestion(ChoiceQuestion, frozen=True):
    """Who has met the goals: a side, both or none; a plain yes is the marines, a no nobody."""

    def check(self, answer: Any) -> Value:
        """Check a side, or a yes or no. Raises AnswerError."""
        if isinstance(answer, bool):
            answer = "marine" if answer else NOBODY
        return ChoiceQuestion.check(self, answer)


@command
class EndMatch(Command, tag="end"):
    """The match is over: `winner` has won, or nobody."""

    winner: SideId | None = None


@event
class MatchEnded(Event, tag="match-ended"):
    """The match is over; `met` is by what: a goal's word, "points", "nobody-left", "hand"."""

    winners: tuple[SideId, ...]
    met: str


@fold(MatchEnded)
def _ended(state: Match, event: MatchEnded) -> Match:
    return state.replace(over=True, winners=event.winners, met=event.met, pending=(), length=None)


def met(state: Match, goal: Goal, *, turn_ends: bool) -> bool:
    """Whether a goal is met now; `turn_ends` in the end phase.

    Rule: SH-WIN-1, SH-MISSION-2
    """
    if goal.by in ("survive", "hold", "outlast"):
        due = turn_ends and (goal.turn is None or state.play.turn >= goal.turn)
        return due and _WAYS[goal.by](state, goal)
    return _WAYS[goal.by](state, goal)


def has_left(state: Match, goal: Goal) -> int:
    """How many marines have left by a goal's exit."""
    found = (one.life.left_by for one in state.marines.values())
    return sum(by is not None and goal.exit in (None, by) for by in found)


def _barred(state: Match, goal: Goal) -> bool:
    """Whether marines have died, and too few are left to leave by a goal's exit."""
    dead = any(not one.life.alive for one in state.marines.values())
    return dead and has_left(state, goal) + len(state.standing) < goal.count


def _carried_out(state: Match, goal: Goal) -> bool:
    thing = state.things[goal.object or ""]
    return thing.left_by is not None and goal.exit in (None, thing.left_by)


def burnt(state: Match, goal: Goal) -> int:
    """How many sections of a goal have burnt, by their whole names or their letters."""
    whole = set(state.tally.burnt)
    letters = {one.rpartition(":")[2] for one in whole}
    return sum(one in whole | letters for one in dict.fromkeys(goal.sections))


def holding(state: Match, goal: Goal) -> int:
    """How many marines stand on what is to be held; fewer than none while an alien does too.

    Rule: SH-MISSION-2
    """
    ground = board(state)
    if ground is None:
        return -1
    places = set(goal.squares)
    for said in goal.sections:
        section = ground.find_section(said)
        if section is not None:
            places |= {ground.name(there) for there in ground.of_section(section)}
    marines = sum(one.position.at in places for one in state.standing)
    there = (*(one.position for one in state.hunting), *(one.position for one in state.lying))
    return -1 if any(one.at in places for one in there) else marines


_WAYS: Final[dict[By, Callable[[Match, Goal], bool]]] = {
    "leave": lambda state, goal: has_left(state, goal) >= goal.count,
    "bar": _barred,
    "carry-out": _carried_out,
    "survive": lambda state, goal: len(state.standing) >= goal.count,
    "kill": lambda state, goal: state.tally.kills >= goal.count,
    "burn": lambda state, goal: burnt(state, goal) == len(set(goal.sections)),
    "hold": lambda state, goal: holding(state, goal) >= goal.count,
    "wipe-out": lambda state, _goal: bool(state.marines) and not state.standing,
    "outlast": lambda _state, _goal: True,
}


def goals_met(state: Match, *, turn_ends: bool) -> dict[SideId, str]:
    """The sides that have met a goal, and which; a fallback only where the other has met none.

    Rule: SH-WIN-1, SH-WIN-3
    """
    goals = [one for one in state.mission.goals if turn_ends or one.at_once]
    found = dict(_first(state, (one for one in goals if not one.fallback), turn_ends))
    if not found:
        found = dict(_first(state, (one for one in goals if one.fallback), turn_ends))
    says = any(one.side == "stealer" and one.by in ("wipe-out", "bar") for one in goals)
    if turn_ends and not found and not says and state.marines and not state.standing:
        found["stealer"] = NOBODY_LEFT
    return found


def _first(state: Match, goals: Iterator[Goal], turn_ends: bool) -> Iterator[tuple[SideId, str]]:
    said: set[SideId] = set()
    for goal in goals:
        if goal.side not in said and met(state, goal, turn_ends=turn_ends):
            said.add(goal.side)
            yield goal.side, goal.by


def check_at_once(live: Live[Match]) -> Rule[None]:
    """A goal that decides on the spot ends the match on the spot.

    Rule: SH-WIN-1
    """
    if live.state.outcome.over or live.state.play.turn == 0:
        return
    found = goals_met(live.state, turn_ends=False)
    if found:
        yield _ends(found)


def _ends(found: dict[SideId, str]) -> MatchEnded:
    """Both sides together have drawn."""
    both = len(found) == len(SIDES)
    winners = () if both else tuple(found)
    return MatchEnded(winners=winners, met=next(iter(found.values())))


def check_goals(live: Live[Match]) -> Rule[None]:
    """Look at the goals in the end phase; what nobody can count is asked.

    Nobody left on the board is lost; but where some have left it, a mission in words may say else.
    After the last turn of a mission in which nobody has met anything it is a draw.

    Rule: SH-END-1, SH-END-4, SH-WIN-1, SH-WIN-3, SH-TURN-1
    """
    found = goals_met(live.state, turn_ends=True)
    out = any(one.life.left_by is not None for one in live.state.marines.values())
    open_ = not found or (out and found.get("stealer") == NOBODY_LEFT)
    if live.state.mission.text is not None and open_:
        said = yield goals_question()
        if said != NOBODY:
            sides: tuple[SideId, ...] = SIDES if said == BOTH else (said,)
            found = dict.fromkeys(sides, "table")
    if found:
        yield _ends(found)
        return
    limit = live.state.mission.turn_limit
    if limit is not None and live.state.play.turn >= limit:
        yield MatchEnded(winners=(), met="outlast")


def goals_question() -> GoalsQuestion:
    """Who has met the goals that are told in words?

    Rule: SH-END-1
    """
    return GoalsQuestion("goals", None, "SH-END-1", {}, (NOBODY, *SIDES, BOTH))


@rule(EndMatch)
def end_match(live: Live[Match], command: EndMatch) -> Rule[None]:
    """The table ends the match.

    Rule: SH-WIN-1
    """
    must_be_open(live.state)
    winners = () if command.winner is None else (command.winner,)
    yield MatchEnded(winners=winners, met="hand")
