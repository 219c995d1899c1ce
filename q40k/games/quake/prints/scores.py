"""Sheets to play without a computer: the order of play, the teams, the scores, the turns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from q40k.games.quake.packs.models import Mod, TeamsOf
from q40k.games.quake.packs.mods import HuntWin, PointsWin, RoundsWin, ScoreWin
from q40k.games.quake.prints.wish import Fielded, Wish
from q40k.i18n.locale import N_
from q40k.prints.drawing import CUT, Drawing
from q40k.prints.paper import Frame
from q40k.prints.sheets import GAP_MM, Piece, Sheet, Table, draw_table, pack_pieces

_SPARE: Final = 2
"""Empty rows for latecomers."""
_TURNS: Final = 24
_BOX_MM: Final = 7.0
_BEFORE_MM: Final = 18.0
"""The room for the word ahead of the boxes of the turns."""
_TURNS_MM: Final = 10.0
_TEAM_MM: Final = 13.0
_ROW_MM: Final = (11.0, 16.0)
"""The least and the largest height of a player's row."""
_MOST_BOXES: Final = 20
"""Goals above this are written down instead of ticked."""
_TICK_MM: Final = 4.0
_BESIDE_MM: Final = 1.2


def sheet(wish: Wish) -> list[Sheet]:
    """Return the order of play with scores, filled in for known players.

    Rule: INIT-1, SCORE-1, SCORE-4, TURN-1, TEAM-2
    """
    frame = wish.paper.landscape().frame(wish.measured)
    teams = [_teams(wish, frame)] if wish.mod.in_teams else []
    beside = sum(piece.high_mm + GAP_MM for piece in teams) + _TURNS_MM + GAP_MM
    pieces = [*teams, *_players(wish, frame, beside), _turn_boxes(wish, frame)]
    title = wish.locale.say(
        N_("Order of play and scores: {mod}"), mod=wish.locale.name_of(wish.mod.name)
    )
    return [
        Sheet(page.title, page.draw, landscape=True) for page in pack_pieces(title, pieces, frame)
    ]


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
        (locale.gettext(N_("Team")), 16), (locale.gettext(N_("Value")), 8),
        (locale.gettext(N_("2D6")), 7), (locale.gettext(N_("Moves first")), 11),
        (locale.gettext(N_("Shoots first")), 11), (locale.gettext(N_("Charges first")), 11),
        (locale.gettext(label), 50),
    ]  # fmt: skip
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
