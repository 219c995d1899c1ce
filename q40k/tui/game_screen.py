"""`GameScreen`, the record of what a game brings to the screens, and its plain defaults."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct, field
from textual.content import Content

from q40k.geometry.scene import Scene
from q40k.i18n.locale import Locale
from q40k.i18n.questions import WordedQuestion
from q40k.i18n.scores import winners_line
from q40k.kernel.events import Event
from q40k.kernel.questions import DiceQuestion, NumberQuestion, OrderQuestion, Question, SeveralQuestion
from q40k.table.match_session import Line, MatchSession
from q40k.table.shown import seat_colour
from q40k.tui import look
from q40k.tui.actions import Actions
from q40k.tui.board import Board
from q40k.tui.fields import Dice, Field, Number, Option, Pick, Several, id_keys
from q40k.tui.forms import AnyDesk, Form
from q40k.tui.look import Beat, Rows, link_keys, style_text

# -- plain defaults -------------------------------------------------------------------------


class RibbonText(Struct, frozen=True):
    """The first row: the title, the turn in words, and the steps of a turn.

    Each step is a word, and whether it is the running one.
    """

    title: str
    turn: str = ""
    steps: tuple[tuple[str, bool], ...] = ()


class Lobby(Struct, frozen=True):
    """The table before the match begins.

    `title` and `about` (paragraphs) say what is played. `seats` is a row for each seat: its name,
    its force, its worth. `missing` says what is missing before the match can begin, or that nothing
    is. `marked` describes the marked choice. `scene` is the table, with a `caption`. The feed is
    shown below unless the lobby `replaces_feed`.
    """

    title: str
    about: tuple[str, ...] = ()
    seats: tuple[tuple[Content, str, str], ...] = ()
    missing: tuple[Content, ...] = ()
    marked: tuple[Content | str, ...] = ()
    scene: Scene | None = None
    caption: str = ""
    replaces_feed: bool = False


def plain_lobby(desk: AnyDesk, state: Any, _marked: Any = None) -> Lobby | None:
    """Return what is played and by whom, until the first turn or anybody's part begins."""
    status = desk.view.status(state)
    if status.turn or status.active or status.over or status.phase not in ("", "setup"):
        return None
    game, played = desk.match_session.game, desk.view.scenario_name(state)
    about = game.manifest.about
    numbered = enumerate((seat for seat in desk.view.seats(state) if seat.present), 1)
    return Lobby(
        title=desk.locale.name_of(played) if played else game.name,
        about=(desk.locale.gettext(about),) if about else (),
        seats=tuple(
            (style_text(f"{number:>2} {seat.name}", plain_colour(desk, state, seat.id)), "", "")
            for number, seat in numbered
        ),
        scene=desk.view.scene(state),
    )


def plain_ribbon(desk: AnyDesk, state: Any) -> RibbonText:
    """Return the name of the match, its turn and its phase."""
    _ = desk.locale.gettext
    status = desk.view.status(state)
    turn = _("Turn {turn}").format(turn=status.turn) if status.turn else ""
    steps = ((_(status.phase), True),) if status.phase else ()
    return RibbonText(desk.match_session.row.name or "q40k", turn, steps)


def plain_colour(desk: AnyDesk, state: Any, seat: str) -> str:
    """Return the colour of a seat, by its number."""
    entry = next((s for s in desk.view.seats(state) if s.id == seat), None)
    return look.ink(seat_colour(entry.colour)) if entry is not None else ""


def plain_card(desk: AnyDesk, state: Any, seat: str) -> Content:
    """Return the name of a seat in its colour."""
    name = next((s.name for s in desk.view.seats(state) if s.id == seat), "")
    return style_text(name, f"bold {plain_colour(desk, state, seat)}")


