"""The statistics of a match: what each player did, and what tokens and accidents brought."""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any

from msgspec import Struct, field

from q40k.games.quake.state import assault, respawn
from q40k.games.quake.state.bonus import BonusChosen, BonusSpent, NukePaid, TokenReturned, TokenTaken
from q40k.games.quake.state.damage import AccidentSuffered, Harmed, Killed, Struck
from q40k.games.quake.state.match import Match, Player, add, exact_points
from q40k.games.quake.state.melee import Blow, MeleeOpened
from q40k.games.quake.state.movement.water import Fell
from q40k.games.quake.state.objectives import rounds
from q40k.games.quake.state.odds import odds_of_melee, shot_odds
from q40k.games.quake.state.portals import PortalEntered, Teleported
from q40k.games.quake.state.shooting import Shot, ShotTerms, guns
from q40k.kernel.commentary import Step, Transition
from q40k.kernel.events import Event

WARD = "ward"
"""The effect of a bonus that ignores failed saves."""


class TokenUse(Struct):
    """A token that a player took at journal entry `entry`, its `kind`, and what it brought.

    It lasts until it is spent or returned, at entry `until` (None: to the end). `turns` counts the
    first and the last turn. Its own effect counts even after it is spent: a nuke kills after that.
    `saves` are the saves it made, `points` all that its holder won and lost by kills and accidents.
    `fatal`: its own effect killed its holder.
    """

    player: str
    token: str
    kind: str
    entry: int
    turn: int
    until: int | None = None
    turns: int = 0
    kills: int = 0
    saves: int = 0
    points: Fraction = Fraction(0)
    fatal: bool = False


class TokenUses(Struct):
    """Every use of a token, the oldest first; `held` maps each player to its present token."""

    uses: list[TokenUse] = field(default_factory=list)
    held: dict[str, TokenUse] = field(default_factory=dict)

    def count_event(self, transition: Transition[Match], seq: int) -> None:
        """Count what an event of the entry `seq` brought."""
        handler = _HANDLERS.get(type(transition.event))
        if handler is not None:
            handler(self, transition.event, transition, seq)

    def close(self, turn: int) -> None:
        """End all uses in this turn: the match ends, or is viewed."""
        for use in self.held.values():
            _end_use(use, None, turn)

    def find_active(self, player: str, cause: str, state: Match) -> TokenUse | None:
        """Return the token at work for a player: it lasts, or its own effect is the cause."""
        use = self.held.get(player)
        if use is None or use.until is None or _is_own_effect(use, cause, state):
            return use
        return None


def _is_own_effect(use: TokenUse, cause: str, state: Match) -> bool:
    """Whether the cause of a death is the token's own effect."""
    tables = state.setup.tables
    return tables is not None and cause.removesuffix("-lost") == tables.kind(use.kind).effect


def _end_use(use: TokenUse, seq: int | None, turn: int) -> None:
    """End a use at this entry and turn, unless it has ended."""
    if use.until is None:
        use.until, use.turns = seq, max(turn, 1) - use.turn + 1


def _count_pickup(tokens: TokenUses, event: TokenTaken, transition: Transition[Match], seq: int) -> None:
    turn = max(transition.after.play.turn, 1)
    use = TokenUse(event.player, event.token, event.kind, seq, turn)
    tokens.uses.append(use)
    tokens.held[event.player] = use


def _change_kind(tokens: TokenUses, event: BonusChosen, _transition: Transition[Match], _seq: int) -> None:
    if event.player in tokens.held:
        tokens.held[event.player].kind = event.kind


def _count_spending(tokens: TokenUses, event: BonusSpent, transition: Transition[Match], seq: int) -> None:
    state = transition.after
    use = tokens.held.get(event.player)
    if use is None:
        return
    tables = state.setup.tables
    if tables is not None and any(m.effect == WARD for m in tables.kind(use.kind).modifiers):
        use.saves += 1
    _end_use(use, seq, state.play.turn)


