"""B: the whole scoreboard."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widget import Widget

from q40k.games.quake.rules.state import Player
from q40k.games.quake.screen.base import Desk, action
from q40k.games.quake.screen.teams.sides import sides_line
from q40k.games.quake.table.team_marks import colour_of, own_colour, team_marks
from q40k.games.quake.words.objectives.progress import made, measure, to_win
from q40k.i18n.locale import N_
from q40k.tui import look
from q40k.tui.look import Rows, bar, fit, right
from q40k.tui.pages.sheet import Sheet


class ScoreScreen(Sheet):
    """The sides by how near to winning, with what each still has to do; value, score, kills, …"""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,b,q,enter", "dismiss_none", show=False)
    ]

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk.locale)
        self.desk = desk
        self.state = desk.state

    def text(self) -> Content:
        """What is to be read."""
        _ = self.locale.gettext
        heads = (_("pts"), _("score"), _("kills"), _("deaths"), _("accidents"), _("streak"))
        head = " " * 15 + "".join(right(fit(h, 7).rstrip(), 8) for h in heads)
        state = self.state
        rows: Rows = []
        sides = sides_line(state, self.locale)
        if sides.plain:
            rows += [sides, ""]
        rows.append(Content.styled(head, "dim"))
        for side in sorted(state.sides, key=lambda side: -made(state, side)):
            rows += self._team(side) if state.in_teams else self._alone(side)
        rows += ["", _("Escape closes this page.")]
        return look.lines(*rows)

    def below(self) -> Iterable[Widget]:
        """Everybody's luck, once a turn has been played."""
        if self.state.play.turn:
            from q40k.tui.pages.luck import LuckPanel

            yield LuckPanel(self.desk, lambda player: colour_of(self.state, player))

    def _alone(self, side: str) -> Rows:
        one = self.state.players[side]
        return [self._row(one), *self._progress(side, own_colour(one.id))]

    def _team(self, side: str) -> Rows:
        letter, colour = team_marks(self.state.sides)[side]
        crown = " ♛" if side in self.state.outcome.winner else ""
        score = ""
        if self.state.setup.mod is not None and self.state.setup.mod.has("victory-points"):
            score = right(self.locale.points(self.state.value_of(side)), 8)
            score += right(self.locale.points(self.state.score_of(side)), 8)
        head = Content.assemble((fit(f"{letter} {side}{crown}", 15), f"bold {colour}"), score)
        members = [self._row(self.state.players[p]) for p in self.state.members(side)]
        return [head, *self._progress(side, colour), *members]

    def _progress(self, side: str, colour: str) -> Rows:
        """What a side has made, as a bar and in words, and what it still has to do."""
        state, locale = self.state, self.locale
        rows: Rows = [
            Content.assemble(
                ("  " + bar(made(state, side), 30), colour),
                f"  {measure(locale, state, side)}",
            )
        ]
        if state.play.phase != "setup":
            rows.append(
                Content.styled(f"  → {to_win(locale, state, state.members(side)[0])}", "dim")
            )
        return rows

    def _row(self, one: Player) -> Content:
        locale, state = self.locale, self.state
        counts = (one.score.kills, one.score.deaths, one.score.accidents, one.score.streak)
        facts = right(locale.points(one.value), 8) + right(locale.points(one.score.points), 8)
        facts += "".join(right(str(count), 8) for count in counts)
        crown = " ♛" if one.id in state.outcome.winner else ""
        inset = "  " if state.in_teams else ""
        name = fit(inset + one.name + crown, 15)
        return Content.assemble((name, f"bold {colour_of(state, one.id)}"), facts)


@action(
    "board",
    "view",
    key="b",
    at=440,
    bar=90,
    name=N_("Board"),
    help=N_("The whole scoreboard: value, score, kills, deaths, streaks."),
)
def board(desk: Desk) -> ScoreScreen:
    """B: the whole scoreboard."""
    return ScoreScreen(desk)
