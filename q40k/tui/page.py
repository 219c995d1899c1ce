"""The base of all screens: keys reach the screen that is visible, and each page lists its keys once."""

from collections.abc import Iterable
from typing import Any, ClassVar, TypeVar

from msgspec import Struct
from textual import events
from textual.actions import parse
from textual.binding import Binding
from textual.content import Content
from textual.screen import Screen

from q40k.i18n.locale import Locale
from q40k.tui import look
from q40k.tui.actions import key_text

T = TypeVar("T")


class Key(Struct, frozen=True):
    """What a page does at some keys: the keys as Textual names them ("m,f12"), a name, and the action.

    `name` is a message; a key without one is not shown. `shown` is how the keys are written, if that
    is not plain. `first` keys work before those of the focused widget. `where` are the parts of the
    page (`Page.parts`) in which the key is shown and does something; without any, in all. `about` says
    in help and manual what the name is too short for.
    """

    keys: str
    name: str
    does: str
    shown: str = ""
    first: bool = False
    where: tuple[str, ...] = ()
    about: str = ""

    @property
    def text(self) -> str:
        """The keys as they are written in English; a click on them says so."""
        return self.shown or key_text(self.keys.partition(",")[0])

    def is_at(self, key: str) -> bool:
        """Return whether a key, or a click on its text, is one of these."""
        return key in self.keys.split(",") or key == self.text.lower()


def explain_keys(keys: Iterable[Key]) -> dict[str, list[str]]:
    """Return what a page does at each key, as written: by its `about`, else by its name in each of its parts."""
    rows: dict[str, list[str]] = {}
    for key in keys:
        if key.about or key.name:
            rows.setdefault(key.text, []).append(key.about or key.name)
    return rows


class Page(Screen[T]):
    """A screen that passes keys on to the screen in front of it.

    Hands type faster than screens change: a key that was typed after the one that closes or covers a
    screen is still in its queue. It is meant for the screen that is visible now.
    """

    reads_capitals = False
    """Whether a capital is another key than its small letter, also where no key of the page has it."""
    KEYS: ClassVar[tuple[Key, ...]] = ()
    """The keys of the page: bindings, the lines of keys, help and the manual are made from them."""
    part: str = ""
    """The part of the page that is shown, where its keys depend on one alone."""

    def __init_subclass__(cls, **options: Any) -> None:
        """Bind the keys of the page."""
        own = [Binding(key.keys, key.does, show=False, priority=key.first) for key in cls.__dict__.get("KEYS", ())]
        if own:
            cls.BINDINGS = [*cls.__dict__.get("BINDINGS", ()), *own]
        super().__init_subclass__(**options)

    @property
    def parts(self) -> set[str]:
        """Return the parts of the page that are shown, or how things are on it: what its keys depend on."""
        return {self.part}

    def active_keys(self) -> list[Key]:
        """Return the keys that do something now."""
        parts = self.parts
        return [key for key in self.KEYS if not key.where or not parts.isdisjoint(key.where)]

    def shown_keys(self) -> list[Key]:
        """Return the keys that are shown now."""
        return [key for key in self.active_keys() if key.name]

    def find_key(self, key: str) -> Key | None:
        """Return what a key, or a click on one, is on this page now."""
        keys = self.active_keys()
        return next((each for typed in (key, key.lower()) for each in keys if each.is_at(typed)), None)

    def act(self, key: str) -> None:
        """Do the action of a key, if it has one now."""
        if (pressed := self.find_key(key)) is not None:
            _namespace, name, arguments = parse(pressed.does)
            getattr(self, f"action_{name}")(*arguments)

    def key_line(self, locale: Locale, width: int) -> Content:
        """Return the keys with their names, wrapped to `width`; a click on one is the key."""
        return look.keycaps([(key.text, locale.gettext(key.name)) for key in self.shown_keys()], width, locale)

    def press_named(self, event: events.Click) -> None:
        """Do what the clicked key does."""
        clicked = event.style.meta.get("key", "")
        for key in self.KEYS:
            if clicked and key.is_at(clicked):
                self.call_later(self.run_action, key.does)
                return

    def on_screen_resume(self, event: events.ScreenResume) -> None:
        """Let Textual leave the styles of an app's first screen alone: they were read a moment ago."""
        if not self.stack_updates and self.app.screen_stack == [self]:
            event.refresh_styles = False

    async def on_event(self, event: events.Event) -> None:
        """Handle an event, or pass a key on."""
        if isinstance(event, events.Key) and not self.is_active and self.app.screen_stack:
            self.app.screen.post_message(event)
        else:
            await super().on_event(event)
