"""Close combat: contacts, charges, melees, blows."""

from __future__ import annotations

from typing import Literal

from q40k.games.quake.rules.events.fighting import Struck, Why, Workings
from q40k.geometry.spots import Spot
from q40k.kernel.events import Event


class ContactSet(Event):
    """The table said with whom a champion is in contact; `engages`: they fight (DIFF-5)."""

    type: Literal["contact-set"] = "contact-set"
    player: str
    others: tuple[str, ...] = ()
    engages: bool = False


class Charged(Event):
    """A champion charged a champion, a flag or a team's building (ASSAULT-1, FLAG-5).

    `distance_in` is None when nobody said it; `reach_in` is how far the champion could go, `dice`
    those of hard ground. `reached` is whether it got there, `trailing` that the prey had only been
    followed (DIFF-8), `into_cover` that the target was in cover, `to` where it stands now.
    """

    type: Literal["charged"] = "charged"
    player: str
    target: str | None = None
    flag: str | None = None
    building: str | None = None
    distance_in: float | None = None
    reach_in: float = 0.0
    dice: tuple[int, ...] = ()
    reached: bool = True
    trailing: bool = False
    into_cover: bool = False
    to: Spot | None = None
    portal: int | None = None


class MeleeOpened(Event):
    """A melee is fought: everyone in it, in the order of play (MELEE-1)."""

    type: Literal["melee-opened"] = "melee-opened"
    members: tuple[str, ...]


class Blow(Event):
    """What one champion's blows did to another, or to a team's building (MELEE-2).

    `weapon` is "" for bare hands; `initiative` when they fell, `attacks` how many they were, and
    `why` both; `spent`: the weapon is of no more use. A building has `steps` and `penetrating` of
    its own.
    """

    type: Literal["blow"] = "blow"
    striker: str
    weapon: str = ""
    initiative: int = 0
    attacks: int = 0
    target: str | None = None
    building: str | None = None
    struck: Struck | None = None
    penetrating: int = 0
    perils: int = 0
    burns: int = 0
    spent: bool = False
    steps: Workings = ()
    why: tuple[Why, ...] = ()


class Stunned(Event):
    """A champion strikes no blow up to the end of this turn."""

    type: Literal["stunned"] = "stunned"
    player: str
    until: int


class MeleeJoined(Event):
    """A champion that came back joins what is left of a melee (MELEE-5)."""

    type: Literal["melee-joined"] = "melee-joined"
    player: str
    others: tuple[str, ...]


class MeleesLeft(Event):
    """The close-combat phase ends with melees that nobody fought."""

    type: Literal["melees-left"] = "melees-left"
    melees: tuple[tuple[str, ...], ...]
