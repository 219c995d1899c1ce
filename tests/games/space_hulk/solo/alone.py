"""Matches to play alone in tests: the house's boards, and missions that bring what is wanted."""

from __future__ import annotations

from typing import Any

from q40k.games.space_hulk.state.solo.automaton import Alien
from q40k.kernel.events import ChoiceQuestion, DiceQuestion, NumberQuestion, Question
from q40k.table.match_session import MatchSession
from tests.games.scripted import Line, go_on, line, log_sentences
from tests.games.space_hulk.playing import play, put

TABLE = "table"
FIGHT = ("stealer-dice", "marine-dice")
"""The questions of a close assault."""


def solo_match(
    board: str | None = "airlock-nine",
    edition: str = "4",
    *,
    brings: int = 0,
    rows: list[str] | None = None,
    entries: list[Line] | None = None,
    **mission_fields: Any,
) -> Line:
    """A solo match whose own dice the table rolls; `brings` blips arrive in each turn.

    With `rows` the match is played on a board of one section made of them, with `entries`. All
    other arguments are fields of the mission, except `options`.
    """
    options = {"timer": "off", "solo": True, "solo-dice": TABLE, **mission_fields.pop("options", {})}
    mission = {
        "id": "alone",
        "name": {"en": "Alone", "fr": "Seul"},
        "board": board,
        "editions": ["4", "1"],
        "blips_per_turn": brings,
        "starting_blips": 0,
        **mission_fields,
    }
    new = line(
        "new", game="space-hulk", mission="alone", mission_data=mission, edition=edition, seed=7, options=options
    )
    if rows is not None:
        sections = [row.replace(".", "a").replace("D", "a") for row in rows]
        level = {"rows": rows, "sections": sections}
        names = {"en": "Own", "fr": "Propre"}
        far = {"id": "FAR", "square": "A1", "side": "W"}
        new["board_data"] = {"id": "own", "name": names, "levels": [level], "entries": entries or [far]}
    if board is None:
        del mission["board"]
    return new


def alone(
    lay_out: Line | None = None, *, doors: str = "", watching: str = "", cp: bool = False, **places: str
) -> MatchSession:
    """A solo match in the Genestealer turn; `doors` stand open, `watching` are on overwatch.

    Without `cp` no command point is left, so that no window opens for one.
    """
    first = lay_out or solo_match()
    match = play(first, *put(**places))
    go_on(match, *(line("set-door", at=at, now="open") for at in doors.split()))
    go_on(match, line("start"), line("draw"))
    if not cp:
        go_on(match, line("spend", points=6))
    for who in watching.split():
        go_on(match, line("overwatch", who=who))
    return go_on(match, line("end-turn"))


def said_by(match: MatchSession, *answers: Any, kills: bool = False) -> list[str]:
    """What is told when the program does its next thing; `answers` are those of its own questions.

    What is left unsaid is the first of several; fights are draws, unless the alien `kills`.
    """
    return _told_of(match, Alien(), answers, kills)


def all_said(match: MatchSession, *answers: Any, kills: bool = False) -> list[str]:
    """What is told until the table must say something, or the turn is over."""
    return _told_of(match, Alien(all=True), answers, kills)


def _told_of(match: MatchSession, command: Alien, answers: tuple[Any, ...], kills: bool) -> list[str]:
    before, rest = len(log_sentences(match)), list(answers)
    match.do(command, auto=False)
    while (question := match.question) is not None:
        if question.key in FIGHT:
            assert isinstance(question, DiceQuestion)
            face = 6 if kills and question.who == "stealer" else 1
            match.give((face,) * len(question.dice), auto=False)
        elif not rest and _app_rolls(match, question):
            match.roll_once()
        elif not rest:
            match.give(_first(question), auto=False)
        else:
            answer, used = question.take(rest)
            rest = rest[used:]
            match.give(answer, auto=False)
    assert not rest, f"not asked for: {rest}"
    return [sentence for sentence in log_sentences(match)[before:] if sentence != "Genestealer actions"]


def _app_rolls(match: MatchSession, question: Question) -> bool:
    return match.session.rules.roller(match.session.state, question.who) == "app"


def _first(question: Question) -> Any:
    if isinstance(question, DiceQuestion):
        return (1,) * len(question.dice)
    if isinstance(question, NumberQuestion):
        return question.least
    assert isinstance(question, ChoiceQuestion)
    return question.options[0]
