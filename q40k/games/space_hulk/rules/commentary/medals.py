"""The medals of Space Hulk: each marine's most remarkable deeds in a whole match.

They do not change the match, and the books do not ask for them.
"""

from __future__ import annotations

from collections.abc import Iterator

from q40k.games.space_hulk.rules.melee import Fought
from q40k.games.space_hulk.rules.movement.doors import DoorMoved
from q40k.games.space_hulk.rules.movement.steps import Left, Moved
from q40k.games.space_hulk.rules.shooting.firing import Fired, Jammed
from q40k.games.space_hulk.rules.state import Match
from q40k.games.space_hulk.rules.turn import PointsSpent
from q40k.kernel.commentary import Counted, MedalRule, Transition


def _shots(transition: Transition[Match], *, hit: bool) -> Iterator[Counted]:
    event = transition.event
    if isinstance(event, Fired) and event.hit == hit and event.target in transition.before.stealers:
        yield event.who, "", 1


def _marksman(transition: Transition[Match]) -> Iterator[Counted]:
    yield from _shots(transition, hit=True)


def _wasted_shots(transition: Transition[Match]) -> Iterator[Counted]:
    yield from _shots(transition, hit=False)


def _watchman(transition: Transition[Match]) -> Iterator[Counted]:
    event = transition.event
    if isinstance(event, Fired) and event.hit and event.how == "overwatch":
        yield event.who, "", 1


def _brawler(transition: Transition[Match]) -> Iterator[Counted]:
    event, marines = transition.event, transition.before.marines
    if isinstance(event, Fought) and event.beaten is not None and event.beaten not in marines:
        yield event.attacker if event.attacker in marines else event.defender, "", 1


def _jammer(transition: Transition[Match]) -> Iterator[Counted]:
    if isinstance(transition.event, Jammed):
        yield transition.event.who, "", 1


def _walker(transition: Transition[Match]) -> Iterator[Counted]:
    if isinstance(transition.event, Moved) and transition.event.who in transition.before.marines:
        yield transition.event.who, "", 1


def _porter(transition: Transition[Match]) -> Iterator[Counted]:
    event = transition.event
    if isinstance(event, DoorMoved) and event.who in transition.before.marines:
        yield event.who, "", 1


def _darling(transition: Transition[Match]) -> Iterator[Counted]:
    event = transition.event
    if isinstance(event, PointsSpent) and event.who in transition.before.marines:
        yield event.who, "", event.points


def _killer_of_marines(transition: Transition[Match]) -> Iterator[Counted]:
    event, marines = transition.event, transition.before.marines
    if isinstance(event, Fought) and event.beaten in marines:
        yield event.attacker if event.beaten == event.defender else event.defender, "", 1


def _leaver(transition: Transition[Match]) -> Iterator[Counted]:
    if isinstance(transition.event, Left) and transition.event.who in transition.before.marines:
        yield transition.event.who, "", 1


MEDALS: tuple[MedalRule[Match], ...] = (
    MedalRule(kind="first-blood", call_kind="first-blood", keeps="first"),
    MedalRule(kind="marksman", counts=_marksman, least=3),
    MedalRule(kind="watchman", counts=_watchman, least=2),
    MedalRule(kind="brawler", counts=_brawler, least=2),
    MedalRule(kind="slayer", counts=_killer_of_marines, least=2),
    MedalRule(kind="first-out", counts=_leaver, keeps="first"),
    MedalRule(kind="darling", counts=_darling, least=4),
    MedalRule(kind="walker", counts=_walker, least=10),
    MedalRule(kind="porter", counts=_porter, least=3),
    MedalRule(kind="jammer", counts=_jammer, least=2),
    MedalRule(kind="wasted", counts=_wasted_shots, least=5),
)
"""All medals, in the order in which they are shown."""
