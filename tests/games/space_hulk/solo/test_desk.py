"""Playing alone at the desk: what the keys do."""

from __future__ import annotations

from q40k.games import game as games
from q40k.games.space_hulk.table.opening import Prefilled
from q40k.i18n.locale import Locale
from q40k.table.match_library import temporary_match
from q40k.tui.desk import Desk
from tests.games.scripted import log_sentences
from tests.games.space_hulk.playing import library
from tests.games.space_hulk.screen.test_desk import desk_of, press


def test_a_solo_match_begins_by_keys_and_space_lets_the_program_act() -> None:
    desk = desk_of(temporary_match(games.find("space-hulk")))
    press(desk, "2423")
    assert desk.state.options.solo is True, desk.notice
    press(desk, "S")
    assert len(desk.state.blips_in_play) == 2, "the starting blips have arrived by the die"
    press(desk, "w")
    assert desk.state.counter.drawn is not None, "the counter lies open"
    press(desk, "ne")
    assert desk.state.play.phase == "stealer-reinforcement", desk.notice
    press(desk, "  ")
    assert any(sentence.startswith("Arrival") for sentence in log_sentences(desk.match_session)), desk.notice
    for _ in range(30):
        if desk.state.play.phase == "end":
            break
        if desk.state.conversion is not None and not desk.state.conversion.own:
            press(desk, "C" if desk.state.conversion.left is None else "C\n")
        else:
            press(desk, "A" if desk.state.window is None else " ")
    assert desk.state.play.phase == "end", desk.notice
    assert all(blip.value is None for blip in desk.state.blips_in_play), "the blips stay hidden"


def test_what_new_has_said_of_playing_alone_is_not_asked() -> None:
    prefilled = Prefilled(seed=7, dice="app", mission="hold-the-room", edition="1", options={"solo": True})
    desk = Desk(temporary_match(games.find("space-hulk")), library, Locale("en"), prefilled)
    assert desk.state.setup.edition_id == "1"
    assert desk.state.options.solo is True
