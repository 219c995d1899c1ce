"""The ribbon with the parts of a turn, and a side's card: its formations, a line each."""

from __future__ import annotations

from typing import Final

from textual.content import Content

from q40k.games.epic.rules.state import Match
from q40k.games.epic.screen.base import Desk
from q40k.games.epic.screen.picking import standing_line, what_it_is
from q40k.games.epic.words.names import side_name
from q40k.games.epic.words.turn import phase_name
from q40k.i18n.locale import N_
from q40k.tui import look, plain
from q40k.tui.plain import RibbonText

STEPS: Final = ("orders", "movement", "shooting", "assault", "rally")


def ribbon(desk: Desk, state: Match) -> RibbonText:
    """The name of the match, the turn, and the phases with the one that is played."""
    locale, play = desk.locale, state.play
    turn = locale.say(N_("Turn {turn}"), turn=play.turn) if play.turn else ""
    if state.cup.holder is not None:
        holder = side_name(state, state.cup.holder)
        turn += " · " + locale.say(N_("initiative: {side}"), side=holder)
    shown = STEPS if play.turn else (play.phase,)
    steps = tuple((phase_name(locale, phase), phase == play.phase) for phase in shown)
    return RibbonText(desk.match_session.row.name or "Epic Escarmouches", turn, steps)


def card(desk: Desk, state: Match, seat: str) -> Content:
    """A side: its army, its values, and its formations."""
    side, locale = state.sides[seat], desk.locale
    values = locale.say(
        N_("strategic {strategic} · morale {morale}+"), strategic=side.strategic, morale=side.morale
    )
    if side.edge is not None and side.edge == state.scenario.attacker:
        values = locale.say(N_("{values} · attacks"), values=values)
    head = look.styled(side.name, f"bold {plain.colour(desk, state, seat)}")
    formations = (
        f"{one.id}  {what_it_is(locale, one)}  {standing_line(locale, state, one)}"
        for one in state.of_side(seat)
    )
    return look.lines(head, side.army, look.styled(values, look.MUTED), *formations)
