"""Moves: to a place; or only what the table need know: dangerous ground, who gets on and off."""

from __future__ import annotations

from math import dist

from q40k.games.epic.packs.scenarios import TerrainKind
from q40k.games.epic.rules.ground.terrain import TABLE, effect
from q40k.games.epic.rules.movement.move import Entry, Move
from q40k.games.epic.rules.offers import left_cm, to_move
from q40k.games.epic.rules.questions import forbid
from q40k.games.epic.rules.state import Match
from q40k.games.epic.screen.base import Desk, action
from q40k.games.epic.screen.picking import Count, pick_formation
from q40k.games.epic.screen.places import outline_of, spot_field, warned
from q40k.games.epic.table.layout import middle, moved, placed, things
from q40k.games.epic.table.places_said import angle_said, towards
from q40k.games.epic.words.names import cm, terrain_name
from q40k.geometry.spots import PlaceError, Spot
from q40k.geometry.units import CM_PER_INCH
from q40k.i18n.locale import N_
from q40k.tui.fields import Option, Pick, Text, by_number
from q40k.tui.forms import OTHER, Form
from q40k.tui.map.fields import SpotField

ROUNDED_CM = 0.01
TINY = 1e-9


@action(
    "move", "play", key="m", bar=0, name=N_("Move"), when=lambda state: bool(to_move(state)),
    help=N_(
        "A formation moves to a place, meets dangerous ground, or gets on or off. Where no places"
        " are kept other moves need no key."
    ),
)  # fmt: skip
def move(desk: Desk) -> Form:
    """M: where a formation moves, or what its move brings with it."""
    able = to_move(desk.state)
    limits = {id: cm(desk.locale, round(_left(desk.state, id), 1)) for id in able}
    formation = yield from pick_formation(desk, N_("Which formation moves?"), able, more=limits)
    if placed(desk.state, formation):
        said = yield _where(desk, formation)
        if said is not OTHER:
            return _to(desk.state, formation, said.at)
    return (yield from _besides(desk, formation))


def _left(state: Match, formation: str) -> float:
    """How far all of a formation may still go."""
    return min(left_cm(state, figure) for figure in state.standing(formation))


def _where(desk: Desk, formation: str) -> SpotField:
    """Where the middle of a formation goes, with what the rules say of it."""
    state, locale = desk.state, desk.locale
    start = middle(state, formation)
    assert start is not None
    left = _left(state, formation)

    def tell(at: Spot) -> tuple[str, ...]:
        far = locale.say(
            N_("{cm} of {most} cm"), cm=locale.number(round(dist(start, at), 1)),
            most=locale.number(round(left, 1)),
        )  # fmt: skip
        return (far, *warned(desk, _to(state, formation, at)))

    return spot_field(
        desk, locale.say(N_("{formation}: where does its middle move to?"), formation=formation),
        start, tell, rule="EE-MOVE-2",
        rim=lambda at: outline_of(moved(state, formation, at, None)),
        other=locale.gettext(N_("something else")), reach_in=left / CM_PER_INCH,
    )  # fmt: skip


def _to(state: Match, formation: str, at: Spot) -> Move:
    """The move of a formation as it stands, turned towards the enemy that is then nearest.

    Rule: EE-MOVE-6
    """
    start = middle(state, formation)
    assert start is not None
    far, left = dist(start, at), _left(state, formation)
    if left < far <= left + ROUNDED_CM:  # all of its move, and what its places are rounded by
        share = left / far - TINY
        at = (start[0] + share * (at[0] - start[0]), start[1] + share * (at[1] - start[1]))
    side = state.formations[formation].side
    others = (middle(state, one.id) for one in state.formations.values() if one.side != side)
    enemy = min((one for one in others if one), key=lambda one: dist(one, at), default=None)
    ahead = None if enemy is None or enemy == at else towards(at, enemy)
    return Move(formation=formation, to=moved(state, formation, at, ahead))


def _besides(desk: Desk, formation: str) -> Form:
    """Dangerous ground, getting on and off, turning."""
    _ = desk.locale.gettext
    what = yield Pick(_("What is there to say?"), options=tuple(_whats(desk, formation)))
    if what == "leave":
        return Move(formation=formation, leave=True)
    if what == "turn":
        return (yield from _turn(desk, formation))
    if what == "board":
        transports = [
            one for one in desk.state.formations.values()
            if one.side == desk.state.formations[formation].side
            and any(desk.state.has(f, "transport") for f in desk.state.standing(one.id))
        ]  # fmt: skip
        ids = tuple(one.id for one in transports if one.id != formation)
        return Move(
            formation=formation,
            board=(yield from pick_formation(desk, N_("On which transport?"), ids)),
        )
    return (yield from _ground(desk, formation))


def _turn(desk: Desk, formation: str) -> Form:
    """A formation stays where it is and turns."""
    state, locale = desk.state, desk.locale
    here = middle(state, formation)
    assert here is not None
    known = things(state)

    def read(said: str) -> float:
        try:
            return angle_said(said, here, known)
        except PlaceError as error:
            raise forbid("EE-MOVE-6", "no-direction", said=said) from error

    facing = yield Text(locale.gettext(N_("Towards what? north, B …")), read=read)
    return Move(formation=formation, to=moved(state, formation, here, facing))


def _whats(desk: Desk, formation: str) -> list[Option]:
    _, state = desk.locale.gettext, desk.state
    found = [Option("1", "ground", _("dangerous ground"))]
    if placed(state, formation):
        found.append(Option("4", "turn", _("they only turn")))
    mine = state.formations[formation].side
    carried = any(state.figures[f].position.aboard for f in state.alive(formation))
    carries = any(state.passengers(f) for f in state.standing(formation))
    if carried or carries:
        found.append(Option("2", "leave", _("they get off")))
    if any(
        state.has(f, "transport")
        for one in state.of_side(mine) if one.id != formation
        for f in state.standing(one.id)
    ):  # fmt: skip
        found.append(Option("3", "board", _("they get on")))
    return found


def _ground(desk: Desk, formation: str) -> Form:
    """Which ground, and how many of the formation meet it."""
    _, state = desk.locale.gettext, desk.state
    figures = state.standing(formation)
    kinds: list[TerrainKind] = [
        kind for kind in TABLE
        if any(effect(state.profile(f), kind) == "dangerous" for f in figures)
    ]  # fmt: skip
    options = by_number({kind: terrain_name(desk.locale, kind) for kind in kinds})
    kind = yield Pick(_("Which ground?"), options=options)
    many = len(figures)
    if many > 1:
        many = yield Count(_("How many of them?"), buffer=str(many))
    enters = tuple(Entry(figure=f, terrain=kind) for f in figures[:many])
    return Move(formation=formation, enters=enters)
