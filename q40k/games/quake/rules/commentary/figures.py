"""The figures of a match: who killed whom, with what, where; lives, streaks, portals, tokens.

All of it is counted from what was told, entry by entry; nothing is kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import compress
from operator import is_not

from msgspec import Struct, field

from q40k.games.quake.rules.assault.charge import Charged
from q40k.games.quake.rules.bonus.tokens import TokenTaken
from q40k.games.quake.rules.brought import Brought, Tokens
from q40k.games.quake.rules.damage.deaths import AccidentSuffered, Killed
from q40k.games.quake.rules.melee.fight import Blow
from q40k.games.quake.rules.portals.jumping import PortalEntered, Teleported
from q40k.games.quake.rules.respawn.respawn import Respawned
from q40k.games.quake.rules.shooting.shot import Shot
from q40k.games.quake.rules.state import Match, Player
from q40k.kernel.calls import Step
from q40k.kernel.events import Event

TELEFRAGGED = "telefragged"


class Life(Struct):
    """From coming onto the table, at entry `born`, to a death: its entry, and how many turns.

    Who lives to the end of the match, of a round, or up to leaving the table has not `died`; then
    `until` is the entry up to which it stood there, None for the end. `by` are its killers, `kills`
    the entries of its own kills: as many are the streak that this life was.
    """

    turn: int
    died: int | None = None
    turns: int = 0
    born: int = 0
    until: int | None = None
    by: tuple[str, ...] = ()
    kills: list[int] = field(default_factory=list)


class Tally(Struct):
    """What one player did and suffered."""

    points: Fraction = Fraction(0)
    kills: int = 0
    deaths: int = 0
    accidents: int = 0
    lost: Fraction = Fraction(0)
    telefrags: int = 0
    telefragged: int = 0
    inches: float = 0.0
    jumps: int = 0
    tokens: list[str] = field(default_factory=list)
    victims: dict[str, int] = field(default_factory=dict)
    earned: dict[str, Fraction] = field(default_factory=dict)
    weapons: dict[str, int] = field(default_factory=dict)
    lives: list[Life] = field(default_factory=list)
    longest: int = 0


class Portal(Struct):
    """What happened at a portal: jumps into it, arrivals out of it, deaths in it."""

    entered: int = 0
    arrivals: int = 0
    telefrags: int = 0


class Figures(Struct):
    """Everything that was counted, by the ids of players and the numbers of portals."""

    players: dict[str, Tally] = field(default_factory=dict)
    portals: dict[int, Portal] = field(default_factory=dict)
    causes: dict[str, int] = field(default_factory=dict)
    turns: int = 0
    brought: list[Brought] = field(default_factory=list)

    def of(self, player: str) -> Tally:
        """A player's tally."""
        return self.players.setdefault(player, Tally())

    def at(self, number: int) -> Portal:
        """A portal's count."""
        return self.portals.setdefault(number, Portal())


def count(steps: Iterable[Step[Match]]) -> Figures:
    """Count a match."""
    found, tokens = Figures(), Tokens()
    for step in steps:
        weapon: dict[str, str] = {}
        for one in step.told:
            tokens.heed(one, step.entry.seq)
            event, after = one.event, one.after
            if isinstance(event, Shot):
                weapon[event.shooter] = event.weapon
            elif isinstance(event, Blow):
                weapon[event.striker] = event.weapon
            _count(found, event, step.entry.seq, one.before, after, weapon)
        found.turns = step.state.play.turn
    for tally in found.players.values():
        for life in tally.lives:
            if life.until is None:
                life.turns = max(found.turns, 1) - life.turn + 1
    tokens.close(found.turns)
    found.brought = tokens.taken
    return found


def _count(
    found: Figures, event: Event, seq: int, before: Match, after: Match, weapon: Mapping[str, str]
) -> None:
    if isinstance(event, Killed):
        _killed(found, event, seq, after, weapon)
    elif isinstance(event, AccidentSuffered):
        _accident(found, event, seq, after)
    elif isinstance(event, Respawned):
        found.at(event.portal).arrivals += 1
    elif isinstance(event, Teleported):
        found.at(event.exit).arrivals += 1
        found.of(event.player).jumps += 1
    elif isinstance(event, PortalEntered):
        found.at(event.portal).entered += 1
    elif isinstance(event, TokenTaken):
        found.of(event.player).tokens.append(event.kind)
    elif isinstance(event, Charged):
        found.of(event.player).inches += event.distance_in or 0.0
    if before.players is not after.players:
        _seen(found, seq, before, after)


def _seen(found: Figures, seq: int, before: Match, after: Match) -> None:
    """What of the players' own state has changed: lives begun, inches walked, points."""
    then, now = before.players, after.players
    for name, player in compress(now.items(), map(is_not, now.values(), map(then.get, now))):
        old = then.get(name)
        stood, stands = old is not None and _stands(old), _stands(player)
        if stands and not stood:
            found.of(name).lives.append(Life(max(after.play.turn, 1), born=seq))
        elif stood and not stands:
            _gone(found.of(name), seq, before)
        walked = player.movement.spent - (old.movement.spent if old is not None else 0.0)
        tally, score = found.of(name), player.score
        tally.inches += max(walked, 0.0)
        tally.longest = max(tally.longest, score.streak)
        tally.points, tally.kills = score.points, score.kills
        tally.deaths, tally.accidents = score.deaths, score.accidents


def _stands(player: Player) -> bool:
    return player.life.alive and player.life.placed


def _killed(
    found: Figures, event: Killed, seq: int, after: Match, weapon: Mapping[str, str]
) -> None:
    _died(found.of(event.victim), seq, after, event.killers)
    for name in event.killers:
        tally = found.of(name)
        if tally.lives and tally.lives[-1].until is None:
            tally.lives[-1].kills.append(seq)
        tally.victims[event.victim] = tally.victims.get(event.victim, 0) + 1
        paid = event.paid.get(name, Fraction(0))
        tally.earned[event.victim] = tally.earned.get(event.victim, Fraction(0)) + paid
        arm = weapon.get(name) or event.how or event.cause
        tally.weapons[arm] = tally.weapons.get(arm, 0) + 1


def _accident(found: Figures, event: AccidentSuffered, seq: int, after: Match) -> None:
    tally = found.of(event.player)
    _died(tally, seq, after, (event.by,) if event.by else ())
    tally.lost -= event.paid.get(event.player, Fraction(0))
    found.causes[event.cause] = found.causes.get(event.cause, 0) + 1
    if event.cause == TELEFRAGGED:
        tally.telefragged += 1
        if event.by is not None:
            found.of(event.by).telefrags += 1
        if event.portal is not None:
            found.at(event.portal).telefrags += 1


def _died(tally: Tally, seq: int, after: Match, by: tuple[str, ...]) -> None:
    if tally.lives and tally.lives[-1].until is None:
        life = tally.lives[-1]
        life.died = life.until = seq
        life.by, life.turns = by, max(after.play.turn, 1) - life.turn + 1


def _gone(tally: Tally, seq: int, before: Match) -> None:
    """Somebody stands on the table no more; who has died is known to have done so."""
    life = tally.lives[-1]
    if life.until is None:
        life.until, life.turns = seq, max(before.play.turn, 1) - life.turn + 1
