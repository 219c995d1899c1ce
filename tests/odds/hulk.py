"""What Space Hulk shows before dice: beside shots, fights, flames, storms and fires, and before overwatch."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from q40k.games.space_hulk.state.match import Match
from q40k.games.space_hulk.state.melee import Terms, fight_terms
from q40k.games.space_hulk.state.odds import guard_choices, parry_choices, volley_odds
from q40k.games.space_hulk.state.reactions import React
from q40k.games.space_hulk.state.registry import Command
from q40k.games.space_hulk.state.shooting.aim import plan_shot, watchers
from q40k.games.space_hulk.words.wording import WORDS
from q40k.i18n.locale import Locale
from q40k.kernel.events import Answer, ChoiceQuestion, DiceQuestion, NumberQuestion, Question
from tests.odds.throwing import Claim, Ending

ENGLISH = Locale("en")
ROUNDED = 0.005 + 1e-9
"""What a shown percentage is rounded by."""
SCORES = ("stealer", "equal", "marine")
"""Who is higher, in the order in which a line says it."""


def choose(_command: Command, state: Match, question: Question) -> Answer:
    """Answer what is chosen: parries and rerolls for the marine's life, as the odds suppose; else the first option."""
    if question.key in ("parry", "guard"):
        facts, terms = question.facts, _terms(state, question)
        if question.key == "parry":
            choices = parry_choices(terms, facts["dice"], facts["his"])
        else:
            choices = guard_choices(terms, facts["theirs"], facts["dice"])
        return min(range(len(choices)), key=lambda place: (choices[place].stealer, -choices[place].marine))
    if question.key == "psi":
        assert isinstance(question, NumberQuestion)
        return min(_psi(state), question.most)
    if isinstance(question, NumberQuestion):
        return question.least
    if isinstance(question, ChoiceQuestion):
        return question.options[0]
    return tuple(question.options[:1])  # type: ignore[attr-defined]


def _psi(state: Match) -> int:
    """Return how many psi points a librarian spends in a fight: none, 2 or 4, by the turn."""
    return (0, 2, 4)[state.play.turn % 3]


def _terms(state: Match, question: Question) -> Terms:
    return fight_terms(state, question.facts["sides"]).replace(psi=0)


def shown_lines(state: Match, question: Question) -> tuple[str, ...]:
    """Return the lines of odds beside a question."""
    return WORDS.ask(ENGLISH, state, question).odds


def shown_chance(state: Match, question: Question) -> Any:
    """Return the chance in the headline of a question."""
    chance = WORDS.question_texts[question.key].chance
    assert chance is not None
    return chance(state, question)


def percents(text: str) -> list[float]:
    """Return the percentages in a text, as shares."""
    return [int(number) / 100 for number in re.findall(r"(\d+)%", text)]


def first(events: Any, kind: str) -> Any:
    """Return the first event of a kind, or None."""
    return next((event for event in events if event.type == kind), None)


def kills(target: str) -> Callable[[Ending], float]:
    """Whether a piece dies, or a door goes."""
    return lambda ending: any(
        (e.type == "killed" and e.who == target) or (e.type == "door-gone" and e.at == target)  # type: ignore[attr-defined]
        for e in ending.events
    )


# ---- before a command


def claims_before(state: Match, command: Command) -> Iterator[Claim]:
    """Yield what the screen shows beside those who can shoot on overwatch: the chance of them together."""
    window = state.window
    if not isinstance(command, React) or not command.overwatch or command.at_door or command.door or window is None:
        return
    names, target = command.overwatch, window.actor
    if target not in state.stealers or not set(names) <= set(watchers(state, target)):
        return
    shots = [plan_shot(state, state.marines[name], target, "overwatch") for name in names if name in state.marines]
    if len(shots) == len(names):
        yield Claim("overwatch: destroyed", volley_odds(shots), kills(target))


# ---- beside questions


def _shot(state: Match, question: Question) -> Iterator[Claim]:
    (line,) = shown_lines(state, question)
    shares = dict(zip(re.findall(r"(destroyed|jams|explodes)", line), percents(line), strict=True))
    happens: dict[str, Callable[[Ending], float]] = {
        "destroyed": lambda ending: first(ending.events, "fired").hit,
        "jams": lambda ending: _follows(ending, "jammed"),
        "explodes": lambda ending: _follows(ending, "exploded"),
    }
    for name, share in shares.items():
        yield Claim(f"shot: {name}", share, happens[name], rounded=ROUNDED)
    yield Claim("shot: headline", shown_chance(state, question), lambda e: first(e.events, "fired").hit)


