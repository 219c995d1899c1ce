"""Playing alone: the program as the Genestealers; hints of the bot."""

from __future__ import annotations

from time import monotonic

from q40k.games.space_hulk.bot.choice import in_words
from q40k.games.space_hulk.bot.hints import hint
from q40k.games.space_hulk.bot.partner import marines_move
from q40k.games.space_hulk.rules.solo.automaton import Alien
from q40k.games.space_hulk.rules.state import Match
from q40k.games.space_hulk.screen.base import Desk, action
from q40k.i18n.locale import N_


def program_acts(state: Match) -> bool:
    """Whether the program plays the Genestealers, and it is their turn."""
    theirs = state.play.phase in ("stealer-reinforcement", "stealer-action")
    return state.options.solo and theirs and not _waits(state)


def _waits(state: Match) -> bool:
    """Whether the player must turn up a blip first."""
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
    when=lambda state: state.options.solo and marines_move(state),
    help=N_("Alone: what the bot would do, and how often nobody falls in play-outs of this turn."),
)  # fmt: skip
def hint_(desk: Desk) -> None:
    """Shift+U: what the bot would do, and what comes of it."""
    found = hint(desk.match_session.session.state, monotonic)
    if found is None:
        desk.notice = desk.locale.gettext(N_("The bot knows nothing to do."))
        return
    done = in_words(desk.locale, found.choice)
    desk.notice = desk.locale.say(
        N_("The bot would: {done}. Nobody falls this turn: {share} ({many} play-outs)."),
        done=done, share=desk.locale.percent(found.unhurt / found.many), many=found.many,
    )  # fmt: skip
