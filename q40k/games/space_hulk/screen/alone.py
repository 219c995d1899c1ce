"""Solo play: the program as the Genestealers, and the bot's hints."""

from __future__ import annotations

from time import monotonic

from q40k.games.space_hulk.bot.choice import choice_text
from q40k.games.space_hulk.bot.hints import find_hint
from q40k.games.space_hulk.bot.partner import marines_have_move
from q40k.games.space_hulk.rules.solo.automaton import Alien
from q40k.games.space_hulk.rules.state import Match
from q40k.games.space_hulk.screen.base import Desk, action
from q40k.i18n.locale import N_


def program_acts(state: Match) -> bool:
    """Return whether it is the Genestealers' turn and the program plays it."""
    theirs = state.play.phase in ("stealer-reinforcement", "stealer-action")
    return state.options.solo and theirs and not _must_turn_up(state)


def _must_turn_up(state: Match) -> bool:
    """Return whether the player must turn up a blip first."""
    return state.conversion is not None and not state.conversion.own


@action(
    "alien", "play", key="A", bar=0, name=N_("Genestealers act"), when=program_acts,
    usual=lambda state: state.window is None,
    help=N_("Alone: the program does its next thing as the Genestealers; Space as well."),
)  # fmt: skip
def alien(_desk: Desk) -> Alien:
    """Shift+A: a blip arrives, or an alien acts."""
    return Alien()


@action(
    "hint", "play", key="U", name=N_("Hint"),
    when=lambda state: state.options.solo and marines_have_move(state),
    help=N_("Alone: what the bot would do, and how often nobody falls in play-outs of this turn."),
)  # fmt: skip
def show_hint(desk: Desk) -> None:
    """Shift+U: the bot's choice and its chances."""
    hint = find_hint(desk.match_session.session.state, monotonic)
    if hint is None:
        desk.notice = desk.locale.gettext(N_("The bot knows nothing to do."))
        return
    done = choice_text(desk.locale, hint.choice)
    desk.notice = desk.locale.say(
        N_("The bot would: {done}. Nobody falls this turn: {share} ({many} play-outs)."),
        done=done, share=desk.locale.percent(hint.unhurt / hint.many), many=hint.many,
    )  # fmt: skip
