"""A season as data: what `q40k season --json` prints, the results as CSV, links for BG Stats."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, Final
from urllib.parse import quote

import msgspec
from msgspec import Struct

from q40k.games.game import name_of
from q40k.season.chances import Won, armies, figures
from q40k.season.league import Standing as LeagueStanding
from q40k.season.league import leagues
from q40k.season.ratings import ratings
from q40k.season.records import Record, records
from q40k.season.results import moment
from q40k.season.season import Filter, Match, Season
from q40k.season.standings import meetings, standings
from q40k.season.words import counts_of
from q40k.table.as_json import exact_text

FORMAT: Final = "q40k-season-1"
ONE_PLAY: Final = "https://app.bgstatsapp.com/createPlay.html?data="
"""Where the app BG Stats takes one match, as JSON in the address."""
_FORMULAS: Final = ("=", "+", "-", "@", "\t", "\r")
"""A cell that begins so would be worked out by a spreadsheet."""


class Part(Struct, frozen=True):
    """Somebody’s part in a match; `points` are exact, as text. `player` is "" for nobody’s side."""

    player: str
    side: str
    place: int
    points: str
    figure: str
    army: str
    counts: dict[str, int]


class Played(Struct, frozen=True):
    """A match. `id` is its own in any library, `number` is that in this one."""

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
    """What a player has made of all matches: opponents `beaten` (exact) of so many `met`."""

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
    """A player’s strength in a game, and its course; `tells` is false while it says too little."""

    game: str
    player: str
    mu: float
    sigma: float
    at_least: float
    tells: bool
    course: list[Step]


class Meeting(Struct, frozen=True):
    """How often a player came in before another one, behind, and with them."""

    game: str
    player: str
    other: str
    before: int
    behind: int
    even: int


class Fielded(Struct, frozen=True):
    """What a figure or an army has won: its share, the interval, what luck alone would give."""

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
    """A record of the club; `count` is what was counted, "" where the kind says it."""

    game: str
    kind: str
    count: str
    most: int
    players: list[str]
    when: str


class Table(Struct, frozen=True):
    """A table of a round: who plays in the order of seats; `order` is null while it is open.

    `match` is the id of the one that decided it, "" where people said the order.
    """

    players: list[str]
    order: list[list[str]] | None
    match: str


class Row(Struct, frozen=True):
    """How somebody stands in a league; `points` are exact, as text."""

    place: int
    player: str
    points: str
    wins: int
    played: int
    gone: bool


class League(Struct, frozen=True):
    """A league or a knock-out: its rounds, and its standings by group."""

    name: str
    kind: str
    over: bool
    winners: list[str]
    standings: list[list[Row]]
    rounds: list[list[Table]]


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


def data(season: Season, wanted: Filter) -> dict[str, Any]:
    """Everything a season tells, as plain data."""
    games = [(game, season.of(game)) for game in season.games]
    found: dict[str, Any] = msgspec.to_builtins(
        Data(
            FORMAT,
            wanted,
            [_played(one, "") for one in season.matches]
            + [_played(one, why) for one, why in season.left_out],
            [
                Standing(one.player, one.matches, one.wins, round(one.mean_place, 4),
                         exact_text(one.beaten), one.met)
                for one in standings(season.matches)
            ],
            [one for game, matches in games for one in _ratings(game, matches)],
            [
                Meeting(game, *pair, one.before, one.behind, one.even)
                for game, matches in games
                for pair, one in sorted(meetings(matches).items())
            ],
            [_fielded(game, one) for game, matches in games for one in figures(matches)],
            [_fielded(game, one) for game, matches in games for one in armies(matches)],
            [_best(game, one) for game, matches in games
             for one in records(matches, counts_of(game))],
            [_league(one, season) for one in leagues(season)],
        )
    )  # fmt: skip
    return found


def schema() -> dict[str, Any]:
    """The JSON Schema of it."""
    return msgspec.json.schema(Data)


def _played(one: Match, why: str) -> Played:
    return Played(
        one.identity, one.number, one.name, one.game, one.played.en if one.played else "",
        one.began, one.ended, one.turns, list(one.tags), why,
        [
            Part(each.player, each.side, each.place, exact_text(each.points), each.figure, each.army,
                 each.counts)
            for each in one.entrants
        ],
    )  # fmt: skip


def _ratings(game: str, matches: tuple[Match, ...]) -> Iterator[Rating]:
    for one in ratings(matches):
        course = [
            Step(matches[step.match].identity, round(step.mu, 6), round(step.sigma, 6))
            for step in one.course
        ]
        yield Rating(game, one.player, round(one.mu, 6), round(one.sigma, 6), round(one.sure, 6),
                     one.tells, course)  # fmt: skip


def _fielded(game: str, one: Won) -> Fielded:
    low, high = one.interval
    return Fielded(game, one.id, one.played, one.wins, round(one.share, 6), round(low, 6),
                   round(high, 6), round(one.expected, 6), one.verdict)  # fmt: skip


def _best(game: str, one: Record) -> Best:
    return Best(game, one.kind, one.count, one.most, list(one.players), one.when)


def league_data(one: LeagueStanding, season: Season) -> dict[str, Any]:
    """A league as plain data."""
    found: dict[str, Any] = msgspec.to_builtins(_league(one, season))
    return found


def _league(one: LeagueStanding, season: Season) -> League:
    ids = {match.number: match.identity for match in season.every}
    return League(
        one.league.name,
        one.league.kind,
        one.over,
        list(one.winners),
        [
            [Row(row.place, row.player, exact_text(row.points), row.wins, row.played, row.gone)
             for row in rows]
            for rows in one.groups
        ],
        [
            [
                Table(
                    list(each.players),
                    None if each.order is None else [list(tied) for tied in each.order],
                    ids.get(each.match, ""),
                )
                for each in tables
            ]
            for tables in one.rounds
        ],
    )  # fmt: skip


# -- for other programs ----------------------------------------------------------------------


def as_csv(season: Season) -> str:
    """A row for every part in every match, for a spreadsheet; no name is taken for a formula."""
    counts = list(dict.fromkeys(one.id for game in season.games for one in counts_of(game)))
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(
        ["id", "number", "name", "game", "played", "began", "ended", "turns", "tags", "player",
         "side", "place", "points", "figure", "army", *counts]
    )  # fmt: skip
    for match in season.matches:
        for one in match.entrants:
            row = [
                match.identity, match.number, match.name, match.game,
                match.played.en if match.played else "", match.began, match.ended, match.turns,
                " ".join(match.tags), one.player, one.side, one.place, float(one.points),
                one.figure, one.army, *(one.counts.get(count, "") for count in counts),
            ]  # fmt: skip
            writer.writerow([_cell(value) for value in row])
    return out.getvalue()


def _cell(value: object) -> object:
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULAS) else value


def bgstats(season: Season) -> list[str]:
    """A link for every match, which the app BG Stats takes in on a phone.

    It takes one match a link. The files it writes itself are described nowhere by those who make
    them, so none is written.
    """
    return [ONE_PLAY + quote(json.dumps(_play(one), ensure_ascii=False)) for one in season.matches]


def _play(one: Match) -> dict[str, Any]:
    lasted = max(0, round((moment(one.ended) - moment(one.began)) / 60))
    return {
        "sourceName": "q40k",
        "sourcePlayId": one.identity,
        **({"playDate": _in_utc(one.ended)} if one.ended else {}),
        "durationMin": lasted,
        "board": one.played.en if one.played else "",
        "comments": one.name,
        "game": {
            "name": name_of(one.game),
            "sourceGameId": one.game,
            "highestWins": True,
            "noPoints": not any(each.points for each in one.people),
        },
        "players": [
            {
                "name": each.player,
                "sourcePlayerId": each.player,
                "rank": each.place,
                "winner": one.won(each),
                "score": float(each.points),
                "role": each.figure_name.en if each.figure_name else each.army,
                **({"team": each.side} if len(one.sides[each.side]) > 1 else {}),
                "startPlayer": False,
            }
            for each in one.people
        ],
    }


def _in_utc(at: str) -> str:
    """A time of the journal as BG Stats asks for it: in UTC, without saying so."""
    return f"{datetime.fromtimestamp(moment(at), UTC):%Y-%m-%d %H:%M:%S}"
