"""The pictures of the hall's page in docs/screens/live: `python -m tests.evening.pictures`; look at them."""

from __future__ import annotations

import tempfile
from contextlib import ExitStack
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.evening.halls import END, Hall, Table, found_league, play, score, serve_hall
from tests.live.browsers import browser, flags
from tests.live.pictures import DOCS, PHONE, QUALITY, SETTLED_MS, TELEVISION, Size
from tests.table.scripts import line

NAMES = "Ann Bob Chloé Dan Eve Farid Gus Hal Inès Jo Kim Léa Max Nora Olaf Zoe"


def draw(opened: Browser, hall: Hall, name: str, size: Size, query: str = "") -> None:
    """Take a picture of the page."""
    page = opened.new_page(viewport={"width": size[0], "height": size[1]})
    page.goto(f"{hall.url}{query}")
    page.wait_for_timeout(SETTLED_MS)
    page.screenshot(path=str(DOCS / f"{name}.jpg"), type="jpeg", quality=QUALITY)
    page.close()


def play_some(hall: Hall, laptops: list[Table]) -> None:
    """A round of which three matches are over, four are played, and two people are missing."""
    for number, laptop in enumerate(laptops[:-1]):
        laptop.join(hall)
        session = laptop.begin()
        names = [seat.name for seat in session.game.view.seats(session.state)]
        if number < 3:
            play(session, score(names[number % 2], 5 + number), END)
        else:
            play(session, score(names[number % 2], number), *(line("next") for _turn in range(4 * number)))
            play(session, line("kill", 2, player=names[1], victim=names[0]))
        session.close()
        laptop.send()


def main() -> None:
    """Draw the pictures."""
    with ExitStack() as opened:
        folder = Path(opened.enter_context(tempfile.TemporaryDirectory()))
        found_league(folder / "hall.sqlite3", tuple(NAMES.split()), rounds=4)
        laptops = [opened.enter_context(Table(folder / f"t{number}", number)) for number in range(1, 9)]
        hall = opened.enter_context(serve_hall(folder / "hall.sqlite3", pause=3600.0))
        hall.wait_for("round 1")
        play_some(hall, laptops)
        hall.wait_for("1.\u00a0")
        started = opened.enter_context(sync_playwright())
        chromium = opened.enter_context(started.chromium.launch(executable_path=browser(), args=flags()))
        draw(chromium, hall, "club-hall", TELEVISION)
        draw(chromium, hall, "club-phone", PHONE, "?lang=fr")


if __name__ == "__main__":
    main()
