"""Kills, accidents, portals, tokens and moves, by keys alone."""

from __future__ import annotations

from fractions import Fraction

import pytest

from q40k.games.quake.state.positions import StandIn
from q40k.games.quake.state.table.players import Leave
from q40k.tui.desk import Desk
from q40k.tui.fields import Dice, Several
from tests.games.quake.screen.table import active, field, idle, player, playing, press


@pytest.fixture
def desk() -> Desk:
    """Four players in the first movement phase; Alice acts."""
    return playing()


@pytest.mark.rule("SCORE-1", "RESPAWN-1")
def test_a_kill_is_k_the_victim_and_the_die(desk: Desk) -> None:
    press(desk, "k")
    assert field(desk).title == "Alice kills…"
    assert next(iter(field(desk).choices())).note.startswith("+")
    press(desk, "24")
    assert idle(desk)
    assert player(desk, "Alice").score.points == player(desk, "Bob").value
    assert player(desk, "Bob").position.near == 4


def test_a_victim_goes_by_its_first_letters(desk: Desk) -> None:
    press(desk, "kch\n")
    assert "Chloé" in field(desk).title
    press(desk, "\x1bkDÉ\n")
    assert "Dédé" in field(desk).title


def test_letters_nobody_begins_with_are_not_taken(desk: Desk) -> None:
    press(desk, "kz")
    assert field(desk).buffer == ""
    assert len(field(desk).choices()) == 3


def test_the_arrows_mark_a_victim(desk: Desk) -> None:
    press(desk, "k")
    second = field(desk).choices()[1].value
    desk.press("down", None)
    press(desk, "\n3")
    assert player(desk, second).score.deaths == 1


def test_tab_takes_another_killer_and_escape_goes_back_to_the_victim(desk: Desk) -> None:
    press(desk, "k\t")
    assert field(desk).title == "Who killed?"
    press(desk, "\x1b")
    assert field(desk).title == "Alice kills…"
    press(desk, "\t2")
    assert field(desk).title == "Bob kills…"
    press(desk, "15")
    assert (player(desk, "Bob").score.kills, player(desk, "Alice").score.deaths) == (1, 1)


@pytest.mark.rule("MELEE-4")
def test_a_shared_kill_pays_exact_shares(desk: Desk) -> None:
    press(desk, ",k")
    assert isinstance(field(desk), Several)
    press(desk, "23")
    press(desk, "4")
    press(desk, "\n")
    assert [option.value for option in field(desk).choices()] == ["Alice"]
    press(desk, "1a hail of fire\n2")
    share = Fraction(player(desk, "Alice").value, 3)
    assert {player(desk, name).score.points for name in ("Bob", "Chloé", "Dédé")} == {share}


def test_backspace_takes_a_killer_picked_by_mistake_back(desk: Desk) -> None:
    press(desk, ",k2")
    press(desk, "\b3\n1")
    press(desk, "\n2")
    assert (player(desk, "Bob").score.kills, player(desk, "Chloé").score.kills) == (0, 1)


def test_killers_go_by_names_and_commas(desk: Desk) -> None:
    press(desk, ",kbo,ch,\n1\n2")
    assert (player(desk, "Bob").score.kills, player(desk, "Chloé").score.kills) == (1, 1)


@pytest.mark.rule("SCORE-2")
def test_an_accident_takes_the_active_champion_by_enter(desk: Desk) -> None:
    press(desk, "x\n2")
    assert player(desk, "Alice").score.points == -player(desk, "Alice").value
    press(desk, "x36")
    press(desk, "5")
    assert player(desk, "Chloé").score.accidents == 1
    assert player(desk, "Chloé").position.near == 5


def test_an_accident_told_in_words(desk: Desk) -> None:
    press(desk, ",x2drowned in the moat\n3")
    lines = [event for line in desk.match_session.lines(3) for event in line.events]
    assert "drowned in the moat" in [getattr(event, "how", None) for event in lines]


@pytest.mark.rule("PORTAL-2", "PORTAL-4", "PORTAL-6")
def test_a_jump_shows_its_odds_before_the_die(desk: Desk) -> None:
    desk.do(StandIn(player="Bob", portal=4))
    press(desk, "p2")
    notes = " ".join(field(desk).notes)
    assert "dies in portal 2" in notes
    assert "telefrags Bob" in notes
    press(desk, "3")
    assert active(desk).position.portal == 3


@pytest.mark.rule("PORTAL-7")
def test_a_telefrag_asks_for_the_victims_die(desk: Desk) -> None:
    desk.do(StandIn(player="Bob", portal=4))
    press(desk, "p24")
    assert "Bob" in field(desk).title
    press(desk, "1")
    assert (player(desk, "Bob").score.accidents, player(desk, "Bob").position.near) == (1, 1)


