"""CLOSE COMBAT: fight a melee, one initiative step after the other."""

from collections.abc import Mapping

from msgspec import Struct, field, structs

from q40k.games.quake.rules.bonus import wrath
from q40k.games.quake.rules.damage import die_by_hand, feast, inflict, resolve, wear_down
from q40k.games.quake.rules.questions import roll
from q40k.games.quake.rules.respawn import settle
from q40k.games.quake.rules.shooting import backfire
from q40k.games.quake.rules.teams import pierce
from q40k.games.quake.state import damage, melee
from q40k.games.quake.state.bonus import fighter
from q40k.games.quake.state.match import Match, Player
from q40k.games.quake.state.questions import find_present
from q40k.games.quake.state.registry import rule
from q40k.games.w40k3e.damage import hit_plan
from q40k.games.w40k3e.melee import Blows
from q40k.games.w40k3e.resolving import Outcome
from q40k.games.w40k3e.traits import greatest, has
from q40k.kernel.events import Live, Rule
from q40k.kernel.text import fold_name
from q40k.tabletop.asking import choose, choose_number, forbid, refuse


@rule(melee.Contact)
def contact(live: Live[Match], command: melee.Contact) -> Rule[None]:
    """Note who a champion is in contact with: bookkeeping, in any phase.

    Contact made in the assault or the close-combat phase is a fight without a charge bonus. A list
    that leaves out a current opponent is refused; an empty list ends all its fights.

    Rule: DIFF-2, DIFF-5, DIFF-7, MELEE-5
    """
    state = live.state
    player = find_present(state, command.player)
    others = tuple(dict.fromkeys(find_present(state, name).id for name in command.others))
    for listed in (player.id, *others):
        if not state.players[listed].in_play:
            raise forbid("TURN-1", "not-on-table", player=state.players[listed].name)
    if player.id in others:
        raise forbid("DIFF-2", "touches-itself", player=player.name)
    if player.position.at is not None:
        for other in (p for p in state.order if p != player.id):
            both_known = state.players[other].position.at is not None and state.players[other].in_play
            if both_known and melee.in_contact(state, player.id, other) != (other in others):
                name = state.players[other].name
                raise forbid("DIFF-2", "places-say", player=player.name, other=name)
    dropped = tuple(p for p in _opponents_in_contact(state, player.id) if p not in others)
    if dropped and others:
        names = tuple(state.players[p].name for p in dropped)
        yield from refuse("DIFF-7", "fight-left", player=player.name, others=names)
    engages = state.play.phase in ("assault", "melee")
    yield melee.ContactSet(player=player.id, others=others, engages=engages, left=dropped)


def _opponents_in_contact(state: Match, player: str) -> tuple[str, ...]:
    engaged = {fighter for pair in state.close_combat.engaged if player in pair for fighter in pair}
    return tuple(p for p in melee.contacts_of(state, player) if p in engaged)


def report_unfought(live: Live[Match]) -> Rule[None]:
    """Report the melees that nobody fought as the phase ends; none is forced.

    Rule: MELEE-1
    """
    unfought = melee.melees(live.state) if live.state.play.phase == "melee" else ()
    if unfought:
        yield melee.MeleesLeft(melees=unfought)


RULE = "MELEE-2"


SPLIT = "split"
"""The answer, instead of a name, that splits the attacks."""


@rule(melee.Fight)
def fight(live: Live[Match], command: melee.Fight) -> Rule[None]:
    """Fight the melee next in order: highest initiative first, equal initiative together.

    Rule: MELEE-1, MELEE-2, MELEE-3, MELEE-4, MELEE-5, TEAM-5
    """
    if live.state.play.phase != "melee":
        yield from refuse("TURN-1", "wrong-phase", phase=live.state.play.phase, wanted="melee")
    for name in command.inside:
        find_present(live.state, name)
    for name in command.declines:
        yield from _decline(live, find_present(live.state, name))
    if command.declines and not melee.next_melees(live.state):
        return
    members = yield from _find_melee(live, command.melee)
    bout = Bout(live, members, command)
    bout.check_names()
    yield melee.MeleeOpened(members=members)
    yield from bout.take_up_arms()
    for order in bout.orders():
        yield from bout.step(order)
        yield from settle(live)
    yield from bout.answer_wounds()


def _decline(live: Live[Match], player: Player) -> Rule[None]:
    """Keep a champion that came back into a melee out of it.

    Rule: MELEE-5
    """
    if player.id not in live.state.close_combat.back or not melee.melee_of(live.state, player.id):
        raise forbid("MELEE-5", "not-back-in-a-melee", player=player.name)
    yield melee.MeleeDeclined(player=player.id)


