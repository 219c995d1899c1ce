"""The ribbon, the lines below it, the list of pieces, and the card of a piece."""

from typing import Any

from rich.cells import cell_len
from textual.content import Content

from q40k.games.space_hulk.screen.base import Desk, choosable_pieces, find_actor, first_die, marines_act, pays_points
from q40k.games.space_hulk.screen.leading import program_acts
from q40k.games.space_hulk.state.ending import NOBODY_LEFT, goals_met
from q40k.games.space_hulk.state.match import Marine, Match, Stealer
from q40k.games.space_hulk.state.offers import find_seers, reactions
from q40k.games.space_hulk.state.reactions import find_closed_door
from q40k.games.space_hulk.table.scene import ARM_SIGNS, STATES, arm_sign
from q40k.games.space_hulk.words.card import HELD, alien_place, marine_place, markers_text, place_sentence, points_line
from q40k.games.space_hulk.words.names import SIDES, arms_text, unit_name
from q40k.games.space_hulk.words.turn import GOALS, phase_name
from q40k.i18n.locale import N_, Locale
from q40k.tabletop.colours import seat_colour
from q40k.tui import board, game_screen, look
from q40k.tui.look import Rows, fit, right, style_text

STEPS = ("marine-command", "marine-action", "stealer-reinforcement", "stealer-action", "end")
TWO_DIGITS = 10
PIP = "●"
SPENT = "○"


def make_ribbon(desk: Desk, state: Match) -> game_screen.RibbonText:
    """Return the name of the match, the turn, and its phases with the present one."""
    locale, play = desk.locale, state.play
    turn = locale.say(N_("Turn {turn}"), turn=play.turn) if play.turn else ""
    if state.setup.mission is not None and state.mission.turn_limit is not None:
        turn += f"/{state.mission.turn_limit}"
    shown = STEPS if play.turn else (play.phase,)
    steps = tuple((phase_name(locale, phase), phase == play.phase) for phase in shown)
    return game_screen.RibbonText(desk.match_session.row.name or "Space Hulk", turn, steps)


def lines_below(desk: Desk, state: Match) -> Content:
    """Return the command points, what is due, and the doubts."""
    if not state.play.turn:
        return Content("")
    locale = desk.locale
    parts = [points_line(locale, state), locale.say(N_("blips left {many}"), many=state.undrawn)]
    if state.options.bot == "marines":
        parts.append(locale.gettext(N_("the bot leads the marines")))
    if state.conversion is not None:
        parts.append(locale.say(N_("turn up {blip}"), blip=state.conversion.blip))
    if state.doubts:
        parts.append(locale.say(N_("doubts: {many}"), many=len(state.doubts)))
    return style_text(" " + " · ".join(parts), look.MUTED)


def due_rows(desk: Desk, state: Match) -> Rows:
    """Return what must come first: a blip to turn up, a reaction."""
    locale = desk.locale
    if state.conversion is not None:
        blip, count = state.conversion.blip, state.conversion.left
        seen, more = (
            N_("{blip} is in sight: Shift+C turns it up."),
            N_("{blip} stood for {left} that are to be placed: Shift+C."),
        )
        text = locale.say(seen if count is None else more, blip=blip, left=count)
        return [style_text(text, "bold $warning")]
    return [*_armed_row(desk), *_reaction_rows(desk, state)]


def _armed_row(desk: Desk) -> Rows:
    """Return that command points pay the next action, if `c` has said so."""
    if not pays_points(desk):
        return []
    text = N_("Command points pay the next action · c: action points")
    return [style_text(f" {desk.locale.gettext(text)} ", "bold reverse $warning")]


def _reaction_rows(desk: Desk, state: Match) -> Rows:
    """Return who may react, and by which keys."""
    locale = desk.locale
    if state.window is None and program_acts(state):
        return [style_text(locale.gettext(N_("Space lets the Genestealers act.")), "bold")]
    if state.window is None:
        return []
    points, able = reactions(state)
    choices = [locale.gettext(N_("Space no reaction"))]
    digit = first_die(desk)
    if digit is not None:
        sentence = N_("{digit}, then Enter or the second die: {shooter} shoots")
        choices = [
            locale.say(sentence, digit=digit, shooter=able[0]),
            locale.say(N_("{digit}, then an action: {who} acts by command points"), digit=digit, who=find_actor(desk)),
        ]
    elif len(able) == 1 and points:
        choices.append(
            locale.say(N_("a die, then Enter or the second die, or k: overwatch shot of {who}"), who=able[0])
        )
        choices.append(locale.gettext(N_("a number, then an action: that marine acts by command points")))
    elif len(able) == 1:
        choices.append(locale.say(N_("a die or k: overwatch shot of {who}"), who=able[0]))
    elif able:
        choices.append(locale.say(N_("k overwatch shots of {names}"), names=", ".join(able)))
    if points and len(able) != 1:
        choices.append(locale.gettext(N_("a number and an action: command points")))
    who, shut = state.window.actor, find_closed_door(state, state.window)
    title = locale.say(N_("{who} has acted, and is seen."), who=who)
    if shut is not None and not points:
        title = locale.say(N_("{who} has closed the door on {at}."), who=who, at=shut)
    return [style_text(title, "bold $warning"), style_text(" · ".join(choices), "bold")]


