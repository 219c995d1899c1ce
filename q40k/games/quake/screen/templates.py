"""Fields to lay a template on the table, with the champions under it."""

from collections.abc import Generator, Sequence
from math import atan2, degrees
from typing import Any, NamedTuple

from q40k.games.quake.arena.figures import ArenaPositions
from q40k.games.quake.screen.base import Desk, in_play, player_options
from q40k.games.quake.screen.positions import place_error_words
from q40k.games.quake.state.barrels import touched_barrels
from q40k.games.quake.state.match import Player
from q40k.games.quake.state.melee import contacts_of
from q40k.games.quake.state.positions import positions_of
from q40k.games.quake.state.shooting import levels_of
from q40k.games.quake.table.places import read_spot, surroundings_in
from q40k.geometry import templates
from q40k.geometry.space import Spot
from q40k.geometry.templates import Disc, Flame, Template, flame
from q40k.tui.fields import Field, Several
from q40k.tui.map.fields import WARN, AimAnswer, AimField, move_spot


class TemplatePlacing(NamedTuple):
    """The place of a template, or its direction, and who is under it.

    All None: it is centred on the target, and the places tell who is under it.
    """

    at: Spot | None = None
    angle: float | None = None
    also: tuple[str, ...] | None = None


def lay_template(desk: Desk, shooter: Player, target: Player, shape: str) -> Generator[Field, Any, TemplatePlacing]:
    """Aim a template at a target; both have places. Enter keeps the proposal.

    Champions without a place are asked for.

    Rule: DIFF-2, DIFF-3
    """
    field = _field(desk, shooter, target, shape)
    proposed = field.template
    aimed: AimAnswer = yield field
    without_place = [p for p in in_play(desk, [shooter.id, target.id]) if desk.state.players[p].position.at is None]
    placing = TemplatePlacing()
    if aimed.template != proposed:
        flame = shape == "flame"
        placing = TemplatePlacing(angle=aimed.template.angle_deg) if flame else TemplatePlacing(at=aimed.template.spot)
    if without_place and target.id in aimed.under:
        names: Sequence[str] = yield _ask_unplaced(desk, without_place)
        players = desk.state.players
        under = [players[p].name for p in aimed.under if p != target.id]
        placing = placing._replace(also=(*under, *names) if names else None)
    return placing


def _field(desk: Desk, shooter: Player, target: Player, shape: str) -> AimField:
    """Return the field, with the notes of the rules on the template."""
    _ = desk.locale.gettext
    flame = shape == "flame"
    field = aim_field(
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
    plain_notes = field.tell

    def note(answer: AimAnswer) -> tuple[str, ...]:
        players = desk.state.players
        spared = (target.id, shooter.id) if flame else (target.id,)
        beside = [p for p in contacts_of(desk.state, target.id) if p not in (*answer.under, *spared)]
        lines = [*plain_notes(answer)]
        lines += [_("{name}, in contact").format(name=players[p].name) for p in beside]
        levels = levels_of(desk.state, shooter, target, shape)
        barrels, _unplaced = touched_barrels(desk.state, answer.template, levels)
        lines += [_("barrel {barrel} is touched").format(barrel=barrel) for barrel in barrels]
        if target.id not in answer.under:
            missed = _("{name} is not under it").format(name=target.name)
            lines.insert(0, f"{WARN}{missed}")
        return tuple(lines)

    field.tell = note
    field.update_notes()
    return field


def _ask_unplaced(desk: Desk, unknown: list[str]) -> Several:
    """Ask which champions without a place are under it; Enter: none."""
    _ = desk.locale.gettext
    return Several(
        _("Who of those without a place is under it?"),
        rule="DIFF-3",
        hint=_("numbers, then Enter; Enter: none"),
        options=player_options(desk, unknown),
        nobody=True,
    )


def aim_field(
    desk: Desk, title: str, kind: str, shooter: Player, target: Player | None = None, **options: Any
) -> AimField:
    """Return a field to lay a template: `kind` is "blast", "ordnance" or "flame".

    It begins over the target, or at the shooter. Its value is an `AimAnswer`. Raises KeyError for
    another kind, ValueError for a flame from an unknown place.
    """
    state, locale = desk.state, desk.locale
    table = positions_of(state)
    centre = (state.arena.size[0] / 2, state.arena.size[1] / 2)
    at = (target.position.at if target is not None else None) or shooter.position.at or centre
    surroundings = surroundings_in(state, shooter.id)
    levels = levels_of(state, shooter, target, kind) if target is not None else None

    def touch(template: Template) -> AimAnswer:
        spared = (shooter.id,) if kind == "flame" else ()
        touched = templates.find_touched_figures(table, template, spared, levels)
        return AimAnswer(
            template,
            tuple(figure.id for figure in touched if figure.wholly),
            tuple(figure.id for figure in touched if not figure.wholly),
        )

    def note(answer: AimAnswer) -> tuple[str, ...]:
        _ = locale.gettext
        names = [state.players[p].name for p in answer.wholly]
        parts = [_("{name} in part").format(name=state.players[p].name) for p in answer.partly]
        return (*names, *parts) or (_("nobody is under it"),)

    shared = {
        "size": state.arena.size,
        "touch": touch,
        "tell": note,
        "rule": "DIFF-3",
        "read": lambda typed: read_spot(typed, surroundings),
        "word": place_error_words(desk),
        **options,
    }
    field = (
        _flame(table, title, shooter, at, shared)
        if kind == "flame"
        else _disc(title, {"blast": templates.blast, "ordnance": templates.ordnance}[kind](at), shared)
    )
    field.update_notes()
    return field


def _disc(title: str, template: Disc, shared: dict[str, Any]) -> AimField:
    return AimField(
        title, template=template, move=lambda now, by: now.move_to(move_spot(now.spot, by, shared["size"])), **shared
    )


def _flame(table: ArenaPositions, title: str, shooter: Player, at: Spot, shared: dict[str, Any]) -> AimField:
    """Return the field of a teardrop: its narrow end stays at the shooter, every key turns it."""
    if shooter.position.at is None:
        raise ValueError(shooter.id)
    me = table.figure(shooter.id)

    def towards(spot: Spot) -> Flame:
        return flame(me, degrees(atan2(spot[1] - me.spot[1], spot[0] - me.spot[0])))

    def turn(now: Flame, by: float) -> Flame:
        return flame(me, (now.angle_deg + by) % 360)

    def nudge(now: Flame, by: Spot) -> Flame:
        return turn(now, by[1] * 3 - by[0] * 3)

    return AimField(title, template=towards(at), turns=True, turn=turn, turn_to=towards, move=nudge, **shared)
