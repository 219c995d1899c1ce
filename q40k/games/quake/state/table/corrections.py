"""Corrections by the game master, as commands and events."""

from typing import Any

from q40k.games.quake.packs.models import Champion, Trait, Weapon
from q40k.games.quake.state.match import Match, Payments, change_player, pay_out
from q40k.games.quake.state.registry import Command, Event
from q40k.kernel.commands import Name


class Rename(Command, tag="rename"):
    """Correct a player's name."""

    player: Name
    to: Name
    stage = "always"


class Correct(Command, tag="correct"):
    """Correct a player's champion; scores and order follow as if it had always been so."""

    player: Name
    champion: str | dict[str, Any]
    options: tuple[str, ...] = ()
    profile: Champion | None = None
    arms: tuple[Weapon, ...] = ()
    traits: tuple[Trait, ...] = ()
    stage = "open"


class Renamed(Event, tag="renamed"):
    """A player's name was corrected."""

    player: str
    name: str
    was: str

    def fold(self, state: Match) -> Match:
        return change_player(state, self.player, name=self.name)


class ChampionCorrected(Event, tag="champion-corrected"):
    """A champion entered wrongly was corrected; `paid` adjusts the points for its deaths."""

    player: str
    champion: Champion
    gear: tuple[str, ...] = ()
    arms: tuple[Weapon, ...] = ()
    traits: tuple[Trait, ...] = ()
    total: int | None = None
    paid: Payments

    def fold(self, state: Match) -> Match:
        player = state.players[self.player]
        lost = player.champion.w - player.life.wounds  # wounds already lost stay lost
        changes = {"champion": self.champion, "wounds": max(1, self.champion.w - lost)}
        changes |= {"gear": self.gear, "arms": self.arms, "traits": self.traits}
        if self.total is not None:
            changes["initiative"] = self.total
        return pay_out(change_player(state, self.player, **changes), self.paid)
