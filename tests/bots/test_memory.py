"""A match in memory: commands change it, dice follow its seed, and a refusal leaves no trace."""

from __future__ import annotations

import pytest

from q40k.bots.memory import Table, plain_answer
from q40k.kernel.events import (
    Answer,
    ChoiceQuestion,
    EachQuestion,
    NumberQuestion,
    OrderQuestion,
    Question,
    SeveralQuestion,
)
from q40k.tabletop.rules import Command
from tests.games.coin.game import GAME, Match, New, Toss


def play(seed: int) -> Table[Match, Command]:
    """Return a match of two players after four tosses."""
    table: Table[Match, Command] = Table(GAME.rules, seed)
    assert table.do(New())
    for _ in range(4):
        assert table.do(Toss())
    return table


def test_equal_seeds_play_equally() -> None:
    assert play(4).state == play(4).state
    assert len({tuple(play(seed).state.heads.values()) for seed in range(8)}) > 1


def test_a_refusal_leaves_no_trace() -> None:
    table = play(1)
    while not table.state.winners:
        assert table.do(Toss())
    before, inputs = table.state, table.inputs
    assert not table.do(Toss())
    assert table.state == before
    assert table.inputs == inputs


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        (ChoiceQuestion("which", options=("b", "a")), "b"),
        (NumberQuestion("many", least=2, most=4), 2),
        (OrderQuestion("order", items=("x", "y")), ("x", "y")),
        (EachQuestion("each", items=("x", "y"), options=("alive", "dead")), ("alive", "alive")),
        (SeveralQuestion("some", options=("x", "y")), ()),
    ],
)
def test_the_plainest_answer_fits_its_question(question: Question, answer: Answer) -> None:
    assert plain_answer(question) == answer
    assert question.check(answer) == answer
