"""Draw the main screen as an SVG, from the recorded match, for the README."""

from __future__ import annotations

import re
from importlib.resources import files

from q40k.games.quake.rules.state import Match
from q40k.i18n.locale import Locale
from q40k.table.match_library import throw_away
from q40k.table.script import play_line, read_script
from q40k.tui.app import MatchApp
from q40k.tui.desk import Desk

SIZE = (120, 36)


def recorded() -> str:
    """The recorded match that ships with q40k."""
    return (files("q40k.games.quake") / "demo" / "evening.jsonl").read_text(encoding="utf-8")


async def draw(language: str = "en", lines: int = 120, size: tuple[int, int] = SIZE) -> str:
    """The main screen at a jump, after about so many lines of the recorded match, as SVG text."""
    match_session = throw_away()
    library = match_session.game.packs.library()
    for number, line in enumerate(read_script(recorded().splitlines())):
        play_line(match_session, lambda: library, line)
        if number >= lines and _telling(match_session.state):
            break
    app = MatchApp(Desk(match_session, library, Locale(language)))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await pilot.press("p", "5")
        return _by_itself(app.export_screenshot(title="q40k"))


def _telling(state: Match) -> bool:
    """Whether a jump here has something to show: somebody stands in another portal."""
    others = {p for n in (1, 2, 3, 4) for p in state.occupants(n)} - {state.play.active}
    return state.play.phase == "movement" and bool(others)


def _by_itself(svg: str) -> str:
    """The picture without the fonts it would fetch: any monospaced one does."""
    return re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)
