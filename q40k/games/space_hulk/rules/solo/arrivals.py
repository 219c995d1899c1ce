"""Let reinforcements arrive: a die for each blip, its target marine, its entry or square."""

from collections.abc import Sequence
from typing import Literal

from q40k.games.space_hulk.packs.boards import Cell
from q40k.games.space_hulk.rules.blips import draw_blip
from q40k.games.space_hulk.rules.targets import choose_foremost, choose_most_isolated, draw_lot
from q40k.games.space_hulk.state import blips, places
from q40k.games.space_hulk.state.match import Marine, Match
from q40k.games.space_hulk.state.solo.arrivals import AMBUSH_ROUTE, Arrival, BlipsLost, count_reinforcements_left
from q40k.games.space_hulk.state.targets import lot_roller
from q40k.kernel.events import Live, Rule
from q40k.tabletop.asking import choose, choose_number, roll_one

AMBUSH = 1


TO_PRIORITY = (2, 3, 4)


TO_ISOLATED = 5


MOST_ENTRIES = 21
"""The number of entry counters in the box (SH-BOX-4)."""


def bring_reinforcement(live: Live[Match]) -> Rule[None]:
    """Bring the next reinforcement: its die, marine and place. If every entry has a blip, all are
    lost.

    Rule: SOLO-SPAWN-1, SOLO-SPAWN-2, SOLO-SPAWN-3, SOLO-SPAWN-5
    """
    state = live.state
    if places.board(state) is not None and not _has_empty_entry(state):
        yield from _lose_blips(live, count_reinforcements_left(state), "full")
        return
    die = yield from _spawn_die(live)
    if die == AMBUSH:
        yield from _place_ambush(live)
        return
    yield from _arrive_at_entry(live, die)


def place_starting_blips(live: Live[Match]) -> Rule[None]:
    """Place the starting blips like reinforcements; an ambush is rolled again.

    Nothing comes if the table itself has laid out blips or stealers.

    Rule: SOLO-SPAWN-6, SH-SETUP-5
    """
    state = live.state
    if not state.options.solo or state.aliens_in_play:
        return
    for _ in range(state.mission.starting_blips or 0):
        if places.board(live.state) is not None and not _has_empty_entry(live.state):
            yield from _lose_blips(live, 1, "full")
            continue
        die = AMBUSH
        while die == AMBUSH:
            die = yield from _spawn_die(live)
        yield from _arrive_at_entry(live, die)


def _spawn_die(live: Live[Match]) -> Rule[int]:
    name = blips.next_blip(live.state)
    die: int = yield from roll_one(lot_roller(live.state), "spawn", "SOLO-SPAWN-1", blip=name)
    return die


def _lose_blips(live: Live[Match], many: int, why: Literal["full", "ambush"]) -> Rule[None]:
    """Draw blips from the pile unseen and put them among the used ones.

    Rule: SOLO-SPAWN-3, SOLO-AMBUSH-2, SH-BLIP-3
    """
    for _ in range(many):
        if live.state.undrawn == 0:
            yield blips.PileShuffled(many=sum(live.state.pile.up.values()))
        yield BlipsLost(many=1, why=why)


# -- at an entry ---------------------------------------------------------------------------


def _arrive_at_entry(live: Live[Match], die: int) -> Rule[None]:
    """Let a blip arrive at an entry.

    Rule: SOLO-SPAWN-1, SOLO-SPAWN-5
    """
    if die in TO_PRIORITY:
        marine, rank = yield from choose_foremost(live, live.state.marines_in_play, None)
        yield Arrival(die=die, how="priority", marine=marine.id, rank=rank)
    elif die == TO_ISOLATED:
        if places.board(live.state) is None:
            names = tuple(marine.id for marine in live.state.marines_in_play)
            name = yield from choose("marine", "solo-isolated", "SOLO-SPAWN-4", names)
            marine = live.state.marines[name]
        else:
            marine = yield from choose_most_isolated(live)
        yield Arrival(die=die, how="isolated", marine=marine.id)
    else:
        yield Arrival(die=die, how="any")
        yield from _put_at_entry(live, (yield from _choose_any_entry(live)))
        return
    yield from _put_at_entry(live, (yield from _choose_nearest_entry(live, marine)))


def _put_at_entry(live: Live[Match], entry: str) -> Rule[None]:
    """Draw a blip and put it at an entry, where it may have to wait.

    Rule: SOLO-SPAWN-5, SH-ENTRY-5
    """
    state = live.state
    held = _must_wait(state, entry)
    value = yield from draw_blip(live)
    yield blips.BlipPlaced(name=blips.next_blip(live.state), entry=entry, held=held, value=value)


def _must_wait(state: Match, entry: str) -> bool:
    """Return whether a blip that arrives at an entry must wait there: never before the first turn.

    Rule: SOLO-SPAWN-5, SH-ENTRY-5
    """
    waits = not state.options.solo_no_forced_wait and state.play.phase != "setup"
    return waits and blips.is_marine_near_entry(state, entry)


def _has_empty_entry(state: Match) -> bool:
    """Return whether some entry has no blip yet.

    Rule: SOLO-SPAWN-3
    """
    ground = places.board(state)
    return ground is not None and any(blips.count_waiting(state, entry) == 0 for entry in ground.entries)


def _entries_with_room(state: Match) -> list[str]:
    """Return the entries at which another blip may wait.

    Rule: SOLO-SPAWN-3, SH-ENTRY-4
    """
    layout = state.setup.layout
    ids = [] if layout is None else [entry.id for entry in layout.entries]
    return [id for id in ids if blips.count_waiting(state, id) < blips.WAITING]


