"""Small rules every chapter uses: asking for dice, refusing, finding who is meant."""

from __future__ import annotations

from typing import Any

from q40k.games.quake.rules.state import Match, Player
from q40k.games.quake.rules.table.d3 import D3Typed
from q40k.kernel.driver import Live
from q40k.kernel.events import Refusal, Refused, Rule
from q40k.kernel.lookup import lookup
from q40k.kernel.questions import (
    ChoiceQuestion,
    DiceQuestion,
    NumberQuestion,
    OrderQuestion,
    SeveralQuestion,
)


def roll(
    live: Live[Match],
    who: str | None,
    key: str,
    rule: str,
    dice: tuple[int, ...] = (6,),
    **facts: Any,
) -> Rule[tuple[int, ...]]:
    """Ask `who` (None: the table) for dice (their sides); returns what they show.

    Before the first real D3 the table is asked how it reads one, if it wants to be.

    Rule: TABLE-5
    """
    if 3 in dice and live.state.setup.d3_on_d6 is None and live.state.roller_of(who) == "hand":
        read = yield from choose(None, "d3-read", "TABLE-5", ("d3", "d6"))
        yield D3Typed(on_d6=read == "d6")
    halved = bool(live.state.setup.d3_on_d6) and 3 in dice
    answer: tuple[int, ...] = yield DiceQuestion(key, who, rule, facts, dice, halved)
    return answer


def choose(
    who: str | None, key: str, rule: str, options: tuple[str | int, ...], **facts: Any
) -> Rule[Any]:
    """Ask for one of `options`; returns it."""
    answer: str | int = yield ChoiceQuestion(key, who, rule, facts, options)
    return answer


def count(who: str | None, key: str, rule: str, least: int, most: int, **facts: Any) -> Rule[int]:
    """Ask for a whole number from `least` to `most`; returns it."""
    answer: int = yield NumberQuestion(key, who, rule, facts, least, most)
    return answer


def choose_player(
    live: Live[Match], who: str | None, key: str, rule: str, among: tuple[str, ...], **facts: Any
) -> Rule[str]:
    """Ask for one of the players `among` (ids), by name; returns the id."""
    names = tuple(live.state.players[p].name for p in among)
    answer: str = yield ChoiceQuestion(key, who, rule, facts, names)
    return among[names.index(answer)]


def choose_several(
    who: str | None, key: str, rule: str, options: tuple[str, ...], **facts: Any
) -> Rule[tuple[str, ...]]:
    """Ask for any of `options`, none or all, in an order; without options nothing is asked."""
    if not options:
        return ()
    answer: tuple[str, ...] = yield SeveralQuestion(key, who, rule, facts, options)
    return answer


def arrange_players(
    live: Live[Match], who: str, key: str, rule: str, among: tuple[str, ...]
) -> Rule[tuple[str, ...]]:
    """Ask for an order of the players `among` (ids), by name; returns the ids."""
    names = tuple(live.state.players[p].name for p in among)
    answer: tuple[str, ...] = yield OrderQuestion(key, who, rule, {}, names)
    return tuple(among[names.index(name)] for name in answer)


def refuse(rule: str, code: str, *, overridable: bool = True, **facts: Any) -> Rule[None]:
    """Say no under `rule`; returns only if the game master overrides it."""
    yield Refusal(rule, code, facts, overridable)


def forbid(rule: str, code: str, **facts: Any) -> Refused:
    """A refusal that no reason can pass, to be raised."""
    return Refused(Refusal(rule, code, facts, overridable=False))


def find(state: Match, name: str) -> Player:
    """The player of that name, present or not. Raises Refused (TABLE-1)."""
    player = state.named(name)
    if player is not None:
        return player
    near = lookup(name, [(p.name, p.name) for p in state.players.values()], begun=False).nearest
    raise forbid("TABLE-1", "unknown-player", name=name, nearest=near)


def find_present(state: Match, name: str) -> Player:
    """The player of that name, who has not left. Raises Refused (INIT-5)."""
    player = find(state, name)
    if not player.present:
        raise forbid("INIT-5", "player-left", player=player.name)
    return player


def must_be_open(state: Match) -> None:
    """Refuse before the match is laid out and after it is won (TABLE-3)."""
    if state.setup.mod is None:
        raise forbid("TABLE-2", "no-match")
    if state.outcome.over:
        raise forbid("TABLE-3", "match-over")


def must_be_started(state: Match) -> None:
    """Refuse what needs champions on the table (TABLE-2)."""
    must_be_open(state)
    if state.play.phase == "setup":
        raise forbid("TABLE-2", "not-started")
