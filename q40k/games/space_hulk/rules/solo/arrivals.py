"""Where reinforcements arrive: a die for each blip, the marine it is after, the entry or square."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from q40k.games.space_hulk.packs.boards import Cell
from q40k.games.space_hulk.rules.aliens.blips import (
    WAITING,
    BlipPlaced,
    PileShuffled,
    drawn,
    near_entry,
)
from q40k.games.space_hulk.rules.places import (
    Eyes,
    beside_marine,
    board,
    burning,
    cell,
    closed,
    standing_on,
)
from q40k.games.space_hulk.rules.questions import choose, number, roll_one
from q40k.games.space_hulk.rules.registry import event, fold
from q40k.games.space_hulk.rules.solo.lots import lot, roller
from q40k.games.space_hulk.rules.solo.priority import foremost, isolated
from q40k.games.space_hulk.rules.state import Marine, Match
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule

AMBUSH: Final = 1
TO_PRIORITY: Final = (2, 3, 4)
TO_ISOLATED: Final = 5
AMBUSH_ROUTE: Final = 6
"""So many squares of route lie between an ambush and its marine (SOLO-AMBUSH-1)."""
MOST_ENTRIES: Final = 21
"""As many entries as the box holds counters for (SH-BOX-4)."""

Arriving = Literal["ambush", "priority", "isolated", "any"]


@event
class Arrival(Event, tag="arrival"):
    """The die says where a blip arrives; `marine` is the one it is after, with his rank."""

    die: int
    how: Arriving
    marine: str | None = None
    rank: int | None = None


@event
class BlipsLost(Event, tag="blips-lost"):
    """Blips find no entry, or no square to lie in ambush: unrevealed they join the used ones."""

    many: int
    why: Literal["full", "ambush"]


@fold(BlipsLost)
def _lost(state: Match, event: BlipsLost) -> Match:
    up = {**state.pile.up, 0: state.pile.up.get(0, 0) + event.many}
    return state.replace(up=up, lost=state.solo.lost + event.many)


def to_come(state: Match) -> int:
    """How many reinforcements are still to come in this turn.

    Rule: SOLO-SPAWN-1, SH-BLIP-3
    """
    came = sum(one.placed == state.play.turn for one in state.blips.values()) + state.solo.lost
    left = (state.mission.blips_per_turn or 0) - came
    return left if state.undrawn or sum(state.pile.up.values()) else 0


def arrive(live: Live[Match]) -> Rule[None]:
    """The next reinforcement: its die, the marine, the place. When every entry has a blip, lost.

    Rule: SOLO-SPAWN-1, SOLO-SPAWN-2, SOLO-SPAWN-3, SOLO-SPAWN-5
    """
    state = live.state
    if board(state) is not None and not _some_empty(state):
        yield from _lose(live, to_come(state), "full")
        return
    die = yield from _spawn_die(live)
    if die == AMBUSH:
        yield from _ambush(live)
        return
    yield from _at_entry(live, die)


def starting(live: Live[Match]) -> Rule[None]:
    """The starting blips arrive as reinforcements do; an ambush is rolled again.

    Where the table has laid blips or stealers out itself, none come.

    Rule: SOLO-SPAWN-6, SH-SETUP-5
    """
    state = live.state
    if not state.options.solo or state.lying or state.hunting:
        return
    for _ in range(state.mission.starting_blips or 0):
        if board(live.state) is not None and not _some_empty(live.state):
            yield from _lose(live, 1, "full")
            continue
        die = AMBUSH
        while die == AMBUSH:
            die = yield from _spawn_die(live)
        yield from _at_entry(live, die)


def _spawn_die(live: Live[Match]) -> Rule[int]:
    name = next_name(live.state)
    die: int = yield from roll_one(roller(live.state), "spawn", "SOLO-SPAWN-1", blip=name)
    return die


def next_name(state: Match) -> str:
    """The name of the next blip: B1, B2 and so on."""
    many = len(state.blips) + 1
    while f"B{many}" in state.blips:
        many += 1
    return f"B{many}"


def _lose(live: Live[Match], many: int, why: Literal["full", "ambush"]) -> Rule[None]:
    """Blips are lost: drawn from the pile unseen, they lie among the used ones.

    Rule: SOLO-SPAWN-3, SOLO-AMBUSH-2, SH-BLIP-3
    """
    for _ in range(many):
        if live.state.undrawn == 0:
            yield PileShuffled(many=sum(live.state.pile.up.values()))
        yield BlipsLost(many=1, why=why)


# -- at an entry ---------------------------------------------------------------------------


def _at_entry(live: Live[Match], die: int) -> Rule[None]:
    """A blip arrives before an entry.

    Rule: SOLO-SPAWN-1, SOLO-SPAWN-5
    """
    if die in TO_PRIORITY:
        marine, rank = yield from foremost(live, live.state.standing, None)
        yield Arrival(die=die, how="priority", marine=marine.id, rank=rank)
    elif die == TO_ISOLATED:
        if board(live.state) is None:
            names = tuple(one.id for one in live.state.standing)
            said = yield from choose("marine", "solo-isolated", "SOLO-SPAWN-4", names)
            marine = live.state.marines[said]
        else:
            marine = yield from isolated(live)
        yield Arrival(die=die, how="isolated", marine=marine.id)
    else:
        yield Arrival(die=die, how="any")
        yield from _put(live, (yield from _any_entry(live)))
        return
    yield from _put(live, (yield from _nearest_entry(live, marine)))


def _put(live: Live[Match], entry: str) -> Rule[None]:
    """Draw a blip and put it before an entry, where it may have to wait.

    Rule: SOLO-SPAWN-5, SH-ENTRY-5
    """
    state = live.state
    waits = not state.options.solo_no_forced_wait and state.play.phase != "setup"
    held = waits and near_entry(state, entry)
    value = yield from drawn(live)
    yield BlipPlaced(name=next_name(live.state), entry=entry, held=held, value=value)


def waiting(state: Match, entry: str) -> int:
    """How many blips wait before an entry."""
    return sum(one.lurking.entry == entry for one in state.lying)


def _some_empty(state: Match) -> bool:
    """Whether some entry has no blip yet.

    Rule: SOLO-SPAWN-3
    """
    ground = board(state)
    return ground is not None and any(waiting(state, one) == 0 for one in ground.entries)


def _with_room(state: Match) -> list[str]:
    """The entries at which a further blip may wait.

    Rule: SOLO-SPAWN-3, SH-ENTRY-4
    """
    layout = state.setup.layout
    known = [] if layout is None else [one.id for one in layout.entries]
    return [one for one in known if waiting(state, one) < WAITING]


def _any_entry(live: Live[Match]) -> Rule[str]:
    """Any of the available entries: by lot, or as the player likes.

    Rule: SOLO-SPAWN-3
    """
    among = _with_room(live.state)
    if not among:
        return (yield from _asked_entry(live, "solo-any-entry"))
    if live.state.options.solo_six == "player":
        return (yield from choose("marine", "solo-any-entry", "SOLO-SPAWN-3", tuple(among)))
    return (yield from lot(live, "entry", "SOLO-SPAWN-3", among))


def _nearest_entry(live: Live[Match], marine: Marine) -> Rule[str]:
    """The entry that is nearest to a marine, of those with room; without places the table says.

    Rule: SOLO-SPAWN-1, SOLO-SPAWN-3, SOLO-TABLE-1
    """
    state = live.state
    ground, here = board(state), cell(state, marine.id)
    if ground is None or here is None:
        return (yield from _asked_entry(live, "solo-nearest-entry", marine.id))
    ways = ground.routes(here)
    far = {one: ways.get(ground.first_square(one), len(ground.cells)) for one in _with_room(state)}
    least = min(far.values())
    among = [one for one, squares in far.items() if squares == least]
    return (yield from lot(live, "entry", "SOLO-SPAWN-1", among))


def _asked_entry(live: Live[Match], key: str, marine: str = "") -> Rule[str]:
    """An entry as the table calls it: by its name, or where the app knows none by a number.

    Rule: SOLO-TABLE-1
    """
    known = tuple(_with_room(live.state))
    if known:
        return (yield from choose("marine", key, "SOLO-SPAWN-1", known, marine=marine))
    said = yield from number("marine", key, "SOLO-SPAWN-1", MOST_ENTRIES, least=1, marine=marine)
    return f"E{said}"


# -- in ambush -----------------------------------------------------------------------------


def _ambush(live: Live[Match]) -> Rule[None]:
    """A blip arrives on the board itself, six squares from the marine of highest priority.

    If that cannot be, from the second; if from none, it is lost.

    Rule: SOLO-AMBUSH-1, SOLO-AMBUSH-2, SOLO-AMBUSH-4
    """
    among = list(live.state.standing)
    while among:
        marine, rank = yield from foremost(live, among, None)
        yield Arrival(die=AMBUSH, how="ambush", marine=marine.id, rank=rank)
        fits = yield from _ambush_square(live, marine)
        if fits is not None:
            value = yield from drawn(live)
            yield BlipPlaced(name=next_name(live.state), at=fits or None, value=value)
            return
        among = [one for one in among if one.id != marine.id]
    yield from _lose(live, 1, "ambush")


def _ambush_square(live: Live[Match], marine: Marine) -> Rule[str | None]:
    """The square of an ambush; None where there is none, "" where the table has placed it.

    Rule: SOLO-AMBUSH-3
    """
    ground = board(live.state)
    if ground is None:
        placed = yield from choose(
            "marine", "solo-ambush", "SOLO-AMBUSH-3", ("yes", "no"), marine=marine.id
        )
        return "" if placed == "yes" else None
    squares = ambush_squares(live.state, marine)
    if not squares:
        return None
    names = [ground.name(one) for one in squares]
    return (yield from lot(live, "square", "SOLO-AMBUSH-3", names))


def ambush_squares(state: Match, marine: Marine) -> Sequence[Cell]:
    """The squares at exactly six squares of route where a blip could lie in ambush, in order.

    Out of every sight, empty, not burning, no closed door, no object, not beside a marine.

    Rule: SOLO-AMBUSH-1, SOLO-AMBUSH-3
    """
    ground, here = board(state), cell(state, marine.id)
    if ground is None or here is None:
        return ()
    eyes, taken = Eyes(state), standing_on(state)
    bad = burning(state) | closed(state) | ground.generators | set(taken)
    lies = {one.at for one in state.things.values()}
    return sorted(
        there
        for there, far in ground.routes(here).items()
        if far == AMBUSH_ROUTE
        and there not in bad
        and ground.name(there) not in (*lies, state.barrier)
        and beside_marine(state, there) is None
        and not eyes.seers(there)
    )
