"""What the rules refuse whatever the table says: the wrong figure, the wrong moment, nobody at all."""

from __future__ import annotations

import pytest

from q40k.games.epic.state.opening import FieldForce, Muster, New
from q40k.games.epic.state.turn import missing_orders
from q40k.kernel.events import Refused
from q40k.table.match_session import MatchSession
from q40k.table.script import LineRefused, ScriptError
from tests.games.epic.playing import (
    LAND_RAIDER,
    MARINES,
    ORKS,
    RHINO,
    B,
    M,
    charge,
    formation,
    ground,
    new,
    place_figures,
    play,
    ready,
    row,
    run,
    shoot,
    shot,
    to_assault,
    to_fights,
    to_movement,
    to_rally,
    to_shooting,
)
from tests.games.scripted import Line, go_on, json_state, line, log_sentences

NOBODY = line("lose", figures=["M"], why="by hand")


def refusal(match_session: MatchSession, command: Line) -> tuple[str, str]:
    """The rule and the reason of a refusal; nothing is done."""
    before = match_session.state
    with pytest.raises(LineRefused) as refused:
        go_on(match_session, command)
    assert match_session.state == before
    assert isinstance(refused.value.cause, Refused)
    return refused.value.rule, refused.value.cause.refusal.code


@pytest.mark.rule("EE-MORALE-1")
def test_a_lost_formation_does_nothing_more() -> None:
    lost = ("EE-MORALE-1", "formation-lost")
    match = go_on(ready(M, RHINO, B), NOBODY)
    assert refusal(match, line("orders", player="A", orders={"M": "charge"})) == lost
    assert refusal(match, line("test", formation="M", why="terror")) == lost
    assert refusal(to_movement(match), line("move", formation="M", cm=1)) == lost
    match = to_shooting(go_on(ready(M, RHINO, B), NOBODY))
    assert refusal(match, shoot("M", shots=[shot("M", "B")])) == lost
    match = to_assault(go_on(ready(M, RHINO, B), NOBODY))
    assert refusal(match, charge("M", run("M/1"))) == lost
    match = to_rally(go_on(ready(M, RHINO, B), line("retreat", formation="M"), NOBODY))
    assert refusal(match, line("rally", formation="M")) == lost


@pytest.mark.rule("EE-SAVE-4")
def test_nobody_is_lost_twice_or_without_a_name() -> None:
    match = go_on(ready(M, RHINO, B), NOBODY)
    assert refusal(match, line("lose", figures=["M"])) == ("EE-SAVE-4", "nobody-lost")
    assert refusal(match, line("lose", figures=["M/2"])) == ("EE-SAVE-4", "figure-lost")


@pytest.mark.rule("EE-RETREAT-1")
def test_a_formation_goes_into_retreat_once() -> None:
    match = go_on(ready(M, B), line("retreat", formation="M"))
    assert refusal(match, line("retreat", formation="M")) == ("EE-RETREAT-1", "retreats-already")


@pytest.mark.rule("EE-WORD-3")
def test_a_side_is_meant_by_its_name() -> None:
    match = play(new(), MARINES)
    assert refusal(match, formation("Z", "Z", "ork-boy")) == ("EE-WORD-3", "unknown-side")


@pytest.mark.rule("EE-WORD-1")
@pytest.mark.parametrize(("id", "allowed"), [("A" * 20, True), ("A" * 21, False), ("A B", False), ("A/1", False)])
def test_the_id_of_a_formation_is_a_short_word(id: str, allowed: bool) -> None:
    match = play(new(), MARINES)
    if allowed:
        go_on(match, formation("A", id, "marine-rhino"))
        assert id in json_state(match)["formations"]
    else:
        with pytest.raises(Exception, match="short-name"):
            go_on(match, formation("A", id, "marine-rhino"))


# -- set-up and deployment -----------------------------------------------------------------


@pytest.mark.rule("EE-WIN-3")
def test_a_match_is_laid_out_once_and_with_its_scenario() -> None:
    match = play(new())
    assert refusal(match, new()) == ("EE-WIN-3", "already-open")
    with pytest.raises(Refused) as bare:
        play().do(New())
    assert (bare.value.refusal.rule, bare.value.refusal.code) == ("EE-WIN-3", "no-packs")


@pytest.mark.rule("EE-ARMY-2")
def test_figures_need_their_profiles() -> None:
    match = play(new(), MARINES)
    for command in (Muster(player="A", id="M", figures=()), FieldForce(player="A", list="marines")):
        with pytest.raises(Refused) as bare:
            match.do(command)
        assert (bare.value.refusal.rule, bare.value.refusal.code) == ("EE-ARMY-2", "no-profiles")


