"""The automaton's next turn as the bot foresees it: who is reached, and who lives, by exact odds.

The automaton's own habits decide: aliens keep out of sight unless the brood dares to charge, take the shortest path,
and prefer those who cannot shoot. Shots and fights have the odds of the rules.
"""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache, reduce
from itertools import accumulate
from operator import or_
from typing import NamedTuple

from q40k.games.space_hulk.board import Board, Lookout, Mask, distance, in_front_arc
from q40k.games.space_hulk.bot.fields import LOST
from q40k.games.space_hulk.packs.boards import Cell, Facing
from q40k.games.space_hulk.packs.missions import EditionId, Unit
from q40k.games.space_hulk.state.editions import EDITIONS
from q40k.games.space_hulk.state.match import AlienPiece, Blip, Marine, Match, Setup, Stance, Stealer
from q40k.games.space_hulk.state.melee import Sides, Terms, fight_terms
from q40k.games.space_hulk.state.movement.terrain import OPENING, squares_beside
from q40k.games.space_hulk.state.odds import fight_odds, shot_odds
from q40k.games.space_hulk.state.shooting.aim import WATCHED_RANGE
from q40k.games.space_hulk.state.solo.order import CHARGES
from q40k.games.space_hulk.state.units import GUNS, UNITS
from q40k.kernel.state import Part

Squares = frozenset[Cell]
NOTHING = 0.02
"""An alien less likely than this to be there is not followed on."""
MENDED = 0.3
"""How much of the harm of a jam is left if a command point can clear it."""
OFTEN = 3
"""A stealer attacks at most so often in its turn, as far as the bot reckons."""


class Post(Part, frozen=True, cache_hash=True):
    """A marine as the aliens find him. `is_named`: the goals name him, so he is hunted first."""

    id: str
    unit: Unit
    here: Cell
    facing: Facing
    watches: bool = False
    guards: bool = False
    is_named: bool = False


class Threat(NamedTuple):
    """An alien, or several that come one after another, each with the chance that it is there.

    `here` is its square, or the first square of the entry at which it waits (`waits`).
    """

    id: str
    here: Cell
    ap: int
    chances: tuple[float, ...] = (1.0,)
    waits: bool = False
    is_alpha: bool = False


class Ground(NamedTuple):
    """The board as it is now: `walls` are squares that nobody enters or looks through, such as fire."""

    board: Board
    edition: EditionId
    shut: Squares
    walls: Squares


class Forecast(NamedTuple):
    """The chance of each marine to live through the aliens' turn, and how many aliens the marines kill."""

    alive: dict[str, float]
    kills: float


# -- sight and ways --------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def _watched_range(board: Board, here: Cell) -> Mask:
    """Return the squares near enough for a marine on overwatch, if he sees them.

    Rule: SH-OVERWATCH-2
    """
    return board.mask(there for there in board.cells if (distance(here, there) or 1) <= WATCHED_RANGE)


@lru_cache(maxsize=4096)
def _within(board: Board, here: Cell, most: int) -> Mask:
    """Return the squares within so many steps of a square."""
    return board.mask(there for there, steps in board.route_lengths(here).items() if steps <= most)


# -- fights ----------------------------------------------------------------------------------


@lru_cache(maxsize=512)
def _fight_terms(edition: EditionId, unit: Unit, guards: bool, front: bool, is_alpha: bool) -> Terms:
    """Return what both bring to a fight that a stealer begins, as the rules have it."""
    marine = Marine("M", unit, stance=Stance(guard=guards))
    state = Match(marines={"M": marine}, stealers={"S": Stealer("S", alpha=is_alpha)}, setup=Setup(edition_id=edition))
    return fight_terms(state, Sides(marine="M", stealer="S", marine_front=front))


@lru_cache(maxsize=512)
def fight_chance(edition: EditionId, unit: Unit, guards: bool, front: bool, is_alpha: bool) -> tuple[float, float]:
    """Return the chances of a stealer's attack on a marine: that he dies, and that it dies."""
    odds = fight_odds(_fight_terms(edition, unit, guards, front, is_alpha))
    return float(odds.stealer), float(odds.marine) if front else 0.0


