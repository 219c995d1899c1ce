"""A card for each champion: profile, gear, and its odds against the others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from q40k.games.quake.packs.models import Champion, Weapon
from q40k.games.quake.prints.wish import Fielded, Wish
from q40k.games.quake.rules.odds import duel_odds, duel_odds_of_round
from q40k.games.quake.rules.shooting.aiming import can_fire
from q40k.games.quake.table.odds import between
from q40k.games.quake.words.champion import characteristics_of, headline, weapon_line
from q40k.games.quake.words.traits import trait_line
from q40k.games.w40k3e.figures import Fighter
from q40k.games.w40k3e.plans import Test
from q40k.games.w40k3e.shooting import STEADY
from q40k.i18n.locale import N_, Locale
from q40k.prints.drawing import (
    PALE,
    Drawing,
    Ink,
    break_lines,
    fit_size,
    fit_words,
    line_mm,
    width_mm,
)
from q40k.prints.sheets import GAP_MM, Piece, Sheet, pack_pieces

_WIDE_MM: Final = 90.0
"""The largest width of a card: two fit side by side on any paper and printer."""
_EDGE_MM: Final = 3.0
_ROW_MM: Final = 4.4
_SMALL: Final = 7.5
_CELL_MM: Final = 20.0
"""The preferred width of a cell, if the names of the others leave room."""
_LEAST_NAME_MM: Final = 22.0
_LEAST_POINTS: Final = 6.0
"""The smallest size of a name, in points; longer names are cut short."""
_MOST_GUNS: Final = 3
"""How many shooting weapons are compared with the others."""


class _Row(Struct, frozen=True):
    """A champion's needs against another: for each gun, and its chance in a charge."""

    name: str
    cells: tuple[str, ...]


def cards(wish: Wish) -> list[Sheet]:
    """Return a card for everyone who is seated or was chosen.

    Rule: CHAMPION-4, INIT-1, SCORE-4
    """
    locale = wish.locale
    wide = min(_WIDE_MM, (wish.frame.wide_mm - GAP_MM) / 2)
    pieces = [_card(locale, player, wish.fielded, wide) for player in wish.fielded]
    return pack_pieces(locale.gettext(N_("Champions")), pieces, wish.frame)


def _card(locale: Locale, player: Fielded, table: Sequence[Fielded], wide: float) -> Piece:
    guns = [arm for arm in player.arms if can_fire(arm)][:_MOST_GUNS]
    rows = [_against(locale, player, other, guns) for other in table if other is not player]
    heads = [locale.name_of(gun.name) for gun in guns]
    texts = list(_texts(locale, player))
    inner = wide - 2 * _EDGE_MM
    lines = [line for text in texts for line in break_lines(text, inner, _SMALL)]
    caption = locale.gettext(
        N_("to hit, to wound, save (- is none) · chance to kill in a turn, unhurt")
    )
    high = 26 + len(lines) * line_mm(_SMALL) + (2 + len(rows)) * _ROW_MM * bool(rows) + 6

    def draw(drawing: Drawing) -> None:
        drawing.box((0, 0), wide, high)
        y = high - 6.5
        points = f"{player.champion.points}"
        name, size = fit_words(player.name, wide - 30, 13, _LEAST_POINTS, bold=True)
        drawing.text((_EDGE_MM, y), name, size, bold=True)
        drawing.text((wide - _EDGE_MM, y), points, 15, bold=True, align="right")
        kind = locale.name_of(player.champion.name)
        if kind != player.name:
            drawing.text((_EDGE_MM, y - 4.6), *fit_words(kind, inner, 9, _LEAST_POINTS))
        _profile(drawing, locale, player.champion, y - 7, inner)
        y -= 17.5
        for line in lines:
            y -= line_mm(_SMALL)
            drawing.text((_EDGE_MM, y), line, _SMALL)
        if rows:
            drawing.text((_EDGE_MM, y - 4.5), caption, fit_size(caption, inner, 7))
            _table(drawing, locale, heads, rows, (y - 6, inner))

    return Piece(wide, high, draw)


def _profile(
    drawing: Drawing, locale: Locale, champion: Champion, top: float, inner: float
) -> None:
    """Draw the characteristics in two rows of boxes."""
    figures = characteristics_of(locale, champion)
    wide = inner / len(figures)
    for number, (name, value) in enumerate(figures):
        left = _EDGE_MM + number * wide
        drawing.box((left, top - 4), wide, 4, Ink(fill=PALE))
        drawing.text((left + wide / 2, top - 3), name, 6.5, align="middle")
        drawing.box((left, top - 9), wide, 5)
        drawing.text((left + wide / 2, top - 7.8), value, 10, bold=True, align="middle")


def _texts(locale: Locale, player: Fielded) -> Iterator[str]:
    """Yield the texts below the profile: value, movement, weapons, traits."""
    yield headline(locale, player.champion)
    for arm in player.arms:
        yield weapon_line(locale, arm)
    for trait in player.traits:
        yield trait_line(locale, trait)


def _against(locale: Locale, player: Fielded, other: Fielded, guns: Sequence[Weapon]) -> _Row:
    """Return a champion's odds against another, both unhurt, in the open, within range."""
    shooter = Fighter.of(player.champion, traits=player.traits)
    target = Fighter.of(other.champion, traits=other.traits)
    cells = []
    for gun in guns:
        odds_of_gun = duel_odds(shooter, gun, target, STEADY, other.champion.id)
        attack = odds_of_gun.plan.attack
        save = attack.saves.preferred
        needs = " ".join((
            _need(attack.hit), _need(attack.wound), _need(save.test) if save else "-",
        ))  # fmt: skip
        cells.append(f"{needs} · {locale.percent(odds_of_gun.kills)}")
    sides = ((each.name, each.champion, each.arms, each.traits) for each in (player, other))
    match = between(*sides)
    odds = duel_odds_of_round(match, "p1", "p2")
    cells.append(locale.percent(odds.dies["p2"]))
    return _Row(other.name, tuple(cells))


def _need(test: Test) -> str:
    if test.rolled:
        return f"{test.needed}+"
    return "-" if test.needed > _SIX else "1+"


_SIX: Final = 6


def _table(
    drawing: Drawing,
    locale: Locale,
    heads: Sequence[str],
    rows: Sequence[_Row],
    size_mm: tuple[float, float],
) -> None:
    """Draw the others, a row each; the last column is a charge."""
    columns = (*heads, locale.gettext(N_("a charge kills")))
    top, inner = size_mm
    longest = max(width_mm(row.name, 8, bold=True) for row in rows) + 2
    first = max(_LEAST_NAME_MM, min(longest, inner - len(columns) * _CELL_MM))
    wide = (inner - first) / len(columns)
    y = top - _ROW_MM
    for number, head in enumerate(columns):
        x = _EDGE_MM + first + (number + 0.5) * wide
        drawing.text((x, y + 1.2), head, fit_size(head, wide - 1, 6.5), align="middle")
    for row in rows:
        y -= _ROW_MM
        drawing.line((_EDGE_MM, y + _ROW_MM), (_EDGE_MM + inner, y + _ROW_MM))
        name, size = fit_words(row.name, first - 1, 8, _LEAST_POINTS, bold=True)
        drawing.text((_EDGE_MM, y + 1.2), name, size, bold=True)
        for number, cell in enumerate(row.cells):
            x = _EDGE_MM + first + (number + 0.5) * wide
            drawing.text((x, y + 1.2), cell, fit_size(cell, wide - 1, 8), align="middle")
