"""What a side may do now, in a sentence."""

from __future__ import annotations

from collections.abc import Iterable

from q40k.games.epic.rules.offers import (
    charging_figures,
    deployable_formations,
    firing_formations,
    movable_formations,
    rallying_formations,
)
from q40k.games.epic.rules.state import Match
from q40k.games.epic.words.names import side_name
from q40k.i18n.locale import N_, Locale


def open_actions(locale: Locale, state: Match, *, keys: bool = False) -> str:
    """Return what a side may still do in this part of the turn, without secrets.

    With `keys` it names the key for the next step.
    """
    play = state.play
    if play.phase == "orders":
        waiting = [side.name for side in state.sides.values() if not side.ordered]
        some, nobody = N_("Orders still to come: {sides}"), N_("Both have given their orders")
        return locale.say(some if waiting else nobody, sides=locale.join_and(waiting))
    if play.step == "draw":
        chips = (f"{side_name(state, side)} {many}" for side, many in state.cup.chips.items())
        return locale.say(
            N_("A chip is to be drawn; in the cup: {chips}"), chips=locale.join_and(chips)
        )
    if play.phase == "rally":
        ids = rallying_formations(state)
        return locale.say(N_("May rally: {ids}") if ids else N_("Nobody may rally"), ids=_row(ids))
    if play.active is None:
        return ""
    side = side_name(state, play.active)
    sentence, ids = _possible_actions(state)
    if sentence and not ids:
        on = N_("{side} has nobody left to act: on with N")
        sentence = on if keys else N_("{side} has nobody left to act")
    return locale.say(sentence, side=side, ids=_row(ids)) if sentence else side


def _possible_actions(state: Match) -> tuple[str, tuple[str, ...]]:
    """Return the sentence for a side's possible action, and which formations may act."""
    if state.play.phase == "deployment":
        return N_("{side} sets up: {ids}"), deployable_formations(state)
    if state.play.phase == "movement":
        return N_("{side} moves: {ids}"), movable_formations(state)
    if state.play.step == "shots":
        return N_("{side} fires one: {ids}"), firing_formations(state)
    if state.play.step == "moves":
        return N_("{side} may charge: {ids}"), tuple(charging_figures(state))
    return "", ()


def _row(ids: Iterable[str]) -> str:
    return ", ".join(ids)
