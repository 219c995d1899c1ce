"""Attacks of the 3rd edition, resolved at the table: each roll is asked of its owner.

Every shot, blow, fall and explosion goes through here. Each may be answered by dice, by a count of
what passed, or by "dead".
"""

from __future__ import annotations

from msgspec import Struct

from q40k.games.w40k3e.needs import FAIL, ONE, SIX, Choose, Dead, Need, Total
from q40k.games.w40k3e.needs import Answer as NeedAnswer
from q40k.games.w40k3e.plans import Attack
from q40k.games.w40k3e.reasons import Reason
from q40k.games.w40k3e.resolving import Outcome, Step, sequence
from q40k.kernel.events import Rule
from q40k.kernel.questions import DEAD, Answer, TallyQuestion


class Why(Struct, frozen=True, kw_only=True):
    """One reason for a number: its code, its facts, and its source."""

    code: str
    facts: dict[str, int | str]
    source: str


class Working(Struct, frozen=True, kw_only=True):
    """One step of a fight: the number of dice, the number needed, and the result.

    `needed` is the least that passes, or the most if `at_most`. `by` is the player who rolled.
    `dice` is None if only a count was entered. `passed` counts the dice that passed, or is the sum
    of dice that are added up. `subject` names the save or the weapon.
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

    `told`: the table said "dead" before the dice did. `why` is what counted without a roll: an AP
    that leaves no save, a strength that kills at once.
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
    """Ask for an attack's dice one step at a time; return the outcome.

    `attacker` and `target` are player ids. None has no owner (a fall, a building), and then the
    other one rolls. The order is that of the 3rd edition: to hit, to wound, saves. The player who
    saves may answer with another save it has, and is asked for that one.

    Rule: SHOOT-1, MELEE-2
    """
    steps = sequence(attack)
    try:
        need = next(steps)
        while True:
            question = _build_question(need, attack, attacker, target, rule)
            answer: Answer = yield question
            chosen = answer in question.choices
            need = steps.send(Choose(str(answer)) if chosen else _read_answer(answer))
    except StopIteration as stop:
        outcome: Outcome = stop.value
        return outcome


def _build_question(
    need: Need, attack: Attack, attacker: str | None, target: str | None, rule: str
) -> TallyQuestion:
    owner = attacker if need.by == "attacker" else target
    summed = need.keep != "each"
    facts = {
        "kind": need.kind,
        "needed": need.needed,
        "at_most": need.at_most,
        "subject": need.subject,
        "attacker": attacker,
        "target": target,
        "label": attack.label,
        "why": tuple(as_why(reason) for reason in need.reasons),
    }
    bounds = _total_range(need)
    return TallyQuestion(
        f"fight-{need.kind}",
        owner or attacker or target,
        rule,
        facts,
        need.dice,
        needed=need.needed,
        least=bounds[0],
        most_total=bounds[1],
        summed=summed,
        finishes=target is not None,
        choices=need.others,
        sixes=SIX in need.faces,
        ones=ONE in need.faces,
    )


def _total_range(need: Need) -> tuple[int, int]:
    if need.keep == "each":
        return 0, len(need.dice)
    if need.keep == "highest":
        return 1, max(need.dice)
    return len(need.dice), sum(need.dice)


def _read_answer(answer: Answer) -> NeedAnswer:
    """Convert an answer of the table to the one the 3rd edition expects."""
    if answer == DEAD:
        return Dead()
    counts = TallyQuestion.counts(answer)
    if counts is not None:
        return Total(*counts)
    assert isinstance(answer, tuple)
    return [int(die) for die in answer]


def as_why(reason: Reason) -> Why:
    """Return a reason as an event or a question holds it."""
    return Why(code=reason.code, facts=dict(reason.facts), source=reason.source)


def workings(outcome: Outcome, attacker: str | None, target: str | None) -> Workings:
    """Return the steps of an outcome as facts that an event can hold."""
    return tuple(_working(step, attacker, target) for step in outcome.steps)


def struck_by(
    outcome: Outcome, attacker: str | None, target: str, attack: Attack | None = None
) -> Struck:
    """Return what an outcome did to its target, as facts that an event can hold.

    With the `attack` they also hold why it had no save, and what else counted without a roll.
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
        why=tuple(as_why(reason) for reason in dict.fromkeys(why)),
    )


def _working(step: Step, attacker: str | None, target: str | None) -> Working:
    need = step.need
    owner = attacker if need.by == "attacker" else target
    answer = step.answer
    summed = need.keep != "each"
    failed = 0 if summed else step.reading[ONE] + step.reading[FAIL]
    return Working(
        kind=need.kind,
        by=owner or attacker or target,
        count=len(need.dice),
        needed=need.needed,
        at_most=need.at_most,
        summed=summed,
        dice=None if isinstance(answer, Total | Dead) else tuple(answer),
        passed=step.reading[0] if summed else len(need.dice) - failed,
        subject=need.subject,
        why=tuple(as_why(reason) for reason in need.reasons),
    )
