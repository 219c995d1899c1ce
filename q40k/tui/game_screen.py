"""`GameScreen`, the base of what a game brings to the screens, with plain defaults."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct
from textual.content import Content

from q40k.bots import partner
from q40k.bots.bot import Move
from q40k.geometry.scene import NOTHING, Overlay, Scene
from q40k.i18n.chapters import CatalogueEntry
from q40k.i18n.locale import Locale
from q40k.i18n.questions import WordedQuestion
from q40k.i18n.scores import winners_line
from q40k.kernel.events import DiceQuestion, Event, NumberQuestion, OrderQuestion, Question, SeveralQuestion
from q40k.kernel.journal.journal import JournalError
from q40k.kernel.text import is_digits
from q40k.table.context import Prefilled
from q40k.table.match_session import Line, MatchSession
from q40k.tabletop.colours import seat_colour
from q40k.tui import look
from q40k.tui.actions import Actions
from q40k.tui.board import Board
from q40k.tui.fields import Dice, Field, Number, Option, Pick, Several, id_keys
from q40k.tui.forms import AnyDesk, Form
from q40k.tui.look import Beat, Rows, link_keys, style_text


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
    its force, its worth; `shorter` has names of forces for where they would be cut. `missing` says
    what is missing before the match can begin, or that nothing is. `marked` describes the marked
    choice. `scene` is the table, with a `caption`. The feed is shown below unless the lobby
    `replaces_feed`.
    """

    title: str
    about: tuple[str, ...] = ()
    seats: tuple[tuple[Content, str, str], ...] = ()
    shorter: Mapping[str, str] = {}
    missing: tuple[Content, ...] = ()
    marked: tuple[Content | str, ...] = ()
    scene: Scene | None = None
    caption: str = ""
    replaces_feed: bool = False


Workings = list[tuple[str, tuple[str, ...]]]
"""Sentences, each with the rolls that led to it."""


