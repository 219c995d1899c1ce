"""The medals of Space Hulk: each marine's most remarkable deeds in a whole match.

They do not change the match, and the books do not ask for them.
"""

from collections.abc import Iterator

from q40k.games.space_hulk.state.match import Match
from q40k.games.space_hulk.state.melee import Fought
from q40k.games.space_hulk.state.movement.doors import DoorMoved
from q40k.games.space_hulk.state.movement.steps import Left, Moved
from q40k.games.space_hulk.state.shooting.firing import Fired, Jammed
from q40k.games.space_hulk.state.turn import PointsSpent
from q40k.kernel.commentary import Counted, MedalRule, Transition, medal_for_events


def _is_marine(event: DoorMoved | Left | Moved, state: Match) -> bool:
    return event.who in state.marines


def _hits_stealer(event: Fired, state: Match) -> bool:
    return event.hit and event.target in state.stealers


def _misses_stealer(event: Fired, state: Match) -> bool:
    return not event.hit and event.target in state.stealers


def _hits_on_overwatch(event: Fired, _state: Match) -> bool:
    return event.hit and event.how == "overwatch"


def _brawler(transition: Transition[Match]) -> Iterator[Counted]:
    event, marines = transition.event, transition.before.marines
    if isinstance(event, Fought) and event.beaten is not None and event.beaten not in marines:
        yield event.attacker if event.attacker in marines else event.defender, "", 1


def _darling(transition: Transition[Match]) -> Iterator[Counted]:
    event = transition.event
    if isinstance(event, PointsSpent) and event.who in transition.before.marines:
        yield event.who, "", event.points


def _killer_of_marines(transition: Transition[Match]) -> Iterator[Counted]:
    event, marines = transition.event, transition.before.marines
    if isinstance(event, Fought) and event.beaten in marines:
        yield event.attacker if event.beaten == event.defender else event.defender, "", 1


MEDALS: tuple[MedalRule[Match], ...] = (
    MedalRule(kind="first-blood", call_kind="first-blood", keeps="first"),
    medal_for_events("marksman", Fired, "who", _hits_stealer, least=3),
    medal_for_events("watchman", Fired, "who", _hits_on_overwatch, least=2),
    MedalRule(kind="brawler", counts=_brawler, least=2),
    MedalRule(kind="slayer", counts=_killer_of_marines, least=2),
    medal_for_events("first-out", Left, "who", _is_marine, keeps="first"),
    MedalRule(kind="darling", counts=_darling, least=4),
    medal_for_events("walker", Moved, "who", _is_marine, least=10),
    medal_for_events("porter", DoorMoved, "who", _is_marine, least=3),
    medal_for_events("jammer", Jammed, "who", least=2),
    medal_for_events("wasted", Fired, "who", _misses_stealer, least=5),
)
"""All medals, in the order in which they are shown."""
