"""The board of Space Hulk under the cursor: what it tells, whom it moves, what it draws."""

from __future__ import annotations

import pytest

from q40k.games.space_hulk.screen.map import PARTS, last_path
from q40k.games.space_hulk.state.movement.routes import Routes
from q40k.games.space_hulk.state.places import board
from q40k.games.space_hulk.state.sight import threatened_squares, watched_squares
from q40k.games.space_hulk.table.scene import spot
from q40k.geometry.space import Spot
from q40k.table.match_session import MatchSession
from q40k.tui.desk import Desk
from q40k.tui.map.screen import MapScreen
from q40k.tui.map.view import MapView
from q40k.tui.match_app import MatchApp
from tests.games.scripted import go_on, line
from tests.games.space_hulk.playing import marine, new, ready, stealer, to_stealers
from tests.games.space_hulk.screen.test_desk import desk_of, press


def at(match: MatchSession, square: str) -> Spot:
    """The middle of a square on the map."""
    ground = board(match.state)
    assert ground is not None
    there = ground.cell(square)
    assert there is not None
    return spot(ground, there)


def describe_square(desk: Desk, match: MatchSession, square: str) -> list[str]:
    return PARTS.describe(desk, at(match, square), 1.5)


def route(match: MatchSession, who: str, to: str) -> list[str]:
    """A route as the squares and facings it leads over."""
    routes = Routes(match.state, who)
    ground = routes.terrain.ground
    goal = ground.cell(to) or to
    return [
        edge.end if isinstance(edge.end, str) else f"{ground.name(edge.end.cell)} {edge.end.facing}"
        for edge in routes.route_to(goal)
    ]


def names(match: MatchSession, squares: frozenset[tuple[int, int, int]]) -> set[str]:
    ground = board(match.state)
    assert ground is not None
    return {ground.name(square) for square in squares}


def screen_text(app: MatchApp) -> str:
    strips = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip) for strip in strips)


def view(app: MatchApp) -> MapView:
    return app.screen.query_one(MapView)


# ---- routes


@pytest.mark.rule("SH-AP-5", "SH-MOVE-2")
def test_a_marine_goes_forward_for_one_back_for_two_and_never_aside() -> None:
    match = ready(Bolt1="E4 E")
    assert route(match, "Bolt1", "F4") == ["F4 E"]
    assert Routes(match.state, "Bolt1").route_to((1, 3, 3))[-1].total == 2
    assert route(match, "Bolt1", "D4") == ["D4 E"], "back, as a half turn would cost more"
    assert route(match, "Bolt1", "E5") == ["E4 N", "E5 N"]


@pytest.mark.rule("SH-MOVE-4")
def test_a_route_goes_round_nobody_it_cannot_pass() -> None:
    match = ready(Bolt1="C4 E", Bolt2="D4 E")
    assert route(match, "Bolt1", "F4") == []


@pytest.mark.rule("SH-MOVE-6")
def test_a_route_leads_out_of_an_exit() -> None:
    match = ready(new("cold-start"), Bolt1="A5 E")
    assert route(match, "Bolt1", "EAST")[-1] == "EAST"


@pytest.mark.rule("SH-MOVE-3", "SH-ENTRY-2")
def test_a_stealer_turns_as_it_goes_and_comes_in_by_its_entry() -> None:
    match = to_stealers(ready(Bolt1="A4 E", S1="E7 S"))
    routes = Routes(match.state, "S1")
    assert routes.route_to((1, 4, 3))[-1].total == 3
    assert routes.route_to((1, 4, 3))[-1].act.who == "S1"


# ---- what the cursor tells


def test_the_cursor_tells_square_way_and_sight() -> None:
    match = ready(Bolt1="E4 E", Bolt2="C4 E", S1="G4 W")
    desk = desk_of(match)
    assert describe_square(desk, match, "F4") == ["F4, section b", "Bolt1: 1 of 4 AP; Enter goes", "seen by Bolt1"]
    assert describe_square(desk, match, "E4")[0] == "E4, section x · Bolt1 faces east · 4 AP"
    press(desk, "2")
    assert "Bolt2 does not see it: blocked by Bolt1 at E4" in describe_square(desk, match, "F4")
    between = PARTS.relation(desk, "S1")
    assert between is not None
    assert between.sentence == "Bolt2 does not see S1: blocked by Bolt1 at E4"
    assert PARTS.relation(desk, "door H4") is None, "a mark is no piece"


def test_the_cursor_names_the_door_that_bars_sight() -> None:
    match = ready(Bolt1="G4 E", S1="J4 W")
    desk = desk_of(match)
    assert "Bolt1 does not see it: blocked by the door at H4" in describe_square(desk, match, "I4")
    assert "Bolt1: no way there" in describe_square(desk, match, "I4")
    assert describe_square(desk, match, "H4")[0].endswith("closed door")
    assert "Bolt1 does not see it: not in front of him" in describe_square(desk, match, "F4")