@lru_cache(maxsize=2048)
def attack_chance(
    edition: EditionId, unit: Unit, guards: bool, front: bool, is_alpha: bool, attacks: int
) -> tuple[float, float]:
    """Return the chances that a marine dies, and that the stealer dies, in so many attacks.

    Who survives an attack from the side or rear turns to face the attacker.

    Rule: SH-MELEE-7, SOLO-ACT-2
    """
    if attacks <= 0:
        return 0.0, 0.0
    dies, wins = fight_chance(edition, unit, guards, front, is_alpha)
    later = attack_chance(edition, unit, guards, True, is_alpha, attacks - 1)
    on = 1 - dies - wins
    return dies + on * later[0], wins + on * later[1]


@lru_cache(maxsize=512)
def _shot_chances(edition: EditionId, unit: Unit, is_alpha: bool, shots: int) -> tuple[tuple[float, float], ...]:
    """Return the chances of so many overwatch shots at an alien: that each kills, and that the gun jams."""
    rules, gun = EDITIONS[edition], GUNS[UNITS[unit].gun or "storm-bolter"]
    bonuses = rules.sustained if rules.watch_sustained else (0,)
    chances = []
    for place in range(shots):
        bonus = bonuses[min(place, len(bonuses) - 1)]
        odds = shot_odds(gun.dice, gun.needs - bonus, 2 if is_alpha else 1)
        chances.append((float(odds.kill), float(odds.alike) if gun.jams else 0.0))
    return tuple(chances)


# -- an alien's ways ------------------------------------------------------------------------


class Way(NamedTuple):
    """An alien's way to a square beside a marine: where it ends, its cost, its squares after the first.

    `exposed` are the squares after its last closed door (what lies before is out of sight), then those
    without the first, without the first two, and so on.
    """

    end: Cell
    cost: int
    steps: int
    squares: Mask
    exposed: tuple[Mask, ...]


class Target(Part, frozen=True):
    """A marine whom an alien can attack: its way to him, the mask of its end, the odds of the fight there.

    `rank` is the alien's order of targets.
    """

    id: str
    way: Way
    end: Mask
    rank: tuple[bool, bool, bool, bool, int]
    dies: float
    wins: float


class Attacker(Part, frozen=True, cache_hash=True):
    """An alien as it may come: its square, the most points for its way, the squares it could reach.

    `walls` and `shut` are those within its reach.
    """

    board: Board
    edition: EditionId
    start: Cell
    most: int
    here: Mask
    reach: Mask
    walls: Mask
    shut: Mask
    waits: bool
    is_alpha: bool


