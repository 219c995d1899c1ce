"""Shift+G, and → in the log: a shot, a blow or a fall unfolded into its rolls."""

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
"""Among so many of the newest lines the last fight is looked for."""


MOST_ANSWERS = 400
"""No command takes more answers than this."""


def of_command(locale: Locale, match_session: MatchSession, line: Line) -> Workings:
    """All that came of the command of a line, each sentence with its rolls.

    Raises JournalError.
    """
    entry = line.entry
    if entry.kind not in ("command", "answer"):
        return []
    first = entry.seq if entry.kind == "command" else entry.command
    lines = match_session.lines(after=first - 1, first=MOST_ANSWERS)
    mine = [one for one in lines if _belongs(one, first, undone=line.undone)]
    return _unfold(locale, match_session.state, mine)


def _belongs(one: Line, command: int, *, undone: bool) -> bool:
    entry = one.entry
    if entry.kind == "command":
        return entry.seq == command
    return entry.kind == "answer" and entry.command == command and one.undone == undone


def _unfold(locale: Locale, state: Match, lines: list[Line]) -> Workings:
    found: Workings = []
    for line in lines:
        for event in line.events:
            told = WORDS.tell(locale, state, event, line.first_seq) or ""
            rolls = WORDS.unfold(locale, state, event)
            if told or rolls:
                found.append((told, rolls))
    return found


def last_fight(locale: Locale, match_session: MatchSession) -> Workings:
    """The newest command that rolled for a shot, a blow or a fall; nothing if there is none.

    Raises JournalError.
    """
    state = match_session.state
    for line in reversed(match_session.lines(LOOK_BACK, undone=False)):
        if any(WORDS.unfold(locale, state, event) for event in line.events):
            return of_command(locale, match_session, line)
    return []


def has_workings(locale: Locale, match_session: MatchSession, line: Line) -> Workings:
    """What a line of the log unfolds into; nothing where no dice of a fight were rolled."""
    try:
        told = of_command(locale, match_session, line)
    except JournalError:
        return []
    return told if any(rolls for _, rolls in told) else []


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
    """Shift+G: the last shot, blow or fall, unfolded."""
    told: Workings = []
    done = desk.run_guarded(
        lambda: told.extend(last_fight(desk.locale, desk.match_session)), settle=False
    )
    if told:
        from q40k.tui.pages.workings import WorkingsScreen

        return WorkingsScreen(desk.locale, told)
    if done:
        _ = desk.locale.gettext
        desk.notice = _("Nothing has been shot, struck or fallen yet.")
    return None
