"""The panels: the ribbon, the lobby, the board, a side's card, what is open to whom."""

from __future__ import annotations

from typing import Any, Final

from textual.content import Content

from q40k.games.epic.rules.armies import points_of
from q40k.games.epic.rules.state import Formation, Match
from q40k.games.epic.screen.base import Desk
from q40k.games.epic.table.scene import MARKS
from q40k.games.epic.words.names import side_name, what_it_is
from q40k.games.epic.words.offers import open_to
from q40k.games.epic.words.turn import phase_name
from q40k.games.epic.words.winning import objective_lines
from q40k.i18n.locale import N_, Locale
from q40k.tui import look, plain
from q40k.tui.board import Board
from q40k.tui.look import Rows, style_text
from q40k.tui.plain import Lobby, RibbonText

CARD: Final = 30
"""The columns of a card on a narrow screen."""
STEPS: Final = ("orders", "movement", "shooting", "assault", "rally")


def ribbon(desk: Desk, state: Match) -> RibbonText:
    """The name of the match, the turn, and the phases with the one that is played."""
    locale, play = desk.locale, state.play
    turn = locale.say(N_("Turn {turn}"), turn=play.turn) if play.turn else ""
    if play.turn and state.switches.turn_limit is not None:
        turn += f"/{state.switches.turn_limit}"
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
    army = side.army
    if side.edge is not None and side.edge == state.scenario.attacker:
        army = locale.say(N_("{army} · attacks"), army=army)
    head = look.style_text(side.name, f"bold {plain.colour(desk, state, seat)}")
    formations = (_formation_line(locale, state, one) for one in state.of_side(seat))
    return look.lines(head, army, look.style_text(values, look.MUTED), *formations)


def _formation_line(locale: Locale, state: Match, one: Formation) -> Content:
    """A formation on one line: its order's mark, how many live, what it is; grey once lost."""
    mark = MARKS.get(one.orders.order or "", " ")
    shaken = "!" if one.nerve.demoralised else " "
    living = f"{len(state.alive(one.id))}/{len(one.figures)}"
    text = f"{one.id:<3} {mark}{shaken} {living:>5} {what_it_is(locale, one)}"
    return style_text(look.fit(text, CARD), "" if state.alive(one.id) else look.MUTED)


def card_explained(desk: Desk, _seat: str | None = None) -> str:
    """What F1 says of the card."""
    return desk.locale.gettext(
        N_(
            "A side: its army and its formations, each with the mark of its order (→ Advance,"
            " » Charge, + First Fire, ← Retreat), ! when it is demoralised, and how many live."
        )
    )


class SidesBoard(Board):
    """The two sides, and who holds what is worth holding."""

    def below(self) -> list[Content]:
        """The objectives, a line each: who holds it, what it is worth, when it counts."""
        state: Match = self.state
        if not state.play.turn:
            return []
        return [style_text(one, look.MUTED) for one in objective_lines(self.locale, state)]


def lobby(desk: Desk, state: Match, _marked: Any = None) -> Lobby | None:
    """The scenario, and what each side fields, until the armies are set up."""
    found = plain.lobby(desk, state)
    if found is None or state.setup.scenario is None:
        return found
    locale, scenario = desk.locale, state.setup.scenario
    about = [locale.name_of(scenario.about)] if scenario.about is not None else []
    limit = state.switches.turn_limit
    width, height = scenario.size_cm
    table = locale.say(N_("Table: {width} × {height} cm"), width=width, height=height)
    turns = N_("Turns: {turns}") if limit else N_("Turns: no limit")
    about.append(f"{table} · {locale.say(turns, turns=limit)}")
    seats = tuple(
        (name, state.sides[seat.id].army, _fielded(locale, state, seat.id))
        for (name, _, _), seat in zip(found.seats, desk.view.seats(state), strict=True)
    )
    return Lobby(title=found.title, about=tuple(about), seats=seats, scene=found.scene)


def _fielded(locale: Locale, state: Match, side: str) -> str:
    """How many formations and figures a side fields, and its points where all have some.

    Rule: EE-ARMY-5
    """
    ones = state.of_side(side)
    figures = sum(len(one.figures) for one in ones)
    if not ones:
        return locale.gettext(N_("nothing yet"))
    formations = locale.ngettext("{many} formation", "{many} formations", len(ones))
    each = locale.ngettext("{many} figure", "{many} figures", figures)
    parts = [formations.format(many=len(ones)), each.format(many=figures)]
    cost = points_of(state, (figure for one in ones for figure in one.figures))
    if cost is not None:
        parts.append(locale.say(N_("{points} points"), points=cost))
    return ", ".join(parts)


def idle(desk: Desk) -> Rows:
    """Whose part it is, and what is still open to that side."""
    locale, state = desk.locale, desk.state
    rows = plain.idle_rows(desk)
    if state.outcome.over or state.play.phase == "setup":
        return rows
    told = open_to(locale, state, keys=True)
    if not told:
        return rows
    return [style_text(told, "bold"), *(rows[1:] if state.play.active is not None else rows)]
