"""Put what a game shows to its dice: find situations that show odds, throw each, and keep the account."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import Any

from q40k.kernel.events import AnswerError, Question, Refused
from tests.odds import epic, hulk, quake
from tests.odds.situations import evening
from tests.odds.throwing import Choose, Claim, Thrower
from tests.soak.games import game_of

PILOTS = 12
"""So many throws tell which odds a command shows on its way."""


@dataclass(frozen=True, slots=True)
class Shows:
    """What a game shows: before a command, beside a question, and how its choices are made meanwhile.

    `counts_only`: its rules count the dice of a fight, in whatever order.
    """

    before: Callable[[Any, Any], Iterable[Claim]]
    at: Callable[[Any, Question], Iterable[Claim]]
    choose: Choose
    counts_only: bool = False


SHOWS: dict[str, Shows] = {
    "quake": Shows(quake.claims_before, quake.claims_at, quake.choose, counts_only=True),
    "epic": Shows(epic.claims_before, epic.claims_at, epic.choose),
    "space-hulk": Shows(hulk.claims_before, hulk.claims_at, hulk.choose),
}


def thrower(game: str, state: Any, command: Any) -> Thrower | None:
    """Return what throws a command; None if the rules refuse it, or somebody must say what odds cannot know."""
    shows = SHOWS[game]
    with suppress(Refused):
        claims = shows.before(state, command)
        return Thrower(
            game_of(game).rules, state, command, claims, shows.at, shows.choose, counts_only=shows.counts_only
        )
    return None


@dataclass(slots=True)
class Account:
    """What was put to the dice: situations and throws by what was shown, and what did not hold."""

    situations: int = 0
    shown: Counter[str] = field(default_factory=Counter)
    throws: int = 0
    wrong: list[str] = field(default_factory=list)


def situations_of(game: str, seed: int, number: int) -> Iterator[tuple[str, Thrower]]:
    """Yield so many situations that show odds, each with its name; what was shown seldom so far comes first."""
    seen, given = Counter[str](), 0
    for night in count(seed):
        for place, (state, command) in enumerate(evening(game, night)):
            pilot = thrower(game, state, command)
            if pilot is None:
                continue
            dice = Random(place)
            with suppress(Refused, AnswerError):
                for _ in range(PILOTS):
                    pilot.throw(dice)
            kinds = {name for name, _ in pilot.counts}
            if not kinds or min(seen[kind] for kind in kinds) > 1 + given // 8:
                continue
            seen.update(kinds)
            given += 1
            yield f"{game} {night}/{place}", pilot
            if given >= number:
                return


def put_to_the_dice(
    game: str, *, seed: int, situations: int, throws: int, tell: Callable[[str], None] = lambda _line: None
) -> Account:
    """Throw the commands of so many situations so often each; return the account."""
    account = Account()
    for name, pilot in situations_of(game, seed, situations):
        pilot.counts.clear()
        dice = Random(name)
        account.situations += 1
        if account.situations % 50 == 0:
            tell(f"{account.situations} situations, {account.throws} throws")
        try:
            for _ in range(throws):
                pilot.throw(dice)
        except (Refused, AnswerError) as error:
            account.shown["refused midway"] += 1
            tell(f"{name}: {error!r}")
            continue
        account.throws += throws
        account.shown.update({claim for claim, _ in pilot.counts})
        for line in pilot.wrong():
            account.wrong.append(f"{name}: {pilot.command}\n    {line}")
            tell(account.wrong[-1])
    return account
