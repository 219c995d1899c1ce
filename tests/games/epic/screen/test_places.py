"""Places at the desk: setting up, moving, firing and charging where the app keeps them."""

from __future__ import annotations

import pytest

from q40k.games.epic.screen.map import PARTS
from q40k.games.epic.table.places import centre_of, landmarks, read_angle, read_spot
from q40k.geometry.space import PlaceError, Spot
from q40k.i18n.locale import Locale
from q40k.table.match_session import MatchSession
from q40k.tui.desk import Desk
from q40k.tui.fields import Dice, Pick
from tests.games.epic.playing import (
    EDGES,
    MARINES,
    ORKS,
    RHINO,
    B,
    M,
    box,
    dead,
    formation,
    ground,
    place_figures,
    play,
    ready,
    row,
    to_assault,
    to_movement,
    to_shooting,
)
from tests.games.epic.screen.test_desk import desk_of, notes, press
from tests.games.scripted import go_on, json_state, line, log_sentences

KNOWN = {"B": (60.0, 90.0), "hill": (10.0, 10.0)}


@pytest.mark.parametrize(
    ("typed", "at"),
    [
        ("60,45", (60, 45)),
        ("60.5 45", (60.5, 45)),
        ("(3;4)", (3, 4)),
        ("5 north", (50, 45)),
        ("2,5 o", (47.5, 40)),
        ("5 towards hill", (46, 37)),
        ("5 B", (50.981, 44.903)),
        ("hill", (10, 10)),
    ],
)
def test_places_are_read_as_they_are_said(typed: str, at: Spot) -> None:
    assert read_spot(typed, (120, 120), (50, 40), KNOWN) == at


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("", "place-unreadable"),
        ("12", "place-unreadable"),
        ("500,5", "outside"),
        ("5 C", "no-thing"),
        ("nowhere", "no-thing"),
        ("90 south", "outside"),
    ],
)
def test_what_is_no_place_is_said_so(typed: str, code: str) -> None:
    with pytest.raises(PlaceError) as caught:
        read_spot(typed, (120, 120), (50, 40), KNOWN)
    assert caught.value.code == code


def test_a_step_needs_somewhere_to_begin() -> None:
    with pytest.raises(PlaceError) as caught:
        read_spot("5 n", (120, 120), None, KNOWN)
    assert caught.value.code == "no-start"
    assert read_angle("ouest", (0, 0), KNOWN) == 180
    assert read_angle("b", (60, 40), KNOWN) == 90


# -- setting up ----------------------------------------------------------------------------


def setting_up(*formations: dict[str, object]) -> Desk:
    match_session = play(ground(), MARINES, ORKS, *formations, line("start", 3, 5, edges=EDGES))
    desk = desk_of(match_session)
    desk.map_opened = True
    return desk


def places(match_session: MatchSession, id: str) -> list[list[float]]:
    return [figure["at"] for f, figure in json_state(match_session)["figures"].items() if f.startswith(f"{id}/")]


@pytest.mark.rule("EE-DEPLOY-3", "EE-DEPLOY-4")
def test_a_formation_is_set_up_about_a_place() -> None:
    desk = press(setting_up(formation("A", "M", "marine-tactical", 7), B), "d1")
    press(desk, "60,40")
    assert notes(desk) == ("⚠ M/1 does not stand wholly in its zone, 30 cm from the edge.",)
    for _ in "60,40":
        desk.press("backspace", None)
    press(desk, "60,20")
    assert notes(desk) == ()
    press(desk, "\n")
    stood = places(desk.match_session, "M")
    assert stood[:5] == [[x, 20.8, 90.0] for x in (56.8, 58.4, 60.0, 61.6, 63.2)]
    assert stood[5:] == [[59.2, 19.2, 90.0], [60.8, 19.2, 90.0]]
    assert desk.state.play.active == "p2", "the other side is next"


