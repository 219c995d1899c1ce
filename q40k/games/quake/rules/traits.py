"""TRAITS: use an ability when the table says so, and control minds."""

from collections import Counter
from collections.abc import Callable

from msgspec import Struct

from q40k.games.quake.rules.damage import apply_attack, die_by_accident, inflict, resolve, suffer_wounds
from q40k.games.quake.rules.questions import roll
from q40k.games.quake.state import damage, positions, traits
from q40k.games.quake.state.bonus import fighter
from q40k.games.quake.state.match import Match, Player
from q40k.games.quake.state.movement.water import Halted
from q40k.games.quake.state.questions import find_present
from q40k.games.quake.state.registry import rule
from q40k.games.w40k3e.damage import hit_plan, wounds_plan
from q40k.games.w40k3e.traits import Act, Trait, Use, greatest, has
from q40k.kernel.events import Live, Rule
from q40k.tabletop.asking import choose, forbid, refuse


def find_trait(live: Live[Match], command: traits.UseTrait) -> tuple[Player, Trait, Use]:
    """Find the player and the trait that a command names. Raises Refused."""
    player = find_present(live.state, command.player)
    folded = command.trait.casefold()
    for trait in traits.usable_traits(player):
        names = (trait.id, trait.name.en, trait.name.fr)
        if trait.use is not None and folded in (name.casefold() for name in names):
            return player, trait, trait.use
    usable_ids = tuple(trait.id for trait in traits.usable_traits(player))
    raise forbid("TRAIT-1", "no-such-trait", player=player.name, got=command.trait, known=usable_ids)


def refuse_bad_use(live: Live[Match], player: Player, trait: Trait, use: Use) -> Rule[None]:
    """Refuse a trait out of its phases, used too often, or beside the shot it replaces.

    Rule: TRAIT-1, SHOOT-4
    """
    state = live.state
    if state.play.phase not in use.phases:
        yield from refuse("TURN-1", "wrong-phase", phase=state.play.phase, wanted=use.phases[0])
    spent = (*player.gifts, *player.turn.using, *(f"{entry}/" for entry in player.life.used))
    if any(entry.startswith(f"{trait.id}/") for entry in spent):
        yield from refuse("TRAIT-1", "trait-used-up", player=player.name)
    if use.instead_of_shot and player.turn.shot is not None:
        yield from refuse("TRAIT-1", "shot-before-trait", player=player.name)


def check_choices(player: Player, use: Use, texts: tuple[str, ...]) -> tuple[str, ...]:
    """Return the ids chosen, each once and no more than allowed. Raises Refused."""
    ids_by_name = {choice.id: choice.id for choice in use.choices}
    ids_by_name |= {name.casefold(): choice.id for choice in use.choices for name in (choice.name.en, choice.name.fr)}
    chosen = dict.fromkeys(ids_by_name.get(text.casefold(), "") for text in texts)
    if "" in chosen or len(chosen) > use.most or (use.choices and not chosen):
        ids = tuple(choice.id for choice in use.choices)
        raise forbid("TRAIT-1", "trait-choices", player=player.name, known=ids, most=use.most)
    return tuple(chosen)


# -- the effects of used traits -----------------------------------------------------------


ROT_IN, RUSH_IN = 6, 6


PERILS, PERILS_STRENGTH = (2, 12), 6


class Using(Struct, frozen=True):
    """A trait in use: its player, its choices and its targets."""

    live: Live[Match]
    player: Player
    trait: Trait
    use: Use
    choices: tuple[str, ...]
    targets: tuple[Player, ...]

    @property
    def ld(self) -> int:
        """Return the Leadership of the trait's user, where it stands."""
        return traits.leadership(self.live.state, self.player)

    def as_event(self, choices: tuple[str, ...], dice: tuple[int, ...] = ()) -> traits.TraitUsed:
        """Return the event of this use."""
        return traits.TraitUsed(
            player=self.player.id, trait=self.trait.id, choices=choices, dice=dice, held=self.use.once
        )