def _choose_any_entry(live: Live[Match]) -> Rule[str]:
    """Choose any of the available entries: by lot, or by the player.

    Rule: SOLO-SPAWN-3
    """
    entries = _entries_with_room(live.state)
    if not entries:
        return (yield from _ask_entry(live, "solo-any-entry"))
    if live.state.options.solo_six == "player":
        return (yield from choose("marine", "solo-any-entry", "SOLO-SPAWN-3", tuple(entries)))
    return (yield from draw_lot(live, "entry", "SOLO-SPAWN-3", entries))


def _choose_nearest_entry(live: Live[Match], marine: Marine) -> Rule[str]:
    """Choose the entry with room that is nearest to a marine; without places the table names it.

    The hard enemy chooses the emptier side.

    Rule: SOLO-SPAWN-1, SOLO-SPAWN-3, SOLO-TABLE-1, SOLO-HARD-2
    """
    state = live.state
    ground, here = places.board(state), places.cell(state, marine.id)
    if ground is None or here is None:
        return (yield from _ask_entry(live, "solo-nearest-entry", marine.id))
    lengths = ground.route_lengths(here)
    distances = {
        entry: lengths.get(ground.first_square(entry), len(ground.cells)) for entry in _entries_with_room(state)
    }
    rank = _count_on_each_side(state, distances) if state.options.enemy == "hard" else distances
    least = min(rank.values())
    return (yield from draw_lot(live, "entry", "SOLO-SPAWN-1", [entry for entry in rank if rank[entry] == least]))


SIDES = 2
"""The hard enemy comes by so many of the nearest entries (SOLO-HARD-2)."""


def _count_on_each_side(state: Match, distances: dict[str, int]) -> dict[str, int]:
    """Return the nearest entries at which a blip need not wait, each with the number of aliens on its side.

    On its side are those that wait at it or are nearer to it than to the other, by the route.

    Rule: SOLO-HARD-2, SOLO-SPAWN-5
    """
    ground = places.board(state)
    assert ground is not None
    at_once = [entry for entry in distances if not _must_wait(state, entry)]
    nearest = sorted(at_once or distances, key=lambda entry: distances[entry])[:SIDES]
    lengths = {entry: ground.route_lengths(ground.first_square(entry)) for entry in nearest}
    counts, far = dict.fromkeys(nearest, 0), len(ground.cells)
    for alien in state.aliens_in_play:
        side, there = alien.lurking.entry, places.cell(state, alien.id)
        if side is None and there is not None:
            side = min(nearest, key=lambda entry: lengths[entry].get(there, far))
        if side in counts:
            counts[side] += 1
    return counts


def _ask_entry(live: Live[Match], key: str, marine: str = "") -> Rule[str]:
    """Ask the table for an entry: by its name, or by a number if the app knows none.

    Rule: SOLO-TABLE-1
    """
    entries = tuple(_entries_with_room(live.state))
    if entries:
        return (yield from choose("marine", key, "SOLO-SPAWN-1", entries, marine=marine))
    entry_number = yield from choose_number("marine", key, "SOLO-SPAWN-1", 1, MOST_ENTRIES, marine=marine)
    return f"E{entry_number}"


# -- in ambush -----------------------------------------------------------------------------


def _place_ambush(live: Live[Match]) -> Rule[None]:
    """Let a blip arrive on the board, six squares from the marine of highest priority.

    If that is impossible, try the second marine and so on; else the blip is lost.

    Rule: SOLO-AMBUSH-1, SOLO-AMBUSH-2, SOLO-AMBUSH-4
    """
    candidates = list(live.state.marines_in_play)
    while candidates:
        marine, rank = yield from choose_foremost(live, candidates, None)
        yield Arrival(die=AMBUSH, how="ambush", marine=marine.id, rank=rank)
        square = yield from _choose_ambush_square(live, marine)
        if square is not None:
            value = yield from draw_blip(live)
            yield blips.BlipPlaced(name=blips.next_blip(live.state), at=square or None, value=value)
            return
        candidates = [candidate for candidate in candidates if candidate.id != marine.id]
    yield from _lose_blips(live, 1, "ambush")


def _choose_ambush_square(live: Live[Match], marine: Marine) -> Rule[str | None]:
    """Return the square of an ambush; None if there is none, "" if the table has placed it.

    Rule: SOLO-AMBUSH-3
    """
    ground = places.board(live.state)
    if ground is None:
        answer = yield from choose("marine", "solo-ambush", "SOLO-AMBUSH-3", ("yes", "no"), marine=marine.id)
        return "" if answer == "yes" else None
    squares = ambush_squares(live.state, marine)
    if not squares:
        return None
    names = [ground.name(square) for square in squares]
    return (yield from draw_lot(live, "square", "SOLO-AMBUSH-3", names))


def ambush_squares(state: Match, marine: Marine) -> Sequence[Cell]:
    """Return the sorted squares where a blip could lie in ambush, six squares of route from a
    marine.

    They are out of all sight, empty, not burning, without closed door or object, and not beside a
    marine.

    Rule: SOLO-AMBUSH-1, SOLO-AMBUSH-3
    """
    ground, here = places.board(state), places.cell(state, marine.id)
    if ground is None or here is None:
        return ()
    eyes, pieces = places.eyes_of(state), places.pieces_by_square(state)
    excluded = places.burning_squares(state) | places.closed_doors(state) | ground.generators | set(pieces)
    object_squares = {item.at for item in state.things.values()}
    return sorted(
        there
        for there, steps in ground.route_lengths(here).items()
        if steps == AMBUSH_ROUTE
        and there not in excluded
        and ground.name(there) not in (*object_squares, state.barrier)
        and places.adjacent_marine(state, there) is None
        and not eyes.seers(there)
    )
