"""The printed sheets: the rules in short, and the sheet of an evening on paper."""

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

from q40k.games.space_hulk.prints.chapters import chapters
from q40k.games.space_hulk.state import editions, melee, opening
from q40k.games.space_hulk.state.match import MARINE_AP, Marine, Match, Setup, Stealer
from q40k.games.space_hulk.state.movement.steps import MARINE_COSTS, STEALER_COSTS
from q40k.games.space_hulk.state.odds import fight_odds, shot_odds
from q40k.games.space_hulk.state.turn import HIGHEST_COUNTER, call_times, turn_seconds
from q40k.games.space_hulk.state.units import GUNS, PSI, UNITS, Gun
from q40k.games.space_hulk.words.missions import goal_line
from q40k.games.space_hulk.words.names import ARMS, EDITION_NAMES, unit_name
from q40k.i18n.locale import N_, Locale, capital, clock_time
from q40k.prints.drawing import CUT, Drawing, break_lines, line_mm
from q40k.prints.offer import Order
from q40k.prints.offer import Wish as BaseWish
from q40k.prints.sheets import Block, Piece, Sheet, Table, chapter, draw_table, pack_pieces, reference_sheets

TURNS = 8
"""The number of turns without an order."""
MOST_TURNS = 24


class Wish(BaseWish, frozen=True):
    """What to print, and on which paper; `match` may be a mission as it will be laid out."""

    match: Match = Match()
    turns: int = TURNS

    @property
    def edition(self) -> editions.Edition:
        """The rules of the match."""
        return editions.EDITIONS[self.match.setup.edition_id]


def wish_of(order: Order) -> Wish:
    """Return the order from a match; an unknown squad is left blank."""
    state: Match = order.state
    return Wish(order.locale, order.paper, order.measured, order.ink, order.board, state, turns_of(state))


def turns_of(state: Match) -> int:
    """Return the number of turns to print for a mission."""
    limit = state.mission.turn_limit if state.setup.mission is not None else None
    return min(limit or TURNS, MOST_TURNS)


# -- the rules in short ----------------------------------------------------------------------


ROW_MM = 6.0
GAP_MM = 10.0
_SIZES = (11.0, 10.5, 10.0, 9.5, 9.0, 8.5, 8.0, 7.5, 7.0)
"""Type sizes, largest first; the first that fits the words on one page is used."""
GUN_ORDER: tuple[Gun, ...] = ("storm-bolter", "assault-cannon", "heavy-flamer")


def reference(wish: Wish) -> list[Sheet]:
    """Draw the rules in short on two sides of a sheet.

    Rule: SH-AP-5, SH1-AP-5, SH-SHOOT-2, SH-MELEE-3, SH1-MELEE-3, SH-TURN-1
    """
    title = wish.locale.gettext(N_("Space Hulk in short"))
    return reference_sheets(title, partial(_tables, wish), _blocks(wish), wish.frame, _SIZES, GAP_MM)


def _blocks(wish: Wish) -> Iterator[Block]:
    locale = wish.locale
    for head, lines in chapters(wish.edition.id):
        yield from chapter(locale.gettext(head), map(locale.gettext, lines))
    yield from chapter(locale.gettext(N_("The clock")), _clock(wish))


def _clock(wish: Wish) -> Iterator[str]:
    """Yield the marines' time, for the squad of the mission or by the book.

    Rule: SH-TIMER-1, SH1-TIMER-1, SH1-TIMER-4
    """
    less = wish.edition.minus_for_sergeants
    if wish.match.setup.mission is not None:
        length = turn_seconds(wish.match)
        if length is not None:
            yield wish.locale.say(N_("{time} for the marines’ actions."), time=clock_time(length))
    else:
        usual = clock_time(wish.match.options.timer or 0)
        sentence = N_(
            "{time} for the marines’ turn, with two sergeants; {less} less for each of them who is dead or missing."
        )
        plain = N_("{time} for the marines’ actions.")
        yield wish.locale.say(sentence if less else plain, time=usual, less=clock_time(less))
    times = ", ".join(map(clock_time, call_times(wish.match)))
    yield wish.locale.say(N_("It is called at {times} and at the end."), times=times)


