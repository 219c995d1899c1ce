"""Resolve an attack: which dice are needed next, and what they change.

`need` and `take` are pure functions on tallies: a match can ask for dice one step at a time, and
the odds can follow every answer. `sequence` is the loop around them.
"""

from collections.abc import Callable, Generator

from msgspec.structs import replace

from q40k.games.w40k3e.needs import (
    FAIL,
    GRAVE,
    ONE,
    PASS,
    PIERCED,
    PLAIN,
    SIX,
    Answer,
    Choose,
    Dead,
    Need,
    Outcome,
    Reading,
    Step,
    Tally,
    Total,
    WrongAnswer,
    current_save,
    need,
)
from q40k.games.w40k3e.plans import AUTOMATIC, Attack, Saves

__all__ = ("Outcome", "Step", "Tally", "need", "outcome", "sequence", "start", "take")


def start(attack: Attack) -> Tally:
    """Return the tally of an attack before its first roll."""
    tally = Tally(ward=attack.ward)
    if attack.cast is not None:
        return tally._replace(stage="cast", n=2)
    return _begin(attack, tally)


def _begin(attack: Attack, tally: Tally) -> Tally:
    """Enter the first stage after the psychic test: given hits, a count of shots, or shots."""
    if attack.hits is not None:
        return _skip_diceless_stages(attack, _start_wounds(attack, tally._replace(hits=attack.hits)))
    if attack.count.dice:
        return tally._replace(stage="count", n=len(attack.count.dice))
    return _skip_diceless_stages(attack, _start_hits(attack, tally, attack.count.of()))


def take(attack: Attack, tally: Tally, reading: Reading, *, final: bool = False) -> Tally:
    """Return the tally after a reading; with `final` (a total) nothing is rerolled."""
    how = _without_rerolls(attack) if final else attack
    return _skip_diceless_stages(attack, _TAKE[tally.stage](how, tally, reading))


def _without_rerolls(attack: Attack) -> Attack:
    return replace(
        attack,
        hit=replace(attack.hit, reroll="none"),
        wound=replace(attack.wound, reroll="none"),
        saves=_saves_without_rerolls(attack.saves),
        saves_pierced=_saves_without_rerolls(attack.saves_pierced),
        hits_again=0,
    )


def outcome(attack: Attack, tally: Tally, steps: tuple[Step, ...] = ()) -> Outcome:
    """Return what a finished tally means."""
    dead = tally.slain or (attack.hull is None and tally.lost >= attack.wounds)
    hull = attack.hull
    return Outcome(
        shots=tally.shots,
        hits=tally.hits + tally.sharp,
        wounds=sum(tally.wounds),
        unsaved=tally.unsaved,
        lost=attack.wounds if tally.slain else min(tally.lost, attack.wounds),
        dead=dead,
        slain=tally.slain,
        burns=tally.burns,
        perils=tally.perils,
        jammed=tally.jammed,
        broken=tally.broken,
        ward=tally.ward,
        risen=tally.risen,
        stunned=attack.stuns and tally.lost > 0 and not dead,
        glancing=tally.glancing,
        penetrating=tally.penetrating,
        destroyed=hull is not None and hull.structure is not None and tally.penetrating >= hull.structure,
        steps=steps,
    )


def sequence(attack: Attack) -> Generator[Need, Answer, Outcome]:
    """Yield each need in turn, receive dice, a `Total` or `Dead`, and return the outcome.

    A `Choose` rolls nothing: the same wounds then use the chosen save.

    Raises WrongAnswer for an answer that does not fit, and leaves the tally unchanged. A caller
    that wants to ask again checks with `Need.read` first.
    """
    tally = start(attack)
    steps: list[Step] = []
    while (upcoming := need(attack, tally)) is not None:
        answer = yield upcoming
        if isinstance(answer, Dead):
            so_far = outcome(attack, tally, tuple(steps))
            if attack.hull is not None:
                return replace(so_far, destroyed=True, told=True)
            return replace(so_far, dead=True, lost=attack.wounds, stunned=False, told=True)
        if isinstance(answer, Choose):
            if answer.kind not in upcoming.others:
                raise WrongAnswer("no-such-save")
            attack = attack.prefer_save(answer.kind)
            continue
        if isinstance(answer, Total):
            reading = upcoming.read_total(answer)
            steps.append(Step(upcoming, answer, reading))
        else:
            reading = upcoming.read(answer)
            steps.append(Step(upcoming, tuple(answer), reading))
        tally = take(attack, tally, reading, final=isinstance(answer, Total))
    return outcome(attack, tally, tuple(steps))


