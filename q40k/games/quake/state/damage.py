"""DAMAGE: wounds, kills and deaths as events, with their workings."""

from fractions import Fraction
from functools import lru_cache
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from q40k.games.quake.state.acting import has_begun
from q40k.games.quake.state.match import PHASES, Match, Payments, Player, add, change_player
from q40k.games.quake.state.registry import Event
from q40k.games.w40k3e.needs import FAIL, ONE, Dead, Total
from q40k.games.w40k3e.plans import Attack, Reason
from q40k.games.w40k3e.resolving import Outcome, Step

# -- deaths and accidents -----------------------------------------------------------------


class Killed(Event, tag="killed"):
    """A champion was killed; `paid` is what each killer scored (SCORE-1, MELEE-4)."""

    victim: str
    killers: tuple[str, ...]
    paid: Payments
    how: str | None = None
    cause: str = "kill"

    def fold(self, state: Match) -> Match:
        own_part = state.play.active == self.victim and has_begun(state, self.victim)
        players = {**state.players, self.victim: _dead_player(state, self.victim, own_part=own_part)}
        owed = dict(state.shares.get(self.victim, {}))
        share = _share(len(self.killers)) if self.paid else Fraction(0)
        for name in self.killers:
            score = players[name].score
            paid = self.paid.get(name)
            points = score.points if paid is None else add(score.points, paid)
            score = replace(score, kills=score.kills + 1, streak=score.streak + 1, points=points)
            players[name] = replace(players[name], score=score)
            costs = paid is not None and paid.numerator < 0  # a team-mate's death
            earned = -share if costs else share
            owed[name] = add(owed[name], earned) if name in owed else earned
        shares, waiting = {**state.shares, self.victim: owed}, (*state.play.waiting, self.victim)
        play = replace(state.play, waiting=waiting, last_death=state.play.turn)
        return replace(state, players=players, shares=shares, play=play)


class AccidentSuffered(Event, tag="accident"):
    """A champion died by accident; `paid` is what it lost (SCORE-2, SCORE-3).

    `cause` is a word of the rules ("telefragged", "disintegrated", "nuke", "mega-bumper") or
    "told", if the game master reported it: then `how` holds the words. `by` is the player who set
    it off.
    """

    player: str
    cause: str
    paid: Payments
    how: str | None = None
    by: str | None = None
    portal: int | None = None

    @property
    def victim(self) -> str:
        """The player who died, as of a kill."""
        return self.player

    def fold(self, state: Match) -> Match:
        dead = _dead_player(state, self.player, own_part=state.play.active == self.player)
        halted = dead.movement.halted or self.cause in OF_A_MOVE
        players = {**state.players, self.player: dead.replace(accidents=dead.score.accidents + 1, halted=halted)}
        for name, points in self.paid.items():
            players[name] = players[name].replace(points=add(players[name].score.points, points))
        owed = dict(state.shares.get(self.player, {}))
        if self.paid:
            owed[self.player] = add(owed[self.player], LOST_LIFE) if self.player in owed else LOST_LIFE
        shares, waiting = {**state.shares, self.player: owed}, (*state.play.waiting, self.player)
        play = replace(state.play, waiting=waiting, last_death=state.play.turn)
        return replace(state, players=players, shares=shares, play=play)


def _dead_player(state: Match, player: str, *, own_part: bool) -> Player:
    """Return a champion as its death leaves it; a death in its own part of a phase ends that part.

    Rule: TURN-1, MOVE-3
    """
    victim = state.players[player]
    score, phase = victim.score, state.play.phase
    part_over = PHASES[PHASES.index(phase)] if own_part and phase in PHASES else victim.turn.part_over
    halted = own_part and phase == "movement"
    return replace(
        victim,
        beacon=state.holds(player, "beacon"),
        life=replace(victim.life, alive=False, jammed=(), broken=False),
        movement=replace(victim.movement, limit=None, tested=False, halted=halted, in_water=False, swum=False, over=()),
        position=replace(victim.position, at=None, portal=None, near=None, tile=None, level=None),
        score=replace(score, deaths=score.deaths + 1, streak=0),
        turn=replace(victim.turn, part_over=part_over),
    )


@lru_cache(maxsize=64)
def _share(killers: int) -> Fraction:
    """Return the share of each killer in a kill."""
    return Fraction(1, killers)


LOST_LIFE = Fraction(-1)
"""The share of its own value that a champion pays for an accident."""


OF_A_MOVE = ("fell", "fell-in-water", "void", "crashed", "napalm", "dangerous-ground", "drowned")
"""Deaths by a champion's own move: it moves no more, even if it moved out of its turn (MOVE-3, MOVE-5)."""


# -- rolling an attack --------------------------------------------------------------------


class Why(Struct, frozen=True, kw_only=True):
    """One reason for a number: its code, its facts, and its source."""

    code: str
    facts: dict[str, int | str]
    source: str


