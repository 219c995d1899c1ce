"""Hold the matches of a season: those of a library that ended and count, under the club's names."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from functools import reduce
from itertools import chain
from pathlib import Path
from types import MappingProxyType

from msgspec import Struct, field
from msgspec.structs import replace

from q40k.kernel.journal.journal import JournalError
from q40k.kernel.text import fold_name
from q40k.season.club import Club, build_club
from q40k.season.decisions import Decisions, Line
from q40k.season.facts import fold
from q40k.season.matches import Match, Spool
from q40k.season.migrating import merge_lines, migrate
from q40k.season.record import read_decisions, write_pending
from q40k.season.results import Engine, Finished, LibraryResults, Progress
from q40k.season.settling import Evidence, people_key, settle
from q40k.study.summaries import SeatSummary, Summary, read_summaries
from q40k.table.match_library import MatchLibrary, now
from q40k.table.outcomes import NOBODY, Entrant


class Filter(Struct, frozen=True):
    """Select matches that began from `since` to `until` (days, "2026-11-22", both included), of a
    `game` by its id, of what is `played` in it, with a `tag`; "" selects any.
    With `bots` the seats that bots played count like players; without, they are nobody's, and nobody fielded what
    they played.
    """

    since: str = ""
    until: str = ""
    game: str = ""
    played: str = ""
    tag: str = ""
    bots: bool = False


EVERYTHING = Filter()


class Season(Struct, frozen=True):
    """Hold everything a season is worked out from.

    `matches` are the selected ones, `every` all that count. `left_out` are those that do not, each
    with the reason. `unread` are the numbers of unreadable matches, `lines` is the number of
    unreadable decisions. `pending` are lines that follow from the matches and are not written yet; the
    leagues of the club hold them already. `now` is the time by the clock, "" without one. `void` are
    the identities of matches that do not count any more, of those that decided tables of leagues.
    """

    matches: Spool[Match]
    every: Spool[Match]
    left_out: tuple[tuple[Match, str], ...] = ()
    unread: tuple[int, ...] = ()
    lines: int = 0
    club: Club = field(default_factory=Club)
    pending: tuple[Line, ...] = ()
    now: str = ""
    void: frozenset[str] = frozenset()

    @property
    def evidence(self) -> Evidence:
        """Return the matches that can decide tables of leagues."""
        return Evidence(self.every, self.club.player_key, self.now, self.void)

    @property
    def games(self) -> tuple[str, ...]:
        """Return the ids of the games that were played, the most played first."""
        return tuple(game for game, _number in self.matches.tally("game").most_common())

    def of(self, game: str) -> Spool[Match]:
        """Return the matches of a game."""
        return self.matches.where("game = ?", game)


def season(
    library: MatchLibrary,
    filter_: Filter = EVERYTHING,
    progress: Progress = lambda _place, _number: None,
    engine: Engine | None = None,
) -> Season:
    """Read the season of a library. Raises JournalError, OSError, whatever ends an `engine`."""
    results = LibraryResults(library)
    finished, summaries = results.finished_matches(progress, engine), read_summaries(library.path)
    decisions, unread = read_decisions(library), tuple(results.unread)
    return build_season(finished, decisions, filter_, unread, summaries, now(), results.unfinished)


def settle_leagues(path: Path | None) -> None:
    """Write what follows for leagues from the matches of the library at `path`, if a league goes on.

    What cannot be written follows at the next look at the leagues.
    """
    if path is None:
        return
    with suppress(JournalError, OSError), closing(MatchLibrary(path)) as library:
        leagues = build_club(read_decisions(library).standing).leagues
        if not all(state.is_over for state in leagues.values()):
            write_pending(library, season(library).pending)


def build_season(
    finished: Sequence[Finished],
    decisions: Decisions,
    filter_: Filter = EVERYTHING,
    unread: tuple[int, ...] = (),
    summaries: Mapping[str, Summary] = MappingProxyType({}),
    at: str = "",
    unfinished: Iterable[str] = (),
) -> Season:
    """Build the season from finished matches, in the order of play, decisions, and summaries of studies.

    `unfinished` are the identities of matches that go on: a table that one of them had decided is open again.
    """
    standing = decisions.standing
    club_ = build_club(standing)
    renamed = Spool(Match, "place INTEGER, identity TEXT, game TEXT, people TEXT, counts BOOLEAN, chosen BOOLEAN")
    for place, match in enumerate(_rename_players(club_, finished, summaries, bots=filter_.bots)):
        people = people_key(fold_name(entrant.player) for entrant in match.people)
        counts, chosen = match.identity not in club_.left_out, _is_selected(match, filter_)
        renamed.add(match, place, match.identity, match.game, people, counts, chosen)
    if club_.leagues:
        renamed.find_by("identity")
        renamed.find_by("people")
    every, left_out = renamed.where("counts"), renamed.where("chosen AND NOT counts")
    decided = {table.match for league in club_.leagues.values() for table in league.tables}
    void = frozenset(identity for identity in chain(club_.left_out, unfinished) if identity in decided)
    evidence = Evidence(every, club_.player_key, at, void)
    pending = migrate(standing, evidence)
    club_ = build_club(merge_lines(standing, pending)) if pending else club_
    for name, league in club_.leagues.items():
        facts = settle(league, evidence)
        pending += [Line(0, at, fact, auto=True) for fact in facts]
        club_.leagues[name] = reduce(lambda state, fact: fold(state, fact, at), facts, league)
    return Season(
        every.where("chosen"),
        every,
        tuple((match, club_.left_out[match.identity]) for match in left_out),
        unread,
        decisions.unread,
        club_,
        tuple(pending),
        at,
        void,
    )


def _rename_players(
    club_: Club, finished: Sequence[Finished], summaries: Mapping[str, Summary], *, bots: bool
) -> Iterator[Match]:
    """Yield the matches with the names the season uses; the newest spelling counts."""
    shown = {}
    for match in finished:
        for entrant in match.ended.entrants:
            name = club_.name_in(match.identity, entrant.player)
            if club_.player_key(name) == fold_name(name):
                shown[fold_name(name)] = name
    shown |= club_.spelled
    shown[NOBODY] = NOBODY
    for match in finished:
        yield _match(club_, shown, match, _valid_summary(summaries, match), bots=bots)


def _valid_summary(summaries: Mapping[str, Summary], match: Finished) -> Mapping[str, SeatSummary]:
    """Return what a study said of the seats of a match, unless it has been played or amended since."""
    summary = summaries.get(match.identity)
    return summary.seats if summary is not None and (summary.entry, summary.checksum) == match.last else {}


def _match(
    club_: Club, shown: dict[str, str], finished_match: Finished, seats: Mapping[str, SeatSummary], *, bots: bool
) -> Match:
    ended = finished_match.ended
    left_out = () if bots else ended.bots
    called = [_rename(entrant, club_.name_in(finished_match.identity, entrant.player)) for entrant in ended.entrants]
    entrants, studied = list[Entrant](), dict[str, SeatSummary]()
    for entrant, own, key in zip(ended.entrants, called, _keys_of_players(club_, called), strict=True):
        if entrant.player in left_out:
            entrants.append(replace(entrant, player=NOBODY, figure="", army=""))
            continue
        entrants.append(_rename(entrant, shown.get(key, own.player)))
        if entrant.player in seats:
            studied[entrants[-1].player] = seats[entrant.player]
    return Match(
        finished_match.number,
        finished_match.identity,
        finished_match.name,
        ended.game,
        ended.played,
        ended.began,
        ended.ended,
        ended.turns,
        tuple(entrants),
        club_.tags.get(finished_match.identity, ()),
        studied,
    )


def _rename(entrant: Entrant, player: str) -> Entrant:
    """Return an entrant under a name; the same one if it is its own."""
    return entrant if entrant.player == player else replace(entrant, player=player)


def _keys_of_players(club_: Club, entrants: Sequence[Entrant]) -> list[str]:
    """Return the key of everybody in a match; each key belongs to one side.

    Two players that were merged but both played keep their own keys. Somebody who played on several
    sides gets the key of nobody, because that result tells nothing about a player.
    """
    keys = [club_.player_key(entrant.player) for entrant in entrants]
    keys = [
        fold_name(entrant.player) if keys.count(each) > 1 else each
        for entrant, each in zip(entrants, keys, strict=True)
    ]
    sides: dict[str, set[str]] = {}
    for entrant, each in zip(entrants, keys, strict=True):
        sides.setdefault(each, set()).add(entrant.side)
    return [fold_name(NOBODY) if len(sides[each]) > 1 else each for each in keys]


def _is_selected(match: Match, filter_: Filter) -> bool:
    day = match.began[:10]
    played = [] if match.played is None else [fold_name(match.played.en), fold_name(match.played.fr)]
    return (
        (not filter_.since or day >= filter_.since)
        and (not filter_.until or day <= filter_.until)
        and (not filter_.game or match.game == filter_.game)
        and (not filter_.played or fold_name(filter_.played) in played)
        and (not filter_.tag or fold_name(filter_.tag) in map(fold_name, match.tags))
    )
