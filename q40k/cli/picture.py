"""Draw the main screen as an SVG, from a recorded match, for a README."""

import re
from collections.abc import Sequence

from q40k.games.game import Demo
from q40k.i18n.locale import Locale
from q40k.table.match_library import temporary_match
from q40k.table.script import play_line, read_script
from q40k.tui.desk import Desk
from q40k.tui.match_app import MatchApp

SIZE = (120, 36)


async def draw(demo: Demo, language: str = "en", size: tuple[int, int] = SIZE) -> str:
    """Return the main screen as SVG text, at the moment that the recorded match is to show."""
    lines = list(read_script(demo.script.read_text(encoding="utf-8").splitlines()))
    match_session = temporary_match(lines[0].game)
    library = match_session.game.packs.library()
    for number, line in enumerate(lines):
        play_line(match_session, lambda: library, line)
        if number >= demo.lines and demo.suits_picture(match_session.state):
            break
    app = MatchApp(Desk(match_session, library, Locale(language)))
    return await photograph(app, demo.keys, size)


async def photograph(app: MatchApp, keys: Sequence[str], size: tuple[int, int]) -> str:
    """Return what an app shows after some keys, as SVG text."""
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        for key in keys:
            await pilot.press(key)
            await pilot.pause()
        await app.workers.wait_for_complete()
        await pilot.pause()
        return _without_fonts(app.export_screenshot(title="q40k"))


def _without_fonts(svg: str) -> str:
    """Return the picture without the fonts it would fetch; any monospaced font will do."""
    return re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)
