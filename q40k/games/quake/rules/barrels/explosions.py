"""The dice of an exploding barrel, and of napalm for champions that cross it."""

from __future__ import annotations

from itertools import pairwise
from typing import Literal

from msgspec import Struct

from q40k.games.quake.rules.bonus.modifiers import fighter
from q40k.games.quake.rules.damage.damage import Harmed, apply_attack
from q40k.games.quake.rules.damage.rolling import resolve, struck_by
from q40k.games.quake.rules.movement.ground import flies
from q40k.games.quake.rules.movement.water import is_swimming
from q40k.games.quake.rules.parts import Barrel
from q40k.games.quake.rules.positions.places import positions_of_all
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
"""The diameter of the ordnance template."""


PARTLY_ON = 4
"""The roll that hits champions only partly under a plasma or a vortex (BARREL-3, 6)."""


class Blast(Struct, frozen=True):
    """One kind of explosion; `forgiving`: a champion only partly under it is hit on a 4+."""

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
    """Return everyone whose base the template may touch, in the order of play.

    A champion whose place is unknown may be anywhere.

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
    """Strike everyone under the template in turn, by dice, by a count, or by "dead".

    Rule: BARREL-2, BARREL-3, BARREL-5, BARREL-6, BARREL-7
    """
    blast = BLASTS[explosion]
    whole, partly = yield from _under(live, barrel, explosion)
    for target in (*whole, *partly):
        attack = _attack(live.state, live.state.players[target], blast, partly=target in partly)
        outcome = yield from resolve(attack, player, target, blast.rule)
        yield Harmed(cause="barrel", by=player, struck=struck_by(outcome, player, target, attack))
        yield from apply_attack(live, target, attack, outcome, killers=(player,), cause="barrel")


def _under(
    live: Live[Match], barrel: Barrel, explosion: Explosion
) -> Rule[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Return those hit for sure, and those hit only on a 4+: by places, else as the table says."""
    state, blast = live.state, BLASTS[explosion]
    candidates = possibly_under(state, barrel)
    positions = positions_of_all(state) if barrel.at is not None else None
    if positions is not None and barrel.at is not None:
        from q40k.geometry.templates import find_touched_figures, ordnance

        floor = positions.field.floor_in(barrel.at)
        under_it = find_touched_figures(positions, ordnance(barrel.at), (), (floor, floor))
        wholly = {figure.id: figure.wholly for figure in under_it}
        under = tuple(p for p in candidates if p in wholly)
        partly = {p for p in under if not wholly[p]} if blast.forgiving else set()
    else:
        facts = {"barrel": barrel.id, "explosion": explosion}
        names = _names(state, candidates)
        names_under = yield from choose_several(None, "under-barrel", blast.rule, names, **facts)
        under = tuple(p for p in candidates if state.players[p].name in names_under)
        partly = set()
        if blast.forgiving and under:
            names = _names(state, under)
            names_partly = yield from choose_several(
                None, "partly-under", blast.rule, names, **facts
            )
            partly = {p for p in under if state.players[p].name in names_partly}
    return tuple(p for p in under if p not in partly), tuple(p for p in under if p in partly)


def _names(state: Match, players: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(state.players[p].name for p in players)


def _attack(state: Match, target: Player, blast: Blast, *, partly: bool = False) -> Attack:
    """Return the hit of an explosion. For saves it counts as a shot."""
    wet = IN_WATER if is_swimming(state, target) else ()
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
    declared: bool = False,
    thrown: bool = False,
) -> Rule[None]:
    """Hit a champion at S5 AP4 for each burning barrel whose template its path touches.

    If a barrel's place is unknown, the table says that the path crosses one (`declared`). A flyer
    is hit only where it lands, unless it is `thrown`. A death by napalm is an accident.

    Rule: BARREL-5
    """
    fires = [barrel for barrel in live.state.barrels.values() if barrel.burning]
    if not fires or not live.state.players[who].in_play:
        return
    player = live.state.players[who]
    path = spots[-1:] if flies(live.state, player) and not thrown else spots
    crossed = sum(barrel.at is not None and _crosses(player, path, barrel.at) for barrel in fires)
    for _ in range(crossed or int(declared)):
        player = live.state.players[who]
        if not player.in_play:
            return
        attack = _attack(live.state, player, BLASTS["napalm"])
        outcome = yield from resolve(attack, None, who, "BARREL-5")
        yield Harmed(cause="napalm", struck=struck_by(outcome, None, who, attack))
        yield from apply_attack(live, who, attack, outcome, cause="napalm")


def _crosses(player: Player, spots: tuple[Spot, ...], fire: Spot) -> bool:
    """Whether a base that passes these places touches the template around a fire."""
    if not spots:
        return False
    from q40k.games.quake.rules.positions.places import base_of
    from q40k.geometry.bases import between_segments

    base = base_of(player)
    reach = to_cm(Inches(TEMPLATE_IN / 2)) + base.radius_cm
    legs = list(pairwise(spots)) or [(spots[0], spots[0])]
    return any(between_segments(leg, base.spine(fire)) < reach for leg in legs)
