"""Deployment: lots, both ways, zones, infiltrators, who starts aboard."""

from __future__ import annotations

import pytest

from tests.games.epic.playing import EDGES, MARINES, ORKS, RHINO, B, M, formation, new, play, row
from tests.games.scripted import go_on, json_state, line, log_sentences, refusal_rule


def armies(*more: dict[str, object], **options: object) -> list[dict[str, object]]:
    return [new(**options), MARINES, ORKS, M, B, *more]


@pytest.mark.rule("EE-DEPLOY-1")
def test_the_higher_die_chooses_the_edge() -> None:
    match = play(*armies(), line("start", 4, 4, 2, 6, "north", 3, 5))
    assert {name: side["edge"] for name, side in json_state(match)["sides"].items()} == {"A": "south", "B": "north"}
    assert refusal_rule(match, line("start")) == "EE-DEPLOY-1"
    same = {"A": "south", "B": "south"}
    assert refusal_rule(play(*armies()), line("start", edges=same)) == "EE-DEPLOY-1"
    assert refusal_rule(play(*armies()), line("start", edges={"A": "west"})) == "EE-DEPLOY-1"


@pytest.mark.rule("EE-DEPLOY-2")
def test_whole_armies_are_set_up_as_the_higher_says() -> None:
    two = formation("A", "N", "marine-tactical", 5)
    match = play(*armies(two, deployment="whole"), line("start", 2, 5, "A", edges=EDGES))
    go_on(match, line("deploy", formation="M"))
    assert refusal_rule(match, line("deploy", formation="B")) == "EE-DEPLOY-2"
    go_on(match, line("deploy", formation="N"), line("deploy", formation="B"))
    assert json_state(match)["phase"] == "orders"
    assert refusal_rule(match, line("deploy", formation="M")) == "EE-TURN-1"


@pytest.mark.rule("EE-DEPLOY-2", "EE-DEPLOY-3")
def test_all_that_is_left_is_set_up_by_one_entry_infiltrators_last() -> None:
    scouts, more = formation("A", "S", "marine-scout", 5), formation("B", "C", "ork-boy", 5)
    match = play(*armies(scouts, more), line("start", 3, 5, edges=EDGES), line("deploy", formation="M"))
    before = match.head
    go_on(match, line("deploy-rest"))
    assert match.head == before + 1
    assert (json_state(match)["phase"], json_state(match)["turn"]) == ("orders", 1)
    sentences = [sentence for sentence in log_sentences(match) if "sets up" in sentence]
    assert [sentence[-1] for sentence in sentences[-4:]] == ["M", "B", "C", "S"], sentences
    assert refusal_rule(match, line("deploy-rest")) == "EE-TURN-1"


@pytest.mark.rule("EE-DEPLOY-3")
def test_the_whole_base_stands_within_30_cm_of_the_own_edge() -> None:
    match = play(*armies(), line("start", 3, 5, edges=EDGES))
    beyond = row(50, 29.71)
    assert refusal_rule(match, line("deploy", formation="M", at=beyond)) == "EE-DEPLOY-3"
    assert refusal_rule(match, line("deploy", formation="M", at=row(50, 10, 4))) == "EE-DEPLOY-4"
    go_on(match, line("deploy", formation="M", at=row(50, 29.7)))
    assert json_state(match)["figures"]["M/2"]["at"] == [52.0, 29.7, 90.0]


@pytest.mark.rule("EE-DEPLOY-3")
def test_infiltrators_come_last_and_go_anywhere_outside_the_enemys_zone() -> None:
    scouts = formation("A", "S", "marine-scout", 5)
    match = play(*armies(scouts), line("start", 3, 5, edges=EDGES))
    assert refusal_rule(match, line("deploy", formation="S", at=row(50, 50))) == "EE-DEPLOY-3"
    go_on(match, line("deploy", formation="M"), line("deploy", formation="B", at=row(50, 110)))
    assert refusal_rule(match, line("deploy", formation="S", at=row(50, 95))) == "EE-DEPLOY-3"
    go_on(match, line("deploy", formation="S", at=row(50, 80)))
    assert json_state(match)["phase"] == "orders"


@pytest.mark.rule("EE-DEPLOY-4")
def test_passengers_may_start_aboard_and_each_figure_has_a_facing() -> None:
    match = play(*armies(RHINO), line("start", 3, 5, edges=EDGES))
    at = [[30.0, 10.0, 45.0]]
    go_on(match, line("deploy", formation="R", at=at), line("deploy", formation="B"))
    go_on(match, line("deploy", formation="M", aboard="R"))
    figures = json_state(match)["figures"]
    assert figures["R/1"]["at"] == [30.0, 10.0, 45.0]
    assert {figures[f"M/{n}"]["aboard"] for n in range(1, 6)} == {"R/1"}
    assert match.state.figures["B/1"].position.facing == 270.0, "away from its own edge"


@pytest.mark.rule("EE-DEPLOY-3")
def test_a_side_that_only_infiltrates_waits_for_the_other() -> None:
    scouts = formation("A", "S", "marine-scout", 3)
    match = play(new(), MARINES, ORKS, scouts, B, line("start", 1, 2, edges=EDGES))
    assert json_state(match)["active"] == "B", "though A has the lower die"
    go_on(match, line("deploy", formation="B"), line("deploy", formation="S"))
    assert json_state(match)["phase"] == "orders"
    others = formation("B", "T", "marine-scout", 3)
    both = play(new(), MARINES, ORKS, scouts, others, line("start", 1, 2, edges=EDGES))
    assert json_state(both)["active"] == "A"


@pytest.mark.rule("EE-DEPLOY-4", "EE-TRANSPORT-1")
def test_to_start_aboard_costs_nothing_wherever_the_figures_were() -> None:
    more = formation("B", "C", "ork-boy", 5)
    match = play(*armies(RHINO, more), line("start", 3, 5, edges=EDGES))
    go_on(match, line("deploy", formation="R", at=[[30, 10]]), line("deploy", formation="B"))
    go_on(match, line("deploy", formation="M", at=row(80, 10), aboard="R"))
    assert json_state(match)["phase"] == "deployment"
    spent = {figure.doing.spent for id, figure in match.state.figures.items() if id[0] in "MR"}
    assert spent == {0}
