"""Moments on the whole screen, letters for four metres, and the end that fills the picture."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from q40k.games import game as games
from q40k.games.quake.state.ending import End
from q40k.i18n.locale import Locale
from q40k.kernel.commentary import Call
from q40k.kernel.events import NumberQuestion
from q40k.live import parts
from q40k.live.follow import Followed
from q40k.live.inbox import Inbox, inbox_file
from q40k.live.moments import moment
from q40k.table.commentary import Announcer
from q40k.table.match_library import MatchLibrary, temporary_match
from q40k.table.match_session import MatchSession
from q40k.table.script import ScriptLine, play_line, read_script
from q40k.table.settings import Settings
from tests.games.race.rules.running import Run
from tests.live import browsers
from tests.live.served import PATIENCE, serve_board
from tests.live.test_browser import Table, faults, house, table
from tests.live.test_phones import BOB

__all__ = ["house", "table"]
GAMES = ("quake", "epic", "space-hulk")
FIRST_BLOOD = {"quake": 20, "epic": 78, "space-hulk": 28}
"""The line of each recorded match that draws first blood."""
FAR = 40
"""The least height of letters at 1080p that is read from four metres, in pixels."""
LATE = 30_000
"""How many milliseconds a busy machine may take until a page shows what was played; no test measures that."""
EN = Locale("en")


def demo_lines(session: MatchSession) -> list[ScriptLine]:
    """The recorded match of a session's game."""
    assert session.game.demo is not None
    return list(read_script(session.game.demo.script.read_text(encoding="utf-8").splitlines(), None))


def play_demo(session: MatchSession, start: int = 0, stop: int | None = None) -> None:
    """Play lines of the recorded match of a session's game."""
    for line in demo_lines(session)[start:stop]:
        play_line(session, session.game.packs.library, line)


@contextmanager
def board(
    folder: Path, game: str, stop: int | None, browser: Browser
) -> Iterator[tuple[MatchSession, Callable[..., Page]]]:
    """Serve a recorded match up to a line; yield it, and a function that opens a page."""
    with ExitStack() as opened:
        library = opened.enter_context(closing(MatchLibrary(folder / "matches.sqlite3")))
        session = opened.enter_context(closing(library.begin("Friday", games.find(game))))
        play_demo(session, 0, stop)
        heard, hear = Event(), Followed.hear

        def hear_all(followed: Followed) -> Iterator[None]:
            yield from hear(followed)
            heard.set()

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Followed, "hear", hear_all)
            server = opened.enter_context(serve_board(library.path))
            assert heard.wait(PATIENCE), "the announcer knows what was before"

        def page(size: tuple[int, int] = (1920, 1080), *, stopped: bool = False, **more: Any) -> Page:
            shown = browsers.open_page(browser, *size, locale="en", **more)
            if stopped:
                shown.clock.install(time=0)
                shown.clock.pause_at(1)
            shown.goto(server.url)
            expect(shown.locator("h1")).not_to_have_text("")
            return shown

        yield session, page
        for context in browser.contexts:
            context.close()


def sizes(page: Page, selector: str) -> list[float]:
    """The sizes of the letters of all that a selector selects."""
    sizes_px: list[float] = page.evaluate(  # in one step: news may replace the elements at any time
        "selector => [...document.querySelectorAll(selector)].map("
        "element => parseFloat(getComputedStyle(element).fontSize))",
        selector,
    )
    return sizes_px


# -- from four metres ------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_race_log_and_chart_are_read_from_four_metres(tmp_path: Path, chromium: Browser, game: str) -> None:
    with board(tmp_path, game, 90, chromium) as (session, open_page):
        page = open_page()
        for selector in (".bars .name", ".bars .figure", "#feed p", "#chart text"):
            sizes_px = sizes(page, selector)
            assert sizes_px, selector
            assert min(sizes_px) >= FAR, selector
        assert page.evaluate("document.documentElement.scrollHeight") <= 1080
        shown = page.locator("#feed li").last.bounding_box()
        assert shown is not None
        assert shown["y"] + shown["height"] <= 1080
        names = [racer.name for racer in session.game.view.race(session.state)]
        assert sorted(page.locator(".bars .name").all_inner_texts()) == sorted(names)


