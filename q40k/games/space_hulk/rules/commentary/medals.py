"""The medals of Space Hulk: what a marine was most remarkable for in a whole match.

None of it changes anything in the match, and nothing in the books asks for it.
"""

from __future__ import annotations

from collections.abc import Iterator

from q40k.games.space_hulk.rules.melee.fight import Fought
from q40k.games.space_hulk.rules.movement.doors import DoorMoved
from q40k.games.space_hulk.rules.movement.moved import Left, Moved
from q40k.games.space_hulk.rules.shooting.firing import Fired, Jammed
from q40k.games.space_hulk.rules.state import Match
from q40k.games.space_hulk.rules.turn.points import PointsSpent
from q40k.kernel.calls import Told
from q40k.kernel.medals import Counted, MedalRule


def _shots(told: Told[Match], *, hit: bool) -> Iterator[Counted]:
    event = told.event
    if isinstance(event, Fired) and event.hit == hit and event.target in told.before.stealers:
        yield event.who, "", 1


def _marksman(told: Told[Match]) -> Iterator[Counted]:
    yield from _shots(told, hit=True)


def _wasted(told: Told[Match]) -> Iterator[Counted]:
    yield from _shots(told, hit=False)


def _watchman(told: Told[Match]) -> Iterator[Counted]:
    event = told.event
    if isinstance(event, Fired) and event.hit and event.how == "overwatch":
        yield event.who, "", 1


def _brawler(told: Told[Match]) -> Iterator[Counted]:
    event, marines = told.event, told.before.marines
    if isinstance(event, Fought) and event.beaten is not None and event.beaten not in marines:
        yield event.attacker if event.attacker in marines else event.defender, "", 1


def _jammer(told: Told[Match]) -> Iterator[Counted]:
    if isinstance(told.event, Jammed):
        yield told.event.who, "", 1


def _walker(told: Told[Match]) -> Iterator[Counted]:
    if isinstance(told.event, Moved) and told.event.who in told.before.marines:
        yield told.event.who, "", 1


def _porter(told: Told[Match]) -> Iterator[Counted]:
    event = told.event
    if isinstance(event, DoorMoved) and event.who in told.before.marines:
        yield event.who, "", 1


def _darling(told: Told[Match]) -> Iterator[Counted]:
    event = told.event
    if isinstance(event, PointsSpent) and event.who in told.before.marines:
        yield event.who, "", event.points


def _killer_of_marines(told: Told[Match]) -> Iterator[Counted]:
    event, marines = told.event, told.before.marines
    if isinstance(event, Fought) and event.beaten in marines:
        yield event.attacker if event.beaten == event.defender else event.defender, "", 1


def _out(told: Told[Match]) -> Iterator[Counted]:
    if isinstance(told.event, Left) and told.event.who in told.before.marines:
        yield told.event.who, "", 1


MEDALS: tuple[MedalRule[Match], ...] = (
    MedalRule(kind="first-blood", called="first-blood", keeps="first"),
    MedalRule(kind="marksman", counts=_marksman, least=3),
    MedalRule(kind="watchman", counts=_watchman, least=2),
    MedalRule(kind="brawler", counts=_brawler, least=2),
    MedalRule(kind="slayer", counts=_killer_of_marines, least=2),
    MedalRule(kind="first-out", counts=_out, keeps="first"),
    MedalRule(kind="darling", counts=_darling, least=4),
    MedalRule(kind="walker", counts=_walker, least=10),
    MedalRule(kind="porter", counts=_porter, least=3),
    MedalRule(kind="jammer", counts=_jammer, least=2),
    MedalRule(kind="wasted", counts=_wasted, least=5),
)
"""In the order in which they are shown."""
