"""What the tellers of every chapter share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from q40k.kernel.telling import Event
from q40k.rules.state import Match
from q40k.words.speech import Speech

Teller = Callable[[Speech, Match, Any], str | None]
Tellers = dict[type[Event], Teller]


def nothing(_speech: Speech, _state: Match, _event: Event) -> None:
    """The event says nothing on its own."""
    return
