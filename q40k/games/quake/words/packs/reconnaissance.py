"""The terrain reconnaissance: every kind of scenery, to agree on before play (ARENA-5)."""

from __future__ import annotations

from itertools import groupby

from q40k.games.quake.packs.arena import Arena, EffectName, Scenery
from q40k.games.quake.words.packs.arena_problems import effect_word
from q40k.i18n.locale import N_, Locale

BOX = "☐"
_SHOOTING: frozenset[EffectName] = frozenset(("blocks_sight", "dark"))
_SAVES: frozenset[EffectName] = frozenset(("cover",))

Effects = tuple[str, str, str]


def reconnaissance(locale: Locale, arena: Arena) -> list[str]:
    """Return a box to tick for each kind of piece, with its effects on moves, shots and saves."""
    lines = [locale.gettext(N_("Agree on each piece before play (ARENA-5)."))]

    def kind(piece: Scenery) -> tuple[str, Effects]:
        return locale.name_of(piece.name), _effects(locale, piece)

    for (name, does), same in groupby(sorted(arena.scenery, key=kind), key=kind):
        number = len(list(same))
        lines.append(f"{BOX} {number} × {name}" if number > 1 else f"{BOX} {name}")
        moves, shots, saves = does
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
