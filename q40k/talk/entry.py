"""A typed line at a desk: it becomes the keys that a hand would press at the prompt."""

import unicodedata
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from q40k.kernel.lookup import strip_accents
from q40k.kernel.text import is_digits
from q40k.tui.actions import Action
from q40k.tui.desk import Desk
from q40k.tui.fields import Field, Marking, Option, Search, Several

_KEY_NAMES = {
    "solidus": "slash",
    "reverse_solidus": "backslash",
    "commercial_at": "at",
    "hyphen_minus": "minus",
    "plus_sign": "plus",
    "low_line": "underscore",
}
"""The names of keys that differ from the names of the characters."""
NAMED_KEYS = {
    "back": "escape", "esc": "escape", "tab": "tab", "roll": "space", "space": "space", "enter": "enter",
    "up": "up", "down": "down", "left": "left", "right": "right", "del": "delete", "backspace": "backspace",
    "pageup": "pageup", "pagedown": "pagedown",
}  # fmt: skip
"""The keys that no line can type, by the words that stand for them."""
LEAST_LETTERS = 2
"""So many letters of an action's name are enough, if no other action begins with them."""


def key_of(character: str) -> str:
    """Return the key that types a character."""
    if character == " ":
        return "space"
    if character.isalnum():
        return character
    name = unicodedata.name(character, character).lower().replace("-", "_").replace(" ", "_")
    return _KEY_NAMES.get(name, name)


class Keyboard(Protocol):
    """What a line is typed at: the desk of the match, or a correction."""

    @property
    def field(self) -> Field | None:
        """The open field."""

    def press(self, key: str, character: str | None) -> Any:
        """Handle one key."""


class Typist:
    """Types lines at a desk or a correction.

    A line answers the open field and never runs over to the next one. A search that found several
    things offers them: `offers` are what the last line could mean, to be chosen by number.
    """

    def __init__(self, keyboard: Keyboard) -> None:
        self.keyboard = keyboard
        self.offers: Sequence[Option] = ()
        self.ignored = ""  # what of the last line was not taken
        self.notes: tuple[str, ...] = ()  # what the field said of the whole line before Enter
        self._searched: tuple[Field, str] | None = None  # the field and the line that led to the offers

    def answer(self, line: str) -> None:
        """Answer the open field with a line. An empty one is Enter, a blank one the space bar."""
        field = self.keyboard.field
        self.ignored, self.notes, offers, self.offers = "", (), self.offers, ()
        if field is None:
            return
        place = int(line) if is_digits(line) else 0
        searched, self._searched = self._searched, None
        is_search = isinstance(field, Search)
        if searched is not None and searched[0] is field and (not line or (is_search and 0 < place <= len(offers))):
            self._type(field, searched[1])  # the offers once more, and one of them taken
            self._choose(field, max(0, place - 1))
            return
        if not line.strip():
            self.keyboard.press(*(("space", " ") if line else ("enter", "\r")))
            return
        if self._type(field, line):
            self._finish(field, line)

    def fill(self, line: str) -> None:
        """Type a line into the open field, and leave it there for the key that follows."""
        if self.keyboard.field is not None:
            self._type(self.keyboard.field, line)

    def _type(self, field: Field, line: str) -> bool:
        """Type a line in place of what is in the field; return whether it is still open."""
        if field.buffer:
            self.keyboard.press("ctrl+u", None)
        for place, character in enumerate(line):
            self.keyboard.press(key_of(character), character)
            if self.keyboard.field is not field:
                self.ignored = line[place + 1 :].strip(" ,")
                return False
            if field.error:
                self._clear(field)
                return False
        return True

    def _clear(self, field: Field) -> None:
        """Empty the line, and keep why it was wrong: an empty line takes nothing after letters that fit nothing."""
        error, misfit = field.error, field.misfit
        self.keyboard.press("ctrl+u", None)
        field.error, field.misfit = error, misfit

    def _finish(self, field: Field, line: str) -> None:
        """Press Enter on a typed line, or offer what it could mean."""
        choices, typed = list(field.choices()), line.strip(" ,").casefold()
        self.notes = field.notes
        sought = [choice for choice in choices if not choice.is_besides]
        if isinstance(field, Marking | Several) and (len(sought) > 1 or (choices and not sought)):
            places = [n for n, o in enumerate(choices) if typed in (o.key.casefold(), o.label.casefold())]
            beginning_so = [n for n, o in enumerate(choices) if strip_accents(o.label).casefold().startswith(typed)]
            places = places or (beginning_so if len(beginning_so) == 1 else [])
            if places and isinstance(field, Marking):
                self._choose(field, places[0])
                return
            if not places and field.buffer.strip():
                self.offers, self._searched = choices, (field, line)
                self.keyboard.press("ctrl+u", None)
                return
        self.keyboard.press("enter", "\r")
        if isinstance(field, Several) and self.keyboard.field is field and not field.error and not line.endswith(","):
            self.keyboard.press("enter", "\r")
        if self.keyboard.field is field and field.error:
            self._clear(field)

    def _choose(self, field: Field, place: int) -> None:
        """Take a choice of the open field by its place."""
        for _step in range(place - field.at):
            self.keyboard.press("down", None)
        self.keyboard.press("enter", "\r")


class DeskKeyboard:
    """The keys of a desk. `action` is what the last key left to the face."""

    def __init__(self, desk_of: Callable[[], Desk]) -> None:
        self._desk_of = desk_of
        self.action: str | None = None

    @property
    def field(self) -> Field | None:
        """The open field."""
        return self._desk_of().field

    def press(self, key: str, character: str | None) -> None:
        """Press a key at the desk."""
        self.action = self._desk_of().press(key, character) or self.action


def find_action(desk: Desk, word: str) -> Action | None:
    """Return the action that a word names: its id, its name or the beginning of it; a key such as F9."""
    typed = strip_accents(word).casefold()
    if typed in desk.actions:
        return desk.actions[typed]
    gettext = desk.locale.gettext
    names = {action.id: strip_accents(gettext(action.name)).casefold() for action in desk.actions}
    exact = [id for id, name in names.items() if typed == name]
    beginning_so = [id for id, name in names.items() if name.startswith(typed) or id.startswith(typed)]
    usable = [id for id in beginning_so if desk.is_available(desk.actions[id])]
    for ids in (exact, beginning_so, usable):
        if len(ids) == 1 and (ids is exact or len(typed) >= LEAST_LETTERS):
            return desk.actions[ids[0]]
    return desk.actions.by_key.get(typed) if len(typed) > 1 else None
