"""The command palette: every action by its name."""

from functools import partial
from typing import ClassVar

from textual.command import CommandPalette, DiscoveryHit, Hit, Hits, Provider
from textual.content import Content
from textual.widgets import Input

from q40k.tui import look
from q40k.tui.actions import Action
from q40k.tui.desk_screen import DeskScreen


class SteadyPalette(CommandPalette):
    """The command palette, with a cursor that does not blink, and an action a line."""

    DEFAULT_CSS: ClassVar[str] = """
    SteadyPalette CommandList { text-wrap: nowrap; text-overflow: ellipsis; }
    SteadyPalette:light { background: transparent; }
    """

    def on_mount(self) -> None:
        """Hold the cursor still."""
        self.query_one(Input).cursor_blink = False


class ActionPalette(Provider):
    """The command palette: the currently valid actions, in the language of the desk."""

    def _valid(self) -> list[tuple[Action, str, str]]:
        screen = self.screen
        if not isinstance(screen, DeskScreen):
            return []
        locale = screen.desk.locale
        _ = locale.gettext
        return [
            (a, f"{_(a.name)}  ({a.key_in(locale)})", _(a.help))
            for a in screen.desk.valid_actions()
            if a.id != "palette" and a.usual(screen.desk.state)
        ]

    async def discover(self) -> Hits:
        """Yield all valid actions, a line each."""
        for action, name, words in self._valid():
            yield DiscoveryHit(Content.assemble(name, (f"  {words}", look.MUTED)), partial(self._do, action.id), name)

    async def search(self, query: str) -> Hits:
        """Yield the actions that match the typed text."""
        matcher = self.matcher(query)
        for action, name, words in self._valid():
            score = max(matcher.match(name), matcher.match(words) / 2)
            if score > 0:
                display = Content.assemble(matcher.highlight(name), (f"  {words}", look.MUTED))
                yield Hit(score, display, partial(self._do, action.id), name)

    def _do(self, action: str) -> None:
        screen = self.screen
        assert isinstance(screen, DeskScreen)
        screen.perform(action)
