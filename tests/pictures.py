"""Pictures of the screens, drawn by typing: to be looked at, and those of the docs.

`python -m tests.pictures FOLDER` (`make pictures`) draws every screen in the other languages and
themes, with a page that shows them all. `python -m tests.pictures --docs` (`make screenshot`) draws
those of docs/screens.md, and writes that page.
"""

from __future__ import annotations

import asyncio
import os
import sys
from html import escape
from pathlib import Path

from q40k.cli.picture import photograph
from q40k.tui import themes
from q40k.tui.match_app import MatchApp
from tests.games.quake.screen.scenes import EASY, HARD, MAIN, MORE, Scene
from tests.photos import PHOTOS

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
SIZE = (100, 30)
"""Of the pictures in the docs."""
SMALL, LARGE = (80, 24), (120, 40)
LOOKS = [(language, theme.name, size) for language, size in (("fr", SMALL), ("en", LARGE)) for theme in themes.THEMES]
"""Every theme, the French on a small screen, where words are longest."""
HEAD = """# The screens

Each is drawn from a match that was typed (`make screenshot` draws them again). They look alike on
a dark ground, a light one and in high contrast (`F3`), in English and in French (`F2`).

## The layout

One grid for all games. The same thing has the same place in each of them; a new screen follows it.

| place | what stands there |
|---|---|
| first row | the match, the turn, its phases with the running one in brackets; the clock at the right |
| below it | what the game has to say of the whole table, if anything |
| left, from the top | who acts, in large letters; the race or the roster; the card; the prompt; the feed |
| right | the map from top to bottom, with four rows below it: what is selected, or the legend |
| last row | the keys that make sense now |

- **What is asked comes first.** The prompt keeps its rows; the feed gives way, then the letters, then the card.
- **Nothing stands twice.** The board shows the race, so the large name has none beside it.
- **The map is as large as the screen allows.** From 120 columns it takes half of the screen, from 150 it opens by
  itself. A game that is played on its board (`map_leads`) gives it all but 45 columns, and below 120 columns puts it
  beside the roster, in place of the card.
- **Colours mean something.** A player’s colour is used for that player only. The accent marks what waits for an
  answer: the line above the prompt, or the edge of a focused panel. Yellow is who acts and where a path leads, green
  and red are clear and barred, violet is a threatened square, orange is fire; portals have no player’s colour.
- **A page that shows a moment has the grid of the main screen.** The past has its map at the right and its lines look
  like the feed; the set-up shows the table that is marked, before it is chosen.
- **Rows to spare go to what is looked at.** On wide and high screens the podium grows, the table as it was left is
  beside the medals, and the figures are below; boards of squares are shown whole as soon as squares of two columns fit,
  and a card as soon as the feed keeps twelve rows. A short list has what is marked beside it from 120x30: the start and
  the list of matches show the match (its race, its table, what happened last) or what a game is about, a print its page
  and the titles of all pages. The season continues with the chapters after the one that was turned to, as far as they
  are whole, from 150 columns in two columns.
- **A large number says what it is the chance of**, “portal die, lives” or “portal die, telefrag”.
- **Nothing jumps.** What is below the map always has the same rows, so the map keeps its scale; a panel grows only
  into rows that nobody needs. A question takes rows from the top of the feed, whose newest lines stay where they are.

Photographed in xterm at 80x24, 120x40 and 200x60 and laid beside btop, lazygit, posting and harlequin, three things
agree with them: only what waits for an answer has a coloured edge (lazygit), keys are named where they work and fewer
than ten at a time (harlequin), and numbers that change stay in their column (btop). One is not taken over: frames
around every panel, which cost four columns and two rows each at 80x24.

Maps, the table of a set-up and pages to print are drawn in pixels where the terminal shows pictures, else in half
blocks and braille (`Q40K_PIXELS=no` chooses these, `sixel` or `kitty` a protocol without asking the terminal). A
picture names its squares itself, along the edge of the table. These are photographs of xterm:

![The map in pixels](screenshot.png)
"""


async def draw(scene: Scene, language: str, theme: str, size: tuple[int, int], names: tuple[str, ...] = HARD) -> str:
    """A screen as an SVG."""
    app = MatchApp(scene.desk(language, names), raising=True)
    app.theme = theme
    return await photograph(app, scene.keys, size)


async def every_look(folder: Path) -> None:
    """Every screen in the other languages and themes, and without colour; and a page of them."""
    folder.mkdir(parents=True, exist_ok=True)
    rows = []
    for scene in (*MAIN, *MORE):
        for language, theme, size in [*LOOKS, ("fr", "no-colour", LARGE)]:
            os.environ.pop("NO_COLOR", None)
            if theme == "no-colour":
                os.environ["NO_COLOR"] = "1"
            shown = themes.DARK.name if theme == "no-colour" else theme
            name = f"{scene.name}-{language}-{theme}-{size[0]}x{size[1]}.svg"
            (folder / name).write_text(await draw(scene, language, shown, size), encoding="utf-8")
            rows.append(f"<h3>{escape(name)}</h3><img width='100%' src='{escape(name)}'>")
    page = "<!doctype html><meta charset='utf-8'><body style='columns:2'>" + "\n".join(rows)
    (folder / "index.html").write_text(page, encoding="utf-8")
    sys.stdout.write(f"drew {len(rows)} pictures: {folder / 'index.html'}\n")


async def for_the_docs() -> None:
    """The pictures of docs/screens.md, and the page itself."""
    (DOCS / "screens").mkdir(exist_ok=True)
    for scene in (*MAIN, *MORE):
        svg = await draw(scene, "en", themes.DARK.name, SIZE, EASY)
        (DOCS / "screens" / f"{scene.name}.svg").write_text(svg, encoding="utf-8")
    (DOCS / "screens.md").write_text(page(), encoding="utf-8")
    sys.stdout.write(f"wrote {DOCS / 'screens.md'} with its pictures\n")


def page() -> str:
    """docs/screens.md: every screen with what it shows."""
    photos = "".join(f"\n{photo.about}\n\n![{photo.about}](screens/{photo.name}.png)\n" for photo in PHOTOS)
    return (
        HEAD
        + photos
        + "".join(
            f"\n## {page.title}\n\n{page.about}\n\n![{page.title}](screens/{page.name}.svg)\n"
            for page in (*MAIN, *MORE)
        )
    )


if __name__ == "__main__":
    arguments = sys.argv[1:] or ["build/pictures"]
    asyncio.run(for_the_docs() if arguments == ["--docs"] else every_look(Path(arguments[0])))
