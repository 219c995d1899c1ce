"""Arenas in words: their card, their temper, the effects of each piece of scenery."""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from textwrap import wrap
from typing import TypeVar

from msgspec import Struct

from q40k.games.quake.arena.picture import BARREL, BASES, TEXTURES, Texture, picture, texture, textures
from q40k.games.quake.packs.arena import Arena, EffectName, Scenery
from q40k.games.quake.words.packs.problems import effect_word
from q40k.geometry.outlines import area
from q40k.i18n.locale import N_, Locale

Effects = tuple[str, str, str]
Does = TypeVar("Does", str, Effects)

LINE = 78
DENSE = 0.15
"""An arena whose scenery covers a larger share of its table is cramped, not open."""

_TEXTURES: dict[Texture, str] = {"high": N_("climbable, 4 in or higher"), "plain": N_("no effect")}
"""The textures that show no single effect."""


def texture_word(locale: Locale, name: Texture) -> str:
    """Return what a texture of a map means."""
    return locale.gettext(_TEXTURES[name]) if name in _TEXTURES else effect_word(locale, name)


def size(locale: Locale, arena: Arena) -> str:
    """Return the size of the table: 60 × 60 cm."""
    return locale.say(N_("{width} × {height} cm"), width=arena.size[0], height=arena.size[1])


def players(locale: Locale, arena: Arena) -> str:
    """Return how many players an arena is for: 2 to 6; at most one for each tile (ARENA-2)."""
    if arena.players is None:
        return locale.say(N_("up to {number}"), number=arena.tiles)
    least, most = arena.players
    if least == most:
        return str(least)
    return locale.say(N_("{least} to {most}"), least=least, most=most)


def temper(locale: Locale, arena: Arena) -> str:
    """Return what an arena is like, in a few words about its contents."""
    return ", ".join(_tempers(locale, arena))


def _tempers(locale: Locale, arena: Arena) -> list[str]:
    pieces = arena.scenery
    parts = []
    counts = (
        (locale.plural("{number} base", "{number} bases", len(arena.bases)), arena.bases),
        (locale.plural("{number} flag", "{number} flags", len(arena.flags)), arena.flags),
        (locale.plural("{number} barrel", "{number} barrels", len(arena.barrels)), arena.barrels),
    )
    parts += [words for words, things in counts if things]
    high = [piece for piece in pieces if texture(piece) == "high"]
    tests = (
        (N_("vertical"), len(high) > 2),
        (N_("lethal ground"), any(piece.lethal for piece in pieces)),
        (N_("water"), any(piece.water for piece in pieces)),
        (N_("dark zones"), any(piece.dark for piece in pieces)),
        (N_("dangerous ground"), any(piece.dangerous for piece in pieces)),
    )
    parts += [locale.gettext(word) for word, holds in tests if holds]
    covered = sum(area(piece.corners) for piece in pieces) / (arena.size[0] * arena.size[1])
    if pieces:
        parts.append(locale.gettext(N_("cramped") if covered > DENSE else N_("open")))
    else:
        parts.append(locale.gettext(N_("scenery of your own")))
    return parts


def effects(locale: Locale, piece: Scenery) -> str:
    """Return a piece of scenery's height, then its agreed effects, in words (ARENA-5)."""
    parts = []
    if piece.height_in:
        height = locale.inches(piece.height_in)
        parts.append(locale.say(N_("{height} high"), height=height))
    parts += [_effect(locale, piece, name) for name in piece.effects]
    if piece.solid or (piece.climbable and piece.bars_in):
        parts.append(locale.gettext(N_("solid")))
    elif piece.hollow:
        parts.append(locale.gettext(N_("hollow")))
    return ", ".join(parts) or locale.gettext(N_("no effect"))


def _effect(locale: Locale, piece: Scenery, name: str) -> str:
    if name == "cover":
        return locale.say(N_("cover save {roll}+"), roll=piece.cover)
    return effect_word(locale, name)


class Kind(Struct, frozen=True):
    """A kind of scenery: its name with the number of pieces, its effects, the ids of its pieces."""

    name: str
    does: str
    pieces: tuple[str, ...]


def scenery(locale: Locale, arena: Arena) -> list[Kind]:
    """Return every kind of scenery by name; pieces with the same name and effects are one kind."""
    return [Kind(*kind) for kind in _group_scenery(locale, arena, effects)]


def _group_scenery(
    locale: Locale, arena: Arena, describe: Callable[[Locale, Scenery], Does]
) -> Iterator[tuple[str, Does, tuple[str, ...]]]:
    """Yield the name of each kind with the number of its pieces, its description, their ids."""

    def kind(piece: Scenery) -> tuple[str, Does]:
        return locale.name_of(piece.name), describe(locale, piece)

    for (name, does), same in groupby(sorted(arena.scenery, key=kind), key=kind):
        ids = tuple(piece.id for piece in same)
        yield f"{len(ids)} × {name}" if len(ids) > 1 else name, does, ids


