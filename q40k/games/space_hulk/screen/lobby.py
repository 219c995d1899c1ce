"""The lobby before the first turn: the mission, its board, the players, what is missing."""

from __future__ import annotations

from typing import Any, Final

from textual.content import Content

from q40k.games.space_hulk.packs.missions import Mission
from q40k.games.space_hulk.rules.marines import with_mission_marines
from q40k.games.space_hulk.rules.state import Match
from q40k.games.space_hulk.screen.base import Desk
from q40k.games.space_hulk.screen.opening import MISSION, expected_blips
from q40k.games.space_hulk.table.preview import preview_mission
from q40k.games.space_hulk.table.scene import make_scene
from q40k.games.space_hulk.words.board import marine_place
from q40k.games.space_hulk.words.missions import goal_line
from q40k.games.space_hulk.words.names import unit_name
from q40k.i18n.locale import N_, Locale
from q40k.packs.problems import PackError
from q40k.table.colours import colour
from q40k.tui import look
from q40k.tui.look import style_text
from q40k.tui.plain import Lobby

NONE: Final = Lobby("Space Hulk")


def make_lobby(desk: Desk, state: Match, marked: Any) -> Lobby | None:
    """Return the lobby until the first turn, also of a mission that is only marked."""
    if state.play.turn:
        return None
    preview = (
        with_mission_marines(state) if state.setup.mission is not None else _preview(desk, marked)
    )
    if preview is None:
        return NONE
    locale, mission = desk.locale, preview.mission
    return Lobby(
        title=locale.name_of(mission.name),
        about=tuple(_about(locale, mission)),
        seats=tuple(
            (style_text(f"{number:>2} {marine.id}", look.ink(colour(0))),
             unit_name(locale, marine.unit), marine_place(locale, marine))
            for number, marine in enumerate(preview.marines.values(), 1)
        ),
        missing=_missing(desk, state),
        scene=make_scene(preview),
        caption="" if preview.setup.layout is None else locale.name_of(preview.setup.layout.name),
        replaces_feed=state.setup.mission is None,
    )  # fmt: skip


def _preview(desk: Desk, marked: Any) -> Match | None:
    """Return the chosen or marked mission as it will be laid out, or None."""
    try:
        missions: dict[str, Mission] = dict(desk.library.of_kind("missions"))
    except PackError:  # the problem is shown below the question
        return None
    id = desk.memory.get(MISSION) or (marked if marked in missions else None)
    if id not in missions:
        return None
    mission = missions[id]
    return preview_mission(desk.library, mission, mission.editions[0])


def _about(locale: Locale, mission: Mission) -> list[str]:
    """Return what the mission is about, and its goals."""
    lines = [locale.name_of(text) for text in (mission.about, mission.text) if text is not None]
    lines += [goal_line(locale, goal) for goal in mission.goals]
    if mission.turn_limit is not None:
        lines.append(locale.say(N_("{turns} turns"), turns=mission.turn_limit))
    return lines


def _missing(desk: Desk, state: Match) -> tuple[Content, ...]:
    """Return what is missing before Shift+S, or that nothing is."""
    if state.setup.mission is None:
        return ()
    locale, expected = desk.locale, expected_blips(state)
    placed = len(state.blips_in_play)
    if expected is not None and placed < expected and not state.options.solo:
        sentence = N_("starting blips: {come} of {wanted} (I)")
        return (style_text(locale.say(sentence, come=placed, wanted=expected), "$warning"),)
    if not with_mission_marines(state).marines:
        return (style_text(locale.gettext(N_("no marine has joined (M)")), "$warning"),)
    return (style_text(locale.gettext(N_("All is ready: Shift+S begins.")), "$success"),)
