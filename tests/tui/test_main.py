"""The main screen under keys, mouse, palette and a changing size."""

from __future__ import annotations

import re

import pytest
from textual import events

from q40k.games.quake.state.positions import StandIn
from q40k.i18n.locale import Locale
from q40k.live.parts import feed_line
from q40k.table.settings import Settings
from q40k.tui.board import Board
from q40k.tui.fields import Several
from q40k.tui.main import MainScreen
from tests.games.quake.screen.table import active, app_of, field, idle, new_desk, player, playing, press, row, screen

TWELVE = tuple(f"Player {n}" for n in range(1, 13))
SMALL, LARGE = (80, 24), (120, 40)


async def test_a_kill_by_keys_is_told_in_the_feed_and_scored_on_the_board() -> None:
    desk = playing()
    app = app_of(desk)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("k", "2", "4")
        shown = screen(app)
        assert "Bob is back beside portal 4" in shown
        assert "○4" in shown
        assert "9" in next(line for line in shown.splitlines() if "▶" in line)


async def test_everything_is_set_up_by_keys_on_the_screen() -> None:
    app = app_of(new_desk())
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("1", *"Al", "enter", *"tac", "enter", *"Bo", "enter", *"slug", "enter")
        await pilot.press("enter", "6", "3", "n", "n")
        assert app.desk.state.play.phase == "movement"
        assert "[MOVEMENT]" in screen(app)


# -- the mouse -----------------------------------------------------------------------------


async def test_a_kill_by_mouse_alone() -> None:
    desk = playing()
    app = app_of(desk)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.click(offset=row(app, "Kill  x"))
        assert field(desk).title == "Alice kills…"
        await pilot.click(offset=row(app, "2 Bob ", below="Who was killed"))
        assert "Bob" in field(desk).title
        x, y = row(app, "1 2 3 4 5 6")
        await pilot.click(offset=(x + 6, y))
        assert idle(desk)
        assert player(desk, "Bob").position.near == 4


async def test_the_app_rolls_at_a_click() -> None:
    desk = playing()
    press(desk, "k2")
    app = app_of(desk)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.click(offset=row(app, "Space: the app"))
        assert player(desk, "Bob").score.deaths == 1
        assert desk.match_session.lines(1)[0].entry.hand == "app"


async def test_escape_and_tab_by_mouse() -> None:
    desk = playing()
    app = app_of(desk)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("k")
        await pilot.click(offset=row(app, "Tab: another"))
        assert field(desk).title == "Who killed?"
        await pilot.click(offset=row(app, "Esc: back"))
        await pilot.click(offset=row(app, "Esc: back"))
        assert idle(desk)


async def test_several_killers_by_mouse() -> None:
    desk = playing()
    app = app_of(desk)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("comma", "k", *"bo")
        await pilot.click(offset=row(app, "2 Bob", below="Who killed"))
        await pilot.click(offset=row(app, "3 Chloé", below="Who killed"))
        several = field(desk)
        assert isinstance(several, Several)
        assert several.picked == ["Bob", "Chloé"]
        await pilot.click(offset=row(app, "⏎"))
        assert field(desk).title == "Who was killed?"


async def test_options_below_a_title_that_wraps_are_hit_all_the_same() -> None:
    long = "A" * 30
    desk = playing((long, "Bob", "Cy"))
    desk.do(StandIn(player="Bob", portal=4))
    press(desk, "p26")
    app = app_of(desk)
    async with app.run_test(size=(40, 30)) as pilot:
        await pilot.click(offset=row(app, "5 portal 5"))
        assert active(desk).position.portal == 5


async def test_the_usual_keys_are_named_once_in_the_bar_and_clicked_there() -> None:
    desk = playing()
    app = app_of(desk)
    async with app.run_test(size=SMALL) as pilot:
        assert "m moved" not in screen(app)
        await pilot.click(offset=row(app, "m Move"))
        assert "inches" in field(desk).title


async def test_a_refusal_is_overruled_or_left_by_mouse() -> None:
    desk = playing()
    app = app_of(desk)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("m", "4", "0", "enter")
        await pilot.click(offset=row(app, "o: overrule"))
        await pilot.click(offset=row(app, "⏎"))
        assert active(desk).movement.spent == 40
        await pilot.press("m", "4", "0", "enter")
        await pilot.click(offset=row(app, "Esc: leave it"))
        assert idle(desk)


async def test_a_click_on_the_board_shows_a_card_and_another_lets_go() -> None:
    desk = playing()
    app = app_of(desk)
    async with app.run_test(size=SMALL) as pilot:
        assert "Alice — " in screen(app)
        await pilot.click(offset=row(app, "3 Chloé"))
        assert "Chloé — Guardian" in screen(app)
        await pilot.click(offset=row(app, "3 Chloé"))
        assert "Alice — " in screen(app)


