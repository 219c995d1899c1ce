"""The order of play as a board: who acted, who is now, where, and how near to winning."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from textual.content import Content

from q40k.games.game import Racer
from q40k.games.quake.rules.rounds import dies_for_good
from q40k.games.quake.rules.state import Match, Player
from q40k.games.quake.screen.forms import number
from q40k.games.quake.screen.panels.glance import HELD, SPENT, glance
from q40k.games.quake.screen.teams.sides import BESIDE, IN_PORTAL, LIFE, flagged, ink_of
from q40k.games.quake.screen.turn import choosable
from q40k.games.quake.table.team_marks import letter_of
from q40k.table.shown.race import RacePlace
from q40k.tui import look
from q40k.tui.board import Board
from q40k.tui.headline import race
from q40k.tui.look import fit, right, style_text

WIDE = 72
"""From so many columns on there is room for worth, kills and deaths beside the race."""
WORTH, SCORE, COUNT = 6, 7, 7
"""The columns of figures."""


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
        stands = (state.goal(player), self._place(one), ink_of(state, player))
        flag = flagged(state, player)
        return (one, look_alike, stands, flag, width)

    def head(self, width: int) -> Content:
        """The names of the columns, in plain words."""
        _ = self.locale.gettext
        wide = width >= WIDE
        name = fit("    " + _("player"), self._name_width(width) + 5)
        rest = right(_("worth"), WORTH) if wide else ""
        if self._in_lives() or self._paid():
            rest += right(_("lives") if self._in_lives() else _("score"), SCORE)
        if wide:
            rest += right(_("kills"), COUNT) + right(_("deaths"), COUNT)
        aim = _("towards victory") if wide else _("to win")
        return style_text(fit(f"{name}{rest} {aim}", width), look.MUTED)

    def _name_width(self, width: int) -> int:
        return 16 if width >= WIDE else max(8, min(13, width - 30))

    def row(self, seat: str, width: int) -> Content:
        """The row of a player."""
        player, state = seat, self.state
        one = state.players[player]
        now = player == state.play.active
        dim = "" if one.in_play or not state.running else look.MUTED
        colour = ink_of(state, player)
        row = Content.assemble(
            (self._sign(one), "bold" if now else ""),
            (letter_of(state, player) or " ", f"bold {colour}"),
            (f"{right(number(one), 2)} ", f"{colour} bold" if now else dim or colour),
            self._named(one, self._name_width(width), f"{colour} bold" if now else dim or colour),
            (self._facts(one, width), "bold" if now else dim),
        )
        row = Content.assemble(row, " ", self._bar(one, width - row.cell_length - 1))
        return row.stylize("reverse") if player == self.marked else row

    def _named(self, one: Player, width: int, style: str) -> Content:
        """The name, and behind it in signs what the champion carries and where it stands."""
        parts = [flagged(self.state, one.id), self._where(one), self._token(one)]
        signs = "".join(f" {part}" for part in parts if part)
        name = fit(one.name, max(3, width - len(signs))).rstrip()
        return Content.styled(fit(name + signs, width), style)

    def _facts(self, one: Player, width: int) -> str:
        """The columns between the name and the bar."""
        wide = width >= WIDE
        facts = right(self.locale.points(one.value), WORTH) if wide else ""
        if self._in_lives() or self._paid():
            made = self.locale.points(one.score.points)
            facts += right(self._lives(one) if self._in_lives() else made, SCORE)
        if wide:
            facts += right(str(one.score.kills), COUNT) + right(str(one.score.deaths), COUNT)
        return facts

    def _bar(self, one: Player, width: int) -> Content:
        """How far the player, or its side, is from winning, and what was gained this turn."""
        place = self._place(one)
        if place is None:
            return Content("")
        ink = ink_of(self.state, one.id)
        gain = race.GAIN - 1 if width >= 24 else 0
        drawn = race.gauge(place.racer.progress, place.since, width - race.FIGURE - gain, ink)
        gained = right(place.gain(self.locale), gain) if gain else ""
        style = "$success" if place.more > 0 else "$loss"
        return Content.assemble(drawn, race.result_text(self.locale, place), (gained, style))

    def _place(self, one: Player) -> RacePlace | None:
        """The place of a player in the race: its own share of its team's score, or its side's."""
        state = self.state
        place = self.places.get(state.side_of(one.id))
        if place is None or not (state.in_teams and self._by_score()):
            return place
        goal = Fraction(state.goal(one.id))
        share = one.score.points / goal if goal else Fraction(0)
        return RacePlace(Racer(one.id, one.name, scored=share, unit="share"))

    def below(self) -> list[Content]:
        """What the rows cannot show: bonuses by name, melees, portals, who is off the table."""
        return glance(self.locale, self.state)

    def _sign(self, one: Player) -> str:
        if not one.present:
            return look.GONE
        if one.id == self.state.play.active:
            return look.NOW
        if one.life.out:
            return look.OUT
        if not one.life.alive:
            return look.DEAD
        if one.id in self.state.already_acted:
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

    def _by_score(self) -> bool:
        return self.state.setup.mod is None or self.state.setup.mod.win.by == "score"

    def _where(self, one: Player) -> str:
        if one.position.portal is not None:
            return f"{IN_PORTAL}{one.position.portal}"
        return f"{BESIDE}{one.position.near}" if one.position.near is not None else ""

    def _token(self, one: Player) -> str:
        if one.bonus is None:
            return ""
        return f"{SPENT if one.bonus.spent else HELD}{one.bonus.token}"

    def explain(self) -> str:
        """What F1 says of the board."""
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
