"""TRAITS: abilities beyond a champion's profile, used when the table says so."""

from collections import Counter
from collections.abc import Callable
from typing import Literal

from msgspec import Struct

from q40k.games.quake.rules import damage, minds, positions, respawn
from q40k.games.quake.rules.bonus.modifiers import fighter
from q40k.games.quake.rules.movement.water import Halted
from q40k.games.quake.rules.questions import find_present, forbid, must_be_open, refuse, roll
from q40k.games.quake.rules.registry import Command, Event, fold, rule
from q40k.games.quake.rules.state import Match, Player, change_player
from q40k.games.quake.rules.turn.turn import TurnOpened
from q40k.games.w40k3e.damage import hit_plan, wounds_plan
from q40k.games.w40k3e.modifiers import Effect, Modifier, Scope
from q40k.games.w40k3e.traits import Act, Trait, Use, has
from q40k.kernel.commands import Name, Text
from q40k.kernel.events import Live, Rule

# -- using a trait ------------------------------------------------------------------------


class UseTrait(Command, tag="use"):
    """Use a trait of a champion, by its id or its name, now (TRAIT-1).

    `choices` are the ids chosen; `targets` are the champions concerned, where places do not tell.
    """

    player: Name
    trait: Text
    choices: tuple[Text, ...] = ()
    targets: tuple[Name, ...] = ()


class TraitUsed(Event, tag="trait-used"):
    """A champion uses a trait: `choices` hold for as long as `held` says; `dice` are its rolls."""

    player: str
    trait: str
    choices: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()
    held: Literal["turn", "life", "match"] = "turn"


class Beset(Event, tag="beset"):
    """A champion is affected by the trait of another, or by its own, up to the end of the turn."""

    player: str
    trait: str
    effect: Effect
    value: int
    scope: Scope = "any"


@fold(TraitUsed)
def _used(state: Match, event: TraitUsed) -> Match:
    player = state.players[event.player]
    gifts = tuple(f"{event.trait}/{choice}" for choice in event.choices) or (f"{event.trait}/",)
    if event.held == "match":
        return change_player(state, event.player, gifts=(*player.gifts, *gifts))
    used = (*player.life.used, event.trait) if event.held == "life" else player.life.used
    return change_player(state, event.player, using=(*player.turn.using, *gifts), used=used)


@fold(Beset)
def _beset(state: Match, event: Beset) -> Match:
    under = Modifier(event.effect, event.value, event.trait, event.scope)
    earlier = state.players[event.player].turn.under
    return change_player(state, event.player, under=(*earlier, under))


@fold(TurnOpened)
def _turn_opened(state: Match, _event: TurnOpened) -> Match:
    players = {
        name: player.replace(using=(), under=()) if player.turn.using or player.turn.under else player
        for name, player in state.players.items()
    }
    return state.replace(players=players)


@fold(damage.Killed)
def _killed(state: Match, event: damage.Killed) -> Match:
    return _end_traits(state, event.victim)


@fold(damage.AccidentSuffered)
def _accident_suffered(state: Match, event: damage.AccidentSuffered) -> Match:
    return _end_traits(state, event.player)


def _end_traits(state: Match, player: str) -> Match:
    """End what a dead champion uses; it may use all its traits again when it is back."""
    dead = state.players[player]
    if not (dead.turn.using or dead.turn.under or dead.life.used):
        return state
    return change_player(state, player, using=(), under=(), used=())


def usable_traits(player: Player) -> tuple[Trait, ...]:
    """Return a champion's traits that are used by command."""
    return tuple(trait for trait in player.abilities if trait.use is not None)


def find_trait(live: Live[Match], command: UseTrait) -> tuple[Player, Trait, Use]:
    """Find the player and the trait that a command names. Raises Refused."""
    must_be_open(live.state)
    player = find_present(live.state, command.player)
    folded = command.trait.casefold()
    for trait in usable_traits(player):
        names = (trait.id, trait.name.en, trait.name.fr)
        if trait.use is not None and folded in (name.casefold() for name in names):
            return player, trait, trait.use
    usable_ids = tuple(trait.id for trait in usable_traits(player))
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
        return minds.leadership(self.live.state, self.player)

    def as_event(self, choices: tuple[str, ...], dice: tuple[int, ...] = ()) -> TraitUsed:
        """Return the event of this use."""
        return TraitUsed(player=self.player.id, trait=self.trait.id, choices=choices, dice=dice, held=self.use.once)


