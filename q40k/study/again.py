"""Try a moment of a match again: another match begins before it, with bots on the other seats."""

from contextlib import closing
from pathlib import Path

from q40k.i18n.amending import branch_name
from q40k.i18n.locale import Locale
from q40k.table.history import branch
from q40k.table.match_library import MatchLibrary
from q40k.table.match_session import MatchSession


class NoMoment(ValueError):
    """There is no such entry, or nothing comes before it (`is_first`)."""

    def __init__(self, *, is_first: bool) -> None:
        super().__init__("first" if is_first else "none")
        self.is_first = is_first


def try_again(match_session: MatchSession, entry: int, locale: Locale, library: Path) -> int:
    """Begin a match before the command of an entry; bots take all seats but that of who gave it.

    Return its number. Raises NoMoment, JournalError, Refused.
    """
    game = match_session.game
    inputs = {written.seq: written for written in match_session.inputs()}
    if entry not in inputs:
        raise NoMoment(is_first=False)
    command = inputs[entry].command
    earlier = [seq for seq in inputs if seq < command]
    if not earlier:
        raise NoMoment(is_first=True)
    state, decision = match_session.session.state_before(command), game.rules.read_command(inputs[command].body)
    seat = game.study.chooser(game.view, state, decision)
    number = branch(match_session, earlier[-1], branch_name(locale, match_session.row.name, entry))
    with closing(MatchLibrary(library, upgrade=False)) as opened:
        again = opened.open(number)
        try:
            for handing in game.study.hand_over(again.session.state, seat) if seat else ():
                again.do(handing)
        finally:
            again.close()
    return number
