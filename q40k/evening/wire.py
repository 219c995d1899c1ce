"""The messages between a table and the hall, their limits, and the sentence of each refusal."""

from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Raw, Struct

from q40k.games.game import find
from q40k.i18n.locale import Locale
from q40k.kernel.events import Facts
from q40k.kernel.journal import history
from q40k.kernel.journal.journal import Journal
from q40k.packs.shipped import coded_sentences
from q40k.table.context import Prefilled

VERSION = 1
"""The version of these messages."""
MOST_BYTES = 8_000_000
"""The most bytes of a message: the longest correction of a long match, which is sent in one piece."""
MOST_ROWS, MOST_TABLES = 200, 400
"""A message has about so many entries, unless a correction is longer; an evening has at most so many tables."""
TOKEN = "x-q40k-table"
"""The header with a table's secret."""
JOIN, NEXT, STAND, ENTRIES = "/table/join", "/table/next", "/table/stand", "/table/entries"

Short = Annotated[str, Meta(max_length=200)]
Identity = Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]


class Join(Struct, frozen=True):
    """A laptop wants to be a table, which its secret, `token`, proves from then on. `shapes` are those of its games."""

    version: int
    word: Short
    table: Annotated[int, Meta(ge=1, le=MOST_TABLES)]
    host: Short
    shapes: dict[str, int]
    token: Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]


class Joined(Struct, frozen=True):
    """The league that is played."""

    league: str


class Pairing(Struct, frozen=True):
    """The match that a table plays next: its identity, players in the order of seats, game and options."""

    league: str
    round: int
    table: int
    match: Identity
    players: tuple[str, ...]
    game: str
    options: Raw


class Next(Struct, frozen=True):
    """The next pairing of a table; without one, whether the league is over."""

    pairing: Pairing | None = None
    is_over: bool = False


class Stand(Struct, frozen=True):
    """The newest entry of a match that the hall has, with its checksum; zeros without any."""

    seq: int = 0
    checksum: int = 0


class Row(Struct, frozen=True, array_like=True):
    """An entry as the journal keeps it; `replaces` is the entry whose new version it is."""

    seq: Annotated[int, Meta(ge=1)]
    kind: str
    command: int
    body: str
    hand: Short
    events: str
    dice: int
    at: Short
    replaces: int | None = None

    @property
    def content(self) -> tuple[Any, ...]:
        """Return what the entry's checksum covers, but for `replaces`."""
        return (self.seq, self.kind, self.command, self.body, self.hand, self.events, self.dice, self.at)


class Batch(Struct, frozen=True):
    """Entries of a match that follow the entry `after`, which has this checksum (of no entry: 0)."""

    match: Identity
    game: Short
    shape: int
    name: Short
    created: Short
    after: int
    checksum: int
    rows: tuple[Row, ...]


class Refusal(Struct, frozen=True):
    """Why the hall refuses; `stand` says where it is, if the table is to go on from there."""

    code: str
    facts: dict[str, Any] = {}
    stand: Stand | None = None


class Refused(Exception):
    """The hall refuses a message."""

    def __init__(self, code: str, stand: Stand | None = None, **facts: Any) -> None:
        super().__init__(code, facts)
        self.refusal = Refusal(code, facts, stand)


SENTENCES = Path(__file__).with_suffix(".texts.yaml")


def refusal_text(locale: Locale, refusal: Refusal) -> str:
    """Return the sentence of a refusal; a hall may be newer and know others."""
    facts: Facts = {"entry": "?", "why": "?", "table": "?", "host": "?", "league": "?", **refusal.facts}
    sentences = coded_sentences(SENTENCES, "refusals")
    return locale.say(sentences.get(refusal.code, sentences["unread"]), **facts)


def options_class(game: str) -> type[Prefilled]:
    """Return the class of the options of a game’s matches, by the game’s id."""
    return type(find(game).view.rematch(find(game).rules.blank()) or Prefilled())


def decode(raw: bytes, kind: type[Any]) -> Any:
    """Return a message from its bytes, which anybody may have sent. Raises Refused."""
    try:
        return msgspec.json.decode(raw, type=kind)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise Refused("unread") from error


def read_rows(journal: Journal, number: int, after: int, most: int) -> tuple[Row, ...]:
    """Return entries of a match as they are sent: about `most`, no correction in parts. Raises JournalError."""
    sql = (
        "SELECT entries.seq, kind, command, body, hand, events, dice, at, replaces FROM entries"
        " LEFT JOIN replaced USING (match, seq) WHERE match = ? AND seq > ? ORDER BY seq"
    )
    rows: list[Row] = []
    last = 0
    for values in journal.iterate(sql, number, after):
        if len(rows) >= most and values[0] > last:
            break
        rows.append(Row(*values))
        if rows[-1].kind == "amend":
            last = max(last, history.last_written((0, *values)))
    return tuple(rows)