@pytest.mark.rule("PORTAL-2")
def test_a_six_is_a_choice_that_says_who_dies(desk: Desk) -> None:
    desk.do(StandIn(player="Bob", portal=4))
    press(desk, "p26")
    options = field(desk).choices()
    assert [option.key for option in options] == ["1", "2", "3", "4", "5"]
    assert "disintegrated" in options[1].label
    assert "Bob" in options[3].label + options[3].note
    press(desk, "5")
    assert active(desk).position.portal == 5


def test_a_jump_in_detail(desk: Desk) -> None:
    press(desk, ",p12,5\n223")
    assert (active(desk).position.near, active(desk).movement.spent) == (3, 2.5)


@pytest.mark.rule("BONUS-1")
@pytest.mark.parametrize("typed", ["24", "2 4", "2,4", "2+4"])
def test_a_token_takes_a_d3_and_a_d6_in_any_spelling(desk: Desk, typed: str) -> None:
    press(desk, "t1" + typed)
    assert idle(desk)
    held = active(desk).bonus
    assert held is not None
    assert held.kind == "equipment-24"


def test_a_token_goes_by_its_letters_too(desk: Desk) -> None:
    press(desk, "tw2\n23")
    held = active(desk).bonus
    assert held is not None
    assert held.token == "W2"


def test_the_special_token_takes_one_die(desk: Desk) -> None:
    press(desk, "ts\n1")
    held = active(desk).bonus
    assert held is not None
    assert held.kind == "special-1"


def test_a_bonus_to_choose_lists_all_of_the_table_and_marks_stay_in_sight(desk: Desk) -> None:
    press(desk, "t136")
    assert len(field(desk).choices()) == 17
    press(desk, "31")
    held = active(desk).bonus
    assert held is not None
    assert held.kind == "equipment-31"


def test_a_d3_is_typed_as_the_d6_it_was_rolled_on_when_asked_for(desk: Desk) -> None:
    press(desk, "rd\n")
    assert desk.state.setup.d3_on_d6
    press(desk, "t154")
    held = active(desk).bonus
    assert held is not None
    assert held.kind == "equipment-34"
    press(desk, "rd\n")
    assert not desk.state.setup.d3_on_d6


def test_d_alone_is_enough_when_nobodys_name_begins_so() -> None:
    desk = playing(("Alice", "Bob"))
    press(desk, "rd")
    assert desk.state.setup.d3_on_d6


def test_a_player_whose_name_begins_with_d_can_still_be_picked(desk: Desk) -> None:
    press(desk, "rdé\n2")
    assert player(desk, "Dédé").roller == "app"


@pytest.mark.parametrize("slip", ["7", "0", "9", "x", "k", "*"])
def test_a_slip_at_a_die_is_refused_in_words_and_the_question_stays(desk: Desk, slip: str) -> None:
    press(desk, "k2")
    title = field(desk).title
    before = desk.match_session.head
    press(desk, slip)
    assert field(desk).error
    assert slip in field(desk).error
    assert (field(desk).title, field(desk).buffer) == (title, "")
    assert desk.match_session.head == before
    press(desk, "4")
    assert idle(desk)


def test_a_slip_at_the_second_die_keeps_the_first(desk: Desk) -> None:
    press(desk, "t137")
    assert field(desk).buffer == "3"
    assert "Die 2" in field(desk).error
    press(desk, "5")
    held = active(desk).bonus
    assert held is not None
    assert held.kind == "equipment-35"


@pytest.mark.rule("TABLE-5")
@pytest.mark.parametrize(("read", "kind"), [("1", "equipment-35"), ("2", "equipment-25")])
def test_before_the_first_d3_the_screen_asks_how_it_is_rolled_and_never_again(read: str, kind: str) -> None:
    desk = playing(d3=None)
    press(desk, "t1")
    assert "roll a D3" in field(desk).title
    press(desk, read)
    assert "1D3 and 1D6" in field(desk).title
    press(desk, "35")
    held = active(desk).bonus
    assert held is not None
    assert held.kind == kind
    press(desk, "nt2")
    assert "1D3 and 1D6" in field(desk).title


@pytest.mark.rule("TABLE-5")
def test_a_five_for_a_d3_was_rolled_on_a_d6_and_is_said_to_be_a_three(desk: Desk) -> None:
    press(desk, "t154")
    held = active(desk).bonus
    assert held is not None
    assert held.kind == "equipment-34"
    assert "5 for a D3" in desk.notice
    assert "that is 3" in desk.notice


def test_a_seven_is_no_d3(desk: Desk) -> None:
    press(desk, "t17")
    assert "1 to 6" in field(desk).error
    assert field(desk).buffer == ""


def test_digits_may_be_typed_without_shift_on_a_french_keyboard(desk: Desk) -> None:
    press(desk, "ké")
    assert "Bob" in field(desk).title
    press(desk, "'")
    assert player(desk, "Bob").position.near == 4


