"""Moves to a position; without positions, only dangerous ground and boarding."""

from math import dist

from q40k.games.epic.packs.scenarios import TerrainKind
from q40k.games.epic.screen import base
from q40k.games.epic.state import ground, offers, places
from q40k.games.epic.state.match import Match
from q40k.games.epic.state.movement import Entry, Move
from q40k.games.epic.table.places import centre_of, is_placed, landmarks, read_angle, shift_places
from q40k.games.epic.words.names import cm, figures_name, terrain_name
from q40k.geometry.space import CM_PER_INCH, PlaceError, Spot
from q40k.i18n.locale import N_
from q40k.tabletop import asking as questions
from q40k.tui.fields import Option, Pick, Text, by_number
from q40k.tui.forms import OTHER, Form
from q40k.tui.map.fields import SpotField

ROUNDED_CM = 0.01
TINY = 1e-9


@base.action(
    "move",
    "play",
    key="m",
    bar=2,
    name=N_("Move"),
    when=lambda state: bool(offers.movable_formations(state)),
    help=N_(
        "A formation moves to a place, meets dangerous ground, or gets on or off. Where no places"
        " are kept, other moves need no key."
    ),
)
def move(desk: base.Desk) -> Form:
    """m: where a formation moves, or what its move involves."""
    able = offers.movable_formations(desk.state)
    limits = {id: cm(desk.locale, round(_remaining_cm(desk.state, id), 1)) for id in able}
    formation = yield from base.pick_formation(desk, N_("Which formation moves?"), able, more=limits)
    if is_placed(desk.state, formation):
        answer = yield _where_field(desk, formation)
        if answer is not OTHER:
            return _move_to(desk.state, formation, answer.at)
    return (yield from _ask_other(desk, formation))


def _remaining_cm(state: Match, formation: str) -> float:
    """Return how far all of a formation may still move."""
    return min(offers.remaining_cm(state, figure) for figure in state.standing(formation))


def _where_field(desk: base.Desk, formation: str) -> SpotField:
    """Return the field for where a formation's centre moves, with what the rules say."""
    state, locale = desk.state, desk.locale
    start = centre_of(state, formation)
    assert start is not None
    remaining = _remaining_cm(state, formation)

    def tell(at: Spot) -> tuple[str, ...]:
        far = locale.say(
            N_("{cm} of {most} cm"),
            cm=locale.number(round(dist(start, at), 1)),
            most=locale.number(round(remaining, 1)),
        )
        return (far, *base.warnings_for(desk, _move_to(state, formation, at)))

    return base.spot_field(
        desk,
        locale.say(N_("{formation}: where does its middle move to?"), formation=formation),
        start,
        tell,
        rule="EE-MOVE-2",
        rim=lambda at: base.outline_of(shift_places(state, formation, at, None)),
        other=locale.gettext(N_("something else")),
        reach_in=remaining / CM_PER_INCH,
    )


def _move_to(state: Match, formation: str, at: Spot) -> Move:
    """Return the move of a formation as it is, turned towards the enemy nearest to its end.

    Rule: EE-MOVE-6
    """
    start = centre_of(state, formation)
    assert start is not None
    far, remaining = dist(start, at), _remaining_cm(state, formation)
    if remaining < far <= remaining + ROUNDED_CM:  # all of its move, and what its places are rounded by
        share = remaining / far - TINY
        at = (start[0] + share * (at[0] - start[0]), start[1] + share * (at[1] - start[1]))
    side = state.formations[formation].side
    others = (centre_of(state, other.id) for other in state.formations.values() if other.side != side)
    enemy = min((centre for centre in others if centre), key=lambda centre: dist(centre, at), default=None)
    ahead = None if enemy is None or enemy == at else places.towards(at, enemy)
    return Move(formation=formation, to=shift_places(state, formation, at, ahead))


def _ask_other(desk: base.Desk, formation: str) -> Form:
    """Say what else a move involves: dangerous ground, getting on and off, turning."""
    _ = desk.locale.gettext
    what = yield Pick(
        _("What is special about this move?"),
        why="" if is_placed(desk.state, formation) else _("Any other move needs no entry: n goes on."),
        options=tuple(_other_options(desk, formation)),
    )
    if what == "leave":
        return Move(formation=formation, leave=True)
    if what == "turn":
        return (yield from _turn(desk, formation))
    if what == "board":
        ids = dict.fromkeys(figure.partition("/")[0] for figure in offers.open_transports(desk.state, formation))
        return Move(formation=formation, board=(yield from base.pick_formation(desk, N_("On which transport?"), ids)))
    return (yield from _ground(desk, formation))


def _turn(desk: base.Desk, formation: str) -> Form:
    """Turn a formation without moving it."""
    state, locale = desk.state, desk.locale
    here = centre_of(state, formation)
    assert here is not None
    spots = landmarks(state)

    def read(text: str) -> float:
        try:
            return read_angle(text, here, spots)
        except PlaceError as error:
            raise questions.forbid("EE-MOVE-6", "no-direction", said=text) from error

    facing = yield Text(locale.gettext(N_("Towards what? north, B …")), read=read, names=base.place_names(desk))
    return Move(formation=formation, to=shift_places(state, formation, here, facing))


def _other_options(desk: base.Desk, formation: str) -> list[Option]:
    _, state = desk.locale.gettext, desk.state
    options = [Option("1", "ground", _("dangerous ground"))]
    if is_placed(state, formation):
        options.append(Option("4", "turn", _("they only turn")))
    aboard = tuple(f for f in state.alive(formation) if state.figures[f].position.aboard)
    riders = aboard or tuple(rider for f in state.standing(formation) for rider in state.passengers(f))
    if riders:
        label = desk.locale.say(N_("{figures} get off"), figures=figures_name(desk.locale, riders))
        options.append(Option("2", "leave", label))
    if offers.open_transports(state, formation):
        options.append(Option("3", "board", _("they get on")))
    return options


def _ground(desk: base.Desk, formation: str) -> Form:
    """Ask which ground, and how many of the formation meet it."""
    _, state = desk.locale.gettext, desk.state
    figures = state.standing(formation)
    kinds: list[TerrainKind] = [
        kind
        for kind in ground.TABLE
        if any(ground.hindrance_of(state.profile(f), kind) == "dangerous" for f in figures)
    ]
    options = by_number({kind: terrain_name(desk.locale, kind) for kind in kinds})
    kind = yield Pick(_("Which ground?"), options=options)
    many = len(figures)
    if many > 1:
        many = yield base.Count(_("How many of them?"), buffer=str(many), least=1, most=many)
    enters = tuple(Entry(figure=f, terrain=kind) for f in figures[:many])
    return Move(formation=formation, enters=enters)
