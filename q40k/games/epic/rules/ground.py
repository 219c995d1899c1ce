"""The ground: roll the tests of dangerous terrain."""

from collections.abc import Iterable

from q40k.games.epic.packs.scenarios import TerrainKind
from q40k.games.epic.rules.losses import roll_plain_save, take_hit
from q40k.games.epic.state.ground import GroundTested, StraightPath, hindrance_of
from q40k.games.epic.state.match import Match
from q40k.games.epic.state.movement import Stopped
from q40k.games.epic.state.room import stopping_place
from q40k.kernel.events import Live, Rule
from q40k.tabletop.asking import refuse, roll_one


def test_ground(live: Live[Match], entries: Iterable[tuple[str, TerrainKind]]) -> Rule[tuple[str, ...]]:
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


def cross_ground(live: Live[Match], path: StraightPath, facings: tuple[float, float]) -> Rule[tuple[str, ...]]:
    """Test the ground on a path; a stuck figure stops where it first met it, in the first facing that has room.

    Rule: EE-TERRAIN-3, EE-TERRAIN-4
    """
    wrecked: list[str] = []
    for piece, at in path.ground:
        wrecked += yield from test_ground(live, ((path.figure, piece.kind),))
        now = live.state.figures[path.figure]
        if now.doing.stuck and now.life.alive:
            x, y, facing = stopping_place(live.state, path, at, facings)
            yield Stopped(figure=path.figure, at=(x, y), facing=facing)
            break
    return tuple(wrecked)
