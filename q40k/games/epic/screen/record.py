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
    return None if desk.view.status(desk.state).opened else opening.lay_out


def laid_out(state: Match) -> bool:
    """Whether there is a table to draw."""
    return state.setup.scenario is not None


SCREEN = GameScreen(
    actions=action,
    opening=opens,
    question=field_of,
    ribbon=panels.ribbon,
    lobby=panels.lobby,
    board=panels.SidesBoard,
    card=panels.card,
    card_explained=panels.card_explained,
    idle=panels.idle,
    map="q40k.games.epic.screen.map:PARTS",
    has_map=laid_out,
    keeps_places=keeps_places,
    retried=(Deploy, Move, Shoot),
)
