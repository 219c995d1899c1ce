"""Fields and forms for the places of champions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from q40k.games.quake.rules.placing import PlaceAt
from q40k.games.quake.rules.positions import base_of, positions_of
from q40k.games.quake.rules.state import Match, Player
from q40k.games.quake.screen.base import Desk, action, playing
from q40k.games.quake.screen.forms import in_play, player_options
from q40k.games.quake.words.positions import place_error
from q40k.geometry.bases import outline
from q40k.geometry.outlines import Corners
from q40k.geometry.space import PlaceError, Spot
from q40k.i18n.locale import N_
from q40k.tui.fields import Pick
from q40k.tui.forms import Form
from q40k.tui.map.fields import SpotField

Tell = Callable[[tuple[Spot, ...]], tuple[str, ...]]


RIM_CORNERS = 32


def spot_field(desk: Desk, title: str, player: Player, note: Tell, **options: Any) -> SpotField:
    """Return a field that asks for the place of a player's champion."""
    from q40k.games.quake.table.landmarks import surroundings_in
    from q40k.games.quake.table.places_said import read_spot, read_tile

    state, locale = desk.state, desk.locale
    assert state.setup.arena is not None
    surroundings = surroundings_in(state, player.id, tiles_first=state.play.phase == "deployment")
    _ = locale.gettext
    return SpotField(
        title,
        hint=_("30,45 · B2 · 6 in from Bob · arrows (Shift: 5 cm) · F4: the map"),
        size=state.setup.arena.size,
        who=player.id,
        start=player.position.at,
        read=lambda typed: read_spot(typed, surroundings),
        tile=lambda typed: read_tile(typed, surroundings),
        word=place_error_words(desk),
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
    help=N_(
        "Say where a champion stands, in any phase: in words, with the arrows, or on the map."
        " It costs no movement."
    ),
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


def place_champion(desk: Desk, player: Player, at: Spot | None = None) -> Form:
    """Ask for a champion's place and set it; Enter alone forgets the known one."""
    from q40k.games.quake.screen.map.report import arrival_notes, place_notes

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
        why=_("It costs no movement. Enter alone: nobody knows."),
        rule="PORTAL-3" if portal is not None else "TABLE-4",
        may_be_empty=True,
        lit=arrival_zone(desk, player, portal) if portal is not None else (),
    )
    if at is not None:
        field.point(at)
    elif portal is not None:
        field.start = next(p.at for p in state.setup.arena.portals if p.number == portal)  # type: ignore[union-attr]
    answer = yield field
    return PlaceAt(player=player.name, at=answer.at if answer is not None else None)


def arrival_zone(desk: Desk, player: Player, portal: int) -> tuple[tuple[Corners, ...], ...]:
    """Return where its centre may be after a portal: outlines with their holes."""
    from q40k.games.quake.arena.portals import arrival

    zone = arrival(positions_of(desk.state), portal, base_of(player), who=player.id).zone
    parts = [shape for shape in getattr(zone, "geoms", [zone]) if shape.geom_type == "Polygon"]
    return tuple(
        tuple(tuple(ring.coords) for ring in (part.exterior, *part.interiors))
        for part in parts
        if not part.is_empty
    )
