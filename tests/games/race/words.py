"""The dice race in sentences."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from q40k.i18n.locale import N_, Locale, in_context
from q40k.i18n.problems import ProblemTexts
from q40k.i18n.questions import QuestionText
from q40k.i18n.wording import BoardText, CommandText, EventText, Wording
from q40k.kernel.events import Question
from tests.games.race.rules.running import End, Ran, Revealed, Run, Stumbled, TurnOpened, Won
from tests.games.race.rules.state import Race
from tests.games.race.rules.table import Join, Joined, LuckyDrawn, New, Opened, Overridden

WORDS: Wording[Race] = Wording("tests.games.race.words", Path(__file__).parent / "locales")

tells = WORDS.tells
questions = WORDS.questions
refusals = WORDS.refusals
commands = WORDS.commands


@tells(Opened)
def _opened(locale: Locale, _state: Race, event: Opened) -> str:
    name = locale.name_of(event.track.name)
    sentence = N_("A dice race is laid out on “{track}”, {length} squares long.")
    return locale.say(sentence, track=name, length=event.track.length)


WORDS.events(
    {
        Joined: N_("{runner} stands at the start."),
        LuckyDrawn: EventText(
            {
                None: N_("{runner} draws a lucky number, and hides it."),
                ...: N_("{runner} draws a lucky number: {number}."),
            },
            by="number",
        ),
        Overridden: N_("The game master overrules {rule}: {reason}."),
        Ran: EventText(
            {
                None: N_("{runner} rolls {die} and runs to square {square}."),
                ...: N_("{runner} rolls {die} and runs to square {square}, which throws to {thrown}."),
            },
            by="thrown",
        ),
        Stumbled: N_("{runner} dares too much, and is back on square {square}."),
        Revealed: N_("{runner} shows a lucky {number}: on to square {square}."),
        Won: N_("{runner} wins the race!"),
    }
)
WORDS.dress_events({"runner": lambda _locale, state, runner: name_of(state, runner)})
WORDS.silent(TurnOpened)


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
        New: CommandText(in_context("command", "lay out"), lambda _locale, command: str(command.track)),
        Join: CommandText(in_context("command", "join"), lambda _locale, command: str(command.player)),
    }
)

WORDS.problems(
    ProblemTexts(sentences={"beyond-the-line": N_("Square {square} is no square before the line ({length}).")})
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
    """Return a runner's name, or the id of a runner whose joining was undone."""
    return state.runners[runner].name if runner in state.runners else runner


_RISK = N_("Another die: on a 1, back to where the run began.")
_LUCK = N_("Another die: on a 1, back to where the run began. Your lucky number is {lucky}.")

questions(
    {
        "run": QuestionText(N_("{who} rolls {dice}: a run"), N_("So many squares on.")),
        "dare": QuestionText(N_("{who}: run on?"), lambda question: _LUCK if "lucky" in question.facts else _RISK),
        "dared": QuestionText(N_("{who} rolls {dice}: running on"), N_("On a 1, back to where the run began.")),
    }
)
refusals({"too-few": N_("At least {least} are needed for a race.")})
commands({Run: CommandText(in_context("command", "run"))})


refusals({"over": N_("The race is over."), "nobody": N_("Nobody has raced.")})
commands({End: CommandText(in_context("command", "end the race"))})


def _runner(state: Race, runner: str) -> str:
    return state.runners[runner].name


WORDS.spectators(Path(__file__).with_suffix(".texts.yaml"), _runner)


@WORDS.boards
def _board(locale: Locale, state: Race) -> BoardText:
    if state.setup.track is None:
        return BoardText((locale.say(N_("No race is laid out yet.")),))
    heading = [locale.name_of(state.track.name)]
    if state.outcome.winner is not None:
        name = state.runners[state.outcome.winner].name
        heading.append(locale.say(N_("won by {runner}"), runner=name))
    elif state.active is not None:
        heading.append(locale.say(N_("{runner} runs"), runner=state.runners[state.active].name))
    columns = ("#", *map(locale.gettext, (N_("Runner"), N_("Square"), N_("Lucky"))))
    rows = tuple(
        (str(number), runner.name, str(runner.course.square), str(runner.secret.lucky or "?"))
        for number, runner in enumerate(state.runners.values(), 1)
    )
    return BoardText((" · ".join(heading),), columns, rows, (0, 2, 3))


@WORDS.score_lines
def _scores(_locale: Locale, state: Race) -> str:
    return " · ".join(f"{runner.name} {runner.course.square}" for runner in state.runners.values())
