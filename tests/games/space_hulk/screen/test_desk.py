"""Space Hulk at the desk: keys as the table counts them."""

from __future__ import annotations

import pytest

from q40k.games import game as games
from q40k.games.space_hulk.screen.base import pays_points
from q40k.games.space_hulk.screen.panels import PieceBoard, due_rows
from q40k.games.space_hulk.table.opening import Prefilled as MissionPrefilled
from q40k.i18n.locale import Locale
from q40k.table.context import Prefilled
from q40k.table.match_library import temporary_match
from q40k.table.match_session import MatchSession
from q40k.tui.desk import Desk
from q40k.tui.fields import Pick, Text
from q40k.tui.match_app import MatchApp
from tests.games.scripted import go_on, json_state, line
from tests.games.space_hulk.playing import library, marine, new, play, put, ready, stealer, to_stealers

NAMED = {" ": "space", ",": "comma", "\n": "enter", "\x1b": "escape", "!": "exclamation_mark", "+": "plus"}


def desk_of(match_session: MatchSession, language: str = "en") -> Desk:
    return Desk(match_session, library, Locale(language), Prefilled(seed=7))


def press(desk: Desk, text: str) -> Desk:
    for character in text:
        desk.press(NAMED.get(character, character), character)
    return desk


def test_a_match_begins_by_keys() -> None:
    desk = desk_of(temporary_match(games.find("space-hulk")))
    press(desk, "2411")
    assert desk.state.setup.mission is not None, desk.notice
    assert (desk.state.mission.id, desk.state.setup.edition_id) == ("airlock-nine", "4")
    press(desk, "i1i4S")
    assert [blip.lurking.entry for blip in desk.state.blips_in_play] == ["N1", "S2"], desk.notice
    press(desk, "w")
    assert desk.state.play.phase == "marine-action", desk.notice
    assert list(desk.state.marines) == ["Sword", "Flame", "Bolt1", "Bolt2", "Bolt3"]


def test_a_named_mission_asks_only_for_dice_and_dealer() -> None:
    prefilled = MissionPrefilled(seed=7, mission="airlock-nine")
    desk = press(Desk(temporary_match(games.find("space-hulk")), library, Locale("en"), prefilled), "11")
    assert (desk.state.mission.id, desk.state.setup.edition_id) == ("airlock-nine", "4"), desk.notice


def test_a_marine_of_ones_own_by_keys() -> None:
    desk = press(desk_of(play(new())), "m5\nC4 N\n")
    assert marine(desk.match_session, "Claw1")["at"] == "C4", desk.notice


def test_steps_turns_and_choosing_take_one_key() -> None:
    desk = desk_of(ready(Bolt1="E4 E", Bolt2="C4 E", S1="G4 W"))
    press(desk, "f")
    assert (marine(desk.match_session, "Bolt1")["at"], desk.notice) == ("F4", "")
    press(desk, "l")
    assert marine(desk.match_session, "Bolt1")["facing"] == "N"
    press(desk, "2f")
    assert marine(desk.match_session, "Bolt2")["at"] == "D4"
    desk.press("ctrl+z", None)
    assert marine(desk.match_session, "Bolt2")["at"] == "C4"
    press(desk, "o")
    assert marine(desk.match_session, "Bolt2")["overwatch"] is True
    press(desk, "1cr")
    shown = marine(desk.match_session, "Bolt1")
    assert (shown["facing"], shown["ap"], json_state(desk.match_session)["cp_spent"]) == ("E", 2, 1)


def test_a_step_with_its_free_shot_is_a_key_and_two_dice() -> None:
    desk = desk_of(ready(Bolt1="E4 E", S1="G4 W"))
    press(desk, "F61")
    assert stealer(desk.match_session, "S1")["alive"] is False, desk.notice


