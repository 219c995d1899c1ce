"""Export a season: JSON for `q40k season --json`, CSV of the results, links for BG Stats."""

import csv
import io
import json
from collections.abc import Iterator
from datetime import UTC, datetime
from fractions import Fraction
from functools import partial
from itertools import chain
from typing import Any, TypeVar
from urllib.parse import quote

import msgspec
from msgspec import Struct

from q40k.games.game import name_of
from q40k.kernel.text import Rows
from q40k.season import statistics
from q40k.season.league import LeagueStanding
from q40k.season.league_view import leagues
from q40k.season.matches import Match
from q40k.season.results import moment
from q40k.season.season import Filter, Season
from q40k.season.statistics import (
    WinCount,
    army_wins,
    figure_wins,
    luck_balances,
    meetings,
    ratings,
    records,
    standings,
)
from q40k.season.wording import counts_of
from q40k.table.as_json import exact_text

T = TypeVar("T", bound=Struct)
FORMAT = "q40k-season-1"
ONE_PLAY = "https://app.bgstatsapp.com/createPlay.html?data="
"""The address at which BG Stats accepts one match, as JSON in the query."""
_WHY_BYE = {"robin": "odd", "groups": "odd", "swiss": "lowest", "knockout": "seed"}
_FORMULAS = ("=", "+", "-", "@", "\t", "\r")
"""A spreadsheet would take a cell that begins like this for a formula."""


class Part(Struct, frozen=True):
    """Somebody’s part in a match; `points` are exact, as text. `player` is "" if it has no name."""

    player: str
    side: str
    place: int
    points: str
    figure: str
    army: str
    counts: dict[str, int]


class Played(Struct, frozen=True):
    """A match. `id` identifies it in any library, `number` only in this one."""

    id: str
    number: int
    name: str
    game: str
    played: str
    began: str
    ended: str
    turns: int
    tags: list[str]
    left_out: str
    players: list[Part]


class Standing(Struct, frozen=True):
    """The total of a player’s matches: `beaten` (exact) of the `met` opponents."""

    player: str
    matches: int
    wins: int
    mean_place: float
    beaten: str
    met: int


class Step(Struct, frozen=True):
    """A player’s strength after a match, by the match’s id."""

    match: str
    mu: float
    sigma: float


class Rating(Struct, frozen=True):
    """A player’s strength in a game and its course; `tells` is false with too few matches."""

    game: str
    player: str
    mu: float
    sigma: float
    at_least: float
    tells: bool
    course: list[Step]


class Luck(Struct, frozen=True):
    """What dice brought a player in a game’s studied matches, in victories: `won`, and `adjusted` without it."""

    game: str
    player: str
    matches: int
    won: float
    luck: float
    spread: float
    adjusted: float
    errors: float
    decisions: int
    verdict: str


class Meeting(Struct, frozen=True):
    """How often a player finished ahead of another one, behind, and level."""

    game: str
    player: str
    other: str
    before: int
    behind: int
    even: int


class Fielded(Struct, frozen=True):
    """The wins of a figure or an army: its share, the interval, the share by luck alone."""

    game: str
    id: str
    played: int
    wins: int
    share: float
    low: float
    high: float
    expected: float
    verdict: str


class Best(Struct, frozen=True):
    """A record of the club; `count` names what was counted, "" where the kind says it."""

    game: str
    kind: str
    count: str
    most: int
    players: list[str]
    when: str


class Table(Struct, frozen=True):
    """A table of a round: its players in the order of seats; `order` is null while it is open.

    `match` is the id of the match that decided it, "" if players reported the order. `by` is why it is
    decided: "match", "word", "withdrawal" or "bye".
    """

    players: list[str]
    order: list[list[str]] | None
    match: str
    by: str = ""


class Row(Struct, frozen=True):
    """Somebody’s row in a league; `points` are exact, as text. `moved`: places gained by the last round."""

    place: int
    player: str
    points: str
    wins: int
    played: int
    gone: bool
    moved: int = 0


class Bye(Struct, frozen=True):
    """Somebody who sits a round out: "odd" in number, "lowest" in points, or by "seed"."""

    player: str
    why: str


class League(Struct, frozen=True):
    """A league or a knock-out: its rounds, with those who sit them out, and its standings by group."""

    name: str
    kind: str
    over: bool
    winners: list[str]
    standings: list[list[Row]]
    rounds: list[list[Table]]
    byes: list[list[Bye]] = []


class Data(Struct, frozen=True):
    """A season. Matches are in the order of play; those `left_out`, with the reason, come last."""

    format: str
    filter: Filter
    matches: list[Played]
    table: list[Standing]
    ratings: list[Rating]
    meetings: list[Meeting]
    figures: list[Fielded]
    armies: list[Fielded]
    records: list[Best]
    leagues: list[League]
    luck: list[Luck] = []


