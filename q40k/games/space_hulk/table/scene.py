"""The board from above: squares by sections, doors, fire, goals, pieces with their arms, states and facings.

A square is four centimetres wide. Levels are drawn beside each other, the first one at the left; a
screen stacks them, the first one on top, where squares are larger so.
"""

from collections.abc import Callable, Iterator
from copy import copy
from functools import lru_cache
from itertools import count

from q40k.games.space_hulk.board import Board
from q40k.games.space_hulk.packs.boards import STEPS, Cell, Opening, name_of
from q40k.games.space_hulk.packs.missions import Goal
from q40k.games.space_hulk.state.match import Blip, Marine, Match, Stealer
from q40k.games.space_hulk.state.offers import pieces_able_now
from q40k.games.space_hulk.state.places import ENTRY_SIGN, board, burning_squares, cell, closed_doors
from q40k.geometry.outlines import Corners, around
from q40k.geometry.scene import Area, Grid, Label, Mark, Piece, Scene, Style
from q40k.geometry.space import Spot
from q40k.i18n.locale import N_
from q40k.tabletop.colours import seat_colour

SQUARE = 4
CHEQUER = 0.12
"""The contrast of every other square, so that squares can be counted."""
COUNTED = 250
"""Boards of more squares than this have no contrast between squares."""
BETWEEN = 1
"""The squares between two levels."""
STYLES = {
    "wall": Style("#15171a", "#8b8578", "", art="hull"),
    "floor": Style("#3a3f46", "#e2dccb", ".", art="deck", wall_cm=0.7),
    "other": Style("#4c535c", "#cdc4ac", ",", art="tread", wall_cm=0.7),
    "door": Style("#b5793a", "#8a4f12", "+", art="door"),
    "fire": Style("#c8441c", "#e58a5a", "^", art="flames"),
    "barrier": Style("#5a6fd8", "#8ea0f0", "%", art="field"),
    "entry": Style("#7fbf6a", "#3f7a2c"),
    "exit": Style("#6ab0d8", "#1f5f8a"),
    "ladder": Style("#d8c46a", "#7a5f00", art="ladder"),
    "object": Style("#e8e8e8", "#101010", art="crate"),
    "open-door": Style("#b5793a", "#8a4f12", art="doorway"),
    "blip": Style("#5fd06a", "#1f6b2a", art="radar"),
    "goal": Style("#e8c14b", "#7a5a00", "*", share=0.4, art="goal"),
    "watched": Style("#4fb3ff", "#1f6fd0", "o"),
    "threatened": Style("#d65ae0", "#9a1fa8", "x"),
}
TURNS = {"N": 90.0, "E": 0.0, "S": 270.0, "W": 180.0}
EMBLEMS = {
    "terminator-bolter": "shield",
    "terminator-chainfist": "fist",
    "terminator-flamer": "flame",
    "terminator-cannon": "barrels",
    "terminator-claws": "barb",
    "sergeant-sword": "sword",
    "sergeant-hammer": "hammer",
    "librarian": "book",
    "sergeant-bolter": "star",
}
"""The emblem of each unit of marines."""
SHAPES = {
    "terminator-chainfist": "terminator-chainfist",
    "terminator-flamer": "terminator-flamer",
    "terminator-cannon": "terminator-cannon",
    "terminator-claws": "terminator-claws",
    "sergeant-sword": "terminator-sword",
    "sergeant-hammer": "terminator-hammer",
    "librarian": "terminator-librarian",
}
"""The shape from above of each unit that carries more than a bolter."""
ARM_SIGNS = {
    "terminator-chainfist": ("¤", N_("chainfist")),
    "terminator-flamer": ("≈", N_("heavy flamer")),
    "terminator-cannon": ("≡", N_("assault cannon")),
    "terminator-claws": ("ω", N_("lightning claws")),
    "sergeant-sword": ("┼", N_("power sword")),
    "sergeant-hammer": ("┬", N_("thunder hammer")),
    "librarian": ("ψ", N_("Librarian")),
    "sergeant-bolter": ("*", N_("sergeant")),
}
"""The character, and what it means, of each unit that is more than a storm bolter."""
STATES: tuple[tuple[str, str, str, Callable[[Marine], bool]], ...] = (
    ("◎", "eye", N_("overwatch"), lambda marine: marine.stance.overwatch),
    ("▲", "chevrons", N_("guard"), lambda marine: marine.stance.guard),
    ("✗", "jam", N_("jammed"), lambda marine: marine.stance.jammed),
)
"""The states of marines: the character, the art, the word, and the test of each."""
STATE_ARROWS = {
    "overwatch": {"N": "⇑", "E": "⇒", "S": "⇓", "W": "⇐"},
    "guard": {"N": "▲", "E": "▶", "S": "▼", "W": "◀"},
}
"""How a marine in a state faces where his square has one row; jams are told by the list beside the board."""
ALPHA = "A"
"""The letter of the Alpha on the board."""
ARROWS = {"N": "↑", "E": "→", "S": "↓", "W": "←"}


