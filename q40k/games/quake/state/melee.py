"""CLOSE COMBAT: who is in contact, which melees there are, and what each champion strikes with."""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import chain, combinations
from typing import Annotated

from msgspec import Meta, Struct, structs

from q40k.games.quake.packs.models import Weapon
from q40k.games.quake.state import acting, damage, parts
from q40k.games.quake.state.bonus import DeepStruck, Thrown, VortexDrags, arms_of, fighter, known_wrath
from q40k.games.quake.state.match import Match, Player, change_player
from q40k.games.quake.state.movement.move import Moved
from q40k.games.quake.state.movement.special_moves import Climbed, Jumped, Leapt
from q40k.games.quake.state.objectives import rounds
from q40k.games.quake.state.parts import Pair
from q40k.games.quake.state.portals import PortalEntered
from q40k.games.quake.state.positions import bases_meet
from q40k.games.quake.state.registry import Command, Event, SaveKind, fold, land_inside
from q40k.games.quake.state.table.players import Left
from q40k.games.quake.state.teams import hull_of
from q40k.games.quake.state.turn import PhaseOpened, TurnOpened
from q40k.games.w40k3e.melee import Blows, Round, fights, grenade_plan, grenades_of, melee_plan
from q40k.games.w40k3e.odds import attack_odds
from q40k.games.w40k3e.plans import Attack
from q40k.kernel.commands import Name, Text
from q40k.kernel.lookup import lookup
from q40k.tabletop.asking import forbid

TWO_HANDED = "two-handed"


_TWO_HANDED_TAG = "two-handed-mode-acts-as-power-fist"


class Grip(Struct, frozen=True):
    """What a champion fights with: a weapon (None: bare hands) in a mode, or a grenade."""

    weapon: Weapon | None = None
    mode: str = ""
    grenade: str = ""

    @property
    def id(self) -> str:
        """Return the id of the weapon or grenade, with the mode after a slash."""
        own = self.grenade or (self.weapon.id if self.weapon is not None else "hands")
        return f"{own}/{self.mode}" if self.mode else own


def grips(state: Match, player: Player) -> tuple[Grip, ...]:
    """Return everything a champion may choose to fight with; bare hands if it has nothing.

    Rule: MELEE-2
    """
    choices = []
    for weapon in arms_of(state, player):
        if not fights(weapon) or weapon.id in player.life.jammed:
            continue
        choices.append(Grip(weapon))
        if _TWO_HANDED_TAG in weapon.tags:
            choices.append(Grip(weapon, TWO_HANDED))
    return tuple(choices) or (Grip(),)


def plan(state: Match, striker: Player, grip: Grip, victim: Player) -> tuple[tuple[Blows, ...], bool]:
    """Return a champion's blows at another, and whether they use up its weapon.

    Its own blows come first, then those of its gear. A champion that charged has the charge bonus,
    into cover if its target was in cover. The wrath of the painters counts if the victim is known
    to be unfinished.

    Rule: MELEE-2, ASSAULT-2, BONUS-1
    """
    charge = striker.turn.charge
    round_now = Round(
        charging=charge is not None,
        charged=victim.turn.charge is not None and victim.turn.charge.target == striker.id,
        into_cover=charge is not None and charge.into_cover,
        fired=_has_fired(striker, grip),
        mode=grip.mode,
        enemy_kit=arms_of(state, victim),
    )
    planned = melee_plan(
        fighter(state, striker, *known_wrath(state, striker.id, victim.id)),
        grip.weapon,
        fighter(state, victim),
        round_now,
        carried=_working_weapons(state, striker),
    )
    blows = tuple(blow.between(striker.id, victim.id) for blow in planned.blows)
    return blows, planned.one_use


def plan_at_building(state: Match, striker: Player, grip: Grip, team: str) -> tuple[tuple[Blows, ...], bool]:
    """Return a champion's blows at a building, or its one grenade, as `plan` does.

    Rule: BASE-1
    """
    hull, figure = hull_of(state, team), fighter(state, striker)
    if grip.grenade:
        attack = grenade_plan(figure, grip.grenade, hull)
        return (Blows(grip.grenade, figure.i, figure.i, attack, striker=striker.id),), False
    round_now = Round(charging=striker.turn.charge is not None, fired=_has_fired(striker, grip), mode=grip.mode)
    planned = melee_plan(figure, grip.weapon, hull, round_now, carried=_working_weapons(state, striker))
    return tuple(structs.replace(blow, striker=striker.id) for blow in planned.blows), planned.one_use


