"""Places of champions: the forms that deploy them and those that set a place."""

from collections.abc import Callable
from typing import Any

from q40k.games.quake.packs.arena import tiles
from q40k.games.quake.screen.base import Desk, action, active_name, during, in_play, player_options, playing, somebody
from q40k.games.quake.state.match import Match, Player
from q40k.games.quake.state.positions import PlaceAt, base_of, people_keep_places, positions_of
from q40k.games.quake.state.table.deployment import Deploy, Start
from q40k.games.quake.state.teams import in_bases, zone_of
from q40k.games.quake.words.positions import place_error
from q40k.geometry.outlines import Corners, middle
from q40k.geometry.space import PlaceError, Spot, outline
from q40k.i18n.locale import N_
from q40k.tui.fields import Pick, Text
from q40k.tui.forms import Form
from q40k.tui.map.fields import SpotField

Tell = Callable[[tuple[Spot, ...]], tuple[str, ...]]


RIM_CORNERS = 32


def spot_field(desk: Desk, title: str, player: Player, note: Tell, **options: Any) -> SpotField:
    """Return a field that asks for the place of a player's champion."""
    from q40k.games.quake.table.places import read_spot, read_tile, surroundings_in

    state, locale = desk.state, desk.locale
    surroundings = surroundings_in(state, player.id, tiles_first=state.play.phase == "deployment")
    _ = locale.gettext
    return SpotField(
        title,
        hint=_("30,45 · B2 · 6 in from Bob · arrows (Shift: 5 cm) · F4: the map"),
        size=state.arena.size,
        who=player.id,
        start=player.position.at,
        read=lambda typed: read_spot(typed, surroundings),
        tile=lambda typed: read_tile(typed, surroundings),
        word=place_error_words(desk),
        names=place_names(state, _),
        tell=note,
        rim=lambda at: outline(base_of(player), at, RIM_CORNERS),
        **options,
    )


def place_error_words(desk: Desk) -> Callable[[PlaceError], str]:
    """Return a function that explains why typed words are no place."""
    return lambda error: place_error(desk.locale, error.code, error.facts)


def _anybody_placed(state: Match) -> bool:
    return playing(state) and any(player.in_play for player in state.players.values())


@action(
    "place",
    "right",
    key="w",
    at=195,
    name=N_("Where"),
    help=N_("Say where a champion stands, in any phase, in words or on the map. It costs no movement."),
    when=_anybody_placed,
)
def place(desk: Desk) -> Form:
    """Ask where a champion is (W); the one that just left a portal is marked first."""
    _ = desk.locale.gettext
    among = in_play(desk)
    first = next_to_place(desk)
    options = player_options(desk, among)
    who = yield Pick(
        _("Whose place?"),
        rule="TABLE-4",
        hint=_("number or first letters; Enter: the marked one"),
        options=options,
        chosen=among.index(first) if first in among else 0,
    )
    player = desk.state.player_named(who)
    assert player is not None
    return (yield from place_champion(desk, player))


def next_to_place(desk: Desk) -> str | None:
    """Return the champion to place next: one beside a portal, else the active one."""
    state = desk.state
    beside = [p for p in in_play(desk) if state.players[p].position.near is not None]
    without_place = [p for p in beside if state.players[p].position.at is None]
    return next(iter([*without_place, *beside]), state.play.active)


def form_before_bot(desk: Desk, seat: str) -> Callable[[Desk], Form] | None:
    """Return the form that asks where a bot's champion or a rival stands, each once a turn; None if none is asked.

    Rivals matter only while the bot's own place is known. Where people keep no places, they are not asked
    again once they did not know one, nor with the map closed; the bot then asks in words.

    Rule: TABLE-8
    """
    state, bot = desk.state, desk.state.players[seat]
    if state.play.phase not in ("movement", "shooting") or desk.snapshot.question is not None or not bot.in_play:
        return None
    turns: dict[str, int] = desk.memory.setdefault(_ASKED_FOR_BOTS, {})
    is_unknown = any(state.players[player].position.at is None for player in turns if player in state.players)
    if not people_keep_places(state) and (desk.map_opened is False or is_unknown):
        return None
    others = [other for other in state.players.values() if other.in_play and other.id != seat]
    for player in (bot, *others) if bot.position.at is not None else (bot,):
        if player.position.at is None and turns.get(player.id) != state.play.turn:
            turns[player.id] = state.play.turn
            return lambda desk: place_champion(desk, player, reason=_WHY_BOT)
    return None