def test_a_shot_at_the_only_target_is_a_key_and_two_dice() -> None:
    desk = desk_of(ready(Bolt1="E4 E", S1="G4 W"))
    press(desk, "s25s25")
    assert stealer(desk.match_session, "S1")["alive"] is False, "the second with the bonus"


def test_a_blip_is_turned_up_with_facings_or_as_the_alpha() -> None:
    match = to_stealers(ready(new("hold-the-room"), Bolt1="A4 W", B1="K7", B2="K1"))
    desk = desk_of(match)
    press(desk, "C12")
    for _ in "K7 K6":
        desk.press("backspace", None)
    press(desk, "k7 e k6\n")
    facings = [stealer["facing"] for stealer in json_state(match)["stealers"].values()]
    assert facings == ["E", "W"], desk.notice
    press(desk, "C4")
    assert stealer(match, "Alpha")["at"] == "K1", desk.notice


@pytest.mark.rule("SH-CONVERT-5")
def test_a_blip_turned_up_by_choice_offers_only_squares_out_of_sight() -> None:
    match = to_stealers(ready(doors="H4", Bolt1="E4 E", B1="I5"))
    desk = press(desk_of(match), "C2")
    assert isinstance(desk.field, Text)
    assert desk.field.hint == desk.field.buffer == "I5 J5"
    press(desk, "\n")
    assert [stealer["at"] for stealer in json_state(match)["stealers"].values()] == ["I5", "J5"], desk.notice
    dealt = play(new(blips="app"), *put(Bolt1="E4 E"), line("blip", 22, name="B1", at="I5"))
    go_on(dealt, line("start"), line("draw"), line("end-turn"))
    desk = press(desk_of(dealt), "C\n")
    assert sorted(stealer["at"] for stealer in json_state(dealt)["stealers"].values()) == ["I5", "J4", "J5"], (
        desk.notice
    )


def test_a_stealer_turns_for_nothing_with_its_step() -> None:
    desk = desk_of(to_stealers(ready(Bolt1="A4 W", S1="J4 W")))
    press(desk, "1L")
    shown = stealer(desk.match_session, "S1")
    assert (shown["at"], shown["facing"], shown["ap"]) == ("I4", "S", 5), desk.notice
    press(desk, "ni5 e\n")
    shown = stealer(desk.match_session, "S1")
    assert (shown["at"], shown["facing"], shown["ap"]) == ("I5", "E", 4), desk.notice


def test_without_places_doors_aliens_and_sections_take_a_key_or_two() -> None:
    match = ready(new("open-table"), Bolt1="", Flame="", Sword="", Claw="")
    desk = desk_of(match)
    press(desk, "1d")
    assert desk.state.doors == {"D1": "open"}, desk.notice
    press(desk, "1d2")
    assert desk.state.doors == {"D1": "open", "D2": "open"}, desk.notice
    press(desk, "xS1 S2\n65")
    assert json_state(match)["kills"] == 2, desk.notice
    press(desk, ",k5")
    assert json_state(match)["kills"] == 3, desk.notice
    press(desk, "e1")
    assert list(desk.state.stealers) == ["S1", "S2", "S3", "S4"], desk.notice
    press(desk, "!4")
    assert "2 dice" not in str(desk.match_session.question)
    press(desk, "6115")
    assert marine(match, "Claw")["alive"] is False, "one die and no bonus from behind"


def test_a_plus_says_that_an_entry_is_unclear() -> None:
    waiting = (line("blip", name="B1", entry="N1"), *put(Bolt1="A4 E"))
    desk = press(desk_of(play(new(), *waiting, line("start"))), "+12")
    assert desk.state.blips["B1"].lurking.entry == "N2", "by the app's die, which is nobody's"


def test_overwatch_of_one_is_two_keys_and_no_reaction_one() -> None:
    match = ready(doors="H4 L4", Bolt1="G4 E", S1="O4 W")
    go_on(match, line("overwatch", who="Bolt1"))
    desk = desk_of(to_stealers(match))
    press(desk, "1f")
    assert desk.state.window is not None, desk.notice
    press(desk, "23")
    assert (desk.state.window, marine(match, "Bolt1")["bonus"]) == (None, "S1")
    press(desk, "f ")
    assert (desk.state.window, stealer(match, "S1")["at"]) == (None, "M4"), desk.notice


