"""The set-up as a lobby: the mod, the arena, who joins with what, and what is missing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.pilot import Pilot

from q40k.i18n.locale import Locale
from q40k.table.match_library import MatchLibrary
from q40k.tui.desk import Desk
from q40k.tui.map.preview import Preview
from q40k.tui.match_app import MatchApp
from tests.games.quake.screen.table import app_of, field, library, new_desk, playing, press, screen, set_up

SMALL, LARGE = (80, 24), (120, 40)


def words(app: MatchApp) -> str:
    """What the screen shows at the left of the map or the card, in one line."""
    return " ".join(" ".join(line.split("│")[0] for line in screen(app).splitlines()).split())


async def settle_layout(pilot: Pilot[int]) -> None:
    """Wait until all is laid out: what a row needs decides what the next one gets."""
    for _ in range(3):
        await pilot.pause()


def has_map(app: MatchApp) -> bool:
    preview = app.screen.query_one(Preview)
    return bool(preview.display and preview.region)


async def test_the_marked_mod_is_explained_and_stays_so_once_it_is_taken() -> None:
    app = app_of(new_desk(mod=None))
    async with app.run_test(size=LARGE) as pilot:
        await pilot.press(*"domi")
        await settle_layout(pilot)
        for _ in range(2):
            assert "every portal held by one team alone scores a point" in words(app)
            assert has_map(app)
            await pilot.press("enter")
            await settle_layout(pilot)
        assert "Which arena?" not in screen(app)


async def test_what_is_cut_off_a_mod_on_a_small_screen_is_told_by_f1() -> None:
    app = app_of(new_desk(mod=None))
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press(*"elite")
        await settle_layout(pilot)
        assert "Who wins: The last one alive" in words(app)
        assert " … F1" in screen(app)
        assert "latecomers wait" not in words(app)
        await pilot.press("f1")
        await settle_layout(pilot)
        for _ in range(3):
            await pilot.press("down")
        await settle_layout(pilot)
        assert "Latecomers wait" in " ".join(screen(app).replace("│", " ").split())


async def test_what_fits_has_no_sign_that_there_is_more() -> None:
    app = app_of(new_desk(mod=None))
    async with app.run_test(size=(120, 60)) as pilot:
        await pilot.press(*"elite")
        await settle_layout(pilot)
        assert "F1" not in words(app).replace("F1 Help", "").replace("F12", "")


async def test_the_marked_arena_is_shown() -> None:
    app = app_of(new_desk())
    async with app.run_test(size=LARGE) as pilot:
        await settle_layout(pilot)
        assert "The classic pit · 60×60 cm, up to 9 players" in screen(app)
        first = app.screen.query_one(Preview).scene
        await pilot.press("down")
        await settle_layout(pilot)
        marked = field(app.desk).choices()[1].label
        assert f"{marked} · " in screen(app)
        assert app.screen.query_one(Preview).scene is not first


async def test_players_are_listed_as_they_join_each_with_champion_and_price() -> None:
    desk = new_desk(arena="classic-60")
    app = app_of(desk)
    async with app.run_test(size=SMALL) as pilot:
        await settle_layout(pilot)
        assert "nobody sits here yet" in screen(app)
        assert has_map(app)
        await pilot.press(*"Alice", "enter", *"tac")
        await settle_layout(pilot)
        assert "Space Marines · infantry" in screen(app)  # the card of the one that is marked
        assert "WS 4" in screen(app)
        await pilot.press("enter")
        await settle_layout(pilot)
        row = next(line for line in screen(app).splitlines() if "1 Alice" in line)
        assert "Tactical Marine" in row
        assert "15" in row
        assert "ready: Enter on an empty name starts" in screen(app)
        assert "joins with" not in screen(app)  # it stands there already
        await pilot.press(*"Bob, Cid", "enter")
        await settle_layout(pilot)
        assert "Bob fields…" in screen(app)  # Enter would take a champion now
        assert "ready:" not in screen(app)
        assert "enough players to start" in screen(app)
        await pilot.press("escape")
        await settle_layout(pilot)
        assert "Enter: Bob" in screen(app)
        assert "enough players to start" in screen(app)
        await pilot.press("escape")
        await settle_layout(pilot)
        assert "ready: S starts" in screen(app)


@pytest.mark.rule("TEAM-1")
async def test_what_is_missing_is_said_before_everybody_is_entered() -> None:
    desk = new_desk(mod="domination", arena="bastions-140")
    press(desk, "\n\n")
    app = app_of(desk)
    async with app.run_test(size=SMALL) as pilot:
        await settle_layout(pilot)
        assert "2 teams are missing, with 3 players each" in words(app)
        for name in ("Ann", "Bob", "Cid"):
            await pilot.press(*name, "enter", "1", *"guard", "enter")
        await settle_layout(pilot)
        assert "1 team is missing, with 3 players each" in words(app)
        assert "Red: " not in screen(app)
        await pilot.press(*"Dan", "enter", "2", *"guard", "enter")
        await settle_layout(pilot)
        assert "Blue needs 2 more players" in screen(app)
        assert "1 of 3" in screen(app)
        for name in ("Eva", "Fay"):
            await pilot.press(*name, "enter", "2", *"guard", "enter")
        await settle_layout(pilot)
        assert "ready: Enter" in screen(app)


async def test_a_crowd_is_seen_whole_on_a_small_screen() -> None:
    names = ("Ann", "Bob", "Cid", "Dan", "Eva", "Fay", "Gus", "Hal", "Ida")
    app = app_of(set_up(names))
    async with app.run_test(size=SMALL) as pilot:
        await settle_layout(pilot)
        for number, name in enumerate(names, 1):
            assert f"{number} {name}" in screen(app)
        assert "Player 10: name?" in screen(app)


async def test_the_lobby_makes_room_for_the_board_once_the_match_begins() -> None:
    desk = set_up(("Ann", "Bob"))
    app = app_of(desk)
    async with app.run_test(size=LARGE) as pilot:
        await pilot.press("v")  # typed as a letter of a name
        await pilot.press("escape", "escape", "v")
        await settle_layout(pilot)
        assert "MapScreen" in type(app.screen).__name__  # there is no room beside a lobby
        await pilot.press("escape")
        await pilot.press("S", "6", "3")
        await settle_layout(pilot)
        assert not has_map(app)
        assert "joins with" in screen(app)


# ---- the last evening


@pytest.fixture
def evenings(tmp_path: Path) -> Iterator[MatchLibrary]:
    """A library with an evening of two players."""
    match_library = MatchLibrary(tmp_path / "matches.sqlite3")
    match_session = match_library.begin("last week")
    playing(("Zoé", "Max"), match_session=match_session)
    match_session.close()
    yield match_library
    match_library.close()


def begin_match(match_library: MatchLibrary, **options: str) -> Desk:
    return new_desk(match_session=match_library.begin("tonight"), **{"arena": "classic-60", **options})


def test_those_of_the_last_evening_are_seated_by_one_key(evenings: MatchLibrary) -> None:
    desk = begin_match(evenings)
    assert field(desk).other == "as last time: Zoé and Max"
    desk.press("tab", None)
    fielded = {p.name: p.champion.id for p in desk.state.players.values()}
    assert fielded == {"Zoé": "space-marine", "Max": "ork-slugga-boy"}
    assert field(desk).title == "Player 3: name?"
    assert not field(desk).other
    desk.perform("undo")
    assert [p.name for p in desk.state.players.values()] == ["Zoé"]
    assert field(desk).why == "Enter: Max."
    desk.match_session.close()


def test_in_teams_those_of_the_last_evening_come_one_by_one(evenings: MatchLibrary) -> None:
    desk = begin_match(evenings, mod="capture-the-flag", arena="bastions-140")
    press(desk, "\n\n")
    desk.press("tab", None)
    assert field(desk).why == "Enter: Zoé."
    press(desk, "\n1")
    assert "as last time" in field(desk).choices()[0].note
    desk.match_session.close()


def test_where_nobody_has_played_nobody_is_offered(tmp_path: Path) -> None:
    match_library = MatchLibrary(tmp_path / "matches.sqlite3")
    desk = begin_match(match_library)
    assert not field(desk).other
    desk.match_session.close()
    match_library.close()


async def test_the_lobby_speaks_french() -> None:
    app = app_of(Desk(new_desk(arena="classic-60").match_session, library(), Locale("fr")))
    async with app.run_test(size=LARGE) as pilot:
        await settle_layout(pilot)
        assert "personne n’est encore à la table" in screen(app)


async def test_two_dozen_players_scroll_by_page_and_say_how_many_are_hidden() -> None:
    names = tuple(f"Player{number}" for number in range(1, 25))
    app = app_of(set_up(names))
    async with app.run_test(size=SMALL) as pilot:
        await settle_layout(pilot)
        assert "↑ 8 more (Page up)" in screen(app)
        assert "24 Player24" in screen(app)
        assert " 1 Player1 " not in screen(app)
        await pilot.press("pageup")
        await settle_layout(pilot)
        assert " 1 Player1 " in screen(app)
        assert "↓ 8 more (Page down)" in screen(app)
        await pilot.press("pagedown")
        await settle_layout(pilot)
        assert "24 Player24" in screen(app)
        assert "Player 25: name?" in screen(app)


async def test_the_table_of_players_scrolls_from_the_prompt_in_play() -> None:
    app = app_of(playing(tuple(f"Player{number}" for number in range(1, 25))))
    async with app.run_test(size=SMALL) as pilot:
        await settle_layout(pilot)
        assert "↓" in screen(app)
        assert " more" in screen(app)
        await pilot.press("end")
        await settle_layout(pilot)
        assert "↑" in screen(app)
        last = app.desk.state.players[app.desk.state.order[-1]].name
        assert f" {last} " in screen(app)
        await pilot.press("escape")
        await settle_layout(pilot)
        assert "Player1 " in screen(app)