def data(season: Season, filter_: Filter) -> dict[str, Any]:
    """Return the whole season as plain data; matches and courses are worked out as they are written."""
    games = [(game, season.of(game)) for game in season.games]
    rated = [(game, rating) for game, matches in games for rating in ratings(matches)]
    plain: dict[str, Any] = msgspec.to_builtins(
        Data(
            FORMAT,
            filter_,
            [],
            [_copy(Standing, total) for total in standings(season.matches)],
            [_copy(Rating, rating, game=game, at_least=rating.sure, course=[]) for game, rating in rated],
            [
                _copy(Meeting, meeting, game=game, player=player, other=other)
                for game, matches in games
                for (player, other), meeting in sorted(meetings(matches).items())
            ],
            [_wins_data(game, wins) for game, matches in games for wins in figure_wins(matches)],
            [_wins_data(game, wins) for game, matches in games for wins in army_wins(matches)],
            [_copy(Best, best, game=game) for game, matches in games for best in records(matches, counts_of(game))],
            [_league_struct(league) for league in leagues(season)],
            [_copy(Luck, balance, game=game) for game, matches in games for balance in luck_balances(matches)],
        )
    )
    for rating, (_game, source) in zip(plain["ratings"], rated, strict=True):
        rating["course"] = Rows(partial(map, _step, source.course))
    return plain | {"matches": Rows(partial(_matches, season))}


def _step(strength: statistics.Strength) -> dict[str, Any]:
    return {"match": strength.identity, "mu": round(strength.mu, 6), "sigma": round(strength.sigma, 6)}


def _matches(season: Season) -> Iterator[dict[str, Any]]:
    for match, why in chain(((match, "") for match in season.matches), season.left_out):
        yield msgspec.to_builtins(_match_data(match, why))


def schema() -> dict[str, Any]:
    """Return the JSON Schema of the data."""
    return msgspec.json.schema(Data)


def _copy(kind: type[T], source: object, **different: object) -> T:
    """Return a record of data from the attributes of the same names: fractions exact, as text, floats rounded."""
    values = {name: getattr(source, name) for name in kind.__struct_fields__ if name not in different}
    return kind(**{name: _as_plain(value) for name, value in (values | different).items()})


def _as_plain(value: object) -> object:
    match value:
        case Fraction():
            return exact_text(value)
        case float():
            return round(value, 6)
        case tuple():
            return list(value)
    return value


def _match_data(match: Match, why: str) -> Played:
    players = [_copy(Part, entrant) for entrant in match.entrants]
    played = match.played.en if match.played else ""
    return _copy(Played, match, id=match.identity, played=played, left_out=why, players=players)


def _wins_data(game: str, wins: WinCount) -> Fielded:
    low, high = wins.interval
    return _copy(Fielded, wins, game=game, low=low, high=high)


def league_data(league: LeagueStanding) -> dict[str, Any]:
    """Return a league as plain data."""
    plain: dict[str, Any] = msgspec.to_builtins(_league_struct(league))
    return plain


def _league_struct(league: LeagueStanding) -> League:
    numbers, kind = league.numbers, league.league.kind
    return League(
        league.league.name,
        kind,
        league.is_over,
        list(league.winners),
        [[_copy(Row, row, gone=row.has_left) for row in rows] for rows in league.groups],
        [
            [_copy(Table, table, match=table.match if table.match in numbers else "") for table in tables]
            for tables in league.rounds
        ],
        [[Bye(player, _WHY_BYE[kind]) for player in byes] for byes in league.byes],
    )


# -- for other programs ----------------------------------------------------------------------


def as_csv(season: Season) -> str:
    """Return a CSV row for every part in every match; no name is read as a formula."""
    counts = list(dict.fromkeys(count.id for game in season.games for count in counts_of(game)))
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    heads = "id,number,name,game,played,began,ended,turns,tags,player,side,place,points,figure,army"
    writer.writerow([*heads.split(","), *counts])
    for match in season.matches:
        played = match.played.en if match.played else ""
        of_match = (match.identity, match.number, match.name, match.game, played, match.began, match.ended, match.turns)
        for entrant in match.entrants:
            part = (entrant.player, entrant.side, entrant.place, float(entrant.points), entrant.figure, entrant.army)
            row = (*of_match, " ".join(match.tags), *part, *(entrant.counts.get(count, "") for count in counts))
            writer.writerow(map(_cell, row))
    return out.getvalue()


def _cell(value: object) -> object:
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULAS) else value


def bgstats(season: Season) -> list[str]:
    """Return a link for every match; the BG Stats app on a phone imports it.

    Each link holds one match. Its own file format is undocumented, so no file is written.
    """
    return [ONE_PLAY + quote(json.dumps(_play(match), ensure_ascii=False)) for match in season.matches]


def _play(match: Match) -> dict[str, Any]:
    minutes = max(0, round((moment(match.ended) - moment(match.began)) / 60))
    return {
        "sourceName": "q40k",
        "sourcePlayId": match.identity,
        **({"playDate": _in_utc(match.ended)} if match.ended else {}),
        "durationMin": minutes,
        "board": match.played.en if match.played else "",
        "comments": match.name,
        "game": {
            "name": name_of(match.game),
            "sourceGameId": match.game,
            "highestWins": True,
            "noPoints": not any(entrant.points for entrant in match.people),
        },
        "players": [
            {
                "name": entrant.player,
                "sourcePlayerId": entrant.player,
                "rank": entrant.place,
                "winner": match.is_won_by(entrant),
                "score": float(entrant.points),
                "role": entrant.figure_name.en if entrant.figure_name else entrant.army,
                **({"team": entrant.side} if len(match.sides[entrant.side]) > 1 else {}),
                "startPlayer": False,
            }
            for entrant in match.people
        ],
    }


def _in_utc(at: str) -> str:
    """Return a journal time as BG Stats expects it: in UTC, without a zone."""
    return f"{datetime.fromtimestamp(moment(at), UTC):%Y-%m-%d %H:%M:%S}"
