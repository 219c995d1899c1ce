"""The state of a match: frozen values that only the fold replaces."""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import islice
from typing import Any

from msgspec import field

from q40k.games.quake.packs.models import (
    Arena,
    BonusKind,
    BonusTables,
    Category,
    Champion,
    Mod,
    Trait,
    UnitType,
    Weapon,
)
from q40k.games.quake.packs.personalities import Personality
from q40k.games.quake.state import parts
from q40k.games.w40k3e.traits import with_choices
from q40k.geometry.space import Spot
from q40k.kernel.state import Part, Record
from q40k.kernel.text import fold_name
from q40k.tabletop.rules import BotSeat, Roller

PHASES: tuple[parts.Phase, ...] = ("movement", "shooting", "assault", "melee")


@lru_cache(maxsize=4096)
def exact_points(points: int) -> Fraction:
    """Return points as an exact number; cached, as values are read all the time."""
    return Fraction(points)


def add(points: Fraction, more: Fraction) -> Fraction:
    """Return the sum of points: of whole ones, which nearly all are, without the work of fractions."""
    if points.denominator == 1 == more.denominator:
        return exact_points(points.numerator + more.numerator)
    return points + more


@lru_cache(maxsize=4096)
def _quotient(numerator: int, denominator: int, own: int) -> Fraction:
    """Return a score in units of an own value; cached, as the race is computed often."""
    return Fraction(numerator, denominator * own)


class Held(Part, frozen=True):
    """The bonus a champion holds: the token, its kind ("equipment-35") and what became of it.

    A `spent` bonus stays beside its holder without effect (BONUS-7). `target` is the player under
    mind control. `figures`, `unit_type`, `kit`, `arms` and `traits` are what its holder took from
    those it killed: characteristics by name, ids of gear, weapon lines (special bonus 6).
    """

    token: str
    kind: str
    spent: bool = False
    target: str | None = None
    figures: dict[str, int] = field(default_factory=dict)
    kit: tuple[str, ...] = ()
    arms: tuple[Weapon, ...] = ()
    traits: tuple[Trait, ...] = ()
    unit_type: UnitType | None = None


class Player(Record, frozen=True):
    """A player and its champion, with the parts of its state; `bot` plays it if it is given.

    `nature` is the data of the last personality that a bot had here.
    """

    id: str
    name: str
    champion: Champion
    gear: tuple[str, ...] = ()
    arms: tuple[Weapon, ...] = ()
    traits: tuple[Trait, ...] = ()
    team: str | None = None
    present: bool = True
    roller: Roller | None = None
    die: int | None = None
    initiative: int | None = None
    bonus: Held | None = None
    beacon: bool = False
    gifts: tuple[str, ...] = ()
    bot: BotSeat | None = None
    nature: Personality | None = None
    about: parts.About = field(default_factory=parts.About)
    life: parts.Life = field(default_factory=parts.Life)
    position: parts.Position = field(default_factory=parts.Position)
    movement: parts.Movement = field(default_factory=parts.Movement)
    turn: parts.Turn = field(default_factory=parts.Turn)
    score: parts.Score = field(default_factory=parts.Score)

    @property
    def value(self) -> Fraction:
        """The points for killing this champion: its cost."""
        return exact_points(self.champion.points)

    @property
    def own_value(self) -> Fraction:
        """The unit of its goal: the greatest value it has fielded in this match (INIT-5)."""
        return exact_points(self.own_points)

    @property
    def own_points(self) -> int:
        """Its own value, as a whole number."""
        return max(self.champion.points, self.score.fielded)

    @property
    def times(self) -> Fraction:
        """The score in units of the player's own value (SCORE-4)."""
        return _quotient(*self.score.points.as_integer_ratio(), self.own_points)

    @property
    def abilities(self) -> tuple[Trait, ...]:
        """Its traits, those taken from others (special bonus 6), and those in use."""
        traits = self.traits if self.bonus is None else (*self.traits, *self.bonus.traits)
        using = (*self.gifts, *self.turn.using)
        return with_choices(traits, using) if using else traits

    @property
    def bot_nature(self) -> Personality | None:
        """The personality of the bot that plays it; None if people play it, or if its bot has none."""
        is_its_own = self.bot is not None and self.nature is not None and self.nature.id == self.bot.personality
        return self.nature if is_its_own else None

    @property
    def in_play(self) -> bool:
        """Whether the champion is on the table."""
        return self.present and self.life.alive and self.life.placed


