"""Asking the table of Epic Escarmouches for dice and choices."""

from typing import Any

from q40k.games.epic.state.match import Formation, Match
from q40k.kernel.events import Rule, TallyQuestion
from q40k.tabletop.asking import choose_named, refuse


def roll_against(who: str, key: str, rule: str, needs: tuple[int, ...], **facts: Any) -> Rule[tuple[bool, ...]]:
    """Ask for a D6 against each need; return which of them pass.

    A hand may also say how many passed. Then the first so many pass; where the needs differ, the
    easiest ones.
    """
    question = TallyQuestion(
        key,
        who,
        rule,
        {**facts, "needs": needs},
        (6,) * len(needs),
        needed=needs[0] if len(set(needs)) == 1 else 0,
        most_total=len(needs),
        finishes=False,
    )
    answer: Any = yield question
    counts = TallyQuestion.counts(answer)
    if counts is None:
        return tuple(die >= need for die, need in zip(answer, needs, strict=True))
    easiest = sorted(range(len(needs)), key=lambda place: needs[place])[: counts[0]]
    return tuple(place in easiest for place in range(len(needs)))


def choose_side(state: Match, who: str | None, key: str, rule: str) -> Rule[str]:
    """Ask for one of the sides by name; return its id."""
    return (yield from choose_named(who, key, rule, {side.name: side.id for side in state.sides.values()}))


def must_be_active(state: Match, formation: Formation, rule: str) -> Rule[None]:
    """Refuse a formation whose side does not act now."""
    if formation.side != state.play.active:
        active = state.play.active
        yield from refuse(
            rule,
            "not-active",
            side=state.sides[formation.side].name,
            active=None if active is None else state.sides[active].name,
        )
