"""Sheets to read and to fill in: the order of play with scores, and the rules in short."""

from collections.abc import Iterator

from q40k.games.quake.packs.models import Mod, TeamsOf
from q40k.games.quake.packs.mods import HuntWin, PointsWin, RoundsWin, ScoreWin
from q40k.games.quake.packs.tokens import Category
from q40k.games.quake.prints.offer import Fielded, Wish
from q40k.games.quake.words.bonus import bonus_kind, category_name
from q40k.games.quake.words.packs.mods import explain
from q40k.games.quake.words.reference import credits_of, evening_of, phases_of
from q40k.i18n.locale import N_, capital
from q40k.prints.drawing import CUT, Drawing
from q40k.prints.paper import Frame
from q40k.prints.sheets import GAP_MM, Block, Piece, Sheet, Table, chapter, draw_table, fit_pages, pack_pieces

_SPARE = 2
"""Empty rows for latecomers."""
_TURNS = 24
_BOX_MM = 7.0
_BEFORE_MM = 18.0
"""The room for the word ahead of the boxes of the turns."""
_TURNS_MM = 10.0
_TEAM_MM = 13.0
_ROW_MM = (11.0, 16.0)
"""The least and the largest height of a player's row."""
_MOST_BOXES = 20
"""Goals above this are written down instead of ticked."""
_TICK_MM = 4.0
_BESIDE_MM = 1.2


def sheet(wish: Wish) -> list[Sheet]:
    """Return the order of play with scores, filled in for known players.

    Rule: INIT-1, SCORE-1, SCORE-4, TURN-1, TEAM-2
    """
    frame = wish.paper.landscape().frame(wish.measured)
    teams = [_teams(wish, frame)] if wish.mod.in_teams else []
    beside = sum(piece.high_mm + GAP_MM for piece in teams) + _TURNS_MM + GAP_MM
    pieces = [*teams, *_players(wish, frame, beside), _turn_boxes(wish, frame)]
    title = wish.locale.say(N_("Order of play and scores: {mod}"), mod=wish.locale.name_of(wish.mod.name))
    return [Sheet(page.title, page.draw, landscape=True) for page in pack_pieces(title, pieces, frame)]


# -- players -------------------------------------------------------------------------------


