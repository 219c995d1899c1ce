"""A shot, a blow or a fall unfolded into its rolls (Shift+G, and → in the log)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from q40k.games.quake.rules.state import Match
from q40k.games.quake.screen.base import Desk, action
from q40k.games.quake.words.wording import WORDS
from q40k.i18n.locale import N_, Locale
from q40k.kernel.journal.journal import JournalError
from q40k.table.match_session import Line, MatchSession
from q40k.tui.game_screen import Workings

if TYPE_CHECKING:
    from q40k.tui.pages.workings import WorkingsScreen

LOOK_BACK = 200
"""How many of the newest lines are searched for the last fight."""


MOST_ANSWERS = 400
"""The largest number of answers a command takes."""


def unfold_command(locale: Locale, match_session: MatchSession, line: Line) -> Workings:
    """Return the sentences of a line's command, each with its rolls.

    Raises JournalError.
    """
    entry = line.entry
    if entry.kind not in ("command", "answer"):
        return []
    first = entry.seq if entry.kind == "command" else entry.command
    lines = match_session.lines(after=first - 1, first=MOST_ANSWERS)
    own_lines = [candidate for candidate in lines if _belongs(candidate, first, undone=line.undone)]
    return _unfold(locale, match_session.state, own_lines)


def _belongs(line: Line, command: int, *, undone: bool) -> bool:
    entry = line.entry
    if entry.kind == "command":
        return entry.seq == command
    return entry.kind == "answer" and entry.command == command and line.undone == undone


def _unfold(locale: Locale, state: Match, lines: list[Line]) -> Workings:
    unfolded: Workings = []
    for line in lines:
        for event in line.events:
            sentence = WORDS.tell(locale, state, event, line.first_seq) or ""
            rolls = WORDS.unfold(locale, state, event)
            if sentence or rolls:
                unfolded.append((sentence, rolls))
    return unfolded


def unfold_last_fight(locale: Locale, match_session: MatchSession) -> Workings:
    """Return the newest command that rolled for a shot, a blow or a fall; empty if none did.

    Raises JournalError.
    """
    state = match_session.state
    for line in reversed(match_session.lines(LOOK_BACK, undone=False)):
        if any(WORDS.unfold(locale, state, event) for event in line.events):
            return unfold_command(locale, match_session, line)
    return []


def find_workings(locale: Locale, match_session: MatchSession, line: Line) -> Workings:
    """Return what a log line unfolds into; empty if no fight dice were rolled."""
    try:
        unfolded = unfold_command(locale, match_session, line)
    except JournalError:
        return []
    return unfolded if any(rolls for _, rolls in unfolded) else []


@action(
    "workings",
    "view",
    key="G",
    at=430,
    name=N_("How it came about"),
    help=N_(
        "Unfold the last shot, blow or fall: every roll with its numbers, what they needed,"
        " why, and by which rule."
    ),
)
def workings(desk: Desk) -> WorkingsScreen | None:
    """Unfold the last shot, blow or fall (Shift+G)."""
    unfolded: Workings = []
    succeeded = desk.run_guarded(
        lambda: unfolded.extend(unfold_last_fight(desk.locale, desk.match_session)), settle=False
    )
    if unfolded:
        from q40k.tui.pages.workings import WorkingsScreen

        return WorkingsScreen(desk.locale, unfolded)
    if succeeded:
        _ = desk.locale.gettext
        desk.notice = _("Nothing has been shot, struck or fallen yet.")
    return None
