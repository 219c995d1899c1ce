"""Put what a game shows to its dice: find situations that show odds, throw each, and keep the account."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from random import Random

from q40k.kernel.events import AnswerError, Refused
from tests.odds.showing import thrower
from tests.odds.situations import evening
from tests.odds.throwing import Thrower

PILOTS = 4
"""So many throws tell which odds a command shows on its way."""


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
        if account.situations % 25 == 0:
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
