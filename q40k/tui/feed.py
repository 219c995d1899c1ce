"""The feed: what has just happened, in plain lively words."""

from __future__ import annotations

import json
from collections import deque
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widget import Widget

from q40k.kernel.asking import TallyQuestion
from q40k.rules.state import Match
from q40k.table.asked import asked
from q40k.table.sitting import Line, Sitting
from q40k.tui import look
from q40k.tui.look import styled
from q40k.tui.sides import coloured
from q40k.words.amending import amended, bookmarked
from q40k.words.commands import tell_command
from q40k.words.events import tell
from q40k.words.speech import Speech
from q40k.words.workings import counted

MARKS = ("undo", "redo", "amend", "bookmark")
"""The kinds of entries that are no inputs."""
SHOWN = 40
"""How many of the journal's newest lines the feed reads."""


def sentences(speech: Speech, state: Match, line: Line) -> list[str]:
    """What a line of the journal says, a sentence an event."""
    told = (tell(speech, state, event, line.told_as) for event in line.events)
    return [text for text in told if text]


def marked(speech: Speech, sitting: Sitting, line: Line) -> str:
    """What an entry that is no input says: what an undo took back, a correction put right."""
    _ = speech.gettext
    entry = line.entry
    if entry.kind == "amend":
        return f"✎ {amended(speech, entry.body, sitting.read_command)}"
    if entry.kind == "bookmark":
        return f"⚑ {bookmarked(speech, entry.command, entry.body)}"
    moved = sitting.lines(after=line.entry.command - 1, first=1)[0]
    correction = moved.entry.kind == "amend"
    what = marked(speech, sitting, moved) if correction else entered(speech, sitting, moved)
    if line.entry.kind == "undo":
        return _("↶ taken back: {what}").format(what=what)
    return _("↷ given back: {what}").format(what=what)


def entered(speech: Speech, sitting: Sitting, line: Line) -> str:
    """What was entered in a line: the command in short, or the answer as it was given."""
    if line.entry.kind == "command":
        return tell_command(speech, sitting.read_command(line.entry.body))
    given = json.loads(line.entry.body)
    if TallyQuestion.counts(given) is not None:
        question = asked(sitting, line.entry.command, line.entry.seq)
        if isinstance(question, TallyQuestion):
            return counted(speech, given, summed=question.summed)
    return " ".join(map(str, given)) if isinstance(given, list) else str(given)


class Feed(Widget, can_focus=True):
    """The newest lines of the journal; undone ones stay readable, struck through."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "back(1)", show=False),
        Binding("down", "back(-1)", show=False),
        Binding("pageup", "back(5)", show=False),
        Binding("pagedown", "back(-5)", show=False),
        Binding("home", "back(1000)", show=False),
        Binding("end", "back(-1000)", show=False),
    ]

    def __init__(self, sitting: Sitting, speech: Speech) -> None:
        super().__init__(id="feed")
        self.sitting = sitting
        self._speech = speech
        self._head = 0
        self._said: tuple[str, ...] = ()
        self._entries: deque[list[Content]] = deque(maxlen=SHOWN)
        self._back = 0

    def show(self, speech: Speech) -> None:
        """Show the newest lines, reading only what is new. Raises JournalError."""
        head, state = self.sitting.head, self.sitting.state
        said = (speech.language, *(player.name for player in state.players.values()))
        if head == self._head and said == self._said:
            return
        known = self._head if said[: len(self._said)] == self._said else 0
        new = self.sitting.lines(SHOWN, after=known)
        if known and any(line.entry.kind in MARKS[:3] for line in new):
            new = self.sitting.lines(SHOWN)  # older lines look otherwise now
            known = 0
        if not known:
            self._entries.clear()
        for line in new:
            self._entries.append(self._rows(speech, state, line))
        self._head, self._said, self._speech, self._back = head, said, speech, 0
        self.refresh()

    def _rows(self, speech: Speech, state: Match, line: Line) -> list[Content]:
        if line.entry.kind in MARKS:
            return [styled(marked(speech, self.sitting, line), "dim italic")]
        style = "dim strike" if line.undone else ""
        return [coloured(state, text, style) for text in sentences(speech, state, line)]

    def render(self) -> Content:
        """The newest lines that fit, or those scrolled back to."""
        width, height = self.content_size
        if not width or not height:
            return Content("")
        lines: list[Content] = []
        for entry in reversed(self._entries):
            for row in reversed(entry):
                lines[:0] = row.wrap(width)
            if len(lines) >= height + self._back:
                break
        self._back = max(0, min(self._back, len(lines) - height))
        end = len(lines) - self._back
        return look.lines(*lines[max(0, end - height) : end])

    # -- scrolling -------------------------------------------------------------------------

    def action_back(self, by: int) -> None:
        """Scroll back, or forward again."""
        self._back = max(0, self._back + by)
        self.refresh()

    def on_mouse_scroll_up(self) -> None:
        """The wheel scrolls back."""
        self.action_back(2)

    def on_mouse_scroll_down(self) -> None:
        """And forward again."""
        self.action_back(-2)

    def explain(self) -> str:
        """What F1 says of the feed."""
        _ = self._speech.gettext
        return _(
            "What has happened, the newest below. What was undone is struck through and stays"
            " readable. G opens the whole log."
        )
