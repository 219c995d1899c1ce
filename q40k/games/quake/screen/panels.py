"""The panels of the main screen: the board with its lines below, the card, the feed."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from textual.content import Content

from q40k.games.game import Racer
from q40k.games.quake.screen.base import Desk, number
from q40k.games.quake.screen.melee import melee_at_a_glance
from q40k.games.quake.screen.teams import BESIDE, FLAG, IN_PORTAL, LIFE, colour_names, flag_sign, ink_of
from q40k.games.quake.screen.turn import choosable
from q40k.games.quake.state import bonus
from q40k.games.quake.state.flags import carried_flags
from q40k.games.quake.state.match import Match, Player
from q40k.games.quake.state.melee import melees
from q40k.games.quake.state.movement.move import allowance
from q40k.games.quake.state.objectives.rounds import dies_for_good
from q40k.games.quake.state.objectives.score import winning_kills
from q40k.games.quake.table.scene import keeps_places
from q40k.games.quake.table.team_marks import letter_of
from q40k.games.quake.words.bonus import bonus_line, bonus_name
from q40k.games.quake.words.champion import profile, ticks, unit_type_name
from q40k.games.quake.words.damage import streak
from q40k.games.quake.words.objectives.objective import progress_text, to_win
from q40k.games.quake.words.positions import where
from q40k.i18n.locale import Locale
from q40k.table.shown import RacePlace
from q40k.tui import headline, look
from q40k.tui.board import Board
from q40k.tui.look import fit, right, style_text

# -- lines below the board -----------------------------------------------------------------------


HELD, SPENT, FIGHT, UNPLACED = "◆", "◇", "⚔", "?"
"""The signs of an unused bonus, a used one, a melee, and a champion whose place nobody knows."""


def glance(locale: Locale, state: Match) -> list[Content]:
    """List what the rows of the board cannot show, a line each, without empty lines."""
    if not state.running:
        return []
    facts: tuple[tuple[str, Callable[[Locale, Match], Iterator[str]]], ...] = (
        (HELD, _bonuses),
        (FIGHT, _fights),
        (look.DEAD, _absent),
        (UNPLACED, _list_unplaced),
    )
    lines = [(sign, " · ".join(list_facts(locale, state))) for sign, list_facts in facts]
    return [Content.assemble((f"{sign} ", look.MUTED), colour_names(state, text)) for sign, text in lines if text]


def _players(state: Match) -> list[Player]:
    return [state.players[player] for player in state.order]


def _bonuses(locale: Locale, state: Match) -> Iterator[str]:
    for player in _players(state):
        if player.bonus is not None:
            spent = f" {SPENT}" if player.bonus.spent else ""
            yield f"{player.name} {bonus_name(locale, state, player.id)}{spent}"


def _fights(_locale: Locale, state: Match) -> Iterator[str]:
    for members in melees(state):
        names = [state.players[member].name for member in members]
        building = state.players[members[0]].turn.building
        yield " – ".join(names if len(names) > 1 or building is None else [*names, building])


def _absent(locale: Locale, state: Match) -> Iterator[str]:
    """Yield who is off the table."""
    _ = locale.gettext
    absent = [player.name for player in _players(state) if not player.in_play]
    if absent:
        yield _("not on the table: {names}").format(names=locale.join_and(absent))


def _list_unplaced(locale: Locale, state: Match) -> Iterator[str]:
    """Yield whose place is unknown, where places are kept."""
    _ = locale.gettext

    if keeps_places(state):
        places = ((p.name, p.position) for p in _players(state) if p.in_play)
        unknown = [name for name, place in places if place.at is None and place.portal is None and place.near is None]
        if unknown:
            yield _("not on the map: {names}").format(names=locale.join_and(unknown))


# -- the board -----------------------------------------------------------------------------------


WIDE = 72
"""From this width on, worth, kills and deaths stand beside the race."""
WORTH, SCORE, COUNT = 6, 7, 7
"""The columns of figures."""


class QuakeBoard(Board):
    """The order of play; the arrows or a click mark the player whose card is shown."""

    state: Match
    _phase: tuple[Match, tuple[bool, frozenset[str], tuple[str, ...]]] | None = None

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
        now = id == state.play.active
        look_alike = (self._sign(player), now, self._phase_facts()[0], id == self.marked)
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
        aim = _("towards victory") if wide else _("victory")
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
            self._name_with_signs(player, self._name_width(width), f"{colour} bold" if now else dim or colour),
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
        gain = headline.GAIN - 1 if width >= 24 else 0
        drawn = headline.gauge(place.racer.progress, place.since, width - headline.FIGURE - gain, ink)
        gained = right(place.gain(self.locale), gain) if gain else ""
        style = "$success" if place.more > 0 else "$loss"
        return Content.assemble(drawn, headline.result_text(self.locale, place), (gained, style))

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
        _running, acted, may = self._phase_facts()
        if player.id in acted:
            return look.ACTED
        return look.MAY if player.id in may else " "

    def _phase_facts(self) -> tuple[bool, frozenset[str], tuple[str, ...]]:
        """Return whether turns are played, who has acted, and who may act; worked out once a state."""
        state = self.state
        if self._phase is None or self._phase[0] is not state:
            self._phase = state, (state.running, state.already_acted, choosable(state))
        return self._phase[1]

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
            "The order of play, highest first. ▶ is acting, ▷ may act as well, ✓ has acted, † is dead, ✗ is out of"
            " the round, – has left; the letter is the team. After the name: ⚑ carries a flag, ◎3 stands in portal 3,"
            " ○3 came out beside it, ◆E1 holds the bonus of token E1, ◇E1 has used it up. The bar is the way to"
            " victory, and what was made this turn is hatched (▓); ♛ leads, ! may win with the next kill. ×3.4 is a"
            " score of 3.4 times the player’s own value; other mods count lives, rounds, points. Up, Down or a click"
            " show another champion’s card."
        )


# -- the ribbon and the card ---------------------------------------------------------------------


def card(desk: Desk, state: Match, seat: str) -> Content:
    """Return a champion's card."""
    locale, player = desk.locale, state.players[seat]
    _ = locale.gettext
    champion = player.champion
    name = champion.name.in_language(locale.language)
    colour = f"bold {ink_of(state, player.id)}"
    team = f" ({player.team})" if state.in_teams and player.team else ""
    head = Content.assemble((player.name + team, colour), f" — {name}")
    rows: list[Content | str] = [head, _worth_line(locale, state, player), *_to_win(locale, state, player)]
    if player.bonus is not None:
        rows.append(style_text(f"◆ {bonus_line(locale, state, player.id)}", "bold"))
    melee = melee_at_a_glance(locale, state, player.id)
    if melee:
        rows.append(style_text(f"⚔ {melee}", "$text-accent"))
    rows.append(profile(locale, bonus.profile(player)))
    weapons = _weapons(desk, player)
    if weapons:
        rows.append(style_text(weapons, look.MUTED))
    if acting := _active_traits(locale, player):
        rows.append(style_text(acting, look.MUTED))
    if marks := ticks(locale, player.about):
        rows.append(style_text(marks, look.MUTED))
    if state.running and player.in_play:
        rows.append(_standing(locale, state, player))
    counts = _("kills {kills} · deaths {deaths} · {streak}").format(
        kills=player.score.kills,
        deaths=player.score.deaths,
        streak=streak(locale, player.score.streak) or _("streak {number}").format(number=player.score.streak),
    )
    if player.score.accidents:
        counts += " · " + _("accidents {number}").format(number=player.score.accidents)
    rows.append(style_text(counts, look.MUTED))
    return look.lines(*rows)


