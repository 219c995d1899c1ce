"""A match in words: its feed, its log, its board, what it asks."""

from collections.abc import Iterable, Iterator
from typing import Any

from q40k.cli.say import N_, _, locale, words
from q40k.cli.texts import table
from q40k.i18n.amending import amendment_line, bookmark_line
from q40k.kernel.events import Event, Question
from q40k.kernel.journal.history import replaced_entries
from q40k.table.commentary import Announcer
from q40k.table.match_session import Line, MatchSession


def sentences(state: Any, events: Iterable[Event], number: int) -> list[str]:
    """Return the sentences about some events; `state` is one after them."""
    return list(words().sentences(locale(), state, events, number))


def feed(match_session: MatchSession, upto: int | None = None) -> list[str]:
    """Return the valid entries of a match as sentences, up to the entry `upto` if given."""
    lines = match_session.lines(undone=False)
    if upto is not None:
        lines = [line for line in lines if line.entry.seq <= upto]
    return [sentence for line in lines for sentence in sentences(match_session.state, line.events, line.first_seq)]


def log_lines(
    match_session: MatchSession, *, undone: bool, workings: bool = False, calls: bool = False
) -> Iterator[str]:
    """Yield the log, line by line: number, time, sentence. With `undone` it includes undone
    entries.

    With `workings` the rolls of a sentence are below it, indented; with `calls` also what the
    announcer called.
    """

    lines = match_session.lines(undone=undone)
    amendments = {line.entry.seq for line in lines if line.entry.kind == "amend"}
    replacements = replaced_entries(match_session.session.journal, match_session.number) if amendments else {}
    digits = len(str(lines[-1].entry.seq)) if lines else 1
    called = _calls(match_session) if calls else {}
    for line in lines:
        entry = line.entry
        is_undone = entry.undone_by is not None and entry.kind in ("command", "answer")
        state = match_session.state_of(line)
        mark = ("× " if is_undone else "  ") if undone else ""
        head = f"{mark}{entry.seq:>{digits}}  {entry.at[11:16]:5}  "
        texts = _entry_sentences(match_session, line, state)
        if texts and entry.seq in replacements:
            texts[-1] += " " + _("(in place of {number})", number=replacements[entry.seq])
        if is_undone and texts:
            by = entry.undone_by
            note = N_("(replaced by {number})") if by in amendments else N_("(undone by {number})")
            texts[-1] += " " + _(note, number=by)
        rolls = _rolls(state, line) if workings else {}
        for number, sentence in enumerate(texts):
            yield head + sentence
            yield from (" " * len(head) + "  " + roll for roll in rolls.get(number, ()))
        if not is_undone:
            yield from (" " * len(head) + "» " + call for call in called.get(entry.seq, ()))


def _calls(match_session: MatchSession) -> dict[int, list[str]]:
    """Return the announcer's calls, by the number of their entry."""

    announcer, state = Announcer(match_session.game), match_session.state
    announcer.hear(match_session.inputs())
    return {seq: [words().call(locale(), state, call) for call in calls] for seq, calls in announcer.calls.items()}


def _rolls(state: Any, line: Line) -> dict[int, tuple[str, ...]]:
    """Return the rolls of an entry, by the number of the sentence they belong to."""
    by_sentence: dict[int, tuple[str, ...]] = {}
    number = 0
    for event in line.events:
        texts = sentences(state, [event], line.entry.seq)
        if texts and (rolls := words().unfold(locale(), state, event)):
            by_sentence[number] = rolls
        number += len(texts)
    return by_sentence


def _entry_sentences(match_session: MatchSession, line: Line, state: Any) -> list[str]:

    entry = line.entry
    if entry.kind == "amend":
        return [f"✎ {amendment_line(locale(), words(), entry.body, match_session.read_command)}"]
    if entry.kind == "bookmark":
        return [bookmark_line(locale(), entry.command, entry.body)]
    if entry.kind == "undo":
        return [_("Undone: everything from {number} on", number=entry.command)]
    if entry.kind == "redo":
        return [_("Redone: everything from {number} on", number=entry.command)]
    return sentences(state, line.events, line.first_seq)


def board(match_session: MatchSession) -> list[str]:
    """Return the board: what is played, whose turn it is, the places and scores."""
    return board_of(match_session.state, match_session.question)


def board_of(state: Any, question: Question | None) -> list[str]:
    """Return the board of any moment."""
    shown = words().board(locale(), state)
    lines = list(shown.heading)
    if shown.rows:
        lines += ["", *table(shown.columns, shown.rows, right=shown.figures)]
    if question is not None:
        lines += ["", *question_lines(state, question)]
    return lines


def open_question(match_session: MatchSession) -> list[str]:
    """Return what a match waits for: who does what, why, and the possible answers."""
    return [] if match_session.question is None else question_lines(match_session.state, match_session.question)


def question_lines(state: Any, question: Question) -> list[str]:
    """Return a question: who does what, why, and the possible answers."""
    worded = words().ask(locale(), state, question)
    lines = [_("Asked now: {title} [{hint}]", title=worded.title, hint=worded.hint)]
    if worded.why:
        lines.append(f"  {worded.why} ({worded.rule})" if worded.rule else f"  {worded.why}")
    lines += [f"  {value}: {label}" for value, label in worded.options if str(value) != label]
    plain = [str(value) for value, label in worded.options if str(value) == label]
    return [*lines, f"  {', '.join(plain)}"] if plain else lines
