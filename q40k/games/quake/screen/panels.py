"""The ribbon, the card and the key bar of the main screen."""

from __future__ import annotations

from rich.cells import cell_len
from textual import events
from textual.content import Content
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Static

from q40k.games.quake.rules.flags.carrying import carried
from q40k.games.quake.rules.movement.move import allowance
from q40k.games.quake.rules.objectives.score import wins_with
from q40k.games.quake.rules.rounds import dies_for_good
from q40k.games.quake.rules.state import PHASES, Match, Player
from q40k.games.quake.screen.glance import melee_at_a_glance
from q40k.games.quake.screen.sides import FLAG, colour_of
from q40k.games.quake.words.bonus import bonus_line
from q40k.games.quake.words.champion import profile, unit_type_name
from q40k.games.quake.words.objectives import measure, to_win
from q40k.games.quake.words.positions import where
from q40k.games.quake.words.score import streak
from q40k.games.quake.words.turn import phase_name
from q40k.i18n.locale import Locale
from q40k.tui import look
from q40k.tui.actions import BY_ID, Action
from q40k.tui.desk import Desk
from q40k.tui.look import clickable, fit, styled

LEAST_TITLE = 12
"""So much of a match's name is shown before the phases are shortened."""


class Ribbon(Static):
    """Turn and phases; the running one stands in brackets."""

    _shown = Content("")
    _last: tuple[Match, Locale, bool, str] | None = None

    def on_resize(self, _event: events.Resize) -> None:
        """More or less of it fits now."""
        if self._last is not None:
            self.show(*self._last)

    def show(self, state: Match, locale: Locale, watching: bool, past: str = "") -> None:
        """Show where the match is; `past` marks a moment that is long over."""
        self._last = (state, locale, watching, past)
        width = self.size.width or 80
        mod = state.setup.mod.name.said(locale.language) if state.setup.mod else "Quake 40K"
        title = state.setup.name or mod
        marks = self._marks(state, locale, watching, past)
        phases, room = self._phases(state, locale, whole=True), 0
        for whole in (True, False):
            phases = self._phases(state, locale, whole=whole)
            room = width - 2 - sum(cell_len(text) for text, _style in (*marks, *phases))
            if room >= min(LEAST_TITLE, cell_len(title)):
                break
        name = fit(title, min(cell_len(title), max(LEAST_TITLE, room)))
        shown = Content.assemble((f" {name} ", "bold"), *marks, *phases)
        if not shown.is_same(self._shown):
            self._shown = shown
            self.update(shown, layout=False)

    def _marks(
        self, state: Match, locale: Locale, watching: bool, past: str
    ) -> list[tuple[str, str]]:
        """What stands between the title and the phases."""
        _ = locale.gettext
        parts: list[tuple[str, str]] = []
        if past:
            parts.append((f" {past} ", "bold $warning reverse"))
        if watching:
            parts.append((f" {_('watching')} ", "reverse"))
        if state.outcome.over:
            parts.append((f" {_('won')} ", "bold reverse"))
        if state.running:
            parts.append((" " + _("Turn {turn}").format(turn=state.play.turn) + " ", "bold"))
        return parts

    def _phases(self, state: Match, locale: Locale, *, whole: bool) -> list[tuple[str, str]]:
        """The phases, the running one in brackets; the others shortened if not `whole`."""
        if not state.running:
            return [(f" [{phase_name(locale, state.play.phase).upper()}] ", "bold reverse")]
        parts = []
        for phase in PHASES:
            name = phase_name(locale, phase)
            if phase == state.play.phase:
                parts.append((f" [{name.upper()}] ", "bold reverse"))
            else:
                parts.append((f" {name} " if whole else f" {name[:1]}", ""))
        return parts


