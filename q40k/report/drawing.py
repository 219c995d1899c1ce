"""A game's `Scene` as SVG, written by hand, for any page: a report, the live board.

The colours of styles are rules in the page's style sheet, for dark and light pages. A drawing
itself holds no colours except those of its pieces. The art comes from `art`, the places of texts
from `layout`.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from math import cos, hypot, radians, sin
from typing import Literal

from q40k.geometry.outlines import Corners
from q40k.geometry.scene import Area, Label, Line, Mark, Piece, Scene, Style
from q40k.geometry.space import Spot
from q40k.i18n.width import width
from q40k.kernel.text import printable
from q40k.report.art import ART_BOX, definitions, names
from q40k.report.html import asset
from q40k.report.layout import LETTER_HALF, WIDEST_LETTER, Box, Disc, Texts, spread, text_box
from q40k.table.shown import COLOURS

MOST_COVERED = 0.6
"""The greatest opacity of an area without texture, so that the pieces on it are visible."""
LETTERS = 2.4
"""The height of letters, in hundredths of the longer side."""
LEAST = 2.4
"""The least radius of a figure, in hundredths of the longer side."""
SHAPE = 1.6
"""A shape seen from above is drawn so many times larger than a disc at least."""
MANY = 20
"""With more figures than these, figures are not identified by letters but by their position."""
SHADOW = (0.3, 0.4)
"""How far the shadow of scenery falls to the right and down, in heights of the scenery."""
WIDE = 2.2
"""A table is wide if it is so many times wider than high."""


# -- colours -------------------------------------------------------------------------------


def name_of(style: str) -> str:
    """Return the CSS class of a style."""
    return "s-" + re.sub(r"[^a-z0-9-]", "-", style.lower())


def variables(styles: Mapping[str, Style], ground: Literal["dark", "light"]) -> str:
    """Return the colours of styles on a ground, as declarations of a style sheet."""
    return "".join(f"--{name_of(name)}:{getattr(style, ground)};" for name, style in styles.items())


def classes(styles: Iterable[str]) -> str:
    """Return the style sheet of drawings: the look of the art, and the colours of the styles."""
    class_names = [name_of(style) for style in styles]
    return asset("map.css") + "".join(
        f".area.{name}{{fill:var(--{name})}}"
        f".line.{name},.mark.{name} circle{{stroke:var(--{name})}}"
        f".mark.{name} use{{fill:var(--{name})}}"
        f"text.{name}{{fill:var(--{name})}}"
        for name in class_names
    )


def seat_class(colour: str) -> str:
    """Return the class of a seat's colour; "" for any other colour."""
    return f"c{COLOURS.index(colour)}" if colour in COLOURS else ""


# -- the drawing ---------------------------------------------------------------------------


def drawing(scene: Scene, title: str, ground: str, people: str = "") -> str:
    """Return the whole table: its `ground`, and a group of pieces, which a script may fill."""
    wide, high = scene.size
    edge = max(scene.size) / 100
    box = f"{-edge:g} {-edge:g} {wide + 2 * edge:g} {high + 2 * edge:g}"
    shape = "map wide" if wide > WIDE * high else "map"
    return (
        f'<svg viewBox="{box}" role="img" aria-label="{_safe(title)}" class="{shape}">{definitions(edge)}'
        f'<g id="still">{ground}</g><g id="pieces">{people}</g></svg>'
    )


def ground(scene: Scene) -> str:
    """Return the ground of the table, and the names on it."""
    wide, high = scene.size
    frame = f'width="{wide}" height="{high}"'
    floor = scene.styles.get(scene.floor)
    colour = f" area {name_of(scene.floor)}" if floor else ""
    table = f'<rect {frame} class="table{colour}"/>' + _texture(f"rect {frame}", floor)
    walls = "".join(_wall(area, scene) for area in scene.ground)
    areas = "".join(_area(area, scene) for area in scene.ground)
    return f"{table}{walls}{areas}{''.join(text for text, _box in _fixed_labels(scene))}"


