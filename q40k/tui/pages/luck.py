"""Everybody's luck below the scoreboard, weighed in the background while one reads on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from textual.content import Content
from textual.timer import Timer
from textual.widgets import Static
from textual.worker import get_current_worker

from q40k.i18n.luck import difference, fairness, in_brief, luck_in_a_word, mean
from q40k.i18n.sentences import after
from q40k.kernel.journal.journal import JournalError
from q40k.tui import look
from q40k.tui.forms import AnyDesk
from q40k.tui.look import fit, right

if TYPE_CHECKING:
    from q40k.games.game import Game
    from q40k.kernel.journal.journal import Entry
    from q40k.table.luck import Luck, Report

LOOK_SECONDS = 0.1
"""So often one looks how far the weighing has come."""

NAME = 11
WIDTHS = (4, 6, 8, 9, 6)
"""How wide the columns are; all of it fits a screen of 80."""


def weighed(
    game: Game,
    state: Any,
    entries: Sequence[Entry],
    come: Callable[[float], None] = lambda _share: None,
) -> Report | None:
    """Everybody's luck, in a thread of its own: it touches nothing on the screen.

    `come` is told how far it has come, 0 to 1. None when its worker was stopped.
    """
    from q40k.table.luck import luck

    worker = get_current_worker()

    def read() -> Iterator[Entry]:
        for place, entry in enumerate(entries):
            if worker.is_cancelled:
                raise Stopped
            come(place / len(entries))
            yield entry

    with suppress(Stopped):
        return luck(game, state, read())
    return None


def brief(desk: AnyDesk, report: Report) -> str:
    """The luck of a match in a line; nothing where no die could pass or fail."""
    names = {seat.id: seat.name for seat in desk.view.seats(desk.state)}
    tested = [one for one in report.players if one.tests]
    return in_brief(desk.locale, [(names[one.player], one.more, one.swing) for one in tested])


class Stopped(Exception):
    """Nobody waits for the answer any more."""


class LuckPanel(Static):
    """What everybody's dice did against what was to be expected, and whether they look fair.

    `colour` is that of a seat.
    """

    def __init__(self, desk: AnyDesk, colour: Callable[[str], str]) -> None:
        super().__init__(id="luck")
        self.locale = desk.locale
        self.state = desk.state
        self.match_session = desk.match_session
        self.names = {seat.id: seat.name for seat in desk.view.seats(desk.state)}
        self.colour = colour
        self.part = 0.0
        self.report: Report | None = None
        self._clock: Timer | None = None

    def on_mount(self) -> None:
        """Begin once the page is on the screen."""
        self._show()
        self.call_after_refresh(self._begin)

    def _begin(self) -> None:
        try:
            entries = self.match_session.inputs()
        except JournalError:  # the main screen says so as soon as anything is entered
            self.update("")
            return
        self.run_worker(lambda: self._weigh(entries), thread=True)
        self._clock = self.set_interval(LOOK_SECONDS, self._show)

    def _show(self) -> None:
        """Show the luck, or how much of the match has been read."""
        if self.report is not None:
            self.update(self.told(self.report))
            if self._clock is not None:
                self._clock.stop()
            return
        _ = self.locale.gettext
        share = self.locale.percent(self.part)
        self.update(Content.styled(_("Luck: {share} read…").format(share=share), look.MUTED))

    def _weigh(self, entries: Sequence[Entry]) -> None:
        """In the background; it touches nothing on the screen."""

        def come(share: float) -> None:
            self.part = share

        self.report = weighed(self.match_session.game, self.state, entries, come)

    def told(self, report: Report) -> Content:
        """The report as a table, and a sentence on each kind of dice."""
        _ = self.locale.gettext
        heads = (_("D6"), _("mean"), _("passed"), _("expected"), "±")
        titles = zip(heads, WIDTHS, strict=True)
        head = fit(_("Luck"), NAME) + "".join(right(fit(h, w - 1).rstrip(), w) for h, w in titles)
        rows: list[Content | str] = ["", Content.styled(head, look.MUTED)]
        rows += [self._row(one) for one in report.players]
        for name, dice in ((_("The app’s dice"), report.app), (_("Typed dice"), report.hands)):
            said = fairness(self.locale, dice.verdict, dice.dice, dice.chance)
            rows.append(after(self.locale, name, said))
        return look.lines(*rows)

    def _row(self, one: Luck) -> Content:
        locale = self.locale
        figures: tuple[Any, ...] = (
            one.dice,
            mean(locale, one.mean),
            f"{one.passed}/{one.tests}",
            locale.decimal(f"{float(one.expected):.1f}"),
            difference(locale, one.more),
        )
        told = "".join(right(str(f), w) for f, w in zip(figures, WIDTHS, strict=True))
        word = luck_in_a_word(locale, one.swing, one.tests) if one.tests else ""
        name = fit(self.names[one.player], NAME)
        return Content.assemble((name, f"bold {self.colour(one.player)}"), told, f"  {word}")
