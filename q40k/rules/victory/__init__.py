"""Who wins: what each mod's victory condition asks after every action and every turn."""

from __future__ import annotations

from q40k.kernel.driver import Live
from q40k.kernel.telling import Rule
from q40k.rules.state import Match
from q40k.rules.victory import rounds, score

_AFTER_ACTIONS = {
    "score": score.check,
    "rounds": rounds.check,
}


def check(live: Live[Match], before: Match) -> Rule[None]:
    """See whether a complete action won a round or the match; `before` is the state before it.

    Rule: SCORE-4, SUDDEN-1
    """
    state = live.state
    if state.over or state.mod is None or state.phase == "setup":
        return
    after = _AFTER_ACTIONS.get(state.mod.win.by)
    if after is not None:
        yield from after(live, before)


def end_of_turn(live: Live[Match]) -> Rule[None]:
    """See what the end of a turn brings, as its last phase closes."""
    yield from ()