def ground_cover(scene: Scene) -> str:
    """Return what covers the table for now, and what lies on it."""
    return "".join(draw_ground_cover(scene, (*scene.areas, *scene.marks)))


def draw_ground_cover(scene: Scene, things: Iterable[Area | Mark]) -> Iterator[str]:
    """Yield the drawing of each object on the table, whatever else lies there."""
    for thing in things:
        if isinstance(thing, Area):
            yield _area(thing, scene)
        else:
            yield _mark(thing, scene, _place_marks(scene, (thing,))[0])


def moving_parts(scene: Scene, moved: Sequence[Line] = ()) -> str:
    """Return everything on the table that can change, and the lines of what somebody `moved`.

    Many pieces are drawn as small as their bases, without their letters. Marks and pieces at one
    place are fanned out, each piece with a line to its place.
    """
    unit, high = max(scene.size) / 100, scene.size[1]
    marks = _place_marks(scene, scene.marks)
    discs = _place_pieces(scene, marks)
    boxes = [box for _text, box in _fixed_labels(scene)]
    texts = Texts(scene.size, (*marks, *discs, *_noses(scene.pieces, discs)), boxes)
    placed = list(zip(scene.pieces, discs, strict=True))
    parts = [
        *(_area(area, scene) for area in scene.areas),
        *_draw_marks(scene, marks, texts),
        *(_line(line, high) for line in (*scene.lines, *moved)),
        *(_leader(piece, disc, high) for piece, disc in placed),
        *(_piece(piece, disc) for piece, disc in placed),
        *(() if is_crowd(piece.letters for piece in scene.pieces) else _tags(scene.pieces, discs, texts, unit)),
        *_banners(scene, texts, unit),
    ]
    return "".join(parts)


# -- where everything is -------------------------------------------------------------------


def _fixed_labels(scene: Scene) -> list[tuple[str, Box]]:
    """Return the drawing and the room of each label that stays, the nearest free place to its own."""
    unit, high = max(scene.size) / 100, scene.size[1]
    texts, drawn = Texts(scene.size), []
    for label in scene.labels:
        if not label.yields:
            size = LETTERS * unit
            if scene.square_cm:
                size = min(size, 0.9 * scene.square_cm / (width(label.text) * WIDEST_LETTER))
            room = text_box(label.text, (label.at[0], high - label.at[1]), size)
            box = texts.put(_clamp(room, scene.size), (0.0, size, 2 * size), centred=True)
            if box is not None:
                kind = f' class="{name_of(label.style)}"' if label.style else ""
                drawn.append((_text(label.text, box.x, box.y, size, kind), box))
    return drawn


def _clamp(box: Box, size: Spot) -> Box:
    """Return a text moved onto the table."""
    x = min(max(box.x, box.half_width), max(size[0] - box.half_width, box.half_width))
    y = min(max(box.y, box.half_height), max(size[1] - box.half_height, box.half_height))
    return Box(x, y, box.half_width, box.half_height)


def _place_marks(scene: Scene, marks: Sequence[Mark]) -> list[Disc]:
    """Return where marks are drawn: side by side, and on no label."""
    radius, high = 0.9 * LETTERS * max(scene.size) / 100, scene.size[1]
    discs = [Disc(mark.at[0], high - mark.at[1], radius) for mark in marks]
    return spread(discs, scene.size, fixed=_label_discs(scene) if marks else ())


def _label_discs(scene: Scene) -> list[Disc]:
    return [Disc(box.x, box.y, max(box.half_height, box.half_width)) for _text, box in _fixed_labels(scene)]


def _place_pieces(scene: Scene, marks: Sequence[Disc]) -> list[Disc]:
    """Return where pieces are drawn: side by side; in a great crowd they only do not hide each other."""
    high, many = scene.size[1], is_crowd(piece.letters for piece in scene.pieces)
    least, least_shape, most = radii(scene, crowd=many)
    discs = []
    for piece in scene.pieces:
        radius = min(max(radius_of(piece), least_shape if piece.shape else least), most)
        discs.append(Disc(piece.at[0], high - piece.at[1], radius))
    return spread(discs, scene.size, 0.5 if many else 1.0, fixed=() if many else [*marks, *_label_discs(scene)])


