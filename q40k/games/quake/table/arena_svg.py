"""An arena drawn to scale as SVG, in millimetres: to print, to build by, to hang on a wall.

Every effect has its own texture, so the drawing also works in black and white.
"""

from collections.abc import Iterator, Sequence
from html import escape
from math import hypot
from textwrap import wrap

from q40k.games.quake.packs.arena import EFFECTS, Arena, Scenery, column_name
from q40k.games.quake.words.packs import arenas as words
from q40k.games.quake.words.packs.problems import effect_word
from q40k.geometry.outlines import middle, within
from q40k.i18n.locale import N_, Locale

INK = "#1c1c1c"
PALE = "#f1efe9"
LETTER = 0.58
"""The average width of a letter, as a share of its height."""


def _pattern(name: str, size: float, inside: str, ground: str = "none") -> str:
    return (
        f'<pattern id="{name}" width="{size:g}" height="{size:g}" patternUnits="userSpaceOnUse">'
        f'<rect width="{size:g}" height="{size:g}" fill="{ground}"/>{inside}</pattern>'
    )


def _line(d: str, color: str, width: float) -> str:
    return f'<path d="{d}" fill="none" stroke="{color}" stroke-width="{width:g}"/>'


PATTERNS = "".join(
    (
        _pattern("impassable", 8, _line("M0 0L8 8M8 0L0 8", "#3a3a3a", 0.9), "#b9b6b0"),
        _pattern("lethal", 14, _line("M0 10L3.5 4L7 10L10.5 4L14 10", "#7a1300", 1.6), "#ff9d5c"),
        _pattern("water", 18, _line("M0 6Q4.5 2 9 6T18 6M0 15Q4.5 11 9 15T18 15", "#2f6f9f", 1), "#d8edf8"),
        _pattern(
            "dangerous",
            16,
            _line("M8 3L13 12L3 12Z", "#8a6a00", 1) + _line("M8 6V9.4M8 10.2V11", "#8a6a00", 1),
            "#fff3bf",
        ),
        _pattern(
            "difficult",
            9,
            '<circle cx="2" cy="2" r="0.9" fill="#6b5b3e"/><circle cx="6.5" cy="6.5" r="0.9" fill="#6b5b3e"/>',
        ),
        _pattern("dark", 5, _line("M-1 6L6 -1", "#4b4560", 1.7), "#d9d5e4"),
        _pattern("climbable", 10, _line("M0 5H10", "#8f8a80", 0.7), "#ece7dc"),
        _pattern("base", 24, _line("M0 24L24 0", "#c9c9c9", 0.8)),
    )
)
"""A texture for each effect; difficult ground is transparent, as it often goes with another."""

MARKS: dict[str, str] = {
    "equipment": f'<circle r="10" fill="#fff" stroke="{INK}" stroke-width="1.6"/>',
    "weapon": (f'<path d="M-10 -10H10V10H-10Z" fill="#fff" stroke="{INK}" stroke-width="1.6"/>'),
    "special": (f'<path d="M0 -14L14 0L0 14L-14 0Z" fill="#fff" stroke="{INK}" stroke-width="1.6"/>'),
    "flag": (
        f'<path d="M-8 4V-18" stroke="{INK}" stroke-width="2"/>'
        f'<path d="M-8 -18L10 -12L-8 -6Z" fill="{INK}"/>'
        f'<circle cy="11" r="9" fill="#fff" stroke="{INK}" stroke-width="1"/>'
    ),
    "barrel": (
        f'<circle r="9" fill="#e6c3a1" stroke="{INK}" stroke-width="1.2"/>'
        f'<circle r="5.5" fill="none" stroke="{INK}" stroke-width="0.8"/>'
        f'<circle cx="2.6" cy="-2.6" r="1.2" fill="{INK}"/>'
    ),
}
"""Every mark around the origin, in mm; tokens and barrels are 20 mm across."""


def rows(locale: Locale, arena: Arena) -> list[tuple[str, str]]:
    """Return the name of each mark or texture that the drawing shows, with its meaning."""
    entries = [("portal", locale.gettext(N_("portal")))]
    kinds = {token.category for token in arena.tokens}
    tokens = (("equipment", N_("equipment token")), ("weapon", N_("weapon token")), ("special", N_("special token")))
    entries += [(kind, locale.gettext(word)) for kind, word in tokens if kind in kinds]
    if arena.flags:
        entries.append(("flag", locale.gettext(N_("flag"))))
    if arena.bases:
        entries.append(("base", locale.gettext(N_("base"))))
    if arena.barrels:
        entries.append(("barrel", locale.gettext(N_("barrel"))))
    present = {name for piece in arena.scenery for name in piece.effects}
    entries += [(name, effect_word(locale, name)) for name in EFFECTS if name in present]
    if any(piece.height_in for piece in arena.scenery):
        entries.append(("height", locale.gettext(N_("height, in inches"))))
    return entries


