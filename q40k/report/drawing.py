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
from q40k.report import layout
from q40k.report.art import ART_BOX, definitions, names
from q40k.report.html import asset
from q40k.report.layout import WIDEST_LETTER, Box, Disc, Texts, spread, text_box
from q40k.tabletop.colours import COLOURS

MOST_COVERED = 0.6
"""The greatest opacity of an area without texture, so that the pieces on it are visible."""
FAR = 40
"""The height of letters on a television, in pixels of 1080: they are read from four metres."""
ROOM, WIDE_ROOM = (930, 745), (1820, 400)
"""The room of a table on a television of 1920 by 1080 pixels, and of a wide table."""
NEAR_SHARE = 0.8
"""The least height of letters, as a share of `FAR`, if there is no room for more."""
BANNER_SHARE = 0.85
"""The height of letters on a banner, as a share of `FAR`."""
MARK_RADIUS = 0.8
"""The radius of a marker with letters, in heights of letters."""
MARK_SHARES = (1.0, 0.8, 0.65)
"""The heights of a marker's letters that are tried, as shares of what fits into it."""
LABEL_ROOM = 1.25
"""The room that pieces leave to a label, in heights of the label."""
BANNER_STEPS = (0, 0.5, 1, 2, 3, 4, 5, 6, 8)
"""The distances from its group at which a banner is tried, in heights of its letters."""
FAR_STEPS = (1.5, 2, 3, 4)
"""The distances from its piece at which a name is tried if it has no room beside it, in the same."""
LEAST = 2.8
"""The least radius of a figure, in hundredths of the longer side."""
SHAPE = 1.6
"""A shape seen from above is drawn so many times larger than a disc at least."""
MANY = 20
"""With more figures than these, figures are not identified by letters but by their position."""
SHADOW = (0.3, 0.4)
"""How far the shadow of scenery falls to the right and down, in heights of the scenery."""
WIDE = 2.2
"""A table is wide if it is so many times wider than high."""
SQUARE = 1.15
"""A table is square if it is less than so many times wider than high."""


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
    shape = "map wide" if is_wide(scene.size) else "map square" if wide < SQUARE * high else "map"
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
            disc = _place_marks(scene, (thing,))[0]
            yield _mark(thing, scene, Disc(disc.x, disc.y, min(disc.r, 0.45 * scene.square_cm or disc.r)))


def moving_parts(scene: Scene, moved: Sequence[Line] = ()) -> str:
    """Return everything on the table that can change, and the lines of what somebody `moved`.

    Many pieces are drawn as small as their bases, without their letters. Marks and pieces at one
    place are fanned out, each piece with a line to its place.
    """
    high = scene.size[1]
    marks = _place_marks(scene, scene.marks)
    discs = _place_pieces(scene, marks)
    boxes = [box for _text, box in _fixed_labels(scene)]
    texts = Texts(scene.size, (*marks, *discs, *_noses(scene.pieces, discs)), boxes, _floor(scene))
    placed = list(zip(scene.pieces, discs, strict=True))
    parts = [
        *(_area(area, scene) for area in scene.areas),
        *(_mark(mark, scene, disc, texts) for mark, disc in zip(scene.marks, marks, strict=True)),
        *(_line(line, high) for line in (*scene.lines, *moved)),
        *(_leader(piece, disc, high) for piece, disc in placed),
        *(_piece(piece, disc) for piece, disc in placed),
        *(() if is_crowd(piece.letters for piece in scene.pieces) else _tags(scene, discs, texts)),
        *_banners(scene, texts),
    ]
    return "".join(parts)


# -- where everything is -------------------------------------------------------------------


def is_wide(size: Spot) -> bool:
    """Return whether a table is so wide that it takes the width of the screen."""
    return size[0] > WIDE * size[1]


def letter_size(size: Spot) -> float:
    """Return the height of letters on a table, in cm, so that they are `FAR` pixels high on a television."""
    wide, high = WIDE_ROOM if is_wide(size) else ROOM
    return FAR * max(size[0] / wide, size[1] / high)