def _noses(pieces: Sequence[Piece], discs: Sequence[Disc]) -> Iterator[Disc]:
    """Yield the room of the marks of facings."""
    for piece, disc in zip(pieces, discs, strict=True):
        if piece.facing is not None and not piece.shape:
            turn, far = radians(piece.facing), 1.2 * disc.r
            yield Disc(disc.x + far * cos(turn), disc.y - far * sin(turn), 0.4 * disc.r)


def is_crowd(letters: Iterable[str]) -> bool:
    """Return whether figures with these letters are drawn small: there are many, or none has a name."""
    named = [any(map(str.isalnum, text)) for text in letters]
    return len(named) > MANY or not any(named)


def radii(scene: Scene, *, crowd: bool) -> tuple[float, float, float]:
    """Return the least radius of discs, the least of shapes, and the greatest of all."""
    least = (LEAST / 2 if crowd else LEAST) * max(scene.size) / 100
    return least, least * SHAPE, 0.42 * scene.square_cm or max(scene.size)


# -- ground and scenery --------------------------------------------------------------------


def _shape(area: Area, high: int, dx: float = 0, dy: float = 0) -> str:
    if area.circle is not None:
        (x, y), radius = area.circle
        return f'circle cx="{x + dx:g}" cy="{high - y + dy:g}" r="{radius:g}"'
    return f'polygon points="{_points([(x + dx, y - dy) for x, y in area.corners], high)}"'


def _texture(shape: str, style: Style | None) -> str:
    """Return the texture of a style over a shape; "" without one."""
    if style is None or style.art not in names("t"):
        return ""
    return f'<{shape} class="texture" fill="url(#t-{style.art})"/>'


def _wall(area: Area, scene: Scene) -> str:
    """Return the walls around an area; they are drawn under all areas, so that rooms open into each other."""
    style = scene.styles.get(area.style)
    if style is None or not style.wall_cm:
        return ""
    return f'<{_shape(area, scene.size[1])} class="wall" stroke-width="{2 * style.wall_cm:g}"/>'


def _area(area: Area, scene: Scene) -> str:
    """Return an area: its shadow, its colour, its texture, and how high it is."""
    style, high = scene.styles.get(area.style), scene.size[1]
    shape, texture = _shape(area, high), _texture(_shape(area, high), style)
    share = style.share if style else 1.0
    opacity = share if texture else min(share, MOST_COVERED)
    own = f' fill="{area.colour}"' if area.colour else ""
    kind = "own" if area.colour else name_of(area.style)
    right, down = (area.height_cm * part for part in SHADOW)
    shadow = f'<{_shape(area, high, right, down)} class="shadow"/>' if area.height_cm else ""
    if area.circle is not None and style is not None and style.art == "portal":
        return _portal(area.circle, high, kind)
    lifted = f'<{shape} class="lift" fill-opacity="{area.lift:.2f}"/>' if area.lift else ""
    edge = f'<{shape} class="edge"/>' if area.height_cm else ""
    return f'{shadow}<{shape} class="area {kind}"{own} fill-opacity="{opacity:g}"/>{texture}{lifted}{edge}'


def _portal(circle: tuple[Spot, float], high: int, kind: str) -> str:
    """Return a portal: its glow, its frame, and the arms that turn."""
    (x, y), radius = circle
    return (
        f'<g class="portal {kind}" transform="translate({x:g} {high - y:g}) scale({radius / 10:g})">'
        '<circle class="halo" r="15" fill="url(#glow)"/><circle class="gate" r="10"/>'
        '<g class="swirl"><use href="#a-swirl"/></g></g>'
    )


def _points(corners: Corners, high: int) -> str:
    return " ".join(f"{x:.1f},{high - y:.1f}" for x, y in corners)


def _line(line: Line, high: int) -> str:
    return f'<polyline points="{_points(line.points, high)}" class="line {name_of(line.style)}"/>'


