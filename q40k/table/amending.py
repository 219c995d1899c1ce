"""Putting the past right at the table: which entry is meant, what is said instead, what follows."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from msgspec.structs import replace

from q40k.games.game import View
from q40k.kernel.amending import Amendment
from q40k.kernel.correcting import Change, Correction, Misfit, Same, Typed
from q40k.kernel.journal import history
from q40k.kernel.journal.journal import Entry, Journal, JournalError
from q40k.kernel.journal.match_lock import user_name
from q40k.kernel.questions import Question
from q40k.kernel.replay import Part, parts, replay
from q40k.kernel.session import Mark, Session
from q40k.packs.library import Library
from q40k.table.match_session import MatchSession

Fix = Correction[Any]
Unfit = Misfit[Any, Any]
Did = Literal["answer", "command", "remove", "insert"]
_AT_ONCE = 64
CHUNK = 200
"""How many inputs are replayed before somebody may say how far it is."""


@dataclass(frozen=True, slots=True)
class Target:
    """An entry to put right: its command with all answers, and which of them it is.

    `place` counts the answers from 0; None is the command itself. `first` says that the command is
    the one that lays the match out.
    """

    entry: Entry
    part: Part
    command: Any
    place: int | None
    first: bool = False

    @property
    def answers(self) -> tuple[Any, ...]:
        """The answers that were given."""
        return tuple(json.loads(entry.body) for entry in self.part.answers)


def find(match_session: MatchSession, number: int) -> Target:
    """The entry of that number, if it stands and is an input.

    Raises JournalError ("amend-unknown", "amend-no-input", "amend-replaced", "amend-undone").
    """
    match_session.must_be_whole()
    journal, match = match_session.session.journal, match_session.number
    entry = history.entry(journal, match, number)
    if entry is None:
        raise JournalError("amend-unknown", entry=number, last=match_session.head)
    if entry.kind not in ("command", "answer"):
        raise JournalError("amend-no-input", entry=number)
    if entry.undone_by is not None:
        now = history.replaced_by(journal, match, number)
        if now is not None:
            raise JournalError("amend-replaced", entry=number, now=now.seq)
        raise JournalError("amend-undone", entry=number, by=entry.undone_by)
    part = _part(journal, match, entry.command)
    place = None if entry.kind == "command" else [e.seq for e in part.answers].index(number)
    first = journal.last_command(match, before=entry.command) is None
    return Target(entry, part, match_session.read_command(part.entry.body), place, first)


def _part(journal: Journal, match: int, command: int) -> Part:
    most = _AT_ONCE
    while True:
        entries = journal.entries(match, after=command - 1, first=most, undone=False)
        found = list(parts(entries))
        if len(found) > 1 or len(entries) < most:
            return found[0]
        most *= 4


# -- what is said instead ------------------------------------------------------------------


def other_answers(target: Target, given: Sequence[Any]) -> Fix:
    """Other answers, from the entry on; those after them stay if they fit."""
    place = target.place or 0
    answers = (*target.answers[:place], *given)
    return Correction(target.part.entry.seq, target.command, answers, kept=True)


def typed_answers(target: Target, texts: Sequence[str]) -> Fix:
    """Other answers as a hand types them."""
    return other_answers(target, [Typed(text) for text in texts])


def other_command(target: Target, command: Any, answers: Sequence[Any] | None = None) -> Fix:
    """Another command in its place; without `answers` the old ones stay if they fit.

    The answers are those of a match script: a number for each die.
    """
    seq, said = target.part.entry.seq, answers is not None
    return Correction(seq, command, tuple(answers or ()), kept=not said, listed=said)


def removed(target: Target) -> Fix:
    """The command never was. Raises JournalError for the first, which lays out the match."""
    if target.first:
        raise JournalError("amend-first", entry=target.part.entry.seq)
    return Correction(target.part.entry.seq, None)


def inserted(target: Target, command: Any, answers: Sequence[Any] | None = None) -> Fix:
    """A command that was forgotten, before the one that is there. Raises JournalError."""
    if target.first:
        raise JournalError("amend-first", entry=target.part.entry.seq)
    seq = target.part.entry.seq
    return Correction(seq, command, tuple(answers or ()), inserted=True, listed=True)


def settled(
    library: Callable[[], Library], match_session: MatchSession, target: Target, command: Any
) -> Any:
    """A command in the place of another, with its packs' data. Raises Refused, PackError."""
    packs = match_session.game.packs
    if not packs.needed(command):
        return command
    state = match_session.session.state
    return packs.complete(library(), state, command, target.command)


# -- what follows --------------------------------------------------------------------------


def same_question(view: View) -> Same[Any]:
    """Tells whether two questions ask the same of the same player, by name or by number."""

    def name(state: Any, who: str | None) -> str | None:
        return next((seat.name for seat in view.seats(state) if seat.id == who), who)

    def same(then: Any, old: Question, now: Any, new: Question) -> bool:
        if old.key != new.key:
            return False
        return old.who == new.who or name(then, old.who) == name(now, new.who)

    return same


