"""Movement: what may move how far, and what the rules doubt about a move."""

from collections.abc import Iterable, Mapping

from q40k.games.epic.packs.scenarios import TerrainKind
from q40k.games.epic.state import ground, questions, transport
from q40k.games.epic.state.match import Formation, Match
from q40k.games.epic.state.places import base_of, turned_base
from q40k.games.epic.state.registry import Cm, Command, Event, FormationId, Places
from q40k.geometry.space import CONTACT_CM, HAIR_CM, gap_cm
from q40k.kernel.state import remember_newest
from q40k.packs.base import Pack
from q40k.tabletop.asking import forbid


class Entry(Pack, frozen=True, kw_only=True):
    """A figure, or a whole formation, that enters a kind of terrain or begins its move in it."""

    figure: str
    terrain: TerrainKind


class Move(Command, tag="move"):
    """A formation moves: `cm` at most, or `to` the places of its figures on the table, in order.

    `enters` names dangerous ground where no places are kept. `board`: the transport that all of
    them get on, or figures that get on this one, or each figure with its transport; `leave`: the
    figures that get off, true for all. It may move in several legs.
    """

    formation: FormationId
    cm: Cm | None = None
    to: Places = ()
    enters: tuple[Entry, ...] = ()
    board: str | tuple[str, ...] | dict[str, str] | None = None
    leave: bool | tuple[str, ...] = ()


class Moved(Event, tag="moved"):
    """A formation has moved; `spent` is what each figure has used, `places` where each stands."""

    formation: str
    cm: float | None
    spent: dict[str, float]
    places: dict[str, tuple[float, ...]]

    def fold(self, state: Match) -> Match:
        changes: dict[str, dict[str, object]] = {}
        for figure, spent in self.spent.items():
            used = state.figures[figure].doing.spent + spent
            stays = {} if spent <= HAIR_CM else {"stopped": False}
            changes[figure] = {"spent": used, **stays}
        return state.with_figures(changes).with_places(self.places).with_formation(self.formation, moved=True)


class Stopped(Event, tag="stopped"):
    """A figure is held by dangerous ground where it met it."""

    figure: str
    at: tuple[float, ...]
    facing: float | None = None

    def fold(self, state: Match) -> Match:
        turned = {} if self.facing is None else {"facing": self.facing}
        return state.with_figures({self.figure: {"at": self.at, **turned}})


def terrain_entries(state: Match, formation: Formation, named: Iterable[Entry]) -> list[tuple[str, TerrainKind]]:
    """Return each figure of a formation that enters terrain, as the table says. Raises Refused.

    Rule: EE-TERRAIN-3
    """
    pairs = []
    for entry in named:
        for figure in questions.find_figures(state, (entry.figure,)):
            if figure not in formation.figures:
                facts = {"figure": figure, "formation": formation.id}
                raise forbid("EE-TERRAIN-3", "not-of-formation", **facts)
            pairs.append((figure, entry.terrain))
    return pairs


@remember_newest
def _figures_beside_transports(formations: Mapping[str, Formation]) -> list[str]:
    """Return the figures of all formations that have transports."""
    return [
        figure
        for formation in formations.values()
        if transport.has_transports(formation.troops)
        for figure in formation.figures
    ]


def straight_length(state: Match, path: ground.StraightPath, facing: float) -> float:
    """Return how far a figure moves straight on, from its transport's edge if it just got off.

    Rule: EE-TRANSPORT-1
    """
    carriers = [
        other
        for other in _figures_beside_transports(state.formations)
        if state.figures[other].position.at == path.start and other != path.figure and state.has(other, "transport")
    ]
    if not carriers:
        return path.length
    base = turned_base(state, path.figure, facing)
    long = gap_cm(base, path.end, base_of(state, carriers[0]), path.start)
    return 0.0 if long <= CONTACT_CM else long
