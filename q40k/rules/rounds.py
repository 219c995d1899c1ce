"""Rounds: opened with everyone back, and deployment anew."""

from __future__ import annotations

from q40k.kernel.driver import Live
from q40k.kernel.telling import Rule
from q40k.rules import events as e
from q40k.rules.state import Match


def in_rounds(state: Match) -> bool:
    """Whether the match is played in rounds: won by them, or with sudden death (SUDDEN-1)."""
    return state.mod is not None and state.mod.win.by == "rounds"


def next_to_deploy(state: Match) -> str | None:
    """Who deploys next: the lowest initiative not yet placed that takes part in the round.

    Rule: DEPLOY-1
    """
    left = (p for p in reversed(state.order) if not state.players[p].placed)
    return next((p for p in left if not state.players[p].out), None)


def open_round(live: Live[Match], number: int | None = None) -> Rule[None]:
    """Open the next round, or the one of that number again: everyone alive, and deployment.

    The initiative stays; whoever waited for this round comes in.

    Rule: SUDDEN-1, INIT-4, DEPLOY-1
    """
    yield e.RoundOpened(round=live.state.round + 1 if number is None else number)
    yield e.DeploymentOpened()
    yield e.Activated(player=next_to_deploy(live.state))
