"""The record of Space Hulk's screens, with the look of the feed and the fields of questions."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from textual.content import Content

from q40k.games.space_hulk.bot.leading import is_leading
from q40k.games.space_hulk.rules.conversion import BlipRevealed
from q40k.games.space_hulk.rules.ending import MatchEnded
from q40k.games.space_hulk.rules.losses import DoorGone, Killed
from q40k.games.space_hulk.rules.movement.objects import PickedUp
from q40k.games.space_hulk.rules.movement.steps import Left
from q40k.games.space_hulk.rules.shooting.firing import Exploded, Jammed
from q40k.games.space_hulk.rules.shooting.flames import Burning
from q40k.games.space_hulk.rules.state import Match
from q40k.games.space_hulk.rules.turn import BellRung, PhaseOpened, TurnOpened
from q40k.games.space_hulk.screen import (
    acting,
    arms,
    conversion,
    corrections,
    leading,
    lesson,
    looking,
    opening,
    panels,
    turn,
)
from q40k.games.space_hulk.screen.base import Desk, action
from q40k.i18n.questions import WordedQuestion
from q40k.kernel.events import Event
from q40k.kernel.questions import NumberQuestion, Question
from q40k.table.shown import seat_colour
from q40k.tui import look
from q40k.tui.fields import UNSHIFTED, Entered, Field, Move, Outcome
from q40k.tui.forms import Form
from q40k.tui.game_screen import GameScreen
from q40k.tui.look import Beat

ONE_DIGIT: Final = frozenset(("counter-shown", "parry", "guard", "value"))
"""The questions whose numbers have one digit."""


class Digit(Field):
    """A number of one digit: the counter, a die to parry or to roll again, a blip."""

    def take(self, key: str, character: str | None) -> Outcome:
        """Take a digit as the answer, also without Shift."""
        del key
        digit = UNSHIFTED.get(character or "", character or "")
        return Entered(int(digit)) if digit.isdigit() and len(digit) == 1 else Move.NOTHING


def question_field(_desk: Desk, question: Question, worded: WordedQuestion) -> Field | None:
    """Return the field for a number of one digit; None for other questions."""
    if not isinstance(question, NumberQuestion) or question.key not in ONE_DIGIT:
        return None
    return Digit(worded.title, why=worded.why, rule=worded.rule, hint=worded.hint, notes=worded.odds)


# -- the feed --------------------------------------------------------------------------------


_BEATS: dict[type[Event], Beat] = {
    Killed: Beat(look.DEAD, "bold"),
    Exploded: Beat("✖", "bold"),
    DoorGone: Beat("▯"),
    Burning: Beat("♨", "$warning"),
    Jammed: Beat("!", "$warning"),
    BlipRevealed: Beat("◆", "bold"),
    Left: Beat("»", "bold"),
    PickedUp: Beat("◇"),
    BellRung: Beat("◷", "$warning"),
    TurnOpened: Beat(style="bold", across=True),
    PhaseOpened: Beat(style=look.MUTED, across=True),
    MatchEnded: Beat("★", "bold"),
}


def beat(event: Event) -> Beat:
    """Return the look of an event."""
    return _BEATS.get(type(event), Beat())


def colour_names(state: Match, text: str, style: str = "") -> Content:
    """Return a sentence with the names of pieces in the colours of their sides."""
    sides = dict.fromkeys(state.marines, 0) | dict.fromkeys((*state.stealers, *state.blips), 1)
    if not sides or look.MUTED in style:
        return look.style_text(text, style)
    either = "|".join(re.escape(name) for name in sorted(sides, key=len, reverse=True))
    return Content.assemble(*(
        (part, f"{style} {look.ink(seat_colour(sides[part]))}".strip() if part in sides else style)
        for part in re.split(rf"(?<!\w)({either})(?!\w)", text)
    ))  # fmt: skip


# -- the record ------------------------------------------------------------------------------


CHAPTERS = (
    opening, turn, acting, leading, looking, arms, conversion, corrections, lesson,
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
    question_field=question_field,
    press_shortcut=acting.press_shortcut,
    uses_arrows=acting.uses_arrows,
    lobby=opening.make_lobby,
    ribbon=panels.make_ribbon,
    lines_below=panels.lines_below,
    make_board=panels.PieceBoard,
    card=panels.piece_card,
    idle_rows=panels.idle_rows,
    is_automatic=is_leading,
    act_automatically=leading.act_automatically,
    accepts_key=leading.accepts_key,
    beat=beat,
    colour_names=colour_names,
    map_parts="q40k.games.space_hulk.screen.map:PARTS",
    has_map=has_map,
    keeps_places=has_map,
)
