"""Hold the checks of `q40k measure`: each returns data, and lines with the arithmetic."""

import dataclasses
import re
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from q40k.cli.errors import add_nearest
from q40k.cli.say import N_, _, locale
from q40k.games.quake.arena import deployment, figures, moves, portals
from q40k.games.quake.arena.figures import ArenaPositions
from q40k.games.quake.packs.arena import Scenery
from q40k.games.quake.table.places import Landmark, Surroundings, landmarks_of, plain_words, read_spot
from q40k.games.quake.words.packs.arenas import effects
from q40k.games.quake.words.positions import place_error
from q40k.games.w40k3e.ground import charge_in
from q40k.geometry import paths, positions, sight, templates
from q40k.geometry.positions import Figure
from q40k.geometry.space import CM_PER_INCH, Base, PlaceError, Spot
from q40k.i18n.locale import HARD_SPACE
from q40k.kernel.lookup import nearest
from q40k.kernel.text import is_digits

DIGITS = 4


class Bad(Exception):
    """Report a wrong call of a check, in words."""


class Measured(Struct, frozen=True):
    """Hold what was measured: data under plain names, and lines to read."""

    data: dict[str, Any]
    lines: list[str]


# -- reading what is meant -----------------------------------------------------------------


def take(arguments: list[str], usage: str, least: int, most: int | None = None) -> list[str]:
    """Return the arguments if their number is right. Raises Bad."""
    if len(arguments) < least or len(arguments) > (least if most is None else most):
        raise Bad(_("Usage: {usage}", usage=usage))
    return arguments


def one_figure(table: ArenaPositions, name: str) -> Figure:
    """Return the figure of that name. Raises Bad."""
    for figure in table.figures:
        if figure.id.casefold() == name.casefold():
            return figure
    names = ", ".join(figure.id for figure in table.figures)
    if not names:
        raise Bad(_("Nobody stands here. Add a figure: --at Bob:30,30:25"))
    raise Bad(_("There is no figure “{said}”. There are: {names}.", said=name, names=names))


def number(text: str) -> float:
    """Parse a number. Raises Bad."""
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not abs(value) < 1e6:
        raise Bad(_("“{said}” is no number.", said=text))
    return value


def portal(table: ArenaPositions, text: str) -> int:
    """Return the portal of that number, with or without a P before it. Raises Bad."""
    digits = text.upper().removeprefix("P")
    if not is_digits(digits) or int(digits) not in table.portals:
        raise Bad(_("There is no portal “{said}”: they are numbered 1 to 5.", said=text))
    return int(digits)


def place(table: ArenaPositions, text: str) -> Spot:
    """Parse a place: X,Y exactly, also off the table, or words as at the table. Raises Bad.

    A tape measure needs no room, so nothing there is in its way.
    """
    if re.fullmatch(r"[^,;\s]+,[^,;\s]+", text):
        x, y = (number(part) for part in text.split(","))
        return (x, y)
    arena = table.arena
    figures = [
        Landmark("champion", figure.id, (figure.id,), figure.spot, figure.base.reach_cm) for figure in table.figures
    ]
    lying = landmarks_of(arena, [(token.id, token.at) for token in arena.tokens])
    things = (*figures, *(replace(thing, bars=False) for thing in lying))
    try:
        return read_spot(text, Surroundings(arena.size, things, radius_cm=0.0))
    except PlaceError as error:
        facts = error.facts
        if facts.get("said") == plain_words(text):
            facts = {**facts, "said": text}
        raise Bad(place_error(locale(), error.code, facts)) from error


def on_table(table: ArenaPositions, spot: Spot, text: str) -> Spot:
    """Return the spot if it is on the table. Raises Bad."""
    long, deep = table.field.size
    if 0 <= spot[0] <= long and 0 <= spot[1] <= deep:
        return spot
    raise Bad(_("“{said}” lies outside the table of {long} × {deep} cm.", said=text, long=long, deep=deep))