def legend(locale: Locale, arena: Arena) -> list[tuple[str, str]]:
    """Return the marks and textures of the text picture with their meanings, if it shows them."""
    rows = [
        ("(1)", locale.gettext(N_("portal"))),
        ("E W S", locale.gettext(N_("equipment, weapon and special tokens"))),
    ]
    if arena.flags:
        rows.append((arena.flags[0].id, locale.gettext(N_("flag"))))
    if arena.bases:
        rows.append((BASES[: min(len(arena.bases), 9)], locale.gettext(N_("bases"))))
    if arena.barrels:
        rows.append((BARREL, locale.gettext(N_("barrel"))))
    rows += [(TEXTURES[name], texture_word(locale, name)) for name in textures(arena)]
    return rows


def card(locale: Locale, arena: Arena, columns: int = LINE) -> list[str]:
    """Return an arena's card: size, players, note, picture, legend, scenery with its effects."""
    facts = locale.say(
        N_("{size}, {tiles} tiles; players: {players}; {temper}"),
        size=size(locale, arena),
        tiles=arena.tiles,
        players=players(locale, arena),
        temper=temper(locale, arena),
    )
    lines = [f"{locale.name_of(arena.name)} ({arena.id})", *_wrap_text(facts, columns), ""]
    lines += [*_wrap_text(locale.name_of(arena.note), columns), "", *picture(arena, columns)]
    lines += [*_in_line(legend(locale, arena), columns), ""]
    if arena.scenery:
        lines += _align_columns([(kind.name, kind.does) for kind in scenery(locale, arena)], columns)
    else:
        lines += _wrap_text(
            locale.gettext(N_("No scenery is laid down: agree before play on what each piece does (ARENA-5).")), columns
        )
    return lines


def _wrap_text(words: str, columns: int) -> list[str]:
    return wrap(words, columns, break_on_hyphens=False)


def _in_line(rows: Sequence[tuple[str, str]], columns: int) -> list[str]:
    """Return pairs next to each other, as many as a line holds; no pair is broken."""
    lines = [""]
    for mark, meaning in rows:
        pair = f"{mark} {meaning}"
        if lines[-1] and len(lines[-1]) + 3 + len(pair) > columns:
            lines.append("")
        lines[-1] += ("   " if lines[-1] else "") + pair
    return lines


def _align_columns(rows: Sequence[tuple[str, str]], columns: int) -> list[str]:
    """Return pairs in two columns; the second one is wrapped."""
    width = min(max(len(name) for name, _does in rows), 32)
    lines = []
    for name, does in rows:
        first, *more = wrap(does, max(columns - width - 2, 20)) or [""]
        lines.append(f"{name:<{width}}  {first}")
        lines += [" " * (width + 2) + line for line in more]
    return lines


# -- terrain reconnaissance: every kind of scenery, to agree on before play (ARENA-5) ------


BOX = "☐"
_SHOOTING: frozenset[EffectName] = frozenset(("blocks_sight", "dark"))
_SAVES: frozenset[EffectName] = frozenset(("cover",))


def reconnaissance(locale: Locale, arena: Arena) -> list[str]:
    """Return a box to tick for each kind of piece, with its effects on moves, shots and saves."""
    lines = [locale.gettext(N_("Agree on each piece before play (ARENA-5)."))]
    for name, (moves, shots, saves), _ids in _group_scenery(locale, arena, _effects):
        lines.append(f"{BOX} {name}")
        lines += [
            "    " + locale.say(N_("movement: {effects}"), effects=moves),
            "    " + locale.say(N_("shooting: {effects}"), effects=shots),
            "    " + locale.say(N_("saves: {effects}"), effects=saves),
        ]
    if not arena.scenery:
        lines.append(f"{BOX} " + locale.gettext(N_("no scenery is known: name each piece")))
    return lines


def _effects(locale: Locale, piece: Scenery) -> Effects:
    """Return a piece's effects on moves, shots and saves; a dash for none."""
    moves, shots, saves = list[str](), list[str](), list[str]()
    if piece.height_in:
        moves.append(locale.say(N_("{height} high"), height=locale.inches(piece.height_in)))
    for name in piece.effects:
        if name in _SAVES:
            saves.append(f"{piece.cover}+")
        else:
            (shots if name in _SHOOTING else moves).append(effect_word(locale, name))
    return ", ".join(moves) or "-", ", ".join(shots) or "-", ", ".join(saves) or "-"
