"""Puzzles: which choices are clear, the question at the terminal, and those of one's own matches."""

from __future__ import annotations

import json
import lzma
from pathlib import Path
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from q40k.games.game import Game, find, folder_of
from q40k.i18n.locale import Locale
from q40k.lab.match_study import record_of
from q40k.lab.puzzle_book import check_match
from q40k.study import puzzles
from q40k.study.consequences import NEXT_TURN, THIS_TURN, Consequence, explain
from q40k.study.figures import Estimate
from q40k.study.happenings import Happening
from q40k.study.playouts import Record
from q40k.study.posing import SourcedPuzzle, pose
from q40k.study.puzzles import (
    LEAST_CHOICES,
    LEAST_WRONG,
    RIGHT,
    Book,
    Choice,
    Puzzle,
    PuzzleMatch,
    choice_name,
    clear_choices,
    play_to_the_end,
    read_book,
    state_at,
    write_book,
)
from tests.cli.calls import bad, good
from tests.games.race.rules.running import End, Run
from tests.study.conftest import run_race


@pytest.mark.parametrize(
    ("means", "right", "kept"),
    [
        ((0.9, 0.89, 0.6, 0.5), 2, 4),
        ((0.9, 0.6, 0.5), 1, 3),
        ((0.9, 0.89, 0.885, 0.6), 0, 0),  # only one of them is wrong
        ((0.9, 0.5), 0, 0),  # two are no choice
    ],
)
def test_right_is_what_comes_within_two_percent_of_the_best(means: tuple[float, ...], right: int, kept: int) -> None:
    choices = clear_choices({str(mean): [mean - 0.01, mean, mean + 0.01] * 8 for mean in means})
    assert (sum(choice.is_right for choice in choices), len(choices)) == (right, kept)


def test_a_choice_that_may_be_right_or_wrong_is_left_out() -> None:
    noisy = [0.3, 1.0] * 8
    values = {"best": [0.75] * 16, "noisy": noisy, "bad": [0.4] * 16, "worse": [0.3] * 16}
    assert [choice.body for choice in clear_choices(values)] == ["best", "bad", "worse"]


def test_the_best_of_an_earlier_look_is_what_others_are_behind() -> None:
    values = {"chosen": [0.5] * 16, "lucky": [0.7] * 16, "bad": [0.4] * 16, "worse": [0.3] * 16}
    choices = clear_choices(values, "chosen")
    assert [(choice.body, choice.is_right) for choice in choices] == [
        ("lucky", True),
        ("chosen", True),
        ("bad", False),
        ("worse", False),
    ]


def test_only_a_puzzle_that_holds_to_the_end_of_the_match_is_kept(race: Game) -> None:
    """Ann is behind: if she runs on she may still win, if she ends the race Bob has won."""
    record, write = record_of(run_race(race, [[3, "no"], [2, "yes", 5], [1, "no"]])), race.rules.write_command
    run, end, pause = write(Run()), write(End()), write(End(override="enough"))
    place = len(record.groups) - 1

    def puzzle(*bodies: str) -> Puzzle:
        choices = tuple(Choice(body, 0.9 - n / 10, Estimate(n / 10, n / 10, n / 10)) for n, body in enumerate(bodies))
        return Puzzle(place, record.groups[place][0].seq, "p1", "p1", choices, 30)

    state = state_at(race, record, puzzle(run, end))
    held = play_to_the_end(race, record, state, puzzle(run, end, pause), 1000)
    assert held is not None
    assert held.plays == 96
    assert [(choice.body, choice.is_right) for choice in held.choices] == [(run, True), (end, False), (pause, False)]
    assert held.choices[0].chance > held.choices[1].chance, "chances to win, no longer values at a horizon"
    runs = Consequence("runs", "p1", "", THIS_TURN, 1.0, 0.0)
    assert runs in held.choices[0].consequences, "the right choice against the wrong ones"
    assert held.choices[1].consequences[0] == replace(runs, share=0.0, other=1.0), "a wrong one against the best"
    assert play_to_the_end(race, record, state, puzzle(end, run, pause), 1000) is None, "what seemed best is not"
    book = PuzzleMatch(record, (puzzle(end, run, pause), puzzle(run, end, pause)))
    (checked,) = check_match("race", book).puzzles
    assert checked.choices[0].body == run, "the other puzzle is thrown out of the book"