def _tables(wish: Wish) -> Iterator[tuple[str, Table]]:
    locale = wish.locale
    edition = locale.gettext(EDITION_NAMES[wish.edition.id])
    yield locale.say(N_("What it costs ({edition})"), edition=edition), _costs(wish)
    yield locale.gettext(N_("Guns")), _guns(wish)
    yield locale.gettext(N_("Close assault by a stealer, from the front")), _fights(wish)


def _costs(wish: Wish) -> Table:
    locale, edition = wish.locale, wish.edition
    first = edition.id == "1"
    half = str(edition.half_turn) if edition.half_turn is not None else "-"
    shot = locale.gettext(N_("with a shot"))
    turn = "1" if first else f"1 {shot}"
    rows: list[tuple[str, str, str, str]] = [
        (N_("step forward"), f"{MARINE_COSTS['forward']} {shot}", str(STEALER_COSTS["forward"]), "1"),
        (N_("step back"), f"{MARINE_COSTS['backward']} {shot}", str(STEALER_COSTS["backward"]), "1"),
        (N_("step sideways"), "-", str(edition.alien_side), "1"),
        (N_("turn of 90°"), turn, str(edition.alien_turn), "-"),
        (N_("turn of 180°"), half, "1", "-"),
        (N_("storm bolter") if first else N_("storm bolter, cannon"), "1", "-", "-"),
        (N_("flamer"), str(GUNS["heavy-flamer"].ap), "-", "-"),
        (N_("overwatch") if first else N_("overwatch, guard"), "2", "-", "-"),
        (N_("clear a jam"), "1", "-", "-"),
        (N_("close assault"), "1", "1", "-"),
        (N_("door"), "1", "1", "1"),
    ]
    if not first:
        rows += [
            (N_("reload the cannon"), "4", "-", "-"),
            (N_("ladder"), f"{MARINE_COSTS['ladder']} {shot}", str(STEALER_COSTS["ladder"]), "1"),
        ]
    rows.append((N_("hand an object over"), "1", "1", "-"))
    if first:
        rows.append((N_("blow the flamer up"), "1", "-", "-"))
    heads = (N_("Action"), N_("Marine (4)"), N_("Stealer (6)"), N_("Blip (6)"))
    cells = tuple((locale.gettext(row[0]), *row[1:]) for row in rows)
    return Table(tuple(map(locale.gettext, heads)), (40, 26, 20, 20), cells, ROW_MM)


def _guns(wish: Wish) -> Table:
    locale, edition = wish.locale, wish.edition
    heads = (N_("Gun"), N_("Dice"), N_("Needs"), N_("Chance"), N_("After misses"), N_("Shots"))
    rows = tuple(
        (
            capital(locale.gettext(ARMS[id])),
            str(gun.dice),
            f"{gun.needs}+",
            _share(locale, shot_odds(gun.dice, gun.needs).kill),
            _later(locale, edition, id),
            "-" if gun.shots is None else str(gun.shots),
        )
        for id in GUN_ORDER
        if _is_in_edition(edition, id)
        for gun in (GUNS[id],)
    )
    return Table(tuple(map(locale.gettext, heads)), (34, 12, 14, 18, 44, 14), rows, ROW_MM)


def _is_in_edition(edition: editions.Edition, gun: Gun) -> bool:
    return any(kind.gun == gun and edition.id in kind.editions for kind in UNITS.values())


def _later(locale: Locale, edition: editions.Edition, id: Gun) -> str:
    """Return the numbers needed by shots after misses, with their chances."""
    gun = GUNS[id]
    if not gun.watches:
        return "-"
    needs = (gun.needs - less for less in edition.sustained[1:])
    return ", ".join(f"{need}+ ({_share(locale, shot_odds(gun.dice, need).kill)})" for need in needs)


