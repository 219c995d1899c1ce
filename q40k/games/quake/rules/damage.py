"""DAMAGE: roll an attack, its wounds and kills, and every way to die."""

from typing import Literal

from msgspec.structs import replace

from q40k.games.quake.rules.flags import drop_flags
from q40k.games.quake.state import bonus
from q40k.games.quake.state.damage import (
    AccidentSuffered,
    HarmCause,
    Harmed,
    Killed,
    Rose,
    SaveBroken,
    Wounded,
    as_why,
    struck_by,
)
from q40k.games.quake.state.flags import place_of_death
from q40k.games.quake.state.match import Match
from q40k.games.w40k3e.damage import wounds_plan
from q40k.games.w40k3e.needs import ONE, SIX, Choose, Dead, Need, Total
from q40k.games.w40k3e.needs import Answer as NeedAnswer
from q40k.games.w40k3e.plans import Attack
from q40k.games.w40k3e.resolving import Outcome, sequence
from q40k.geometry.space import Spot
from q40k.kernel.events import DEAD, Answer, Live, Rule, TallyQuestion
from q40k.tabletop.asking import choose_several

NOT_BLOWS = ("nuke", "barrel", "demolition-charge", "spore-poison")
"""Causes of death in the close combat phase that are not close combat."""


def feast(live: Live[Match], killers: tuple[str, ...], victim: str, cause: str) -> Rule[None]:
    """Let each holder that lives take what it likes from a victim of close combat.

    Rule: BONUS-1
    """
    if live.state.play.phase != "melee" or cause in NOT_BLOWS:
        return
    for killer in killers:
        if live.state.players[killer].in_play and live.state.holds(killer, "vampirism"):
            yield from take_from_dead(live, killer, victim)


def take_from_dead(live: Live[Match], killer: str, victim: str) -> Rule[None]:
    """Let a killer choose what it takes from its victim.

    Rule: BONUS-1
    """
    offer = bonus.feast_options(live.state, killer, victim)
    chosen = yield from choose_several(killer, "vampirism", "BONUS-1", tuple(offer), target=victim, offer=offer)
    if not chosen:
        return
    prey = live.state.players[victim]
    victim_profile = bonus.profile(prey)
    kit = tuple(name for name in chosen if name in victim_profile.weapons)
    abilities = (t for t in prey.abilities if t.id in chosen or any(name in kit for name in t.gear))
    yield bonus.Feasted(
        player=killer,
        victim=victim,
        figures={name: getattr(victim_profile, name) for name in chosen if name in (*bonus.FIGURES, *bonus.SAVES)},
        kit=kit,
        arms=tuple(arm for arm in prey.arms if arm.id in chosen),
        traits=bonus.new_traits(live.state.players[killer], abilities),
        unit_type=victim_profile.unit_type if bonus.UNIT_TYPE in chosen else None,
    )


def drop_token(live: Live[Match], player: str) -> Rule[None]:
    """Return a champion's token to its place, to be picked up and rolled anew.

    Rule: BONUS-4, RESPAWN-2
    """
    held = live.state.players[player].bonus
    if held is not None:
        yield bonus.TokenReturned(token=held.token, player=player)


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
    yield from drop_token(live, player)
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
    yield from drop_token(live, victim)
    yield from drop_flags(live, victim, place_of_death(state, state.players[victim]))


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
        yield from feast(live, others, player, cause)
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
    attack = wounds_plan(wounds, bonus.fighter(live.state, victim), "TRAIT-1", failed=failed)
    outcome = yield from resolve(attack, None, player, "TRAIT-1")
    if failed:
        outcome = replace(outcome, ward=max(0, attack.ward - wounds))
    if outcome.steps:
        harm = "trait" if cause == "kill" else cause
        yield Harmed(cause=harm, by=next(iter(killers), None), struck=struck_by(outcome, None, player))
    yield from apply_attack(live, player, attack, outcome, killers=killers, cause=cause)


def inflict(
    live: Live[Match],
    player: str,
    attack: Attack,
    cause: HarmCause,
    rule: str,
    *,
    by: str | None = None,
    explains: bool = True,
) -> Rule[None]:
    """Roll an attack that nobody aimed at a champion, report it and apply it; `by` set it off.

    It `explains` what counted without a roll.

    Rule: SCORE-1, SCORE-2, BONUS-1
    """
    outcome = yield from resolve(attack, by, player, rule)
    yield Harmed(cause=cause, by=by, struck=struck_by(outcome, by, player, attack if explains else None))
    killers = () if by is None else (by,)
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
        yield bonus.BonusSpent(player=player)
