"""The clock on the screen: set, shown, warning; a stopwatch that goes on only when told to."""

from __future__ import annotations

from unittest.mock import Mock

import pytest

from q40k.games.quake.game import GAME
from q40k.table.match_library import temporary_match
from q40k.table.match_session import MatchSession
from q40k.table.shown import Alarm, Reading, alarm, reading
from q40k.tui.clock import GLYPHS, ClockFace, _style, large
from q40k.tui.desk import Desk
from q40k.tui.main import MainScreen
from tests.games.quake.screen.table import app_of, field, playing, press, screen, set_up

SMALL, LARGE = (80, 24), (120, 40)

pytestmark = pytest.mark.rule("TABLE-7")


class Stopwatch:
    def __init__(self) -> None:
        self.shows = 1000.0

    def __call__(self) -> float:
        return self.shows


def timed_desk(keys: str = "z90\n60\n", language: str = "en") -> tuple[Desk, Stopwatch]:
    """A desk in the first movement phase, its clock set by these keys."""
    watch = Stopwatch()
    desk = playing(
        language=language, match_session=MatchSession(GAME, temporary_match().session, None, stopwatch=watch)
    )
    press(desk, keys)
    return desk, watch


def main(app: object) -> MainScreen:
    result = app.screen  # type: ignore[attr-defined]
    assert isinstance(result, MainScreen)
    return result


# -- at the desk ------------------------------------------------------------------------------


def test_the_clock_is_set_for_the_match_and_for_each_part() -> None:
    desk, watch = timed_desk()
    assert reading(desk.match_session) == Reading(5400, 60)
    watch.shows += 20
    assert reading(desk.match_session) == Reading(5380, 40)
    press(desk, "n")
    assert reading(desk.match_session) == Reading(5380, 60)


def test_an_undo_gives_the_time_back_on_the_screen() -> None:
    desk, watch = timed_desk()
    watch.shows += 20
    press(desk, "n")
    watch.shows += 30
    press(desk, "u")
    assert reading(desk.match_session) == Reading(5400, 60)


def test_one_key_lets_it_stand_and_go_on_again() -> None:
    desk, watch = timed_desk()
    press(desk, ",z")
    watch.shows += 600
    assert reading(desk.match_session) == Reading(5400, 60, paused=True)
    press(desk, ",z")
    watch.shows += 1
    assert reading(desk.match_session) == Reading(5399, 59)


def test_its_menu_keeps_or_changes_a_limit_and_takes_it_away() -> None:
    desk, _watch = timed_desk()
    press(desk, "z2\n0\n")
    assert desk.state.clock is not None
    assert (desk.state.clock.limit, desk.state.clock.each) == (5400, None)
    press(desk, "z4")
    assert desk.state.clock is None


def test_two_empty_limits_are_no_clock() -> None:
    desk, _watch = timed_desk("z\n\n")
    assert (desk.state.clock, desk.field, desk.notice) == (None, None, "")


@pytest.mark.parametrize("typed", ["x", "-5", "2000", "nan", "1e9"])
def test_a_limit_that_is_none_is_said(typed: str) -> None:
    desk, _watch = timed_desk(f"z{typed}\n")
    assert field(desk).error
    press(desk, "\x1b")
    assert desk.field is None


def test_set_up_takes_no_time() -> None:
    watch = Stopwatch()
    match_session = MatchSession(GAME, temporary_match().session, None, stopwatch=watch)
    desk = set_up(match_session=match_session, minutes=90, each=60.0)
    watch.shows += 500
    assert reading(match_session) == Reading(5400)
    press(desk, "\n6531")
    assert reading(match_session) == Reading(5400, 60)
    watch.shows += 5
    assert reading(match_session) == Reading(5395, 55)


@pytest.mark.parametrize(
    ("before", "now", "alarmed"),
    [
        (Reading(301), Reading(300), "match-short"),
        (Reading(300), Reading(299), None),
        (Reading(61), Reading(60), "match-short"),
        (Reading(1), Reading(0), "match-over"),
        (Reading(0), Reading(-1), None),
        (Reading(None, 1), Reading(None, 0), "part-over"),
        (Reading(None, -1), Reading(None, 60), None),
        (Reading(900), Reading(800), None),
        (Reading(None, 61, calls=(60,)), Reading(None, 60, calls=(60,)), "part-called"),
        (Reading(None, 60, calls=(60,)), Reading(None, 58, calls=(60,)), None),
        (Reading(61, 1), Reading(60, 0), "match-short"),  # the match's before the part's
    ],
)
def test_it_warns_once_of_each_time(before: Reading, now: Reading, alarmed: Alarm | None) -> None:
    assert alarm(before, now) == alarmed


def test_a_part_that_is_called_turns_amber_and_red() -> None:
    styles = [_style(Reading(None, seconds, calls=(60, 15), hurry=(60, 15))) for seconds in (90, 60, 50, 15, 9)]
    assert styles == ["bold $success", "bold reverse $warning", "bold $warning", "bold reverse $error", "bold $error"]