@rule(traits.UseTrait)
def use_trait(live: Live[Match], command: traits.UseTrait) -> Rule[None]:
    """Use a trait: its dice, its choices, its effects on others.

    Rule: TRAIT-1
    """
    player, trait, use = find_trait(live, command)
    if not player.in_play and use.once != "match":
        raise forbid("TURN-1", "not-on-table", player=player.name)
    yield from refuse_bad_use(live, player, trait, use)
    open_to_choice = use.act in ("choose", "drugs", "psychic")
    choices = check_choices(player, use, command.choices) if open_to_choice else ()
    targets = tuple(find_present(live.state, name) for name in command.targets)
    for target in targets:
        if not target.in_play or target.id == player.id:
            raise forbid("TRAIT-1", "no-target-of-trait", player=target.name)
    if use.act in traits.AT_SOMEBODY and not targets:
        raise forbid("TRAIT-1", "trait-target", player=player.name)
    yield from ACTS[use.act](Using(live, player, trait, use, choices, targets))


def _choose(using: Using) -> Rule[None]:
    yield using.as_event(using.choices)


def _drugs(using: Using) -> Rule[None]:
    """Roll a die for each drug: a double costs a wound without a save, three alike kill.

    Rule: TRAIT-1, SCORE-2
    """
    dice = (6,) * len(using.choices)
    rolled = yield from roll(using.live, using.player.id, "drugs", "TRAIT-1", dice)
    yield using.as_event(using.choices, rolled)
    alike = Counter(rolled).values()
    if max(alike) > 2:
        yield from die_by_accident(using.live, using.player.id, "drugs")
        return
    doubles = sum(number == 2 for number in alike)
    yield from suffer_wounds(using.live, using.player.id, doubles, cause="drugs")


def _test(using: Using) -> Rule[tuple[bool, tuple[int, ...]]]:
    """Take a psychic test: 2D6 of at most its Ld; a 2 or a 12 is a peril of the warp.

    Rule: TRAIT-1
    """
    live, who = using.live, using.player.id
    dice = yield from roll(live, who, "psychic-use", "TRAIT-1", (6, 6), needed=using.ld)
    if sum(dice) in PERILS and not (yield from shrugs_off(live, using.player)):
        figure = fighter(live.state, live.state.players[who])
        attack = hit_plan(PERILS_STRENGTH, figure, "TRAIT-1", no_save=("armour", "cover"))
        yield from inflict(live, who, attack, "perils", "TRAIT-1", explains=False)
    return sum(dice) <= using.ld and live.state.players[who].in_play, dice


def _psychic(using: Using) -> Rule[None]:
    passed, dice = yield from _test(using)
    if passed and (yield from oppose_power(using.live, using.player, using.player)):
        passed = False
    yield using.as_event(using.choices if passed else (), dice)


def _stupid(using: Using) -> Rule[None]:
    needed = using.ld
    dice = yield from roll(using.live, using.player.id, "leadership-use", "TRAIT-1", (6, 6), needed=needed)
    yield using.as_event((), dice)
    if sum(dice) > needed:
        yield Halted(player=using.player.id)


def _inert(using: Using) -> Rule[None]:
    dice = yield from roll(using.live, using.player.id, "inert", "TRAIT-1")
    idle = dice == (1,)
    yield using.as_event(tuple(choice.id for choice in using.use.choices) if idle else (), dice)
    if idle:
        yield Halted(player=using.player.id)


def _rush(using: Using) -> Rule[None]:
    dice = yield from roll(using.live, using.player.id, "rush", "TRAIT-1")
    if dice[0] > 2:
        yield using.as_event((), dice)
        return
    (more,) = yield from roll(using.live, using.player.id, "rush-inches", "TRAIT-1")
    yield using.as_event(tuple(choice.id for choice in using.use.choices), (*dice, more))
    yield traits.Beset(player=using.player.id, trait=using.trait.id, effect="move", value=RUSH_IN + more)


