"""The order of play as a board: who acted, who acts now, where, and how near to winning."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from textual.content import Content

from q40k.games.game import Racer
from q40k.games.quake.rules.rounds import dies_for_good
from q40k.games.quake.rules.state import Match, Player
from q40k.games.quake.screen.forms import number
from q40k.games.quake.screen.panels.glance import HELD, SPENT, glance
from q40k.games.quake.screen.teams.sides import BESIDE, IN_PORTAL, LIFE, flag_sign, ink_of
from q40k.games.quake.screen.turn import choosable
from q40k.games.quake.table.team_marks import letter_of
from q40k.table.shown.race import RacePlace
from q40k.tui import look
from q40k.tui.board import Board
from q40k.tui.headline import race
from q40k.tui.look import fit, right, style_text

WIDE = 72
"""From this width on, worth, kills and deaths stand beside the race."""
WORTH, SCORE, COUNT = 6, 7, 7
"""The columns of figures."""


class QuakeBoard(Board):
    """The order of play; the arrows or a click mark the player whose card is shown."""

    state: Match

    def seats(self) -> list[str]:
        """List the players from top to bottom: the order of play, then all others."""
        order = self.state.order
        return [*order, *(p for p in self.state.players if p not in order)]

    def active(self) -> str | None:
        """Return the id of the active player."""
        return self.state.play.active

    def facts(self, seat: str, width: int) -> tuple[Any, ...]:
        """Return everything a row depends on."""
        id, state = seat, self.state
        player = state.players[id]
        now, dim = id == state.play.active, state.running
        look_alike = (self._sign(player), now, dim, id == self.marked)
        stands = (state.goal(id), self._place(player), ink_of(state, id))
        flag = flag_sign(state, id)
        return (player, look_alike, stands, flag, width)

    def head(self, width: int) -> Content:
        """Return the names of the columns."""
        _ = self.locale.gettext
        wide = width >= WIDE
        name = fit("    " + _("player"), self._name_width(width) + 5)
        rest = right(_("worth"), WORTH) if wide else ""
        if self._counts_lives() or self._pays_points():
            rest += right(_("lives") if self._counts_lives() else _("score"), SCORE)
        if wide:
            rest += right(_("kills"), COUNT) + right(_("deaths"), COUNT)
        aim = _("towards victory") if wide else _("to win")
        return style_text(fit(f"{name}{rest} {aim}", width), look.MUTED)

    def _name_width(self, width: int) -> int:
        return 16 if width >= WIDE else max(8, min(13, width - 30))

    def row(self, seat: str, width: int) -> Content:
        """Return the row of a player."""
        id, state = seat, self.state
        player = state.players[id]
        now = id == state.play.active
        dim = "" if player.in_play or not state.running else look.MUTED
        colour = ink_of(state, id)
        row = Content.assemble(
            (self._sign(player), "bold" if now else ""),
            (letter_of(state, id) or " ", f"bold {colour}"),
            (f"{right(number(player), 2)} ", f"{colour} bold" if now else dim or colour),
            self._name_with_signs(
                player, self._name_width(width), f"{colour} bold" if now else dim or colour
            ),
            (self._facts(player, width), "bold" if now else dim),
        )
        row = Content.assemble(row, " ", self._bar(player, width - row.cell_length - 1))
        return row.stylize("reverse") if id == self.marked else row

    def _name_with_signs(self, player: Player, width: int, style: str) -> Content:
        """Return the name, followed by signs for the flag, the place and the bonus."""
        parts = [flag_sign(self.state, player.id), self._where(player), self._token(player)]
        signs = "".join(f" {part}" for part in parts if part)
        name = fit(player.name, max(3, width - len(signs))).rstrip()
        return Content.styled(fit(name + signs, width), style)

    def _facts(self, player: Player, width: int) -> str:
        """Return the columns between the name and the bar."""
        wide = width >= WIDE
        facts = right(self.locale.points(player.value), WORTH) if wide else ""
        if self._counts_lives() or self._pays_points():
            points = self.locale.points(player.score.points)
            facts += right(self._lives(player) if self._counts_lives() else points, SCORE)
        if wide:
            facts += right(str(player.score.kills), COUNT) + right(str(player.score.deaths), COUNT)
        return facts

    def _bar(self, player: Player, width: int) -> Content:
        """Return how near the player's side is to winning, and its gain this turn."""
        place = self._place(player)
        if place is None:
            return Content("")
        ink = ink_of(self.state, player.id)
        gain = race.GAIN - 1 if width >= 24 else 0
        drawn = race.gauge(place.racer.progress, place.since, width - race.FIGURE - gain, ink)
        gained = right(place.gain(self.locale), gain) if gain else ""
        style = "$success" if place.more > 0 else "$loss"
        return Content.assemble(drawn, race.result_text(self.locale, place), (gained, style))

    def _place(self, player: Player) -> RacePlace | None:
        """Return the player's place in the race.

        Where a team wins by score, it is the player's share of that score.
        """
        state = self.state
        place = self.places.get(state.side_of(player.id))
        if place is None or not (state.in_teams and self._is_won_by_score()):
            return place
        goal = Fraction(state.goal(player.id))
        share = player.score.points / goal if goal else Fraction(0)
        return RacePlace(Racer(player.id, player.name, scored=share, unit="share"))

    def below(self) -> list[Content]:
        """List what the rows cannot show: bonuses, melees, portals, absent players."""
        return glance(self.locale, self.state)

    def _sign(self, player: Player) -> str:
        if not player.present:
            return look.GONE
        if player.id == self.state.play.active:
            return look.NOW
        if player.life.out:
            return look.OUT
        if not player.life.alive:
            return look.DEAD
        if player.id in self.state.already_acted:
            return look.ACTED
        return look.MAY if player.id in choosable(self.state) else " "

    # The last columns depend on what wins: a score, lives, rounds or points.

    def _counts_lives(self) -> bool:
        mod = self.state.setup.mod
        return mod is not None and mod.has("sudden-death") and not mod.has("victory-points")

    def _lives(self, player: Player) -> str:
        """Return how many lives are left in the round, or "∞" without a limit."""
        lives = self.state.lives_left(player.id) or 0
        if not dies_for_good(self.state, player.id):
            return "∞"
        return f"{LIFE}{lives}" if lives else "–"

    def _pays_points(self) -> bool:
        """Return whether kills pay points in this mod."""
        return self.state.setup.mod is None or self.state.setup.mod.has("victory-points")

    def _is_won_by_score(self) -> bool:
        return self.state.setup.mod is None or self.state.setup.mod.win.by == "score"

    def _where(self, player: Player) -> str:
        if player.position.portal is not None:
            return f"{IN_PORTAL}{player.position.portal}"
        return f"{BESIDE}{player.position.near}" if player.position.near is not None else ""

    def _token(self, player: Player) -> str:
        if player.bonus is None:
            return ""
        return f"{SPENT if player.bonus.spent else HELD}{player.bonus.token}"

    def explain(self) -> str:
        """Explain the board, for F1."""
        _ = self.locale.gettext
        return _(
            "The order of play, highest first. ▶ is acting, ▷ may act as well, ✓ has acted, † is"
            " dead, ✗ is out of the round, – has left; the letter is the team. Behind the name: ⚑"
            " carries a flag, ◎3 stands in portal 3, ○3 came out beside it, ◆E1 holds the bonus of"
            " token E1, ◇E1 has used it up. The bar is the way to victory, and what was made this"
            " turn is hatched (▓); ♛ leads, ! may win with the next kill. ×3.4 is a score of 3.4"
            " times the player’s own value; other mods count lives, rounds, points. Up, Down or a"
            " click show another champion’s card."
        )