def _find_melee(live: Live[Match], name: str | None) -> Rule[melee.Melee]:
    """Return the melee next in order, or the one of the champion named.

    Rule: MELEE-1, TEAM-5
    """
    state = live.state
    if name is None:
        following = melee.next_melees(state)
        if not following:
            raise forbid("MELEE-1", "no-melee", fought=len(state.close_combat.fought))
        return following[0]
    player = find_present(state, name)
    members = melee.melee_of(state, player.id)
    if not members:
        if any(player.id in members for members in state.close_combat.fought):
            raise forbid("MELEE-1", "melee-fought", player=player.name)
        raise forbid("MELEE-1", "not-in-a-melee", player=player.name)
    following = melee.next_melees(state)
    if members not in following:
        first = tuple(state.players[p].name for p in following[0])
        yield from refuse("MELEE-1", "melee-not-next", player=player.name, first=first)
    return members


class _Moment(Struct, frozen=True):
    """When a champion strikes: with its own attacks (0), or with a blow of its gear."""

    order: int
    striker: str
    number: int


class _Damage(Struct):
    """The wounds that the blows of one step cost a champion, and by whom."""

    wounds: int
    by: dict[str, int] = field(default_factory=dict)
    stunned: bool = False

    def killers(self) -> tuple[str, ...]:
        """Return those who killed it; () if it lives.

        They are all whose own blows were enough. If only all blows together were, they are all who
        wounded it.
        """
        mortal = tuple(p for p, lost in self.by.items() if lost >= self.wounds)
        if mortal or sum(self.by.values()) < self.wounds:
            return mortal
        return tuple(p for p, lost in self.by.items() if lost)


