"""The record of Space Hulk's screens, with the look of the feed and the fields of questions."""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from textual.content import Content

from q40k.bots.bot import Move as BotMove
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
    reactions,
    turn,
)
from q40k.games.space_hulk.screen.base import Desk, action, choose_piece, find_actor
from q40k.games.space_hulk.state import ending, losses, registry
from q40k.games.space_hulk.state.conversion import BlipRevealed
from q40k.games.space_hulk.state.match import Match
from q40k.games.space_hulk.state.movement.objects import PickedUp
from q40k.games.space_hulk.state.movement.steps import Left
from q40k.games.space_hulk.state.shooting.firing import Exploded, Jammed
from q40k.games.space_hulk.state.shooting.flames import Burning
from q40k.games.space_hulk.state.turn import BellRung, PhaseOpened, TurnOpened
from q40k.games.space_hulk.table.opening import Prefilled
from q40k.games.space_hulk.words.card import options_line
from q40k.games.space_hulk.words.catalogue import list_catalogue
from q40k.i18n.chapters import CatalogueEntry
from q40k.i18n.locale import with_label
from q40k.i18n.questions import WordedQuestion
from q40k.i18n.wording import unfold_lines
from q40k.kernel.events import Event, NumberQuestion, Question
from q40k.kernel.text import is_digits
from q40k.tabletop.colours import seat_colour
from q40k.tui import board, fields, forms, game_screen, look
from q40k.tui.look import Beat, Rows, link_keys, style_text

ONE_DIGIT = frozenset(("counter-shown", "parry", "guard", "value"))
"""The questions whose numbers have one digit."""


class Digit(fields.Field):
    """A number of one digit: the counter, a die to parry or to roll again, a blip."""

    def take(self, key: str, character: str | None) -> fields.Outcome:
        """Take a digit as the answer, also without Shift."""
        digit = fields.UNSHIFTED.get(character or "", character or "")
        return fields.Entered(int(digit)) if is_digits(digit) and len(digit) == 1 else fields.Move.NOTHING


_BEATS: dict[type[Event], Beat] = {
    losses.Killed: Beat(look.DEAD, "bold"),
    Exploded: Beat("✖", "bold"),
    losses.DoorGone: Beat("▯"),
    Burning: Beat("♨", "$warning"),
    Jammed: Beat("!", "$warning"),
    BlipRevealed: Beat("◆", "bold"),
    Left: Beat("»", "bold"),
    PickedUp: Beat("◇"),
    BellRung: Beat("◷", "$warning"),
    TurnOpened: Beat(style="bold", across=True),
    PhaseOpened: Beat(style=look.MUTED, across=True),
    ending.MatchEnded: Beat("★", "bold"),
}


CHAPTERS = (opening, turn, acting, reactions, leading, looking, arms, conversion, corrections, lesson)
"""The modules that register actions when they are imported."""