def _working_weapons(state: Match, striker: Player) -> tuple[Weapon, ...]:
    return tuple(w for w in arms_of(state, striker) if w.id not in striker.life.jammed)


def _has_fired(striker: Player, grip: Grip) -> bool:
    shot = striker.turn.shot
    return shot is not None and grip.weapon is not None and shot.weapon == grip.weapon.id


# ---- which one


def find_grip(state: Match, player: Player, text: str, building: str | None = None) -> Grip:
    """Find the weapon or grenade to fight with by its id or name, or the start of one.

    Names count in both languages. Raises Refused (MELEE-2) with the nearest match.
    """
    grips_by_name: dict[str, Grip] = {}
    for grip in grips_against(state, player, building):
        grips_by_name[grip.id] = grip
        if grip.weapon is not None and not grip.mode:
            grips_by_name[grip.weapon.name.en.casefold()] = grip
            grips_by_name[grip.weapon.name.fr.casefold()] = grip
    matches = lookup(text, grips_by_name, similarity=0.5)
    ids = {grip.id for grip in matches.fits}
    if len(ids) == 1:
        return matches.fits[-1]
    nearest = matches.nearest.id if matches.nearest else None
    raise forbid("MELEE-2", "cannot-fight-with", player=player.name, weapon=text, nearest=nearest)


def grips_against(state: Match, player: Player, building: str | None) -> tuple[Grip, ...]:
    """Return every way to fight, with grenades if it is a building that is fought."""
    grenades = grenades_of(fighter(state, player)) if building is not None else ()
    return (*grips(state, player), *(Grip(grenade=grenade) for grenade in grenades))


def worthwhile(
    state: Match, striker: Player, victims: Sequence[Player], building: str | None = None
) -> tuple[Grip, ...]:
    """Return the ways to fight that differ in effect, the best first.

    A choice is left out if another strikes no later and hurts every victim at least as much.

    Rule: MELEE-2
    """
    choices = grips_against(state, striker, building)
    if len(choices) == 1:
        return choices
    rated = [(grip, _worth(state, striker, grip, victims, building)) for grip in choices]
    rated.sort(key=lambda entry: sum(entry[1][1:]), reverse=True)
    kept: list[tuple[Grip, tuple[Fraction, ...]]] = []
    for grip, worth in rated:
        if not any(_is_as_good(kept_worth, worth) for _, kept_worth in kept):
            kept = [entry for entry in kept if not _is_as_good(worth, entry[1])]
            kept.append((grip, worth))
    return tuple(grip for grip, _ in kept)


def _is_as_good(worth: tuple[Fraction, ...], other: tuple[Fraction, ...]) -> bool:
    return all(a >= b for a, b in zip(worth, other, strict=True))


def _worth(
    state: Match, striker: Player, grip: Grip, victims: Sequence[Player], building: str | None
) -> tuple[Fraction, ...]:
    """Return the initiative order of the blows, then their chances against each victim."""
    chances: list[Fraction] = []
    order = -1000
    for victim in victims:
        if grip.grenade:
            chances += [Fraction(0), Fraction(0)]
            continue
        main = plan(state, striker, grip, victim)[0][0]
        order = max(order, main.order)
        chances += _chances(main.attack)
    if building is not None:
        main = plan_at_building(state, striker, grip, building)[0][0]
        order = max(order, main.order)
        chances += _chances(main.attack)
    return (Fraction(order), *chances)


@lru_cache(maxsize=1024)
def _chances(attack: Attack) -> tuple[Fraction, Fraction]:
    """Return the chance of a kill and the expected wounds.

    For a building: the chance to destroy it and the expected structure points lost.
    """
    odds = attack_odds(attack)
    if attack.hull is not None:
        return odds.destroyed, odds.penetrating.mean
    return odds.dies, odds.lost.mean


class Contact(Command, tag="contact"):
    """List everyone a champion is in base contact with, where no position is kept.

    Contact made in the assault or the close-combat phase starts a fight (MELEE-5). In other phases
    it does not (DIFF-5).
    """

    player: Name
    others: tuple[Name, ...] = ()