def make_scene(state: Match, drawn: Board | None = None) -> Scene | None:
    """Return the board with everything on it, or None if no places are kept; `drawn` as its levels are arranged."""
    ground = drawn or board(state)
    if ground is None:
        return None
    return Scene(
        _size(ground),
        ground=(*_squares(ground), *_goal_areas(ground, state.mission.goals)),
        areas=tuple(_covers(state, ground)),
        marks=tuple(_marks(state, ground)),
        pieces=tuple(_pieces(state, ground)),
        labels=(*_openings(ground), *_levels(ground)),
        grid=_names(ground),
        floor="wall",
        square_cm=SQUARE,
        styles=STYLES,
    )


def spot(ground: Board, there: Cell) -> Spot:
    """Return the middle of a square on the map, in cm."""
    right, up = _corners(ground)[there[0]]
    return (SQUARE * (right + there[1] + 1.5), SQUARE * (up + there[2] + 1.5))


def square_at(ground: Board, at: Spot) -> Cell | None:
    """Return the square at a spot of the map, or None for wall."""
    for there in ground.cells:
        x, y = spot(ground, there)
        if abs(x - at[0]) <= SQUARE / 2 and abs(y - at[1]) <= SQUARE / 2:
            return there
    return None


@lru_cache(maxsize=16)
def stack_levels(ground: Board) -> Board:
    """Return a copy of a board whose levels are drawn stacked."""
    stacked = copy(ground)
    stacked.stacked = True
    return stacked


def arrange_levels(ground: Board, columns: float, rows: float) -> Board:
    """Return the board with its levels stacked if its squares are larger so in a room of such a shape."""
    if not ground.several:
        return ground
    sizes = [
        min(columns / (wide + 2), rows / (high + 2))
        for wide, high in map(_count_squares, (ground, stack_levels(ground)))
    ]
    return ground if sizes[0] >= sizes[1] else stack_levels(ground)


def _count_squares(ground: Board) -> tuple[int, int]:
    """Return the columns and rows of squares of a board; of stacked levels with room for the name of each."""
    levels = ground.layout.levels
    widths, heights = [len(level.rows[0]) for level in levels], [len(level.rows) for level in levels]
    between = BETWEEN * (len(levels) - 1)
    if ground.stacked:
        return max(widths), sum(heights) + 2 * between
    return sum(widths) + between, max(heights)


@lru_cache(maxsize=16)
def _corners(ground: Board) -> dict[int, tuple[int, int]]:
    """Return the lower left corner of each level by its number: the columns and rows before it."""
    corners, right, down = dict[int, tuple[int, int]](), 0, 0
    height = _count_squares(ground)[1]
    for level in ground.layout.levels:
        if ground.stacked:
            corners[level.number] = (0, height - down - len(level.rows))
            down += len(level.rows) + 2 * BETWEEN
        else:
            corners[level.number] = (right, 0)
            right += len(level.rows[0]) + BETWEEN
    return corners


def _size(ground: Board) -> tuple[int, int]:
    width, height = _count_squares(ground)
    return SQUARE * (width + 2), SQUARE * (height + 2)


def box(ground: Board, there: Cell) -> tuple[Spot, ...]:
    """Return the corners of a square on the map."""
    x, y = spot(ground, there)
    half = SQUARE / 2
    return ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))


