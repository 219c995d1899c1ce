"""TURN: open and end phases and turns, and pass the turn on."""

from q40k.games.quake.rules import respawn
from q40k.games.quake.rules.melee import report_unfought
from q40k.games.quake.rules.movement.water import roll_for_swimmers
from q40k.games.quake.rules.objectives import victory
from q40k.games.quake.rules.questions import arrange_players
from q40k.games.quake.state import acting
from q40k.games.quake.state.acting import Activated, PartEnded
from q40k.games.quake.state.bonus import drag_champions
from q40k.games.quake.state.match import PHASES, Match
from q40k.games.quake.state.melee import contact_pairs
from q40k.games.quake.state.registry import rule
from q40k.games.quake.state.table import initiative
from q40k.games.quake.state.turn import EndPhase, PhaseOpened, TurnOpened, must_be_playing
from q40k.kernel.events import Live, Rule


def open_turn(live: Live[Match]) -> Rule[None]:
    """Open the next turn in its movement phase.

    A player with special bonus 4 now decides the order of play for this turn: of every champion,
    also in teams.

    Rule: TURN-1, BONUS-1
    """
    yield TurnOpened(turn=live.state.play.turn + 1, contacts=contact_pairs(live.state))
    for player in live.state.order:
        if live.state.holds(player, "order-of-play"):
            order = yield from arrange_players(live, player, "order-of-play", "BONUS-1", _in_the_round(live.state))
            yield initiative.OrderChosen(player=player, order=order)
            break
    yield from open_phase(live, 0)


def open_phase(live: Live[Match], number: int) -> Rule[None]:
    """Open the phase with this number; after the last, the next turn.

    The effects of the turn's end come first. Play goes on unless they opened a round or won the
    match.

    Rule: TURN-1
    """
    if number == len(PHASES):
        yield from report_unfought(live)
        yield from victory.end_of_turn(live)
        if live.state.running and not live.state.outcome.over:
            yield from open_turn(live)
        return
    yield PhaseOpened(phase=PHASES[number])
    if PHASES[number] == "movement":
        for player in live.state.order:
            if live.state.holds(player, "vortex"):
                yield drag_champions(live.state, player)
    yield Activated(player=acting.first_to_act(live.state))


def _in_the_round(state: Match) -> tuple[str, ...]:
    return tuple(p for p in state.order if not state.players[p].life.out)


def pass_on(live: Live[Match], player: str) -> Rule[None]:
    """Hand the phase on from `player` to the next champion to act.

    After the last, the next phase opens.

    Rule: TURN-1, TEAM-3
    """
    if live.state.in_teams:
        yield PartEnded(player=player)
    following = acting.next_to_act(live.state, player)
    if following is not None:
        yield Activated(player=following)
    else:
        yield from open_phase(live, PHASES.index(live.state.play.phase) + 1)


@rule(EndPhase)
def end_phase(live: Live[Match], _command: EndPhase) -> Rule[None]:
    """End the phase for everyone who has not acted yet.

    Rule: TURN-1, MOVE-4
    """
    must_be_playing(live.state)
    yield from roll_for_swimmers(live, live.state.order)
    yield from respawn.settle(live)
    yield from open_phase(live, PHASES.index(live.state.play.phase) + 1)


def carry_on(live: Live[Match], before: Match, of: object = None) -> Rule[None]:
    """Hand the phase on from a champion that has left, or is out of the round.

    `before` is the state before the action and tells whose part it was; `of` is the name of the
    player of the action. If another's action removed the champion before it had begun, its team
    loses no part.

    Rule: TURN-1, TEAM-3, SUDDEN-1, INIT-5
    """
    state = live.state
    if state.outcome.over:
        if state.play.active is not None and not state.players[state.play.active].present:
            yield Activated(player=None)
        return
    active = state.play.active or before.play.active
    if active is not None and active == state.play.active:
        champion = state.players[active]
        if champion.present and not champion.life.out:
            return
    if not state.running or not state.order:
        return
    if active is None:
        yield Activated(player=acting.first_to_act(state))
        return
    leaver = state.players[active]
    own = leaver.present and isinstance(of, str) and state.player_named(of) is leaver
    mate = None if own else acting.find_stand_in(state, active)
    if mate is not None:
        yield Activated(player=mate)
    else:
        yield from pass_on(live, active)
