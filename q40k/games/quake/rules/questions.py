"""Asking the table of Quake 40K: dice, a D3, a player, an order of players."""

from collections.abc import Callable
from typing import Any

from q40k.games.quake.state.match import Match
from q40k.games.quake.state.questions import D3, D3Typed, RollerSet, find_player
from q40k.games.quake.state.registry import rule
from q40k.kernel.events import DiceQuestion, Live, Rule
from q40k.tabletop.asking import arrange, choose, choose_named, choose_several, forbid
from q40k.tabletop.rules import Dice

# -- dice, choices and refusals -----------------------------------------------------------


def roll(
    live: Live[Match], who: str | None, key: str, rule: str, dice: tuple[int, ...] = (6,), **facts: Any
) -> Rule[tuple[int, ...]]:
    """Ask `who` (None: the table) for dice of these sides; return what they show.

    The first D3 rolled by hand is preceded by the question how the table reads a D3, if it is open.

    Rule: TABLE-5
    """
    if 3 in dice and live.state.setup.d3_on_d6 is None and live.state.roller_of(who) == "hand":
        reading = yield from choose(None, "d3-read", "TABLE-5", ("d3", "d6"))
        yield D3Typed(on_d6=reading == "d6")
    halved = bool(live.state.setup.d3_on_d6) and 3 in dice
    answer: tuple[int, ...] = yield DiceQuestion(key, who, rule, facts, dice, halved)
    return answer


def choose_player(
    live: Live[Match], who: str | None, key: str, rule: str, among: tuple[str, ...], **facts: Any
) -> Rule[str]:
    """Ask for one of the players `among` (ids), by name; return the id."""
    return (yield from choose_named(who, key, rule, _ids_by_name(live.state, among), **facts))


def choose_players(
    live: Live[Match], who: str | None, key: str, rule: str, among: tuple[str, ...], **facts: Any
) -> Rule[tuple[str, ...]]:
    """Ask for any of these players, by name, and return their ids."""
    ids = _ids_by_name(live.state, among)
    return tuple(ids[name] for name in (yield from choose_several(who, key, rule, tuple(ids), **facts)))


def arrange_players(live: Live[Match], who: str, key: str, rule: str, among: tuple[str, ...]) -> Rule[tuple[str, ...]]:
    """Ask for an order of the players `among` (ids), by name; return the ids."""
    return (yield from arrange(who, key, rule, _ids_by_name(live.state, among)))


def rank_by_rolls(
    group: tuple[str, ...], roll_for: Callable[[tuple[str, ...]], Rule[dict[str, int]]]
) -> Rule[list[str]]:
    """Rank a group by what each rolls, the highest first; those who are equal roll again, without limit."""
    ranked: list[str] = []
    groups = [group]
    while groups:
        group = groups.pop(0)
        if len(group) < 2:
            ranked += group
            continue
        rolled = yield from roll_for(group)
        totals = sorted(set(rolled.values()), reverse=True)
        groups = [tuple(name for name in group if rolled[name] == total) for total in totals] + groups
    return ranked


def _ids_by_name(state: Match, among: tuple[str, ...]) -> dict[str, str]:
    return {state.players[player].name: player for player in among}


@rule(Dice)
def dice(live: Live[Match], command: Dice) -> Rule[None]:
    """Say who rolls a player's dice by default, or everyone's.

    Rule: TABLE-5
    """
    player = find_player(live.state, command.player).id if command.player else None
    yield RollerSet(player=player, roller=command.by)


@rule(D3)
def d3(live: Live[Match], command: D3) -> Rule[None]:
    """Say how a D3 is typed.

    Rule: TABLE-5
    """
    if live.state.setup.mod is None:
        raise forbid("TABLE-2", "no-match")
    yield D3Typed(on_d6=command.on_d6)
