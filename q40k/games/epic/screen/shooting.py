"""Shooting: a formation, a target, what hides it; the dice follow."""

from __future__ import annotations

from q40k.games.epic.rules.ground.terrain import TABLE
from q40k.games.epic.rules.offers import to_fire
from q40k.games.epic.rules.shooting.firing import HoldFire, Shoot
from q40k.games.epic.rules.shooting.plan import Shot, may_fire
from q40k.games.epic.rules.shooting.vehicles import Facing
from q40k.games.epic.rules.state import Match
from q40k.games.epic.screen.base import Desk, action
from q40k.games.epic.screen.picking import enemies_of, pick_formation
from q40k.games.epic.words.names import FACINGS, terrain_name
from q40k.i18n.locale import N_
from q40k.tui.fields import Option, Pick
from q40k.tui.forms import Form

OUT = "out-of-range"
FAR_CM = 500.0


@action(
    "shoot", "play", key="s", bar=0, name=N_("Shoot"), when=lambda state: bool(to_fire(state)),
    help=N_("A formation of the side whose go it is fires at another: its target, what hides it."),
)  # fmt: skip
def shoot(desk: Desk) -> Form:
    """S: a formation fires."""
    formation = yield from pick_formation(desk, N_("Which formation fires?"), to_fire(desk.state))
    targets = enemies_of(desk.state, formation)
    target = yield from pick_formation(desk, N_("At which formation?"), targets)
    cover = yield Pick(desk.locale.gettext(N_("What hides it?")), options=_covers(desk))
    facing: Facing = "front"
    vehicle = any(desk.state.profile(f).vehicle for f in desk.state.standing(target))
    if vehicle and cover != OUT:
        options = tuple(
            Option(str(n), one, desk.locale.gettext(said))
            for n, (one, said) in enumerate(FACINGS.items(), 1)
        )
        facing = yield Pick(desk.locale.gettext(N_("From where?")), options=options)
    shots = tuple(
        Shot(
            figures=figures, target=target, weapon=weapon,
            terrain=None if cover == OUT else cover, facing=facing if vehicle else None,
            distance=FAR_CM if cover == OUT else None,
        )
        for weapon, figures in arms(desk.state, formation)
    )  # fmt: skip
    return Shoot(formation=formation, shots=shots)


def _covers(desk: Desk) -> tuple[Option, ...]:
    """What may hide a target, open ground first; and that it is out of range."""
    kinds = ("open", *(kind for kind, ground in TABLE.items() if ground.cover_bonus))
    options = [
        Option(str(n), kind, terrain_name(desk.locale, kind)) for n, kind in enumerate(kinds, 1)
    ]
    return (*options, Option("0", OUT, desk.locale.gettext(N_("out of range"))))


def arms(state: Match, formation: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The weapons that a formation fires, each with its figures: infantry its first one only.

    Rule: EE-SHOOT-2
    """
    found: dict[str, tuple[str, ...]] = {}
    for figure in state.standing(formation):
        if not may_fire(state, figure):
            continue
        carried = state.troop(figure).weapons
        for weapon in carried if state.profile(figure).vehicle else carried[:1]:
            found[weapon.id] = (*found.get(weapon.id, ()), figure)
    return tuple(found.items())


@action(
    "hold-fire", "play", key="x", bar=60, name=N_("Hold fire"),
    when=lambda state: bool(to_fire(state)),
    help=N_("A formation holds its fire: it has had its go."),
)  # fmt: skip
def hold_fire(desk: Desk) -> Form:
    """X: a formation holds its fire."""
    formation = yield from pick_formation(desk, N_("Which formation holds?"), to_fire(desk.state))
    return HoldFire(formation=formation)
