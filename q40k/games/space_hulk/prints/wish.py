"""What is wished for in print: which mission and edition, whose squad, on which paper."""

from __future__ import annotations

from msgspec import Struct

from q40k.games.space_hulk.rules.editions import EDITIONS, Edition
from q40k.games.space_hulk.rules.state import Match
from q40k.i18n.locale import Locale
from q40k.prints.paper import Frame, Paper


class Wish(Struct, frozen=True):
    """What is to be printed, and on what; `match` is a match, or a mission as it will stand."""

    locale: Locale
    paper: Paper
    measured: float = 100.0
    match: Match = Match()
    turns: int = 8

    @property
    def edition(self) -> Edition:
        """The rules it is played by."""
        return EDITIONS[self.match.setup.edition_id]

    @property
    def frame(self) -> Frame:
        """What can be drawn on, of the paper upright."""
        return self.paper.frame(self.measured)

    @property
    def lying(self) -> Frame:
        """What can be drawn on, of the paper on its side."""
        return self.paper.lying().frame(self.measured)