def _floor(scene: Scene) -> Iterator[Box]:
    """Yield the squares of a board, which texts leave free if they can."""
    for area in scene.ground if scene.square_cm else ():
        xs, ys = [x for x, _y in area.corners], [scene.size[1] - y for _x, y in area.corners]
        yield Box(
            (min(xs) + max(xs)) / 2,
            (min(ys) + max(ys)) / 2,
            (max(xs) - min(xs)) / 2 - 0.1,
            (max(ys) - min(ys)) / 2 - 0.1,
        )


def _fixed_labels(scene: Scene) -> list[tuple[str, Box]]:
    """Return the drawing and the room of each label that stays, the nearest free place to its own."""
    size, high = letter_size(scene.size), scene.size[1]
    texts, drawn = Texts(scene.size, floor=_floor(scene)), []
    for label in scene.labels:
        if not label.yields:
            room = text_box(label.text, (label.at[0], high - label.at[1]), size)
            box = texts.put(_clamp(room, scene.size), (0.0, size, 2 * size), centred=True)
            if box is not None:
                paper = scene.styles.get(label.paper)
                name = "on-portal" if paper is not None and paper.art == "portal" else name_of(label.style)
                kind = f' class="{name}"' if label.style else ""
                drawn.append((_text(label.text, box.x, box.y, size, kind), box))
    return drawn


def _clamp(box: Box, size: Spot) -> Box:
    """Return a text moved onto the table."""
    x = min(max(box.x, box.half_width), max(size[0] - box.half_width, box.half_width))
    y = min(max(box.y, box.half_height), max(size[1] - box.half_height, box.half_height))
    return Box(x, y, box.half_width, box.half_height)


def _place_marks(scene: Scene, marks: Sequence[Mark]) -> list[Disc]:
    """Return where marks are drawn: side by side, and on no label."""
    high = scene.size[1]
    discs = [Disc(mark.at[0], high - mark.at[1], _mark_radius(mark, scene)) for mark in marks]
    return spread(discs, scene.size, fixed=_label_discs(scene) if marks else ())


def _mark_radius(mark: Mark, scene: Scene) -> float:
    """Return the radius of a marker: it has room for its letters, and stays in its square."""
    radius = MARK_RADIUS * letter_size(scene.size)
    if _sign(mark, scene) and not mark_letters(mark):
        radius *= 0.75
    return min(radius, 0.46 * scene.square_cm or radius) if _on_square(mark, scene) else radius


def _on_square(mark: Mark, scene: Scene) -> bool:
    x, y = mark.at[0], scene.size[1] - mark.at[1]
    return any(abs(x - box.x) < box.half_width and abs(y - box.y) < box.half_height for box in _floor(scene))


def _label_discs(scene: Scene) -> list[Disc]:
    """Return the room of the labels that stay as rows of discs."""
    discs = []
    for _text, box in _fixed_labels(scene):
        count = max(1, round(box.half_width / box.half_height))
        step = 2 * box.half_width / count
        radius = LABEL_ROOM * box.half_height
        discs += [Disc(box.x - box.half_width + (n + 0.5) * step, box.y, radius) for n in range(count)]
    return discs


def _place_pieces(scene: Scene, marks: Sequence[Disc]) -> list[Disc]:
    """Return where pieces are drawn: side by side; in a great crowd they only do not hide each other."""
    high, many = scene.size[1], is_crowd(piece.letters for piece in scene.pieces)
    least, least_shape, most = radii(scene, crowd=many)
    discs = []
    for piece in scene.pieces:
        radius = min(max(radius_of(piece), least_shape if piece.shape else least), most)
        discs.append(Disc(piece.at[0], high - piece.at[1], radius))
    around = () if scene.square_cm else marks  # a figure stays in its square, over what lies there
    return spread(discs, scene.size, 0.5 if many else 1.0, fixed=() if many else [*around, *_label_discs(scene)])


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


