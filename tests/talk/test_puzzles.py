"""Puzzles are asked by ear, from the first question and from the end of a match, with what speaks for each choice."""

from __future__ import annotations

from itertools import islice

import pytest

from q40k.games.game import folder_of
from q40k.i18n.locale import Locale
from q40k.lab.puzzle_book import kept_puzzles
from q40k.study.posing import PosedPuzzle, pose
from q40k.talk.puzzles import Puzzles
from tests.talk.test_room import run_talk, talk_of

SOME = {"quake": 1, "epic": 3}
"""So many puzzles of a game are asked; it has more."""


def posed_puzzles(language: str, game: str) -> list[PosedPuzzle]:
    """The first puzzles of a game that ask something."""
    locale = Locale(language, folder_of(game) / "locales")
    posed = (pose(sourced, locale) for sourced in kept_puzzles() if sourced.game.id == game)
    return list(islice((puzzle for puzzle in posed if puzzle is not None), SOME[game]))


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", ["quake", "epic"])
def test_every_choice_is_read_and_every_reason_after_the_answer(game: str, language: str) -> None:
    locale = Locale(language)
    puzzles = Puzzles(locale, (sourced for sourced in kept_puzzles() if sourced.game.id == game))
    right = 0
    for number, posed in enumerate(posed_puzzles(language, game), 1):
        heard = puzzles.lines("usual")
        choices = [line for line in heard if line[:1].isdigit() and line[1:2] in ":\u00a0"]
        assert len(choices) == len(posed.choices), heard
        assert puzzles.ask("", "usual") == heard, "? reads the same again"
        assert any(posed.seat_name in line for line in puzzles.ask("s", "usual") or [])
        assert puzzles.ask("t", "usual")
        assert puzzles.ask("c", "usual")
        best = next(place for place, choice in enumerate(posed.choices) if choice.is_right)
        typed = best if number % 2 else (best + 1) % len(posed.choices)
        right += posed.choices[typed].is_right
        answer = puzzles.hear(str(typed + 1))
        assert len(answer) == 1 + len(posed.choices) + 1, "the verdict, a reason each, the tally"
        assert str(right) in answer[-1]
        assert str(number) in answer[-1]
        puzzles.hear("")
    assert not puzzles.is_over
    puzzles.hear("q")
    assert puzzles.is_over


def test_a_wrong_line_says_which_numbers_there_are() -> None:
    puzzles = Puzzles(Locale("en"), kept_puzzles())
    assert puzzles.hear("zzz")[0].startswith("A number from 1 to ")
    assert puzzles.hear("9")[0].startswith("A number from 1 to ")
    assert not puzzles.is_over


def test_without_puzzles_it_says_so() -> None:
    puzzles = Puzzles(Locale("en"), iter(()))
    assert puzzles.lines("usual") == ["There are no puzzles here."]
    puzzles.hear("")
    assert puzzles.is_over


def test_the_first_question_leads_to_puzzles_and_back() -> None:
    said = run_talk(["puzzles", "1", "/back", "q"])
    assert "Puzzle 1: Quake 40K" in said
    assert " of 1 right" in said
    assert said.count("“puzzles” asks some") == 2


def test_a_match_is_left_for_puzzles_and_waits() -> None:
    talk = talk_of()
    before = talk.hear("?")
    assert talk.hear("/puzzles")[0].startswith("Puzzle 1: ")
    assert talk.hear("?s")[0].startswith("Classic deathmatch")
    assert talk.hear("/history") == ["First go back to the match: /back."]
    talk.hear("1")
    talk.hear("/back")
    assert talk.hear("?") == before
