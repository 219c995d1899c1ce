"""What the dice race brings to the screens."""

from __future__ import annotations

from collections.abc import Callable

from q40k.tui.forms import Form
from q40k.tui.game_screen import GameScreen
from tests.games.race.rules.state import Race
from tests.games.race.screen import ending, table
from tests.games.race.screen.base import Desk, action


def opening(desk: Desk) -> Callable[[Desk], Form] | None:
    """The form that opens by itself: that of a new race."""
    return None if desk.view.status(desk.state).is_laid_out else table.lay_out


def laid_out(state: Race) -> bool:
    """Whether there is a track to draw."""
    return state.setup.track is not None


SCREEN = GameScreen(
    actions=action,
    opening_form=opening,
    map_parts="tests.games.race.screen.map:PARTS",
    has_map=laid_out,
    keeps_places=laid_out,
    card=ending.card,
)