def _mark(mark: Mark, scene: Scene, disc: Disc, texts: Texts | None = None) -> str:
    """Return a marker in a ring of its colour: its sign, its letters, or both.

    The letters are lower if others are in their way, and left out if they have no room at all.
    """
    sign, r = _sign(mark, scene), disc.r
    letters = mark_letters(mark) if sign else mark.letters
    own = f' stroke="{mark.colour}"' if mark.colour else ""
    kind = f"mark {name_of(mark.style)}" if mark.style and not mark.colour else "mark"
    drawn = _art(sign, 0, -0.46 * r if letters else 0, (0.44 if letters else 0.72) * r, mark.colour) if sign else ""
    boxes = [_mark_box(mark, scene, disc, share) for share in MARK_SHARES]
    box = next((box for box in boxes if texts is None or not any(map(box.overlaps, texts.boxes))), None)
    text = ""
    if letters and box is not None:
        text = _text(letters, 0, box.y - disc.y, box.half_height / layout.LETTER_HALF)
        if texts is not None:
            texts.boxes.append(box)
    return (
        f'<g class="{kind}" transform="translate({disc.x:.1f} {disc.y:.1f})">'
        f'<circle r="{r:.2f}"{own}/>{drawn}{text}</g>'
    )


def _sign(mark: Mark, scene: Scene) -> str:
    style = scene.styles.get(mark.style)
    return style.art if style is not None and style.art in names("a") else ""


def _mark_box(mark: Mark, scene: Scene, disc: Disc, share: float) -> Box:
    """Return the room of a marker's letters: under its sign, or in the middle; a `share` of their height."""
    has_sign = bool(_sign(mark, scene))
    letters = mark_letters(mark) if has_sign else mark.letters
    fits = 1.9 * disc.r / (max(width(letters), 1) * WIDEST_LETTER)
    below = 0.42 * disc.r if has_sign else 0
    return text_box(letters, (disc.x, disc.y + below), share * min((1.0 if has_sign else 1.2) * disc.r, fits))


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
        badges = "".join(
            f'<g class="badge" transform="translate({(0.95 - 0.72 * place) * radius:.2f} {-0.95 * radius:.2f})">'
            f'<circle r="{0.34 * radius:.2f}"/>{_art(badge, 0, 0, 0.24 * radius)}</g>'
            for place, badge in enumerate(piece.badges)
        )
        return f'{ring}<circle class="under" r="{radius * 1.05:.2f}"/>{hull}{badges}'
    nose = ""
    if piece.facing is not None:
        tip = f"M{1.5 * radius:.2f} 0L{0.8 * radius:.2f} {0.62 * radius:.2f}V{-0.62 * radius:.2f}z"
        nose = f'<path class="nose" d="{tip}" transform="rotate({-turn:g})"/>'
    emblem = _art(piece.emblem, 0, 0, 0.66 * radius) if piece.emblem in names("a") else ""
    return f'{ring}{nose}<circle class="body" r="{radius:.2f}"{own}/>{emblem}'


def name_of_piece(piece: Piece) -> str:
    """Return what is written beside a piece if there is room; an arrow in its letters is only for terminals."""
    if piece.name or piece.facing is None:
        return piece.name or piece.letters
    return "".join(filter(str.isalnum, piece.letters))


def radius_of(piece: Piece) -> float:
    """Return half the width of a piece's base, in cm."""
    if not piece.rim:
        return 1.25
    xs, ys = [x for x, _y in piece.rim], [y for _x, y in piece.rim]
    return max(max(xs) - min(xs), max(ys) - min(ys)) / 2


# -- texts ---------------------------------------------------------------------------------