class ContactSet(Event, tag="contact-set"):
    """The table listed a champion's contacts; with `engages` they fight it (DIFF-5).

    `left` are the champions it no longer fights.
    """

    player: str
    others: tuple[str, ...] = ()
    engages: bool = False
    left: tuple[str, ...] = ()

    def fold(self, state: Match) -> Match:
        player, others, close_combat = self.player, self.others, state.close_combat
        kept = tuple(p for p in close_combat.engaged if player not in p or {*p} - {player} <= {*others})
        engaged = _add_pairs(kept, player, others) if self.engages else kept
        contacts = _add_pairs(_without(state.close_combat.contacts, player), player, others)
        return state.replace(contacts=contacts, close_combat=close_combat.replace(engaged=engaged))


def _without(pairs: tuple[Pair, ...], player: str) -> tuple[Pair, ...]:
    return tuple(pair for pair in pairs if player not in pair)


def _add_pairs(pairs: tuple[Pair, ...], player: str, others: tuple[str, ...]) -> tuple[Pair, ...]:
    new = ((player, other) for other in others)
    return (*pairs, *(p for p in new if p not in pairs and p[::-1] not in pairs))


def part_from_all(state: Match, player: str) -> Match:
    """End all contacts and fights of a champion that has moved.

    Rule: DIFF-7
    """
    close_combat = state.close_combat
    if state.players[player].turn.building is not None:
        state = change_player(state, player, building=None)
    if player not in chain(*close_combat.contacts, *close_combat.engaged):
        return state
    remaining = close_combat.replace(engaged=_without(close_combat.engaged, player))
    return state.replace(contacts=_without(state.close_combat.contacts, player), close_combat=remaining)


def part_without_trail(state: Match, player: str) -> Match:
    """End a champion's contacts and forget its trail: no foot could follow it (DIFF-8)."""
    state, touched = part_from_all(state, player), state.close_combat.touched
    if player not in chain(*touched):
        return state
    return state.replace(close_combat=state.close_combat.replace(touched=_without(touched, player)))


def stay_out(state: Match, player: str) -> Match:
    """Leave a champion that came back out of all fights, whatever its contacts.

    Rule: MELEE-5
    """
    close_combat = state.close_combat
    back = tuple(p for p in close_combat.back if p != player)
    engaged = _without(close_combat.engaged, player)
    return state.replace(close_combat=close_combat.replace(back=back, engaged=engaged))


def join_fight(state: Match, player: str, others: tuple[str, ...]) -> Match:
    """Put a champion in contact with `others`, and in a fight with them."""
    close_combat = state.close_combat
    engaged = _add_pairs(close_combat.engaged, player, others)
    contacts = _add_pairs(state.close_combat.contacts, player, others)
    return state.replace(contacts=contacts, close_combat=close_combat.replace(engaged=engaged))


# ---- the events of this module


def in_contact(state: Match, player: str, other: str) -> bool:
    """Return whether two champions on the table are in base contact.

    Rule: DIFF-2, DIFF-5
    """
    a, b = state.players[player], state.players[other]
    if player == other or not (a.in_play and b.in_play):
        return False
    if a.position.at is not None and b.position.at is not None:
        return bases_meet(state, a, b)
    return (player, other) in state.close_combat.contacts or (other, player) in state.close_combat.contacts


def contacts_of(state: Match, player: str) -> tuple[str, ...]:
    """Return everyone in contact with a champion, in the order of play.

    Rule: DIFF-2
    """
    return tuple(other for other in state.order if in_contact(state, player, other))


def contact_pairs(state: Match) -> tuple[tuple[str, str], ...]:
    """Return every pair in contact, each in the order of play.

    Rule: DIFF-2, DIFF-8
    """
    in_play = [p for p in state.order if state.players[p].in_play]
    if not state.close_combat.contacts:
        in_play = [p for p in in_play if state.players[p].position.at is not None]
    return tuple(pair for pair in combinations(in_play, 2) if in_contact(state, *pair))


# -- melees -------------------------------------------------------------------------------


class MeleeJoined(Event, tag="melee-joined"):
    """A champion that came back joins what is left of a melee (MELEE-5)."""

    player: str
    others: tuple[str, ...]

    def fold(self, state: Match) -> Match:
        return join_fight(state, self.player, self.others)


class MeleesLeft(Event, tag="melees-left"):
    """The close-combat phase ends with melees that nobody fought."""

    melees: tuple[tuple[str, ...], ...]


Melee = tuple[str, ...]
"""The ids of everyone in a melee, in the order of play."""


