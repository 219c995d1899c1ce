"""The ribbon, the lines below it, the board of pieces a line each, and the card of one."""

from __future__ import annotations

from typing import Any, Final

from textual.content import Content

from q40k.games.space_hulk.rules.aliens.window import find_closed_door
from q40k.games.space_hulk.rules.offers import find_seers, reactions
from q40k.games.space_hulk.rules.state import Marine, Match, Stealer
from q40k.games.space_hulk.screen import leading
from q40k.games.space_hulk.screen.alone import program_acts
from q40k.games.space_hulk.screen.base import POINTS, Desk, chosen, movable
from q40k.games.space_hulk.screen.lesson import hint
from q40k.games.space_hulk.words.board import marks, place_of
from q40k.games.space_hulk.words.card import points
from q40k.games.space_hulk.words.names import arms_of, unit_name
from q40k.games.space_hulk.words.offers import alien_place, open_to
from q40k.games.space_hulk.words.turn import phase_name
from q40k.i18n.locale import N_
from q40k.table.colours import colour
from q40k.tui import look, plain
from q40k.tui.board import Board
from q40k.tui.look import Rows, fit, link_keys, right, style_text
from q40k.tui.plain import RibbonText

STEPS: Final = (
    "marine-command", "marine-action", "stealer-reinforcement", "stealer-action", "end",
)  # fmt: skip
PIP: Final = "●"
SPENT: Final = "○"


def ribbon(desk: Desk, state: Match) -> RibbonText:
    """The name of the match, the turn, and the phases with the one that is played."""
    locale, play = desk.locale, state.play
    turn = locale.say(N_("Turn {turn}"), turn=play.turn) if play.turn else ""
    if state.setup.mission is not None and state.mission.turn_limit is not None:
        turn += f"/{state.mission.turn_limit}"
    shown = STEPS if play.turn else (play.phase,)
    steps = tuple((phase_name(locale, phase), phase == play.phase) for phase in shown)
    return RibbonText(desk.match_session.row.name or "Space Hulk", turn, steps)


def below(desk: Desk, state: Match) -> Content:
    """Command points, what is due, what was taken in haste."""
    if not state.play.turn:
        return Content("")
    locale = desk.locale
    parts = [
        points(locale, state),
        locale.say(N_("blips left {many}"), many=state.undrawn),
    ]
    if state.options.bot == "marines":
        parts.append(locale.gettext(N_("the bot leads the marines")))
    if desk.memory.get(POINTS):
        parts.append(locale.gettext(N_("next action: command points")))
    if state.conversion is not None:
        parts.append(locale.say(N_("turn up {blip}"), blip=state.conversion.blip))
    if state.doubts:
        parts.append(locale.say(N_("doubts: {many}"), many=len(state.doubts)))
    return style_text(" · ".join(parts), look.MUTED)


def idle(desk: Desk) -> Rows:
    """Who acts and what is open to them, and the keys that are needed most."""
    locale, state = desk.locale, desk.state
    _ = locale.gettext
    taught = hint(desk)
    lesson: Rows = [style_text(taught, "$accent")] if taught else []
    if state.outcome.over or not state.play.turn:
        return [*plain.idle_rows(desk), *lesson]
    if leading.playing(desk):
        return leading.rows(desk)
    who = chosen(desk)
    rows: Rows = leading.rows(desk) or _due(desk, state)
    if who is not None and not rows:
        rows.append(style_text(f"{who}: {open_to(locale, state, who)}", "bold"))
    rows += lesson
    keys = [one for one in desk.valid_actions() if one.group in ("play", "table") and one.bar >= 0]
    keys = [one for one in keys if one.usual(state)]
    rows.append(
        link_keys(
            " · ".join(f"{one.key_in(locale)} {_(one.name)}" for one in keys if len(one.key) == 1)
        )
    )
    return rows


