"""Commands for the past of a match: replay, branch, bookmark."""

from collections.abc import Iterator
from contextlib import closing

import click

from q40k.cli.base import Argument, Option, bad_value, number_option, verb, whole_option
from q40k.cli.open import match_argument, open_library, open_match
from q40k.cli.say import N_, _, echo, echo_lines, locale, remark, speak_of, words
from q40k.cli.telling import sentences
from q40k.i18n.amending import branch_name
from q40k.table.history import History, add_bookmark, bookmarks
from q40k.table.history import branch as branch_match


def entry_option(name: str, help: str) -> Option:
    """Return an option that names an entry by its number in the log."""
    return number_option([name.removeprefix("--").replace("-", "_"), name], help, 1, metavar=N_("ENTRY"))


@verb(
    match_argument(last=True),
    entry_option("--first", N_("Begin at this entry.")),
    entry_option("--last", N_("End with this entry.")),
    number_option(["turn", "--turn"], N_("Only this turn."), 1),
)
def replay(match: str, first: int | None, last: int | None, turn: int | None) -> None:
    """Replay a match."""

    with open_match(match) as match_session:
        history = History(match_session)
        end = history.entry if last is None else last
        if turn is not None:
            turns = history.turns
            if turn not in turns:
                raise bad_value("--turn", _("turn {turn} was never played.", turn=turn))
            first, end = turns[turn], turns.get(turn + 1, end + 1) - 1
        history.go_to(first or history.stops[0])
        echo_lines(_replay_lines(history, end))


def _replay_lines(history: History, end: int) -> Iterator[str]:

    while history.entry <= end:
        state = history.state
        texts = sentences(state, history.line.events, history.line.first_seq)
        if texts:
            scores = words().scores(locale(), state)
            yield f"{history.entry:>6}  {texts[0]}"
            yield from (f"{'':>6}  {more}" for more in texts[1:])
            if scores:
                yield f"{'':>6}  [{scores}]"
        if not history.step(1):
            return


@verb(
    match_argument(),
    Argument(["entry"], metavar=N_("ENTRY"), type=click.IntRange(1)),
    Option(["name", "--name"], metavar=N_("NAME"), help=N_("The name of the new match.")),
    whole_option(N_("Keep the secrets and the dice of the match.")),
)
def branch(match: str, entry: int, name: str | None, whole: bool) -> None:
    """Branch a match."""

    with open_match(match) as match_session:
        new_name = name or branch_name(locale(), match_session.row.name, entry)
        number = branch_match(match_session, entry, new_name, whole=whole)
    echo(str(number))
    remark(_("Match {number} goes on from there: q40k resume {number}", number=number))


@verb(
    match_argument(last=True),
    Argument(["entry"], metavar=N_("[ENTRY]"), type=click.IntRange(1), required=False),
    Argument(["name"], metavar=N_("[NAME]"), required=False, default=""),
)
def bookmark(match: str, entry: int | None, name: str) -> None:
    """Bookmark an entry."""

    if entry is None:
        with open_match(match) as match_session:
            for item in bookmarks(match_session):
                echo(f"{item.entry:>6}  {item.name}".rstrip())
        return
    with open_library() as library, closing(library.open(library.find(match).id)) as match_session:
        speak_of(match_session.game.id)
        add_bookmark(match_session, entry, name)
