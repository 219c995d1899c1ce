"""Names, texts and reasons as commands of every game take them: cleaned, and of a fair length."""

from __future__ import annotations

from typing import Annotated

from q40k.kernel.checking import Cleaned
from q40k.kernel.text import clean_text
from q40k.packs.base import Wrong

NAME_LENGTH = 30
TEXT_LENGTH = 200


def _name(text: str) -> str:
    clean = clean_text(text)
    if not clean:
        raise Wrong("name-empty", "a name needs at least one character")
    if len(clean) > NAME_LENGTH:
        raise Wrong("name-long", "a name of more than 30 characters")
    return clean


def _text(text: str) -> str:
    return clean_text(text)[:TEXT_LENGTH]


def _reason(text: str) -> str:
    clean = _text(text)
    if not clean:
        raise Wrong("reason-empty", "a reason is needed")
    return clean


Name = Annotated[str, Cleaned(_name)]
"""Of 1 to `NAME_LENGTH` characters; anything else is `Wrong`."""
Text = Annotated[str, Cleaned(_text)]
"""Cut off after `TEXT_LENGTH` characters."""
Reason = Annotated[str, Cleaned(_reason)]
"""A text that says something."""
