"""The medals of Quake 40K: what somebody was most remarkable for in a whole match.

None of it changes anything in the match, and no rule of the book asks for it. Each is one record:
what it counts, and with how much of it at least it is won. What needs more than one event to be
seen is counted over the whole match, in `remarkable`.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from q40k.games.quake.rules.assault.charge import Charged
from q40k.games.quake.rules.barrels.barrels import BarrelExploded
from q40k.games.quake.rules.bonus.tokens import TokenTaken
from q40k.games.quake.rules.commentary.remarkable import (
    DEATHS,
    OF_LIVES,
    WAYS,
    almost_won,
    by_blows,
    by_shots,
    dying_sprees,
    feats,
    inches,
    kamikaze,
    lives,
)
from q40k.games.quake.rules.damage.damage import Wounded
from q40k.games.quake.rules.damage.deaths import OF_A_MOVE, AccidentSuffered, Killed
from q40k.games.quake.rules.flags.flags import FlagCaptured
from q40k.games.quake.rules.melee.fight import Blow
from q40k.games.quake.rules.objectives.objective import progress
from q40k.games.quake.rules.portals.jumping import Teleported
from q40k.games.quake.rules.shooting.shot import Shot
from q40k.games.quake.rules.state import Match
from q40k.kernel.calls import Told
from q40k.kernel.medals import Counted, MedalRule


def _killed(told: Told[Match]) -> Iterator[Counted]:
    for killer, _victim in feats(told):
        yield killer, "", 1


def _same_victim(told: Told[Match]) -> Iterator[Counted]:
    for killer, victim in feats(told):
        yield killer, victim, 1


def _in_a_row(told: Told[Match]) -> Iterator[Counted]:
    for killer, _victim in feats(told):
        yield killer, "", told.after.players[killer].score.streak


def _together(told: Told[Match]) -> Iterator[Counted]:
    killers = [killer for killer, _victim in feats(told)]
    if len(killers) > 1:
        yield from ((killer, "", 1) for killer in killers)


def _of_the_leader(told: Told[Match]) -> Iterator[Counted]:
    found = list(feats(told))
    if found and _leads(told.before, told.before.side_of(found[0][1])):
        yield from ((killer, "", 1) for killer, _victim in found)


def _leads(state: Match, side: str) -> bool:
    """Whether a side alone is nearest to a win; asked of every kill, so it looks no further."""
    mine = progress(state, side) if state.setup.mod is not None else None
    if mine is None or mine.made <= 0:
        return False
    part = mine.part
    there = (state.side_of(player.id) for player in state.players.values() if player.present)
    others = (progress(state, other) for other in there if other != side)
    return all(one is None or one.part < part for one in others)


def _bargain(told: Told[Match]) -> Iterator[Counted]:
    event = told.event
    if isinstance(event, Killed):
        for killer, victim in feats(told):
            paid = event.paid.get(killer, Fraction(0))
            yield killer, victim, paid / (told.before.players[killer].value or 1)


def _of_a_mate(told: Told[Match]) -> Iterator[Counted]:
    state, event = told.before, told.event
    if isinstance(event, Killed):
        for killer in event.killers:
            if killer != event.victim and state.side_of(killer) == state.side_of(event.victim):
                yield killer, "", 1


def _died(told: Told[Match]) -> Iterator[Counted]:
    event = told.event
    if isinstance(event, Killed):
        yield event.victim, "", 1
    elif isinstance(event, AccidentSuffered):
        yield event.player, "", 1


def _telefragged(told: Told[Match]) -> Iterator[Counted]:
    event = told.event
    if isinstance(event, AccidentSuffered) and event.cause == "telefragged" and event.by:
        yield event.by, "", 1


def _in_the_way(told: Told[Match]) -> Iterator[Counted]:
    event = told.event
    if isinstance(event, AccidentSuffered) and event.cause == "telefragged":
        yield event.player, "", 1


def _given_away(told: Told[Match]) -> Iterator[Counted]:
    event = told.event
    if isinstance(event, AccidentSuffered) and event.cause != "telefragged":
        yield event.player, "", -event.paid.get(event.player, Fraction(0))


def _clumsy(told: Told[Match]) -> Iterator[Counted]:
    event = told.event
    if isinstance(event, AccidentSuffered) and event.cause != "telefragged":
        yield event.player, "", 1


def _taken(told: Told[Match]) -> Iterator[Counted]:
    if isinstance(told.event, TokenTaken):
        yield told.event.player, "", 1


def _fallen(told: Told[Match]) -> Iterator[Counted]:
    if isinstance(told.event, AccidentSuffered) and told.event.cause in OF_A_MOVE:
        yield told.event.player, "", 1


def _jumped(told: Told[Match]) -> Iterator[Counted]:
    if isinstance(told.event, Teleported):
        yield told.event.player, "", 1


def _charged(told: Told[Match]) -> Iterator[Counted]:
    if isinstance(told.event, Charged) and told.event.reached:
        yield told.event.player, "", 1


def _wasted(told: Told[Match]) -> Iterator[Counted]:
    event = told.event
    if isinstance(event, Shot) and not event.hits and not event.shape and event.target:
        yield event.shooter, "", 1


def _wounded(told: Told[Match]) -> Iterator[Counted]:
    if isinstance(told.event, Wounded):
        yield told.event.player, "", 1


def _captured(told: Told[Match]) -> Iterator[Counted]:
    if isinstance(told.event, FlagCaptured):
        yield told.event.player, "", 1


def _exploded(told: Told[Match]) -> Iterator[Counted]:
    if isinstance(told.event, BarrelExploded):
        yield told.event.player, "", 1


MEDALS: tuple[MedalRule[Match], ...] = (
    MedalRule(kind="first-blood", called="first-blood", keeps="first"),
    MedalRule(kind="most-kills", counts=_killed, of=(Killed,), least=3),
    MedalRule(kind="longest-streak", counts=_in_a_row, of=(Killed,), keeps="most", least=3),
    MedalRule(kind="telefrags", counts=_telefragged, of=DEATHS),
    MedalRule(kind="comeback", called="comeback"),
    MedalRule(kind="giant-slayer", called="humiliation"),
    MedalRule(kind="nemesis", counts=_same_victim, of=(Killed,), least=3),
    MedalRule(kind="camper", called="camper"),
    MedalRule(kind="accident", counts=_given_away, of=DEATHS, keeps="most"),
    MedalRule(kind="portal-fool", counts=_in_the_way, of=DEATHS, least=2),
    MedalRule(kind="clumsy", counts=_clumsy, of=DEATHS, least=3),
    MedalRule(kind="token-thief", counts=_taken, of=(TokenTaken,), least=3),
    MedalRule(kind="almost-won", over=almost_won, keeps="most", least=75),
    MedalRule(kind="headhunter", counts=_of_the_leader, of=(Killed,), least=2),
    MedalRule(kind="vengeance", called="revenge", least=2),
    MedalRule(kind="kamikaze", over=kamikaze, of=DEATHS),
    MedalRule(kind="bargain", counts=_bargain, of=(Killed,), keeps="most", least=2),
    MedalRule(kind="longest-life", over=lives, of=OF_LIVES, keeps="most", least=4),
    MedalRule(kind="dying-spree", over=dying_sprees, of=DEATHS, keeps="most", least=3),
    MedalRule(kind="flag-runner", counts=_captured, of=(FlagCaptured,)),
    MedalRule(kind="marksman", over=by_shots, of=(Shot, Killed), least=3),
    MedalRule(kind="brawler", over=by_blows, of=(Blow, Killed), least=3),
    MedalRule(kind="comrade", counts=_together, of=(Killed,), least=2),
    MedalRule(kind="friendly-fire", counts=_of_a_mate, of=(Killed,)),
    MedalRule(kind="charger", counts=_charged, of=(Charged,), least=3),
    MedalRule(kind="wasted", counts=_wasted, of=(Shot,), least=4),
    MedalRule(kind="sponge", counts=_wounded, of=(Wounded,), least=3),
    MedalRule(kind="pyromaniac", counts=_exploded, of=(BarrelExploded,), least=2),
    MedalRule(kind="icarus", counts=_fallen, of=(AccidentSuffered,), least=2),
    MedalRule(kind="commuter", counts=_jumped, of=(Teleported,), least=4),
    MedalRule(kind="tourist", over=inches, of=(Charged, *WAYS), least=24),
    MedalRule(kind="opening-act", counts=_died, of=DEATHS, keeps="first"),
)
"""In the order in which they are shown."""
