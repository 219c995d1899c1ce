"""What is open to a side, in a sentence."""

from __future__ import annotations

from collections.abc import Iterable

from q40k.games.epic.rules.offers import to_charge, to_deploy, to_fire, to_move, to_rally
from q40k.games.epic.rules.state import Match
from q40k.games.epic.words.names import side_name
from q40k.i18n.locale import N_, Locale


def open_to(locale: Locale, state: Match, *, keys: bool = False) -> str:
    """What a side has left to do in this part of the turn; nothing of what lies face down.

    With `keys` it names the key that goes on.
    """
    play = state.play
    if play.phase == "orders":
        waiting = [side.name for side in state.sides.values() if not side.ordered]
        some, nobody = N_("Orders still to come: {sides}"), N_("Both have given their orders")
        return locale.say(some if waiting else nobody, sides=locale.join_and(waiting))
    if play.step == "draw":
        left = (f"{side_name(state, side)} {many}" for side, many in state.cup.chips.items())
        return locale.say(
            N_("A chip is to be drawn; in the cup: {chips}"), chips=locale.join_and(left)
        )
    if play.phase == "rally":
        ids = to_rally(state)
        return locale.say(N_("May rally: {ids}") if ids else N_("Nobody may rally"), ids=_row(ids))
    if play.active is None:
        return ""
    side = side_name(state, play.active)
    sentence, ids = _acts(state)
    if sentence and not ids:
        on = N_("{side} has nobody left to act: on with N")
        sentence = on if keys else N_("{side} has nobody left to act")
    return locale.say(sentence, side=side, ids=_row(ids)) if sentence else side


def _acts(state: Match) -> tuple[str, tuple[str, ...]]:
    """How it is said that a side acts in this part of the turn, and which formations may."""
    if state.play.phase == "deployment":
        return N_("{side} sets up: {ids}"), to_deploy(state)
    if state.play.phase == "movement":
        return N_("{side} moves: {ids}"), to_move(state)
    if state.play.step == "shots":
        return N_("{side} fires one: {ids}"), to_fire(state)
    if state.play.step == "moves":
        return N_("{side} may charge: {ids}"), tuple(to_charge(state))
    return "", ()


def _row(ids: Iterable[str]) -> str:
    return ", ".join(ids)
