"""The race: how far everybody is from winning, as a bar, a figure and what was gained this turn."""

from __future__ import annotations

from fractions import Fraction

import pytest

from q40k.games.game import Racer
from q40k.games.quake.state.score import Adjust
from q40k.i18n.locale import Locale
from q40k.i18n.scores import gain_text, score_text
from q40k.table.shown import RacePlace, race_places
from q40k.tui.headline import gauge, race_line, race_lines, tall
from q40k.tui.pages.help import HelpScreen
from tests.games.quake.screen.table import app_of, playing, press, row, screen

EN, FR = Locale("en"), Locale("fr")


def test_what_has_been_made_in_the_unit_of_the_game() -> None:
    assert score_text(EN, Fraction(34, 10), Fraction(10), "times") == "×3.4"
    assert score_text(EN, Fraction(91, 2), Fraction(200), "points") == "45½/200"
    assert score_text(EN, Fraction(7), Fraction(15), "count") == "7/15"
    assert score_text(EN, Fraction(2, 5), Fraction(1), "share") == "40%"


def test_what_has_been_gained_in_the_unit_of_the_game() -> None:
    assert gain_text(FR, Fraction(12, 10), "times") == "+1,2"
    assert gain_text(EN, Fraction(-3, 2), "points") == "−1½"
    assert gain_text(EN, Fraction(2), "count") == "+2"
    assert gain_text(EN, Fraction(1, 1000), "share") == ""
    assert gain_text(EN, Fraction(0), "times") == ""


@pytest.mark.parametrize("eighths", range(0, 81, 7))
def test_a_bar_grows_by_an_eighth_of_a_cell(eighths: int) -> None:
    drawn = gauge(Fraction(eighths, 80), Fraction(eighths, 80), 10, "").plain
    full, rest = divmod(eighths, 8)
    assert len(drawn) == 10
    assert drawn.count("█") == full
    assert (drawn.strip("█░") != "") == bool(rest)


def test_what_was_gained_this_turn_is_hatched() -> None:
    assert gauge(Fraction(6, 10), Fraction(2, 10), 10, "").plain == "██▓▓▓▓░░░░"
    assert gauge(Fraction(2, 10), Fraction(6, 10), 10, "").plain == "██░░░░░░░░"


@pytest.mark.parametrize("more", [3, -3])
def test_a_loss_has_a_colour_of_its_own(more: int) -> None:
    place = RacePlace(Racer("A", "Ann", scored=Fraction(1), goal=Fraction(10)), more=Fraction(more))
    for rows in ([race_line(EN, place, 80, 1)], tall(EN, place, 100)):
        styles = {str(span.style) for row in rows for span in row.spans}
        assert ("$loss" in styles, "$success" in styles) == (more < 0, more > 0)


def test_whoever_leads_alone_is_marked_and_a_level_race_has_no_leader() -> None:
    desk = playing()
    assert {place.mark() for place in race_places(desk.view.race(desk.state))} == {" "}
    began = desk.state
    press(desk, "k24")
    race = race_places(desk.view.race(desk.state), desk.view.race(began))
    assert (race[0].racer.name, race[0].mark()) == ("Alice", "♛")
    assert race[0].more == race[0].racer.scored > 0
    assert not any(place.leads or place.more for place in race[1:])


def test_whoever_wins_with_one_more_kill_is_marked() -> None:
    desk = playing()
    goal = desk.state.goal("p2")
    desk.do(Adjust(player="Bob", score=Fraction(goal - 1), why="nearly"))
    near = [place.racer.name for place in race_places(desk.view.race(desk.state)) if place.racer.near]
    assert near == ["Bob"]
    assert "!×9.8" in race_line(EN, race_places(desk.view.race(desk.state))[0], 60).plain


def test_lines_say_how_many_more_there_are() -> None:
    race = tuple(RacePlace(Racer(f"p{n}", f"P{n}")) for n in range(1, 8))
    assert len(race_lines(EN, race, 60, 7)) == 7
    short = race_lines(EN, race, 60, 3)
    assert [row.plain.split()[1] for row in short[:2]] == ["P1", "P2"]
    assert short[2].plain == "… and 5 more"


@pytest.mark.parametrize("width", [24, 30, 46, 60, 200])
def test_a_line_is_never_wider_than_its_room(width: int) -> None:
    place = RacePlace(Racer("p1", "Somebody with a long name", 2, Fraction(7), Fraction(10), "times"))
    assert race_line(EN, place, width, 1).cell_length <= width


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_the_board_shows_the_race_since_the_turn_began(size: tuple[int, int]) -> None:
    desk = playing()
    app = app_of(desk)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await pilot.press("k", "2", "4")
        await pilot.pause()
        _x, y = row(app, "1 Alice", below="player")
        drawn = screen(app).splitlines()[y]
        assert "♛×0.6" in drawn
        assert set("▍▌▋▊▓") & set(drawn)
        assert ("+0.6" in drawn) == (size[0] == 120)
        await pilot.press("u")
        await pilot.pause()
        assert "♛" not in screen(app)


async def test_the_signs_of_the_board_are_explained_by_f1() -> None:
    app = app_of(playing())
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("shift+tab", "shift+tab", "f1")
        await pilot.pause()
        assert isinstance(app.screen, HelpScreen)
        assert "♛ leads" in app.screen.explained
        assert "◇E1 has used it up" in app.screen.explained
