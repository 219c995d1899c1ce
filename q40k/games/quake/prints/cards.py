"""Cards of champions with their odds against the others, and of bonuses with tokens to fold."""

from collections.abc import Iterator, Sequence
from contextlib import suppress

from msgspec import Struct
from PIL import Image

from q40k.games.quake.packs.arena import TOKEN_RADIUS_CM
from q40k.games.quake.packs.kinds import KINDS
from q40k.games.quake.packs.models import Weapon
from q40k.games.quake.packs.tokens import BonusKind, Category
from q40k.games.quake.prints import art
from q40k.games.quake.prints.offer import LEAST_TOKENS, Fielded, Wish
from q40k.games.quake.state.odds import duel_odds, duel_odds_of_round
from q40k.games.quake.state.shooting import can_fire
from q40k.games.quake.table.packs import between, shared_champion
from q40k.games.quake.words import bonus, champion, traits
from q40k.games.w40k3e.figures import Fighter
from q40k.games.w40k3e.plans import Test
from q40k.games.w40k3e.shooting import STEADY
from q40k.i18n.locale import N_, Locale
from q40k.packs.art import BadPicture, open_picture
from q40k.packs.codes import write_code
from q40k.prints.art import Palette, draw_banner, draw_frame, palette
from q40k.prints.codes import code_pieces
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
    width_mm,
)
from q40k.prints.offer import ART, InkLevel
from q40k.prints.sheets import GAP_MM, Piece, Sheet, pack_pieces
from q40k.table.bundles import art_in_use

_WIDE_MM = 90.0
"""The largest width of a card: two fit side by side on any paper and printer."""
_EDGE_MM = 3.0
_ROW_MM = 4.4
_SMALL = 7.5
_CELL_MM = 20.0
"""The preferred width of a cell, if the names of the others leave room."""
_LEAST_NAME_MM = 22.0
_LEAST_POINTS = 6.0
"""The smallest size of a name, in points; longer names are cut short."""
_MOST_GUNS = 3
"""How many shooting weapons are compared with the others."""


class _Row(Struct, frozen=True):
    """A champion's needs against another: for each gun, and its chance in a charge."""

    name: str
    cells: tuple[str, ...]


def cards(wish: Wish) -> list[Sheet]:
    """Return a card for everyone who is seated or was chosen, and a square code for each who is of no shipped pack.

    Rule: CHAMPION-4, INIT-1, SCORE-4
    """
    locale = wish.locale
    wide = min(_WIDE_MM, (wish.frame.wide_mm - GAP_MM) / 2)
    pieces = [_champion_card(wish, player, wide) for player in wish.fielded]
    for player in wish.fielded:
        if own := shared_champion(player.champion, player.arms, player.traits):
            name = locale.name_of(player.champion.name)
            pieces += code_pieces(locale, name, write_code(KINDS.game, own), wish.board, wish.frame.wide_mm)
    return pack_pieces(locale.gettext(N_("Champions")), pieces, wish.frame, joins=True)


def _champion_card(wish: Wish, player: Fielded, wide: float) -> Piece:
    locale, table = wish.locale, wish.fielded
    inks = palette(wish.ink, "steel") if wish.ink in ART else None
    guns = [arm for arm in player.arms if can_fire(arm)][:_MOST_GUNS]
    rows = [_against(locale, player, other, guns) for other in table if other is not player]
    heads = [locale.name_of(gun.name) for gun in guns]
    texts = list(_texts(locale, player))
    inner = wide - 2 * _EDGE_MM
    lines = [line for text in texts for line in break_lines(text, inner, _SMALL)]
    caption = locale.gettext(N_("to hit, to wound, save (- is none) · chance to kill in a turn, unhurt"))
    high = 27.2 + len(lines) * line_mm(_SMALL) + (2 + len(rows)) * _ROW_MM * bool(rows) + 6

    def draw(drawing: Drawing) -> None:
        y = high - 6.5
        _card_edge(drawing, wide, high, inks)
        colour = BLACK if inks is None else WHITE
        points = f"{player.champion.points}"
        name, size = fit_words(player.name, wide - 30, 13, _LEAST_POINTS, bold=True)
        drawing.text((_EDGE_MM, y), name, size, bold=True, colour=colour)
        drawing.text((wide - _EDGE_MM, y), points, 15, bold=True, align="right", colour=colour)
        kind = locale.name_of(player.champion.name)
        if kind != player.name:
            drawing.text((_EDGE_MM, y - 5.8), *fit_words(kind, inner, 9, _LEAST_POINTS))
        _profile(drawing, champion.characteristics_of(locale, player.champion), y - 8.2, inner, inks)
        y -= 18.7
        for line in lines:
            y -= line_mm(_SMALL)
            drawing.text((_EDGE_MM, y), line, _SMALL)
        if rows:
            drawing.text((_EDGE_MM, y - 4.5), caption, fit_size(caption, inner, 7))
            _table(drawing, locale, heads, rows, (y - 6, inner))

    return Piece(wide, high, draw)


