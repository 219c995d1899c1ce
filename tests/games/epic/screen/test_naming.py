"""Epic Escarmouches by keys: counts, who engages and fights whom, split volleys, transports, what is asked first."""

from __future__ import annotations

import pytest

from q40k.games.epic.state.melee import Fight
from q40k.games.epic.state.shooting import Shoot
from q40k.table.match_session import MatchSession
from q40k.tui.desk import Desk
from q40k.tui.fields import Pick
from tests.games.epic.playing import (
    LAND_RAIDER,
    MARINES,
    ORKS,
    RHINO,
    B,
    M,
    charge,
    dead,
    formation,
    new,
    play,
    ready,
    run,
    to_assault,
    to_movement,
    to_shooting,
)
from tests.games.epic.screen.test_desk import desk_of, press
from tests.games.scripted import Line, go_on, line, log_sentences, refusal_rule

NOB = line("formation", player="B", id="N", figures=[{"profile": "ork-nob"}, {"profile": "ork-boy", "n": 2}])


def fighting(match: MatchSession, formation: str, *runs: Line) -> MatchSession:
    """As far as the fights, once a formation of A has engaged."""
    to_assault(match, **{formation: "charge"})
    return go_on(match, charge(formation, *runs), line("next"), line("next"))


def refusal_of(desk: Desk, text: str) -> str:
    """What the open field says against the last of some keys; nothing is entered."""
    head = desk.match_session.head
    press(desk, text)
    assert desk.match_session.head == head
    assert desk.field is not None
    return desk.field.error


@pytest.mark.rule("EE-SHOOT-10")
@pytest.mark.parametrize("count", ["9", "6", "0\n"])
def test_more_losses_than_there_are_figures_are_refused(count: str) -> None:
    desk = press(desk_of(ready(M, B)), "l2")
    assert "type 1 to 5" in refusal_of(desk, count)
    press(desk, "2\n")
    assert dead(desk.match_session) == ["B/4", "B/5"]


def test_more_chargers_than_there_are_figures_are_refused() -> None:
    desk = press(desk_of(to_assault(ready(M, B), M="charge")), "c")
    assert "type 1 to 5" in refusal_of(desk, "7")
    press(desk, "3\n")
    assert len(desk.state.contacts) == 3


def test_more_figures_on_dangerous_ground_than_there_are_are_refused() -> None:
    desk = press(desk_of(to_movement(ready(LAND_RAIDER, formation("A", "T", "marine-rhino", 3), B))), "m211")
    assert "type 1 to 3" in refusal_of(desk, "4")


@pytest.mark.rule("EE-SHOOT-10")
def test_who_is_lost_can_be_said() -> None:
    desk = press(desk_of(ready(M, NOB)), "l2")
    desk.press("tab", None)
    press(desk, "1\n")
    assert dead(desk.match_session) == ["N/1"]


@pytest.mark.rule("EE-ASSAULT-5")
def test_who_engages_whom_can_be_said_and_the_least_engaged_come_first() -> None:
    desk = press(desk_of(to_assault(ready(M, NOB, B), M="charge")), "c1")
    desk.press("tab", None)
    press(desk, "2 N/2, 1 N/3, 2 B\n")
    pairs = desk.state.contacts
    assert pairs == (("M/1", "N/2"), ("M/2", "N/2"), ("M/3", "N/3"), ("M/4", "B/1"), ("M/5", "B/2"))
    later = formation("A", "C", "marine-tactical", 2)
    desk = press(desk_of(to_assault(ready(M, NOB, later), M="charge", C="charge")), "c1\n")
    press(desk, "c\n")
    assert [target for _figure, target in desk.state.contacts] == ["N/1", "N/2", "N/3", "N/1", "N/2", "N/3", "N/1"]


@pytest.mark.rule("EE-ASSAULT-5")
def test_whom_nobody_can_engage_is_refused_by_name() -> None:
    desk = press(desk_of(to_assault(ready(M, NOB), M="charge")), "c")
    desk.press("tab", None)
    assert "Z" in refusal_of(desk, "2 Z\n")


@pytest.mark.rule("EE-MELEE-3", "EE-MELEE-4")
def test_the_enemy_says_in_which_order_it_fights_a_single_figure() -> None:
    match = fighting(ready(M, B), "M", *(run(f"M/{n}", "B/1") for n in (1, 2)))
    desk = press(desk_of(match), "i")
    assert desk.field is not None
    assert desk.field.title == "A: in which order do they fight B/1?"
    press(desk, "2\n")
    command = match.command
    assert isinstance(command, Fight)
    assert (command.one, command.against) == ("B/1", ("M/2", "M/1"))


@pytest.mark.rule("EE-MELEE-4")
def test_who_fights_whom_can_be_said() -> None:
    runs = (run("M/1", "B/1", also=["B/2"]), run("M/2", "B/2"))
    match = fighting(ready(M, B), "M", *runs)
    desk = press(desk_of(match), "i")
    desk.press("tab", None)
    press(desk, "M/2, B/2\n")
    command = match.command
    assert isinstance(command, Fight)
    assert (command.one, command.against) == ("M/2", ("B/2",))


