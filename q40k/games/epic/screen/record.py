"""What Epic Escarmouches brings to the screens."""

from __future__ import annotations

from collections.abc import Callable

from q40k.games.epic.rules.deployment import Deploy
from q40k.games.epic.rules.movement.move import Move
from q40k.games.epic.rules.shooting.firing import Shoot
from q40k.games.epic.rules.state import Match
from q40k.games.epic.screen import opening, panels
from q40k.games.epic.screen.base import Desk, action
from q40k.games.epic.screen.places import keeps_places
from q40k.games.epic.screen.questions import field_of
from q40k.tui.forms import Form
from q40k.tui.game_screen import GameScreen


def opens(desk: Desk) -> Callable[[Desk], Form] | None:
    """The form that opens by itself: that of a new match."""
    return None if desk.view.status(desk.state).is_laid_out else opening.lay_out


def laid_out(state: Match) -> bool:
    """Whether there is a table to draw."""
    return state.setup.scenario is not None


SCREEN = GameScreen(
    actions=action,
    opening_form=opens,
    question_field=field_of,
    ribbon=panels.ribbon,
    lobby=panels.lobby,
    make_board=panels.SidesBoard,
    card=panels.card,
    explain_card=panels.card_explained,
    idle_rows=panels.idle,
    map_parts="q40k.games.epic.screen.map:PARTS",
    has_map=laid_out,
    keeps_places=keeps_places,
    reopened_commands=(Deploy, Move, Shoot),
)