def test_space_lets_the_app_roll_one_question(desk: Desk) -> None:
    press(desk, "k2 ")
    assert player(desk, "Bob").score.deaths == 1
    assert desk.match_session.lines(1)[0].entry.hand == "app"


@pytest.mark.parametrize("letter", "rRnx")
def test_a_letter_at_a_die_rolls_nothing_and_is_said(desk: Desk, letter: str) -> None:
    press(desk, "k2" + letter)
    assert letter in field(desk).error
    press(desk, "4")
    assert player(desk, "Bob").position.near == 4


def test_letters_that_fit_no_choice_are_said_and_not_typed(desk: Desk) -> None:
    press(desk, "kbz")
    assert field(desk).error == "No choice goes on with “z”."
    assert field(desk).buffer == "b"
    press(desk, "\n")
    assert field(desk).error == "No choice goes on with “z”: Enter takes nothing until another key."
    desk.press("backspace", None)
    assert field(desk).buffer == "", "Backspace removes what is seen"
    press(desk, "bo\n")
    assert "Bob" in field(desk).title


def test_accents_need_not_be_typed(desk: Desk) -> None:
    press(desk, "kchloe\n4")
    assert player(desk, "Chloé").position.near == 4


def test_who_left_comes_back_without_accents(desk: Desk) -> None:
    desk.do(Leave(player="Chloé"))
    press(desk, "jchloe\n")
    assert player(desk, "Chloé").present
    assert len(desk.state.players) == 4


@pytest.mark.parametrize("typed", ["abc", "-1", "nan", "501"])
def test_what_is_no_inches_says_what_is_wanted(desk: Desk, typed: str) -> None:
    press(desk, f"m{typed}\n")
    assert field(desk).error == "Inches are needed, such as 4 or 2.5; 500 at most."


def test_whoever_a_choice_of_portals_telefrags_is_named_once(desk: Desk) -> None:
    desk.do(StandIn(player="Bob", portal=4))
    press(desk, "k36")
    label = next(option for option in field(desk).choices() if option.value == 4)
    assert (label.label, label.note) == ("portal 4: telefrags Bob", "")


def test_who_rolls_for_a_player_and_for_everyone(desk: Desk) -> None:
    press(desk, "r22")
    assert player(desk, "Bob").roller == "app"
    press(desk, "k2")
    assert desk.match_session.question is None or not isinstance(field(desk), Dice)
    press(desk, "r0\n")
    assert desk.state.setup.roller == "app"


def test_a_move_says_inches_with_a_point_or_a_comma_or_nothing(desk: Desk) -> None:
    press(desk, "m2,5\n")
    assert active(desk).movement.spent == 2.5
    press(desk, 'm1.5"\n')
    assert active(desk).movement.spent == 4
    press(desk, "m\n")
    assert active(desk).movement.spent == 4
    press(desk, "mnan\n")
    assert field(desk).error
    press(desk, "\x1b")
    assert idle(desk)


def test_next_and_end_of_phase(desk: Desk) -> None:
    press(desk, "n")
    assert active(desk).name != "Alice"
    press(desk, "e")
    assert (desk.state.play.phase, active(desk).name) == ("shooting", "Alice")


def test_what_makes_no_sense_is_said(desk: Desk) -> None:
    press(desk, "e")
    press(desk, "p")
    assert desk.field is None
    assert "Portal" in desk.notice
    press(desk, "y")
    assert desk.notice


def test_capital_letters_of_a_locked_keyboard_are_taken(desk: Desk) -> None:
    press(desk, "N")
    assert active(desk).name != "Alice"


@pytest.mark.rule("SCORE-4", "RESPAWN-1")
def test_a_winning_kill_is_foretold_and_the_match_can_be_played_on() -> None:
    desk = playing()
    press(desk, "f31135\nso it was\n")
    press(desk, "k")
    notes = {option.value: option.note for option in field(desk).choices()}
    assert notes["Dédé"].endswith("WINS")
    press(desk, "4")
    assert desk.state.outcome.over, "no portal die is asked for any more"
    assert desk.state.outcome.winner == ("p1",)
    assert "next" in {action.id for action in desk.valid_actions()}
    press(desk, "k")
    assert desk.field is None
    assert desk.state.outcome.over
    press(desk, "n")
    assert not desk.state.outcome.over
    press(desk, "2")
    assert player(desk, "Dédé").position.near == 2
    press(desk, "k23")
    assert player(desk, "Bob").position.near == 3
    assert not desk.state.outcome.over


def test_the_win_can_be_undone() -> None:
    desk = playing()
    press(desk, "f31150\nso it was\n")
    assert desk.state.outcome.over
    press(desk, "u")
    assert not desk.state.outcome.over
    assert "Alice" in desk.notice


def test_the_last_champion_on_the_table_has_nobody_to_kill() -> None:
    desk = playing(("Alice",))
    press(desk, "k")
    assert list(field(desk).choices()) == []
    press(desk, "\n1\x1b")
    assert idle(desk)