def test_an_empty_choice_of_formations_is_told() -> None:
    match = play(new(), MARINES)
    match.do(FieldForce(player="A", list="marines", formations=()))
    assert json_state(match)["formations"] == {}
    assert log_sentences(match)[-1]


@pytest.mark.rule("EE-ARMY-1", "EE-DEPLOY-1", "EE-WORD-1")
def test_armies_are_complete_when_they_begin() -> None:
    match = play(new(), MARINES, ORKS, M)
    assert refusal(match, line("start", 3, 5)) == ("EE-WORD-1", "no-formation")
    match = ready(M, B)
    assert refusal(match, RHINO) == ("EE-ARMY-1", "armies-stand")
    assert refusal(match, line("start", 3, 5)) == ("EE-DEPLOY-1", "already-started")


@pytest.mark.rule("EE-DEPLOY-2")
def test_a_formation_is_set_up_once() -> None:
    match = play(new(), MARINES, ORKS, M, RHINO, B, line("start", 3, 5, edges={"A": "south"}))
    go_on(match, line("deploy", formation="M"), line("deploy", formation="B"))
    assert refusal(match, line("deploy", formation="M")) == ("EE-DEPLOY-2", "deployed-already")


def test_the_dice_of_one_side_or_of_all_are_rolled_by_the_app() -> None:
    match = go_on(ready(M, B), line("dice", player="A", by="app"))
    sides = {side.name: side.roller for side in match.state.sides.values()}
    assert sides == {"A": "app", "B": None}
    assert match.state.setup.roller == "hand"
    go_on(match, line("dice", by="app"))
    assert match.state.setup.roller == "app"
    assert {side.roller for side in match.state.sides.values()} == {None}


# -- orders and the cup --------------------------------------------------------------------


@pytest.mark.rule("EE-ORDER-9")
def test_orders_are_asked_of_those_who_have_some_to_give() -> None:
    match = play(new(), MARINES, ORKS, M, B)
    assert missing_orders(match.state, "p1") is None, "nothing has begun"
    match = ready(M, B)
    command, question = missing_orders(match.state, "p1") or pytest.fail("A has orders to give")
    assert (command.player, command.secret, question.items) == ("A", True, ("M",))
    go_on(match, line("orders", player="A", orders={"M": "charge"}))
    assert missing_orders(match.state, "p1") is None
    assert missing_orders(match.state, "p2") is not None, "each side has its own time"
    go_on(match, line("retreat", formation="B"))
    assert missing_orders(match.state, "p2") is None, "no order in Retreat"


@pytest.mark.rule("EE-ORDER-9")
def test_a_side_without_a_formation_to_order_is_asked_nothing() -> None:
    match = go_on(ready(M, B), line("retreat", formation="B"), line("orders", player="B", secret=True))
    assert match.question is None
    assert match.state.sides["p2"].ordered


@pytest.mark.rule("EE-TURN-2", "EE-INIT-2")
def test_a_chip_is_drawn_when_a_phase_begins() -> None:
    match = ready(M, B)
    with pytest.raises(LineRefused) as refused:
        go_on(match, line("draw", "Z"))
    assert refused.value.cause.args[0] == "choice-unknown"
    to_movement(match)
    assert refusal(match, line("draw", "A")) == ("EE-TURN-2", "no-draw-now")


# -- movement ------------------------------------------------------------------------------


@pytest.mark.rule("EE-MOVE-2")
def test_each_figure_is_given_a_place() -> None:
    match = place_figures(ground(), M, B, M=row(50, 50), B=row(50, 80))
    assert refusal(match, line("place", formation="M", at=row(20, 20, 4))) == ("EE-MOVE-2", "places-wanted")
    to_movement(match)
    assert refusal(match, line("move", formation="M", to=row(50, 51, 4))) == ("EE-MOVE-2", "places-wanted")


# -- shooting ------------------------------------------------------------------------------


@pytest.mark.rule("EE-SHOOT-1", "EE-SHOOT-2", "EE-SHOOT-3")
def test_a_volley_names_own_figures_their_weapons_and_a_target() -> None:
    match = to_shooting(ready(M, LAND_RAIDER, B, formation("B", "C", "ork-boy")))
    assert refusal(match, shoot("M", shots=[])) == ("EE-SHOOT-2", "nobody-fires")
    assert refusal(match, shoot("M", shots=[shot("L", "B")])) == ("EE-SHOOT-1", "not-of-formation")
    assert refusal(match, shoot("M", shots=[shot("M", [])])) == ("EE-SHOOT-3", "no-target")
    assert refusal(match, shoot("L", shots=[shot("L", "B", weapon="bow")])) == ("EE-SHOOT-2", "no-such-weapon")
    assert refusal(match, shoot("M", shots=[shot("M", "L")])) == ("EE-SHOOT-11", "friend")
    go_on(match, line("lose", figures=["C"]))
    assert refusal(match, shoot("M", shots=[shot("M", "C")])) == ("EE-SHOOT-3", "no-target")


