"""The forms that ask for places: deployment, moves, arrivals, and a place put right.

They open only where places are kept or the map is open; otherwise nothing changes for anybody.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from q40k.games.quake.arena.tiles import tiles
from q40k.games.quake.rules.bases import in_bases, zone_of
from q40k.games.quake.rules.deployment.deploy import Deploy
from q40k.games.quake.rules.movement.move import Move
from q40k.games.quake.rules.positions.places import base_of, standing_of
from q40k.games.quake.rules.positions.placing import PlaceAt
from q40k.games.quake.rules.state import Match, Player
from q40k.games.quake.screen.base import Desk, action, playing
from q40k.games.quake.screen.forms import in_play, player_options, read_inches
from q40k.games.quake.screen.map.report import (
    arrival_notes,
    deploy_notes,
    move_notes,
    movement_left,
    place_notes,
    taken_tiles,
)
from q40k.games.quake.table.landmarks import Known, known_in
from q40k.games.quake.table.places_said import read_spot, tile_said
from q40k.games.quake.words.positions import place_error
from q40k.geometry.bases import outline
from q40k.geometry.outlines import Corners, middle
from q40k.geometry.spots import PlaceError, Spot
from q40k.i18n.locale import N_
from q40k.tui.fields import Pick
from q40k.tui.forms import Form
from q40k.tui.map.fields import Aimed, AimField, SpotField, moved

Tell = Callable[[tuple[Spot, ...]], tuple[str, ...]]
RIM_CORNERS = 32
_INCHES = re.compile(
    r"(\d{1,3}(?:[.,]\d{1,3})?) ?(in|inch|inches|ps|po|pouces?|[\"”″])?", re.IGNORECASE
)


def spot_field(desk: Desk, title: str, player: Player, tell: Tell, **said: Any) -> SpotField:
    """A field that asks for the place of a player's champion."""
    state, locale = desk.state, desk.locale
    assert state.setup.arena is not None
    known = known_in(state, player.id, tiles_first=state.play.phase == "deployment")
    _ = locale.gettext
    return SpotField(
        title,
        hint=_("30,45 · B2 · 6 in from Bob · arrows (Shift: 5 cm) · F4: the map"),
        size=state.setup.arena.size,
        who=player.id,
        start=player.position.at,
        read=lambda typed: read_spot(typed, known),
        tile=lambda typed: tile_said(typed, known),
        word=_worded(desk),
        tell=tell,
        rim=lambda at: outline(base_of(player), at, RIM_CORNERS),
        **said,
    )


def _worded(desk: Desk) -> Callable[[PlaceError], str]:
    return lambda error: place_error(desk.locale, error.code, error.facts)


def deploy_there(desk: Desk) -> Form:
    """Where the champion is deployed: a tile, a place in it, or a place anywhere."""
    state, locale = desk.state, desk.locale
    player = state.players[state.play.active or ""]
    zone = zone_of(state, player.id) if in_bases(state) else None
    _ = locale.gettext

    def tell(way: tuple[Spot, ...]) -> tuple[str, ...]:
        return tuple(deploy_notes(locale, state, player, way[-1]))

    one = spot_field(
        desk,
        _("Where does {name} deploy?").format(name=player.name),
        player,
        tell,
        why=_("In its team’s base, which is lit on the map.")
        if zone
        else _("In a tile that holds nobody yet; the free ones are lit on the map."),
        rule="BASE-1" if zone else "DEPLOY-1",
        lit=((zone.polygon,),) if zone else free_tiles(desk),
    )
    if zone:
        one.start = middle(zone.polygon)
    said = yield one
    return Deploy(player=player.name, at=said.at)


def free_tiles(desk: Desk) -> tuple[tuple[Corners, ...], ...]:
    """The outlines of the tiles that hold nobody yet (DEPLOY-1)."""
    state = desk.state
    assert state.setup.arena is not None
    boxes = Known(state.setup.arena.size).tiles
    taken = taken_tiles(state)
    return tuple((box(boxes[name]),) for name in tiles(state.setup.arena.size) if name not in taken)


def box(edges: tuple[float, float, float, float]) -> Corners:
    """A tile's corners."""
    left, bottom, right, top = edges
    return ((left, bottom), (right, bottom), (right, top), (left, top))


def _inches(typed: str) -> float | None:
    """Inches, when that is all that is typed: 4, 4.5, 4,5 in. A comma alone parts coordinates."""
    said = _INCHES.fullmatch(typed.strip())
    if said is None or ("," in said[1] and not said[2]):
        return None
    try:
        return read_inches(said[1])
    except ValueError:
        return None


def move_there(desk: Desk) -> Form:
    """Where the active champion moves to, or how many inches; Enter alone: not measured."""
    state, locale = desk.state, desk.locale
    player = state.players[state.play.active or ""]
    _ = locale.gettext
    said = yield spot_field(
        desk,
        _("Where does {name} move?").format(name=player.name),
        player,
        lambda way: move_notes(locale, state, player, way),
        why=_("Space adds a corner to its way. Inches alone, or just Enter: no place is noted."),
        rule="MOVE-1",
        bends=True,
        may_be_empty=True,
        plain=_inches,
        reach_in=max(0.0, movement_left(state, player)),
    )
    if isinstance(said, float):
        return Move(player=player.name, inches=said)
    if said is None:
        return Move(player=player.name)
    return Move(player=player.name, to=said.at, path=said.corners)


def _placed(state: Match) -> bool:
    return playing(state) and any(player.in_play for player in state.players.values())


