"""The pages as the server writes them: the board, and its parts for a stream."""

import hashlib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from msgspec import Struct

from q40k.geometry.scene import Style
from q40k.report.drawing import classes, variables
from q40k.tabletop.colours import COLOURS

APART = ("scoreboard", "feed", "clock", "map")
"""The parts that a stream shows alone, without a background (`?obs=`)."""
UNMISTAKABLE = (
    "#e69f00", "#56b4e9", "#009e73", "#f0e442", "#4d9bd6", "#e5743b", "#d98bb6", "#b5b5b5",
    "#c9a26b", "#7fd1c1", "#a48be0", "#f4a3a3",
)  # fmt: skip
"""Colours instead of the seats' own that colour-blind people can tell apart."""


# -- style and script ----------------------------------------------------------------------


@cache
def asset(name: str) -> str:
    """Return the text of a file next to this module."""
    return files("q40k.live").joinpath(name).read_text(encoding="utf-8")


def style(styles: Mapping[str, Style]) -> str:
    """Return the style sheet: the look of the pages and of what is on the table."""
    dark, light = (variables(styles, ground) for ground in ("dark", "light"))
    seats = "".join(f"--c{n}:{colour};" for n, colour in enumerate(COLOURS))
    safer = "".join(f"--c{n}:{colour};" for n, colour in enumerate(UNMISTAKABLE))
    own = "".join(
        f".c{n}{{--seat:var(--c{n})}}.race .line.c{n}{{stroke:var(--c{n})}}"
        f".race circle.c{n},.odds .c{n}{{fill:var(--c{n})}}"
        f".lives g.c{n}{{fill:var(--c{n})}}.lives .by.c{n}{{stroke:var(--c{n})}}"
        for n in range(len(COLOURS))
    )
    return (
        f":root{{{seats}{dark}}}:root[data-theme=light]{{{light}}}"
        f":root[data-colours=safe]{{{safer}}}{own}{classes(styles)}{asset('style.css')}"
    )


def edition_of(text: str) -> str:
    """Return a short hash of a text, so that a browser keeps no older version."""
    return hashlib.blake2s(text.encode(), digest_size=6).hexdigest()


# -- the pages -----------------------------------------------------------------------------


class Page(Struct, frozen=True):
    """What every page has: `sheet` is the version of the style sheet, `kind` the classes of its body."""

    language: str
    sheet: str
    title: str = "q40k"
    kind: str = "seat"
    theme: str = "dark"

    @property
    def script(self) -> str:
        """The version of the script."""
        return edition_of(asset("script.js"))
