"""The lesson: the mission's hints to newcomers at each moment; a key turns it off."""

from q40k.games.space_hulk.bot.leading import is_leading
from q40k.games.space_hulk.packs.missions import Moment
from q40k.games.space_hulk.screen.base import Desk, action, find_actor
from q40k.games.space_hulk.state.match import Match
from q40k.games.space_hulk.state.offers import targets
from q40k.games.space_hulk.state.places import board
from q40k.i18n.locale import N_

MISSION = "cold-start"
"""The mission that teaches."""
SILENT = "no lesson"
"""The key in the desk's memory that is true if the lesson is off."""
WATCH_AP = 2
"""The action points left at which overwatch is due."""


def has_lesson(state: Match) -> bool:
    """Return whether the mission has a lesson."""
    return state.setup.mission is not None and bool(state.mission.lesson)


@action(
    "lesson",
    "play",
    key="semicolon",
    shown=";",
    bar=14,
    name=N_("Lesson on / off"),
    when=has_lesson,
    help=N_("The mission says to newcomers what to do next, or is silent."),
)
def toggle_lesson(desk: Desk) -> None:
    """Semicolon: hints, or none."""
    desk.memory[SILENT] = not desk.memory.get(SILENT)
    on, off = N_("The lesson goes on."), N_("The lesson is silent; the same key brings it back.")
    desk.notice = desk.locale.gettext(off if desk.memory[SILENT] else on)


def lesson_hint(desk: Desk) -> str:
    """Return the lesson's hint for now, "" if there is none or the bot plays."""
    state = desk.state
    if not has_lesson(state) or desk.memory.get(SILENT) or state.outcome.over or is_leading(state):
        return ""
    current = find_moment(desk, state)
    text = next((entry.say for entry in state.mission.lesson if entry.when == current), None)
    if text is None:
        return ""
    return desk.locale.say(N_("Lesson: {text}"), text=desk.locale.name_of(text))


def find_moment(desk: Desk, state: Match) -> Moment:
    """Return the present moment of the game."""
    phase = state.play.phase
    if state.conversion is not None:
        return "blip"
    if state.window is not None:
        return "jam" if any(marine.stance.jammed for marine in state.marines_in_play) else "react"
    if phase == "marine-action":
        return _actor_moment(desk, state)
    if phase in ("setup", "end"):
        return "setup" if phase == "setup" else "end"
    return "draw" if phase == "marine-command" else "alien"


def _actor_moment(desk: Desk, state: Match) -> Moment:
    """Return the moment of the marines' turn, for the actor."""
    marine = state.marines.get(find_actor(desk) or "")
    if marine is None or marine.acts.ap == 0 or marine.stance.overwatch:
        return "spent"
    if marine.stance.jammed:
        return "jam"
    keeps_places = board(state) is not None
    if keeps_places and any(name in state.stealers for name in targets(state, marine)):
        return "shoot"
    if state.play.turn == 1 and state.play.active is None:
        return "first"
    return "watch" if marine.acts.ap <= WATCH_AP else "move"
