"""The map on the screen: beside the feed, on a screen of its own, under keys and mouse."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from textual import events
from textual.pilot import Pilot
from textual.widget import Widget

from q40k.games.quake.screen.map import describe_place
from q40k.games.quake.state.melee import Contact
from q40k.games.quake.state.positions import PlaceAt
from q40k.games.quake.state.turn import EndPhase
from q40k.games.quake.table.scene import STYLES
from q40k.geometry.space import Spot
from q40k.tui.desk import Desk
from q40k.tui.main import MainScreen
from q40k.tui.map.fields import SpotField
from q40k.tui.map.palette import DARK, LIGHT
from q40k.tui.map.screen import MapScreen
from q40k.tui.map.view import MapView
from q40k.tui.match_app import MatchApp
from tests.games.quake.screen.table import active, app_of, player, playing, screen

Compare = Callable[..., bool]
SMALL, WIDE = (80, 24), (120, 40)


def keeping(arena: str = "caldera-120", language: str = "en") -> Desk:
    """A match in which everybody's place is known."""
    desk = playing(arena=arena, language=language)
    places = {"Alice": (50, 26), "Bob": (72, 44), "Chloé": (95, 60), "Dédé": (33, 12)}
    for name, at in places.items():
        desk.do(PlaceAt(player=name, at=at))
    return desk


def view(app: MatchApp) -> MapView:
    return app.screen.query_one(MapView)


def cell(app: MatchApp, at: Spot) -> Spot:
    """Where on the map a place is shown, as a click has it."""
    port = view(app).port
    assert port is not None
    column, line = port.cell(at)
    return (column + 2, line)


async def wait_for_map(pilot: Pilot[int]) -> None:
    """Wait until the map knows its window, however busy the machine is."""
    app = pilot.app
    assert isinstance(app, MatchApp)
    await pilot.pause()
    for _ in range(100):
        if view(app).port is not None:
            return
        await pilot.pause()


async def drag(pilot: Pilot[int], start: Spot, end: Spot) -> None:
    """Press the mouse on one place of the map, and let go on another."""
    app = pilot.app
    assert isinstance(app, MatchApp)
    await pilot.mouse_down(MapView, offset=cell(app, start))  # type: ignore[arg-type]
    await pilot.mouse_up(MapView, offset=cell(app, end))  # type: ignore[arg-type]
    await pilot.pause()


# ---- where it is shown


async def test_without_places_no_map_is_there_until_it_is_asked_for() -> None:
    app = app_of(playing(arena="classic-60"))
    async with app.run_test(size=WIDE) as pilot:
        assert not app.screen.query(MapView)
        await pilot.press("p", "2", "3")
        assert not app.screen.query(MapView)
        await pilot.press("v")
        await pilot.pause()
        assert view(app).has_focus
        await pilot.press("v")
        await pilot.pause()
        assert not view(app).parent.display  # type: ignore[union-attr]


async def test_where_places_are_kept_it_stands_beside_the_feed_on_a_wide_screen() -> None:
    app = app_of(keeping())
    async with app.run_test(size=WIDE) as pilot:
        await pilot.pause()
        assert view(app).region.width > 50
        assert not view(app).has_focus
        assert "▸Al" in screen(app)
        await pilot.press("k")
        assert "Alice kills" in screen(app)
        await pilot.press("escape", "v", "v")
        await pilot.pause()
        assert "▸Al" not in screen(app)


async def test_on_a_small_screen_it_has_its_own_and_escape_leaves_it() -> None:
    app = app_of(keeping())
    async with app.run_test(size=SMALL) as pilot:
        assert not app.screen.query(MapView)
        await pilot.press("v")
        await pilot.pause()
        assert isinstance(app.screen, MapScreen)
        assert view(app).size.height >= 12
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, MainScreen)


@pytest.mark.parametrize("size", [(20, 6), (1, 1), (200, 60)])
async def test_it_fits_any_size(size: tuple[int, int]) -> None:
    app = app_of(keeping())
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("comma", "v")
        await pilot.resize_terminal(*size)
        await pilot.pause()
        await pilot.press("plus", "left", "enter", "escape", "minus")
        await pilot.resize_terminal(*SMALL)
        await pilot.pause()
        assert "▸Al" in screen(app)


