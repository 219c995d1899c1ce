"""The medals of Quake 40K: what a player was most remarkable for in a whole match.

They change nothing in the match, and no rule of the book asks for them. Each is one record: what it
counts, and the least that wins it. What takes more than one event to see is counted over the whole
match, in `remarkable`.
"""

from collections.abc import Iterator
from fractions import Fraction

from q40k.games.quake.state import assault, barrels, flags
from q40k.games.quake.state.bonus import TokenTaken
from q40k.games.quake.state.commentary import calls
from q40k.games.quake.state.damage import OF_A_MOVE, AccidentSuffered, Killed, Wounded
from q40k.games.quake.state.match import Match
from q40k.games.quake.state.melee import Blow
from q40k.games.quake.state.objectives.objective import progress
from q40k.games.quake.state.portals import PortalEntered
from q40k.games.quake.state.shooting import Shot
from q40k.kernel.commentary import Counted, MedalRule, Transition, medal_for_events


def _kills(transition: Transition[Match]) -> Iterator[Counted]:
    for killer, _victim in calls.feats(transition):
        yield killer, "", 1


def _kills_by_victim(transition: Transition[Match]) -> Iterator[Counted]:
    for killer, victim in calls.feats(transition):
        yield killer, victim, 1


def _streaks(transition: Transition[Match]) -> Iterator[Counted]:
    for killer, _victim in calls.feats(transition):
        yield killer, "", transition.after.players[killer].score.streak


def _shared_kills(transition: Transition[Match]) -> Iterator[Counted]:
    killers = [killer for killer, _victim in calls.feats(transition)]
    if len(killers) > 1:
        yield from ((killer, "", 1) for killer in killers)


def _leader_kills(transition: Transition[Match]) -> Iterator[Counted]:
    kills = list(calls.feats(transition))
    if kills and _leads(transition.before, transition.before.side_of(kills[0][1])):
        yield from ((killer, "", 1) for killer, _victim in kills)


def _leads(state: Match, side: str) -> bool:
    """Whether a side alone is nearest to a win; asked at every kill, so it stops early."""
    mine = progress(state, side) if state.setup.mod is not None else None
    if mine is None or mine.reached <= 0:
        return False
    part = mine.part
    present_sides = (state.side_of(player.id) for player in state.players.values() if player.present)
    others = (progress(state, other) for other in present_sides if other != side)
    return all(theirs is None or theirs.part < part for theirs in others)


def _bargains(transition: Transition[Match]) -> Iterator[Counted]:
    event = transition.event
    if isinstance(event, Killed):
        for killer, victim in calls.feats(transition):
            paid = event.paid.get(killer, Fraction(0))
            yield killer, victim, paid / (transition.before.players[killer].value or 1)


def _friendly_kills(transition: Transition[Match]) -> Iterator[Counted]:
    state, event = transition.before, transition.event
    if isinstance(event, Killed):
        for killer in event.killers:
            if killer != event.victim and state.side_of(killer) == state.side_of(event.victim):
                yield killer, "", 1


def _deaths(transition: Transition[Match]) -> Iterator[Counted]:
    if isinstance(transition.event, calls.DEATHS):
        yield transition.event.victim, "", 1


def _is_telefrag(event: AccidentSuffered, _state: Match) -> bool:
    return event.cause == "telefragged"


def _is_given_telefrag(event: AccidentSuffered, _state: Match) -> bool:
    return event.cause == "telefragged" and bool(event.by)


def _is_accident(event: AccidentSuffered, _state: Match) -> bool:
    return event.cause != "telefragged"


def _is_fall(event: AccidentSuffered, _state: Match) -> bool:
    return event.cause in OF_A_MOVE


def _is_in_contact(event: assault.Charged, _state: Match) -> bool:
    return event.reached


def _is_miss(event: Shot, _state: Match) -> bool:
    return not event.hits and not event.shape and bool(event.target)


def _points_lost(transition: Transition[Match]) -> Iterator[Counted]:
    event = transition.event
    if isinstance(event, AccidentSuffered) and event.cause != "telefragged":
        yield event.player, "", -event.paid.get(event.player, Fraction(0))


MEDALS: tuple[MedalRule[Match], ...] = (
    MedalRule(kind="first-blood", call_kind="first-blood", keeps="first"),
    MedalRule(kind="most-kills", counts=_kills, event_kinds=(Killed,), least=3),
    MedalRule(kind="longest-streak", counts=_streaks, event_kinds=(Killed,), keeps="most", least=3),
    medal_for_events("telefrags", AccidentSuffered, "by", _is_given_telefrag),
    MedalRule(kind="comeback", call_kind="comeback"),
    MedalRule(kind="giant-slayer", call_kind="humiliation"),
    MedalRule(kind="nemesis", counts=_kills_by_victim, event_kinds=(Killed,), least=3),
    MedalRule(kind="camper", call_kind="camper"),
    MedalRule(kind="accident", counts=_points_lost, event_kinds=(AccidentSuffered,), keeps="most"),
    medal_for_events("portal-fool", AccidentSuffered, when=_is_telefrag, least=2),
    medal_for_events("clumsy", AccidentSuffered, when=_is_accident, least=3),
    medal_for_events("token-thief", TokenTaken, least=3),
    MedalRule(kind="almost-won", counts_match=calls.almost_won, keeps="most", least=75),
    MedalRule(kind="headhunter", counts=_leader_kills, event_kinds=(Killed,), least=2),
    MedalRule(kind="vengeance", call_kind="revenge", least=2),
    MedalRule(kind="kamikaze", counts_match=calls.kamikaze, event_kinds=calls.DEATHS),
    MedalRule(kind="bargain", counts=_bargains, event_kinds=(Killed,), keeps="most", least=2),
    MedalRule(kind="longest-life", counts_match=calls.lives, event_kinds=calls.OF_LIVES, keeps="most", least=4),
    MedalRule(kind="dying-spree", counts_match=calls.dying_sprees, event_kinds=calls.DEATHS, keeps="most", least=3),
    medal_for_events("flag-runner", flags.FlagCaptured),
    MedalRule(kind="marksman", counts_match=calls.by_shots, event_kinds=(Shot, Killed), least=3),
    MedalRule(kind="brawler", counts_match=calls.by_blows, event_kinds=(Blow, Killed), least=3),
    MedalRule(kind="comrade", counts=_shared_kills, event_kinds=(Killed,), least=2),
    MedalRule(kind="friendly-fire", counts=_friendly_kills, event_kinds=(Killed,)),
    medal_for_events("charger", assault.Charged, when=_is_in_contact, least=3),
    medal_for_events("wasted", Shot, "shooter", _is_miss, least=4),
    medal_for_events("sponge", Wounded, least=3),
    medal_for_events("pyromaniac", barrels.BarrelExploded, least=2),
    medal_for_events("icarus", AccidentSuffered, when=_is_fall, least=2),
    medal_for_events("commuter", PortalEntered, least=4),
    MedalRule(kind="tourist", counts_match=calls.inches, event_kinds=(assault.Charged, *calls.MOVES), least=24),
    MedalRule(kind="opening-act", counts=_deaths, event_kinds=calls.DEATHS, keeps="first"),
)
"""The medals in the order in which they are shown."""
