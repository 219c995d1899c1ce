"""DAMAGE: rolling an attack, its wounds and kills, and every way to die."""

from fractions import Fraction
from functools import lru_cache
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from q40k.games.quake.rules.bonus import modifiers, special, tokens
from q40k.games.quake.rules.flag_carrying import drop_flags, place_of_death
from q40k.games.quake.rules.registry import Event, fold
from q40k.games.quake.rules.state import Match, Payments, Player, add, change_player
from q40k.games.w40k3e.damage import wounds_plan
from q40k.games.w40k3e.needs import FAIL, ONE, SIX, Choose, Dead, Need, Total
from q40k.games.w40k3e.needs import Answer as NeedAnswer
from q40k.games.w40k3e.plans import Attack, Reason
from q40k.games.w40k3e.resolving import Outcome, Step, sequence
from q40k.geometry.space import Spot
from q40k.kernel.events import DEAD, Answer, Live, Rule, TallyQuestion

# -- deaths and accidents -----------------------------------------------------------------


class Killed(Event, tag="killed"):
    """A champion was killed; `paid` is what each killer scored (SCORE-1, MELEE-4)."""

    victim: str
    killers: tuple[str, ...]
    paid: Payments
    how: str | None = None
    cause: str = "kill"


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


def _dead_player(state: Match, player: str) -> Player:
    """Return a champion as its death leaves it."""
    victim = state.players[player]
    score = victim.score
    return replace(
        victim,
        beacon=state.holds(player, "beacon"),
        life=replace(victim.life, alive=False, jammed=(), broken=False),
        movement=replace(victim.movement, limit=None, tested=False, halted=False, in_water=False, swum=False, over=()),
        position=replace(victim.position, at=None, portal=None, near=None, tile=None, level=None),
        score=replace(score, deaths=score.deaths + 1, streak=0),
        turn=replace(victim.turn, moved=False),
    )


@lru_cache(maxsize=64)
def _share(killers: int) -> Fraction:
    """Return the share of each killer in a kill."""
    return Fraction(1, killers)


@fold(Killed)
def _killed(state: Match, event: Killed) -> Match:
    players = {**state.players, event.victim: _dead_player(state, event.victim)}
    owed = dict(state.shares.get(event.victim, {}))
    share = _share(len(event.killers)) if event.paid else Fraction(0)
    for name in event.killers:
        score = players[name].score
        paid = event.paid.get(name)
        points = score.points if paid is None else add(score.points, paid)
        score = replace(score, kills=score.kills + 1, streak=score.streak + 1, points=points)
        players[name] = replace(players[name], score=score)
        costs = paid is not None and paid.numerator < 0  # a team-mate's death
        earned = -share if costs else share
        owed[name] = add(owed[name], earned) if name in owed else earned
    shares, waiting = {**state.shares, event.victim: owed}, (*state.play.waiting, event.victim)
    play = replace(state.play, waiting=waiting, last_death=state.play.turn)
    return replace(state, players=players, shares=shares, play=play)


LOST_LIFE = Fraction(-1)
"""The share of its own value that a champion pays for an accident."""

OF_A_MOVE = ("fell", "fell-in-water", "void", "crashed", "napalm", "dangerous-ground")
"""Deaths by a champion's own move: it moves no more in that part (MOVE-3, MOVE-5)."""


@fold(AccidentSuffered)
def _accident_suffered(state: Match, event: AccidentSuffered) -> Match:
    dead = _dead_player(state, event.player)
    accidents, halted = dead.score.accidents + 1, event.cause in OF_A_MOVE
    players = {**state.players, event.player: dead.replace(accidents=accidents, halted=halted)}
    for name, points in event.paid.items():
        players[name] = players[name].replace(points=add(players[name].score.points, points))
    owed = dict(state.shares.get(event.player, {}))
    if event.paid:
        owed[event.player] = add(owed[event.player], LOST_LIFE) if event.player in owed else LOST_LIFE
    shares, waiting = {**state.shares, event.player: owed}, (*state.play.waiting, event.player)
    play = replace(state.play, waiting=waiting, last_death=state.play.turn)
    return replace(state, players=players, shares=shares, play=play)


