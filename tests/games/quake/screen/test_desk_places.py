"""Places at the desk: said, pointed at, refused; and nothing new where nobody keeps places."""

from __future__ import annotations

from math import hypot

import pytest

from q40k.games.quake.screen.map import measure_sight
from q40k.games.quake.screen.templates import aim_field
from q40k.games.quake.state.bonus import Pickup, TokenTaken
from q40k.games.quake.state.game import Quake
from q40k.games.quake.state.movement.portal import UsePortal
from q40k.games.quake.state.positions import PlaceAt
from q40k.games.quake.state.table.deployment import Start
from q40k.games.quake.state.table.opening import New
from q40k.games.quake.state.table.players import Join
from q40k.games.quake.table.packs import resolve
from q40k.games.quake.table.scene import tints
from q40k.geometry.outlines import within
from q40k.kernel.events import ChoiceQuestion
from q40k.table.match_library import temporary_match
from q40k.tui.desk import Desk
from q40k.tui.fields import Pick, Text
from q40k.tui.forms import Form
from q40k.tui.map.fields import WARN, AimAnswer, AimField, SpotField, overlay_of
from q40k.tui.map.view import drag, point
from tests.games.quake.screen.table import active, field, idle, library, new_desk, player, playing, press, set_up

ARROWS = ("up", "down", "left", "right")


def keeping(arena: str = "classic-60") -> Desk:
    """A match in its first movement phase in which places are kept; Alice acts."""
    desk = playing(arena=arena)
    for name, at in (("Alice", (20, 24)), ("Bob", (40, 24)), ("Chloé", (45, 50))):
        desk.do(PlaceAt(player=name, at=at))
    return desk


def arrows(desk: Desk, keys: str) -> None:
    """Press keys by their names."""
    for key in keys.split():
        desk.press(key, " " if key == "space" else None)


def spot(desk: Desk) -> SpotField:
    current = field(desk)
    assert isinstance(current, SpotField)
    return current


def deploying(names: tuple[str, ...] = ("Alice", "Bob")) -> Desk:
    desk = set_up(names, arena="classic-60")
    press(desk, "\n")
    for die in "61" if len(names) == 2 else "":
        press(desk, die)
    assert desk.state.play.phase == "deployment"
    return desk


# ---- without places


def test_where_no_places_are_kept_a_move_is_asked_in_inches_as_ever() -> None:
    desk = playing(arena="classic-60")
    press(desk, "m")
    assert isinstance(field(desk), Text)
    press(desk, "4\n")
    assert (active(desk).movement.spent, active(desk).position.at) == (4, None)


def test_where_no_places_are_kept_a_tile_is_only_a_tile() -> None:
    desk = deploying()
    who = active(desk).id
    press(desk, "db2\n")
    assert (desk.state.players[who].position.tile, desk.state.players[who].position.at) == ("B2", None)


# ---- moving


@pytest.mark.rule("MOVE-1")
def test_a_move_is_pointed_at_with_the_arrows_and_tells_what_is_left() -> None:
    desk = keeping()
    press(desk, "m")
    arrows(desk, "shift+right right right")
    assert spot(desk).at_spot == (27, 24)
    assert spot(desk).notes[0] == "2.8 in, 3.2 in left"
    press(desk, "\n")
    assert idle(desk)
    assert active(desk).position.at == (27, 24)
    assert active(desk).movement.spent == pytest.approx(7 / 2.54, abs=0.01)


@pytest.mark.rule("MOVE-1")
def test_corners_make_the_way_longer_and_backspace_takes_them_back() -> None:
    desk = keeping()
    press(desk, "m")
    arrows(desk, "shift+right space shift+up")
    assert spot(desk).path == ((25, 24), (25, 29))
    assert spot(desk).notes[0].startswith("3.9 in")
    arrows(desk, "backspace")
    assert spot(desk).path == ((25, 24),)
    arrows(desk, "space shift+up enter")
    assert active(desk).position.at == (25, 29)
    assert active(desk).movement.spent == pytest.approx(10 / 2.54, abs=0.01)


@pytest.mark.rule("MOVE-1")
def test_a_move_too_far_warns_with_its_rule_and_may_be_overruled() -> None:
    desk = keeping()
    desk.do(PlaceAt(player="Bob", at=(40, 50)))
    press(desk, "m38,24")
    assert "too far (MOVE-1)" in spot(desk).notes[0]
    press(desk, "\n")
    assert desk.refused is not None
    press(desk, "othey agree\n")
    assert active(desk).position.at == (38, 24)


@pytest.mark.rule("PORTAL-5")
def test_a_step_within_the_portal_of_arrival_asks_for_no_die() -> None:
    desk = keeping()
    desk.do(UsePortal(player="Alice", portal=3, moved=0, continues=True))
    press(desk, "1")
    assert active(desk).position.portal == 1
    press(desk, "m")
    arrows(desk, "right")
    press(desk, "\n")
    assert idle(desk)
    assert (active(desk).position.portal, active(desk).movement.came_by) == (1, 1)