class Ways:
    """The cheapest ways of an alien past `barred` squares, one point being left for the attack; it opens doors."""

    def __init__(self, attacker: Attacker, barred: Mask) -> None:
        self._comer, self._board, self._start = attacker, attacker.board, attacker.start
        self._targets: dict[Post, tuple[Target, ...]] = {}
        board, start, most, shut = attacker.board, attacker.start, attacker.most, attacker.shut
        bits = board.bits
        self._costs, self._before = {start: 0}, dict[Cell, Cell]()
        self._by_marine: dict[Cell, tuple[Way, ...]] = {}
        queue: list[list[Cell]] = [[start], *([] for _ in range(max(0, most) + 2))]
        for cost in range(most):
            for here in queue[cost]:
                if self._costs[here] != cost:
                    continue
                for there in board.neighbours(here):
                    if bits[there] & barred:
                        continue
                    total = cost + 1 + (OPENING if bits[there] & shut else 0)
                    if total <= most and total < self._costs.get(there, LOST):
                        self._costs[there], self._before[there] = total, here
                        queue[total].append(there)

    def targets(self, post: Post) -> tuple[Target, ...]:
        """Return a marine as the target of each way to him, the cheapest first; none if he is out of reach.

        Rule: SOLO-TARGET-2, SOLO-PRIO-1
        """
        targets = self._targets.get(post)
        if targets is None:
            ways = self._ways_to(post.here)
            targets = self._targets[post] = tuple([self._target(post, way) for way in ways])
        return targets

    def _target(self, post: Post, way: Way) -> Target:
        is_faced = in_front_arc(post.facing, post.here, way.end)
        no_bolter = UNITS[post.unit].gun != "storm-bolter"
        rank = (not post.is_named, post.watches, is_faced, no_bolter, way.cost)
        attacker, times = self._comer, min(OFTEN, self._comer.most + 1 - way.cost)
        odds = attack_chance(attacker.edition, post.unit, post.guards, is_faced, attacker.is_alpha, times)
        return Target(post.id, way, self._board.bits[way.end], rank, *odds)

    def _ways_to(self, marine: Cell) -> tuple[Way, ...]:
        """Return the ways to the squares beside a marine, the cheapest first; none if he is out of reach."""
        ways = self._by_marine.get(marine)
        if ways is None:
            ends = [self._start] if marine == self._start else squares_beside(self._board, marine)
            reached = sorted((end for end in ends if end in self._costs), key=self._costs.__getitem__)
            ways = self._by_marine[marine] = tuple(map(self._way, reached))
        return ways

    def _way(self, end: Cell) -> Way:
        backwards, at = list[Cell](), end
        while at != self._start:
            backwards.append(at)
            at = self._before[at]
        path = [self._board.bits[square] for square in reversed(backwards)]
        doors = [place for place, square in enumerate(path) if square & self._comer.shut]
        exposed = path[doors[-1] :] if doors else path
        suffixes = tuple(accumulate(reversed(exposed), or_))[::-1]
        return Way(end, self._costs[end], len(path), reduce(or_, path, 0), suffixes)


_ways = lru_cache(maxsize=16384)(Ways)


# -- the reply -------------------------------------------------------------------------------


class _Stand(Part, frozen=True):
    """A square and facing as the aliens find a marine there: `ahead` is his sight without his sides."""

    bit: Mask
    around: Lookout
    ahead: Lookout
    range: Mask


class _Run(Part, frozen=True):
    """A part of an alien's run: the marine at its end, the odds of the fight there, the shots of guns on the way.

    `comes_out`: from here on it has to come in sight, for which its brood must dare to.
    """

    marine: str
    comes_out: bool
    dies: float
    wins: float
    shots: list[tuple[str, tuple[tuple[float, float], ...]]]


class _Site:
    """A ground as masks, with all who stand on it or come over it."""

    def __init__(self, ground: Ground) -> None:
        self.board, self.edition = ground.board, ground.edition
        self.rules = EDITIONS[ground.edition]
        self.shut, self.walls = self.board.mask(ground.shut), self.board.mask(ground.walls)
        self.unwalled = self.board.mask(self.board.floor) & ~self.walls
        self._stands: dict[tuple[Cell, Facing], _Stand] = {}

    def stand(self, post: Post) -> _Stand:
        """Return where a marine stands, and what he may see from there."""
        key = (post.here, post.facing)
        stand = self._stands.get(key)
        if stand is None:
            around, ahead = (self.board.lookout(*key, beside) for beside in (self.rules.sees_beside, False))
            near = _watched_range(self.board, post.here)
            stand = self._stands[key] = _Stand(self.board.bits[post.here], around, ahead, near)
        return stand

    def attacker(self, threat: Threat) -> Attacker:
        """Return an alien as it may come."""
        board, start, most = self.board, threat.here, threat.ap - 1 - threat.waits
        reach = _within(board, start, most + 1)
        masks = (board.bits[start], reach, self.walls & reach, self.shut & reach)
        return Attacker(board, self.edition, start, most, *masks, threat.waits, threat.is_alpha)


_site = lru_cache(maxsize=256)(_Site)


