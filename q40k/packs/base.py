"""What all pack models share: strictness, ids, lines of text, names in two languages."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    StringConstraints,
)
from pydantic_core import PydanticCustomError

Id = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=60)]


HARD_SPACES = "\u00a0\u202f"  # French puts them before ! ? : ; and they show as spaces


def _clean(text: str) -> str:
    """Refuse what a terminal would obey or hide instead of showing."""
    if not text.strip():
        raise PydanticCustomError("empty-text", "must not be empty")
    if not text.isprintable() and not all(c.isprintable() or c in HARD_SPACES for c in text):
        kept = "".join(c if c.isprintable() else "\ufffd" for c in text[:60])
        raise PydanticCustomError(
            "control-characters", "must not hold control or invisible characters", {"text": kept}
        )
    return text


Line = Annotated[str, StringConstraints(max_length=400), AfterValidator(_clean)]


Certainty = Literal["high", "medium", "low"]


Category = Literal["equipment", "weapon", "special"]


class Pack(BaseModel):
    """The base of all pack models: strict, frozen, without unknown keys."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Names(Pack):
    """One thing's name or sentence in both languages."""

    en: Line
    fr: Line

    def said(self, language: str) -> str:
        """The text in `language` ("en" or "fr"); anything else reads English."""
        return self.fr if language == "fr" else self.en


Finite = Annotated[float, Field(allow_inf_nan=False)]
Point = Annotated[tuple[Finite, Finite], Field(strict=False)]
