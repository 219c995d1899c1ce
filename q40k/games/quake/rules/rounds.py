"""Rounds: opened with everyone back, and deployment anew."""

from __future__ import annotations

from q40k.games.quake.rules import acting
from q40k.games.quake.rules import events as e
from q40k.games.quake.rules.state import Match
from q40k.kernel.driver import Live
from q40k.kernel.events import Rule


def in_rounds(state: Match) -> bool:
    """Whether the match is played in rounds, or in the two legs of a hunt (SUDDEN-1)."""
    return state.setup.mod is not None and state.setup.mod.win.by in ("rounds", "hunt")


def dies_for_good(state: Match, player: str) -> bool:
    """Whether a death may put this champion out: under sudden death, in a hunt only the targets.

    Rule: SUDDEN-1
    """
    assert state.setup.mod is not None
    if state.hunt is not None and state.side_of(player) == state.hunt.cleaners:
        return False
    return state.setup.mod.has("sudden-death")


def must_wait(state: Match, player: str) -> bool:
    """Whether who comes late to a round has to wait for the next one.

    Where the dead come back a newcomer comes in as they do. Where they do not it waits, but it may
    still be deployed with the others, unless it has no life left in this round.

    Rule: INIT-4, SUDDEN-1
    """
    if not dies_for_good(state, player):
        return False
    return state.play.phase != "deployment" or state.lives_left(player) == 0


def open_round(live: Live[Match], number: int | None = None) -> Rule[None]:
    """Open the next round, or the one of that number again: everyone alive, and deployment.

    The initiative stays; whoever waited for this round comes in.

    Rule: SUDDEN-1, INIT-4, DEPLOY-1
    """
    yield e.RoundOpened(round=live.state.rounds.round + 1 if number is None else number)
    yield e.DeploymentOpened()
    yield e.Activated(player=acting.next_to_deploy(live.state))
