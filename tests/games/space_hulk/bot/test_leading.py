"""The bot leads the marines by itself: at the desk, on the screens, and without any."""

from __future__ import annotations

import json
from typing import get_args

import pytest

from q40k.bots import partner
from q40k.bots.bot import HAND
from q40k.bots.partner import PACE
from q40k.games import game as games
from q40k.games.space_hulk.bot.lab import play_alone
from q40k.games.space_hulk.bot.leading import Reply, next_move
from q40k.games.space_hulk.bot.reasons import WHY, Choice, Why
from q40k.kernel.replay import verify
from q40k.table.match_library import temporary_match
from q40k.table.match_session import MatchSession
from q40k.table.script import write_script
from q40k.tui.desk import Desk
from q40k.tui.map.screen import MapScreen
from q40k.tui.match_app import MatchApp
from tests.cli.calls import bad, good
from tests.games.scripted import go_on, line, log_sentences, refusal_rule
from tests.games.space_hulk.playing import library, new, play, put, ready, stealer, to_stealers
from tests.games.space_hulk.screen.test_desk import desk_of, press
from tests.games.space_hulk.screen.test_map import screen_text

LONG = 100 * PACE


def match_led_by_bot(doors: str = "H4 L4", cp: int = 1, **places: str) -> MatchSession:
    """A match whose marines the bot leads, in their action phase."""
    return ready(new(cp="app", bot="marines"), doors, cp, **places)


def going(match: MatchSession) -> Desk:
    """A desk at which the bot has been let go on, and has done its first thing."""
    desk = desk_of(match)
    assert not desk.bots.act(0.0)
    press(desk, " ")
    assert desk.bots.act(0.0), desk.notice
    return desk


def hands(match: MatchSession) -> list[str]:
    return [line.entry.hand for line in match.lines() if line.entry.kind == "command"]


# ---- at the desk


def test_it_does_a_thing_at_a_time_at_its_pace_and_says_what_and_why() -> None:
    match = match_led_by_bot(Bolt1="D4 E", B1="K7")
    desk = going(match)
    assert desk.notice == "The bot: step: Bolt1 E5 (the goal lies that way)"
    head = match.head
    assert not desk.bots.act(PACE / 2)
    assert match.head == head
    assert desk.bots.act(PACE)
    assert match.head > head
    assert hands(match)[-2:] == [HAND, HAND]


def test_space_hurries_it_and_escape_stops_it_at_once() -> None:
    match = match_led_by_bot(Bolt1="D4 E", B1="K7")
    desk = going(match)
    press(desk, " ")
    assert desk.bots.act(0.0), "it does not wait"
    press(desk, "\x1b")
    assert not desk.bots.act(LONG)
    press(desk, " ")
    assert desk.bots.act(LONG)


def test_a_match_that_is_opened_again_stands_still() -> None:
    desk = desk_of(match_led_by_bot(Bolt1="D4 E"))
    assert not desk.bots.act(0.0)
    assert not desk.bots.act(LONG)


def test_it_waits_for_real_dice() -> None:
    match = match_led_by_bot(Bolt1="E4 E", S1="G4 W")
    desk = going(match)
    assert match.question is not None
    assert match.question.key == "shot"
    assert desk.notice == "The bot: shoot: Bolt1 > S1 (it is in sight)"
    assert not desk.bots.act(LONG)
    press(desk, "66")
    assert not stealer(match, "S1")["alive"]
    head = match.head
    assert not desk.bots.act(LONG), "the dice are looked at first"
    assert desk.bots.act(LONG + PACE)
    assert match.head > head


def test_what_it_did_is_taken_back_and_it_waits_then() -> None:
    match = match_led_by_bot(Bolt1="D4 E", B1="K7")
    before = match.session.state
    desk = going(match)
    press(desk, "u")
    assert match.session.state == before
    assert not desk.bots.act(LONG)
    press(desk, " ")
    assert desk.bots.act(LONG)


def test_a_hand_at_work_in_its_turn_stops_it() -> None:
    match = match_led_by_bot(Bolt1="D4 E", Bolt2="B4 E", B1="K7")
    desk = going(match)
    press(desk, "2")
    press(desk, "o")
    assert match.state.marines["Bolt2"].stance.overwatch
    assert not desk.bots.act(LONG)


def test_an_open_form_is_waited_for() -> None:
    desk = going(match_led_by_bot(Bolt1="D4 E", B1="K7"))
    press(desk, "N")
    assert desk.field is not None
    assert not desk.bots.act(LONG)


def test_two_who_both_want_stealers_are_not_kept_waiting_by_its_reactions() -> None:
    match = match_led_by_bot(Bolt1="G4 E", S1="N4 W")
    to_stealers(match)
    go_on(match, line("spend", points=match.state.counter.drawn or 1))
    desk = desk_of(match)
    desk.bots.act(0.0)
    press(desk, "1f")
    desk.bots.act(0.0)
    assert match.state.window is None, "nobody could react"
    assert match.question is None
    assert match.state.play.phase == "stealer-action"
    assert not desk.bots.act(LONG), "it is not its turn"


def test_it_shoots_on_overwatch_in_the_turn_of_two_who_want_stealers() -> None:
    match = match_led_by_bot(Bolt1="G4 E", S1="N4 W")
    go_on(match, line("overwatch", who="Bolt1"))
    to_stealers(match)
    desk = desk_of(match)
    desk.bots.act(0.0)
    press(desk, "1f")
    assert desk.bots.act(0.0)
    assert match.question is not None
    assert match.question.key == "shot"
    assert desk.notice.endswith("(it moved before a gun that waited for it)")


