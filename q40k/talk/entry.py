"""A typed line at a desk: it becomes the keys that a hand would press at the prompt."""

import unicodedata
from collections.abc import Callable
from copy import copy
from typing import Any, Protocol

from q40k.i18n.locale import Locale
from q40k.i18n.questions import answer_error
from q40k.kernel.events import AnswerError
from q40k.kernel.lookup import lookup, strip_accents
from q40k.kernel.text import is_digits
from q40k.talk.prompting import Offers
from q40k.tui.desk import Desk
from q40k.tui.fields import Field, Marking, Several

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
    "back": "escape", "esc": "escape", "tab": "tab", "roll": "space", "lancer": "space", "space": "space",
    "enter": "enter",
    "up": "up", "down": "down", "left": "left", "right": "right", "del": "delete", "backspace": "backspace",
    "pageup": "pageup", "pagedown": "pagedown",
}  # fmt: skip
"""The keys that no line can type, by the words that stand for them."""


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

    @property
    def locale(self) -> Locale:
        """The language in which a wrong line is explained."""

    def press(self, key: str, character: str | None) -> Any:
        """Handle one key."""


class Typist:
    """Types lines at a desk or a correction.

    A line answers the open field and never runs over to the next one. A search that found several
    things offers them: `offers` are what the last line could mean, to be chosen by number. They are
    over as soon as another line is typed or another field is open.
    """

    def __init__(self, keyboard: Keyboard) -> None:
        self.keyboard = keyboard
        self.ignored = ""  # what of the last line was not taken
        self.notes: tuple[str, ...] = ()  # what the field said of the whole line before Enter
        self.refusal = ""  # why the last line was not taken
        self._offers: Offers | None = None

    @property
    def offers(self) -> Offers | None:
        """What the last line could mean, as long as its field is open."""
        if self._offers is not None and self._offers.field is not self.keyboard.field:
            self._offers = None
        return self._offers

    def drop_offers(self) -> None:
        """Forget what the last line could mean."""
        self._offers = None

    def answer(self, line: str) -> None:
        """Answer the open field with a line. An empty one is Enter, a blank one the space bar."""
        offers, field = self.offers, self.keyboard.field
        self.ignored, self.notes, self.refusal = "", (), ""
        if field is None:
            return
        place = self._place_among(offers, line)
        if offers is not None and not line and place is None:
            return  # nothing is taken without a number: the list stays
        self._offers = None
        if offers is not None and place is not None:
            self._type(field, offers.line)  # the offers once more, and one of them taken
            self._choose(field, place)
        elif not line.strip():
            self.keyboard.press(*(("space", " ") if line else ("enter", "\r")))
        elif self._type(field, line):
            self._finish(field, line)
        self.read_refusal()

    @staticmethod
    def _place_among(offers: Offers | None, line: str) -> int | None:
        """Return the index of the offer that a line takes, if it takes one."""
        if offers is None:
            return None
        if not line:
            return offers.at
        place = int(line) if is_digits(line.strip()) else 0
        return place - 1 if offers.are_numbered and 0 < place <= len(offers.options) else None

    def take_refusal(self) -> str:
        """Return, once, why the last line was not taken."""
        refusal, self.refusal = self.refusal, ""
        return refusal

    def fill(self, line: str) -> None:
        """Type a line into the open field, and leave it there for the key that follows."""
        self._offers, self.refusal = None, ""
        if self.keyboard.field is not None:
            self._type(self.keyboard.field, line)
            self.read_refusal()

    def _type(self, field: Field, line: str) -> bool:
        """Type a line in place of what is in the field; return whether it is still open."""
        if field.buffer:
            self.keyboard.press("ctrl+u", None)
        for place, character in enumerate(line):
            before = copy(field)
            self.keyboard.press(key_of(character), character)
            if self.keyboard.field is not field:
                self.ignored = line[place + 1 :].strip(" ,")
                return False
            if field.error:
                self.refusal = self._explain(before, character, line) or field.error
                self._clear(field)
                return False
        return True

    def _explain(self, field: Field, character: str, line: str) -> str:
        """Return why a character does not fit, quoting the whole line; "" if that quotes nothing."""
        if field.visible_text != field.buffer:
            return ""  # a secret is not quoted
        try:
            field.press(key_of(character), character)
        except AnswerError as error:
            if "typed" in error.facts:
                near = lookup(line, {option.label: option.label for option in getattr(field, "options", ())}).nearest
                facts = {**error.facts, "typed": line, "nearest": near}
                return answer_error(self.keyboard.locale, AnswerError(error.code, **facts))
        return ""

    def read_refusal(self) -> None:
        """Take over why the open field refused the last key."""
        field = self.keyboard.field
        if field is not None and field.error:
            self._clear(field)

    def _clear(self, field: Field) -> None:
        """Empty the line: an error that was told must not keep Enter from what the question says of it."""
        self.refusal = self.refusal or field.error
        if field.buffer:
            self.keyboard.press("ctrl+u", None)
        field.error, field.misfit, field.misfit_until = "", "", 0.0

    def _finish(self, field: Field, line: str) -> None:
        """Press Enter on a typed line, or offer what it could mean."""
        choices, typed = tuple(field.choices()), line.strip(" ,").casefold()
        self.notes = field.notes
        sought = [choice for choice in choices if not choice.is_besides and not choice.is_near]
        if isinstance(field, Marking | Several) and (len(sought) > 1 or (choices and not sought)):
            places = [n for n, o in enumerate(choices) if typed in (o.key.casefold(), o.label.casefold())]
            beginning_so = [n for n, o in enumerate(choices) if strip_accents(o.label).casefold().startswith(typed)]
            places = places or (beginning_so if len(beginning_so) == 1 else [])
            if places and isinstance(field, Marking):
                self._choose(field, places[0])
                return
            if not places and field.buffer.strip():
                self.keyboard.press("ctrl+u", None)
                self._offers = Offers(field, line, choices)
                return
        self.keyboard.press("enter", "\r")
        if isinstance(field, Several) and self.keyboard.field is field and not field.error and not line.endswith(","):
            self.keyboard.press("enter", "\r")

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

    @property
    def locale(self) -> Locale:
        """The language of the desk."""
        return self._desk_of().locale

    def press(self, key: str, character: str | None) -> None:
        """Press a key at the desk."""
        self.action = self._desk_of().press(key, character) or self.action
