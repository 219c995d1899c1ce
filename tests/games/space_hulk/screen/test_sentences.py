"""What the table reads as keys are pressed: guards against paying twice, parries with totals, turns that are told."""

from __future__ import annotations

import pytest

from q40k.tui.desk import Desk
from tests.games.scripted import go_on, line
from tests.games.space_hulk.playing import new, ready, to_stealers
from tests.games.space_hulk.screen.test_desk import desk_of, press


def refusal(desk: Desk) -> str:
    """Why the rules refuse what was just pressed; "" if they do not."""
    return "" if desk.refused is None else desk.words.refuse(desk.locale, desk.refused[0].refusal)


def sentences(desk: Desk, most: int = 3) -> list[str]:
    """The sentences of the newest entries."""
    session = desk.match_session
    lines = session.lines(most)
    return [text for line in lines for text in desk.words.sentences(desk.locale, session.state_of(line), line.events)]


@pytest.mark.rule("SH-OVERWATCH-1", "SH-GUARD-1")
@pytest.mark.parametrize(
    ("keys", "stance"), [("o", "Bolt1 is on overwatch already."), (",o", "Bolt1 is on guard already.")]
)
def test_nobody_pays_twice_for_a_marker(keys: str, stance: str) -> None:
    desk = press(desk_of(ready(Bolt1="E4 E")), keys)
    left = desk.state.marines["Bolt1"].acts.ap
    press(desk, keys)
    assert refusal(desk) == stance
    assert desk.state.marines["Bolt1"].acts.ap == left
    press(desk, "o")
    assert desk.field is not None, "the table may overrule it"


@pytest.mark.rule("SH-WEAPON-4", "SH-MELEE-8")
def test_a_parry_is_asked_with_both_totals_their_dice_and_the_odds_of_each_choice() -> None:
    desk = press(desk_of(to_stealers(ready(Sword="E4 E", S1="F4 W"))), "a4325")
    assert desk.field is not None
    assert desk.field.title == "Sword: parry which die?"
    assert desk.field.why.startswith("The stealer makes 4 (4 3 2), Sword 6 (5).")
    assert [note[:2] for note in desk.field.notes] == ["0:", "1:", "2:", "3:"]
    assert all(note.count("%") == 3 for note in desk.field.notes), "who is higher, or neither"


@pytest.mark.rule("SH-MOVE-3")
def test_the_turn_of_a_stealer_is_told_with_its_step() -> None:
    desk = press(desk_of(to_stealers(ready(Bolt1="A4 W", S1="J4 W"))), "1ni4 s\n")
    assert desk.state.stealers["S1"].position.facing == "S", desk.notice
    told = sentences(desk)
    assert any("I4" in text for text in told)
    assert any("south" in text for text in told), told


@pytest.mark.rule("SH-DOOR-2")
def test_a_door_out_of_reach_is_said_so_and_asks_nothing() -> None:
    desk = press(desk_of(ready(doors="L4", Bolt1="A4 W", S1="J4 W")), "d")
    assert desk.field is None
    assert desk.notice == "No door is in reach."


@pytest.mark.rule("SH-LADDER-4", "SH-LADDER-5", "SH-FIRE-3")
@pytest.mark.parametrize(("dice", "is_alive"), [("11", True), ("12", False), ("3", True)])
def test_a_fall_into_fire_asks_for_its_die_by_keys(dice: str, is_alive: bool) -> None:
    match = ready(new("down-the-shaft"), Chain="2:C3 E", Flame="1:B3 E")
    go_on(match, line("flame", who="Flame", square="1:D3"))
    desk = press(desk_of(match), "1f" + dice[0])
    question = desk.match_session.question
    assert (question is not None and question.rule == "SH-FIRE-3") == (dice[0] == "1"), "only a fall meets the fire"
    press(desk, dice[1:])
    assert desk.match_session.question is None
    assert desk.state.marines["Chain"].life.alive is is_alive


@pytest.mark.rule("SH-ENTRY-1", "SH-BOARD-9")
@pytest.mark.parametrize("typed", ["s1\n", "»S1\n", "2"])
def test_an_entry_that_is_called_like_a_stealer_is_named_as_it_is_shown(typed: str) -> None:
    desk = press(desk_of(to_stealers(ready(Bolt1="A4 E", S1="I4 W", S2="J4 W"))), "i")
    assert desk.field is not None
    assert [option.label for option in desk.field.options] == ["»N1", "»S1", "»N2", "»S2"]  # type: ignore[attr-defined]
    press(desk, typed)
    assert desk.state.blips["B1"].lurking.entry == "S1"
    assert [stealer.position.at for stealer in desk.state.stealers_in_play] == ["I4", "J4"]
