"""Explode a reloaded assault cannon on three equal dice."""

from __future__ import annotations

from typing import Final

from q40k.games.space_hulk.rules.losses import DoorGone, kill_event
from q40k.games.space_hulk.rules.places import board, cell
from q40k.games.space_hulk.rules.questions import roll
from q40k.games.space_hulk.rules.registry import event
from q40k.games.space_hulk.rules.shooting.pieces import is_immune, pieces_on
from q40k.games.space_hulk.rules.shooting.spreading import spread_fire
from q40k.games.space_hulk.rules.state import Match
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule

DESTROYS: Final = 4


@event
class Exploded(Event, tag="exploded"):
    """An assault cannon has exploded; `section` is its section if known."""

    who: str
    section: str | None = None


@event
class BlastRolled(Event, tag="blast-rolled"):
    """The dice for everything in the section of the explosion."""

    targets: tuple[str, ...]
    dice: tuple[int, ...]
    needs: int


def explode(live: Live[Match], who: str) -> Rule[None]:
    """Kill the bearer, and each piece and door in his section on 4+.

    Rule: SH-CANNON-5, SH-CANNON-6, SH-CANNON-7, SH-CANNON-8, SH-ALPHA-4, SH-DOOR-10, SH-BOARD-4
    """
    ground, here = board(live.state), cell(live.state, who)
    section = None if ground is None or here is None else ground.section(here)
    yield Exploded(who=who, section=section)
    yield kill_event(live.state, who, "explosion")
    if ground is None or section is None:
        return
    squares = set(ground.section_squares(section))
    pieces = [piece for piece in pieces_on(live.state, squares) if not is_immune(live.state, piece)]
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
    for target, die in zip(targets, dice, strict=True):
        if die < DESTROYS:
            continue
        if target in doors:
            yield DoorGone(at=target, by="explosion")
            yield from spread_fire(live, target)
        else:
            yield kill_event(live.state, target, "explosion")