def _saves_without_rerolls(saves: Saves) -> Saves:
    options = tuple(replace(save, test=replace(save.test, reroll="none")) for save in saves.options)
    return replace(saves, options=options)


# ---- which stage comes next -----------------------------------------------------------------


def _skip_diceless_stages(attack: Attack, tally: Tally) -> Tally:
    """Move past every stage that rolls no dice."""
    while tally.n == 0 and not tally.done:
        tally = _after(attack, tally)
    return tally


def _after(attack: Attack, tally: Tally) -> Tally:
    """Return the stage after a finished one, whose dice have all been read."""
    following = _FOLLOWING.get(tally.stage)
    return tally._replace(done=True) if following is None else following(attack, tally)


def _start_hits(attack: Attack, tally: Tally, shots: int) -> Tally:
    tally = tally._replace(stage="hit", shots=shots)
    if attack.hit.rolled:
        return tally._replace(n=shots)
    return tally._replace(n=0, hits=0 if attack.hit.needed > 6 else shots)


def _start_hot(attack: Attack, tally: Tally) -> Tally:
    jammed = 0 < attack.jams <= tally.ones
    tally = tally._replace(stage="hot", n=0, jammed=jammed)
    if attack.hot is None or not tally.ones:
        return tally
    if attack.hot.rolled:
        return tally._replace(n=tally.ones)
    return tally._replace(burns=tally.ones)


def _start_wounds(attack: Attack, tally: Tally) -> Tally:
    if attack.hits_ignored and not attack.only_hits:
        tally = _ignore_hits(attack, tally)
    hits = tally.hits + tally.sharp
    if attack.only_hits or not hits:
        return tally._replace(done=True)
    if attack.hull is not None:
        return tally._replace(stage="penetrate", n=hits)
    if attack.hit_slays:
        return tally._replace(done=True, slain=True, wounds=(0, 0, 1), unsaved=1)
    tally = tally._replace(stage="wound", queue=PLAIN)
    if attack.six_hits == "rending":
        tally = tally._replace(wounds=(0, tally.sharp * attack.rolls_per_hit, 0))
    return _roll_wounds(attack, tally, tally.hits)


def _ignore_hits(attack: Attack, tally: Tally) -> Tally:
    """Remove the hits that do not count: plain hits first, then those that ignore armour."""
    plain = min(tally.hits, attack.hits_ignored)
    sharp = min(tally.sharp, attack.hits_ignored - plain)
    return tally._replace(hits=tally.hits - plain, sharp=tally.sharp - sharp)


def _roll_wounds(attack: Attack, tally: Tally, hits: int) -> Tally:
    """Roll to wound with this many hits, or count the wounds at once."""
    rolls = hits * attack.rolls_per_hit
    if attack.wound.rolled:
        return tally._replace(n=rolls)
    wounded = rolls if attack.wound.needed <= AUTOMATIC else 0
    return _add_wounds(tally._replace(n=0), wounded, 0)


def _add_wounds(tally: Tally, passed: int, sixes: int) -> Tally:
    """Add wounds to their queue."""
    plain, pierced, grave = tally.wounds
    if tally.queue == PIERCED:
        return tally._replace(wounds=(plain, pierced + passed, grave + sixes))
    return tally._replace(wounds=(plain + passed, pierced, grave + sixes))


def _start_ap(attack: Attack, tally: Tally) -> Tally:
    """Roll to wound with hits that ignore armour, then the AP of the other wounds."""
    if tally.queue == PLAIN and attack.six_hits == "pierces" and tally.sharp:
        return _roll_wounds(attack, tally._replace(stage="wound", queue=PIERCED), tally.sharp)
    dice = tally.wounds[PLAIN] if attack.ap_below else 0
    return tally._replace(stage="ap", queue=PLAIN, n=dice)


