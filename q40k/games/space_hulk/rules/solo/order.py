"""Find the order in which aliens act, and ask how strong a brood dares to charge."""

from collections.abc import Sequence

from q40k.games.space_hulk.rules.targets import choose_target, draw_lot
from q40k.games.space_hulk.state.match import AlienPiece, Blip, Match, Stealer
from q40k.games.space_hulk.state.movement.terrain import terrain_of
from q40k.games.space_hulk.state.places import board, cell
from q40k.games.space_hulk.state.solo import order
from q40k.games.space_hulk.state.solo.paths import is_held_back, marines_beside, marines_in_reach, next_choices
from q40k.games.space_hulk.state.targets import lot_roller, marine_distances
from q40k.kernel.events import Live, Rule
from q40k.tabletop.asking import roll_one

FAR_OFF = 10_000


def marine_distance(state: Match, who: str) -> int:
    """Return the length of the route from an alien to the nearest marine.

    Rule: SOLO-TURN-2, SH-BOARD-7
    """
    return min(marine_distances(state, who, state.marines_in_play).values(), default=FAR_OFF)


def choose_nearest(live: Live[Match], candidates: Sequence[AlienPiece]) -> Rule[str]:
    """Return the alien nearest to a marine; ties by lot, but of one entry the oldest.

    Rule: SOLO-TURN-2
    """
    distances = {alien.id: marine_distance(live.state, alien.id) for alien in candidates}
    least = min(distances.values())
    tied: dict[str, str] = {}
    for alien in candidates:
        if distances[alien.id] == least:
            tied.setdefault(alien.lurking.entry or f"-{alien.id}", alien.id)
    chosen: str = yield from draw_lot(live, "order", "SOLO-TURN-2", list(tied.values()))
    return chosen


def choose_next_alien(live: Live[Match]) -> Rule[str | None]:
    """Return the next alien: charging ones; then stealers, blips and waiting aliens, each nearest
    first.

    Stealers of a blip that has just revealed itself act at once. Those that waited before act after
    the blips at their entry.

    Rule: SOLO-TURN-1, SOLO-TURN-2, SOLO-TURN-3, SOLO-TURN-6, SOLO-BROOD-6, SOLO-HARD-3
    """
    state = live.state
    waiting = order.aliens_to_act(state)
    charging = [alien for alien in waiting if alien.id in state.solo.charge]
    at_once = [alien for alien in waiting if alien.id in state.solo.at_once]
    on_board = [alien for alien in waiting if alien.lurking.entry is None]
    if charging:
        return (yield from choose_nearest(live, order.first_chargers(state, charging)))
    for group in (at_once, on_board):
        if group:
            return (yield from choose_nearest(live, order.first_kind(group)))
    if not waiting:
        return None
    blocked_entries = {alien.lurking.entry for alien in waiting if isinstance(alien, Blip)}
    able = [alien for alien in waiting if isinstance(alien, Blip) or alien.lurking.entry not in blocked_entries]
    return (yield from choose_nearest(live, able))


def aliens_in_section(state: Match, section: str) -> list[AlienPiece]:
    """Return the aliens in a section, or at an entry to it.

    Rule: SOLO-BROOD-3
    """
    return [alien for alien in state.aliens_in_play if section_of(state, alien) == section]


def section_of(state: Match, alien: AlienPiece) -> str | None:
    """Return the section of an alien, or the section its entry opens on."""
    ground = board(state)
    if ground is None:
        return None
    if alien.lurking.entry is not None:
        is_known = alien.lurking.entry in ground.entries
        return ground.section(ground.first_square(alien.lurking.entry)) if is_known else None
    there = None if alien.position.at is None else ground.cell(alien.position.at)
    return None if there is None else ground.section(there)


LAST_TURNS = 2
"""In so many last turns of a mission the hard enemy charges in any number (SOLO-HARD-1)."""


