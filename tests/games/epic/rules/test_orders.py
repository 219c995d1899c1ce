"""Orders: who may have one, until when they change, and who may know them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from q40k.games.epic.state.turn import GIVEN, ChipDrawn, ChipQuestion, Draw, GiveOrders, missing_orders
from q40k.kernel.driver import Run
from q40k.kernel.events import AnswerError, EachQuestion
from q40k.table.match_session import MatchSession
from q40k.table.script import ScriptError, write_script
from tests.games.epic.playing import (
    EDGES,
    MARINES,
    ORKS,
    RHINO,
    B,
    M,
    formation,
    give,
    library,
    new,
    play,
    ready,
    to_rally,
    to_shooting,
)
from tests.games.scripted import go_on, json_state, line, log_sentences, refusal_rule, try_line


@pytest.mark.rule("EE-ORDER-1", "EE-ORDER-8")
def test_one_of_three_orders_to_each_formation() -> None:
    match = ready(M, B)
    go_on(match, line("orders", player="A", orders={"M": "first-fire"}))
    assert refusal_rule(match, line("orders", player="A", orders={"B": "charge"})) == "EE-ORDER-1"
    go_on(match, line("draw", "A", "A"))
    assert {formation["order"] for formation in json_state(match)["formations"].values()} == {"first-fire", "advance"}


@pytest.mark.rule("EE-ORDER-7", "EE-RETREAT-1")
def test_retreat_is_never_chosen_and_has_no_order() -> None:
    match = go_on(ready(M, B), line("retreat", formation="M"))
    assert refusal_rule(match, line("orders", player="A", orders={"M": "advance"})) == "EE-RETREAT-1"
    go_on(match, line("draw", "A", "A"))
    assert json_state(match)["formations"]["M"]["order"] == "retreat"


@pytest.mark.rule("EE-ORDER-9")
def test_chips_may_be_changed_until_both_are_done() -> None:
    match = ready(M, B)
    go_on(match, line("orders", player="A", orders={"M": "charge"}))
    go_on(match, line("orders", player="A", orders={"M": "first-fire"}), line("orders", player="B"))
    assert refusal_rule(match, line("orders", player="A", orders={"M": "charge"})) == "EE-ORDER-9"
    go_on(match, line("draw", "A", "A"))
    assert json_state(match)["formations"]["M"]["order"] == "first-fire"
    again = line("orders", player="A", orders={"M": "charge"}, override="late")
    assert refusal_rule(match, again) == "EE-TURN-1", "they are turned over"


@pytest.mark.rule("EE-ORDER-9")
@pytest.mark.parametrize("viewer", [None, "p1"])
def test_nobody_else_sees_a_chip_that_lies_face_down(viewer: str | None) -> None:
    match = give(ready(M, B), B="charge")
    match.viewer = viewer
    assert match.keeps_secrets
    assert '"charge"' not in json.dumps(json_state(match))
    assert "'charge'" not in repr(match.state)
    assert "Charge" not in " ".join(log_sentences(match))
    assert any("B has given orders" in sentence for sentence in log_sentences(match))


@pytest.mark.rule("EE-ORDER-9")
def test_its_owner_sees_it_and_everybody_does_once_it_is_turned_over() -> None:
    match = give(ready(M, B), B="charge")
    match.viewer = "p2"
    assert match.mask_state(match.session.state).formations["B"].orders.chip == "charge"
    assert "B has given orders: B Charge" in log_sentences(match)
    match = go_on(give(ready(M, B), B="charge"), line("draw", "A", "A"))
    assert "The orders are turned over: Advance M; Charge B" in log_sentences(match)
    assert not match.keeps_secrets


@pytest.mark.rule("EE-ORDER-2", "EE-ORDER-9")
def test_orders_may_be_asked_in_secret() -> None:
    others = formation("A", "N", "marine-tactical", 5)
    match = ready(M, B, others)
    go_on(match, line("orders", ["charge", "first-fire"], player="A", secret=True))
    assert match.answered_questions() == []
    go_on(match, line("draw", "A", "A"))
    orders = {id: formation["order"] for id, formation in json_state(match)["formations"].items()}
    assert orders == {"M": "charge", "B": "advance", "N": "first-fire"}


def test_letters_are_read() -> None:
    question = EachQuestion("orders", "p1", items=("M", "N", "O"), options=GIVEN)
    assert question.parse("cF") == ("charge", "first-fire", "advance")
    assert question.parse("") == ("advance",) * 3
    for wrong in ("x", "aaaa"):
        with pytest.raises(AnswerError):
            question.parse(wrong)


@pytest.mark.rule("EE-ORDER-3")
def test_no_order_changes_until_the_next_turn() -> None:
    match = to_shooting(ready(M, B), M="charge")
    assert refusal_rule(match, line("orders", player="A", orders={})) == "EE-TURN-1"
    go_on(match, line("next"), line("draw", "A", "A"), *[line("next")] * 4)
    assert json_state(match)["formations"]["M"]["order"] is None


def record(match: MatchSession, *, whole: bool = False) -> list[dict[str, Any]]:
    return [json.loads(text) for text in write_script(match, library(), whole=whole)]


@pytest.mark.rule("EE-ORDER-9")
def test_a_record_holds_what_lies_face_down_sealed() -> None:
    match = go_on(ready(M, B), line("orders", player="A", orders={"M": "charge"}))
    go_on(match, line("orders", ["first-fire"], player="B", secret=True))
    lines = record(match)
    for data, player in zip(lines[-2:], "AB", strict=True):
        assert set(data) == {"do", "player", "sealed"}
        assert data["player"] == player
    assert len(lines[-1]["sealed"]) == len(lines[-2]["sealed"]), "not even how much is in it shows"
    whole = json.dumps(lines[-2:])
    assert not any(word in whole for word in ("charge", "first", "fire", "M/"))
    assert json_state(play(*lines)) == json_state(match), "the same chips lie face down"
    with pytest.raises(ScriptError) as refused_line:
        play(*lines, line("draw", "A", "A"))
    assert refused_line.value.code == "script-sealed", "a copy does not turn them over"
    again = play(*record(match, whole=True))
    assert again.session.state == match.session.state
    for either in (match, again):
        go_on(either, line("draw", "A", "A"))
        orders = {id: result["order"] for id, result in json_state(either)["formations"].items()}
        assert orders == {"M": "charge", "B": "first-fire"}
    assert record(match)[-3]["orders"] == {"M": "charge"}
    assert record(match)[-2]["answers"] == [["first-fire"]], "what is turned over is told"


@pytest.mark.rule("EE-ORDER-9")
@pytest.mark.parametrize("plain", [{}, {"secret": True}, {"orders": {"M": "advance"}}])
def test_a_record_does_not_tell_that_a_side_gave_no_special_order(plain: dict[str, object]) -> None:
    def seal_orders(match: MatchSession) -> tuple[list[dict[str, object]], list[int]]:
        lines = list(map(json.loads, write_script(match, library(), identity="0" * 16)))
        return [line | {"sealed": ""} for line in lines], [len(line.get("sealed", "")) for line in lines]

    answers = [["advance"]] if "secret" in plain else []
    match = go_on(ready(M, B), line("orders", *answers, player="A", **plain))
    charging = go_on(ready(M, B), line("orders", player="A", orders={"M": "charge"}))
    assert seal_orders(match) == seal_orders(charging)
    assert json_state(play(*record(match))) == json_state(match)


@pytest.mark.rule("EE-ORDER-9")
def test_only_what_still_lies_face_down_is_sealed() -> None:
    match = go_on(ready(M, B), line("orders", player="A", orders={"M": "charge"}))
    go_on(match, line("draw", "A", "A"), *[line("next")] * 2, line("draw", "A"), line("next"))
    go_on(match, line("draw", "A", "A"), *[line("next")] * 4)
    go_on(match, line("orders", ["charge"], player="B", secret=True))
    orders = [entry for entry in record(match) if entry["do"] == "orders"]
    assert orders[0]["orders"] == {"M": "charge"}
    assert set(orders[1]) == {"do", "player", "sealed"}


EARLY = "vgQyWkurzyRvEe2QD2c9TXsGS3X0onArGn__MFpZp4k="
"""How the first records sealed that M charges."""


@pytest.mark.rule("EE-ORDER-9")
@pytest.mark.parametrize("wrong", ["", "é", "not base 64 at all", "QUJDREVGR0hJSg=="])
def test_an_early_seal_opens_for_the_table_alone(wrong: str) -> None:
    match = ready(M, B)
    for player, text in (("A", wrong), ("A", EARLY[:-8] + "AAAAAAA="), ("A", EARLY[4:]), ("B", EARLY)):
        refusal = match.refusal_of(GiveOrders(player=player, seal=text))
        assert refusal is not None
        assert refusal.refusal.rule == "EE-ORDER-9"
    with pytest.raises(ScriptError, match="script-sealed"):
        go_on(match, line("orders", player="A", seal=EARLY))
    match.do(GiveOrders(player="A", seal=EARLY))
    assert match.session.state.formations["M"].orders.chip == "charge"


@pytest.mark.rule("EE-INIT-2", "EE-TURN-2")
def test_the_last_chips_are_drawn_without_a_question_and_told_as_certain() -> None:
    match = ready(M, B)
    chips_left = dict(match.state.cup.chips)
    to_shooting(match)
    drawn = [event for line in match.lines() for event in line.events if isinstance(event, ChipDrawn)]
    assert [event.certain for event in drawn] == [False, False]
    go_on(match, line("next"))
    assert sum(chips_left.values()) == 2 + sum(match.state.cup.chips.values())
    alone = ready(M, B)
    state = alone.state.replace(cup=alone.state.cup.replace(chips={"p1": 1, "p2": 0}))
    (event,) = Run(alone.session.rules, state, Draw()).start()[:1]
    assert event == ChipDrawn(side="p1", certain=True)


@pytest.mark.rule("EE-INIT-2")
def test_a_chip_is_a_name_or_a_face_of_a_die_with_one_for_each_chip() -> None:
    question = ChipQuestion("chip", None, "EE-INIT-2", {}, (5,), chips={"Marines": 3, "Orks": 2})
    assert [question.drawn_side((face,)) for face in range(1, 6)] == ["Marines"] * 3 + ["Orks"] * 2
    assert (question.parse("or"), question.check("Orks"), question.take(["marines", 4])) == (
        "Orks",
        "Orks",
        ("Marines", 1),
    )
    assert (question.parse("4"), question.take([4, 1])) == ((4,), ((4,), 1))
    assert (question.drawn_side("Orks"), question.check((5,))) == ("Orks", (5,))
    for wrong in ("6", "0", "Eldar", ""):
        with pytest.raises(AnswerError):
            question.parse(wrong)


@pytest.mark.rule("EE-INIT-1", "EE-INIT-2")
@pytest.mark.parametrize(("values", "chips"), [((5, 3), (3, 2)), ((3, 5), (2, 3)), ((4, 4), (3, 3))])
def test_the_cup_is_filled_anew_each_turn(values: tuple[int, int], chips: tuple[int, int]) -> None:
    armies = [MARINES | {"strategic": values[0]}, ORKS | {"strategic": values[1]}]
    match = play(new(), *armies, M, B, line("start", 3, 5, edges=EDGES))
    go_on(match, line("deploy", formation="M"), line("deploy", formation="B"))
    assert [*match.state.cup.chips.values()] == [*chips]
    go_on(to_rally(match), line("next"))
    assert (match.state.play.turn, [*match.state.cup.chips.values()]) == (2, [*chips])


@pytest.mark.rule("EE-TURN-2", "EE-ORDER-9")
def test_what_each_moment_waits_for() -> None:
    match = ready(M, B)
    assert try_line(match, line("next")) == "draw-first"
    give(match)
    assert try_line(match, line("orders", player="A", orders={"M": "charge"})) == "orders-are-done"
    go_on(match, line("draw", "A", "A"))
    assert try_line(match, line("draw", "A")) == "no-draw-now"
    assert try_line(match, line("orders", player="A", orders={"M": "charge"})) == "wrong-phase"
    go_on(match, line("next"), line("next"))
    assert try_line(match, line("next")) == "draw-first"
    go_on(match, line("draw", "A"))
    assert try_line(match, line("draw", "A")) == "no-draw-now"
    go_on(match, line("next"), line("draw", "A", "B"), line("next"), line("next"), line("next"))
    assert try_line(match, line("draw", "A")) == "no-draw-now"
    go_on(match, line("next"))
    assert (match.state.play.turn, match.state.play.phase) == (2, "orders")


@pytest.mark.rule("EE-ORDER-9", "EE-INIT-4", "EE-RETREAT-1")
def test_orders_are_missing_until_a_side_has_given_them() -> None:
    match = ready(M, RHINO, B)
    missing = missing_orders(match.state, "p1")
    assert missing is not None
    assert (missing[0].player, missing[0].secret, missing[1].items) == ("A", True, ("M", "R"))
    go_on(match, line("retreat", formation="B"), line("orders", player="A"))
    assert (missing_orders(match.state, "p1"), missing_orders(match.state, "p2")) == (None, None), "given; none to give"
    go_on(match, line("draw", "A", "A"))
    assert missing_orders(match.state, "p1") is None
    assert missing_orders(go_on(ready(M, B), line("end")).state, "p1") is None