def test_a_move_through_somebody_and_over_a_token_is_told() -> None:
    desk = keeping()
    desk.do(PlaceAt(player="Bob", at=(24, 24)))
    press(desk, "m28,24")
    assert any(note.startswith(WARN) and "MOVE-1" in note for note in spot(desk).notes)
    press(desk, "\b" * 5 + "e1")
    assert any("E1" in note and "BONUS-1" in note for note in spot(desk).notes)


@pytest.mark.rule("BONUS-1")
@pytest.mark.parametrize("token", ["E1", "W2"])
def test_the_token_that_was_passed_over_is_the_marked_one(token: str) -> None:
    desk = keeping()
    at = desk.state.tokens[token].place
    desk.do(PlaceAt(player="Alice", at=(at[0] - 3, at[1])))
    press(desk, "t")
    nearest = field(desk).choices()[field(desk).at]
    assert (nearest.value, nearest.note.partition(" · ")[2]) == (token, "0.7 in"), "3 cm without half a base of 25 mm"
    desk.press("escape", None)
    press(desk, f"m{at[0] + 3},{at[1]}\n")
    assert active(desk).movement.over == (token,)
    press(desk, "t\n")
    assert desk.match_session.command == Pickup(player="Alice", token=token)


def test_the_ground_is_told_by_name_with_what_it_does() -> None:
    desk = playing(arena="caldera-120")
    desk.do(PlaceAt(player="Alice", at=(20, 40)))
    press(desk, "m")
    arrows(desk, "shift+right")
    assert any("Ash lake (water)" in note for note in spot(desk).notes)


def test_inches_alone_are_inches_and_enter_alone_is_not_measured() -> None:
    desk = keeping()
    press(desk, "m2.5\n")
    assert active(desk).movement.spent == 2.5
    press(desk, "m1,5 in\n")
    assert active(desk).movement.spent == 4
    press(desk, "m\n")
    assert (active(desk).movement.spent, idle(desk)) == (4, True)


def test_words_that_are_no_place_stay_and_say_what_was_meant() -> None:
    desk = keeping()
    desk.do(PlaceAt(player="Bob", at=(30, 24)))
    press(desk, "mbeside bbo\n")
    assert "Did you mean “Bob”?" in field(desk).error
    press(desk, "\b\b\bbob\n")
    assert active(desk).position.at == pytest.approx((27.5, 24), abs=0.01)


def test_escape_leaves_everything_as_it_was() -> None:
    desk = keeping()
    press(desk, "m")
    arrows(desk, "shift+right space shift+up escape")
    assert (idle(desk), active(desk).position.at) == (True, (20, 24))


def test_what_is_typed_outlives_a_change_of_language() -> None:
    from q40k.i18n.locale import Locale

    desk = keeping()
    press(desk, "m25,24")
    desk.change_language(Locale("fr"))
    assert spot(desk).buffer == "25,24"
    assert spot(desk).notes[0] == "1,97\u00a0ps, reste 4,03\u00a0ps"


# ---- deploying


@pytest.mark.rule("DEPLOY-1", "DEPLOY-2")
def test_once_the_map_is_open_deployment_asks_for_a_place_and_lights_the_free_tiles() -> None:
    desk = deploying()
    desk.map_opened = True
    first = active(desk).id
    press(desk, "d")
    assert len(spot(desk).lit) == 9
    press(desk, "c1")
    assert "tile C1 is free (DEPLOY-1)" in spot(desk).notes
    press(desk, "\n")
    assert desk.state.players[first].position.at == (50, 10)
    press(desk, "d")
    assert len(spot(desk).lit) == 8
    press(desk, "45,15")
    assert any("C1" in note and "DEPLOY-1" in note for note in spot(desk).notes)


def test_next_still_places_without_a_position() -> None:
    desk = deploying()
    desk.map_opened = True
    press(desk, "nn")
    assert desk.state.play.phase == "movement"
    assert [player.position.at for player in desk.state.players.values()] == [None, None]


@pytest.mark.rule("BASE-1")
def test_with_bases_that_of_the_team_is_lit_and_a_place_outside_is_warned_of() -> None:
    match_session = temporary_match()
    red, blue = (
        Join(player=name, team=team, champion="space-marine") for name, team in (("Ann", "Red"), ("Bob", "Blue"))
    )
    new = New(mod="capture-the-flag", arena="bastions-140", seed=4, dice="app")
    for command in (new, red, blue):
        match_session.do(resolve(library(), command))
    match_session.do(Start())
    while match_session.question is not None:
        if isinstance(match_session.question, ChoiceQuestion):
            match_session.give(match_session.question.options[0])
        else:
            match_session.roll()
    desk = new_desk(match_session=match_session)
    desk.map_opened = True
    who = active(desk)
    press(desk, "d")
    (base,) = spot(desk).lit[0]
    assert within(spot(desk).start or (0, 0), base)
    press(desk, "70,40")
    assert any(note.startswith(WARN) and "BASE-1" in note for note in spot(desk).notes)
    press(desk, "\b" * 5 + "base 1\n")
    assert within(desk.state.players[who.id].position.at or (0, 0), base)
    assert dict(tints(desk.state)).keys() == {1, 2}


