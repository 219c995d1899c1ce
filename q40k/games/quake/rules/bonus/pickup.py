"""BONUS TOKENS: picked up, rolled, held, spent and sent home."""

from __future__ import annotations

from collections.abc import Callable

from q40k.games.quake.rules.bonus.instant import demolition_charge, mega_bumper, nuke
from q40k.games.quake.rules.bonus.tokens import BonusChosen, MindControlled, TokenTaken, drop_token
from q40k.games.quake.rules.command import Command
from q40k.games.quake.rules.parts import Phase
from q40k.games.quake.rules.positions.passing import must_pass_over
from q40k.games.quake.rules.questions import (
    choose,
    choose_player,
    find_present,
    forbid,
    must_be_started,
    refuse,
    roll,
)
from q40k.games.quake.rules.registry import command, rule
from q40k.games.quake.rules.respawn.respawn import respawn_newly_dead
from q40k.games.quake.rules.state import Match, Token
from q40k.games.quake.rules.turn.acting import must_be_active, phase_of_second
from q40k.kernel.driver import Live
from q40k.kernel.events import Rule
from q40k.kernel.lookup import lookup
from q40k.packs.said import Name, Text


@command
class Pickup(Command, tag="pickup"):
    """Pick up a bonus token (BONUS-1)."""

    player: Name
    token: Text


@command
class Drop(Command, tag="drop"):
    """Put a token back in its place: a mistaken pick-up, or a table's own ruling."""

    player: Name


_WHEN: dict[bool, tuple[Phase, ...]] = {False: ("movement",), True: ("movement", "assault")}
"""The phases of a pick-up, by whether the champion has charged this turn.

The phase of its second move is added.
"""


@rule(Pickup)
def pickup(live: Live[Match], command: Pickup) -> Rule[None]:
    """Take a token that was moved or charged over, and roll its kind: D3 and D6, or D6.

    Where places are known, a token that it did not pass over is refused.

    Rule: BONUS-1, BONUS-2, BONUS-3
    """
    must_be_started(live.state)
    player = find_present(live.state, command.player)
    token = _find_token(live.state, command.token)
    phases = (*_WHEN[player.turn.charge is not None], *phase_of_second(player))
    yield from must_be_active(live, player, *phases)
    yield from must_pass_over(player, token.id, token.place, "BONUS-1")
    if player.bonus is not None:
        name = live.state.kind(player.bonus).name
        yield from refuse("BONUS-2", "has-a-bonus", player=player.name, bonus=name)
        yield from drop_token(live, player.id)
    if token.holder is not None:
        holder = live.state.players[token.holder].name
        yield from refuse("BONUS-3", "token-held", token=token.id, holder=holder)
        yield from drop_token(live, token.holder)
    dice = (6,) if token.category == "special" else (3, 6)
    rolled = yield from roll(
        live, player.id, "bonus", "BONUS-1", dice, token=token.id, category=token.category
    )
    kind = f"{token.category}-{''.join(map(str, rolled))}"
    waited = live.state.play.waiting
    yield TokenTaken(player=player.id, token=token.id, kind=kind)
    yield from take_effect(live, player.id)
    yield from respawn_newly_dead(live, waited)


def _find_token(state: Match, name: str) -> Token:
    if not state.tokens:
        raise forbid("BONUS-1", "no-tokens")
    result = lookup(name, state.tokens, prefixes=False, similarity=0.3)
    if result.only is not None:
        return result.only
    near, tokens = result.nearest.id if result.nearest else None, tuple(state.tokens)
    raise forbid("BONUS-1", "unknown-token", token=name, tokens=tokens, nearest=near)


@rule(Drop)
def drop(live: Live[Match], command: Drop) -> Rule[None]:
    """Send a champion's token home: a pick-up that should not have happened.

    Rule: BONUS-4
    """
    must_be_started(live.state)
    player = find_present(live.state, command.player)
    if player.bonus is None:
        raise forbid("BONUS-2", "has-no-bonus", player=player.name)
    yield from drop_token(live, player.id)


def take_effect(live: Live[Match], player: str) -> Rule[None]:
    """Carry out the immediate effect of the bonus just taken, if it has one.

    Rule: BONUS-1, BONUS-7
    """
    held = live.state.players[player].bonus
    assert held is not None
    effect = _AT_ONCE.get(live.state.kind(held).effect)
    if effect is not None:
        yield from effect(live, player)


def _choose(live: Live[Match], player: str) -> Rule[None]:
    state = live.state
    held = state.players[player].bonus
    assert held is not None
    assert state.setup.tables is not None
    category = held.kind.split("-")[0]
    table = state.setup.tables.table(state.tokens[held.token].category)
    rolls = tuple(r for r, kind in table.items() if kind.effect != "choose")
    chosen = yield from choose(
        player, "choose-bonus", "BONUS-1", rolls, names={r: table[r].name for r in rolls}
    )
    yield BonusChosen(player=player, kind=f"{category}-{chosen}")
    yield from take_effect(live, player)


def _mind_control(live: Live[Match], player: str) -> Rule[None]:
    players = live.state.players
    others = tuple(p for p in live.state.order if p != player and not players[p].life.out)
    if others:
        target = yield from choose_player(live, player, "mind-control", "BONUS-1", others)
        yield MindControlled(player=player, target=target)


_AT_ONCE: dict[str, Callable[[Live[Match], str], Rule[None]]] = {
    "choose": _choose,
    "mega-bumper": mega_bumper,
    "demolition-charge": demolition_charge,
    "nuke": nuke,
    "mind-control": _mind_control,
}
