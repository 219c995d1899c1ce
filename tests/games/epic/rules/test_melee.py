"""Close combat: splitting a tangle, rounds, factors."""

from __future__ import annotations

import pytest

from q40k.games.epic.state.melee import factor
from q40k.table.match_session import MatchSession
from tests.games.epic.playing import LAND_RAIDER, B, M, dead, formation, ready, to_fights
from tests.games.scripted import Line, go_on, json_state, line, refusal_rule


def tangle(*pairs: tuple[str, str], options: dict[str, str] | None = None) -> MatchSession:
    """B's figures have engaged A's in these pairs."""
    runs: dict[str, Line] = {}
    for first, second in pairs:
        if first in runs:
            runs[first]["also"] = [second]
        else:
            runs[first] = {"figure": first, "target": second}
    charge = line("charge", formation="B", moves=list(runs.values()))
    return go_on(to_fights(ready(M, B, **(options or {})), charge, B="charge"), line("next"))


def fight(one: str, *dice: object, against: list[str]) -> dict[str, object]:
    return line("fight", *dice, one=one, against=against)


@pytest.mark.rule("EE-MELEE-1", "EE-MELEE-7")
def test_sums_may_be_told_instead_of_dice() -> None:
    match = tangle(("B/1", "M/1"))
    go_on(match, fight("M/1", "=7", "=9", against=["B/1"]))
    assert dead(match) == ["M/1"], "9 to 10"


@pytest.mark.rule("EE-MELEE-2")
def test_the_loser_is_destroyed_whatever_hits_are_left() -> None:
    runs = [{"figure": "B/1", "target": "L"}]
    match = to_fights(ready(LAND_RAIDER, M, B), line("charge", formation="B", moves=runs), B="charge")
    go_on(match, line("next"), fight("L", 1, 1, 6, 6, against=["B/1"]))
    assert dead(match) == ["L/1"]


@pytest.mark.rule("EE-MELEE-3")
def test_who_survives_fights_the_next_that_rolls_a_die_more() -> None:
    match = tangle(("B/1", "M/1"), ("B/2", "M/1"))
    assert refusal_rule(match, fight("M/1", against=[])) == "EE-MELEE-1"
    go_on(match, fight("M/1", 6, 6, 1, 1, 2, 2, 1, 1, 4, against=["B/2", "B/1"]))
    assert dead(match) == ["M/1", "B/2"], "14 to 3, then 6 to 7 with three dice"
    match = tangle(("B/1", "M/1"), ("B/2", "M/1"))
    go_on(match, fight("M/1", 1, 1, 2, 2, against=["B/1", "B/2"]))
    assert dead(match) == ["M/1"], "nothing more is asked of the second"


@pytest.mark.rule("EE-MELEE-4")
def test_nobody_is_left_out_who_can_be_matched() -> None:
    match = tangle(("B/1", "M/1"), ("B/2", "M/1"), ("B/3", "M/2"), ("B/2", "M/2"))
    assert refusal_rule(match, fight("M/1", against=["B/2"])) == "EE-MELEE-4", "B/1 has nobody else"
    assert refusal_rule(match, fight("M/3", against=["B/1"])) == "EE-ASSAULT-6"
    go_on(match, fight("M/1", 6, 6, 1, 1, against=["B/1"]))
    assert refusal_rule(match, fight("M/1", against=["B/2"])) == "EE-MELEE-4", "it has fought"
    go_on(match, fight("M/2", 6, 6, 1, 1, 6, 6, 1, 1, 1, against=["B/3", "B/2"]))
    assert dead(match) == ["B/1", "B/2", "B/3"]


@pytest.mark.rule("EE-MELEE-5", "EE-MELEE-6")
def test_survivors_in_contact_fight_a_further_round() -> None:
    match = tangle(("B/1", "M/1"), ("B/2", "M/1"), ("B/2", "M/2"))
    go_on(match, fight("M/1", 6, 6, 1, 1, against=["B/1"]))
    assert refusal_rule(match, line("next")) == "EE-MELEE-6"
    go_on(match, fight("M/2", 1, 1, 6, 6, against=["B/2"]))
    assert json_state(match)["contacts"] == [["B/2", "M/1"]]
    go_on(match, fight("M/1", 6, 6, 1, 1, against=["B/2"]), line("next"))
    assert json_state(match)["phase"] == "rally"


