"""A match on a card: one picture to post, with the winners, the podium, the chances and medals."""

import shutil
import subprocess
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from q40k.games.game import Racer
from q40k.i18n.locale import N_, Locale
from q40k.i18n.scores import score_text
from q40k.report import chances
from q40k.report.chances import beats_since_start, draw_bands, podium_order, ranked_sides, turn_places
from q40k.report.html import safe
from q40k.report.page import facts, headline
from q40k.report.tale import Tale
from q40k.tabletop.colours import seat_colour

WIDE, HIGH = 1200, 630
"""The size at which most websites show a picture."""
MARGIN = 48
MOST_PLACES = 6
MOST_MEDALS = 4
CHART = (700, 250)
RENDERER = "rsvg-convert"
LONGEST = 30
"""How many seconds drawing the pixels may take."""
STYLE = (
    "text{font-family:system-ui,'DejaVu Sans',Arial,sans-serif;fill:#e4e2da}"
    ".soft{fill:#a5a59e}.call{fill:#e0a43a}.tick{font-size:13px;fill:#a5a59e}"
    ".bands path{stroke:#14161a;stroke-width:1.5}.bands .half{fill:none;stroke-dasharray:6 6}"
)


def card(tale: Tale, locale: Locale) -> str:
    """Return the picture as SVG that needs no other file."""
    inside = WIDE - 2 * MARGIN
    parts = [
        _text(headline(tale, locale), MARGIN, 96, 52, inside, "call", bold=True),
        _text(f"{tale.name} · {facts(tale, locale)}", MARGIN, 142, 24, inside),
        _text(tale.ending, MARGIN, 176, 20, inside, "soft"),
        *_places(tale, locale),
    ]
    if tale.sides and tale.beats:
        parts.append(_graph(tale, locale))
    for number, (medal, how, _then) in enumerate(tale.medals[:MOST_MEDALS]):
        x, y = MARGIN + number % 2 * inside // 2, 540 + number // 2 * 52
        parts.append(_text(medal, x, y, 18, inside // 2 - 24, "call", bold=True))
        parts.append(_text(how, x, y + 22, 16, inside // 2 - 24))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" width="{WIDE}"'
        f' height="{HIGH}" role="img" aria-label="{safe(headline(tale, locale))}">'
        f"<title>{safe(tale.name)}</title><style>{STYLE}</style>"
        f'<rect width="{WIDE}" height="{HIGH}" fill="#14161a"/>'
        f'<rect width="{WIDE}" height="10" fill="#e0a43a"/>{"".join(parts)}'
        f"{_text('q40k', WIDE - MARGIN - 50, 52, 20, 60, 'soft')}</svg>\n"
    )


def _graph(tale: Tale, locale: Locale) -> str:
    """Return everybody's chance to win, in the colours of the podium, and the turns below."""
    beats, (wide, high) = beats_since_start(tale), CHART
    x, y, title = WIDE - MARGIN - wide, 226, locale.gettext(N_("Chance to win"))
    turns = "".join(
        f'<text x="{x + wide * place / 100:.0f}" y="{y + high + 18}" text-anchor="middle" class="tick">{turn}</text>'
        for place, turn in turn_places(beats)
    )
    return (
        f"{_text(title, x, y - 10, 16, wide, 'soft')}"
        f'<svg x="{x}" y="{y}" width="{wide}" height="{high}" viewBox="0 0 {chances.WIDE} {chances.HIGH}"'
        f' preserveAspectRatio="none" class="bands">{draw_bands(beats, podium_order(tale))}</svg>{turns}'
    )


def _places(tale: Tale, locale: Locale) -> Iterator[str]:
    for row, (rank, side) in enumerate(islice(ranked_sides(tale), MOST_PLACES)):
        yield _place(row, rank, side, locale)


def _place(row: int, rank: str, side: Racer, locale: Locale) -> str:
    """Return a row of the podium: a bar as long as the share of the goal."""
    y, wide = 206 + 52 * row, 380
    score = score_text(locale, side.scored, side.goal, side.unit)
    long = wide * min(max(side.share, 0.0), 1.0)
    return (
        _text(f"{rank}. {side.name}", MARGIN, y + 18, 20, wide - 100, bold=True)
        + _text(score, MARGIN + wide - 90, y + 18, 20, 90)
        + f'<rect x="{MARGIN}" y="{y + 26}" width="{wide}" height="10" fill="#353a42"/>'
        f'<rect x="{MARGIN}" y="{y + 26}" width="{long:.0f}" height="10"'
        f' fill="{seat_colour(side.colour)}"/>'
    )


def _text(words: str, x: int, y: int, size: int, wide: int, kind: str = "", *, bold: bool = False) -> str:
    """Return a line of text; a long line is drawn smaller, and a very long one is cut."""
    letters = max(len(words), 1)
    fits = max(0.6 * size, min(size, wide / (0.6 * letters)))
    most = max(1, int(wide / (0.6 * fits)))
    shown = words if letters <= most else words[: most - 1] + "…"
    style = (f' class="{kind}"' if kind else "") + (' font-weight="700"' if bold else "")
    return f'<text x="{x}" y="{y}" font-size="{fits:.1f}"{style}>{safe(shown)}</text>'


def pixels(drawn: Path) -> Path | None:
    """Draw the picture as PNG beside the SVG file; return None if this machine cannot."""
    png = drawn.with_suffix(".png")
    program = shutil.which(RENDERER)
    if program is None:
        return None
    command = [program, "--output", str(png.absolute()), str(drawn.absolute())]
    try:
        done = subprocess.run(command, capture_output=True, timeout=LONGEST, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return png if done.returncode == 0 and png.exists() else None
