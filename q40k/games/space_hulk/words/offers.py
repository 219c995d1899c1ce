"""What is open to a piece, and where it is, in a few words."""

from __future__ import annotations

from q40k.games.space_hulk.rules.offers import doors_near, foes_ahead, targets
from q40k.games.space_hulk.rules.state import Blip, Marine, Match, Stealer
from q40k.i18n.locale import N_, Locale


def open_to(locale: Locale, state: Match, who: str) -> str:
    """What a piece can do now: its points, whom it sees, attacks, which doors it reaches."""
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


def alien_place(one: Stealer | Blip) -> str:
    """Where an alien is: the entry where it waits, or its square and where it looks."""
    waits = one.lurking.entry
    if waits is not None:
        return f"{waits}…" if one.lurking.held else str(waits)
    return f"{one.position.at or '-'} {one.position.facing or ''}".strip()
