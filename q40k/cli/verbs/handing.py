"""Commands that hand a match over to another laptop, or take it."""

import platform
from functools import partial
from pathlib import Path

from q40k.care import handing
from q40k.care.journeys import journey_of
from q40k.cli.base import Argument, Option, bad_value, command, flag, number_option, verb, verb_group
from q40k.cli.complete import complete_files
from q40k.cli.errors import Failure
from q40k.cli.files import file_exists_failure, find_document, require_consent
from q40k.cli.open import match_argument, open_library
from q40k.cli.say import N_, _, echo, echo_lines, on_a_terminal, remark
from q40k.kernel.journal.journal import MatchRow
from q40k.kernel.lookup import strip_accents
from q40k.kernel.whole_file import read_path
from q40k.live.address import lines
from q40k.live.handing import Handover, Unreachable, fetch_parcel, is_address, report_arrival
from q40k.packs.base import id_of_name
from q40k.season.season import settle_leagues
from q40k.table.match_library import MatchLibrary, now


@command(
    "over",
    match_argument(last=True),
    Option(
        ["to", "--to"],
        metavar=N_("FILE|FOLDER"),
        shell_complete=complete_files,
        help=N_(
            "Write this file, or a file in this folder, such as that of a stick; without it, among your documents."
        ),
    ),
    flag(["lan", "--lan"], N_("Offer it in the local network until it is taken.")),
    number_option(["port", "--port"], N_("With --lan: this port."), 0, 65535),
)
def over(match: str, to: str | None, lan: bool, port: int | None) -> None:
    """Hand a match over."""

    if lan and to is not None:
        raise bad_value("--to", _("a match goes into a file or over the network, not both."))
    with open_library() as library:
        row = library.find(match)
        if lan:
            _offer(library, row, port)
            return
        name = id_of_name(strip_accents(row.name), f"match-{row.id}", 40) + handing.SUFFIX
        path = Path(to).absolute() if to is not None else find_document(name, force=False)
        if path.is_dir():
            path /= name
        try:
            handing.hand_to_file(library.path, library.journal, row, path, platform.node(), now())
        except FileExistsError as error:
            raise file_exists_failure(path, _("Give another name with --to.")) from error
    echo(str(path))
    remark(
        _(
            "Match {number} is in this file now, and not here any more. On the other laptop: q40k take {file}",
            number=row.id,
            file=path.name,
        )
    )


def _offer(library: MatchLibrary, row: MatchRow, port: int | None) -> None:
    """Offer a match in the local network until a laptop has it."""

    with handing.hold(library.path, library.journal, row) as journey:
        secret = handing.secret_of(journey, row.id)
        parcel = handing.pack_parcel(handing.make_parcel(library.path, library.journal, row, secret, platform.node()))

        def let_go(receiver: str, where: str) -> bool:
            return handing.hand_to_library(library.path, library.journal, row, secret, receiver, where, now())

        with Handover(parcel, secret, let_go, port=port) as server:
            take_call = f"q40k take {server.url}"
            echo_lines(lines(take_call) if on_a_terminal("stdout") else ())
            echo(take_call)
            remark(_("Type this on the other laptop. Until it has the match, it stays here; Ctrl+C ends the offer."))
            server.serve()
    remark(_("Match {number} has gone over.", number=row.id))


@command("back", match_argument(), flag(["yes", "--yes"], N_("Accept it without being asked.")))
def back(match: str, yes: bool) -> None:
    """Take a match back."""

    with open_library() as library:
        row = library.find(match)
        journey = journey_of(library.path, library.journal, row.identity)
        if journey is None:
            raise Failure(_("Match {number} was not handed over.", number=row.id))
        text = N_("It went to {where} at {at}. Is it certain that nobody goes on with it there? [y/N]")
        if journey.state == "arriving":
            text = N_("It comes from {where}, {at}. Is it certain that nobody goes on with it there? [y/N]")
        require_consent(_(text, where=journey.where, at=journey.at[:16].replace("T", " ")), yes)
        handing.take_back(library.path, library.journal, row)
    remark(_("Match {number} is here again.", number=row.id))


@verb(Argument(["source"], metavar=N_("FILE|ADDRESS"), shell_complete=complete_files))
def take(source: str) -> None:
    """Take a match."""

    with open_library() as library:
        try:
            if is_address(source):
                raw = fetch_parcel(source, handing.MOST_BYTES)
                number = handing.take_from_library(
                    library.path, library.journal, raw, source, now(), partial(report_arrival, source)
                )
            else:
                number = handing.take_from_file(library.path, library.journal, read_path(source).absolute(), now())
        except Unreachable as error:
            title = _("No laptop hands a match over at {address}.", address=source)
            advice = _(
                "Is `q40k hand over --lan` still running there, and are both in the same network? Then call"
                " again: nothing is lost."
            )
            raise Failure(title, advice) from error
        library.remember()
        row = library.find(str(number))
        settle_leagues(library.path)
    echo(str(number))
    remark(_("{name} is here now as match {number}: q40k resume {number}", name=row.name or "-", number=number))


hand = verb_group(f"{__name__}.hand", [over, back])