def test_the_cursor_says_how_far_the_points_reach() -> None:
    match = ready(Bolt1="A4 E")
    desk = desk_of(match)
    assert "Bolt1: 5 AP, 4 are left: Enter goes to E4" in describe_square(desk, match, "F4")


def test_the_cursor_speaks_french() -> None:
    match = ready(Bolt1="G4 E", S1="J4 W")
    sentence = describe_square(desk_of(match, "fr"), match, "I4")
    assert "Bolt1 ne la voit pas\u00a0: la porte en H4 masque la vue" in sentence, sentence


# ---- going


def test_pointing_twice_at_a_square_goes_there_by_steps_of_their_own() -> None:
    match = ready(Bolt1="E4 E")
    desk = desk_of(match)
    PARTS.on_point(desk, at(match, "E6"), False)
    assert marine(match, "Bolt1")["at"] == "E4"
    PARTS.on_point(desk, at(match, "E6"), True)
    assert (marine(match, "Bolt1")["at"], marine(match, "Bolt1")["ap"]) == ("E6", 1)
    desk.press("ctrl+z", None)
    assert marine(match, "Bolt1")["at"] == "E5", "each step is an entry of its own"


def test_going_stops_where_the_points_end() -> None:
    match = ready(Bolt1="A4 E")
    desk = desk_of(match)
    PARTS.on_point(desk, at(match, "F4"), True)
    assert (marine(match, "Bolt1")["at"], marine(match, "Bolt1")["ap"]) == ("E4", 0)
    assert desk.notice == "Bolt1 has no points left for the way to F4."


def test_going_stops_where_a_blip_comes_into_sight() -> None:
    match = ready(Bolt1="E3 N", B1="E7", doors="")
    desk = desk_of(match)
    PARTS.on_point(desk, at(match, "F4"), True)
    assert desk.state.conversion is not None or marine(match, "Bolt1")["at"] == "F4"


def test_command_points_pay_every_step_of_the_way() -> None:
    match = ready(Bolt1="E4 E", Bolt2="A4 E")
    desk = press(desk_of(match), "c")
    PARTS.on_point(desk, at(match, "G4"), True)
    assert (marine(match, "Bolt1")["at"], marine(match, "Bolt1")["ap"]) == ("G4", 4)
    assert match.state.counter.spent == 2


def test_pointing_at_a_piece_makes_it_the_one_that_acts() -> None:
    match = ready(Bolt1="E4 E", Bolt2="C4 E", S1="K4 W")
    desk = desk_of(match)
    PARTS.on_point(desk, at(match, "C4"), False)
    assert PARTS.actor(desk)[0] == "Bolt2"
    PARTS.on_point(desk, at(match, "K4"), False)
    assert PARTS.actor(desk)[0] == "Bolt2", "nobody acts for the other side"


def test_a_stealer_goes_until_somebody_may_react() -> None:
    match = ready(doors="H4 L4", Bolt1="G4 E", S1="O4 W")
    go_on(match, line("overwatch", who="Bolt1"))
    desk = desk_of(to_stealers(match))
    PARTS.on_point(desk, at(match, "K4"), True)
    assert (stealer(match, "S1")["at"], desk.state.window is not None) == ("N4", True)


# ---- arcs and ways


@pytest.mark.rule("SH-OVERWATCH-2", "SH-OVERWATCH-3")
def test_watched_squares_are_those_in_the_fire_arc_of_overwatch() -> None:
    match = ready(Bolt1="E4 E", Bolt2="A4 E")
    assert watched_squares(match.state) == frozenset()
    go_on(match, line("overwatch", who="Bolt1"))
    result = names(match, watched_squares(match.state))
    assert {"F4", "G4", "H4"} <= result
    assert not {"E4", "D4", "I4"} & result, "behind him, and behind the door"


@pytest.mark.rule("SH-AP-1", "SH-DOOR-2")
def test_threatened_squares_are_those_stealers_could_come_to() -> None:
    match = ready(Bolt1="A4 E", S1="O4 W")
    result = names(match, threatened_squares(match.state))
    assert {"O4", "M4", "L4", "J4"} <= result, "a door on the way costs a point"
    assert "I4" not in result
    go_on(to_stealers(match), line("step", who="S1", to="N4"), line("step", who="S1", to="M4"))
    assert "J4" in names(match, threatened_squares(match.state))


def test_comma_shows_them_one_after_the_other() -> None:
    match = ready(Bolt1="E4 E", S1="O4 W")
    go_on(match, line("overwatch", who="Bolt1"))
    desk = desk_of(match)
    assert PARTS.overlay(desk, None).tints == ()
    results = []
    for _ in range(4):
        press(desk, ",,")
        results.append({style for style, _corners in PARTS.overlay(desk, None).tints})
    assert results == [{"watched"}, {"threatened"}, {"watched", "threatened"}, set()]