def check_brood(live: Live[Match], who: str) -> Rule[bool]:
    """Check the section of the next alien: if one of its group is hemmed in, they may charge.

    Return whether they charge. Each section is checked once a turn, and each alien belongs to one group a turn.

    Rule: SOLO-BROOD-1, SOLO-BROOD-2, SOLO-BROOD-4, SOLO-BROOD-9
    """
    state = live.state
    section = section_of(state, _get_alien(state, who))
    if section is None or section in state.solo.looked or who in state.solo.charge:
        return False
    yield order.Looked(section=section)
    group = brood_group(state, section)
    waiting = {alien.id for alien in order.aliens_to_act(state)}
    for alien in sorted((alien for alien in group if alien.id in waiting), key=lambda alien: _order_key(state, alien)):
        if (yield from is_hemmed_in(live, alien.id)):
            return (yield from decide_charge(live, section, tuple(alien.id for alien in group)))
    return False


def _get_alien(state: Match, who: str) -> AlienPiece:
    piece = state.piece(who)
    assert isinstance(piece, Stealer | Blip)
    return piece


def _order_key(state: Match, alien: AlienPiece) -> tuple[bool, int]:
    return isinstance(alien, Blip), marine_distance(state, alien.id)


def decide_charge(live: Live[Match], section: str, group: tuple[str, ...]) -> Rule[bool]:
    """Return whether a group charges, by the brood die; each blip counts one. The hard enemy only counts.

    Rule: SOLO-BROOD-1, SOLO-BROOD-2, SOLO-HARD-1
    """
    many = len(group)
    if live.state.options.enemy == "hard":
        charges = many >= order.COMPANY or is_in_last_turns(live.state)
        yield order.BroodGathered(section=section, group=group, charges=charges)
        return charges
    die = yield from roll_one(lot_roller(live.state), "brood", "SOLO-BROOD-2", many=many)
    score = die + many
    charges = score >= order.CHARGES
    yield order.BroodRolled(section=section, group=group, die=die, score=score, charges=charges)
    return charges


def is_in_last_turns(state: Match) -> bool:
    """Return whether the mission has a turn limit and is in its last turns.

    Rule: SOLO-HARD-1
    """
    limit = state.mission.turn_limit
    return limit is not None and state.play.turn > limit - LAST_TURNS


def brood_group(state: Match, section: str) -> list[AlienPiece]:
    """Return the aliens of a section and all that touch one of them in a chain, except those rolled
    for.

    A waiting piece touches a piece on its entry's first square.

    Rule: SOLO-BROOD-3, SOLO-BROOD-4
    """
    rolled = set(state.solo.rolled)
    others = [alien for alien in state.aliens_in_play if alien.id not in rolled]
    members = [alien for alien in aliens_in_section(state, section) if alien.id not in rolled]
    group = {alien.id for alien in members}
    queue = list(members)
    while queue:
        alien = queue.pop()
        for other in others:
            if other.id not in group and are_touching(state, alien, other):
                group.add(other.id)
                queue.append(other)
    return [alien for alien in others if alien.id in group]


def are_touching(state: Match, alien: AlienPiece, other: AlienPiece) -> bool:
    """Return whether no free square lies between two aliens.

    Rule: SOLO-BROOD-4, SH-BOARD-8
    """
    ground = board(state)
    here, there = cell(state, alien.id), cell(state, other.id)
    if ground is None or (here is None and there is None):
        return False
    if here is not None and there is not None:
        return ground.is_adjacent(here, there)
    outside, on_board = (alien, there) if here is None else (other, here)
    entry = outside.lurking.entry
    return entry in ground.entries and ground.first_square(entry) == on_board


def is_hemmed_in(live: Live[Match], who: str) -> Rule[bool]:
    """Return whether an alien cannot move because its path would take it into sight.

    An alien that is blocked by its own kind, or held at an entry, is not hemmed in.

    Rule: SOLO-BROOD-1
    """
    state = live.state
    piece = _get_alien(state, who)
    terrain = terrain_of(state, who)
    if piece.lurking.held or terrain.in_sight or marines_beside(terrain):
        return False
    if isinstance(piece, Blip) and not piece.acts.activated and marines_in_reach(state, who):
        return False
    marine = yield from choose_target(live, who, preview=True)
    if marine is None:
        return False
    choices = next_choices(terrain, marine)
    return bool(choices) and all(is_held_back(terrain, choice) for choice in choices)
