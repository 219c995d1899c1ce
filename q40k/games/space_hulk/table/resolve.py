"""A match is laid out with its mission and board: here the packs' data is put beside their names.

A match keeps the data it was started with, so its journal needs no pack to be read again.
"""

from __future__ import annotations

import secrets
from typing import Any

from q40k.games.game import Packs
from q40k.games.space_hulk.packs.boards import Layout
from q40k.games.space_hulk.packs.kinds import KINDS
from q40k.games.space_hulk.packs.laying import laid_out
from q40k.games.space_hulk.packs.missions import Mission
from q40k.games.space_hulk.rules.command import Command
from q40k.games.space_hulk.rules.opening import New
from q40k.games.space_hulk.rules.questions import forbid
from q40k.games.space_hulk.rules.state import Match
from q40k.packs.base import InvalidValue
from q40k.packs.library import Library


class HulkPacks(Packs):
    """What Space Hulk takes from packs: boards and missions."""

    kinds = KINDS

    def needs_packs(self, command: Command) -> bool:
        """Whether a mission is named whose data is not there yet."""
        return isinstance(command, New)

    def complete(
        self, library: Library, state: Match, command: Command, was: Command | None = None
    ) -> Command:
        """The command with its pack data. Raises Refused.

        A match laid out otherwise keeps its seed, and with it the app's dice.
        """
        del state
        if not isinstance(command, New):
            return command
        kept = was if isinstance(was, New) else None
        changes: dict[str, object] = {}
        if command.seed is None:
            changes["seed"] = secrets.randbelow(10**9) if kept is None else kept.seed
        if command.name == "" and kept is not None:
            changes["name"] = kept.name
        mission = command.mission_data or _mission(library, command.mission)
        changes["mission_data"] = mission
        changes["board_data"] = _board(library, mission, command.board_data)
        return command.replace(**changes)

    def strip_pack_data(
        self, library: Library, command: Command, data: dict[str, Any]
    ) -> dict[str, Any]:
        """The data of a command without what these packs hold anyway."""
        if not isinstance(command, New):
            return data
        data = data | {"mission": command.mission}
        mission = library.of_kind("missions").get(command.mission)
        if mission == command.mission_data:
            data.pop("mission_data", None)
            if mission and _board(library, mission) == command.board_data:
                data.pop("board_data", None)
        return data


def _board(library: Library, mission: Mission, said: Layout | None = None) -> Layout | None:
    """The board of a mission as rows of letters, whatever it is made of. Raises Refused."""
    if said is None:
        said = library.of_kind("boards").get(mission.board or "")
    if said is None:
        return None
    try:
        return laid_out(said, library.of_kind("pieces"))
    except InvalidValue as wrong:
        raise forbid("SH-MISSION-2", "bad-board", board=said.id, why=wrong.code) from wrong


def _mission(library: Library, said: str) -> Mission:
    known: dict[str, Mission] = dict(library.of_kind("missions"))
    if said not in known:
        near = library.nearest("missions", said)
        raise forbid("SH-MISSION-2", "unknown-mission", said=said, nearest=near)
    return known[said]
