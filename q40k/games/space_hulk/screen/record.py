"""The record of Space Hulk's screens."""

from __future__ import annotations

from collections.abc import Callable

from q40k.games.space_hulk.bot.leading import is_leading
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
"""The modules that register actions when they are imported."""


def find_opening_form(desk: Desk) -> Callable[[Desk], Form] | None:
    """Return the form that opens automatically: that of a new match."""
    return None if desk.snapshot.status.is_laid_out else opening.opening_form


def has_map(state: Match) -> bool:
    """Return whether there is a board to draw."""
    return state.setup.layout is not None and state.options.positions


SCREEN = GameScreen(
    actions=action,
    opening_form=find_opening_form,
    question_field=asking.question_field,
    press_shortcut=acting.press_shortcut,
    uses_arrows=acting.uses_arrows,
    lobby=lobby.make_lobby,
    ribbon=panels.make_ribbon,
    lines_below=panels.lines_below,
    make_board=panels.PieceBoard,
    card=panels.piece_card,
    idle_rows=panels.idle_rows,
    is_automatic=is_leading,
    act_automatically=leading.act_automatically,
    accepts_key=leading.accepts_key,
    beat=feed.beat,
    colour_names=feed.colour_names,
    map_parts="q40k.games.space_hulk.screen.map:PARTS",
    has_map=has_map,
    keeps_places=has_map,
)