def melees(state: Match) -> tuple[Melee, ...]:
    """Return every melee still to be fought in this phase, by the order of its first member.

    Charges and continuing fights link champions to a melee; contact alone does not. A champion that
    died in this phase and came back in contact with a melee is in it. A champion striking a
    building is in a melee, even alone.

    Rule: MELEE-3, MELEE-5, DIFF-5, BASE-1
    """
    fought = {player for members in state.close_combat.fought for player in members}
    ready = [p for p in state.order if state.players[p].in_play and p not in fought]
    group = {p: [p] for p in ready}
    back = state.close_combat.back
    for first, second in state.close_combat.engaged:
        # A champion that rejoined a melee is in it wherever it landed.
        rejoined = first in back or second in back
        if first in group and second in group and (rejoined or in_contact(state, first, second)):
            _join(group, first, second)
    for returned in back:
        for other in ready if returned in group else ():
            if len(group[other]) > 1 and in_contact(state, returned, other):
                _join(group, returned, other)
    by_group: dict[int, Melee] = {}
    for player in ready:
        members = group[player]
        if len(members) > 1 or state.players[player].turn.building is not None:
            by_group.setdefault(id(members), tuple(p for p in ready if p in members))
    return tuple(by_group.values())


def _join(group: dict[str, list[str]], first: str, second: str) -> None:
    if group[first] is group[second]:
        return
    merged = group[first] + group[second]
    for player in merged:
        group[player] = merged


def melee_of(state: Match, player: str) -> Melee:
    """Return the melee of a champion that is still to be fought; () if it is in none.

    Rule: MELEE-3
    """
    return next((members for members in melees(state) if player in members), ())


def opponents_of(state: Match, player: str) -> tuple[str, ...]:
    """Return the champions a champion fights, base to base.

    Rule: DIFF-5, DIFF-7
    """
    pairs = (pair for pair in state.close_combat.engaged if player in pair)
    others = {name for pair in pairs for name in pair} - {player}
    return tuple(p for p in state.order if p in others and in_contact(state, player, p))


def next_melees(state: Match) -> tuple[Melee, ...]:
    """Return the melees that may be fought now, the next in order first.

    Without teams, or when a bonus decides the order of play, it is the first in that order. Teams
    pick by turns, beginning with the team that opened the assault. A team picks any melee one of
    its champions is in.

    Rule: MELEE-1, TEAM-5
    """
    waiting = melees(state)
    if not state.alternates or not waiting:
        return waiting[:1]
    sides, opening = state.sides, acting.opening_team(state)
    start = sides.index(opening) if opening in sides else 0
    turn = start + len(state.close_combat.fought)
    for step in range(len(sides)):
        team = sides[(turn + step) % len(sides)]
        theirs = tuple(members for members in waiting if any(state.side_of(p) == team for p in members))
        if theirs:
            return theirs
    return waiting


def victims_of(state: Match, player: str, among: Melee) -> tuple[str, ...]:
    """Return whom a champion may strike in its melee, in contact or not.

    In teams it strikes no friend while a foe is left.

    Rule: MELEE-3, TEAM-4
    """
    others = tuple(p for p in among if p != player and state.players[p].in_play)
    side = state.side_of(player)
    return tuple(p for p in others if state.side_of(p) != side) or others


Attacks = Annotated[int, Meta(ge=0, le=100)]


class Fight(Command, tag="fight"):
    """Fight a melee: the next in order, or that of the champion named in `melee` (MELEE-1 to 5).

    `weapons` names what a champion fights with: an id or a name, with "/two-handed" after it to use
    both hands. `split` gives how many of its attacks go to whom. Choices left out are asked where
    they matter. `saves` is the save a champion takes instead of the best. `declines` are those who
    came back into the melee and do not join it (MELEE-5). `inside` are those who come back in their
    portal, not beside it, if they die (RESPAWN-1).
    """

    melee: Name | None = None
    weapons: dict[Name, Text] | None = None
    split: dict[Name, dict[Name, Attacks]] | None = None
    saves: dict[Name, SaveKind] | None = None
    declines: tuple[Name, ...] = ()
    inside: tuple[Name, ...] = ()
    landing = land_inside


class MeleeDeclined(Event, tag="melee-declined"):
    """A champion that came back into a melee does not join it (MELEE-5)."""

    player: str

    def fold(self, state: Match) -> Match:
        return stay_out(state, self.player)