def _card_edge(drawing: Drawing, wide: float, high: float, inks: Palette | None) -> None:
    """Draw the edge of a champion's card, with a frame and a band for its name if it has inks."""
    if inks is None:
        drawing.box((0, 0), wide, high)
        return
    draw_frame(drawing, wide, high, inks, edge=0.8)
    draw_banner(drawing, (1.7, high - 8.6), wide - 3.4, 6.9, inks)


def _profile(
    drawing: Drawing, figures: Sequence[tuple[str, str]], top: float, inner: float, inks: Palette | None
) -> None:
    """Draw the characteristics in two rows of boxes."""
    wide = inner / len(figures)
    for number, (name, value) in enumerate(figures):
        left = _EDGE_MM + number * wide
        drawing.box((left, top - 4), wide, 4, Ink(fill=PALE if inks is None else inks.tint))
        drawing.text((left + wide / 2, top - 3), name, 6.5, align="middle")
        drawing.box((left, top - 9), wide, 5)
        drawing.text((left + wide / 2, top - 7.8), value, 10, bold=True, align="middle")


def _texts(locale: Locale, player: Fielded) -> Iterator[str]:
    """Yield the texts below the profile: value, movement, weapons, traits."""
    yield champion.headline(locale, player.champion)
    for arm in player.arms:
        yield champion.weapon_line(locale, arm)
    for trait in player.traits:
        yield traits.trait_line(locale, trait)


def _against(locale: Locale, player: Fielded, other: Fielded, guns: Sequence[Weapon]) -> _Row:
    """Return a champion's odds against another, both unhurt, in the open, within range."""
    shooter = Fighter.of(player.champion, traits=player.traits)
    target = Fighter.of(other.champion, traits=other.traits)
    cells = []
    for gun in guns:
        odds_of_gun = duel_odds(shooter, gun, target, STEADY, other.champion.id)
        attack = odds_of_gun.plan.attack
        save = attack.saves.preferred
        needs = " ".join((_need(attack.hit), _need(attack.wound), _need(save.test) if save else "-"))
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


_SIX = 6