def test_a_key_lets_it_lead_and_gives_the_marines_back() -> None:
    match = ready(new(cp="app"), "H4 L4", 1, Bolt1="D4 E", B1="K7")
    desk = desk_of(match)
    desk.press("f8", None)
    assert not desk.bots.act(0.0)
    assert desk.bots.act(PACE), "it was just asked for: it does not stand still"
    desk.press("f8", None)
    assert log_sentences(match)[-1] == "From now on hands lead the marines"
    assert not desk.bots.act(LONG)
    press(desk, "f")
    assert hands(match)[-1] == "hand"


def test_nobody_needs_to_react_for_it_where_the_whole_match_plays_itself() -> None:
    match = temporary_match(games.find("space-hulk"))
    desk = desk_of(match)
    press(desk, "5124")  # by the 1st edition, the app rolls, the app plays both sides
    assert desk.field is None
    assert match.state.options.solo
    assert match.state.options.bot == "marines"
    desk.bots.act(0.0)
    press(desk, "S")
    now = 0.0
    for _ in range(2000):
        if match.state.outcome.over:
            break
        now += PACE
        desk.bots.act(now)
    assert match.state.outcome.over, desk.notice
    assert set(hands(match)[2:]) == {HAND}
    assert verify(match.game.rules, match.inputs()).differs_at is None


# ---- what it may know


def test_what_lies_under_blips_changes_nothing_it_does() -> None:
    match = temporary_match(games.find("space-hulk"))
    play_alone(match, library(), "head-count", "4", 5)
    checked = 0
    replayed = temporary_match(games.find("space-hulk"))
    for text in list(write_script(match, library()))[:60]:
        data = json.loads(text)
        go_on(replayed, data)
        state = replayed.session.state
        if not state.blips_in_play or replayed.question is not None:
            continue
        other = state
        for blip in state.blips_in_play:
            other = other.with_blip(blip.id, value=4 - (blip.value or 2))
        assert next_move(other, None) == next_move(state, None)
        checked += 1
    assert checked > 10


@pytest.mark.parametrize(("who", "key"), [("marine", "counter-shown"), ("stealer", "value")])
def test_what_only_the_table_can_know_is_left_to_it(who: str, key: str) -> None:
    from q40k.kernel.events import NumberQuestion

    match = match_led_by_bot(Bolt1="D4 E")
    question = NumberQuestion(key, who, "", {}, least=1, most=3)
    assert next_move(match.session.state, question) is None


def test_it_answers_what_is_asked_of_the_marine_player() -> None:
    match = play(new(cp="app", bot="marines"), *put(Sword="E4 E"), line("start"))
    move = next_move(match.session.state, None)
    assert isinstance(move, Choice)
    match.do(move.command, hand=HAND, auto=False)
    match.give((2,), auto=False)
    assert match.question is not None
    assert match.question.key == "again"
    assert next_move(match.session.state, match.question) == Reply("yes"), "a low one goes back"


@pytest.mark.rule("SH-BOARD-9")
def test_it_leads_only_on_a_board() -> None:
    without = temporary_match(games.find("space-hulk"))
    assert refusal_rule(without, new("open-table", bot="marines")) == "SH-BOARD-9"
    match = play(new("open-table"))
    assert refusal_rule(match, line("bot", leads="marines")) == "SH-BOARD-9"
    go_on(match, line("bot", leads="nobody"))


def test_every_reason_has_a_sentence() -> None:
    assert set(WHY) == set(get_args(Why))


# ---- on the screens


async def test_it_plays_on_the_main_screen_and_on_the_map(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(partner, "PACE", 3600.0)  # only keys let it go on
    match = match_led_by_bot(Bolt1="D4 E", Bolt2="B4 E", B1="K7")
    app = MatchApp(desk_of(match), raising=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "stands still: a bot plays it" in screen_text(app)
        await pilot.press("space")
        await pilot.pause()
        assert "is played by a bot." in screen_text(app)
        assert "The bot: step: Bolt1 E5 (the goal lies that way)" in screen_text(app)
        assert match.state.marines["Bolt1"].position.at == "E5"
        await pilot.press("comma", "v")
        await pilot.pause()
        assert isinstance(app.screen, MapScreen)
        await pilot.press("space")
        assert match.state.marines["Bolt1"].stance.overwatch
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, MapScreen), "Escape stops it first"
        assert "stands still: a bot plays it" in screen_text(app)
        await pilot.press("escape")
        assert not isinstance(app.screen, MapScreen)


async def test_it_goes_on_while_nobody_touches_a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(partner, "PACE", 0.01)
    match = match_led_by_bot(Bolt1="D4 E", Bolt2="B4 E", B1="K7")
    app = MatchApp(desk_of(match), raising=True)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("space")
        head = match.head
        for _ in range(1000):
            await pilot.pause(0.01)
            if match.head > head:
                break
        assert match.head > head
        await pilot.press("f1")
        head = match.head
        for _ in range(20):
            await pilot.pause(0.01)
        assert match.head == head, "while something else is read it waits"


# ---- without a screen


def test_a_whole_match_is_recorded_the_same_again_and_replays() -> None:
    call = ("mission", "record", "cold-start", "--seed", "4")
    script = good(*call)
    assert good(*call) == script
    match = go_on(temporary_match(games.find("space-hulk")), *map(json.loads, script.splitlines()))
    assert match.state.outcome.over
    assert match.state.options.bot == "marines"
    assert verify(match.game.rules, match.inputs()).differs_at is None
    assert "no board" in bad(2, "mission", "record", "open-table")


def test_new_says_where_there_is_no_board() -> None:
    call = ("new", "--game", "space-hulk", "--mission", "open-table", "--bot", "marines")
    assert "no board" in bad(2, *call)
