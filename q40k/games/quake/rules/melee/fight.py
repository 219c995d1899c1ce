"""CLOSE COMBAT: a melee fought, initiative step by initiative step."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta, Struct, field, structs

from q40k.games.quake.rules.bonus.vampirism import feast
from q40k.games.quake.rules.bonus.wrath import wrath
from q40k.games.quake.rules.changing import changed
from q40k.games.quake.rules.command import Command, SaveKind
from q40k.games.quake.rules.damage.damage import Wounded, wear
from q40k.games.quake.rules.damage.deaths import die_by_hand
from q40k.games.quake.rules.damage.rolling import (
    Struck,
    Why,
    Workings,
    as_why,
    resolve,
    struck_by,
    workings,
)
from q40k.games.quake.rules.melee.blows import Grip, find_grip, plan, plan_at_building, worthwhile
from q40k.games.quake.rules.melee.contact import stayed_out
from q40k.games.quake.rules.melee.melees import Melee, melee_of, next_melees, victims_of
from q40k.games.quake.rules.questions import (
    choose,
    count,
    find_present,
    forbid,
    must_be_started,
    refuse,
    roll,
)
from q40k.games.quake.rules.registry import command, event, fold, rule
from q40k.games.quake.rules.respawn.respawn import respawn_waiting
from q40k.games.quake.rules.shooting.gets_hot import backfire
from q40k.games.quake.rules.state import Match, Player
from q40k.games.quake.rules.teams import buildings as structures
from q40k.games.w40k3e.melee import Blows
from q40k.games.w40k3e.resolving import Outcome
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule
from q40k.packs.said import Name, Text

Attacks = Annotated[int, Meta(ge=0, le=100)]


@command
class Fight(Command, tag="fight"):
    """Fight a melee: the next in order, or that of the champion named in `melee` (MELEE-1 to 5).

    `weapons` says what a champion fights with (an id or a name; "/two-handed" after it swings it
    so), `split` how many of its attacks go to whom; what is left unsaid is asked where it matters.
    `saves` is the save a champion takes instead of the best. `declines` are those who came back
    into the melee and do not join it (MELEE-5), `inside` those who come back in their portal, not
    beside it, if they die (RESPAWN-1).
    """

    melee: Name | None = None
    weapons: dict[Name, Text] | None = None
    split: dict[Name, dict[Name, Attacks]] | None = None
    saves: dict[Name, SaveKind] | None = None
    declines: tuple[Name, ...] = ()
    inside: tuple[Name, ...] = ()


@event
class MeleeDeclined(Event, tag="melee-declined"):
    """A champion that came back into a melee does not join it (MELEE-5)."""

    player: str


@event
class MeleeOpened(Event, tag="melee-opened"):
    """A melee is fought: everyone in it, in the order of play (MELEE-1)."""

    members: tuple[str, ...]


@event
class Blow(Event, tag="blow"):
    """What one champion's blows did to another, or to a team's building (MELEE-2).

    `weapon` is "" for bare hands; `initiative` when they fell, `attacks` how many they were, and
    `why` both; `spent`: the weapon is of no more use. A building has `steps` and `penetrating` of
    its own.
    """

    striker: str
    weapon: str = ""
    initiative: int = 0
    attacks: int = 0
    target: str | None = None
    building: str | None = None
    struck: Struck | None = None
    penetrating: int = 0
    perils: int = 0
    burns: int = 0
    spent: bool = False
    steps: Workings = ()
    why: tuple[Why, ...] = ()


@event
class Stunned(Event, tag="stunned"):
    """A champion strikes no blow up to the end of this turn."""

    player: str
    until: int


@fold(MeleeDeclined)
def _melee_declined(state: Match, event: MeleeDeclined) -> Match:
    return stayed_out(state, event.player)


@fold(MeleeOpened)
def _melee_opened(state: Match, event: MeleeOpened) -> Match:
    return state.replace(
        close_combat=state.close_combat.replace(fought=(*state.close_combat.fought, event.members))
    )


@fold(Blow)
def _blow(state: Match, event: Blow) -> Match:
    striker = state.players[event.striker]
    if not event.spent or event.weapon in striker.life.jammed:
        return state
    return changed(state, event.striker, jammed=(*striker.life.jammed, event.weapon))


@fold(Stunned)
def _stunned(state: Match, event: Stunned) -> Match:
    return changed(state, event.player, stunned=event.until)


RULE = "MELEE-2"


SPLIT = "split"
"""What is answered instead of a name by whoever splits its attacks."""


@rule(Fight)
def fight(live: Live[Match], command: Fight) -> Rule[None]:
    """Fight the melee next in order: highest initiative first, equal initiative together.

    Rule: MELEE-1, MELEE-2, MELEE-3, MELEE-4, MELEE-5, TEAM-5
    """
    must_be_started(live.state)
    if live.state.play.phase != "melee":
        yield from refuse("TURN-1", "wrong-phase", phase=live.state.play.phase, wanted="melee")
    inside = tuple(find_present(live.state, name).id for name in command.inside)
    for name in command.declines:
        yield from _decline(live, find_present(live.state, name))
    if command.declines and not next_melees(live.state):
        return
    members = yield from _which(live, command.melee)
    bout = Bout(live, members, command)
    bout.check_words()
    yield MeleeOpened(members=members)
    yield from bout.take_up_arms()
    for order in bout.orders():
        yield from bout.step(order)
        yield from respawn_waiting(live, "in", inside)


def _decline(live: Live[Match], player: Player) -> Rule[None]:
    """Who comes back into a melee may join it, and need not.

    Rule: MELEE-5
    """
    if player.id not in live.state.close_combat.back or not melee_of(live.state, player.id):
        raise forbid("MELEE-5", "not-back-in-a-melee", player=player.name)
    yield MeleeDeclined(player=player.id)


def _which(live: Live[Match], said: str | None) -> Rule[Melee]:
    """The melee next in order, or the one that was named.

    Rule: MELEE-1, TEAM-5
    """
    state = live.state
    if said is None:
        following = next_melees(state)
        if not following:
            raise forbid("MELEE-1", "no-melee", fought=len(state.close_combat.fought))
        return following[0]
    player = find_present(state, said)
    members = melee_of(state, player.id)
    if not members:
        if any(player.id in one for one in state.close_combat.fought):
            raise forbid("MELEE-1", "melee-fought", player=player.name)
        raise forbid("MELEE-1", "not-in-a-melee", player=player.name)
    following = next_melees(state)
    if members not in following:
        first = tuple(state.players[p].name for p in following[0])
        yield from refuse("MELEE-1", "melee-not-next", player=player.name, first=first)
    return members


class _Moment(Struct, frozen=True):
    """When one of a champion's blows falls: its own attacks (0), or a blow of its gear."""

    order: int
    striker: str
    number: int


