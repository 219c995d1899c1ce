"""Hold what a club has decided about its season, and the facts of its leagues.

One decision or fact is a line, and nothing is ever erased. An undo is a line that takes back the newest
decision of a person; a redo restores it. `record` keeps the lines in the library.
"""

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct, field
from msgspec.structs import replace

from q40k.kernel.text import fold_name

Kind = Literal["robin", "swiss", "groups", "knockout"]
Seats = tuple[str, ...]
"""The players of a table, in the order of seats."""
Round = tuple[Seats, ...]
Order = tuple[tuple[str, ...], ...]
"""An order of finish, the first ones first; those who tied are together."""
Ground = Literal["match", "word", "withdrawal"]
"""Why a table is decided: by a match of its players, by what a person says, or because all others have left."""
FACTS = 2
"""The form of leagues whose tables are decided by facts; in the first form they were worked out each time."""


class Same(Struct, frozen=True, tag="same", tag_field="do"):
    """The player called `old` in a match is the one the season calls `new`."""

    old: str
    new: str


class Apart(Struct, frozen=True, tag="apart", tag_field="do"):
    """Whoever is called `name` in these `matches`, by their identities, is another player, called `new`."""

    name: str
    new: str
    matches: tuple[str, ...]


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
    """A league or a knock-out is founded: players, table size, and the rounds that could be drawn at once.

    The `players` are in the order of their seeds. With `groups`, everybody plays within their
    group. From each table of a knock-out, `best` players advance. `game` is the id of the game that
    is played, "" for any. `seed` is that of the lots. `before` as in `Drawn`.
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
    before: tuple[str, ...] = ()
    form: int = 1


class Drawn(Struct, frozen=True, tag="draw", tag_field="do"):
    """The next round of a league was drawn among its `members` of that moment, by `lots`.

    `number` is that of the round, so that of two draws at once one counts; 0 in old libraries. `byes` are the
    members who sit out. `before` are the identities of the matches of a table’s
    players that were over already: they do not decide it.
    """

    league: str
    round: Round
    members: tuple[str, ...] = ()
    byes: tuple[str, ...] = ()
    lots: str = ""
    before: tuple[str, ...] = ()
    number: int = 0


class Decided(Struct, frozen=True, tag="result", tag_field="do"):
    """A table of a league is decided, in an `order` of finish; players it does not name came last.

    Round and table are numbers from 1. `match` is the identity of the match, if one decided it.
    """

    league: str
    round: int
    table: int
    match: str = ""
    order: Order = ()
    by: Ground = "word"


class Corrected(Decided, frozen=True, tag="correct", tag_field="do"):
    """A decided table gets a different order; without an order it is open again."""


class Withdrawn(Struct, frozen=True, tag="withdraw", tag_field="do"):
    """A player leaves a league: what is decided stays."""

    league: str
    player: str


class Joined(Struct, frozen=True, tag="join", tag_field="do"):
    """A player joins a league, and a `group` by its number from 1 if it has any.

    The first `kept` rounds stay as they were drawn; `rounds` replace the others. `before` as in `Drawn`.
    """

    league: str
    player: str
    kept: int
    rounds: tuple[Round, ...] = ()
    group: int = 0
    before: tuple[str, ...] = ()


class Over(Struct, frozen=True, tag="over", tag_field="do"):
    """A league is over: all is played, or one player or nobody is left."""

    league: str


class Change(Struct, frozen=True):
    """A player’s place and points in a kept league: as it was kept, and by facts."""

    player: str
    places: tuple[int, int]
    points: tuple[str, str]


class Migrated(Struct, frozen=True, tag="migrate", tag_field="do"):
    """A league of the first form was put into facts, with the changes in its standings."""

    league: str
    changes: tuple[Change, ...] = ()


class Deleted(Struct, frozen=True, tag="delete-league", tag_field="do"):
    """A league is deleted, or brought back."""

    league: str
    on: bool = True


Fact = League | Drawn | Decided | Corrected | Withdrawn | Joined | Over | Migrated
"""What is told of one league."""
Decision = Same | Apart | LeftOut | Tagged | Fact | Deleted


class Line(Struct, frozen=True, omit_defaults=True):
    """A line of the record: a decision, or the number of one that is undone or redone.

    A line that follows `auto`matically is no person’s decision: it is undone with its ground. A line
    with `before` was written later, but is read before the line with that number.
    """

    n: int
    at: str
    decision: Decision | None = None
    undo: int = 0
    redo: int = 0
    auto: bool = False
    before: int = 0


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
        """Return the lines of the valid decisions, in the order in which they are read."""
        undone = self.undone
        lines = [line for line in self.lines if line.decision is not None and line.n not in undone]
        return sorted(lines, key=lambda line: (line.before or line.n, not line.before, line.n))

    @property
    def redoable(self) -> int:
        """Return the number a redo restores, or 0 if there is none since the last decision."""
        back: list[int] = []
        for line in self.lines:
            if line.undo:
                back.append(line.undo)
            elif line.redo:
                back = back[:-1]
            elif not line.auto:
                back.clear()
        return back[-1] if back else 0


def resting_on(standing: Sequence[Line], line: Line) -> list[Line]:
    """Return the later decisions of people that need one decision: what follows in a league, and the rounds drawn
    after somebody left.
    """
    if not isinstance(line.decision, League | Drawn | Joined | Withdrawn):
        return []
    name, kinds = _league_of(line.decision), Drawn | Joined if isinstance(line.decision, Withdrawn) else Decision
    later = (other for other in standing if other.n > line.n and not other.auto)
    return [other for other in later if _league_of(other.decision) == name and isinstance(other.decision, kinds)]


def _league_of(decision: Decision | None) -> str | None:
    match decision:
        case League(name):
            return fold_name(name)
        case None | Same() | Apart() | LeftOut() | Tagged():
            return None
    return fold_name(decision.league)


def fact_of(decision: Decision | None, league: str) -> Fact | None:
    """Return a decision that is a fact of a league, or None."""
    return decision if isinstance(decision, Fact) and _league_of(decision) == fold_name(league) else None


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
    own_ids = {replace(line, n=0): line.n for line in own}
    last = max((line.n for line in own), default=0)
    numbers: dict[int, int] = {}  # here, by those of the other record
    moved: list[Line] = []
    for line in other:
        undo, redo, before = (numbers.get(number, 0) for number in (line.undo, line.redo, line.before))
        copy = replace(line, n=0, undo=undo, redo=redo, before=before)
        number = own_ids.get(copy) or (last + 1 if own else max(last + 1, line.n))
        last = max(last, number)
        numbers[line.n] = number
        moved.append(replace(copy, n=number))
    subjects = _subjects([*own, *moved])
    theirs = {replace(line, n=0) for line in moved}
    ours = {subjects[line.n] for line in own if replace(line, n=0) not in theirs}
    return [line for line in moved if replace(line, n=0) not in own_ids and not (keep_own and subjects[line.n] in ours)]


def _subjects(lines: Iterable[Line]) -> dict[int, tuple[str, ...]]:
    """Return what each line is about, by its number; an undo is about what it takes back."""
    subjects: dict[int, tuple[str, ...]] = {}
    for line in lines:
        subjects[line.n] = subjects.get(line.undo or line.redo, _subject(line.decision))
    return subjects


def _subject(decision: Decision | None) -> tuple[str, ...]:
    match decision:
        case Same(old):
            return ("player", fold_name(old))
        case Apart(name, _new, matches):
            return ("apart", fold_name(name), *matches)
        case LeftOut(match):
            return ("match", match)
        case Tagged(match, tag):
            return ("tag", match, fold_name(tag))
    return ("league", _league_of(decision) or "")


_DECODER = msgspec.json.Decoder(Line)