def _wounds(using: Using, target: str, hits: int, *, armour: bool, cause: str) -> Rule[None]:
    """Inflict so many wounds, with saves (or none by armour), by the user of the trait."""
    live = using.live
    figure = fighter(live.state, live.state.players[target])
    attack = wounds_plan(hits, figure, "TRAIT-1", no_save=() if armour else ("armour", "cover"))
    outcome = yield from resolve(attack, None, target, "TRAIT-1")
    yield damage.Harmed(cause="trait", by=using.player.id, struck=damage.struck_by(outcome, None, target))
    yield from apply_attack(live, target, attack, outcome, killers=(using.player.id,), cause=cause)


def _rot(using: Using) -> Rule[None]:
    """Roll a die for each other champion within 6 in: a 6 is a wound, with the usual saves.

    Rule: TRAIT-1, SCORE-1
    """
    state = using.live.state
    near = [
        p
        for p in state.order
        if p != using.player.id
        and state.players[p].in_play
        and (distance := positions.distance_between(state, using.player, state.players[p])) is not None
        and distance <= ROT_IN
    ]
    victims = dict.fromkeys((*near, *(target.id for target in using.targets)))
    yield using.as_event(())
    for victim in victims:
        (die,) = yield from roll(using.live, victim, "rot", "TRAIT-1")
        if die == 6:
            yield from _wounds(using, victim, 1, armour=True, cause="kill")


def _doctor(using: Using) -> Rule[None]:
    dice = yield from roll(using.live, using.player.id, "doctor", "TRAIT-1")
    yield using.as_event((), dice)
    patient = using.targets[0] if using.targets else using.player
    wounds, most = patient.life.wounds, patient.champion.w
    if dice == (6,) and wounds < most:
        yield damage.Wounded(player=patient.id, left=wounds + 1)
    elif dice == (1,) and most > 1:
        yield from suffer_wounds(using.live, patient.id, 1, cause="doctor")


def _mind_war(using: Using) -> Rule[None]:
    passed, dice = yield from _test(using)
    yield using.as_event((), dice)
    target = using.targets[0]
    if not passed or (yield from undo_power(using.live, using.player, target, None)):
        return
    if has(target.abilities, "no-leadership"):
        return
    theirs_ld = traits.leadership(using.live.state, target)
    (mine,) = yield from roll(using.live, using.player.id, "mind", "TRAIT-1", ld=using.ld)
    (theirs,) = yield from roll(using.live, target.id, "mind", "TRAIT-1", ld=theirs_ld)
    won = mine + using.ld - theirs - theirs_ld
    if won > 0:
        yield from _wounds(using, target.id, won, armour=False, cause="kill")


def _life_drain(using: Using) -> Rule[None]:
    target, live = using.targets[0], using.live
    mine = yield from roll(live, using.player.id, "mind", "TRAIT-1", (6, 6), ld=using.ld)
    theirs = yield from roll(live, target.id, "mind", "TRAIT-1", (6, 6), ld=target.champion.ld)
    yield using.as_event((), (*mine, *theirs))
    won = sum(mine) + using.ld - sum(theirs) - target.champion.ld
    if won > 0:
        yield from suffer_wounds(live, target.id, 1, killers=(using.player.id,), cause="kill")
    elif won < 0:
        yield from suffer_wounds(live, using.player.id, 1, killers=(target.id,), cause="kill")


def _shout(using: Using) -> Rule[None]:
    yield using.as_event(())
    for target in using.targets:
        if has(target.abilities, "no-leadership"):
            continue
        ld = traits.leadership(using.live.state, target)
        dice = yield from roll(using.live, target.id, "leadership-use", "TRAIT-1", (6, 6), needed=ld)
        if sum(dice) > ld:
            yield traits.Beset(player=target.id, trait=using.trait.id, effect="ws", value=-1, scope="melee")


def _distract(using: Using) -> Rule[None]:
    yield using.as_event(())
    target = using.targets[0].id
    yield traits.Beset(player=target, trait=using.trait.id, effect="attacks", value=-1, scope="melee")


