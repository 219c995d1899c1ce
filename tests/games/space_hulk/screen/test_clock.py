"""The sand timer on the screen: its calls, what is asked after the bell, an undo."""

from __future__ import annotations

import pytest

from q40k.games import game as games
from q40k.games.space_hulk.state.movement.steps import Turn
from q40k.games.space_hulk.state.turn import GiveTime
from q40k.kernel.replay import verify
from q40k.kernel.session import Session
from q40k.table.match_library import temporary_match
from q40k.table.match_session import MatchSession
from q40k.table.shown import reading
from q40k.tui.clock import large, urgency_colour
from q40k.tui.desk import Desk
from q40k.tui.main import MainScreen
from q40k.tui.match_app import MatchApp
from q40k.tui.pages.hall import HallScreen
from tests.games.scripted import go_on, line
from tests.games.space_hulk.playing import new, put
from tests.games.space_hulk.screen.test_desk import desk_of, press


class Stopwatch:
    def __init__(self) -> None:
        self.shows = 0.0

    def __call__(self) -> float:
        return self.shows


def timed_desk(watch: Stopwatch) -> Desk:
    """A squad in the timed phase, three minutes on the clock."""
    game = games.find("space-hulk")
    match = MatchSession(game, temporary_match(game).session, None, stopwatch=watch)
    places = {"Bolt1": "E4 E", "Bolt2": "D4 E"}
    go_on(match, new(timer=180), *put(**places), line("start"), line("draw"))
    return desk_of(match)


@pytest.mark.rule("SH-TIMER-6", "SH1-TIMER-7")
@pytest.mark.parametrize(
    ("seconds", "figures", "ink"), [(61, "1:59", "$accent"), (121, "0:59", "$warning"), (166, "0:14", "$error")]
)
async def test_the_time_is_called_across_the_screen(seconds: float, figures: str, ink: str) -> None:
    watch = Stopwatch()
    desk = timed_desk(watch)
    app = MatchApp(desk, raising=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        main = app.screen
        assert isinstance(main, MainScreen)
        watch.shows += seconds
        main.clock.tick()
        await pilot.pause()
        assert main.flash.display
        strips = main._compositor.render_strips()
        rows = ["".join(segment.text for segment in strip) for strip in strips]
        assert all(any(line.strip() in row for row in rows) for line in large(figures))
        now = reading(desk.match_session)
        assert now is not None
        assert urgency_colour(now) == ink
        await pilot.press("f")
        assert desk.state.marines["Bolt1"].position.at == "F4", "no key is lost to it"


async def test_the_time_is_called_in_hall_mode_too() -> None:
    watch = Stopwatch()
    app = MatchApp(timed_desk(watch), raising=True)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        await pilot.press("comma", "h")
        await pilot.pause()
        hall = app.screen
        assert isinstance(hall, HallScreen)
        watch.shows += 121
        hall.clock.tick()
        await pilot.pause()
        assert hall.flash.display
        assert hall.flash.region.width == 120


@pytest.mark.rule("SH-TIMER-3", "SH-TIMER-5")
def test_after_the_bell_it_is_asked_once_whether_it_was_begun() -> None:
    watch = Stopwatch()
    desk = timed_desk(watch)
    watch.shows += 181
    press(desk, "f")
    assert desk.field is not None, "was it begun?"
    press(desk, "y")
    assert desk.state.marines["Bolt1"].position.at == "F4", desk.notice
    assert desk.state.play.phase == "stealer-reinforcement"


@pytest.mark.rule("SH-TIMER-3", "SH-TIMER-6")
def test_an_undo_gives_no_time_back_and_a_pause_holds_it() -> None:
    watch = Stopwatch()
    desk = timed_desk(watch)
    watch.shows += 40
    press(desk, "f")
    watch.shows += 20
    desk.press("ctrl+z", None)
    before = reading(desk.match_session)
    assert before is not None
    assert before.part == 120
    press(desk, "zdoorbell\n")
    watch.shows += 100
    now = reading(desk.match_session)
    assert now is not None
    assert (now.paused, now.part) == (True, 120)


@pytest.mark.rule("SH-TIMER-3", "SH-TIMER-5")
def test_after_the_bell_an_undo_does_not_go_back_before_it() -> None:
    watch = Stopwatch()
    desk = timed_desk(watch)
    watch.shows += 170
    press(desk, "f")
    watch.shows += 20
    desk.press("ctrl+z", None)
    press(desk, "f")
    assert desk.match_session.question is not None
    assert desk.match_session.question.key == "begun"


@pytest.mark.rule("SH-TIMER-3", "SH-TIMER-6")
def test_the_game_master_gives_time_back() -> None:
    watch = Stopwatch()
    desk = timed_desk(watch)
    watch.shows += 170
    desk.match_session.do(GiveTime(seconds=45))
    now = reading(desk.match_session)
    assert now is not None
    assert now.part == 55


@pytest.mark.rule("SH-TIMER-2")
@pytest.mark.parametrize("is_restarted", [False, True])
def test_waiting_whether_to_draw_again_takes_nothing_from_the_time(is_restarted: bool) -> None:
    game, watch = games.find("space-hulk"), Stopwatch()
    match = MatchSession(game, temporary_match(game).session, None, stopwatch=watch)
    go_on(match, new(timer=180, cp="app"), *put(Sword="E4 E"), line("start"))
    press(desk_of(match), "w")
    assert match.question is not None
    assert match.question.key == "again"
    watch.shows = 100
    if is_restarted:
        session = Session(game.rules, match.session.journal, match.number, lambda: "now")
        match = MatchSession(game, session, None, stopwatch=watch)
    watch.shows += 70
    match.give("yes")
    assert match.state.timer.length == 180
    watch.shows += 5
    assert match.played - match.state.timer.began == 5
    match.do(Turn(who="Sword", facing="N"))
    assert match.state.timer.gone - match.state.timer.began == 5
    assert verify(game.rules, match.inputs()).differs_at is None
