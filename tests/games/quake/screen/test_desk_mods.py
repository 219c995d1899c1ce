"""Mods on the screen: chosen, agreed on, played to their end, by keys alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from q40k.games.quake.screen.map import PARTS
from q40k.games.quake.screen.opening import lobby
from q40k.games.quake.screen.turn import idle
from q40k.games.quake.state.score import Accident
from q40k.games.quake.table.scene import marks
from q40k.tui.desk import Desk
from q40k.tui.fields import Number, Several
from tests.games.quake.screen.table import active, field, library, new_desk, player, playing, press, set_up

RED_BLUE = {"Ann": "Red", "Bob": "Blue", "Cy": "Red", "Dee": "Blue"}
SIX = {**RED_BLUE, "Eve": "Red", "Fay": "Blue"}
OPTIONS: Mapping[str, dict[str, int]] = {
    "capture-the-flag": {"rounds": 3},
    "one-flag": {"rounds": 1},
    "base-attack": {"rounds": 1},
    "team-champions": {"rounds": 2},
    "domination": {"points": 3},
    "assault": {"lives": 1},
    "team-deathmatch": {"times_to_win": 10},
}
TWO_ROUNDS: Mapping[str, Any] = {"options": {"rounds": 2, "lives": 1, "budget": 50}}


def in_teams(mod: str, teams: Mapping[str, str] = RED_BLUE, language: str = "en") -> Desk:
    """A desk in the first movement phase of a mod in teams; Red, or Ann for it, begins."""
    budget = {"budget": 500} if library().mods[mod].has("budget") else {}
    desk = set_up(
        tuple(teams), language, mod=mod, arena="bastions-140", teams=teams, options={**OPTIONS[mod], **budget}
    )
    press(desk, "\n4635111")
    if mod == "assault":
        press(desk, "1")
    while desk.state.play.phase == "deployment":
        press(desk, "n")
    assert (desk.state.play.phase, desk.field, desk.notice) == ("movement", None, "")
    return desk


def prompt(desk: Desk) -> list[str]:
    """What the prompt says when nothing is asked."""
    return [str(row) for row in idle(desk)]


# -- set-up -----------------------------------------------------------------------------------


def test_every_mod_is_offered_with_a_line_and_explained_before_it_is_taken() -> None:
    desk = new_desk(mod=None)
    mods = field(desk).choices()
    assert {option.value for option in mods} == set(library().mods)
    assert all(option.note for option in mods)
    assert mods[0].value == "deathmatch"
    press(desk, "capt")
    shown = lobby(desk, desk.state, field(desk).choices()[0].value)
    assert shown is not None
    assert shown.title == "Capture the flag"
    assert any("A flag stands in each base" in line for line in shown.about)


def test_enter_alone_takes_the_usual_numbers_of_a_mod() -> None:
    desk = new_desk(mod=None)
    press(desk, "elite\n\n")
    assert "did the table agree on changes" in field(desk).title
    press(desk, "\n")
    mod = desk.state.setup.mod
    assert mod is not None
    assert (mod.id, mod.parameters.lives, mod.has("barrels")) == ("elite", 1, False)
    assert desk.match_session.row.name == "Elite"


@pytest.mark.rule("SUDDEN-1", "BARREL-1", "TABLE-7")
def test_lives_rounds_barrels_and_a_clock_are_agreed_on_one_page() -> None:
    desk = new_desk(mod=None)
    press(desk, "elite\n\n")
    press(desk, "15\n2x\b9\n34\n490\n60\n\n")
    mod, clock = desk.state.setup.mod, desk.state.clock
    assert mod is not None
    assert mod.win.by == "rounds"
    assert (mod.win.rounds, mod.parameters.lives) == (5, 9)
    assert (mod.has("barrels"), mod.parameters.barrels_each) == (True, 4)
    assert clock is not None
    assert (clock.limit, clock.each) == (5400, 60)


def test_a_number_out_of_bounds_is_said_where_it_is_typed() -> None:
    desk = new_desk(mod=None)
    press(desk, "elite\n\n1500\n")
    assert "99" in field(desk).error
    press(desk, "\x1b")
    assert "did the table agree on changes" in field(desk).title


def test_escape_goes_back_through_the_numbers_to_the_mod() -> None:
    desk = new_desk(mod=None)
    press(desk, "elite\n\n\x1b\x1b")
    assert field(desk).title == "Which mod?"


def test_a_classic_deathmatch_named_by_the_call_asks_for_no_numbers() -> None:
    desk = new_desk(arena="classic-60")
    assert field(desk).title == "Player 1: name?"


@pytest.mark.rule("BASE-1")
def test_arenas_with_bases_come_first_where_teams_have_some() -> None:
    desk = new_desk(mod="one-flag")
    first, *_others = field(desk).choices()
    assert library().arenas[first.value].bases


@pytest.mark.rule("TEAM-1")
def test_teams_grow_by_turns_with_enter_alone() -> None:
    desk = new_desk(mod="team-deathmatch", arena="bastions-140")
    for name in ("Ann", "Bob", "Cy", "Dee"):
        press(desk, f"{name}\n\nork\n")
    assert [p.team for p in desk.state.players.values()] == ["Red", "Blue", "Red", "Blue"]


@pytest.mark.rule("TEAM-1")
def test_a_team_is_named_picked_by_its_number_or_by_its_letters() -> None:
    desk = new_desk(mod="team-deathmatch", arena="bastions-140")
    press(desk, "Ann\nWolves\nork\nBob\nOwls\nork\nCy\n2ork\nDee\now\nork\nEve\nOx\nork\n")
    teams = [p.team for p in desk.state.players.values()]
    assert teams == ["Wolves", "Owls", "Owls", "Owls", "Ox"]


@pytest.mark.rule("TEAM-1")
def test_what_is_left_of_a_teams_budget_is_shown_and_affordable_champions_come_first() -> None:
    desk = new_desk(mod="capture-the-flag", arena="bastions-140")
    press(desk, "30\n\nAnn\n\ntac\nBob\n\ntac\nCy\n")
    red = field(desk).choices()[0]
    assert (red.value, red.note) == ("Red", "1 champion · 15 left")
    press(desk, "\n")
    assert field(desk).notes == ("left for the team: 15 points",)
    assert library().champions[field(desk).choices()[0].value].points <= 15


@pytest.mark.rule("TEAM-2")
def test_the_best_team_chooses_by_a_key_each() -> None:
    desk = set_up(tuple(RED_BLUE), mod="team-deathmatch", arena="bastions-140", teams=RED_BLUE)
    press(desk, "\n4635")
    assert field(desk).title == "Red chooses: which team moves first?"
    press(desk, "2b\n1")
    assert desk.state.team_play.first == {"movement": "Blue", "shooting": "Blue", "assault": "Red"}
    assert desk.state.play.phase == "deployment"


# -- who acts ---------------------------------------------------------------------------------


@pytest.mark.rule("TEAM-3")
def test_a_number_alone_says_who_acts() -> None:
    desk = in_teams("team-deathmatch")
    assert active(desk).name == "Ann"
    assert any("any of" in row and "Cy" in row for row in prompt(desk))
    press(desk, "3")
    assert active(desk).name == "Cy"
    press(desk, "n")
    assert active(desk).name == "Bob"
    press(desk, "1")
    assert (active(desk).name, desk.field) == ("Bob", None)


@pytest.mark.rule("TEAM-3")
def test_an_arrow_and_enter_or_a_letter_say_who_acts_and_escape_nobody() -> None:
    desk = in_teams("team-deathmatch")
    desk.press("down", None)
    press(desk, "\x1b")
    assert active(desk).name == "Ann"
    desk.press("down", None)
    press(desk, "\n")
    assert active(desk).name == "Cy"
    press(desk, "aan\n")
    assert active(desk).name == "Ann"


@pytest.mark.rule("TEAM-3", "DEPLOY-1")
def test_a_number_says_who_is_placed() -> None:
    desk = set_up(tuple(RED_BLUE), mod="team-deathmatch", arena="bastions-140", teams=RED_BLUE)
    press(desk, "\n46351114")
    assert player(desk, "Dee").life.placed
    assert not player(desk, "Bob").life.placed
    assert active(desk).name == "Ann"


@pytest.mark.rule("TURN-1")
def test_where_everyone_plays_alone_a_number_chooses_nobody() -> None:
    desk = playing()
    press(desk, "2")
    assert (desk.field, active(desk).name) == (None, "Alice")
    desk.press("down", None)
    assert desk.field is None
    press(desk, "a")
    assert "is not possible just now" in desk.notice


@pytest.mark.rule("TEAM-4")
def test_killing_a_team_mate_is_priced_as_a_loss() -> None:
    desk = in_teams("team-deathmatch")
    press(desk, "k")
    notes = {option.value: option.note for option in field(desk).choices()}
    assert notes["Cy"].startswith("friend −8")
    assert notes["Bob"] == "+9"


# -- flags ------------------------------------------------------------------------------------


@pytest.mark.rule("FLAG-1", "FLAG-4")
def test_a_flag_is_taken_handed_over_and_brought_home_with_two_keys_each() -> None:
    desk = in_teams("capture-the-flag")
    press(desk, "o\n")
    assert desk.state.flags["F2"].carrier == "p1"
    press(desk, "eo1")
    assert desk.state.flags["F2"].carrier == "p3"
    press(desk, "o")
    assert [str(option.label) for option in field(desk).choices()] == ["Cy brings the flag of Blue home: round won"]
    press(desk, "1")
    assert desk.state.rounds.won == {"Red": 1}
    assert (desk.state.play.phase, desk.state.rounds.round) == ("deployment", 2)


@pytest.mark.rule("FLAG-3")
def test_a_flag_on_the_ground_is_picked_up_or_sent_home_by_whoever_touches_it() -> None:
    desk = in_teams("capture-the-flag")
    press(desk, "o\nx1")
    assert desk.state.flags["F2"].fell == "Red"
    press(desk, "3o")
    assert [option.label for option in field(desk).choices()] == ["Cy picks up the flag of Blue"]
    press(desk, "\x1bno")
    labels = [option.label for option in field(desk).choices()]
    assert labels == ["Bob takes the flag of Red", "Bob touches the flag of Blue: it goes home"]
    press(desk, "2")
    assert desk.state.flags["F2"].at_home


@pytest.mark.rule("FLAG-1")
def test_tab_shows_what_another_champion_may_do() -> None:
    desk = in_teams("capture-the-flag")
    press(desk, "o\t3")
    assert field(desk).title == "Cy and the objectives"
    press(desk, "\n")
    assert desk.state.flags["F2"].carrier == "p3"
    assert active(desk).name == "Cy"


def test_what_a_mod_does_not_have_has_no_key() -> None:
    flags = {action.id for action in in_teams("capture-the-flag").valid_actions()}
    alone = {action.id for action in playing().valid_actions()}
    assert {"act", "objective"} <= flags
    assert not {"act", "objective", "clock-hold"} & alone
    assert not {"portal", "token"} & flags
    assert {"portal", "token", "end-match", "clock"} <= alone


# -- buildings, portals, barrels --------------------------------------------------------------


@pytest.mark.rule("BASE-1")
def test_a_building_is_penetrated_once_by_enter_or_as_often_as_typed() -> None:
    desk = in_teams("base-attack")
    press(desk, "o\n\n")
    assert desk.state.teams["Blue"].structure == 9
    press(desk, "o19")
    assert desk.state.outcome.over
    assert prompt(desk)[:2] == ["Red wins the match!", "1 of 1 round"]


@pytest.mark.rule("PORTAL-1")
def test_a_portal_is_held_by_three_keys() -> None:
    desk = in_teams("domination", SIX)
    press(desk, "o15eeee")
    assert desk.state.teams["Red"].points == 1
    press(desk, "eeeeeeee")
    assert prompt(desk)[:2] == ["Red wins the match!", "3 of 3 points"]


@pytest.mark.rule("BARREL-2", "BARREL-7")
def test_a_barrel_its_victims_and_those_it_sets_off_are_named_by_numbers() -> None:
    desk = playing(("Ann", "Bob"), addons=("barrel-frenzy",), options={"barrels_each": 3})
    press(desk, "o\n24")
    victims = field(desk)
    assert isinstance(victims, Several)
    press(desk, "2\n")
    assert field(desk).title.endswith("under the template of K2?")
    assert [option.key for option in field(desk).choices()] == ["1", "3", "4", "5", "6"]
    press(desk, "6\n1\n\n3")
    assert set(desk.state.barrels) == {"K1", "K3", "K4", "K5"}
    assert (player(desk, "Ann").score.kills, player(desk, "Bob").position.near) == (1, 3)


@pytest.mark.rule("BARREL-7")
def test_enter_alone_means_nobody_and_no_barrel() -> None:
    desk = playing(("Ann", "Bob"), addons=("barrel-frenzy",), options={"barrels_each": 3})
    press(desk, "o\n14\n\n")
    assert desk.field is None
    assert len(desk.state.barrels) == 5


# -- rounds and the end -----------------------------------------------------------------------


@pytest.mark.rule("SUDDEN-1")
def test_a_round_won_is_told_before_everyone_deploys_again() -> None:
    desk = playing(("Ann", "Bob"), mod="champion-of-champions", **TWO_ROUNDS)
    press(desk, "k2")
    first, second, *_rest = prompt(desk)
    assert first == "Last alive: Ann wins round 1 (1 won so far)"
    assert second.startswith("Round 2: everyone is alive again")
    press(desk, "n")
    assert not any("Last alive" in row for row in prompt(desk))
    press(desk, "nk2")
    assert prompt(desk)[:2] == ["Ann wins the match!", "2 of 2 rounds"]


@pytest.mark.rule("SUDDEN-1")
def test_a_drawn_round_is_told_and_played_again() -> None:
    desk = playing(("Ann", "Bob"), mod="champion-of-champions", **TWO_ROUNDS)
    desk.do(Accident(player=("Ann", "Bob")))
    assert "round 1 is drawn" in prompt(desk)[0]
    assert desk.state.rounds.round == 1


@pytest.mark.rule("SUDDEN-1")
def test_the_better_hunt_is_told_for_its_team() -> None:
    desk = in_teams("assault")
    press(desk, "eeeek2k4")
    assert "killed every target in 2 turns" in prompt(desk)[0]
    while desk.state.play.phase == "deployment":
        press(desk, "n")
    press(desk, "eeee")
    assert prompt(desk)[:2] == ["Red wins the match!", "The better hunt."]


@pytest.mark.rule("TABLE-3")
def test_an_early_end_shows_the_result_so_far_before_it_is_kept() -> None:
    desk = playing(("Ann", "Bob"))
    press(desk, "k24,e")
    current = field(desk)
    assert current.why == "Ann leads and wins."
    assert current.notes[0] == "Ann ×0.6 of ×10"
    press(desk, "\n")
    assert not desk.state.outcome.over
    press(desk, ",ey\n")
    assert desk.state.outcome.ended
    assert prompt(desk)[0] == "Ann wins the match!"
    assert "Ended early" in prompt(desk)[1]
    press(desk, "u")
    assert not desk.state.outcome.over


@pytest.mark.rule("TIE-1")
def test_a_tie_asks_for_figures_by_a_key_and_for_ages_by_their_number() -> None:
    desk = playing(("Ann", "Bob"))
    press(desk, ",eylast bus\n")
    assert field(desk).title == "Ann: is the figure painted?"
    press(desk, "yyyy")
    age = field(desk)
    assert isinstance(age, Number)
    press(desk, "é\x1b")
    assert field(desk).title == "Bob: does the figure show what it carries?"
    press(desk, "y200\n")
    assert "150" in field(desk).error
    assert field(desk).buffer == "200", "what was typed stays, to be mended"
    press(desk, "\b\b\b4x1\n39\n")
    assert desk.state.outcome.winner == ("p1",)


@pytest.mark.rule("TIE-1")
def test_what_ties_count_can_be_told_beforehand_field_by_field() -> None:
    desk = playing(("Ann", "Bob"))
    press(desk, "f71yn\nSpace Wolf\n41\n")
    ann = player(desk, "Ann")
    assert ann.about.based is False
    assert (ann.about.painted, ann.about.wysiwyg, ann.about.race, ann.about.age) == (True, None, "Space Wolf", 41)
    press(desk, "f71nnn\nold\n")
    assert field(desk).error
    press(desk, "\x1b\x1b\x1b\x1b\x1b\x1b\x1b")
    assert player(desk, "Ann").about.painted is True


@pytest.mark.rule("TEAM-1")
def test_a_player_changes_teams_in_the_menu_of_corrections() -> None:
    desk = set_up(tuple(RED_BLUE), mod="team-deathmatch", arena="bastions-140", teams=RED_BLUE)
    press(desk, "\x1bf63")
    assert field(desk).choices()[0].value == "Blue"
    press(desk, "\n")
    assert player(desk, "Cy").team == "Blue"


@pytest.mark.parametrize(("mod", "plays_with_flags"), [("domination", False), ("capture-the-flag", True)])
def test_flags_are_drawn_and_explained_in_play_only_where_they_are_played_for(mod: str, plays_with_flags: bool) -> None:
    desk = in_teams(mod, SIX)
    assert desk.state.setup.arena.flags, "the arena has places for flags"
    drawn = {mark.style for mark in marks(desk.state)}
    words = {sample.word for sample in PARTS.legend(desk.locale, desk.state)}
    assert ("flag" in drawn, "flag" in words) == (plays_with_flags, plays_with_flags)


def test_undo_takes_a_flag_and_a_choice_back() -> None:
    desk = in_teams("capture-the-flag")
    press(desk, "3o\nuu")
    assert (active(desk).name, desk.state.flags["F2"].at_home) == ("Ann", True)


@pytest.mark.rule("INIT-4")
def test_who_comes_late_is_asked_for_a_team_that_is_there() -> None:
    desk = in_teams("domination", SIX)
    press(desk, "jGus\nGreen")
    assert not any(option.value == "Green" for option in field(desk).choices())
    press(desk, "\b\b\b\b\b\nork\n")
    assert player(desk, "Gus").team == "Red"
    assert player(desk, "Gus").in_play


@pytest.mark.parametrize("mod", sorted(OPTIONS))
def test_the_words_of_each_mod_are_there_in_french(mod: str) -> None:
    desk = in_teams(mod, SIX, "fr")
    assert any("au choix" in row for row in prompt(desk))
