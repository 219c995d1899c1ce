"""The table from above."""

from __future__ import annotations

from math import dist

from q40k.games.epic.screen.map import PARTS
from q40k.games.epic.table.scene import hull, scene
from q40k.tui.map.screen import MapScreen
from q40k.tui.match_app import MatchApp
from tests.games.epic.playing import B, M, box, give, ground, place_figures, play, row
from tests.games.epic.screen.test_desk import desk_of
from tests.games.scripted import go_on, line


def test_formations_are_outlined_with_the_mark_of_their_order() -> None:
    start = ground(box("wood", 40, 50, 60, 60), objectives=[{"id": "hill", "at": [60, 60]}])
    match = place_figures(start, M, B, M=[*row(50, 10, 4), [53, 13]], B=row(50, 110))
    result = scene(give(match, B="charge").state)
    assert result is not None
    assert [piece.style for piece in result.ground] == ["zone", "zone", "wood"]
    assert {label.text for label in result.labels} == {"M", "B"}, "orders lie face down"
    assert len(result.pieces) == 10
    go_on(match, line("draw", "A", "A"))
    result = scene(match.state)
    assert result is not None
    assert {label.text for label in result.labels} == {"M→", "B»"}
    assert [area.style for area in result.areas] == ["formation"], "a straight line has no outline"
    assert [mark.id for mark in result.marks] == ["hill"]


def test_an_outline_goes_round_all_places() -> None:
    square = [(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)]
    assert set(hull([*square, (1.0, 1.0)])) == set(square)
    assert hull([(1.0, 1.0)]) == ((1.0, 1.0),)


async def test_the_map_opens_and_tells_what_stands_where() -> None:
    start = ground(box("wood", 40, 5, 60, 20))
    match = place_figures(start, M, B, M=[*row(50, 10, 4), [53, 13]], B=row(50, 110))
    desk = desk_of(go_on(match, line("draw", "A", "A")))
    app = MatchApp(desk, raising=True)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("comma", "v")
        await pilot.pause()
        assert isinstance(app.screen, MapScreen)
        strips = app.screen._compositor.render_strips()
        shown = "\n".join("".join(segment.text for segment in strip) for strip in strips)
        assert "M→" in shown
    assert PARTS.describe(desk, (50.0, 10.0), 2.0) == ["M/1 Tactical Marine · A · 5/5 · Advance", "wood"]


def test_an_objective_shows_its_reach_and_the_colour_of_who_holds_it() -> None:
    objectives = [{"id": "hill", "at": [60, 60], "reach_cm": 6}, {"id": "ford", "at": [50, 13], "reach_cm": 4}]
    match = place_figures(ground(objectives=objectives), M, B, M=row(50, 10), B=row(50, 110))
    result = scene(match.state)
    assert result is not None
    for line_, (at, reach) in zip(result.lines, (((60, 60), 6), ((50, 13), 4)), strict=True):
        assert line_.style == "reach"
        assert all(abs(dist(point, at) - reach) < 1e-6 for point in line_.points)
    assert [mark.colour for mark in result.marks] == [None, result.pieces[0].colour]


def test_open_ground_across_a_river_is_a_bridge() -> None:
    river = [box("river", 0, 50, 54, 60), box("river", 66, 50, 120, 60)]
    start = ground(*river, box("open", 54, 49, 66, 61), box("open", 10, 80, 20, 90))
    result = scene(place_figures(start, M, B, M=row(50, 10), B=row(50, 110)).state)
    assert result is not None
    assert [area.style for area in result.ground] == ["zone", "zone", "river", "river", "bridge", "open"]


def test_the_bridge_of_the_house_is_drawn_and_named_in_the_legend() -> None:
    desk = desk_of(play(line("new", game="epic", scenario="bridge", seed=1)))
    result = scene(desk.state)
    assert result is not None
    assert [area.style for area in result.ground].count("bridge") == 1
    assert {"river", "bridge", "objective", "its reach"} <= {
        sample.word for sample in PARTS.legend(desk.locale, desk.state)
    }
