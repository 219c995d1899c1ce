"""Names, texts and reasons in the commands of every game: cleaned, and of limited length."""

from __future__ import annotations

from typing import Annotated

from q40k.kernel.checking import CleanedBy
from q40k.kernel.text import clean_text
from q40k.packs.base import InvalidValue

NAME_LENGTH = 30
TEXT_LENGTH = 200


def _name(text: str) -> str:
    clean = clean_text(text)
    if not clean:
        raise InvalidValue("name-empty", "a name needs at least one character")
    if len(clean) > NAME_LENGTH:
        raise InvalidValue("name-long", "a name of more than 30 characters")
    return clean


def _text(text: str) -> str:
    return clean_text(text)[:TEXT_LENGTH]


def _reason(text: str) -> str:
    clean = _text(text)
    if not clean:
        raise InvalidValue("reason-empty", "a reason is needed")
    return clean


Name = Annotated[str, CleanedBy(_name)]
"""A name of 1 to `NAME_LENGTH` characters; anything else is an `InvalidValue`."""
Text = Annotated[str, CleanedBy(_text)]
"""A text, cut off after `TEXT_LENGTH` characters."""
Reason = Annotated[str, CleanedBy(_reason)]
"""A text that is not empty."""
