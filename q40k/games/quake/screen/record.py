"""What Quake 40K brings to the screens."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from textual.content import Content

from q40k.games.quake.rules.state import Match
from q40k.games.quake.rules.table.players import Join
from q40k.games.quake.screen.base import Desk, action, number
from q40k.games.quake.screen.fights import find_workings, tally_field, unfold_question
from q40k.games.quake.screen.melee import grip_notes, victim_notes
from q40k.games.quake.screen.panels import QuakeBoard, beat, card, explain_card, ribbon
from q40k.games.quake.screen.shooting import foresees, think_ahead
from q40k.games.quake.screen.table import setup_player
from q40k.games.quake.screen.teams import colour_names, ink_of, sides_line
from q40k.games.quake.screen.turn import choosable, idle
from q40k.i18n.questions import WordedQuestion
from q40k.kernel.questions import ChoiceQuestion, Question, TallyQuestion
from q40k.tui.fields import UNSHIFTED, Field
from q40k.tui.forms import Form
from q40k.tui.game_screen import GameScreen, Lobby


def field_of(desk: Desk, question: Question, asked: WordedQuestion) -> Field | None:
    """Return the field for a roll of fight dice, or None for any other question."""
    return tally_field(desk, question, asked) if isinstance(question, TallyQuestion) else None


def notes(desk: Desk, question: Question) -> Mapping[Any, str]:
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


_AGAIN = {
    "kill": "kill", "accident": "accident", "portal": "portal", "pickup": "token", "move": "move",
    "deploy": "deploy-at", "join": "join", "leave": "leave", "dice": "dice", "stand": "fix",
    "drop": "fix", "adjust": "fix", "correct": "fix", "rename": "fix",
}  # fmt: skip
"""The action whose form enters a command anew."""


def opening(desk: Desk) -> Callable[[Desk], Form] | None:
    """Return the form of the set-up: the match, then its players. None once play began."""
    if desk.state.setup.mod is None:
        from q40k.games.quake.screen.opening import open_match

        return open_match
    return setup_player if desk.state.play.phase == "setup" else None


def enter_the_players(desk: Desk, command: Any) -> None:
    """Ask for the players, once the match is laid out."""
    from q40k.games.quake.screen.opening import enter_the_rest

    enter_the_rest(desk, command)


def shortcut(desk: Desk, key: str, character: str | None) -> None:
    """Choose who of a team acts, when a number or an arrow is pressed without a key before it."""
    digit = UNSHIFTED.get(character or "", character or "")
    numbers = [number(desk.state.players[player]) for player in choosable(desk.state)]
    is_number = digit.isdigit() and any(playert.startswith(digit) for playert in numbers)
    if numbers and (is_number or key in ("up", "down")):
        desk.perform("act")
        desk.press(key, digit if is_number else None)


def remember_champion(command: Any) -> None:
    """Remember which champion was fielded."""
    from q40k.games.quake.table.packs import remember_fielded

    remember_fielded(command)


def keeps_places(state: Match) -> bool:
    """Return whether the place of any champion is known."""
    from q40k.games.quake.table.scene import keeps_places

    return keeps_places(state)


def lobby(desk: Desk, state: Match, marked: Any) -> Lobby | None:
    """Return the table before the match begins, or None once it has begun."""
    if state.play.phase != "setup":
        return None
    from q40k.games.quake.screen.opening import lobby

    return lobby(desk, state, marked)


def below(desk: Desk, state: Match) -> Content:
    """Return how the sides stand, in one line."""
    return sides_line(state, desk.locale)


def colour(_desk: Desk, state: Match, player: str) -> str:
    """Return the colour of a player, or of its team."""
    return ink_of(state, player)


SCREEN = GameScreen(
    actions=action,
    opening_form=opening,
    question_field=field_of,
    option_notes=notes,
    reentry_action=_AGAIN.get,
    press_shortcut=shortcut,
    uses_arrows=lambda state: bool(choosable(state)),
    after_command=remember_champion,
    after_layout=enter_the_players,
    reopened_commands=(Join,),
    map_parts="q40k.games.quake.screen.map:PARTS",
    has_map=lambda state: state.setup.arena is not None,
    keeps_places=keeps_places,
    lobby=lobby,
    ribbon=ribbon,
    lines_below=below,
    make_board=QuakeBoard,
    card=card,
    explain_card=explain_card,
    idle_rows=idle,
    question_reasons=unfold_question,
    can_think_ahead=foresees,
    think_ahead=think_ahead,
    beat=beat,
    colour=colour,
    colour_names=colour_names,
    workings=find_workings,
)
