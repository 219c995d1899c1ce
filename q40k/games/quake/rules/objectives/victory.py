"""Who wins: test the objectives after every action and every turn."""

from q40k.games.quake.rules.objectives.objective import steps_of
from q40k.games.quake.state.match import Match
from q40k.games.quake.state.objectives.objective import DECISIVE
from q40k.kernel.events import Live, Rule


def check(live: Live[Match], before: Match) -> Rule[None]:
    """Test whether a complete action won a round or the match.

    `before` is the state before it. Only objectives that its events can decide are tested.

    Rule: SCORE-4, SUDDEN-1
    """
    kinds = set(map(type, live.events))
    if DECISIVE.isdisjoint(kinds):
        return
    state = live.state
    if state.outcome.over or state.setup.mod is None or state.play.phase == "setup":
        return
    for steps in steps_of(state.setup.mod):
        if steps.check is not None and not steps.brought_by.isdisjoint(kinds):
            yield from steps.check(live, before)


def end_of_turn(live: Live[Match]) -> Rule[None]:
    """Apply what the objectives do at the end of a turn, as its last phase closes.

    Rule: TURN-1
    """
    for steps in steps_of(live.state.mod):
        yield from steps.end_of_turn(live)