def swatch(kind: str, x: float, y: float) -> str:
    """Return a small sample of a mark or a texture, with its top left corner at (x, y)."""
    if kind in MARKS:
        return f'<g transform="translate({x + 9:g} {y + 7:g}) scale(0.7)">{MARKS[kind]}</g>'
    if kind == "portal":
        return circle(x + 9, y + 7, 8, width=1.4) + circle(x + 9, y + 7, 6.4, width=0.5)
    if kind == "height":
        return text(x + 9, y + 10.5, "3″", 10, anchor="middle")
    box = f'<rect x="{x:g}" y="{y:g}" width="18" height="14"'
    if kind == "cover":
        return text(x + 9, y + 10.5, "4+", 9, anchor="middle") + (
            f'{box} fill="none" stroke="{INK}" stroke-dasharray="4 2"/>'
        )
    if kind == "blocks_sight":
        return f'{box} fill="none" stroke="{INK}" stroke-width="2.4"/>'
    return f'{box} fill="url(#{kind})" stroke="{INK}" stroke-width="0.8"/>'


def circle(x: float, y: float, radius: float, fill: str = "none", width: float = 1.0) -> str:
    """Return a circle drawn in ink."""
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}" stroke="{INK}" stroke-width="{width:g}"/>'


def text(
    x: float, y: float, words: str, size: float, *, anchor: str = "start", bold: bool = False, fill: str = INK
) -> str:
    """Return words at a place, in letters `size` mm high."""
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" text-anchor="{anchor}"'
        f' fill="{fill}"{weight}>{escape(words)}</text>'
    )


def plate(x: float, y: float, words: str, size: float, *, upright: bool = False) -> str:
    """Return words on a white plate, legible on every texture, centred on (x, y)."""
    wide = LETTER * size * len(words) + size * 0.6
    turn = " rotate(-90)" if upright else ""
    return (
        f'<g transform="translate({x:g} {y:g}){turn}">'
        f'<rect x="{-wide / 2:g}" y="{-size * 0.62:g}" width="{wide:g}" height="{size * 1.24:g}"'
        f' rx="{size * 0.3:g}" fill="#fff" fill-opacity="0.88"/>'
        f"{text(0, size * 0.36, words, size, anchor='middle')}</g>"
    )


# -- the drawing ---------------------------------------------------------------------------


MARGIN = 40.0
"""The margin around the table, in mm."""
MM_PER_CM = 10
MM_PER_INCH = 25.4
TILE_MM = 200
LEAST_LABEL = 7.0
"""The smallest letters of a label, in mm; smaller ones cannot be read from a chair."""


def drawing(locale: Locale, arena: Arena) -> str:
    """Return the arena as an SVG document: table, scenery, marks, legend, scale."""
    wide, high = (side * MM_PER_CM for side in arena.size)
    foot = list(_foot(locale, arena, wide))
    head = MARGIN + 44
    total_high = head + high + 36 + (foot[-1][0] if foot else 0) + MARGIN
    total_wide = wide + 2 * MARGIN
    body = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{total_wide:g}mm"'
        f' height="{total_high:g}mm" viewBox="0 0 {total_wide:g} {total_high:g}"'
        ' font-family="Helvetica, Arial, sans-serif">',
        f"<title>{escape(locale.name_of(arena.name))}</title>",
        f"<defs>{PATTERNS}{_clip(wide, high)}</defs>",
        f'<rect width="{total_wide:g}" height="{total_high:g}" fill="#fff"/>',
        *_title(locale, arena),
        f'<g transform="translate({MARGIN:g} {head:g})">',
        *_table(locale, arena, wide, high),
        "</g>",
        f'<g transform="translate({MARGIN:g} {head + high + 36:g})">',
        *(line for _bottom, line in foot),
        "</g>",
        "</svg>",
    ]
    return "\n".join(body) + "\n"


def _clip(wide: float, high: float) -> str:
    return f'<clipPath id="table"><rect width="{wide:g}" height="{high:g}"/></clipPath>'


def _title(locale: Locale, arena: Arena) -> Iterator[str]:
    yield text(MARGIN, MARGIN + 8, locale.name_of(arena.name), 22, bold=True)
    facts = locale.say(
        N_("{size}, {tiles} tiles; players: {players}"),
        size=words.size(locale, arena),
        tiles=arena.tiles,
        players=words.players(locale, arena),
    )
    yield text(MARGIN, MARGIN + 25, facts, 11)


# -- the table -----------------------------------------------------------------------------