class _Harm(Struct):
    """What the blows of one step did to one champion: by whom, and how many wounds."""

    wounds: int
    by: dict[str, int] = field(default_factory=dict)
    stunned: bool = False

    def killers(self) -> tuple[str, ...]:
        """Who struck a mortal blow; () when it lives.

        It is everyone whose blows alone were enough; if nobody's were, but all together, it is
        everyone who wounded.
        """
        mortal = tuple(p for p, lost in self.by.items() if lost >= self.wounds)
        if mortal or sum(self.by.values()) < self.wounds:
            return mortal
        return tuple(p for p, lost in self.by.items() if lost)


class Bout:
    """One melee while it is fought: who is still in it, with what, and who has struck."""

    def __init__(self, live: Live[Match], members: Melee, command: Fight) -> None:
        self.live, self.members, self.command = live, members, command
        state = live.state
        self.deaths = {p: state.players[p].score.deaths for p in members}
        self.grips: dict[str, Grip] = {}
        self.struck: set[str] = set()
        self.ways = {state.players[p].name.casefold(): p for p in members}

    def inside(self, player: str) -> bool:
        """Whether a champion is still in this melee: alive, and not back from the dead."""
        known = self.live.state.players[player]
        return known.in_play and known.score.deaths == self.deaths.get(player)

    def left(self) -> Melee:
        """Everyone still in it, in the order of play."""
        return tuple(p for p in self.members if self.inside(p))

    # -- what was said with the command

    def check_words(self) -> None:
        """Refuse weapons, splits and saves of whoever is not in this melee (MELEE-3)."""
        command = self.command
        said = (command.weapons or {}, command.split or {}, command.saves or {})
        names = [name for words in said for name in words]
        names += [name for shares in (command.split or {}).values() for name in shares]
        for name in names:
            building = any(name.casefold() == team.casefold() for team in self.live.state.teams)
            if name.casefold() not in self.ways and not building:
                raise forbid("MELEE-3", "not-in-this-melee", player=name)

    def _said(self, words: Mapping[str, object] | None, player: str) -> object | None:
        wanted = self.live.state.players[player].name.casefold()
        return next((v for name, v in (words or {}).items() if name.casefold() == wanted), None)

    # -- arms

    def take_up_arms(self) -> Rule[None]:
        """Everyone chooses what it fights with, if that makes any difference.

        Rule: MELEE-2
        """
        state = self.live.state
        for name in self.members:
            player = state.players[name]
            victims = [state.players[p] for p in victims_of(state, name, self.members)]
            said = self._said(self.command.weapons, name)
            if said is not None:
                self.grips[name] = find_grip(state, player, str(said), player.turn.building)
                continue
            ways = worthwhile(state, player, victims, player.turn.building)
            chosen = ways[0].id
            if len(ways) > 1 and not self._stunned(player):
                options = tuple(way.id for way in ways)
                chosen = yield from choose(name, "melee-weapon", RULE, options)
            self.grips[name] = next(way for way in ways if way.id == chosen)

    def _stunned(self, player: Player) -> bool:
        return player.turn.stunned >= self.live.state.play.turn

    def _plan(self, name: str, victim: str | None) -> tuple[tuple[Blows, ...], bool]:
        """The blows of a champion at somebody of this melee, or (None) at its building."""
        state = self.live.state
        striker, grip = state.players[name], self.grips[name]
        if victim is not None and not grip.grenade:
            return plan(state, striker, grip, state.players[victim])
        assert striker.turn.building is not None
        return plan_at_building(state, striker, grip, striker.turn.building)

    def _first_victim(self, name: str) -> str | None:
        """Whom a champion strikes unless it says otherwise: whom it charged, if that one is there;
        None: its building."""
        state = self.live.state
        player = state.players[name]
        there = victims_of(state, name, self.left())
        if self.grips[name].grenade or (player.turn.building is not None and not there):
            return None
        charged = player.turn.charge.target if player.turn.charge else None
        if charged is None and player.turn.charge is not None and player.turn.building is not None:
            return None
        return charged if charged in there else next(iter(there), None)

    def orders(self) -> list[int]:
        """The initiative steps, the highest first, as long as anybody is left to strike.

        Rule: MELEE-2
        """
        self.moments = self._moments()
        return sorted({one.order for one in self.moments}, reverse=True)

    def _moments(self) -> tuple[_Moment, ...]:
        found = []
        for name in self.members:
            victim = self._first_victim(name)
            if victim is None and self.live.state.players[name].turn.building is None:
                continue
            blows, _ = self._plan(name, victim)
            found += [_Moment(one.order, name, n) for n, one in enumerate(blows)]
        return tuple(found)

    # -- one step

    def step(self, order: int) -> Rule[None]:
        """All blows of one initiative; then the wounded and the dead, the kills shared.

        Rule: MELEE-2, MELEE-4, SCORE-1
        """
        state = self.live.state
        begun = self.left()
        harm = {p: _Harm(state.players[p].life.wounds) for p in begun}
        done: list[tuple[str, Outcome]] = []
        for moment in self.moments:
            striker = state.players[moment.striker]
            if moment.order != order or moment.striker not in begun or self._stunned(striker):
                continue
            for victim, number in (yield from self._aims(moment, begun)):
                outcome = yield from self._strike(moment, victim, number)
                done.append((moment.striker, outcome))
                if victim is not None:
                    struck = harm[victim]
                    lost = struck.wounds if outcome.dead else outcome.lost
                    struck.by[moment.striker] = struck.by.get(moment.striker, 0) + lost
                    struck.stunned |= outcome.stunned
        for victim, struck in harm.items():
            yield from self._suffer(victim, struck)
        for name, outcome in done:
            if self.inside(name):
                yield from backfire(self.live, name, outcome)

    def _aims(
        self, moment: _Moment, begun: Melee
    ) -> Rule[tuple[tuple[str | None, int | None], ...]]:
        """Whom the blows of a moment strike, and how many each; None: the building, or all.

        Rule: MELEE-3
        """
        state = self.live.state
        striker = state.players[moment.striker]
        building = self._standing(striker)
        there: list[str | None] = list(victims_of(state, striker.id, begun))
        if building is not None:
            there.append(None)
        if self.grips[striker.id].grenade:
            there = [None] if building is not None else []
        if not there:
            return ()
        first = self._first_victim(striker.id)
        first = first if first in there else there[0]
        blows, _ = self._plan(striker.id, first)
        attacks = blows[moment.number].attack.count
        if not attacks.dice and attacks.of() == 0:
            return ()
        if moment.number or len(there) == 1:
            return ((first, None),)
        there.sort(key=lambda one: one != first)
        rolled = 0
        if attacks.dice:  # who splits its attacks has to know first how many they are
            dice = yield from roll(
                self.live, striker.id, "charge-attacks", "MELEE-3", attacks.dice, more=attacks.fixed
            )
            rolled = sum(dice)
        return (yield from self._split(striker, there, attacks.of(rolled)))

    def _standing(self, striker: Player) -> str | None:
        team = striker.turn.building
        return team if team is not None and self.live.state.teams[team].structure else None

    def _split(
        self, striker: Player, there: list[str | None], number: int
    ) -> Rule[tuple[tuple[str | None, int | None], ...]]:
        """How a champion's attacks are split: as said with the command, else as it answers.

        Rule: MELEE-3
        """
        names = {self._name(striker, one): one for one in there}
        said = self._said(self.command.split, striker.id)
        if isinstance(said, dict):
            shares = {n.casefold(): k for n, k in said.items()}
            total = sum(shares.values())
            if total != number:
                raise forbid(
                    "MELEE-3", "split-sum", player=striker.name, number=total, attacks=number
                )
            found = tuple((names[n], shares[n.casefold()]) for n in names if n.casefold() in shares)
            if sum(k for _, k in found) == number:
                return tuple((one, k) for one, k in found if k)
        options = (*names, SPLIT) if number > 1 else tuple(names)
        first = yield from choose(
            striker.id,
            "melee-victim",
            "MELEE-3",
            options,
            attacks=number,
            split=SPLIT,
            grip=self.grips[striker.id].id,
        )
        if first in names:
            return ((names[first], None),)
        found_now: list[tuple[str | None, int | None]] = []
        left = number
        for place, (name, one) in enumerate(names.items(), 1):
            some = left
            if place < len(names) and left:
                some = yield from count(
                    striker.id, "melee-split", "MELEE-3", 0, left, goal=name, attacks=left
                )
            if some:
                found_now.append((one, some))
            left -= some
        return tuple(found_now)

    def _name(self, striker: Player, victim: str | None) -> str:
        return self.live.state.players[victim].name if victim else str(striker.turn.building)

    def _strike(self, moment: _Moment, victim: str | None, number: int | None) -> Rule[Outcome]:
        """Resolve the blows of one champion at one other, or at a building.

        Rule: MELEE-2, MELEE-4, BASE-1
        """
        live, name = self.live, moment.striker
        more = () if victim is None else (yield from wrath(live, name, victim))
        striker, grip = live.state.players[name], self.grips[name]
        if victim is None:
            blows, spent = self._plan(name, None)
        else:
            blows, spent = plan(live.state, striker, grip, live.state.players[victim], *more)
        blow = blows[moment.number]
        if number is not None:
            blow = blow.splitting(number)
        attack = blow.attack
        save = self._said(self.command.saves, victim) if victim else None
        if save in ("armour", "cover", "invulnerable"):
            attack = attack.choosing(save)
        if victim in self.struck:
            attack = structs.replace(attack, hits_ignored=0)
        done = yield from resolve(attack, name, victim, RULE)
        if victim is not None and any(one.need.kind.startswith("hit") for one in done.steps):
            self.struck.add(victim)
        told = Blow(
            striker=name,
            weapon=blow.weapon,
            initiative=blow.initiative,
            attacks=attack.count.of(),
            target=victim,
            building=None if victim else striker.turn.building,
            struck=struck_by(done, name, victim, attack) if victim else None,
            penetrating=done.penetrating,
            perils=done.perils,
            burns=done.burns,
            spent=spent and moment.number == 0,
            steps=() if victim else workings(done, name, None),
            why=tuple(as_why(one) for one in (*attack.count.reasons, *blow.reasons)),
        )
        yield told
        if victim is not None:
            yield from wear(live, victim, attack, done)
        elif done.penetrating and striker.turn.building is not None:
            yield from structures.pierce(live, name, striker.turn.building, done.penetrating)
        return done

    def _suffer(self, victim: str, harm: _Harm) -> Rule[None]:
        """Take the wounds of a step off a champion, or let it die by whoever struck it down.

        Rule: MELEE-4, SCORE-1
        """
        lost = sum(harm.by.values())
        if not lost or not self.inside(victim):
            return
        killers = harm.killers()
        if killers:
            yield from die_by_hand(self.live, victim, killers)
            yield from feast(self.live, killers, victim, "kill")
            return
        yield Wounded(player=victim, left=harm.wounds - lost)
        if harm.stunned:
            yield Stunned(player=victim, until=self.live.state.play.turn + 1)