ACTS: dict[Act, Callable[[Using], Rule[None]]] = {
    "choose": _choose,
    "drugs": _drugs,
    "psychic": _psychic,
    "stupid": _stupid,
    "inert": _inert,
    "rush": _rush,
    "rot": _rot,
    "doctor": _doctor,
    "mind-war": _mind_war,
    "life-drain": _life_drain,
    "shout": _shout,
    "distract": _distract,
}


def dares(live: Live[Match], player: Player, target: Player, weapon: str | None) -> Rule[bool]:
    """Return whether a champion dares to shoot at another (with a weapon) or to charge it (None).

    Where the target's trait demands it, this is a roll of 2D6 of at most its Leadership.

    Rule: TRAIT-1, MOVE-2
    """
    if not has(target.abilities, "daunts") or has(player.abilities, "no-leadership"):
        return True
    needed = traits.leadership(live.state, player)
    dice = yield from roll(live, player.id, "leadership-use", "TRAIT-1", (6, 6), needed=needed)
    if sum(dice) <= needed:
        return True
    yield traits.Daunted(player=player.id, target=target.id, dice=dice, weapon=weapon)
    return False


def undo_power(live: Live[Match], caster: Player, target: Player, weapon: str | None) -> Rule[bool]:
    """Roll whether a power has no effect on its target: a die of the target, or D6 and Ld each.

    What passes that may be opposed by a psychic hood.

    Rule: TRAIT-1
    """
    needed = greatest(target.abilities, "powers-fail-on")
    if needed:
        dice = yield from roll(live, target.id, "ward-power", "TRAIT-1", needed=needed)
        fails = dice[0] >= needed
    elif has(target.abilities, "powers-contested"):
        mine, theirs = traits.leadership(live.state, caster), traits.leadership(live.state, target)
        (a,) = yield from roll(live, caster.id, "mind", "TRAIT-1", ld=mine)
        (b,) = yield from roll(live, target.id, "mind", "TRAIT-1", ld=theirs)
        dice, fails = (a, b), a + mine < b + theirs
    else:
        return (yield from oppose_power(live, caster, target, weapon))
    if fails:
        yield traits.PowerUndone(player=caster.id, target=target.id, dice=dice, weapon=weapon)
        return True
    return (yield from oppose_power(live, caster, target, weapon))


def oppose_power(live: Live[Match], caster: Player, target: Player, weapon: str | None = None) -> Rule[bool]:
    """Let the other sides' psychic hoods oppose a power: D6 and Ld each, the higher bearer undoes it.

    Each bearer on the table chooses whether to try, wherever it stands.

    Rule: TRAIT-1
    """
    state = live.state
    for name in state.order:
        bearer = state.players[name]
        if state.side_of(name) == state.side_of(caster.id) or not bearer.in_play:
            continue
        if not has(bearer.abilities, "powers-opposed"):
            continue
        if (yield from choose(name, "psychic-hood", "TRAIT-1", ("yes", "no"), player=caster.id)) == "no":
            continue
        mine, theirs = traits.leadership(state, caster), traits.leadership(state, bearer)
        (a,) = yield from roll(live, caster.id, "mind", "TRAIT-1", ld=mine)
        (b,) = yield from roll(live, name, "mind", "TRAIT-1", ld=theirs)
        if b + theirs > a + mine:
            yield traits.PowerUndone(player=caster.id, target=target.id, dice=(a, b), weapon=weapon, hood=name)
            return True
    return False


def shrugs_off(live: Live[Match], psyker: Player) -> Rule[bool]:
    """Return whether a champion ignores a peril of the warp.

    Rule: TRAIT-1
    """
    needed = greatest(psyker.abilities, "perils-ignored-on")
    if not needed:
        return False
    (die,) = yield from roll(live, psyker.id, "ward-warp", "TRAIT-1", needed=needed)
    return die >= needed
