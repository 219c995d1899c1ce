"""The dice of a match: asking for them, reading a D3, who rolls; refusals and names of players."""

from typing import Any

from q40k.games.quake.rules.registry import REGISTRY, Command, Event, fold, rule
from q40k.games.quake.rules.state import Match, Player, change_player
from q40k.kernel.events import DiceQuestion, Live, Rule
from q40k.tabletop.asking import (
    arrange,
    check_open,
    choose,
    choose_named,
    choose_number,
    choose_several,
    forbid,
    forbid_unknown,
    refuse,
)
from q40k.tabletop.rules import Dice, Roller

__all__ = ("Dice", "choose", "choose_number", "choose_several", "forbid", "refuse")

REGISTRY.command(Dice)


class D3Typed(Event, tag="d3-typed"):
    """Whether a D3 is typed as the D6 it was rolled on."""

    on_d6: bool


@fold(D3Typed)
def _d3_typed(state: Match, event: D3Typed) -> Match:
    return state.replace(d3_on_d6=event.on_d6)


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


def arrange_players(live: Live[Match], who: str, key: str, rule: str, among: tuple[str, ...]) -> Rule[tuple[str, ...]]:
    """Ask for an order of the players `among` (ids), by name; return the ids."""
    return (yield from arrange(who, key, rule, _ids_by_name(live.state, among)))


def _ids_by_name(state: Match, among: tuple[str, ...]) -> dict[str, str]:
    return {state.players[player].name: player for player in among}


def find_player(state: Match, name: str) -> Player:
    """Return the player of that name, present or not. Raises Refused (TABLE-1)."""
    player = state.player_named(name)
    if player is not None:
        return player
    raise forbid_unknown("TABLE-1", "unknown-player", name, (p.name for p in state.players.values()))


def find_present(state: Match, name: str) -> Player:
    """Return the player of that name, who has not left. Raises Refused (INIT-5)."""
    player = find_player(state, name)
    if not player.present:
        raise forbid("INIT-5", "player-left", player=player.name)
    return player


def find_on_table(state: Match, name: str, rule_id: str = "TURN-1") -> Player:
    """Return the player of that name, whose champion is on the table. Raises Refused."""
    player = find_present(state, name)
    if not player.in_play:
        raise forbid(rule_id, "not-on-table", player=player.name)
    return player


def must_be_open(state: Match) -> None:
    """Refuse before the match is laid out and after it is won (TABLE-3)."""
    check_open(state.setup.mod, state.outcome.over, "TABLE-2", "TABLE-3")


def must_be_started(state: Match) -> None:
    """Refuse what needs champions on the table (TABLE-2)."""
    must_be_open(state)
    if state.play.phase == "setup":
        raise forbid("TABLE-2", "not-started")


# -- who rolls, and how a D3 is typed -----------------------------------------------------


class D3(Command, tag="d3"):
    """Say how a D3 is typed: as 1 to 3, or as the D6 it was rolled on."""

    on_d6: bool


class RollerSet(Event, tag="roller-set"):
    """Who rolls a player's dice, or the table's, by default."""

    player: str | None
    roller: Roller


@fold(RollerSet)
def _roller_set(state: Match, event: RollerSet) -> Match:
    if event.player is not None:
        return change_player(state, event.player, roller=event.roller)
    players = {name: player.replace(roller=None) for name, player in state.players.items()}
    return state.replace(roller=event.roller, players=players)


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
