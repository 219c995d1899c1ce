"""The order of play as a board: who acted, who is now, where, and how near to winning."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from textual.content import Content

from q40k.games.quake.rules.rounds import dies_for_good
from q40k.games.quake.rules.state import Match, Player
from q40k.games.quake.screen.forms import number
from q40k.games.quake.screen.teams.sides import BESIDE, IN_PORTAL, LIFE, flagged, ink_of
from q40k.games.quake.screen.turn import choosable
from q40k.games.quake.table.team_marks import letter_of
from q40k.games.quake.words.objectives.progress import made, short
from q40k.tui import look
from q40k.tui.board import Board
from q40k.tui.look import bar, fit, right, styled

WIDE = 72


class QuakeBoard(Board):
    """The order of play. The arrows or a click mark a player, whose card is then shown."""

    state: Match

    def seats(self) -> list[str]:
        """The players from top to bottom: the order of play, then who is not in it."""
        order = self.state.order
        return [*order, *(p for p in self.state.players if p not in order)]

    def active(self) -> str | None:
        """Whose part it is."""
        return self.state.play.active

    def facts(self, seat: str, width: int) -> tuple[Any, ...]:
        """All that a row depends on."""
        player, state = seat, self.state
        one = state.players[player]
        now, dim = player == state.play.active, state.running
        look_alike = (self._sign(one), now, dim, player == self.marked)
        side = state.side_of(player)
        stands = (state.goal(player), made(state, side), ink_of(state, player))
        flag = flagged(state, player)
        return (one, look_alike, stands, flag, width)

    def _name_width(self, width: int) -> int:
        return max(6, min(16, width - (46 if width >= WIDE else 34)))

    def head(self, width: int) -> Content:
        """The names of the columns."""
        _ = self.locale.gettext
        name = fit("    " + _("player"), self._name_width(width) + 5)
        wide = width >= WIDE
        rest = right(_("worth") if wide else _("pts"), 6 if wide else 4)
        rest += fit(" " + _("at"), 3) + fit(
            " " + (_("bonus") if wide else _("tok")), 6 if wide else 4
        )
        rest += right(_("lives") if self._in_lives() else _("score") if self._paid() else "", 7)
        if wide:
            rest += right(_("kills"), 7) + right(_("died"), 6)
        return styled(fit(name + rest, width), look.MUTED)

    def row(self, seat: str, width: int) -> Content:
        """The row of a player."""
        player, state = seat, self.state
        one = state.players[player]
        names = self._name_width(width)
        mark = self._sign(one)
        flag = flagged(state, player)
        name = f"{fit(one.name, names - 2).rstrip()} {flag}" if flag else one.name
        text = f"{right(number(one), 2)} {fit(name, names)}"
        wide = width >= WIDE
        facts = right(self.locale.points(one.value), 6 if wide else 4)
        facts += fit(" " + self._where(one), 3) + fit(" " + self._token(one), 6 if wide else 4)
        facts += right(self._lives(one) if self._in_lives() else self._score(one), 7)
        if wide:
            facts += right(str(one.score.kills), 7) + right(str(one.score.deaths), 6)
        times = right(self._times(one), 6)
        left = width - 2 - 3 - names - len(facts) - len(times) - 1
        gauge = " " + bar(self._part(one), left) if left > 1 else ""
        now = player == state.play.active
        dim = "" if one.in_play or not state.running else " $foreground-muted"
        style = "reverse" if player == self.marked else ""
        colour = ink_of(state, player)
        row = Content.assemble(
            (mark, "bold" if now else ""),
            (letter_of(state, player) or " ", f"bold {colour}"),
            (text, f"{colour} bold" if now else dim.strip() or colour),
            (facts, "bold" if now else dim.strip()),
            (gauge.rstrip("░"), colour),
            (gauge[len(gauge.rstrip("░")) :], look.MUTED),
            (times, "bold" if now else dim.strip()),
        )
        return row.stylize(style) if style else row

    def _sign(self, one: Player) -> str:
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
            return f"{IN_PORTAL}{one.position.portal}"
        return f"{BESIDE}{one.position.near}" if one.position.near is not None else ""

    def _token(self, one: Player) -> str:
        if one.bonus is None:
            return ""
        return f"({one.bonus.token})" if one.bonus.spent else one.bonus.token

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