class GameScreen:
    """What a game brings to the screens. A game derives a class and overrides what differs.

    `desk` is always the desk at which the match is played, `state` its state.
    """

    actions = Actions()
    """The game's actions, each registered in the file of its chapter."""
    reopened_commands: tuple[type, ...] = ()
    """The commands whose form reopens at its last field when they are refused."""
    map_leads = False
    """Whether the map is what the game is played on: it gets the larger part of the screen, also of a narrow one."""
    bar_names_keys = False
    """Whether the key bar names the usual keys, so that the idle prompt need not."""
    map_parts = ""
    """Where the game's `MapParts` are, as "module:attribute"; loaded when the map opens."""

    def evening_card(self, locale: Locale) -> Sequence[tuple[str, Sequence[tuple[str, str]]]]:
        """Return what F1 shows the second time: headings, each with rows of a key and a sentence."""
        return ()

    # -- the entry -------------------------------------------------------------------------

    def opening_form(self, desk: AnyDesk) -> Callable[[Any], Form] | None:
        """Return the form that opens automatically when nothing is asked, such as the set-up."""
        return None

    def question_field(self, desk: AnyDesk, question: Question, wording: WordedQuestion) -> Field | None:
        """Return the field of a question of the rules, or None for the plain one."""
        return None

    def option_notes(self, desk: AnyDesk, question: Question) -> Mapping[Any, str]:
        """Return notes beside the options of a question, by the options' values."""
        return {}

    def reentry_action(self, command: str) -> str | None:
        """Return the action whose form enters a command again, by the command's word."""
        return None

    def press_shortcut(self, desk: AnyDesk, key: str, character: str | None) -> None:
        """Handle a key that no action has, when nothing is asked."""

    def uses_arrows(self, state: Any) -> bool:
        """Return whether `press_shortcut` handles the arrows."""
        return False

    def after_command(self, command: Any) -> None:
        """Do what follows after a command was carried out."""

    def after_layout(self, desk: AnyDesk, command: Any) -> None:
        """Enter the other prefilled values, after `command` laid the match out."""

    def follow_move(self, desk: AnyDesk, move: Move[Any]) -> None:
        """Show whose move a bot is going to make."""

    def show_places(self, state: Any, move: Move[Any]) -> Overlay:
        """Return what shows the places on the map that the words for a bot's next move name.

        A line of the style "path" is the way its figure takes, if it is no straight line.
        """
        return NOTHING

    def form_before_bot(self, desk: AnyDesk, seat: str) -> Callable[[Any], Form] | None:
        """Return the form of what a bot must know of the table before it moves; None if it knows enough."""
        return None

    def pace(self, move: Move[Any]) -> float:
        """Return the seconds to wait after a bot's move, before the next one."""
        return partner.PACE

    # -- the lesson ------------------------------------------------------------------------

    def lesson_options(self) -> Prefilled | None:
        """Return the options of the match of a lesson; None if the game has no lesson."""
        return None

    def begin_lesson(self, desk: AnyDesk) -> None:
        """Bring the match of a lesson, which is laid out, to its first moment."""

    def lesson_text(self, desk: AnyDesk) -> str:
        """Return what a newcomer may do next, "" where nothing is taught."""
        return ""

    # -- the panels ------------------------------------------------------------------------

    def has_map(self, state: Any) -> bool:
        """Return whether there is anything to draw as a map."""
        return False

    def keeps_places(self, state: Any) -> bool:
        """Return whether anybody's place is kept, so that forms ask for places."""
        return False

    def ribbon(self, desk: AnyDesk, state: Any) -> RibbonText:
        """Return the first row of the screen: the name of the match, its turn and its phase."""
        _ = desk.locale.gettext
        status = desk.view.status(state)
        turn = _("Turn {turn}").format(turn=status.turn) if status.turn else ""
        steps = ((_(status.phase), True),) if status.phase else ()
        return RibbonText(desk.match_session.row.name or "q40k", turn, steps)

    def lobby(self, desk: AnyDesk, state: Any, marked: Any) -> Lobby | None:
        """Return the table before the match begins, or None once it has begun.

        The plain one shows what is played and by whom, until the first turn or anybody's part.
        `marked` is the marked choice of the open field.
        """
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
                (style_text(f"{number:>2} {seat.name}", self.colour(desk, state, seat.id)), "", "")
                for number, seat in numbered
            ),
            scene=desk.view.scene(state),
        )

    def first_steps(self, desk: AnyDesk) -> str:
        """Return in sentences what is to be done before the match begins; "" once it has begun."""
        return ""

    def lines_below(self, desk: AnyDesk, state: Any) -> Content:
        """Return the lines below the ribbon."""
        return Content("")

    def make_board(self, desk: AnyDesk) -> Board:
        """Create the board, a widget."""
        return Board(desk)

    def card(self, desk: AnyDesk, state: Any, seat: str) -> Content:
        """Return the card of a seat: its name in its colour."""
        name = next((s.name for s in desk.view.seats(state) if s.id == seat), "")
        return style_text(name, f"bold {self.colour(desk, state, seat)}")

    def cards(self, desk: AnyDesk, state: Any) -> Mapping[str, str]:
        """Return the names of all that have a card to be heard, by their ids: plainly the seats."""
        return {seat.id: seat.name for seat in desk.view.seats(state)}

    def spoken_card(self, desk: AnyDesk, state: Any, id: str) -> Iterable[str]:
        """Return a card in lines for who listens: plainly that of the screen."""
        return self.card(desk, state, id).plain.splitlines()

    def catalogue(self, desk: AnyDesk) -> Iterable[CatalogueEntry]:
        """Return what of the packs can be read about before it is chosen. Raises PackError."""
        return ()

    def explain_card(self, desk: AnyDesk, seat: str | None) -> str:
        """Return what F1 says of the card of a seat, or of the empty card."""
        _ = desk.locale.gettext
        return _("Who acts now, or who is marked on the board.")

    def idle_rows(self, desk: AnyDesk) -> Rows:
        """Return what the prompt says when nothing is asked.

        The plain rows say who has won, or whose part it is. The last of several rows names the keys
        of play that make sense.
        """
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

    def question_reasons(self, desk: AnyDesk) -> tuple[str, ...]:
        """Return all that F1 says of a question."""
        return ()

    def can_think_ahead(self, state: Any) -> bool:
        """Return whether `think_ahead` has anything to compute."""
        return False

    def think_ahead(self, desk: AnyDesk) -> None:
        """Compute what may be asked for next; called while nobody waits."""

    # -- the log ---------------------------------------------------------------------------

    def beat(self, event: Event) -> Beat:
        """Return how an event looks in the feed."""
        return Beat()

    def colour(self, desk: AnyDesk, state: Any, seat: str) -> str:
        """Return the colour of a seat."""
        entry = next((s for s in desk.view.seats(state) if s.id == seat), None)
        return look.ink(seat_colour(entry.colour)) if entry is not None else ""

    def colour_names(self, state: Any, text: str, style: str = "") -> Content:
        """Return a sentence with the names of seats in their colours."""
        return style_text(text, style)

    def why_absent(self, desk: Any, field: Field, typed: str) -> str:
        """Return why what was typed is not among the choices of a field, such as a player who left; "" if unknown."""
        return ""

    def workings(self, locale: Locale, match_session: MatchSession, line: Line) -> Workings:
        """Return the sentences into which a line of the log unfolds, with their rolls."""
        return []


