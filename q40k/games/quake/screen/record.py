"""What Quake 40K brings to the screens."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from textual.content import Content

from q40k.games.quake.screen.base import Desk, action, number
from q40k.games.quake.screen.fights import find_workings, tally_field, unfold_question
from q40k.games.quake.screen.melee import grip_notes, victim_notes
from q40k.games.quake.screen.panels import QuakeBoard, card
from q40k.games.quake.screen.positions import form_before_bot
from q40k.games.quake.screen.shooting import shot_odds_cache
from q40k.games.quake.screen.table import setup_player
from q40k.games.quake.screen.teams import BESIDE, IN_PORTAL, colour_names, ink_of, sides_line
from q40k.games.quake.screen.turn import LESSON_OPTIONS, LESSON_STEPS, begin_lesson, choosable, idle
from q40k.games.quake.state.bonus import TokenTaken
from q40k.games.quake.state.damage import AccidentSuffered, Killed
from q40k.games.quake.state.ending import Ended
from q40k.games.quake.state.match import PHASES, Match
from q40k.games.quake.state.next import PassedOver
from q40k.games.quake.state.objectives.objective import Won
from q40k.games.quake.state.objectives.rounds import RoundOpened, RoundWon
from q40k.games.quake.state.portals import Teleported
from q40k.games.quake.state.respawn import Respawned
from q40k.games.quake.state.shooting import NO_TERMS
from q40k.games.quake.state.table.deployment import Deploy
from q40k.games.quake.state.table.players import Join
from q40k.games.quake.state.turn import PhaseOpened, TurnOpened
from q40k.games.quake.table.prefilled import Prefilled
from q40k.games.quake.table.scene import keeps_places
from q40k.games.quake.words.reference import Card, evening_of
from q40k.games.quake.words.traits import trait_line
from q40k.games.quake.words.turn import phase_name, phase_names
from q40k.geometry.scene import Overlay
from q40k.i18n.chapters import CatalogueEntry
from q40k.i18n.locale import N_, Locale
from q40k.i18n.questions import WordedQuestion
from q40k.kernel.events import ChoiceQuestion, Event, Question, TallyQuestion
from q40k.kernel.text import is_digits
from q40k.table.match_session import Line, MatchSession
from q40k.tui import look
from q40k.tui.board import Board
from q40k.tui.fields import UNSHIFTED, Field, Number
from q40k.tui.forms import Form
from q40k.tui.game_screen import GameScreen, Lobby, RibbonText, Workings, next_step
from q40k.tui.look import Beat, Rows

_AGAIN = {
    "kill": "kill", "accident": "accident", "portal": "portal", "pickup": "token", "move": "move",
    "deploy": "deploy-at", "join": "join", "leave": "leave", "dice": "dice", "stand": "fix",
    "drop": "fix", "adjust": "fix", "correct": "fix", "rename": "fix",
}  # fmt: skip
"""The action whose form enters a command anew."""

_TELEFRAG = Beat("⊗", "$loss", pays=True)
_BEATS: dict[type[Event], Beat] = {
    Killed: Beat("✖", "bold", pays=True),
    AccidentSuffered: Beat(look.DEAD, "$loss", pays=True),
    Respawned: Beat(BESIDE, look.MUTED),
    Teleported: Beat(IN_PORTAL),
    TokenTaken: Beat("◆"),
    TurnOpened: Beat(style="bold", across=True),
    RoundOpened: Beat(style="bold", across=True),
    PhaseOpened: Beat(style=look.MUTED, across=True),
    PassedOver: Beat(style=look.MUTED),
    RoundWon: Beat("★", "bold"),
    Won: Beat("★", "bold"),
    Ended: Beat("★", "bold"),
}


class QuakeScreen(GameScreen):
    """The actions, panels and fields of Quake 40K."""

    actions = action
    reopened_commands = (Join, Deploy)
    bar_names_keys = True
    map_parts = "q40k.games.quake.screen.map:PARTS"

    def evening_card(self, locale: Locale) -> Card:
        """Return an evening on one page."""
        return evening_of(locale)

    def lesson_options(self) -> Prefilled:
        """Return the options of the match of the lesson: two players on a small arena."""
        return LESSON_OPTIONS

    def begin_lesson(self, desk: Desk) -> None:
        """Begin the lesson's first movement phase."""
        begin_lesson(desk)

    def lesson_text(self, desk: Desk) -> str:
        """Return the next step in the match of a lesson."""
        return desk.locale.gettext(next_step(desk, LESSON_STEPS).say) if desk.is_lesson else ""

    # -- the entry -------------------------------------------------------------------------

    def opening_form(self, desk: Desk) -> Callable[[Desk], Form] | None:
        """Return the form of the set-up: the match, then its players. None once play began."""
        if desk.state.setup.mod is None:
            from q40k.games.quake.screen.opening import open_match

            return open_match
        return setup_player if desk.state.play.phase == "setup" else None

    def question_field(self, desk: Desk, question: Question, wording: WordedQuestion) -> Field | None:
        """Return the field for a roll of fight dice, or of a distance that nobody may know; else None."""
        if question.key == "how-far":
            return Number(wording.title, why=wording.why, rule=wording.rule, notes=wording.odds, empty=0)
        return tally_field(desk, question, wording) if isinstance(question, TallyQuestion) else None

    def option_notes(self, desk: Desk, question: Question) -> Mapping[Any, str]:
        """Return the notes beside options: the odds of a weapon or a victim in a melee."""
        locale, state, who = desk.locale, desk.state, question.who
        if not isinstance(question, ChoiceQuestion):
            return {}
        if question.key == "melee-weapon" and who is not None:
            return grip_notes(locale, state, who, [str(option) for option in question.options])
        if question.key == "melee-victim" and who is not None:
            whom = [str(option) for option in question.options]
            return victim_notes(locale, state, who, question.facts, whom)
        return {}

    def show_places(self, state: Match, move: Any) -> Overlay:
        """Return the place that a bot names, and what names it."""
        from q40k.games.quake.screen.map import show_places

        return show_places(state, move)

    def form_before_bot(self, desk: Desk, seat: str) -> Callable[[Desk], Form] | None:
        """Return the form that asks where a champion stands of whom the bot must know it."""
        return form_before_bot(desk, seat)

    def reentry_action(self, command: str) -> str | None:
        """Return the action whose form enters a command again."""
        return _AGAIN.get(command)

    def press_shortcut(self, desk: Desk, key: str, character: str | None) -> None:
        """Choose who of a team acts, when a number or an arrow is pressed without a key before it."""
        digit = UNSHIFTED.get(character or "", character or "")
        numbers = [number(desk.state.players[player]) for player in choosable(desk.state)]
        is_number = is_digits(digit) and any(text.startswith(digit) for text in numbers)
        if numbers and (is_number or key in ("up", "down")):
            desk.perform("act")
            desk.press(key, digit if is_number else None)

    def uses_arrows(self, state: Match) -> bool:
        """Return whether the players of a team can be chosen."""
        return bool(choosable(state))

    def after_command(self, command: Any) -> None:
        """Remember which champion was fielded."""
        from q40k.games.quake.table.packs import remember_fielded

        remember_fielded(command)

    def after_layout(self, desk: Desk, command: Any) -> None:
        """Ask for the players, once the match is laid out."""
        from q40k.games.quake.screen.opening import enter_the_rest

        enter_the_rest(desk, command)

    # -- the panels ------------------------------------------------------------------------

    def has_map(self, state: Match) -> bool:
        """Return whether there is an arena to draw."""
        return state.setup.arena is not None

    def keeps_places(self, state: Match) -> bool:
        """Return whether the place of any champion is known, or a bot at the table must know them."""
        return keeps_places(state) or any(p.bot is not None and p.present for p in state.players.values())

    def ribbon(self, desk: Desk, state: Match) -> RibbonText:
        """Return the title of the match, its turn and its phases."""
        locale = desk.locale
        _ = locale.gettext
        mod = state.setup.mod.name.in_language(locale.language) if state.setup.mod else "Quake 40K"
        title = state.setup.name or mod
        if not state.running:
            return RibbonText(title, steps=((phase_name(locale, state.play.phase), True),))
        names = phase_names(locale)
        steps = tuple((names[phase], phase == state.play.phase) for phase in PHASES)
        return RibbonText(title, _("Turn {turn}").format(turn=state.play.turn), steps)

    def lobby(self, desk: Desk, state: Match, marked: Any) -> Lobby | None:
        """Return the table before the match begins, or None once it has begun."""
        if state.play.phase != "setup":
            return None
        from q40k.games.quake.screen.opening import lobby

        return lobby(desk, state, marked)

    def lines_below(self, desk: Desk, state: Match) -> Content:
        """Return the score of the sides, in one line."""
        return sides_line(state, desk.locale)

    def make_board(self, desk: Desk) -> Board:
        """Create the board of champions."""
        return QuakeBoard(desk)

    def card(self, desk: Desk, state: Match, seat: str) -> Content:
        """Return a champion's card."""
        return card(desk, state, seat)

    def catalogue(self, desk: Desk) -> Iterable[CatalogueEntry]:
        """Return everything of the packs that has a card."""
        from q40k.games.quake.words.packs.catalogue import list_catalogue  # late: few read it at a match

        return list_catalogue(desk.locale, desk.library)

    def explain_card(self, desk: Desk, seat: str | None) -> str:
        """Explain the card and each trait on it, for F1."""
        _ = desk.locale.gettext
        text = _(
            "The champion that acts now, or the one marked on the board: its value, its profile"
            " and weapons, where it stands, the bonus it holds and what that does."
        )
        player = desk.state.players.get(seat) if seat is not None else None
        if player is None or not player.abilities:
            return text
        lines = [trait_line(desk.locale, trait) for trait in player.abilities]
        return "\n".join([text, *lines])

    def idle_rows(self, desk: Desk) -> Rows:
        """Return the rows of the prompt when nothing is asked."""
        return idle(desk)

    def question_reasons(self, desk: Desk) -> tuple[str, ...]:
        """Return each reason of the open question with its source, and the rolls before it."""
        return unfold_question(desk)

    def can_think_ahead(self, state: Match) -> bool:
        """Return whether a champion may shoot now."""
        return state.play.phase == "shooting" and state.play.active is not None and not state.outcome.over

    def think_ahead(self, desk: Desk) -> None:
        """Compute the active champion's odds before anybody asks for them."""
        state = desk.state
        if self.can_think_ahead(state) and state.play.active is not None:
            shot_odds_cache(desk).odds(state, state.players[state.play.active], NO_TERMS)

    # -- the log ---------------------------------------------------------------------------

    def beat(self, event: Event) -> Beat:
        """Return the look of an event; a telefrag differs from other accidents."""
        if isinstance(event, AccidentSuffered) and event.cause == "telefragged":
            return _TELEFRAG
        return _BEATS.get(type(event), Beat())

    def colour(self, desk: Desk, state: Match, seat: str) -> str:
        """Return the colour of a player, or of its team."""
        return ink_of(state, seat)

    def colour_names(self, state: Match, text: str, style: str = "") -> Content:
        """Return a text with the names of players in their colours, and in teams their letter."""
        return colour_names(state, text, style)

    def why_absent(self, desk: Desk, field: Field, typed: str) -> str:
        """Return that a player has left or is off the table, where players are to choose from."""
        player = desk.state.players.get(f"p{typed}") or desk.state.player_named(typed)
        names = {other.name for other in desk.state.players.values()}
        if player is None or not any(option.value in names for option in getattr(field, "options", ())):
            return ""
        if not player.present:
            return desk.locale.say(N_("{name} has left."), name=player.name)
        return "" if player.in_play else desk.locale.say(N_("{name} is not on the table."), name=player.name)

    def workings(self, locale: Locale, match_session: MatchSession, line: Line) -> Workings:
        """Return what a log line unfolds into; empty if no fight dice were rolled."""
        return find_workings(locale, match_session, line)


SCREEN = QuakeScreen()