def goal_rows(locale: Locale, state: Match) -> Rows:
    """Return what is met as it stands, of the goals that count only in the end phase."""
    if state.outcome.over or state.play.phase == "end":
        return []
    sentence = N_("Met as it stands, and counted in the end phase: {goal} ({side})")
    return [
        style_text(
            locale.say(sentence, goal=locale.gettext(GOALS[by]), side=locale.gettext(SIDES[side])), "bold $success"
        )
        for side, by in goals_met(state, turn_ends=True).items()
        if by not in (NOBODY_LEFT, "outlast")
    ]


def choosing_text(locale: Locale, state: Match) -> str:
    """Return which numbers choose the piece that acts; "" where there is no choice."""
    many = len(choosable_pieces(state))
    if many < 2 or state.window is not None:  # in a window a digit may be a die, as the rows above say
        return ""
    text = N_("1-{many} choose a marine") if marines_act(state) else N_("1-{many} choose a piece")
    return locale.say(text, many=many)


def phase_row(locale: Locale, state: Match) -> Rows:
    """Return who does what in a phase where the keys alone do not say it."""
    phase, many = state.play.phase, state.mission.blips_per_turn
    if phase == "stealer-reinforcement" and many is not None:
        many = max(0, many - sum(blip.placed == state.play.turn for blip in state.blips.values()))
    if phase == "stealer-reinforcement" and many == 0:
        text = locale.gettext(N_("The Genestealers have brought in their blips."))
    elif phase == "stealer-reinforcement" and many is not None:
        text = locale.plural(
            "The Genestealers bring in {number} blip.", "The Genestealers bring in {number} blips.", many
        )
    else:
        sentences = {
            "marine-command": N_("The marines draw their command points."),
            "stealer-reinforcement": N_("The Genestealers bring in blips."),
            "stealer-action": N_("The Genestealers act."),
            "end": N_("The turn ends."),
        }
        if phase not in sentences:
            return []
        text = locale.gettext(sentences[phase])
    return [style_text(text, "bold")]


def listed_pieces(state: Match) -> list[str]:
    """Return the pieces that the board lists: all marines, the living aliens."""
    return [*state.marines, *(alien.id for alien in state.aliens_in_play)]


WORDS_FROM = 40
"""From so many columns on a marine's markers are words; on a narrower board they are signs."""
WORDS_COLUMN = 22
"""The columns of a row with words beside its place and its words, with the free one at its end."""


def signs_text(marine: Marine) -> str:
    """Return a marine's markers as signs, then the shots or psi points he has left, then + for sustained fire."""
    signs = "".join(sign for sign, _art, _word, applies in STATES if applies(marine))
    charges = next((str(many) for many in (marine.arms.ammo, marine.arms.psi) if many is not None), "")
    return signs + charges + "+" * (marine.aim.target is not None)


