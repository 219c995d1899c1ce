"""F5: the phases on one screen of 80 by 24, nothing of it cut off or scrolled away."""

import asyncio

import pytest
from textual.app import App
from textual.containers import VerticalScroll

from q40k.games.quake.screen.sheets import ReferenceScreen
from q40k.games.quake.words.wording import WORDS
from q40k.i18n.locale import Locale
from tests.games.quake.screen.table import app_of, new_desk, press, screen


class Bare(App[None]):
    """An app that shows nothing but this page."""

    def __init__(self, locale: Locale) -> None:
        super().__init__()
        self.page = ReferenceScreen(locale)

    def on_mount(self) -> None:
        self.push_screen(self.page)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_phases_fit_one_screen(language: str) -> None:
    async def shown_rows() -> tuple[int, int]:
        app = Bare(Locale(language, WORDS.locales))
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            sheet = app.page.query_one("#sheet", VerticalScroll)
            return sheet.max_scroll_y, sheet.size.height

    scrolls, height = asyncio.run(shown_rows())
    assert scrolls == 0
    assert height >= 16


@pytest.mark.parametrize(
    ("mod", "expected", "not_told"),
    [
        ("deathmatch", ("Classic deathmatch", "first to score 10 times", "by a portal"), "own base"),
        ("base-attack", ("Base attack", "anywhere in their own base"), "by a portal"),
    ],
)
async def test_in_a_match_it_explains_the_mod_that_is_played(
    mod: str, expected: tuple[str, ...], not_told: str
) -> None:
    desk = new_desk(mod=mod)
    press(desk, "1" if mod == "deathmatch" else "\n")
    app = app_of(desk)
    async with app.run_test(size=(120, 60)) as pilot:
        await pilot.press("f5")
        await pilot.pause()
        shown = " ".join(screen(app).split())
        assert all(text in shown for text in expected)
        assert not_told not in shown
        assert "To hit: 7 less BS" in shown


async def test_the_arena_is_chosen_knowing_for_how_many_it_has_tokens() -> None:
    app = app_of(new_desk(arena=""))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        shown = " ".join(screen(app).split())
        assert "up to 9 players · enough tokens for 2" in shown
