"""Playing evenings: one by its seed or its steps, many for minutes; making a failure small."""

from __future__ import annotations

import tempfile
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from tests.soak.evening import Evening, Step, snapshots_every

SNAPSHOTS = (3, 10**9, 17)
"""How often an evening keeps its state, by its seed: often, never, now and then."""


@dataclass(frozen=True, slots=True)
class Failure:
    """What went wrong: the evening, its steps up to there, and how it is told."""

    variant: str
    seed: int
    steps: tuple[Step, ...]
    error: str
    trace: str
    game: str = "quake"

    @property
    def command(self) -> str:
        """The one command that plays exactly this again."""
        done = ",".join(map(str, self.steps))
        return f"python -m tests.soak --game {self.game} --seed {self.seed} --variant {self.variant} --do {done}"


def by_seed(variant: str, seed: int, steps: int, game: str = "quake") -> str:
    """The one command that plays an evening of so many steps again."""
    return f"python -m tests.soak --game {game} --seed {seed} --variant {variant} --steps {steps}"


def play(
    variant: str,
    seed: int,
    steps: Sequence[Step],
    game: str = "quake",
    *,
    every: int = 8,
    until: Callable[[], bool] = lambda: False,
) -> tuple[Counter[str], Failure | None]:
    """Play an evening; what was done, and what went wrong, if anything did.

    The whole story is looked at after `every` so many steps, beside those that change the past.
    """
    done: Counter[str] = Counter()
    with tempfile.TemporaryDirectory(prefix="q40k-soak-", ignore_cleanup_errors=True) as folder:
        snapshots_every(SNAPSHOTS[seed % len(SNAPSHOTS)])
        number = 0
        evening: Evening | None = None
        try:
            evening = Evening(Path(folder), variant, seed, game)
            for number, step in enumerate(steps, 1):
                evening.step(step, thorough=number % every == 0 or number == len(steps))
                if until():
                    break
            done = evening.done
            done["entries"] += evening.match_session.head
            evening.close()
        except Exception as error:
            message = f"{type(error).__name__}: {error}".strip()
            steps_done = tuple(steps[:number])
            failure = Failure(variant, seed, steps_done, message, traceback.format_exc(), game)
            return evening.done if evening else done, failure
        finally:
            snapshots_every(50)
            if evening is not None:
                evening.match_library.journal._db.close()
    return done, None


def smaller(failure: Failure, tries: int = 400) -> Failure:
    """The same failure in fewer steps, as far as it is found in so many tries."""
    best, size = failure, max(1, len(failure.steps) // 2)
    kind = failure.error.partition(":")[0]
    while size and tries > 0:
        at, shrunk = 0, False
        while at < len(best.steps) and tries > 0:
            fewer = best.steps[:at] + best.steps[at + size :]
            tries -= 1
            _, again = play(best.variant, best.seed, fewer, best.game, every=1)
            if again is not None and again.error.partition(":")[0] == kind:
                best, shrunk = again, True
            else:
                at += size
        size = size if shrunk and size == 1 else size // 2
    return best


def some_seed(dice: Random) -> int:
    """A seed for an evening."""
    return dice.randrange(1_000_000)
