"""What Space Hulk brings to the screens."""

from __future__ import annotations

from collections.abc import Callable

from q40k.games.space_hulk.bot.leading import leads
from q40k.games.space_hulk.rules.state import Match
from q40k.games.space_hulk.screen import (
    acting,
    alone,
    arcs,
    arms,
    asking,
    converting,
    correcting,
    feed,
    leading,
    lesson,
    lobby,
    opening,
    panels,
    peek,
    turn,
)
from q40k.games.space_hulk.screen.base import Desk, action
from q40k.tui.forms import Form
from q40k.tui.game_screen import GameScreen

CHAPTERS = (
    opening, turn, acting, alone, leading, arcs, arms, converting, correcting, lesson, peek,
)  # fmt: skip
"""Each has registered its actions."""


def opens(desk: Desk) -> Callable[[Desk], Form] | None:
    """The form that opens by itself: that of a new match."""
    return None if desk.view.status(desk.state).is_laid_out else opening.lay_out


def on_a_board(state: Match) -> bool:
    """Whether there is a board to draw."""
    return state.setup.layout is not None and state.options.positions


SCREEN = GameScreen(
    actions=action,
    opening_form=opens,
    question_field=asking.question,
    press_shortcut=acting.shortcut,
    uses_arrows=acting.arrows,
    lobby=lobby.lobby,
    ribbon=panels.ribbon,
    lines_below=panels.below,
    make_board=panels.PieceBoard,
    card=panels.card,
    idle_rows=panels.idle,
    is_automatic=leads,
    act_automatically=leading.by_itself,
    accepts_key=leading.takes,
    beat=feed.beat,
    colour_names=feed.coloured,
    map_parts="q40k.games.space_hulk.screen.map:PARTS",
    has_map=on_a_board,
    keeps_places=on_a_board,
)
