"""One command on its way through the rules: questions, events, refusals, the app's dice."""

from collections import Counter
from pathlib import Path

import pytest

from q40k.kernel import dice
from q40k.kernel.driver import Run
from q40k.kernel.events import AnswerError, DiceQuestion, Live, Refused
from tests.kernel.counting import REGISTRY, Added, Command, Counting, Named, Passed, Pot, pot


def run(command: Command, state: Pot = (0, ())) -> Run[Pot, Command]:
    return Run(Counting(), state, command)


def test_a_rule_runs_to_its_first_question() -> None:
    going = run({"do": "two"})
    assert going.question is None
    assert going.start() == [Named(word="first")]
    assert isinstance(going.question, DiceQuestion)
    assert going.state == (0, ("first",))


def test_answers_carry_it_on_to_its_end() -> None:
    going = run({"do": "two"})
    going.start()
    assert going.answer(4) == [Added(points=4)]
    assert going.question is not None
    assert going.question.facts == {"seen": 4}  # a rule sees what it has told
    assert going.answer("r") == [Named(word="red")]
    assert going.question is None
    assert going.state == (4, ("first", "red"))


def test_an_answer_that_does_not_fit_leaves_the_question_open() -> None:
    going = run({"do": "two"})
    going.start()
    with pytest.raises(AnswerError):
        going.answer(7)
    assert going.question is not None
    assert going.answer(6) == [Added(points=6)]


def test_there_is_nothing_to_answer_when_nothing_is_asked() -> None:
    going = run({"do": "take", "points": 1}, (5, ()))
    assert going.start() == [Added(points=-1)]
    with pytest.raises(RuntimeError):
        going.answer(1)


@pytest.mark.rule("TABLE-4")
def test_a_refusal_can_be_passed_with_a_reason_unless_nothing_passes_it() -> None:
    with pytest.raises(Refused) as caught:
        run({"do": "take", "points": 9}, (5, ())).start()
    refusal = caught.value.refusal
    assert (refusal.rule, refusal.code, dict(refusal.facts)) == ("POT-5", "too-little", {"pot": 5})
    events = run({"do": "take", "points": 9, "override": "on credit"}, (5, ())).start()
    assert events == [Passed(why="on credit"), Added(points=-9)]
    with pytest.raises(Refused):
        run({"do": "take", "points": 9, "override": "on credit"}).start()


def test_rules_see_the_state_and_cannot_change_it() -> None:
    live = Live((1, ()))
    with pytest.raises(AttributeError):
        live.state = (2, ())  # type: ignore[misc]


def test_events_are_frozen_and_take_nothing_they_do_not_know() -> None:
    event = Added(points=1)
    with pytest.raises(AttributeError):
        event.points = 2  # type: ignore[misc]
    with pytest.raises(TypeError):
        Added(points=1, colour="red")  # type: ignore[call-arg]
    with pytest.raises(ValueError, match="colour"):
        REGISTRY.read_events('[{"type": "added", "points": 1, "colour": "red"}]')
    assert event.v == 1


# ---- the app's own dice


def test_the_same_seed_rolls_the_same_dice_for_ever() -> None:
    assert [dice.die("7", n, 6) for n in range(12)] == [5, 2, 2, 4, 6, 1, 1, 6, 3, 5, 4, 6]
    assert dice.roll("7", 3, (6, 6, 6)) == tuple(dice.die("7", n, 6) for n in (3, 4, 5))


@pytest.mark.parametrize("sides", [3, 6])
def test_the_dice_are_fair(sides: int) -> None:
    rolls = 6000
    seen = Counter(dice.die("fair", n, sides) for n in range(rolls))
    assert sorted(seen) == list(range(1, sides + 1))
    expected = rolls / sides
    chi_squared = sum((count - expected) ** 2 / expected for count in seen.values())
    assert chi_squared < 20.5  # one in a thousand for six faces; the seed never changes


def test_other_seeds_roll_other_dice() -> None:
    rolls = {tuple(dice.roll(str(seed), 0, (6,) * 10)) for seed in range(200)}
    assert len(rolls) == 200


# ---- what the kernel knows


def test_a_toy_is_all_the_kernel_needs() -> None:
    """No kernel test imports a rule of the game, so the kernel works without one."""
    folder = Path(__file__).parent
    for path in folder.glob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert "q40k." + "rules" not in text
        assert "q40k." + "packs" not in text
    session = pot()
    session.submit({"do": "throw", "dice": [6, 6]})
    session.type("46")
    assert session.state == (10, ())