async def test_a_whole_turn_can_be_played_from_the_map() -> None:
    desk = keeping()
    app = app_of(desk)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("v", "m", *["right"] * 4, "enter")
        assert active(desk).position.at == (54, 26)
        await pilot.press("n")
        assert active(desk).name == "Dédé"
        assert "▸Dé" in screen(app)
        await pilot.press("g")
        await pilot.pause()
        assert "Log" in screen(app)
        assert not isinstance(app.screen, MapScreen)


# ---- looking around


async def test_arrows_pan_zoom_goes_nearer_and_nought_shows_all() -> None:
    app = app_of(keeping())
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("v")
        await pilot.pause()
        port = view(app).port
        assert port is not None
        await pilot.press("left", "up")
        assert view(app).port == port, "the whole table is there: nothing is drawn or sent again"
        await pilot.press("plus", "plus", "pageup")
        near = view(app).port
        assert near is not None
        assert near.dot_cm == pytest.approx(port.dot_cm / 3)
        await pilot.press("right")
        assert view(app).port.corner[0] > near.corner[0]  # type: ignore[union-attr]
        await pilot.press("0")
        assert view(app).port == port


async def test_the_cursor_tells_what_is_under_it() -> None:
    app = app_of(keeping())
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("v", "enter")
        assert "Alice — Tactical Marine" in screen(app)
        await pilot.press(*["shift+right"] * 4, "right", "right", *["shift+up"] * 3, *["up"] * 3)
        assert "Bob — Slugga Boy" in screen(app)
        assert "Alice to Bob: " in screen(app)
        assert "(SHOOT-2)" in screen(app)
        assert "Scree: 0.5 in high, difficult ground" in screen(app)
        await pilot.press("escape")
        assert "Bob — Slugga Boy" not in screen(app)
        assert isinstance(app.screen, MapScreen)


@pytest.mark.rule("SHOOT-2")
async def test_the_lines_of_sight_lead_to_the_target_that_is_marked() -> None:
    desk = keeping()
    desk.do(EndPhase())
    assert desk.state.play.phase == "shooting"
    app = app_of(desk)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("v", "s")
        assert "Alice to Chloé: " in screen(app)
        assert "of the base: clear (SHOOT-2)" in screen(app)
        assert "92%" in screen(app)
        await pilot.press("down")
        assert "Alice to Bob: " in screen(app)
        await pilot.press("escape")
        assert "(SHOOT-2)" not in screen(app)


@pytest.mark.parametrize(
    ("at", "words"),
    [((60, 40), "portal 5"), ((26.5, 39.5), "token W1"), ((20, 32), "Ash lake"), ((92, 31), "Hot spring")],
)
async def test_a_click_tells_what_is_there(at: Spot, words: str) -> None:
    app = app_of(keeping())
    async with app.run_test(size=WIDE) as pilot:
        await pilot.press("comma", "v")
        await wait_for_map(pilot)
        await pilot.click(MapView, offset=cell(app, at))  # type: ignore[arg-type]
        await pilot.pause()
        assert words in screen(app)


@pytest.mark.rule("DIFF-2")
@pytest.mark.rule("MELEE-3")
@pytest.mark.parametrize(
    ("language", "near", "melee"),
    [
        ("en", "in contact with Alice (DIFF-2)", "in the melee of Alice and Bob (MELEE-3)"),
        ("fr", "au contact\u00a0: Alice (DIFF-2)", "en mêlée\u00a0: Alice et Bob (MELEE-3)"),
    ],
)
def test_a_champion_tells_whom_it_touches_and_fights(language: str, near: str, melee: str) -> None:
    desk = keeping(language=language)
    desk.do(PlaceAt(player="Bob", at=(52.5, 26)))
    lines = describe_place(desk.locale, desk.state, (52.5, 26))
    assert near in lines
    assert melee not in lines
    while desk.state.play.phase != "assault":
        desk.do(EndPhase())
    desk.do(Contact(player="Bob", others=("Alice",)))
    assert {near, melee} <= set(describe_place(desk.locale, desk.state, (52.5, 26)))
    assert not any("(DIFF-2)" in line for line in describe_place(desk.locale, desk.state, (95, 60)))


