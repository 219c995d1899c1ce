"""The forms of deployment, and of positions by the table's word."""

from q40k.games.epic.screen import base
from q40k.games.epic.state import deployment, morale
from q40k.games.epic.state.match import Match
from q40k.games.epic.state.offers import open_transports
from q40k.games.epic.table.places import Place, centre_of, is_placed, place_in_rows, shift_places
from q40k.geometry.space import Spot
from q40k.i18n.locale import N_
from q40k.tui.fields import Pick, by_number
from q40k.tui.forms import OTHER, Form


@base.action(
    "deploy",
    "play",
    key="d",
    bar=1,
    name=N_("Set up"),
    when=lambda state: state.play.phase == "deployment",
    help=N_("A formation of the side whose go it is stands on the table; with places, where."),
)
def deploy(desk: base.Desk) -> Form:
    """d: set up a formation; where positions are kept, around which centre."""
    able = deployment.deployable_formations(desk.state)
    formation = yield from base.pick_formation(desk, N_("Which formation?"), able, always=True)
    transports, kept = open_transports(desk.state, formation), base.keeps_places(desk.state)
    if not desk.asks_places:
        return (yield from _deploy_without_places(desk, formation, transports))
    ahead = _first_facing(desk.state, formation)

    def stands(at: Spot) -> tuple[Place, ...]:
        return place_in_rows(desk.state, formation, at, ahead)

    place_field = base.spot_field(
        desk,
        _place_title(desk, formation),
        _start(desk.state, formation),
        lambda at: base.warnings_for(desk, deployment.Deploy(formation=formation, at=stands(at))),
        rim=lambda at: base.outline_of(stands(at)),
        rule="EE-DEPLOY-3",
        may_be_empty=not kept,
        why="" if kept else desk.locale.gettext(N_("Enter: no places are kept.")),
        other=desk.locale.gettext(N_("aboard a transport")) if transports else "",
    )
    answer = yield place_field
    if answer is OTHER:
        options = by_number({figure: figure for figure in transports})
        transport = yield Pick(desk.locale.gettext(N_("On which transport?")), options=options)
        return deployment.Deploy(formation=formation, aboard=transport)
    return deployment.Deploy(formation=formation, at=stands(answer.at) if answer is not None else ())


def _deploy_without_places(desk: base.Desk, formation: str, transports: tuple[str, ...]) -> Form:
    """Set up a formation on the table, or aboard a transport that has room.

    Rule: EE-DEPLOY-4
    """
    if not transports:
        return deployment.Deploy(formation=formation)
    labels: dict[str | None, str] = {None: desk.locale.gettext(N_("on the table"))}
    labels |= {figure: desk.locale.say(N_("aboard {transport}"), transport=figure) for figure in transports}
    title = desk.locale.say(N_("{formation}: where does it start?"), formation=formation)
    transport = yield Pick(title, options=by_number(labels), rule="EE-DEPLOY-4")
    return deployment.Deploy(formation=formation, aboard=transport)


base.action.add(
    "deploy-rest",
    "play",
    key="D",
    bar=2,
    name=N_("Set up the rest"),
    when=lambda state: state.play.phase == "deployment" and not base.keeps_places(state),
    help=N_("Every formation that is left is set up, of both sides, without places; u takes it back."),
    command=deployment.DeployRest,
)


def _place_title(desk: base.Desk, formation: str) -> str:
    sentence = N_("{formation}: where does its middle stand?")
    return desk.locale.say(sentence, formation=formation)


def _first_facing(state: Match, formation: str) -> float:
    """Return where a formation faces at first: away from its own edge."""
    edge = state.sides[state.formations[formation].side].edge
    return deployment.FACING[edge] if edge else 90.0


def _start(state: Match, formation: str) -> Spot | None:
    """Return the centre of the side's zone, where steps of the arrows begin."""
    edge = state.sides[state.formations[formation].side].edge
    if edge is None:
        return None
    x0, y0, x1, y1 = state.scenario.zone(edge)
    return (x0 + x1) / 2, (y0 + y1) / 2


@base.action(
    "place",
    "right",
    key="p",
    bar=10,
    name=N_("Place"),
    when=lambda state: state.play.turn > 0,
    help=N_("Where a formation stands, as the table sees it: any place that is free, and no move is used."),
)
def place(desk: base.Desk) -> Form:
    """p: put a formation where the table says."""
    state = desk.state
    ids = tuple(id for id in base.living_formations(state) if state.standing(id))
    formation = yield from base.pick_formation(desk, N_("Whose place?"), ids)
    kept = is_placed(state, formation)
    ahead = _first_facing(state, formation)

    def stands(at: Spot) -> tuple[Place, ...]:
        if kept:
            return shift_places(state, formation, at, None)
        return place_in_rows(state, formation, at, ahead)[: len(state.standing(formation))]

    answer = yield base.spot_field(
        desk,
        _place_title(desk, formation),
        centre_of(state, formation) or _start(state, formation),
        lambda at: base.warnings_for(desk, morale.PutAt(formation=formation, at=stands(at))),
        rim=lambda at: base.outline_of(stands(at)),
        rule="EE-MOVE-5",
    )
    return morale.PutAt(formation=formation, at=stands(answer.at))