async def test_the_key_bar_opens_the_palette_on_a_small_screen() -> None:
    app = app_of(playing())
    async with app.run_test(size=SMALL) as pilot:
        await pilot.click(offset=row(app, "…"))
        await pilot.pause()
        assert type(app.screen).__name__ == "SteadyPalette"


# -- panels, help, palette -----------------------------------------------------------------


async def test_tab_goes_through_the_panels_and_f1_explains_each() -> None:
    app = app_of(playing())
    async with app.run_test(size=SMALL) as pilot:
        heads = {}
        for _ in range(4):
            main = app.screen
            assert isinstance(main, MainScreen)
            focused = main.focused.id if main.focused else ""
            await pilot.press("f1")
            heads[focused] = screen(app).splitlines()[2:6]
            await pilot.press("escape")
            await pilot.press("tab")
        assert set(heads) == {"board", "card", "prompt", "feed"}
        assert len({str(text) for text in heads.values()}) == 4


async def test_help_opens_with_a_question_mark_and_in_the_middle_of_a_question() -> None:
    desk = playing()
    app = app_of(desk)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("?")
        assert "Possible now" in screen(app)
        await pilot.press("escape", "k", "2", "f1")
        assert not isinstance(app.screen, MainScreen)
        await pilot.press("escape")
        assert "Bob" in field(desk).title
        await pilot.press("3")
        assert player(desk, "Bob").position.near == 3


async def test_the_arrows_walk_the_board_and_escape_lets_go() -> None:
    app = app_of(playing())
    async with app.run_test(size=SMALL) as pilot:
        app.screen.query_one(Board).focus()
        await pilot.press("down", "down")
        second = app.desk.state.players[app.desk.state.order[1]].name
        assert f"{second} — " in screen(app)
        await pilot.press("escape")
        assert "Alice — " in screen(app)
        await pilot.press("k", "2", "3")
        assert player(app.desk, "Bob").position.near == 3


async def test_the_feed_scrolls_back_and_comes_forward_with_news() -> None:
    app = app_of(playing())
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("k", "2", "4", "n")
        app.screen.query_one("#feed").focus()
        last = screen(app)
        await pilot.press("home")
        assert "Classic deathmatch, arena" in screen(app)
        await pilot.press("end")
        assert screen(app) == last
        await pilot.press("pageup", "n")
        assert "Classic deathmatch, arena" not in screen(app)


@pytest.mark.parametrize("opened_again", [False, True])
async def test_an_undone_latecomer_keeps_the_name_in_feed_log_and_board(opened_again: bool) -> None:
    desk = playing()
    press(desk, "jEve\ntau\n63")
    assert player(desk, "Eve").position.near == 3
    press(desk, "uuuu")
    assert "Eve" not in {seat.name for seat in desk.view.seats(desk.state)}
    match_session = desk.match_session
    app = app_of(new_desk(match_session=match_session) if opened_again else desk)
    async with app.run_test(size=LARGE) as pilot:
        assert "Eve joins" in screen(app)
        assert not re.search(r"\bp5\b", screen(app))
        await pilot.press("g", "v", "v")
        await pilot.pause()
        assert "Eve" in screen(app)
        assert not re.search(r"\bp5\b", screen(app))
    rows = [feed_line(Locale("en"), match_session, line, None, Settings()) for line in match_session.lines()]
    struck = " ".join(row.html for row in rows if row is not None)
    assert not re.search(r"\bp5\b", struck)
    assert "Order of play: Alice, Dédé, Chloé, Eve, Bob" in struck


async def test_the_palette_holds_only_what_can_be_done_and_does_it() -> None:
    desk = playing()
    app = app_of(desk)
    async with app.run_test(size=LARGE) as pilot:
        await pilot.press("ctrl+p")
        await pilot.press(*"accident")
        await pilot.pause()
        shown = screen(app)
        assert "Accident  (x)" in shown
        assert "Deploy in a tile" not in shown
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, MainScreen)
        assert field(desk).title == "Who died by accident?"


async def test_the_palette_speaks_french() -> None:
    app = app_of(playing(language="fr"))
    async with app.run_test(size=LARGE) as pilot:
        await pilot.press("ctrl+p", *"portail")
        await pilot.pause()
        assert "(p)" in screen(app)


async def test_language_and_theme_change_at_any_moment() -> None:
    desk = playing()
    app = app_of(desk)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("t", "1", "3")
        await pilot.press("f2")
        assert "lance" in screen(app)
        dark = app.theme
        await pilot.press("f3")
        assert app.theme != dark
        await pilot.press("f2", "f3", "f3")
        assert (app.theme, field(desk).buffer) == (dark, "3")
        await pilot.press("5")
        assert active(desk).bonus is not None


# -- sizes ---------------------------------------------------------------------------------


