"""Everybody's luck below the scoreboard, weighed in the background while one reads on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from textual.content import Content
from textual.widgets import Static
from textual.worker import get_current_worker

from q40k.kernel.journal import JournalError
from q40k.rules.state import Match
from q40k.tui import look
from q40k.tui.look import fit, right
from q40k.tui.sides import colour_of
from q40k.words.luck import difference, fairness, luck_in_a_word, mean
from q40k.words.reasons import after
from q40k.words.speech import Speech

if TYPE_CHECKING:
    from q40k.kernel.journal import Entry
    from q40k.table.luck import Luck, Report
    from q40k.table.sitting import Sitting

STEP = 50
"""So many entries are weighed before the progress is shown again."""


class Stopped(Exception):
    """Nobody waits for the answer any more."""


class LuckPanel(Static):
    """What everybody's dice did against what was to be expected, and whether they look fair."""

    def __init__(self, speech: Speech, state: Match, sitting: Sitting) -> None:
        super().__init__(id="luck")
        self.speech = speech
        self.state = state
        self.sitting = sitting

    def on_mount(self) -> None:
        """Begin once the page is on the screen."""
        self._progress(0)
        self.call_after_refresh(self._begin)

    def _begin(self) -> None:
        try:
            entries = self.sitting.inputs()
        except JournalError:  # the main screen says so as soon as anything is entered
            self.update("")
            return
        self.run_worker(lambda: self._weigh(entries), thread=True, exit_on_error=True)

    def _progress(self, percent: int) -> None:
        _ = self.speech.gettext
        self.update(Content.styled(_("Luck: {percent}% read…").format(percent=percent), "dim"))

    def _weigh(self, entries: Sequence[Entry]) -> None:
        from q40k.table.luck import luck

        worker, app = get_current_worker(), self.app

        def read() -> Iterator[Entry]:
            for place, entry in enumerate(entries):
                if place % STEP == STEP - 1:
                    if worker.is_cancelled:
                        raise Stopped
                    app.call_from_thread(self._progress, 100 * place // len(entries))
                yield entry

        try:
            report = luck(self.state, read())
        except Stopped:
            return
        if not worker.is_cancelled:
            app.call_from_thread(self.update, self.told(report))

    def told(self, report: Report) -> Content:
        """The report as a table, and a sentence on each kind of dice."""
        _ = self.speech.gettext
        heads = (_("D6"), _("mean"), _("tests"), _("passed"), _("expected"), "±")
        title = fit(_("Luck"), 15)
        head = title + "".join(right(fit(h, 8).rstrip(), 9) for h in heads)
        rows: list[Content | str] = ["", Content.styled(head, "dim")]
        rows += [self._row(one) for one in report.players]
        for name, dice in ((_("The app’s dice"), report.app), (_("Typed dice"), report.hands)):
            said = fairness(self.speech, dice.verdict, dice.dice, dice.chance)
            rows.append(after(self.speech, name, said))
        return look.lines(*rows)

    def _row(self, one: Luck) -> Content:
        speech, player = self.speech, self.state.players[one.player]
        figures: tuple[Any, ...] = (
            one.dice,
            mean(speech, one.mean),
            one.tests,
            one.passed,
            speech.decimal(f"{float(one.expected):.1f}"),
            difference(speech, one.more),
        )
        told = "".join(right(str(figure), 9) for figure in figures)
        word = luck_in_a_word(speech, one.swing, one.tests) if one.tests else ""
        name = fit(player.name, 15)
        return Content.assemble(
            (name, f"bold {colour_of(self.state, player.id)}"), told, f"  {word}"
        )
