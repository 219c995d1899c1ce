"""Shooting: a formation, a target, what hides it; the dice follow."""

from collections.abc import Generator, Iterable
from functools import partial
from typing import Any

from q40k.games.epic.packs.profiles import Weapon, read_figures
from q40k.games.epic.screen.base import Desk, action, enemies_of, pick_formation
from q40k.games.epic.state.ground import TABLE
from q40k.games.epic.state.match import Match
from q40k.games.epic.state.offers import firing_formations
from q40k.games.epic.state.shooting import Facing, HoldFire, Shoot, Shot, may_fire
from q40k.games.epic.table.places import is_placed
from q40k.games.epic.words.names import FACINGS, cm, terrain_name
from q40k.i18n.locale import N_
from q40k.kernel.lookup import find_exact
from q40k.tabletop.asking import forbid
from q40k.tui.fields import Field, Option, Pick, Text, by_number
from q40k.tui.forms import OTHER, Form

OUT = "out-of-range"
SEEN = "as-they-stand"
FAR_CM = 500.0

Arm = tuple[str, tuple[str, ...]]
"""A weapon and the figures that fire it."""
Aimed = tuple[str, tuple[str, ...], str]
"""A weapon, the figures that fire it, and a target: a formation or a figure."""


@action(
    "shoot",
    "play",
    key="s",
    bar=1,
    name=N_("Shoot"),
    when=lambda state: bool(firing_formations(state)),
    help=N_(
        "A formation of the side whose go it is fires: its target, what hides it. Tab names a"
        " target for each of its figures. Where places are kept only the target is asked."
    ),
)
def shoot(desk: Desk) -> Form:
    """s: fire a formation."""
    state = desk.state
    formation = yield from pick_formation(desk, N_("Which formation fires?"), firing_formations(state))
    aimed, says_cover = yield from _ask_targets(desk, formation)
    if _all_placed(state, formation, aimed) and not says_cover:
        return _volley(formation, aimed, SEEN, None)
    cover = yield _cover_field(desk, formation, aimed, desk.locale.gettext(N_("a target for each figure")))
    if cover is OTHER:
        aimed = yield from _ask_each_target(desk, formation)
        if _all_placed(state, formation, aimed):
            return _volley(formation, aimed, SEEN, None)
        cover = yield _cover_field(desk, formation, aimed)
    vehicle = any(
        state.profile(f).vehicle for target_id in _formations_aimed_at(aimed) for f in state.standing(target_id)
    )
    facing: Facing | None = None
    if vehicle and cover not in (OUT, SEEN):
        options = by_number({key: desk.locale.gettext(words) for key, words in FACINGS.items()})
        facing = yield Pick(desk.locale.gettext(N_("From where?")), options=options)
    return _volley(formation, aimed, cover, facing)


def _ask_targets(desk: Desk, formation: str) -> Generator[Field, Any, tuple[tuple[Aimed, ...], bool]]:
    """Ask for the target; return the shots, and whether the table says the cover itself.

    Where places are kept, the target is all that is asked; Tab leads to what may be different.
    """
    _, state = desk.locale.gettext, desk.state
    targets, at_whom = enemies_of(state, formation), N_("Shoots at which formation?")
    placed = is_placed(state, formation)
    other = _("something else") if placed else ""
    target = yield from pick_formation(desk, at_whom, targets, always=placed, other=other)
    if target is not OTHER:
        return (yield from _aim_at(desk, formation, target)), False
    what = {"each": _("a target for each figure"), "cover": _("the table says what hides it")}
    if (yield Pick(_("What is different?"), options=by_number(what))) == "each":
        return (yield from _ask_each_target(desk, formation)), False
    target = yield from pick_formation(desk, at_whom, targets)
    return (yield from _aim_at(desk, formation, target)), True


def _aim_at(desk: Desk, formation: str, target: str) -> Generator[Field, Any, tuple[Aimed, ...]]:
    arms = yield from _ask_arms(desk, formation)
    return tuple((weapon, figures, target) for weapon, figures in arms)


