"""FLAGS as pieces: set up, and dropped by the dead. What players do with them is in `flags`."""

from typing import Any

from q40k.games.quake.packs.models import Arena
from q40k.games.quake.rules.parts import Flag
from q40k.games.quake.rules.registry import Event, fold
from q40k.games.quake.rules.state import Match, Player
from q40k.geometry.space import Spot
from q40k.kernel.events import Live, Rule


class FlagsPlaced(Event, tag="flags-placed"):
    """The flags of the match: whose each is (None: half-way), and where it stands if known."""

    flags: dict[str, str | None]
    homes: dict[str, tuple[float, float]]


class FlagDropped(Event, tag="flag-dropped"):
    """The carrier's death left the flag where it stood (FLAG-2)."""

    player: str
    flag: str
    at: tuple[float, float] | None = None


class FlagKept(Event, tag="flag-kept"):
    """One of the two who exchanged the flag died; the other one keeps it (FLAG-4)."""

    player: str
    flag: str
    dead: str


def change_flag(state: Match, name: str, **changes: Any) -> Match:
    """Return the state with `changes` to one flag."""
    return state.replace(flags={**state.flags, name: state.flags[name].replace(**changes)})


@fold(FlagsPlaced)
def _flags_placed(state: Match, event: FlagsPlaced) -> Match:
    flags = {name: Flag(name, team, event.homes.get(name)) for name, team in event.flags.items()}
    return state.replace(flags=flags)


@fold(FlagDropped)
def _flag_dropped(state: Match, event: FlagDropped) -> Match:
    team = state.side_of(event.player)
    return change_flag(state, event.flag, carrier=None, fell=team, at=event.at, sharers=())


@fold(FlagKept)
def _flag_kept(state: Match, event: FlagKept) -> Match:
    return change_flag(state, event.flag, carrier=event.player, sharers=(event.player,))


def place_flags(live: Live[Match]) -> Rule[None]:
    """Set the flags up: one in each base, or a single one half-way.

    The arena's own flags are used; the table sets up those it lacks.

    Rule: FLAG-1, BASE-1
    """
    state = live.state
    flags: dict[str, str | None] = {}
    homes: dict[str, Spot] = {}
    if state.mod.parameters.flags == "one":
        owners: list[tuple[str | None, int | None]] = [(None, None)]
    else:
        owners = [(team, state.teams[team].base) for team in state.sides if team in state.teams]
    for number, (team, base) in enumerate(owners, 1):
        name, home = _flag_of_arena(state.arena, team, base)
        name = name or _free_name(f"F{number}", flags, state.arena)
        flags[name] = team
        if home is not None:
            homes[name] = home
    yield FlagsPlaced(flags=flags, homes=homes)


def _flag_of_arena(arena: Arena, team: str | None, base: int | None) -> tuple[str | None, Spot | None]:
    if team is not None and base is None:
        return None, None
    mine = next((flag for flag in arena.flags if flag.base == base), None)
    return (mine.id, mine.at) if mine else (None, None)


def _free_name(name: str, existing: dict[str, str | None], arena: Arena) -> str:
    used = {*existing, *(flag.id for flag in arena.flags)}
    return name if name not in used else _free_name(f"{name}F", existing, arena)


def place_of_death(state: Match, player: Player) -> Spot | None:
    """Return where a champion stands, or the middle of the portal it is in; None if unknown.

    Rule: FLAG-2
    """
    position, arena = player.position, state.setup.arena
    if position.at is not None or position.portal is None or arena is None:
        return position.at
    return next((portal.at for portal in arena.portals if portal.number == position.portal), None)


def drop_flags(live: Live[Match], player: str, at: Spot | None) -> Rule[None]:
    """Drop the flags of a dead champion where it stood.

    If two exchanged a flag in this shooting phase, the other one keeps it until it dies as well.

    Rule: FLAG-2, FLAG-4
    """
    for flag in tuple(live.state.flags.values()):
        survivors = tuple(p for p in flag.sharers if p != player)
        if player in flag.sharers and survivors:
            yield FlagKept(player=survivors[0], flag=flag.id, dead=player)
        elif player == flag.carrier:
            yield FlagDropped(player=player, flag=flag.id, at=at)


def carried_flags(state: Match, player: str) -> tuple[str, ...]:
    """Return the ids of the flags a player carries."""
    return tuple(flag.id for flag in state.flags.values() if flag.carrier == player)


# -- the return of a flag -----------------------------------------------------------------


class FlagReturned(Event, tag="flag-returned"):
    """A flag went back to where it began, by an opponent's touch or by agreement (FLAG-3)."""

    flag: str
    player: str | None = None


@fold(FlagReturned)
def _flag_returned(state: Match, event: FlagReturned) -> Match:
    return change_flag(state, event.flag, carrier=None, fell=None, at=None, sharers=())


def send_flags_home(live: Live[Match], player: str) -> Rule[None]:
    """Send every flag that a player carries back to where it began, by agreement.

    Rule: TEAM-1
    """
    for flag in tuple(live.state.flags.values()):
        if flag.carrier == player:
            yield FlagReturned(flag=flag.id)