def test_without_places_nothing_is_asked_of_them() -> None:
    desk = setting_up(M, B)
    desk.map_opened = None
    press(desk, "d1d1")
    assert desk.state.play.turn == 1
    desk = press(setting_up(M, B), "d1\n")
    assert desk.state.formations["M"].deployed
    assert centre_of(desk.state, "M") is None, "Enter alone keeps no place"


@pytest.mark.rule("EE-DEPLOY-4")
def test_a_formation_starts_aboard_by_keys() -> None:
    desk = setting_up(RHINO, M, B)
    press(desk, "d160,20\nd160,100\nd1")
    desk.press("tab", None)
    press(desk, "1")
    assert desk.state.passengers("R/1") == tuple(f"M/{n}" for n in range(1, 6)), desk.notice


# -- moving --------------------------------------------------------------------------------


def on_the_table(**orders: str) -> MatchSession:
    start = ground(box("marsh", 40, 22, 80, 26), objectives=[{"id": "hill", "at": [60, 60]}])
    match_session = place_figures(start, M, B, M=row(56, 18), B=row(56, 40, facing=270))
    return to_movement(match_session, **orders)


@pytest.mark.rule("EE-MOVE-2", "EE-MOVE-6")
def test_a_formation_moves_to_a_place_and_faces_the_enemy() -> None:
    desk = press(desk_of(on_the_table()), "m")
    press(desk, "6 w")
    assert notes(desk) == ("6 of 5 cm", "⚠ M/1 would go 6 cm: 5 cm at most.")
    for _ in range(3):
        desk.press("backspace", None)
    press(desk, "4 w\n")
    assert centre_of(desk.state, "M") == (56, 18)
    facing = desk.state.figures["M/1"].position.facing
    assert facing == pytest.approx(79.69, abs=0.01), "towards B, which stands at 60, 40"


@pytest.mark.rule("EE-MOVE-2")
def test_all_of_a_move_is_never_a_hair_too_long() -> None:
    start = ground(objectives=[{"id": "mill", "at": [77, 31]}])
    match_session = to_movement(place_figures(start, M, B, M=row(56, 18), B=row(56, 110)))
    desk = press(desk_of(match_session), "m5 mill")
    assert notes(desk) == ("5 of 5 cm",)
    press(desk, "\n")
    spent = match_session.session.state.figures["M/1"].doing.spent
    assert spent == pytest.approx(5, abs=1e-3)
    assert spent <= 5 + 1e-6


@pytest.mark.rule("EE-TERRAIN-3")
def test_dangerous_ground_on_the_way_is_told_before_the_move() -> None:
    desk = press(desk_of(on_the_table()), "m5 hill")
    assert notes(desk)[0] == "5 of 5 cm"
    assert notes(desk)[1].startswith("⚠ M/1 in dangerous ground (marsh)")
    press(desk, "\n23456")
    assert desk.match_session.question is None
    assert centre_of(desk.state, "M") == (60, 23)


@pytest.mark.rule("EE-MOVE-6")
def test_a_formation_turns_where_it_stands() -> None:
    desk = press(desk_of(on_the_table()), "m")
    desk.press("tab", None)
    press(desk, "4nowhere\n")
    assert desk.field is not None
    assert "nowhere" in desk.field.error
    for _ in "nowhere":
        desk.press("backspace", None)
    press(desk, "west\n")
    assert [desk.state.figures[f"M/{n}"].position.facing for n in (1, 5)] == [180, 180]
    assert centre_of(desk.state, "M") == (60, 18)


def test_the_table_says_where_a_formation_stands() -> None:
    desk = press(desk_of(on_the_table()), "p1100,100\n")
    assert centre_of(desk.state, "M") == (100, 100), desk.notice
    bare = press(
        desk_of(
            to_movement(
                go_on(
                    play(ground(), MARINES, ORKS, M, B, line("start", 3, 5, edges=EDGES)),
                    line("deploy", formation="M"),
                    line("deploy", formation="B"),
                )
            )
        ),
        "p160,20\n",
    )
    assert centre_of(bare.state, "M") == (60, 20), "places may be kept from any moment on"


