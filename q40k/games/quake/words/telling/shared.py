"""What the tellers of every chapter share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from q40k.games.quake.rules.state import Match
from q40k.i18n.locale import Locale
from q40k.kernel.events import Event

Teller = Callable[[Locale, Match, Any], str | None]
Tellers = dict[type[Event], Teller]


def nothing(_locale: Locale, _state: Match, _event: Event) -> None:
    """The event says nothing on its own."""
    return
