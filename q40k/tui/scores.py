"""B: the whole scoreboard."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from q40k.rules.state import Match, Player
from q40k.tui import look
from q40k.tui.look import bar, fit, right
from q40k.words.cards import goal
from q40k.words.speech import Speech


class ScoreScreen(ModalScreen[None]):
    """Everybody by how near to winning: value, score, goal, kills, deaths, accidents, streak."""

    CSS_PATH = "views.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,b,q,enter", "dismiss_none", show=False)
    ]

    def __init__(self, speech: Speech, state: Match) -> None:
        super().__init__()
        self.speech = speech
        self.state = state

    def compose(self) -> ComposeResult:
        """One scrolling text."""
        with VerticalScroll(id="sheet"):
            yield Static(self._text())

    def _text(self) -> Content:
        _ = self.speech.gettext
        heads = (_("pts"), _("score"), _("kills"), _("deaths"), _("accidents"), _("streak"))
        head = " " * 15 + "".join(right(fit(h, 7).rstrip(), 8) for h in heads)
        players = sorted(
            self.state.players.values(), key=lambda p: (p.score / self.state.goal(p.id)),
            reverse=True,
        )  # fmt: skip
        rows: list[Content | str] = [Content.styled(head, "dim")]
        for one in players:
            rows += self._rows(one)
        rows += ["", _("Escape closes this page.")]
        return look.lines(*rows)

    def _rows(self, one: Player) -> list[Content | str]:
        speech = self.speech
        counts = (one.kills, one.deaths, one.accidents, one.streak)
        facts = right(speech.points(one.value), 8) + right(speech.points(one.score), 8)
        facts += "".join(right(str(count), 8) for count in counts)
        part = one.score / self.state.goal(one.id)
        crown = " ♛" if one.id in self.state.winner else ""
        return [
            Content.assemble((fit(one.name + crown, 15), f"bold {look.colour(one.id)}"), facts),
            Content.assemble(
                (" " * 2 + bar(part, 30), look.colour(one.id)),
                (f"  {goal(speech, self.state, one.id)}", ""),
            ),
        ]

    def action_dismiss_none(self) -> None:
        """Close."""
        self.dismiss(None)

    def on_click(self) -> None:
        """A click closes too."""
        self.dismiss(None)
