"""Replays the entries of tables under the rules, in a process of its own that cannot keep the hall waiting.

The child keeps each match where its entries have led, so that an entry costs as much as at the table, but not the
entries: after an undo or a correction it asks for the match from its beginning. It also says how the match stands, as
everybody may know it. An entry that takes too long ends the child; the next one starts another.
"""

import sys
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

from q40k.evening.wire import Row
from q40k.games.game import Game, find
from q40k.i18n.locale import LANGUAGES, Locale
from q40k.kernel.driver import Run
from q40k.kernel.events import AnswerError, Event, Refused
from q40k.kernel.journal.history import INPUTS, UndoTracker
from q40k.kernel.registry import Unregistered
from q40k.kernel.replay import events_match
from q40k.live.child import Child
from q40k.live.examiner import limit_resources
from q40k.table.digests import brief_at

SECONDS = 20.0
"""A message may take so long. The first one of a game includes the loading of its rules."""
MOST_MEMORY = 3 * 1024**3
MOST_MATCHES = 400
"""So many matches, those that were played last, are held."""
_LINE = 2**26


class MatchStanding(Struct, frozen=True):
    """How a match stands for everybody: `calls` is its last great event in each language."""

    turn: int = 0
    is_over: bool = False
    leaders: tuple[str, ...] = ()
    winners: tuple[str, ...] = ()
    calls: dict[str, str] = {}


class Request(Struct, frozen=True):
    """Entries to replay after the entry `after` of a match; without any, the match is forgotten."""

    match: str
    game: str
    after: int
    rows: tuple[Row, ...]


class Check(Struct, frozen=True):
    """How the match stands; or the entry that is not by the rules, and why; or that it must be told from the start."""

    standing: MatchStanding | None = None
    entry: int = 0
    why: str = ""


def start_checker() -> Child[Check]:
    """Return the child that replays the entries of a `Request`."""
    return Child("q40k.evening.checker", Check, _LINE)


# -- the child -------------------------------------------------------------------------------------


class Forged(Exception):
    """An entry is not what the rules make of its input."""

    def __init__(self, entry: int, why: str) -> None:
        super().__init__(entry, why)
        self.entry, self.why = entry, why


REWINDS = ("undo", "redo", "amend")
"""The kinds of entries after which a match stands as it stood before."""


class Replayed:
    """A match that is replayed entry by entry; `entries` is how many it has had."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.entries = 0
        self._run: Run[Any, Any] | None = None
        self._calls: dict[str, str] = {}

    @property
    def _state(self) -> Any:
        return self.game.rules.blank() if self._run is None else self._run.state

    def take(self, rows: Sequence[Row]) -> MatchStanding:
        """Replay the entries that follow, and return how the match stands. Raises Forged.

        Entries that rewind are taken only from the beginning of the match.
        """
        tracker = UndoTracker()
        for seq, row in enumerate(rows, self.entries + 1):
            if row.seq != seq:
                raise Forged(row.seq, "order")
            if row.kind not in (*INPUTS, *REWINDS, "bookmark", "decision"):
                raise Forged(row.seq, row.kind)
            tracker.read(row.seq, row.kind, row.command)
        for seq in tracker.standing:
            self._carry_on(rows[seq - self.entries - 1])
        self.entries += len(rows)
        return self._standing()

    def _carry_on(self, row: Row) -> None:
        """Carry an input out as the rules do, and compare its events. Raises Forged."""
        rules, run = self.game.rules, self._run
        try:
            if row.kind == "command":
                if run is not None and run.question is not None:
                    raise Forged(row.seq, "a question is open")
                run = self._run = Run(rules, self._state, rules.read_command(row.body))
                events = run.start()
            else:
                if run is None or run.question is None:
                    raise Forged(row.seq, "no question is open")
                events = run.go_on(run.question.check(msgspec.json.decode(row.body)))
        except Refused as refused:
            raise Forged(row.seq, refused.refusal.code) from refused
        except (AnswerError, Unregistered, RuntimeError, ValueError) as error:
            raise Forged(row.seq, str(error)[:200]) from error
        if rules.write_events(events) != row.events and not events_match(rules, events, row.events):
            raise Forged(row.seq, "its events are different")
        self._note_call(row, events)

    def _note_call(self, row: Row, events: Sequence[Event]) -> None:
        """Keep the sentence of a great event that everybody may know."""
        view, state = self.game.view, self._state
        great = [event for event in events if event.type in view.moments.highlights]
        shown = [masked for event in great if (masked := view.mask_event(state, event, None)) is not None]
        if shown:
            masked_state = view.mask_state(state, None)
            texts = {
                language: self.game.words.sentences(Locale(language), masked_state, shown, row.seq)
                for language in LANGUAGES
            }
            self._calls = {language: list(sentences)[-1] for language, sentences in texts.items() if sentences}

    def _standing(self) -> MatchStanding:
        now = brief_at(self.game.view, self.game.view.mask_state(self._state, None))
        return MatchStanding(now.turn, now.over, now.leaders, tuple(now.winners), self._calls)


def answer(request: Request, matches: OrderedDict[str, Replayed]) -> Check:
    """Return what the replay of a message says."""
    match = matches.pop(request.match, None)
    if not request.rows:
        return Check()
    if request.after == 0:
        match = Replayed(find(request.game))
    elif any(row.kind in REWINDS for row in request.rows):
        return Check()
    if match is None or match.game.id != request.game or match.entries != request.after:
        return Check()
    try:
        standing = match.take(request.rows)
    except Forged as forged:  # the match is forgotten, and told again from what the hall has
        return Check(None, forged.entry, forged.why)
    except Exception as error:  # whatever the rules meet in what others made
        return Check(None, request.rows[0].seq, type(error).__name__)
    matches[request.match] = match
    if len(matches) > MOST_MATCHES:
        matches.popitem(last=False)
    return Check(standing)


def main() -> None:
    """Replay each message on standard input, until there are no more."""
    limit_resources(MOST_MEMORY, 0)
    matches: OrderedDict[str, Replayed] = OrderedDict()
    for line in sys.stdin.buffer:
        check = answer(msgspec.json.decode(line, type=Request), matches)
        sys.stdout.buffer.write(msgspec.json.encode(check) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
