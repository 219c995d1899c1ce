"""The study of a match on its report: luck and choice as lines, what cost most, and a map of the better."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from q40k.bots.memory import plain_answer
from q40k.games.game import Game, Racer
from q40k.geometry.scene import Line, Mark, Scene
from q40k.i18n.locale import N_, Locale
from q40k.kernel.driver import carry_out
from q40k.kernel.events import Answer, DiceQuestion, Question, Refused
from q40k.kernel.replay import fold_journaled
from q40k.report.calls import study_calls
from q40k.report.charts import race_chart
from q40k.report.drawing import ground, moving_parts
from q40k.report.html import texts
from q40k.report.tale import Tale
from q40k.study.figures import Row, Study
from q40k.study.playouts import Record
from q40k.study.tables import Sentences, chapters, headline, interval_text, notes

DONE, BETTER = "×", "✓"
"""The marks on a map where a figure went, and where it was better."""


class StudyPage(Struct, frozen=True):
    """What a report shows of a study: its figures, the match as it was studied, and its words."""

    study: Study
    record: Record
    words: Sentences

    def errors(self, locale: Locale) -> Iterator[tuple[int, str, str, str, str]]:
        """Yield the choices that cost most: the entry, who, what was done, what was better, and the cost."""
        for row in self.study.dearest:
            if row.cost is not None:
                better = self.words.better.get((row.place, row.step), "")
                cost = interval_text(locale, row.cost)
                yield row.entry, self.words.who(row), self.words.entries.get(row.entry, ""), better, cost

    def section(self, game: Game, locale: Locale, tale: Tale) -> str:
        """Return the section of the study in a report."""
        study, words, sides = self.study, self.words, tale.sides
        ordered = [
            next((s for s in sides if s.side == side), Racer(side, words.sides.get(side, side))) for side in study.sides
        ]
        charts = [
            (title, race_chart(locale, list(_sums(study, kinds)), ordered, title))
            for title, kinds in (
                (locale.gettext(N_("What dice brought, added up")), ("dice",)),
                (locale.gettext(N_("What choices brought, added up")), ("choice",)),
            )
        ]
        calls = study_calls(locale, tale.number, list(dict.fromkeys(_moments(study, words))))
        answer, tables = headline(locale, study, words), list(chapters(locale, study, words))
        maps = list(_maps(game, locale, self))
        return texts(locale).study(answer, charts, maps, tables, calls, notes(locale, study))


class _Sum(Struct, frozen=True):
    """What every side has gained up to an entry: a moment of a chart."""

    turn: int
    shares: tuple[float, ...]


def _moments(study: Study, words: Sentences) -> Iterator[tuple[int, str, str]]:
    """Yield the entries that are worth another try: what happened there, and who gave the command."""
    seats = {row.place: row.who for row in reversed(study.rows) if row.who}
    for row in (*study.dearest, *study.turning_points):
        yield row.entry, words.entries.get(row.entry, ""), words.seats.get(seats.get(row.place, ""), "")


def _sums(study: Study, kinds: Sequence[str]) -> Iterator[_Sum]:
    """Yield what steps of some kinds brought every side so far, step by step."""
    total = (0.0,) * len(study.sides)
    yield _Sum(0, total)
    for row in study.rows:
        if row.kind in kinds and row.before != row.after:
            total = tuple(t + a - b for t, a, b in zip(total, row.after, row.before, strict=True))
        yield _Sum(0, total)


def _maps(game: Game, locale: Locale, shown: StudyPage) -> Iterator[tuple[str, str]]:
    """Yield a map and its caption for each of the dearest choices that moved a figure, or should have."""
    for row in shown.study.dearest:
        scene = better_scene(game, shown.record, row)
        if scene is None or row.cost is None:
            continue
        better = shown.words.better.get((row.place, row.step), "")
        caption = locale.say(
            N_("Entry {entry}, {who}: × {done} ✓ {better}. Cost: {cost}"),
            entry=row.entry,
            who=shown.words.who(row),
            done=shown.words.entries.get(row.entry, ""),
            better=better,
            cost=interval_text(locale, row.cost),
        )
        wide, high = (f"{length:g}" for length in scene.size)
        drawn = ground(scene) + moving_parts(scene, scene.lines)
        yield texts(locale).map(wide, high, caption, drawn), caption


def better_scene(game: Game, record: Record, row: Row) -> Scene | None:
    """Return the map before a choice with lines to where its figures went, and where it was better.

    Return None if no place is kept, or if nobody moves either way.
    """
    rules, state = game.rules, game.rules.blank()
    for group in record.groups[: row.place]:
        state = fold_journaled(rules, state, group)
    scene = game.view.scene(state)
    if scene is None or row.step or not row.better:
        return None
    group = record.groups[row.place]
    after = {BETTER: _after(game, state, rules.read_command(row.better)), DONE: fold_journaled(rules, state, group[:1])}
    here = {piece.id: piece.at for piece in scene.pieces}
    lines: list[Line] = []
    marks: list[Mark] = []
    for sign, later in after.items():
        pieces = game.view.pieces(later) if later is not None else ()
        for piece in pieces:
            start = here.get(piece.id)
            if start is not None and start != piece.at and (piece.id == row.who or len(lines) < 2):
                lines.append(Line((start, piece.at)))
                marks.append(Mark(f"{sign}{piece.id}", sign, piece.at))
    if not lines:
        return None
    return replace(scene, lines=tuple(lines), marks=(*scene.marks, *marks))


def _after(game: Game, state: Any, command: Any) -> Any | None:
    """Return the state after a command whose dice are all middling; None if the rules refuse it."""

    def answer(question: Question, _state: Any) -> Answer:
        if isinstance(question, DiceQuestion):
            return tuple((sides + 1) // 2 for sides in question.dice)
        return plain_answer(question)

    try:
        return carry_out(game.rules, state, command, answer)
    except Refused:
        return None
