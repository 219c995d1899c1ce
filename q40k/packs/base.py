"""What all pack models share: strictness, ids, lines of text, names in two languages.

A pack model is declared once, as a msgspec Struct. What msgspec’s own constraints cannot say is a
`Check` beside the type, or in the model’s `problems`. `validate` turns this declaration into a
reader of YAML that reports every problem.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from q40k.kernel.commands import InvalidValue

Path = tuple[str | int, ...]
Facts = Mapping[str, Any]


class Check(Struct, frozen=True):
    """A check of one value, written beside its type; it raises `InvalidValue`."""

    run: Callable[[Any], None]


class FiniteOnly(Struct, frozen=True):
    """Written beside a number’s type: infinity and NaN are refused."""


FINITE = FiniteOnly()

_ID = r"[a-z0-9]+(-[a-z0-9]+)*"
_LONGEST_ID = 60
Id = Annotated[str, Meta(pattern=f"^{_ID}$", max_length=_LONGEST_ID)]


def is_id(text: str) -> bool:
    """Return whether a text may be an id in a pack."""
    return len(text) <= _LONGEST_ID and re.fullmatch(_ID, text) is not None


HARD_SPACES = "\u00a0\u202f"  # French has them before ! ? : ; and they show as spaces


def check_line(text: str) -> None:
    """Refuse characters that a terminal would obey or hide instead of showing."""
    if not text.strip():
        raise InvalidValue("empty-text", "must not be empty")
    if not text.isprintable() and not all(c.isprintable() or c in HARD_SPACES for c in text):
        kept = "".join(c if c.isprintable() else "\ufffd" for c in text[:60])
        message = "must not hold control or invisible characters"
        raise InvalidValue("control-characters", message, {"text": kept})


Line = Annotated[str, Meta(max_length=400), Check(check_line)]


Certainty = Literal["high", "medium", "low"]


class Pack(Struct, frozen=True, forbid_unknown_fields=True):
    """The base of all pack models: strict, frozen, without unknown keys."""

    def problems(self) -> Iterable[InvalidValue]:
        """Return what is wrong with the whole, though each of its values is sound."""
        return ()


class Names(Pack, frozen=True):
    """A name or sentence in both languages."""

    en: Line
    fr: Line

    def in_language(self, language: str) -> str:
        """Return the text in `language`: "fr" for French, anything else for English."""
        return self.fr if language == "fr" else self.en


Finite = Annotated[float, FINITE]
Point = tuple[Finite, Finite]


DEVICES = r"(?i)(con|prn|aux|nul|com[0-9]|lpt[0-9])(\..*)?"
"""The names that are devices on Windows, in every folder and with any ending."""


def id_of_name(name: str, default: str, most: int = _LONGEST_ID) -> str:
    """Return an id of at most `most` characters made of a name, or `default` if none is left.

    It can be the name of a file on every system.
    """
    id = re.sub(r"[^a-z0-9]+", "-", name.casefold())[:most].strip("-") or default
    return f"{id}-x" if re.fullmatch(DEVICES, id) else id
