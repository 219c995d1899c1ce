"""A report as data: what `q40k stats --json` prints, and what lies packed in the page."""

from __future__ import annotations

from typing import Any, Final, cast

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

from q40k.games.game import Game
from q40k.kernel.journal.journal import Entry
from q40k.report.chances import Swing
from q40k.report.tale import Tale
from q40k.table.as_json import exact

FORMAT: Final = "q40k-report-1"


class Side(Struct, frozen=True):
    """How far a side came: exact numbers as text, and in what they count."""

    side: str
    made: str
    goal: str
    unit: str


class Lead(Struct, frozen=True):
    """Who took the lead alone, at which entry."""

    entry: int
    side: str


class Decided(Struct, frozen=True):
    """By how much an entry, or a kill in it, changed a side's chance to win, by the plain model."""

    entry: int
    side: str
    was: float
    then: float


class Won(Struct, frozen=True):
    """A medal: its title, what it was won by, and who came next, in the language of the report."""

    title: str
    how: str
    then: str


class JournalEntry(Struct, frozen=True):
    """An entry that stands: a command or an answer, and the events it brought about."""

    seq: int
    kind: str
    command: int
    at: str
    hand: str
    body: Any
    events: list[dict[str, Any]]


class Data(Struct, frozen=True):
    """A match told as data. `figures` are the game's own, by the names of the players.

    `moments` are the entries that decided most, `chances` all great moments of the game, kills for
    example, that changed a chance to win: each says whose it changed most.

    The `journal` is there in the page of a report, unless anything in the match is still secret.
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


def data(game: Game, told: Tale) -> dict[str, Any]:
    """Everything a report tells, as plain data."""
    found: dict[str, Any] = msgspec.to_builtins(_whole(game, told, UNSET))
    return found


def journaled(game: Game, told: Tale) -> bytes:
    """The same with the journal, as JSON."""
    return msgspec.json.encode(_whole(game, told, [_entry(one) for one in told.entries]))


def _whole(game: Game, told: Tale, journal: list[JournalEntry] | UnsetType) -> Data:
    return Data(
        FORMAT, game.id, told.name, told.played, told.over, list(told.winners), told.turns,
        told.began, told.ended,
        [Side(one.name, exact(one.made), exact(one.goal), one.unit) for one in told.sides],
        [Lead(seq, name) for seq, name in told.leads],
        [_decided(one.seq, one.swing) for one in told.moments],
        [
            _decided(beat.seq, one.swing)
            for beat in told.beats for one in beat.said if one.swing is not None
        ],
        [Won(*one) for one in told.medals],
        told.data,
        journal,
    )  # fmt: skip


def _decided(seq: int, one: Swing) -> Decided:
    return Decided(seq, one.side, round(one.was, 4), round(one.then, 4))


def schema() -> dict[str, Any]:
    """The JSON Schema of it."""
    return msgspec.json.schema(Data)


def _entry(entry: Entry) -> JournalEntry:
    """An entry, its JSON as it is: nothing of it is read and written again."""
    body, events = (cast("Any", Raw(text)) for text in (entry.body, entry.events))
    return JournalEntry(entry.seq, entry.kind, entry.command, entry.at, entry.hand, body, events)
