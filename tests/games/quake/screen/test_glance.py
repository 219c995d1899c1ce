"""The table at a glance: bonuses by name, melees, who is off the table, who has left."""

from __future__ import annotations

from q40k.games.quake.screen.panels import glance
from q40k.games.quake.state.positions import StandIn
from q40k.games.quake.state.table.players import Leave
from q40k.i18n.locale import Locale
from tests.games.quake.screen.table import app_of, field, player, playing, press, screen, set_up

EN = Locale("en")


def feed_lines(desk: object) -> list[str]:
    return [line.plain for line in glance(EN, desk.state)]  # type: ignore[attr-defined]


def test_bonuses_and_melees_are_named() -> None:
    desk = playing()
    press(desk, "t124")
    desk.do(StandIn(player="Bob", portal=4))
    press(desk, "eec2")
    result = feed_lines(desk)
    bonus = desk.state.players["p1"].bonus
    assert bonus is not None
    assert result[0] == f"◆ Alice {desk.state.kind(bonus).name.en}"
    assert result[1].startswith("⚔ ")
    assert set(result[1][2:].split(" – ")) == {"Alice", "Bob"}
    assert result[2:] == []  # the row of the board says who stands in a portal


def test_nothing_is_said_of_nothing_and_nothing_before_the_first_turn() -> None:
    assert feed_lines(set_up()) == []
    assert feed_lines(playing()) == []


def test_who_has_no_place_is_named_where_others_have_one() -> None:
    desk = playing()
    assert not any("map" in line for line in feed_lines(desk))
    press(desk, "w1")
    desk.press("escape", None)
    desk.field = None
    desk.map_opened = True
    press(desk, "w1")
    press(desk, "30,45\n")
    assert player(desk, "Alice").position.at == (30.0, 45.0), desk.notice
    assert feed_lines(desk)[-1] == "? not on the map: Dédé, Chloé and Bob"


async def test_it_stands_below_the_board_where_there_is_room() -> None:
    desk = playing()
    press(desk, "t124")
    app = app_of(desk)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "◆ Alice" in screen(app)


def test_who_has_left_is_listed_and_tab_brings_the_last_one_back() -> None:
    desk = playing()
    press(desk, "j")
    assert field(desk).notes == ()
    desk.press("escape", None)
    desk.do(Leave(player="Bob"))
    desk.do(Leave(player="Dédé"))
    press(desk, "j")
    assert field(desk).notes == ("has left: Bob and Dédé",)
    assert field(desk).other == "Dédé comes back"
    press(desk, "\t")
    press(desk, "4")
    assert player(desk, "Dédé").present
    assert not player(desk, "Bob").present


async def test_a_card_that_is_cut_says_so_and_scrolls() -> None:
    desk = playing()
    press(desk, "t124")
    app = app_of(desk)
    async with app.run_test(size=(80, 15)) as pilot:
        await pilot.pause()
        assert "more lines (Shift+Tab, ↓)" in screen(app)
        assert "kills 0 · deaths 0" not in screen(app)
        app.screen.card.focus()  # type: ignore[attr-defined]
        for _ in range(12):
            await pilot.press("down")
        await pilot.pause()
        assert "more lines" not in screen(app)
        assert "kills 0" in screen(app)
