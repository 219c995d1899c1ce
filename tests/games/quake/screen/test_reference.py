"""F5: the phases on one screen of 80 by 24, nothing of it cut off or scrolled away."""

import asyncio

import pytest
from textual.app import App
from textual.containers import VerticalScroll

from q40k.games.quake.screen.turn import ReferenceScreen
from q40k.games.quake.words.wording import WORDS
from q40k.i18n.locale import Locale


class Bare(App[None]):
    """An app that shows nothing but this page."""

    def __init__(self, locale: Locale) -> None:
        super().__init__()
        self.page = ReferenceScreen(locale)

    def on_mount(self) -> None:
        self.push_screen(self.page)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_phases_fit_one_screen(language: str) -> None:
    async def shown() -> tuple[int, int]:
        app = Bare(Locale(language, WORDS.locales))
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            sheet = app.page.query_one("#sheet", VerticalScroll)
            return sheet.max_scroll_y, sheet.size.height

    scrolls, height = asyncio.run(shown())
    assert scrolls == 0
    assert height >= 16