def test_a_volley_of_several_names_the_shooters() -> None:
    match = ready(Bolt1="I5 E", Bolt2="I3 E", S1="K6 S")
    go_on(match, line("overwatch", who="Bolt1"), line("overwatch", who="Bolt2"))
    desk = desk_of(to_stealers(match))
    press(desk, "fk12\n")
    press(desk, "6233")
    assert (stealer(match, "S1")["alive"], marine(match, "Bolt2")["jammed"]) == (False, True)


@pytest.mark.rule("SH-DOOR-6")
def test_each_of_a_volley_chooses_between_the_stealer_and_the_door_it_has_closed() -> None:
    match = ready(doors="L4", Bolt1="I4 E", Bolt2="I3 E", S1="K3 N")
    go_on(match, line("overwatch", who="Bolt1"), line("overwatch", who="Bolt2"))
    go_on(to_stealers(match), line("door", who="S1", at="L4"))
    desk = press(desk_of(match), "k12\n")
    press(desk, "1\n")
    press(desk, "6126")
    assert (json_state(match)["doors"]["L4"], stealer(match, "S1")["alive"]) == ("gone", False)
    go_on(match, line("undo"))
    press(desk_of(match), "k12\n\n6126")
    assert (json_state(match)["doors"]["L4"], stealer(match, "S1")["alive"]) == ("closed", False)


def test_points_are_spent_in_a_window() -> None:
    match = ready(Bolt1="I5 E", Cannon="I3 E", S1="K6 S")
    go_on(match, line("overwatch", who="Bolt1"))
    desk = desk_of(to_stealers(match))
    press(desk, "fc2s125")
    assert (stealer(match, "S1")["alive"], json_state(match)["cp_spent"]) == (False, 1), desk.notice


def _window_with_one_on_overwatch() -> Desk:
    match = ready(Bolt1="I5 E", Cannon="I3 E", S1="K6 S")
    go_on(match, line("overwatch", who="Bolt1"))
    desk = press(desk_of(to_stealers(match)), "f")
    assert desk.state.window is not None
    return desk


def _prompt(desk: Desk) -> str:
    return "\n".join(str(row) for row in due_rows(desk, desk.state))


def test_with_one_on_overwatch_a_digit_is_a_die_or_a_marine_as_the_prompt_says() -> None:
    desk = _window_with_one_on_overwatch()
    assert "a die, then Enter or the second die, or k: overwatch shot of Bolt1" in _prompt(desk)
    assert "a number, then an action: that marine acts by command points" in _prompt(desk)
    press(desk, "2")
    assert desk.state.window is not None, "it waits for the next key"
    assert "2, then Enter or the second die: Bolt1 shoots · 2, then an action: Cannon acts" in _prompt(desk)
    press(desk, "s125")
    assert desk.state.counter.spent == 1, "the Cannon, marine 2, has shot by a command point"
    assert not desk.state.stealers["S1"].life.alive


@pytest.mark.parametrize(("keys", "alive"), [("26", False), ("11", True), ("2\n6", False)])
def test_digits_without_an_action_are_the_dice_of_the_overwatch_shot(keys: str, alive: bool) -> None:
    desk = _window_with_one_on_overwatch()
    press(desk, keys)
    assert (desk.state.stealers["S1"].life.alive, desk.state.counter.spent) == (alive, 0), desk.notice
    assert desk.snapshot.question is None


def test_a_digit_that_waits_is_taken_back_by_escape() -> None:
    desk = _window_with_one_on_overwatch()
    press(desk, "2")
    desk.press("escape", None)
    assert "Space no reaction" in _prompt(desk)
    press(desk, " ")
    assert (desk.state.window, desk.state.stealers["S1"].life.alive) == (None, True)