def test_five_players_leave_the_log_six_lines_and_the_newest_call_is_bright(tmp_path: Path, chromium: Browser) -> None:
    with board(tmp_path, "quake", 60, chromium) as (session, open_page):
        assert len(session.game.view.race(session.state)) == 5
        page = open_page()
        lines = page.evaluate(
            "(() => { const log = document.querySelector('[role=log]'), line = log.querySelector('p');"
            " return log.clientHeight / parseFloat(getComputedStyle(line).lineHeight); })()"
        )
        assert lines >= 6
        newest = page.evaluate("getComputedStyle([...document.querySelectorAll('#feed li:has(.call)')].pop()).zIndex")
        assert newest == "1", "it lies above the shadow at the top"


def test_a_long_name_uses_the_free_width(table: Table) -> None:
    page = table.page(size=(1920, 1080))
    name = "Championne Marguerite"
    page.locator(".bars .name").first.evaluate("(element, name) => { element.textContent = name; }", name)
    cut = page.locator(".bars .name").first.evaluate("element => element.scrollWidth > element.clientWidth")
    assert not cut


# -- moments ---------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_every_game_says_which_calls_fill_the_screen(game: str) -> None:
    manifest = games.find(game)
    assert manifest.calls is not None
    assert {"first-blood", "match"} <= manifest.view.moments.whole_screen <= set(manifest.calls.kinds)
    with closing(temporary_match(manifest)) as session:
        play_demo(session)
        announcer = Announcer(manifest)
        announcer.catch_up(session)
        lines = [parts.feed_line(EN, session, line, announcer, Settings()) for line in session.lines()]
        moments = [line.moment for line in lines if line is not None and line.moment]
        great = [call for calls in announcer.calls.values() for call in calls]
        shown = {call.kind for call in great if call.kind in manifest.view.moments.whole_screen}
        assert {"first-blood", "match"} <= shown
        assert "First blood" in moments[0] or "First blood" in moments[1]
        assert "Match" in moments[-1]
        silent = Settings(silent=tuple(shown))
        assert not any(
            line.moment
            for line in (parts.feed_line(EN, session, line, announcer, silent) for line in session.lines())
            if line is not None
        )


@pytest.mark.parametrize("game", GAMES)
def test_first_blood_fills_the_screen_for_two_seconds(tmp_path: Path, chromium: Browser, game: str) -> None:
    """The clocks of the pages stand still: a moment stays until a test lets time go by."""
    at = FIRST_BLOOD[game]
    with board(tmp_path, game, at, chromium) as (session, open_page):
        page = open_page(stopped=True)
        still, off = open_page(stopped=True, reduced_motion="reduce"), open_page(stopped=True)
        off.keyboard.press("m")
        expect(off.locator("#moments")).to_have_attribute("aria-pressed", "false")
        play_demo(session, at, at + 1)
        moment = page.locator("#moment")
        expect(moment.locator(".kind")).to_contain_text("First blood", timeout=LATE)
        box = moment.bounding_box()
        assert box is not None
        assert (box["x"], box["width"], box["y"] + box["height"]) == (0, 1920, 1080)
        assert min(sizes(page, "#moment p")) >= FAR
        assert moment.get_attribute("aria-hidden") == "true", "the log says the same"
        how = moment.locator(".how").inner_text()
        for watched in (page, still, off):
            expect(watched.locator("#feed")).to_contain_text(how, timeout=LATE)
        assert still.locator("#moment").is_hidden()
        assert off.locator("#moment").is_hidden()
        page.clock.run_for(1999)
        assert "First blood" in (moment.text_content() or "")
        page.clock.run_for(1)
        assert "First blood" not in (moment.text_content() or ""), "what comes next, or nothing"
        page.clock.run_for(4000)
        assert moment.is_hidden()
        off.reload()
        expect(off.locator("#moments")).to_have_attribute("aria-pressed", "false")


def test_a_killer_and_the_victim_have_their_colours(tmp_path: Path, chromium: Browser) -> None:
    at = FIRST_BLOOD["quake"]
    with board(tmp_path, "quake", at, chromium) as (session, open_page):
        page = open_page(stopped=True)
        play_demo(session, at, at + 1)
        moment = page.locator("#moment")
        expect(moment).to_be_visible(timeout=LATE)
        lines = [moment.locator(".who"), moment.locator(".victim")]
        names = {seat.name for seat in session.game.view.seats(session.state)}
        assert {line.inner_text() for line in lines} < names
        assert len({line.evaluate("line => getComputedStyle(line).color") for line in lines}) == 2
        page.evaluate("clearTimeout(ends)")
        page.clock.resume()
        assert faults(page) == []
        page.keyboard.press("Escape")
        assert moment.is_hidden()


