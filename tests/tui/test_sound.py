"""What is heard at the table: silence by default, then a clip at a call, or the bell."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest
from textual.pilot import Pilot

from q40k.games import game as games
from q40k.kernel.commentary import Call
from q40k.sound.clips import Clip
from q40k.sound.player import NO_DEVICE, NO_LIBRARY
from q40k.sound.sounds import Sounds
from q40k.table.settings import Settings, change_settings, settings
from q40k.tui.desk import Desk
from q40k.tui.fields import Pick
from q40k.tui.match_app import MatchApp
from q40k.tui.pages.hall import HallScreen
from q40k.tui.sound import CLOCK, audible, clip_of_alarm, clip_of_calls, kinds
from tests.games.quake.screen.table import app_of, field, playing, press, screen
from tests.games.variants import variant
from tests.tui.test_clock import main, timed_desk

SIZE = (120, 40)
ON = Settings(sound=True)


class Heard(Sounds):
    """Sounds that only note what would be played."""

    def __init__(self) -> None:
        super().__init__()
        self.played: list[tuple[Clip, int]] = []
        self.on = False

    @property
    def is_on(self) -> bool:
        return self.on

    def begin(self) -> None:
        self.on = self.is_ready = True

    def stop(self) -> None:
        self.on = False

    def play(self, clip: Clip, volume: int) -> None:
        assert self.on, "nothing is played before it is begun"
        self.played.append((clip, volume))


def listening(desk: Desk, taste: Settings = ON) -> Heard:
    desk.sounds = heard = Heard()
    desk.settings = change_settings(sound=taste.sound, mute=taste.mute)
    return heard


async def wait_for_match(pilot: Pilot[int]) -> None:
    """Wait until the match has been read."""
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()


async def test_by_default_it_is_silent_and_no_player_is_started() -> None:
    desk = playing()
    app = app_of(desk)
    async with app.run_test(size=SIZE) as pilot:
        await wait_for_match(pilot)
        await pilot.press("k", "2", "4")
        assert "» First blood" in screen(app)
        assert not desk.sounds.is_on
    assert settings() == Settings()


async def test_a_call_is_heard_the_weightiest_of_several() -> None:
    desk = playing()
    press(desk, "k24")
    heard = listening(desk)
    app = app_of(desk)
    async with app.run_test(size=SIZE) as pilot:
        await wait_for_match(pilot)
        assert heard.on
        assert heard.played == []  # what was called before is no news
        await pilot.press("k", "3", "4")
        assert heard.played == [("two", 6)]
        await pilot.press("u")
        await pilot.press("y")
        assert heard.played == [("two", 6)]  # nor what is taken back or given back
        await pilot.press("m", "1", "enter")
        assert heard.played == [("two", 6)]


async def test_it_is_turned_on_and_off_on_the_page_of_the_calls(own_home: Path) -> None:
    desk = playing()
    heard = listening(desk, Settings())
    app = app_of(desk)
    async with app.run_test(size=SIZE) as pilot:
        await wait_for_match(pilot)
        await pilot.press("f7")
        assert "sound (off)" in screen(app)
        await pilot.press("tab")
        assert field(desk).title == "Sound"
        assert "Sound is off." in screen(app)
        await pilot.press("1")
        assert settings().sound
        assert heard.played == [("call", 6)]  # one hears that it is on
        assert "Sound is on, at 6 of 9." in screen(app)
        await pilot.press("f7", "tab", "1")
        assert not settings().sound
        assert not heard.on
        await pilot.press("k", "2", "4")
        assert heard.played == [("call", 6)]


@pytest.mark.parametrize(
    ("player", "then"),
    [
        ("import sys; print('ready', flush=True); sys.stdin.read()", "Sound is on, at 6 of 9."),
        (f"raise SystemExit({NO_DEVICE})", "there is nothing here to play on"),
    ],
)
async def test_it_is_said_to_be_on_only_once_it_plays(own_home: Path, player: str, then: str) -> None:
    desk = playing()
    app = app_of(desk)
    async with app.run_test(size=SIZE) as pilot:
        await wait_for_match(pilot)
        desk.sounds = Sounds((sys.executable, "-c", player))
        reported = asyncio.Event()
        report, desk.report_sound = desk.report_sound, reported.set
        await pilot.press("f7", "tab", "1")
        assert "Sound is starting…" in screen(app)
        assert "Sound is on" not in screen(app)
        await asyncio.wait_for(reported.wait(), 30)
        report()
        await pilot.pause()
        assert then in screen(app)
        assert "starting" not in screen(app)


async def test_how_loud_is_set_and_kept(own_home: Path) -> None:
    desk = playing()
    heard = listening(desk)
    app = app_of(desk)
    async with app.run_test(size=SIZE) as pilot:
        await wait_for_match(pilot)
        await pilot.press("f7", "tab", "2")
        question = field(desk)
        assert isinstance(question, Pick)
        assert question.options[question.at].value == 6
        await pilot.press("9")
        assert settings().volume == 9
        await pilot.press("k", "2", "4")
        assert heard.played == [("call", 9), ("first-blood", 9)]


async def test_each_kind_of_call_may_be_mute_and_still_be_called(own_home: Path) -> None:
    desk = playing()
    heard = listening(desk)
    app = app_of(desk)
    async with app.run_test(size=SIZE) as pilot:
        await wait_for_match(pilot)
        await pilot.press("f7", "tab", "3", *"First", "enter", *"clock", "enter", "enter")
        assert settings().mute == ("first-blood", CLOCK)
        heard.played.clear()
        await pilot.press("k", "2", "4")
        assert "» First blood" in screen(app)
        assert heard.played == []
        await pilot.press("k", "3", "4")
        assert heard.played == [("two", 6)]


async def test_what_is_not_called_is_not_heard(own_home: Path) -> None:
    desk = playing()
    heard = listening(desk)
    app = app_of(desk)
    async with app.run_test(size=SIZE) as pilot:
        await wait_for_match(pilot)
        await pilot.press("f6", "k", "2", "4")
        assert heard.played == []
        await pilot.press("f6", "k", "3", "4")
        assert heard.played == [("two", 6)]


async def test_in_french(own_home: Path) -> None:
    desk = playing(language="fr")
    listening(desk, Settings())
    app = app_of(desk)
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for_match(pilot)
        await pilot.press("f7", "tab")
        assert "Le son est coupé." in screen(app)
        await pilot.press("1")
        assert "Le son est allumé, à 6 sur 9." in screen(app)


async def test_whoever_looks_on_is_no_echo() -> None:
    desk = playing()
    desk.match_session.watching = True
    heard = listening(desk)
    app = app_of(desk)
    async with app.run_test(size=SIZE) as pilot:
        await wait_for_match(pilot)
        assert not heard.on


# ---- the clock


async def test_the_clock_is_heard_once_also_in_hall_mode() -> None:
    desk, watch = timed_desk("z90\n\n")
    heard = listening(desk)
    app = app_of(desk)
    async with app.run_test(size=SIZE) as pilot:
        await wait_for_match(pilot)
        table = main(app)
        await pilot.press("comma", "h")
        await pilot.pause()
        hall = app.screen
        assert isinstance(hall, HallScreen)
        for seconds in (85 * 60, 4 * 60, 60):
            watch.shows += seconds
            for face in (table.clock, hall.clock):
                face.tick()
        assert heard.played == [("clock", 6), ("clock", 6), ("horn", 6)]


async def test_a_mute_clock_is_not_heard_and_the_bell_that_was_asked_for_rings(monkeypatch: pytest.MonkeyPatch) -> None:
    desk, watch = timed_desk("z\n60\n")
    press(desk, "z3")
    heard = listening(desk, Settings(sound=True, mute=(CLOCK,)))
    app = app_of(desk)
    rings: list[bool] = []
    async with app.run_test(size=SIZE) as pilot:
        await wait_for_match(pilot)
        monkeypatch.setattr(app, "bell", lambda: rings.append(True))
        watch.shows += 60.5
        main(app).clock.tick()
        assert (heard.played, rings) == ([], [True])


def test_each_game_has_its_own_at_the_clock_or_the_houses() -> None:
    assert clip_of_alarm(games.find("space-hulk"), ON, "part-called") == "clock"
    assert clip_of_alarm(games.find("space-hulk"), ON, "part-over") == "bell"
    assert clip_of_alarm(games.find("quake"), ON, "match-over") == "horn"
    assert clip_of_alarm(games.find("quake"), Settings(), "match-over") is None


def test_a_call_without_a_clip_of_its_own_is_heard_as_any() -> None:
    quake = games.find("quake")
    bare = variant(quake, clips={})
    assert clip_of_calls(bare, ON, [Call("revenge")]) == "call"
    assert clip_of_calls(bare, ON, []) is None
    assert clip_of_calls(quake, ON, [Call("revenge"), Call("match")]) == "fanfare"


def test_what_is_heard_already_is_not_heard_of_its_call() -> None:
    hulk = games.find("space-hulk")
    assert clip_of_calls(hulk, ON, [Call("time-up")]) is None  # the clock has rung
    assert clip_of_calls(hulk, ON, [Call("time-up"), Call("jam")]) == hulk.clips["jam"]
    assert set(kinds(hulk)) - set(audible(hulk)) == {"time", "last-seconds", "time-up"}


def test_a_game_that_calls_nothing_still_has_its_clock() -> None:
    quake = games.find("quake")
    spoken_only = {"taunt", "last-words"}
    assert audible(quake) == (*(kind for kind in kinds(quake) if kind not in spoken_only), CLOCK)
    assert audible(variant(quake, calls=None)) == (CLOCK,)


# ---- where nothing can be played


async def test_without_a_library_the_bell_rings_and_the_page_says_why(
    monkeypatch: pytest.MonkeyPatch, own_home: Path
) -> None:
    desk = playing()
    desk.sounds = Sounds((sys.executable, "-c", f"raise SystemExit({NO_LIBRARY})"))
    desk.settings = ON
    app = MatchApp(desk, raising=True)
    rings: list[bool] = []
    monkeypatch.setattr(app, "bell", lambda: rings.append(True))
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for_match(pilot)
        while desk.sounds.trouble is None:
            await pilot.pause()
        assert rings == []
        await pilot.press("k", "2", "4")
        assert rings == [True]
        assert "miniaudio" not in screen(app)
        await pilot.press("f7", "tab")
        assert "miniaudio, is not installed" in " ".join(screen(app).split())


async def test_it_ends_with_the_app() -> None:
    desk = playing()
    desk.sounds = Sounds((sys.executable, "-c", "import sys; sys.stdin.read()"))
    desk.settings = ON
    app = app_of(desk)
    async with app.run_test(size=SIZE) as pilot:
        await wait_for_match(pilot)
        while desk.sounds._player is None:
            await pilot.pause()
        player = desk.sounds._player
    assert player.returncode is not None
