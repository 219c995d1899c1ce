"""What changes at the table: players, names, scores put right."""

from __future__ import annotations

from typing import Any

from q40k.games.quake.rules import events as e
from q40k.games.quake.rules.folds.shared import Folds, as_it_was, changed, paid_out
from q40k.games.quake.rules.state import Match, Player, Token


def _opened(state: Match, event: e.MatchOpened) -> Match:
    tokens = {t.id: Token(t.id, t.category, t.at) for t in event.arena.tokens}
    return state.replace(
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
        "arms": event.arms,
        "team": event.team,
        "painted": event.painted,
        "wysiwyg": event.wysiwyg,
        "race": event.race or event.champion.race,
        "age": event.age,
        "wounds": event.champion.w,
    }
    players = dict(state.players)
    if event.returned:
        players[event.player] = players[event.player].replace(**given, present=True, placed=False)
    else:
        joined = Player(event.player, event.name, event.champion)
        players[event.player] = joined.replace(**given)
    # What an earlier champion of the same player earned is settled; a correction leaves it alone.
    shares = {victim: owed for victim, owed in state.shares.items() if victim != event.player}
    return state.replace(players=players, shares=shares)


def _left(state: Match, event: e.Left) -> Match:
    state = changed(
        state, event.player, present=False, placed=False, alive=True, at=None, portal=None,
        level=None, near=None, tile=None, streak=0, beacon=False, out=False,
    )  # fmt: skip
    return state.replace(waiting=tuple(p for p in state.play.waiting if p != event.player))


def _adjusted(state: Match, event: e.Adjusted) -> Match:
    return paid_out(state, {event.player: event.score})


def _renamed(state: Match, event: e.Renamed) -> Match:
    return changed(state, event.player, name=event.name)


def _corrected(state: Match, event: e.ChampionCorrected) -> Match:
    changes: dict[str, Any] = {
        "champion": event.champion,
        "gear": event.gear,
        "arms": event.arms,
    }
    if event.total is not None:
        changes["initiative"] = event.total
    changes["wounds"] = event.champion.w
    return paid_out(changed(state, event.player, **changes), event.paid)


def _roller(state: Match, event: e.RollerSet) -> Match:
    if event.player is not None:
        return changed(state, event.player, roller=event.roller)
    players = {name: player.replace(roller=None) for name, player in state.players.items()}
    return state.replace(roller=event.roller, players=players)


def _d3(state: Match, event: e.D3Typed) -> Match:
    return state.replace(d3_on_d6=event.on_d6)


FOLDS: Folds = {
    e.MatchOpened: _opened,
    e.Joined: _joined,
    e.Left: _left,
    e.Adjusted: _adjusted,
    e.Renamed: _renamed,
    e.ChampionCorrected: _corrected,
    e.RollerSet: _roller,
    e.D3Typed: _d3,
    e.Overridden: as_it_was,
}
