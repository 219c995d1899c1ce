"""A report as data: the output of `q40k stats --json`, which is also packed into the page."""

import json
from typing import Any, cast

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

from q40k.games.game import Game
from q40k.kernel.journal.journal import Entry
from q40k.report.causes import Cause
from q40k.report.tale import Swing, Tale
from q40k.table.as_json import exact_text

FORMAT = "q40k-report-1"


class Side(Struct, frozen=True):
    """The progress of a side: exact numbers as text, and their unit."""

    side: str
    made: str
    goal: str
    unit: str


class Lead(Struct, frozen=True):
    """A side took the lead alone, at this entry."""

    entry: int
    side: str


class Decided(Struct, frozen=True):
    """The change of a side's chance to win by an entry, or by an event in it.

    `cause` says "dice" or "choice", and `whose` they were; both are "" if nobody knows, and `whose`
    is "" for the whole table.
    """

    entry: int
    side: str
    was: float
    then: float
    cause: str = ""
    whose: str = ""


class Won(Struct, frozen=True):
    """A medal: its title, how it was won, and the runner-up, in the language of the report."""

    title: str
    how: str
    then: str


class JournalEntry(Struct, frozen=True):
    """A live entry: a command or an answer, and the events it caused."""

    seq: int
    kind: str
    command: int
    at: str
    hand: str
    body: Any
    events: list[dict[str, Any]]


class Data(Struct, frozen=True):
    """A match as data. `figures` are the game's own statistics, by the names of the players.

    `moments` are the entries that decided most. `chances` are all events that changed a chance to
    win: each names the side whose chance changed most.

    The `journal` is included in the page of a report, unless anything in the match is still secret.
    It holds the match's seed only when the match is over.
    """

    format: str
    game: str
    name: str
    played: str
    over: bool
    winners: list[str]
    turns: int
    began: str
    ended: str
    race: list[Side]
    leads: list[Lead]
    moments: list[Decided]
    chances: list[Decided]
    medals: list[Won]
    figures: dict[str, Any]
    journal: list[JournalEntry] | UnsetType = UNSET


def data(game: Game, tale: Tale) -> dict[str, Any]:
    """Return everything in a report as plain data."""
    document: dict[str, Any] = msgspec.to_builtins(_build(game, tale, UNSET))
    return document


def data_with_journal(game: Game, tale: Tale) -> bytes:
    """Return the same data with the journal, as JSON."""
    return msgspec.json.encode(_build(game, tale, [_build_entry(entry, tale.over) for entry in tale.entries]))


def _build(game: Game, tale: Tale, journal: list[JournalEntry] | UnsetType) -> Data:
    return Data(
        FORMAT,
        game.id,
        tale.name,
        tale.played,
        tale.over,
        list(tale.winners),
        tale.turns,
        tale.began,
        tale.ended,
        [Side(side.name, exact_text(side.scored), exact_text(side.goal), side.unit) for side in tale.sides],
        [Lead(seq, name) for seq, name in tale.leads],
        [_build_decided(moment.seq, moment.swing, moment.cause) for moment in tale.moments],
        [
            _build_decided(beat.seq, sentence.swing, beat.cause)
            for beat in tale.beats
            for sentence in beat.sentences
            if sentence.swing is not None
        ],
        [Won(*medal) for medal in tale.medals],
        tale.data,
        journal,
    )


def _without_seed(text: str) -> str:
    """Return the JSON of a command or of events without the seed of their match."""
    if '"seed"' not in text:
        return text
    parsed = json.loads(text)
    for record in parsed if isinstance(parsed, list) else [parsed]:
        if isinstance(record, dict):
            record.pop("seed", None)
    return json.dumps(parsed, ensure_ascii=False)


def _build_decided(seq: int, swing: Swing, cause: Cause | None) -> Decided:
    of = (cause.kind, cause.who) if cause is not None else ("", "")
    return Decided(seq, swing.side, round(swing.was, 4), round(swing.then, 4), *of)


def schema() -> dict[str, Any]:
    """Return the JSON Schema of the data."""
    return msgspec.json.schema(Data)


def _build_entry(entry: Entry, over: bool) -> JournalEntry:
    """Return an entry for the journal; its JSON is copied as text."""
    body, events = entry.body, entry.events
    if not over:
        body, events = _without_seed(body), _without_seed(events)
    raw = cast("Any", Raw(events))
    return JournalEntry(entry.seq, entry.kind, entry.command, entry.at, entry.hand, Raw(body), raw)
