"""The wrath of the painters: figures without paint or base die of one hit."""

from __future__ import annotations

from q40k.games.quake.rules.changing import changed
from q40k.games.quake.rules.questions import choose
from q40k.games.quake.rules.registry import event, fold
from q40k.games.quake.rules.state import Match
from q40k.games.w40k3e.modifiers import Modifier
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule


@event
class Judged(Event, tag="judged"):
    """The table said whether a figure is painted and based (special bonus 2)."""

    player: str
    finished: bool


@fold(Judged)
def _judged(state: Match, event: Judged) -> Match:
    return changed(state, event.player, finished=event.finished)


def wrath(live: Live[Match], attacker: str, target: str) -> Rule[tuple[Modifier, ...]]:
    """What the attacker's bonus adds against this very target: one hit slays unfinished figures.

    The table is asked once whether a figure is painted in six colours and based, if nobody has
    said so. Call it before every shot and every round of blows, once for each target, and hand
    the modifiers to the attacker's `fighter`.

    Rule: BONUS-1
    """
    if not live.state.holds(attacker, "wrath"):
        return ()
    figure = live.state.players[target]
    about = figure.about
    if about.finished is None and about.painted is None and about.based is None:
        said = yield from choose(target, "finished", "BONUS-1", ("yes", "no"))
        yield Judged(player=target, finished=said == "yes")
    return known_wrath(live.state, attacker, target)


def known_wrath(state: Match, attacker: str, target: str) -> tuple[Modifier, ...]:
    """The same as far as it is known without asking anybody.

    Rule: BONUS-1
    """
    if not state.holds(attacker, "wrath") or is_finished(state, target):
        return ()
    held = state.players[attacker].bonus
    return (Modifier("hit-slays", 0, held.kind if held else ""),)


def is_finished(state: Match, player: str) -> bool:
    """Whether a figure counts as painted and based; a painted one does unless told otherwise."""
    figure = state.players[player]
    about = figure.about
    return False not in (about.painted, about.based, about.finished)