def _table(locale: Locale, arena: Arena, wide: float, high: float) -> Iterator[str]:
    yield from _tiles(wide, high)
    yield '<g clip-path="url(#table)">'
    for base in arena.bases:
        corners = _flip(base.polygon, arena)
        yield (
            f'<polygon points="{_points(corners)}" fill="url(#base)" stroke="{INK}"'
            ' stroke-width="1.2" stroke-dasharray="8 4"/>'
        )
        x, y = middle(corners)
        yield text(x, y + 20, str(base.number), 56, anchor="middle", fill="#9a9a9a", bold=True)
    for piece in arena.scenery:
        yield from _piece(piece, arena)
    yield "</g>"
    for index, kind in enumerate(words.scenery(locale, arena)):
        for piece in arena.scenery:
            if piece.id in kind.pieces:
                yield from _label(piece, _letter(index), arena)
    yield f'<rect width="{wide:g}" height="{high:g}" fill="none" stroke="{INK}" stroke-width="2"/>'
    yield from _marks(arena)


def _tiles(wide: float, high: float) -> Iterator[str]:
    """Yield the chequerboard of ARENA-1, with the names of its columns and rows."""
    columns, rows_ = int(wide // TILE_MM), int(high // TILE_MM)
    for column in range(columns):
        for row in range(rows_):
            if (column + row) % 2:
                yield (
                    f'<rect x="{column * TILE_MM}" y="{high - (row + 1) * TILE_MM:g}"'
                    f' width="{TILE_MM}" height="{TILE_MM}" fill="{PALE}"/>'
                )
        x = (column + 0.5) * TILE_MM
        yield text(x, high + 14, column_name(column), 11, anchor="middle")
    for row in range(rows_):
        y = high - (row + 0.5) * TILE_MM + 4
        yield text(-8, y, str(row + 1), 11, anchor="end")


def _piece(piece: Scenery, arena: Arena) -> Iterator[str]:
    """Yield one piece of scenery: its ground, then a texture for each of its effects."""
    shape = _shape(piece, arena)
    layers = [name for name in piece.effects if name not in ("blocks_sight", "cover")]
    yield f'<{shape} fill="{"#fff" if piece.height_in else "#f7f7f7"}"/>'
    for name in reversed(layers):
        yield f'<{shape} fill="url(#{name})"/>'
    thick = 2.4 if piece.blocks_sight else 1.0
    dashes = ' stroke-dasharray="5 2.5"' if piece.cover and not piece.blocks_sight else ""
    yield f'<{shape} fill="none" stroke="{INK}" stroke-width="{thick}"{dashes}/>'


def _shape(piece: Scenery, arena: Arena) -> str:
    if piece.circle is not None:
        (x, y), r = piece.circle.at, piece.circle.radius_cm
        high = arena.size[1]
        return f'circle cx="{x * MM_PER_CM:g}" cy="{(high - y) * MM_PER_CM:g}" r="{r * MM_PER_CM:g}"'
    return f'polygon points="{_points(_flip(piece.corners, arena))}"'


def _letter(index: int) -> str:
    """Return the letter of a kind of scenery on the drawing: a, b, c ..."""
    return column_name(index).lower()


def _label(piece: Scenery, letter: str, arena: Arena) -> Iterator[str]:
    """Yield a label with a piece's kind, height and cover save, sized for the room there is."""
    parts = [letter]
    if piece.height_in:
        parts.append(f"{piece.height_in:g}″")
    if piece.cover:
        parts.append(f"{piece.cover}+")
    corners = _flip(piece.corners, arena)
    wide = max(c[0] for c in corners) - min(c[0] for c in corners)
    high = max(c[1] for c in corners) - min(c[1] for c in corners)
    words_ = " · ".join(parts)
    room = (max(wide, high) - 2) / (LETTER * len(words_) + 0.6)
    size = max(LEAST_LABEL, min(11.0, room, min(wide, high) * 0.8))
    x, y = _free_spot(corners, arena)
    yield plate(x, y, words_, size, upright=high > wide * 1.3)


def _free_spot(corners: Sequence[tuple[float, float]], arena: Arena) -> tuple[float, float]:
    """Return the spot nearest to the middle of a piece where a label meets no mark."""
    high = arena.size[1] * MM_PER_CM
    places = [portal.at for portal in arena.portals] + [token.at for token in arena.tokens]
    places += [flag.at for flag in arena.flags] + [barrel.at for barrel in arena.barrels]
    marks = [(x * MM_PER_CM, high - y * MM_PER_CM) for x, y in places]
    x, y = middle(corners)
    left, right = min(c[0] for c in corners), max(c[0] for c in corners)
    top, bottom = min(c[1] for c in corners), max(c[1] for c in corners)
    candidates = [
        (left + (right - left) * across / 12, top + (bottom - top) * down / 12)
        for across in range(1, 12)
        for down in range(1, 12)
    ]
    free = [
        spot
        for spot in ((x, y), *candidates)
        if within(spot, corners) and all(abs(spot[0] - mx) > 30 or abs(spot[1] - my) > 18 for mx, my in marks)
    ]
    return min(free, key=lambda spot: hypot(spot[0] - x, spot[1] - y), default=(x, y))


def _flip(corners: Sequence[tuple[float, float]], arena: Arena) -> list[tuple[float, float]]:
    """Return corners in mm, with y downwards as in SVG."""
    high = arena.size[1]
    return [(x * MM_PER_CM, (high - y) * MM_PER_CM) for x, y in corners]


def _points(corners: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{round(x, 3):g},{round(y, 3):g}" for x, y in corners)


def _marks(arena: Arena) -> Iterator[str]:
    """Yield portals, barrels, tokens and flags, to scale."""
    high = arena.size[1]
    for portal in arena.portals:
        x, y = portal.at[0] * MM_PER_CM, (high - portal.at[1]) * MM_PER_CM
        radius = portal.diameter_in * MM_PER_INCH / 2
        yield circle(x, y, radius, fill="#fff", width=2.2)
        yield circle(x, y, radius * 0.84, width=0.7)
        yield text(x, y + 11, str(portal.number), 32, anchor="middle", bold=True)
    special = {token.at for token in arena.tokens if token.category == "special"}
    on_portal = special & {portal.at for portal in arena.portals}
    every: list[tuple[str, str, tuple[float, float]]] = [
        *(("barrel", barrel.id, barrel.at) for barrel in arena.barrels),
        *((token.category, token.id, token.at) for token in arena.tokens),
        *(("flag", flag.id, flag.at) for flag in arena.flags),
    ]
    for kind, name, at in every:
        x, y = at[0] * MM_PER_CM, (high - at[1]) * MM_PER_CM
        # The book puts the special token at the centre, on portal 5: beside the number it shows.
        shift = 25.0 if at in on_portal else 0.0
        yield f'<g transform="translate({x + shift:g} {y - shift:g})">{MARKS[kind]}'
        if kind != "barrel":
            yield text(0, 4 if kind != "flag" else 14, name, 9, anchor="middle", bold=True)
        yield "</g>"


# -- legend, scale, note -------------------------------------------------------------------


def _foot(locale: Locale, arena: Arena, wide: float) -> Iterator[tuple[float, str]]:
    """Yield everything under the table; each line comes with its lower edge, in mm."""
    yield from _scale(locale)
    y = 34.0
    x = 0.0
    for mark, meaning in rows(locale, arena):
        needed = 24 + 6.2 * len(meaning) + 10
        if x and x + needed > wide:
            x, y = 0.0, y + 20
        yield y + 14, swatch(mark, x, y)
        yield y + 14, text(x + 24, y + 10.5, meaning, 10)
        x += needed
    y += 34
    columns = max(1, int(wide // 290))
    entries = words.scenery(locale, arena)
    per_column = -(-len(entries) // columns)
    bottom = y
    for index, kind in enumerate(entries):
        left = (index // per_column) * wide / columns
        down = y + (index % per_column) * 26
        yield down + 14, text(left, down, f"{_letter(index)}  {kind.name}", 10, bold=True)
        yield down + 14, text(left, down + 11, _fit(kind.does, wide / columns), 9)
        bottom = max(bottom, down + 26)
    y = bottom + 8
    for line in wrap(locale.name_of(arena.note), max(30, int(wide / 5.4))):
        yield y + 6, text(0, y, line, 10)
        y += 14


def _fit(words_: str, wide: float) -> str:
    """Return words cut to a width in mm; cut words end in an ellipsis."""
    most = max(8, int(wide / 4.6))
    return words_ if len(words_) <= most else words_[: most - 1] + "…"


def _scale(locale: Locale) -> Iterator[tuple[float, str]]:
    """Yield a bar of 20 cm and one of 6 in, to check a print by."""
    for offset, length, step, label in (
        (0.0, 200.0, 50.0, locale.say(N_("{number} cm"), number=20)),
        (290.0, 6 * MM_PER_INCH, MM_PER_INCH, locale.inches(6)),
    ):
        count = round(length / step)
        for index in range(count):
            fill = INK if index % 2 == 0 else "#fff"
            yield (
                8.0,
                f'<rect x="{offset + index * step:g}" y="0" width="{step:g}" height="5"'
                f' fill="{fill}" stroke="{INK}" stroke-width="0.7"/>',
            )
        yield 8.0, text(offset + length + 6, 6, label, 10)
