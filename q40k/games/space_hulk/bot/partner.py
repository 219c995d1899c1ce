"""The bot as a partner at a table: it proposes what the marines do now, one command at a time."""

from __future__ import annotations

from q40k.games.space_hulk.bot.choice import Choice
from q40k.games.space_hulk.bot.plain import choices
from q40k.games.space_hulk.bot.playing import RULES
from q40k.games.space_hulk.rules.command import Command
from q40k.games.space_hulk.rules.secrets import mask_state
from q40k.games.space_hulk.rules.state import Match
from q40k.kernel.driver import Run
from q40k.kernel.events import Refused


def proposal(state: Match) -> Choice | None:
    """What the bot would do now for the marines: the first thing that the rules allow.

    It looks at no more of `state` than the marine player may know. None where it is not their move,
    or no places are kept.
    """
    if not marines_move(state):
        return None
    return next(
        (one for one in choices(mask_state(state, "marine")) if _allowed(state, one.command)), None
    )


def marines_move(state: Match) -> bool:
    """Whether the marines have something to do or to decide, on a board."""
    if state.outcome.over or state.setup.layout is None or not state.options.positions:
        return False
    if state.play.phase in ("marine-command", "marine-action"):
        return True
    placing = state.conversion is not None and not state.conversion.own
    return state.play.phase == "stealer-action" and (placing or state.window is not None)


def _allowed(state: Match, command: Command) -> bool:
    """Whether the rules take a command, as far as its first question."""
    run: Run[Match, Command] = Run(RULES, state, command)
    try:
        run.start()
    except Refused:
        return False
    return True