# -- the lesson -----------------------------------------------------------------------------
#
# A game that teaches its keys lists its steps. The match of the lesson is kept in memory alone, so
# that no list and no season knows it.

PROGRESS = "lesson progress"
"""The key in the desk's memory for how far the lesson is."""


class Step(Struct, frozen=True):
    """One thing to do, and how it is noticed: an event of these types, or an entry of this kind.

    Without either it is the last step, which is never done.
    """

    say: str
    events: tuple[str, ...] = ()
    kind: str = ""


class Progress(Struct):
    """How far a lesson is: the step, what had happened when it began, the entry it was read at."""

    at: int = 0
    count: int = -1
    head: int = -1


def next_step(desk: AnyDesk, steps: Sequence[Step]) -> Step:
    """Return the step that is to be done now; steps that were done stay done.

    Nothing new is said while the dice of the last step are still asked for.
    """
    progress: Progress = desk.memory.setdefault(PROGRESS, Progress())
    head = desk.match_session.head
    if progress.head != head and (progress.count < 0 or desk.snapshot.question is None):
        progress.head = head
        step = steps[progress.at]
        if progress.count < 0:
            progress.count = _count(desk, step)
        elif _count(desk, step) > progress.count:
            progress.at = min(progress.at + 1, len(steps) - 1)
            progress.count = _count(desk, steps[progress.at])
    return steps[progress.at]


def _count(desk: AnyDesk, step: Step) -> int:
    """Return how often what the step asks for has happened so far."""
    try:
        lines = desk.match_session.lines()
    except JournalError:
        return 0
    if step.kind:
        return sum(line.entry.kind == step.kind for line in lines)
    return sum(event.type in step.events for line in lines for event in line.events)


# -- the field of a question ----------------------------------------------------------------


def question_field(desk: AnyDesk, screen: GameScreen, question: Question) -> Field:
    """Return the field that takes the answer to `question`, with the draft of half-typed dice."""
    wording = desk.words.ask(desk.locale, desk.state, question)
    custom = screen.question_field(desk, question, wording)
    if custom is not None:
        return custom
    shared: dict[str, Any] = {"why": wording.why, "rule": wording.rule, "hint": wording.hint, "notes": wording.odds}
    if isinstance(question, DiceQuestion):
        return Dice(wording.title, question=question, buffer=desk.match_session.draft, **shared)
    if isinstance(question, NumberQuestion):
        return Number(wording.title, **shared)
    options = _options(desk, screen, question, wording)
    if isinstance(question, OrderQuestion):
        return Several(wording.title, options=options, whole=True, **shared)
    if isinstance(question, SeveralQuestion):
        _ = desk.locale.gettext
        shared["hint"] = _("numbers, then Enter; Enter: none")
        return Several(wording.title, options=options, nobody=True, **shared)
    return Pick(wording.title, options=options, **shared)


def _options(desk: AnyDesk, screen: GameScreen, question: Question, wording: WordedQuestion) -> tuple[Option, ...]:
    seats = {seat.name: str(n) for n, seat in enumerate(desk.snapshot.seats, 1)}
    named = all(value in seats or value == "unknown" for value, _label in wording.options)
    notes = screen.option_notes(desk, question)
    options = []
    ids = id_keys([str(value) for value, _label in wording.options])
    for place, (value, label) in enumerate(wording.options):
        if named and value in seats:
            key = seats[str(value)]
        elif is_digits(str(value)):
            key = str(value)
        elif value in ("yes", "no", "unknown"):
            key = label[:1].casefold()
        else:
            key = ids[place]
        options.append(Option(key, value, label, notes.get(value, "")))
    return tuple(options)
