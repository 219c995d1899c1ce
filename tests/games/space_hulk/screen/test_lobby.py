"""The lobby, the prompt in a reaction window, the feed in colours."""

from __future__ import annotations

import pytest

from q40k.games import game as games
from q40k.games.space_hulk.game import GAME
from q40k.games.space_hulk.screen import panels
from q40k.games.space_hulk.screen.opening import make_lobby
from q40k.games.space_hulk.screen.record import SCREEN
from q40k.games.space_hulk.state.losses import Killed
from q40k.table.match_library import temporary_match
from q40k.tui.match_app import MatchApp
from tests.games.scripted import go_on, line
from tests.games.space_hulk.playing import new, play, put, ready, to_stealers
from tests.games.space_hulk.screen.test_desk import desk_of, press
from tests.games.space_hulk.screen.test_map import screen_text


def test_the_mission_that_is_marked_stands_before_it_is_chosen() -> None:
    desk = desk_of(temporary_match(games.find("space-hulk")))
    shown = make_lobby(desk, desk.state, "hold-the-room")
    assert shown is not None
    assert shown.title == "Hold the Room"
    assert "the Genestealers win if no marine is left on the board" in shown.about
    assert shown.seats[0][0].plain == " 1 Hammer"
    assert shown.scene is not None
    assert len(shown.scene.pieces) == 5, "the squad in its places"
    open_ = make_lobby(desk, desk.state, "open-table")
    assert open_ is not None
    assert (open_.scene, open_.seats) == (None, ())


def test_what_is_missing_is_said_until_all_is_ready() -> None:
    match = play(new())
    desk = desk_of(match)
    sentences = []
    for _ in range(3):
        shown = make_lobby(desk, desk.state, None)
        assert shown is not None
        sentences.append(shown.missing[0].plain)
        press(desk, ("S11", "i1", "i1")[len(sentences) - 1])  # a start without its blips asks for them first
    assert sentences == ["starting blips: 0 of 2 (i)", "starting blips: 1 of 2 (i)", "All is ready: Shift+S begins."]
    press(desk, "m")
    asking = make_lobby(desk, desk.state, None)
    assert desk.field is not None
    assert asking is not None
    assert asking.missing[0].plain == "All is ready.", "the letter would be typed here"
    desk.press("escape", None)
    press(desk, "S")
    assert make_lobby(desk, desk.state, None) is None
    nobody = desk_of(play(new("open-table")))
    empty = make_lobby(nobody, nobody.state, None)
    assert empty is not None
    assert "no marine has joined" in empty.missing[0].plain


@pytest.mark.rule("SH-REACT-2", "SH-REACT-3")
def test_the_prompt_says_who_was_seen_and_how_one_reacts() -> None:
    match = ready(doors="H4", cp=3, Bolt1="G4 E", Bolt2="F4 E", S1="J4 W", B1="K6")
    go_on(match, line("overwatch", who="Bolt1"))
    desk = desk_of(to_stealers(match))
    press(desk, "1f")
    rows = [str(row) for row in desk.screen.idle_rows(desk)]
    assert rows[0] == "S1 has acted, and is seen."
    assert "Space no reaction · a die, then Enter or the second die, or k: overwatch shot of Bolt1" in rows[1]
    assert "a number, then an action: that marine acts by command points" in rows[1]
    press(desk, "12")
    go_on(match, line("kill", who="S1"))
    blip = desk_of(ready(Bolt1="G4 E", B1="I4"))
    press(blip, "d")
    assert str(blip.screen.idle_rows(blip)[0]) == "B1 is in sight: Shift+C turns it up."


def test_pieces_wear_the_colours_of_their_sides_in_the_feed() -> None:
    match = play(new(), *put(Bolt1="E4 E", S1="G4 W"))
    spans = SCREEN.colour_names(match.state, "Bolt1 fires at S1, not at S12").spans
    assert len(spans) == 2
    assert spans[0].style != spans[1].style
    assert SCREEN.beat(Killed(who="S1", by="shot")).sign == "†"
    assert GAME.view.seats(match.state)[0].colour == 0


async def test_the_board_is_seen_from_the_start_where_there_is_room() -> None:
    app = MatchApp(desk_of(ready(Bolt1="E4 E")), raising=True)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        pane = app.screen.query_one("#map-pane")
        assert pane.display
        await pilot.press("f")
        assert app.desk.state.marines["Bolt1"].position.at == "F4", "and takes no key"


def test_the_card_names_arms_by_the_french_books_own_terms() -> None:
    match = play(new(), *put(Bolt1="E4 E", Hammer="D4 E"))
    assert "storm bolter and power fist" in panels.piece_card(desk_of(match), match.state, "Bolt1").plain
    french = desk_of(match, "fr")
    assert "fulgurant et gantelet énergétique" in panels.piece_card(french, match.state, "Bolt1").plain
    assert "marteau tonnerre et bouclier tempête" in panels.piece_card(french, match.state, "Hammer").plain


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_no_name_of_a_marine_is_cut_in_the_lobby_of_a_small_screen(language: str) -> None:
    full = {"en": "Terminator with heavy flamer", "fr": "Terminator avec lance-flammes lourd"}
    short = {"en": "heavy flamer", "fr": "lance-flammes lourd"}
    for size, name in (((80, 24), short), ((120, 40), full)):
        app = MatchApp(desk_of(temporary_match(games.find("space-hulk")), language), raising=True)
        async with app.run_test(size=size) as pilot:
            await pilot.press("2", "enter")
            await pilot.pause()
            lobby = next(row for row in screen_text(app).splitlines() if "2 Flame" in row)
        assert lobby.split("2 Flame")[1].split("  ")[1].strip() == name[language], size
        assert "…" not in lobby