@pytest.mark.rule("NUKE")
def test_a_token_tells_the_nearest_champion_once_every_place_is_known() -> None:
    desk = playing(arena="caldera-120")
    token = next(token for token in desk.state.tokens.values() if token.holder is None)
    x, y = token.place
    desk.do(PlaceAt(player="Alice", at=(x + 10, y)))
    assert not any("(NUKE)" in line for line in describe_place(desk.locale, desk.state, token.place))
    for name, at in {"Bob": (72, 44), "Chloé": (95, 60), "Dédé": (100, 12)}.items():
        desk.do(PlaceAt(player=name, at=at))
    rim = (10 - desk.state.players["p1"].champion.base_mm / 20) / 2.54
    words = f"nearest champion: Alice, {desk.locale.inches(rim)} to the base"
    assert words in describe_place(desk.locale, desk.state, token.place)


async def test_layers_are_switched_and_said_to_be_hidden() -> None:
    app = app_of(keeping())
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("v", "4")
        assert "▸Al" not in screen(app)
        assert "Hidden: 4 champions. The digit shows it again." in screen(app)
        await pilot.press("4", "3")
        assert "▸Al" in screen(app)
        assert "Hidden: 3 tokens" in screen(app)
        await pilot.press("n")
        assert "Hidden" not in screen(app)  # with the next part everything is there again


@pytest.mark.parametrize("size", [SMALL, WIDE])
async def test_a_digit_that_is_typed_blind_hides_nothing(size: tuple[int, int]) -> None:
    app = app_of(keeping())
    async with app.run_test(size=size) as pilot:
        await pilot.press("v", "n", "3", "4")  # the hand has left the map
        assert not view(app).hidden
        assert "Hidden" not in screen(app)
        await pilot.press("plus", "3")  # and is back at it
        assert "Hidden: 3 tokens" in screen(app)


async def test_what_is_hidden_is_said_beside_what_is_selected() -> None:
    app = app_of(keeping())
    async with app.run_test(size=WIDE) as pilot:
        await pilot.press("v", "enter", "3")
        assert "Alice — " in screen(app)
        assert "Hidden: 3 tokens" in screen(app)


async def test_the_window_follows_whoever_acts_unless_told_not_to() -> None:
    desk = keeping()
    app = app_of(desk)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("v", "plus", "plus", "plus", "n")
        await pilot.pause()
        assert view(app).port.shows(active(desk).position.at)  # type: ignore[union-attr, arg-type]
        await pilot.press("full_stop", "n")
        here = view(app).port
        await pilot.press("n")
        assert view(app).port == here


# ---- pointing


async def test_a_click_while_a_move_is_asked_points_and_a_second_one_takes_it() -> None:
    desk = keeping()
    app = app_of(desk)
    async with app.run_test(size=WIDE) as pilot:
        await pilot.press("m")
        await wait_for_map(pilot)
        place = cell(app, (54, 24))
        await pilot.click(MapView, offset=place)  # type: ignore[arg-type]
        assert isinstance(desk.field, SpotField)
        there = desk.field.at_spot
        assert "left" in screen(app)
        await pilot.click(MapView, offset=place)  # type: ignore[arg-type]
        await pilot.pause()
        assert active(desk).position.at == there


async def test_after_a_click_the_arrows_go_on_pointing() -> None:
    desk = keeping()
    app = app_of(desk)
    async with app.run_test(size=WIDE) as pilot:
        await pilot.press("m")
        await wait_for_map(pilot)
        await pilot.click(MapView, offset=cell(app, (54, 24)))  # type: ignore[arg-type]
        assert isinstance(desk.field, SpotField)
        x, y = desk.field.at_spot or (0, 0)
        await pilot.press("up", "left", "shift+down")
        assert desk.field.at_spot == pytest.approx((x - 1, y - 4))


async def test_dragging_a_champion_asks_for_its_move() -> None:
    desk = keeping()
    app = app_of(desk)
    async with app.run_test(size=WIDE) as pilot:
        await wait_for_map(pilot)
        await drag(pilot, (50, 26), (57, 30))
        assert "Where does Alice move?" in screen(app)
        await pilot.press("enter")
        at = active(desk).position.at
        assert at is not None
        assert abs(at[0] - 57) + abs(at[1] - 30) < 4
        await drag(pilot, (95, 60), (100, 66))
        assert "Where does Chloé stand?" in screen(app)
        await pilot.press("enter")
        assert player(desk, "Chloé").movement.spent == 0


