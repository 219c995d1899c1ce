"""The verb that shows where a match stands."""

from q40k.cli.base import Answer, json_option, number_option, verb
from q40k.cli.open import has_several_games, match_argument, open_match
from q40k.cli.say import N_, _
from q40k.cli.telling import board_of, feed
from q40k.table.amending import find_target
from q40k.table.bundles import missing_packs
from q40k.table.history import History
from q40k.table.match_session import MatchSession
from q40k.table.script import header, packs_in


@verb(
    match_argument(last=True),
    json_option(N_("Print the whole state as JSON, as `q40k run --json` does.")),
    number_option(["at", "--at"], N_("As it stood after this entry of the log."), 1, metavar=N_("ENTRY")),
)
def show(match: str, as_json_: bool, at: int | None) -> Answer:
    """Show a match."""

    with open_match(match, whole=at is not None or as_json_) as match_session:
        state, question = match_session.state, match_session.question
        if at is not None:
            history = History(match_session)
            history.go_to(find_target(match_session, at).entry.seq)
            state, question = history.state, history.question
        if as_json_:
            return Answer(match_session.game.view.as_json(state, question, feed(match_session, at)), ())
        row = match_session.row
        lines = [_("Match {number}: {name}", number=row.id, name=row.name or "-")]
        if has_several_games(match_session.session.journal.matches()):
            lines.append(match_session.game.name)
        if at is not None:
            lines.append(_("As it stood after entry {number}.", number=at))
        return Answer(None, (*lines, *board_of(state, question), *pack_lines(match_session)))


def pack_lines(match_session: MatchSession) -> list[str]:
    """Return a line for each bundle a match was played with, which says whether it is still here."""

    uses = packs_in(header(match_session))
    missing = dict(missing_packs(match_session.game.id, uses)) if uses else {}
    lines = []
    for use in uses:
        text = N_("Played with the pack {id} {version} ({hash}).")
        if use in missing:
            text = N_(
                "Played with the pack {id} {version} ({hash}), which is not here any more. The match keeps what"
                " it took from it; to take more, add the pack again: q40k pack add."
            )
            if missing[use]:
                text = N_(
                    "Played with the pack {id} {version} ({hash}); {other} is in use here now. The match keeps"
                    " what it took."
                )
        lines.append(_(text, id=use.id, version=use.version, hash=use.hash[:8], other=missing.get(use, "")))
    return lines