# -- firing and charging -------------------------------------------------------------------


@pytest.mark.rule("EE-SHOOT-3", "EE-SHOOT-4", "EE-COVER-1")
def test_what_the_app_sees_of_a_volley_is_told_once_the_targets_are_named() -> None:
    start = ground(box("ruins", 50, 30, 70, 33))
    match_session = place_figures(start, M, B, M=row(56, 18), B=[*row(56, 42, 4), [56, 45]])
    desk = press(desk_of(to_shooting(match_session)), "s")
    assert notes(desk) == (), "nothing is measured before the targets are named"
    press(desk, "\n")
    assert notes(desk) == (
        "On average 0.44 destroyed; one at least: 38%",
        "23.4 cm",
        "in vain: 1, out of range: B/5 27.6 cm",
    )
    press(desk, "66112211")
    assert dead(desk.match_session) == ["B/1", "B/2"]


@pytest.mark.rule("EE-SHOOT-3")
def test_each_figure_may_have_a_target_of_its_own() -> None:
    match_session = to_shooting(
        place_figures(ground(), M, B, formation("B", "C", "ork-boy", 5), M=row(56, 18), B=row(50, 38), C=row(62, 38))
    )
    desk = press(desk_of(match_session), "s")
    desk.press("tab", None)
    press(desk, "1" + "9 B\n")
    assert desk.field is not None
    assert desk.field.error
    for _ in "9 B":
        desk.press("backspace", None)
    press(desk, "2 B, 2 C, C/5\n")
    press(desk, "66666" + "11111")
    assert dead(match_session) == ["B/1", "B/2", "C/1", "C/2", "C/5"]


@pytest.mark.rule("EE-ASSAULT-3", "EE-ASSAULT-5")
def test_the_app_sees_who_reaches_whom() -> None:
    match_session = place_figures(
        ground(),
        M,
        B,
        formation("B", "C", "ork-boy", 5),
        M=row(56, 18),
        B=[*row(56, 26, 3), [56, 40], [58, 40]],
        C=row(20, 100),
    )
    desk = press(desk_of(to_assault(match_session, M="charge")), "c1")
    pairs = desk.state.contacts
    assert len(pairs) == 5, "two more join those who are engaged"
    assert {other for _one, other in pairs} == {"B/1", "B/2", "B/3"}
    assert not desk.refused


def test_the_table_says_who_holds_an_objective() -> None:
    desk = press(desk_of(on_the_table()), "b2")
    assert desk.state.outcome.held == {"hill": "p2"}
    press(desk, "b0")
    assert desk.state.outcome.held == {"hill": None}


@pytest.mark.rule("EE-COVER-2")
def test_dice_that_need_unlike_numbers_are_asked_in_their_order() -> None:
    start = ground(box("ruins", 54, 33, 58, 36))
    match_session = to_shooting(place_figures(start, M, B, M=row(52, 18, 5, 4), B=row(52, 38, 5, 4)))
    desk = press(desk_of(match_session), "s\n")
    assert desk.field is not None
    assert desk.field.title == "A rolls 5D6 to hit: 1 × 5+, 1 × 6+ and 3 × 5+"


@pytest.mark.rule("EE-ASSAULT-3")
def test_a_charge_that_nobody_reaches_is_said_so() -> None:
    match_session = place_figures(ground(), M, B, M=row(56, 18), B=row(56, 60))
    desk = press(desk_of(to_assault(match_session, M="charge")), "c")
    assert desk.notice == "Nobody of M reaches B: M/1 is 41.4 cm from B/1 and can go 10 cm."
    assert desk.field is None


