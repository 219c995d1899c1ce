"""The state as match scripts and `--json` show it: plain data under the contract's names."""

from __future__ import annotations

from typing import Any

from q40k.games.quake.rules.state import Match, Player
from q40k.games.quake.table.sides import of_barrels, of_teams
from q40k.kernel.questions import (
    ChoiceQuestion,
    DiceQuestion,
    NumberQuestion,
    OrderQuestion,
    Question,
    SeveralQuestion,
)
from q40k.table.numbers import exact, plain

__all__ = ("asked", "exact", "plain", "shown")


def shown(state: Match, question: Question | None, log: list[str]) -> dict[str, Any]:
    """The whole state; `log` holds its sentences."""
    return {
        "mod": state.setup.mod.id if state.setup.mod else None,
        "arena": state.setup.arena.id if state.setup.arena else None,
        "turn": state.play.turn,
        "phase": "over" if state.outcome.over else state.play.phase,
        "active": _name(state, state.play.active),
        "order": [state.players[p].name for p in state.order],
        "players": {p.name: _player(state, p) for p in state.players.values()},
        "tokens": {
            token.id: {
                "category": token.category,
                "holder": _name(state, token.holder),
                "at": list(token.place) if token.holder is None else None,
            }
            for token in state.tokens.values()
        },
        **of_teams(state),
        **of_barrels(state),
        "round": state.rounds.round,
        "rounds": _rounds(state),
        "winner": [state.side_name(side) for side in state.outcome.winner] or None,
        "asks": asked(state, question),
        "log": log,
    }


def _rounds(state: Match) -> dict[str, int]:
    """Rounds won by every side, under its name; nothing where there are no rounds."""
    if not state.rounds.round:
        return {}
    return {state.side_name(side): state.rounds.won.get(side, 0) for side in state.sides}


def _name(state: Match, player: str | None) -> str | None:
    return state.players[player].name if player else None


def _player(state: Match, player: Player) -> dict[str, Any]:
    held = player.bonus
    bonus: dict[str, Any] | None = None
    if held is not None:
        bonus = {"token": held.token, "kind": held.kind, "name": state.kind(held).name.en}
        bonus["spent"] = held.spent
        if held.target:
            bonus["target"] = _name(state, held.target)
    return {
        "champion": player.champion.id,
        "options": list(player.gear),
        "team": player.team,
        "value": plain(player.value),
        "score": exact(player.score.points),
        "times": exact(player.times),
        "kills": player.score.kills,
        "deaths": player.score.deaths,
        "accidents": player.score.accidents,
        "streak": player.score.streak,
        "initiative": player.initiative,
        "alive": player.present and player.life.alive,
        "present": player.present,
        "out": player.life.out,
        "lives": state.lives_left(player.id),
        "at": list(player.position.at) if player.position.at else None,
        "tile": player.position.tile,
        "portal": player.position.portal,
        "near": player.position.near,
        "wounds": player.life.wounds,
        "bonus": bonus,
    }


def asked(state: Match, question: Question | None) -> dict[str, Any] | None:
    """The open question: its key, whom it asks, under which rule, and what may be answered."""
    if question is None:
        return None
    shape: dict[str, Any] = {
        "key": question.key,
        "who": _name(state, question.who) if question.who in state.players else None,
        "rule": question.rule,
    }
    if isinstance(question, DiceQuestion):
        shape["dice"] = list(question.dice)
    elif isinstance(question, ChoiceQuestion):
        shape["options"] = list(question.options)
    elif isinstance(question, SeveralQuestion):
        shape["several"] = list(question.options)
    elif isinstance(question, OrderQuestion):
        shape["order"] = list(question.items)
    elif isinstance(question, NumberQuestion):
        shape["number"] = [question.least, question.most]
    return shape