class MeleeOpened(Event, tag="melee-opened"):
    """A melee is fought; `members` are in the order of play (MELEE-1)."""

    members: tuple[str, ...]

    def fold(self, state: Match) -> Match:
        return state.replace(close_combat=state.close_combat.replace(fought=(*state.close_combat.fought, self.members)))


class Blow(Event, tag="blow"):
    """The effect of one champion's blows on another, or on a team's building (MELEE-2).

    `weapon` is "" for bare hands. `initiative` is when the blows fell, `attacks` how many there
    were, and `why` explains both. `spent`: the weapon is used up. `steps` and `penetrating` concern
    buildings.
    """

    striker: str
    weapon: str = ""
    initiative: int = 0
    attacks: int = 0
    target: str | None = None
    building: str | None = None
    struck: damage.Struck | None = None
    penetrating: int = 0
    perils: int = 0
    burns: int = 0
    spent: bool = False
    steps: damage.Workings = ()
    why: tuple[damage.Why, ...] = ()

    def fold(self, state: Match) -> Match:
        striker = state.players[self.striker]
        if not self.spent or self.weapon in striker.life.jammed:
            return state
        return change_player(state, self.striker, jammed=(*striker.life.jammed, self.weapon))


class Stunned(Event, tag="stunned"):
    """A champion strikes no blow up to the end of this turn."""

    player: str
    until: int

    def fold(self, state: Match) -> Match:
        return change_player(state, self.player, stunned=self.until)


@fold(Moved, Jumped, Leapt, Climbed)
def _moved_away(state: Match, event: Moved | Jumped | Leapt | Climbed) -> Match:
    if isinstance(event, Moved) and not event.moved:
        return state
    return part_from_all(state, event.player)


@fold(DeepStruck, PortalEntered, Thrown)
def _gone(state: Match, event: DeepStruck | PortalEntered | Thrown) -> Match:
    return part_without_trail(state, event.player)


@fold(Left)
def _left(state: Match, event: Left) -> Match:
    """Take a champion that left the table out of all fights, also of those over (INIT-5)."""
    return _remove_from_fought(part_without_trail(state, event.player), event.player)


@fold(VortexDrags)
def _dragged_away(state: Match, event: VortexDrags) -> Match:
    """Forget the trails of the dragged: nobody moved away by choice (DIFF-8)."""
    touched = tuple(p for p in state.close_combat.touched if not event.to.keys() & {*p})
    return state.replace(close_combat=state.close_combat.replace(touched=touched))


@fold(damage.Killed, damage.AccidentSuffered)
def _leave_as_dead(state: Match, event: damage.Killed | damage.AccidentSuffered) -> Match:
    """End a dead champion's charge and fights; it may fight again if it comes back now.

    Rule: MELEE-5
    """
    player = event.victim
    state = part_without_trail(state, player)
    dead = state.players[player]
    if dead.turn.charge is not None or dead.turn.stunned:
        state = change_player(state, player, charge=None, stunned=0)
    state = _remove_from_fought(state, player)
    if state.play.phase != "melee" or player in state.close_combat.back:
        return state
    return state.replace(back=(*state.close_combat.back, player))


def _remove_from_fought(state: Match, player: str) -> Match:
    """Take a champion out of the melees already fought."""
    fought = state.close_combat.fought
    if player not in chain(*fought):
        return state
    return state.replace(fought=tuple(tuple(p for p in melee if p != player) for melee in fought))


@fold(TurnOpened)
def _turn_opened(state: Match, event: TurnOpened) -> Match:
    players = {
        name: player.replace(charge=None) if player.turn.charge else player for name, player in state.players.items()
    }
    return state.replace(players=players, close_combat=state.close_combat.replace(touched=event.contacts))


@fold(PhaseOpened)
def _phase_opened(state: Match, _event: PhaseOpened) -> Match:
    close_combat = state.close_combat
    return (
        state.replace(close_combat=close_combat.replace(back=(), fought=()))
        if close_combat.back or close_combat.fought
        else state
    )


@fold(rounds.RoundOpened)
def _round_opened(state: Match, _event: rounds.RoundOpened) -> Match:
    players = {name: player.replace(charge=None, building=None, stunned=0) for name, player in state.players.items()}
    return state.replace(players=players, contacts=(), close_combat=parts.CloseCombat())