@lru_cache(maxsize=16)
def _names(ground: Board) -> Grid:
    """Return the names of the columns and rows of squares, as the names of squares have them."""
    width, height = _size(ground)
    columns, rows = [""] * (width // SQUARE), [""] * (height // SQUARE)
    for level in ground.layout.levels:
        right, up = _corners(ground)[level.number]
        for x in range(len(level.rows[0])):
            columns[right + x + 1] = name_of((1, x, 0), levels=False)[:-1]
        for y in range(len(level.rows)):
            rows[up + y + 1] = str(y + 1)
    return Grid(SQUARE, tuple(columns), tuple(rows), "names", bare=True)


@lru_cache(maxsize=16)
def _squares(ground: Board) -> tuple[Area, ...]:
    """Return the areas of the floor, made once for a board.

    On a large board squares have no contrast, and straight runs of squares are one area.
    """
    names = list(dict.fromkeys(ground.section(there) for there in ground.cells))
    large = len(ground.cells) > COUNTED
    areas = []
    for run in _runs(ground) if large else [[there] for there in ground.cells]:
        first, last = box(ground, run[0]), box(ground, run[-1])
        (left, _), (right, _) = first[0], last[1]
        low, high = min(first[0][1], last[0][1]), max(first[2][1], last[2][1])
        style = "other" if names.index(ground.section(run[0])) % 2 else "floor"
        lift = 0.0 if large else CHEQUER * ((run[0][1] + run[0][2]) % 2)
        corners = ((left, low), (right, low), (right, high), (left, high))
        areas.append(Area(style, corners, lift=lift, layer="floor"))
    return tuple(areas)


@lru_cache(maxsize=16)
def _goal_areas(ground: Board, goals: tuple[Goal, ...]) -> tuple[Area, ...]:
    """Return the squares that goals are about: those to be held, and sections to be held or burnt."""
    named = {square for goal in goals for square in goal.squares}
    sections = {section for goal in goals for section in goal.sections}
    marked = [there for there in ground.cells if ground.section(there) in sections or ground.name(there) in named]
    return tuple(Area("goal", box(ground, there), layer="goals") for there in sorted(marked))


def _runs(ground: Board) -> Iterator[list[Cell]]:
    """Yield the squares in straight runs of one section: rows first, then columns of the rest."""
    rest = dict.fromkeys(ground.cells)
    for dx, dy, least in ((1, 0, 2), (0, -1, 1)):
        for start in list(rest):
            if start not in rest:
                continue
            run = [start]
            while (beyond := (start[0], run[-1][1] + dx, run[-1][2] + dy)) in rest and (
                ground.section(beyond) == ground.section(start)
            ):
                run.append(beyond)
            if len(run) >= least:
                for there in run:
                    del rest[there]
                yield run


def _covers(state: Match, ground: Board) -> Iterator[Area]:
    """Yield what covers squares for now: fire, closed doors, the barrier."""
    for style, cells in (("fire", burning_squares(state)), ("door", closed_doors(state))):
        for there in sorted(cells):
            yield Area(style, box(ground, there), layer="doors" if style == "door" else "fire")
    barrier = None if state.barrier is None else ground.cell(state.barrier)
    if barrier is not None:
        yield Area("barrier", box(ground, barrier), layer="fire")


def _marks(state: Match, ground: Board) -> Iterator[Mark]:
    for at, now in state.doors.items():
        there = ground.cell(at)
        if there is not None and now == "open":
            yield Mark(f"door {at}", "/", spot(ground, there), "open-door", layer="doors")
    for there in ground.ladders:
        sign = "v" if there in ground.tops else "^"
        yield Mark(f"ladder {ground.name(there)}", sign, spot(ground, there), "ladder", layer="ladders")
    for item in state.things.values():
        there = None if item.at is None else ground.cell(item.at)
        if there is not None:
            yield Mark(item.id, item.id[:1], spot(ground, there), "object", layer="objects")
    waiting = lurking_pieces(state)
    for entry in ground.entries.values():
        lurking = [id for id, waits_at in waiting.items() if waits_at == entry.id]
        for id, place in zip(lurking, _beside(ground, entry), strict=False):
            yield Mark(id, id, place, "blip", layer="blips")


def _pieces(state: Match, ground: Board) -> Iterator[Piece]:
    """Yield the pieces with their facings: marines by number, aliens by name.

    Pieces that cannot act now are drawn quietly.
    """
    numbers = {id: str(n) for n, id in enumerate(state.marines, 1)}
    able = pieces_able_now(state) if state.play.turn else tuple(numbers)
    for piece in state.pieces():
        there = cell(state, piece.id)
        if there is None:
            continue
        arrow = ARROWS.get(piece.position.facing or "", "")
        marine = isinstance(piece, Marine)
        name = numbers[piece.id] if marine else ALPHA if isinstance(piece, Stealer) and piece.alpha else piece.id
        states = [state for state in STATES if state[3](piece)] if isinstance(piece, Marine) else []
        arm = arm_sign(piece) if isinstance(piece, Marine) else ""
        at = spot(ground, there)
        yield Piece(
            piece.id,
            f"{name}{_state_arrow(piece, arrow)}"[:3],
            at,
            seat_colour(0 if marine else 1),
            _rim(piece, at),
            active=piece.id == state.play.active,
            quiet=piece.id not in able,
            emblem=_emblem(piece),
            shape=_shape(piece),
            facing=TURNS.get(piece.position.facing or ""),
            name=piece.id,
            rows=(name + arm, arrow + "".join(sign for sign, *_rest in states)),
            badges=tuple(badge for _sign, badge, *_rest in states),
        )


def arm_sign(marine: Marine) -> str:
    """Return the character of what a marine carries, or "" for a storm bolter alone."""
    return ARM_SIGNS.get(marine.unit, ("", ""))[0]


def _state_arrow(piece: Marine | Stealer | Blip, arrow: str) -> str:
    """Return the arrow of a piece that is alone with its letters: that of a marine's state, if he has one."""
    facing = piece.position.facing
    if not isinstance(piece, Marine) or facing is None:
        return arrow
    stance = piece.stance
    state = "overwatch" if stance.overwatch else "guard" if stance.guard else ""
    return STATE_ARROWS[state][facing] if state else arrow


def _shape(piece: Marine | Stealer | Blip) -> str:
    """Return the shape of a piece from above; blips are discs."""
    if isinstance(piece, Marine):
        return SHAPES.get(piece.unit, "terminator")
    return "" if isinstance(piece, Blip) else "stealer"


def _rim(piece: Marine | Stealer | Blip, at: Spot) -> Corners:
    """Return the outline of a piece in a square: broad marines, pointed aliens, round blips."""
    x, y = at
    if isinstance(piece, Marine):
        return ((x - 1.3, y - 1.7), (x + 1.3, y - 1.7), (x + 1.3, y + 1.7), (x - 1.3, y + 1.7))
    return around(at, 1.5, 32) if isinstance(piece, Blip) else ((x - 2, y), (x, y - 2), (x + 2, y), (x, y + 2))


def _emblem(piece: Marine | Stealer | Blip) -> str:
    if isinstance(piece, Marine):
        return EMBLEMS[piece.unit]
    return "radar" if isinstance(piece, Blip) else "crown" if piece.alpha else "claw"


def _levels(ground: Board) -> Iterator[Label]:
    """Yield the number of each level above its first column, if there are several."""
    for level in ground.layout.levels if ground.several else ():
        x, y = spot(ground, (level.number, 0, len(level.rows)))
        yield Label((x, y), f"{level.number}:", "ladder", plain=f"{level.number}:")


def _openings(ground: Board) -> Iterator[Label]:
    """Yield the names of entries and exits, outside their squares; a sign tells an entry S1 from a stealer S1."""
    for openings, style, sign in ((ground.entries, "entry", ENTRY_SIGN), (ground.exits, "exit", "")):
        for id, opening in openings.items():
            there = ground.cell(opening.square)
            if there is None:
                continue
            yield Label(_outside(ground, opening), sign + id, style, plain=sign + id, layer="entries")


def lurking_pieces(state: Match) -> dict[str, str]:
    """Return the entry at which each stealer and blip off the board waits."""
    return {alien.id: alien.lurking.entry for alien in state.aliens_in_play if alien.lurking.entry is not None}


def _beside(ground: Board, opening: Opening) -> Iterator[Spot]:
    """Yield places for pieces that wait at an entry: by turns to its two sides."""
    x, y = _outside(ground, opening)
    dx, dy = STEPS[opening.side]
    for place in count(2):
        far = (place // 2) * (-1) ** place * SQUARE * 0.9
        yield x + dy * far, y + dx * far


def _outside(ground: Board, opening: Opening) -> Spot:
    """Return the place outside the board at an entry or an exit, on the map."""
    dx, dy = STEPS[opening.side]
    there = ground.cell(opening.square)
    assert there is not None
    x, y = spot(ground, there)
    return x + dx * SQUARE, y + dy * SQUARE
