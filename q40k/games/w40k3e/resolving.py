"""Resolving an attack: which dice are needed next, and what they change.

`need` and `take` are pure functions between the tallies of an attack, so that a match can ask for
dice one step at a time, and the odds can follow every answer there is. `sequence` is the loop
around them.
"""

from __future__ import annotations

from collections.abc import Callable, Generator

from msgspec.structs import replace

from q40k.games.w40k3e.needs import (
    FAIL,
    ONE,
    PASS,
    SIX,
    Answer,
    Choose,
    Dead,
    Need,
    Reading,
    Total,
    WrongAnswer,
)
from q40k.games.w40k3e.plans import AUTOMATIC, Attack, Saves
from q40k.games.w40k3e.stages import need
from q40k.games.w40k3e.tally import GRAVE, PIERCED, PLAIN, Outcome, Step, Tally, save_taken

__all__ = ("Outcome", "Step", "Tally", "need", "outcome", "sequence", "start", "take")


def start(attack: Attack) -> Tally:
    """The tally of an attack of which no die has been rolled."""
    tally = Tally(ward=attack.ward)
    if attack.cast is not None:
        return tally._replace(stage="cast", n=2)
    return _begun(attack, tally)


def _begun(attack: Attack, tally: Tally) -> Tally:
    """Once it may happen at all: hits that are given, shots that are rolled, or shots."""
    if attack.hits is not None:
        return _settled(attack, _to_wound(attack, tally._replace(hits=attack.hits)))
    if attack.count.dice:
        return tally._replace(stage="count", n=len(attack.count.dice))
    return _settled(attack, _shooting(attack, tally, attack.count.of()))


def take(attack: Attack, tally: Tally, reading: Reading, *, final: bool = False) -> Tally:
    """The tally after a reading; with `final` nothing of it is rolled again (a total)."""
    how = _once(attack) if final else attack
    return _settled(attack, _TAKES[tally.stage](how, tally, reading))


def _once(attack: Attack) -> Attack:
    """The attack without anything that is rolled again."""
    return replace(
        attack,
        hit=replace(attack.hit, reroll="none"),
        wound=replace(attack.wound, reroll="none"),
        saves=_saved_once(attack.saves),
        saves_pierced=_saved_once(attack.saves_pierced),
        hits_again=0,
    )


def outcome(attack: Attack, tally: Tally, steps: tuple[Step, ...] = ()) -> Outcome:
    """What a finished tally means."""
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
        destroyed=hull is not None
        and hull.structure is not None
        and tally.penetrating >= hull.structure,
        steps=steps,
    )


def sequence(attack: Attack) -> Generator[Need, Answer, Outcome]:
    """Yield each need in turn, be sent dice, a `Total` or `Dead`, and return the outcome.

    A `Choose` rolls nothing: the same wounds are saved otherwise from then on.

    Raises WrongAnswer at an answer that does not fit; the tally is then as it was, so that a
    caller who wants to ask again checks with `Need.read` first.
    """
    tally = start(attack)
    steps: list[Step] = []
    while (wanted := need(attack, tally)) is not None:
        answer = yield wanted
        if isinstance(answer, Dead):
            so_far = outcome(attack, tally, tuple(steps))
            if attack.hull is not None:
                return replace(so_far, destroyed=True, told=True)
            return replace(so_far, dead=True, lost=attack.wounds, stunned=False, told=True)
        if isinstance(answer, Choose):
            if answer.kind not in wanted.others:
                raise WrongAnswer("no-such-save")
            attack = attack.choosing(answer.kind)
            continue
        if isinstance(answer, Total):
            reading = wanted.read_total(answer)
            steps.append(Step(wanted, answer, reading))
        else:
            reading = wanted.read(answer)
            steps.append(Step(wanted, tuple(answer), reading))
        tally = take(attack, tally, reading, final=isinstance(answer, Total))
    return outcome(attack, tally, tuple(steps))


def _saved_once(saves: Saves) -> Saves:
    options = tuple(replace(save, test=replace(save.test, reroll="none")) for save in saves.options)
    return replace(saves, options=options)


# ---- which stage comes next -----------------------------------------------------------------


