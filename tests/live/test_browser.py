"""The pages in a real browser."""

from __future__ import annotations

import re
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from q40k.games import game as games
from q40k.live import room as rooms
from q40k.live.inbox import TABLE
from q40k.live.room import Room
from tests.games.race.playing import END, WHERE, play
from tests.games.race.rules.running import Run
from tests.live.browsers import open_page
from tests.live.served import race, serve_board
from tests.live.test_codes import SHY, code_of
from tests.live.test_phones import ANN, BOB, NoServer
from tests.live.test_phones import Table as Desk

HOSTILE = "<img src=x onerror=alert(1)>"


class Table(Desk):
    """A board that is served, a desk, and pages in a browser that are watched."""

    def __init__(self, *arguments: Any, browser: Browser, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._browser = browser
        self.asked: list[str] = []
        self.wrong: list[str] = []

    def page(
        self, path: str = "/", language: str = "en", size: tuple[int, int] = (1280, 800), *, still: bool = True
    ) -> Page:
        """A page of a viewer of their own."""
        page = open_page(self._browser, *size, still=still, locale=language)
        page.on("request", lambda request: self.asked.append(request.url))
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        page.on("console", lambda message: self.wrong.append(message.text) if message.type == "error" else None)
        page.goto(self.board.url.rstrip("/") + path)
        return page


@pytest.fixture(scope="module")
def house() -> Iterator[None]:
    """The dice race is a game of the house."""
    patch = pytest.MonkeyPatch()
    patch.setattr(games, "GAMES", dict(games.GAMES))
    patch.setattr(rooms, "Server", NoServer)
    games.add("race", WHERE)
    yield
    patch.undo()


@pytest.fixture
def table(tmp_path: Path, chromium: Browser, house: None) -> Iterator[Table]:
    """Bob is to run; whatever a page asks for is asked of the board, and nothing goes wrong."""
    with ExitStack() as opened:
        path, session = opened.enter_context(race(tmp_path))
        room = Room(path, session.number, "en", lan=False)
        opened.callback(room.close)
        result = Table(opened.enter_context(serve_board(path)), session, room, browser=chromium)
        yield result
        for context in chromium.contexts:
            context.close()
        assert {url for url in result.asked if not url.startswith(result.board.url)} == set()
        assert result.wrong == []


STILL = """Promise.race([
  Promise.all(document.getAnimations()
    .filter(fade => fade.effect.getComputedTiming().iterations !== Infinity)
    .map(fade => fade.finished.catch(() => null))),
  new Promise(resolve => setTimeout(resolve, 3000)),
]).then(() => true)"""
"""Wait until what fades has faded, three seconds at most: axe would take half a colour for bad contrast."""


def faults(page: Page) -> list[Any]:
    """What axe finds wrong with a page, dark and light."""
    results: list[Any] = []
    for theme in ("dark", "light"):
        page.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
        page.evaluate(STILL)
        results += [
            (violation["id"], node["html"][:120], node["any"][:1])
            for violation in Axe().run(page).response["violations"]
            for node in violation["nodes"]
        ]
    return results


def lines(page: Page) -> list[str]:
    """What the feed of a page says, line by line."""
    return [" ".join(text.split()) for text in page.locator("#feed li").all_inner_texts()]


def test_what_is_entered_at_the_desk_appears_in_both_languages(table: Table) -> None:
    english, french = table.page(), table.page(language="fr-FR")
    expect(english.locator("h1")).to_have_text("Bob")
    table.desk.do(Run())
    expect(english.locator("#headline .asks")).to_be_visible()
    expect(french.locator("#headline .asks")).to_be_visible()
    table.desk.press("3", "3")
    expect(english.locator("#feed li").last).to_contain_text("Bob rolls 3")
    expect(french.locator("#feed li").last).to_contain_text("Bob fait 3")
    assert english.locator("html").get_attribute("lang") == "en"
    assert french.locator("html").get_attribute("lang") == "fr"


def test_a_page_that_came_late_or_was_cut_off_misses_nothing(table: Table) -> None:
    first = table.page()
    expect(first.locator("#feed li").first).to_be_visible()
    cut = table.page()
    cut.context.set_offline(True)
    for face in (1, 2):
        play(table.session, {"do": "run", "answers": [face, "no"]})
    expect(first.locator("#feed li").last).to_contain_text("rolls 2")
    cut.evaluate("source.close(); source.onerror()")
    expect(cut.locator("#lost")).to_be_visible()
    cut.context.set_offline(False)
    cut.evaluate("listen()")
    expect(cut.locator("#feed li").last).to_contain_text("rolls 2")
    late = table.page()
    expect(late.locator("#feed li").last).to_contain_text("rolls 2")
    assert lines(first) == lines(cut) == lines(late)
    expect(cut.locator("#lost")).to_be_hidden()
    table.wrong.clear()  # the browser itself says that it was cut off


class Wire:
    """A proxy before a board: cut, it swallows all that goes through and closes nothing, as a laptop asleep does."""

    def __init__(self, host: str) -> None:
        self._host = host
        self._whole = threading.Event()
        self._whole.set()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._sockets = [self._listener]
        self.host = f"127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Let nothing through."""
        self._whole.clear()

    def mend(self) -> None:
        """Let everything through again, also what waited."""
        self._whole.set()

    def close(self) -> None:
        """Hang up everywhere."""
        self._whole.set()
        for end in self._sockets:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _address = self._listener.accept()
                self._sockets.append(near)
                threading.Thread(target=self._join, args=(near,), daemon=True).start()

    def _join(self, near: socket.socket) -> None:
        self._whole.wait()
        address, _, port = self._host.partition(":")
        far = socket.create_connection((address, int(port)))
        self._sockets.append(far)
        for source, target in ((near, far), (far, near)):
            threading.Thread(target=self._carry, args=(source, target), daemon=True).start()

    def _carry(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                self._whole.wait()
                target.sendall(data.replace(self.host.encode(), self._host.encode()))  # it lets in its own name only
            target.shutdown(socket.SHUT_WR)


def test_a_silent_loss_is_noticed_within_six_seconds_and_mends(table: Table, chromium: Browser) -> None:
    """Nothing is closed and no error is seen: only the watch on the heartbeat can notice it."""
    with closing(Wire(table.board.host)) as wire:
        page = chromium.new_context().new_page()
        page.clock.install()
        page.goto(f"http://{wire.host}/")
        expect(page.locator("#feed li").first).to_be_visible()
        play(table.session, {"do": "run", "answers": [3, "no"]})
        expect(page.locator("#feed li").last).to_contain_text("rolls 3")
        page.evaluate(CLOCK)
        page.clock.run_for(3_000)
        shown = page.locator("#clock time").inner_text()  # and the moments that the test itself took
        assert shown in ("9:57", "9:56", "9:55"), "it goes on by itself"
        page.evaluate("hears()")
        wire.cut()
        play(table.session, {"do": "run", "answers": [2, "no"]})
        page.clock.run_for(2_000)
        assert page.locator("#lost").is_hidden(), "one sign of life may be late"
        page.clock.run_for(4_000)
        assert page.locator("#lost").is_visible()
        stopped = page.locator("#clock time").inner_text()
        page.clock.run_for(30_000)
        assert page.locator("#clock time").inner_text() == stopped, "nobody knows how the clock goes on"
        wire.mend()
        page.clock.resume()
        expect(page.locator("#lost")).to_be_hidden(timeout=15_000)
        expect(page.locator("#feed li").last).to_contain_text("rolls 2")
        page.context.close()


CLOCK = """() => {
    document.getElementById("clock").innerHTML = '<time data-left="600" data-runs="1"></time>';
    since = performance.now();
    hears();
}"""
"""A clock of ten minutes that runs: the race has none."""


@pytest.mark.parametrize("event", ["visibilitychange", "online", "pageshow"])
def test_a_page_that_wakes_up_asks_at_once(table: Table, event: str) -> None:
    """A phone that slept has missed everything, and its timers with it."""
    page = table.page()
    play(table.session, {"do": "run", "answers": [3, "no"]})
    expect(page.locator("#feed li").last).to_contain_text("rolls 3")
    page.evaluate("source.close(); heard = -1e9; document.body.classList.add('cut')")
    play(table.session, {"do": "run", "answers": [2, "no"]})
    page.evaluate("name => (name === 'visibilitychange' ? document : window).dispatchEvent(new Event(name))", event)
    expect(page.locator("#feed li").last).to_contain_text("rolls 2", timeout=1_500)
    expect(page.locator("body.cut")).to_have_count(0)


def test_the_board_shows_whose_phone_is_there_waited_for_or_away(table: Table) -> None:
    page = table.page()
    seats = page.locator(".phones li")
    expect(seats).to_have_count(0)
    phone = table.page(table.address(BOB), size=(390, 844))
    expect(seats).to_have_text(["Bob (phone connected)"])
    table.desk.do(Run())
    expect(seats).to_have_text(["Bob (we wait for this phone)"])
    phone.close()
    expect(seats).to_have_text(["Bob (phone away)"])


def test_an_undo_is_struck_through(table: Table) -> None:
    page = table.page()
    play(table.session, {"do": "run", "answers": [3, "no"]})
    expect(page.locator("#feed li").last).to_contain_text("rolls 3")
    table.session.undo()
    expect(page.locator("#feed li.mark").last).to_contain_text("taken back")
    expect(page.locator("#feed li.gone").last).to_contain_text("rolls 3")
    struck = page.locator("#feed li.gone p").last
    expect(struck).to_have_css("text-decoration-line", "line-through")


def test_a_phone_rolls_and_the_desk_shows_it(table: Table) -> None:
    phone = table.page(table.address(BOB), size=(390, 844))
    expect(phone.locator("#answer")).to_have_count(0)
    table.desk.do(Run())
    phone.get_by_role("button", name="Roll for me").click()
    expect(phone.locator("#became")).to_contain_text("the referee looks at it")
    table.desk.phones.check_inbox()
    expect(phone.locator("#became")).to_contain_text("Rolled: ")
    entry = table.session.lines(last=1)[0].entry
    assert (entry.hand, entry.dice) == ("phone", 1)
    assert "Bob, by phone" in table.desk.last_dice or table.session.question is None


def test_a_phone_types_its_dice_and_chooses_with_a_thumb(table: Table) -> None:
    phone = table.page(table.address(BOB), size=(360, 640))
    table.desk.do(Run())
    phone.get_by_role("button", name="5", exact=True).click()
    expect(phone.locator(".slots")).to_have_text("5")
    phone.get_by_role("button", name="Take back").click()
    phone.get_by_role("button", name="2", exact=True).click()
    phone.get_by_role("button", name="Send").click()
    expect(phone.locator("#became")).to_contain_text("looks at it")
    table.desk.phones.check_inbox()
    question = table.session.question
    assert question is not None
    expect(phone.locator(".option")).to_have_count(2)
    heights = phone.locator("button:visible, summary:visible").evaluate_all(
        "keys => keys.map(key => key.getBoundingClientRect().height)"
    )
    assert min(heights) >= 44, "a thumb hits it"
    phone.locator(".option").last.click()
    expect(phone.locator("#became")).to_contain_text("looks at it")
    table.desk.phones.check_inbox()
    expect(phone.locator("#answer")).to_have_count(0)


def test_who_types_first_at_the_desk_is_told_to_the_phone(table: Table) -> None:
    phone = table.page(table.address(BOB), size=(390, 844))
    table.desk.do(Run())
    phone.get_by_role("button", name="Roll for me").click()
    expect(phone.locator("#became")).to_contain_text("looks at it")
    table.desk.press("3", "3")
    table.desk.phones.check_inbox()
    expect(phone.locator("#became")).to_contain_text("Too late")


def test_a_late_player_wishes_to_join(table: Table) -> None:
    phone = table.page(table.address(TABLE), size=(390, 844))
    phone.get_by_label("Your name").fill(HOSTILE)
    phone.get_by_label("What you play").fill("a tortoise")
    phone.get_by_role("button", name="I wish to join").click()
    expect(phone.locator("#became")).to_contain_text("looks at it")
    table.desk.phones.check_inbox()
    assert table.desk.notice.startswith(f"{HOSTILE} wishes to join (a tortoise).")


def test_a_phone_brings_the_text_of_a_code(table: Table) -> None:
    phone = table.page(table.address(ANN), size=(390, 844))
    phone.get_by_role("link", name="Bring a code").click()
    code = code_of({"personalities": [SHY | {"name": {"en": HOSTILE, "fr": "x"}}]})
    phone.get_by_label("The text that your camera read").fill(f"q40k pack add {code}")
    phone.get_by_role("button", name="Show it").click()
    expect(phone.locator("h1")).to_have_text(HOSTILE)
    assert faults(phone) == []
    phone.get_by_role("button", name="Bring it to this table").click()
    expect(phone.locator("#became")).to_contain_text("looks at it")
    table.desk.phones.check_inbox()
    table.desk.phones.let_in()
    assert table.desk.phones.press("delete")
    expect(phone.locator("#became")).to_contain_text("Not taken in")


def test_a_phone_calls_the_referee_rolls_for_nothing_and_is_shut_out(table: Table) -> None:
    phone = table.page(table.address(ANN), size=(360, 640))
    expect(phone.locator("#turn")).not_to_have_text("")
    phone.get_by_role("button", name="Call the referee").click()
    expect(phone.locator("#became")).to_have_text("The referee is called.")
    table.desk.phones.check_inbox()
    assert table.desk.notice == "Ann calls the referee!"
    head = table.session.head
    phone.get_by_role("button", name="Roll for nothing").click()
    expect(phone.locator("#rolled")).to_have_text(re.compile("[⚀⚁⚂⚃⚄⚅]"))
    assert table.session.head == head, "nobody else is told"
    table.room.inbox.revoke(1, ANN)
    expect(phone.locator("h1")).to_have_text("This code is worth nothing any more.")
    table.wrong.clear()  # the browser itself says that the page is not found


def test_a_name_that_is_markup_is_only_words(table: Table) -> None:
    page = table.page(size=(1920, 1080))
    table.session.rename(HOSTILE + "é" * 10_000)
    play(table.session, {"do": "run", "answers": [3, "no"]})
    expect(page.locator("#headline .match")).to_contain_text(HOSTILE)
    assert page.locator("img").count() == 0
    assert page.evaluate("document.documentElement.scrollHeight") <= 1080
    assert page.locator("#map").bounding_box()["height"] > 400  # type: ignore[index]


def test_the_end_shows_the_podium(table: Table) -> None:
    page = table.page()
    play(table.session, END)
    expect(page.locator(".podium li")).to_have_count(2)
    expect(page.locator("h1")).to_contain_text("won")


def test_a_viewer_chooses_light_and_clear_colours_and_they_stay(table: Table) -> None:
    page = table.page()
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.mouse.move(5, 5)
    page.get_by_role("button", name="Light").click()
    page.get_by_role("button", name="Clear colours").press("Enter")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != dark
    page.reload()
    assert page.locator("html").get_attribute("data-theme") == "light"
    assert page.locator("html").get_attribute("data-colours") == "safe"


def test_everything_fits_from_a_phone_to_the_largest_screen(table: Table) -> None:
    page = table.page()
    for wide, high in ((360, 640), (390, 844), (1920, 1080), (3840, 2160)):
        page.set_viewport_size({"width": wide, "height": high})
        assert page.evaluate("document.documentElement.scrollWidth") <= wide
        # In one step: news that the page hears meanwhile would take the heading away from under a locator.
        size = page.evaluate("parseFloat(getComputedStyle(document.querySelector('h1')).fontSize)")
        assert size >= wide / 30
        if wide > 1000:
            assert page.evaluate("document.documentElement.scrollHeight") <= high


def test_a_part_of_a_stream_has_no_ground(table: Table) -> None:
    for part, shown in {"scoreboard": 1, "feed": 1, "map": 1, "clock": 0}.items():
        page = table.page(f"/?obs={part}")
        ground = page.locator("body").evaluate("one => getComputedStyle(one).backgroundColor")
        assert ground == "rgba(0, 0, 0, 0)"
        assert page.locator("main > :visible").count() == shown, "the race has no clock"


@pytest.mark.parametrize("part", ["scoreboard", "feed", "clock", "map"])
def test_a_part_of_a_stream_shuts_nobody_out(table: Table, part: str) -> None:
    page = table.page(f"/?obs={part}")
    page.emulate_media(reduced_motion="reduce")
    assert faults(page) == []


def test_nothing_on_the_table_moves_where_motion_is_unwanted(table: Table) -> None:
    page = table.page("/?obs=map", still=False)
    running = "document.getAnimations().filter(one => one.playState === 'running').length"
    art = '<g class="portal"><g class="swirl"><use href="#a-swirl"/></g></g>'
    page.evaluate(f"document.getElementById('pieces').innerHTML = '{art}'")
    assert page.evaluate(running) > 0
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate(running) == 0


@pytest.mark.parametrize("where", ["board", "seat", "join", "end"])
def test_nobody_is_shut_out(table: Table, where: str) -> None:
    """What axe finds wrong for readers of screens, keyboards and eyes: nothing."""
    if where == "end":
        play(table.session, END)
    if where == "seat":
        table.desk.do(Run())
    path = {"seat": table.address(BOB), "join": table.address(TABLE)}.get(where, "/")
    page = table.page(path, size=(390, 844) if where in ("seat", "join") else (1280, 800))
    page.emulate_media(reduced_motion="reduce")
    page.mouse.move(5, 5)
    assert faults(page) == []


def test_the_log_of_the_server_holds_no_token(table: Table, capfd: pytest.CaptureFixture[str]) -> None:
    token = table.address(ANN).rsplit("/", 1)[1]
    page = table.page(table.address(ANN))
    expect(page.locator("h1")).to_have_text("Ann")
    out, err = capfd.readouterr()
    assert token not in out + err
    assert not re.search(token, page.content().replace(f"/s/{token}/events", ""))
