"""The pack data of a command: the mission and the board of a new match.

A match keeps the data it was started with, so its journal can be read without the packs.
"""

from __future__ import annotations

import secrets
from typing import Any

from q40k.games.game import Packs
from q40k.games.space_hulk.packs.boards import Layout
from q40k.games.space_hulk.packs.kinds import KINDS
from q40k.games.space_hulk.packs.laying import lay_board
from q40k.games.space_hulk.packs.missions import Mission
from q40k.games.space_hulk.rules.command import Command
from q40k.games.space_hulk.rules.opening import New
from q40k.games.space_hulk.rules.questions import forbid
from q40k.games.space_hulk.rules.state import Match
from q40k.packs.base import InvalidValue
from q40k.packs.library import Library


class HulkPacks(Packs):
    """The packs of Space Hulk: boards and missions."""

    kinds = KINDS

    def needs_packs(self, command: Command) -> bool:
        """Return whether the command names a mission."""
        return isinstance(command, New)

    def complete(
        self, library: Library, state: Match, command: Command, was: Command | None = None
    ) -> Command:
        """Return the command with its pack data. Raises Refused.

        If a match is laid out again, it keeps its seed, and with it the app's dice.
        """
        del state
        if not isinstance(command, New):
            return command
        previous = was if isinstance(was, New) else None
        changes: dict[str, object] = {}
        if command.seed is None:
            changes["seed"] = secrets.randbelow(10**9) if previous is None else previous.seed
        if command.name == "" and previous is not None:
            changes["name"] = previous.name
        mission = command.mission_data or _mission(library, command.mission)
        changes["mission_data"] = mission
        changes["board_data"] = _board(library, mission, command.board_data)
        return command.replace(**changes)

    def strip_pack_data(
        self, library: Library, command: Command, data: dict[str, Any]
    ) -> dict[str, Any]:
        """Return the data of a command without what the packs hold anyway."""
        if not isinstance(command, New):
            return data
        data = data | {"mission": command.mission}
        mission = library.of_kind("missions").get(command.mission)
        if mission == command.mission_data:
            data.pop("mission_data", None)
            if mission and _board(library, mission) == command.board_data:
                data.pop("board_data", None)
        return data


def _board(library: Library, mission: Mission, layout: Layout | None = None) -> Layout | None:
    """Return the board of a mission in rows of letters, or None. Raises Refused."""
    if layout is None:
        layout = library.of_kind("boards").get(mission.board or "")
    if layout is None:
        return None
    try:
        return lay_board(layout, library.of_kind("pieces"))
    except InvalidValue as error:
        raise forbid("SH-MISSION-2", "bad-board", board=layout.id, why=error.code) from error


def _mission(library: Library, id: str) -> Mission:
    missions: dict[str, Mission] = dict(library.of_kind("missions"))
    if id not in missions:
        near = library.nearest("missions", id)
        raise forbid("SH-MISSION-2", "unknown-mission", said=id, nearest=near)
    return missions[id]
