"""What teams and barrels add to the state as `--json` shows it."""

from __future__ import annotations

from typing import Any

from q40k.games.quake.rules.initiative import may_deploy_now
from q40k.games.quake.rules.parts import Flag
from q40k.games.quake.rules.state import Match
from q40k.games.quake.rules.turn.acting import may_act
from q40k.table.as_json import exact_text, plain_number


def of_teams(state: Match) -> dict[str, Any]:
    """Return teams, who may act, flags and the hunt; nothing without teams."""
    if not state.in_teams:
        return {}
    data: dict[str, Any] = {
        "teams": {name: _team(state, name) for name in state.sides},
        "up": state.side_of(state.play.active) if state.play.active else None,
        "may_act": [state.players[p].name for p in _may_act(state)],
        "first": {**state.team_play.first, **state.team_play.first_now},
    }
    if state.flags:
        data["flags"] = {flag.id: _flag(state, flag) for flag in state.flags.values()}
    if state.hunt is not None:
        hunt = state.hunt
        data["hunt"] = {"cleaners": hunt.cleaners, "leg": hunt.leg, "to_beat": hunt.to_beat}
    return data


def of_barrels(state: Match) -> dict[str, Any]:
    """Return the barrels that are intact or burning; nothing in a mod without barrels."""
    if state.setup.mod is None or not state.setup.mod.has("barrels"):
        return {}
    barrels = {
        barrel.id: {"at": list(barrel.at) if barrel.at else None, "burning": barrel.burning}
        for barrel in state.barrels.values()
    }
    return {"barrels": barrels}


def _may_act(state: Match) -> tuple[str, ...]:
    if state.play.phase == "deployment":
        return may_deploy_now(state)
    return may_act(state) if state.running else ()


def _team(state: Match, name: str) -> dict[str, Any]:
    members = [state.players[p] for p in state.members(name)]
    team = state.teams.get(name)
    return {
        "players": [player.name for player in members if player.present],
        "value": plain_number(state.value_of(name)),
        "score": exact_text(state.score_of(name)),
        "rounds": state.rounds.won.get(name, 0),
        "roll": team.rolled if team else None,
        "base": team.base if team else None,
        "structure": team.structure if team else None,
        "points": team.points if team else 0,
    }


def _flag(state: Match, flag: Flag) -> dict[str, Any]:
    carrier = state.players[flag.carrier].name if flag.carrier else None
    at = flag.home if flag.at_home else flag.at
    return {
        "team": flag.team,
        "carrier": carrier,
        "dropped_by": flag.fell,
        "home": flag.at_home,
        "at": list(at) if at else None,
    }
