"""What traits do when they are used: their tests, and what comes of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from msgspec import Struct, structs

from q40k.games.quake.rules.bonus.modifiers import fighter
from q40k.games.quake.rules.damage.damage import Harmed, Wounded, lose_wounds, suffer
from q40k.games.quake.rules.damage.deaths import die_by_accident
from q40k.games.quake.rules.damage.rolling import resolve, struck_by
from q40k.games.quake.rules.movement.water import Halted
from q40k.games.quake.rules.positions.places import apart
from q40k.games.quake.rules.questions import find_present, forbid, roll
from q40k.games.quake.rules.registry import rule
from q40k.games.quake.rules.respawn.respawn import respawn_waiting
from q40k.games.quake.rules.state import Match, Player
from q40k.games.quake.rules.traits.minds import leadership, shrugs_off, undone
from q40k.games.quake.rules.traits.using import (
    Beset,
    TraitUsed,
    UseTrait,
    chosen_of,
    may_use,
    meant,
)
from q40k.games.w40k3e.hits import hit_plan
from q40k.games.w40k3e.plans import AUTOMATIC, Attack, Test
from q40k.games.w40k3e.traits import Act, Trait, Use, has
from q40k.kernel.driver import Live
from q40k.kernel.events import Rule

ROT_IN, RUSH_IN = 6, 6
PERILS, PERILS_STRENGTH = (2, 12), 6


class Using(Struct, frozen=True):
    """A trait that is being used: whose, which, what was chosen, and whom it concerns."""

    live: Live[Match]
    player: Player
    trait: Trait
    use: Use
    choices: tuple[str, ...]
    targets: tuple[Player, ...]

    @property
    def ld(self) -> int:
        """The Leadership of whoever uses it, where it stands."""
        return leadership(self.live.state, self.player)

    def told(self, choices: tuple[str, ...], dice: tuple[int, ...] = ()) -> TraitUsed:
        """What is told of it."""
        return TraitUsed(
            player=self.player.id, trait=self.trait.id, choices=choices, dice=dice,
            held=self.use.once,
        )  # fmt: skip


@rule(UseTrait)
def use_trait(live: Live[Match], command: UseTrait) -> Rule[None]:
    """Use a trait: its dice, what is chosen of it, what it does to others.

    Rule: TRAIT-1
    """
    player, trait, use = meant(live, command)
    if not player.in_play and use.once != "match":
        raise forbid("TURN-1", "not-on-table", player=player.name)
    yield from may_use(live, player, trait, use)
    open_to_choice = use.act in ("choose", "drugs", "psychic")
    choices = chosen_of(player, use, command.choices) if open_to_choice else ()
    targets = tuple(find_present(live.state, name) for name in command.targets)
    for one in targets:
        if not one.in_play or one.id == player.id:
            raise forbid("TRAIT-1", "no-target-of-trait", player=one.name)
    if use.act in AT_SOMEBODY and not targets:
        raise forbid("TRAIT-1", "trait-target", player=player.name)
    yield from ACTS[use.act](Using(live, player, trait, use, choices, targets))
    yield from respawn_waiting(live)


def _choose(now: Using) -> Rule[None]:
    yield now.told(now.choices)


def _drugs(now: Using) -> Rule[None]:
    """A die for each: a double costs a wound without a save, three alike are death.

    Rule: TRAIT-1, SCORE-2
    """
    dice = (6,) * len(now.choices)
    rolled = yield from roll(now.live, now.player.id, "drugs", "TRAIT-1", dice)
    yield now.told(now.choices, rolled)
    alike = Counter(rolled).values()
    if max(alike) > 2:
        yield from die_by_accident(now.live, now.player.id, "drugs")
        return
    doubles = sum(number == 2 for number in alike)
    yield from lose_wounds(now.live, now.player.id, doubles, cause="drugs")


def _test(now: Using) -> Rule[tuple[bool, tuple[int, ...]]]:
    """A psychic test: 2D6 of at most its Ld; a 2 or a 12 is a peril of the warp.

    Rule: TRAIT-1
    """
    live, who = now.live, now.player.id
    dice = yield from roll(live, who, "psychic-use", "TRAIT-1", (6, 6), needed=now.ld)
    if sum(dice) in PERILS and not (yield from shrugs_off(live, now.player)):
        figure = fighter(live.state, live.state.players[who])
        attack = hit_plan(PERILS_STRENGTH, figure, "TRAIT-1", no_save=("armour", "cover"))
        done = yield from resolve(attack, None, who, "TRAIT-1")
        yield Harmed(cause="perils", struck=struck_by(done, None, who))
        yield from suffer(live, who, attack, done, cause="perils")
    return sum(dice) <= now.ld and live.state.players[who].in_play, dice


def _psychic(now: Using) -> Rule[None]:
    passed, dice = yield from _test(now)
    yield now.told(now.choices if passed else (), dice)


def _stupid(now: Using) -> Rule[None]:
    needed = now.ld
    dice = yield from roll(now.live, now.player.id, "leadership-use", "TRAIT-1", (6, 6),
                           needed=needed)  # fmt: skip
    yield now.told((), dice)
    if sum(dice) > needed:
        yield Halted(player=now.player.id)


def _inert(now: Using) -> Rule[None]:
    dice = yield from roll(now.live, now.player.id, "inert", "TRAIT-1")
    idle = dice == (1,)
    yield now.told(tuple(one.id for one in now.use.choices) if idle else (), dice)
    if idle:
        yield Halted(player=now.player.id)


def _rush(now: Using) -> Rule[None]:
    dice = yield from roll(now.live, now.player.id, "rush", "TRAIT-1")
    if dice[0] > 2:
        yield now.told((), dice)
        return
    (more,) = yield from roll(now.live, now.player.id, "rush-inches", "TRAIT-1")
    yield now.told(tuple(one.id for one in now.use.choices), (*dice, more))
    yield Beset(player=now.player.id, trait=now.trait.id, effect="move", value=RUSH_IN + more)


def _wounds(now: Using, target: str, hits: int, *, armour: bool, cause: str) -> Rule[None]:
    """So many wounds on somebody, with saves (or none by armour), by whoever uses the trait."""
    live = now.live
    figure = fighter(live.state, live.state.players[target])
    struck = hit_plan(1, figure, "TRAIT-1", no_save=() if armour else ("armour", "cover"))
    attack: Attack = structs.replace(struck, wound=Test(AUTOMATIC), hits=hits)
    done = yield from resolve(attack, None, target, "TRAIT-1")
    yield Harmed(cause="trait", by=now.player.id, struck=struck_by(done, None, target))
    yield from suffer(live, target, attack, done, killers=(now.player.id,), cause=cause)


def _rot(now: Using) -> Rule[None]:
    """A die for each other champion within 6 in: a 6 is a wound, with the usual saves.

    Rule: TRAIT-1, SCORE-1
    """
    state = now.live.state
    near = [
        p for p in state.order
        if p != now.player.id and state.players[p].in_play
        and (away := apart(state, now.player, state.players[p])) is not None and away <= ROT_IN
    ]  # fmt: skip
    victims = dict.fromkeys((*near, *(one.id for one in now.targets)))
    yield now.told(())
    for victim in victims:
        (die,) = yield from roll(now.live, victim, "rot", "TRAIT-1")
        if die == 6:
            yield from _wounds(now, victim, 1, armour=True, cause="kill")


def _doctor(now: Using) -> Rule[None]:
    dice = yield from roll(now.live, now.player.id, "doctor", "TRAIT-1")
    yield now.told((), dice)
    patient = now.targets[0] if now.targets else now.player
    left, whole = patient.life.wounds, patient.champion.w
    if dice == (6,) and left < whole:
        yield Wounded(player=patient.id, left=left + 1)
    elif dice == (1,) and whole > 1:
        yield from lose_wounds(now.live, patient.id, 1, cause="doctor")


def _mind_war(now: Using) -> Rule[None]:
    passed, dice = yield from _test(now)
    yield now.told((), dice)
    target = now.targets[0]
    if not passed or (yield from undone(now.live, now.player, target, None)):
        return
    if has(target.abilities, "no-leadership"):
        return
    theirs_ld = leadership(now.live.state, target)
    (mine,) = yield from roll(now.live, now.player.id, "mind", "TRAIT-1", ld=now.ld)
    (theirs,) = yield from roll(now.live, target.id, "mind", "TRAIT-1", ld=theirs_ld)
    won = mine + now.ld - theirs - theirs_ld
    if won > 0:
        yield from _wounds(now, target.id, won, armour=False, cause="kill")


def _life_drain(now: Using) -> Rule[None]:
    target, live = now.targets[0], now.live
    mine = yield from roll(live, now.player.id, "mind", "TRAIT-1", (6, 6), ld=now.ld)
    theirs = yield from roll(live, target.id, "mind", "TRAIT-1", (6, 6), ld=target.champion.ld)
    yield now.told((), (*mine, *theirs))
    won = sum(mine) + now.ld - sum(theirs) - target.champion.ld
    if won > 0:
        yield from lose_wounds(live, target.id, 1, killers=(now.player.id,))
    elif won < 0:
        yield from lose_wounds(live, now.player.id, 1, killers=(target.id,))


def _shout(now: Using) -> Rule[None]:
    yield now.told(())
    for one in now.targets:
        if has(one.abilities, "no-leadership"):
            continue
        ld = leadership(now.live.state, one)
        dice = yield from roll(now.live, one.id, "leadership-use", "TRAIT-1", (6, 6), needed=ld)
        if sum(dice) > ld:
            yield Beset(player=one.id, trait=now.trait.id, effect="ws", value=-1, scope="melee")


def _distract(now: Using) -> Rule[None]:
    yield now.told(())
    target = now.targets[0].id
    yield Beset(player=target, trait=now.trait.id, effect="attacks", value=-1, scope="melee")


AT_SOMEBODY = frozenset(("mind-war", "life-drain", "shout", "distract"))
ACTS: dict[Act, Callable[[Using], Rule[None]]] = {
    "choose": _choose, "drugs": _drugs, "psychic": _psychic, "stupid": _stupid, "inert": _inert,
    "rush": _rush, "rot": _rot, "doctor": _doctor, "mind-war": _mind_war,
    "life-drain": _life_drain, "shout": _shout, "distract": _distract,
}  # fmt: skip
