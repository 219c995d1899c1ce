"""The pictures of the board and of phones in docs/screens/live, drawn again from recorded matches.

`python -m tests.live.pictures` writes them; look at them before they are committed.
"""

from __future__ import annotations

import os
import sys
import tempfile
from base64 import b64encode
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from itertools import permutations
from pathlib import Path

from msgspec.structs import replace
from playwright.sync_api import Browser, sync_playwright

from q40k.games import game as games
from q40k.games.quake.state.shooting import Shoot
from q40k.i18n.locale import Locale
from q40k.kernel.commands import Command
from q40k.live.inbox import Inbox, inbox_file
from q40k.season.league_view import named_standing
from q40k.season.page import league_page, page
from q40k.season.pictures import draw_picture
from q40k.season.results import Finished
from q40k.season.rounds import begin
from q40k.season.rounds import draw as draw_round
from q40k.season.season import EVERYTHING, build_season
from q40k.table.match_library import MatchLibrary
from q40k.table.script import play_line, read_script
from tests.live.browsers import browser, flags
from tests.live.served import serve_board
from tests.season.evenings import ended_match, standing_decisions

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs" / "screens" / "live"
MATCHES = ROOT / "q40k" / "games" / "quake" / "matches"
SETTLED_MS = 4000
"""By then a page has drawn everything; the figures of a finished match take a while."""
QUALITY = 82
TELEVISION, PHONE, PAGE = (1920, 1080), (390, 844), (1280, 1100)
Size = tuple[int, int]