def test_only_the_dead_are_crossed_out() -> None:
    """Whoever was overtaken lives; a formation that is wiped out is named, not the player it belonged to."""
    with closing(temporary_match(games.find("quake"))) as session:
        play_demo(session, 0, 60)
        ann, bob = (seat.id for seat in session.game.view.seats(session.state)[:2])
        assert "dead" in moment(EN, session, [Call("first-blood", ann, bob)], "")
        overtaken = moment(EN, session, [Call("comeback", ann, bob)], "")
        assert "dead" not in overtaken
        assert overtaken.count("<p class=") == 4
    with closing(temporary_match(games.find("epic"))) as session:
        play_demo(session, 0, 60)
        formation = next(iter(session.state.formations))
        side = next(side for side in session.state.sides if side != session.state.side_of(f"{formation}/1"))
        wiped = moment(EN, session, [Call("wiped-out", side, formation)], "")
        assert "victim dead" in wiped
        assert f">{formation} (" in wiped
        assert "dead" not in moment(EN, session, [Call("first-blood", side, session.state.enemy(side))], "")


MOMENT = '<div class="c0"><p class="kind">First blood</p><p class="who c0">Ann</p></div>'


def test_a_moment_leaves_a_question_on_a_phone_alone(table: Table) -> None:
    phone = table.page(table.address(BOB), size=(390, 844))
    expect(phone.locator("#moments")).to_have_attribute("aria-pressed", "true")
    phone.evaluate("html => startMoment(html)", MOMENT)
    assert phone.locator("#moment").is_visible()
    table.desk.do(Run())
    expect(phone.locator("#answer")).to_be_visible()
    assert phone.locator("#moment").is_hidden(), "the question has the screen"
    phone.evaluate("html => startMoment(html)", MOMENT)
    assert phone.locator("#moment").is_hidden()


@pytest.mark.parametrize("size", [(1920, 1080), (1280, 720), (390, 844)])
def test_a_moment_leaves_a_question_on_the_board_alone(table: Table, size: tuple[int, int]) -> None:
    page = table.page(size=size)
    page.evaluate("html => startMoment(html)", MOMENT)
    assert page.locator("#moment").bounding_box() == {"x": 0, "y": 0, "width": size[0], "height": size[1]}
    page.keyboard.press("Escape")
    table.desk.do(Run())
    asking = page.locator("#headline .asks")
    expect(asking).to_be_visible()
    page.evaluate("html => startMoment(html)", MOMENT)
    question, moment = page.locator("#headline").bounding_box(), page.locator("#moment").bounding_box()
    assert question is not None
    assert moment is not None
    assert moment["y"] >= question["y"] + question["height"] - 1
    assert moment["y"] + moment["height"] == size[1]


# -- the end ---------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_end_fills_the_picture(tmp_path: Path, chromium: Browser, game: str) -> None:
    with board(tmp_path, game, None, chromium) as (session, open_page):
        page = open_page()
        parts = (".places", "#map svg", "svg.race", "#figures")
        for part in (*parts, "#figures > *"):
            expect(page.locator(part).first).to_be_visible(timeout=20_000)
        drawn = [page.locator(part).bounding_box() for part in parts]
        boxes = [box for box in drawn if box is not None]
        assert len(boxes) == 4
        assert max(box["y"] + box["height"] for box in boxes) > 1000, "nothing is left empty below"
        assert max(box["y"] + box["height"] for box in boxes) <= 1080
        table_box = boxes[1]
        assert max(table_box["width"], table_box["height"]) >= 450, "the map is no stamp"
        assert min(sizes(page, ".podium .name")) >= FAR
        sides = page.locator(":is(.podium, .others) li").count()
        assert sides == len(session.game.view.race(session.state))
        assert faults(page) == []
        small = open_page((390, 844))
        assert small.evaluate("document.documentElement.scrollWidth") <= 390


def test_the_podium_comes_from_third_to_first_and_medals_four_at_a_time(tmp_path: Path, chromium: Browser) -> None:
    with board(tmp_path, "quake", None, chromium) as (_session, open_page):
        page = open_page()
        medals, visible = page.locator(".honours .medals > div"), page.locator(".honours .medals > div.shown")
        expect(visible).to_have_count(4, timeout=LATE)
        first = visible.all_inner_texts()
        assert min(sizes(page, ".honours .medals > div.shown :is(dt, dd)")) >= FAR
        assert min(sizes(page, ".honours .turning")) >= FAR, "the turning point too"
        page.evaluate("showMedals()")
        assert not {*first} & {*visible.all_inner_texts()}
        assert medals.count() > 8
        hidden = page.locator(".podium .hidden-step b")
        page.evaluate("began = 0; showEnd(true)")
        assert hidden.all_text_contents() == ["1", "2", "3"]
        for left in (["1", "2"], ["1"], []):
            expect(hidden).to_have_count(len(left), timeout=LATE)
            assert hidden.all_text_contents() == left
        assert faults(page) == []


