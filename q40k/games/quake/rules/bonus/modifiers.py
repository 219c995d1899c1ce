"""Modifiers of a champion in a fight: from its bonus, the portal it stands in, the ground.

Each names its source, so that a plan can explain its numbers.
"""

from msgspec import structs

from q40k.games.quake.packs.models import Champion, Weapon
from q40k.games.quake.rules.minds import leadership
from q40k.games.quake.rules.state import Match, Player
from q40k.games.w40k3e.figures import Fighter
from q40k.games.w40k3e.modifiers import Modifier
from q40k.games.w40k3e.traits import has

PORTAL_SAVE = 5
"""The invulnerable save of a champion in a portal (PORTAL-8)."""


TURBO_FROM_IN = 12
"""A turbo champion that moved further than this neither shoots nor charges."""


def used_turbo(player: Player) -> bool:
    """Whether it used the turbo trait for its move, which replaces shooting and charging."""
    return has(player.abilities, "turbo") and player.movement.spent > TURBO_FROM_IN + 1e-6


def fighter(state: Match, player: Player, *more: Modifier) -> Fighter:
    """Return a champion as it stands on the table, with everything that changes its numbers.

    A breaking save is left out once it has failed.
    """
    extra = (*bonus_modifiers(state, player), *portal_modifiers(player), *player.turn.under, *more)
    figure = profile(player)
    combatant = Fighter.of(  # its own unit type decides the toughness for instant death
        structs.replace(figure, unit_type=player.champion.unit_type, ld=leadership(state, player)),
        extra,
        wounds=player.life.wounds,
        traits=player.abilities,
        moved=player.turn.moved,
        turbo=used_turbo(player),
    )
    if figure.unit_type != combatant.unit_type:
        combatant = structs.replace(combatant, unit_type=figure.unit_type)
    if not player.life.broken:
        return combatant
    modifiers = tuple(modifier for modifier in combatant.modifiers if modifier.effect != "breaking-invulnerable")
    return structs.replace(combatant, modifiers=modifiers)


def profile(player: Player) -> Champion:
    """Return a champion's profile with what it took from others (special bonus 6).

    Rule: BONUS-1
    """
    held = player.bonus
    if held is None or not (held.figures or held.kit or held.unit_type):
        return player.champion
    kit = (*player.champion.weapons, *held.kit)
    kind = held.unit_type or player.champion.unit_type
    return structs.replace(player.champion, **held.figures, weapons=kit, unit_type=kind)


def bonus_modifiers(state: Match, player: Player) -> tuple[Modifier, ...]:
    """Return the modifiers of the bonus it holds.

    Rule: BONUS-1, BONUS-6
    """
    held = player.bonus
    if held is None or held.spent:
        return ()
    kind = state.kind(held)
    return tuple(Modifier(modifier.effect, modifier.value, held.kind, modifier.scope) for modifier in kind.modifiers)


def portal_modifiers(player: Player) -> tuple[Modifier, ...]:
    """Return cover and a 5+ invulnerable save for a champion in a portal.

    Rule: PORTAL-8
    """
    if player.position.portal is None:
        return ()
    return (Modifier("cover", PORTAL_SAVE, "PORTAL-8"), Modifier("invulnerable", PORTAL_SAVE, "PORTAL-8"))


def arms_of(state: Match, player: Player) -> tuple[Weapon, ...]:
    """Return every weapon line a champion can use: its own, and those of its bonus.

    Rule: BONUS-1
    """
    held = player.bonus
    if held is None:
        return player.arms
    weapon = state.kind(held).weapon if not held.spent else None
    return (*player.arms, *held.arms, *((weapon,) if weapon else ()))


def is_stealthy(state: Match, player: Player) -> bool:
    """Whether its bonus makes a champion count as in a dark zone.

    Rule: BONUS-1, SHOOT-3
    """
    held = player.bonus
    return held is not None and not held.spent and state.kind(held).stealth


def controller(state: Match, player: str) -> str | None:
    """Return who decides for a champion by mind control; None if nobody does.

    Mind control ends when its holder leaves the match.

    Rule: BONUS-1
    """
    for other in state.players.values():
        held = other.bonus
        if held is not None and held.target == player and other.present and not held.spent:
            return other.id
    return None
