"""The opening of a match: its known settings, and the pack data of its mission.

A match keeps the data it was started with, so its journal can be read without the packs.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from msgspec import field, structs

from q40k.games.game import Packs
from q40k.games.space_hulk.packs import boards, missions, pieces
from q40k.games.space_hulk.packs.kinds import KINDS
from q40k.games.space_hulk.state.match import Match, Options
from q40k.games.space_hulk.state.opening import New
from q40k.games.space_hulk.state.registry import Command
from q40k.kernel.commands import InvalidValue
from q40k.packs.codes import shipped_packs
from q40k.packs.library import Library
from q40k.table.context import Prefilled as Base
from q40k.tabletop.asking import choices_of, find_in_packs, forbid


class Prefilled(Base, frozen=True):
    """The settings given in the call: mission, edition, dealer, timer.

    `players` are the names of the marine player and the stealer player.
    """

    mission: str | None = None
    edition: missions.EditionId | None = None
    deal: Literal["table", "app"] | None = None
    options: dict[str, Any] = field(default_factory=dict)
    players: tuple[str, str] | None = None

    def without_the_match(self) -> Prefilled:
        """Return the settings without the mission and edition, which were refused."""
        return structs.replace(self, mission=None, edition=None)

    def with_players(self, names: Sequence[str], figures: Mapping[str, str]) -> Prefilled:
        """Return the options for these players: who plays the marines, and who the stealers."""
        return structs.replace(self, players=(names[0], names[1])) if len(names) == 2 else self

    def with_fresh_figures(self) -> Prefilled:
        """Return the same players with sides changed.

        Rule: SH-MISSION-3
        """
        if self.players is None:
            return self
        marines, stealers = self.players
        return structs.replace(self, players=(stealers, marines))


def prefill_from(state: Match) -> Prefilled:
    """Return the settings of a match without its name and seed."""
    mission, agreed, usual = state.setup.mission, state.options, New()
    options = {name: getattr(agreed, name) for name in choices_of(Options) if name not in ("cp", "blips")}
    return Prefilled(
        dice=state.setup.roller,
        mission=mission.id if mission else None,
        edition=state.setup.edition_id,
        deal=agreed.cp,
        options={**options, "blips": agreed.blips, "timer": agreed.timer or "off"},
        players=None if state.setup.names == (usual.marines, usual.stealers) else state.setup.names,
    )


# -- pack data -------------------------------------------------------------------------------


class HulkPacks(Packs):
    """The packs of Space Hulk: boards and missions."""

    kinds = KINDS

    def needs_packs(self, command: Command) -> bool:
        """Return whether the command names a mission."""
        return isinstance(command, New)

    def complete(self, library: Library, state: Match, command: Command, was: Command | None = None) -> Command:
        """Return the command with its pack data. Raises Refused.

        If a match is laid out again, it keeps its seed, and with it the app's dice.
        """
        if not isinstance(command, New):
            return command
        previous = was if isinstance(was, New) else None
        changes: dict[str, object] = {}
        if command.seed is None:
            changes["seed"] = secrets.randbelow(10**15) if previous is None else previous.seed
        if command.name == "" and previous is not None:
            changes["name"] = previous.name
        mission = command.mission_data or _mission(library, command.mission)
        changes["mission_data"] = mission
        changes["board_data"] = _board(library, mission, command.board_data)
        return command.replace(**changes)

    def strip_pack_data(self, library: Library, command: Command, data: dict[str, Any]) -> dict[str, Any]:
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

    def shared_objects(self, state: Match) -> Iterator[Mapping[str, Sequence[Any]]]:
        """Yield the mission with its board, if they are not shipped."""
        mission, layout = state.setup.mission, state.setup.layout
        if mission is not None and (own := shared_mission(mission, layout)):
            yield own


def shared_mission(mission: missions.Mission, layout: boards.Layout | None) -> Mapping[str, Sequence[Any]]:
    """Return a mission with its board, laid out; empty if the house ships both."""
    shipped = shipped_packs(KINDS)
    if shipped.of_kind("missions").get(mission.id) == mission and layout == _board(shipped, mission):
        return {}
    return {"missions": (mission,)} | ({} if layout is None else {"boards": (layout,)})


def _board(library: Library, mission: missions.Mission, layout: boards.Layout | None = None) -> boards.Layout | None:
    """Return the board of a mission in rows of letters, or None. Raises Refused."""
    if layout is None:
        layout = library.of_kind("boards").get(mission.board or "")
    if layout is None:
        return None
    try:
        return pieces.lay_board(layout, library.of_kind("pieces"))
    except InvalidValue as error:
        raise forbid("SH-MISSION-2", "bad-board", board=layout.id, why=error.code) from error


def _mission(library: Library, id: str) -> missions.Mission:
    mission: missions.Mission = find_in_packs(library, "missions", id, "SH-MISSION-2", "unknown-mission")
    return mission
