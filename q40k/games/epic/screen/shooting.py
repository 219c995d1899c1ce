"""Shooting: a formation, a target, what hides it; the dice follow."""

from collections.abc import Iterable
from functools import partial

from q40k.games.epic.packs.profiles import read_figures
from q40k.games.epic.rules.ground import TABLE
from q40k.games.epic.rules.offers import firing_formations
from q40k.games.epic.rules.questions import forbid
from q40k.games.epic.rules.shooting import Facing, HoldFire, Shoot, Shot, may_fire
from q40k.games.epic.rules.state import Match
from q40k.games.epic.screen.base import Desk, action, enemies_of, pick_formation
from q40k.games.epic.table.places import is_placed
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
    "shoot", "play", key="s", bar=0, name=N_("Shoot"),
    when=lambda state: bool(firing_formations(state)),
    help=N_(
        "A formation of the side whose go it is fires: its target, what hides it. Tab names a"
        " target for each of its figures."
    ),
)  # fmt: skip
def shoot(desk: Desk) -> Form:
    """S: fire a formation."""
    _, state = desk.locale.gettext, desk.state
    formation = yield from pick_formation(desk, N_("Which formation fires?"), firing_formations(state))
    targets = enemies_of(state, formation)
    target = yield from pick_formation(desk, N_("At which formation?"), targets)
    aimed = tuple((weapon, figures, target) for weapon, figures in arms(state, formation))
    cover = yield _cover_field(desk, formation, aimed, _("a target for each figure"))
    if cover is OTHER:
        hint = _("such as 3 B, 2 C: in the order of its figures; C/1 is one figure")
        aimed = yield Text(_("At whom?"), hint=hint, read=partial(_read_targets, state, formation))
        cover = yield _cover_field(desk, formation, aimed)
    vehicle = any(
        state.profile(f).vehicle for target_id in _formations_aimed_at(aimed) for f in state.standing(target_id)
    )
    facing: Facing | None = None
    if vehicle and cover not in (OUT, SEEN):
        options = by_number({key: _(words) for key, words in FACINGS.items()})
        facing = yield Pick(_("From where?"), options=options)
    shots = tuple(
        Shot(
            figures=figures, target=target_id, weapon=weapon, facing=facing,
            terrain=None if cover in (OUT, SEEN) else cover,
            distance=FAR_CM if cover == OUT else None,
        )
        for weapon, figures, target_id in aimed
    )  # fmt: skip
    return Shoot(formation=formation, shots=shots)


def _read_targets(state: Match, formation: str, text: str) -> tuple[Aimed, ...]:
    """Return the targets in a typed text, "3 B, 2 C", for the shots of a formation in order.

    Raises Refused.

    Rule: EE-SHOOT-3
    """
    enemies = enemies_of(state, formation)
    targets = (*enemies, *(f for enemy in enemies for f in state.standing(enemy)))
    shots = [(weapon, figure) for weapon, figures in arms(state, formation) for figure in figures]
    aims: list[Aimed] = []
    for many, target in read_figures(text):
        named = find_exact(target, [(id, id) for id in targets])
        if not named:
            raise forbid("EE-SHOOT-3", "no-target", said=target)
        fired, shots = shots[:many], shots[many:]
        if len(fired) < many:
            most = len(fired)
            raise forbid("EE-SHOOT-2", "too-few-shots", formation=formation, got=many, left=most)
        for weapon in dict.fromkeys(weapon for weapon, _figure in fired):
            figures = tuple(figure for other, figure in fired if other == weapon)
            aims.append((weapon, figures, named[0]))
    return tuple(aims)


def _formations_aimed_at(aimed: Iterable[Aimed]) -> tuple[str, ...]:
    """Return the formations that are fired at."""
    return tuple(dict.fromkeys(target.partition("/")[0] for _weapon, _figures, target in aimed))


def _cover_field(desk: Desk, formation: str, aimed: Iterable[Aimed], other: str = "") -> Pick:
    """Return the field for what hides a target: open ground first, out of range last.

    Where all positions are kept the app sees the cover, unless the table says something else.
    """
    all_placed = all(is_placed(desk.state, id) for id in (formation, *_formations_aimed_at(aimed)))
    kinds = ("open", *(kind for kind, ground in TABLE.items() if ground.cover_bonus))
    options = by_number({kind: terrain_name(desk.locale, kind) for kind in kinds})
    seen = (Option("9", SEEN, desk.locale.gettext(N_("as they stand"))),) if all_placed else ()
    out = Option("0", OUT, desk.locale.gettext(N_("out of range")))
    title = desk.locale.gettext(N_("What hides it?"))
    return Pick(title, options=(*seen, *options, out), other=other)


def arms(state: Match, formation: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the weapons that a formation fires, each with its figures; infantry only its first.

    Rule: EE-SHOOT-2
    """
    figures_by_weapon: dict[str, tuple[str, ...]] = {}
    for figure in state.standing(formation):
        if not may_fire(state, figure):
            continue
        carried = state.troop(figure).weapons
        for weapon in carried if state.profile(figure).vehicle else carried[:1]:
            figures_by_weapon[weapon.id] = (*figures_by_weapon.get(weapon.id, ()), figure)
    return tuple(figures_by_weapon.items())


@action(
    "hold-fire", "play", key="x", bar=60, name=N_("Hold fire"),
    when=lambda state: bool(firing_formations(state)),
    help=N_("A formation holds its fire: it has had its go."),
)  # fmt: skip
def hold_fire(desk: Desk) -> Form:
    """X: let a formation hold its fire."""
    formation = yield from pick_formation(desk, N_("Which formation holds?"), firing_formations(desk.state))
    return HoldFire(formation=formation)
