"""Verbs that read a match: its log, and whether it replays as it was written."""

from q40k.cli.base import flag, verb
from q40k.cli.errors import DONE, REFUSED
from q40k.cli.open import match_argument, open_library, open_match
from q40k.cli.say import N_, _, echo, echo_lines, ngettext
from q40k.cli.telling import log_lines


@verb(
    match_argument(last=True),
    flag(["undone", "--all"], N_("Also what was undone, marked with ×.")),
    flag(["workings", "--workings"], N_("Unfold all that dice decided: each roll, what it needed, why, and the rule.")),
    flag(["calls", "--calls"], N_("Also what the announcer called, marked with ».")),
)
def log(match: str, undone: bool, workings: bool, calls: bool) -> None:
    """Print the log of a match."""

    with open_match(match) as match_session:
        echo_lines(log_lines(match_session, undone=undone, workings=workings, calls=calls))


@verb(match_argument(last=True))
def verify(match: str) -> int:
    """Verify a match."""
    with open_library() as library:
        verdict = library.verify(library.find(match).id)
    number = verdict.inputs
    if verdict.differs_at is None:
        echo(
            ngettext("{number} input replayed: the same events.", "{number} inputs replayed: the same events.", number)
        )
        return DONE
    echo(_("Entry {number} tells another story now.", number=verdict.differs_at))
    echo(_("It is as it was written: the rules have changed since. From there on, compare:"))
    echo(_("  written down: {events}", events=verdict.journaled))
    echo(_("  replayed:     {events}", events=verdict.replayed))
    return REFUSED
