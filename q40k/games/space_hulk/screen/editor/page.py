"""The screen of the mission editor: the board, the panel beside it, the form, the keys."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import Screen

from q40k.games.space_hulk.screen.editor.canvas import Canvas
from q40k.games.space_hulk.screen.editor.hand import Hand, Leaving
from q40k.games.space_hulk.screen.editor.panel import head, panel
from q40k.games.space_hulk.screen.editor.tools import GROUPS, TOOLS, press
from q40k.games.space_hulk.words.wording import WORDS
from q40k.i18n.locale import N_, Locale
from q40k.table.settings import change_settings
from q40k.tui import look, themes
from q40k.tui.look import fit, style_text
from q40k.tui.pages.sheet import Sheet
from q40k.tui.prompt import field_rows
from q40k.tui.steady import Row, TextPanel

WIDE = 110


class EditorScreen(Screen[Leaving]):
    """The screen where a mission is drawn. It returns how the editor ended."""

    CSS_PATH = "editor.tcss"
    AUTO_FOCUS = None

    def __init__(
        self, hand: Hand, on_leaving: Callable[[Leaving], None] = lambda _leaving: None
    ) -> None:
        super().__init__()
        self.hand = hand
        self._on_leaving = on_leaving
        self.canvas = Canvas(hand)

    def compose(self) -> ComposeResult:
        """Compose the screen from top to bottom."""
        yield TextPanel(id="head")
        with Row(id="middle"):
            yield self.canvas
            with VerticalScroll(id="beside", can_focus=False):
                yield TextPanel(id="told")
        yield TextPanel(id="entry")
        yield TextPanel(id="said")
        yield TextPanel(id="hints")

    def on_mount(self) -> None:
        """Show the work."""
        self.show()

    def on_resize(self, _event: events.Resize) -> None:
        """Use the new size."""
        self.set_class(self.size.width >= WIDE, "-wide")
        self.show()

    def show(self) -> None:
        """Show the present state of everything."""
        hand, width = self.hand, self.size.width
        self._show_text("#head", head(hand, width))
        self._show_text("#told", panel(hand))
        field = None if hand.entry is None else hand.entry.field
        entry = self.query_one("#entry", TextPanel)
        entry.set_class(field is not None, "-asking")
        if field is not None:
            entry.tell(look.lines(*field_rows(hand.locale, field, max(20, width - 2))))
        self._show_text(
            "#said", style_text(hand.notice, "bold $warning" if hand.bad else "$text-accent")
        )
        self._show_text("#hints", self._hints(width))
        self.canvas.show()

    def _show_text(self, part: str, words: Content) -> None:
        self.query_one(part, TextPanel).tell(words)

    def _hints(self, width: int) -> Content:
        """Return the most used keys in two lines."""
        say = self.hand.locale.gettext
        tools = sorted((tool for tool in TOOLS if tool.hint), key=lambda tool: tool.hint)
        keys = [(say(tool.shown), say(tool.name)) for tool in tools]
        while "\n" in (shown := look.keycaps(keys, width)).plain.replace("\n", "", 1):
            keys.pop()
        return shown

    # -- keys and the mouse ----------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """Give every key to the hand, or to the screen."""
        event.stop()
        event.prevent_default()
        self.take(event.key, event.character)

    def take(self, key: str, character: str | None) -> None:
        """Take a key."""
        tool = press(self.hand, key, character)
        if tool is not None:
            self._use_screen_key(tool.keys[0] if tool.keys else "")
        if self.hand.leaving is not None:
            self.hand.bench.close()
            self._on_leaving(self.hand.leaving)
            self.dismiss(self.hand.leaving)
            return
        self.show()

    def _use_screen_key(self, key: str) -> None:
        """Do what a key of the screen means."""
        if key in ("plus", "minus"):
            self.canvas.zoom(1 if key == "plus" else -1)
        elif key == "f1":
            self.app.push_screen(Keys(self.hand.locale))
        elif key == "f2":
            other = "en" if self.hand.locale.language == "fr" else "fr"
            self.hand.locale = Locale(other).of(WORDS.locales)
            change_settings(language=other)
        elif key == "f3":
            self.app.theme = themes.next_theme(self.app.theme).name
            change_settings(theme=self.app.theme)

    def on_canvas_pointed(self, event: Canvas.Pointed) -> None:
        """Move the cursor on a click; mark on a drag."""
        if self.hand.entry is None:
            self.hand.point(event.start)
            self.hand.mark = self.hand.cursor if event.at != event.start else None
            self.hand.point(event.at)
            self.show()

    def on_click(self, event: events.Click) -> None:
        """Press a clicked key name; take a clicked option."""
        meta = event.style.meta
        if "option" in meta and self.hand.entry is not None:
            field = self.hand.entry.field
            options = [] if field is None else list(field.choices())
            if meta["option"] < len(options):
                self.hand.take_option(options[meta["option"]])
                self.show()
        elif "key" in meta:
            key = CLICKED.get(meta["key"], meta["key"])
            self.take(key, key if len(key) == 1 else None)


CLICKED = {"?": "question_mark", "del": "delete", "suppr": "delete", "espace": "space"}
"""The names of keys that the hints write differently."""


class Keys(Sheet):
    """All keys of the editor."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,f1,q,enter,question_mark", "dismiss_none", show=False)
    ]

    def text(self) -> Content:
        """Return the text of the page."""
        say = self.locale.gettext
        rows: list[Content | str] = [say(ABOUT), ""]
        for group, title in GROUPS.items():
            rows.append(style_text(say(title), "bold"))
            rows += [
                Content.assemble(
                    (fit(_key_text(self.locale, tool.shown), 10), "bold $accent"),
                    (say(tool.name), "bold"), (" — " + say(tool.help), ""),
                )
                for tool in TOOLS
                if tool.group == group
            ]  # fmt: skip
            rows.append("")
        rows.append(say(N_("Escape closes this page.")))
        return look.lines(*rows)


ABOUT = N_(
    "A mission is a board and what is played for on it. Space marks a corner, the arrows stretch"
    " what is marked, F makes it floor: a room, or a corridor that is one square wide. Then doors,"
    " entries for the aliens, places for the marines, and what wins. What is wrong stands at the"
    " right at once. All of it can be taken back."
)


def _key_text(locale: Locale, shown: str) -> str:
    """Return how a key is written in a language."""
    return locale.gettext(shown).replace("Shift+", locale.gettext(N_("Shift+")))
