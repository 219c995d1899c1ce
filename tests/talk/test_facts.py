"""Everything that the screen shows of a match can be had in the conversation, word for word.

The screen is painted large, so that nothing is cut. Every word and number on it must be in some line
of the conversation, but for the keys at the foot, the names of columns and what is drawn in letters.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable
from contextlib import closing

import pytest
from textual.pilot import Pilot

from q40k.games.game import find
from q40k.games.quake.words.wording import WORDS
from q40k.i18n.locale import Locale
from q40k.packs.compiled import SHIPPED
from q40k.season.season import season
from q40k.table.match_library import MatchLibrary, temporary_match
from q40k.table.script import play_line, read_script
from q40k.table.settings import change_settings
from q40k.talk.prompting import spoken
from q40k.talk.room import TableTalk
from q40k.talk.scene import map_words
from q40k.tui.desk import Desk
from q40k.tui.headline import race_legend
from q40k.tui.main import MainScreen
from q40k.tui.map.parts import parts_of
from q40k.tui.match_app import MatchApp
from q40k.tui.pages.chapters import chapter_rows
from q40k.tui.pages.end import EndScreen
from q40k.tui.pages.help import HelpScreen, page_keys
from q40k.tui.pages.season import season_chapters
from q40k.tui.pages.sheet import Sheet
from tests.cli.calls import ROOT, good
from tests.season.evenings import play_in, scored_match

MATCHES = {
    "quake": ROOT / "q40k/games/quake/matches/positions-classic.jsonl",
    "epic": ROOT / "q40k/games/epic/matches/places.jsonl",
    "space-hulk": ROOT / "q40k/games/space_hulk/matches/airlock-nine-4.jsonl",
}
SIZE = (230, 70)
WORD = re.compile(r"[^\W_ψω]+(?:[./’'-][^\W_ψω]+)*")
"""A word; ψ and ω are signs of arms, right before a marine's name."""
PARTS = (0.05, 0.7, 1.0)
"""The set-up, the middle of a match, its end."""
KEYS = {
    "pgdn", "pgup", "speed", "space", "step", "if", "kill", "great", "towards", "victory", "5s1", "shift", "tab", "esc",
    "escape", "closes", "pts", "story", "puzzles", "accidents", "possible", "search", "only", "1/4", "choices",
    "date", "name", "over",
}  # fmt: skip
"""Words that name keys and chapters of a page, or columns without anything in them; a token over a portal."""
APART = ("edit-mission", "peek-points", "peek-blips", "passing")
"""Actions that show nothing of the match, or what only one of the two may know."""
TIME = re.compile(r"\b[0-9]{1,2}:[0-9]{2}\b")
"""What the wall clock shows."""
LEAST = 2
"""Shorter words are letters of figures on the map, and single digits are found anywhere."""


def desk_after(game: str, part: float, language: str = "en") -> Desk:
    """The desk of a kept match after a part of its lines."""
    session = temporary_match(find(game))
    library = session.game.packs.library(cache=SHIPPED)
    texts = MATCHES[game].read_text(encoding="utf-8").splitlines()
    for line in read_script(texts[: max(1, round(len(texts) * part))]):
        play_line(session, lambda: library, line)
    return Desk(session, library, Locale(language))


def painted_text(app: MatchApp) -> str:
    """What the terminal shows."""
    return "\n".join(strip.text for strip in app.screen._compositor.render_strips())


def words(text: str) -> set[str]:
    """The words and numbers of a text."""
    return {word.casefold() for word in WORD.findall(text) if len(word) >= LEAST and not word.startswith("0")}


def conversation(desk: Desk) -> str:
    """Everything that the conversation says when everything is asked."""
    desk.settings = change_settings(speech=False)  # word for word, as the screen writes it
    talk = TableTalk(desk, "full", lambda _words: True)
    talk.news.begin_to_hear()
    questions = [
        "?",
        "?s",
        "?w",
        "?w all",
        "?t",
        "?o",
        "?h",
        "?l 1000",
        "/log",
        "/map",
        "/map",
        "/podium",
        "/matches",
        "/hall",
    ]
    names = [seat.name for seat in desk.snapshot.seats]
    scene = desk.view.scene(desk.state)
    names += [piece.id for piece in scene.pieces] if scene is not None else []
    names += desk.screen.cards(desk, desk.state).values()
    questions += [f"?{letter} {name}" for letter in "cmv" for name in names]
    questions += [f"?h {action.id}" for action in desk.actions]
    questions += [f"/{action.id}" for action in desk.actions if action.only_shows and action.id not in talk.pages]
    questions += ["/history", "?", *["/left"] * 12, "/back"]
    for entry in desk.match_session.inputs()[-1:]:  # the log says what was asked where it rests
        questions += [f"/amend {entry.seq}", "?", "/back"]
    return "\n".join([*talk.greeting(), *(text for line in questions for text in talk.hear(line))])