class Working(Struct, frozen=True, kw_only=True):
    """One step of a fight: the number of dice, the number needed, and the result.

    `needed` is the least that passes, or the most if `at_most`. `by` is the player who rolled.
    `dice` is None if only a count was entered. `passed` counts the dice that passed, or is the sum
    of dice that are added up. `subject` names the save or the weapon.
    """

    kind: str
    by: str | None
    count: int
    needed: int
    at_most: bool = False
    summed: bool = False
    dice: tuple[int, ...] | None = None
    passed: int
    subject: str = ""
    why: tuple[Why, ...] = ()


Workings = tuple[Working, ...]


class Struck(Struct, frozen=True, kw_only=True):
    """What an attack did to one champion; numbers as in the 3rd edition's outcome.

    `told`: the table said "dead" before the dice did. `why` is what counted without a roll: an AP
    that leaves no save, a strength that kills at once.
    """

    player: str
    hits: int = 0
    wounds: int = 0
    unsaved: int = 0
    lost: int = 0
    dead: bool = False
    told: bool = False
    steps: Workings = ()
    why: tuple[Why, ...] = ()


def as_why(reason: Reason) -> Why:
    """Return a reason as an event or a question holds it."""
    return Why(code=reason.code, facts=dict(reason.facts), source=reason.source)


def workings(outcome: Outcome, attacker: str | None, target: str | None) -> Workings:
    """Return the steps of an outcome as facts that an event can hold."""
    return tuple(_working(step, attacker, target) for step in outcome.steps)


def struck_by(outcome: Outcome, attacker: str | None, target: str, attack: Attack | None = None) -> Struck:
    """Return what an outcome did to its target, as facts that an event can hold.

    With the `attack` they also hold what counted without a roll: why it had no save, or why no
    wound was possible.
    """
    why: tuple[Reason, ...] = ()
    if attack is not None and outcome.hits:
        impossible = attack.wound.reasons if attack.warnings else ()
        why = (*impossible, *attack.reasons, *(attack.saves.denied if outcome.wounds else ()))
    return Struck(
        player=target,
        hits=outcome.hits,
        wounds=outcome.wounds,
        unsaved=outcome.unsaved,
        lost=outcome.lost,
        dead=outcome.dead,
        told=outcome.told,
        steps=workings(outcome, attacker, target),
        why=tuple(as_why(reason) for reason in dict.fromkeys(why)),
    )


def _working(step: Step, attacker: str | None, target: str | None) -> Working:
    need = step.need
    owner = attacker if need.by == "attacker" else target
    answer = step.answer
    summed = need.keep != "each"
    failed = 0 if summed else step.reading[ONE] + step.reading[FAIL]
    return Working(
        kind=need.kind,
        by=owner or attacker or target,
        count=len(need.dice),
        needed=need.needed,
        at_most=need.at_most,
        summed=summed,
        dice=None if isinstance(answer, Total | Dead) else tuple(answer),
        passed=step.reading[0] if summed else len(need.dice) - failed,
        subject=need.subject,
        why=tuple(as_why(reason) for reason in need.reasons),
    )


# -- wounds and kills ---------------------------------------------------------------------


class Wounded(Event, tag="wounded"):
    """A champion lost a wound and lives on."""

    player: str
    left: int

    def fold(self, state: Match) -> Match:
        return change_player(state, self.player, wounds=self.left)


class SaveBroken(Event, tag="save-broken"):
    """A save that breaks at its first failure is lost until its bearer dies."""

    player: str

    def fold(self, state: Match) -> Match:
        return change_player(state, self.player, broken=True)


class Rose(Event, tag="rose"):
    """A champion that lost its last wound stays where it is, with one wound.

    It strikes no blow up to the end of turn `still`; None where no close combat is fought.
    """

    player: str
    still: int | None = None

    def fold(self, state: Match) -> Match:
        if self.still is None:
            return state
        still = max(self.still, state.players[self.player].turn.stunned)
        return change_player(state, self.player, stunned=still)


HarmCause = Literal[
    "demolition-charge", "spore-poison", "wandering-monster", "dangerous-ground", "perils", "barrel", "napalm",
    "plasma", "nuke", "drugs", "doctor", "lightning-field", "trait",
]  # fmt: skip


class Harmed(Event, tag="harmed"):
    """Something that nobody aimed damaged a champion; `struck` holds its dice.

    `cause` is a trap ("demolition-charge", "spore-poison", "wandering-monster"),
    "dangerous-ground", "perils" (of the warp), "barrel", "napalm", "plasma" (of its own weapon),
    "nuke", "drugs", "doctor", "lightning-field" or another "trait"; `by` is the player who set it
    off.
    """

    cause: HarmCause
    by: str | None = None
    struck: Struck
