"""Commands: what somebody asks of the referee."""

from __future__ import annotations

from typing import Literal

Wrong = Literal["unknown-do", "unknown-field", "missing-field", "bad-field"]


class BadCommand(ValueError):
    """Data that is no command: what is `wrong`, at which `field`, and a `detail` in English.

    A field within another is said by its steps, with points between.
    """

    def __init__(self, wrong: Wrong, field: str = "", detail: str = "") -> None:
        super().__init__(wrong, field, detail)
        self.wrong = wrong
        self.field = field
        self.detail = detail