# -- marks and pieces ----------------------------------------------------------------------


def _mark(mark: Mark, scene: Scene, disc: Disc, *, has_letters: bool = True) -> str:
    """Return a marker in a ring of its colour: its sign, its letters, or both."""
    sign, r = _sign(mark, scene), disc.r
    letters = mark_letters(mark) if sign else mark.letters
    own = f' stroke="{mark.colour}"' if mark.colour else ""
    kind = f"mark {name_of(mark.style)}" if mark.style and not mark.colour else "mark"
    drawn = _art(sign, 0, -0.32 * r if letters else 0, (0.52 if letters else 0.72) * r, mark.colour) if sign else ""
    box = _mark_box(mark, scene, Disc(0, 0, r))
    text = _text(letters, 0, box.y, box.half_height / LETTER_HALF) if letters and has_letters else ""
    return (
        f'<g class="{kind}" transform="translate({disc.x:.1f} {disc.y:.1f})">'
        f'<circle r="{r:.2f}"{own}/>{drawn}{text}</g>'
    )


def _sign(mark: Mark, scene: Scene) -> str:
    style = scene.styles.get(mark.style)
    return style.art if style is not None and style.art in names("a") else ""


def _mark_box(mark: Mark, scene: Scene, disc: Disc) -> Box:
    """Return the room of a marker's letters: under its sign, or in the middle."""
    has_sign = bool(_sign(mark, scene))
    letters = mark_letters(mark) if has_sign else mark.letters
    fits = 1.9 * disc.r / (max(width(letters), 1) * WIDEST_LETTER)
    below = 0.5 * disc.r if has_sign else 0
    return text_box(letters, (disc.x, disc.y + below), min((0.8 if has_sign else 1.05) * disc.r, fits))


def _draw_marks(scene: Scene, discs: Sequence[Disc], texts: Texts) -> Iterator[str]:
    """Yield the markers; in a great crowd some have no letters."""
    for mark, disc in zip(scene.marks, discs, strict=True):
        box = _mark_box(mark, scene, disc)
        free = not any(box.overlaps(other) for other in texts.boxes)
        if free:
            texts.boxes.append(box)
        yield _mark(mark, scene, disc, has_letters=free)


def mark_letters(mark: Mark) -> str:
    """Return the letters beside a sign: a name; a symbol or a small letter is only for terminals."""
    letters = "".join(letter for letter in mark.letters if letter.isalnum())
    return "" if len(letters) == 1 and letters.islower() else letters


def _art(name: str, x: float, y: float, half: float, colour: str | None = None, turn: float = 0) -> str:
    """Return a sign of the art, `half` as wide as twice that; `turn` is in degrees counter-clockwise."""
    turned = f" rotate({-turn:g})" if turn else ""
    own = f' fill="{colour}"' if colour else ""
    place = f"translate({x:.2f} {y:.2f}){turned} scale({2 * half / ART_BOX:.3f})"
    return f'<use href="#a-{name}" transform="{place}"{own}/>'


def _leader(piece: Piece, disc: Disc, high: int) -> str:
    """Return the line from where a piece is drawn to where it is, if that is another place."""
    x, y = piece.at[0], high - piece.at[1]
    if hypot(disc.x - x, disc.y - y) < disc.r / 2:
        return ""
    return f'<path class="leader" d="M{x:.1f} {y:.1f}L{disc.x:.1f} {disc.y:.1f}"/>'


def _piece(piece: Piece, disc: Disc) -> str:
    seat = seat_class(piece.colour)
    states = ("about" * piece.about, "active" * piece.active, "quiet" * piece.quiet)
    kind = " ".join(filter(None, ("piece", seat, *states)))
    return (
        f'<g class="{kind}" data-id="{_safe(piece.id)}" transform="translate({disc.x:.1f} {disc.y:.1f})">'
        f"{draw_figure(piece, disc.r)}</g>"
    )


