"""What a piece can do and where it is, in a few words."""

from __future__ import annotations

from q40k.games.space_hulk.rules.offers import doors_near, foes_ahead, targets
from q40k.games.space_hulk.rules.state import Blip, Marine, Match, Stealer
from q40k.i18n.locale import N_, Locale


def options_line(locale: Locale, state: Match, who: str) -> str:
    """Return what a piece can do now: its points, targets, enemies ahead and doors in reach."""
    piece = state.piece(who)
    parts = [locale.say(N_("{ap} AP"), ap=piece.acts.ap)]
    placed = piece.position.at is not None
    if isinstance(piece, Marine) and placed and (seen := targets(state, piece)):
        parts.append(locale.say(N_("shoots at {names}"), names=", ".join(seen)))
    if placed and (ahead := foes_ahead(state, who)):
        parts.append(locale.say(N_("ahead {names}"), names=", ".join(ahead)))
    if placed and (doors := doors_near(state, who)):
        parts.append(locale.say(N_("reaches {names}"), names=", ".join(doors)))
    return " · ".join(parts)


def alien_place(alien: Stealer | Blip) -> str:
    """Return the entry where an alien waits, or its square and facing."""
    entry = alien.lurking.entry
    if entry is not None:
        return f"{entry}…" if alien.lurking.held else str(entry)
    return f"{alien.position.at or '-'} {alien.position.facing or ''}".strip()