def _settled(attack: Attack, tally: Tally) -> Tally:
    """Go on past every stage that rolls no dice."""
    while tally.n == 0 and not tally.done:
        tally = _after(attack, tally)
    return tally


def _after(attack: Attack, tally: Tally) -> Tally:
    """The stage after one that is finished, whose dice have all been read."""
    following = _FOLLOWING.get(tally.stage)
    return tally._replace(done=True) if following is None else following(attack, tally)


def _shooting(attack: Attack, tally: Tally, shots: int) -> Tally:
    tally = tally._replace(stage="hit", shots=shots)
    if attack.hit.rolled:
        return tally._replace(n=shots)
    return tally._replace(n=0, hits=0 if attack.hit.needed > 6 else shots)


def _burning(attack: Attack, tally: Tally) -> Tally:
    jammed = 0 < attack.jams <= tally.ones
    tally = tally._replace(stage="hot", n=0, jammed=jammed)
    if attack.hot is None or not tally.ones:
        return tally
    if attack.hot.rolled:
        return tally._replace(n=tally.ones)
    return tally._replace(burns=tally.ones)


def _to_wound(attack: Attack, tally: Tally) -> Tally:
    if attack.hits_ignored and not attack.only_hits:
        tally = _ignoring(attack, tally)
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
    return _wounding(attack, tally, tally.hits)


def _ignoring(attack: Attack, tally: Tally) -> Tally:
    """Take away the hits that count for nothing: plain ones before those that go past armour."""
    plain = min(tally.hits, attack.hits_ignored)
    sharp = min(tally.sharp, attack.hits_ignored - plain)
    return tally._replace(hits=tally.hits - plain, sharp=tally.sharp - sharp)


def _wounding(attack: Attack, tally: Tally, hits: int) -> Tally:
    """Roll to wound with so many hits, or count them at once."""
    rolls = hits * attack.rolls_per_hit
    if attack.wound.rolled:
        return tally._replace(n=rolls)
    wounded = rolls if attack.wound.needed <= AUTOMATIC else 0
    return _wounded(tally._replace(n=0), wounded, 0)


def _wounded(tally: Tally, passed: int, sixes: int) -> Tally:
    """Add wounds to the queue they belong to."""
    plain, pierced, grave = tally.wounds
    if tally.queue == PIERCED:
        return tally._replace(wounds=(plain, pierced + passed, grave + sixes))
    return tally._replace(wounds=(plain + passed, pierced, grave + sixes))


def _piercing(attack: Attack, tally: Tally) -> Tally:
    """Roll to wound with the hits that go past armour, then the AP of the others."""
    if tally.queue == PLAIN and attack.six_hits == "pierces" and tally.sharp:
        return _wounding(attack, tally._replace(stage="wound", queue=PIERCED), tally.sharp)
    dice = tally.wounds[PLAIN] if attack.ap_below else 0
    return tally._replace(stage="ap", queue=PLAIN, n=dice)


def _saving(attack: Attack, tally: Tally) -> Tally:
    """Roll the saves of this queue of wounds, or count them all as failed."""
    waiting = tally.wounds[tally.queue]
    tally = tally._replace(stage="save", n=0, failed=0)
    save = save_taken(attack, tally)
    if not waiting:
        return tally
    if save is None:
        return tally._replace(bare=waiting)
    return tally._replace(n=waiting)


def _failing(attack: Attack, tally: Tally) -> Tally:
    """Count the failed saves of one queue, and go on with the next."""
    failed = max(0, tally.failed - tally.ward) + tally.bare  # without a save none has failed
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
        return _saving(attack, tally._replace(queue=tally.queue + 1))
    return tally._replace(stage="no-pain", n=tally.pain)


def _dying(attack: Attack, tally: Tally) -> Tally:
    """What follows the wounds: whether the fallen rises, a force weapon's test, the victim's."""
    tally = tally._replace(stage="trial", queue=0, n=0)
    dead = tally.slain or tally.lost >= attack.wounds
    if dead and attack.rises is not None and not tally.risen:
        return tally._replace(stage="rise", n=1)
    if not attack.trials or dead or not tally.lost:
        return tally._replace(done=True)
    return tally._replace(n=2)


# ---- what each stage makes of its dice ------------------------------------------------------