# -- transports ----------------------------------------------------------------------------


@pytest.mark.rule("EE-TRANSPORT-1", "EE-TRANSPORT-2")
def test_only_a_transport_of_the_own_side_carries() -> None:
    match = to_movement(ready(M, RHINO, LAND_RAIDER, B, formation("B", "C", "ork-boy")))

    def boards(**board: str) -> tuple[str, str]:
        return refusal(match, line("move", formation="M", board=board.get("on", board)))

    assert boards(on="B/1") == ("EE-TRANSPORT-1", "no-transport")
    assert boards(on="M/1") == ("EE-TRANSPORT-1", "no-transport")
    assert refusal(match, line("move", formation="R", board={"B/1": "R"})) == ("EE-TRANSPORT-1", "cannot-carry")
    assert refusal(match, line("move", formation="R", board={"R": "R"})) == ("EE-TRANSPORT-1", "cannot-carry")
    assert refusal(match, line("move", formation="M", board=["M"])) == ("EE-TRANSPORT-1", "which-transport")
    assert refusal(match, line("move", formation="M", leave=True)) == ("EE-TRANSPORT-2", "nobody-aboard")
    assert refusal(match, line("move", formation="M", leave=["M/1"])) == ("EE-TRANSPORT-2", "not-aboard")
    assert refusal(match, line("move", formation="L", board={"M/1": "R"})) == ("EE-TRANSPORT-1", "not-of-formation")


@pytest.mark.rule("EE-TRANSPORT-2")
def test_aboard_nobody_charges_fires_or_is_charged() -> None:
    def riding() -> MatchSession:
        match = ready(M, RHINO, formation("B", "C", "ork-boy"), formation("B", "T", "ork-boy"))
        to_movement(match, M="charge", C="charge")
        return go_on(match, line("move", formation="M", board={"M/1": "R"}), line("next"), line("next"))

    match = go_on(riding(), line("draw", "A"))
    assert refusal(match, shoot("M", shots=[shot("M/1", "C")])) == ("EE-TRANSPORT-2", "aboard")
    go_on(match, line("next"), line("draw", "A", "A"))
    assert refusal(match, charge("M", run("M/1", "C"))) == ("EE-TRANSPORT-2", "aboard")
    assert refusal(match, charge("M", run("R", "C"))) == ("EE-ASSAULT-2", "not-of-formation")
    assert refusal(match, charge("M", run("M/2", "M/3"))) == ("EE-ASSAULT-5", "friend")
    go_on(match, line("next"))
    assert refusal(match, charge("C", run("C", "M/1"))) == ("EE-TRANSPORT-2", "target-aboard")
    go_on(match, charge("C", run("C", "M/2")))


# -- close combat --------------------------------------------------------------------------


@pytest.mark.rule("EE-MELEE-1")
def test_a_fight_is_against_an_enemy() -> None:
    match = go_on(to_fights(ready(M, B), charge("M", run("M/1", "B/1")), M="charge"), line("next"))
    assert refusal(match, line("fight", one="M/1", against=["M/2"])) == ("EE-MELEE-1", "friend")
    assert refusal(match, line("fight", one="M/1", against=[])) == ("EE-MELEE-1", "nobody-to-fight")


@pytest.mark.rule("EE-ASSAULT-2")
def test_an_assault_move_of_nobody_is_told() -> None:
    match = to_assault(ready(M, B), M="charge")
    go_on(match, charge("M"))
    assert json_state(match)["contacts"] == []
    assert log_sentences(match)[-1]


@pytest.mark.rule("EE-TRANSPORT-5")
def test_out_of_a_lost_transport_nobody_fires_or_charges() -> None:
    match = to_movement(ready(M, RHINO, B), M="charge")
    go_on(match, line("move", formation="M", board={"M/1": "R", "M/2": "R"}), line("next"), line("next"))
    go_on(match, line("draw", "A"), line("lose", figures=["R"]))
    assert refusal(match, shoot("M", shots=[shot("M/1", "B")])) == ("EE-TRANSPORT-5", "thrown-out")
    match = to_movement(ready(M, RHINO, B), M="charge")
    go_on(match, line("move", formation="M", board={"M/1": "R", "M/2": "R"}), line("next"), line("next"))
    go_on(match, line("draw", "A"), line("next"), line("draw", "A", "A"), line("lose", figures=["R"]))
    assert refusal(match, charge("M", run("M/1", "B/1"))) == ("EE-TERRAIN-4", "held")
    go_on(match, charge("M", run("M/3", "B/1")))


# -- when ----------------------------------------------------------------------------------