class Token(Part, frozen=True):
    """A bonus token: its place while nobody holds it, and its holder."""

    id: str
    category: Category
    place: Spot
    holder: str | None = None


class Match(Record, frozen=True):
    """A whole match.

    `shares[victim][killer]` is the part of the victim's value that the killer was paid, so that a
    wrong champion can be corrected.

    A side is what wins: a player's id where everyone plays for themselves, a team's name in teams.
    `teams` are ranked by their rolls, the highest first.
    """

    setup: parts.Setup = field(default_factory=parts.Setup)
    players: dict[str, Player] = field(default_factory=dict)
    ranks: parts.Ranks = field(default_factory=parts.Ranks)
    play: parts.Play = field(default_factory=parts.Play)
    tokens: dict[str, Token] = field(default_factory=dict)
    shares: dict[str, dict[str, Fraction]] = field(default_factory=dict)
    rounds: parts.Rounds = field(default_factory=parts.Rounds)
    teams: dict[str, parts.Team] = field(default_factory=dict)
    team_play: parts.TeamPlay = field(default_factory=parts.TeamPlay)
    flags: dict[str, parts.Flag] = field(default_factory=dict)
    barrels: dict[str, parts.Barrel] = field(default_factory=dict)
    close_combat: parts.CloseCombat = field(default_factory=parts.CloseCombat)
    hunt: parts.Hunt | None = None
    clock: parts.Clock | None = None
    outcome: parts.Outcome = field(default_factory=parts.Outcome)

    @property
    def mod(self) -> Mod:
        """The mod, once the match is laid out."""
        assert self.setup.mod is not None
        return self.setup.mod

    @property
    def arena(self) -> Arena:
        """The arena, once the match is laid out."""
        assert self.setup.arena is not None
        return self.setup.arena

    @property
    def tables(self) -> BonusTables:
        """The bonus tables, once the match is laid out."""
        assert self.setup.tables is not None
        return self.setup.tables

    @property
    def in_teams(self) -> bool:
        """Whether teams play, instead of everyone against everyone (TEAM-1)."""
        mod = self.setup.mod
        return mod is not None and mod.players == "teams"

    @property
    def announces(self) -> bool:
        """Whether the table announces what it does before it measures (MOVE-2)."""
        return self.setup.mod is not None and self.setup.mod.has("announce")

    @property
    def sides(self) -> tuple[str, ...]:
        """Everyone who can win: players by id or teams by name, in order of joining."""
        return tuple(dict.fromkeys(self.side_of(player) for player in self.players))

    def side_of(self, player: str) -> str:
        """Return the side a player plays for: itself, or its team."""
        team = self.players[player].team
        return player if team is None or not self.in_teams else team

    def members(self, side: str) -> tuple[str, ...]:
        """Return the ids of all who play for a side, also of those who left, in joining order."""
        return tuple(p for p in self.players if self.side_of(p) == side)

    def side_name(self, side: str) -> str:
        """Return the name of a side: the player's, or the team's."""
        return side if side in self.teams or side not in self.players else self.players[side].name

    def score_of(self, side: str) -> Fraction:
        """Return the score of a side: the sum of its members', also of those who left."""
        if not self.in_teams:
            return self.players[side].score.points
        return sum((self.players[p].score.points for p in self.members(side)), Fraction(0))

    def value_of(self, side: str) -> Fraction:
        """Return a side's own value: the sum of its members' (SCORE-4, INIT-5).

        Members who left count.
        """
        return exact_points(self._own_points(side))

    def _own_points(self, side: str) -> int:
        if not self.in_teams:
            return self.players[side].own_points
        return sum(self.players[p].own_points for p in self.members(side))

    def times_of(self, side: str) -> Fraction:
        """Return the score of a side in units of its own value (SCORE-4)."""
        return _quotient(*self.score_of(side).as_integer_ratio(), self._own_points(side))

    def goal_of(self, side: str) -> int:
        """Return the score with which a side wins (SCORE-4)."""
        if self.setup.points_to_win is not None:
            return self.setup.points_to_win
        return self.setup.times_to_win * self._own_points(side)

    def goal(self, player: str) -> int:
        """Return the score with which the side of `player` wins (SCORE-4)."""
        return self.goal_of(self.side_of(player))

    def lives_left(self, player: str) -> int | None:
        """Return `player`'s lives left in the round; None without sudden death (SUDDEN-1)."""
        if self.setup.mod is None or not self.setup.mod.has("sudden-death"):
            return None
        life = self.players[player].life
        lives = self.setup.mod.parameters.lives - life.lives_lost
        return 0 if life.out else max(0, lives)

    @property
    def order(self) -> tuple[str, ...]:
        """The order of play: the present players, highest first (TURN-1)."""
        players = self.players
        return tuple([p for p in self.ranked if players[p].present])

    @property
    def ranked(self) -> tuple[str, ...]:
        """The order of play, including players who left."""
        if not self.ranks.chosen:
            return self.ranks.ranking
        return (*self.ranks.chosen, *(p for p in self.ranks.ranking if p not in self.ranks.chosen))

    def before(self, player: str) -> tuple[str, ...]:
        """Return the present players ahead of `player` in the order of play."""
        ranked = self.ranked
        return tuple(p for p in ranked[: ranked.index(player)] if self.players[p].present)

    def after(self, player: str) -> Iterator[str]:
        """Return the present players after `player` in the order of play."""
        ranked, players = self.ranked, self.players
        return (p for p in islice(ranked, ranked.index(player) + 1, None) if players[p].present)

    @property
    def alternates(self) -> bool:
        """Whether the teams alternate: not in a turn whose order a bonus decided (TEAM-3)."""
        return self.in_teams and self.running and not self.ranks.chosen

    @property
    def already_acted(self) -> frozenset[str]:
        """The players who have already acted in the running phase."""
        if self.alternates:
            return frozenset(self.team_play.acted)
        if self.play.active is None:
            return frozenset()
        acted = self.before(self.play.active)
        if self.play.phase == "deployment":
            acted = tuple(p for p in self.order if self.players[p].life.placed)
        return frozenset(acted)

    @property
    def running(self) -> bool:
        """Whether turns are being played."""
        return self.play.phase in PHASES

    def roller_of(self, who: str | None) -> Roller:
        """Return who rolls by default: a player's own habit, the app for a bot, or the table's."""
        player = self.players.get(who) if who else None
        if player is None:
            return self.setup.roller
        return player.roller or ("app" if player.bot else self.setup.roller)

    def occupants(self, portal: int) -> tuple[str, ...]:
        """Return the players in `portal`, in the order of play (PORTAL-6)."""
        inside = [p for p in self.players.values() if p.position.portal == portal and p.in_play]
        if len(inside) > 1:
            inside.sort(key=lambda p: self.ranked.index(p.id))
        return tuple([p.id for p in inside])

    def kind(self, held: Held) -> BonusKind:
        """Return the entry of the bonus tables for a held bonus."""
        return self.tables.kind(held.kind)

    def holds(self, player: str, effect: str) -> bool:
        """Whether `player` holds a bonus with this effect that is not spent."""
        held = self.players[player].bonus
        return held is not None and not held.spent and self.kind(held).effect == effect

    def player_named(self, name: str) -> Player | None:
        """Return the player of that name, or None; an exact match comes before any other case."""
        for player in self.players.values():
            if player.name == name:
                return player
        folded = fold_name(name)
        for player in self.players.values():
            if fold_name(player.name) == folded:
                return player
        return None

    def team_named(self, name: str) -> str | None:
        """Return the team of that name, whatever its capitals; None if there is none."""
        folded = fold_name(name)
        return next((team for team in self.teams if fold_name(team) == folded), None)

    def is_called(self, player: str, name: str) -> bool:
        """Return whether that name is the name of the player with this id."""
        named = self.player_named(name)
        return named is not None and named.id == player


# -- changes that every chapter uses ------------------------------------------------------


Payments = dict[str, Fraction]


def change_player(state: Match, player: str, **changes: Any) -> Match:
    """Return the state with `changes` to one player."""
    players = dict(state.players)
    players[player] = players[player].replace(**changes)
    return state.replace(players=players)


def stand_at(
    at: Spot | None, portal: int | None = None, *, level: float | None = None, angle: float | None = None
) -> dict[str, Any]:
    """Return the changes to a champion that stands somewhere else: None is a place that nobody knows.

    Without an `angle` its base points where it did.
    """
    there = {"at": at, "portal": portal, "near": None, "tile": None, "level": level}
    return there if angle is None else {**there, "angle": angle}


def pay_out(state: Match, paid: Payments) -> Match:
    """Return the state with points paid to players, or taken from them."""
    for name, points in paid.items():
        state = change_player(state, name, points=add(state.players[name].score.points, points))
    return state


def replace_team(state: Match, name: str, team: parts.Team) -> Match:
    """Return the state with one team replaced."""
    return state.replace(teams={**state.teams, name: team})