def test_enter_burns_no_friend() -> None:
    match = ready(doors="H4", Flame="G4 E", Bolt1="J5 E", S1="J4 W")
    desk = press(desk_of(match), "x")
    assert isinstance(desk.field, Text)
    assert "S1 (friend: Bolt1)" in desk.field.hint
    assert desk.field.visible_text == "", "Enter has nothing to take"
    press(desk, "\n")
    assert (marine(match, "Bolt1")["alive"], marine(match, "Flame")["ammo"]) == (True, 6)


def test_enter_burns_a_stealer_that_is_alone() -> None:
    match = ready(doors="H4", Flame="G4 E", S1="J4 W")
    desk = press(desk_of(match), "x")
    assert isinstance(desk.field, Text)
    assert desk.field.visible_text == "S1"
    press(desk, "\n2")
    assert marine(match, "Flame")["ammo"] == 5, desk.notice


def test_close_assault_is_five_keys() -> None:
    match = to_stealers(ready(Bolt1="D4 E", S1="E4 W"))
    desk = press(desk_of(match), "a2235")
    assert stealer(match, "S1")["alive"] is False, desk.notice


def test_a_blip_is_turned_up_by_keys() -> None:
    match = ready(Bolt1="G4 E", B1="I4")
    desk = press(desk_of(match), "d")
    assert desk.state.conversion is not None, desk.notice
    press(desk, "C2\n")
    assert len(desk.state.stealers_in_play) == 2, desk.notice


def test_a_blip_is_not_moved_into_sight_by_mistake() -> None:
    match = to_stealers(ready(doors="H4", Bolt1="E4 E", Bolt2="A4 W", B1="I5"))
    desk = press(desk_of(match), "nJ4\n")
    assert desk.field is not None
    press(desk, "n")
    assert json_state(match)["blips"]["B1"]["ap"] == 6
    press(desk, "nJ4\ny")
    assert json_state(match)["blips"]["B1"]["ap"] == 0


def test_in_the_timed_phase_it_is_asked_once_whether_command_points_pay() -> None:
    match = play(
        line("new", game="space-hulk", mission="airlock-nine", seed=7), *put(Bolt1="E4 E"), line("start"), line("draw")
    )
    desk = press(desk_of(match), "oll")
    assert (desk.refused, desk.field) == (None, None)
    press(desk, "l")
    assert isinstance(desk.field, Pick), "in command points?"
    press(desk, "n")
    assert desk.refused is None
    assert json_state(match)["doubts"] == [["too-few-points", "Bolt1"]]
    press(desk, "tn")
    assert desk.state.play.phase == "stealer-reinforcement"
    press(desk, "D")
    assert json_state(match)["doubts"] == []


def test_a_number_of_one_digit_takes_no_enter() -> None:
    match = ready(Sword="D4 E", S1="E4 W")
    desk = desk_of(to_stealers(match))
    press(desk, "1a641312")
    assert stealer(match, "S1")["ap"] == 5, "parried, with no Enter"
    assert desk.match_session.question is None, desk.notice
    press(desk, " ee8")
    assert desk.state.play.turn == 1, "no counter shows an eight"
    press(desk, "3")
    assert (desk.state.play.turn, desk.field) == (2, None)


def test_a_shot_with_nobody_to_shoot_at_asks_nothing() -> None:
    desk = desk_of(ready(Bolt1="E4 E", Bolt2="C4 E"))
    press(desk, "1s")
    assert (desk.field, desk.match_session.question) == (None, None)
    assert "Bolt1 sees no stealer" in desk.notice
    press(desk, "F")
    assert marine(desk.match_session, "Bolt1")["at"] == "F4", "there is only the step"
    hidden = desk_of(ready(Bolt1="E4 E", S1="K6 S"))
    press(hidden, "1s")
    assert hidden.refused is not None, "the table may see what the app does not"