IN_PHASES = {
    "deploy": line("deploy", formation="M"),
    "orders": line("orders", player="A", orders={"M": "charge"}),
    "move": line("move", formation="M", cm=1),
    "shoot": shoot("M", shots=[shot("M/1", "B/1")]),
    "hold": line("hold", formation="M"),
    "charge": charge("M", run("M/1", "B/1")),
    "fight": line("fight", one="M/1", against=["B/1"]),
    "rally": line("rally", formation="M"),
}
"""Commands that belong to one phase."""
ON_THE_TABLE = {
    "next": line("next"),
    "retreat": line("retreat", formation="M"),
    "objective": line("objective", objective="hill", player="A"),
    "end": line("end"),
    "draw": line("draw"),
}
ALWAYS = {
    "army": MARINES,
    "formation": RHINO,
    "force": line("force", player="A", list="space-marines"),
    "start": line("start", 3, 5),
    "test": line("test", formation="M", why="terror"),
    "lose": line("lose", figures=["M/1"]),
    "place": line("place", formation="M", at=row(10, 10)),
}


@pytest.mark.rule("EE-WIN-2")
def test_after_the_end_nothing_is_done_but_saying_who_rolls() -> None:
    match = go_on(ready(M, B), line("end"))
    for command in (IN_PHASES | ON_THE_TABLE | ALWAYS).values():
        assert refusal(match, command) == ("EE-WIN-2", "match-over")
    go_on(match, line("dice", by="app"))


@pytest.mark.rule("EE-TURN-1", "EE-WIN-3")
def test_before_the_first_turn_nobody_acts() -> None:
    match = play(new(), MARINES, ORKS, M, B, line("start", 3, 5, edges={"A": "south"}))
    for do, command in (IN_PHASES | ON_THE_TABLE).items():
        if do != "deploy":
            rule, code = refusal(match, command)
            assert (rule, code in ("wrong-phase", "not-begun")) == ("EE-TURN-1", True)


@pytest.mark.rule("EE-TURN-1", "EE-TURN-2")
def test_each_command_has_its_phase() -> None:
    own = {
        "orders": ("orders",),
        "movement": ("move",),
        "shooting": ("shoot", "hold"),
        "assault": ("charge",),
        "rally": ("rally",),
    }
    reached = {
        "orders": ready(M, B),
        "movement": to_movement(ready(M, B), M="charge"),
        "shooting": to_shooting(ready(M, B), M="charge"),
        "assault": to_assault(ready(M, B), M="charge"),
        "rally": to_rally(ready(M, B), M="charge"),
    }
    for phase, match in reached.items():
        for do, command in IN_PHASES.items():
            if do not in own[phase]:
                assert refusal(match, command) == ("EE-TURN-1", "wrong-phase"), (phase, do)
    assert refusal(reached["orders"], line("next")) == ("EE-TURN-2", "draw-first")
    for phase in ("movement", "shooting", "assault", "rally"):
        assert refusal(reached[phase], line("draw")) == ("EE-TURN-2", "no-draw-now")
    for do in ("move", "shoot", "charge"):
        phase = {"move": "movement", "shoot": "shooting", "charge": "assault"}[do]
        go_on(reached[phase], *([IN_PHASES[do] | {"answers": [1]}] if do == "shoot" else [IN_PHASES[do]]))


@pytest.mark.rule("EE-WIN-2", "EE-ARMY-1", "EE-MOVE-2")
@pytest.mark.parametrize(
    ("command", "allowed"),
    [
        (new(turn_limit=99), True),
        (new(turn_limit=100), False),
        (new(turn_limit=1), True),
        (new(turn_limit=0), False),
        (MARINES | {"strategic": 99}, True),
        (MARINES | {"strategic": 100}, False),
        (MARINES | {"strategic": 0}, False),
        (MARINES | {"morale": 6}, True),
        (MARINES | {"morale": 7}, False),
        (MARINES | {"morale": 1}, True),
        (line("move", formation="M", cm=500), True),
        (line("move", formation="M", cm=500.1), False),
        (line("move", formation="M", to=[[1, 2]] * 60), True),
        (line("move", formation="M", to=[[1, 2]] * 61), False),
        (line("move", formation="M", to=[[1000, -1000, 90]]), True),
        (line("move", formation="M", to=[[1001, 0]]), False),
        (line("move", formation="M", to=[[0, -1001]]), False),
        (line("move", formation="M", to=[[0, 0, 0, 0]]), False),
    ],
)
def test_numbers_that_no_table_has_are_not_read(command: Line, allowed: bool) -> None:
    """What is read may still be refused by the rules: there is no such formation yet."""
    match = play(*([] if command["do"] == "new" else [new()]))
    try:
        go_on(match, command)
        legal = True
    except LineRefused as refused:
        legal = refused.rule == "EE-TURN-1"
    except ScriptError:
        legal = False
    assert legal is allowed