def plain(value: Any) -> Any:
    """Convert a measure to JSON: scenery by its id, zones by their corners, rounded."""
    if isinstance(value, Scenery):
        result: Any = value.id
    elif isinstance(value, Struct):
        result = {name: plain(getattr(value, name)) for name in value.__struct_fields__}
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        result = {f.name: plain(getattr(value, f.name)) for f in dataclasses.fields(value)}
    elif value is None or isinstance(value, bool | str | int):
        result = value
    elif isinstance(value, Fraction):
        result = f"{value.numerator}/{value.denominator}"
    elif isinstance(value, float):
        result = round(value, DIGITS)
    elif isinstance(value, Mapping):
        result = {str(key): plain(item) for key, item in value.items()}
    elif hasattr(value, "geom_type"):
        parts = [piece for piece in getattr(value, "geoms", [value]) if piece.geom_type == "Polygon"]
        result = [plain(list(piece.exterior.coords)) for piece in parts if not piece.is_empty]
    else:
        result = [plain(item) for item in value]
    return result


# -- the checks ------------------------------------------------------------------------------------


Check = Callable[[ArenaPositions, list[str]], Measured]


def _names(names: Iterable[str], nobody: str) -> str:
    listed = list(names)
    return locale().join_and(listed) if listed else nobody


def _in(value: float) -> str:
    return locale().exact_inches(value)


def _percent(share: float) -> str:
    """Format a share in percent, rounded down to a tenth: 75 % is never shown too early."""
    space = HARD_SPACE if locale().language == "fr" else ""
    return f"{locale().number(int(share * 1000 + 1e-6) / 10)}{space}%"


def _at(spot: Spot) -> str:
    return f"({locale().number(spot[0])}; {locale().number(spot[1])})"


# -- sight and distance --------------------------------------------------------------------


def _sight(table: ArenaPositions, arguments: list[str]) -> Measured:
    shooter, target = (one_figure(table, name) for name in take(arguments, "sight A B", 2))
    if shooter is target:
        raise Bad(_("Name two figures."))
    seen = sight.sight(table, shooter.id, target.id)
    facts = {
        "shooter": shooter.id,
        "target": target.id,
        "percent": _percent(seen.share),
        "least": _percent(sight.ENOUGH),
    }
    message = (
        N_("{shooter} sees {percent} of {target}’s base and needs {least}: clear (SHOOT-2).")
        if seen.clear
        else N_("{shooter} sees {percent} of {target}’s base and needs {least}: not enough (SHOOT-2).")
    )
    lines = [_(message, **facts)]
    lines.append(_("Seen best from {place}.", place=_at(seen.eye)))
    if seen.hiders:
        hidden = N_("Hidden in part by {names}.") if seen.share else N_("Hidden by {names}.")
        lines.append(_(hidden, names=_names(seen.hiders, "")))
    return Measured(plain(seen) | {"clear": seen.clear}, lines)


def _spotting(table: ArenaPositions, arguments: list[str]) -> Measured:
    shooter, target = (one_figure(table, name) for name in take(arguments, "spot A B", 2))
    test = figures.spotting(table, shooter.id, target.id)
    facts = {
        "target": target.id,
        "distance": _in(test.distance_in),
        "roll": test.roll,
        "chance": locale().percent(test.chance),
    }
    if not test.needed:
        lines = [_("{target} is in no dark zone: no spotting test (SHOOT-3).", **facts)]
    else:
        lines = [
            _(
                "{target} is in a dark zone, {distance} away: 2D6 × 3 in must reach it,"
                " so {roll} or more: {chance} (SHOOT-3).",
                **facts,
            )
        ]
    return Measured(plain(test) | {"chance": plain(test.chance)}, lines)