@pytest.mark.rule("SH-CONVERT-2")
def test_a_blip_in_sight_is_turned_up_before_the_clock_runs() -> None:
    desk = desk_of(play(new(timer=180), *put(Bolt1="I5 E", B1="K5"), line("start")))
    press(desk, "w")
    assert desk.state.play.phase == "marine-command"
    press(desk, "C1w")
    assert (desk.state.play.phase, list(desk.state.stealers)) == ("marine-action", ["S1"])


def test_a_number_that_is_nobodys_opens_nothing() -> None:
    desk = desk_of(ready(Bolt1="E4 E", Bolt2="C4 E"))
    press(desk, "7")
    assert desk.field is None
    assert "7" in desk.notice
    press(desk, "2f")
    assert marine(desk.match_session, "Bolt2")["at"] == "D4"


def test_arrows_are_steps_on_the_board() -> None:
    match = to_stealers(ready(Bolt1="A4 E", B1="E7", B2="K7"))
    desk = desk_of(match)
    desk.press("down", None)
    assert json_state(match)["blips"]["B1"]["at"] == "E6", desk.notice
    press(desk, "2")
    desk.press("down", None)
    assert json_state(match)["blips"]["B2"]["at"] == "K6"
    desk.press("left", None)
    assert desk.notice == "There is a wall."


def test_points_pay_a_step_back_whole() -> None:
    match = ready(Bolt1="E4 E")
    press(desk_of(match), "cb")
    assert (json_state(match)["cp_spent"], marine(match, "Bolt1")["ap"]) == (2, 4)


def test_the_end_of_a_turn_and_putting_right_by_keys() -> None:
    match = ready(Bolt1="E4 E", Bolt2="D4 E", S1="G4 W")
    desk = press(desk_of(match), "eee3\n")
    assert (desk.state.play.turn, desk.state.play.phase) == (2, "marine-command"), desk.notice
    press(desk, ",k3")
    assert stealer(match, "S1")["alive"] is False
    press(desk, ",n1C4 N\n,t112\n")
    assert (marine(match, "Bolt1")["at"], marine(match, "Bolt1")["ap"]) == ("C4", 2), desk.notice


def test_without_a_board_a_shot_names_the_next_stealer() -> None:
    match = ready(new("open-table"), Bolt1="", Bolt2="")
    desk = press(desk_of(match), "s61")
    assert stealer(match, "S1")["alive"] is False, desk.notice
    press(desk, "2ff")
    assert marine(match, "Bolt2")["ap"] == 2


def test_without_a_board_windows_are_opened_by_hand() -> None:
    match = ready(new("open-table"), Bolt1="", Cannon="")
    go_on(match, line("overwatch", who="Bolt1"))
    desk = press(desk_of(to_stealers(match)), "W")
    assert desk.state.window is not None, desk.notice
    press(desk, "c2s125")
    assert (stealer(match, "S1")["alive"], json_state(match)["cp_spent"]) == (False, 1), desk.notice
    press(desk, "W23")
    assert (marine(match, "Bolt1")["bonus"], desk.state.window) == ("S2", None), desk.notice


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_the_screen_shows_the_squad_and_the_board(size: tuple[int, int]) -> None:
    match = ready(doors="H4", Bolt1="G4 E", Flame="E4 E", S1="J4 W", B1="K6")
    for language, words in (("en", ("Bolt1", "●●●●", "[MARINE ACTIONS]")), ("fr", ("Bolt1", "●●●●"))):
        app = MatchApp(desk_of(match, language), raising=True)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            strips = app.screen._compositor.render_strips()
            shown = "\n".join("".join(segment.text for segment in strip) for strip in strips)
            for word in words:
                assert word in shown


