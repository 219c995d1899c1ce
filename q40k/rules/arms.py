"""What a champion can fire: a weapon found by its id, or by what it is called."""

from __future__ import annotations

from difflib import get_close_matches

from q40k.packs.models import Weapon
from q40k.rules.asks import forbid
from q40k.rules.boons import arms_of
from q40k.rules.state import Match, Player


def fires(weapon: Weapon) -> bool:
    """Whether a weapon can be fired at all, and not only swung."""
    return weapon.range_in != "melee"


def guns(state: Match, player: Player) -> tuple[Weapon, ...]:
    """The weapons a champion can fire now: its own and its bonus's, without the jammed ones."""
    arms = arms_of(state, player)
    return tuple(one for one in arms if fires(one) and one.id not in player.jammed)


def find_weapon(state: Match, player: Player, said: str | None) -> Weapon:
    """The weapon that was said: by id, by name in either language, or by the beginning of one.

    Without a word it is the only one there is. Raises Refused (SHOOT-4) with the nearest.
    """
    arms = arms_of(state, player)
    if said is None:
        able = guns(state, player)
        if len(able) == 1:
            return able[0]
        named = tuple(one.name for one in able)
        raise forbid("SHOOT-4", "which-weapon", player=player.name, weapons=named)
    wanted = said.strip().casefold()
    called = {word: one for one in reversed(arms) for word in _words(one)}
    if wanted in called:
        return called[wanted]
    begun = {one.id: one for word, one in called.items() if wanted and word.startswith(wanted)}
    if len(begun) == 1:
        return next(iter(begun.values()))
    near = get_close_matches(wanted, called, 1, 0.5)
    nearest = called[near[0]].id if near else None
    raise forbid("SHOOT-4", "unknown-weapon", player=player.name, weapon=said, nearest=nearest)


def _words(weapon: Weapon) -> tuple[str, ...]:
    """What a weapon is called."""
    return weapon.id, weapon.name.en.casefold(), weapon.name.fr.casefold()
