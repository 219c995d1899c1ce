"""Terrain: its worth as cover, whom it hinders, and the test of dangerous ground."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal, NamedTuple

from q40k.games.epic.packs.models import Profile
from q40k.games.epic.packs.scenarios import TerrainKind
from q40k.games.epic.rules.losses import take_hit
from q40k.games.epic.rules.questions import refuse, roll_one
from q40k.games.epic.rules.registry import event, fold
from q40k.games.epic.rules.shooting.saves import roll_plain_save
from q40k.games.epic.rules.state import Match
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule

Effect = Literal["none", "dangerous", "impassable"]


class Ground(NamedTuple):
    """What a kind of terrain does: its cover bonuses, and how it hinders infantry and vehicles."""

    save_bonus: int
    cover_bonus: int
    infantry: Effect
    vehicles: Effect


TABLE: Final[dict[TerrainKind, Ground]] = {
    "fortification": Ground(2, 2, "none", "impassable"),
    "building": Ground(1, 1, "none", "impassable"),
    "ruins": Ground(0, 1, "none", "dangerous"),
    "wood": Ground(0, 1, "none", "dangerous"),
    "marsh": Ground(0, 0, "dangerous", "dangerous"),
    "river": Ground(0, 0, "dangerous", "dangerous"),
    "open": Ground(0, 0, "none", "none"),
}
"""The page's own table (EE-TERRAIN-1)."""


@event
class GroundTested(Event, tag="ground-tested"):
    """A figure has tested dangerous ground; on a 1 it is stuck, and on a `second` 1 hit."""

    figure: str
    terrain: TerrainKind
    die: int
    second: int | None = None


@fold(GroundTested)
def _ground_tested(state: Match, event: GroundTested) -> Match:
    return state.with_figures({event.figure: {"stuck": True}}) if event.die == 1 else state


def hindrance_of(profile: Profile, kind: TerrainKind) -> Effect:
    """Return how a kind of terrain hinders a figure.

    Flying and hovering figures test nothing; only aircraft pass over impassable terrain.

    Rule: EE-TERRAIN-1, EE-TERRAIN-2, EE-TERRAIN-6
    """
    ground = TABLE[kind]
    hindrance = ground.vehicles if profile.vehicle else ground.infantry
    if profile.has("aircraft"):
        return "none"
    return "none" if profile.has("antigrav") and hindrance == "dangerous" else hindrance


def test_ground(
    live: Live[Match], entries: Iterable[tuple[str, TerrainKind]]
) -> Rule[tuple[str, ...]]:
    """Roll for each figure that enters or begins in dangerous ground; return who was destroyed.

    A second piece is a second test. A stuck or lost figure tests no further; passengers never test.

    Rule: EE-TERRAIN-2, EE-TERRAIN-3, EE-TERRAIN-4, EE-TERRAIN-5
    """
    wrecked = []
    for figure, kind in entries:
        model = live.state.figures[figure]
        hindrance = hindrance_of(live.state.profile(figure), kind)
        if not model.on_table or model.doing.stuck:
            continue
        if hindrance == "impassable":
            yield from refuse("EE-TERRAIN-2", "impassable", figure=figure, terrain=kind)
        if hindrance != "dangerous":
            continue
        side = live.state.side_of(figure)
        facts = {"figure": figure, "terrain": kind}
        die, second = (yield from roll_one(side, "ground", "EE-TERRAIN-3", **facts)), None
        if die == 1:
            second = yield from roll_one(side, "ground-again", "EE-TERRAIN-3", **facts)
        yield GroundTested(figure=figure, terrain=kind, die=die, second=second)
        if second == 1 and not (yield from roll_plain_save(live, figure, "ground-save")):
            yield from take_hit(live, figure, "ground")
            if not live.state.figures[figure].life.alive:
                wrecked.append(figure)
    return tuple(wrecked)
