"""Commands that read a match: show, log, verify, export."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from q40k.cli.base import Call, Option, command, json_option, whole_option
from q40k.cli.complete import complete_files
from q40k.cli.errors import DONE, REFUSED
from q40k.cli.open import match_argument, open_library, open_match
from q40k.cli.say import N_, _, as_json, echo, echo_text, ngettext
from q40k.kernel.whole_file import write_whole

if TYPE_CHECKING:
    from q40k.kernel.journal.journal import MatchRow
    from q40k.table.match_session import MatchSession


def has_several_games(rows: list[MatchRow]) -> bool:
    """Return whether the matches are of several games."""
    return len({row.game for row in rows}) > 1


@command(
    "show",
    N_("Show the state of a match: turn, scores, places, and what is asked."),
    match_argument(last=True),
    json_option(N_("Print the whole state as JSON, as `q40k run --json` does.")),
    Option(
        ["at", "--at"], type=click.IntRange(1), metavar=N_("ENTRY"), help=N_("As it stood after this entry of the log.")
    ),
    examples=(
        ("q40k show 3", N_("the board of match 3")),
        ("q40k show last --json", N_("the whole state of the match played last, as data")),
        ("q40k show 3 --at 57", N_("match 3 as it stood after entry 57")),
    ),
)
def show(call: Call, match: str, as_json_: bool, at: int | None) -> int:
    """Show a match."""
    del call
    from q40k.cli.texts import board_of, feed

    with open_match(match, whole=at is not None or as_json_) as match_session:
        state, question = match_session.state, match_session.question
        if at is not None:
            from q40k.table.amending import find_target
            from q40k.table.history import History

            history = History(match_session)
            history.go_to(find_target(match_session, at).entry.seq)
            state, question = history.state, history.question
        if as_json_:
            view = match_session.game.view
            echo_text(as_json(view.as_json(state, question, feed(match_session, at))))
            return DONE
        row = match_session.row
        echo(_("Match {number}: {name}", number=row.id, name=row.name or "-"))
        if has_several_games(match_session.session.journal.matches()):
            echo(match_session.game.name)
        if at is not None:
            echo(_("As it stood after entry {number}.", number=at))
        for line in board_of(state, question):
            echo(line)
        for line in pack_lines(match_session):
            echo(line)
    return DONE


def pack_lines(match_session: MatchSession) -> list[str]:
    """Return a line for each bundle a match was played with, which says whether it is still here."""
    from q40k.table.bundles import missing_packs
    from q40k.table.script import header, packs_in

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


@command(
    "log",
    N_("Tell everything that happened in a match, oldest first."),
    match_argument(last=True),
    Option(["undone", "--all"], is_flag=True, help=N_("Also what was undone, marked with ×.")),
    Option(
        ["workings", "--workings"],
        is_flag=True,
        help=N_("Unfold all that dice decided: each roll, what it needed, why, and the rule."),
    ),
    Option(["calls", "--calls"], is_flag=True, help=N_("Also what the announcer called, marked with ».")),
    examples=(
        ("q40k log 3", N_("what stands, a line for each thing that happened")),
        ("q40k log 3 --all", N_("also what was taken back, and by what")),
        ("q40k log 3 --workings", N_("also the rolls that explain it")),
    ),
)
def log(call: Call, match: str, undone: bool, workings: bool, calls: bool) -> int:
    """Print the log of a match."""
    del call
    from q40k.cli.texts import log_lines

    with open_match(match) as match_session:
        for line in log_lines(match_session, undone=undone, workings=workings, calls=calls):
            echo(line)
    return DONE


@command(
    "verify",
    N_(
        "Replay a match from its inputs and compare with what was written down.\n\n"
        "Exit status 1 when they tell different stories, because the rules have changed since, or"
        " when an entry is damaged; it says which."
    ),
    match_argument(last=True),
    examples=(("q40k verify 3", N_("replay match 3; nothing of it is changed")),),
)
def verify(call: Call, match: str) -> int:
    """Verify a match."""
    del call
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


@command(
    "export",
    N_(
        "Write a match as a script: a record that people can read, mail and keep.\n\n"
        "Only what counts is written; a file also says which match it is, so that `q40k import` makes a match of it"
        " again, and only one. While the match goes on, its seed is left out and secrets are sealed; a whole record"
        " holds them, too."
    ),
    match_argument(last=True),
    Option(
        ["out", "-o", "--output"],
        metavar=N_("FILE"),
        default="-",
        help=N_("Write to this file instead of standard output."),
        shell_complete=complete_files,
    ),
    whole_option(N_("Write secrets and the seed, to go on with the match elsewhere.")),
    examples=(
        ("q40k export 3 -o friday.jsonl", N_("keep match 3 in a file")),
        ("q40k export last | q40k run - --json", N_("play the last match over again")),
    ),
)
def export(call: Call, match: str, out: str, whole: bool) -> int:
    """Export a match."""
    del call
    from q40k.table.folders import compiled_folder
    from q40k.table.script import header, write_script

    with open_match(match) as match_session:
        if match_session.is_open_with_secrets:
            note = _("Secrets are in it as plain text: keep it at the table.")
            if not whole:
                note = _("Secrets are sealed in it, in an envelope and not in a safe: anyone can open it.")
            echo(note, err=True)
        packs = match_session.game.packs.library(cache=compiled_folder())
        lines = write_script(match_session, packs, whole=whole)
        if out == "-":
            for line in lines:
                echo(line)
        else:
            number = _write(Path(out), [*header(match_session), *lines])
            echo(
                ngettext("{number} line written to {path}.", "{number} lines written to {path}.", number, path=out),
                err=True,
            )
    return DONE


def _write(path: Path, lines: Iterable[str]) -> int:
    """Write the lines to a file, whole or not at all; return their number. Raises OSError."""
    written_lines = list(lines)
    write_whole(path, "".join(f"{line}\n" for line in written_lines).encode())
    return len(written_lines)


COMMANDS = {"show": show, "log": log, "verify": verify, "export": export}
