"""Check decisions about a season before they are written."""

from collections.abc import Collection, Iterator
from itertools import chain

from q40k.kernel.text import fold_name
from q40k.season.club import Club
from q40k.season.decisions import Apart, LeftOut, Same
from q40k.season.matches import Match
from q40k.season.season import Season
from q40k.season.settling import is_in_future


class NobodyThere(ValueError):
    """Report a name or number that no finished match has, and no league."""


class TheyMet(ValueError):
    """Report two names to merge that both played in one match; `number` is the match’s."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def future_draws(club: Club, now: str) -> list[tuple[str, int, str]]:
    """Return each round that was drawn later than now, as its league, its number and the time of the draw."""
    rounds = ((state, number) for state in club.leagues.values() for number in range(len(state.rounds)))
    return [
        (state.league.name, number + 1, state.rounds[number].at)
        for state, number in rounds
        if is_in_future(state.rounds[number], now)
    ]


def finished_matches(season: Season) -> Iterator[Match]:
    """Yield all finished matches; excluded ones come last."""
    return chain(season.every, (match for match, _why in season.left_out))


def displayed_name(season: Season, name: str) -> str:
    """Return the name under which a season shows a player, of a match or a league.

    Raises NobodyThere.
    """
    who = season.club.player_key(name)
    names = (entrant.player for match in finished_matches(season) for entrant in match.people)
    match_name = next((name_ for name_ in names if fold_name(name_) == who), None)
    if match_name is not None:
        return match_name
    members = (member for state in season.club.leagues.values() for member in state.league.players)
    member = next((member for member in members if season.club.player_key(member) == who), None)
    if member is None:
        raise NobodyThere(name)
    return season.club.spelled.get(who, member)


def merge_players(season: Season, old: str, new: str) -> Same | None:
    """Merge two names into one player; return None if they are one already.

    Raises NobodyThere, TheyMet.
    """
    if displayed_name(season, old) == new:
        return None
    both = {season.club.player_key(old), season.club.player_key(new)}
    for match in finished_matches(season):
        if len(both) > 1 and both <= {fold_name(entrant.player) for entrant in match.people}:
            raise TheyMet(match.number)
    return Same(old, new)


def tell_apart(season: Season, name: str, new: str, matches: Collection[str]) -> Apart | None:
    """Make the player of some matches, by their identities, somebody else; return None if they are that already.

    Raises NobodyThere if nobody of that name played in any of them, TheyMet if the other one did.
    """
    own, other = season.club.player_key(name), season.club.player_key(new)
    theirs = [match for match in finished_matches(season) if match.identity in matches]
    players = {match.identity: {fold_name(entrant.player) for entrant in match.people} for match in theirs}
    for match in theirs:
        if own != other and {own, other} <= players[match.identity]:
            raise TheyMet(match.number)
    changed = tuple(match.identity for match in theirs if own in players[match.identity])
    if not changed and not any(other in players[match.identity] for match in theirs):
        raise NobodyThere(name)
    return Apart(name, new, changed) if changed and own != other else None


def leave_out(season: Season, number: int, why: str) -> LeftOut | None:
    """Exclude a match with a reason, or include it again without one; return None if nothing
    changes.

    Raises NobodyThere if no finished match has this number.
    """
    match = next((candidate for candidate in finished_matches(season) if candidate.number == number), None)
    if match is None:
        raise NobodyThere(str(number))
    before = next((reason for excluded, reason in season.left_out if excluded.identity == match.identity), "")
    return LeftOut(match.identity, why) if why != before else None
