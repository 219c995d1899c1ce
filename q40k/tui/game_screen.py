"""What a game brings to the screens, as one record: everything left out has a plain default."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct, field
from textual.content import Content

from q40k.i18n.locale import Locale
from q40k.i18n.questions import Asked
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

Told = list[tuple[str, tuple[str, ...]]]
"""Sentences, each with the rolls it came about by."""


class GameScreen(Struct, frozen=True):
    """What a game brings to the screens. `desk` is always that at which the match is played.

    Of the entry:
      actions      the game's own, each registered where it is written
      opening      the form that opens by itself when nothing is asked, such as that of the set-up
      question     the field of a question of the rules, where the plain one does not do
      notes        what is noted beside the options of a question, by their values
      again        which action's form enters a command anew, by the command's word
      shortcut     what a key does that no action has, when nothing is asked
      arrows       whether the arrows are such keys
      done         a command was carried out
      begun        the match was laid out by this command: enter what else was said of it
      leads        whether the program leads anybody in a state: then it is asked ever again for
      by_itself    at a time in seconds: the program does what it does by itself, if that is due;
                   whether it did anything
      takes        a key that decides on that, before it means anything else
      retried      commands whose form stays open at its last field when they are refused

    Of the panels:
      map          where its `MapParts` are, as "module:attribute": loaded when the map opens
      has_map      whether there is anything to draw as a map
      keeps_places whether somebody's place is kept, so that places are asked for
      lobby        the table before the match has begun, None from then on; it is given what is
                   marked of a choice, too
      ribbon, below (the lines under it), board (a widget), card
      idle         what the prompt says when nothing is asked, in rows; the last of several says
                   which keys play
      unfolded     all that F1 tells of a question
      foresees, think_ahead   whether there is anything to work out while nobody waits, and doing it

    Of the log:
      beat         how an event looks in the feed
      colour, coloured   a seat's colour; a sentence with the names of seats in theirs
      workings     what a line of the log unfolds into: sentences with their rolls
    """

    actions: Actions = field(default_factory=Actions)
    opening: Callable[[Any], Callable[[Any], Form] | None] = lambda _desk: None
    question: Callable[[Any, Question, Asked], Field | None] = lambda _desk, _question, _asked: None
    notes: Callable[[Any, Question], Mapping[Any, str]] = lambda _desk, _question: {}
    again: Callable[[str], str | None] = lambda _command: None
    shortcut: Callable[[Any, str, str | None], None] = lambda _desk, _key, _typed: None
    arrows: Callable[[Any], bool] = lambda _state: False
    done: Callable[[Any], None] = lambda _command: None
    begun: Callable[[Any, Any], None] = lambda _desk, _command: None
    leads: Callable[[Any], bool] = lambda _state: False
    by_itself: Callable[[Any, float], bool] = lambda _desk, _now: False
    takes: Callable[[Any, str], bool] = lambda _desk, _key: False
    retried: tuple[type, ...] = ()

    map: str = ""
    has_map: Callable[[Any], bool] = lambda _state: False
    keeps_places: Callable[[Any], bool] = lambda _state: False
    ribbon: Callable[[Any, Any], RibbonText] = plain.ribbon
    lobby: Callable[[Any, Any, Any], Lobby | None] = plain.lobby
    below: Callable[[Any, Any], Content] = lambda _desk, _state: Content("")
    board: Callable[[Any], Board] = Board
    card: Callable[[Any, Any, str], Content] = plain.card
    card_explained: Callable[[Any, str | None], str] = plain.card_explained
    idle: Callable[[Any], Rows] = plain.idle
    unfolded: Callable[[Any], tuple[str, ...]] = lambda _desk: ()
    foresees: Callable[[Any], bool] = lambda _state: False
    think_ahead: Callable[[Any], None] = lambda _desk: None

    beat: Callable[[Event], Beat] = lambda _event: Beat()
    colour: Callable[[Any, Any, str], str] = plain.colour
    coloured: Callable[[Any, str, str], Content] = lambda _state, text, style: look.styled(
        text, style
    )
    workings: Callable[[Locale, MatchSession, Line], Told] = lambda _locale, _session, _line: []
