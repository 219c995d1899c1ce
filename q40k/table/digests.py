"""What the library keeps of each match, so that lists and seasons need not read it: how it stands, how it ended."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any
from zlib import crc32

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from q40k import __version__
from q40k.care.digests import Digests
from q40k.games.game import Game, Racer, View
from q40k.i18n.briefs import Brief
from q40k.i18n.locale import Locale
from q40k.kernel.commentary import Step
from q40k.kernel.journal.journal import Entry, Journal
from q40k.kernel.whole_file import read_or
from q40k.packs.base import Names
from q40k.table.commentary import steps
from q40k.table.match_session import MatchSession
from q40k.table.outcomes import Count, Entrant, Results, places

BRIEFS, RESULTS = "1", 5
"""The format of each; change it when they are worked out differently, so that those that are kept are ignored."""


# -- how it stands ---------------------------------------------------------------------------------


def open_briefs(journal: Journal) -> Digests[Brief]:
    """Return the briefs that a library keeps of its matches."""
    return Digests(journal, "brief", BRIEFS, msgspec.json.Encoder(), msgspec.json.Decoder(Brief))


def brief_at(view: View, state: object) -> Brief:
    """Return the brief of a match at `state`."""
    status = view.status(state)
    return Brief(
        opened=status.is_laid_out,
        played=view.scenario_name(state),
        seats=tuple(seat.name for seat in view.seats(state) if seat.present),
        turn=status.turn,
        over=status.over,
        winners=status.winners,
        leaders=_leaders(view.race(state)),
    )


def _leaders(race: Sequence[Racer]) -> tuple[str, ...]:
    """Return those nearest to winning; nobody while all are equally near."""
    most = max((racer.progress for racer in race), default=Fraction(0))
    first = tuple(racer.name for racer in race if racer.progress == most)
    return first if len(first) < len(race) and most > 0 else ()


# -- how it ended ----------------------------------------------------------------------------------


class PlainResults:
    """Hold the results of a game without its own: winners first, then by the race."""

    counts: tuple[Count, ...] = ()

    def __init__(self, view: View) -> None:
        self._view = view

    def count(self, _steps: Iterable[Step[Any]]) -> None:
        """Count nothing: the last state says it all."""

    def entrants(self, state: Any, count: Callable[[], Any]) -> tuple[Entrant, ...]:
        """Return everybody who was present at the end."""
        winners = self._view.status(state).winners
        seats = [seat for seat in self._view.seats(state) if seat.present]
        progress = {racer.side: racer.progress for racer in self._view.race(state)}
        scores = {seat.id: (seat.name in winners, progress.get(seat.id, 0)) for seat in seats}
        order = places(scores)
        return tuple(Entrant(seat.name, seat.name, order[seat.id]) for seat in seats)

    def army(self, locale: Locale, army: str) -> str:
        """Return the army itself: only games with their own results have armies."""
        return army


def results_of(game: Game) -> Results:
    """Return the rules for the results of a game."""
    results: Results = game.results or PlainResults(game.view)
    return results


class Ended(Struct, frozen=True):
    """Hold how a match ended, by its journal. Times are ISO, as in the journal.

    `bots` are the names of those whom a bot played at the end.
    """

    game: str
    played: Names | None
    began: str
    ended: str
    turns: int
    entrants: tuple[Entrant, ...]
    bots: tuple[str, ...] = ()


class Result(Struct, frozen=True):
    """How a match ended; None if it goes on."""

    ended: Ended | None


def how_it_ended(
    game: Game, state: Any, entries: Sequence[Entry], walked: Iterable[Step[Any]] | None = None
) -> Ended | None:
    """Return how a match ended, by its state and its live entries, or None if it has not.

    The entries are read again for what is counted in them, unless their steps are `walked` already.
    """
    status = game.view.status(state)
    if not status.over:
        return None
    results = results_of(game)
    if walked is None:
        walked = steps(game, entries, has_calls=False)
    return Ended(
        game=game.id,
        played=game.view.scenario_name(state),
        began=entries[0].at if entries else "",
        ended=entries[-1].at if entries else "",
        turns=status.turn,
        entrants=results.entrants(state, lambda: results.count(walked)),
        bots=tuple(seat.name for seat in game.view.seats(state) if seat.bot is not None),
    )


def keep_digests(match_session: MatchSession) -> None:
    """Keep how a match stands as it is left, and how it ended, if it has."""
    journal, number, game = match_session.session.journal, match_session.number, match_session.game
    match, head = journal.identity_of(number), journal.last(number)
    briefs, results = open_briefs(journal), open_results(journal)
    fresh = brief_at(game.view, game.view.mask_state(match_session.state, None))
    briefs.keep(match, head, replace(fresh, asks=match_session.session.question is not None))
    if game.view.status(match_session.state).over:
        results.keep(match, head, Result(how_it_ended(game, match_session.state, journal.live(number))))
    briefs.write()
    results.write()


def open_results(journal: Journal) -> Digests[Result]:
    """Return the results that a library keeps of its matches."""
    return Digests(
        journal, "result", f"{__version__}/{RESULTS}", ENCODER, msgspec.json.Decoder(Result, dec_hook=decode_fraction)
    )


def _encode(value: Any) -> Any:
    if isinstance(value, Fraction):
        return str(value)
    raise TypeError(f"nothing of a season is a {type(value).__name__}")


def decode_fraction(kind: type, value: Any) -> Any:
    """Return a fraction from its text. Raises ValueError, TypeError."""
    if kind is Fraction:
        return _read_fraction(value)
    raise TypeError(f"nothing of a season is a {kind.__name__}")


_read_fraction = lru_cache(10_000)(Fraction)


ENCODER = msgspec.json.Encoder(enc_hook=_encode)


# -- what older versions kept beside the library ---------------------------------------------------

OLD_RESULTS = "0.1.0/4"
"""The maker of the old results that are worked out as those of today."""


class OldBrief(Struct, frozen=True):
    """A brief, with the last entry it was made from and its checksum."""

    entry: int
    checksum: int
    brief: Brief


class OldResult(Struct, frozen=True):
    """How a match ended, with its last entry and the checksum of that; None if it went on."""

    entry: int
    checksum: int
    ended: Ended | None


class OldResults(Struct, frozen=True):
    """The file of old results: `kept` holds an `OldResult` for each match, by its identity."""

    made_by: str = ""
    checksum: int = 0
    kept: msgspec.Raw = msgspec.Raw(b"{}")


def take_over_files(journal: Journal, library: Path) -> None:
    """Keep in the library what an older version kept beside it, so that no match is read again; remove its files."""
    briefs, results = (library.with_name(f"{library.stem}-{name}.json") for name in ("briefs", "results"))
    brief_digests, result_digests = open_briefs(journal), open_results(journal)
    for identity, old in read_or(briefs, dict[str, OldBrief], {}).items():
        brief_digests.keep(identity, (old.entry, old.checksum), old.brief)
    file = read_or(results, OldResults, OldResults())
    with suppress(msgspec.MsgspecError, ValueError, RecursionError):
        if (file.made_by, file.checksum) == (OLD_RESULTS, crc32(file.kept)):
            for identity, result in _OLD_RESULTS.decode(file.kept).items():
                result_digests.keep(identity, (result.entry, result.checksum), Result(result.ended))
    brief_digests.write()
    result_digests.write()
    for path in (briefs, results):
        with suppress(OSError):
            path.unlink(missing_ok=True)


_OLD_RESULTS = msgspec.json.Decoder(dict[str, OldResult], dec_hook=decode_fraction)
