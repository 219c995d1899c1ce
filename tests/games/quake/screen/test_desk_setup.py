"""Setting a match up, the order of play and deployment, by keys alone."""

from __future__ import annotations

import pytest

from q40k.tui.fields import Dice, Search
from q40k.tui.main import MainScreen
from tests.games.quake.screen.table import (
    CHAMPIONS,
    FOUR,
    active,
    app_of,
    field,
    idle,
    keys,
    library,
    new_desk,
    playing,
    press,
    set_up,
)


def test_a_match_is_set_up_by_typing_names_and_letters_of_champions() -> None:
    desk = new_desk()
    press(desk, "1Alice\ntac\nBob\nslug\nChloé\ngardien\n")
    players = list(desk.state.players.values())
    assert [p.name for p in players] == ["Alice", "Bob", "Chloé"]
    assert [p.champion.id for p in players][1:] == ["ork-slugga-boy", "eldar-guardian"]
    assert field(desk).title == "Player 4: name?"


def test_the_arrows_mark_a_champion_and_backspace_takes_letters_back() -> None:
    desk = new_desk(arena="classic-60")
    press(desk, "Alice\norkx\b")
    values = [option.value for option in field(desk).choices()]
    desk.press("down", None)
    press(desk, "\n")
    assert desk.state.players["p1"].champion.id == values[1]


def test_the_arena_is_asked_with_its_places_and_enter_takes_the_books() -> None:
    desk = new_desk()
    options = field(desk).choices()
    assert options[0].value == "classic-60"
    assert "9 players" in options[0].note
    tiles = [library().arenas[o.value].tiles for o in options[1:]]
    assert tiles == sorted(tiles)
    assert [o.key for o in options[:10]] == list("1234567890")[: len(options)]
    press(desk, "\n")
    assert desk.state.setup.arena is not None
    assert desk.state.setup.arena.id == "classic-60"


def test_whose_dice_is_asked_when_the_call_left_it_open() -> None:
    desk = new_desk(ask_dice=True, arena="classic-60")
    assert field(desk).title == "Who rolls?"
    press(desk, "2")
    assert desk.state.setup.roller == "app"


@pytest.mark.parametrize("by", ["app", "hand"])
def test_whose_dice_is_not_asked_when_the_call_said_it(by: str) -> None:
    desk = new_desk(ask_dice=True, arena="classic-60", dice=by)
    assert desk.state.setup.roller == by
    assert field(desk).title == "Player 1: name?"


def test_who_was_named_without_a_champion_is_offered_by_enter() -> None:
    players = (("Ann", "", ()), ("Bob", "", ()), ("Cid", "ork-slugga-boy", ()))
    desk = new_desk(arena="classic-60", players=players)
    assert field(desk).why == "Enter: Ann."
    press(desk, "\ntac\n")
    assert field(desk).why == "Enter: Bob."
    press(desk, "Dan\nguard\n\t")  # somebody else comes in between, and Bob does not come
    assert "Enter: everybody is there" in field(desk).why
    names = [p.name for p in desk.state.players.values()]
    assert names == ["Cid", "Ann", "Dan"]


@pytest.mark.parametrize(
    "pasted",
    [
        "Ann\nBob\nCid",
        "Ann\r\nBob\r\nCid\r\n",
        "- Ann\n- Bob\n- Cid",
        "1. Ann\n2. Bob\n3. Cid",
        "1\tAnn\n2\tBob\n3\tCid",
        " • Ann\n\n • Bob\n • Cid",
    ],
)
def test_a_pasted_list_of_names_is_one_line_of_names(pasted: str) -> None:
    desk = new_desk(arena="classic-60")
    desk.paste(pasted)
    assert field(desk).buffer == "Ann, Bob, Cid"
    press(desk, "\ntac\nguard\nork\n")
    assert [player.name for player in desk.state.players.values()] == ["Ann", "Bob", "Cid"]


@pytest.mark.parametrize("pressed", ["in the set-up", "j"])
def test_a_pasted_list_is_of_players_wherever_somebody_joins(pressed: str) -> None:
    desk = new_desk(arena="classic-60") if pressed == "in the set-up" else playing(("Ann", "Bob", "Zoe"))
    if pressed == "in the set-up":
        desk.press("escape", None)
    press(desk, "j")
    desk.paste("- Eve\n- Fay\n")
    press(desk, "\ntac\n")
    if pressed == "j":
        press(desk, "34j")
        assert "Fay" in field(desk).why
        press(desk, "\n")
    assert field(desk).title == "Fay fields…"


