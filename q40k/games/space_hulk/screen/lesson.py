"""The lesson: what a newcomer is told at each moment, as the mission has it; a key turns it off."""

from __future__ import annotations

from typing import Final

from q40k.games.space_hulk.bot.leading import leads
from q40k.games.space_hulk.packs.missions import Moment
from q40k.games.space_hulk.rules.offers import targets
from q40k.games.space_hulk.rules.places import board
from q40k.games.space_hulk.rules.state import Match
from q40k.games.space_hulk.screen.base import Desk, action, chosen
from q40k.i18n.locale import N_

SILENT: Final = "no lesson"
"""Under this name the desk keeps that nobody wants to be taught."""
WATCH_AP: Final = 2
"""With so many points left it is time for overwatch."""


def teaches(state: Match) -> bool:
    """Whether the mission that is played has a lesson."""
    return state.setup.mission is not None and bool(state.mission.lesson)


@action(
    "lesson", "play", key="semicolon", shown=";", bar=150, name=N_("Lesson on / off"), when=teaches,
    help=N_("The mission says to newcomers what to do next, or is silent."),
)  # fmt: skip
def lesson(desk: Desk) -> None:
    """Semicolon: hints, or none."""
    desk.memory[SILENT] = not desk.memory.get(SILENT)
    on, off = N_("The lesson goes on."), N_("The lesson is silent; the same key brings it back.")
    desk.notice = desk.locale.gettext(off if desk.memory[SILENT] else on)


def hint(desk: Desk) -> str:
    """What the lesson says now; "" for nothing, as where the bot plays."""
    state = desk.state
    if not teaches(state) or desk.memory.get(SILENT) or state.outcome.over or leads(state):
        return ""
    now = moment(desk, state)
    said = next((one.say for one in state.mission.lesson if one.when == now), None)
    if said is None:
        return ""
    return desk.locale.say(N_("Lesson: {text}"), text=desk.locale.name_of(said))


def moment(desk: Desk, state: Match) -> Moment:
    """What moment of the game it is."""
    phase = state.play.phase
    if state.conversion is not None:
        return "blip"
    if state.window is not None:
        return "jam" if any(one.stance.jammed for one in state.marines_in_play) else "react"
    if phase == "marine-action":
        return _acting(desk, state)
    if phase in ("setup", "end"):
        return "setup" if phase == "setup" else "end"
    return "draw" if phase == "marine-command" else "alien"


def _acting(desk: Desk, state: Match) -> Moment:
    """What moment of the marines' turn it is, for the one who acts."""
    marine = state.marines.get(chosen(desk) or "")
    if marine is None or marine.acts.ap == 0 or marine.stance.overwatch:
        return "spent"
    if marine.stance.jammed:
        return "jam"
    placed = board(state) is not None
    if placed and any(one in state.stealers for one in targets(state, marine)):
        return "shoot"
    if state.play.turn == 1 and state.play.active is None:
        return "first"
    return "watch" if marine.acts.ap <= WATCH_AP else "move"