class Card(Static, can_focus=True):
    """A champion's card: the active one, or the one marked on the board."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(id="card")
        self._shown = Content("")
        self.desk = desk
        self.locale = desk.locale

    def show(
        self, state: Match, locale: Locale, player: str | None, aside: tuple[str, ...] = ()
    ) -> None:
        """Show a player's card; or what is told `aside` of the choice that is marked."""
        self.locale = locale
        one = state.players.get(player) if player else None
        shown = self._card(state, one) if one else Content("")
        if aside:
            shown = look.lines(styled(aside[0], "bold"), *aside[1:])
        if not shown.is_same(self._shown):
            self._shown = shown
            self.update(shown, layout=False)

    def rows(self, width: int) -> int:
        """How many rows all of it takes on a screen so wide."""
        return len(self._shown.wrap(max(1, width - 3)))

    def _card(self, state: Match, one: Player) -> Content:
        locale = self.locale
        _ = locale.gettext
        champion = one.champion
        name = champion.name.said(locale.language)
        colour = f"bold {colour_of(state, one.id)}"
        team = f" ({one.team})" if state.in_teams and one.team else ""
        head = Content.assemble((one.name + team, colour), f" — {name}")
        rows: list[Content | str] = [head, self._made(state, one), *self._to_win(state, one)]
        rows.append(profile(locale, champion))
        weapons = self._weapons(one)
        if weapons:
            rows.append(styled(weapons, "$foreground-muted"))
        if state.running and one.in_play:
            rows.append(self._standing(state, one))
        if one.bonus is not None:
            rows.append(styled(f"◆ {bonus_line(locale, state, one.id)}", "bold"))
        melee = melee_at_a_glance(locale, state, one.id)
        if melee:
            rows.append(styled(f"⚔ {melee}", "$text-accent"))
        counts = _("kills {kills} · deaths {deaths} · {streak}").format(
            kills=one.score.kills,
            deaths=one.score.deaths,
            streak=streak(locale, one.score.streak)
            or _("streak {number}").format(number=one.score.streak),
        )
        rows.append(styled(counts, "$foreground-muted"))
        return look.lines(*rows)

    def _made(self, state: Match, one: Player) -> str:
        """What the champion is worth and has made, by what wins in this mod."""
        locale = self.locale
        _ = locale.gettext
        side = state.side_of(one.id)
        if state.setup.mod is None or state.setup.mod.has("victory-points"):
            return _("{value} pts · score {score} · {goal}").format(
                value=locale.points(one.value),
                score=locale.points(one.score.points),
                goal=measure(locale, state, side),
            )
        parts = [_("{value} pts").format(value=locale.points(one.value))]
        lives = state.lives_left(one.id)
        if lives is not None and dies_for_good(state, one.id):
            said = locale.ngettext("{number} life", "{number} lives", lives)
            parts.append(_("out of the round") if one.life.out else said.format(number=lives))
        return " · ".join([*parts, *filter(None, [measure(locale, state, side)])])

    def _weapons(self, one: Player) -> str:
        names = []
        library = self.desk.library if self.desk.stocked else None
        for weapon in one.champion.weapons:
            found = library and (library.weapons.get(weapon) or library.gear.get(weapon))
            names.append(found.name.said(self.locale.language) if found else weapon)
        return ", ".join(names)

    def _standing(self, state: Match, one: Player) -> str:
        parts = [unit_type_name(self.locale, one.champion.unit_type)]
        place = where(self.locale, one)
        if place:
            parts.append(place)
        flags = carried(state, one.id)
        if flags:
            parts.append(f"{FLAG}{' '.join(flags)}")
        if state.play.phase == "movement":
            _ = self.locale.gettext
            parts.append(
                _("moved {spent} of {most}").format(
                    spent=self.locale.inches(one.movement.spent),
                    most=self.locale.inches(allowance(state, one)),
                )
            )
        return " · ".join(parts)

    def _to_win(self, state: Match, one: Player) -> list[Content]:
        """What the player still has to do to win; a warning when one kill is enough."""
        if state.play.phase == "setup":
            return []
        said = to_win(self.locale, state, one.id)
        near = state.running and one.in_play
        deadly = near and any(
            p != one.id and state.players[p].in_play and wins_with(state, one.id, p)
            for p in state.order
        )
        return [styled(f"! {said}" if deadly else f"→ {said}", "bold $warning" if deadly else "")]

    def explain(self) -> str:
        """What F1 says of the card."""
        _ = self.locale.gettext
        return _(
            "The champion that acts now, or the one marked on the board: its value, its profile"
            " and weapons, where it stands, the bonus it holds and what that does."
        )


class KeyBar(Widget):
    """The keys that make sense now; a click does what the key does."""

    class Pressed(Message):
        """A key was clicked."""

        def __init__(self, action: str) -> None:
            super().__init__()
            self.action_id = action

    def __init__(self) -> None:
        super().__init__(id="keys")
        self._items: list[tuple[str, str, str]] = []

    def show(self, actions: list[Action], locale: Locale, *, typing: bool) -> None:
        """Show these actions, as many as fit; while letters are `typing`, those without one."""
        _ = locale.gettext
        items = [(a.id, a.shown, _(a.name)) for a in actions if a.bar >= 0]
        if typing:
            undo = [("undo", "Ctrl+Z", name) for key, _shown, name in items if key == "undo"]
            items = undo + [item for item in items if len(item[1]) > 1]
        if items != self._items:
            self._items = items
            self.refresh()

    def _fitting(self) -> list[tuple[str, str, str]]:
        width, taken = self.size.width or 80, []
        last = [item for item in self._items if item[0] == "help"]
        if BY_ID["palette"].bar > width:
            last.append(("palette", "…", ""))
        used = sum(cell_len(f" {key} {name} ") for _, key, name in last)
        for item in self._items:
            size = cell_len(f" {item[1]} {item[2]} ")
            if item[0] == "help" or used + size > width or BY_ID[item[0]].bar > width:
                continue
            used += size
            taken.append(item)
        return taken + last

    def render(self) -> Content:
        """The keys in one line."""
        parts = [
            clickable(Content.assemble((f" {key} ", "reverse bold"), f"{name} "), action=action)
            for action, key, name in self._fitting()
        ]
        return Content("").join(parts)

    def on_click(self, event: events.Click) -> None:
        """Find the key under the mouse."""
        action = event.style.meta.get("action")
        if action is not None:
            self.post_message(self.Pressed(action))
