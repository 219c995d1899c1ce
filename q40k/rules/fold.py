"""The fold: the only place where a state changes, one event at a time."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from q40k.kernel.telling import Event
from q40k.rules import events as e
from q40k.rules.state import Held, Match, Player, Token


def fold(state: Match, event: Event) -> Match:
    """The state after `event`."""
    return _FOLDS[type(event)](state, event)


def _with(state: Match, player: str, **changes: Any) -> Match:
    players = dict(state.players)
    players[player] = players[player].but(**changes)
    return state.but(players=players)


def _opened(state: Match, event: e.MatchOpened) -> Match:
    tokens = {t.id: Token(t.id, t.category, t.at) for t in event.arena.tokens}
    return state.but(
        mod=event.mod,
        arena=event.arena,
        tables=event.tables,
        seed=event.seed,
        name=event.name,
        times_to_win=event.times_to_win,
        points_to_win=event.points_to_win,
        roller=event.roller,
        tokens=tokens if event.mod.has("bonus") else {},
    )


def _joined(state: Match, event: e.Joined) -> Match:
    given: dict[str, Any] = {
        "champion": event.champion,
        "gear": event.gear,
        "team": event.team,
        "painted": event.painted,
        "wysiwyg": event.wysiwyg,
        "race": event.race or event.champion.race,
        "age": event.age,
        "wounds": event.champion.w,
    }
    players = dict(state.players)
    if event.returned:
        players[event.player] = players[event.player].but(**given, present=True, placed=False)
    else:
        players[event.player] = Player(event.player, event.name, **given)
    # What an earlier champion of the same player earned is settled; a correction leaves it alone.
    shares = {victim: owed for victim, owed in state.shares.items() if victim != event.player}
    return state.but(players=players, shares=shares)


def _left(state: Match, event: e.Left) -> Match:
    state = _with(
        state, event.player, present=False, placed=False, alive=True, at=None, portal=None,
        near=None, tile=None, streak=0, beacon=False,
    )  # fmt: skip
    return state.but(waiting=tuple(p for p in state.waiting if p != event.player))


def _rolled(state: Match, event: e.InitiativeRolled) -> Match:
    return _with(state, event.player, die=event.die, initiative=event.total)


def _order_set(state: Match, event: e.OrderSet) -> Match:
    return state.but(ranking=event.ranking)


def _order_chosen(state: Match, event: e.OrderChosen) -> Match:
    return state.but(chosen=event.order)


def _deployment(state: Match, _event: e.DeploymentOpened) -> Match:
    return state.but(phase="deployment")


def _deployed(state: Match, event: e.Deployed) -> Match:
    return _with(
        state, event.player, placed=True, at=event.at, portal=event.portal, tile=event.tile
    )


def _turn(state: Match, event: e.TurnOpened) -> Match:
    return state.but(turn=event.turn, chosen=(), active=None)


def _phase(state: Match, event: e.PhaseOpened) -> Match:
    state = state.but(phase=event.phase, active=None)
    if event.phase != "movement":
        return state
    rested = {
        name: player.but(spent=0.0, came_by=None) if player.spent or player.came_by else player
        for name, player in state.players.items()
    }
    return state.but(players=rested)


def _activated(state: Match, event: e.Activated) -> Match:
    return state.but(active=event.player)


def _moved(state: Match, event: e.Moved) -> Match:
    return _with(
        state,
        event.player,
        at=event.to,
        portal=event.portal,
        near=None,
        tile=None,
        spent=event.spent,
    )


def _entered(state: Match, event: e.PortalEntered) -> Match:
    return _with(
        state, event.player, portal=event.portal, at=None, near=None, tile=None, spent=event.spent
    )


def _arrival(state: Match, portal: int, stand: e.Stand) -> dict[str, Any]:
    if stand == "beside":
        return {"portal": None, "near": portal, "tile": None, "at": None}
    assert state.arena is not None
    centre = next(p.at for p in state.arena.portals if p.number == portal)
    return {"portal": portal, "near": None, "tile": None, "at": centre}


def _teleported(state: Match, event: e.Teleported) -> Match:
    there = _arrival(state, event.exit, event.stand)
    return _with(state, event.player, **there, came_by=event.exit)


def _dead(state: Match, player: str) -> Match:
    return _with(
        state, player, alive=False, deaths=state.players[player].deaths + 1, streak=0,
        at=None, portal=None, near=None, tile=None, beacon=state.holds(player, "beacon"),
    ).but(waiting=(*state.waiting, player))  # fmt: skip


def _paid(state: Match, paid: e.Payments) -> Match:
    for name, points in paid.items():
        state = _with(state, name, score=state.players[name].score + points)
    return state


def _killed(state: Match, event: e.Killed) -> Match:
    state = _dead(state, event.victim)
    players = dict(state.players)
    owed = dict(state.shares.get(event.victim, {}))
    share = Fraction(1, len(event.killers)) if event.paid else Fraction(0)
    for name in event.killers:
        killer = players[name]
        paid = event.paid.get(name)
        players[name] = killer.but(
            kills=killer.kills + 1,
            streak=killer.streak + 1,
            score=killer.score if paid is None else killer.score + paid,
        )
        owed[name] = owed[name] + share if name in owed else share
    return state.but(players=players, shares={**state.shares, event.victim: owed})


def _accident(state: Match, event: e.AccidentSuffered) -> Match:
    state = _paid(_dead(state, event.player), event.paid)
    owed = dict(state.shares.get(event.player, {}))
    if event.paid:
        owed[event.player] = owed.get(event.player, Fraction(0)) - 1
    state = _with(state, event.player, accidents=state.players[event.player].accidents + 1)
    return state.but(shares={**state.shares, event.player: owed})


def _token_returned(state: Match, event: e.TokenReturned) -> Match:
    tokens = {**state.tokens, event.token: state.tokens[event.token].but(holder=None)}
    return _with(state, event.player, bonus=None).but(tokens=tokens)


def _respawned(state: Match, event: e.Respawned) -> Match:
    there = _arrival(state, event.portal, event.stand)
    wounds = state.players[event.player].champion.w
    state = _with(
        state, event.player, **there, alive=True, placed=True, wounds=wounds, spent=0.0,
        came_by=None, beacon=False,
    )  # fmt: skip
    return state.but(waiting=tuple(p for p in state.waiting if p != event.player))


def _beacon(state: Match, event: e.BeaconUsed) -> Match:
    return _with(state, event.player, beacon=False)


def _token_taken(state: Match, event: e.TokenTaken) -> Match:
    tokens = {**state.tokens, event.token: state.tokens[event.token].but(holder=event.player)}
    return _with(state, event.player, bonus=Held(event.token, event.kind)).but(tokens=tokens)


def _held(state: Match, player: str, **changes: Any) -> Match:
    held = state.players[player].bonus
    return state if held is None else _with(state, player, bonus=held.but(**changes))


def _bonus_chosen(state: Match, event: e.BonusChosen) -> Match:
    return _held(state, event.player, kind=event.kind)


def _bonus_spent(state: Match, event: e.BonusSpent) -> Match:
    return _held(state, event.player, spent=True)


def _controlled(state: Match, event: e.MindControlled) -> Match:
    return _held(state, event.player, target=event.target)


def _thrown(state: Match, event: e.Thrown) -> Match:
    return _with(state, event.player, at=None, portal=None, near=None, tile=None)


def _wounded(state: Match, event: e.Wounded) -> Match:
    return _with(state, event.player, wounds=event.left)


def _stand_set(state: Match, event: e.StandSet) -> Match:
    if event.portal is None:
        return _with(state, event.player, portal=None, near=None, tile=None, at=None)
    return _with(state, event.player, **_arrival(state, event.portal, "in"))


def _adjusted(state: Match, event: e.Adjusted) -> Match:
    return _paid(state, {event.player: event.score})


def _renamed(state: Match, event: e.Renamed) -> Match:
    return _with(state, event.player, name=event.name)


def _corrected(state: Match, event: e.ChampionCorrected) -> Match:
    changes: dict[str, Any] = {"champion": event.champion, "gear": event.gear}
    if event.total is not None:
        changes["initiative"] = event.total
    changes["wounds"] = event.champion.w
    return _paid(_with(state, event.player, **changes), event.paid)


def _won(state: Match, event: e.Won) -> Match:
    return state.but(winner=(event.winner,), over=True)


def _played_on(state: Match, _event: e.PlayedOn) -> Match:
    return state.but(over=False, played_on=True)


def _roller(state: Match, event: e.RollerSet) -> Match:
    if event.player is not None:
        return _with(state, event.player, roller=event.roller)
    players = {name: player.but(roller=None) for name, player in state.players.items()}
    return state.but(roller=event.roller, players=players)


def _d3(state: Match, event: e.D3Typed) -> Match:
    return state.but(d3_on_d6=event.on_d6)


def _as_it_was(state: Match, _event: Event) -> Match:
    return state


_FOLDS: dict[type[Event], Callable[[Match, Any], Match]] = {
    e.MatchOpened: _opened,
    e.Joined: _joined,
    e.Left: _left,
    e.InitiativeRolled: _rolled,
    e.RolledOff: _as_it_was,
    e.OrderSet: _order_set,
    e.OrderChosen: _order_chosen,
    e.DeploymentOpened: _deployment,
    e.Deployed: _deployed,
    e.TurnOpened: _turn,
    e.PhaseOpened: _phase,
    e.Activated: _activated,
    e.Moved: _moved,
    e.PortalEntered: _entered,
    e.Teleported: _teleported,
    e.Killed: _killed,
    e.AccidentSuffered: _accident,
    e.TokenReturned: _token_returned,
    e.Respawned: _respawned,
    e.BeaconUsed: _beacon,
    e.TokenTaken: _token_taken,
    e.BonusChosen: _bonus_chosen,
    e.BonusSpent: _bonus_spent,
    e.MindControlled: _controlled,
    e.Thrown: _thrown,
    e.NukeRolled: _as_it_was,
    e.Wounded: _wounded,
    e.VortexDrags: _as_it_was,
    e.StandSet: _stand_set,
    e.Adjusted: _adjusted,
    e.Renamed: _renamed,
    e.ChampionCorrected: _corrected,
    e.Won: _won,
    e.PlayedOn: _played_on,
    e.RollerSet: _roller,
    e.D3Typed: _d3,
    e.Overridden: _as_it_was,
}
