"""The one list of what a game master can do: it feeds keys, key bar, palette, help and docs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from q40k.i18n.locale import N_

Group = Literal["play", "table", "right", "view", "app"]


@dataclass(frozen=True, slots=True)
class Action:
    """One action: its id, the key, how the key is written, its name and what it is for.

    `bar` says from which width of the key bar on it is shown there: 0 always, -1 never.
    """

    id: str
    key: str
    shown: str
    name: str
    help: str
    group: Group
    bar: int = -1


ACTIONS: tuple[Action, ...] = (
    Action("next", "n", "N", N_("Next"),
           N_("End the active champion’s part and go on to the next one. In deployment: the"
              " champion is placed, without a position kept."), "play", 0),
    Action("shoot", "s", "S", N_("Shoot"),
           N_("The active champion fires: type the target, the weapon if it has several, then the"
              " dice, a count of what passed, or that the target is dead. The odds stand beside."),
           "play", 0),
    Action("charge", "c", "C", N_("Charge"),
           N_("The active champion charges somebody; Tab says how far and over what ground."),
           "play", 0),
    Action("fight", "i", "I", N_("Into close combat"),
           N_("The melee next in order is fought: highest initiative first, blow by blow."),
           "play", 0),
    Action("kill", "k", "K", N_("Kill"),
           N_("The active champion killed somebody: type the victim, then the portal die."
              " Tab picks another killer."), "play", 0),
    Action("accident", "x", "X", N_("Accident"),
           N_("A champion died by nobody’s hand: it loses its own value."), "play", 0),
    Action("portal", "p", "P", N_("Portal"),
           N_("The active champion steps into a portal: type its number, then the die."),
           "play", 0),
    Action("token", "t", "T", N_("Token"),
           N_("The active champion picks up a bonus token: type the token, then its dice."),
           "play", 0),
    Action("move", "m", "M", N_("Move"),
           N_("Note how far the active champion moved; it leaves the portal it stood in."),
           "play"),
    Action("end-phase", "e", "E", N_("End phase"),
           N_("End the phase for everyone who has not acted yet."), "play", 100),
    Action("kill-more", "K", "Shift+K", N_("Kill, in detail"),
           N_("A kill shared by several champions, or told in words."), "play"),
    Action("accident-more", "X", "Shift+X", N_("Accident, in words"),
           N_("An accident with its cause told in words."), "play"),
    Action("portal-more", "P", "Shift+P", N_("Portal, in detail"),
           N_("A jump with the inches moved before it, coming out in or beside the portal."),
           "play"),
    Action("deploy-at", "d", "D", N_("Deploy in a tile"),
           N_("Place the champion in a tile such as B2, which is then taken."), "play"),
    Action("hard-move", "J", "Shift+J", N_("Jump, leap, swim, climb"),
           N_("The moves that take dice, and difficult or dangerous ground; odds before the"
              " roll."), "play"),
    Action("contact", "C", "Shift+C", N_("Contact"),
           N_("Say who stands base to base with whom, where no places are kept."), "play"),
    Action("act", "a", "A", N_("Who acts"),
           N_("In teams: say who of the team acts now, or is placed now; its number alone does it,"
              " too, and so do the arrows and Enter."), "play", 0),
    Action("objective", "o", "O", N_("Objective"),
           N_("What the mod is about: take, return, hand over or bring home a flag, penetrate a"
              " building, hit a barrel."), "play", 0),
    Action("place", "w", "W", N_("Where"),
           N_("Say where a champion stands, in any phase: in words, with the arrows, or on the map."
              " It costs no movement."), "right"),
    Action("join", "j", "J", N_("Join"),
           N_("A player joins, at any moment: name, champion, die. A player who left comes back"
              " by the same name."), "table", 0),
    Action("start", "S", "S", N_("Start"),
           N_("Everybody is there: roll for the order of play."), "table"),
    Action("leave", "l", "L", N_("Leave"),
           N_("A player leaves; the score stays on the board."), "table"),
    Action("dice", "r", "R", N_("Who rolls"),
           N_("Say whether hands or the app roll a player’s dice, or everyone’s; and how a D3 is"
              " typed."), "table"),
    Action("clock", "z", "Z", N_("Clock"),
           N_("Play by the clock: minutes for the match, seconds for each champion’s part; let it"
              " stand or go on, ring a bell."), "table", 140),
    Action("clock-hold", "Z", "Shift+Z", N_("Stop the clock"),
           N_("The clock stands, or goes on again."), "table"),
    Action("end-match", "E", "Shift+E", N_("End the match"),
           N_("We have to leave: the result so far counts, ties go by TIE-1. It is shown before it"
              " is kept."), "table"),
    Action("undo", "u", "U", N_("Undo"),
           N_("Take back the last action with all its dice. Nothing is erased: the log keeps"
              " it."), "right", 0),
    Action("redo", "y", "Y", N_("Redo"), N_("Give back what was undone."), "right"),
    Action("fix", "f", "F", N_("Fix"),
           N_("Put something right: a name, a champion, who stands in a portal, a token, a"
              " score."), "right", 0),
    Action("log", "g", "G", N_("Log"), N_("Read everything that happened, also what was undone."),
           "view", 90),
    Action("history", "h", "H", N_("History"),
           N_("Walk the match back and forth, play it over, mark a place, try another way from"
              " there. Nothing is touched."), "view", 130),
    Action("workings", "G", "Shift+G", N_("How it came about"),
           N_("Unfold the last shot, blow or fall: every roll with its numbers, what they needed,"
              " why, and by which rule."), "view"),
    Action("board", "b", "B", N_("Board"),
           N_("The whole scoreboard: value, score, kills, deaths, streaks."), "view", 90),
    Action("map", "v", "V", N_("Map"),
           N_("The arena from above: beside the feed on a wide screen, else on a screen of its"
              " own. Once it is open, moves and deployment ask for a place."), "view", 135),
    Action("map-screen", "V", "Shift+V", N_("Map, whole screen"),
           N_("The arena from above on a screen of its own; the match can be played from there."),
           "view"),
    Action("help", "f1", "F1", N_("Help"), N_("Explain what has the focus, and all keys."),
           "app", 0),
    Action("language", "f2", "F2", N_("Français"), N_("Change the language."), "app", 110),
    Action("theme", "f3", "F3", N_("Light / dark"), N_("Change between light and dark."), "app"),
    Action("palette", "ctrl+p", "Ctrl+P", N_("Commands"), N_("Find any action by its name."),
           "app", 120),
    Action("quit", "q", "Q", N_("Quit"),
           N_("Leave the match; it waits just as it is."), "app", 100),
)  # fmt: skip

ALSO = {
    "ctrl+z": "undo",
    "f4": "map",
    "ctrl+y": "redo",
    "question_mark": "help",
    "f10": "quit",
    "ctrl+q": "quit",
    "ctrl+c": "quit",
}
"""Further keys that do the same."""

GROUPS: dict[Group, str] = {
    "play": N_("Play"),
    "table": N_("The table"),
    "right": N_("Putting right"),
    "view": N_("Reading"),
    "app": N_("The app"),
}

BY_ID = {action.id: action for action in ACTIONS}
BY_KEY = {action.key: action for action in ACTIONS} | {k: BY_ID[a] for k, a in ALSO.items()}