# ---- where somebody stands


@pytest.mark.rule("TABLE-4")
def test_a_place_is_put_right_without_costing_movement() -> None:
    desk = keeping()
    press(desk, "w2b3\n")
    assert player(desk, "Bob").position.at == (30, 50)
    press(desk, "f81\n")
    assert idle(desk)
    assert active(desk).position.at is None


@pytest.mark.rule("PORTAL-3")
def test_beside_a_portal_the_legal_zone_is_lit() -> None:
    desk = playing(arena="classic-60")
    press(desk, "k24")
    press(desk, "w")
    current = field(desk)
    assert isinstance(current, Pick)
    assert current.choices()[current.at].value == "Bob"
    press(desk, "\n")
    zone = spot(desk).lit[0][0]
    assert desk.state.setup.arena is not None
    portal = next(p.at for p in desk.state.setup.arena.portals if p.number == 4)
    far = max(hypot(x - portal[0], y - portal[1]) for x, y in zone)
    assert far == pytest.approx((1.5 + 1) * 2.54 - 1.25, abs=0.02)
    press(desk, "30,30")
    assert any("PORTAL-3" in note for note in spot(desk).notes)


# ---- the mouse


def test_a_click_points_and_a_second_one_takes_the_place() -> None:
    desk = keeping()
    press(desk, "m")
    point(desk, (25, 24))
    assert spot(desk).at_spot == (25, 24)
    point(desk, (25, 24))
    assert active(desk).position.at == (25, 24)


def test_dragging_the_active_champion_moves_it_and_another_one_is_put_right() -> None:
    desk = keeping()
    drag(desk, "p1", (25, 24))
    assert spot(desk).bends
    press(desk, "\n")
    assert (active(desk).position.at, active(desk).movement.spent > 1) == ((25, 24), True)
    drag(desk, "p2", (50, 24))
    press(desk, "\n")
    assert (player(desk, "Bob").position.at, player(desk, "Bob").movement.spent) == ((50, 24), 0)


# ---- templates and sight


def aiming(desk: Desk, kind: str) -> tuple[AimField, list[AimAnswer]]:
    """Open an entry that lays a template; what it gives is kept in the list."""
    got: list[AimAnswer] = []

    def form(there: Desk) -> Form:
        shooter, target = there.state.players["p1"], there.state.players["p2"]
        got.append((yield aim_field(there, "Aim", kind, shooter, target)))
        return None

    desk.open_form(form)
    current = field(desk)
    assert isinstance(current, AimField)
    return current, got


@pytest.mark.rule("DIFF-3")
def test_a_template_is_moved_with_the_arrows_and_says_who_is_under_it() -> None:
    desk = keeping()
    desk.do(PlaceAt(player="Chloé", at=(46, 24)))
    current, got = aiming(desk, "ordnance")
    assert current.notes == ("Bob", "Chloé in part")
    arrows(desk, "shift+right right")
    assert current.notes == ("Chloé", "Bob in part")
    assert overlay_of(current).cursor == (46, 24)
    arrows(desk, "enter")
    assert (got[0].wholly, got[0].partly, got[0].under) == (("p3",), ("p2",), ("p3", "p2"))


@pytest.mark.rule("DIFF-3")
def test_a_flame_starts_at_the_shooters_base_and_is_turned() -> None:
    desk = keeping()
    desk.do(PlaceAt(player="Bob", at=(34, 24)))
    desk.do(PlaceAt(player="Chloé", at=(20, 38)))
    current, got = aiming(desk, "flame")
    assert current.notes == ("Bob",)
    press(desk, "<<<<<<")
    assert current.notes == ("Chloé",)
    assert current.template.angle_deg == pytest.approx(90)
    point(desk, (34, 24))
    assert current.notes == ("Bob",)
    press(desk, "chloé\n")
    assert current.notes == ("Chloé",)
    press(desk, "\n")
    assert got[0].under == ("p3",)


@pytest.mark.rule("SHOOT-2", "SHOOT-3")
def test_how_two_champions_stand_to_each_other() -> None:
    desk = keeping()
    sight = measure_sight(desk.state, "p1", "p2")
    assert sight is not None
    assert sight.distance_in == pytest.approx(17.5 / 2.54, abs=0.01)
    assert sight.share == pytest.approx(1)
    assert (sight.enough, sight.spotting_in) == (True, None)
    suited = Quake().fold(desk.state, TokenTaken(player="p2", token="E1", kind="equipment-21"))
    dark = measure_sight(suited, "p1", "p2")
    assert dark is not None
    assert dark.spotting_in == sight.distance_in
    assert measure_sight(desk.state, "p1", "p4") is None
    assert measure_sight(desk.state, "p1", "p1") is None