def _ask_each_target(desk: Desk, formation: str) -> Generator[Field, Any, tuple[Aimed, ...]]:
    arms = yield from _ask_arms(desk, formation)
    hint = desk.locale.gettext(N_("such as 3 B, 2 C: in the order of its figures; C/1 is one figure"))
    read = partial(_read_targets, desk.state, formation, arms)
    aimed: tuple[Aimed, ...] = yield Text(desk.locale.gettext(N_("At whom?")), hint=hint, read=read)
    return aimed


def _volley(formation: str, aimed: Iterable[Aimed], cover: Any, facing: Facing | None) -> Shoot:
    """Return the command for some shots; without the table's word the app sees the cover."""
    shots = tuple(
        Shot(
            figures=figures,
            target=target_id,
            weapon=weapon,
            facing=facing,
            terrain=None if cover in (OUT, SEEN) else cover,
            distance=FAR_CM if cover == OUT else None,
        )
        for weapon, figures, target_id in aimed
    )
    return Shoot(formation=formation, shots=shots)


def _all_placed(state: Match, formation: str, aimed: Iterable[Aimed]) -> bool:
    """Return whether the places of the shooters and of all targets are kept."""
    return all(is_placed(state, id) for id in (formation, *_formations_aimed_at(aimed)))


def _read_targets(state: Match, formation: str, arms: Iterable[Arm], text: str) -> tuple[Aimed, ...]:
    """Return the targets in a typed text, "3 B, 2 C", for the shots of a formation in order.

    Raises Refused.

    Rule: EE-SHOOT-3
    """
    enemies = enemies_of(state, formation)
    targets = (*enemies, *(f for enemy in enemies for f in state.standing(enemy)))
    shots = [(weapon, figure) for weapon, figures in arms for figure in figures]
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
    all_placed = _all_placed(desk.state, formation, aimed)
    kinds = ("open", *(kind for kind, ground in TABLE.items() if ground.cover_bonus))
    options = by_number({kind: terrain_name(desk.locale, kind) for kind in kinds})
    seen = (Option("9", SEEN, desk.locale.gettext(N_("as they stand"))),) if all_placed else ()
    out = Option("0", OUT, desk.locale.gettext(N_("out of range")))
    title = desk.locale.gettext(N_("What hides it?"))
    return Pick(title, options=(*seen, *options, out), other=other)


def _ask_arms(desk: Desk, formation: str) -> Generator[Field, Any, tuple[Arm, ...]]:
    """Return the weapons that a formation fires, each with its figures.

    A vehicle fires all of its weapons. Infantry fires one: which, is asked once for all figures that
    carry the same ones.

    Rule: EE-SHOOT-2
    """
    state, figures_by_weapon = desk.state, dict[str, tuple[str, ...]]()
    chosen: dict[tuple[Weapon, ...], tuple[Weapon, ...]] = {}
    for figure in state.standing(formation):
        if not may_fire(state, figure):
            continue
        carried = state.troop(figure).weapons
        if len(carried) > 1 and not state.profile(figure).vehicle and carried not in chosen:
            chosen[carried] = ((yield _weapon_field(desk, figure, carried)),)
        for weapon in chosen.get(carried, carried):
            figures_by_weapon[weapon.id] = (*figures_by_weapon.get(weapon.id, ()), figure)
    return tuple(figures_by_weapon.items())


def _weapon_field(desk: Desk, figure: str, weapons: Iterable[Weapon]) -> Pick:
    """Return the field for which weapon the figures like this one fire."""
    locale = desk.locale
    options = tuple(
        Option(
            str(number),
            weapon,
            locale.name_of(weapon.name),
            f"{cm(locale, weapon.range_cm)} · {weapon.dice}D6 · {weapon.to_hit}+ · {weapon.save_mod}",
        )
        for number, weapon in enumerate(weapons, 1)
    )
    name = locale.name_of(desk.state.profile(figure).name)
    return Pick(locale.say(N_("{figures}: with which weapon?"), figures=name), options=options, rule="EE-SHOOT-2")


@action(
    "hold-fire",
    "play",
    key="x",
    bar=4,
    name=N_("Hold fire"),
    when=lambda state: bool(firing_formations(state)),
    help=N_("A formation holds its fire: it has had its go."),
)
def hold_fire(desk: Desk) -> Form:
    """x: let a formation hold its fire."""
    formation = yield from pick_formation(desk, N_("Which formation holds?"), firing_formations(desk.state))
    return HoldFire(formation=formation)
