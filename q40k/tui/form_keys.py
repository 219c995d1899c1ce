"""The keys that led to where a form is, so that it can be opened again after a crash."""

import msgspec
from msgspec import Struct

KeyPress = tuple[str, str | None]
"""A key, and the character that it types, if any."""
ACTION = "@"
"""An action that was chosen without its key is kept as a key that begins with this."""


class KeptForm(Struct, frozen=True):
    """A form as the library keeps it: its keys, and the title of the field to which they lead."""

    keys: tuple[KeyPress, ...]
    title: str


def read_form(text: str) -> KeptForm | None:
    """Return a kept form; None if there is none, or none that this program can read."""
    try:
        return msgspec.json.decode(text, type=KeptForm)
    except msgspec.MsgspecError:
        return None


class FormKeys:
    """Records the keys of the open form, from the key that opened it.

    What was entered by other means, such as a click, cannot be repeated: then no key is kept until
    the desk settles. While `replaying`, keys are given again and nothing is carried out.
    """

    def __init__(self) -> None:
        self.replaying = False
        self._keys: list[KeyPress] | None = []  # None: they would not lead there
        self._settled = 0
        self._depth = 0

    def settle(self) -> None:
        """Note that the desk is at a new start: idle, or at the first field of the set-up."""
        self._keys = []
        self._settled += 1

    def forget(self) -> None:
        """Note that something was entered by other means than a key."""
        if not self._depth:
            self._keys = None

    def begin(self) -> int:
        """Begin to handle a key; return what `end` needs."""
        self._depth += 1
        return self._settled

    def end(self, entered: KeyPress, settled: int, *, is_open: bool, is_fresh: bool) -> None:
        """Record a key that was handled; one that was handled within another is part of that one.

        `is_open`: a form is open now. `is_fresh`: it is the set-up at its first field.
        """
        self._depth -= 1
        if self._depth:
            return
        if not is_open:
            self._keys = []
        elif settled != self._settled:
            self._keys = [] if is_fresh else None
        elif self._keys is not None:
            self._keys.append(entered)

    def text(self, title: str) -> str:
        """Return the form to keep, or "" if its keys are unknown or none was pressed."""
        return msgspec.json.encode(KeptForm(tuple(self._keys), title)).decode() if self._keys else ""