def _table(
    drawing: Drawing, locale: Locale, heads: Sequence[str], rows: Sequence[_Row], size_mm: tuple[float, float]
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


# -- tokens and bonuses ------------------------------------------------------------------


_CARD_MM = (58.0, 38.0)
"""The largest size of a card: three fit side by side on any paper and printer."""
_TEXT = (8.5, 8.0, 7.5, 7.0, 6.5, 6.0, 5.5)
"""The letter sizes for a bonus's text, the largest first, in points."""
_LEAST_TITLE = 7.0
"""The smallest size of a bonus's name, in points; longer names are cut short."""
_TOKEN_MM = TOKEN_RADIUS_CM * 20
_LETTERS: dict[Category, str] = {"equipment": "E", "weapon": "W", "special": "S"}
"""The letters on the map, the same in any language."""
_FACES: dict[Category, tuple[str | None, str]] = {
    "equipment": (None, BLACK),
    "weapon": (PALE, BLACK),
    "special": (BLACK, WHITE),
}


def tokens(wish: Wish) -> list[Sheet]:
    """Return the arena's tokens, or the book's number for the players; then the cards.

    Rule: BONUS-1, BONUS-5, BONUS-6
    """
    locale = wish.locale
    pictures = token_pictures(wish.ink)
    pieces = [_token(locale, category, name, wish.ink, pictures.get(category)) for category, name in _names(wish)]
    wide = min(_CARD_MM[0], (wish.frame.wide_mm - 2 * GAP_MM) / 3)
    cards = [
        _bonus_card(locale, category, roll, kind, (wide, wish.ink))
        for category in _LETTERS
        for roll, kind in wish.tables.table(category).items()
    ]
    title = locale.gettext(N_("Tokens: cut out, fold, glue. Cards of the bonuses"))
    return pack_pieces(title, [*pieces, *cards], wish.frame, joins=True)


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


def token_pictures(ink: InkLevel) -> dict[str, Image.Image]:
    """Return the round pictures of token categories that bundles in use bring; in two inks they are grey."""
    pictures = {}
    for piece, raw in art_in_use(KINDS.game).items() if ink in ART else ():
        with suppress(BadPicture):  # it was sound when it was added, and the file has been damaged since
            pictures[piece] = art.round_picture(open_picture(raw), ink)
    return pictures


def _token(locale: Locale, category: Category, name: str, ink: InkLevel, picture: Image.Image | None = None) -> Piece:
    """Return a token: its face below, its back above, to be folded in the middle."""
    side, (fill, colour) = _TOKEN_MM, _FACES[category]

    def draw(drawing: Drawing) -> None:
        middle = side / 2
        if ink in ART:
            word = bonus.category_name(locale, category)
            art.draw_token_faces(drawing, side, category, word, _LETTERS[category], name, ink)
            if picture is not None:
                drawing.picture((art.RIM_MM, art.RIM_MM), side - 2 * art.RIM_MM, side - 2 * art.RIM_MM, picture)
            return
        drawing.box((0, 0), side, 2 * side)
        drawing.line((0, side), (side, side), ink=FOLD)
        drawing.circle((middle, middle), middle - 0.8, Ink(line_mm=0.4, fill=fill))
        drawing.centred_text((middle, middle + 1.5), _LETTERS[category], 22, colour=colour)
        word = bonus.category_name(locale, category)
        size = fit_size(word, side * 0.72, 6)
        drawing.text((middle, middle - 5.5), word, size, align="middle", colour=colour)
        drawing.centred_text((middle, side + middle), name, 16)

    return Piece(side, 2 * side, draw)


def _bonus_card(locale: Locale, category: Category, roll: str, kind: BonusKind, look: tuple[float, InkLevel]) -> Piece:
    """Return a bonus's card: its name, its text and the roll for it; `look` is its width and its ink."""
    (wide, ink), high = look, _CARD_MM[1]
    fill, colour = _FACES[category]
    dice = N_("{category}: a D6") if len(roll) == 1 else N_("{category}: D3, then D6")
    roll_words = locale.say(dice, category=bonus.category_name(locale, category))

    def draw(drawing: Drawing) -> None:
        name = locale.name_of(kind.name)
        if ink in ART:
            words = (name, locale.name_of(kind.text), roll_words)
            art.draw_bonus_card(drawing, category, roll, kind, words, (wide, high), ink)
            return
        drawing.box((0, 0), wide, high)
        drawing.box((0, high - 8), wide, 8, Ink(fill=fill))
        name, size = fit_words(name, wide - 18, 11, _LEAST_TITLE, bold=True)
        drawing.text((2.5, high - 5.6), name, size, bold=True, colour=colour)
        rolled = " · ".join(roll)
        drawing.text((wide - 2.5, high - 5.6), rolled, 10, bold=True, align="right", colour=colour)
        text, room = locale.name_of(kind.text), high - 9.5 - 6
        fits = (s for s in _TEXT if len(break_lines(text, wide - 5, s)) * line_mm(s) <= room)
        drawing.paragraph((2.5, high - 9.5), text, wide - 5, next(fits, _TEXT[-1]))
        drawing.text((2.5, 2), roll_words, 7)

    return Piece(wide, high, draw)
