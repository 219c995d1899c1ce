"""Corrections of the past: find the entry, describe the correction, and replay what follows."""

import json
from collections.abc import Callable, Sequence
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from q40k.games.game import View
from q40k.kernel.amending import Amendment, Change, Correction, Misfit, SameQuestion, TypedAnswer
from q40k.kernel.events import Question
from q40k.kernel.journal import history
from q40k.kernel.journal.journal import Entry, Journal, JournalError
from q40k.kernel.journal.match_lock import user_name
from q40k.kernel.replay import CommandGroup, group_by_command, replay
from q40k.kernel.session import Checkpoint, Session
from q40k.packs.library import Library
from q40k.table.match_session import MatchSession

Fix = Correction[Any]
Unfit = Misfit[Any, Any]
Did = Literal["answer", "command", "remove", "insert"]
_AT_ONCE = 64
CHUNK = 200
"""How many inputs are replayed before progress is reported."""


class Target(Struct, frozen=True):
    """An entry to correct, with its command and all the answers to that command.

    `place` counts the answers from 0; None is the command itself. `first` is True if the command
    lays the match out.
    """

    entry: Entry
    part: CommandGroup
    command: Any
    place: int | None
    first: bool = False

    @property
    def answers(self) -> tuple[Any, ...]:
        """The answers that were given."""
        return tuple(json.loads(entry.body) for entry in self.part.answers)


def find_target(match_session: MatchSession, number: int) -> Target:
    """Return the entry with this number, if it is a live input.

    Raises JournalError ("amend-unknown", "amend-no-input", "amend-replaced", "amend-undone").
    """
    match_session.must_be_whole()
    journal, match = match_session.session.journal, match_session.number
    entry = history.find_entry(journal, match, number)
    if entry is None:
        raise JournalError("amend-unknown", entry=number, last=match_session.head)
    if entry.kind not in ("command", "answer"):
        raise JournalError("amend-no-input", entry=number)
    if entry.undone_by is not None:
        now = history.current_version(journal, match, number)
        if now is not None:
            raise JournalError("amend-replaced", entry=number, now=now.seq)
        raise JournalError("amend-undone", entry=number, by=entry.undone_by)
    part = _part(journal, match, entry.command)
    place = None if entry.kind == "command" else [e.seq for e in part.answers].index(number)
    first = journal.last_command(match, before=entry.command) is None
    return Target(entry, part, match_session.read_command(part.entry.body), place, first)


def _part(journal: Journal, match: int, command: int) -> CommandGroup:
    most = _AT_ONCE
    while True:
        entries = journal.entries(match, after=command - 1, first=most, undone=False)
        candidates = list(group_by_command(entries))
        if len(candidates) > 1 or len(entries) < most:
            return candidates[0]
        most *= 4


# -- what is said instead ------------------------------------------------------------------


def other_answers(target: Target, new_answers: Sequence[Any]) -> Fix:
    """Replace the answers from the entry on; keep the later ones if they fit."""
    place = target.place or 0
    answers = (*target.answers[:place], *new_answers)
    return Correction(target.part.entry.seq, target.command, answers, kept=True)


def typed_answers(target: Target, texts: Sequence[str]) -> Fix:
    """Replace the answers from the entry on by texts as a hand types them."""
    return other_answers(target, [TypedAnswer(text) for text in texts])


def other_command(target: Target, command: Any, answers: Sequence[Any] | None = None) -> Fix:
    """Replace the command; without `answers` keep the old ones if they fit.

    The answers are those of a match script: a number for each die.
    """
    seq, has_answers = target.part.entry.seq, answers is not None
    return Correction(seq, command, tuple(answers or ()), kept=not has_answers, listed=has_answers)


def remove_command(target: Target) -> Fix:
    """Remove the command. Raises JournalError for the first, which lays out the match."""
    if target.first:
        raise JournalError("amend-first", entry=target.part.entry.seq)
    return Correction(target.part.entry.seq, None)


def insert_command(target: Target, command: Any, answers: Sequence[Any] | None = None) -> Fix:
    """Insert a forgotten command ahead of the target. Raises JournalError."""
    if target.first:
        raise JournalError("amend-first", entry=target.part.entry.seq)
    seq = target.part.entry.seq
    return Correction(seq, command, tuple(answers or ()), inserted=True, listed=True)


def complete_command(library: Callable[[], Library], match_session: MatchSession, target: Target, command: Any) -> Any:
    """Complete a replacement command with the data of its packs. Raises Refused, PackError."""
    packs = match_session.game.packs
    if not packs.needs_packs(command):
        return command
    state = match_session.session.state
    return packs.complete(library(), state, command, target.command)


# -- what follows --------------------------------------------------------------------------


def same_question(view: View) -> SameQuestion[Any]:
    """Return a test whether two questions ask the same player the same thing.

    Players are compared by id or by name.
    """

    def name(state: Any, who: str | None) -> str | None:
        return next((seat.name for seat in view.seats(state) if seat.id == who), who)

    def same(then: Any, old: Question, now: Any, new: Question) -> bool:
        if old.key != new.key:
            return False
        return old.who == new.who or name(then, old.who) == name(now, new.who)

    return same