def _players(wish: Wish, frame: Frame, beside_mm: float) -> Iterator[Piece]:
    """Yield the table of players, or several if they are many.

    `beside_mm` is the height of everything else on the first page.
    """
    heads, shares = zip(*(_team_heads if wish.mod.in_teams else _heads)(wish), strict=True)
    rows = [_row(wish, player) for player in wish.fielded]
    rows += [("",) * len(heads)] * (max(wish.players - len(rows), 0) + _SPARE)
    least, most = _ROW_MM
    high = min(max((frame.high_mm - beside_mm) / (len(rows) + 1), least), most)
    room = int(frame.high_mm // high) - 1
    boxes = _goal(wish.mod)[1] if not wish.mod.in_teams else 0
    while rows:
        part, rows = rows[:room], rows[room:]
        table = Table(heads, shares, tuple(part), row_mm=high)
        yield _table_piece(table, frame, {5: boxes} if boxes else {})


def _heads(wish: Wish) -> Iterator[tuple[str, float]]:
    locale = wish.locale
    yield locale.gettext(N_("Player")), 16
    yield locale.gettext(N_("Champion")), 18
    yield locale.gettext(N_("Value")), 7
    yield locale.gettext(N_("Ld + I + a die")), 14
    yield locale.gettext(N_("Rank")), 7
    yield locale.gettext(_goal(wish.mod)[0]), 52
    if isinstance(wish.mod.win, ScoreWin):
        yield locale.pgettext("sheet", "Sum"), 9
        yield locale.gettext(N_("Goal")), 8


def _team_heads(wish: Wish) -> Iterator[tuple[str, float]]:
    locale = wish.locale
    yield locale.gettext(N_("Player")), 16
    yield locale.gettext(N_("Champion")), 18
    yield locale.gettext(N_("Team")), 12
    yield locale.gettext(N_("Value")), 7
    yield locale.gettext(N_("Kills, deaths, notes")), 78


def _row(wish: Wish, player: Fielded) -> tuple[str, ...]:
    """Return the known facts of a player."""
    champion = player.champion
    name, points = wish.locale.name_of(champion.name), champion.points
    if wish.mod.in_teams:
        return player.name, name, player.team, str(points), ""
    first = f"{champion.ld + champion.i} +"
    row = (player.name, name, str(points), first, "", "")
    win = wish.mod.win
    return (*row, "", str(win.times * points)) if isinstance(win, ScoreWin) else row


# -- teams ---------------------------------------------------------------------------------


def _teams(wish: Wish, frame: Frame) -> Piece:
    """Return a row for each team: its value and die, who begins, and its boxes."""
    locale, mod = wish.locale, wish.mod
    label, boxes = _goal(mod)
    columns = [
        (locale.gettext(N_("Team")), 16),
        (locale.gettext(N_("Value")), 8),
        (locale.gettext(N_("2D6")), 7),
        (locale.gettext(N_("Moves first")), 11),
        (locale.gettext(N_("Shoots first")), 11),
        (locale.gettext(N_("Charges first")), 11),
        (locale.gettext(label), 50),
    ]
    ticked = {3: 1, 4: 1, 5: 1, 6: boxes}
    if mod.has("structures"):
        columns.append((locale.gettext(N_("Structure")), 40))
        ticked[len(columns) - 1] = mod.parameters.structure_points
    if isinstance(mod.win, ScoreWin):
        columns += [(locale.pgettext("sheet", "Sum"), 9), (locale.gettext(N_("Goal")), 9)]
    heads, shares = zip(*columns, strict=True)
    names = list(dict.fromkeys(player.team for player in wish.fielded if player.team))
    rows = []
    for name in names:
        value = sum(player.champion.points for player in wish.fielded if player.team == name)
        row = [name, str(value), *("" for _ in heads[2:])]
        if isinstance(mod.win, ScoreWin):
            row[-1] = str(mod.win.times * value)
        rows.append(tuple(row))
    rows += [("",) * len(heads)] * ((mod.teams or TeamsOf()).least - len(rows))
    high = min(_TEAM_MM, frame.high_mm / (len(rows) + 1))
    return _table_piece(Table(heads, shares, tuple(rows), row_mm=high), frame, ticked)


def _goal(mod: Mod) -> tuple[str, int]:
    """Return what is counted towards winning, and how many boxes to tick for it."""
    win = mod.win
    if isinstance(win, RoundsWin):
        return N_("Rounds won"), win.rounds
    if isinstance(win, PointsWin):
        return N_("Points for portals held"), win.points
    if isinstance(win, HuntWin):
        return N_("Turns its hunt took"), 0
    return N_("Points scored and lost"), 0


# -- drawing -------------------------------------------------------------------------------


def _table_piece(table: Table, frame: Frame, ticked: dict[int, int]) -> Piece:
    """Return a table with boxes to tick in some of its columns."""
    high = table.row_mm * (len(table.rows) + 1)

    def draw(drawing: Drawing) -> None:
        draw_table(drawing, table, frame.wide_mm, high)
        for column, number in ticked.items():
            left = frame.wide_mm * sum(table.shares[:column]) / sum(table.shares) + 1.5
            for row in range(len(table.rows)):
                bottom = high - (row + 2) * table.row_mm
                _boxes(drawing, number, left, bottom + table.row_mm / 2)

    return Piece(frame.wide_mm, high, draw)


def _boxes(drawing: Drawing, number: int, left: float, middle: float) -> None:
    """Draw boxes in rows of ten around a height; none if they are too many."""
    rows = -(-number // 10)
    if number > _MOST_BOXES:
        return
    top = middle + (rows * (_TICK_MM + _BESIDE_MM) - _BESIDE_MM) / 2
    for place in range(number):
        row, column = divmod(place, 10)
        at = left + column * (_TICK_MM + _BESIDE_MM), top - row * (_TICK_MM + _BESIDE_MM) - _TICK_MM
        drawing.box(at, _TICK_MM, _TICK_MM, CUT)


def _turn_boxes(wish: Wish, frame: Frame) -> Piece:
    """Return a box to tick for every turn."""

    def draw(drawing: Drawing) -> None:
        drawing.text((0, 2), wish.locale.gettext(N_("Turns")), 10, bold=True)
        step = (frame.wide_mm - _BEFORE_MM) / _TURNS
        for number in range(_TURNS):
            left = _BEFORE_MM + number * step
            drawing.box((left, 0), _BOX_MM, _BOX_MM, CUT)
            drawing.centred_text((left + _BOX_MM / 2, _BOX_MM / 2), str(number + 1), 7)

    return Piece(frame.wide_mm, _TURNS_MM, draw)


# -- the rules by chapter ----------------------------------------------------------------


def chapters(mod: Mod, *, barrels: bool) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield a heading and its lines for each chapter of the mod.

    `barrels`: the arena has barrels, even if the mod has no rule for them.
    """
    yield N_("Before play"), tuple(_before(mod))
    yield N_("Unlike the 3rd edition"), tuple(_unlike(mod))
    if mod.has("portals"):
        yield N_("Portals"), tuple(_portals(mod))
    if mod.has("flags"):
        yield N_("Flags"), tuple(_flags(mod))
    if mod.has("bonus"):
        yield N_("Bonus tokens"), tuple(_bonuses(mod))
    yield N_("Special moves"), tuple(_moves())
    yield N_("Melees"), tuple(_fights(mod))
    if barrels or mod.has("barrels"):
        yield N_("Barrels"), tuple(_barrels())


def _before(mod: Mod) -> Iterator[str]:
    """Yield how players prepare for the match.

    Rule: INIT-1, INIT-2, TEAM-2, DEPLOY-1, DEPLOY-2
    """
    if mod.in_teams:
        yield N_(
            "Each team rolls 2D6, ties again. The highest says which team moves first,"
            " which shoots first, which charges first; the lowest deploys first."
        )
    else:
        yield N_("Initiative: Ld + I + a D6, once for the whole match; ties roll again.")
        yield N_("The lowest deploys first. In each phase the highest acts first.")
    if mod.has("bases"):
        yield N_("Everybody deploys in the base of the team.")
    else:
        yield N_("Everybody deploys in a tile of 20 × 20 cm that holds nobody else.")
    if mod.has("portals") or mod.has("bonus"):
        yield N_("A portal or a token one deploys on waits for one’s own movement phase.")


def _unlike(mod: Mod) -> Iterator[str]:
    """Yield what players of the 3rd edition do not expect.

    Rule: DIFF-1, DIFF-2, DIFF-3, DIFF-5, DIFF-6, DIFF-7, DIFF-8, DIFF-9, SHOOT-2, SHOOT-3
    """
    yield N_(
        "Nobody is afraid, and everyone sees all round. Three quarters of a target’s base must"
        " be seen; a figure hides twice its height, as wide as its base."
    )
    yield N_("Into a dark zone: 2D6 × 3 in must reach the target. Out of it: no test.")
    yield N_("Every champion a template touches is hit; in base contact, all who touch are.")
    yield N_(
        "A champion in contact may be shot at. Champions may touch while moving, and leave a fight in"
        " their next movement phase."
    )
    yield N_(
        "No result of a fight, no pursuit. In contact as the turn began, and one who acts"
        " later moves off: the other may charge it all the same, if its charge is as long as"
        " that move."
    )
    if mod.in_teams:
        yield N_("Friends may be shot.")
        if mod.has("victory-points"):
            yield N_("A dead friend costs the team its value.")


def _portals(mod: Mod) -> Iterator[str]:
    """Yield what portals do.

    Rule: PORTAL-1, PORTAL-2, PORTAL-3, PORTAL-4, PORTAL-5, PORTAL-6, PORTAL-8, RESPAWN-1
    """
    if mod.has("domination"):
        yield N_("To jump, wholly on a portal in your movement: a D6. 1 to 5: you come out there; 6: you choose.")
    else:
        yield N_("Wholly on a portal in your movement: a D6. 1 to 5: you come out there; 6: you choose.")
    yield N_("You come out in the portal or within 1 in of it. The same portal again: you are dust, an accident.")
    yield N_("Anyone wholly in it dies by telefrag, friend or foe: an accident, nobody scores.")
    yield N_("In a portal: in cover, and a 5+ invulnerable save.")
    yield N_("Again through the portal just left by: 3 in of movement.")
    if mod.has("respawn") and not mod.has("bases"):
        yield N_(
            "The dead roll it at once and stand beside that portal, or in it, with their own gear, reloaded."
            " They also telefrag."
        )


def _flags(mod: Mod) -> Iterator[str]:
    """Yield how flags are taken, dropped and passed on.

    Rule: FLAG-1, FLAG-2, FLAG-3, FLAG-4, FLAG-5
    """
    yield N_("Move over a flag to take it; it falls where its carrier dies. A charge may be aimed at it.")
    if mod.parameters.flags == "each":
        yield N_("A fallen flag: a team-mate of its carrier picks it up, an opponent’s touch sends it home.")
    else:
        yield N_("A fallen flag lies there until somebody takes it.")
    yield N_(
        "Two friends in contact after moving may hand it over instead of shooting, both of"
        " them; until then both must die for it to fall."
    )


def _bonuses(mod: Mod) -> Iterator[str]:
    """Yield how tokens are picked up.

    Rule: BONUS-1, BONUS-2, BONUS-4, BONUS-7, NUKE
    """
    yield N_(
        "Walk over a token, then roll: a D3 and a D6, for a special one a D6. One at a time,"
        " until death; then it goes home."
    )
    yield N_("A trap is spent at once and stays with the champion that sprang it.")
    if mod.has("victory-points") and mod.parameters.nuke_cost == "always":
        yield N_("The nuke pays its picker for every other dead, then costs it its own value, once.")


def _moves() -> Iterator[str]:
    """Yield the moves with dice.

    Rule: MOVE-1, MOVE-2, MOVE-3, MOVE-4, MOVE-5
    """
    yield N_("Do what you announced: roll, and take the result.")
    yield N_("Jump down: 2D6, keep the best; the height or more is safe. Less: a hit of that strength, no armour save.")
    yield N_(
        "Leap a gap: 3D6, keep the best; part of the base over: 4+ holds on. Else a fall, into"
        " water or nothing a death."
    )
    yield N_("Swim: a D6 in inches; a 1 drowns. In water: in cover, 5+ invulnerable against shots from outside.")
    yield N_("Flying does not pass through walls, nor over what is more than 12 in high.")


def _fights(mod: Mod) -> Iterator[str]:
    """Yield what is special in close combat.

    Rule: MELEE-1, MELEE-3, MELEE-4, MELEE-5
    """
    if not mod.in_teams:
        yield N_("The fight with the highest initiative comes first. In it, I says who strikes first.")
    yield N_("Attacks may be split among all in the fight.")
    if mod.has("victory-points"):
        yield N_("Equal I: all wounds, then all saves; all who struck a mortal blow share the value.")
    if mod.has("respawn"):
        yield N_("A champion back beside a fight still to come is in it, without the charge’s +1.")


def _barrels() -> Iterator[str]:
    """Yield how barrels explode.

    Rule: BARREL-2, BARREL-3, BARREL-4, BARREL-5, BARREL-6, BARREL-7
    """
    yield N_("Shot and hit: a D6. 1 to 5: ordnance, S5 AP4. 6: roll again.")
    yield N_("1 to 3: plasma, ordnance S7 AP2, partly under it on 4+. 4: two barrels.")
    yield N_("5: napalm stays; anyone under it or crossing it takes a hit, S5 AP4.")
    yield N_("6: vortex, as large as ordnance; anyone it touches dies, partly under it on 4+.")
    yield N_("A barrel touched by an explosion explodes; the kills are the shooter’s.")


# -- the rules in short ------------------------------------------------------------------


_CATEGORIES: tuple[Category, ...] = ("equipment", "weapon", "special")
_SIZES = (10.5, 10, 9.5, 9, 8.5, 8, 7.5, 7)
"""The letter sizes to try, in points, until the rules fit their pages."""
_PAGES = 2
_EVENING_SIZES = (15, 14, 13, 12, 11, *_SIZES)


def rules(wish: Wish) -> list[Sheet]:
    """Return the rules in short on two pages: the mod, the phases and each chapter.

    Rule: TURN-1, PORTAL-1, PORTAL-2, PORTAL-6, BONUS-1, MOVE-3, MOVE-4, MOVE-5, BARREL-2
    """
    locale = wish.locale
    title = locale.say(N_("Quake 40K in short: {mod}"), mod=locale.name_of(wish.mod.name))
    return fit_pages(title, _blocks(wish), wish.frame, _SIZES, pages=_PAGES)


def evening(wish: Wish) -> list[Sheet]:
    """Return what the person at the laptop needs, on one page."""
    locale = wish.locale
    blocks: list[Block] = []
    for head, rows in evening_of(locale):
        blocks.append(Block(head, heading=True))
        blocks += [Block(words, sign=key or "•") for key, words in rows]
    return fit_pages(locale.gettext(N_("An evening on one page")), blocks, wish.frame, _EVENING_SIZES, pages=1)


def _blocks(wish: Wish) -> Iterator[Block]:
    locale, mod = wish.locale, wish.mod
    barrels = wish.arena is not None and bool(wish.arena.barrels)
    chapters_of_mod = [(part.title, part.lines) for part in explain(locale, mod, agreed=False)]
    chapters_of_mod += [
        (locale.gettext(head), tuple(map(locale.gettext, lines))) for head, lines in chapters(mod, barrels=barrels)
    ]
    for head, lines in (*chapters_of_mod[:4], *phases_of(locale, alone=False), *chapters_of_mod[4:]):
        yield from chapter(head, lines)
    for category in _CATEGORIES if mod.has("bonus") else ():
        table = wish.tables.table(category)
        dice = N_("{category}: a D6") if max(map(len, table), default=1) == 1 else _TWO_DICE
        named = locale.say(dice, category=category_name(locale, category))
        yield Block(capital(named), heading=True)
        for roll, kind in table.items():
            yield Block(bonus_kind(locale, kind), sign=roll)
    yield from chapter(locale.gettext(N_("Whose game it is")), credits_of(locale))


_TWO_DICE = N_("{category}: D3, then D6")