def _due(desk: Desk, state: Match) -> Rows:
    """What is waited for before anything else: a blip to be turned up, a reaction."""
    locale = desk.locale
    if state.conversion is not None:
        blip, left = state.conversion.blip, state.conversion.left
        seen, more = (
            N_("{blip} is in sight: Shift+C turns it up."),
            N_("{blip} stood for {left} that are to be placed: Shift+C."),
        )
        said = locale.say(seen if left is None else more, blip=blip, left=left)
        return [style_text(said, "bold $warning")]
    if state.window is None and program_acts(state):
        return [style_text(locale.gettext(N_("Space lets the Genestealers act.")), "bold")]
    if state.window is None:
        return []
    points, able = reactions(state)
    ways = [locale.gettext(N_("Space no reaction"))]
    if len(able) == 1:
        ways.append(locale.say(N_("a die or K: overwatch shot of {who}"), who=able[0]))
    elif able:
        ways.append(locale.say(N_("K overwatch shots of {names}"), names=", ".join(able)))
    if points:
        ways.append(locale.gettext(N_("a number and an action: command points")))
    who, shut = state.window.actor, find_closed_door(state, state.window)
    title = locale.say(N_("{who} has acted, and is seen."), who=who)
    if shut is not None and not points:
        title = locale.say(N_("{who} has closed the door on {at}."), who=who, at=shut)
    return [style_text(title, "bold $warning"), style_text(" · ".join(ways), "bold")]


class PieceBoard(Board):
    """The pieces, a line each: marines by their numbers, then stealers and blips."""

    _acts: str | None = None  # the piece that acts, as it was shown last
    _able: tuple[str, ...] = ()  # who may act

    def seats(self) -> list[str]:
        """The pieces from top to bottom: all marines, the living aliens."""
        state = self.state
        aliens = (*state.stealers_in_play, *state.blips_in_play)
        return [*state.marines, *(one.id for one in aliens)]

    def active(self) -> str | None:
        """The piece that acts."""
        return self._acts

    def show(self, state: Match, before: Any = None) -> None:
        """Show another state, and who acts in it."""
        self._acts = chosen(self.desk) or state.play.active
        self._able = movable(state)
        super().show(state, before)

    def facts(self, seat: str, width: int) -> tuple[Any, ...]:
        """All that a row depends on."""
        able = () if seat in self.state.marines else self._able
        return (self.state.piece(seat), able, seat == self.active(), seat == self.marked, width)

    def head(self, width: int) -> Content:
        """The row above the pieces."""
        _ = self.locale.gettext
        piece, points, place = _("piece"), _("AP"), _("place")
        return style_text(fit(f"    {piece:<9}{points:<7}{place}", width), look.MUTED)

    def row(self, seat: str, width: int) -> Content:
        """A piece: its action points as pips, its markers, where it stands."""
        one = self.state.piece(seat)
        marine = isinstance(one, Marine)
        order = list(self.state.marines)
        able = order if marine else self._able
        number = str(able.index(seat) + 1) if seat in able else ""
        most = 4 if marine else 6
        pips = PIP * one.acts.ap + SPENT * max(0, most - one.acts.ap)
        if marine and not one.present:
            pips = ""
        place = place_of(self.locale, one) if marine else alien_place(one)
        said = marks(self.locale, one) if marine and one.present else ""
        mark = look.NOW if seat == self.active() else look.DEAD if not one.life.alive else " "
        text = fit(f" {right(number, 2)} {seat:<9}{pips:<7}{place:<7}{said}", width - 1)
        style = look.ink(colour(0 if marine else 1)) + ("" if one.present else " italic")
        drawn = Content.assemble((mark, "bold"), (text, style))
        return drawn.stylize("reverse") if seat == self.marked else drawn


def card(desk: Desk, state: Match, seat: str) -> Content:
    """A piece: what it is, where it stands, who sees it."""
    locale = desk.locale
    if seat not in {**state.marines, **state.stealers, **state.blips}:
        return Content("")
    one = state.piece(seat)
    number = 0 if isinstance(one, Marine) else 1
    lines: list[Content | str] = [style_text(seat, f"bold {look.ink(colour(number))}")]
    if isinstance(one, Marine):
        arms = style_text(arms_of(locale, one.kind), look.MUTED)
        lines += [unit_name(locale, one.unit), arms, place_of(locale, one), marks(locale, one)]
    else:
        lines.append(alien_place(one))
        if isinstance(one, Stealer) and one.alpha:
            lines.append(locale.gettext(N_("the Alpha")))
        seen = find_seers(state, seat)
        if seen:
            lines.append(locale.say(N_("seen by {names}"), names=", ".join(seen)))
    carried = [thing.id for thing in state.carried_objects(seat)]
    if carried:
        lines.append(locale.say(N_("carries {names}"), names=", ".join(carried)))
    return look.lines(*(line for line in lines if line))
