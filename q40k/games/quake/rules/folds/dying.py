"""What wounds, kills and accidents change."""

from __future__ import annotations

from fractions import Fraction

from q40k.games.quake.rules import events as e
from q40k.games.quake.rules.folds.shared import Folds, as_it_was, changed, paid_out
from q40k.games.quake.rules.state import Match


def _dead(state: Match, player: str) -> Match:
    return changed(
        state, player, alive=False, deaths=state.players[player].score.deaths + 1, streak=0,
        at=None, portal=None, near=None, tile=None, level=None,
        beacon=state.holds(player, "beacon"), moved=False,
        jammed=(), broken=False, limit=None, tested=False, halted=False,
        in_water=False, swum=False,
    ).replace(waiting=(*state.play.waiting, player))  # fmt: skip


def _killed(state: Match, event: e.Killed) -> Match:
    state = _dead(state, event.victim)
    players = dict(state.players)
    owed = dict(state.shares.get(event.victim, {}))
    share = Fraction(1, len(event.killers)) if event.paid else Fraction(0)
    for name in event.killers:
        killer = players[name]
        paid = event.paid.get(name)
        players[name] = killer.replace(
            kills=killer.score.kills + 1,
            streak=killer.score.streak + 1,
            points=killer.score.points if paid is None else killer.score.points + paid,
        )
        earned = -share if paid is not None and paid < 0 else share  # a team-mate's death costs
        owed[name] = owed[name] + earned if name in owed else earned
    return state.replace(players=players, shares={**state.shares, event.victim: owed})


def _accident(state: Match, event: e.AccidentSuffered) -> Match:
    state = paid_out(_dead(state, event.player), event.paid)
    owed = dict(state.shares.get(event.player, {}))
    if event.paid:
        owed[event.player] = owed.get(event.player, Fraction(0)) - 1
    state = changed(state, event.player, accidents=state.players[event.player].score.accidents + 1)
    return state.replace(shares={**state.shares, event.player: owed})


def _wounded(state: Match, event: e.Wounded) -> Match:
    return changed(state, event.player, wounds=event.left)


FOLDS: Folds = {
    e.Killed: _killed,
    e.AccidentSuffered: _accident,
    e.NukeRolled: as_it_was,
    e.Wounded: _wounded,
}
