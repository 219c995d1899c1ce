"""What all pack models share: strictness, ids, lines of text, names in two languages.

A pack model is declared once, as a msgspec Struct; what msgspec’s own constraints cannot say is a
`Check` beside the type, or the model’s `problems`. `reading` makes of this declaration what reads
YAML and says what is wrong with it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct

Path = tuple[str | int, ...]
Facts = Mapping[str, Any]


class Wrong(ValueError):
    """Something in a pack that cannot be meant: a code with facts, at a place within the model.

    `code` is of two words or more, joined by hyphens, as no code of pydantic’s own is.
    `message` is for logs and for who reads a script’s fault; people read the room of words.
    """

    def __init__(
        self, code: str, message: str, facts: Facts | None = None, path: Path = ()
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.facts = dict(facts or {})
        self.path = path


class Check(Struct, frozen=True):
    """A check of one value, written beside its type; it raises `Wrong`."""

    run: Callable[[Any], None]


class NeitherEndlessNorNone(Struct, frozen=True):
    """Written beside a number’s type: infinity is refused, and what is no number at all."""


FINITE = NeitherEndlessNorNone()

_ID: Final = r"[a-z0-9]+(-[a-z0-9]+)*"
_LONGEST_ID: Final = 60
Id = Annotated[str, Meta(pattern=f"^{_ID}$", max_length=_LONGEST_ID)]


def is_id(said: str) -> bool:
    """Whether something in a pack may be called so."""
    return len(said) <= _LONGEST_ID and re.fullmatch(_ID, said) is not None


HARD_SPACES = "\u00a0\u202f"  # French puts them before ! ? : ; and they show as spaces


def _clean(text: str) -> None:
    """Refuse what a terminal would obey or hide instead of showing."""
    if not text.strip():
        raise Wrong("empty-text", "must not be empty")
    if not text.isprintable() and not all(c.isprintable() or c in HARD_SPACES for c in text):
        kept = "".join(c if c.isprintable() else "\ufffd" for c in text[:60])
        message = "must not hold control or invisible characters"
        raise Wrong("control-characters", message, {"text": kept})


Line = Annotated[str, Meta(max_length=400), Check(_clean)]


Certainty = Literal["high", "medium", "low"]


class Pack(Struct, frozen=True, forbid_unknown_fields=True):
    """The base of all pack models: strict, frozen, without unknown keys."""

    def problems(self) -> Iterable[Wrong]:
        """What is wrong with the whole, though each of its values is sound."""
        return ()


class Names(Pack, frozen=True):
    """One thing's name or sentence in both languages."""

    en: Line
    fr: Line

    def said(self, language: str) -> str:
        """The text in `language` ("en" or "fr"); anything else reads English."""
        return self.fr if language == "fr" else self.en


Finite = Annotated[float, FINITE]
Point = tuple[Finite, Finite]


def id_of_name(name: str, otherwise: str, most: int = _LONGEST_ID) -> str:
    """An id made of a name, of at most so many letters, or `otherwise` if nothing is left of it."""
    return re.sub(r"[^a-z0-9]+", "-", name.casefold())[:most].strip("-") or otherwise