def _worth_line(locale: Locale, state: Match, player: Player) -> str:
    """Return the champion's value and score, in the terms of the mod."""
    _ = locale.gettext
    side = state.side_of(player.id)
    if state.setup.mod is None or state.setup.mod.has("victory-points"):
        return _("{value} pts · score {score} · {goal}").format(
            value=locale.points(player.value),
            score=locale.points(player.score.points),
            goal=progress_text(locale, state, side),
        )
    parts = [_("{value} pts").format(value=locale.points(player.value))]
    lives = state.lives_left(player.id)
    if lives is not None and dies_for_good(state, player.id):
        template = locale.ngettext("{number} life", "{number} lives", lives)
        out = _("out of the round") if state.hunt is None else _("out of this hunt")
        parts.append(out if player.life.out else template.format(number=lives))
    return " · ".join([*parts, *filter(None, [progress_text(locale, state, side)])])


def _weapons(desk: Desk, player: Player) -> str:
    names = []
    library = desk.library if desk.has_packs else None
    for weapon in player.champion.weapons:
        entry = library and (library.weapons.get(weapon) or library.gear.get(weapon))
        names.append(entry.name.in_language(desk.locale.language) if entry else weapon)
    return ", ".join(names)


def _active_traits(locale: Locale, player: Player) -> str:
    """Return the names of the traits that have an effect here; F1 explains them."""
    acting = (trait for trait in player.abilities if trait.acts)
    return ", ".join(locale.name_of(trait.name) for trait in acting)


def _standing(locale: Locale, state: Match, player: Player) -> str:
    parts = [unit_type_name(locale, bonus.profile(player).unit_type)]
    place = where(locale, player)
    if place:
        parts.append(place)
    flags = carried_flags(state, player.id)
    if flags:
        parts.append(f"{FLAG}{' '.join(flags)}")
    if state.play.phase == "movement":
        _ = locale.gettext
        parts.append(
            _("moved {spent} of {most}").format(
                spent=locale.inches(player.movement.spent), most=locale.inches(allowance(state, player))
            )
        )
    return " · ".join(parts)


def _to_win(locale: Locale, state: Match, player: Player) -> list[Content]:
    """Return what the player still needs to win; a warning when one kill is enough."""
    if state.play.phase == "setup":
        return []
    text = to_win(locale, state, player.id)
    deadly = state.running and player.in_play and winning_kills(state, player.id)
    return [style_text(f"! {text}" if deadly else f"→ {text}", "bold $warning" if deadly else "")]
