"""What sound bots expect of their shots and jumps against what comes of them: `python -m benchmarks.calibration`."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence

from msgspec import Struct

from q40k.games.quake.bot.lab import ARENAS, CHAMPIONS, NAMES
from q40k.games.quake.bot.options import Option
from q40k.games.quake.bot.playing import Entrant, play, set_up
from q40k.games.quake.packs.library import Library, load
from q40k.games.quake.state.damage import AccidentSuffered, Killed
from q40k.kernel.events import Event
from q40k.lab.figures import share_of

DECISIONS = 2000
BOUNDS = (0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 1.0)
"""The upper ends of the groups of chances."""


class Forecast(Struct, frozen=True):
    """A chance that a bot named, and whether it happened."""

    kind: str
    chance: float
    happened: bool


def forecasts_of_game(library: Library, number: int) -> list[Forecast]:
    """Play a match of four sound bots; return what they expected to kill, and to suffer, with what came."""
    seats = [Entrant(name, CHAMPIONS[(number + n) % len(CHAMPIONS)]) for n, name in enumerate(NAMES[:4])]
    table = set_up(library, "deathmatch", ARENAS[number % len(ARENAS)], seats, number)
    events: list[Event] = []
    forecasts: list[Forecast] = []
    table.watch = events.extend

    def compare(option: Option) -> None:
        if option.key == "shoots":
            died = any(isinstance(event, Killed) and event.victim == option.victim for event in events)
            forecasts.append(Forecast("a shot kills", option.expects["kills"], died))
        elif option.key in ("jumps", "jumps-down"):
            died = any(isinstance(event, AccidentSuffered) for event in events)
            forecasts.append(Forecast("a jump kills", option.expects["accident"], died))
        events.clear()

    play(table, seats, chose=compare)
    return forecasts


def table_lines(forecasts: Sequence[Forecast]) -> Iterable[str]:
    """Yield the table: by kind and chance how many, the mean chance, and the share that happened with its interval."""
    yield "| what | chance | decisions | expected | came | 95 % interval |"
    yield "|---|---|---|---|---|---|"
    for kind in dict.fromkeys(forecast.kind for forecast in forecasts):
        low = -1.0
        for high in BOUNDS:
            group = [f for f in forecasts if f.kind == kind and low < f.chance <= high]
            if group:
                number, expected = len(group), sum(f.chance for f in group) / len(group)
                came = share_of(sum(f.happened for f in group), number)
                cells = (f"{max(low, 0):.0%} to {high:.0%}", number, f"{expected:.1%}", f"{came.share:.1%}")
                interval = f"{came.low:.0%} to {came.high:.0%}"
                yield f"| {' | '.join(map(str, (kind, *cells, interval)))} |"
            low = high


def main() -> None:
    """Play until there are enough decisions, and print the table."""
    library, forecasts, number = load(), list[Forecast](), 0
    while len(forecasts) < DECISIONS:
        forecasts += forecasts_of_game(library, number)
        number += 1
    for line in table_lines(forecasts):
        sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    main()
