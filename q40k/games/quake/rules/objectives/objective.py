"""What happens for an objective: its steps, registered by the chapter that plays them."""

from collections.abc import Callable

from msgspec import Struct

from q40k.games.quake.packs.models import Mod
from q40k.games.quake.packs.mods import Measure
from q40k.games.quake.state.match import Match
from q40k.games.quake.state.objectives.objective import DECISIVE, objectives_of
from q40k.games.quake.state.registry import Event
from q40k.kernel.events import Live, Rule


def do_nothing(_live: Live[Match]) -> Rule[None]:
    """Do nothing, as an objective without this step."""
    yield from ()


class Steps(Struct, frozen=True, kw_only=True):
    """What happens for an objective in a match.

    `begin` runs once the teams are ranked, `end_of_turn` as a turn's last phase closes. `check`
    runs after an action, with the state before it, if one of the events in `brought_by` occurred.
    It tests whether the action won a round or the match.
    """

    begin: Callable[[Live[Match]], Rule[None]] = do_nothing
    end_of_turn: Callable[[Live[Match]], Rule[None]] = do_nothing
    check: Callable[[Live[Match], Match], Rule[None]] | None = None
    brought_by: frozenset[type[Event]] = frozenset()


STEPS: dict[Measure, Steps] = {}
"""The steps of each objective that has any, by what it measures."""


def register_steps(by: Measure, steps: Steps) -> None:
    """Register what happens for an objective."""
    STEPS[by] = steps
    DECISIVE.update(steps.brought_by)


def steps_of(mod: Mod) -> tuple[Steps, ...]:
    """Return the steps of all objectives of a mod, those of its main one first."""
    return tuple(STEPS[objective.by] for objective in objectives_of(mod) if objective.by in STEPS)