class Bout:
    """One melee while it is fought: who is still in it, with what, and who has been struck."""

    def __init__(self, live: Live[Match], members: melee.Melee, command: melee.Fight) -> None:
        self.live, self.members, self.command = live, members, command
        state = live.state
        self.deaths = {p: state.players[p].score.deaths for p in members}
        self.grips: dict[str, melee.Grip] = {}
        self.struck: set[str] = set()
        self.inflicted: dict[tuple[str, str], int] = {}
        self.ids_by_name = {fold_name(state.players[p].name): p for p in members}

    def is_inside(self, player: str) -> bool:
        """Return whether a champion is still in this melee: alive, and not back from the dead."""
        champion = self.live.state.players[player]
        return champion.in_play and champion.score.deaths == self.deaths.get(player)

    def remaining(self) -> melee.Melee:
        """Return everyone still in the melee, in the order of play."""
        return tuple(p for p in self.members if self.is_inside(p))

    # -- arguments of the command

    def check_names(self) -> None:
        """Refuse weapons, splits and saves of champions not in this melee (MELEE-3)."""
        command = self.command
        arguments = (command.weapons or {}, command.split or {}, command.saves or {})
        names = [name for argument in arguments for name in argument]
        names += [name for shares in (command.split or {}).values() for name in shares]
        for name in names:
            if fold_name(name) not in self.ids_by_name and self.live.state.team_named(name) is None:
                raise forbid("MELEE-3", "not-in-this-melee", player=name)

    def _argument_for(self, argument: Mapping[str, object] | None, player: str) -> object | None:
        folded = fold_name(self.live.state.players[player].name)
        return next((v for name, v in (argument or {}).items() if fold_name(name) == folded), None)

    # -- arms

    def take_up_arms(self) -> Rule[None]:
        """Let everyone choose what it fights with, if the choice makes a difference.

        Rule: MELEE-2
        """
        state = self.live.state
        for name in self.members:
            player = state.players[name]
            victims = [state.players[p] for p in melee.victims_of(state, name, self.members)]
            weapon = self._argument_for(self.command.weapons, name)
            if weapon is not None:
                self.grips[name] = melee.find_grip(state, player, str(weapon), player.turn.building)
                continue
            grips = melee.worthwhile(state, player, victims, player.turn.building)
            chosen = grips[0].id
            if len(grips) > 1 and not self._is_stunned(player):
                options = tuple(grip.id for grip in grips)
                chosen = yield from choose(name, "melee-weapon", RULE, options)
            self.grips[name] = next(grip for grip in grips if grip.id == chosen)

    def _is_stunned(self, player: Player) -> bool:
        return player.turn.stunned >= self.live.state.play.turn

    def _plan(self, name: str, victim: str | None) -> tuple[tuple[Blows, ...], bool]:
        """Return a champion's blows at a member of this melee, or (None) at its building."""
        state = self.live.state
        striker, grip = state.players[name], self.grips[name]
        if victim is not None and not grip.grenade:
            return melee.plan(state, striker, grip, state.players[victim])
        assert striker.turn.building is not None
        return melee.plan_at_building(state, striker, grip, striker.turn.building)

    def _first_victim(self, name: str) -> str | None:
        """Return whom a champion strikes by default: whom it charged, if still there.

        Else it is the first of its victims; None is its building.
        """
        state = self.live.state
        player = state.players[name]
        victims = melee.victims_of(state, name, self.remaining())
        if self.grips[name].grenade or (player.turn.building is not None and not victims):
            return None
        charged = player.turn.charge.target if player.turn.charge else None
        if charged is None and player.turn.charge is not None and player.turn.building is not None:
            return None
        return charged if charged in victims else next(iter(victims), None)

    def orders(self) -> list[int]:
        """Return the initiative steps at which anybody strikes, the highest first.

        Rule: MELEE-2
        """
        self.moments = self._moments()
        return sorted({moment.order for moment in self.moments}, reverse=True)

    def _moments(self) -> tuple[_Moment, ...]:
        moments = []
        for name in self.members:
            victim = self._first_victim(name)
            if victim is None and self.live.state.players[name].turn.building is None:
                continue
            blows, _ = self._plan(name, victim)
            moments += [_Moment(blow.order, name, n) for n, blow in enumerate(blows)]
        return tuple(moments)

    # -- one step

    def step(self, order: int) -> Rule[None]:
        """Resolve all blows of one initiative, then take wounds, and share the kills.

        Rule: MELEE-2, MELEE-4, SCORE-1
        """
        state = self.live.state
        fighters = self.remaining()
        losses = {p: _Damage(state.players[p].life.wounds) for p in fighters}
        outcomes: list[tuple[str, Outcome]] = []
        for moment in self.moments:
            striker = state.players[moment.striker]
            if moment.order != order or moment.striker not in fighters or self._is_stunned(striker):
                continue
            for victim, number in (yield from self._choose_targets(moment, fighters)):
                outcome = yield from self._strike(moment, victim, number)
                outcomes.append((moment.striker, outcome))
                if victim is not None:
                    struck = losses[victim]
                    lost = struck.wounds if outcome.dead else outcome.lost
                    struck.by[moment.striker] = struck.by.get(moment.striker, 0) + lost
                    self._note_wounds(moment.striker, victim, outcome)
                    struck.stunned |= outcome.stunned
        for victim, struck in losses.items():
            yield from self._suffer(victim, struck)
        for name, outcome in outcomes:
            if self.is_inside(name):
                yield from backfire(self.live, name, outcome)

    def _choose_targets(
        self, moment: _Moment, fighters: melee.Melee
    ) -> Rule[tuple[tuple[str | None, int | None], ...]]:
        """Return whom the blows of a moment strike, and how many each.

        None as a target is the building; None as a number is all the blows.

        Rule: MELEE-3
        """
        state = self.live.state
        striker = state.players[moment.striker]
        building = self._building_of(striker)
        targets: list[str | None] = list(melee.victims_of(state, striker.id, fighters))
        if building is not None:
            targets.append(None)
        if self.grips[striker.id].grenade:
            targets = [None] if building is not None else []
        if not targets:
            return ()
        first = self._first_victim(striker.id)
        first = first if first in targets else targets[0]
        blows, _ = self._plan(striker.id, first)
        attacks = blows[moment.number].attack.count
        if not attacks.dice and attacks.of() == 0:
            return ()
        if moment.number or len(targets) == 1:
            return ((first, None),)
        targets.sort(key=lambda target: target != first)
        rolled = 0
        if attacks.dice:  # the number of attacks must be known before they are split
            dice = yield from roll(self.live, striker.id, "charge-attacks", "MELEE-3", attacks.dice, more=attacks.fixed)
            rolled = sum(dice)
        return (yield from self._split(striker, targets, attacks.of(rolled)))

    def _building_of(self, striker: Player) -> str | None:
        team = striker.turn.building
        return team if team is not None and self.live.state.teams[team].structure else None

    def _split(
        self, striker: Player, targets: list[str | None], number: int
    ) -> Rule[tuple[tuple[str | None, int | None], ...]]:
        """Split a champion's attacks: as given with the command, else as it answers.

        Rule: MELEE-3
        """
        names = {self._target_name(striker, target): target for target in targets}
        shares_given = self._argument_for(self.command.split, striker.id)
        if isinstance(shares_given, dict):
            shares = {fold_name(n): k for n, k in shares_given.items()}
            total = sum(shares.values())
            if total != number:
                raise forbid("MELEE-3", "split-sum", player=striker.name, number=total, attacks=number)
            named = tuple((names[n], shares[fold_name(n)]) for n in names if fold_name(n) in shares)
            if sum(k for _, k in named) == number:
                return tuple((target, k) for target, k in named if k)
        options = (*names, SPLIT) if number > 1 else tuple(names)
        first = yield from choose(
            striker.id, "melee-victim", "MELEE-3", options, attacks=number, split=SPLIT, grip=self.grips[striker.id].id
        )
        if first in names:
            return ((names[first], None),)
        split: list[tuple[str | None, int | None]] = []
        remaining = number
        for position, (name, target) in enumerate(names.items(), 1):
            share = remaining
            if position < len(names) and remaining:
                share = yield from choose_number(
                    striker.id, "melee-split", "MELEE-3", 0, remaining, goal=name, attacks=remaining
                )
            if share:
                split.append((target, share))
            remaining -= share
        return tuple(split)

    def _target_name(self, striker: Player, victim: str | None) -> str:
        return self.live.state.players[victim].name if victim else str(striker.turn.building)

    def _strike(self, moment: _Moment, victim: str | None, number: int | None) -> Rule[Outcome]:
        """Resolve the blows of one champion at another, or at a building.

        Rule: MELEE-2, MELEE-4, BASE-1
        """
        live, name = self.live, moment.striker
        if victim is not None:
            yield from wrath(live, name, victim)
        striker = live.state.players[name]
        blows, spent = self._plan(name, victim)
        blow = blows[moment.number]
        if number is not None:
            blow = blow.with_attacks(number)
        attack = blow.attack
        save = self._argument_for(self.command.saves, victim) if victim else None
        if save in ("armour", "cover", "invulnerable"):
            attack = attack.prefer_save(save)
        if victim in self.struck:
            attack = structs.replace(attack, hits_ignored=0)
        outcome = yield from resolve(attack, name, victim, RULE)
        if victim is not None and any(step.need.kind.startswith("hit") for step in outcome.steps):
            self.struck.add(victim)
        blow_event = melee.Blow(
            striker=name,
            weapon=blow.weapon,
            initiative=blow.initiative,
            attacks=attack.count.of(),
            target=victim,
            building=None if victim else striker.turn.building,
            struck=damage.struck_by(outcome, name, victim, attack) if victim else None,
            penetrating=outcome.penetrating,
            perils=outcome.perils,
            burns=outcome.burns,
            spent=spent and moment.number == 0,
            steps=() if victim else damage.workings(outcome, name, None),
            why=tuple(damage.as_why(reason) for reason in (*attack.count.reasons, *blow.reasons)),
        )
        yield blow_event
        if victim is not None:
            yield from wear_down(live, victim, attack, outcome)
        elif outcome.penetrating and striker.turn.building is not None:
            yield from pierce(live, name, striker.turn.building, outcome.penetrating)
        return outcome

    def _note_wounds(self, striker: str, victim: str, outcome: Outcome) -> None:
        """Note the wounds that a champion answers once all blows are struck."""
        wounds = outcome.lost or int(outcome.dead or outcome.risen)
        if wounds and has(self.live.state.players[victim].abilities, "answers-wounds"):
            pair = (victim, striker)
            self.inflicted[pair] = self.inflicted.get(pair, 0) + wounds

    def answer_wounds(self) -> Rule[None]:
        """Let a field strike back, a hit for each wound, at those who are still in the melee.

        The hits are owed even if its bearer has died; a kill is its bearer's.

        Rule: TRAIT-1, SCORE-1
        """
        live = self.live
        for (bearer, striker), hits in self.inflicted.items():
            if not self.is_inside(striker):
                continue
            strength = greatest(live.state.players[bearer].abilities, "answers-wounds")
            defender = fighter(live.state, live.state.players[striker])
            attack = hit_plan(strength, defender, "lightning-field", hits=hits, scope="melee")
            yield from inflict(live, striker, attack, "lightning-field", "TRAIT-1", by=bearer)

    def _suffer(self, victim: str, losses: _Damage) -> Rule[None]:
        """Take the wounds of a step off a champion, or kill it for those who struck.

        Rule: MELEE-4, SCORE-1
        """
        lost = sum(losses.by.values())
        if not lost or not self.is_inside(victim):
            return
        killers = losses.killers()
        if killers:
            yield from die_by_hand(self.live, victim, killers)
            yield from feast(self.live, killers, victim, "kill")
            return
        yield damage.Wounded(player=victim, left=losses.wounds - lost)
        if losses.stunned:
            yield melee.Stunned(player=victim, until=self.live.state.play.turn + 1)