def plain_idle_rows(desk: AnyDesk) -> Rows:
    """Return who has won, or whose part it is; and the keys of play that make sense."""
    locale, state = desk.locale, desk.state
    _ = locale.gettext
    status = desk.view.status(state)
    names = {seat.id: seat.name for seat in desk.view.seats(state)}
    rows: Rows = []
    if status.over:
        rows.append(style_text(winners_line(locale, status.winners), "bold"))
    elif status.active:
        rows.append(style_text(locale.join_and(names[seat] for seat in status.active), "bold"))
    keys = [action for action in desk.valid_actions() if action.group in ("play", "table") and len(action.key) == 1]
    if keys:
        rows.append(link_keys(" · ".join(f"{action.key_in(locale)} {_(action.name)}" for action in keys)))
    return rows


def explain_plain_card(desk: AnyDesk, _seat: str | None = None) -> str:
    """Return what F1 says of the card."""
    _ = desk.locale.gettext
    return _("Who acts now, or who is marked on the board.")


# -- the record -----------------------------------------------------------------------------

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
    question_field: Callable[[Any, Question, WordedQuestion], Field | None] = lambda _desk, _question, _asked: None
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
    ribbon: Callable[[Any, Any], RibbonText] = plain_ribbon
    lobby: Callable[[Any, Any, Any], Lobby | None] = plain_lobby
    lines_below: Callable[[Any, Any], Content] = lambda _desk, _state: Content("")
    make_board: Callable[[Any], Board] = Board
    card: Callable[[Any, Any, str], Content] = plain_card
    explain_card: Callable[[Any, str | None], str] = explain_plain_card
    idle_rows: Callable[[Any], Rows] = plain_idle_rows
    question_reasons: Callable[[Any], tuple[str, ...]] = lambda _desk: ()
    can_think_ahead: Callable[[Any], bool] = lambda _state: False
    think_ahead: Callable[[Any], None] = lambda _desk: None

    beat: Callable[[Event], Beat] = lambda _event: Beat()
    colour: Callable[[Any, Any, str], str] = plain_colour
    colour_names: Callable[[Any, str, str], Content] = lambda _state, text, style: look.style_text(text, style)
    workings: Callable[[Locale, MatchSession, Line], Workings] = lambda _locale, _session, _line: []


# -- the field of a question ----------------------------------------------------------------


def question_field(desk: AnyDesk, screen: GameScreen, question: Question) -> Field:
    """Return the field that takes the answer to `question`, with the draft of half-typed dice."""
    wording = desk.words.ask(desk.locale, desk.state, question)
    custom = screen.question_field(desk, question, wording)
    if custom is not None:
        return custom
    shared: dict[str, Any] = {
        "why": wording.why, "rule": wording.rule, "hint": wording.hint, "notes": wording.odds,
    }  # fmt: skip
    if isinstance(question, DiceQuestion):
        return Dice(wording.title, question=question, buffer=desk.match_session.draft, **shared)
    if isinstance(question, NumberQuestion):
        return Number(wording.title, **shared)
    options = _options(desk, screen, question, wording)
    if isinstance(question, OrderQuestion):
        return Several(wording.title, options=options, whole=True, **shared)
    if isinstance(question, SeveralQuestion):
        _ = desk.locale.gettext
        shared["hint"] = _("numbers, then Enter; Enter alone: none")
        return Several(wording.title, options=options, nobody=True, **shared)
    return Pick(wording.title, options=options, **shared)


def _options(desk: AnyDesk, screen: GameScreen, question: Question, wording: WordedQuestion) -> tuple[Option, ...]:
    seats = {seat.name: str(n) for n, seat in enumerate(desk.snapshot.seats, 1)}
    named = all(value in seats for value, _label in wording.options)
    notes = screen.option_notes(desk, question)
    options = []
    ids = id_keys([str(value) for value, _label in wording.options])
    for place, (value, label) in enumerate(wording.options):
        if named:
            key = seats[str(value)]
        elif str(value).isdigit():
            key = str(value)
        elif value in ("yes", "no"):
            key = label[:1].casefold()
        else:
            key = ids[place]
        options.append(Option(key, value, label, notes.get(value, "")))
    return tuple(options)
