"""Everybody's luck below the scoreboard, computed in the background."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any

from textual.content import Content
from textual.timer import Timer
from textual.widgets import Static
from textual.worker import WorkerCancelled, get_current_worker

from q40k.games.game import Game
from q40k.i18n.locale import with_label
from q40k.i18n.scores import difference, fairness, luck_in_a_word, luck_line, mean
from q40k.kernel.journal.journal import Entry, JournalError
from q40k.table.luck import Luck, Report, luck_report
from q40k.tui import look
from q40k.tui.forms import AnyDesk
from q40k.tui.look import fit, right

LOOK_SECONDS = 0.1
"""The interval at which the progress is shown."""

NAME = 11
WIDTHS = (4, 6, 8, 9, 6)
"""The widths of the columns; all of them fit a screen of 80."""


def compute_luck(
    game: Game, state: Any, entries: Sequence[Entry], on_progress: Callable[[float], None] = lambda _share: None
) -> Report | None:
    """Compute everybody's luck, in a thread of its own; return None if its worker was stopped.

    `on_progress` is called with the share done, from 0 to 1.
    """
    worker = get_current_worker()

    def read() -> Iterator[Entry]:
        for place, entry in enumerate(entries):
            if worker.is_cancelled:
                raise WorkerCancelled
            on_progress(place / len(entries))
            yield entry

    with suppress(WorkerCancelled):
        return luck_report(game, state, read())
    return None


def luck_in_a_line(desk: AnyDesk, report: Report) -> str:
    """Return the luck of a match in a line; empty if no die could pass or fail."""
    names = {seat.id: seat.name for seat in desk.snapshot.seats}
    tested = [player for player in report.players if player.tests]
    return luck_line(desk.locale, [(names[luck.player], luck.surplus, luck.swing) for luck in tested])


class LuckPanel(Static):
    """Everybody's results compared with the expected ones, and whether the dice look fair.

    `colour` returns the colour of a seat.
    """

    def __init__(self, desk: AnyDesk, colour: Callable[[str], str]) -> None:
        super().__init__(id="luck")
        self.locale = desk.locale
        self.state = desk.state
        self.match_session = desk.match_session
        self.names = {seat.id: seat.name for seat in desk.snapshot.seats}
        self.colour = colour
        self.part = 0.0
        self.report: Report | None = None
        self._clock: Timer | None = None

    def on_mount(self) -> None:
        """Start once the page is visible."""
        self._show()
        self.call_after_refresh(self._begin)

    def _begin(self) -> None:
        try:
            entries = self.match_session.inputs()
        except JournalError:  # the main screen reports it on the next entry
            self.update("")
            return
        self.run_worker(lambda: self._compute(entries), thread=True)
        self._clock = self.set_interval(LOOK_SECONDS, self._show)

    def _show(self) -> None:
        """Show the luck, or how much of the match has been read."""
        if self.report is not None:
            self.update(self.render_report(self.report))
            if self._clock is not None:
                self._clock.stop()
            return
        _ = self.locale.gettext
        share = self.locale.percent(self.part)
        self.update(Content.styled(_("Luck: {share} read…").format(share=share), look.MUTED))

    def _compute(self, entries: Sequence[Entry]) -> None:
        """Compute the luck. This runs in a thread, so it does not touch the screen."""

        def show_progress(share: float) -> None:
            self.part = share

        self.report = compute_luck(self.match_session.game, self.state, entries, show_progress)

    def render_report(self, report: Report) -> Content:
        """Return the report as a table, with a sentence on each kind of dice."""
        _ = self.locale.gettext
        heads = (_("D6"), _("mean"), _("passed"), _("expected"), "±")
        titles = zip(heads, WIDTHS, strict=True)
        head = fit(_("Luck"), NAME) + "".join(right(fit(h, w - 1).rstrip(), w) for h, w in titles)
        rows: list[Content | str] = ["", Content.styled(head, look.MUTED)]
        rows += [self._row(luck) for luck in report.players]
        for name, dice in ((_("The app’s dice"), report.app), (_("Typed dice"), report.hands)):
            text = fairness(self.locale, dice.verdict, dice.dice, dice.chance)
            rows.append(with_label(self.locale, name, text))
        return look.lines(*rows)

    def _row(self, luck: Luck) -> Content:
        locale = self.locale
        values: tuple[Any, ...] = (
            luck.dice,
            mean(locale, luck.mean),
            f"{luck.passed}/{luck.tests}",
            locale.decimal(f"{float(luck.expected):.1f}"),
            difference(locale, luck.surplus),
        )
        cells = "".join(right(str(f), w) for f, w in zip(values, WIDTHS, strict=True))
        word = luck_in_a_word(locale, luck.swing, luck.tests) if luck.tests else ""
        name = fit(self.names[luck.player], NAME)
        return Content.assemble((name, f"bold {self.colour(luck.player)}"), cells, f"  {word}")
