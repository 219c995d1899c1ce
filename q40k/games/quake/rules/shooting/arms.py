"""The weapons a champion can fire, found by their ids or names."""

from __future__ import annotations

from collections.abc import Iterable

from q40k.games.quake.packs.models import Weapon
from q40k.games.quake.rules.bonus.modifiers import arms_of
from q40k.games.quake.rules.questions import forbid
from q40k.games.quake.rules.state import Match, Player
from q40k.kernel.lookup import lookup


def can_fire(weapon: Weapon) -> bool:
    """Return whether a weapon can be fired, not only used in close combat."""
    return weapon.range_in != "melee"


def guns(state: Match, player: Player) -> tuple[Weapon, ...]:
    """Return the weapons a champion can fire now: its own and its bonus's, without jammed ones."""
    arms = arms_of(state, player)
    return tuple(
        weapon for weapon in arms if can_fire(weapon) and weapon.id not in player.life.jammed
    )


def find_weapon(state: Match, player: Player, text: str | None) -> Weapon:
    """Find a weapon by id, by name in either language, or by the start of a name.

    Without a text it is the only one there is. Raises Refused (SHOOT-4) with the nearest.
    """
    arms = arms_of(state, player)
    if text is None:
        usable = guns(state, player)
        if len(usable) == 1:
            return usable[0]
        choice = tuple(weapon.name for weapon in usable)
        raise forbid("SHOOT-4", "which-weapon", player=player.name, weapons=choice)
    match = match_weapon(arms, text)
    if match is None:
        near = nearest_weapon(arms, text)
        raise forbid("SHOOT-4", "unknown-weapon", player=player.name, weapon=text, nearest=near)
    return match


def match_weapon(arms: Iterable[Weapon], text: str) -> Weapon | None:
    """Return the weapon of an id or name, or the only one whose name starts so, or None."""
    carried = tuple(arms)
    weapon_id = lookup(text, _ids_by_name(carried)).only
    return next((weapon for weapon in carried if weapon.id == weapon_id), None)


def nearest_weapon(arms: Iterable[Weapon], text: str) -> str | None:
    """Return the id of the weapon whose name is nearest to a mistyped one."""
    return lookup(text, _ids_by_name(arms), prefixes=False, similarity=0.5).nearest


def _ids_by_name(arms: Iterable[Weapon]) -> dict[str, str]:
    """Return the id of each weapon by its names; the first of several with the same name."""
    return {name: weapon.id for weapon in reversed(tuple(arms)) for name in _names(weapon)}


def _names(weapon: Weapon) -> tuple[str, ...]:
    return weapon.id, weapon.name.en.casefold(), weapon.name.fr.casefold()
