"""Players joining and leaving, as commands and events."""

from typing import Annotated, Any

from msgspec import Meta

from q40k.games.quake.packs.models import Champion, Names, Trait, Weapon
from q40k.games.quake.packs.personalities import Personality
from q40k.games.quake.state.match import Match, Player, change_player, stand_at
from q40k.games.quake.state.registry import Command, Event, Place, Stand
from q40k.games.quake.state.table.champion import HOME_MADE
from q40k.kernel.commands import Name, Text
from q40k.tabletop.rules import BotSeat


class Join(Command, tag="join"):
    """Enter a player with a champion: an id, or an inline profile.

    `consent`: whether the opponents agree to a figure of no official codex, which is noted; it is
    not asked if left out. `profile`, `arms` and `traits` are the data: the figure, the profiles of
    all its weapons, and its abilities beyond its profile. `bot` plays the champion if it is given;
    `nature` is the data of its personality.
    """

    player: Name
    champion: str | dict[str, Any]
    options: tuple[str, ...] = ()
    team: Name | None = None
    painted: bool | None = None
    based: bool | None = None
    wysiwyg: bool | None = None
    race: Text | None = None
    age: Annotated[int, Meta(ge=0, le=150)] | None = None
    stand: Stand = "beside"
    at: Place | None = None
    consent: bool | None = None
    bot: BotSeat | None = None
    profile: Champion | None = None
    arms: tuple[Weapon, ...] = ()
    traits: tuple[Trait, ...] = ()
    nature: Personality | None = None
    stage = "open"


TAKEN_OVER = ("arms", "traits", "painted", "based", "wysiwyg", "race", "age", "bot", "nature")
"""The fields that the event takes over from the command."""


class Leave(Command, tag="leave"):
    """A player leaves (INIT-5)."""

    player: Name
    stage = "open"


class HandSeatOver(Command, tag="seat"):
    """Hand a player's seat to a bot, or to people if no `bot` is given (TABLE-8).

    `nature` is the data of the bot's personality.
    """

    player: Name
    bot: BotSeat | None = None
    nature: Personality | None = None
    stage = "open"


class Joined(Event, tag="joined"):
    """A player joined with a champion; `returned` if the player had left before."""

    player: str
    name: str
    champion: Champion
    gear: tuple[str, ...] = ()
    arms: tuple[Weapon, ...] = ()
    traits: tuple[Trait, ...] = ()
    team: str | None = None
    painted: bool | None = None
    wysiwyg: bool | None = None
    race: str | None = None
    age: int | None = None
    returned: bool = False
    based: bool | None = None
    bot: BotSeat | None = None
    nature: Personality | None = None

    def fold(self, state: Match) -> Match:
        fields = self.own_fields() | {"race": self.race or self.champion.race, "wounds": self.champion.w}
        name, returned = fields.pop("player"), fields.pop("returned")
        players = dict(state.players)
        if returned:
            before = players[name]
            fielded = int(before.own_value)
            players[name] = before.replace(**fields, present=True, placed=False, fielded=fielded)
        else:
            players[name] = Player(name, self.name, self.champion).replace(**fields)
        # What an earlier champion of this player earned is settled; a correction does not change it.
        shares = {victim: owed for victim, owed in state.shares.items() if victim != self.player}
        return state.replace(players=players, shares=shares)


class Consented(Event, tag="consented"):
    """The opponents agreed to a figure of no official codex, for the whole match (CHAMPION-1)."""

    champion: str
    name: Names

    def fold(self, state: Match) -> Match:
        return state.replace(consented=(*state.setup.consented, self.champion))


class Left(Event, tag="left"):
    """A player left; the score stays on the board (INIT-5)."""

    player: str

    def fold(self, state: Match) -> Match:
        life = {"present": False, "placed": False, "alive": True, "out": False}
        state = change_player(state, self.player, **stand_at(None), **life, streak=0, beacon=False)
        return state.replace(waiting=tuple(p for p in state.play.waiting if p != self.player))


class SeatHandedOver(Event, tag="seat-handed-over"):
    """A seat was handed to a bot, or to people if `bot` is None (TABLE-8)."""

    player: str
    bot: BotSeat | None = None
    nature: Personality | None = None

    def fold(self, state: Match) -> Match:
        return change_player(state, self.player, bot=self.bot, nature=self.nature or state.players[self.player].nature)


def awaits_consent(state: Match, champion: Champion) -> bool:
    """Return whether opponents must still agree to a figure of no official codex.

    Rule: CHAMPION-1
    """
    unofficial = not champion.official or champion.army == HOME_MADE
    return unofficial and champion.id not in state.setup.consented