class Redraft:
    """A correction on its way: replayed, decided, seen, and then kept or left.

    Nothing is written before `keep`. With `ask`, `advance` stops at what no longer fits, and
    `amendment` takes the decision; without, such entries are dropped.
    """

    def __init__(
        self, match_session: MatchSession, target: Target, fix: Fix, *, ask: bool = False
    ) -> None:
        self._match_session = match_session
        self.game = match_session.game
        self.target = target
        self.fix = fix
        same = same_question(self.game.view)
        self.amendment: Amendment[Any, Any] = match_session.session.amendment(
            fix, ask=ask, same=same
        )

    def advance(self, most: int = CHUNK) -> bool:
        """Replay some more; True when it is done or waits. Raises Refused, AnswerError."""
        return self.amendment.advance(most)

    @property
    def part(self) -> float:
        """How much of it was replayed, 0 to 1."""
        return min(1.0, self.amendment.replayed / max(1, len(self.amendment.entries)))

    @property
    def changes(self) -> tuple[Change, ...]:
        """What the match would be otherwise, compared with what it is."""
        return self.game.view.changes(self.old, self.new)

    @property
    def old(self) -> Any:
        """The state as it is, as the viewer may know it."""
        return self._match_session.seen(self.amendment.old)

    @property
    def new(self) -> Any:
        """The state as it would be, as the viewer may know it."""
        return self._match_session.seen(self.amendment.new)

    @property
    def misfits(self) -> list[Unfit]:
        """The entries that no longer fit, oldest first, as the viewer may know them."""
        return [self._seen(misfit) for misfit in self.amendment.misfits]

    @property
    def waiting(self) -> Unfit | None:
        """The entry that waits for a decision, as the viewer may know it."""
        found = self.amendment.waiting
        return None if found is None else self._seen(found)

    @property
    def question(self) -> Question | None:
        """What the match would ask then, as the viewer may know it."""
        found = self.amendment.question
        if found is None:
            return None
        return self._match_session.seen_question(self.amendment.new, found)

    def _seen(self, misfit: Unfit) -> Unfit:
        session, question, refused = self._match_session, misfit.question, misfit.refused
        if question is not None:
            question = session.seen_question(misfit.state, question)
        if refused is not None:
            refused = session.seen_refusal(misfit.state, refused)
        seen = session.seen(misfit.state)
        return replace(misfit, state=seen, question=question, refused=refused)

    @property
    def undecided(self) -> list[Unfit]:
        """Those that were dropped unasked, though they could be asked again."""
        return [m for m in self.misfits if m.decision == "dropped" and m.code != "left-over"]

    @property
    def did(self) -> Did:
        """What kind of correction it is."""
        if self.fix.inserted:
            return "insert"
        if self.fix.command is None:
            return "remove"
        return "answer" if self.fix.command == self.target.command else "command"

    def keep(self) -> int:
        """Write it down, and stand where it leads to; returns the amendment's number.

        Raises JournalError.
        """
        self._match_session.session.amend(self.amendment, self._note())
        return self._match_session.head - len(self.amendment.drafts)

    def _note(self) -> dict[str, Any]:
        decided: dict[str, list[int]] = {}
        for misfit in self.misfits:
            decided.setdefault(misfit.decision, []).append(misfit.entry)
        note: dict[str, Any] = {"did": self.did, "entry": self.target.entry.seq}
        if self.did == "answer":
            note |= self._answers()
        else:
            write = self._match_session.session.rules.write_command
            note["was"] = None if self.fix.inserted else write(self.target.command)
            note["now"] = write(self.fix.command) if self.fix.command else None
        return note | {"by": user_name(), "decided": decided}

    def _answers(self) -> dict[str, Any]:
        """The first answer that is otherwise, before and after."""
        now = []
        for draft in self.amendment.drafts[1:]:
            if draft.kind == "command":
                break
            now.append(json.loads(draft.body))
        was = list(self.target.answers)
        place = self.target.place or 0
        while self.target.place is None and place < min(len(was), len(now)) - 1:
            if was[place] != now[place]:
                break
            place += 1
        if place in secret_answers(self._match_session, self.target):
            return {"was": None, "now": None}
        return {
            "was": was[place] if place < len(was) else None,
            "now": now[place] if place < len(now) else None,
        }


def secret_answers(match_session: MatchSession, target: Target) -> frozenset[int]:
    """Which answers of an entry's command only those they asked may know, counted from 0."""
    session = match_session.session
    before = session.state_before(target.part.entry.seq)
    asked = replay(session.rules, before, target.part.inputs).asked
    return frozenset(place for place, one in enumerate(asked) if one.question.secret)


def answers_told(match_session: MatchSession, target: Target) -> tuple[Any, ...]:
    """The answers of an entry's command, without those to secret questions."""
    secret = secret_answers(match_session, target)
    return tuple(given for place, given in enumerate(target.answers) if place not in secret)


# -- the table as it was -------------------------------------------------------------------


def trial(match_session: MatchSession, state: Any) -> MatchSession:
    """A table in memory at some moment of a match, to try something on; the match knows nothing.

    The app's dice go on where those of the match are.
    """
    journal = Journal(None)
    used = match_session.session.journal.dice_used(match_session.number)
    start = Mark(0, state, used)
    game = match_session.game
    return MatchSession(
        game, Session(game.rules, journal, journal.create("", ""), str, start), None
    )


def question_at(match_session: MatchSession, target: Target) -> tuple[Any, Question | None]:
    """The state and the question when the entry was given; for a command, its first question."""
    session, part = match_session.session, target.part
    before = session.state_before(part.entry.seq)
    run = replay(session.rules, before, part.inputs[: 1 + (target.place or 0)]).stood()
    if run.question is None:
        return match_session.seen(run.state), None
    return match_session.seen(run.state), match_session.seen_question(run.state, run.question)
