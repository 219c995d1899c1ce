"""An assault cannon that has been reloaded blows up on three equal dice."""

from __future__ import annotations

from typing import Final

from q40k.games.space_hulk.rules.losses import DoorGone, kill
from q40k.games.space_hulk.rules.places import board, cell
from q40k.games.space_hulk.rules.questions import roll
from q40k.games.space_hulk.rules.registry import event
from q40k.games.space_hulk.rules.shooting.pieces import immune, standing_in
from q40k.games.space_hulk.rules.shooting.spreading import spread
from q40k.games.space_hulk.rules.state import Match
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule

DESTROYS: Final = 4


@event
class Exploded(Event, tag="exploded"):
    """An assault cannon has exploded; `section` where that is known, and the dice in it."""

    who: str
    section: str | None = None


@event
class BlastRolled(Event, tag="blast-rolled"):
    """The dice for all that was in the section of the explosion."""

    targets: tuple[str, ...]
    dice: tuple[int, ...]
    needs: int


def explode(live: Live[Match], who: str) -> Rule[None]:
    """The bearer dies, and each piece and door in his section on 4+.

    Rule: SH-CANNON-5, SH-CANNON-6, SH-CANNON-7, SH-CANNON-8, SH-ALPHA-4, SH-DOOR-10, SH-BOARD-4
    """
    ground, here = board(live.state), cell(live.state, who)
    section = None if ground is None or here is None else ground.section(here)
    yield Exploded(who=who, section=section)
    yield kill(live.state, who, "explosion")
    if ground is None or section is None:
        return
    squares = set(ground.of_section(section))
    pieces = [one for one in standing_in(live.state, squares) if not immune(live.state, one)]
    doors = [
        name
        for name, now in live.state.doors.items()
        if now != "gone" and ground.cell(name) in squares
    ]
    targets = (*pieces, *doors)
    dice = yield from roll(
        "marine", "blast", "SH-CANNON-7", len(targets), targets=targets, needs=DESTROYS
    )
    if targets:
        yield BlastRolled(targets=targets, dice=dice, needs=DESTROYS)
    for one, die in zip(targets, dice, strict=True):
        if die < DESTROYS:
            continue
        if one in doors:
            yield DoorGone(at=one, by="explosion")
            yield from spread(live, one)
        else:
            yield kill(live.state, one, "explosion")