def test_the_key_after_a_refusal_does_what_it_says() -> None:
    desk = desk_of(ready(Flame="E4 E", Bolt1="C4 E", S1="G4 W"))
    for _ in range(2):
        go_on(desk.match_session, line("set", who="Bolt1", ap=0))
        desk.settle()
        press(desk, "2fn")
        assert desk.refused is not None, "no points are left"
        press(desk, "1l")
    assert marine(desk.match_session, "Flame")["facing"] == "W", "no key is eaten"
    press(desk, "2fn")
    assert desk.refused is not None
    press(desk, "o")
    assert desk.field is not None, "a reason is asked"


def test_a_blip_is_offered_neither_turns_nor_assaults() -> None:
    blips = to_stealers(ready(Bolt1="A4 W", B1="K7"))
    mixed = to_stealers(ready(Bolt1="A4 W", B1="K7", S1="K1 N"))
    for match, offered in ((blips, False), (mixed, True)):
        desk = desk_of(match)
        assert [desk.is_available(desk.actions[id]) for id in ("left", "right", "assault")] == [offered] * 3
        assert desk.is_available(desk.actions["move"])


async def test_no_two_rows_carry_one_number() -> None:
    match = to_stealers(ready(Bolt1="A4 W", B1="K7", S1="K1 N"))
    app = MatchApp(desk_of(match), raising=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        board = app.screen.query_one(PieceBoard)
        numbers = [board.row(seat, 40).plain.removeprefix("▶").split()[0] for seat in board.seats()]
        assert numbers == ["Bolt1", "1", "2"]


def test_a_digit_moves_the_mark_of_who_acts_and_clears_what_was_refused() -> None:
    desk = desk_of(ready(Bolt1="E4 E", Bolt2="C4 E", S1="G4 W"))
    board = PieceBoard(desk)
    board.show(desk.state)
    press(desk, "ffff")
    assert desk.notice
    board.show(desk.state)
    assert board.render().plain.split()[:3] == ["▶", "1", "Bolt1"]
    press(desk, "2")
    board.show(desk.state)
    assert desk.notice == ""
    assert board.render().plain.split()[:3] == ["▶", "2", "Bolt2"]


@pytest.mark.rule("SH-DOOR-2")
def test_doors_out_of_reach_are_not_offered() -> None:
    desk = press(desk_of(ready(Bolt1="A4 E")), "d")
    assert desk.field is None
    assert desk.notice == "No door is in reach."


@pytest.mark.rule("SH-CP-7", "SH1-CP-7")
@pytest.mark.parametrize("edition", ["4", "1"])
def test_command_points_pay_by_keys_what_action_points_cannot(edition: str) -> None:
    desk = press(desk_of(ready(new(edition=edition), Bolt1="E4 E", Bolt2="D4 E")), "fll")
    assert (desk.state.marines["Bolt1"].acts.ap, desk.field) == (1, None)
    press(desk, "o")
    assert desk.field is not None
    assert "Bolt1 has 1 AP, this costs 2: the other 1 in command points?" in desk.field.title
    press(desk, "y")
    bolt = desk.state.marines["Bolt1"]
    assert (bolt.acts.ap, bolt.stance.overwatch, desk.state.counter.spent) == (0, True, 1)
    press(desk, "ly")
    assert desk.state.counter.spent == 2, "an action all in command points"
    press(desk, "ln")
    assert desk.refused is not None, "the rules say why, and the table may overrule them"


@pytest.mark.rule("SH-CP-8")
def test_the_choice_of_command_points_falls_with_its_window() -> None:
    desk = desk_of(to_stealers(ready(doors="H4", Bolt1="G4 E", S1="L4 W")))
    press(desk, "f")
    assert desk.state.window is not None
    press(desk, "c")
    assert pays_points(desk)
    assert "Command points pay" in "".join(str(row) for row in due_rows(desk, desk.state))
    press(desk, " ")
    assert not pays_points(desk)
    press(desk, "f")
    assert desk.state.window is not None
    assert not pays_points(desk), "another window of the same stealer"
