"""Shooting: a formation, a target, what hides it; the dice follow."""

from collections.abc import Generator, Iterable, Mapping
from functools import partial
from typing import Any

from q40k.games.epic.packs.profiles import Weapon, read_figures
from q40k.games.epic.screen.base import Desk, action, enemies_of, enemy_targets, find_target, pick_formation
from q40k.games.epic.state.ground import TABLE
from q40k.games.epic.state.match import Match
from q40k.games.epic.state.offers import firing_formations
from q40k.games.epic.state.shooting import Facing, HoldFire, Shoot, Shot, may_fire
from q40k.games.epic.table.places import is_placed
from q40k.games.epic.words.names import FACINGS, cm, terrain_name
from q40k.games.epic.words.shooting import UNMEASURED_CM
from q40k.i18n.locale import N_
from q40k.tabletop.asking import forbid
from q40k.tui.fields import Field, Option, Pick, Text, by_number
from q40k.tui.forms import OTHER, Form

OUT = "out-of-range"
SEEN = "as-they-stand"

Arm = tuple[str, tuple[str, ...]]
"""A weapon and the figures that fire it."""
Aimed = tuple[str, tuple[str, ...], str]
"""A weapon, the figures that fire it, and a target: a formation or a figure."""
Cover = tuple[str, Facing | None]
"""What hides a target, and the side from which it is hit; None where nobody has to say it."""


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
    if len(_targets_of(aimed)) == 1 and (says_cover or not _is_seen(state, formation, aimed[0][2])):
        other = desk.locale.gettext(N_("a target for each figure"))
        cover = yield _cover_field(desk, formation, aimed[0][2], other=other)
        if cover is not OTHER:
            return _volley(formation, aimed, {aimed[0][2]: (yield from _ask_facing(desk, aimed[0][2], cover))})
        aimed = yield from _ask_each_target(desk, formation)
    return _volley(formation, aimed, (yield from _ask_covers(desk, formation, _targets_of(aimed))))


def _targets_of(aimed: Iterable[Aimed]) -> tuple[str, ...]:
    """Return the targets of some shots, as they were named: formations or figures."""
    return tuple(dict.fromkeys(target for _weapon, _figures, target in aimed))


def _ask_covers(desk: Desk, formation: str, targets: Iterable[str]) -> Generator[Field, Any, dict[str, Cover]]:
    """Ask for each target what hides it, and a vehicle's facing; where places are kept nothing is asked.

    Rule: EE-SHOOT-3
    """
    covers: dict[str, Cover] = {}
    for target in targets:
        if _is_seen(desk.state, formation, target):
            covers[target] = (SEEN, None)
            continue
        title = desk.locale.say(N_("What hides {target}?"), target=target)
        cover = yield _cover_field(desk, formation, target, title=title)
        covers[target] = yield from _ask_facing(desk, target, cover)
    return covers


def _ask_facing(desk: Desk, target: str, cover: str) -> Generator[Field, Any, Cover]:
    """Ask from where a vehicle is hit; return it with the cover."""
    state = desk.state
    figures = (target,) if target in state.figures else state.standing(target)
    if cover in (OUT, SEEN) or not any(state.profile(figure).vehicle for figure in figures):
        return cover, None
    options = by_number({key: desk.locale.gettext(words) for key, words in FACINGS.items()})
    facing: Facing = yield Pick(desk.locale.gettext(N_("From where?")), options=options)
    return cover, facing


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
    names = enemy_targets(desk.state, formation)
    aimed: tuple[Aimed, ...] = yield Text(desk.locale.gettext(N_("At whom?")), hint=hint, read=read, names=names)
    return aimed


def _volley(formation: str, aimed: Iterable[Aimed], covers: Mapping[str, Cover]) -> Shoot:
    """Return the command for some shots; without the table's word the app sees the cover."""
    shots = []
    for weapon, figures, target in aimed:
        cover, facing = covers[target]
        terrain: Any = None if cover in (OUT, SEEN) else cover
        distance = UNMEASURED_CM if cover == OUT else None
        shots.append(
            Shot(figures=figures, target=target, weapon=weapon, facing=facing, terrain=terrain, distance=distance)
        )
    return Shoot(formation=formation, shots=tuple(shots))


def _is_seen(state: Match, formation: str, target: str) -> bool:
    """Return whether the places of the shooters and of a target are kept, so that the app sees its cover."""
    return is_placed(state, formation) and is_placed(state, target.partition("/")[0])


def _read_targets(state: Match, formation: str, arms: Iterable[Arm], text: str) -> tuple[Aimed, ...]:
    """Return the targets in a typed text, "3 B, 2 C", for the shots of a formation in order.

    Raises Refused.

    Rule: EE-SHOOT-3
    """
    targets = enemy_targets(state, formation)
    shots = [(weapon, figure) for weapon, figures in arms for figure in figures]
    aims: list[Aimed] = []
    for many, target in read_figures(text):
        named = find_target(targets, target, "EE-SHOOT-3")
        fired, shots = shots[:many], shots[many:]
        if len(fired) < many:
            most = len(fired)
            raise forbid("EE-SHOOT-2", "too-few-shots", formation=formation, got=many, left=most)
        for weapon in dict.fromkeys(weapon for weapon, _figure in fired):
            figures = tuple(figure for other, figure in fired if other == weapon)
            aims.append((weapon, figures, named))
    return tuple(aims)


def _cover_field(desk: Desk, formation: str, target: str, *, title: str = "", other: str = "") -> Pick:
    """Return the field for what hides a target: open ground first, out of range last.

    Where all positions are kept the app sees the cover, unless the table says something else.
    """
    kinds = ("open", *(kind for kind, ground in TABLE.items() if ground.cover_bonus))
    options = by_number({kind: terrain_name(desk.locale, kind) for kind in kinds})
    is_seen = _is_seen(desk.state, formation, target)
    seen = (Option("9", SEEN, desk.locale.gettext(N_("as they stand"))),) if is_seen else ()
    out = Option("0", OUT, desk.locale.gettext(N_("out of range")))
    title = title or desk.locale.gettext(N_("What hides it?"))
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