class PieceBoard(board.Board):
    """The pieces, one line each: marines by number, then stealers and blips."""

    _acts: str | None = None  # the piece that acts, as it was shown last
    _able: tuple[str, ...] = ()  # whom a number chooses

    def seats(self) -> list[str]:
        """Return the pieces from top to bottom."""
        return listed_pieces(self.state)

    def active(self) -> str | None:
        """Return the piece that acts."""
        return self._acts

    def show(self, state: Match, before: Any = None) -> None:
        """Show another state and its actor."""
        acts = find_actor(self.desk) or state.play.active
        if acts != self._acts:
            self.forget()  # a digit chooses a piece without changing the state
        self._acts = acts
        self._able = choosable_pieces(state) or tuple(state.marines)
        super().show(state, before)

    def facts(self, seat: str, width: int) -> tuple[Any, ...]:
        """Return everything that a row depends on."""
        signs = self._shows_signs(width)
        return (
            self.state.piece(seat),
            self._able,
            seat == self.active(),
            seat == self.marked,
            width,
            signs,
            self._place_columns(width),
        )

    def head(self, width: int) -> Content:
        """Return the row above the pieces."""
        _ = self.locale.gettext
        piece, points, place = _("piece"), _("AP"), _("place")
        name = self._name_columns(width)
        columns = f"{piece:<{name}}{points:<6} {place}"
        return style_text(fit(f"{' ' * (2 + self._number_columns(width))}{columns}", width), look.MUTED)

    def below(self) -> list[Content]:
        """Return the meaning of each sign; of states of marines only where there are no words for them."""
        state, marines, shown = self.state, self.state.marines_in_play, []
        if self._shows_signs(self.content_size.width):
            shown = [(sign, word) for sign, _art, word, applies in STATES if any(map(applies, marines))]
        if any(alien.lurking.held for alien in state.aliens_in_play):
            shown.append((HELD, N_("not in this turn")))
        shown += dict.fromkeys(ARM_SIGNS[marine.unit] for marine in marines if marine.unit in ARM_SIGNS)
        texts = (f"{sign} {self.locale.gettext(word)}" for sign, word in shown)
        lines = style_text(" · ".join(texts), look.MUTED)
        return look.wrap_parts(lines, max(20, self.content_size.width - 1)) if shown else []

    def _number_columns(self, width: int) -> int:
        return 1 if width < WORDS_FROM and len(self._able) < TWO_DIGITS else 2

    def _name_columns(self, width: int) -> int:
        """Return the columns of names: as many as needed on a narrow board, so that signs are not cut."""
        return 9 if width >= WORDS_FROM else 1 + max(5, *map(len, self.state.marines), 0)

    def _place_columns(self, width: int) -> int:
        """Return the columns of places: on boards of several levels they are longer."""
        places = (marine_place(self.locale, marine) for marine in self.state.marines_in_play)
        return max(7 if width >= WORDS_FROM else 5, *(len(place) + 1 for place in places), 0)

    def _shows_signs(self, width: int) -> bool:
        """Return whether markers are signs: the board is narrow, or the words of a marine would be cut."""
        room = width - WORDS_COLUMN - self._place_columns(width)
        words = (markers_text(self.locale, marine) for marine in self.state.marines_in_play)
        return width < WORDS_FROM or any(cell_len(text) > room for text in words)

    def row(self, seat: str, width: int) -> Content:
        """Return a piece's action points as pips, its markers and its place."""
        piece = self.state.piece(seat)
        marine = isinstance(piece, Marine)
        number = str(self._able.index(seat) + 1) if seat in self._able else ""
        most = 4 if marine else 6
        pips = PIP * piece.acts.ap + SPENT * max(0, most - piece.acts.ap)
        if marine and not piece.present:
            pips = ""
        place = marine_place(self.locale, piece) if marine else alien_place(piece)
        standing = marine and piece.present
        markers = ""
        if standing:
            markers = signs_text(piece) if self._shows_signs(width) else markers_text(self.locale, piece)
        mark = look.NOW if seat == self.active() else look.DEAD if not piece.life.alive else " "
        columns = f"{seat:<{self._name_columns(width)}}{pips:<6} {place:<{self._place_columns(width)}}{markers}"
        arm = (arm_sign(piece) if marine else "") or " "
        text = fit(f" {right(number, self._number_columns(width))}{arm}{columns}".rstrip(), width - 1)
        style = look.ink(seat_colour(0 if marine else 1)) + ("" if piece.present else " italic")
        drawn = Content.assemble((mark, "bold"), (text, style))
        return drawn.stylize("reverse") if seat == self.marked else drawn


def piece_card(desk: Desk, state: Match, seat: str) -> Content:
    """Return what a piece is, where it is, and who sees it."""
    locale = desk.locale
    if seat not in state.all_pieces:
        return Content("")
    piece = state.piece(seat)
    number = 0 if isinstance(piece, Marine) else 1
    lines: list[Content | str] = [style_text(seat, f"bold {look.ink(seat_colour(number))}")]
    if isinstance(piece, Marine):
        arms = style_text(arms_text(locale, piece.kind), look.MUTED)
        points = locale.say(N_("{ap} AP"), ap=piece.acts.ap) if piece.present else ""
        lines += [unit_name(locale, piece.unit), arms, place_sentence(locale, piece), points]
        lines.append(markers_text(locale, piece))
    else:
        lines.append(place_sentence(locale, piece))
        if isinstance(piece, Stealer) and piece.alpha:
            lines.append(locale.gettext(N_("the Alpha")))
        seen = find_seers(state, seat)
        if seen:
            lines.append(locale.say(N_("seen by {names}"), names=", ".join(seen)))
    carried = [item.id for item in state.carried_objects(seat)]
    if carried:
        lines.append(locale.say(N_("carries {names}"), names=", ".join(carried)))
    return look.lines(*(line for line in lines if line))