def _end_returned_use(tokens: TokenUses, event: TokenReturned, transition: Transition[Match], seq: int) -> None:
    use = tokens.held.pop(event.player, None)
    if use is not None:
        _end_use(use, seq, transition.after.play.turn)


def _end_all_uses(tokens: TokenUses, _event: Event, transition: Transition[Match], seq: int) -> None:
    """End all uses: a new round returns every token."""
    for use in tokens.held.values():
        _end_use(use, seq, transition.before.play.turn)
    tokens.held.clear()


def _add_kill(tokens: TokenUses, event: Killed, transition: Transition[Match], _seq: int) -> None:
    for killer in event.killers:
        use = tokens.find_active(killer, event.cause, transition.before)
        if use is not None:
            use.kills += 1
            use.points += event.paid.get(killer, Fraction(0))


def _add_accident(tokens: TokenUses, event: AccidentSuffered, transition: Transition[Match], _seq: int) -> None:
    for name, paid in event.paid.items():
        use = tokens.find_active(name, event.cause, transition.before)
        if use is not None:
            use.points += paid
    use = tokens.find_active(event.player, event.cause, transition.before)
    if use is not None and _is_own_effect(use, event.cause, transition.before):
        use.fatal = True


def _count_nuke_cost(tokens: TokenUses, event: NukePaid, transition: Transition[Match], _seq: int) -> None:
    use = tokens.find_active(event.picker, "nuke", transition.before)
    if use is not None:
        use.points += event.paid.get(event.picker, Fraction(0))


def _count_saves(tokens: TokenUses, event: Event, _transition: Transition[Match], _seq: int) -> None:
    """Count the saves a token made possible, by the reasons that each roll gives."""
    for struck in _STRUCK[type(event)](event):
        use = tokens.held.get(struck.player)
        if use is not None:
            use.saves += sum(
                step.passed
                for step in struck.steps
                if step.kind in ("save", "save-again") and any(reason.source == use.kind for reason in step.why)
            )


_STRUCK: Mapping[type, Callable[[Any], Iterable[Struck]]] = {
    Shot: lambda event: event.victims,
    Blow: lambda event: (event.struck,) if event.struck is not None else (),
    Harmed: lambda event: (event.struck,),
    Fell: lambda event: (event.struck,),
}


_HANDLERS: Mapping[type, Callable[[TokenUses, Any, Transition[Match], int], None]] = {
    TokenTaken: _count_pickup,
    BonusChosen: _change_kind,
    BonusSpent: _count_spending,
    TokenReturned: _end_returned_use,
    rounds.RoundOpened: _end_all_uses,
    Killed: _add_kill,
    AccidentSuffered: _add_accident,
    NukePaid: _count_nuke_cost,
    **dict.fromkeys(_STRUCK, _count_saves),
}


# -- the statistics of a match ------------------------------------------------------------


TELEFRAGGED = "telefragged"


SHOOTING, MELEE = "shooting", "melee"


class Life(Struct):
    """A life: from coming onto the table, at entry `born`, to a death, at entry `died`.

    `turns` is how many turns it took. A player who lives to the end of the match or the round, or
    until it leaves the table, has not `died`. Then `until` is the entry at which it left the table,
    None for the end. `by` are its killers. `kills` are the entries of its own kills: their number
    is the streak of this life.
    """

    turn: int
    died: int | None = None
    turns: int = 0
    born: int = 0
    until: int | None = None
    by: tuple[str, ...] = ()
    kills: list[int] = field(default_factory=list)


class Aim(Struct):
    """The shots that a weapon fired at a roll to hit, and how many of them hit."""

    shots: int = 0
    hits: int = 0


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
    aims: dict[str, Aim] = field(default_factory=dict)
    lives: list[Life] = field(default_factory=list)
    longest: int = 0


class Portal(Struct):
    """The events at a portal: jumps into it, arrivals out of it, deaths in it."""

    entered: int = 0
    arrivals: int = 0
    telefrags: int = 0


class Hope(Struct):
    """What a bot's attacks of one kind were expected to bring by the exact odds, and what came.

    `attacks` are its shots at champions, or its rounds of close combat against one foe; `expected` is
    the sum of their chances to kill, `kills` how many of them killed.
    """

    attacks: int = 0
    expected: float = 0.0
    kills: int = 0


