"""What a key changes is painted once: nothing is laid out again that keeps its place."""

from __future__ import annotations

from typing import Any, Self

import pytest
from textual.app import App, ComposeResult
from textual.content import Content
from textual.geometry import Region
from textual.pilot import Pilot
from textual.strip import Strip

from q40k.games.quake.state.odds import JumpOdds, jump_odds
from q40k.games.quake.words import portals
from q40k.i18n.wording import Wording
from q40k.tui.steady import TextPanel
from tests.games.quake.screen.table import app_of, playing


async def _layouts(pilot: Pilot[int], *keys: str) -> int:
    """How often the screen was laid out for some keys."""
    counted: list[object] = []
    screen = pilot.app.screen
    screen.screen_layout_refresh_signal.subscribe(screen, counted.append)
    for key in keys:
        await pilot.press(key)
        await pilot.pause(0.05)
    screen.screen_layout_refresh_signal.unsubscribe(screen)
    return len(counted)


async def test_a_key_after_which_all_is_where_it_was_lays_nothing_out() -> None:
    app = app_of(playing())
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        assert await _layouts(pilot, "k", "escape") == 0


async def test_a_prompt_that_grows_lays_the_screen_out_once() -> None:
    app = app_of(playing([f"Player{number}" for number in range(1, 12)]))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        before = app.screen.query_one("#prompt").size.height
        assert await _layouts(pilot, "k") == 1
        assert app.screen.query_one("#prompt").size.height > before


async def test_the_odds_of_a_question_are_computed_when_it_opens_and_not_at_its_keys(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    computed: list[object] = []

    def compute(*arguments: Any) -> JumpOdds:
        computed.append(arguments)
        return jump_odds(*arguments)

    monkeypatch.setattr(portals, "jump_odds", compute)
    app = app_of(playing())
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("p", "2")
        await pilot.pause()
        at_opening = len(computed)
        await pilot.press("x", "backspace", "x")
        await pilot.pause()
    assert 0 < at_opening == len(computed)


@pytest.mark.parametrize("key", ["plus", "left"])
async def test_the_map_is_drawn_without_laying_the_screen_out(key: str) -> None:
    app = app_of(playing())
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("comma", "v", "plus")
        await pilot.pause()
        assert await _layouts(pilot, key) == 0


class Poster(App[None]):
    """Words on a screen, which say what of them is drawn again."""

    def __init__(self) -> None:
        super().__init__()
        self.words = _Noted(id="words")

    def compose(self) -> ComposeResult:
        yield self.words


class _Noted(TextPanel):
    DEFAULT_CSS = "_Noted { height: 6; }"

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.drawn: list[int] = []

    def refresh(self, *regions: Region, **how: Any) -> Self:
        self.drawn += [region.y for region in regions] if regions else range(self.size.height)
        return super().refresh(*regions, **how)


@pytest.mark.parametrize(
    ("then", "rows"),
    [
        ("one\nTWO\nthree", [1]),
        ("one\ntwo", [2]),
        ("one\ntwo\nthree\nfour", [3]),
        ("one\ntwo\nthree", []),
        ("one " * 30 + "\ntwo\nthree", [0, 1, 2, 3, 4]),
    ],
)
async def test_of_words_only_the_rows_that_are_others_are_drawn_again(then: str, rows: list[int]) -> None:
    app = Poster()
    async with app.run_test(size=(40, 10)) as pilot:
        app.words.tell(Content("one\ntwo\nthree"))
        await pilot.pause()
        app.words.drawn.clear()
        app.words.tell(Content(then))
        assert app.words.drawn == rows
        await pilot.pause()
        shown = [app.words.render_line(y).text.rstrip() for y in range(app.words.content_size.height)]
        assert "\n".join(shown).split() == then.split()


async def test_a_row_that_moves_is_not_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    app, drawn = Poster(), list[str]()
    draw_row = TextPanel.draw_row

    def note_row(self: TextPanel, row: Content) -> Strip:
        drawn.append(row.plain)
        return draw_row(self, row)

    async with app.run_test(size=(40, 10)) as pilot:
        app.words.tell(Content("one\ntwo\nthree"))
        await pilot.pause()
        monkeypatch.setattr(TextPanel, "draw_row", note_row)
        app.words.tell(Content("two\nthree\none"))
        await pilot.pause()
        assert drawn == []
        assert lines_of(app) == ["two", "three", "one", "", "", ""]
        app.words.tell(Content("two\nfour"))
        await pilot.pause()
        assert drawn == ["four"]
        assert lines_of(app) == ["two", "four", "", "", "", ""]


async def test_rows_are_drawn_anew_in_another_look_and_beside_another_border() -> None:
    app = Poster()
    async with app.run_test(size=(40, 10)) as pilot:
        app.words.tell(Content("one\ntwo"))
        await pilot.pause()
        app.words.styles.padding = (1, 1, 0, 1)
        await pilot.pause()
        assert lines_of(app) == ["", " one", " two", "", "", ""]
        app.words.styles.padding = (0, 0, 1, 2)
        await pilot.pause()
        assert lines_of(app) == ["  one", "  two", "", "", "", ""]
        app.words.styles.background = "red"
        await pilot.pause()
        segments = [s for strip in app.words.render_lines(app.words.outer_size.region) for s in strip]
        assert {s.style.bgcolor.name for s in segments if s.style and s.style.bgcolor} == {"#ff0000"}


def lines_of(app: Poster) -> list[str]:
    """Return the lines of the words as they are painted, without spaces at their end."""
    return [strip.text.rstrip() for strip in app.words.render_lines(app.words.outer_size.region)]


async def test_an_undo_tells_what_it_took_back_and_nothing_else_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    app = app_of(playing())
    heard: list[object] = []
    sentences = Wording.sentences

    def note_events(self: Wording[Any], locale: Any, state: Any, events: Any, *rest: Any) -> Any:
        heard.extend(events)
        return sentences(self, locale, state, events, *rest)

    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press(*"nnnnnn")
        await pilot.pause()
        monkeypatch.setattr(Wording, "sentences", note_events)
        await pilot.press("u")
        await pilot.pause()
        line = app.desk.match_session.lines(2)[0]
        assert line.undone
        assert heard == list(line.events)