@pytest.mark.rule("EE-MELEE-7", "EE-RETREAT-4")
def test_only_a_retreat_changes_the_factor() -> None:
    match = go_on(ready(M, B), line("retreat", formation="B"))
    assert (factor(match.state, "M/1"), factor(match.state, "B/1")) == (2, -1)


@pytest.mark.rule("EE-MORALE-7")
@pytest.mark.parametrize(("when", "answers"), [("end-of-assault", ()), ("at-once", (6,))])
def test_break_tests_come_when_all_fights_are_over_or_at_once(when: str, answers: tuple[int, ...]) -> None:
    squad = formation("A", "N", "marine-tactical", 1)
    pairs = [{"figure": "B/1", "target": "N/1"}, {"figure": "B/2", "target": "M/1"}]
    match = ready(M, squad, B, break_test=when)
    go_on(match, line("lose", figures=["M/2", "M/3"]))
    to_fights(match, line("charge", formation="B", moves=pairs), B="charge")
    go_on(match, line("next"), fight("M/1", 1, 1, 6, 6, *answers, against=["B/2"]))
    go_on(match, fight("N/1", 6, 6, 1, 1, against=["B/1"]))
    rest = () if answers else (6,)
    go_on(match, line("next", *rest))
    assert json_state(match)["formations"]["M"]["demoralised"] is True
    assert json_state(match)["formations"]["M"]["retreat"] is False


@pytest.mark.rule("EE-MELEE-3", "EE-MELEE-5")
def test_a_further_round_counts_its_dice_anew() -> None:
    match = tangle(("B/1", "M/1"), ("B/2", "M/2"), ("B/2", "M/1"), ("B/3", "M/3"), ("B/3", "M/1"))
    go_on(match, fight("M/1", 6, 6, 1, 1, against=["B/1"]))
    go_on(match, fight("M/2", 1, 1, 6, 6, against=["B/2"]))
    go_on(match, fight("M/3", 1, 1, 6, 6, against=["B/3"]))
    assert json_state(match)["contacts"] == [["B/2", "M/1"], ["B/3", "M/1"]]
    go_on(match, fight("M/1", 6, 6, 1, 1, 1, 1, 6, 6, 6, against=["B/2", "B/3"]))
    assert dead(match) == ["M/1", "M/2", "M/3", "B/1", "B/2"]


@pytest.mark.rule("EE-MORALE-7", "EE-RETREAT-4")
def test_who_breaks_at_once_fights_the_next_fight_in_retreat() -> None:
    pair = formation("A", "N", "marine-tactical", 2)
    others = formation("B", "X", "ork-boy", 2)
    runs = [{"figure": f"X/{n}", "target": f"N/{n}"} for n in (1, 2)]
    match = ready(M, pair, B, others, break_test="at-once")
    to_fights(match, line("charge", formation="X", moves=runs), X="charge")
    go_on(match, line("next"), fight("N/1", 6, 6, 1, 1, 3, against=["X/1"]))
    assert json_state(match)["formations"]["X"]["retreat"] is True
    go_on(match, fight("N/2", 1, 1, 2, 3, 6, 6, 1, 1, against=["X/2"]))
    assert dead(match) == ["X/1", "X/2"], "4 to 5 - 1, again, then 14 to 1"


@pytest.mark.rule("EE-MELEE-1", "EE-MELEE-4")
def test_all_fights_of_one_against_one_are_one_entry_and_open_no_second_round() -> None:
    match = tangle(("B/1", "M/1"), ("B/2", "M/2"), ("B/3", "M/3"), ("B/4", "M/3"))
    go_on(match, line("fight-duels", *([6, 6, 1, 1] * 2)))
    assert len(dead(match)) == 2, "the same side has won both"
    assert {figure.split("/")[1] for figure in dead(match)} == {"1", "2"}, "of three in contact none has fought"
    assert refusal_rule(match, line("fight-duels")) == "EE-MELEE-1"
    go_on(match, fight("M/3", 6, 6, 1, 1, 6, 6, 1, 1, 1, against=["B/3", "B/4"]))
    assert {"B/3", "B/4"} <= set(dead(match))
