"""What studies said of whole matches, in a file beside the library, so that a season can add it up."""

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from q40k.kernel.whole_file import read_or, write_side
from q40k.study.figures import Estimate, Study


class SeatSummary(Struct, frozen=True):
    """What dice brought the side of a seat, as a share of a victory; what its choices cost, and how many."""

    luck: Estimate
    errors: Estimate
    decisions: int


class Summary(Struct, frozen=True):
    """The summary of a study: the last entry of its match with its checksum, and the seats by name.

    Of two studies the one with more play-outs counts.
    """

    entry: int
    checksum: int
    plays: int
    seats: dict[str, SeatSummary]


def summary_file(library: Path) -> Path:
    """Return the file of a library's summaries: beside it. Who deletes it only has to study again."""
    return library.with_name(f"{library.stem}-studies.json")


def read_summaries(library: Path) -> dict[str, Summary]:
    """Return the summaries by the identity of their match; none if the file cannot be read."""
    return read_or(summary_file(library), dict[str, Summary], {})


def keep_summary(library: Path, identity: str, last: tuple[int, int], study: Study, names: Mapping[str, str]) -> None:
    """Keep the summary of a study; `names` are those of the seats. A file that cannot be written is left alone."""
    summaries, (entry, checksum) = read_summaries(library), last
    before = summaries.get(identity)
    if before is not None and (before.entry, before.checksum) == last and before.plays > study.settings.plays:
        return
    luck = {account.side: account.luck for account in study.accounts}
    seats = {
        names[player.seat]: SeatSummary(luck[player.side], player.errors, player.decisions)
        for player in study.players
        if player.seat in names
    }
    summaries[identity] = Summary(entry, checksum, study.settings.plays, seats)
    with suppress(OSError):
        write_side(summary_file(library), summaries, dict[str, Summary], is_rebuilt=True)