def test_all_figures_are_three_rows_of_one_width() -> None:
    assert set(GLYPHS) == set("0123456789:-")
    for character in GLYPHS:
        assert len({len(row) for row in large(character)}) == 1


# -- on the screen ----------------------------------------------------------------------------


async def test_it_stands_in_the_ribbon_and_ticks_without_the_rest() -> None:
    desk, watch = timed_desk()
    app = app_of(desk)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        top = screen(app).splitlines()[0]
        assert "[MOVEMENT]" in top
        assert top.rstrip().endswith("match 1:30:00 part 1:00")
        here = main(app)
        here.board.refresh = here.prompt.refresh = here.feed.refresh = Mock()  # type: ignore[method-assign]
        watch.shows += 21
        here.clock.tick()
        await pilot.pause()
        assert screen(app).splitlines()[0].rstrip().endswith("match 1:29:39 part 0:39")
        here.board.refresh.assert_not_called()


async def test_where_there_is_room_its_figures_are_three_rows_high() -> None:
    desk, _watch = timed_desk()
    app = app_of(desk)
    async with app.run_test(size=LARGE) as pilot:
        await pilot.pause()
        rows = screen(app).splitlines()
        for row, figures in enumerate(large("1:30:00")):
            assert figures.strip() in rows[row]


def ticking(clock: ClockFace) -> bool:
    return clock._timer is not None


async def test_no_timer_runs_without_a_clock_or_while_it_stands() -> None:
    desk, _watch = timed_desk("")
    app = app_of(desk)
    async with app.run_test(size=SMALL) as pilot:
        clock = main(app).clock
        assert (ticking(clock), clock.display) == (False, False)
        await pilot.press("z", "9", "0", "enter", "enter")
        assert ticking(clock)
        await pilot.press("comma", "z")
        assert not ticking(clock)
        assert "the clock is stopped" in screen(app)
        await pilot.press("comma", "z")
        assert ticking(clock)
        await pilot.press("z", "4")
        assert (ticking(clock), clock.display) == (False, False)


@pytest.mark.parametrize(
    ("seconds", "words"), [(85 * 60, "five minutes left"), (89 * 60, "LAST MINUTE"), (90 * 60, "TIME IS UP")]
)
@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_it_warns_in_words_when_time_is_short(seconds: int, words: str, size: tuple[int, int]) -> None:
    desk, watch = timed_desk("z90\n\n")
    watch.shows += seconds
    app = app_of(desk)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        assert words in screen(app)


async def test_a_part_that_is_over_is_said_and_rings_where_a_bell_is_wanted() -> None:
    desk, watch = timed_desk("z\n60\n")
    press(desk, "z3")
    app = app_of(desk)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        app.bell = Mock()  # type: ignore[method-assign]
        watch.shows += 60.5
        main(app).clock.tick()
        main(app).clock.tick()
        await pilot.pause()
        assert "part 0:00 PART OVER" in screen(app)
        app.bell.assert_called_once()
        watch.shows += 12
        main(app).clock.tick()
        await pilot.pause()
        assert "part -0:12 PART OVER" in screen(app)


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_a_warning_is_called_across_the_screen_for_two_seconds(size: tuple[int, int]) -> None:
    desk, watch = timed_desk("z90\n\n")
    watch.shows += 88 * 60
    app = app_of(desk)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        flash = main(app).flash
        assert not flash.display
        watch.shows += 60
        main(app).clock.tick()
        await pilot.pause()
        assert flash.region.width == size[0]
        assert flash.region.y == main(app).head.region.bottom, "turn and clock stay in sight"
        rows = [line.strip() for line in screen(app).splitlines()]
        assert all(any(figures.strip() in row for row in rows) for figures in large("1:00"))
        assert sum("LAST MINUTE" in row for row in rows) == 2, "beside the clock, and large"
        flash.hide()
        await pilot.pause()
        assert not flash.display


async def test_french_shows_it_whole() -> None:
    desk, watch = timed_desk("z90\n60\n", "fr")
    watch.shows += 85 * 60
    app = app_of(desk)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        assert "plus que" in screen(app) or "TEMPS ÉCOULÉ" in screen(app)


@pytest.mark.parametrize("size", [(40, 24), (50, 24), (60, 24), (50, 40), (80, 24), (80, 40)])
@pytest.mark.parametrize("seconds", [20, 85 * 60, 90 * 60 + 5])
async def test_however_narrow_the_screen_turn_and_phase_are_seen_beside_the_clock(
    seconds: int, size: tuple[int, int]
) -> None:
    desk, watch = timed_desk()
    watch.shows += seconds
    app = app_of(desk)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        clock, ribbon = main(app).clock.region, main(app).ribbon.region
        assert ribbon.right <= clock.x
        assert ribbon.width >= min(30, size[0] - clock.width)
        top = screen(app).splitlines()[0]
        assert "Turn 1" in top
        figures = "-0:05" if seconds > 90 * 60 else {20: "1:29:40", 85 * 60: "5:00"}[seconds]
        rows = large(figures) if main(app).clock.rows > 1 else [figures]
        for row, shown in zip(rows, screen(app).splitlines(), strict=False):
            assert row.strip() in shown
