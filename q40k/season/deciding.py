"""What is looked at before a decision about a season is written down, whoever writes it."""

from __future__ import annotations

from q40k.season.club import key
from q40k.season.decisions import LeftOut, Same
from q40k.season.season import Match, Season


class NobodyThere(ValueError):
    """Nobody of that name has finished a match."""


class TheyMet(ValueError):
    """Two names that are to be one player have both played in a match; `number` is its own."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def finished(season: Season) -> tuple[Match, ...]:
    """All matches that are over, those that do not count behind the others."""
    return (*season.every, *(one for one, _why in season.left_out))


def shown(season: Season, name: str) -> str:
    """By which name a season shows a player. Raises NobodyThere."""
    who = season.club.known(name)
    names = (one.player for match in finished(season) for one in match.people)
    found = next((one for one in names if key(one) == who), None)
    if found is None:
        raise NobodyThere(name)
    return found


def same(season: Season, old: str, new: str) -> Same | None:
    """That two names are one player; None where it is so already. Raises NobodyThere, TheyMet."""
    if shown(season, old) == new:
        return None
    both = {season.club.known(old), season.club.known(new)}
    for match in finished(season):
        if len(both) > 1 and both <= {key(one.player) for one in match.people}:
            raise TheyMet(match.number)
    return Same(old, new)


def left_out(season: Season, number: int, why: str) -> LeftOut | None:
    """That a match does not count, or without a reason that it counts again; None where it is so.

    Raises NobodyThere for a number that no finished match has.
    """
    found = next((one for one in finished(season) if one.number == number), None)
    if found is None:
        raise NobodyThere(str(number))
    before = next((said for one, said in season.left_out if one is found), "")
    return LeftOut(found.identity, why) if why != before else None
