"""The screen of Epic Escarmouches: the ribbon, the lobby, the board, a side's card, and open actions."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from textual.content import Content

from q40k.games.epic.screen import opening
from q40k.games.epic.screen.base import Desk, action, keeps_places
from q40k.games.epic.screen.turn import field_of
from q40k.games.epic.state.deployment import Deploy
from q40k.games.epic.state.match import Formation, Match
from q40k.games.epic.state.movement import Move
from q40k.games.epic.state.opening import points_of
from q40k.games.epic.state.shooting import Shoot
from q40k.games.epic.table.scene import MARKS
from q40k.games.epic.words.card import formation_card
from q40k.games.epic.words.catalogue import list_catalogue
from q40k.games.epic.words.names import formation_type, side_name
from q40k.games.epic.words.turn import open_actions, phase_name
from q40k.games.epic.words.winning import objective_lines
from q40k.i18n.chapters import CatalogueEntry
from q40k.i18n.locale import N_, Locale
from q40k.i18n.questions import WordedQuestion
from q40k.i18n.wording import unfold_lines
from q40k.kernel.events import Question
from q40k.tui import board, fields, forms, game_screen, look
from q40k.tui.look import Rows, style_text

STEPS = ("orders", "movement", "shooting", "assault", "rally")


def _formation_line(locale: Locale, state: Match, formation: Formation) -> Content:
    """Return a formation on one line: order mark, living figures, type; grey once lost."""
    mark = MARKS.get(formation.orders.order or "", " ")
    shaken = "!" if formation.nerve.demoralised else " "
    living = f"{len(state.alive(formation.id))}/{len(formation.figures)}"
    text = f"{formation.id:<3} {mark}{shaken} {living:>5} {formation_type(locale, formation)}"
    return style_text(text, "" if state.alive(formation.id) else look.MUTED)


class SidesBoard(board.Board):
    """The two sides, and who holds the objectives."""

    def below(self) -> list[Content]:
        """Return a line for each objective: who holds it, its worth, when it counts."""
        state: Match = self.state
        if not state.play.turn:
            return []
        return [style_text(line, look.MUTED) for line in objective_lines(self.locale, state)]


def _count_of_side(locale: Locale, state: Match, side: str) -> str:
    """Return how many formations and figures a side fields, and its points if all have some.

    Rule: EE-ARMY-5
    """
    fielded = state.of_side(side)
    figures = sum(len(formation.figures) for formation in fielded)
    if not fielded:
        return locale.gettext(N_("nothing yet"))
    formations = locale.ngettext("{many} formation", "{many} formations", len(fielded))
    each = locale.ngettext("{many} figure", "{many} figures", figures)
    parts = [formations.format(many=len(fielded)), each.format(many=figures)]
    cost = points_of(state, (figure for formation in fielded for figure in formation.figures))
    if cost is not None:
        parts.append(locale.say(N_("{points} points"), points=cost))
    return ", ".join(parts)


class EpicScreen(game_screen.GameScreen):
    """The actions, panels and fields of Epic Escarmouches."""

    actions = action
    reopened_commands = (Deploy, Move, Shoot)
    map_parts = "q40k.games.epic.screen.map:PARTS"

    def opening_form(self, desk: Desk) -> Callable[[Desk], forms.Form] | None:
        """Return the form that opens automatically: that of a new match."""
        return None if desk.snapshot.status.is_laid_out else opening.lay_out

    def after_layout(self, desk: Desk, command: Any) -> None:
        """Enter the sides that the call named, once the match is laid out."""
        del command
        opening.enter_the_rest(desk)

    def question_field(self, desk: Desk, question: Question, wording: WordedQuestion) -> fields.Field | None:
        """Return the field of a question that the plain fields do not cover."""
        return field_of(desk, question, wording)

    def has_map(self, state: Match) -> bool:
        """Return whether there is a table to draw."""
        return state.setup.scenario is not None

    def keeps_places(self, state: Match) -> bool:
        """Return whether the table keeps any position."""
        return keeps_places(state)

    def ribbon(self, desk: Desk, state: Match) -> game_screen.RibbonText:
        """Return the name of the match, the turn, and the phases with the current one."""
        locale, play = desk.locale, state.play
        turn = locale.say(N_("Turn {turn}"), turn=play.turn) if play.turn else ""
        if play.turn and state.switches.turn_limit is not None:
            turn += f"/{state.switches.turn_limit}"
        if state.cup.holder is not None:
            holder = side_name(state, state.cup.holder)
            turn += " · " + locale.say(N_("initiative: {side}"), side=holder)
        shown = STEPS if play.turn else (play.phase,)
        steps = tuple((phase_name(locale, phase), phase == play.phase) for phase in shown)
        return game_screen.RibbonText(desk.match_session.row.name or "Epic Escarmouches", turn, steps)

    def lobby(self, desk: Desk, state: Match, marked: Any) -> game_screen.Lobby | None:
        """Return the scenario and what each side fields, until the armies are set up."""
        is_chosen = state.setup.scenario is not None
        preview = state if is_chosen else opening.preview(desk, state, marked)
        lobby_page = super().lobby(desk, preview or state, marked)
        if lobby_page is None or preview is None:
            return lobby_page
        state, locale, scenario = preview, desk.locale, preview.scenario
        about = [locale.name_of(scenario.about)] if scenario.about is not None else []
        limit = state.switches.turn_limit
        width, height = scenario.size_cm
        table = locale.say(N_("Table: {width} × {height} cm"), width=width, height=height)
        turns = N_("Turns: {turns}") if limit else N_("Turns: no limit")
        about.append(f"{table} · {locale.say(turns, turns=limit)}")
        seats = tuple(
            (name, state.sides[seat.id].army, _count_of_side(locale, state, seat.id))
            for (name, _, _), seat in zip(lobby_page.seats, desk.view.seats(state), strict=True)
        )
        return game_screen.Lobby(
            title=lobby_page.title, about=tuple(about), seats=seats, scene=lobby_page.scene, replaces_feed=not is_chosen
        )

    def card(self, desk: Desk, state: Match, seat: str) -> Content:
        """Return a side's card: its army, its values, and its formations."""
        side, locale = state.sides[seat], desk.locale
        values = locale.say(
            N_("strategic {strategic} · morale {morale}+"), strategic=side.strategic, morale=side.morale
        )
        army = side.army
        if side.edge is not None and side.edge == state.scenario.attacker:
            army = locale.say(N_("{army} · attacks"), army=army)
        head = look.style_text(side.name, f"bold {self.colour(desk, state, seat)}")
        formations = (_formation_line(locale, state, formation) for formation in state.of_side(seat))
        return look.lines(head, army, look.style_text(values, look.MUTED), *formations)

    def cards(self, desk: Desk, state: Match) -> Mapping[str, str]:
        """Return the sides, the formations and their figures."""
        return {**super().cards(desk, state), **{id: id for id in (*state.formations, *state.figures)}}

    def spoken_card(self, desk: Desk, state: Match, id: str) -> Iterable[str]:
        """Return a side with its formations, or a formation with its figures and weapons, in sentences."""
        if id in state.sides:
            lines = unfold_lines(desk.words.card(desk.locale, state, id))
            return (state.sides[id].name, *lines)
        figure = state.figures.get(id)
        return formation_card(desk.locale, state, state.formations[id if figure is None else figure.formation])

    def first_steps(self, desk: Desk) -> str:
        """Return what is to be done before the first turn."""
        return opening.first_steps(desk)

    def catalogue(self, desk: Desk) -> Iterable[CatalogueEntry]:
        """Return everything of the packs that has a card."""
        return list_catalogue(desk.locale, desk.library)

    def explain_card(self, desk: Desk, seat: str | None) -> str:
        """Return what F1 says about the card."""
        return desk.locale.gettext(
            N_(
                "A side: its army and its formations, each with the mark of its order (→ Advance,"
                " » Charge, + First Fire, ← Retreat), ! when it is demoralised, and how many live."
            )
        )

    def idle_rows(self, desk: Desk) -> Rows:
        """Return whose turn it is, and what that side may still do."""
        locale, state = desk.locale, desk.state
        rows = super().idle_rows(desk)
        if state.outcome.over or state.play.phase == "setup":
            return rows
        actions = open_actions(locale, state, keys=True)
        if not actions:
            return rows
        return [style_text(actions, "bold"), *(rows[1:] if state.play.active is not None else rows)]

    def make_board(self, desk: Desk) -> board.Board:
        """Create the board of the two sides."""
        return SidesBoard(desk)


SCREEN = EpicScreen()
