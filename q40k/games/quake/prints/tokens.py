"""Tokens to fold, and a card for every kind of bonus (BONUS-1, BONUS-6)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from q40k.games.quake.packs.arena import TOKEN_RADIUS_CM
from q40k.games.quake.packs.tokens import BonusKind, Category
from q40k.games.quake.prints.wish import LEAST_TOKENS, Wish
from q40k.games.quake.words.bonus import category_name
from q40k.i18n.locale import N_, Locale
from q40k.prints.drawing import (
    BLACK,
    FOLD,
    PALE,
    WHITE,
    Drawing,
    Ink,
    break_lines,
    fit_size,
    fit_words,
    line_mm,
)
from q40k.prints.sheets import GAP_MM, Piece, Sheet, pack_pieces

_CARD_MM: Final = (58.0, 38.0)
"""The largest size of a card: three fit side by side on any paper and printer."""
_TEXT: Final = (8.5, 8.0, 7.5, 7.0, 6.5, 6.0, 5.5)
"""The letter sizes for a bonus's text, the largest first, in points."""
_LEAST_TITLE: Final = 7.0
"""The smallest size of a bonus's name, in points; longer names are cut short."""
_TOKEN_MM: Final = TOKEN_RADIUS_CM * 20
_LETTERS: Final[dict[Category, str]] = {
    "equipment": "E",
    "weapon": "W",
    "special": "S",
}
"""The letters on the map, the same in any language."""
_FACES: Final[dict[Category, tuple[str | None, str]]] = {
    "equipment": (None, BLACK),
    "weapon": (PALE, BLACK),
    "special": (BLACK, WHITE),
}


def tokens(wish: Wish) -> list[Sheet]:
    """Return the arena's tokens, or the book's number for the players; then the cards.

    Rule: BONUS-1, BONUS-5, BONUS-6
    """
    locale = wish.locale
    pieces = [_token(locale, category, name) for category, name in _names(wish)]
    wide = min(_CARD_MM[0], (wish.frame.wide_mm - 2 * GAP_MM) / 3)
    cards = [
        _bonus_card(locale, category, roll, kind, wide)
        for category in _LETTERS
        for roll, kind in wish.tables.table(category).items()
    ]
    title = locale.gettext(N_("Tokens: cut out, fold, glue. Cards of the bonuses"))
    return pack_pieces(title, [*pieces, *cards], wish.frame)


def _names(wish: Wish) -> Iterator[tuple[Category, str]]:
    """Yield each token's category and name."""
    if wish.arena is not None and wish.arena.tokens:
        for token in wish.arena.tokens:
            yield token.category, token.id
        return
    each = max(wish.players, LEAST_TOKENS)
    for number in range(1, each + 1):
        yield "equipment", f"E{number}"
    for number in range(1, each + 1):
        yield "weapon", f"W{number}"
    yield "special", "S1"


def _token(locale: Locale, category: Category, name: str) -> Piece:
    """Return a token: its face below, its back above, to be folded in the middle."""
    side, (fill, colour) = _TOKEN_MM, _FACES[category]

    def draw(drawing: Drawing) -> None:
        middle = side / 2
        drawing.box((0, 0), side, 2 * side)
        drawing.line((0, side), (side, side), ink=FOLD)
        drawing.circle((middle, middle), middle - 0.8, Ink(line_mm=0.4, fill=fill))
        drawing.centred_text((middle, middle + 1.5), _LETTERS[category], 22, colour=colour)
        word = category_name(locale, category)
        size = fit_size(word, side * 0.72, 6)
        drawing.text((middle, middle - 5.5), word, size, align="middle", colour=colour)
        drawing.centred_text((middle, side + middle), name, 16)

    return Piece(side, 2 * side, draw)


def _bonus_card(
    locale: Locale, category: Category, roll: str, kind: BonusKind, wide: float
) -> Piece:
    """Return a bonus's card: its name, its text and the roll for it."""
    high = _CARD_MM[1]
    fill, colour = _FACES[category]

    def draw(drawing: Drawing) -> None:
        drawing.box((0, 0), wide, high)
        drawing.box((0, high - 8), wide, 8, Ink(fill=fill))
        name = locale.name_of(kind.name)
        name, size = fit_words(name, wide - 18, 11, _LEAST_TITLE, bold=True)
        drawing.text((2.5, high - 5.6), name, size, bold=True, colour=colour)
        rolled = " · ".join(roll)
        drawing.text((wide - 2.5, high - 5.6), rolled, 10, bold=True, align="right", colour=colour)
        text, room = locale.name_of(kind.text), high - 9.5 - 6
        fits = (s for s in _TEXT if len(break_lines(text, wide - 5, s)) * line_mm(s) <= room)
        drawing.paragraph((2.5, high - 9.5), text, wide - 5, next(fits, _TEXT[-1]))
        dice = N_("{category}: a D6") if len(roll) == 1 else N_("{category}: D3, then D6")
        roll_words = locale.say(dice, category=category_name(locale, category))
        drawing.text((2.5, 2), roll_words, 7)

    return Piece(wide, high, draw)
