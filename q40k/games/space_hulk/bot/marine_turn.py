"""The marines' turn at a state: what each position of theirs is worth after the aliens' reply."""

from functools import cached_property
from itertools import count

from q40k.games.space_hulk.board import Mask
from q40k.games.space_hulk.bot.fields import LOST, SECOND, Field
from q40k.games.space_hulk.bot.goals import Aims
from q40k.games.space_hulk.bot.reasons import Why
from q40k.games.space_hulk.bot.reply import Ground, Post, Reply, Squares, Threat, reply_to, threats_of
from q40k.games.space_hulk.packs.boards import Cell
from q40k.games.space_hulk.state import registry
from q40k.games.space_hulk.state.match import STEALER_AP, Marine, Match
from q40k.games.space_hulk.state.offers import targets
from q40k.games.space_hulk.state.places import cell
from q40k.games.space_hulk.state.shooting.aim import can_fire
from q40k.games.space_hulk.state.turn import points_left
from q40k.kernel.state import Part

POINT = 0.03
"""What a command point is worth to marines who keep it."""
OUTLOOK = 0.04
"""What it is worth to watch the whole danger instead of nothing of it."""
READY, WATCHING = 0.008, 1.5
"""What overwatch or guard is worth where nothing is foreseen to come, and the factor on what is watched so."""
FAR = 2 * STEALER_AP
"""Aliens farther than this from every marine reach nobody in their turn, wherever marines go in theirs."""
FEW = 4
"""So many of a marine's plans are kept, in case the rules refuse the best."""
ENOUGH = 0.004
"""A marine does something only if that is better than nothing by so much."""


class Plan(Part, frozen=True):
    """What a marine may do with the rest of his points: its value, and the first command of it."""

    value: float
    order: int
    command: registry.Command
    why: Why


