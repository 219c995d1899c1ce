"""Who sits at the table, and what the game master puts right."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Literal

from q40k.games.quake.packs.models import Arena, BonusTables, Champion, Mod, Weapon
from q40k.games.quake.rules.events.dying import Payments
from q40k.games.quake.rules.parts import Roller
from q40k.kernel.events import Event


class MatchOpened(Event):
    """A match was laid out with this mod, arena and bonus tables; it keeps them as they are."""

    type: Literal["match-opened"] = "match-opened"
    mod: Mod
    arena: Arena
    tables: BonusTables
    seed: str
    name: str
    times_to_win: int
    points_to_win: int | None = None
    roller: Roller


class Joined(Event):
    """A player joined with a champion; `returned` when the player had left before."""

    type: Literal["joined"] = "joined"
    player: str
    name: str
    champion: Champion
    gear: tuple[str, ...] = ()
    arms: tuple[Weapon, ...] = ()
    team: str | None = None
    painted: bool | None = None
    wysiwyg: bool | None = None
    race: str | None = None
    age: int | None = None
    returned: bool = False


class Left(Event):
    """A player left; the score stays on the board (INIT-5)."""

    type: Literal["left"] = "left"
    player: str


class Adjusted(Event):
    """The game master changed a score, and why."""

    type: Literal["adjusted"] = "adjusted"
    player: str
    score: Fraction
    why: str


class Renamed(Event):
    """A player's name was put right."""

    type: Literal["renamed"] = "renamed"
    player: str
    name: str
    was: str


class ChampionCorrected(Event):
    """A champion entered wrongly was put right; `paid` corrects what its deaths had paid."""

    type: Literal["champion-corrected"] = "champion-corrected"
    player: str
    champion: Champion
    gear: tuple[str, ...] = ()
    arms: tuple[Weapon, ...] = ()
    total: int | None = None
    paid: Payments


class RollerSet(Event):
    """Who rolls a player's dice, or the table's, by default."""

    type: Literal["roller-set"] = "roller-set"
    player: str | None
    roller: Roller


class D3Typed(Event):
    """Whether a D3 is typed as the D6 it was rolled on."""

    type: Literal["d3-typed"] = "d3-typed"
    on_d6: bool


class Overridden(Event):
    """The game master passed a refusal, with a reason that is kept."""

    type: Literal["overridden"] = "overridden"
    rule: str
    code: str
    facts: dict[str, Any]
    reason: str
