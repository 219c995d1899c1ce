"""What must hold after every step of an evening of any game, and what takes longer to look at."""

import json

from msgspec.json import decode

from q40k.kernel.events import Event, Question
from q40k.kernel.journal.history import UndoTracker
from q40k.kernel.journal.journal import Entry
from q40k.kernel.replay import group_by_command, verify
from q40k.table.match_session import MatchSession
from tests.soak.random_game import CarriedOut, RandomGame


def in_order(game: RandomGame, match_session: MatchSession) -> None:
    """The state is in order, can be shown as data and as a scene, and there is a way on."""
    state = match_session.state
    if not match_session.snapshot.status.is_laid_out:
        return
    json.dumps(game.game.view.as_json(state, match_session.question, []), allow_nan=False)
    game.game.view.scene(state)
    game.game.view.race(state)
    game.check(match_session)


# -- words -----------------------------------------------------------------------------------


def check_words(*words: str | None) -> None:
    """Words are words: not empty, no gap left open in them."""
    for word in words:
        if word is not None:
            assert word == word.strip() != "", repr(word)
            assert "None" not in word, word


def can_be_told(game: RandomGame, match_session: MatchSession, events: list[Event]) -> None:
    """Every event, the open question and the state have their words in both languages."""
    words_are_told(game, match_session.state, match_session.question, events, match_session.head)


def words_are_told(
    game: RandomGame, state: object, question: Question | None, events: list[Event], number: int
) -> None:
    """Every event, a question and a state have their words in both languages."""
    for locale in game.locales:
        for event in events:
            check_words(game.words.tell(locale, state, event, number), *game.words.unfold(locale, state, event))
        if question is not None:
            asking = game.words.ask(locale, state, question)
            check_words(
                asking.title, asking.why or None, asking.hint, *asking.odds, *(word for _, word in asking.options)
            )
        if game.game.view.status(state).is_laid_out:
            check_words(*game.sentences(locale, state))


# -- the whole story -------------------------------------------------------------------------


def story_holds(game: RandomGame, match_session: MatchSession) -> None:
    """The journal alone tells this state, its scores and its winner."""
    marks_can_be_made_anew(match_session)
    entries = match_session.inputs()
    verdict = verify(game.rules, entries)
    assert verdict.differs_at is None, verdict
    state = match_session.session.state
    assert _retold(game, entries, open_end=match_session.question is not None) == state, "the events lead elsewhere"
    assert game.rules.read_state(game.rules.write_state(state)) == state, "a snapshot is another state"


def marks_can_be_made_anew(match_session: MatchSession) -> None:
    """What stands can be told from the entries alone, as a repair must."""
    entries = match_session.session.journal.entries(match_session.number)
    tracker = UndoTracker()
    for entry in entries:
        tracker.read(entry.seq, entry.kind, entry.command)
    marked = {entry.seq: entry.undone_by for entry in entries if entry.undone_by is not None}
    assert tracker.undone_by == marked
    used = sum(entry.dice for entry in entries if entry.undone_by is None and entry.kind != "undo")
    assert match_session.session.journal.dice_used(match_session.number) == used


def _retold(game: RandomGame, entries: list[Entry], *, open_end: bool) -> object:
    """Fold every event, and let the game judge the commands that are complete."""
    state, complete = game.rules.blank(), list[CarriedOut]()
    for group in group_by_command(entries):
        before, events = state, list[Event]()
        for entry in group.inputs:
            events += game.rules.read_events(entry.events)
        for event in events:
            state = game.rules.fold(state, event)
        complete.append(CarriedOut(decode(group.entry.body), events, before, state))
    game.judge(complete, open_end=open_end)
    return state
