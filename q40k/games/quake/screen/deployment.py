"""Forms that roll for the order of play and place champions."""

from __future__ import annotations

from q40k.games.quake.arena.tiles import tiles
from q40k.games.quake.rules.deployment import Deploy, Start
from q40k.games.quake.rules.registry import Command
from q40k.games.quake.rules.teams.bases import in_bases, zone_of
from q40k.games.quake.screen.base import Desk, action, during, somebody
from q40k.games.quake.screen.forms import (
    active_name,
)
from q40k.games.quake.screen.positions import spot_field
from q40k.geometry.outlines import Corners, middle
from q40k.geometry.space import Spot
from q40k.i18n.locale import N_
from q40k.tui.fields import Text
from q40k.tui.forms import Form


@action(
    "start",
    "table",
    key="S",
    shown="S",
    at=220,
    name=N_("Start"),
    help=N_("Everybody is there: roll for the order of play."),
    when=lambda state: state.play.phase == "setup" and somebody(state),
)
def start(_desk: Desk) -> Command:
    """Roll for the order of play (S)."""
    return Start(count=True)


@action(
    "deploy-at",
    "play",
    key="d",
    at=170,
    name=N_("Deploy in a tile"),
    help=N_("Place the champion in a tile such as B2, which is then taken."),
    when=during("deployment"),
)
def deploy_at(desk: Desk) -> Form:
    """Ask for the tile to deploy in (D), or for the place where places are kept."""
    _ = desk.locale.gettext
    if desk.asks_places:
        return (yield from deploy_there(desk))
    tile = yield Text(
        _("In which tile does {name} deploy?").format(name=active_name(desk) or "?"),
        why=_("A is the column at the left, 1 the row at the bottom."),
        rule="DEPLOY-1",
        hint="A1, B2 …",
    )
    return Deploy(player=active_name(desk) or "", tile=tile)


def deploy_there(desk: Desk) -> Form:
    """Ask where the champion is deployed: a tile, a place in it, or a place anywhere."""
    from q40k.games.quake.screen.map.report import deploy_notes

    state, locale = desk.state, desk.locale
    player = state.players[state.play.active or ""]
    zone = zone_of(state, player.id) if in_bases(state) else None
    _ = locale.gettext

    def note(path: tuple[Spot, ...]) -> tuple[str, ...]:
        return tuple(deploy_notes(locale, state, player, path[-1]))

    field = spot_field(
        desk,
        _("Where does {name} deploy?").format(name=player.name),
        player,
        note,
        why=_("In its team’s base, which is lit on the map.")
        if zone
        else _("In a tile that holds nobody yet; the free ones are lit on the map."),
        rule="BASE-1" if zone else "DEPLOY-1",
        lit=((zone.polygon,),) if zone else free_tiles(desk),
    )
    if zone:
        field.start = middle(zone.polygon)
    answer = yield field
    return Deploy(player=player.name, at=answer.at)


def free_tiles(desk: Desk) -> tuple[tuple[Corners, ...], ...]:
    """Return the outlines of the tiles that hold nobody yet (DEPLOY-1)."""
    from q40k.games.quake.screen.map.report import taken_tiles
    from q40k.games.quake.table.landmarks import Surroundings

    state = desk.state
    assert state.setup.arena is not None
    boxes = Surroundings(state.setup.arena.size).tiles
    occupied = taken_tiles(state)
    return tuple(
        (box(boxes[name]),) for name in tiles(state.setup.arena.size) if name not in occupied
    )


def box(edges: tuple[float, float, float, float]) -> Corners:
    """Return the corners of a tile, from its left, bottom, right and top edges."""
    left, bottom, right, top = edges
    return ((left, bottom), (right, bottom), (right, top), (left, top))
