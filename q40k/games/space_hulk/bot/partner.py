"""The bot as a partner at a table: it proposes the marines' next command."""

from __future__ import annotations

from q40k.games.space_hulk.bot.choice import Choice
from q40k.games.space_hulk.bot.plain import choices
from q40k.games.space_hulk.bot.playing import RULES
from q40k.games.space_hulk.rules.command import Command
from q40k.games.space_hulk.rules.secrets import mask_state
from q40k.games.space_hulk.rules.state import Match
from q40k.kernel.driver import Run
from q40k.kernel.events import Refused


def propose(state: Match) -> Choice | None:
    """Return the bot's first choice for the marines that the rules allow.

    It uses only what the marine player may know. Return None if the marines do not have the move or
    no places are kept.
    """
    if not marines_have_move(state):
        return None
    return next(
        (
            choice
            for choice in choices(mask_state(state, "marine"))
            if _is_allowed(state, choice.command)
        ),
        None,
    )


def marines_have_move(state: Match) -> bool:
    """Return whether the marines have something to do or to decide, on a board."""
    if state.outcome.over or state.setup.layout is None or not state.options.positions:
        return False
    if state.play.phase in ("marine-command", "marine-action"):
        return True
    placing = state.conversion is not None and not state.conversion.own
    return state.play.phase == "stealer-action" and (placing or state.window is not None)


def _is_allowed(state: Match, command: Command) -> bool:
    """Return whether the rules accept a command, up to its first question."""
    run: Run[Match, Command] = Run(RULES, state, command)
    try:
        run.start()
    except Refused:
        return False
    return True