def _distance(table: ArenaPositions, arguments: list[str]) -> Measured:
    named = take(arguments, "distance A B", 2)
    ids = {figure.id.casefold() for figure in table.figures}
    if all(word.casefold() in ids for word in named):
        first, second = (one_figure(table, word) for word in named)
        inches = float(positions.gap_in(first, second))
        text = N_("{one} to {other}, from base to base: {inches} ({cm} cm).")
    else:
        a, b = (place(table, word) for word in named)
        inches = ((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5 / CM_PER_INCH
        text = N_("{one} to {other}, from point to point: {inches} ({cm} cm).")
    cm = inches * CM_PER_INCH
    line = _(text, one=named[0], other=named[1], inches=_in(inches), cm=locale().number(cm))
    return Measured({"inches": plain(inches), "cm": plain(cm)}, [line])


def _contact(table: ArenaPositions, arguments: list[str]) -> Measured:
    take(arguments, "contact [A]", 0, 1)
    pairs = positions.contacts(table)
    if arguments:
        name = one_figure(table, arguments[0]).id
        pairs = tuple(pair for pair in pairs if name in pair)
    lines = [_("{one} and {other} are in contact.", one=a, other=b) for a, b in pairs]
    return Measured({"contacts": plain(pairs)}, lines or [_("Nobody is in contact.")])


def _groups(table: ArenaPositions, arguments: list[str]) -> Measured:
    take(arguments, "groups", 0)
    groups = positions.groups(table)
    lines = [_names(group, "") for group in groups]
    return Measured({"groups": plain(groups)}, lines or [_("Nobody is in contact.")])


def _nearest(table: ArenaPositions, arguments: list[str]) -> Measured:
    (text,) = take(arguments, "nearest PLACE", 1)
    ranked = positions.nearest(table, place(table, text))
    lines = [
        _("{rank}. {name}: {inches}", rank=n, name=near.id, inches=_in(near.distance_in))
        for n, near in enumerate(ranked, 1)
    ]
    return Measured({"nearest": plain(ranked)}, lines or [_("Nobody stands here.")])


# -- deployment and portals ----------------------------------------------------------------


def _tiles(table: ArenaPositions, arguments: list[str]) -> Measured:
    take(arguments, "tiles", 0)
    free = deployment.free_tiles(table)
    listed = ", ".join(free) or _("none")
    line = _("Free tiles: {tiles} (DEPLOY-1).", tiles=listed)
    return Measured({"free": list(free)}, [line])


def _deploy(table: ArenaPositions, arguments: list[str]) -> Measured:
    name, where = take(arguments, "deploy A PLACE", 2)
    figure, spot = one_figure(table, name), place(table, where)
    judged = deployment.deploy(table, figure.base, spot, figure.id)
    facts = {
        "name": figure.id,
        "tile": judged.tile,
        "names": _names(judged.taken_by, ""),
        "things": _names(judged.blocked_by, ""),
    }
    lines = []
    if not judged.on_table:
        lines.append(_("No: not the whole base lies on the table (DEPLOY-1).", **facts))
    if judged.taken_by:
        lines.append(_("No: tile {tile} is {names}’s (DEPLOY-1).", **facts))
    if judged.ok:
        lines.append(_("{name} may be deployed in tile {tile} (DEPLOY-1).", **facts))
    if judged.blocked_by:
        lines.append(_("In the way: {things}.", **facts))
    return Measured(plain(judged) | {"ok": judged.ok}, lines)


def _portals(table: ArenaPositions, arguments: list[str]) -> Measured:
    take(arguments, "portal", 0)
    inside = {number: portals.occupants(table, number) for number in table.portals}
    nobody = _("nobody")
    lines = [
        _("Portal {number}: {names} (PORTAL-1).", number=number, names=_names(names, nobody))
        for number, names in sorted(inside.items())
    ]
    return Measured({"occupants": plain(inside)}, lines)


def _arrival(table: ArenaPositions, arguments: list[str]) -> Measured:
    text, *name = take(arguments, "arrival N [A]", 1, 2)
    figure = one_figure(table, name[0]) if name else None
    portal_, base = portal(table, text), figure.base if figure else Base(25)
    area = portals.arrival(table, portal_, base, who=figure.id if figure else "")
    lines = [
        _(
            "Portal {number}, a base of {width} mm: its centre within {inches} of the portal’s (PORTAL-3).",
            number=portal_,
            width=locale().number(base.width_mm),
            inches=_in(
                max(0.0, table.portals[portal_].diameter_in / 2 + portals.AROUND_IN - base.reach_cm / CM_PER_INCH)
            ),
        )
    ]
    if area.zone.is_empty:
        lines.append(_("There is no room at all."))
    if area.crowded:
        lines.append(_("Other bases cannot be avoided."))
    if area.inside:
        lines.append(_("In it: {place}.", place=_at(area.inside)))
    if area.beside:
        lines.append(_("Beside it: {place}.", place=_at(area.beside)))
    return Measured(plain(area) | {"area_cm2": plain(area.zone.area)}, lines)


def _ground(table: ArenaPositions, arguments: list[str]) -> Measured:
    (text,) = take(arguments, "ground PLACE", 1)
    spot = on_table(table, place(table, text), text)
    pieces = table.field.pieces_under(spot)
    data = {
        "at": plain(spot),
        "tile": deployment.tile(table.field, spot),
        "scenery": {piece.id: {"height_in": piece.height_in, "effects": list(piece.effects)} for piece in pieces},
    }
    lines = [
        _("{name}: {effects}", name=locale().name_of(piece.name), effects=effects(locale(), piece)) for piece in pieces
    ]
    head = _("{place}, tile {tile}", place=_at(spot), tile=data["tile"])
    return Measured(data, [head, *(lines or [_("open ground")])])


# -- templates and moves -------------------------------------------------------------------


def _under(table: ArenaPositions, template: templates.Template, high_in: float) -> Measured:
    """Measure whom a template touches at a height: on top of what is there, or at its target's
    feet.

    Rule: DIFF-3
    """
    touched = templates.find_touched_figures(table, template, (), (high_in, high_in))
    lines = [
        _("{name}: wholly under it", name=figure.id)
        if figure.wholly
        else _("{name}: partly under it, and so hit (DIFF-3)", name=figure.id)
        for figure in touched
    ]
    lines = lines or [_("Nobody is under it.")]
    if high_in:
        lines.append(_("It lies {high} above the table.", high=_in(high_in)))
    return Measured({"touched": plain(touched), "level_in": plain(high_in)}, lines)


def _template(table: ArenaPositions, arguments: list[str]) -> Measured:
    kind, where = take(arguments, "template blast|ordnance PLACE", 2)
    kinds = {"blast": templates.blast, "ordnance": templates.ordnance}
    if kind not in kinds:
        raise Bad(_("Usage: {usage}", usage="template blast|ordnance PLACE"))
    spot = place(table, where)
    target = next((f for f in table.figures if f.id.casefold() == where.casefold()), None)
    high = table.field.floor_in(spot) if target is None else target.elevation_in
    return _under(table, kinds[kind](spot), high)


def _flame(table: ArenaPositions, arguments: list[str]) -> Measured:
    name, angle = take(arguments, "flame A ANGLE", 2)
    firer = one_figure(table, name)
    return _under(table, templates.flame(firer, number(angle)), firer.elevation_in)


def _describe_collision(collision: paths.Collision) -> str:
    messages = {
        "scenery": N_("after {inches}: the scenery {id}"),
        "champion": N_("after {inches}: the base of {id}"),
        "barrel": N_("after {inches}: the barrel {id}"),
        "portal": N_("after {inches}: portal {id}"),
        "edge": N_("after {inches}: the edge of the table"),
    }
    return _(messages[moves.kind_of(collision)], inches=_in(collision.at_in), id=collision.id)


def _collision_data(collision: paths.Collision) -> object:
    return plain(collision) | {"kind": moves.kind_of(collision)}


def _path(table: ArenaPositions, arguments: list[str]) -> Measured:
    name, *where = take(arguments, "path A PLACE...", 2, 100)
    mover, route = one_figure(table, name), [place(table, text) for text in where]
    walk = moves.walk(table, mover, route)
    over = moves.moved_over(table.arena, mover, route)
    ends_in = portals.standing_in(table.arena, mover.base, route[-1])
    legs = " + ".join(locale().number(leg) for leg in walk.legs_in)
    total = _in(walk.plan_in)
    sum_ = f"{legs} = {total}" if len(walk.legs_in) > 1 else total
    lines = [_("Length: {sum} (MOVE-1).", sum=sum_), *_heights(walk)]
    lines += [
        _(
            "Ground: {inches} in {name}, from {start} on: {effects}.",
            inches=_in(crossing.inches),
            name=locale().name_of(crossing.scenery.name),
            start=_in(crossing.enters_in),
            effects=effects(locale(), crossing.scenery),
        )
        for crossing in walk.ground
    ]
    lines += [_("Met {what}.", what=_describe_collision(collision)) for collision in walk.met]
    if walk.off_table_in is not None:
        lines.append(_("Off the table after {inches}.", inches=_in(walk.off_table_in)))
    if over:
        lines.append(_("Moves over {names}.", names=_names(over, "")))
    if ends_in:
        lines.append(_("Ends on portal {number} (PORTAL-1).", number=ends_in))
    met = [_collision_data(collision) for collision in walk.met]
    more = {"met": met, "over": plain(over), "ends_in_portal": ends_in}
    return Measured(plain(walk) | more, lines)


def _heights(walk: moves.Walked) -> list[str]:
    """Describe the climbs of a move, and whether they can be climbed."""
    facts = {
        "climb": _in(walk.climb_in),
        "total": _in(walk.length_in),
        "start": _in(walk.from_in),
        "end": _in(walk.to_in),
    }
    lines = []
    if walk.climb_in > 1e-3 and walk.flies:
        lines.append(_("Over what rises, from {start} up to {end}: {total} in all.", **facts))
    elif walk.climb_in > 1e-3:
        lines.append(_("Up and down {climb}, from {start} up to {end}: {total} in all.", **facts))
    if not walk.climbs:
        lines.append(_("Not all of it can be climbed: a jump down, or no way up (MOVE-3, MOVE-6)."))
    return lines


def _throw(table: ArenaPositions, arguments: list[str]) -> Measured:
    name, angle, far = take(arguments, "throw A ANGLE INCHES", 3)
    flight = moves.throw(table, one_figure(table, name), number(angle), max(0.0, number(far)))
    first = _("It meets nothing.")
    if flight.met:
        first = _("Met {what}.", what=_describe_collision(flight.met))
    met = {"met": None if flight.met is None else _collision_data(flight.met)}
    return Measured(plain(flight) | met, [first, _("It ends at {place}.", place=_at(flight.end))])


def _jump(table: ArenaPositions, arguments: list[str]) -> Measured:
    name, where, *up = take(arguments, "jump A PLACE [UP]", 2, 3)
    high = number(up[0]) if up else 0.0
    leap = moves.jump(table, one_figure(table, name), place(table, where), high)
    lines = [_("In a straight line: {inches} (MOVE-1).", inches=_in(leap.straight_in))]
    lines += [
        _(
            "{name} stands {inches} above that line.",
            name=locale().name_of(obstacle.scenery.name),
            inches=_in(obstacle.above_in),
        )
        for obstacle in leap.in_the_way
    ]
    if leap.in_the_way:
        lines.append(_("Over it all: {inches}.", inches=_in(leap.over_in)))
    if leap.room:
        lines.append(_("There is room to land."))
    else:
        edge = [] if leap.on_table else [_("the edge of the table")]
        lines.append(_("No room to land: {names}.", names=_names([*leap.blocked_by, *edge], "")))
    return Measured(plain(leap) | {"room": leap.room}, lines)


def _chase(table: ArenaPositions, arguments: list[str]) -> Measured:
    chaser, prey, where, *far = take(arguments, "chase A B PLACE [INCHES]", 3, 4)
    chaser_, prey_ = one_figure(table, chaser), one_figure(table, prey)
    if chaser_ is prey_:
        raise Bad(_("Name two figures."))
    moved = moves.walk(table, prey_, [place(table, where)]).length_in
    charge = number(far[0]) if far else float(charge_in(chaser_.kind))
    verdict = positions.trailing_foot(chaser_.id, prey_.id, table, moved, charge)
    facts = {"one": chaser_.id, "other": prey_.id, "moved": _in(moved), "charge": _in(charge)}
    if not verdict.were_in_contact:
        message = N_("{one} and {other} are not in contact: this does not concern them (DIFF-8).")
    elif verdict.allowed:
        message = N_("{other} goes {moved}, {one} charges {charge}: it may still charge (DIFF-8).")
    else:
        message = N_("{other} goes {moved}, {one} charges {charge}: too far (DIFF-8).")
    return Measured(plain(verdict) | {"allowed": verdict.allowed}, [_(message, **facts)])


CHECKS: Mapping[str, Check] = {
    "sight": _sight, "spot": _spotting, "distance": _distance, "contact": _contact,
    "groups": _groups, "nearest": _nearest, "tiles": _tiles, "deploy": _deploy,
    "portal": _portals, "arrival": _arrival, "ground": _ground, "template": _template,
    "flame": _flame, "path": _path, "throw": _throw, "jump": _jump, "chase": _chase,
}  # fmt: skip


def nearest_check(name: str) -> str:
    """Return the sentence about an unknown check."""

    every = _("There are: {known}.", known=", ".join(CHECKS))
    return add_nearest(_("There is no check “{said}”.", said=name), nearest(name, CHECKS), every)
