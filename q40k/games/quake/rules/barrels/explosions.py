"""What an exploding barrel does by the dice, and napalm to whoever crosses it."""

from __future__ import annotations

from itertools import pairwise
from typing import Literal

from msgspec import Struct

from q40k.games.quake.rules.bonus.modifiers import fighter
from q40k.games.quake.rules.damage.damage import Harmed, suffer
from q40k.games.quake.rules.damage.rolling import resolve, struck_by
from q40k.games.quake.rules.movement.ground import flies
from q40k.games.quake.rules.movement.water import swims
from q40k.games.quake.rules.parts import Barrel
from q40k.games.quake.rules.positions.places import everyone_placed
from q40k.games.quake.rules.questions import choose_several
from q40k.games.quake.rules.shooting.line_of_fire import IN_WATER
from q40k.games.quake.rules.state import Match, Player
from q40k.games.w40k3e.hits import hit_plan
from q40k.games.w40k3e.plans import AUTOMATIC, Attack
from q40k.geometry.spots import Spot
from q40k.geometry.units import Inches, to_cm
from q40k.kernel.driver import Live
from q40k.kernel.events import Rule

Explosion = Literal["ordnance", "plasma", "napalm", "vortex"]


TEMPLATE_IN = Inches(5)
"""The ordnance template, across."""


PARTLY_ON = 4
"""What hits who lies only partly under a plasma or a vortex (BARREL-3, BARREL-6)."""


class Blast(Struct, frozen=True):
    """One kind of explosion; `forgiving`: who is only partly under it is hit on a 4+."""

    rule: str
    strength: int
    ap: int | None
    forgiving: bool = False
    slays: bool = False


BLASTS: dict[Explosion, Blast] = {
    "ordnance": Blast("BARREL-2", 5, 4),
    "plasma": Blast("BARREL-3", 7, 2, forgiving=True),
    "napalm": Blast("BARREL-5", 5, 4),
    "vortex": Blast("BARREL-6", 10, None, forgiving=True, slays=True),
}


def possibly_under(state: Match, barrel: Barrel) -> tuple[str, ...]:
    """Everyone whose base the template may touch, in the order of play.

    Unknown places may be anywhere.

    Rule: BARREL-2
    """
    return tuple(
        p for p in state.order if state.players[p].in_play and _may_touch(state.players[p], barrel)
    )


def _may_touch(player: Player, barrel: Barrel) -> bool:
    if player.position.at is None or barrel.at is None:
        return True
    from q40k.games.quake.rules.positions.places import base_of
    from q40k.geometry.bases import to_point_cm

    return to_point_cm(base_of(player), player.position.at, barrel.at) <= to_cm(
        Inches(TEMPLATE_IN / 2)
    )


def blow_up(live: Live[Match], player: str, barrel: Barrel, explosion: Explosion) -> Rule[None]:
    """Strike everyone under the template, one after the other, by dice, by a count, or by "dead".

    Rule: BARREL-2, BARREL-3, BARREL-5, BARREL-6, BARREL-7
    """
    blast = BLASTS[explosion]
    whole, partly = yield from _under(live, barrel, explosion)
    for target in (*whole, *partly):
        attack = _attack(live.state, live.state.players[target], blast, partly=target in partly)
        outcome = yield from resolve(attack, player, target, blast.rule)
        yield Harmed(cause="barrel", by=player, struck=struck_by(outcome, player, target, attack))
        yield from suffer(live, target, attack, outcome, killers=(player,), cause="barrel")


def _under(
    live: Live[Match], barrel: Barrel, explosion: Explosion
) -> Rule[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Who is hit for sure, and who only on a 4+: by the places, or as the table says."""
    state, blast = live.state, BLASTS[explosion]
    near = possibly_under(state, barrel)
    standing = everyone_placed(state) if barrel.at is not None else None
    if standing is not None and barrel.at is not None:
        from q40k.geometry.templates import ordnance, touched

        floor = standing.field.floor_in(barrel.at)
        under_it = touched(standing, ordnance(barrel.at), (), (floor, floor))
        found = {one.id: one.wholly for one in under_it}
        under = tuple(p for p in near if p in found)
        partly = {p for p in under if not found[p]} if blast.forgiving else set()
    else:
        facts = {"barrel": barrel.id, "explosion": explosion}
        names = _names(state, near)
        said = yield from choose_several(None, "under-barrel", blast.rule, names, **facts)
        under = tuple(p for p in near if state.players[p].name in said)
        partly = set()
        if blast.forgiving and under:
            names = _names(state, under)
            said = yield from choose_several(None, "partly-under", blast.rule, names, **facts)
            partly = {p for p in under if state.players[p].name in said}
    return tuple(p for p in under if p not in partly), tuple(p for p in under if p in partly)


def _names(state: Match, players: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(state.players[p].name for p in players)


def _attack(state: Match, target: Player, blast: Blast, *, partly: bool = False) -> Attack:
    """The hit of an explosion. It counts as a shot, as far as saves go."""
    wet = IN_WATER if swims(state, target) else ()
    return hit_plan(
        blast.strength,
        fighter(state, target, *wet),
        blast.rule,
        ap=blast.ap,
        to_hit=PARTLY_ON if partly else AUTOMATIC,
        slays=blast.slays,
        ordnance=True,
        scope="shooting",
    )


# ---- napalm


def cross_napalm(
    live: Live[Match],
    who: str,
    spots: tuple[Spot, ...],
    *,
    said: bool = False,
    thrown: bool = False,
) -> Rule[None]:
    """A hit S5 AP4 for each burning barrel whose template a champion's way touches.

    Where its place is not known the table says that it crosses one (`said`). Who flies is only
    concerned by where it lands, unless it is `thrown`. Whoever dies of it dies by accident.

    Rule: BARREL-5
    """
    fires = [one for one in live.state.barrels.values() if one.burning]
    if not fires or not live.state.players[who].in_play:
        return
    player = live.state.players[who]
    way = spots[-1:] if flies(live.state, player) and not thrown else spots
    crossed = sum(one.at is not None and _crosses(player, way, one.at) for one in fires)
    for _ in range(crossed or int(said)):
        player = live.state.players[who]
        if not player.in_play:
            return
        attack = _attack(live.state, player, BLASTS["napalm"])
        outcome = yield from resolve(attack, None, who, "BARREL-5")
        yield Harmed(cause="napalm", struck=struck_by(outcome, None, who, attack))
        yield from suffer(live, who, attack, outcome, cause="napalm")


def _crosses(player: Player, spots: tuple[Spot, ...], fire: Spot) -> bool:
    """Whether a base that goes through places touches the template around a fire."""
    if not spots:
        return False
    from q40k.games.quake.rules.positions.places import base_of
    from q40k.geometry.bases import between_segments

    base = base_of(player)
    reach = to_cm(Inches(TEMPLATE_IN / 2)) + base.radius_cm
    legs = list(pairwise(spots)) or [(spots[0], spots[0])]
    return any(between_segments(leg, base.spine(fire)) < reach for leg in legs)
