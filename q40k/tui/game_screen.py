"""Define `GameScreen`, the record of what a game brings to the screens. Every field has a plain
default.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct, field
from textual.content import Content

from q40k.i18n.locale import Locale
from q40k.i18n.questions import WordedQuestion
from q40k.kernel.events import Event
from q40k.kernel.questions import Question
from q40k.table.match_session import Line, MatchSession
from q40k.tui import look, plain
from q40k.tui.actions import Actions
from q40k.tui.board import Board
from q40k.tui.fields import Field
from q40k.tui.forms import Form
from q40k.tui.look import Beat, Rows
from q40k.tui.plain import Lobby, RibbonText

Workings = list[tuple[str, tuple[str, ...]]]
"""Sentences, each with the rolls that led to it."""


class GameScreen(Struct, frozen=True):
    """What a game brings to the screens. `desk` is always the desk at which the match is played.

    The entry:
      actions            the game's actions, each registered in the file of its chapter
      opening_form       the form that opens automatically when nothing is asked, such as the set-up
      question_field     the field of a question of the rules; None for the plain one
      option_notes       notes beside the options of a question, by the options' values
      reentry_action     the action whose form enters a command again, by the command's word
      press_shortcut     handle a key that no action has, when nothing is asked
      uses_arrows        whether `press_shortcut` handles the arrows
      after_command      called after a command was carried out
      after_layout       called with the command that laid the match out; enter the other
                         prefilled values
      is_automatic       whether the program plays for anybody in a state
      act_automatically  called again and again with a time in seconds; do what the program does
                         automatically, if it is due, and return whether anything was done
      accepts_key        called with each key before its usual meaning; handle it and return True,
                         or return False
      reopened_commands  commands whose form reopens at its last field when they are refused

    The panels:
      map_parts          where its `MapParts` are, as "module:attribute"; loaded when the map opens
      has_map            whether there is anything to draw as a map
      keeps_places       whether anybody's place is kept, so that forms ask for places
      lobby              the table before the match begins, then None; it is given the marked choice
      ribbon             the first row of the screen
      lines_below        the lines below the ribbon
      make_board         create the board, a widget
      card               the card of a seat
      explain_card       what F1 says of the card
      idle_rows          what the prompt says when nothing is asked; the last of several rows names
                         the keys of play
      question_reasons   all that F1 says of a question
      can_think_ahead    whether `think_ahead` has anything to compute
      think_ahead        called while nobody waits; compute what may be asked for next

    The log:
      beat               how an event looks in the feed
      colour             the colour of a seat
      colour_names       a sentence with the names of seats in their colours
      workings           the sentences into which a line of the log unfolds, with their rolls
    """

    actions: Actions = field(default_factory=Actions)
    opening_form: Callable[[Any], Callable[[Any], Form] | None] = lambda _desk: None
    question_field: Callable[[Any, Question, WordedQuestion], Field | None] = (
        lambda _desk, _question, _asked: None
    )
    option_notes: Callable[[Any, Question], Mapping[Any, str]] = lambda _desk, _question: {}
    reentry_action: Callable[[str], str | None] = lambda _command: None
    press_shortcut: Callable[[Any, str, str | None], None] = lambda _desk, _key, _typed: None
    uses_arrows: Callable[[Any], bool] = lambda _state: False
    after_command: Callable[[Any], None] = lambda _command: None
    after_layout: Callable[[Any, Any], None] = lambda _desk, _command: None
    is_automatic: Callable[[Any], bool] = lambda _state: False
    act_automatically: Callable[[Any, float], bool] = lambda _desk, _now: False
    accepts_key: Callable[[Any, str], bool] = lambda _desk, _key: False
    reopened_commands: tuple[type, ...] = ()

    map_parts: str = ""
    has_map: Callable[[Any], bool] = lambda _state: False
    keeps_places: Callable[[Any], bool] = lambda _state: False
    ribbon: Callable[[Any, Any], RibbonText] = plain.ribbon
    lobby: Callable[[Any, Any, Any], Lobby | None] = plain.lobby
    lines_below: Callable[[Any, Any], Content] = lambda _desk, _state: Content("")
    make_board: Callable[[Any], Board] = Board
    card: Callable[[Any, Any, str], Content] = plain.card
    explain_card: Callable[[Any, str | None], str] = plain.explain_card
    idle_rows: Callable[[Any], Rows] = plain.idle_rows
    question_reasons: Callable[[Any], tuple[str, ...]] = lambda _desk: ()
    can_think_ahead: Callable[[Any], bool] = lambda _state: False
    think_ahead: Callable[[Any], None] = lambda _desk: None

    beat: Callable[[Event], Beat] = lambda _event: Beat()
    colour: Callable[[Any, Any, str], str] = plain.colour
    colour_names: Callable[[Any, str, str], Content] = lambda _state, text, style: look.style_text(
        text, style
    )
    workings: Callable[[Locale, MatchSession, Line], Workings] = lambda _locale, _session, _line: []