def _tags(scene: Scene, discs: Sequence[Disc], texts: Texts) -> Iterator[str]:
    """Yield the name of each piece near it, lower or shorter if there is no room, or nothing."""
    size = letter_size(scene.size)
    placed = zip(scene.pieces, discs, strict=True)
    for piece, disc in sorted(placed, key=lambda pair: not pair[0].active):
        letters = piece.letters if piece.facing is None else "".join(filter(str.isalnum, piece.letters))
        tag = _put_tag(name_of_piece(piece), letters, disc, texts, size)
        if tag is not None:
            words, box, height = tag
            yield _staff(box, (disc.x, disc.y), disc.r + height) + _text(words, box.x, box.y, height, ' class="tag"')


def _put_tag(name: str, letters: str, disc: Disc, texts: Texts, size: float) -> tuple[str, Box, float] | None:
    """Find room for the name of a piece; return what is written, its room, and the height of its letters.

    A name on the floor is better than a shorter name on a wall. A name that has no room beside its
    piece may be farther away; the letters come last.
    """
    near, far = (0, 0.5, 1.0), FAR_STEPS
    least, short = NEAR_SHARE * size, layout.cut_name(name)
    tries = (
        (name, size, near),
        (name, least, near),
        (short, size, near),
        (short, least, near),
        (name, least, far),
        (short, least, far),
        (letters, size, near),
        (letters, least, far),
    )
    for words, height, steps in dict.fromkeys(tries):
        room = text_box(words, (disc.x, disc.y), height)
        for most in (layout.FREE, layout.ON_FLOOR):
            if (box := texts.put(room, [disc.r + step * height for step in steps], most=most)) is not None:
                return words, box, height
    return None


def _banners(scene: Scene, texts: Texts) -> Iterator[str]:
    """Yield the labels that move: names of groups, as banners in their colours."""
    size, high = BANNER_SHARE * letter_size(scene.size), scene.size[1]
    for label in scene.labels:
        if not label.yields:
            continue
        sign = label.emblem in names("a")
        at = (label.at[0], high - label.at[1])
        room = text_box(label.text + "  " * sign, at, size)
        box = texts.put(_clamp(room, scene.size), [step * size for step in BANNER_STEPS])
        if box is not None:
            yield _staff(box, at, size / 2) + _banner(label, box, size, sign=sign)


def _staff(box: Box, at: Spot, near: float) -> str:
    """Return the line to a point from a text that is not `near` it."""
    x = min(max(at[0], box.x - box.half_width), box.x + box.half_width)
    y = min(max(at[1], box.y - box.half_height), box.y + box.half_height)
    if hypot(x - at[0], y - at[1]) <= near + layout.NEARLY:
        return ""
    return f'<path class="leader" d="M{at[0]:.1f} {at[1]:.1f}L{x:.1f} {y:.1f}"/>'


def _banner(label: Label, box: Box, size: float, *, sign: bool) -> str:
    left, top = box.x - box.half_width, box.y - box.half_height
    kind = f' class="{name_of(label.style)}"' if label.style and not label.colour else ""
    text = _text(label.text, box.x + (0.45 * size if sign else 0), box.y, size, kind)
    if not label.colour:
        return text
    seat = seat_class(label.colour)
    own = "" if seat else f' fill="{label.colour}"'
    cloth = (
        f'<rect class="cloth"{own} x="{left:.1f}" y="{top:.1f}" width="{2 * box.half_width:.1f}"'
        f' height="{2 * box.half_height:.1f}" rx="{size / 5:.1f}"/>'
    )
    emblem = _art(label.emblem, left + 0.65 * size, box.y, 0.42 * size) if sign else ""
    return f'<g class="banner {seat}">{cloth}{emblem}{text}</g>'


def _text(words: str, x: float, y: float, size: float, more: str = "") -> str:
    at = f'x="{x:.1f}" y="{y + size * 0.36:.1f}" font-size="{size:.1f}" text-anchor="middle"{more}'
    return f"<text {at}>{_safe(words)}</text>"


def _safe(words: str) -> str:
    return escape(printable(words))