def _fights(wish: Wish) -> Table:
    """Make the table of every unit against a stealer in front, by the rules' own odds."""
    locale, edition = wish.locale, wish.edition
    heads = (N_("Marine"), N_("Dice"), N_("Adds"), N_("Marine dies"), N_("Nobody"), N_("Stealer dies"))
    rows = []
    for unit, kind in UNITS.items():
        if edition.id not in kind.editions:
            continue
        state = Match().replace(setup=Setup(edition_id=edition.id))
        state = state.replace(marines={"m": Marine("m", unit)}, stealers={"s": Stealer("s")})
        terms = melee.fight_terms(state, melee.Sides("m", "s"))
        odds = fight_odds(terms)
        less = melee.STEALER_DICE - terms.stealer_dice
        parries, shield = N_("parries"), N_("enemy one die less")
        specials = [locale.gettext(parries)] * terms.parry + [locale.gettext(shield)] * bool(less)
        specials += [f"{PSI} psi"] * kind.librarian
        adds = ", ".join((f"+{terms.bonus}", *specials))
        shares = (_share(locale, chance) for chance in (odds.stealer, odds.equal, odds.marine))
        rows.append((unit_name(locale, unit), str(terms.marine_dice), adds, *shares))
    return Table(tuple(map(locale.gettext, heads)), (50, 10, 34, 18, 14, 20), tuple(rows), ROW_MM)


def _share(locale: Locale, share: Fraction) -> str:
    return locale.percent(share)


# -- the evening on paper --------------------------------------------------------------------


ORDERS_ROW_MM = 9.0
BOX_MM = 2.6
BESIDE_MM = 0.8
"""The gap between two boxes."""
EMPTY = 6
"""The number of rows for unknown marines."""
IN_A_ROW = 10
TURNS_BESIDE = 12
"""The most turns in one table."""
MARINES_BELOW = 12
"""The most marines in one table."""


def orders(wish: Wish) -> list[Sheet]:
    """Draw the turns and each marine with boxes for his points, on as many pages as needed.

    Rule: SH-CP-2, SH-CP-4, SH-AP-1, SH-CANNON-2, SH-FLAMER-5, SH-LIB-2
    """
    title = wish.locale.gettext(N_("Space Hulk: the evening on paper"))
    pieces = (*_heading(wish), *_turns(wish), *_squad(wish))
    return [Sheet(sheet.title, sheet.draw, landscape=True) for sheet in pack_pieces(title, pieces, wish.landscape)]


# -- the heading -----------------------------------------------------------------------------


def _heading(wish: Wish) -> Iterator[Piece]:
    """Draw the mission with its goals, or lines to write it on."""
    width = wish.landscape.wide_mm
    lines = [
        (line, size)
        for text, size in _heading_lines(wish)
        for line in break_lines(text, width, size, bold=size > _USUAL)
    ]
    height = sum(line_mm(size) for _line, size in lines)

    def draw(drawing: Drawing) -> None:
        top = height
        for line, size in lines:
            top -= line_mm(size)
            drawing.text((0, top + 1), line, size, bold=size > _USUAL)

    yield Piece(width, height, draw)


_USUAL = 9.5
"""The type size of plain text, in points."""


def _heading_lines(wish: Wish) -> Iterator[tuple[str, float]]:
    locale, mission = wish.locale, wish.match.setup.mission
    if mission is None:
        blank = "______________"
        sentence = N_("Mission: {blank}  Marines: {blank}  Genestealers: {blank}")
        yield locale.say(sentence, blank=blank), 11
        return
    yield locale.name_of(mission.name), 11
    for text in (mission.about, mission.text):
        if text is not None:
            yield locale.name_of(text), _USUAL
    for goal in mission.goals:
        yield goal_line(locale, goal), _USUAL


# -- turns ---------------------------------------------------------------------------------


def _turns(wish: Wish) -> Iterator[Piece]:
    """Draw a column for each turn, with boxes for its points."""
    for first in range(1, wish.turns + 1, TURNS_BESIDE):
        yield _turns_from(wish, range(first, min(first + TURNS_BESIDE, wish.turns + 1)))