def _follows(ending: Ending, kind: str) -> bool:
    """Return whether something follows this shot, before the next one."""
    fired = [number for number, event in enumerate(ending.events) if event.type == "fired"]
    end = fired[1] if len(fired) > 1 else len(ending.events)
    return any(event.type == kind for event in ending.events[:end])


def _each_dies(state: Match, question: Question) -> Iterator[Claim]:
    """Yield the chance of each in flames, in a blast or in a storm to die, and what a line adds."""
    targets, chance = tuple(question.facts["targets"]), shown_chance(state, question)

    def count_dead(ending: Ending) -> float:
        gone = {e.who if e.type == "killed" else e.at for e in ending.events if e.type in ("killed", "door-gone")}  # type: ignore[attr-defined]
        return len(gone & set(targets))

    name, number = question.key, len(targets)
    yield Claim(f"{name}: each dies", number * chance, count_dead, is_chance=number == 1)
    for line in shown_lines(state, question):
        yield Claim(f"{name}: all die", percents(line)[-1], lambda e: count_dead(e) == number, rounded=ROUNDED)


def _fight(state: Match, question: Question) -> Iterator[Claim]:
    """Yield the lines of a fight: without psi points, or with those the librarian spends."""
    terms = fight_terms(state, question.facts["sides"])
    spent = min(_psi(state), terms.psi)
    for line in shown_lines(state, question):
        points = re.match(r"with (\d) psi", line)
        if (int(points[1]) if points else 0) == spent and not (spent and (terms.parry or terms.guard)):
            yield from _scores(f"{question.key}: ", line)
    if not spent:
        side = "stealer" if question.key in ("stealer-dice", "parry-die") else "marine"
        yield Claim(f"{question.key}: headline", shown_chance(state, question), _is_higher(side))


def _scores(name: str, line: str) -> Iterator[Claim]:
    for who, share in zip(SCORES, percents(line), strict=True):
        yield Claim(f"{name}{who}", share, _is_higher(who), rounded=ROUNDED)


def _is_higher(who: str) -> Callable[[Ending], float]:
    def value(ending: Ending) -> float:
        fought = first(ending.events, "fought")
        ahead = fought.marine_score - fought.stealer_score
        return SCORES[1 + (ahead > 0) - (ahead < 0)] == who

    return value


def _choice(state: Match, question: Question) -> Iterator[Claim]:
    """Yield the line of the answer that is given to a parry or guard."""
    if _psi(state) and fight_terms(state, question.facts["sides"]).psi:
        return
    answer = choose(None, state, question)  # type: ignore[arg-type]
    for line in shown_lines(state, question):
        number, shares = line.split(":", 1)
        if int(number) == answer:
            yield from _scores(f"{question.key}: ", shares)


def _door(state: Match, question: Question) -> Iterator[Claim]:
    (line,), at = shown_lines(state, question), str(question.facts["at"])
    yield Claim("door-dice: line", percents(line)[0], kills(at), rounded=ROUNDED)
    yield Claim("door-dice: headline", shown_chance(state, question), kills(at))


def _ladder(state: Match, question: Question) -> Iterator[Claim]:
    yield Claim("ladder: holds", shown_chance(state, question), lambda e: not first(e.events, "climbed").fell)


def _fire(state: Match, question: Question) -> Iterator[Claim]:
    who = str(question.facts["who"])

    def lives(ending: Ending) -> bool:
        return not any(e.type == "killed" and e.who == who and e.by == "fire" for e in ending.events)  # type: ignore[attr-defined]

    yield Claim("fire: lives", shown_chance(state, question), lives)


ASKED: dict[str, Callable[[Match, Question], Iterator[Claim]]] = {
    "shot": _shot,
    **dict.fromkeys(("flames", "blast", "storm"), _each_dies),
    **dict.fromkeys(("stealer-dice", "marine-dice", "parry-die", "guard-die"), _fight),
    **dict.fromkeys(("parry", "guard"), _choice),
    "door-dice": _door,
    "ladder": _ladder,
    "fire": _fire,
}
"""The questions beside which chances are shown."""


def claims_at(state: Match, question: Question) -> Iterator[Claim]:
    """Yield what is shown beside a question."""
    if question.key in ASKED and (isinstance(question, DiceQuestion) or question.key in ("parry", "guard")):
        yield from ASKED[question.key](state, question)