class _Position:
    """Marines on a site: what they see, where they aim, and whom each alien can attack; for any aliens."""

    def __init__(self, site: _Site, posts: tuple[Post, ...], *, pursues: bool) -> None:
        self._site, self.posts, self._pursues = site, posts, pursues
        stands = self._stands = [site.stand(post) for post in posts]
        self.bodies = self._seen = 0
        for stand in stands:
            self.bodies |= stand.bit
        behind_open_doors = site.unwalled & ~self.bodies
        free = behind_open_doors & ~site.shut
        self._guns: list[tuple[Post, Mask]] = []
        for post, stand in zip(posts, stands, strict=True):
            self._seen |= stand.around.view(free).mask
            if post.watches:
                self._guns.append((post, stand.ahead.view(behind_open_doors).mask & stand.range))
        self._charges: dict[Attacker, list[_Run]] = {}

    def charge(self, attacker: Attacker) -> list[_Run]:
        """Return the run of an alien."""
        charge = self._charges.get(attacker)
        if charge is None:
            charge = self._charges[attacker] = self._runs(attacker, *self._find_targets(attacker))
        return charge

    def _find_targets(self, attacker: Attacker) -> tuple[list[Target], list[Target]]:
        """Return the marines whom an alien can attack from out of sight, and those for whom it has to come out."""
        if attacker.waits and attacker.here & attacker.walls:
            return [], []
        targets = self._sort_targets(attacker, attacker.walls)
        if not targets or not (attacker.waits or not attacker.here & self._seen):
            return targets, []
        hidden = self._sort_targets(attacker, attacker.walls | (self._seen & attacker.reach))
        if hidden and not self._pursues:
            return hidden, []
        ids = {target.id for target in hidden}
        return hidden, [target for target in targets if target.id not in ids]

    def _sort_targets(self, attacker: Attacker, barred: Mask) -> list[Target]:
        """Return the marines whom an alien can attack, first those whom it reaches past the fewest others.

        Rule: SOLO-TARGET-1, SOLO-TARGET-2, SOLO-PRIO-1
        """
        bodies = self.bodies
        ways = _ways(attacker, barred)
        others = bodies & ~attacker.here
        targets = []
        for post, stand in zip(self.posts, self._stands, strict=True):
            if stand.bit & attacker.reach:
                by_way = ways.targets(post)
                if by_way:
                    target = by_way[0]
                    if target.end & others:
                        target = next((other for other in by_way if not other.end & others), target)
                    targets.append(target)
        if len(targets) > 1:
            most = len(self.posts) if self._pursues else 1
            targets.sort(key=lambda target: (min(most, (bodies & target.way.squares).bit_count()), target.rank))
        return targets

    def _runs(self, attacker: Attacker, hidden: list[Target], targets: list[Target]) -> list[_Run]:
        """Return the parts of an alien's run, each to the next of its targets.

        Guns shoot at the way to a further target only where it is longer than the ways before, as if all ways began
        alike. That is a simplification: ways may part early, and doors shorten what is exposed.
        """
        runs, edition, shot_at = [], self._site.edition, 0
        for place, target in enumerate([*hidden, *targets]):
            shots, exposed = [], target.way.exposed
            if shot_at < len(exposed):
                for post, aim in self._guns:
                    squares = (aim & exposed[shot_at]).bit_count()
                    if squares:
                        shots.append((post.id, _shot_chances(edition, post.unit, attacker.is_alpha, squares)))
            runs.append(_Run(target.id, place == len(hidden), target.dies, target.wins, shots))
            shot_at = max(shot_at, target.way.steps)
        return runs


_position = lru_cache(maxsize=256)(_Position)