def test_what_certainly_follows_and_costs_victories_explains_a_choice() -> None:
    """After the wrong choice Bob kills Ann next turn three times of four, and who dies wins half as often."""
    chance = Random(4)
    kill, token = Happening("kills", "ann", "bob"), Happening("takes", "ann")
    notes: dict[str, list[dict[Happening, int]]] = {"best": [], "wrong": []}
    values: dict[str, list[float]] = {"best": [], "wrong": []}
    for body, share in (("best", 0.2), ("wrong", 0.75)):
        for _play in range(96):
            dies = chance.random() < share
            came = {kill: NEXT_TURN} if dies else {}
            notes[body].append(came | ({token: THIS_TURN} if chance.random() < 0.5 else {}))
            values[body].append(float(chance.random() < (0.3 if dies else 0.6)))
    (worse,) = explain("wrong", ["best"], values, notes)
    (better,) = explain("best", ["wrong"], values, notes)
    assert (worse.kind, worse.who, worse.by, worse.within) == ("kills", "ann", "bob", NEXT_TURN), "no token, no chance"
    assert worse.share == pytest.approx(0.75, abs=0.1)
    assert worse.other == pytest.approx(0.2, abs=0.1)
    assert (better.share, better.other) == (worse.other, worse.share)
    assert explain("wrong", ["best"], values, {"best": [{}] * 96, "wrong": [{}] * 96}) == ()


def test_what_brings_victories_does_not_explain_why_a_choice_is_worse() -> None:
    helps = Happening("kills", "bob", "ann")
    notes: dict[str, list[dict[Happening, int]]] = {
        "best": [{}] * 80 + [{helps: 0}] * 16,
        "wrong": [{helps: 0}] * 60 + [{}] * 36,
    }
    values = {"best": [0.7] * 80 + [1.0] * 16, "wrong": [0.5] * 60 + [0.0] * 36}
    assert explain("wrong", ["best"], values, notes) == ()


def test_a_death_that_comes_with_a_braver_choice_explains_nothing() -> None:
    """After the best choice Ann dies more often and wins more often; but where she dies she wins less."""
    dies = Happening("dies", "ann")
    notes: dict[str, list[dict[Happening, int]]] = {
        "best": [{dies: 0}] * 48 + [{}] * 48,
        "wrong": [{dies: 0}] * 8 + [{}] * 88,
    }
    values = {"best": [0.7] * 48 + [0.9] * 48, "wrong": [0.0] * 8 + [0.2] * 88}
    assert explain("wrong", ["best"], values, notes) == ()
    assert explain("best", ["wrong"], values, notes) == ()


def test_a_puzzle_is_asked_and_answered_in_both_languages(race: Game, tmp_path: Path) -> None:
    """Run, or end the race? Running is right."""
    record, rules, path = (
        record_of(run_race(race, [[3, "no"], [2, "yes", 5], [1, "no"]])),
        race.rules,
        tmp_path / "book",
    )
    choices = (
        Choice(rules.write_command(Run()), 0.6, Estimate(), (Consequence("runs", "p1", "", THIS_TURN, 0.9, 0.0),)),
        Choice(rules.write_command(End()), 0.2, Estimate(0.4, 0.3, 0.5)),
    )
    place = len(record.groups) - 1
    puzzle = Puzzle(place, record.groups[place][0].seq, "p2", "p2", choices, 60)
    book = Book("race", (PuzzleMatch(Record(record.sides, record.groups), (puzzle,)),))
    write_book(path, book)
    assert read_book(path) == book
    words = good("puzzles", "--book", str(path), stdin="7\n1\n")
    assert "Bob: which choice has the best chance to win?" in words
    assert "A number from 1 to 2." in words
    first = puzzles.shuffle_choices(puzzle)[0]
    assert ("Right." in words) == first.is_right
    assert "60.0%" in words
    assert "as far as the study went" in " ".join(words.split())
    assert "Ann runs this turn in 90% of the games, after the wrong choices in 0%." in words
    assert "The chance to win after it is 20%, after the best choice 60%." in words
    other = good("puzzles", "--book", str(path), "--lang", "fr", stdin="2\n")
    assert ("Juste." in other) != first.is_right
    sentence = "Ann court ce tour-ci dans 90 % des parties, après les mauvais choix dans 0 %."
    assert sentence in " ".join(other.split()), "with its hard spaces and on one line"
    assert json.loads(good("puzzles", "--book", str(path), "--json"))[0]["choices"][1]["is_right"] is False
    early = msgspec.structs.replace(puzzle, place=0)  # nobody can run before there is a race
    write_book(path, Book("race", (PuzzleMatch(record, (early, puzzle)),)), force=True)
    words = good("puzzles", "--book", str(path), stdin="q\n")
    assert "those of today cannot read it" in words
    assert "Puzzle 2 of 2" in words, "it goes on with the next one"


