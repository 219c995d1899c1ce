"""One evening: a match in a library file, and everything that may befall it.

A step is a word and a number: the word says what happens, the number seeds the dice of that step
alone, so that steps can be left out and the others still do the same.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from random import Random

from q40k.i18n.amending import misfit_line
from q40k.kernel import session as kernel
from q40k.kernel.events import DiceQuestion, Event
from q40k.table.amending import (
    Redraft,
    Target,
    find_target,
    insert_command,
    other_answers,
    other_command,
    remove_command,
    typed_answers,
)
from q40k.table.history import History, add_bookmark, bookmarks, branch
from q40k.table.match_library import temporary_match
from q40k.table.script import play_line, read_script, write_script
from tests.odds.showing import SUMS
from tests.soak import holding
from tests.soak.holding import check_words
from tests.soak.ideas import STRANGE, Said
from tests.soak.random_game import NOT_ENTERED
from tests.soak.table import Table

WEIGHTS = {
    "play": 90, "wrong": 6, "undo": 4, "redo": 3, "back": 4, "kill": 3, "reopen": 2, "amend": 5,
    "bookmark": 2, "branch": 1, "export": 2, "restore": 1, "forget": 2, "watch": 2, "walk": 1,
}  # fmt: skip
"""What may happen, and how often."""
LOOKS_BACK = frozenset(WEIGHTS) - {"play", "wrong", "bookmark", "watch"}
"""After these the whole story is looked at, not only the state."""


@dataclass(frozen=True, slots=True)
class Step:
    """What happens, and the number its dice are seeded with."""

    word: str
    number: int

    def __str__(self) -> str:
        return f"{self.word}:{self.number}"

    @classmethod
    def read(cls, text: str) -> Step:
        """A step as it is written: "play:17". Raises ValueError."""
        word, _, number = text.partition(":")
        if word not in WEIGHTS:
            raise ValueError(f"{word!r} is none of {', '.join(WEIGHTS)}")
        return cls(word, int(number or 0))


def plan_steps(seed: int, steps: int) -> list[Step]:
    """The steps of an evening of that seed."""
    words, weights = [*WEIGHTS], [*WEIGHTS.values()]
    dice = Random(f"plan {seed}")
    return [Step(word, number) for number, word in enumerate(dice.choices(words, weights, k=steps))]


class Evening(Table):
    """A match of one game in a folder, played step by step."""

    def enter(self, said_then: Said) -> None:
        """Enter a command; beside the match, what is shown before its dice is put to dice once."""
        state = self.state
        super().enter(said_then)
        dice = Random(f"odds {self.variant} {self.seed} {self.match_session.head}")
        SUMS.throw(self.game.id, state, self.game.complete(said_then, state), dice)

    # -- steps -------------------------------------------------------------------------------

    def step(self, step: Step, *, thorough: bool = False) -> None:
        """Let one thing happen, and look whether all is well."""
        self.told = []
        getattr(self, step.word)(Random(f"{self.variant} {self.seed} {step}"))
        self.done[step.word] += 1
        self.look(thorough=thorough or step.word in LOOKS_BACK)

    def look(self, *, thorough: bool = True) -> None:
        """What must hold."""
        holding.in_order(self.game, self.match_session)
        holding.can_be_told(self.game, self.match_session, self.told)
        if thorough:
            holding.story_holds(self.game, self.match_session)
            if not self.game.is_overruled(self.all_told()):
                self.game.check_by_the_book(self.match_session)

    def all_told(self) -> list[Event]:
        """Every event that stands."""
        return [event for line in self.match_session.inputs() for event in self.game.rules.read_events(line.events)]

    # -- the past ----------------------------------------------------------------------------

    def _entry(self, dice: Random) -> Target | None:
        """Some entry that stands; not the layout of the match."""
        stands = self.match_session.inputs()[1:]
        return find_target(self.match_session, dice.choice(stands).seq) if stands else None

    def amend(self, dice: Random) -> None:
        """Put something in the past right; undone, all is as it was, and redone as amended."""
        target = self._entry(dice)
        if target is None:
            return
        before = self.screen()
        try:
            redraft = self._redraft(target, dice)
        except NOT_ENTERED:
            assert self.screen() == before
            return
        for locale in self.game.locales:
            words, old, new = self.game.words, redraft.amendment.old, redraft.amendment.new
            check_words(*(words.change(locale, old, new, change) for change in redraft.changes))
            check_words(*(misfit_line(locale, words, misfit) for misfit in redraft.misfits))
        assert self.screen() == before
        if dice.random() < 0.1:
            return  # looked at, and left
        redraft.keep()
        self.done["amended"] += 1
        after = self.screen()[:2]
        assert self.state == redraft.amendment.new
        if dice.random() < 0.5:
            self.match_session.undo()
            assert self.screen()[:2] == before[:2], "an amendment undone left something behind"
            if dice.random() < 0.5:
                self.match_session.redo()
                assert self.screen()[:2] == after, "an amendment redone is another"

    def _redraft(self, target: Target, dice: Random) -> Redraft:
        then = self.match_session.session.state_before(target.part.entry.seq)
        way = dice.random()
        if way < 0.5 and target.place is not None:
            old = target.answers[target.place]
            if isinstance(old, list) and all(isinstance(die, int) for die in old):
                other = [dice.randint(1, 6 if die > 3 else 3) for die in old]
                fix = typed_answers(target, [" ".join(map(str, other))])
            else:
                fix = other_answers(target, [dice.choice(("yes", "no", 1, 3, [], old))])
        elif way < 0.6:
            fix = remove_command(target)
        else:
            command = self.game.complete(self.game.replacement(then, dice), then)
            answers = [dice.randint(1, 6) for _ in range(dice.randrange(3))]
            fix = (insert_command if way < 0.8 else other_command)(target, command, answers)
        redraft = Redraft(self.match_session, target, fix, ask=dice.random() < 0.5)
        while True:
            while not redraft.advance(5):
                assert redraft.part <= 1
            if redraft.amendment.waiting is None:
                return redraft
            self._decide(redraft, dice)

    def _decide(self, redraft: Redraft, dice: Random) -> None:
        """Answer what is asked again, overrule it, or let it go."""
        amendment = redraft.amendment
        misfit = amendment.waiting
        assert misfit is not None
        question = misfit.question
        with suppress(*NOT_ENTERED):
            way = dice.random()
            if question is not None and way < 0.6:
                return amendment.answer(self.game.answer(question, amendment.new, dice))
            if isinstance(question, DiceQuestion) and way < 0.7:
                return amendment.roll()
            if misfit.refused is not None and not misfit.final and way < 0.5:
                command = misfit.command.replace(override="so it was")
                return amendment.substitute(command)
        if amendment.waiting is not None:
            amendment.drop()
        return None

    def bookmark(self, dice: Random) -> None:
        """Mark an entry; nothing else changes."""
        target = self._entry(dice)
        if target is None:
            return
        before = self.screen()[:2]
        add_bookmark(self.match_session, target.entry.seq, dice.choice(("here", *STRANGE[2:8])))
        assert self.screen()[:2] == before
        assert target.entry.seq in [bookmark.entry for bookmark in bookmarks(self.match_session)]

    def walk(self, dice: Random) -> None:
        """Walk the past: every state is the one the journal tells."""
        before = self.screen()
        history = History(self.match_session)
        assert history.state == self.match_session.state
        for _ in range(4):
            move = dice.choice((history.step, history.go_to_next_turn, history.go_to_moment, history.go_to_bookmark))
            move(dice.choice((-1, 1)))
            history.step(dice.randint(-20, 20))
            place = history.entry
            entries = [entry for entry in self.match_session.inputs() if entry.seq <= place]
            state = self.game.rules.blank()
            for entry in entries:
                for event in self.game.rules.read_events(entry.events):
                    state = self.game.rules.fold(state, event)
            assert history.state == self.match_session.mask_state(state)
            holding.words_are_told(self.game, history.state, history.question, [], place)
        assert self.screen() == before

    def branch(self, dice: Random) -> None:
        """Begin a match that holds all up to some entry; the evening may go on there."""
        stands = self.match_session.inputs()[-20:]
        target = find_target(self.match_session, dice.choice(stands).seq)
        before, entry = self.screen(), target.entry.seq
        history = History(self.match_session)
        history.go_to(entry)
        number = branch(self.match_session, entry, "what if", whole=True)
        assert self.screen() == before
        assert self.match_session._lock is not None
        if dice.random() < 0.5:
            other = self.match_library.open(number)
            assert other.state == history.state
            holding.story_holds(self.game, other)
            other.close()
            self._silence(self.match_session)
            return
        self.match_session._lock.release()
        self._sit_down(number)
        assert self.match_session.state == history.state

    def export(self, _dice: Random) -> None:
        """Out and in again, the match is the same, at the same question."""
        library = self.game.library
        lines = list(write_script(self.match_session, library(), whole=True))
        other = temporary_match(self.game.game)
        for line in read_script(lines):
            play_line(other, library, line)
        assert self.game.rules.write_state(other.session.state) == self.game.rules.write_state(self.state)
        assert repr(other.session.question) == repr(self.question)
        assert list(write_script(other, library(), whole=True)) == lines


def snapshots_every(entries: int) -> None:
    """How often matches keep their state from now on."""
    kernel.SNAPSHOT_EVERY = entries
