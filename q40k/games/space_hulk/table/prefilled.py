"""The settings of a match that are known before its set-up."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import field, structs

from q40k.games.space_hulk.packs.missions import EditionId
from q40k.games.space_hulk.rules.opening import CHOICES, New
from q40k.games.space_hulk.rules.state import Match
from q40k.table.context import Prefilled as Base


class Prefilled(Base, frozen=True):
    """The settings given in the call: mission, edition, dealer, timer.

    `players` are the names of the marine player and the stealer player.
    """

    mission: str | None = None
    edition: EditionId | None = None
    deal: Literal["table", "app"] | None = None
    options: dict[str, Any] = field(default_factory=dict)
    players: tuple[str, str] | None = None

    def without_the_match(self) -> Prefilled:
        """Return the settings without the mission and edition, which were refused."""
        return structs.replace(self, mission=None, edition=None)

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
    options = {name: getattr(agreed, name) for name in CHOICES if name not in ("cp", "blips")}
    return Prefilled(
        dice=state.setup.roller,
        mission=mission.id if mission else None,
        edition=state.setup.edition_id,
        deal=agreed.cp,
        options={**options, "blips": agreed.blips, "timer": agreed.timer or "off"},
        players=None if state.setup.names == (usual.marines, usual.stealers) else state.setup.names,
    )