@pytest.mark.rule("EE-ASSAULT-5", "EE-TERRAIN-2")
def test_who_is_nearer_and_what_bars_the_way_is_said() -> None:
    two = (M, B, formation("B", "C", "ork-boy", 5))
    match_session = place_figures(ground(), *two, M=row(56, 18), B=row(56, 24), C=row(56, 27))
    desk = press(desk_of(to_assault(match_session, M="charge")), "c2")
    assert desk.notice == "Nobody of M may engage C: B/1 is nearer to M/1 than C/1, 8.4 cm."
    rider = formation("A", "R", "marine-rhino")
    match_session = place_figures(ground(box("building", 50, 22, 70, 25)), rider, B, R=[[56, 18]], B=row(56, 28))
    desk = press(desk_of(to_assault(match_session, R="charge")), "c")
    assert desk.notice == "Nobody of R reaches B: the way of R/1 to B/1, 8.2 cm, is barred."


@pytest.mark.rule("EE-ASSAULT-3", "EE-ASSAULT-5")
def test_who_is_out_of_reach_is_said_to_be_so_though_somebody_else_is_nearer() -> None:
    two = (M, B, formation("B", "C", "ork-boy", 5))
    match_session = place_figures(ground(), *two, M=row(56, 18), B=row(56, 24), C=row(56, 60))
    desk = press(desk_of(to_assault(match_session, M="charge")), "c2")
    assert desk.notice == "Nobody of M reaches C: M/1 is 41.4 cm from C/1 and can go 10 cm."


@pytest.mark.rule("EE-SHOOT-3", "EE-COVER-1")
def test_where_places_are_kept_a_volley_asks_no_more_than_the_target() -> None:
    start = ground(box("ruins", 50, 30, 70, 33))
    two = (M, formation("B", "R", "marine-rhino"), B)
    match_session = place_figures(start, *two, M=row(56, 18), B=row(56, 36), R=[[80, 36]])
    desk = press(desk_of(to_shooting(match_session)), "s2")
    assert isinstance(desk.field, Dice), "neither cover nor facing is asked"
    assert desk.field.title == "A rolls 5D6 to hit: 6+", "the ruins are seen"
    desk.press("escape", None)
    press(desk, "s")
    desk.press("tab", None)
    press(desk, "2" + "2" + "1")
    assert desk.field.title == "A rolls 5D6 to hit: 5+", "the table says: in the open"


@pytest.mark.rule("EE-SHOOT-2")
def test_infantry_with_two_weapons_is_asked_which_it_fires() -> None:
    arms = [
        {"name": "Bolter", "range": 25, "to_hit": 5},
        {"name": "Launcher", "range": 50, "to_hit": 4, "save_mod": -1},
    ]
    both = {"name": "Veteran", "mv": 5, "weapons": arms}
    troops = line(
        "formation", player="A", id="V", figures=[{"profile": both, "n": 2}, {"profile": "marine-tactical", "n": 2}]
    )
    desk = press(desk_of(to_shooting(ready(troops, B))), "s")
    assert isinstance(desk.field, Pick)
    assert [option.label for option in desk.field.options] == ["Bolter", "Launcher"]
    press(desk, "2" + "1")
    assert isinstance(desk.field, Dice)
    assert desk.field.title == "A rolls 4D6 to hit: 2 × 4+ and 2 × 5+"


def test_an_objective_is_known_by_its_name_in_either_language() -> None:
    start = line("new", game="epic", seed=7, scenario="meeting")
    match_session = place_figures(start, M, B, M=row(40, 20), B=row(40, 100))
    go_on(match_session, line("objective", objective="crossroads", player="A"))
    assert "A tient l’objectif carrefour" in log_sentences(match_session, "fr")
    assert "A holds objective crossroads" in log_sentences(match_session)
    board = match_session.game.words.board(Locale("fr"), match_session.state)
    assert any("carrefour" in text for text in board.heading)
    marks = landmarks(match_session.state)
    assert read_spot("carrefour", (120, 120), None, marks) == (60, 60)
    assert read_spot("5 Crossroads", (120, 120), (60, 40), marks) == (60, 45)
    desk = desk_of(match_session, "fr")
    assert PARTS.describe(desk, (60, 60), 1) == ["carrefour"]
    assert PARTS.describe(desk, (54, 74), 1) == ["ferme, bâtiment"]
