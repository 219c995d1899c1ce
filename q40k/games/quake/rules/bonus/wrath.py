"""The wrath of the painters: figures without paint or base die of one hit."""

from __future__ import annotations

from q40k.games.quake.rules.changing import change_player
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
    return change_player(state, event.player, finished=event.finished)


def wrath(live: Live[Match], attacker: str, target: str) -> Rule[tuple[Modifier, ...]]:
    """Return the modifiers of the attacker's bonus against this target: a hit may slay it.

    The table is asked once whether a figure is painted in six colours and based, if that is
    unknown. Call this before every shot and every round of blows, once for each target. Pass the
    modifiers to the attacker's `fighter`.

    Rule: BONUS-1
    """
    if not live.state.holds(attacker, "wrath"):
        return ()
    figure = live.state.players[target]
    about = figure.about
    if about.finished is None and about.painted is None and about.based is None:
        answer = yield from choose(target, "finished", "BONUS-1", ("yes", "no"))
        yield Judged(player=target, finished=answer == "yes")
    return known_wrath(live.state, attacker, target)


def known_wrath(state: Match, attacker: str, target: str) -> tuple[Modifier, ...]:
    """Return the modifiers of `wrath` without asking anybody.

    Rule: BONUS-1
    """
    if not state.holds(attacker, "wrath") or is_finished(state, target):
        return ()
    held = state.players[attacker].bonus
    return (Modifier("hit-slays", 0, held.kind if held else ""),)


def is_finished(state: Match, player: str) -> bool:
    """Whether a figure counts as painted and based: it does unless the table denied it."""
    figure = state.players[player]
    about = figure.about
    return False not in (about.painted, about.based, about.finished)