@pytest.mark.parametrize("line_break", ["enter", "ctrl+j"])
async def test_a_list_that_is_typed_in_one_go_is_pasted_by_a_terminal_without_brackets(line_break: str) -> None:
    app = app_of(new_desk(arena="classic-60"))
    async with app.run_test(size=(80, 24)) as pilot:
        screen, at = app.screen, 100.0
        assert isinstance(screen, MainScreen)
        for key, character in keys("1) Ann\n2) Bob\n"):
            screen.enter(line_break if key == "enter" else key, character, at)
            at += 0.001
        assert field(app.desk).buffer == "1) Ann,2) Bob"
        for _ in range(100):  # nothing comes after the last Enter: it ends the list
            await pilot.pause(0.02)
            if "Ann fields" in field(app.desk).title:
                break
        assert field(app.desk).title == "Ann fields…"


@pytest.mark.rule("TEAM-1")
def test_names_may_say_their_team_and_their_bot() -> None:
    desk = new_desk(mod="team-deathmatch", arena="classic-60")
    press(desk, "Ann@Red, Bob@Blue, Cid@red:sharp\ntac\nguard\nork\n")
    assert {p.name: desk.state.side_of(p.id) for p in desk.state.players.values()} == {
        "Ann": "Red",
        "Bob": "Blue",
        "Cid": "Red",
    }
    bot = desk.state.player_named("Cid").bot
    assert bot is not None
    assert bot.level == "sharp"


def test_several_names_at_once_are_asked_for_one_after_the_other() -> None:
    desk = new_desk(arena="classic-60")
    assert "Ann, Bob" in field(desk).why
    press(desk, "Zoé,  max ,Bob,\n")
    assert field(desk).title == "Zoé fields…"
    press(desk, "tac\n")
    assert field(desk).title == "max fields…"  # letters find his champion, they are no name
    press(desk, "guard\n")
    assert field(desk).title == "Bob fields…"
    press(desk, "\x1b")  # back to his name: somebody else may come
    assert field(desk).why == "Enter: Bob."
    press(desk, "Ann, zoé\n")  # one of them is there already: nobody of the line is taken
    assert field(desk).title == "Player 3: name?"
    assert "zoé" in field(desk).error.casefold()
    assert [p.name for p in desk.state.players.values()] == ["Zoé", "max"]
    press(desk, "\b" * 20 + "\t")
    assert field(desk).title == "Player 3: name?"  # Bob does not come
    assert "everybody is there" in field(desk).why


def test_an_undone_name_of_a_list_is_asked_for_its_champion_again() -> None:
    desk = new_desk(arena="classic-60")
    press(desk, "Ann, Bob\ntac\nguard\n")
    assert field(desk).title == "Player 3: name?"
    desk.press("ctrl+z", None)
    assert field(desk).title == "Bob fields…"
    press(desk, "ork\n")
    assert [p.champion.id for p in desk.state.players.values()][1].startswith("ork")


def test_who_could_not_be_seated_is_offered_with_the_champion_of_last_time() -> None:
    players = (("Ann", "space-marine", ()), ("Bob", "eldar-guardian", ()))
    desk = new_desk(mod="capture-the-flag", arena="bastions-140", players=players)
    press(desk, "\n\n")  # no budget, and the rest as ever
    assert field(desk).why == "Enter: Ann."
    press(desk, "\n\n")
    assert "as last time" in field(desk).choices()[0].note
    press(desk, "\n")
    assert [p.champion.id for p in desk.state.players.values()] == ["space-marine"]
    assert field(desk).why == "Enter: Bob."


@pytest.mark.rule("CHAMPION-6")
def test_who_is_refused_keeps_nobody_else_from_the_table() -> None:
    players = tuple(zip(FOUR[:3], CHAMPIONS[:3], [()] * 3, strict=True))
    desk = new_desk(mod="elite", arena="classic-60", players=players)
    press(desk, "\n")
    assert desk.refused is not None
    desk.press("escape", None)
    assert field(desk).why == "Enter: Bob."
    press(desk, "\n\n")
    assert field(desk).why == "Enter: Chloé."


def test_players_named_by_the_call_have_joined() -> None:
    desk = set_up()
    assert [p.name for p in desk.state.players.values()] == list(FOUR)
    assert field(desk).title == "Player 5: name?"


def test_a_player_of_the_call_whose_champion_nobody_knows_is_said() -> None:
    players = (("Alice", "space-marine", ()), ("Bob", "ork-nobody", ()))
    desk = new_desk(arena="classic-60", players=players)
    assert "ork-nobody" in desk.notice
    assert field(desk).title == "Player 2: name?"


@pytest.mark.rule("INIT-1", "DEPLOY-1")
def test_initiative_dice_go_straight_through() -> None:
    desk = set_up()
    press(desk, "\n6531")
    assert desk.match_session.question is None
    assert desk.state.play.phase == "deployment"
    assert desk.state.play.active == desk.state.order[-1]


