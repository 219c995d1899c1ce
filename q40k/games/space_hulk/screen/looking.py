"""Extra looks at the board: squares watched or threatened, and secrets of one player."""

from functools import partial
from typing import Literal

from textual import events
from textual.content import Content
from textual.timer import Timer

from q40k.games.space_hulk.packs.boards import Cell
from q40k.games.space_hulk.packs.missions import SideId
from q40k.games.space_hulk.screen.base import Desk, action
from q40k.games.space_hulk.state import secrets
from q40k.games.space_hulk.state.match import Match
from q40k.games.space_hulk.state.places import board
from q40k.games.space_hulk.state.sight import threatened_squares, watched_squares
from q40k.games.space_hulk.state.turn import is_counter_hidden
from q40k.games.space_hulk.words.card import alien_place
from q40k.i18n.locale import N_, Locale
from q40k.i18n.questions import WordedQuestion
from q40k.tui import look
from q40k.tui.fields import Move, Option, Outcome, Pick
from q40k.tui.pages.sheet import Sheet

Shown = Literal["", "watched", "threatened", "both"]
ARCS = "arcs"
"""The key in the desk's memory for the kinds of square that are shown."""
FOUND = "arcs found"
"""The key in the desk's memory for the squares of a state."""
NEXT: dict[Shown, Shown] = {"": "watched", "watched": "threatened", "threatened": "both", "both": ""}
NOTICES: dict[Shown, str] = {
    "": N_("Neither watched nor threatened squares are shown."),
    "watched": N_("Shown: squares under overwatch."),
    "threatened": N_("Shown: squares that stealers could come to in their turn."),
    "both": N_("Shown: squares under overwatch, and those that stealers could come to."),
}


@action(
    "arcs",
    "play",
    key="comma comma",
    name=N_("Watched, threatened"),
    when=lambda state: board(state) is not None and state.play.turn > 0,
    help=N_("On the map: squares under overwatch, those stealers could come to, both, or neither."),
)
def arcs(desk: Desk) -> None:
    """Comma: show the next kind of squares, and name them."""
    shown: Shown = NEXT[desk.memory.get(ARCS, "")]
    desk.memory[ARCS] = shown
    ground, squares = board(desk.state), shown_squares(desk)
    names = [ground.name(at) for at in sorted(next(iter(squares.values())))] if ground and len(squares) == 1 else []
    desk.notice = " ".join(filter(None, (desk.locale.gettext(NOTICES[shown]), ", ".join(names))))


def shown_squares(desk: Desk) -> dict[str, frozenset[Cell]]:
    """Return the squares to show, by their styles."""
    shown: Shown = desk.memory.get(ARCS, "")
    state: Match = desk.state
    if not shown or board(state) is None:
        return {}
    cached = desk.memory.get(FOUND)
    if cached is None or cached[0] is not state or cached[1] != shown:
        squares = {}
        if shown != "watched":
            squares["threatened"] = threatened_squares(state)
        if shown != "threatened":
            squares["watched"] = watched_squares(state)
        cached = desk.memory[FOUND] = (state, shown, squares)
    result: dict[str, frozenset[Cell]] = cached[2]
    return result


# -- secrets ---------------------------------------------------------------------------------


SHOWN = 5.0
"""The seconds from the last press of the key until the secret is hidden, if no other key hides it before."""


def app_deals(state: Match) -> bool:
    """Return whether the app deals blips or draws counters, so that it knows a secret."""
    return state.options.blips == "app" or state.options.cp == "app"


def secret_lines(locale: Locale, state: Match, side: SideId) -> tuple[str, ...]:
    """Return what only one side may know, line by line."""
    view = secrets.mask_state(state, side)
    if side == "marine":
        if view.counter.drawn is None:
            return ()
        return (locale.say(N_("Command points: {value}"), value=view.counter.drawn),)
    drawn = [blip for blip in view.blips_in_play if blip.value is not None]
    return tuple(f"{blip.id}  {alien_place(blip)}  {blip.value}" for blip in drawn)


class Peek(Sheet):
    """The secret of a side, until any other key."""

    def __init__(self, desk: Desk, side: SideId, key: str) -> None:
        super().__init__(desk.locale)
        self.lines = secret_lines(desk.locale, desk.match_session.session.state, side)
        self.key = key
        self._timer: Timer | None = None

    def on_mount(self) -> None:
        """Start the time until it is hidden."""
        self._timer = self.set_timer(SHOWN, self.action_dismiss_none)

    def text(self) -> Content:
        """Return the secret, or that there is none."""
        nothing = self.locale.gettext(N_("There is nothing to look at."))
        return look.lines(*(self.lines or (nothing,)))

    def on_key(self, event: events.Key) -> None:
        """Restart the time with the same key; close with any other."""
        event.stop()
        if event.key.lower() == self.key and self._timer is not None:
            self._timer.reset()
        else:
            self.dismiss(None)


action.add(
    "peek-points",
    "view",
    key="comma y",
    name=N_("Peek: points"),
    when=app_deals,
    help=N_("The marine player looks at the counter; any other key hides it."),
    does=partial(Peek, side="marine", key="y"),
)
action.add(
    "peek-blips",
    "view",
    key="comma z",
    name=N_("Peek: blips"),
    when=app_deals,
    help=N_("The stealer player looks at the blips; any other key hides them."),
    does=partial(Peek, side="stealer", key="z"),
)


class PeekingPick(Pick):
    """A choice at which one side may look at its secret: Tab shows it, any key hides it."""

    secret: tuple[str, ...] = ()

    @property
    def uses_tab(self) -> bool:
        """Whether Tab has a meaning here: where there is a secret."""
        return bool(self.secret)

    def press(self, key: str, character: str | None) -> Outcome:
        """Show the secret, or hide it and take the key."""
        shows, self.notes = bool(self.notes), ()
        if key != "tab" or not self.secret:
            return Pick.press(self, key, character)
        self.notes = () if shows else self.secret
        return Move.CHANGED


def redraw_field(desk: Desk, wording: WordedQuestion) -> PeekingPick:
    """Return the field of the question whether to draw again, at which the marine player may look at the counter.

    Rule: SH-CP-2, SH-CP-3, SH-SECRET-2
    """
    session = desk.match_session.session
    secret = secret_lines(desk.locale, session.state, "marine") if is_counter_hidden(session.state) else ()
    look_key = (("tab", desk.locale.gettext(N_("Tab: the marine player looks at the counter"))),) if secret else ()
    options = tuple(Option(label[:1].casefold(), value, label) for value, label in wording.options)
    return PeekingPick(wording.title, options=options, why=wording.why, rule=wording.rule, secret=secret, also=look_key)
