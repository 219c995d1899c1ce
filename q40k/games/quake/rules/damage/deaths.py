"""Deaths, by somebody's hand or by accident: what they pay, and what the dead drop."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from msgspec.structs import replace

from q40k.games.quake.rules.bonus.tokens import drop_token
from q40k.games.quake.rules.changing import Payments
from q40k.games.quake.rules.flags.carrying import drop_flags
from q40k.games.quake.rules.registry import event, fold
from q40k.games.quake.rules.state import Match, Player
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule


@event
class Killed(Event, tag="killed"):
    """A champion was killed; `paid` is what each killer scored (SCORE-1, MELEE-4)."""

    victim: str
    killers: tuple[str, ...]
    paid: Payments
    how: str | None = None
    cause: str = "kill"


@event
class AccidentSuffered(Event, tag="accident"):
    """A champion died by accident; `paid` is what it lost (SCORE-2, SCORE-3).

    `cause` is a word of the rules ("telefragged", "disintegrated", "nuke", "mega-bumper") or
    "told", if the game master reported it: then `how` holds the words. `by` is the player who set
    it off.
    """

    player: str
    cause: str
    paid: Payments
    how: str | None = None
    by: str | None = None
    portal: int | None = None


def _dead_player(state: Match, player: str) -> Player:
    """Return a champion as its death leaves it."""
    victim = state.players[player]
    score = victim.score
    return replace(
        victim,
        beacon=state.holds(player, "beacon"),
        life=replace(victim.life, alive=False, jammed=(), broken=False),
        movement=replace(
            victim.movement,
            limit=None,
            tested=False,
            halted=False,
            in_water=False,
            swum=False,
            over=(),
        ),
        position=replace(victim.position, at=None, portal=None, near=None, tile=None, level=None),
        score=replace(score, deaths=score.deaths + 1, streak=0),
        turn=replace(victim.turn, moved=False),
    )


@lru_cache(maxsize=64)
def _share(killers: int) -> Fraction:
    """Return the share of each killer in a kill."""
    return Fraction(1, killers)


@fold(Killed)
def _killed(state: Match, event: Killed) -> Match:
    players = {**state.players, event.victim: _dead_player(state, event.victim)}
    owed = dict(state.shares.get(event.victim, {}))
    share = _share(len(event.killers)) if event.paid else Fraction(0)
    for name in event.killers:
        score = players[name].score
        paid = event.paid.get(name)
        points = score.points if paid is None else score.points + paid
        score = replace(score, kills=score.kills + 1, streak=score.streak + 1, points=points)
        players[name] = replace(players[name], score=score)
        costs = paid is not None and paid.numerator < 0  # a team-mate's death
        earned = -share if costs else share
        owed[name] = owed[name] + earned if name in owed else earned
    return state.replace(
        players=players,
        shares={**state.shares, event.victim: owed},
        waiting=(*state.play.waiting, event.victim),
    )


OF_A_MOVE = ("fell", "fell-in-water", "void", "crashed", "napalm", "dangerous-ground")
"""Deaths by a champion's own move: it moves no more in that part (MOVE-3, MOVE-5)."""


@fold(AccidentSuffered)
def _accident_suffered(state: Match, event: AccidentSuffered) -> Match:
    dead = _dead_player(state, event.player)
    accidents, halted = dead.score.accidents + 1, event.cause in OF_A_MOVE
    players = {**state.players, event.player: dead.replace(accidents=accidents, halted=halted)}
    for name, points in event.paid.items():
        players[name] = players[name].replace(points=players[name].score.points + points)
    owed = dict(state.shares.get(event.player, {}))
    if event.paid:
        owed[event.player] = owed.get(event.player, Fraction(0)) - 1
    return state.replace(
        players=players,
        shares={**state.shares, event.player: owed},
        waiting=(*state.play.waiting, event.player),
    )


def die_by_accident(
    live: Live[Match],
    player: str,
    cause: str,
    *,
    how: str | None = None,
    by: str | None = None,
    portal: int | None = None,
    free: bool = False,
) -> Rule[None]:
    """Kill a champion by accident: it loses its own value, unless `free`.

    Nobody scores.

    Rule: SCORE-2, RESPAWN-2, FLAG-2
    """
    state = live.state
    assert state.setup.mod is not None
    costs = state.setup.mod.has("victory-points") and not free
    paid = {player: -state.players[player].value} if costs else {}
    yield AccidentSuffered(player=player, cause=cause, paid=paid, how=how, by=by, portal=portal)
    yield from drop_token(live, player)
    yield from drop_flags(live, player, state.players[player].position.at)


def die_by_hand(
    live: Live[Match],
    victim: str,
    killers: tuple[str, ...],
    *,
    how: str | None = None,
    cause: str = "kill",
) -> Rule[None]:
    """Kill a champion: its killers score its value, shared equally and exactly.

    A killer of the victim's own team loses its share instead of scoring it.

    Rule: SCORE-1, MELEE-4, TEAM-4, RESPAWN-2, FLAG-2
    """
    state = live.state
    assert state.setup.mod is not None
    value = state.players[victim].value
    share = value if len(killers) == 1 else value / len(killers)
    side = state.side_of(victim)
    paid = {}
    if state.setup.mod.has("victory-points"):
        paid = {k: -share if state.side_of(k) == side else share for k in killers}
    yield Killed(victim=victim, killers=killers, paid=paid, how=how, cause=cause)
    yield from drop_token(live, victim)
    yield from drop_flags(live, victim, state.players[victim].position.at)
