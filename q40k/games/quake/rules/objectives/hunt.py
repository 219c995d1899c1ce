"""The hunt: each team cleans once, and the second must be quicker than the first."""

from q40k.games.quake.rules.objectives.objective import Steps, register_steps
from q40k.games.quake.rules.objectives.rounds import open_round
from q40k.games.quake.state.match import Match
from q40k.games.quake.state.objectives.hunt import CleanersSet, LegOver, targets
from q40k.games.quake.state.objectives.objective import Won
from q40k.games.quake.state.objectives.rounds import Eliminated, RoundAwaited, contenders, sides_in_round
from q40k.games.quake.state.table.players import Joined, Left
from q40k.games.quake.state.teams import TeamChanged
from q40k.games.quake.state.turn import PhaseOpened
from q40k.kernel.events import Live, Rule
from q40k.tabletop.asking import choose


def _begin(live: Live[Match]) -> Rule[None]:
    """Let the team with the highest roll say who cleans first.

    Rule: TEAM-2
    """
    teams = tuple(live.state.teams)
    cleaners = yield from choose(None, "cleaners", "TEAM-2", teams, team=teams[0])
    yield CleanersSet(team=cleaners, leg=1)


def _check(live: Live[Match], before: Match) -> Rule[None]:
    """End the leg with its last target: swap the roles, or compare the turns.

    Cleaners that needed one turn have won: nobody can be quicker, so no second leg is played.

    A hunt that is played on is decided already. It goes on until no target is left in it. Then
    another round opens for everyone at the table.

    Rule: SUDDEN-1, TABLE-3
    """
    state = live.state
    hunt = state.hunt
    if hunt is None or state.players is before.players or not state.running:
        return
    if any(not target.life.out for target in targets(state)):
        return
    if state.outcome.winner:
        if len(contenders(state)) > 1 or not sides_in_round(state):
            yield from open_round(live)
        return
    yield LegOver(team=hunt.cleaners, leg=hunt.leg, turns=state.play.turn)
    if hunt.to_beat is not None:
        yield from _decide(live, cleaned=state.play.turn < hunt.to_beat)
    elif state.play.turn <= 1:
        yield Won(winner=hunt.cleaners, over=(hunt.cleaners,), by="hunt", made=state.play.turn)
    else:
        second = next(side for side in state.teams if side != hunt.cleaners)
        yield CleanersSet(team=second, leg=hunt.leg + 1, to_beat=state.play.turn)
        yield from open_round(live)


def _end_of_turn(live: Live[Match]) -> Rule[None]:
    """Let the targets win once the second cleaners can no longer be quicker.

    Rule: SUDDEN-1
    """
    state = live.state
    hunt = state.hunt
    if hunt is None or hunt.to_beat is None or state.outcome.winner:
        return
    if state.play.turn >= hunt.to_beat - 1:
        yield from _decide(live, cleaned=False)


def _decide(live: Live[Match], *, cleaned: bool) -> Rule[None]:
    """Let the second cleaners win if they were quicker, else the targets of that leg."""
    hunt = live.state.hunt
    assert hunt is not None
    others = next(side for side in live.state.teams if side != hunt.cleaners)
    winner = hunt.cleaners if cleaned else others
    yield Won(winner=winner, over=(winner,), by="hunt", made=hunt.to_beat or 0)


register_steps(
    "hunt",
    Steps(
        begin=_begin,
        end_of_turn=_end_of_turn,
        check=_check,
        brought_by=frozenset((Eliminated, RoundAwaited, Joined, Left, TeamChanged, PhaseOpened)),
    ),
)
