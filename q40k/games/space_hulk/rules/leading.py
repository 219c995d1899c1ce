"""Let the program lead the marines as a partner; its actions are entered like a player's."""

from __future__ import annotations

from typing import Literal

from q40k.games.space_hulk.rules.command import Command
from q40k.games.space_hulk.rules.questions import forbid, must_be_open
from q40k.games.space_hulk.rules.registry import command, event, fold, rule
from q40k.games.space_hulk.rules.state import Match
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule

Led = Literal["nobody", "marines"]


@command
class Lead(Command, tag="bot"):
    """Set whom the bot leads from now on."""

    leads: Led


@event
class LeadSet(Event, tag="bot-leads"):
    """The bot leads another side, or nobody, from now on."""

    leads: Led


@fold(LeadSet)
def _set(state: Match, event: LeadSet) -> Match:
    return state.replace(options=state.options.replace(bot=event.leads))


@rule(Lead)
def lead(live: Live[Match], command: Lead) -> Rule[None]:
    """Set whom the bot leads; it needs a board with places.

    Rule: SH-BOARD-9
    """
    must_be_open(live.state)
    if command.leads == "marines" and live.state.setup.layout is None:
        raise forbid("SH-BOARD-9", "bot-needs-a-board")
    yield LeadSet(leads=command.leads)
