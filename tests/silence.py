"""No command does nothing in silence: it has an event that changes something, or is told in words."""

from collections.abc import Iterable
from typing import Any

from q40k.i18n.locale import Locale
from q40k.i18n.wording import Wording
from q40k.kernel.events import Event
from q40k.table.match_session import MatchSession
from q40k.tabletop.rules import ClockRead

ENGLISH = Locale("en")


def check_not_silent(match_session: MatchSession, head: int, before: Any) -> None:
    """Assert that the command entered after `head`, in the state `before`, did something or says why not."""
    session = match_session.session
    entries = session.journal.entries(match_session.number, after=head)
    events = [event for entry in entries for event in session.rules.read_events(entry.events)]
    check_events(match_session.game.words, events, before, session.state, entries[0].body)


def check_events(words: Wording[Any], events: Iterable[Event], before: Any, after: Any, command: str) -> None:
    """Assert that the events of a whole command change the state or are told; a clock's reading is neither."""
    real = [event for event in events if not isinstance(event, ClockRead)]
    assert real, f"{command}: no event"
    is_told = any(words.tell(ENGLISH, after, event) for event in real)
    assert is_told or after != before, f"{command}: nothing changed, and nothing is told"
