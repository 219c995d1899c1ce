"""Epic Escarmouches to play in tests: scripts as the contract writes them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

from q40k.games import game as games
from q40k.games.epic.state.match import Match
from q40k.games.epic.state.places import base_of
from q40k.geometry.space import gap_cm
from q40k.table.match_library import temporary_match
from q40k.table.match_session import MatchSession
from tests.games.scripted import Line, go_on, json_state, line, packs_of

library = partial(packs_of, "epic")
"""The shipped packs."""


def play(*lines: Line) -> MatchSession:
    """A match in memory after these lines."""
    return go_on(temporary_match(games.find("epic")), *lines)


# -- the table of the worked examples ------------------------------------------------------

MARINES: Line = {"do": "army", "player": "A", "name": "Space Marines", "strategic": 5, "morale": 2}
ORKS: Line = {"do": "army", "player": "B", "name": "Orks", "strategic": 3, "morale": 4}
M: Line = line("formation", player="A", id="M", figures=[{"profile": "marine-tactical", "n": 5}])
B: Line = line("formation", player="B", id="B", figures=[{"profile": "ork-boy", "n": 5}])
LAND_RAIDER: Line = line("formation", player="A", id="L", figures=[{"profile": "marine-land-raider"}])
RHINO: Line = line("formation", player="A", id="R", figures=[{"profile": "marine-rhino"}])
EDGES = {"A": "south", "B": "north"}


def new(**options: Any) -> Line:
    """A match laid out with these switches."""
    return line("new", game="epic", seed=7, options=options)


def formation(side: str, id: str, profile: Any, n: int = 1) -> Line:
    """A formation of one kind."""
    return line("formation", player=side, id=id, figures=[{"profile": profile, "n": n}])


def ready(*formations: Line, **options: Any) -> MatchSession:
    """A match whose armies stand, A's first; turn 1 waits for orders. No place is kept."""
    return _deploy_all(new(**options), *formations)


def _deploy_all(start: Line, *formations: Line, **places: Line) -> MatchSession:
    """A match after both sides have deployed by turns; more is said of how a formation deploys."""
    match_session = play(start, MARINES, ORKS, *formations, line("start", 3, 5, edges=EDGES))
    while match_session.state.play.phase == "deployment":
        state: Match = match_session.state
        waiting = [formation for formation in state.formations.values() if not formation.deployed]
        following = next(formation for formation in waiting if formation.side == state.play.active)
        go_on(match_session, line("deploy", formation=following.id, **places.get(following.id, {})))
    return match_session


def to_movement(match_session: MatchSession, first: str = "A", chip: str = "A", **orders: str) -> MatchSession:
    """Orders, the first draw, and who moves first; `orders` by formation."""
    give(match_session, **orders)
    return go_on(match_session, line("draw", *_chip(match_session, chip), first))


def to_shooting(match_session: MatchSession, chip: str = "A", **orders: str) -> MatchSession:
    """As far as the shooting phase: `chip` fires first."""
    to_movement(match_session, **orders)
    go_on(match_session, line("next"), line("next"))
    return go_on(match_session, line("draw", *_chip(match_session, chip)))


def to_assault(match_session: MatchSession, first: str = "A", chip: str = "A", **orders: str) -> MatchSession:
    """As far as the assault moves of the side that goes first."""
    to_shooting(match_session, **orders)
    go_on(match_session, line("next"))
    return go_on(match_session, line("draw", *_chip(match_session, chip), first))


def to_fights(match_session: MatchSession, *moves: Line, **orders: str) -> MatchSession:
    """As far as the fights; `moves` are those of whoever charges, A's first."""
    to_assault(match_session, **orders)
    for side in "AB":
        mine = [move for move in moves if _side(match_session, move["formation"]) == side]
        go_on(match_session, *mine)
        if side == "A":
            go_on(match_session, line("next"))
    return match_session


def to_rally(match_session: MatchSession, **orders: str) -> MatchSession:
    """As far as the rally phase, nobody having done anything."""
    to_assault(match_session, **orders)
    return go_on(match_session, line("next"), line("next"), line("next"))


def give(match_session: MatchSession, **orders: str) -> MatchSession:
    """The orders of both sides."""
    for name in ("A", "B"):
        mine = {id: order for id, order in orders.items() if _side(match_session, id) == name}
        go_on(match_session, line("orders", player=name, orders=mine))
    return match_session


def _side(match_session: MatchSession, formation: str) -> str:
    state: Match = match_session.state
    return state.sides[state.formations[formation].side].name


def _chip(match_session: MatchSession, chosen: str) -> Iterable[str]:
    """Whose chip comes out, if that is asked at all."""
    chips_left = [many for many in match_session.state.cup.chips.values() if many]
    return (chosen,) if len(chips_left) > 1 else ()


# -- with places ---------------------------------------------------------------------------


def ground(*terrain: Line, **options: Any) -> Line:
    """A match on a table with this terrain; more is said of its scenario."""
    names = {"en": "Test", "fr": "Essai"}
    scenario = {"id": "test", "name": names, "terrain": list(terrain), **options}
    return line("new", game="epic", seed=7, scenario="test", scenario_data=scenario)


def box(kind: str, x0: float, y0: float, x1: float, y1: float) -> Line:
    """A rectangle of terrain."""
    corners = [[x0, y0], [x1, y0], [x1, y1], [x0, y1]]
    return {"id": f"{kind}-{x0:g}-{y0:g}", "kind": kind, "polygon": corners}


def place_figures(start: Line, *formations: Line, **places: list[list[float]]) -> MatchSession:
    """A match whose figures stand at these places, by formation, whatever the zones; turn 1."""
    by_hand = {line["id"]: {"at": places.get(line["id"], []), "override": "a test"} for line in formations}
    return _deploy_all(start, *formations, **by_hand)


def row(x: float, y: float, n: int = 5, step: float = 2.0, facing: float | None = None) -> Any:
    """Figures side by side."""
    ahead = [] if facing is None else [facing]
    return [[x + number * step, y, *ahead] for number in range(n)]


def dead(match_session: MatchSession) -> list[str]:
    """The figures that are lost."""
    return [id for id, figure in json_state(match_session)["figures"].items() if not figure["alive"]]


def shoot(formation: str, *answers: Any, shots: list[Line]) -> Line:
    """A line in which a formation fires."""
    return line("shoot", *answers, formation=formation, shots=shots)


def shot(figures: Any, target: Any, **options: Any) -> Line:
    """A shot of a volley."""
    return {"figures": figures, "target": target, **options}


def charge(id: str, *runs: Line, answers: tuple[int, ...] = (), **options: Any) -> Line:
    """A line in which a formation charges."""
    return line("charge", *answers, formation=id, moves=list(runs), **options)


def run(figure: str, target: str | None = None, **options: Any) -> Line:
    """A figure's run in a charge, at a target."""
    return {"figure": figure, "target": target, **options}


def stacked_pairs(state: Match) -> set[tuple[str, str]]:
    """The pairs of figures of which one stands on the other (EE-MOVE-5)."""
    bases = [
        (id, base_of(state, id), figure.position.at)
        for id, figure in state.figures.items()
        if figure.on_table and figure.position.at is not None
    ]
    return {
        (id, other)
        for number, (id, base, at) in enumerate(bases)
        for other, beside, there in bases[:number]
        if abs(at[0] - there[0]) < 5 and abs(at[1] - there[1]) < 5 and gap_cm(base, at, beside, there) < -0.01
    }