class Reply:
    """The aliens' next turn on a board; each position of the marines is looked at once.

    `mends`: jams can be cleared at once. `pursues`: who kills a marine from out of sight goes on to the next.
    """

    def __init__(self, ground: Ground, threats: tuple[Threat, ...], *, mends: bool, pursues: bool) -> None:
        self.site, self._pursues = _site(ground), pursues
        self._jam_harm = MENDED if mends else 1.0
        section = ground.board.section
        broods = Counter(section(threat.here) for threat in threats)
        self._attackers = [
            (self.site.attacker(threat), threat.chances, _charge_chance(broods[section(threat.here)]))
            for threat in threats
        ]
        self._forecasts: dict[tuple[Post, ...], Forecast] = {}

    def foresee(self, posts: tuple[Post, ...]) -> Forecast:
        """Return what the turn does to marines."""
        forecast = self._forecasts.get(posts)
        if forecast is None:
            position = _position(self.site, posts, pursues=self._pursues)
            turn = _AlienTurn(posts, self._jam_harm)
            for attacker, chances, dares in self._attackers:
                if position.bodies & attacker.reach:
                    runs = position.charge(attacker)
                    for chance in chances if runs else ():
                        turn.follow(runs, chance, dares)
            forecast = self._forecasts[posts] = Forecast(turn.alive, turn.kills)
        return forecast


def _charge_chance(many: int) -> float:
    """Return the chance that a brood of so many dares to come into sight.

    Rule: SOLO-BROOD-2
    """
    return min(1.0, (7 - CHARGES + many) / 6)


@lru_cache(maxsize=256)
def reply_to(ground: Ground, threats: tuple[Threat, ...], *, mends: bool = False, pursues: bool = False) -> Reply:
    """Return the aliens' next turn, the same for equal boards and threats."""
    return Reply(ground, threats, mends=mends, pursues=pursues)


class _AlienTurn:
    """The aliens' turn, alien by alien: who is alive with what chance, and which guns still work."""

    def __init__(self, posts: tuple[Post, ...], jam_harm: float) -> None:
        self._jam_harm = jam_harm
        self.alive = dict.fromkeys([post.id for post in posts], 1.0)
        self._ready = self.alive.copy()
        self.kills = 0.0

    def follow(self, runs: list[_Run], mass: float, dares: float) -> None:
        """Let an alien, as likely as `mass`, run to its target through the guns, attack, and go on if he is dead.

        `dares` is the chance that its brood comes in sight.
        """
        for run in runs:
            if run.comes_out:
                mass *= dares
            if run.shots:
                mass *= self._survive(run.shots, mass)
            if mass < NOTHING:
                return
            alive = self.alive[run.marine]
            self.kills += mass * alive * run.wins
            self.alive[run.marine] = alive * (1 - mass * run.dies)
            mass *= 1 - alive
            if not mass:
                return

    def _survive(self, shots: list[tuple[str, tuple[tuple[float, float], ...]]], mass: float) -> float:
        """Return the chance of an alien to come through the shots of guns; jams wear them down."""
        lives = 1.0
        for marine, chances in shots:
            ready = self._ready[marine] * self.alive[marine]
            if ready < NOTHING:
                continue
            works = ready
            for kills, jams in chances:
                dies = works * kills
                self.kills += mass * lives * dies
                lives *= 1 - dies
                works *= 1 - jams * self._jam_harm
            self._ready[marine] *= 1 - mass * (1 - works / ready)
        return lives


# -- what threatens --------------------------------------------------------------------------


def threats_of(state: Match, board: Board, numbers: tuple[float, ...]) -> Iterator[Threat]:
    """Yield the aliens that may still act: stealers, blips on the board, then those that wait.

    `numbers` are the chances that a blip stands for one stealer at least, for two, for three.
    """
    for alien in state.aliens_in_play:
        at = alien.position.at
        there = board.cell(at) if at is not None and alien.lurking.entry is None else None
        if there is not None:
            chances, is_alpha = (numbers, False) if isinstance(alien, Blip) else ((1.0,), alien.alpha)
            yield Threat(alien.id, there, alien.acts.ap, chances, is_alpha=is_alpha)
    waiting: tuple[AlienPiece, ...] = (*state.blips_in_play, *state.stealers_in_play)
    for alien in waiting:
        entry = alien.lurking.entry
        if entry in board.entries and not alien.lurking.held:
            chances = (1.0,) if alien.id in state.stealers else numbers
            yield Threat(alien.id, board.first_square(entry), alien.acts.ap, chances, waits=True)