KEPT = ("quake", "epic", "space-hulk")
"""The games whose puzzles come along."""


@pytest.mark.parametrize("id", KEPT)
def test_puzzles_that_come_along_can_be_read_and_answered(id: str) -> None:
    """Every choice of the first and the last is legal by the rules of today, and has a name of its own."""
    game = find(id)
    book = read_book(game.study.puzzles)
    for match in (book.matches[0], book.matches[-1]):
        puzzle = match.puzzles[-1]
        state, read = state_at(game, match.record, puzzle), game.rules.read_command
        locale = Locale("fr", folder_of(id) / "locales")
        names = {choice_name(game, Locale("en"), state, puzzle.seat, read(c.body)) for c in puzzle.choices}
        assert len(names) == len(puzzle.choices) >= LEAST_CHOICES
        assert puzzle.choices[0].is_right
        assert sum(not choice.is_right for choice in puzzle.choices) >= LEAST_WRONG
        assert all(choice.behind.high <= RIGHT or choice.behind.low > RIGHT for choice in puzzle.choices)
        posed = pose(SourcedPuzzle(game, match.record, puzzle, ""), locale)
        assert posed is not None
        whys = [posed.consequences(locale, number) for number in range(len(posed.choices))]
        assert all(whys), "every choice has a sentence"
    choices = [choice for match in book.matches for puzzle in match.puzzles for choice in puzzle.choices]
    assert sum(bool(choice.consequences) for choice in choices) >= 0.9 * len(choices), "not only chances to win"
    words = good("puzzles", "--game", id, "--kept", "--first", str(len(book)), stdin="i\n1\n")
    assert "Puzzle {0} of {0}".format(len(book)) in words
    question, board, _answer = words.split("Number; i: who stands there")
    assert len(question.splitlines()) < 24, "the whole question, with the map and its legend"
    assert all(len(line) <= 80 for line in question.splitlines())
    assert len(board.splitlines()) > 5
    assert ("Right." in words) == puzzles.shuffle_choices(puzzle)[0].is_right
    assert "to the end of the match" in " ".join(words.split())


def test_what_is_said_where_there_are_no_puzzles(race: Game, tmp_path: Path) -> None:
    (tmp_path / "other").write_text("no book", encoding="utf-8")
    assert "no file of puzzles" in bad(2, "puzzles", "--book", str(tmp_path / "other"))
    assert "studies a match" in bad(1, "puzzles", "--own")
    assert "no such puzzles" in bad(1, "puzzles", "--game", "race")
    assert "from 1 to" in bad(2, "puzzles", "--kept", "--first", "99")
    assert "play no matches for puzzles" in bad(2, "puzzles", "--game", "race", "--make", "x")


def test_a_book_is_replaced_only_on_purpose_and_a_bomb_is_no_book(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "bomb"
    monkeypatch.setattr(puzzles, "MOST_TEXT", 10_000)
    path.write_bytes(lzma.compress(b"0" * 10_001))
    assert "no file of puzzles" in bad(2, "puzzles", "--book", str(path))
    path.write_bytes(path.read_bytes()[:-4])
    assert "no file of puzzles" in bad(2, "puzzles", "--book", str(path))
    assert "--force" in bad(1, "puzzles", "--make", str(path))