@contextmanager
def board(
    game: str, lines: int | None, script: str = "", command: Command | None = None, phone: bool = False
) -> Iterator[str]:
    """Serve a recorded match up to a line, then with a command that asks; yield the address.

    That is the address of the board, or of the page of the first seat.
    """
    with ExitStack() as opened:
        folder = Path(opened.enter_context(tempfile.TemporaryDirectory()))
        library = opened.enter_context(closing(MatchLibrary(folder / "matches.sqlite3")))
        played = games.find(game)
        session = opened.enter_context(closing(library.begin("Friday at the club", played)))
        assert played.demo is not None
        path = MATCHES / script if script else played.demo.script
        text = [line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")][:lines]
        for line in read_script(text, None):
            play_line(session, played.packs.library, line)
        if command is not None:
            session.do(command)
            session.type("4 5")
        url = opened.enter_context(serve_board(library.path)).url
        if phone:
            with closing(Inbox(inbox_file(library.path))) as inbox:
                url += f"s/{inbox.token(session.number, played.view.seats(session.state)[0].id)}"
        yield url


def photograph(chromium: Browser, url: str, size: Size, language: str = "en", part: str = "body") -> bytes:
    """A picture of a page, or of a part of it, that stands still."""
    context = chromium.new_context(
        locale=language, viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce"
    )
    shown = context.new_page()
    shown.goto(url)
    shown.wait_for_timeout(SETTLED_MS)
    picture = (shown if part == "body" else shown.locator(part)).screenshot(type="jpeg", quality=QUALITY)
    context.close()
    return picture


def side_by_side(chromium: Browser, pictures: list[bytes], size: Size) -> bytes:
    """Some pictures of one size beside each other."""
    width = len(pictures) * size[0] + 20 * (len(pictures) - 1)
    context = chromium.new_context(viewport={"width": width, "height": size[1]})
    shown = context.new_page()
    images = "".join(f'<img src="data:image/jpeg;base64,{b64encode(picture).decode()}">' for picture in pictures)
    shown.set_content(f'<body style="margin:0;display:flex;gap:20px;background:#777">{images}')
    picture = shown.screenshot(type="jpeg", quality=QUALITY)
    context.close()
    return picture


def draw(chromium: Browser) -> Iterator[tuple[str, bytes]]:
    """Every picture with its name."""
    with board("quake", 115) as url:
        yield "board-1920x1080", photograph(chromium, url, TELEVISION)
        yield "board-3840x2160", photograph(chromium, f"{url}?lang=fr&theme=light", (3840, 2160), "fr")
        yield "board-390x844", photograph(chromium, url, PHONE)
        yield "stream", photograph(chromium, f"{url}?obs=scoreboard", (1280, 320))
    with board("quake", None) as url:
        yield "end", photograph(chromium, url, TELEVISION)
    with board("quake", 54, "positions-caldera.jsonl") as url:
        yield "table-quake", photograph(chromium, url, TELEVISION)
    with board("epic", 75) as url:
        yield "table-epic", photograph(chromium, url, TELEVISION)
    with board("space-hulk", 88) as url:
        yield "table-space-hulk", photograph(chromium, url, TELEVISION)
        yield "table-stream", photograph(chromium, f"{url}?obs=map&theme=light", (1280, 720))
    phones = []
    shot = Shoot(player="Alice", target="Bob", weapon="plasma-gun", distance=12)
    for game, lines, script, command in (
        ("quake", 11, "shoot-out.jsonl", shot),
        ("epic", 40, "", None),
        ("space-hulk", 60, "", None),
    ):
        with board(game, lines, script, command, phone=True) as url:
            phones.append(photograph(chromium, url, PHONE))
    yield "phones", side_by_side(chromium, phones, PHONE)
    yield "phone", phones[0]
    yield from draw_seasons(chromium)


FIGURES = {"Ann": "space-marine", "Bob": "csm-chaos-lord", "Cid": "ork-slugga-boy", "Dan": "eldar-guardian"}


def draw_seasons(chromium: Browser) -> Iterator[tuple[str, bytes]]:
    """The pages of a season and of a league."""
    seats = tuple(FIGURES)
    drawn = begin("Winter", "robin", seats, table=2, seed="1")
    played = [(day, pair) for day, round in enumerate(drawn.rounds, 1) for pair in round]
    league = [evening(sorted(pair, key=seats.index), day) for day, pair in played]
    orders = list(permutations(seats, 3))
    evenings = [evening(orders[day * 7 % 17], day) for day in range(1, 21)]
    winter = build_season(league, standing_decisions(drawn))
    english = Locale("en")
    cup = begin("Spring cup", "knockout", (*seats, "Eve", "Fay", "Gus"), table=2, seed="1")
    duels = [ended_match(" > ".join(sorted(pair))) for pair in cup.rounds[0] if len(pair) == 2]
    spring = build_season(duels, standing_decisions(cup))
    final = draw_round(spring.club.leagues["spring cup"], spring.evidence)
    spring = build_season(duels, standing_decisions(cup, final))
    bracket = draw_picture(english, named_standing(spring.club.leagues["spring cup"], spring), "bracket")
    for name, html in (
        ("bracket", f'<body style="margin:0">{bracket}</body>'),
        ("season", page(english, build_season(evenings, standing_decisions()), EVERYTHING)),
        ("league", league_page(english, winter, winter.club.leagues["winter"])),
    ):
        with tempfile.NamedTemporaryFile("w", suffix=".html", encoding="utf-8") as file:
            file.write(html)
            file.flush()
            part = "svg" if name == "bracket" else "body"
            yield name, photograph(chromium, f"file://{file.name}", PAGE, part=part)


def evening(names: Sequence[str], day: int) -> Finished:
    """A match that ended in this order, each with a champion of the game."""
    finished = ended_match(" > ".join(names), day=day)
    entrants = tuple(replace(each, figure=FIGURES[each.player], army="") for each in finished.ended.entrants)
    return replace(finished, ended=replace(finished.ended, entrants=entrants))


def main() -> None:
    """Write them."""
    os.environ["Q40K_CONFIG_DIR"] = tempfile.mkdtemp()
    with sync_playwright() as started:
        chromium = started.chromium.launch(executable_path=browser(), args=flags())
        for name, picture in draw(chromium):
            (DOCS / f"{name}.jpg").write_bytes(picture)
            sys.stdout.write(f"{name}: {len(picture) // 1000} kB\n")
        chromium.close()


if __name__ == "__main__":
    main()