async def test_the_wheel_zooms_where_it_points() -> None:
    app = app_of(keeping())
    async with app.run_test(size=WIDE) as pilot:
        await wait_for_map(pilot)
        before = view(app).port
        assert before is not None
        x, y = cell(app, (95, 60))
        view(app).post_message(events.MouseScrollUp(view(app), int(x), int(y), 0, -1, 0, False, False, False))
        await pilot.pause()
        now = view(app).port
        assert now is not None
        assert now.dot_cm < before.dot_cm
        assert now.shows((95, 60))


@pytest.mark.parametrize("key", ["v", "V", "f4"])
async def test_it_is_explained(key: str) -> None:
    app = app_of(keeping())
    async with app.run_test(size=WIDE) as pilot:
        await pilot.press(key, "f1")
        await pilot.pause()
        assert "The arena from above" in screen(app)
        await pilot.press("escape")
        await pilot.pause()
        assert app.screen.query(MapView)


def inks(widget: Widget) -> set[Any]:
    """The colours of the letters of a widget's first line."""
    parts = (part.style.color for part in widget.render_line(0) if part.style and part.style.color)
    return {tuple(colour.triplet) for colour in parts if colour.triplet}


async def test_light_and_dark_repaint_it_at_once() -> None:
    app = app_of(keeping())
    async with app.run_test(size=WIDE) as pilot:
        await pilot.pause()
        assert view(app).palette.name == "dark"
        foot = app.screen.query_one("#map-foot")
        before = view(app).render_line(5)
        assert DARK.ink in inks(foot)
        await pilot.press("f3")
        await pilot.pause()
        assert view(app).palette.name == "light"
        assert view(app).render_line(5) != before
        assert DARK.ink not in inks(foot)
        assert LIGHT.ink in inks(foot)


@pytest.mark.parametrize("size", [SMALL, WIDE])
async def test_where_no_colour_is_wanted_at_all_it_is_shown_without(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = app_of(keeping())
    async with app.run_test(size=size) as pilot:
        await pilot.press("comma", "v")
        assert app.no_color
        assert "»Al" in screen(app)
        assert "█ impassable" in screen(app)


@pytest.mark.parametrize("size", [SMALL, WIDE])
async def test_the_map_keeps_its_scale_while_something_is_asked(size: tuple[int, int]) -> None:
    app = app_of(keeping())
    async with app.run_test(size=size) as pilot:
        await pilot.press("comma", "v")
        await wait_for_map(pilot)
        before = view(app).port
        for key in ("k", "2", "4", "p", "1"):
            await pilot.press(key)
            await wait_for_map(pilot)
            assert view(app).port == before, key


@pytest.mark.parametrize("size", [SMALL, WIDE])
async def test_the_legend_follows_the_colours(size: tuple[int, int]) -> None:
    app = app_of(keeping())

    def weapon() -> str:
        """The colour of a weapon’s sample in the legend, which stands last on the screen."""
        strips = app.screen._compositor.render_strips()
        hexes = [
            segment.style.color.get_truecolor().hex
            for strip in strips
            for segment in strip
            if segment.text.strip() == "W" and segment.style and segment.style.color
        ]
        return hexes[-1]

    async with app.run_test(size=size) as pilot:
        await pilot.press("f4")
        await pilot.pause()
        for theme in ("q40k-light", "q40k-contrast", "q40k-dark"):
            app.theme = theme
            await pilot.pause()
            await pilot.pause()
            style = STYLES["token-weapon"]
            assert weapon() == (style.light if theme == "q40k-light" else style.dark)


async def test_on_a_very_wide_screen_the_map_opens_automatically_and_can_be_closed() -> None:
    app = app_of(playing(arena="classic-60"))
    async with app.run_test(size=(200, 60)) as pilot:
        await pilot.pause()
        assert view(app).display
        assert view(app).size.width >= 90
        assert view(app).size.height >= 50
        await pilot.press("v", "v")
        await pilot.pause()
        assert app.screen.query_one("#map-pane").display is False
