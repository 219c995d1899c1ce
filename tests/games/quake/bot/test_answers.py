"""A bot answers every question that the rules can ask, with an answer that fits."""

from __future__ import annotations

import pytest

from q40k.games.quake.bot.answers import ANSWERS, OF_THE_TABLE, answer_question
from q40k.games.quake.state.bonus import TokenTaken
from q40k.games.quake.state.match import Match
from q40k.kernel.events import ChoiceQuestion, DiceQuestion, NumberQuestion, Question
from tests.games.quake.rules.playing import Table, bonus_tables, start_table
from tests.games.quake.words.sources import keys_asked
from tests.games.quake.words.test_questions import SAMPLES


def match() -> Match:
    """A match of three, the first with a bonus."""
    table = Table(tables_data=bonus_tables())
    start_table("Alice Bob Chloé", table=table)
    from q40k.games.quake.bot.options import RULES

    return RULES.fold(table.state, TokenTaken(player="p1", token="E1", kind="equipment-36"))


NO_DICE = tuple(sample for sample in SAMPLES if not isinstance(sample, DiceQuestion))


def test_every_key_has_an_answer() -> None:
    dice = {sample.key for sample in SAMPLES if isinstance(sample, DiceQuestion)}
    assert keys_asked() - dice == {*ANSWERS} | OF_THE_TABLE


@pytest.mark.parametrize("question", NO_DICE, ids=lambda question: str(question.key))
@pytest.mark.parametrize("seat", ["p1", None])
def test_every_answer_fits_its_question(question: Question, seat: str | None) -> None:
    answer = answer_question(match(), question, seat)
    assert question.check(answer) == answer


@pytest.mark.rule("PORTAL-4")
def test_nobody_comes_out_where_it_went_in() -> None:
    question = ChoiceQuestion("choose-portal", "p1", "PORTAL-2", {"entered": 2}, (1, 2, 3, 4, 5))
    assert answer_question(match(), question, "p1") != 2


@pytest.mark.rule("PORTAL-6")
def test_a_free_choice_telefrags_a_rival() -> None:
    table = start_table("Alice Bob Chloé")
    table.do("stand", player="Bob", portal=4)
    question = ChoiceQuestion("choose-portal", "p1", "PORTAL-2", {"entered": 2}, (1, 2, 3, 4, 5))
    assert answer_question(table.state, question, "p1") == 4


def test_attacks_stay_together() -> None:
    question = NumberQuestion("melee-split", "p1", "MELEE-3", {"goal": "Bob", "attacks": 3}, 0, 3)
    assert answer_question(match(), question, "p1") == 3