class Hopes(Struct):
    """The hopes of bots by player and kind of attack; `open` is whom each attacks now, and how."""

    counted: dict[str, dict[str, Hope]] = field(default_factory=dict)
    open: dict[str, tuple[str, str]] = field(default_factory=dict)

    def count_event(self, transition: Transition[Match]) -> None:
        """Count what an event was expected to bring, or that a kill came of it."""
        event, before = transition.event, transition.before
        if isinstance(event, Shot) and event.target in before.players:
            shooter, target = before.players[event.shooter], before.players[event.target]
            gun = next((gun for gun in guns(before, shooter) if gun.id == event.weapon), None)
            if shooter.bot is not None and gun is not None and target.in_play:
                terms = ShotTerms(distance_in=event.distance_in)
                self._open(shooter.id, target.id, SHOOTING, shot_odds(before, shooter, gun, target, terms).kills)
        elif isinstance(event, MeleeOpened) and len(event.members) == 2:
            odds = odds_of_melee(before, event.members)
            for striker, foe in (event.members, event.members[::-1]):
                if odds is not None and before.players[striker].bot is not None:
                    self._open(striker, foe, MELEE, odds.dies[foe])
        elif isinstance(event, Killed):
            for killer in event.killers:
                victim, way = self.open.get(killer, ("", ""))
                if victim == event.victim:
                    self.counted[killer][way].kills += 1
                    del self.open[killer]

    def _open(self, player: str, target: str, way: str, chance: Fraction) -> None:
        hope = self.counted.setdefault(player, {}).setdefault(way, Hope())
        hope.attacks += 1
        hope.expected += float(chance)
        self.open[player] = (target, way)


class Statistics(Struct):
    """Everything that was counted, by the ids of players and the numbers of portals."""

    players: dict[str, Tally] = field(default_factory=dict)
    portals: dict[int, Portal] = field(default_factory=dict)
    causes: dict[str, int] = field(default_factory=dict)
    turns: int = 0
    brought: list[TokenUse] = field(default_factory=list)
    hopes: dict[str, dict[str, Hope]] = field(default_factory=dict)

    def of(self, player: str) -> Tally:
        """Return a player's tally, a new one if needed."""
        if player not in self.players:
            self.players[player] = Tally()
        return self.players[player]

    def at(self, number: int) -> Portal:
        """Return a portal's count, a new one if needed."""
        return self.portals.setdefault(number, Portal())


def count(steps: Iterable[Step[Match]]) -> Statistics:
    """Return the statistics of a match."""
    tokens, hopes = TokenUses(), Hopes()

    def count_event(transition: Transition[Match], seq: int) -> None:
        tokens.count_event(transition, seq)
        hopes.count_event(transition)

    statistics = count_players(steps, count_event)
    tokens.close(statistics.turns)
    statistics.brought, statistics.hopes = tokens.uses, hopes.counted
    return statistics


def count_players(
    steps: Iterable[Step[Match]], count_event: Callable[[Transition[Match], int], None] = lambda _transition, _seq: None
) -> Statistics:
    """Return the statistics of a match without tokens’ uses and bots’ hopes, which take longest.

    `count_event` is called with each event and the number of its entry.
    """
    statistics = Statistics()
    for step in steps:
        weapon: dict[str, str] = {}
        for transition in step.transitions:
            count_event(transition, step.entry.seq)
            event, after = transition.event, transition.after
            if isinstance(event, Shot):
                weapon[event.shooter] = event.weapon
            elif isinstance(event, Blow):
                weapon[event.striker] = event.weapon
            _count(statistics, event, step.entry.seq, transition.before, after, weapon)
        statistics.turns = step.state.play.turn
    for tally in statistics.players.values():
        for life in tally.lives:
            if life.until is None:
                life.turns = max(statistics.turns, 1) - life.turn + 1
    return statistics