def die_by_accident(
    live: Live[Match],
    player: str,
    cause: str,
    *,
    how: str | None = None,
    by: str | None = None,
    portal: int | None = None,
    free: bool = False,
    at: Spot | None = None,
) -> Rule[None]:
    """Kill a champion by accident: it loses its own value, unless `free`.

    Nobody scores. `at` is where it leaves its flag, if that is not where it stands now.

    Rule: SCORE-2, RESPAWN-2, FLAG-2
    """
    state = live.state
    costs = state.mod.has("victory-points") and not free
    paid = {player: -state.players[player].value} if costs else {}
    yield AccidentSuffered(player=player, cause=cause, paid=paid, how=how, by=by, portal=portal)
    yield from tokens.drop_token(live, player)
    yield from drop_flags(live, player, at or place_of_death(state, state.players[player]))


def die_by_hand(
    live: Live[Match], victim: str, killers: tuple[str, ...], *, how: str | None = None, cause: str = "kill"
) -> Rule[None]:
    """Kill a champion: its killers score its value, shared equally and exactly.

    A killer of the victim's own team loses its share instead of scoring it.

    Rule: SCORE-1, MELEE-4, TEAM-4, RESPAWN-2, FLAG-2
    """
    state = live.state
    value = state.players[victim].value
    share = value if len(killers) == 1 else value / len(killers)
    side = state.side_of(victim)
    paid = {}
    if state.mod.has("victory-points"):
        paid = {k: -share if state.side_of(k) == side else share for k in killers}
    yield Killed(victim=victim, killers=killers, paid=paid, how=how, cause=cause)
    yield from tokens.drop_token(live, victim)
    yield from drop_flags(live, victim, place_of_death(state, state.players[victim]))


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


def resolve(attack: Attack, attacker: str | None, target: str | None, rule: str) -> Rule[Outcome]:
    """Ask for an attack's dice one step at a time; return the outcome.

    `attacker` and `target` are player ids. None has no owner (a fall, a building), and then the
    other one rolls. The order is that of the 3rd edition: to hit, to wound, saves. The player who
    saves may answer with another save it has, and is asked for that one.

    Rule: SHOOT-1, MELEE-2
    """
    steps = sequence(attack)
    try:
        need = next(steps)
        while True:
            question = _build_question(need, attack, attacker, target, rule)
            answer: Answer = yield question
            chosen = answer in question.choices
            need = steps.send(Choose(str(answer)) if chosen else _read_answer(answer))
    except StopIteration as stop:
        outcome: Outcome = stop.value
        return outcome


def _build_question(need: Need, attack: Attack, attacker: str | None, target: str | None, rule: str) -> TallyQuestion:
    owner = attacker if need.by == "attacker" else target
    summed = need.keep != "each"
    facts = {
        "kind": need.kind,
        "needed": need.needed,
        "at_most": need.at_most,
        "subject": need.subject,
        "attacker": attacker,
        "target": target,
        "label": attack.label,
        "why": tuple(as_why(reason) for reason in need.reasons),
    }
    bounds = _total_range(need)
    return TallyQuestion(
        f"fight-{need.kind}",
        owner or attacker or target,
        rule,
        facts,
        need.dice,
        needed=need.needed,
        least=bounds[0],
        most_total=bounds[1],
        summed=summed,
        finishes=target is not None,
        choices=need.others,
        sixes=SIX in need.faces,
        ones=ONE in need.faces,
    )


def _total_range(need: Need) -> tuple[int, int]:
    if need.keep == "each":
        return 0, len(need.dice)
    if need.keep == "highest":
        return 1, max(need.dice)
    return len(need.dice), sum(need.dice)


def _read_answer(answer: Answer) -> NeedAnswer:
    """Convert an answer of the table to the one the 3rd edition expects."""
    if answer == DEAD:
        return Dead()
    counts = TallyQuestion.counts(answer)
    if counts is not None:
        return Total(*counts)
    assert isinstance(answer, tuple)
    return [int(die) for die in answer]


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


class SaveBroken(Event, tag="save-broken"):
    """A save that breaks at its first failure is lost until its bearer dies."""

    player: str


class Rose(Event, tag="rose"):
    """A champion that lost its last wound stays where it is, with one wound.

    It strikes no blow up to the end of turn `still`; None where no close combat is fought.
    """

    player: str
    still: int | None = None


class Harmed(Event, tag="harmed"):
    """Something that nobody aimed damaged a champion; `struck` holds its dice.

    `cause` is a trap ("demolition-charge", "spore-poison", "wandering-monster"),
    "dangerous-ground", "perils" (of the warp), "barrel", "napalm", "plasma" (of its own weapon),
    "nuke", "drugs", "doctor", "lightning-field" or another "trait"; `by` is the player who set it
    off.
    """

    cause: Literal[
        "demolition-charge", "spore-poison", "wandering-monster", "dangerous-ground", "perils", "barrel", "napalm",
        "plasma", "nuke", "drugs", "doctor", "lightning-field", "trait",
    ]  # fmt: skip
    by: str | None = None
    struck: Struck