_ASKED_FOR_BOTS = "places-asked-for-bots"
"""The key in the desk's memory for what bots have asked the table: whose place, and the turn."""
_WHY_BOT = N_("The bot that moves now must know. Enter: nobody knows, and it does without.")


def place_champion(desk: Desk, player: Player, at: Spot | None = None, reason: str = "") -> Form:
    """Ask for a champion's place and set it; Enter forgets the known one. `reason` is why it is asked."""
    from q40k.games.quake.screen.place_notes import arrival_notes, place_notes

    state, locale = desk.state, desk.locale
    _ = locale.gettext
    portal = player.position.near

    def note(path: tuple[Spot, ...]) -> tuple[str, ...]:
        if portal is not None:
            return tuple(arrival_notes(locale, state, player, portal, path[-1]))
        return tuple(place_notes(locale, state, player, path[-1]))

    field = spot_field(
        desk,
        _("Where does {name} stand?").format(name=player.name),
        player,
        note,
        why=_(reason) if reason else _("It costs no movement. Enter: nobody knows."),
        rule="PORTAL-3" if portal is not None else "TABLE-4",
        may_be_empty=True,
        lit=arrival_zone(desk, player, portal) if portal is not None else (),
    )
    if at is not None:
        field.point(at)
    elif portal is not None:
        field.start = state.arena.portal(portal).at
    answer = yield field
    if answer is None and reason:
        return None
    return PlaceAt(player=player.name, at=answer.at if answer is not None else None)


def arrival_zone(desk: Desk, player: Player, portal: int) -> tuple[tuple[Corners, ...], ...]:
    """Return where its centre may be after a portal: outlines with their holes."""
    from q40k.games.quake.arena.portals import arrival

    zone = arrival(positions_of(desk.state), portal, base_of(player), who=player.id).zone
    parts = [shape for shape in getattr(zone, "geoms", [zone]) if shape.geom_type == "Polygon"]
    return tuple(
        tuple(tuple(ring.coords) for ring in (part.exterior, *part.interiors)) for part in parts if not part.is_empty
    )


# -- deployment ----------------------------------------------------------------------------------


action.add(
    "start",
    "table",
    key="comma s",
    bar=1,
    shown="S",
    at=220,
    name=N_("Start"),
    help=N_("Everybody is there: roll for the order of play."),
    when=lambda state: state.play.phase == "setup" and somebody(state),
    command=Start,
)


@action(
    "deploy-at",
    "play",
    key="d",
    bar=1,
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
        names=free_tile_names(desk.state),
    )
    return Deploy(player=active_name(desk) or "", tile=tile)


def deploy_there(desk: Desk) -> Form:
    """Ask where the champion is deployed: a tile, a place in it, or a place anywhere."""
    from q40k.games.quake.screen.place_notes import deploy_notes

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
        lit=((zone.polygon,),) if zone else free_tiles(state),
    )
    field.names = () if zone else free_tile_names(state)
    if zone:
        field.start = middle(zone.polygon)
    answer = yield field
    return Deploy(player=player.name, at=answer.at)


def place_names(state: Match, gettext: Callable[[str], str]) -> tuple[str, ...]:
    """Return what can be named as a place: champions on the table, portals, tiles."""
    people = (player.name for player in state.players.values() if player.position.at is not None)
    portal = gettext(N_("portal {number}"))
    portals = (portal.format(number=portal_.number) for portal_ in state.arena.portals)
    return (*people, *portals, *tiles(state.arena.size))


def free_tile_names(state: Match) -> tuple[str, ...]:
    """Return the names of the tiles that hold nobody yet (DEPLOY-1)."""
    from q40k.games.quake.screen.place_notes import taken_tiles

    occupied = taken_tiles(state)
    return tuple(name for name in tiles(state.arena.size) if name not in occupied)


def free_tiles(state: Match) -> tuple[tuple[Corners, ...], ...]:
    """Return the outlines of the tiles that hold nobody yet (DEPLOY-1)."""
    from q40k.games.quake.table.places import Surroundings

    boxes = Surroundings(state.arena.size).tiles
    return tuple((box(boxes[name]),) for name in free_tile_names(state))


def box(edges: tuple[float, float, float, float]) -> Corners:
    """Return the corners of a tile, from its left, bottom, right and top edges."""
    left, bottom, right, top = edges
    return ((left, bottom), (right, bottom), (right, top), (left, top))