class HulkScreen(game_screen.GameScreen):
    """The actions, panels and fields of Space Hulk."""

    actions = action
    map_leads = True
    map_parts = "q40k.games.space_hulk.screen.map:PARTS"

    # -- the entry -------------------------------------------------------------------------

    def opening_form(self, desk: Desk) -> Callable[[Desk], forms.Form] | None:
        """Return the form that opens automatically: that of a new match."""
        return None if desk.snapshot.status.is_laid_out else opening.opening_form

    def question_field(self, desk: Desk, question: Question, wording: WordedQuestion) -> fields.Field | None:
        """Return the field for a number of one digit, or for drawing again; None for other questions."""
        if question.key == "again":
            return looking.redraw_field(desk, wording)
        if not isinstance(question, NumberQuestion) or question.key not in ONE_DIGIT:
            return None
        return Digit(wording.title, why=wording.why, rule=wording.rule, hint=wording.hint, notes=wording.odds)

    def press_shortcut(self, desk: Desk, key: str, character: str | None) -> None:
        """Handle a die or the number of the actor; an arrow is a step."""
        acting.press_shortcut(desk, key, character)

    def uses_arrows(self, state: Match) -> bool:
        """Return whether an arrow is a step: on a board, while a piece can act."""
        return acting.uses_arrows(state)

    def follow_move(self, desk: Desk, move: BotMove[Any]) -> None:
        """Choose the piece that the bot moves."""
        if isinstance(move.command, registry.Act):
            choose_piece(desk, move.command.who)

    # -- the panels ------------------------------------------------------------------------

    def has_map(self, state: Match) -> bool:
        """Return whether there is a board to draw."""
        return state.setup.layout is not None and state.options.positions

    def keeps_places(self, state: Match) -> bool:
        """Return whether positions are kept: on every board that is drawn."""
        return self.has_map(state)

    def ribbon(self, desk: Desk, state: Match) -> game_screen.RibbonText:
        """Return the name of the match, the turn, and its phases with the present one."""
        return panels.make_ribbon(desk, state)

    def lobby(self, desk: Desk, state: Match, marked: Any) -> game_screen.Lobby | None:
        """Return the lobby until the first turn, also of a mission that is only marked."""
        return opening.make_lobby(desk, state, marked)

    def lines_below(self, desk: Desk, state: Match) -> Content:
        """Return the command points, what is due, and the doubts."""
        return panels.lines_below(desk, state)

    def make_board(self, desk: Desk) -> board.Board:
        """Create the list of pieces."""
        return panels.PieceBoard(desk)

    def card(self, desk: Desk, state: Match, seat: str) -> Content:
        """Return what a piece is, where it is, and who sees it."""
        return panels.piece_card(desk, state, seat)

    def first_steps(self, desk: Desk) -> str:
        """Return what is to be done before the first turn."""
        return opening.first_steps(desk)

    def catalogue(self, desk: Desk) -> Iterable[CatalogueEntry]:
        """Return everything of the packs that has a card."""
        return list_catalogue(desk.locale, desk.library)

    def cards(self, desk: Desk, state: Match) -> Mapping[str, str]:
        """Return the pieces and the two sides."""
        return {**super().cards(desk, state), **{piece: piece for piece in panels.listed_pieces(state)}}

    def spoken_card(self, desk: Desk, state: Match, id: str) -> Iterable[str]:
        """Return the card of a piece, or a side with its goals and pieces."""
        if id in panels.listed_pieces(state):
            return super().spoken_card(desk, state, id)
        return unfold_lines(desk.words.card(desk.locale, state, id))

    def lesson_options(self) -> Prefilled:
        """Return the options of the lesson: its mission, typed dice, and the app deals and plays the Genestealers."""
        return Prefilled(mission=lesson.MISSION, dice="hand", deal="app", options={"solo": True})

    def lesson_text(self, desk: Desk) -> str:
        """Return the hint of the mission for now, unless something is asked."""
        return lesson.lesson_hint(desk) if desk.field is None else ""

    def idle_rows(self, desk: Desk) -> Rows:
        """Return the actor with its options, and the most needed keys."""
        locale, state = desk.locale, desk.state
        _ = locale.gettext
        if state.outcome.over or not state.play.turn:
            return super().idle_rows(desk)
        who = find_actor(desk)
        rows: Rows = panels.due_rows(desk, state)
        if not rows and (who is None or state.play.phase == "stealer-reinforcement"):
            rows = panels.phase_row(locale, state)
        elif who is not None and not rows:
            rows.append(style_text(with_label(locale, who, options_line(locale, state, who)), "bold"))
        rows += panels.goal_rows(locale, state)
        keys = [entry for entry in desk.usual_actions() if entry.group in ("play", "table") and entry.bar >= 0]
        named = [
            f"{entry.key_in(locale)} {_(entry.name)}"
            for entry in keys
            if 1 in (len(entry.key), len(entry.shown)) and entry.id not in acting.SHOTS
        ]
        if any(entry.id in acting.SHOTS for entry in keys):
            named.append(_("Shift+F B L R and shoot"))
        choosing = panels.choosing_text(locale, state)
        links = link_keys(" · ".join(named))
        rows.append(Content.assemble(choosing, " · ", links) if choosing and named else links)
        return rows

    # -- the log ---------------------------------------------------------------------------

    def beat(self, event: Event) -> Beat:
        """Return the look of an event."""
        return _BEATS.get(type(event), Beat())

    def colour_names(self, state: Match, text: str, style: str = "") -> Content:
        """Return a sentence with the names of pieces in the colours of their sides."""
        sides = dict.fromkeys(state.marines, 0) | dict.fromkeys((*state.stealers, *state.blips), 1)
        if not sides or look.MUTED in style:
            return style_text(text, style)
        either = "|".join(re.escape(name) for name in sorted(sides, key=len, reverse=True))
        return Content.assemble(
            *(
                (part, f"{style} {look.ink(seat_colour(sides[part]))}".strip() if part in sides else style)
                for part in re.split(rf"(?<!\w)({either})(?!\w)", text)
            )
        )


SCREEN = HulkScreen()