@action(
    "place",
    "right",
    key="w",
    at=195,
    name=N_("Where"),
    help=N_(
        "Say where a champion stands, in any phase: in words, with the arrows, or on the map."
        " It costs no movement."
    ),
    when=_placed,
)
def place(desk: Desk) -> Form:
    """Where a champion stands: any of them, the one that just came out of a portal first."""
    _ = desk.locale.gettext
    among = in_play(desk)
    first = unplaced(desk)
    options = player_options(desk, among)
    who = yield Pick(
        _("Whose place?"),
        rule="TABLE-4",
        hint=_("number or first letters; Enter: the marked one"),
        options=options,
        chosen=among.index(first) if first in among else 0,
    )
    player = desk.state.named(who)
    assert player is not None
    return (yield from place_of(desk, player))


def unplaced(desk: Desk) -> str | None:
    """Who probably has to be placed: whoever came out beside a portal, else the active one."""
    state = desk.state
    beside = [p for p in in_play(desk) if state.players[p].position.near is not None]
    unknown = [p for p in beside if state.players[p].position.at is None]
    return next(iter([*unknown, *beside]), state.play.active)


def place_of(desk: Desk, player: Player, at: Spot | None = None) -> Form:
    """Put a champion at a place; Enter alone forgets the one that was known."""
    state, locale = desk.state, desk.locale
    _ = locale.gettext
    portal = player.position.near

    def tell(way: tuple[Spot, ...]) -> tuple[str, ...]:
        if portal is not None:
            return tuple(arrival_notes(locale, state, player, portal, way[-1]))
        return tuple(place_notes(locale, state, player, way[-1]))

    one = spot_field(
        desk,
        _("Where does {name} stand?").format(name=player.name),
        player,
        tell,
        why=_("It costs no movement. Enter alone: nobody knows."),
        rule="PORTAL-3" if portal is not None else "TABLE-4",
        may_be_empty=True,
        lit=arrival_zone(desk, player, portal) if portal is not None else (),
    )
    if at is not None:
        one.point(at)
    elif portal is not None:
        one.start = next(p.at for p in state.setup.arena.portals if p.number == portal)  # type: ignore[union-attr]
    said = yield one
    return PlaceAt(player=player.name, at=said.at if said is not None else None)


def arrival_zone(desk: Desk, player: Player, portal: int) -> tuple[tuple[Corners, ...], ...]:
    """Where its centre may lie when it comes out of a portal: outlines with their holes."""
    from q40k.games.quake.arena.portals import arrival

    zone = arrival(standing_of(desk.state), portal, base_of(player), who=player.id).zone
    parts = [one for one in getattr(zone, "geoms", [zone]) if one.geom_type == "Polygon"]
    return tuple(
        tuple(tuple(ring.coords) for ring in (part.exterior, *part.interiors))
        for part in parts
        if not part.is_empty
    )


# -- templates -----------------------------------------------------------------------------


def aim_field(
    desk: Desk, title: str, kind: str, shooter: Player, target: Player | None = None, **said: Any
) -> AimField:
    """A field to lay a template: `kind` is "blast", "ordnance" or "flame".

    It begins over the target, or before the shooter. Its value is an `Aimed`.
    Raises KeyError for another kind, ValueError for a flame when nobody knows where it comes from.
    """
    from q40k.geometry import templates

    state, locale = desk.state, desk.locale
    assert state.setup.arena is not None
    table = standing_of(state)
    centre = (state.setup.arena.size[0] / 2, state.setup.arena.size[1] / 2)
    at = (target.position.at if target is not None else None) or shooter.position.at or centre
    known = known_in(state, shooter.id)

    def touch(template: Any) -> Aimed:
        found = templates.touched(table, template, (shooter.id,) if kind == "flame" else ())
        return Aimed(
            template,
            tuple(one.id for one in found if one.wholly),
            tuple(one.id for one in found if not one.wholly),
        )

    def tell(aimed: Aimed) -> tuple[str, ...]:
        _ = locale.gettext
        names = [state.players[p].name for p in aimed.wholly]
        parts = [_("{name} in part").format(name=state.players[p].name) for p in aimed.partly]
        return (*names, *parts) or (_("nobody is under it"),)

    shared = {
        "size": state.setup.arena.size, "touch": touch, "tell": tell, "rule": "DIFF-3",
        "read": lambda typed: read_spot(typed, known), "word": _worded(desk), **said,
    }  # fmt: skip
    one = (
        _flame(table, title, shooter, at, shared)
        if kind == "flame"
        else _disc(
            title, {"blast": templates.blast, "ordnance": templates.ordnance}[kind](at), shared
        )
    )
    one.reprice()
    return one


def _disc(title: str, template: Any, shared: dict[str, Any]) -> AimField:
    return AimField(
        title,
        template=template,
        move=lambda now, by: now.moved(moved(now.spot, by, shared["size"])),
        **shared,
    )


def _flame(table: Any, title: str, shooter: Player, at: Spot, shared: dict[str, Any]) -> AimField:
    """The teardrop: its narrow end stays at the shooter's base, so every key turns it."""
    from math import atan2, degrees

    from q40k.geometry.templates import flame

    if shooter.position.at is None:
        raise ValueError(shooter.id)
    me = table.figure(shooter.id)

    def towards(spot: Spot) -> Any:
        return flame(me, degrees(atan2(spot[1] - me.spot[1], spot[0] - me.spot[0])))

    def turned(now: Any, by: float) -> Any:
        return flame(me, (now.angle_deg + by) % 360)

    def nudged(now: Any, by: Spot) -> Any:
        return turned(now, by[1] * 3 - by[0] * 3)

    return AimField(
        title, template=towards(at), turns=True, turn=turned, turn_to=towards, move=nudged, **shared
    )