@rule(UseTrait)
def use_trait(live: Live[Match], command: UseTrait) -> Rule[None]:
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
    if use.act in AT_SOMEBODY and not targets:
        raise forbid("TRAIT-1", "trait-target", player=player.name)
    yield from ACTS[use.act](Using(live, player, trait, use, choices, targets))
    yield from respawn.respawn_waiting(live)


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
        yield from damage.die_by_accident(using.live, using.player.id, "drugs")
        return
    doubles = sum(number == 2 for number in alike)
    yield from damage.suffer_wounds(using.live, using.player.id, doubles, cause="drugs")


def _test(using: Using) -> Rule[tuple[bool, tuple[int, ...]]]:
    """Take a psychic test: 2D6 of at most its Ld; a 2 or a 12 is a peril of the warp.

    Rule: TRAIT-1
    """
    live, who = using.live, using.player.id
    dice = yield from roll(live, who, "psychic-use", "TRAIT-1", (6, 6), needed=using.ld)
    if sum(dice) in PERILS and not (yield from minds.shrugs_off(live, using.player)):
        figure = fighter(live.state, live.state.players[who])
        attack = hit_plan(PERILS_STRENGTH, figure, "TRAIT-1", no_save=("armour", "cover"))
        outcome = yield from damage.resolve(attack, None, who, "TRAIT-1")
        yield damage.Harmed(cause="perils", struck=damage.struck_by(outcome, None, who))
        yield from damage.apply_attack(live, who, attack, outcome, cause="perils")
    return sum(dice) <= using.ld and live.state.players[who].in_play, dice


def _psychic(using: Using) -> Rule[None]:
    passed, dice = yield from _test(using)
    if passed and (yield from minds.oppose_power(using.live, using.player, using.player)):
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
    yield Beset(player=using.player.id, trait=using.trait.id, effect="move", value=RUSH_IN + more)


def _wounds(using: Using, target: str, hits: int, *, armour: bool, cause: str) -> Rule[None]:
    """Inflict so many wounds, with saves (or none by armour), by the user of the trait."""
    live = using.live
    figure = fighter(live.state, live.state.players[target])
    attack = wounds_plan(hits, figure, "TRAIT-1", no_save=() if armour else ("armour", "cover"))
    outcome = yield from damage.resolve(attack, None, target, "TRAIT-1")
    yield damage.Harmed(cause="trait", by=using.player.id, struck=damage.struck_by(outcome, None, target))
    yield from damage.apply_attack(live, target, attack, outcome, killers=(using.player.id,), cause=cause)


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
        yield from damage.suffer_wounds(using.live, patient.id, 1, cause="doctor")


def _mind_war(using: Using) -> Rule[None]:
    passed, dice = yield from _test(using)
    yield using.as_event((), dice)
    target = using.targets[0]
    if not passed or (yield from minds.undo_power(using.live, using.player, target, None)):
        return
    if has(target.abilities, "no-leadership"):
        return
    theirs_ld = minds.leadership(using.live.state, target)
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
        yield from damage.suffer_wounds(live, target.id, 1, killers=(using.player.id,), cause="kill")
    elif won < 0:
        yield from damage.suffer_wounds(live, using.player.id, 1, killers=(target.id,), cause="kill")


def _shout(using: Using) -> Rule[None]:
    yield using.as_event(())
    for target in using.targets:
        if has(target.abilities, "no-leadership"):
            continue
        ld = minds.leadership(using.live.state, target)
        dice = yield from roll(using.live, target.id, "leadership-use", "TRAIT-1", (6, 6), needed=ld)
        if sum(dice) > ld:
            yield Beset(player=target.id, trait=using.trait.id, effect="ws", value=-1, scope="melee")


def _distract(using: Using) -> Rule[None]:
    yield using.as_event(())
    target = using.targets[0].id
    yield Beset(player=target, trait=using.trait.id, effect="attacks", value=-1, scope="melee")


AT_SOMEBODY = frozenset(("mind-war", "life-drain", "shout", "distract"))
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
