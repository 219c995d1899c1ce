"""Teams, rounds and flags at a glance: in the ribbon, on the board, in feed, card and scores."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.content import Content

from q40k.games.quake.screen.sheets import ScoreScreen
from q40k.games.quake.screen.teams import colour_names, ink_of, sides_line
from q40k.games.quake.state.positions import StandIn
from q40k.games.quake.state.table.players import Leave
from q40k.games.quake.table.team_marks import team_marks
from q40k.i18n.locale import Locale
from q40k.tabletop.colours import COLOURS
from tests.games.quake.screen.table import app_of, field, playing, press, row, screen, set_up
from tests.games.quake.screen.test_desk_mods import RED_BLUE, SIX, TWO_ROUNDS, in_teams

SMALL, LARGE = (80, 24), (120, 40)
EN = Locale("en")


@given(st.lists(st.text(min_size=1, max_size=8), min_size=1, max_size=12, unique=True))
def test_each_team_has_a_letter_of_its_own(teams: list[str]) -> None:
    marks = team_marks(tuple(teams))
    letters = [letter for letter, _colour in marks.values()]
    assert all(len(letter) == 1 for letter in letters)
    assert len(marks) == len(teams)
    assert {colour for _letter, colour in marks.values()} <= set(COLOURS)


def test_a_team_called_by_a_colour_has_it_and_no_other_team_has() -> None:
    marks = team_marks(("Bleu", "Wolves", "Red", "Rats"))
    assert marks["Bleu"] == ("B", COLOURS[2])
    assert marks["Red"][1] == COLOURS[0]
    assert len({colour for _letter, colour in marks.values()}) == 4
    assert [letter for letter, _colour in marks.values()] == ["B", "W", "R", "A"]


def test_names_in_a_sentence_bear_their_teams_letter_and_other_words_do_not() -> None:
    state = in_teams("team-deathmatch").state
    shown = colour_names(state, "Ann frags Bob; Annabel watches Cy-2")
    assert shown.plain == "Ann·R frags Bob·B; Annabel watches Cy·R-2"
    assert isinstance(shown, Content)


def test_where_everyone_plays_alone_a_sentence_stays_as_it_is() -> None:
    assert colour_names(playing().state, "Alice frags Bob").plain == "Alice frags Bob"


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_teams_flags_and_whose_part_it_is_stand_below_the_ribbon(size: tuple[int, int]) -> None:
    desk = in_teams("capture-the-flag")
    press(desk, "o\nn")
    app = app_of(desk)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        line = screen(app).splitlines()[1]
        assert "Round 1 │  R Red 0/3 │ ▶B Blue 0/3 │ ⚑ Red at home · Blue: Ann" in line
        assert "✓R 1 Ann ⚑" in screen(app)
        assert "▶B 2 Bob" in screen(app)
        assert "▷B 4 Dee" in screen(app)
        assert "Ann·R takes the flag of Blue" in screen(app)
        assert "Blue, any of:  2 Bob  4 Dee" in screen(app)


async def test_arrows_and_clicks_say_who_acts_on_the_screen() -> None:
    desk = in_teams("team-deathmatch")
    app = app_of(desk)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("down", "enter")
        assert desk.state.play.active == "p3"
        await pilot.click("#prompt", offset=_in_prompt(app, "1 Ann"))
        assert desk.state.play.active == "p1"


@pytest.mark.parametrize("opens", ["k", "s"])
def test_foes_lead_a_list_of_targets_and_enter_never_takes_a_friend(opens: str) -> None:
    desk = in_teams("team-deathmatch")
    while opens == "s" and desk.state.play.phase != "shooting":
        press(desk, "n")
    press(desk, opens)
    options = [option for option in field(desk).choices() if option.value in ("Ann", "Bob", "Cy", "Dee")]
    assert [option.value for option in options] == ["Bob", "Dee", "Cy"]
    assert options[2].note.startswith("friend")
    assert options[2].colour == ink_of(desk.state, "p3") != options[0].colour
    press(desk, "C\n")
    assert "Enter does not take Cy: type 3 for that." in field(desk).error
    press(desk, "\b\n")
    assert desk.state.players["p3"].in_play


def test_a_friend_can_still_be_named() -> None:
    desk = in_teams("team-deathmatch")
    press(desk, "k3")
    assert not desk.state.players["p3"].life.alive


def test_who_has_left_is_named_when_the_number_is_typed() -> None:
    desk = playing(("Ann", "Bob", "Tom"))
    desk.do(Leave(player="Tom"))
    press(desk, "k3")
    assert field(desk).error == "Tom has left."


def _in_prompt(app: object, words: str) -> tuple[int, int]:
    x, y = row(app, words, "━━")  # type: ignore[arg-type]
    region = app.screen.query_one("#prompt").region  # type: ignore[attr-defined]
    return x - region.x + 1, y - region.y


async def test_lives_and_who_is_out_stand_on_board_and_card() -> None:
    desk = playing(("Ann", "Bob", "Cy"), mod="champion-of-champions", options={"rounds": 2, "lives": 2, "budget": 50})
    press(desk, "k24")
    app = app_of(desk)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        assert "♥2" in screen(app)
        assert "♥1" in screen(app)
        assert "outlive Bob" in screen(app)
        await pilot.press("k", "2")
        assert "✗  2 Bob" in screen(app)
        assert "Round 1" in screen(app).splitlines()[1]


async def test_a_hunt_counts_its_turns_against_those_to_beat() -> None:
    desk = in_teams("assault")
    press(desk, "eeeeeeeek2k4")
    while desk.state.play.phase == "deployment":
        press(desk, "n")
    app = app_of(desk)
    async with app.run_test(size=LARGE) as pilot:
        await pilot.pause()
        assert "Hunt 2 of 2: turn 1, to be done before turn 3" in screen(app)


def test_buildings_and_portals_held_stand_beside_their_teams() -> None:
    assert "R Red 0/1 ▣10 │  B Blue 0/1 ▣10" in sides_line(in_teams("base-attack").state, EN).plain
    desk = in_teams("domination", SIX)
    press(desk, "o12")
    desk.do(StandIn(player="Cy", portal=4))
    assert "▶R Red 0/3 ◎24" in sides_line(desk.state, EN).plain


def test_while_teams_are_made_what_is_left_of_their_budgets_is_shown() -> None:
    desk = set_up(
        ("Ann", "Bob"), mod="one-flag", teams=RED_BLUE, arena="bastions-140", options={"rounds": 1, "budget": 40}
    )
    line = sides_line(desk.state, EN).plain
    assert "R Red 1 champion, 25 left" in line
    assert "B Blue 1 champion, 31 left" in line


def test_a_match_without_teams_rounds_or_barrels_has_no_such_line() -> None:
    assert sides_line(playing().state, EN).plain == ""


async def test_the_scoreboard_tells_each_team_what_it_still_has_to_do() -> None:
    desk = in_teams("team-deathmatch")
    press(desk, "k21")
    app = app_of(desk)
    async with app.run_test(size=LARGE) as pilot:
        await pilot.press("b")
        assert isinstance(app.screen, ScoreScreen)
        shown = screen(app)
        assert "R Red" in shown
        assert "→ 221 points to go" in shown
        page = shown[shown.index("│ R Red") :]
        assert page.index("R Red") < page.index("→ 221") < page.index("  Ann") < page.index("B Blue")


async def test_a_new_round_is_a_break_on_the_screen() -> None:
    desk = playing(("Ann", "Bob"), mod="champion-of-champions", **TWO_ROUNDS)
    app = app_of(desk)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("k", "2")
        await pilot.pause()
        assert "Round 2: everyone is alive again, and deploys." in screen(app)
        assert "[DEPLOYMENT]" in screen(app)


async def test_a_champion_of_two_digits_is_clicked_whole() -> None:
    names = {f"P{n}": ("Red", "Blue")[n % 2] for n in range(1, 25)}
    desk = in_teams("team-deathmatch", names)
    app = app_of(desk)
    async with app.run_test(size=LARGE) as pilot:
        await pilot.pause()
        team = desk.state.side_of(desk.state.play.active or "")
        other = "12" if team == "Red" else "13"
        await pilot.click("#prompt", offset=_in_prompt(app, f"{other} P{other}"))
        assert desk.state.play.active == f"p{other}"


async def test_a_long_title_is_cut_before_the_phases_are_shortened() -> None:
    desk = playing(name="The Tuesday evening of everybody’s disaster")
    app = app_of(desk)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        top = screen(app).splitlines()[0]
        assert "The Tuesday" in top
        assert "Close combat" in top
