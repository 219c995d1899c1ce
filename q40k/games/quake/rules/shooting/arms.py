"""What a champion can fire: a weapon found by its id, or by what it is called."""

from __future__ import annotations

from collections.abc import Iterable

from q40k.games.quake.packs.models import Weapon
from q40k.games.quake.rules.bonus.modifiers import arms_of
from q40k.games.quake.rules.questions import forbid
from q40k.games.quake.rules.state import Match, Player
from q40k.kernel.lookup import lookup


def fires(weapon: Weapon) -> bool:
    """Whether a weapon can be fired at all, and not only swung."""
    return weapon.range_in != "melee"


def guns(state: Match, player: Player) -> tuple[Weapon, ...]:
    """The weapons a champion can fire now: its own and its bonus's, without the jammed ones."""
    arms = arms_of(state, player)
    return tuple(one for one in arms if fires(one) and one.id not in player.life.jammed)


def find_weapon(state: Match, player: Player, said: str | None) -> Weapon:
    """The weapon that was said: by id, by name in either language, or by the beginning of one.

    Without a word it is the only one there is. Raises Refused (SHOOT-4) with the nearest.
    """
    arms = arms_of(state, player)
    if said is None:
        able = guns(state, player)
        if len(able) == 1:
            return able[0]
        choice = tuple(one.name for one in able)
        raise forbid("SHOOT-4", "which-weapon", player=player.name, weapons=choice)
    found = named(arms, said)
    if found is None:
        near = nearest(arms, said)
        raise forbid("SHOOT-4", "unknown-weapon", player=player.name, weapon=said, nearest=near)
    return found


def named(arms: Iterable[Weapon], said: str) -> Weapon | None:
    """The weapon of that id or name, or the only one whose name begins so; None for no such."""
    carried = tuple(arms)
    meant = lookup(said, _called(carried)).one
    return next((one for one in carried if one.id == meant), None)


def nearest(arms: Iterable[Weapon], said: str) -> str | None:
    """The id of the weapon whose name is nearest to a mistyped one."""
    return lookup(said, _called(arms), begun=False, likeness=0.5).nearest


def _called(arms: Iterable[Weapon]) -> dict[str, str]:
    """The id of each weapon by whatever it is called; of two of one name the first."""
    return {word: one.id for one in reversed(tuple(arms)) for word in _words(one)}


def _words(weapon: Weapon) -> tuple[str, ...]:
    """What a weapon is called."""
    return weapon.id, weapon.name.en.casefold(), weapon.name.fr.casefold()
