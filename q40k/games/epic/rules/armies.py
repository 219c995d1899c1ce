"""The two sides, their armies, and the formations they field."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta

from q40k.games.epic.packs.armies import MOST_FIGURES
from q40k.games.epic.packs.inline import InlineProfile
from q40k.games.epic.packs.models import Troop
from q40k.games.epic.rules.command import Command, FormationId
from q40k.games.epic.rules.questions import find_side, forbid, must_be_open
from q40k.games.epic.rules.registry import command, event, fold, rule
from q40k.games.epic.rules.state import SIDES, Figure, Formation, Life, Match, Side
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule
from q40k.kernel.lookup import find_exact
from q40k.packs.base import Pack
from q40k.packs.said import Name, Text

Strategic = Annotated[int, Meta(ge=1, le=99)]
Morale = Annotated[int, Meta(ge=1, le=6)]


class Group(Pack, frozen=True, kw_only=True):
    """A number of figures of one profile, by its id or written out."""

    profile: str | InlineProfile
    n: Annotated[int, Meta(ge=1, le=MOST_FIGURES)] = 1


@command
class Army(Command, tag="army"):
    """A side with its army; `list` names an army list that proposes what is missing.

    `people` share the side, where there are several (EE-WORD-3).
    """

    player: Name
    name: Text = ""
    strategic: Strategic | None = None
    morale: Morale | None = None
    list: str | None = None
    people: tuple[Name, ...] = ()


@command
class Muster(Command, tag="formation"):
    """A formation of a side; `troops` are its figures as the packs hold them."""

    player: Name
    id: FormationId
    figures: tuple[Group, ...]
    troops: tuple[Troop, ...] | None = None


class Fielded(Pack, frozen=True, kw_only=True):
    """A formation of a force: its figures, and `troops` as the packs hold them."""

    figures: tuple[Group, ...]
    troops: tuple[Troop, ...] | None = None


@command
class FieldForce(Command, tag="force"):
    """A side fields a whole force of `points` of an army list, chosen by the match's seed.

    `formations` is the choice. Their ids are a letter of the side and a number.
    """

    player: Name
    list: str
    points: Annotated[int, Meta(ge=1, le=100_000)] = 300
    formations: tuple[Fielded, ...] | None = None


@event
class SideJoined(Event, tag="side-joined"):
    """A side has its army, with its two values."""

    side: str
    name: str
    army: str
    strategic: int
    morale: int
    people: tuple[str, ...] = ()


@event
class Mustered(Event, tag="mustered"):
    """A formation belongs to a side."""

    formation: str
    side: str
    troops: tuple[Troop, ...]


@fold(SideJoined)
def _side_joined(state: Match, event: SideJoined) -> Match:
    side = Side(event.side, event.name, event.army, event.strategic, event.morale, event.people)
    return state.replace(sides={**state.sides, event.side: side})


@fold(Mustered)
def _mustered(state: Match, event: Mustered) -> Match:
    places = [place for place, troop in enumerate(event.troops) for _ in range(troop.n)]
    figures = {
        f"{event.formation}/{number}": Figure(
            f"{event.formation}/{number}",
            event.formation,
            place,
            Life(hits=event.troops[place].profile.hits),
        )
        for number, place in enumerate(places, 1)
    }
    formation = Formation(event.formation, event.side, event.troops, tuple(figures))
    return state.replace(
        formations={**state.formations, event.formation: formation},
        figures={**state.figures, **figures},
    )


@rule(Army)
def army(live: Live[Match], command: Army) -> Rule[None]:
    """Let a side join with its army; there are two sides, and several people may share one.

    Rule: EE-ARMY-1, EE-WORD-3
    """
    state = live.state
    _must_be_in_setup(state)
    if command.player.casefold() in (side.name.casefold() for side in state.sides.values()):
        raise forbid("EE-WORD-3", "name-taken", name=command.player)
    if len(state.sides) == SIDES:
        raise forbid("EE-WORD-3", "two-sides", name=command.player)
    if command.strategic is None or command.morale is None:
        raise forbid("EE-ARMY-1", "values-needed", name=command.player)
    yield SideJoined(
        side=f"p{len(state.sides) + 1}",
        name=command.player,
        army=command.name,
        strategic=command.strategic,
        morale=command.morale,
        people=command.people,
    )


@rule(Muster)
def muster(live: Live[Match], command: Muster) -> Rule[None]:
    """Add a formation of 1 to 30 figures, infantry or vehicles; points and sizes are free.

    Rule: EE-WORD-1, EE-ARMY-2, EE-ARMY-5
    """
    state = live.state
    _must_be_in_setup(state)
    side = find_side(state, command.player)
    if find_exact(command.id, state.formations):
        raise forbid("EE-WORD-1", "formation-taken", said=command.id)
    if command.troops is None:
        raise forbid("EE-ARMY-2", "no-profiles")
    many = sum(troop.n for troop in command.troops)
    if not 1 <= many <= MOST_FIGURES:
        raise forbid("EE-ARMY-5", "formation-size", got=many, most=MOST_FIGURES)
    yield Mustered(formation=command.id, side=side.id, troops=command.troops)


@rule(FieldForce)
def field_force(live: Live[Match], command: FieldForce) -> Rule[None]:
    """Add the formations that were chosen for a side; more may follow one by one.

    Rule: EE-ARMY-5, EE-WORD-1
    """
    _must_be_in_setup(live.state)
    side = find_side(live.state, command.player)
    if command.formations is None or any(
        formation.troops is None for formation in command.formations
    ):
        raise forbid("EE-ARMY-2", "no-profiles")
    for formation in command.formations:
        yield Mustered(
            formation=_free_id(live.state, side), side=side.id, troops=formation.troops or ()
        )


def _free_id(state: Match, side: Side) -> str:
    """Return an unused id: a letter of the side and the next number.

    The letter is the first of the side's name, if that is a letter and differs from the other
    side's.
    """
    letters = {id: other.name[:1].upper() for id, other in state.sides.items()}
    plain = len(set(letters.values())) == len(letters) and letters[side.id].isalpha()
    letter = letters[side.id] if plain else "AB"[list(state.sides).index(side.id)]
    used = {id.casefold() for id in state.formations}
    candidates = (f"{letter}{number}" for number in range(1, len(used) + 2))
    return next(id for id in candidates if id.casefold() not in used)


def _must_be_in_setup(state: Match) -> None:
    """Refuse after the armies are complete (EE-ARMY-1)."""
    must_be_open(state)
    if state.play.phase != "setup":
        raise forbid("EE-ARMY-1", "armies-stand")


def points_of(state: Match, figures: Iterable[str]) -> int | None:
    """Return what figures cost, or None if one of them has no points.

    Rule: EE-ARMY-5
    """
    costs = [state.profile(figure).points for figure in figures]
    priced = [cost for cost in costs if cost is not None]
    return sum(priced) if len(priced) == len(costs) else None
