"""Hold the charts of the 3rd edition: to hit, to wound and instant death."""


def to_hit(bs: int) -> int:
    """Return the lowest D6 that hits with a shot: 7 - BS, but at least 2. BS 0 returns 7 and cannot
    hit.

    Source: w40k3e 1
    """
    return max(2, 7 - bs)


def to_hit_melee(ws: int, against: int) -> int:
    """Return the lowest D6 that hits in close combat, for WS `ws` against the enemy's WS.

    Source: w40k3e 2
    """
    if ws > against:
        return 3
    return 5 if against > 2 * ws else 4


def cap_strength(strength: int) -> int:
    """Limit a strength to 1 to 10, after every change.

    Source: w40k3e 3
    """
    return max(1, min(10, strength))


# -- to wound --------------------------------------------------------------------------------------


def to_wound(strength: int, toughness: int) -> int | None:
    """Return the lowest D6 that wounds, or None if no roll does.

    Equal values need 4+. Each point of strength above or below shifts it by one, from 2+ to 6+. Two
    or three below need a 6; four below cannot wound.
    """
    difference = strength - toughness
    if difference <= -4:
        return None
    return max(2, min(6, 4 - difference))


def instant_death(strength: int, toughness: int) -> bool:
    """Tell whether a wound of `strength` kills outright, whatever wounds are left."""
    return strength >= 2 * toughness
