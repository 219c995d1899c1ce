"""A match in words: its feed, its log, its board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from q40k.cli.columns import table
from q40k.cli.say import N_, _, locale, words

if TYPE_CHECKING:
    from q40k.kernel.events import Event
    from q40k.kernel.questions import Question
    from q40k.table.match_session import Line, MatchSession


def sentences(state: Any, events: Iterable[Event], number: int) -> list[str]:
    """What there is to say of some events, `state` being one after them."""
    return list(words().sentences(locale(), state, events, number))


def feed(match_session: MatchSession, upto: int | None = None) -> list[str]:
    """Everything that stands in a match, as sentences; with `upto`, as far as that entry."""
    lines = match_session.lines(undone=False)
    if upto is not None:
        lines = [line for line in lines if line.entry.seq <= upto]
    return [
        told for line in lines for told in sentences(match_session.state, line.events, line.told_as)
    ]


def log(
    match_session: MatchSession, *, undone: bool, workings: bool = False, calls: bool = False
) -> Iterator[str]:
    """The log, line by line: number, time, sentence; with `undone`, what was taken back too.

    With `workings` the rolls behind a sentence stand below it, indented; with `calls` so does what
    the announcer called.
    """
    from q40k.kernel.journal.history import replaces
    from q40k.table.history import states_then

    lines = match_session.lines(undone=undone)
    states = states_then(match_session, lines) if undone else {}
    amendments = {line.entry.seq for line in lines if line.entry.kind == "amend"}
    stand_for = replaces(match_session.session.journal, match_session.number) if amendments else {}
    digits = len(str(lines[-1].entry.seq)) if lines else 1
    called = _calls(match_session) if calls else {}
    for line in lines:
        entry = line.entry
        back = entry.undone_by is not None and entry.kind in ("command", "answer")
        state = states.get(entry.seq, match_session.state) if back else match_session.state
        mark = ("× " if back else "  ") if undone else ""
        head = f"{mark}{entry.seq:>{digits}}  {entry.at[11:16]:5}  "
        told = _of_entry(match_session, line, state)
        if told and entry.seq in stand_for:
            told[-1] += " " + _("(in place of {number})", number=stand_for[entry.seq])
        if back and told:
            by = entry.undone_by
            note = N_("(replaced by {number})") if by in amendments else N_("(undone by {number})")
            told[-1] += " " + _(note, number=by)
        rolls = _rolls(state, line) if workings else {}
        for number, sentence in enumerate(told):
            yield head + sentence
            yield from (" " * len(head) + "  " + roll for roll in rolls.get(number, ()))
        if not back:
            yield from (" " * len(head) + "» " + call for call in called.get(entry.seq, ()))


def _calls(match_session: MatchSession) -> dict[int, list[str]]:
    """What the announcer called at which entry."""
    from q40k.table.announcer import Announcer

    announcer, state = Announcer(match_session.game), match_session.state
    announcer.hear(match_session.inputs())
    return {
        seq: [words().call(locale(), state, call) for call in calls]
        for seq, calls in announcer.calls.items()
    }


def _rolls(state: Any, line: Line) -> dict[int, tuple[str, ...]]:
    """The rolls behind an entry, by the number of the sentence they belong to."""
    found: dict[int, tuple[str, ...]] = {}
    number = 0
    for event in line.events:
        told = sentences(state, [event], line.entry.seq)
        if told and (rolls := words().unfold(locale(), state, event)):
            found[number] = rolls
        number += len(told)
    return found


def _of_entry(match_session: MatchSession, line: Line, state: Any) -> list[str]:
    from q40k.i18n.amending import amended, bookmarked

    entry = line.entry
    if entry.kind == "amend":
        return [f"✎ {amended(locale(), words(), entry.body, match_session.read_command)}"]
    if entry.kind == "bookmark":
        return [bookmarked(locale(), entry.command, entry.body)]
    if entry.kind == "undo":
        return [_("Undone: everything from {number} on", number=entry.command)]
    if entry.kind == "redo":
        return [_("Redone: everything from {number} on", number=entry.command)]
    return sentences(state, line.events, line.told_as)


# -- the board -----------------------------------------------------------------------------


def board(match_session: MatchSession) -> list[str]:
    """The board: what is played, whose turn it is, who stands where with what score."""
    return board_of(match_session.state, match_session.question)


def board_of(state: Any, question: Question | None) -> list[str]:
    """The board at any moment."""
    shown = words().board(locale(), state)
    lines = list(shown.heading)
    if shown.rows:
        lines += ["", *table(shown.columns, shown.rows, right=shown.figures)]
    if question is not None:
        lines += ["", *asked_now(state, question)]
    return lines


def open_question(match_session: MatchSession) -> list[str]:
    """What a match waits for: who does what, why, and what may be answered."""
    return (
        []
        if match_session.question is None
        else asked_now(match_session.state, match_session.question)
    )


def asked_now(state: Any, question: Question) -> list[str]:
    """A question: who does what, why, and what may be answered."""
    asked = words().ask(locale(), state, question)
    lines = [_("Asked now: {title} [{hint}]", title=asked.title, hint=asked.hint)]
    if asked.why:
        lines.append(f"  {asked.why} ({asked.rule})" if asked.rule else f"  {asked.why}")
    lines += [f"  {value}: {label}" for value, label in asked.options if str(value) != label]
    plain = [str(value) for value, label in asked.options if str(value) == label]
    return [*lines, f"  {', '.join(plain)}"] if plain else lines
