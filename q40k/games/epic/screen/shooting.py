"""Shooting: a formation, a target, what hides it; the dice follow."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from q40k.games.epic.packs.inline import figures_said
from q40k.games.epic.rules.ground.terrain import TABLE
from q40k.games.epic.rules.offers import to_fire
from q40k.games.epic.rules.questions import forbid
from q40k.games.epic.rules.shooting.firing import HoldFire, Shoot
from q40k.games.epic.rules.shooting.plan import Shot, may_fire
from q40k.games.epic.rules.shooting.vehicles import Facing
from q40k.games.epic.rules.state import Match
from q40k.games.epic.screen.base import Desk, action
from q40k.games.epic.screen.picking import enemies_of, pick_formation
from q40k.games.epic.table.layout import placed
from q40k.games.epic.words.names import FACINGS, terrain_name
from q40k.i18n.locale import N_
from q40k.kernel.lookup import find_exact
from q40k.tui.fields import Option, Pick, Text, by_number
from q40k.tui.forms import OTHER, Form

OUT = "out-of-range"
SEEN = "as-they-stand"
FAR_CM = 500.0

Aimed = tuple[str, tuple[str, ...], str]
"""A weapon, the figures that fire it, and a target: a formation or a figure."""


@action(
    "shoot", "play", key="s", bar=0, name=N_("Shoot"), when=lambda state: bool(to_fire(state)),
    help=N_(
        "A formation of the side whose go it is fires: its target, what hides it. Tab names a"
        " target for each of its figures."
    ),
)  # fmt: skip
def shoot(desk: Desk) -> Form:
    """S: a formation fires."""
    _, state = desk.locale.gettext, desk.state
    formation = yield from pick_formation(desk, N_("Which formation fires?"), to_fire(state))
    targets = enemies_of(state, formation)
    target = yield from pick_formation(desk, N_("At which formation?"), targets)
    aimed = tuple((weapon, figures, target) for weapon, figures in arms(state, formation))
    cover = yield _cover(desk, formation, aimed, _("a target for each figure"))
    if cover is OTHER:
        hint = _("such as 3 B, 2 C: in the order of its figures; C/1 is one figure")
        aimed = yield Text(_("At whom?"), hint=hint, read=partial(_aimed, state, formation))
        cover = yield _cover(desk, formation, aimed)
    vehicle = any(state.profile(f).vehicle for one in _at(aimed) for f in state.standing(one))
    facing: Facing | None = None
    if vehicle and cover not in (OUT, SEEN):
        options = by_number({one: _(said) for one, said in FACINGS.items()})
        facing = yield Pick(_("From where?"), options=options)
    shots = tuple(
        Shot(
            figures=figures, target=one, weapon=weapon, facing=facing,
            terrain=None if cover in (OUT, SEEN) else cover,
            distance=FAR_CM if cover == OUT else None,
        )
        for weapon, figures, one in aimed
    )  # fmt: skip
    return Shoot(formation=formation, shots=shots)


def _aimed(state: Match, formation: str, said: str) -> tuple[Aimed, ...]:
    """Targets as they are typed, "3 B, 2 C", for the shots of a formation in order.

    Raises Refused.

    Rule: EE-SHOOT-3
    """
    enemies = enemies_of(state, formation)
    known = (*enemies, *(f for one in enemies for f in state.standing(one)))
    shots = [(weapon, figure) for weapon, figures in arms(state, formation) for figure in figures]
    found: list[Aimed] = []
    for many, target in figures_said(said):
        named = find_exact(target, [(one, one) for one in known])
        if not named:
            raise forbid("EE-SHOOT-3", "no-target", said=target)
        taken, shots = shots[:many], shots[many:]
        if len(taken) < many:
            most = len(taken)
            raise forbid("EE-SHOOT-2", "too-few-shots", formation=formation, got=many, left=most)
        for weapon in dict.fromkeys(weapon for weapon, _figure in taken):
            figures = tuple(figure for one, figure in taken if one == weapon)
            found.append((weapon, figures, named[0]))
    return tuple(found)


def _at(aimed: Iterable[Aimed]) -> tuple[str, ...]:
    """The formations that are fired at."""
    return tuple(dict.fromkeys(one.partition("/")[0] for _weapon, _figures, one in aimed))


def _cover(desk: Desk, formation: str, aimed: Iterable[Aimed], other: str = "") -> Pick:
    """What may hide a target, open ground first; and that it is out of range.

    Where all places are kept the app sees it, unless the table says otherwise.
    """
    known = all(placed(desk.state, one) for one in (formation, *_at(aimed)))
    kinds = ("open", *(kind for kind, ground in TABLE.items() if ground.cover_bonus))
    options = by_number({kind: terrain_name(desk.locale, kind) for kind in kinds})
    seen = (Option("9", SEEN, desk.locale.gettext(N_("as they stand"))),) if known else ()
    out = Option("0", OUT, desk.locale.gettext(N_("out of range")))
    title = desk.locale.gettext(N_("What hides it?"))
    return Pick(title, options=(*seen, *options, out), other=other)


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
