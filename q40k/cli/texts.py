"""Tables in plain text, and a match in words: its feed, its log, its board."""

from __future__ import annotations

import shutil
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from q40k.cli.say import N_, _, echo, locale, on_a_terminal, words
from q40k.i18n.width import width
from q40k.kernel.events import Event, Question

if TYPE_CHECKING:
    from q40k.i18n.chapters import Chapter, Table
    from q40k.table.match_session import Line, MatchSession


GAP = "  "
LEAST = 8
"""A column is never cut to fewer cells."""


def pad(text: str, cells: int, *, right: bool = False) -> str:
    """Return the text filled up with spaces to so many cells, on the left if `right`."""
    spaces = " " * (cells - width(text))
    return spaces + text if right else text + spaces


def table(head: Sequence[str], rows: Sequence[Sequence[str]], right: Collection[int] = ()) -> list[str]:
    """Return the lines of a table; the columns numbered in `right` are aligned to the right."""
    lines = [head, *rows]
    widths = [max(width(line[column]) for line in lines) for column in range(len(head))]
    return [
        GAP.join(pad(cell, widths[column], right=column in right) for column, cell in enumerate(line)).rstrip()
        for line in lines
    ]


def echo_table(head: Sequence[str], rows: Sequence[Sequence[str]], right: Collection[int] = ()) -> None:
    """Print a table; the columns numbered in `right` are aligned to the right."""
    for line in table(head, rows, right):
        echo(line)


def cut(text: str, cells: int) -> str:
    """Return the text in at most so many cells; … marks what was cut."""
    if width(text) <= cells:
        return text
    while text and width(text) >= cells:
        text = text[:-1]
    return text.rstrip() + "…"


def fit_rows(
    head: Sequence[str], rows: Sequence[Sequence[str]], flexible: Collection[int], room: int
) -> list[list[str]]:
    """Return the rows with the flexible columns cut, so that a line fits into `room` cells."""
    lines = [head, *rows]
    widths = [max(width(line[column]) for line in lines) for column in range(len(head))]
    while sum(widths) + len(GAP) * (len(head) - 1) > room:
        widest = max(flexible, key=lambda column: widths[column])
        if widths[widest] <= LEAST:
            break
        widths[widest] -= 1
    return [[cut(cell, widths[column]) for column, cell in enumerate(row)] for row in rows]


def chapter_lines(chapters: Sequence[Chapter]) -> Iterator[str]:
    """Yield chapters of tables, line by line. A note about a drawing is left out."""
    for number, chapter in enumerate(chapters):
        if number:
            yield ""
        yield chapter.title
        for shown in (part for whole in chapter.tables if whole.rows for part in _parts(whole)):
            yield from table(list(shown.heads), [list(row) for row in shown.rows], right=shown.figures)
        if chapter.note and not chapter.lanes:
            yield from click.wrap_text(chapter.note, 78).splitlines()


def _parts(table: Table) -> Iterable[Table]:
    """Split a table to the width of the terminal; return it whole if it goes into a file."""
    from q40k.i18n.chapters import split_table

    room = shutil.get_terminal_size().columns if on_a_terminal("stdout") else 0
    return split_table(table, room, len(GAP)) if room else (table,)


# -- a match in words ------------------------------------------------------------------------------


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
    from q40k.kernel.journal.history import replaced_entries

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
    from q40k.table.commentary import Announcer

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
    from q40k.i18n.amending import amendment_line, bookmark_line

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


# -- the board -----------------------------------------------------------------------------


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
