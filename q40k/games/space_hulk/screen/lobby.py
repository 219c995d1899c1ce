"""The table before the first turn: the mission, its board, who takes part, what is to be done."""

from __future__ import annotations

from typing import Any, Final

from textual.content import Content

from q40k.games.space_hulk.packs.missions import Mission
from q40k.games.space_hulk.rules.marines import with_mission_marines
from q40k.games.space_hulk.rules.state import Match
from q40k.games.space_hulk.screen.base import Desk
from q40k.games.space_hulk.screen.opening import MISSION, brings
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


def lobby(desk: Desk, state: Match, marked: Any) -> Lobby | None:
    """The lobby until the first turn; of a mission that is only marked, too."""
    if state.play.turn:
        return None
    shown = (
        with_mission_marines(state) if state.setup.mission is not None else _marked(desk, marked)
    )
    if shown is None:
        return NONE
    locale, mission = desk.locale, shown.mission
    return Lobby(
        title=locale.name_of(mission.name),
        about=tuple(_about(locale, mission)),
        seats=tuple(
            (style_text(f"{number:>2} {one.id}", look.ink(colour(0))), unit_name(locale, one.unit),
             marine_place(locale, one))
            for number, one in enumerate(shown.marines.values(), 1)
        ),
        missing=_missing(desk, state),
        scene=make_scene(shown),
        caption="" if shown.setup.layout is None else locale.name_of(shown.setup.layout.name),
        replaces_feed=state.setup.mission is None,
    )  # fmt: skip


def _marked(desk: Desk, marked: Any) -> Match | None:
    """The mission that is chosen, or marked just now, as it will stand."""
    try:
        missions: dict[str, Mission] = dict(desk.library.of_kind("missions"))
    except PackError:  # it is said below what is asked
        return None
    said = desk.memory.get(MISSION) or (marked if marked in missions else None)
    if said not in missions:
        return None
    mission = missions[said]
    return preview_mission(desk.library, mission, mission.editions[0])


def _about(locale: Locale, mission: Mission) -> list[str]:
    """What the mission is about, and what wins it."""
    lines = [locale.name_of(text) for text in (mission.about, mission.text) if text is not None]
    lines += [goal_line(locale, goal) for goal in mission.goals]
    if mission.turn_limit is not None:
        lines.append(locale.say(N_("{turns} turns"), turns=mission.turn_limit))
    return lines


def _missing(desk: Desk, state: Match) -> tuple[Content, ...]:
    """What is still to be put down before Shift+S, or that nothing is."""
    if state.setup.mission is None:
        return ()
    locale, wanted = desk.locale, brings(state)
    come = len(state.blips_in_play)
    if wanted is not None and come < wanted and not state.options.solo:
        sentence = N_("starting blips: {come} of {wanted} (I)")
        return (style_text(locale.say(sentence, come=come, wanted=wanted), "$warning"),)
    if not with_mission_marines(state).marines:
        return (style_text(locale.gettext(N_("no marine has joined (M)")), "$warning"),)
    return (style_text(locale.gettext(N_("All is ready: Shift+S begins.")), "$success"),)
