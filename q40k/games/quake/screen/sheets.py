"""The pages that open above a match: the whole scoreboard (b), and the phases in short (F5)."""

from collections.abc import Iterable, Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widget import Widget

from q40k.games.quake.packs.mods import Mod
from q40k.games.quake.screen.base import Desk
from q40k.games.quake.screen.panels import glance
from q40k.games.quake.screen.teams import ink_of, sides_line
from q40k.games.quake.state.match import Player
from q40k.games.quake.table.team_marks import own_colour, team_marks
from q40k.games.quake.words.objectives.objective import progress_share, progress_text, to_win
from q40k.games.quake.words.reference import credits_of, phases_of
from q40k.i18n.locale import Locale
from q40k.tui import look
from q40k.tui.look import Rows, bar, fit, right, style_text
from q40k.tui.pages.sheet import Sheet

WIDTHS = (7, 8, 8, 8, 11, 8)
"""The widths of the columns value, score, kills, deaths, accidents and streak."""


class ScoreScreen(Sheet):
    """The sides by how near to winning, with each player's value, score and kills."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,b,q,enter", "dismiss_none", show=False)]
    spoken_as: ClassVar[str] = "s"

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk.locale)
        self.desk = desk
        self.state = desk.state

    def text(self) -> Content:
        """Return the rows of the scoreboard."""
        _ = self.locale.gettext
        heads = (_("pts"), _("score"), _("kills"), _("deaths"), _("accidents"), _("streak"))
        head = " " * 15 + _columns(heads)
        state = self.state
        rows: Rows = []
        sides = sides_line(state, self.locale)
        if sides.plain:
            rows += [sides, ""]
        rows.append(Content.styled(head, look.MUTED))
        for side in sorted(state.sides, key=lambda side: -progress_share(state, side)):
            rows += self._team(side) if state.in_teams else self._alone(side)
        facts = glance(self.locale, state)
        rows += [*([""] if facts else []), *facts, "", _("Escape closes this page.")]
        return look.lines(*rows)

    def below(self) -> Iterable[Widget]:
        """Yield everyone's luck, once a turn has been played."""
        if self.state.play.turn:
            from q40k.tui.pages.luck import LuckPanel

            yield LuckPanel(self.desk, lambda player: ink_of(self.state, player))

    def _alone(self, side: str) -> Rows:
        player = self.state.players[side]
        return [self._row(player), *self._progress(side, look.ink(own_colour(player.id)))]

    def _team(self, side: str) -> Rows:
        letter, colour = team_marks(self.state.sides)[side]
        colour = look.ink(colour)
        crown = " ♛" if side in self.state.outcome.winner else ""
        score = ""
        if self.state.setup.mod is not None and self.state.setup.mod.has("victory-points"):
            score = right(self.locale.points(self.state.value_of(side)), 7)
            score += right(self.locale.points(self.state.score_of(side)), 8)
        head = Content.assemble((fit(f"{letter} {side}{crown}", 15), f"bold {colour}"), score)
        members = [self._row(self.state.players[p]) for p in self.state.members(side)]
        return [head, *self._progress(side, colour), *members]

    def _progress(self, side: str, colour: str) -> Rows:
        """Return a side's progress as a bar and in words, and what it still needs."""
        state, locale = self.state, self.locale
        rows: Rows = [
            Content.assemble(
                ("  " + bar(progress_share(state, side), 30), colour), f"  {progress_text(locale, state, side)}"
            )
        ]
        if state.play.phase != "setup":
            rows.append(style_text(f"  → {to_win(locale, state, state.members(side)[0])}", look.MUTED))
        return rows

    def _row(self, player: Player) -> Content:
        locale, state = self.locale, self.state
        counts = (player.score.kills, player.score.deaths, player.score.accidents, player.score.streak)
        facts = _columns((locale.points(player.value), locale.points(player.score.points), *map(str, counts)))
        crown = " ♛" if player.id in state.outcome.winner else ""
        inset = "  " if state.in_teams else ""
        name = fit(inset + player.name + crown, 15)
        return Content.assemble((name, f"bold {ink_of(state, player.id)}"), facts)


def _columns(cells: Sequence[str]) -> str:
    """Return the cells of a row, each right-aligned in its column."""
    return "".join(right(cell, wide) for cell, wide in zip(cells, WIDTHS, strict=True))


class ReferenceScreen(Sheet):
    """The mod in short, and the phases in a few lines each, for players new to the 3rd edition."""

    CSS = "ReferenceScreen #sheet { width: 100%; max-width: 82; height: auto; max-height: 100%; }"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,f5,q,enter", "dismiss_none", show=False)]

    def __init__(self, locale: Locale, mod: Mod | None = None) -> None:
        super().__init__(locale)
        self.mod = mod

    def text(self) -> Content:
        """Return the mod, the phases and the credits."""
        rows: Rows = []
        if self.mod is not None:
            from q40k.games.quake.screen.opening import explain_mod  # late: it reads packs

            name, *chapters = explain_mod(self.locale, self.mod)
            rows += [Content.styled(name, "bold $accent"), *chapters]
        for head, lines in phases_of(self.locale, alone=self.mod is None):
            rows += [Content.styled(head, "bold"), *lines]
        rows.append("")
        rows += [style_text(line, look.MUTED) for line in credits_of(self.locale)]
        return look.lines(*rows)