def _start_saves(attack: Attack, tally: Tally) -> Tally:
    """Roll the saves of this queue of wounds, or count all as failed."""
    waiting = tally.wounds[tally.queue]
    tally = tally._replace(stage="save", n=0, failed=0)
    save = current_save(attack, tally)
    if not waiting:
        return tally
    if save is None:
        return tally._replace(bare=waiting)
    return tally._replace(n=waiting)


def _count_failed_saves(attack: Attack, tally: Tally) -> Tally:
    """Count the failed saves of one queue, and go on with the next."""
    failed = max(0, tally.failed - tally.ward) + tally.bare  # without a save there is no failed save for the ward
    ward = max(0, tally.ward - tally.failed)
    slain = tally.slain or (failed > 0 and (attack.slays or tally.queue == GRAVE))
    soft = attack.no_pain is not None and tally.queue == PLAIN
    tally = tally._replace(
        failed=0,
        bare=0,
        ward=ward,
        unsaved=tally.unsaved + failed,
        pain=failed if soft else tally.pain,
        lost=tally.lost + (0 if soft else failed * attack.wounds_cost),
        slain=slain,
    )
    if tally.queue < GRAVE:
        return _start_saves(attack, tally._replace(queue=tally.queue + 1))
    return tally._replace(stage="no-pain", n=tally.pain)


def _start_trials(attack: Attack, tally: Tally) -> Tally:
    """Start what follows the wounds: rising again, a force weapon's test, the victim's test."""
    tally = tally._replace(stage="trial", queue=0, n=0)
    if tally.slain or tally.lost >= attack.wounds:
        return _start_rise(attack, tally)
    if not attack.trials or not tally.lost:
        return tally._replace(done=True)
    return tally._replace(n=2)


def _start_rise(attack: Attack, tally: Tally) -> Tally:
    """Ask whether a dead target stays with its last wound; who is slain outright seldom may."""
    if attack.rises is None or (tally.slain and not attack.rises_always):
        return tally._replace(done=True)
    return tally._replace(stage="rise", n=1, done=False)


# ---- what each stage makes of its dice ------------------------------------------------------


def _take_cast(attack: Attack, tally: Tally, reading: Reading) -> Tally:
    cast = attack.cast
    assert cast is not None
    tally = tally._replace(n=0, perils=1 if reading[0] in (2, 12) else 0)
    return _begin(attack, tally) if reading[0] <= cast.needed else tally._replace(done=True)


def _take_count(attack: Attack, tally: Tally, reading: Reading) -> Tally:
    return _start_hits(attack, tally, attack.count.of(reading[0]))


def _take_hit(attack: Attack, tally: Tally, reading: Reading) -> Tally:
    missed, ones = reading[ONE] + reading[FAIL], reading[ONE]
    again = 0
    if _may_roll_again(attack, tally):
        again = missed if attack.hit.reroll == "failures" else min(1, missed)
        ones = max(0, ones - again)  # a single reroll is spent on a 1 first
    new_hits = reading[PASS] + reading[SIX]
    tally = tally._replace(
        hits=tally.hits + reading[PASS],
        sharp=tally.sharp + reading[SIX],
        fresh=tally.fresh + new_hits,
        ones=tally.ones + ones,
    )
    if again:
        return tally._replace(stage="hit-again", n=again)
    if tally.chain + 1 >= attack.hits_again:
        return tally._replace(n=0)
    return tally._replace(stage="hit-more", n=tally.fresh, fresh=0, chain=tally.chain + 1)


def _may_roll_again(attack: Attack, tally: Tally) -> bool:
    if attack.hit.reroll == "failures":
        return tally.stage != "hit-again"
    return attack.hit.reroll == "one" and tally.stage == "hit"


def _take_hot(_attack: Attack, tally: Tally, reading: Reading) -> Tally:
    return tally._replace(n=0, burns=reading[FAIL] + reading[ONE])


def _take_wound(attack: Attack, tally: Tally, reading: Reading) -> Tally:
    failed = reading[FAIL] + reading[ONE]
    again = 0
    if tally.stage == "wound":
        again = {"none": 0, "failures": failed, "one": min(1, failed)}[attack.wound.reroll]
    tally = _add_wounds(tally, reading[PASS], reading[SIX])
    return tally._replace(stage="wound-again" if again else tally.stage, n=again)