def _take_cast(attack: Attack, tally: Tally, reading: Reading) -> Tally:
    cast = attack.cast
    if cast is None:
        raise AssertionError("a power that is not there")
    tally = tally._replace(n=0, perils=1 if reading[0] in (2, 12) else 0)
    return _begun(attack, tally) if reading[0] <= cast.needed else tally._replace(done=True)


def _take_count(attack: Attack, tally: Tally, reading: Reading) -> Tally:
    return _shooting(attack, tally, attack.count.of(reading[0]))


def _take_hit(attack: Attack, tally: Tally, reading: Reading) -> Tally:
    missed, ones = reading[ONE] + reading[FAIL], reading[ONE]
    again = 0
    if _may_roll_again(attack, tally):
        again = missed if attack.hit.reroll == "failures" else min(1, missed)
        ones = max(0, ones - again)  # who rolls one miss again takes a 1 for it
    found = reading[PASS] + reading[SIX]
    tally = tally._replace(
        hits=tally.hits + reading[PASS],
        sharp=tally.sharp + reading[SIX],
        fresh=tally.fresh + found,
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
    tally = _wounded(tally, reading[PASS], reading[SIX])
    return tally._replace(stage="wound-again" if again else tally.stage, n=again)


def _take_ap(_attack: Attack, tally: Tally, reading: Reading) -> Tally:
    plain, sharp, grave = tally.wounds
    pierced = reading[PASS]
    return tally._replace(n=0, wounds=(plain - pierced, sharp + pierced, grave))


def _take_save(attack: Attack, tally: Tally, reading: Reading) -> Tally:
    save = save_taken(attack, tally)
    failed = reading[FAIL] + reading[ONE]
    if save is not None and save.breaks:
        return _broken(attack, tally) if failed else tally._replace(n=tally.n - 1)
    if save is not None and failed and tally.stage == "save" and save.test.reroll != "none":
        more = failed if save.test.reroll == "failures" else 1
        return tally._replace(stage="save-again", n=more, failed=tally.failed + failed - more)
    return tally._replace(n=0, failed=tally.failed + failed)


def _broken(attack: Attack, tally: Tally) -> Tally:
    """The save that breaks has failed: the wounds still waiting take the next best."""
    tally = tally._replace(n=tally.n - 1, failed=tally.failed + 1, broken=True)
    if save_taken(attack, tally) is None:
        return tally._replace(n=0, bare=tally.n)
    return tally


def _take_pain(attack: Attack, tally: Tally, reading: Reading) -> Tally:
    return tally._replace(
        n=0, pain=0, lost=tally.lost + (reading[FAIL] + reading[ONE]) * attack.wounds_cost
    )


def _take_rise(attack: Attack, tally: Tally, reading: Reading) -> Tally:
    """Whoever rises has one wound left, and this attack is over for it."""
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
    return tally._replace(
        slain=slain, perils=perils, queue=tally.queue + 1, n=2 if more else 0, done=not more
    )


def _take_penetrate(attack: Attack, tally: Tally, reading: Reading) -> Tally:
    hull = attack.hull
    if hull is None:
        raise AssertionError("armour that is not there")
    if len(reading) > 1:
        return tally._replace(n=0, glancing=reading[PASS], penetrating=reading[SIX], done=True)
    rolled = reading[0] + (6 if tally.stage == "penetrate-again" else 0)
    if hull.six_again and tally.stage == "penetrate" and rolled == 6:
        return tally._replace(stage="penetrate-again")
    found = hull.result(rolled, six=rolled == 6)
    left = tally.n - 1
    return tally._replace(
        stage="penetrate",
        n=left,
        glancing=tally.glancing + (found == 1),
        penetrating=tally.penetrating + (found == 2),
        done=left == 0,
    )


_FOLLOWING: dict[str, Callable[[Attack, Tally], Tally]] = {
    "count": _burning,
    "hit": _burning,
    "hit-again": _burning,
    "hit-more": _burning,
    "hot": _to_wound,
    "wound": _piercing,
    "wound-again": _piercing,
    "ap": _saving,
    "save": _failing,
    "save-again": _failing,
    "no-pain": _dying,
}
_TAKES: dict[str, Callable[[Attack, Tally, Reading], Tally]] = {
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
