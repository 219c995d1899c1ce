"""Laying a race out, and who takes part in it, in sentences."""

from __future__ import annotations

from typing import Any

from q40k.i18n.locale import N_, Locale, in_context
from q40k.i18n.problems import ProblemTexts
from q40k.i18n.questions import QuestionText
from q40k.i18n.wording import CommandText
from q40k.kernel.questions import Question
from tests.games.race.rules.state import Race
from tests.games.race.rules.table import Join, Joined, LuckyDrawn, New, Opened, Overridden
from tests.games.race.words.wording import WORDS, commands, questions, refusals, tells


@tells(Opened)
def _opened(locale: Locale, _state: Race, event: Opened) -> str:
    name = locale.name_of(event.track.name)
    sentence = N_("A dice race is laid out on “{track}”, {length} squares long.")
    return locale.say(sentence, track=name, length=event.track.length)


@tells(Joined)
def _joined(locale: Locale, state: Race, event: Joined) -> str:
    return locale.say(N_("{runner} stands at the start."), runner=name_of(state, event.runner))


@tells(LuckyDrawn)
def _lucky_drawn(locale: Locale, state: Race, event: LuckyDrawn) -> str:
    name = name_of(state, event.runner)
    if event.number is None:
        return locale.say(N_("{runner} draws a lucky number, and hides it."), runner=name)
    sentence = N_("{runner} draws a lucky number: {number}.")
    return locale.say(sentence, runner=name, number=event.number)


@tells(Overridden)
def _overridden(locale: Locale, _state: Race, event: Overridden) -> str:
    sentence = N_("The game master overrules {rule}: {reason}.")
    return locale.say(sentence, rule=event.rule, reason=event.reason)


questions(
    {
        "lucky": QuestionText(
            N_("{who} draws a lucky number: {dice}"),
            N_("Nobody else may look; at the end it carries its owner so many squares on."),
        )
    }
)
refusals(
    {
        "laid-out-already": N_("The race is laid out already."),
        "name-taken": N_("There is a {name} already."),
        "too-many": N_("No more than {most} can race."),
        "under-way": N_("The race is under way: {name} comes too late."),
        "unknown-track": N_("There is no track {said}."),
    }
)
commands(
    {
        New: CommandText(
            in_context("command", "lay out"), lambda _locale, command: str(command.track)
        ),
        Join: CommandText(
            in_context("command", "join"), lambda _locale, command: str(command.player)
        ),
    }
)

WORDS.problems(
    ProblemTexts(
        sentences={
            "beyond-the-line": N_("Square {square} is no square before the line ({length}).")
        }
    )
)


@WORDS.facts
def _facts(_locale: Locale, state: Race, question: Question) -> dict[str, Any]:
    return {"who": name_of(state, question.who or "")}


@WORDS.changes
def _change(locale: Locale, _old: Race, _new: Race, change: Any) -> str:
    if change.kind == "winner":
        won = [locale.join_and(names) if names else "-" for names in (change.before, change.after)]
        return locale.say(N_("won by: {before} → {after}"), before=won[0], after=won[1])
    if change.kind == "square":
        sentence = N_("{runner}: square {before} → {after}")
        return locale.say(sentence, runner=change.who, before=change.before, after=change.after)
    sentence = N_("{runner} races") if change.kind == "joins" else N_("{runner} does not race")
    return locale.say(sentence, runner=change.who)


def name_of(state: Race, runner: str) -> str:
    """A runner's name; also of one whose joining was undone."""
    return state.runners[runner].name if runner in state.runners else runner