@fold(Wounded)
def _wounded(state: Match, event: Wounded) -> Match:
    return change_player(state, event.player, wounds=event.left)


@fold(SaveBroken)
def _save_broken(state: Match, event: SaveBroken) -> Match:
    return change_player(state, event.player, broken=True)


@fold(Rose)
def _rose(state: Match, event: Rose) -> Match:
    if event.still is None:
        return state
    still = max(event.still, state.players[event.player].turn.stunned)
    return change_player(state, event.player, stunned=still)


def lose_wounds(
    live: Live[Match],
    player: str,
    lost: int,
    *,
    killers: tuple[str, ...] = (),
    cause: str = "kill",
    at: Spot | None = None,
) -> Rule[None]:
    """Take wounds off a champion; if none is left it dies by its killers' hands.

    Without killers, or by its own hand alone, it is an accident (`at`: see `die_by_accident`).

    Rule: SCORE-1, SCORE-2
    """
    victim = live.state.players[player]
    others = tuple(killer for killer in killers if killer != player)
    if not victim.in_play or lost <= 0:
        return
    if lost < victim.life.wounds:
        yield Wounded(player=player, left=victim.life.wounds - lost)
    elif others:
        yield from die_by_hand(live, player, others, cause=cause)
        yield from special.feast(live, others, player, cause)
    else:
        yield from die_by_accident(live, player, cause, at=at)


def suffer_wounds(
    live: Live[Match],
    player: str,
    wounds: int,
    *,
    killers: tuple[str, ...] = (),
    cause: Literal["plasma", "drugs", "doctor", "kill"],
    failed: bool = False,
) -> Rule[None]:
    """Inflict wounds that no save stops; a trait may ignore them, or keep the last one.

    `failed`: these are saves that failed, and a bonus may ignore the first.

    Rule: TRAIT-1, BONUS-1, SCORE-1, SCORE-2
    """
    victim = live.state.players[player]
    if not victim.in_play or wounds <= 0:
        return
    attack = wounds_plan(wounds, modifiers.fighter(live.state, victim), "TRAIT-1", failed=failed)
    outcome = yield from resolve(attack, None, player, "TRAIT-1")
    if failed:
        outcome = replace(outcome, ward=max(0, attack.ward - wounds))
    if outcome.steps:
        harm = "trait" if cause == "kill" else cause
        yield Harmed(cause=harm, by=next(iter(killers), None), struck=struck_by(outcome, None, player))
    yield from apply_attack(live, player, attack, outcome, killers=killers, cause=cause)


def apply_attack(
    live: Live[Match],
    player: str,
    attack: Attack,
    outcome: Outcome,
    *,
    killers: tuple[str, ...] = (),
    cause: str = "kill",
    at: Spot | None = None,
) -> Rule[None]:
    """Apply a resolved attack to a champion; see `wear_down` and `lose_wounds`.

    Rule: SCORE-1, SCORE-2, BONUS-1
    """
    yield from wear_down(live, player, attack, outcome)
    victim = live.state.players[player]
    lost = victim.life.wounds if outcome.dead else outcome.lost
    yield from lose_wounds(live, player, lost, killers=killers, cause=cause, at=at)


def wear_down(live: Live[Match], player: str, attack: Attack, outcome: Outcome) -> Rule[None]:
    """Apply what an attack uses up of a champion, besides its wounds.

    A breaking save that failed is lost. A bonus whose ignored failures are used up is spent. A
    champion that stays with its last wound strikes no more in this close combat.

    Rule: BONUS-1, TRAIT-1
    """
    victim = live.state.players[player]
    if not victim.in_play:
        return
    if outcome.broken and not victim.life.broken:
        yield SaveBroken(player=player)
    if outcome.risen:
        play = live.state.play
        yield Rose(player=player, still=play.turn if play.phase == "melee" else None)
    held = victim.bonus
    used_up = attack.ward > outcome.ward == 0 and held is not None and not held.spent
    if held and used_up and any(m.effect == "ward" for m in live.state.kind(held).modifiers):
        yield tokens.BonusSpent(player=player)
