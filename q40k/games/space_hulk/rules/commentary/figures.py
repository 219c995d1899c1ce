"""The figures of a match: what every marine did, how each turn went, how all died, the blips.

All of it is counted from what was told, entry by entry; nothing is kept.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct, field

from q40k.games.space_hulk.rules.aliens.convert import BlipRevealed
from q40k.games.space_hulk.rules.commentary.killers import killer_of
from q40k.games.space_hulk.rules.losses import BlipCounted, Killed
from q40k.games.space_hulk.rules.melee.fight import Fought
from q40k.games.space_hulk.rules.movement.moved import Left, Moved
from q40k.games.space_hulk.rules.shooting.firing import Fired, Jammed
from q40k.games.space_hulk.rules.shooting.flamer import Flamed
from q40k.games.space_hulk.rules.state import Marine, Match
from q40k.games.space_hulk.rules.turn.ending import CounterShown
from q40k.games.space_hulk.rules.turn.points import PointBack, PointsSpent
from q40k.kernel.calls import Step
from q40k.kernel.events import Event


class Tally(Struct):
    """What one marine did, and in which turn he died or left the board."""

    unit: str = ""
    kills: int = 0
    shots: int = 0
    hits: int = 0
    watched: int = 0
    jams: int = 0
    flames: int = 0
    fights: int = 0
    won: int = 0
    steps: int = 0
    points: int = 0
    died: int | None = None
    left: int | None = None


class Turn(Struct):
    """How one turn went: what the counter showed and what was spent, who died, what was seen.

    `counter` is None until it is turned up; `seconds` are those of the marine turn, by the clock.
    """

    counter: int | None = None
    spent: int = 0
    marines: int = 0
    stealers: int = 0
    blips: int = 0
    seconds: float = 0.0


class Figures(Struct):
    """Everything that was counted: by marine, by turn, by way of dying, by what blips showed."""

    marines: dict[str, Tally] = field(default_factory=dict)
    turns: dict[int, Turn] = field(default_factory=dict)
    causes: dict[str, dict[str, int]] = field(default_factory=dict)
    blips: dict[int, int] = field(default_factory=dict)

    def of(self, marine: str) -> Tally:
        """A marine's tally."""
        return self.marines.setdefault(marine, Tally())

    def at(self, state: Match) -> Turn:
        """The turn that is played."""
        return self.turns.setdefault(state.play.turn, Turn())


def count(steps: Iterable[Step[Match]]) -> Figures:
    """Count a match."""
    found = Figures()
    flamer = ""
    blips: dict[str, tuple[str, str]] = {}  # by what and whom those died that are counted later
    for step in steps:
        killer = ""
        for one in step.told:
            event, after = one.event, one.after
            for id, marine in after.marines.items():
                found.of(id).unit = marine.unit
            killer = killer_of(event, one.before) or killer
            flamer = event.who if isinstance(event, Flamed) else flamer
            if isinstance(event, Killed):
                by = flamer if event.by == "flame" else killer
                blips[event.who] = event.by, by
                _killed(found, event, one.before, by)
            elif isinstance(event, BlipCounted):
                _dead(found, after, *blips.get(event.blip, ("hand", "")), event.value - 1)
                _count(found, event, after)
            else:
                _count(found, event, after)
            if after.timer.length is not None:
                found.at(after).seconds = after.timer.gone - after.timer.began
    found.turns.pop(0, None)
    return found


def _killed(found: Figures, event: Killed, before: Match, killer: str) -> None:
    if event.who in before.marines:
        found.at(before).marines += 1
        found.of(event.who).died = before.play.turn
        _by(found, event.by, "marine", 1)
        return
    _dead(found, before, event.by, killer, event.value or 1)
    if event.who in before.blips:
        found.blips[event.value or 0] = found.blips.get(event.value or 0, 0) + 1


def _dead(found: Figures, state: Match, cause: str, killer: str, many: int) -> None:
    """So many stealers have died: a blip counts as many as it stood for."""
    found.at(state).stealers += many
    _by(found, cause, "stealer", many)
    if killer in state.marines:
        found.of(killer).kills += many


def _by(found: Figures, cause: str, side: str, many: int) -> None:
    ways = found.causes.setdefault(cause, {})
    ways[side] = ways.get(side, 0) + many


def _count(found: Figures, event: Event, after: Match) -> None:
    if isinstance(event, Fired):
        tally = found.of(event.who)
        tally.shots += 1
        tally.hits += event.hit
        tally.watched += event.how == "overwatch"
    elif isinstance(event, Jammed):
        found.of(event.who).jams += 1
    elif isinstance(event, Flamed):
        found.of(event.who).flames += 1
    elif isinstance(event, Fought):
        marine = event.attacker if event.attacker in after.marines else event.defender
        found.of(marine).fights += 1
        found.of(marine).won += event.beaten is not None and event.beaten != marine
    elif isinstance(event, Moved) and isinstance(after.piece(event.who), Marine):
        found.of(event.who).steps += 1
    elif isinstance(event, Left) and event.who in after.marines:
        found.of(event.who).left = after.play.turn
    elif isinstance(event, PointsSpent):
        found.at(after).spent += event.points
        if event.who in after.marines:
            found.of(event.who).points += event.points
    elif isinstance(event, PointBack):
        found.at(after).spent -= 1
    elif isinstance(event, CounterShown):
        found.at(after).counter = event.value
    elif isinstance(event, BlipCounted):
        found.blips[0] = found.blips.get(0, 1) - 1
        found.blips[event.value] = found.blips.get(event.value, 0) + 1
        found.blips = {value: n for value, n in found.blips.items() if n}
    elif isinstance(event, BlipRevealed):
        found.at(after).blips += 1
        found.blips[event.value] = found.blips.get(event.value, 0) + 1