async def test_twelve_players_are_all_seen_at_80_by_24() -> None:
    desk = playing(TWELVE)
    for number in range(1, 6):
        desk.do(StandIn(player=f"Player {number + 3}", portal=number))
    app = app_of(desk)
    async with app.run_test(size=SMALL) as pilot:
        for keys in ((), ("p", "5")):
            await pilot.press(*keys)
            shown = screen(app)
            assert [n for n in TWELVE if n not in shown] == []
            assert "❯" in shown or not keys
            assert "F1 Help" in shown


async def test_with_more_players_than_rows_the_active_one_is_seen() -> None:
    desk = playing(tuple(f"Player {n}" for n in range(1, 25)))
    app = app_of(desk)
    async with app.run_test(size=SMALL) as pilot:
        for _ in range(23):
            assert "▶" in screen(app)
            await pilot.press("n")
        await pilot.press("k")
        shown = screen(app)
        assert "▶" in shown
        assert "Esc: back" in shown
        assert all(f"Player {n} " in shown for n in range(1, 24))


async def test_a_screen_of_one_cell_and_back_in_the_middle_of_a_question() -> None:
    desk = playing()
    app = app_of(desk)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("t", "1", "3")
        before = screen(app)
        for size in ((1, 1), (3, 2), (20, 5), (200, 60), SMALL):
            await pilot.resize_terminal(*size)
            await pilot.pause()
        assert screen(app) == before
        await pilot.press("5")
        assert active(desk).bonus is not None


@pytest.mark.parametrize("size", [(20, 6), (40, 12), (60, 18), (80, 24), (112, 30), (240, 70)])
async def test_any_size_shows_what_is_asked(size: tuple[int, int]) -> None:
    desk = playing()
    press(desk, "k2")
    app = app_of(desk)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        assert "Bob" in screen(app)
        await pilot.press("3")
        assert player(desk, "Bob").position.near == 3


async def test_wide_and_marked_up_names_keep_the_columns() -> None:
    app = app_of(playing(("Alice", "龍騎士", "[red]x[/]", "👩 Zoë")))
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("k")
        shown = screen(app)
        assert "[red]x[/]" in shown
        assert "龍騎士" in shown
        await pilot.click(offset=row(app, "3 [red]x", below="Who was killed"))
        assert app.desk.match_session.question is not None
        assert app.desk.match_session.question.who == "p3"


async def test_a_long_list_keeps_the_mark_in_sight() -> None:
    desk = playing()
    press(desk, "t136")
    app = app_of(desk)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press(*["down"] * 14)
        marked = field(desk).choices()[14]
        assert f"❯ {marked.key} " in screen(app)
        await pilot.press("enter")
        held = active(desk).bonus
        assert held is not None
        assert held.kind == f"equipment-{marked.value}"


# -- pasting, colours ----------------------------------------------------------------------


async def test_pasted_text_is_typed_without_what_no_key_types() -> None:
    app = app_of(new_desk(arena="classic-60"))
    async with app.run_test(size=SMALL) as pilot:
        app.screen.post_message(events.Paste("Al\x1b[31m \nBo"))
        await pilot.pause()
        assert field(app.desk).buffer == "Al[31m, Bo"


async def test_pasted_digits_answer_one_question_only() -> None:
    desk = playing()
    desk.do(StandIn(player="Chloé", portal=4))
    press(desk, "k2")
    app = app_of(desk)
    async with app.run_test(size=SMALL) as pilot:
        app.screen.post_message(events.Paste("4444"))
        await pilot.pause()
        assert "Chloé" in field(desk).title
        assert field(desk).buffer == ""


async def test_pasting_where_nothing_is_asked_does_nothing() -> None:
    desk = playing()
    app = app_of(desk)
    async with app.run_test(size=SMALL) as pilot:
        app.screen.post_message(events.Paste("nnn"))
        await pilot.pause()
        assert active(desk).name == "Alice"


async def test_without_colour_every_mark_still_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    desk = playing()
    press(desk, "n")
    desk.do(StandIn(player="Bob", portal=4))
    app = app_of(desk)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("k")
        shown = screen(app)
        for mark in ("▶", "✓", "◎4", "[MOVEMENT]", "❯"):
            assert mark in shown
        strips = app.screen._compositor.render_strips()
        grey = {
            (style.color.triplet.red, style.color.triplet.green, style.color.triplet.blue)
            for strip in strips
            for segment in strip.apply_filter(app._filters[-1], app.screen.rich_style.bgcolor)  # type: ignore[arg-type]
            if (style := segment.style) and style.color and style.color.triplet
        }
        assert all(red == green == blue for red, green, blue in grey)


async def test_the_desk_names_the_phase_once() -> None:
    app = app_of(playing(("Ann", "Bob", "Cid")))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        assert screen(app).upper().count("MOVEMENT") == 1, "no heading below which nothing is told yet"
        await pilot.press("k", "2", "4")
        await pilot.pause()
        assert "Movement phase ──" in screen(app)
