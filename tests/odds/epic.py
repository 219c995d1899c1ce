"""What Epic Escarmouches shows before dice: beside volleys, saves, fights and tests, and before a fight."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from q40k.games.epic.screen.assault import wins_text
from q40k.games.epic.state.losses import certain_save
from q40k.games.epic.state.match import Match
from q40k.games.epic.state.melee import Fight
from q40k.games.epic.state.questions import find_figure
from q40k.games.epic.state.registry import Command
from q40k.games.epic.words.wording import WORDS
from q40k.i18n.locale import Locale
from q40k.kernel.events import Answer, ChoiceQuestion, DiceQuestion, EachQuestion, NumberQuestion, Question
from tests.odds.throwing import Claim, Ending

ENGLISH = Locale("en")
ROUNDED = 0.005 + 1e-9
"""What a shown percentage, or a mean with two decimals, is rounded by."""


def choose(_command: Command, _state: Match, question: Question) -> Answer:
    """Answer what is chosen: the first option; the most room."""
    if isinstance(question, NumberQuestion):
        return question.most
    if isinstance(question, EachQuestion):
        return tuple(question.options[0] for _ in question.items)
    assert isinstance(question, ChoiceQuestion), question
    return question.options[0]


def losses(events: Any, cause: str) -> list[str]:
    """Return the figures destroyed by a cause."""
    return [figure for e in events if e.type == "lost" and e.cause == cause for figure in e.figures]


def first(events: Any, kind: str) -> Any:
    """Return the first event of a kind; one must be there."""
    return next(event for event in events if event.type == kind)


def claims_before(state: Match, command: Command) -> Iterator[Claim]:
    """Yield what the screen shows before a fight: the chance to beat all opponents."""
    if isinstance(command, Fight):
        names = (command.against,) if isinstance(command.against, str) else command.against
        fighter, against = find_figure(state, command.one), [find_figure(state, name) for name in names]
        (shown,) = percents(wins_text(ENGLISH, state, fighter, dict.fromkeys(against)))
        yield Claim("fight: wins", shown, lambda e: fighter not in losses(e.events, "fight"), rounded=ROUNDED)


def percents(text: str) -> list[float]:
    """Return the percentages in a text, as shares."""
    return [int(number) / 100 for number in re.findall(r"(\d+)%", text)]


def shown_lines(state: Match, question: Question) -> tuple[str, ...]:
    """Return the lines of odds beside a question."""
    return WORDS.ask(ENGLISH, state, question).odds


def shown_chance(state: Match, question: Question) -> Any:
    """Return the chance in the headline of a question; None where there is none."""
    text = WORDS.question_texts[question.key]
    return text.chance(state, question) if text.chance is not None else None


def mean_in(line: str) -> float:
    """Return the mean that a line says."""
    match = re.match(r"On average ([\d.]+)", line)
    assert match is not None, line
    return float(match[1])


# ---- volleys


def _volley(state: Match, question: Question) -> Iterator[Claim]:
    line, *_ = shown_lines(state, question)
    mean, (one,) = mean_in(line), percents(line)[-1:]

    def count_destroyed(ending: Ending) -> float:
        return len(losses(ending.events, "shot"))

    yield Claim("volley: mean destroyed", mean, count_destroyed, is_chance=False, rounded=ROUNDED)
    yield Claim("volley: one at least", one, lambda e: count_destroyed(e) > 0, rounded=ROUNDED)
    chance = shown_chance(state, question)
    aims = question.facts["aims"]
    if chance is not None and not any(aim.second for aim in aims):
        number = len(_dice(question))
        yield Claim("to-hit: dice hit", number * chance, lambda e: sum(first(e.events, "fired").hits), is_chance=False)


def _dice(question: Question) -> tuple[int, ...]:
    assert isinstance(question, DiceQuestion)
    return question.dice


def _second_die(state: Match, question: Question) -> Iterator[Claim]:
    (line,), number = shown_lines(state, question), len(_dice(question))

    def hits(ending: Ending) -> float:
        fired = first(ending.events, "fired")
        return float(sum(hits for aim, hits in zip(fired.aims, fired.hits, strict=True) if aim.second))

    yield Claim("second-die: mean", mean_in(line), hits, is_chance=False, rounded=ROUNDED)
    yield Claim("second-die: all", percents(line)[-1], lambda e: hits(e) == number, rounded=ROUNDED)


def _saves(state: Match, question: Question) -> Iterator[Claim]:
    (line,), number = shown_lines(state, question), len(_dice(question))

    def count_saved(ending: Ending) -> float:
        rolled = [e for e in ending.events if e.type == "save-rolled" and certain_save(e.needed) is None]  # type: ignore[attr-defined]
        return sum(e.saved for e in rolled[:number])  # type: ignore[attr-defined]

    yield Claim("saves: mean", mean_in(line), count_saved, is_chance=False, rounded=ROUNDED)
    yield Claim("saves: all", percents(line)[-1], lambda e: count_saved(e) == number, rounded=ROUNDED)
    chance = shown_chance(state, question)
    if chance is not None:
        yield Claim("saves: each", number * chance, count_saved, is_chance=number == 1)


def _plain_save(state: Match, question: Question) -> Iterator[Claim]:
    chance, figure = shown_chance(state, question), str(question.facts["figure"])

    def is_unhurt(ending: Ending) -> bool:
        hurt = [e for e in ending.events if e.type == "hit-taken" and e.figure == figure]  # type: ignore[attr-defined]
        gone = [figure for e in ending.events if e.type == "lost" for figure in e.figures]  # type: ignore[attr-defined]
        return not hurt and figure not in gone

    yield Claim(f"{question.key}: saved", chance, is_unhurt)


# ---- fights and tests


def _duel(state: Match, question: Question) -> Iterator[Claim]:
    lines = shown_lines(state, question)
    if not lines:
        return
    fighter, other = str(question.facts["figure"]), str(question.facts["other"])
    shares = [percents(line)[0] for line in lines]
    beaten = Claim("fight: wins the first", shares[0], lambda e: other in losses(e.events, "fight"), rounded=ROUNDED)
    yield beaten
    if len(shares) > 1:
        yield Claim("fight: wins all", shares[1], lambda e: fighter not in losses(e.events, "fight"), rounded=ROUNDED)


def _morale(state: Match, question: Question) -> Iterator[Claim]:
    (line,), chance = shown_lines(state, question), shown_chance(state, question)
    happens: Callable[[Ending], float] = lambda e: first(e.events, "tested").passed  # noqa: E731
    if question.key == "rally":
        happens = lambda e: first(e.events, "rally-tried").rallied  # noqa: E731
    yield Claim(f"{question.key}: line", percents(line)[0], happens, rounded=ROUNDED)
    yield Claim(f"{question.key}: headline", chance, happens)


ASKED: dict[str, Callable[[Match, Question], Iterator[Claim]]] = {
    "to-hit": _volley,
    "second-die": _second_die,
    "saves": _saves,
    "ground-save": _plain_save,
    "wreck-save": _plain_save,
    "fight": _duel,
    "morale": _morale,
    "rally": _morale,
}
"""The questions beside which chances are shown."""


def claims_at(state: Match, question: Question) -> Iterator[Claim]:
    """Yield what is shown beside a question."""
    if question.key in ASKED:
        yield from ASKED[question.key](state, question)
