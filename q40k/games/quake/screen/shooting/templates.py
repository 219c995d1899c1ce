"""Templates: laid on the table, with who is under them."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from q40k.games.quake.rules.melee.contact import contacts_of
from q40k.games.quake.rules.positions.places import positions_of
from q40k.games.quake.rules.shooting.templates import levels_of
from q40k.games.quake.rules.state import Player
from q40k.games.quake.screen.base import Desk
from q40k.games.quake.screen.forms import in_play, player_options
from q40k.games.quake.screen.positions import place_worded
from q40k.geometry.spots import Spot
from q40k.tui.fields import Field, Several
from q40k.tui.map.fields import WARN, AimAnswer, AimField, move_spot

if TYPE_CHECKING:
    from q40k.games.quake.arena.figures import ArenaPositions
    from q40k.geometry.templates import Disc, Flame, Template


class Laid(NamedTuple):
    """What a shot says of its template: its place, or its direction, and who is under it.

    All None: it lies upon the target, and the places say who is under it.
    """

    at: Spot | None = None
    angle: float | None = None
    also: tuple[str, ...] | None = None


def lay(desk: Desk, shooter: Player, target: Player, shape: str) -> Generator[Field, Any, Laid]:
    """Aim a template at a target; both have places. Enter alone leaves it as proposed.

    Whoever has no place is asked for, as nothing else could tell.

    Rule: DIFF-2, DIFF-3
    """
    one = _field(desk, shooter, target, shape)
    proposed = one.template
    aimed: AimAnswer = yield one
    unknown = [
        p
        for p in in_play(desk, [shooter.id, target.id])
        if desk.state.players[p].position.at is None
    ]
    laid = Laid()
    if aimed.template != proposed:
        flame = shape == "flame"
        laid = Laid(angle=aimed.template.angle_deg) if flame else Laid(at=aimed.template.spot)
    if unknown and target.id in aimed.under:
        names: Sequence[str] = yield _unplaced(desk, unknown)
        known = desk.state.players
        under = [known[p].name for p in aimed.under if p != target.id]
        laid = laid._replace(also=(*under, *names) if names else None)
    return laid


def _field(desk: Desk, shooter: Player, target: Player, shape: str) -> AimField:
    """The field, told with what the rules would say of the template as it lies."""
    _ = desk.locale.gettext
    flame = shape == "flame"
    one = aim_field(
        desk,
        _("Where does the template lie?"),
        shape if shape in ("blast", "flame") else "ordnance",
        shooter,
        target,
        why=_("< and > turn it towards somebody else. Enter: as it lies.")
        if flame
        else _("The arrows move it off the target (Shift: 5 cm). Enter: as it lies."),
        hint=_("⏎ · 30,45 · B2 · 1 in from Bob"),
    )
    plain = one.tell

    def tell(aimed: AimAnswer) -> tuple[str, ...]:
        known = desk.state.players
        spared = (target.id, shooter.id) if flame else (target.id,)
        beside = [p for p in contacts_of(desk.state, target.id) if p not in (*aimed.under, *spared)]
        lines = [*plain(aimed)]
        lines += [_("{name}, in contact").format(name=known[p].name) for p in beside]
        if target.id not in aimed.under:
            missed = _("{name} is not under it").format(name=target.name)
            lines.insert(0, f"{WARN}{missed}")
        return tuple(lines)

    one.tell = tell
    one.update_notes()
    return one


def _unplaced(desk: Desk, unknown: list[str]) -> Several:
    """Who of those without a place is under it; Enter alone: nobody."""
    _ = desk.locale.gettext
    return Several(
        _("Who of those without a place is under it?"),
        rule="DIFF-3",
        hint=_("numbers, then Enter; Enter alone: none"),
        options=player_options(desk, unknown),
        nobody=True,
    )


def aim_field(
    desk: Desk, title: str, kind: str, shooter: Player, target: Player | None = None, **said: Any
) -> AimField:
    """A field to lay a template: `kind` is "blast", "ordnance" or "flame".

    It begins over the target, or before the shooter. Its value is an `Aimed`.
    Raises KeyError for another kind, ValueError for a flame when nobody knows where it comes from.
    """
    from q40k.games.quake.table.landmarks import known_in
    from q40k.games.quake.table.places_said import read_spot
    from q40k.geometry import templates

    state, locale = desk.state, desk.locale
    assert state.setup.arena is not None
    table = positions_of(state)
    centre = (state.setup.arena.size[0] / 2, state.setup.arena.size[1] / 2)
    at = (target.position.at if target is not None else None) or shooter.position.at or centre
    known = known_in(state, shooter.id)
    levels = levels_of(state, shooter, target, kind) if target is not None else None

    def touch(template: Template) -> AimAnswer:
        spared = (shooter.id,) if kind == "flame" else ()
        found = templates.find_touched_figures(table, template, spared, levels)
        return AimAnswer(
            template,
            tuple(one.id for one in found if one.wholly),
            tuple(one.id for one in found if not one.wholly),
        )

    def tell(aimed: AimAnswer) -> tuple[str, ...]:
        _ = locale.gettext
        names = [state.players[p].name for p in aimed.wholly]
        parts = [_("{name} in part").format(name=state.players[p].name) for p in aimed.partly]
        return (*names, *parts) or (_("nobody is under it"),)

    shared = {
        "size": state.setup.arena.size, "touch": touch, "tell": tell, "rule": "DIFF-3",
        "read": lambda typed: read_spot(typed, known), "word": place_worded(desk), **said,
    }  # fmt: skip
    one = (
        _flame(table, title, shooter, at, shared)
        if kind == "flame"
        else _disc(
            title, {"blast": templates.blast, "ordnance": templates.ordnance}[kind](at), shared
        )
    )
    one.update_notes()
    return one


def _disc(title: str, template: Disc, shared: dict[str, Any]) -> AimField:
    return AimField(
        title,
        template=template,
        move=lambda now, by: now.move_to(move_spot(now.spot, by, shared["size"])),
        **shared,
    )


def _flame(
    table: ArenaPositions, title: str, shooter: Player, at: Spot, shared: dict[str, Any]
) -> AimField:
    """The teardrop: its narrow end stays at the shooter's base, so every key turns it."""
    from math import atan2, degrees

    from q40k.geometry.templates import flame

    if shooter.position.at is None:
        raise ValueError(shooter.id)
    me = table.figure(shooter.id)

    def towards(spot: Spot) -> Flame:
        return flame(me, degrees(atan2(spot[1] - me.spot[1], spot[0] - me.spot[0])))

    def turned(now: Flame, by: float) -> Flame:
        return flame(me, (now.angle_deg + by) % 360)

    def nudged(now: Flame, by: Spot) -> Flame:
        return turned(now, by[1] * 3 - by[0] * 3)

    return AimField(
        title, template=towards(at), turns=True, turn=turned, turn_to=towards, move=nudged, **shared
    )