def missing(shown: str, talk: str, allowed: set[str]) -> list[str]:
    """The words of the screen that the conversation never says."""
    shown, heard = TIME.sub("", shown), words(talk)
    return sorted(
        word
        for word in words(shown)
        if word not in heard and word not in allowed and not any(other.startswith(word) for other in heard)
    )


@pytest.mark.parametrize("game", MATCHES)
@pytest.mark.parametrize("part", PARTS)
async def test_every_fact_on_the_screen_is_said(game: str, part: float) -> None:
    desk = desk_after(game, part)
    talk = conversation(desk_after(game, part))
    app = MatchApp(desk)
    async with app.run_test(size=SIZE) as pilot:
        shown = [text async for text in pages(pilot, app)]
    of_the_map = words(desk.actions["map"].help)  # the conversation has a help of its own for it
    of_pages = words(" ".join(title + " ".join(map(" ".join, keys.values())) for title, keys in page_keys()))
    assert missing("\n".join(shown), talk, KEYS | legend(desk) | of_the_map | of_pages) == []


def test_a_fact_that_nobody_says_is_found() -> None:
    assert missing("Ann ×3.4\nsomething else", "Ann: ×3.4", set()) == ["else", "something"]


def legend(desk: Desk) -> set[str]:
    """The words of the map's colours and of the race's signs: the conversation has neither."""
    samples = parts_of(desk).legend(desk.locale, desk.state) if desk.screen.has_map(desk.state) else ()
    return words(" ".join([race_legend(desk.locale), *(sample.word for sample in samples)]))


async def pages(pilot: Pilot[int], app: MatchApp) -> AsyncIterator[str]:
    """Paint the main screen with the card of everybody, then each page that shows the match."""
    await settle(pilot, app)
    if isinstance(app.screen, EndScreen):  # a finished match opens at its end
        await pilot.press("escape")
        await settle(pilot, app)
    main = app.screen
    assert isinstance(main, MainScreen)
    for seat in [None, *main.board.seats()]:
        main.board.marked = seat
        main.show()
        await pilot.pause()
        yield painted_text(app)
    own = [action.id for action in app.desk.screen.actions if action.only_shows and action.does is not None]
    for action in ("log", "history", "hall", "podium", *(id for id in own if id not in APART)):
        app.view(action)
        await settle(pilot, app)
        yield app.screen.text().plain if isinstance(app.screen, Sheet) else painted_text(app)
        while len(app.screen_stack) > 1:
            app.pop_screen()
            await pilot.pause()
    help_page = HelpScreen(app.desk, "")
    app.push_screen(help_page)
    for _page in range(2):  # what can be done now, then everything
        yield help_page.text().plain
        await pilot.press("tab")


async def settle(pilot: Pilot[int], app: MatchApp) -> None:
    """Let the app work out what it shows."""
    await pilot.pause()
    await app.workers.wait_for_complete()
    await pilot.pause()


@pytest.mark.parametrize("game", MATCHES)
def test_everything_on_the_map_has_a_sentence(game: str) -> None:
    desk = desk_after(game, 0.7)
    scene, shown = desk.view.scene(desk.state), map_words(desk)
    assert scene is not None
    assert shown is not None
    sentences = [line for name, item in shown.names().items() for line in shown.where(name, item)]
    text = "\n".join([*shown.overview(), *sentences])
    seats = {seat.id: seat.name for seat in desk.snapshot.seats}
    for piece in scene.pieces:
        assert seats.get(piece.id, piece.id) in text
    for mark in scene.marks:
        assert mark.id in text
    for label in scene.labels:
        assert label.yields or spoken(label.text.strip(" ()[]")) in text
    named = {sample.area or sample.paper: sample.word for sample in shown.parts.legend(desk.locale, desk.state)}
    for area in (*scene.ground, *scene.areas):
        assert named.get(area.style, "") in text


@pytest.mark.parametrize("game", MATCHES)
def test_every_action_is_explained(game: str) -> None:
    desk = desk_after(game, 0.7)
    talk = TableTalk(desk, "usual", lambda _words: True)
    for action in desk.actions:
        text = " ".join(talk.hear(f"?h {action.id}"))
        assert desk.locale.gettext(action.name) in text
        assert action.id == "map" or spoken(desk.locale.gettext(action.help)) in text


def test_the_season_is_said_as_its_page_shows_it(library_at: Callable[..., MatchLibrary]) -> None:
    with closing(library_at()) as library:
        play_in(library, scored_match(("Ann", 20), ("Bob", 5), ("Cid", 1)))
        play_in(library, scored_match(("Cid", 20), ("Ann", 5)))
        chapters = season_chapters(Locale("en", WORDS.locales), season(library))
    shown = "\n".join(row if isinstance(row, str) else row.plain for c in chapters for row in chapter_rows(c, SIZE[0]))
    assert "Cid" in shown
    assert missing(shown, good("talk", "1", stdin="/season\n"), KEYS) == []
