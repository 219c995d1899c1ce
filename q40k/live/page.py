"""The pages as the server writes them: the board, and its parts for a stream."""

import hashlib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

from q40k.geometry.scene import Style
from q40k.i18n.locale import N_, Locale
from q40k.live.parts import FeedLine
from q40k.report.drawing import classes, variables
from q40k.report.html import safe
from q40k.tabletop.colours import COLOURS

APART = ("scoreboard", "feed", "clock", "map")
"""The parts that a stream shows alone, without a background (`?obs=`)."""
MOMENT = '<div id="moment" aria-hidden="true" hidden></div>'
"""Where the script shows a moment: the log says the same to readers of screens."""
MOMENTS = N_("Moments (m)")
"""The button that turns moments off, with its key."""
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
        f".race circle.c{n}{{fill:var(--c{n})}}"
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


def document(locale: Locale, title: str, body: str, *, sheet: str, kind: str, theme: str) -> str:
    """Return a whole page; `sheet` is the version of the style sheet."""
    script = edition_of(asset("script.js"))
    return (
        f'<!doctype html>\n<html lang="{locale.language}" data-theme="{theme}">\n<head>\n'
        '<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<title>{safe(title)}</title>\n<link rel="icon" href="data:,">\n'
        f'<link rel="stylesheet" href="/style.css?{sheet}">\n'
        f'<script src="/script.js?{script}" defer></script>\n</head>\n'
        f'<body class="{kind}">\n{body}\n</body>\n</html>\n'
    )


def board(
    locale: Locale,
    title: str,
    shown: Mapping[str, str],
    feed: Sequence[FeedLine],
    where: str,
    table: str,
    *,
    sheet: str,
    theme: str,
    alone: str = "",
) -> str:
    """Return the board, or one part of it `alone`; `where` is the address of its events."""
    _ = locale.gettext
    lines = "".join(line.html for line in feed)
    kind = " ".join(
        ("board", f"alone {alone}" if alone else "", "" if table else "nomap", "over" if shown.get("end") else "")
    )
    happened, above = safe(_(N_("What happened"))), safe(_(N_("The table from above")))
    heading = f'<header class="hidden"><h1>{safe(title)}</h1></header>' if alone else ""
    body = (
        f'{heading}<main data-events="{safe(where)}">'
        f'<div id="headline">{shown.get("headline", "")}</div>'
        f'<div id="clock" role="timer">{shown.get("clock", "")}</div>'
        f'<section id="score"><div id="race">{shown.get("race", "")}</div>'
        f'<div id="chart">{shown.get("chart", "")}</div></section>'
        f'<section id="map" aria-label="{above}">{table}<div id="unplaced">{shown.get("unplaced", "")}</div></section>'
        f'<section id="happened"><h2>{happened}</h2>'
        f'<div role="log" aria-live="polite" aria-label="{happened}" tabindex="0">'
        f'<ol id="feed">{lines}</ol></div></section>'
        f'<section id="end">{shown.get("end", "")}</section>'
        f'<section id="figures" tabindex="0">{shown.get("figures", "")}</section>'
        f"</main>{_tools(locale) + MOMENT if not alone else ''}{connection_notice(locale)}"
    )
    return document(locale, title, body, sheet=sheet, kind=" ".join(kind.split()), theme=theme)


def _tools(locale: Locale) -> str:
    """Return the viewer's settings; the viewer's browser keeps them."""
    _ = locale.gettext
    other, name = ("en", "English") if locale.language == "fr" else ("fr", "Français")
    buttons = "".join(
        f'<button type="button" id="{id}" aria-pressed="false">{safe(_(text))}</button>'
        for id, text in (
            ("light", N_("Light")),
            ("safe", N_("Clear colours")),
            ("sound", N_("Sound")),
            ("voice", N_("Voice")),
            ("moments", MOMENTS),
        )
    )
    full, chosen = safe(_(N_("Full screen"))), safe(_(N_("What you see and hear")))
    return (
        f'<nav id="tools" aria-label="{chosen}">'
        f'<a id="language" href="?lang={other}" hreflang="{other}" lang="{other}">{name}</a>'
        f'{buttons}<button type="button" id="full">{full}</button></nav>'
    )


def connection_notice(locale: Locale) -> str:
    """Return the notice that is shown while the server cannot be reached."""
    text = N_("Not connected: what you see may be old. It reconnects automatically.")
    return f'<p id="lost" role="status" hidden>{safe(locale.gettext(text))}</p>'