@pytest.mark.rule("INIT-2")
def test_ties_are_rolled_off_again_and_again() -> None:
    desk = new_desk(arena="classic-60", players=tuple((name, "space-marine", ()) for name in ("Al", "Bo", "Cy")))
    press(desk, "\n444")
    assert field(desk).rule == "INIT-2"
    press(desk, "551")
    assert "Al" in field(desk).title
    press(desk, "26")
    assert [desk.state.players[p].name for p in desk.state.ranks.ranking] == ["Bo", "Al", "Cy"]


def test_deployment_goes_on_with_n_and_takes_tiles_with_d() -> None:
    desk = set_up()
    press(desk, "\n6531")
    first = active(desk)
    press(desk, "d")
    assert first.name in field(desk).title
    press(desk, "b2\n")
    assert desk.state.players[first.id].position.tile == "B2"
    press(desk, "db2\n")
    assert desk.refused is not None
    desk.press("escape", None)
    assert field(desk).buffer == "b2", "what was entered comes back, to be changed"
    press(desk, "\n")
    press(desk, "b1\n")
    assert {player.position.tile for player in desk.state.players.values()} == {None, "B1", "B2"}
    press(desk, "nn")
    assert desk.state.play.phase == "movement"
    assert idle(desk)


def test_a_tile_that_is_none_is_said_and_asked_again() -> None:
    desk = set_up()
    press(desk, "\n6531dz9\n")
    assert "Z9" in field(desk).error
    press(desk, "b2\n")
    assert "B2" in [player.position.tile for player in desk.state.players.values()]


def test_names_are_trimmed_and_a_taken_one_is_refused_at_once() -> None:
    desk = new_desk(arena="classic-60")
    press(desk, "  Al  \ntac\n")
    assert desk.state.players["p1"].name == "Al"
    press(desk, "AL\n")
    assert "already at the table" in field(desk).error
    assert field(desk).title == "Player 2: name?"


def test_a_name_too_long_or_empty_is_refused_in_words() -> None:
    desk = new_desk(arena="classic-60")
    press(desk, "\n")
    assert field(desk).title == "Player 1: name?"
    press(desk, "x" * 31 + "\n")
    assert field(desk).error == "A name has 30 characters at most."
    assert field(desk).buffer == "x" * 31


def test_escape_goes_back_field_by_field_and_out_of_the_set_up() -> None:
    desk = new_desk(arena="classic-60")
    press(desk, "Al\n")
    assert isinstance(field(desk), Search)
    press(desk, "\x1b")
    assert field(desk).title == "Player 1: name?"
    press(desk, "\x1b")
    assert idle(desk)
    press(desk, "jAl\ntac\n")
    assert [p.name for p in desk.state.players.values()] == ["Al"]


def test_escape_stays_where_there_is_nothing_before() -> None:
    desk = new_desk()
    press(desk, "\x1b\x1b")
    assert field(desk).title == "Which arena?"


def test_the_app_rolls_by_itself_when_all_dice_are_the_apps() -> None:
    desk = set_up(dice="app")
    press(desk, "\n")
    assert desk.match_session.question is None
    assert desk.state.play.phase == "deployment"


def test_undo_in_the_set_up_takes_the_last_player_back_and_asks_again() -> None:
    desk = set_up()
    press(desk, "\x1bu")
    assert len(desk.state.players) == 3
    assert "Dédé" in desk.notice
    assert field(desk).title == "Player 4: name?"


def test_undo_reaches_the_very_first_question() -> None:
    desk = new_desk()
    press(desk, "1")
    desk.press("ctrl+z", "\x1a")
    assert desk.state.setup.mod is None
    assert field(desk).title == "Which arena?"
    desk.press("ctrl+y", "\x19")
    assert desk.state.setup.mod is not None


def test_the_first_die_taken_back_leads_back_to_the_set_up() -> None:
    desk = set_up()
    press(desk, "\n")
    assert isinstance(field(desk), Dice)
    press(desk, "\x1b")
    assert field(desk).title == "Player 5: name?"


def test_everything_can_be_played_in_french() -> None:
    desk = playing(language="fr")
    press(desk, "k2")
    assert "Bob" in field(desk).title
    press(desk, "3")
    assert active(desk).score.kills == 1


def test_when_all_that_was_said_is_refused_the_match_is_asked_for() -> None:
    ann = ("Ann", "space-marine", ())
    desk = new_desk(arena="classic-60", options={"lives": 3}, players=(ann,))
    assert "lives" in desk.notice  # deathmatch has no option of that name
    assert desk.state.setup.mod is None
    assert desk.field is not None
    press(desk, "deathmatch\n1\n")
    assert [player.name for player in desk.state.players.values()] == ["Ann"]