def draw_figure(piece: Piece, radius: float) -> str:
    """Return a figure around the origin: a disc with its emblem, or its shape, and its facing."""
    own = "" if seat_class(piece.colour) else f' fill="{piece.colour}"'
    ring = f'<circle class="ring" r="{radius * 1.3:.2f}"/>' if piece.active else ""
    turn = piece.facing or 0.0
    if piece.shape in names("a"):
        hull = f'<g class="body"{own}>{_art(piece.shape, 0, 0, radius * 1.15, turn=turn)}</g>'
        return f'{ring}<circle class="under" r="{radius * 1.05:.2f}"/>{hull}'
    nose = ""
    if piece.facing is not None:
        tip = f"M{1.5 * radius:.2f} 0L{0.8 * radius:.2f} {0.62 * radius:.2f}V{-0.62 * radius:.2f}z"
        nose = f'<path class="nose" d="{tip}" transform="rotate({-turn:g})"/>'
    emblem = _art(piece.emblem, 0, 0, 0.66 * radius) if piece.emblem in names("a") else ""
    return f'{ring}{nose}<circle class="body" r="{radius:.2f}"{own}/>{emblem}'


def radius_of(piece: Piece) -> float:
    """Return half the width of a piece's base, in cm."""
    if not piece.rim:
        return 1.25
    xs, ys = [x for x, _y in piece.rim], [y for _x, y in piece.rim]
    return max(max(xs) - min(xs), max(ys) - min(ys)) / 2


# -- texts ---------------------------------------------------------------------------------


def _tags(pieces: Sequence[Piece], discs: Sequence[Disc], texts: Texts, unit: float) -> Iterator[str]:
    """Yield the letters of each piece beside it; those without room are left out."""
    size = 0.9 * LETTERS * unit
    for piece, disc in sorted(zip(pieces, discs, strict=True), key=lambda pair: not pair[0].active):
        letters = piece.letters if piece.facing is None else "".join(filter(str.isalnum, piece.letters))
        room = text_box(letters, (disc.x, disc.y), size)
        box = texts.put(room, [disc.r, disc.r + size / 2, disc.r + size, disc.r + 2 * size])
        if box is not None:
            yield _text(letters, box.x, box.y, size, ' class="tag"')


def _banners(scene: Scene, texts: Texts, unit: float) -> Iterator[str]:
    """Yield the labels that move: names of groups, as banners in their colours."""
    size, high = LETTERS * unit * 0.85, scene.size[1]
    for label in scene.labels:
        if not label.yields:
            continue
        sign = label.emblem in names("a")
        room = text_box(label.text + "   " * sign, (label.at[0], high - label.at[1]), size)
        box = texts.put(_clamp(room, scene.size), [step * size for step in (0, 0.5, 1, 2, 3, 4, 6)], centred=False)
        if box is not None:
            yield _banner(label, box, size, sign=sign)


def _banner(label: Label, box: Box, size: float, *, sign: bool) -> str:
    left, top = box.x - box.half_width, box.y - box.half_height
    kind = f' class="{name_of(label.style)}"' if label.style and not label.colour else ""
    text = _text(label.text, box.x + (0.6 * size if sign else 0), box.y, size, kind)
    if not label.colour:
        return text
    seat = seat_class(label.colour)
    own = "" if seat else f' fill="{label.colour}"'
    cloth = (
        f'<rect class="cloth"{own} x="{left:.1f}" y="{top:.1f}" width="{2 * box.half_width:.1f}"'
        f' height="{2 * box.half_height:.1f}" rx="{size / 5:.1f}"/>'
    )
    emblem = _art(label.emblem, left + 0.75 * size, box.y, 0.42 * size) if sign else ""
    return f'<g class="banner {seat}">{cloth}{emblem}{text}</g>'


def _text(words: str, x: float, y: float, size: float, more: str = "") -> str:
    at = f'x="{x:.1f}" y="{y + size * 0.36:.1f}" font-size="{size:.1f}" text-anchor="middle"{more}'
    return f"<text {at}>{_safe(words)}</text>"


def _safe(words: str) -> str:
    return escape(printable(words))