class MarineTurn:
    """The marines' turn at a state, in which each of their plans is weighed."""

    def __init__(self, state: Match) -> None:
        self.state, self.field = state, Field(state)
        self.board = self.field.ground
        self.edition = state.edition
        self.aims = Aims(self.field)
        self.ground = Ground(self.board, self.edition.id, self.field.shut, self._walls())
        self.points = (points_left(state) or 0) if state.options.cp == "app" or points_left(state) is not None else 0
        self.posts = {marine.id: post for marine in state.marines_in_play if (post := self._post(marine)) is not None}
        self.threats = self._threats()
        self._reply = self._reply_to(self.ground, self.threats)
        self._free: dict[str | tuple[str, Squares, Squares], Mask] = {}
        self._outlooks: dict[Mask, float] = {}
        self._order = count()

    def _walls(self) -> Squares:
        walls = set(self.field.fires) | self.board.generators
        if self.state.barrier is not None and (there := self.board.cell(self.state.barrier)) is not None:
            walls.add(there)
        return frozenset(walls)

    def _post(self, marine: Marine) -> Post | None:
        """Return a marine as he will stand in the aliens' turn: who has not acted yet will watch or guard."""
        here, facing = cell(self.state, marine.id), marine.position.facing
        if here is None or facing is None:
            return None
        fresh = self.state.play.phase == "marine-action" and not marine.acts.activated
        watches = marine.stance.overwatch or (fresh and can_fire(marine))
        guards = marine.stance.guard or (fresh and not watches and "guard" in self.edition.subjects)
        return Post(marine.id, marine.unit, here, facing, watches, guards, self.aims.is_named(marine))

    # -- threats ---------------------------------------------------------------------------

    def _threats(self) -> tuple[Threat, ...]:
        state = self.state
        done = set(state.solo.done) if state.play.phase == "stealer-action" else set[str]()
        threats = [threat for threat in threats_of(state, self.board, self._numbers()) if threat.id not in done]
        places = [post.here for post in self.posts.values()]
        lengths = [self.board.route_lengths(place) for place in places]
        threats.sort(key=lambda threat: (threat.waits, min((far.get(threat.here, LOST) for far in lengths), default=0)))
        return tuple(
            threat for threat in threats if min((far.get(threat.here, LOST) for far in lengths), default=0) <= FAR
        )

    def _numbers(self) -> tuple[float, ...]:
        """Return the chances that a blip stands for one, two and three stealers at least."""
        pile = self.state.pile
        rest = {value: max(0, number - pile.up.get(value, 0)) for value, number in pile.mix.items()}
        total = sum(rest.values())
        if total == 0:
            return (1.0, 0.6)
        return tuple(sum(n for value, n in rest.items() if value >= least) / total for least in (1, 2, 3))

    # -- values ----------------------------------------------------------------------------

    def value(
        self,
        changed: tuple[Post, ...] = (),
        *,
        without: tuple[str, ...] = (),
        threats: tuple[Threat, ...] | None = None,
        ground: Ground | None = None,
    ) -> float:
        """Return what a position is worth to the marines after the aliens' reply."""
        posts = self.posts
        if changed or without:
            posts = {**posts, **{post.id: post for post in changed}}
            for id in without:
                posts.pop(id, None)
        if threats is None and (ground is None or ground is self.ground):
            reply = self._reply
        else:
            reply = self._reply_to(ground or self.ground, self.threats if threats is None else threats)
        forecast = reply.foresee(tuple(posts.values()))
        worths = self.aims.worths
        total = sum([worths[id] * alive for id, alive in forecast.alive.items()])
        return total + self.aims.kill * forecast.kills

    def _reply_to(self, ground: Ground, threats: tuple[Threat, ...]) -> Reply:
        """Return the aliens' reply. Pursuit counts only where marines react, not in the marines' own turn."""
        pursues = self.state.play.phase == "stealer-action"
        return reply_to(ground, threats, mends=self.points > 0, pursues=pursues)

    @cached_property
    def _all_danger(self) -> float:
        return sum(self.field.danger.values()) or 1.0

    def outlook(self, post: Post, ground: Ground) -> float:
        """Return how much of the danger further off a marine sees."""
        view = self._reply.site.stand(post).ahead.view(self._free_for(post.id, ground))
        outlook = self._outlooks.get(view.mask)
        if outlook is None:
            weights = self._weights
            looks = sum([weights.get(there, 0.0) for there in view.squares])
            outlook = self._outlooks[view.mask] = OUTLOOK * looks / self._all_danger
        readiness = READY if post.watches or post.guards else 0.0
        return outlook * (WATCHING if post.watches else 1.0) + readiness

    @cached_property
    def _weights(self) -> dict[Cell, float]:
        """What it is worth to see each square."""
        watched = self.field.watched
        return {there: danger * (SECOND if there in watched else 1.0) for there, danger in self.field.danger.items()}

    def _free_for(self, id: str, ground: Ground) -> Mask:
        """Return the squares that do not block a marine's sight, wherever he stands."""
        key = id if ground is self.ground else (id, ground.shut, ground.walls)
        if key not in self._free:
            others = frozenset([post.here for post in self.posts.values() if post.id != id])
            blocked = others | self.ground.walls | ground.shut | ground.walls
            self._free[key] = self.board.mask(self.board.floor - blocked)
        return self._free[key]

    # -- what plans are made of ------------------------------------------------------------

    def budget(self, marine: Marine) -> tuple[int, int]:
        """Return the action points that a marine has left, and the command points."""
        ap = marine.acts.ap if not marine.acts.activated or self.state.play.active == marine.id else 0
        return ap, self.points

    def price(self, cost: int, ap: int) -> float:
        """Return what the command points are worth that a cost takes beside action points."""
        return POINT * max(0, cost - ap)

    def plan(self, value: float, command: registry.Command, why: Why) -> Plan:
        """Return a plan; of equal ones the first counts."""
        return Plan(value, next(self._order), command, why)

    def without(self, *names: str) -> tuple[Threat, ...]:
        """Return the threats without some aliens."""
        return tuple(threat for threat in self.threats if threat.id not in names)

    def target(self, marine: Marine) -> str | None:
        """Return the stealer that a marine shoots at: the one he shot at before, or the most dangerous one."""
        visible = [stealer for stealer in targets(self.state, marine) if stealer in self.state.stealers]
        if not visible:
            return None
        here = self.posts[marine.id].here

        def rank(stealer: str) -> tuple[bool, int]:
            there = cell(self.state, stealer)
            far = LOST if there is None else self.board.route_lengths(here).get(there, LOST)
            return stealer != marine.aim.target, far

        return min(visible, key=rank)
