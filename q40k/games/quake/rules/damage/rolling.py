"""Carrying an attack of the 3rd edition out at the table: each roll is asked of whoever owns it.

Every shot, blow, fall and explosion goes through here, so that each may be answered by dice, by a
count of what passed, or by "dead".
"""

from __future__ import annotations

from msgspec import Struct

from q40k.games.w40k3e.needs import FAIL, ONE, SIX, Choose, Dead, Need, Total
from q40k.games.w40k3e.needs import Answer as Told
from q40k.games.w40k3e.plans import Attack
from q40k.games.w40k3e.reasons import Reason
from q40k.games.w40k3e.resolving import Outcome, Step, sequence
from q40k.kernel.events import Rule
from q40k.kernel.questions import DEAD, Answer, TallyQuestion


class Why(Struct, frozen=True, kw_only=True):
    """One reason for a number: its code, its figures, and where it comes from."""

    code: str
    facts: dict[str, int | str]
    source: str


class Working(Struct, frozen=True, kw_only=True):
    """One step of a fight: so many dice, the least (or most) that passes, and what came.

    `by` is the player who rolled; `dice` are None when only a count was told. `passed` counts
    those that passed, or is the sum of dice that are added up. `subject` names the save or the
    weapon.
    """

    kind: str
    by: str | None
    count: int
    needed: int
    at_most: bool = False
    summed: bool = False
    dice: tuple[int, ...] | None = None
    passed: int
    subject: str = ""
    why: tuple[Why, ...] = ()


Workings = tuple[Working, ...]


class Struck(Struct, frozen=True, kw_only=True):
    """What an attack did to one champion; numbers as in the 3rd edition's outcome.

    `told`: the table said "dead" before the dice did. `why` is what counted without a roll of its
    own: an AP that leaves no save, a strength that kills at once.
    """

    player: str
    hits: int = 0
    wounds: int = 0
    unsaved: int = 0
    lost: int = 0
    dead: bool = False
    told: bool = False
    steps: Workings = ()
    why: tuple[Why, ...] = ()


def resolve(attack: Attack, attacker: str | None, target: str | None, rule: str) -> Rule[Outcome]:
    """Ask for an attack's dice one step at a time; returns what came of it.

    `attacker` and `target` are player ids; None has no owner (a fall, a building), and then the
    other one rolls. The order is that of the 3rd edition: to hit, to wound, saves. Whoever saves
    may answer with another save it has, and is asked for that one.

    Rule: SHOOT-1, MELEE-2
    """
    steps = sequence(attack)
    try:
        wanted = next(steps)
        while True:
            question = _question(wanted, attack, attacker, target, rule)
            answer: Answer = yield question
            chosen = answer in question.choices
            wanted = steps.send(Choose(str(answer)) if chosen else _told(answer))
    except StopIteration as done:
        outcome: Outcome = done.value
        return outcome


def _question(
    wanted: Need, attack: Attack, attacker: str | None, target: str | None, rule: str
) -> TallyQuestion:
    owner = attacker if wanted.by == "attacker" else target
    summed = wanted.keep != "each"
    facts = {
        "kind": wanted.kind,
        "needed": wanted.needed,
        "at_most": wanted.at_most,
        "subject": wanted.subject,
        "attacker": attacker,
        "target": target,
        "label": attack.label,
        "why": tuple(as_why(one) for one in wanted.reasons),
    }
    total = _totals(wanted)
    return TallyQuestion(
        f"fight-{wanted.kind}",
        owner or attacker or target,
        rule,
        facts,
        wanted.dice,
        needed=wanted.needed,
        least=total[0],
        most_total=total[1],
        summed=summed,
        finishes=target is not None,
        choices=wanted.others,
        sixes=SIX in wanted.faces,
        ones=ONE in wanted.faces,
    )


def _totals(wanted: Need) -> tuple[int, int]:
    if wanted.keep == "each":
        return 0, len(wanted.dice)
    if wanted.keep == "highest":
        return 1, max(wanted.dice)
    return len(wanted.dice), sum(wanted.dice)


def _told(answer: Answer) -> Told:
    """An answer of the table as the 3rd edition reads it."""
    if answer == DEAD:
        return Dead()
    counts = TallyQuestion.counts(answer)
    if counts is not None:
        return Total(*counts)
    assert isinstance(answer, tuple)
    return [int(die) for die in answer]


def as_why(one: Reason) -> Why:
    """A reason as an event or a question holds it."""
    return Why(code=one.code, facts=dict(one.facts), source=one.source)


def workings(outcome: Outcome, attacker: str | None, target: str | None) -> Workings:
    """The steps of an outcome as facts that an event can hold."""
    return tuple(_working(step, attacker, target) for step in outcome.steps)


def struck_by(
    outcome: Outcome, attacker: str | None, target: str, attack: Attack | None = None
) -> Struck:
    """What an outcome did to its target, as facts that an event can hold.

    With the `attack` they hold why it had no save, too, and what else counted without a roll.
    """
    why: tuple[Reason, ...] = ()
    if attack is not None and outcome.hits:
        why = (*attack.reasons, *(attack.saves.denied if outcome.wounds else ()))
    return Struck(
        player=target,
        hits=outcome.hits,
        wounds=outcome.wounds,
        unsaved=outcome.unsaved,
        lost=outcome.lost,
        dead=outcome.dead,
        told=outcome.told,
        steps=workings(outcome, attacker, target),
        why=tuple(as_why(one) for one in dict.fromkeys(why)),
    )


def _working(step: Step, attacker: str | None, target: str | None) -> Working:
    wanted = step.need
    owner = attacker if wanted.by == "attacker" else target
    told = step.answer
    summed = wanted.keep != "each"
    failed = 0 if summed else step.reading[ONE] + step.reading[FAIL]
    return Working(
        kind=wanted.kind,
        by=owner or attacker or target,
        count=len(wanted.dice),
        needed=wanted.needed,
        at_most=wanted.at_most,
        summed=summed,
        dice=None if isinstance(told, Total | Dead) else tuple(told),
        passed=step.reading[0] if summed else len(wanted.dice) - failed,
        subject=wanted.subject,
        why=tuple(as_why(one) for one in wanted.reasons),
    )