def _turns_from(wish: Wish, turns: range) -> Piece:
    locale, width = wish.locale, wish.landscape.wide_mm
    blips = wish.match.setup.mission and wish.match.mission.blips_per_turn
    names = (
        locale.gettext(N_("Counter")),
        locale.gettext(N_("Points spent")),
        locale.say(N_("Blips ({many})"), many="?" if blips is None else blips),
        locale.gettext(N_("Stealers dead")),
    )
    rows = tuple((name, *("" for _ in turns)) for name in names)
    shares = (30.0, *(20.0 for _ in turns))
    heads = (locale.gettext(N_("Turn")), *map(str, turns))
    table = Table(heads, shares, rows, ORDERS_ROW_MM)
    column, left = (width * share / sum(shares) for share in (20.0, 30.0))
    rows_of = -(-HIGHEST_COUNTER // max(1, int((column - 2) / (BOX_MM + BESIDE_MM))))
    height = ORDERS_ROW_MM * (len(rows) + 1)

    def draw(drawing: Drawing) -> None:
        draw_table(drawing, table, width, height)
        for number in range(len(turns)):
            at = left + number * column + 1.5
            _boxes(drawing, HIGHEST_COUNTER, at, height - 3 * ORDERS_ROW_MM, -(-HIGHEST_COUNTER // rows_of))

    return Piece(width, height, draw)


# -- squad ---------------------------------------------------------------------------------


def _squad(wish: Wish) -> Iterator[Piece]:
    """Draw a row for each marine."""
    state = wish.match
    if state.setup.mission is not None:
        state = opening.with_mission_marines(state)
    marines: list[Marine | None] = list(state.marines.values()) or [None] * EMPTY
    for first in range(0, len(marines), MARINES_BELOW):
        yield _marines(wish, marines[first : first + MARINES_BELOW])


def _marines(wish: Wish, marines: list[Marine | None]) -> Piece:
    locale, width = wish.locale, wish.landscape.wide_mm
    fourth = wish.edition.id != "1"
    guard = [(N_("Guard"), 12.0)] if fourth else []
    shots = N_("Shots, psi points") if fourth else N_("Shots")
    columns = [
        (N_("Marine"), 16.0),
        (N_("Unit"), 42.0),
        (N_("AP"), 16.0),
        (N_("Overwatch"), 16.0),
        *guard,
        (N_("Jam"), 10.0),
        (shots, 48.0),
        (N_("Sustained on"), 22.0),
        (N_("Dead, out"), 18.0),
    ]
    names, shares = zip(*columns, strict=True)
    rows = tuple(
        (
            "" if marine is None else marine.id,
            "" if marine is None else unit_name(locale, marine.unit),
            *("" for _ in names[2:]),
        )
        for marine in marines
    )
    table = Table(tuple(map(locale.gettext, names)), shares, rows, ORDERS_ROW_MM)
    at = {name: width * sum(shares[:number]) / sum(shares) + 1.5 for number, name in enumerate(names)}
    height = ORDERS_ROW_MM * (len(rows) + 1)

    def draw(drawing: Drawing) -> None:
        draw_table(drawing, table, width, height)
        for number, marine in enumerate(marines, 2):
            bottom = height - number * ORDERS_ROW_MM
            _boxes(drawing, MARINE_AP, at["AP"], bottom)
            for name in ("Overwatch", "Guard", "Jam"):
                if name in at:
                    _boxes(drawing, 1, at[name], bottom)
            if marine is not None:
                _boxes(drawing, (marine.arms.ammo or 0) + (marine.arms.psi or 0), at[shots], bottom)

    return Piece(width, height, draw)


def _boxes(drawing: Drawing, count: int, left: float, bottom: float, beside: int = IN_A_ROW) -> None:
    """Draw boxes to tick, in rows of ten or fewer, in the middle of a row of the table."""
    rows = -(-count // beside)
    top = bottom + (ORDERS_ROW_MM + rows * (BOX_MM + BESIDE_MM)) / 2
    for number in range(count):
        row, place = divmod(number, beside)
        x = left + place * (BOX_MM + BESIDE_MM)
        drawing.box((x, top - (row + 1) * (BOX_MM + BESIDE_MM)), BOX_MM, BOX_MM, CUT)