def _count(
    statistics: Statistics, event: Event, seq: int, before: Match, after: Match, weapon: Mapping[str, str]
) -> None:
    if isinstance(event, Killed):
        _count_kill(statistics, event, seq, after, weapon)
    elif isinstance(event, AccidentSuffered):
        _count_accident(statistics, event, seq, after)
    elif isinstance(event, respawn.Respawned):
        statistics.at(event.portal).arrivals += 1
    elif isinstance(event, Teleported):
        statistics.at(event.exit).arrivals += 1
    elif isinstance(event, PortalEntered):  # whether it comes out or disintegrates
        statistics.at(event.portal).entered += 1
        statistics.of(event.player).jumps += 1
    elif isinstance(event, TokenTaken):
        statistics.of(event.player).tokens.append(event.kind)
    elif isinstance(event, assault.Charged):
        statistics.of(event.player).inches += event.distance_in or 0.0
    elif isinstance(event, Shot) and event.shots:
        aim = statistics.of(event.shooter).aims.setdefault(event.weapon, Aim())
        aim.shots, aim.hits = aim.shots + event.shots, aim.hits + event.hits
    if before.players is not after.players:
        _count_players(statistics, seq, before, after)


def _count_players(statistics: Statistics, seq: int, before: Match, after: Match) -> None:
    """Count changes in the players' own state: lives begun and ended, inches walked, points."""
    then, now = before.players, after.players
    for name, player in now.items():
        if player is (old := then.get(name)):
            continue
        was_on_table, is_on_table = old is not None and _is_on_table(old), _is_on_table(player)
        if is_on_table and not was_on_table:
            statistics.of(name).lives.append(Life(max(after.play.turn, 1), born=seq))
        elif was_on_table and not is_on_table:
            _end_life(statistics.of(name), seq, before)
        walked = player.movement.spent - (old.movement.spent if old is not None else 0.0)
        tally, score = statistics.of(name), player.score
        tally.inches += max(walked, 0.0)
        tally.longest = max(tally.longest, score.streak)
        tally.points, tally.kills = score.points, score.kills
        tally.deaths, tally.accidents = score.deaths, score.accidents


def _is_on_table(player: Player) -> bool:
    return player.life.alive and player.life.placed


def _count_kill(statistics: Statistics, event: Killed, seq: int, after: Match, weapon: Mapping[str, str]) -> None:
    _count_death(statistics.of(event.victim), seq, after, event.killers)
    for name in event.killers:
        tally = statistics.of(name)
        if tally.lives and tally.lives[-1].until is None:
            tally.lives[-1].kills.append(seq)
        tally.victims[event.victim] = tally.victims.get(event.victim, 0) + 1
        before, paid = tally.earned.get(event.victim, exact_points(0)), event.paid.get(name, exact_points(0))
        tally.earned[event.victim] = add(before, paid)
        arm = weapon.get(name) or event.how or event.cause
        tally.weapons[arm] = tally.weapons.get(arm, 0) + 1


def _count_accident(statistics: Statistics, event: AccidentSuffered, seq: int, after: Match) -> None:
    tally = statistics.of(event.player)
    _count_death(tally, seq, after, (event.by,) if event.by else ())
    tally.lost -= event.paid.get(event.player, exact_points(0))
    statistics.causes[event.cause] = statistics.causes.get(event.cause, 0) + 1
    if event.cause == TELEFRAGGED:
        tally.telefragged += 1
        if event.by is not None:
            statistics.of(event.by).telefrags += 1
        if event.portal is not None:
            statistics.at(event.portal).telefrags += 1


def _count_death(tally: Tally, seq: int, after: Match, by: tuple[str, ...]) -> None:
    if tally.lives and tally.lives[-1].until is None:
        life = tally.lives[-1]
        life.died = life.until = seq
        life.by, life.turns = by, max(after.play.turn, 1) - life.turn + 1


def _end_life(tally: Tally, seq: int, before: Match) -> None:
    """End the life of a player who left the table, unless its death has ended it."""
    life = tally.lives[-1]
    if life.until is None:
        life.until, life.turns = seq, max(before.play.turn, 1) - life.turn + 1
