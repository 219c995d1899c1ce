"""The feed: what has just happened, in plain lively words."""

from __future__ import annotations

import json

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from q40k.rules.state import Match
from q40k.table.sitting import Line, Sitting
from q40k.tui import look
from q40k.tui.look import styled
from q40k.words.commands import tell_command
from q40k.words.events import tell
from q40k.words.speech import Speech

SHOWN = 40
"""How many of the journal's newest lines the feed reads."""


def sentences(speech: Speech, state: Match, line: Line) -> list[str]:
    """What a line of the journal says, a sentence an event."""
    told = (tell(speech, state, event, line.entry.seq) for event in line.events)
    return [text for text in told if text]


def went_back(speech: Speech, sitting: Sitting, line: Line) -> str:
    """What an undo or redo says in the feed: what it took back or gave back."""
    _ = speech.gettext
    moved = sitting.lines(after=line.entry.command - 1, first=1)[0]
    what = entered(speech, sitting, moved)
    if line.entry.kind == "undo":
        return _("↶ taken back: {what}").format(what=what)
    return _("↷ given back: {what}").format(what=what)


def entered(speech: Speech, sitting: Sitting, line: Line) -> str:
    """What was entered in a line: the command in short, or the answer as it was given."""
    if line.entry.kind == "command":
        return tell_command(speech, sitting.read_command(line.entry.body))
    given = json.loads(line.entry.body)
    return " ".join(map(str, given)) if isinstance(given, list) else str(given)


class Feed(VerticalScroll):
    """The newest lines of the journal; undone ones stay readable, struck through."""

    def __init__(self, sitting: Sitting, speech: Speech) -> None:
        super().__init__(id="feed")
        self.sitting = sitting
        self._speech = speech
        self._seen: tuple[int, str] = (-1, "")
        self._text = Static(id="feed-text")

    def compose(self) -> ComposeResult:
        """One text, as long as it is."""
        yield self._text

    def show(self, speech: Speech) -> None:
        """Show the newest lines, if anything is new."""
        here = (self.sitting.head, speech.language)
        if here == self._seen:
            return
        self._seen, self._speech = here, speech
        state = self.sitting.state
        rows: list[Content] = []
        for line in self.sitting.lines(SHOWN):
            rows += self._rows(speech, state, line)
        self._text.update(look.lines(*rows[-SHOWN * 2 :]))
        self.scroll_end(animate=False)

    def _rows(self, speech: Speech, state: Match, line: Line) -> list[Content]:
        if line.entry.kind in ("undo", "redo"):
            return [styled(went_back(speech, self.sitting, line), "dim italic")]
        style = "dim strike" if line.undone else ""
        return [styled(text, style) for text in sentences(speech, state, line)]

    def explain(self) -> str:
        """What F1 says of the feed."""
        _ = self._speech.gettext
        return _(
            "What has happened, the newest below. What was undone is struck through and stays"
            " readable. G opens the whole log."
        )
