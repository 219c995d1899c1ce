"""Play evenings at random: `python -m tests.soak [--game ID] [--minutes N] [--seed N --variant ID --steps N]`.

A variant is what an evening of the game plays: a mod, a scenario, a mission. With a seed and a
variant one evening is played again, the very same; without, one after the other until the minutes
are over or somebody presses Ctrl-C. `--places` plays Quake 40K with places kept, on every arena,
and measures the board a second way; `--seed N --places ARENA` plays one of those again.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from itertools import count
from random import Random

from tests.odds.showing import SUMS
from tests.soak.evening import Step, plan_steps
from tests.soak.games import GAMES, game_of
from tests.soak.places import arenas, play_places
from tests.soak.playing import Failure, by_seed, play, smaller, some_seed
from tests.soak.slaying import slain

STEPS = 120
PROGRESS_SECONDS = 15.0


def say(text: str) -> None:
    """One line, at once."""
    print(text, flush=True)  # noqa: T201


def report(failure: Failure, *, shrink: bool) -> int:
    """Say what went wrong and how to play it again; returns the exit status."""
    say(f"\n{failure.trace}")
    say(f"FAILED: {failure.error}\n  {by_seed(failure.variant, failure.seed, len(failure.steps), failure.game)}")
    if shrink:
        least = smaller(failure)
        say(f"in {len(least.steps)} steps: {least.error}\n  {least.command}")
    return 1


def soak(game: str, minutes: float | None, seed: int, only: list[str], steps: int, keep_on: bool) -> int:
    """Play evening after evening, variant after variant; returns the exit status."""
    dice, total, failed = Random(seed), Counter[str](), 0
    began = last_report = time.monotonic()

    def late() -> bool:
        return time.monotonic() >= end

    end = began + minutes * 60 if minutes else float("inf")
    say(f"soaking {game}, {len(only)} variants from seed {seed}; Ctrl-C ends it")
    try:
        while time.monotonic() < end:
            for variant in only:
                number = some_seed(dice)
                done, failure = play(variant, number, plan_steps(number, steps), game, until=late)
                total += done
                total["evenings"] += 1
                if failure is not None:
                    failed += 1
                    report(failure, shrink=True)
                    if not keep_on:
                        return 1
                if late():
                    break
                if time.monotonic() - last_report >= PROGRESS_SECONDS:
                    last_report = time.monotonic()
                    say(progress(total, last_report - began, variant, number))
            if time.monotonic() < end:
                total["kill -9"] += slain(some_seed(dice), game)
    except KeyboardInterrupt:
        pass
    say(progress(total, time.monotonic() - began, "all", seed))
    return 1 if failed + report_odds() else 0


def soak_places(minutes: float | None, seed: int, only: list[str], steps: int) -> int:
    """Play evenings with places kept, arena after arena; returns the exit status."""
    total, failed, began = Counter[str](), 0, time.monotonic()
    end = began + minutes * 60 if minutes else float("inf")
    last_report = began
    say(f"places on {len(only)} arenas from seed {seed}; Ctrl-C ends it")
    try:
        for number in count(seed):
            for arena in only:
                try:
                    total += play_places(arena, number, steps)
                except Exception as error:
                    failed += 1
                    again = f"--seed {number} --places {arena} --steps {steps}"
                    say(f"FAILED: {error!r}\n  python -m tests.soak {again}")
                total["evenings"] += 1
                if time.monotonic() >= end:
                    break
                if time.monotonic() - last_report >= PROGRESS_SECONDS:
                    last_report = time.monotonic()
                    say(places_progress(total, failed, last_report - began))
            if time.monotonic() >= end:
                break
    except KeyboardInterrupt:
        pass
    say(places_progress(total, failed, time.monotonic() - began))
    return 1 if failed + report_odds() else 0


def report_odds() -> int:
    """Say what was shown before dice in the whole soak, and what the dice do not bear out; returns how much."""
    wrong = SUMS.wrong()
    throws = sum(total.throws for total in SUMS.by_name.values())
    far = max((total.deviations for total in SUMS.by_name.values()), default=0.0)
    say(f"odds: {len(SUMS.by_name)} kinds shown and thrown {throws} times, {far:.1f} standard deviations off at most")
    for line in wrong:
        say(f"FAILED: odds that the dice do not bear out: {line}")
    return len(wrong)


def places_progress(total: Counter[str], failed: int, seconds: float) -> str:
    """What was played and compared so far, in one line."""
    parts = ("evenings", "stood", "walks", "turned", "flights", "sights", "move", "charge", "jump", "leap", "climb")
    counts = ", ".join(f"{total[part]} {part}" for part in parts)
    return f"{seconds / 60:5.1f} min: {counts}, {failed} failed"


def progress(total: Counter[str], seconds: float, variant: str, seed: int) -> str:
    """What was done so far, in one line."""
    parts = (
        "evenings",
        "entries",
        "play",
        "refused",
        "wrong",
        "amended",
        "undo",
        "kill",
        "kill -9",
        "restore",
        "branch",
        "export",
    )
    counts = ", ".join(f"{total[part]} {part}" for part in parts)
    return f"{seconds / 60:5.1f} min: {counts} (last: {variant}, seed {seed})"


def main() -> int:
    """Read the line and play."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, help="how long (default: until Ctrl-C)")
    parser.add_argument("--seed", type=int, help="of one evening, or of the first of many")
    parser.add_argument("--game", choices=GAMES, default=GAMES[0], help="which game (default: %(default)s)")
    parser.add_argument("--variant", "--mod", help="one mod, scenario or mission only")
    parser.add_argument("--steps", type=int, default=STEPS, help="how many in one evening")
    parser.add_argument("--do", help="exactly these steps, such as play:3,undo:7")
    parser.add_argument("--shrink", action="store_true", help="look for fewer steps that fail")
    parser.add_argument(
        "--places",
        nargs="?",
        const="all",
        choices=("all", *arenas()),
        help="with places kept, on all arenas or on this one",
    )
    parser.add_argument("--keep-on", action="store_true", help="go on after a failure")
    arguments = parser.parse_args()
    seed = arguments.seed if arguments.seed is not None else Random().randrange(1_000_000)
    if arguments.places is not None:
        if arguments.places != "all" and arguments.seed is not None and arguments.minutes is None:
            say(f"all is well: {play_places(arguments.places, arguments.seed, arguments.steps)}")
            return 0
        only = [*arenas()] if arguments.places == "all" else [arguments.places]
        return soak_places(arguments.minutes, seed, only, arguments.steps)
    variants = game_of(arguments.game).variants()
    if arguments.variant not in (None, *variants):
        parser.error(f"{arguments.variant!r} is none of {', '.join(variants)}")
    if arguments.seed is None or arguments.variant is None or arguments.minutes is not None:
        only = [arguments.variant] if arguments.variant else [*variants]
        return soak(arguments.game, arguments.minutes, seed, only, arguments.steps, arguments.keep_on)
    if arguments.do is not None:
        steps = [Step.read(part) for part in arguments.do.split(",") if part]
        _, failure = play(arguments.variant, arguments.seed, steps, arguments.game, every=1)
    else:
        _, failure = play(
            arguments.variant, arguments.seed, plan_steps(arguments.seed, arguments.steps), arguments.game
        )
    if failure is not None:
        return report(failure, shrink=arguments.shrink)
    say("all is well")
    return 0


if __name__ == "__main__":
    sys.exit(main())
