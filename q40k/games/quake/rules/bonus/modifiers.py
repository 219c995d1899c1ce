"""What helps and hinders a champion in a fight: its bonus, the portal it stands in, the ground.

Each change names where it comes from, so that a plan can say why it needs what it needs.
"""

from __future__ import annotations

from msgspec import structs

from q40k.games.quake.packs.models import Champion, Weapon
from q40k.games.quake.rules.state import Match, Player
from q40k.games.quake.rules.traits.minds import leadership
from q40k.games.w40k3e.figures import Fighter
from q40k.games.w40k3e.modifiers import Modifier
from q40k.games.w40k3e.traits import has

PORTAL_SAVE = 5
"""The invulnerable save of whoever stands in a portal (PORTAL-8)."""


TURBO_FROM_IN = 12
"""Who has moved further than that has opened the throttle: it neither shoots nor charges."""


def opened_up(player: Player) -> bool:
    """Whether it rode as fast as its trait lets it, in the place of shooting and charging."""
    return has(player.abilities, "turbo") and player.movement.spent > TURBO_FROM_IN + 1e-6


def fighter(state: Match, player: Player, *more: Modifier) -> Fighter:
    """A champion as it stands on the table, with all that changes its numbers.

    A save that breaks is gone once it has failed.
    """
    boons = (
        *bonus_modifiers(state, player), *portal_modifiers(player), *player.turn.under, *more
    )  # fmt: skip
    figure = profile(player)
    known = Fighter.of(  # death outright looks at the toughness it has as what it is
        structs.replace(figure, unit_type=player.champion.unit_type, ld=leadership(state, player)),
        boons,
        wounds=player.life.wounds,
        traits=player.abilities,
        moved=player.turn.moved,
        turbo=opened_up(player),
    )
    if figure.unit_type != known.unit_type:
        known = structs.replace(known, unit_type=figure.unit_type)
    if not player.life.broken:
        return known
    left = tuple(one for one in known.modifiers if one.effect != "breaking-invulnerable")
    return structs.replace(known, modifiers=left)


def profile(player: Player) -> Champion:
    """A champion's profile with what it has taken from others (special bonus 6).

    Rule: BONUS-1
    """
    held = player.bonus
    if held is None or not (held.figures or held.kit or held.unit_type):
        return player.champion
    kit = (*player.champion.weapons, *held.kit)
    kind = held.unit_type or player.champion.unit_type
    return structs.replace(player.champion, **held.figures, weapons=kit, unit_type=kind)


def bonus_modifiers(state: Match, player: Player) -> tuple[Modifier, ...]:
    """What the bonus it holds changes.

    Rule: BONUS-1, BONUS-6
    """
    held = player.bonus
    if held is None or held.spent:
        return ()
    kind = state.kind(held)
    return tuple(Modifier(one.effect, one.value, held.kind, one.scope) for one in kind.modifiers)


def portal_modifiers(player: Player) -> tuple[Modifier, ...]:
    """In cover and saved on a 5+, invulnerable, for whoever stands in a portal.

    Rule: PORTAL-8
    """
    if player.position.portal is None:
        return ()
    return (
        Modifier("cover", PORTAL_SAVE, "PORTAL-8"),
        Modifier("invulnerable", PORTAL_SAVE, "PORTAL-8"),
    )


def arms_of(state: Match, player: Player) -> tuple[Weapon, ...]:
    """Every weapon line a champion can use: its own, and what its bonus gives it.

    Rule: BONUS-1
    """
    held = player.bonus
    if held is None:
        return player.arms
    given = state.kind(held).weapon if not held.spent else None
    return (*player.arms, *held.arms, *((given,) if given else ()))


def stealthy(state: Match, player: Player) -> bool:
    """Whether its bonus makes a champion count as in a dark zone.

    Rule: BONUS-1, SHOOT-3
    """
    held = player.bonus
    return held is not None and not held.spent and state.kind(held).stealth


def controller(state: Match, player: str) -> str | None:
    """Who decides for a champion by mind control, as long as both are in the match; else None.

    Rule: BONUS-1
    """
    for other in state.players.values():
        held = other.bonus
        if held is not None and held.target == player and other.present and not held.spent:
            return other.id
    return None
