"""Hold what a club has decided about its season: names, matches that count, leagues.

One decision is a line, and nothing is ever erased. An undo is a line that takes back the newest
valid decision; a redo restores it. `record` keeps the lines in the library.
"""

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct, field
from msgspec.structs import replace

Kind = Literal["robin", "swiss", "groups", "knockout"]
Table = tuple[str, ...]
"""The players of a table, in the order of seats."""
Round = tuple[Table, ...]


class Same(Struct, frozen=True, tag="same", tag_field="do"):
    """The player called `old` in a match is the one the season calls `new`."""

    old: str
    new: str


class LeftOut(Struct, frozen=True, tag="leave-out", tag_field="do"):
    """A match, by its identity, does not count, for a reason; without one it counts again."""

    match: str
    why: str


class Tagged(Struct, frozen=True, tag="tag", tag_field="do"):
    """A match gets a tag, or loses it."""

    match: str
    tag: str
    on: bool = True


class League(Struct, frozen=True, tag="league", tag_field="do"):
    """A league or a knock-out: players, table size, and the rounds drawn so far.

    The `players` are in the order of their seeds. With `groups`, everybody plays within their
    group. From each table of a knock-out, `best` players advance. `game` is the id of the game that
    is played, "" for any. `seed` is that of the lots.
    """

    name: str
    kind: Kind
    players: tuple[str, ...]
    table: Annotated[int, Meta(ge=2, le=12)] = 2
    rounds: tuple[Round, ...] = ()
    groups: tuple[tuple[str, ...], ...] = ()
    last: int = 0
    best: int = 1
    seed: str = ""
    game: str = ""


class Drawn(Struct, frozen=True, tag="draw", tag_field="do"):
    """The next round of a league was drawn."""

    league: str
    round: Round


class Placed(Struct, frozen=True, tag="result", tag_field="do"):
    """A table of a league ended: as a match did, or in a reported `order`, ties together.

    Round and table are numbers from 1.
    """

    league: str
    round: int
    table: int
    match: str = ""
    order: tuple[tuple[str, ...], ...] = ()


class Withdrawn(Struct, frozen=True, tag="withdraw", tag_field="do"):
    """A player leaves a league: tables already decided stay."""

    league: str
    player: str


class Joined(Struct, frozen=True, tag="join", tag_field="do"):
    """A player joins a league, and a `group` by its number from 1 if it has any.

    The first `kept` rounds stay as they were drawn; `rounds` replace the others.
    """

    league: str
    player: str
    kept: int
    rounds: tuple[Round, ...] = ()
    group: int = 0


class Deleted(Struct, frozen=True, tag="delete-league", tag_field="do"):
    """A league is deleted, or brought back."""

    league: str
    on: bool = True


Decision = Same | LeftOut | Tagged | League | Drawn | Placed | Withdrawn | Joined | Deleted


class Line(Struct, frozen=True, omit_defaults=True):
    """A line of the record: a decision, or the number of one that is undone or redone."""

    n: int
    at: str
    decision: Decision | None = None
    undo: int = 0
    redo: int = 0


class Decisions(Struct):
    """Hold the lines of the record, the texts that are no line, and the number of `lost` entries."""

    lines: list[Line] = field(default_factory=list)
    pieces: list[str] = field(default_factory=list)
    lost: int = 0

    @property
    def unread(self) -> int:
        """Return the number of lines that cannot be read."""
        return len(self.pieces) + self.lost

    def add(self, at: str, **fields: Any) -> None:
        """Add a line with the next number."""
        self.lines.append(Line(max((line.n for line in self.lines), default=0) + 1, at, **fields))

    @property
    def undone(self) -> set[int]:
        """Return the numbers of the undone decisions."""
        numbers: set[int] = set()
        for line in self.lines:
            numbers.add(line.undo)
            numbers.discard(line.redo)
        return numbers - {0}

    @property
    def standing(self) -> list[Line]:
        """Return the lines of the valid decisions, oldest first."""
        undone = self.undone
        return [line for line in self.lines if line.decision is not None and line.n not in undone]

    @property
    def redoable(self) -> int:
        """Return the number a redo restores, or 0 if there is none since the last decision."""
        back: list[int] = []
        for line in self.lines:
            if line.undo:
                back.append(line.undo)
            elif line.redo:
                back = back[:-1]
            else:
                back.clear()
        return back[-1] if back else 0


def resting_on(standing: Sequence[Line], line: Line) -> list[Line]:
    """Return the later decisions that need one decision: the consequences of a league’s draw."""
    if not isinstance(line.decision, League | Drawn | Joined):
        return []
    name = _league_of(line.decision)
    return [other for other in standing if other.n > line.n and _league_of(other.decision) == name]


def _league_of(decision: Decision | None) -> str | None:
    match decision:
        case League(name):
            return name.casefold()
        case Drawn(league) | Placed(league) | Withdrawn(league) | Joined(league) | Deleted(league):
            return league.casefold()
    return None


# -- lines as text ---------------------------------------------------------------------------------


def parse_lines(texts: Iterable[str]) -> Decisions:
    """Read lines; a text that was cut or comes from a newer q40k is kept as a piece."""
    result = Decisions()
    for text in texts:
        try:
            result.lines.append(_DECODER.decode(text))
        except (msgspec.MsgspecError, RecursionError):
            result.pieces.append(text)
    return result


def write_line(line: Line) -> str:
    """Return a line as text."""
    return msgspec.json.encode(line).decode()


# -- joining two records ---------------------------------------------------------------------------


def missing_lines(own: Sequence[Line], other: Sequence[Line], *, keep_own: bool) -> list[Line]:
    """Return the lines of another record that are not here, with numbers that follow those here.

    With `keep_own`, nothing is returned about a player, match or league about which something else
    was decided here.
    """
    known = {replace(line, n=0): line.n for line in own}
    last = max((line.n for line in own), default=0)
    numbers: dict[int, int] = {}  # here, by those of the other record
    moved: list[Line] = []
    for line in other:
        copy = replace(line, n=0, undo=numbers.get(line.undo, 0), redo=numbers.get(line.redo, 0))
        number = known.get(copy) or (last + 1 if own else max(last + 1, line.n))
        last = max(last, number)
        numbers[line.n] = number
        moved.append(replace(copy, n=number))
    subjects = _subjects([*own, *moved])
    theirs = {replace(line, n=0) for line in moved}
    ours = {subjects[line.n] for line in own if replace(line, n=0) not in theirs}
    return [line for line in moved if replace(line, n=0) not in known and not (keep_own and subjects[line.n] in ours)]


def _subjects(lines: Iterable[Line]) -> dict[int, tuple[str, ...]]:
    """Return what each line is about, by its number; an undo is about what it takes back."""
    subjects: dict[int, tuple[str, ...]] = {}
    for line in lines:
        subjects[line.n] = subjects.get(line.undo or line.redo, _subject(line.decision))
    return subjects


def _subject(decision: Decision | None) -> tuple[str, ...]:
    match decision:
        case Same(old):
            return ("player", old.casefold())
        case LeftOut(match):
            return ("match", match)
        case Tagged(match, tag):
            return ("tag", match, tag.casefold())
    return ("league", _league_of(decision) or "")


_DECODER = msgspec.json.Decoder(Line)
