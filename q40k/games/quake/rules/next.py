"""TURN: end a champion's part, and pass over those that can do nothing in the phase."""

from q40k.games.quake.rules import respawn
from q40k.games.quake.rules.movement.water import roll_for_swimmers
from q40k.games.quake.rules.turn import pass_on
from q40k.games.quake.state import questions
from q40k.games.quake.state.acting import next_to_act
from q40k.games.quake.state.match import Match
from q40k.games.quake.state.next import Next, PassedOver, Why, why_nothing_to_do
from q40k.games.quake.state.registry import rule
from q40k.games.quake.state.turn import must_be_playing
from q40k.kernel.events import Live, Rule


@rule(Next)
def next_champion(live: Live[Match], command: Next) -> Rule[None]:
    """End the active champion's part of the phase, and those of the champions passed over.

    Rule: TURN-1, PORTAL-7, MOVE-4
    """
    yield from _end_part(live, must_be_playing(live.state))
    remaining = [questions.find_present(live.state, name).id for name in command.passed]
    passed: list[tuple[str, Why]] = []
    while remaining and remaining[0] == live.state.play.active:
        player = remaining.pop(0)
        passed.append((player, why_nothing_to_do(live.state)))
        if not remaining or next_to_act(live.state, player) is None:
            yield PassedOver(players=tuple(passed))
            passed = []
        yield from _end_part(live, player)
    if passed:
        yield PassedOver(players=tuple(passed))


def _end_part(live: Live[Match], player: str) -> Rule[None]:
    yield from roll_for_swimmers(live, (player,))
    yield from respawn.settle(live)
    yield from pass_on(live, player)
