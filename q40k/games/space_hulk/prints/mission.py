"""A mission on one page: its story, plan, squads and goals, and a code that brings it to another table."""

from collections.abc import Iterator

from q40k.games.space_hulk.packs.boards import Cell, Facing, Layout, cell_of
from q40k.games.space_hulk.packs.kinds import KINDS
from q40k.games.space_hulk.prints.board import Ground, draw_plan, plan_size
from q40k.games.space_hulk.prints.sheets import Wish
from q40k.games.space_hulk.state.match import Match
from q40k.games.space_hulk.state.opening import with_mission_marines
from q40k.games.space_hulk.table.codes import MARK, mission_code
from q40k.games.space_hulk.table.opening import shared_mission
from q40k.games.space_hulk.words.missions import goal_line
from q40k.games.space_hulk.words.names import unit_name
from q40k.i18n.locale import N_
from q40k.packs.codes import link, write_code
from q40k.prints import art, codes, sheets
from q40k.prints.drawing import WHITE, Drawing, fit_size, shorten

_POINTS = 10.0
_LARGEST_MM = 13.0
"""The widest square of a plan."""
_BESIDE_MM = 6.0


def mission(wish: Wish) -> list[sheets.Sheet]:
    """Return the page of the mission.

    Rule: SH-MISSION-2, SH-SETUP-1
    """
    entry = wish.match.setup.mission
    if entry is None:
        return []
    layout, locale = wish.match.setup.layout, wish.locale
    code = mission_code(entry, layout)
    name = locale.name_of(entry.name)

    def draw(drawing: Drawing) -> None:
        wide, top = wish.frame.wide_mm, wish.frame.high_mm
        art.draw_banner(drawing, (0.3, top - 12), wide - 0.6, 11.6, art.palette(wish.ink, "steel"))
        drawing.text((5, top - 8.6), name, fit_size(name, wide - 10, 18, bold=True), bold=True, colour=WHITE)
        top -= 15
        for text in filter(None, (entry.about, entry.text)):
            top -= drawing.paragraph((0, top), locale.name_of(text), wide, _POINTS) + 2
        if layout is not None:
            top = _draw_board(drawing, wish, layout, top)
        _draw_foot(drawing, wish, code, top)

    return [sheets.Sheet(locale.say(N_("Mission: {name}"), name=name), draw)]


def _draw_board(drawing: Drawing, wish: Wish, layout: Layout, top: float) -> float:
    """Draw the plan as large as it may be; return the height of its foot."""
    columns, rows = plan_size(layout)
    side = min(wish.frame.wide_mm / columns, (top - 100) / rows, _LARGEST_MM)
    foot = top - rows * side
    with drawing.origin_at((wish.frame.wide_mm - columns * side) / 2, foot):
        draw_plan(drawing, Ground(layout, side, art.palette(wish.ink, "steel")), _marks(wish.match))
    return foot - 2


def _marks(match: Match) -> Iterator[tuple[Cell, str, Facing | None]]:
    """Yield the places of marines, by number, and of objects."""
    entry = match.mission
    for number, start in enumerate(entry.start, 1):
        if (cell := cell_of(start.at)) is not None:
            yield cell, str(number), start.facing
    for thing in entry.objects:
        if thing.square is not None and (cell := cell_of(thing.square)) is not None:
            yield cell, thing.id[:3], None


def _square_code(wish: Wish, code: str) -> str:
    """Return what the square code says: a link to an open board for a mission of one's own, or the call to type."""
    entry = wish.match.setup.mission
    own = shared_mission(entry, wish.match.setup.layout) if wish.board and entry is not None else {}
    return link(wish.board, write_code(KINDS.game, own)) if own else load_call(code)


def load_call(code: str) -> str:
    """Return the call that the code of a mission holds: to play it if it is the house's, or else to take it in."""
    return f"q40k mission load {code}" if code.startswith(MARK) else f"q40k new --game space-hulk --mission {code}"


def _draw_foot(drawing: Drawing, wish: Wish, code: str, top: float) -> None:
    """Draw marines, blips and goals at the left, the code at the right."""
    locale, text = wish.locale, _square_code(wish, code)
    fits = len(text) <= codes.MOST_LETTERS
    side = codes.side_mm(text) if fits else 0.0
    wide = wish.frame.wide_mm - side - _BESIDE_MM
    left = top
    for head, lines in _facts(wish):
        drawing.text((0, left - 5), head, 11, bold=True)
        left -= 6.5
        for line in lines:
            left -= drawing.paragraph((0, left), line, wide, _POINTS)
        left -= 2
    way = N_("`{call}` brings it to another laptop. The square code says just that, without a network.")
    if not code.startswith(MARK):
        way = N_("A mission of the house: `{call}` plays it. The square code says just that, without a network.")
    elif not fits:
        way = N_("It is too long for a code: hand its file over.")
    elif text != load_call(code):
        way = N_("A phone’s camera opens the square code on the board of this laptop. `{call}` brings it to another.")
    words = locale.say(way, call=shorten(load_call(code), 75, 9))
    drawing.paragraph((0, left), words, wide, 9)
    if fits:
        with drawing.origin_at(wish.frame.wide_mm - side, top - side):
            codes.draw_code(drawing, text, side)


def _facts(wish: Wish) -> Iterator[tuple[str, list[str]]]:
    locale, entry = wish.locale, wish.match.mission
    state = with_mission_marines(wish.match)
    marines = [f"{number}  {unit_name(locale, marine.unit)}" for number, marine in enumerate(state.marines.values(), 1)]
    if marines:
        yield locale.gettext(N_("Marines")), marines
    blips = N_("blips: {start} at the start, {turn} in each turn")
    none = "?"
    start, turn = (none if n is None else n for n in (entry.starting_blips, entry.blips_per_turn))
    lines = [goal_line(locale, goal) for goal in entry.goals]
    if entry.turn_limit is not None:
        lines.append(locale.say(N_("{number} turns at most"), number=entry.turn_limit))
    yield locale.gettext(N_("Who wins")), [*lines, locale.say(blips, start=start, turn=turn)]
