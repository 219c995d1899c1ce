"""Choices of a side in words: whom a volley aims at, where a formation goes, which orders are given."""

from collections.abc import Iterable

from q40k.bots.bot import Move as BotMove
from q40k.games.epic.state import assault, movement, shooting
from q40k.games.epic.state.match import Match
from q40k.games.epic.state.registry import Command
from q40k.games.epic.state.turn import GiveOrders
from q40k.games.epic.words.names import order_name, side_name
from q40k.games.epic.words.wording import WORDS
from q40k.i18n.locale import N_, Locale


@WORDS.moves
def choice_text(locale: Locale, state: Match, move: BotMove[Command]) -> str:
    """Return a choice with what tells it from others of its kind; "" where its command says all."""
    command = move.command
    if command is None:
        return ""
    if isinstance(command, GiveOrders):
        return _orders_text(locale, state, move, command)
    text = _act_text(locale, state, command)
    return text or (WORDS.command(locale, command, state) if move.why else "")


def _act_text(locale: Locale, state: Match, command: Command) -> str:
    if isinstance(command, shooting.Shoot):
        targets = _formations(state, (shot.target for shot in command.shots if isinstance(shot.target, str)))
        return locale.say(
            N_("{formation} shoots at {targets}"), formation=command.formation, targets=locale.join_and(targets)
        )
    if isinstance(command, assault.Charge):
        targets = [run.target for run in command.moves if run.target is not None]
        if targets:
            return locale.say(
                N_("{formation} engages {targets}"), formation=command.formation, targets=locale.join_and(targets)
            )
    if isinstance(command, movement.Move) and command.to:
        x, y = command.to[len(command.to) // 2][:2]
        return locale.say(N_("{formation} goes to {x}, {y}"), formation=command.formation, x=round(x), y=round(y))
    return ""


def _formations(state: Match, figures: Iterable[str]) -> list[str]:
    """Return the formations of some figures, each once."""
    return list(dict.fromkeys(state.figures[figure].formation for figure in figures if figure in state.figures))


def _orders_text(locale: Locale, state: Match, move: BotMove[Command], command: GiveOrders) -> str:
    """Return orders as "Charge: B1, B3; Advance: B2"; who is not named advances. Those of a bot lie face down."""
    if move.is_silent:
        return locale.say(N_("{side} gives its orders"), side=side_name(state, move.seat))
    by_order: dict[str, list[str]] = {}
    for formation in state.of_side(move.seat):
        if not formation.retreats and state.alive(formation.id):
            by_order.setdefault(command.orders.get(formation.id, "advance"), []).append(formation.id)
    parts = [f"{order_name(locale, order)} {', '.join(by_order[order])}" for order in sorted(by_order)]
    return "; ".join(parts)