class Redraft:
    """A correction in progress: it is replayed, decided and shown, then kept or dropped.

    Nothing is written before `keep`. With `ask`, `advance` stops at every entry that no longer
    fits, and `amendment` takes the decision. Without `ask`, such entries are dropped.
    """

    def __init__(self, match_session: MatchSession, target: Target, fix: Fix, *, ask: bool = False) -> None:
        self._match_session = match_session
        self.game = match_session.game
        self.target = target
        self.fix = fix
        same = same_question(self.game.view)
        self.amendment: Amendment[Any, Any] = match_session.session.amendment(fix, ask=ask, same=same)

    def advance(self, most: int = CHUNK) -> bool:
        """Replay at most `most` inputs; return True when it is done or waits.

        Raises Refused, AnswerError.
        """
        return self.amendment.advance(most)

    @property
    def part(self) -> float:
        """The part that has been replayed, 0 to 1."""
        return min(1.0, self.amendment.replayed / max(1, len(self.amendment.entries)))

    @property
    def changes(self) -> tuple[Change, ...]:
        """Every difference between the match as it is and as it would be."""
        return self.game.view.changes(self.old, self.new)

    @property
    def old(self) -> Any:
        """The state as it is, as the viewer may know it."""
        return self._match_session.mask_state(self.amendment.old)

    @property
    def new(self) -> Any:
        """The state as it would be, as the viewer may know it."""
        return self._match_session.mask_state(self.amendment.new)

    @property
    def misfits(self) -> list[Unfit]:
        """The entries that no longer fit, oldest first, as the viewer may know them."""
        return [self._mask_misfit(misfit) for misfit in self.amendment.misfits]

    @property
    def waiting(self) -> Unfit | None:
        """The entry that waits for a decision, as the viewer may know it."""
        misfit = self.amendment.waiting
        return None if misfit is None else self._mask_misfit(misfit)

    @property
    def question(self) -> Question | None:
        """The question that the match would ask then, as the viewer may know it."""
        question = self.amendment.question
        if question is None:
            return None
        return self._match_session.mask_question(self.amendment.new, question)

    def _mask_misfit(self, misfit: Unfit) -> Unfit:
        session, question, refused = self._match_session, misfit.question, misfit.refused
        if question is not None:
            question = session.mask_question(misfit.state, question)
        if refused is not None:
            refused = session.mask_refusal(misfit.state, refused)
        seen = session.mask_state(misfit.state)
        return replace(misfit, state=seen, question=question, refused=refused)

    @property
    def undecided(self) -> list[Unfit]:
        """The entries that were dropped without asking, but could be asked again."""
        return [m for m in self.misfits if m.decision == "dropped" and m.code != "left-over"]

    @property
    def did(self) -> Did:
        """The kind of correction."""
        if self.fix.inserted:
            return "insert"
        if self.fix.command is None:
            return "remove"
        return "answer" if self.fix.command == self.target.command else "command"

    def keep(self) -> int:
        """Write the amendment and go to where it leads; return its entry number.

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
        """Return the first answer that differs, before and after."""
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
        return {"was": was[place] if place < len(was) else None, "now": now[place] if place < len(now) else None}


def secret_answers(match_session: MatchSession, target: Target) -> frozenset[int]:
    """Return the places, from 0, of the secret answers to the target's command."""
    session = match_session.session
    before = session.state_before(target.part.entry.seq)
    answered = replay(session.rules, before, target.part.inputs).answered
    return frozenset(place for place, question in enumerate(answered) if question.question.secret)


def public_answers(match_session: MatchSession, target: Target) -> tuple[Any, ...]:
    """Return the answers to the target's command, without those to secret questions."""
    secret = secret_answers(match_session, target)
    return tuple(answer for place, answer in enumerate(target.answers) if place not in secret)


# -- the table as it was -------------------------------------------------------------------


def trial_session(match_session: MatchSession, state: Any) -> MatchSession:
    """Return a match session in memory that starts at `state`, to try something on.

    The match itself is not touched. The app's dice continue where those of the match are.
    """
    journal = Journal(None)
    used = match_session.session.journal.dice_used(match_session.number)
    start = Checkpoint(0, state, used)
    game = match_session.game
    return MatchSession(game, Session(game.rules, journal, journal.create("", ""), str, start), None)


def question_at(match_session: MatchSession, target: Target) -> tuple[Any, Question | None]:
    """Return the state and the question at the time the entry was given.

    For a command, it is the command's first question.
    """
    session, part = match_session.session, target.part
    before = session.state_before(part.entry.seq)
    run = replay(session.rules, before, part.inputs[: 1 + (target.place or 0)]).run_or_raise()
    if run.question is None:
        return match_session.mask_state(run.state), None
    return match_session.mask_state(run.state), match_session.mask_question(run.state, run.question)
