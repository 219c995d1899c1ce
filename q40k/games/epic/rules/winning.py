"""End a match: by losses, after the last turn, or because the players stop."""

from q40k.games.epic.state import winning
from q40k.games.epic.state.match import Match
from q40k.games.epic.state.questions import find_side, must_be_on_the_table
from q40k.games.epic.state.registry import rule
from q40k.kernel.events import Live, Rule
from q40k.kernel.lookup import nearest
from q40k.tabletop.asking import forbid


@rule(winning.HoldObjective)
def hold_objective(live: Live[Match], command: winning.HoldObjective) -> Rule[None]:
    """Record the table's word on who holds an objective.

    Rule: EE-WIN-3
    """
    must_be_on_the_table(live.state)
    objectives = {objective.id: objective for objective in live.state.scenario.objectives}
    if command.objective not in objectives:
        near = nearest(command.objective, objectives)
        raise forbid("EE-WIN-3", "unknown-objective", said=command.objective, nearest=near)
    side = None if command.player is None else find_side(live.state, command.player).id
    yield winning.ObjectiveHeld(objective=command.objective, side=side)


@rule(winning.End)
def end(live: Live[Match], _command: winning.End) -> Rule[None]:
    """Stop the match now: the page knows no end of its own.

    Rule: EE-WIN-1, EE-WIN-2
    """
    must_be_on_the_table(live.state)
    yield from _count_objectives(live, "end")
    yield from _decide(live)


def check_turn(live: Live[Match]) -> Rule[None]:
    """End a turn: count objectives, and end the match if it is decided.

    Rule: EE-WIN-2, EE-WIN-3
    """
    limit = live.state.switches.turn_limit
    last = limit is not None and live.state.play.turn >= limit
    yield from _count_objectives(live, "turn")
    if last:
        yield from _count_objectives(live, "end")
    state = live.state
    fighting = tuple(side for side in state.sides if _fights_on(state, side))
    if len(fighting) < len(state.sides):
        reason: winning.Reason = "nobody-left" if fighting else "draw"
        yield winning.Ended(winners=fighting, reason=reason, shares=_lost_shares(state))
    elif last:
        yield from _decide(live)


def _fights_on(state: Match, side: str) -> bool:
    """Whether a side has a figure outside Retreat.

    Rule: EE-WIN-2
    """
    return any(state.alive(formation.id) and not formation.retreats for formation in state.of_side(side))


def _count_objectives(live: Live[Match], when: str) -> Rule[None]:
    for objective in live.state.scenario.objectives:
        side = winning.holder(live.state, objective) if objective.counted == when else None
        if side is not None:
            yield winning.ObjectiveCounted(objective=objective.id, side=side, worth=objective.worth)


def _lost_shares(state: Match) -> dict[str, str]:
    return {side: str(winning.share_lost(state, side)) for side in state.sides}


def _decide(live: Live[Match]) -> Rule[None]:
    """Decide by the objectives, then by the smaller share of losses.

    Rule: EE-WIN-2, EE-WIN-3
    """
    state = live.state
    points = {side: state.outcome.taken.get(side, 0) for side in state.sides}
    most = tuple(side for side in points if points[side] == max(points.values()))
    if len(most) == 1:
        yield winning.Ended(winners=most, reason="objectives", shares=_lost_shares(state))
        return
    shares = {side: winning.share_lost(state, side) for side in state.sides}
    best = tuple(side for side in shares if shares[side] == min(shares.values()))
    drawn = len(best) > 1
    yield winning.Ended(winners=() if drawn else best, reason="draw" if drawn else "shares", shares=_lost_shares(state))
