"""The order of play as a board: who acted, who is now, where, and how near to winning."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from textual import events
from textual.content import Content
from textual.geometry import Region, Size
from textual.message import Message
from textual.strip import Strip
from textual.visual import Visual
from textual.widget import Widget

from q40k.games.quake.rules.rounds import dies_for_good
from q40k.games.quake.rules.state import Match, Player
from q40k.games.quake.screen.forms import number
from q40k.games.quake.screen.objectives import choosable
from q40k.games.quake.screen.sides import LIFE, colour_of, flagged, letter_of
from q40k.games.quake.words.objectives import made, short
from q40k.i18n.locale import Locale
from q40k.tui import look
from q40k.tui.look import bar, fit, right, styled

WIDE = 72


class Board(Widget, can_focus=True):
    """The order of play. The arrows or a click mark a player, whose card is then shown."""

    class Marked(Message):
        """A player was marked, or none any more."""

        def __init__(self, player: str | None) -> None:
            super().__init__()
            self.player = player

    def __init__(self, state: Match, locale: Locale) -> None:
        super().__init__(id="board")
        self.state = state
        self.locale = locale
        self.marked: str | None = None
        self._lines: list[Content] = []
        self._made: dict[str, tuple[tuple[Any, ...], Content]] = {}
        self._laid: Size | None = None

    def show(self, state: Match, locale: Locale) -> None:
        """Show another state."""
        self.state, self.locale = state, locale
        self._lay()

    def rows(self) -> list[str]:
        """The players from top to bottom: the order of play, then who is not in it."""
        order = self.state.order
        return [*order, *(p for p in self.state.players if p not in order)]

    def _window(self) -> tuple[int, list[str]]:
        """How many rows of heads there are, and the players that fit below, the marked one too.

        Without a mark it is the active one that is sure to be seen.
        """
        rows, height = self.rows(), self.size.height
        if height > len(rows):
            return 1, rows
        seen = self.marked or self.state.play.active
        here = rows.index(seen) if seen in rows else 0
        first = max(0, min(here - height // 2, len(rows) - height))
        return 0, rows[first : first + max(1, height)]

    def _lay(self) -> None:
        """Make the lines for the present state and size, and repaint those that changed."""
        width = max(20, self.size.width or 50)
        heads, rows = self._window()
        lines = [self._head(width)] if heads else []
        for player in rows:
            facts = self._facts(player, width)
            if self._made.get(player, (None,))[0] != facts:
                self._made[player] = (facts, self._row(player, width))
            lines.append(self._made[player][1])
        before, self._lines, self._laid = self._lines, lines, self.size
        for y in range(max(len(before), len(lines))):
            if not (y < min(len(before), len(lines)) and before[y].is_same(lines[y])):
                self.refresh(Region(0, y, width, 1))

    def _facts(self, player: str, width: int) -> tuple[Any, ...]:
        """All that a row depends on."""
        state, one = self.state, self.state.players[player]
        now, dim = player == state.play.active, state.running
        look_alike = (self._mark(one), now, dim, player == self.marked)
        side = state.side_of(player)
        stands = (state.goal(player), made(state, side), colour_of(state, player))
        flag = flagged(state, player)
        return (one, look_alike, stands, flag, self.locale.language, width)

    def render_line(self, y: int) -> Strip:
        """One line; only those that changed are made anew."""
        if self._laid != self.size:
            self._lay()
        style = self.visual_style
        if y >= len(self._lines) or not self.size.width:
            return Strip.blank(self.size.width, style.rich_style)
        return Visual.to_strips(self, self._lines[y], self.size.width, 1, style)[0]

    def render(self) -> Content:
        """All lines, for a selection of its text."""
        return look.lines(*self._lines)

    def _name_width(self, width: int) -> int:
        return max(6, min(16, width - (46 if width >= WIDE else 34)))

    def _head(self, width: int) -> Content:
        _ = self.locale.gettext
        name = fit("    " + _("order"), self._name_width(width) + 5)
        rest = right(_("pts"), 4) + fit(" " + _("at"), 3) + fit(" " + _("tok"), 4)
        rest += right(_("lives") if self._in_lives() else _("score") if self._paid() else "", 7)
        if width >= WIDE:
            rest += right(_("K"), 4) + right(_("D"), 4) + right(_("row"), 4)
        return styled(fit(name + rest, width), "$foreground-muted")

    def _row(self, player: str, width: int) -> Content:
        state = self.state
        one = state.players[player]
        names = self._name_width(width)
        mark = self._mark(one)
        flag = flagged(state, player)
        name = f"{fit(one.name, names - 2).rstrip()} {flag}" if flag else one.name
        text = f"{right(number(one), 2)} {fit(name, names)}"
        facts = right(self.locale.points(one.value), 4)
        facts += fit(" " + self._where(one), 3) + fit(" " + self._token(one), 4)
        facts += right(self._lives(one) if self._in_lives() else self._score(one), 7)
        if width >= WIDE:
            facts += right(str(one.score.kills), 4) + right(str(one.score.deaths), 4)
            facts += right(str(one.score.streak), 4)
        times = right(self._times(one), 6)
        left = width - 2 - 3 - names - len(facts) - len(times) - 1
        gauge = " " + bar(self._part(one), left) if left > 1 else ""
        now = player == state.play.active
        dim = "" if one.in_play or not state.running else " dim"
        style = "reverse" if player == self.marked else ""
        colour = colour_of(state, player)
        row = Content.assemble(
            (mark, "bold" if now else ""),
            (letter_of(state, player) or " ", f"bold {colour}"),
            (text, f"{colour} bold" if now else colour + dim),
            (facts, "bold" if now else dim.strip()),
            (gauge.rstrip("░"), colour),
            (gauge[len(gauge.rstrip("░")) :], "dim"),
            (times, "bold" if now else dim.strip()),
        )
        return row.stylize(style) if style else row

    def _mark(self, one: Player) -> str:
        if not one.present:
            return look.GONE
        if one.id == self.state.play.active:
            return look.NOW
        if one.life.out:
            return look.OUT
        if not one.life.alive:
            return look.DEAD
        if one.id in self.state.passed:
            return look.ACTED
        return look.MAY if one.id in choosable(self.state) else " "

    # What the last columns hold depends on what wins: a score, lives, rounds, points.

    def _in_lives(self) -> bool:
        mod = self.state.setup.mod
        return mod is not None and mod.has("sudden-death") and not mod.has("victory-points")

    def _lives(self, one: Player) -> str:
        """How many lives are left in the round, where that is what counts."""
        left = self.state.lives_left(one.id) or 0
        if not dies_for_good(self.state, one.id):
            return "∞"
        return f"{LIFE}{left}" if left else "–"

    def _paid(self) -> bool:
        """Whether kills pay points here."""
        return self.state.setup.mod is None or self.state.setup.mod.has("victory-points")

    def _score(self, one: Player) -> str:
        return self.locale.points(one.score.points) if self._paid() or one.score.points else ""

    def _by_score(self) -> bool:
        return self.state.setup.mod is None or self.state.setup.mod.win.by == "score"

    def _times(self, one: Player) -> str:
        if self._by_score():
            return self.locale.times(one.times)
        return short(self.locale, self.state, self.state.side_of(one.id))

    def _part(self, one: Player) -> Fraction:
        """What part of a win the player has made: its own share of the score, or its side's."""
        if not self._by_score():
            return made(self.state, self.state.side_of(one.id))
        goal = self.state.goal(one.id)
        return one.score.points / goal if goal else Fraction(0)

    def _where(self, one: Player) -> str:
        if one.position.portal is not None:
            return f"{look.IN_PORTAL}{one.position.portal}"
        return f"{look.BESIDE}{one.position.near}" if one.position.near is not None else ""

    def _token(self, one: Player) -> str:
        if one.bonus is None:
            return ""
        return f"({one.bonus.token})" if one.bonus.spent else one.bonus.token

    # -- marking ---------------------------------------------------------------------------

    def mark(self, player: str | None) -> None:
        """Mark a player, or none."""
        self.marked = player
        self._lay()
        self.post_message(self.Marked(player))

    def on_click(self, event: events.Click) -> None:
        """A click marks the player of that row; a second one lets go."""
        heads, rows = self._window()
        row = event.y - heads
        if 0 <= row < len(rows):
            self.mark(None if rows[row] == self.marked else rows[row])

    def key_up(self) -> None:
        """Mark the player above."""
        self._step(-1)

    def key_down(self) -> None:
        """Mark the player below."""
        self._step(1)

    def _step(self, by: int) -> None:
        rows = self.rows()
        if not rows:
            return
        here = rows.index(self.marked) if self.marked in rows else (-1 if by > 0 else 0)
        self.mark(rows[(here + by) % len(rows)])

    def explain(self) -> str:
        """What F1 says of the board."""
        _ = self.locale.gettext
        return _(
            "The order of play, highest first. ▶ is acting, ▷ may act as well, ✓ has acted, † is"
            " dead, ✗ is out of the round, – has left; the letter is the team, ⚑ carries a flag."
            " ◎3 stands in portal 3, ○3 came out beside it; E1 is the token held, (E1) a spent"
            " one. The bar and × show the score in units of the player’s own value, or what else"
            " the mod counts: lives, rounds, points. Up, Down or a click show another champion’s"
            " card."
        )
