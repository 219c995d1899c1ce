"""The medals of Quake 40K: what somebody was most remarkable for in a whole match.

None of it changes anything in the match, and no rule of the book asks for it. Each is one record:
what it counts, and with how much of it at least it is won.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from q40k.games.quake.rules.bonus.tokens import TokenTaken
from q40k.games.quake.rules.damage.deaths import AccidentSuffered, Killed
from q40k.games.quake.rules.state import Match
from q40k.kernel.calls import Told
from q40k.kernel.medals import Counted, MedalRule


def _kills(told: Told[Match]) -> Iterator[tuple[str, str]]:
    """Every killer of an event with its victim; that of a team-mate is no feat."""
    state, event = told.before, told.event
    if isinstance(event, Killed):
        for killer in event.killers:
            if state.side_of(killer) != state.side_of(event.victim):
                yield killer, event.victim


def _killed(told: Told[Match]) -> Iterator[Counted]:
    for killer, _victim in _kills(told):
        yield killer, "", 1


def _same_victim(told: Told[Match]) -> Iterator[Counted]:
    for killer, victim in _kills(told):
        yield killer, victim, 1


def _in_a_row(told: Told[Match]) -> Iterator[Counted]:
    for killer, _victim in _kills(told):
        yield killer, "", told.after.players[killer].score.streak


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


MEDALS: tuple[MedalRule[Match], ...] = (
    MedalRule(kind="first-blood", called="first-blood", keeps="first"),
    MedalRule(kind="most-kills", counts=_killed, least=3),
    MedalRule(kind="longest-streak", counts=_in_a_row, keeps="most", least=3),
    MedalRule(kind="telefrags", counts=_telefragged),
    MedalRule(kind="comeback", called="comeback"),
    MedalRule(kind="giant-slayer", called="humiliation"),
    MedalRule(kind="nemesis", counts=_same_victim, least=3),
    MedalRule(kind="camper", called="camper"),
    MedalRule(kind="accident", counts=_given_away, keeps="most"),
    MedalRule(kind="portal-fool", counts=_in_the_way, least=2),
    MedalRule(kind="clumsy", counts=_clumsy, least=3),
    MedalRule(kind="token-thief", counts=_taken, least=3),
)
"""In the order in which they are shown."""
