"""The screen record of Epic Escarmouches."""

from __future__ import annotations

from collections.abc import Callable

from q40k.games.epic.rules.deployment import Deploy
from q40k.games.epic.rules.movement import Move
from q40k.games.epic.rules.shooting import Shoot
from q40k.games.epic.rules.state import Match
from q40k.games.epic.screen import opening, panels
from q40k.games.epic.screen.base import Desk, action, keeps_places
from q40k.games.epic.screen.turn import field_of
from q40k.tui.forms import Form
from q40k.tui.game_screen import GameScreen


def opening_form(desk: Desk) -> Callable[[Desk], Form] | None:
    """Return the form that opens automatically: that of a new match."""
    return None if desk.snapshot.status.is_laid_out else opening.lay_out


def is_laid_out(state: Match) -> bool:
    """Return whether there is a table to draw."""
    return state.setup.scenario is not None


SCREEN = GameScreen(
    actions=action,
    opening_form=opening_form,
    question_field=field_of,
    ribbon=panels.ribbon,
    lobby=panels.lobby,
    make_board=panels.SidesBoard,
    card=panels.card,
    explain_card=panels.explain_card,
    idle_rows=panels.idle_rows,
    map_parts="q40k.games.epic.screen.map:PARTS",
    has_map=is_laid_out,
    keeps_places=keeps_places,
    reopened_commands=(Deploy, Move, Shoot),
)