def test_after_the_match_a_phone_keeps_its_own_evening(tmp_path: Path, chromium: Browser) -> None:
    with board(tmp_path, "quake", None, chromium) as (session, open_page):
        seats = {seat.name: seat.id for seat in session.game.view.seats(session.state)}
        with closing(Inbox(inbox_file(tmp_path / "matches.sqlite3"))) as inbox:
            token = inbox.token(session.number, seats["Sophie"])
        page = open_page((390, 844))
        page.goto(f"{page.url}s/{token}")
        card = page.locator("#keepsake")
        expect(card.locator("text", has_text="Sophie").first).to_be_visible(timeout=LATE)
        words = card.locator("text").all_text_contents()
        assert words[words.index("Kills") - 1] == "18"
        assert any(line.startswith("killed by ") for line in words), "her nemesis"
        assert {"First blood", "The turning point"} < {*words}
        assert "Tent of honour" not in words, "it is of somebody else"
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        inside = card.evaluate(
            "card => [...card.querySelectorAll('text')].every(line => line.getBBox().x + line.getBBox().width <= 520)"
        )
        assert inside, "no line is cut"
        with page.expect_download() as kept:
            page.get_by_role("button", name="Keep this picture").click()
        assert kept.value.suggested_filename == "q40k-Sophie.png"
        with Image.open(kept.value.path()) as picture:
            assert picture.width == 1040
            assert len({picture.getpixel((x, 9)) for x in range(0, 1040, 40)}) == 1, "the colour of the seat"
            assert picture.getpixel((20, 9)) != picture.getpixel((20, 200))
        assert faults(page) == []


RISEN = """Promise.race([
  Promise.allSettled(document.querySelector(".podium").getAnimations({subtree: true}).map(rise => rise.finished)),
  new Promise(resolve => setTimeout(resolve, 5000)),
]).then(() => true)"""
"""Wait until the steps of the podium have risen, five seconds at most."""


def test_equal_players_stand_equally_high(tmp_path: Path, chromium: Browser) -> None:
    """Four players are level, and TIE-1 finds no difference between them: all have won."""
    with board(tmp_path, "quake", 10, chromium) as (session, open_page):
        session.do(End())
        while (question := session.question) is not None:
            session.type("30" if isinstance(question, NumberQuestion) else "no")
        page = open_page()
        steps = page.locator(".podium li")
        expect(steps).to_have_count(4)
        assert steps.locator("b").all_inner_texts() == ["1"] * 4
        expect(page.locator(".podium .hidden-step")).to_have_count(0, timeout=LATE)
        page.evaluate(RISEN)
        boxes = [box for step in steps.all() if (box := step.bounding_box()) is not None]
        assert len({round(box["y"]) for box in boxes}) == 1
        assert len({round(box["height"]) for box in boxes}) == 1
        assert faults(page) == []


# -- phones ----------------------------------------------------------------------------------


def test_the_roll_of_the_app_cannot_be_taken_for_sending(table: Table) -> None:
    """They differ in place, shape, colour and words; a typed die keeps the app from rolling."""
    phone = table.page(table.address(BOB), size=(390, 844))
    table.desk.do(Run())
    roll, send = phone.locator("#answer .roll"), phone.locator("#answer .send")
    expect(roll).to_have_text("Roll for me")
    expect(send).to_have_text("1 die is missing")
    above, below = roll.bounding_box(), send.bounding_box()
    assert above is not None
    assert below is not None
    assert below["y"] - (above["y"] + above["height"]) >= 150, "a thumb does not slip so far"
    for style in ("borderTopLeftRadius", "backgroundColor", "color", "borderTopStyle"):
        looks = [key.evaluate("(key, style) => getComputedStyle(key)[style]", style) for key in (roll, send)]
        assert looks[0] != looks[1], style
    expect(send).to_have_attribute("aria-disabled", "true")
    phone.get_by_role("button", name="5", exact=True).click()
    expect(roll).to_be_disabled()
    expect(send).to_have_attribute("aria-disabled", "false")
    expect(send).to_have_text("Send my dice")
    phone.get_by_role("button", name="Take back").click()
    expect(roll).to_be_enabled()