def _take_ap(_attack: Attack, tally: Tally, reading: Reading) -> Tally:
    plain, sharp, grave = tally.wounds
    pierced = reading[PASS]
    return tally._replace(n=0, wounds=(plain - pierced, sharp + pierced, grave))


def _take_save(attack: Attack, tally: Tally, reading: Reading) -> Tally:
    save = current_save(attack, tally)
    failed = reading[FAIL] + reading[ONE]
    if save is not None and save.breaks:
        return _break_save(attack, tally) if failed else tally._replace(n=tally.n - 1)
    if save is not None and failed and tally.stage == "save" and save.test.reroll != "none":
        more = failed if save.test.reroll == "failures" else 1
        return tally._replace(stage="save-again", n=more, failed=tally.failed + failed - more)
    return tally._replace(n=0, failed=tally.failed + failed)


def _break_save(attack: Attack, tally: Tally) -> Tally:
    """Lose the breaking save after its failure: the waiting wounds take the next best."""
    tally = tally._replace(n=tally.n - 1, failed=tally.failed + 1, broken=True)
    if current_save(attack, tally) is None:
        return tally._replace(n=0, bare=tally.n)
    return tally


def _take_pain(attack: Attack, tally: Tally, reading: Reading) -> Tally:
    return tally._replace(n=0, pain=0, lost=tally.lost + (reading[FAIL] + reading[ONE]) * attack.wounds_cost)


def _take_rise(attack: Attack, tally: Tally, reading: Reading) -> Tally:
    """Leave a risen target one wound, and end the attack."""
    up = reading[PASS] + reading[SIX] > 0
    if not up:
        return tally._replace(n=0, done=True)
    return tally._replace(n=0, done=True, risen=True, slain=False, lost=attack.wounds - 1)


def _take_trial(attack: Attack, tally: Tally, reading: Reading) -> Tally:
    trial = attack.trials[tally.queue]
    passed = reading[0] <= trial.needed
    slain = tally.slain or passed == (trial.slays_on == "pass")
    perils = tally.perils + (1 if trial.psychic and reading[0] in (2, 12) else 0)
    more = not slain and tally.queue + 1 < len(attack.trials)
    tally = tally._replace(slain=slain, perils=perils, queue=tally.queue + 1, n=2 if more else 0, done=not more)
    return _start_rise(attack, tally) if slain else tally


def _take_penetrate(attack: Attack, tally: Tally, reading: Reading) -> Tally:
    hull = attack.hull
    assert hull is not None
    if len(reading) > 1:
        return tally._replace(n=0, glancing=reading[PASS], penetrating=reading[SIX], done=True)
    rolled = reading[0] + (6 if tally.stage == "penetrate-again" else 0)
    if hull.six_again and tally.stage == "penetrate" and rolled == 6:
        return tally._replace(stage="penetrate-again")
    result = hull.result(rolled, six=rolled == 6)
    hits_left = tally.n - 1
    return tally._replace(
        stage="penetrate",
        n=hits_left,
        glancing=tally.glancing + (result == 1),
        penetrating=tally.penetrating + (result == 2),
        done=hits_left == 0,
    )


_FOLLOWING: dict[str, Callable[[Attack, Tally], Tally]] = {
    "count": _start_hot,
    "hit": _start_hot,
    "hit-again": _start_hot,
    "hit-more": _start_hot,
    "hot": _start_wounds,
    "wound": _start_ap,
    "wound-again": _start_ap,
    "ap": _start_saves,
    "save": _count_failed_saves,
    "save-again": _count_failed_saves,
    "no-pain": _start_trials,
}
_TAKE: dict[str, Callable[[Attack, Tally, Reading], Tally]] = {
    "cast": _take_cast,
    "count": _take_count,
    "hit": _take_hit,
    "hit-again": _take_hit,
    "hit-more": _take_hit,
    "hot": _take_hot,
    "wound": _take_wound,
    "wound-again": _take_wound,
    "ap": _take_ap,
    "save": _take_save,
    "save-again": _take_save,
    "no-pain": _take_pain,
    "rise": _take_rise,
    "trial": _take_trial,
    "penetrate": _take_penetrate,
    "penetrate-again": _take_penetrate,
}