def test_the_last_aliens_way_is_drawn_until_a_marine_acts() -> None:
    match = to_stealers(ready(Bolt1="A4 E", S1="E7 S"))
    go_on(match, line("step", who="S1", to="E6"), line("step", who="S1", to="E5"))
    desk = desk_of(match)
    assert last_path(desk) == ("E6", "E5")
    assert [line.layer for line in PARTS.overlay(desk, None).lines] == ["trail"]
    go_on(match, line("end-turn"), line("end-phase", 3), line("draw"))
    assert last_path(desk) == ("E6", "E5")
    go_on(match, line("step", who="Bolt1", to="B4"))
    assert last_path(desk) == ()


# ---- on the screen


async def test_a_match_is_played_by_the_cursor_at_80_columns() -> None:
    match = ready(Bolt1="E4 E", Bolt2="C4 E")
    app = MatchApp(desk_of(match), raising=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("comma", "v")
        await pilot.pause()
        assert isinstance(app.screen, MapScreen)
        await pilot.press("enter")
        assert "E4, section x · Bolt1 faces east" in screen_text(app)
        await pilot.press("right", "right")
        assert "Bolt1: 2 of 4 AP; Enter goes" in screen_text(app)
        await pilot.press("enter")
        assert marine(match, "Bolt1")["at"] == "G4"
        await pilot.press("left", "left", "left", "left", "enter")
        assert "C4, section a · Bolt2 faces east" in screen_text(app)
        assert PARTS.actor(app.screen.desk)[0] == "Bolt2"


async def test_a_click_shows_the_way_and_a_second_one_goes() -> None:
    match = ready(Bolt1="E4 E")
    app = MatchApp(desk_of(match), raising=True)
    async with app.run_test(size=(160, 50)) as pilot:
        await pilot.pause()
        port = view(app).port
        assert port is not None
        column, row = port.cell(at(match, "G4"))
        await pilot.click(MapView, offset=(column + 2, row))
        await pilot.pause()
        assert "Bolt1: 2 of 4 AP; Enter goes" in screen_text(app)
        assert marine(match, "Bolt1")["at"] == "E4"
        await pilot.click(MapView, offset=(column + 2, row))
        await pilot.pause()
        assert marine(match, "Bolt1")["at"] == "G4"


async def test_the_view_follows_who_acts_and_the_cursor_on_a_small_screen() -> None:
    match = ready(new("under-the-keel"))
    app = MatchApp(desk_of(match), raising=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("comma", "v", "enter")
        await pilot.pause()
        port = view(app).port
        assert port is not None
        assert port.columns * port.dot_cm == port.size[0], "39 squares of two columns: the whole board"
        await pilot.press("plus")
        port = view(app).port
        assert port is not None
        assert 4 / port.dot_cm >= 4, "nearer, and letters can be told apart"
        start = view(app).cursor
        assert start is not None
        assert port.shows(start)
        for _ in range(30):
            await pilot.press("right")
        port, end = view(app).port, view(app).cursor
        assert port is not None
        assert end is not None
        assert end[0] > start[0] + 60
        assert port.shows(end)
        assert not port.shows(start)


@pytest.mark.rule("SH-AP-5", "SH-MOVE-3")
@pytest.mark.parametrize(("facing", "to", "cost"), [("W", "D4", 1), ("E", "D4", 1), ("W", "F4", 1), ("W", "G4", 2)])
def test_a_route_costs_what_the_stealer_then_pays_turning_before_or_after_its_steps(
    facing: str, to: str, cost: int
) -> None:
    match = to_stealers(ready(Bolt1="A4 W", S1=f"E4 {facing}"))
    before = stealer(match, "S1")["ap"]
    routes = Routes(match.session.state, "S1")
    legs = routes.route_to(routes.terrain.ground.cell(to) or to)
    assert legs[-1].total == cost
    for leg in legs:
        match.do(leg.act, auto=False)
    assert stealer(match, "S1")["at"] == to
    assert before - stealer(match, "S1")["ap"] == cost


# ---- where it stands


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_the_board_is_the_largest_part_and_its_squares_are_named_at_the_edge(size: tuple[int, int]) -> None:
    match = ready(Bolt1="E4 E")
    desk = desk_of(match)
    app = MatchApp(desk, raising=True)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        roster, drawn = app.screen.query_one("#board"), view(app)
        assert drawn.region.x >= roster.region.right
        assert drawn.size.width > size[0] / 2
        assert app.screen.query_one("#card").display is (size[0] >= 120)
        port = drawn.port
        assert port is not None
        column, row = port.cell(at(match, "E4"))
        ruler = [line[drawn.region.x :] for line in screen_text(app).splitlines()]
        below = "\n".join(ruler[drawn.region.y + row :])
        assert any(len(line) > column + 2 and line[column + 2] == "E" for line in below.splitlines())
        assert any(line[:8].strip().startswith("4") for line in ruler)


async def test_each_piece_stands_out_by_its_shape_and_faces_somewhere() -> None:
    match = ready(Bolt1="E4 E")
    desk = desk_of(match)
    scene = desk.view.scene(match.state)
    assert scene is not None
    assert {piece.shape for piece in scene.pieces} == {"terminator"}
    assert {piece.facing for piece in scene.pieces if piece.id == "Bolt1"} == {0.0}
    assert scene.styles["fire"].dark != scene.styles["threatened"].dark
