"""Hold the dice that each stage of an attack needs."""

from __future__ import annotations

from collections.abc import Callable

from q40k.games.w40k3e.needs import FAIL, PASS, SIX, Need, NeedKind, faces, faces_at_most
from q40k.games.w40k3e.plans import Attack, Test, Trial
from q40k.games.w40k3e.reasons import reason
from q40k.games.w40k3e.tally import Tally, current_save, saves_of


def need(attack: Attack, tally: Tally) -> Need | None:
    """Return the dice that come next, or None when the attack is over."""
    return None if tally.done else _NEEDS[tally.stage](attack, tally)


def _d6(kind: NeedKind, test: Test, tally: Tally, **more: object) -> Need:
    options = {"by": "attacker", "faces": faces(test.needed), "reasons": test.reasons, **more}
    return Need(kind, (6,) * tally.n, test.needed, **options)  # type: ignore[arg-type]


def _need_count(attack: Attack, _tally: Tally) -> Need:
    return Need(
        "count",
        attack.count.dice,
        0,
        "attacker",
        keep="sum",
        subject=attack.label,
        reasons=attack.count.reasons,
    )


def _need_hit(attack: Attack, tally: Tally) -> Need:
    classes = faces(
        attack.hit.needed,
        ones=attack.hot is not None or attack.jams > 0,
        sixes=attack.six_hits != "",
    )
    return _d6(tally.stage, attack.hit, tally, faces=classes, subject=attack.label)


def _need_hot(attack: Attack, tally: Tally) -> Need:
    test = attack.hot or Test(7)
    return _d6("hot", test, tally, subject=attack.label)


def _need_wound(attack: Attack, tally: Tally) -> Need:
    classes = faces(attack.wound.needed, sixes=attack.six_slays)
    return _d6(tally.stage, attack.wound, tally, faces=classes, subject=attack.label)


def _need_ap(attack: Attack, tally: Tally) -> Need:
    most = attack.ap_below or 0
    return Need(
        "ap",
        (6,) * tally.n,
        most,
        "attacker",
        faces=faces_at_most(most),
        at_most=True,
        subject=attack.label,
        reasons=(reason("ap-rolled", attack.label, sides=6),),
    )


def _need_save(attack: Attack, tally: Tally) -> Need:
    save = current_save(attack, tally)
    if save is None:  # a stage of saves is entered only with a save
        raise AssertionError("a save that is not there")
    rolls = tally._replace(n=1) if save.breaks else tally
    others: tuple[str, ...] = ()
    if tally.stage == "save" and not tally.broken:
        options = saves_of(attack, tally.queue).options
        others = tuple(dict.fromkeys(option.kind for option in options if option.kind != save.kind))
    return _d6(tally.stage, save.test, rolls, by="target", subject=save.kind, others=others)


def _need_pain(attack: Attack, tally: Tally) -> Need:
    return _d6("no-pain", attack.no_pain or Test(7), tally, by="target")


def _need_rise(attack: Attack, tally: Tally) -> Need:
    return _d6("rise", attack.rises or Test(7), tally, by="target")


def _need_cast(attack: Attack, _tally: Tally) -> Need:
    if attack.cast is None:
        raise AssertionError("a power that is not there")
    return _leadership("cast", attack.cast)


def _need_trial(attack: Attack, tally: Tally) -> Need:
    return _leadership("trial", attack.trials[tally.queue])


def _leadership(kind: NeedKind, trial: Trial) -> Need:
    return Need(
        kind,
        (6, 6),
        trial.needed,
        trial.by,
        at_most=True,
        keep="sum",
        subject="psychic" if trial.psychic else "leadership",
        reasons=trial.reasons,
    )


def _need_penetrate(attack: Attack, tally: Tally) -> Need:
    hull = attack.hull
    if hull is None:
        raise AssertionError("armour that is not there")
    if tally.stage == "penetrate-again" or hull.six_again:
        return Need(
            "penetrate" if tally.stage == "penetrate" else "penetrate-again",
            (6,),
            max(0, hull.av - hull.strength),
            "attacker",
            keep="sum",
            subject=attack.label,
            reasons=hull.reasons,
        )
    needed = max(0, hull.av - hull.strength)
    if hull.dice > 1:
        return Need(
            "penetrate",
            (6,) * hull.dice,
            needed,
            "attacker",
            keep=hull.keep,
            subject=attack.label,
            reasons=hull.reasons,
        )
    classes = tuple((FAIL, PASS, SIX)[hull.result(shown, six=shown == 6)] for shown in range(1, 7))
    least = next((shown for shown in range(1, 7) if classes[shown - 1] != FAIL), 7)
    return Need(
        "penetrate",
        (6,) * tally.n,
        least,
        "attacker",
        faces=classes,
        subject=attack.label,
        reasons=hull.reasons,
    )


_NEEDS: dict[str, Callable[[Attack, Tally], Need]] = {
    "cast": _need_cast,
    "count": _need_count,
    "hit": _need_hit,
    "hit-again": _need_hit,
    "hit-more": _need_hit,
    "hot": _need_hot,
    "wound": _need_wound,
    "wound-again": _need_wound,
    "ap": _need_ap,
    "save": _need_save,
    "save-again": _need_save,
    "no-pain": _need_pain,
    "rise": _need_rise,
    "trial": _need_trial,
    "penetrate": _need_penetrate,
    "penetrate-again": _need_penetrate,
}