@pytest.mark.rule("EE-SHOOT-3")
def test_a_split_volley_is_asked_by_target() -> None:
    match = to_shooting(ready(M, B, formation("B", "D", "ork-boy", 3)))
    desk = press(desk_of(match), "s1")
    desk.press("tab", None)
    press(desk, "2 B, 3 D\n")
    assert isinstance(desk.field, Pick)
    assert desk.field.title == "What hides B?"
    wood = next(option.key for option in desk.field.options if option.value == "wood")
    press(desk, wood)
    assert desk.field.title == "What hides D?"
    press(desk, "0")
    command = match.command
    assert isinstance(command, Shoot)
    assert [(shot.target, shot.terrain, shot.distance) for shot in command.shots] == [
        ("B", "wood", None),
        ("D", None, 500.0),
    ]


@pytest.mark.rule("EE-DEPLOY-4", "EE-TRANSPORT-3")
def test_a_formation_starts_aboard_without_the_map_where_there_is_room() -> None:
    match = play(new(), MARINES, ORKS, RHINO, M, formation("A", "K", "marine-tactical", 5), B)
    go_on(match, line("start", 1, 2, edges={"A": "south", "B": "north"}))
    desk = desk_of(match)
    while match.state.play.active != "p1":
        press(desk, "d1")
    press(desk, "d1")
    while match.state.play.active != "p1":
        press(desk, "d1")
    press(desk, "d1")
    assert isinstance(desk.field, Pick)
    assert [option.label for option in desk.field.options] == ["on the table", "aboard R/1"]
    press(desk, "2")
    assert match.state.passengers("R/1") == tuple(f"M/{n}" for n in range(1, 6))


@pytest.mark.rule("EE-TRANSPORT-1", "EE-TRANSPORT-3")
def test_who_carries_others_does_not_ride_and_a_full_transport_is_not_offered() -> None:
    squad = formation("A", "S", "marine-tactical", 10)
    match = to_movement(ready(RHINO, LAND_RAIDER, squad, M, B))
    capacity = match.state.profile("R/1").capacity or 10
    go_on(match, line("move", formation="S", board="R/1"))
    assert len(match.state.passengers("R/1")) == 10
    assert refusal_rule(match, line("move", formation="R", board="L/1")) == "EE-TRANSPORT-1"
    desk = press(desk_of(match), "m1")
    assert isinstance(desk.field, Pick)
    labels = [option.label for option in desk.field.options]
    assert "they get on" not in labels
    assert "S/1+2+3+4+5+6+7+8+9+10 get off" in labels
    assert capacity == 10


@pytest.mark.rule("EE-PIN-3")
def test_an_unpinned_vehicle_that_is_engaged_may_simply_leave() -> None:
    match = to_assault(ready(LAND_RAIDER, B), first="B", B="charge", L="charge")
    go_on(match, charge("B", run("B/1", "L/1")), line("next"))
    assert match.state.contacts == (("B/1", "L/1"),)
    press(desk_of(match), "c1")
    assert match.state.contacts == ()


def test_the_card_shows_who_is_aboard_and_who_is_dead() -> None:
    match = to_movement(ready(RHINO, M, B))
    go_on(match, line("move", formation="M", board="R/1"), line("lose", figures=["B/2", "B/5"]))
    card = str(match.game.words.card(desk_of(match).locale, match.state, "p1"))
    assert "R/1: carries M/1+2+3+4+5" in card
    theirs = str(match.game.words.card(desk_of(match).locale, match.state, "p2"))
    assert "lost: B/2+5" in theirs


def test_what_concerns_the_other_side_is_said_before_it_happens() -> None:
    desk = press(desk_of(ready(M, B)), "w")
    assert desk.field is not None
    assert desk.field.title == "A and B: no orders are entered, so all advance. Turn the chips over?"
    press(desk, "n")
    assert desk.state.play.phase == "orders"
    desk = press(desk_of(to_shooting(ready(M, B))), "n")
    assert desk.field is not None
    assert desk.field.title == "B of B could still fire. Do all hold their fire?"
    press(desk, "n")
    assert desk.state.play.step == "shots"
    press(desk, ",e")
    assert desk.field is not None
    assert desk.field.title == "A draw (A lost 0%, B lost 0%). End the match?"
    press(desk, "n")
    assert not desk.state.outcome.over
    press(desk, ",ey")
    assert desk.state.outcome.over


@pytest.mark.rule("EE-DATA-1")
@pytest.mark.parametrize("name", ["Tactical Marine", "tactical marine", "Marine tactique", "marine-tactical"])
def test_the_names_that_are_shown_are_accepted(name: str) -> None:
    desk = press(desk_of(play(new(), MARINES, ORKS)), f"f1M\n5 {name}\n")
    assert len(desk.state.formations["M"].figures) == 5, desk.notice


@pytest.mark.rule("EE-MELEE-1")
def test_all_duels_are_taken_by_a_alone_and_the_dice_after_it_count() -> None:
    pair = formation("A", "Asl", "marine-tactical", 2)
    match = fighting(ready(pair, B), "Asl", *(run(f"Asl/{n}", f"B/{n}") for n in (1, 2)))
    desk = press(desk_of(match), "ia")
    assert match.question is not None
    press(desk, "66")
    assert match.question is not None
    assert match.question.who == "p2", "the two dice were taken"


@pytest.mark.rule("EE-WIN-2")
def test_the_end_says_who_lost_which_share() -> None:
    match = go_on(ready(M, B), line("lose", figures=["M/1"]), line("end"))
    assert "B wins with fewer losses (A lost 20%, B lost 0%)" in log_sentences(match)
