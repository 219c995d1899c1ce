"""Change rules at random and see whether a test notices: `make mutants N=200 GAME=epic SEED=7`.

Each change is made in a copy of the checkout: a comparison, a number, and/or, plus/minus, a `not`,
a statement that is left out. The tests that reach the changed statement run, those of its chapter
first. A test without end counts as a test that fails. What survives is printed as file, line,
before and after: either a test is missing, or the change makes no difference. A line of which the
comment says `same either way` is left out, and a comparison with a tolerance is turned round, since
at exactly the tolerance either answer is right. The same seed makes the same changes.
"""

import argparse
import os
import shutil
import subprocess
import sys
from importlib import import_module
from math import sqrt
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

from tests.mutants.changes import find_changes
from tests.mutants.hits import watch
from tests.mutants.trials import Trials

ROOT = Path(__file__).resolve().parents[2]
RULES = {
    "quake": ("q40k/games/quake/rules", "q40k/games/w40k3e"),
    "epic": ("q40k/games/epic/rules",),
    "space-hulk": ("q40k/games/space_hulk/rules",),
}
"""The folders with the rules of each game."""
TESTS = {
    "quake": (
        "tests/games/quake/rules",
        "tests/games/w40k3e",
        "tests/games/quake/codex",
        "tests/games/quake/table",
        "tests/games/quake/words/test_amending.py",
        "tests/table/test_amending.py",
        "tests/table/test_matches.py",
    ),
    "epic": ("tests/games/epic",),
    "space-hulk": tuple(
        f"tests/games/space_hulk/{part}"
        for part in (
            "rules",
            "solo",
            "board",
            "table",
            "screen",
            "test_examples.py",
            "test_matches.py",
            "test_report.py",
        )
    ),
}
"""The tests of each game that know its rules."""
SHAPES = "tests/games/test_shapes.py"
"""It knows what every event and command holds that leaves a field out: old records are read for ever."""
LEFT_OUT = shutil.ignore_patterns(".git", ".venv", ".*_cache", "build", "dist", "docs")
COPY = "Q40K_MUTANTS_COPY"
"""The variable that tells a process that it runs in the copy."""


def read_call() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("--number", type=int, default=50, help="how many changes (default: %(default)s)")
    parser.add_argument("--game", choices=[*RULES], default="quake", help="whose rules (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of the choice of changes (default: %(default)s)")
    parser.add_argument("--only", default="", help="only files whose path holds this")
    parser.add_argument("--tests", nargs="+", help="only these tests, such as those of a chapter")
    return parser.parse_args()


def main() -> int:
    """Copy the checkout, and start again in the copy."""
    if COPY in os.environ:
        return change_rules(read_call())
    read_call()
    with TemporaryDirectory(prefix="q40k-mutants-") as folder:
        copy = Path(folder).resolve() / "copy"
        shutil.copytree(ROOT, copy, ignore=LEFT_OUT)
        (copy / "tmp").mkdir()
        own = {
            COPY: "1",
            "PYTHONPATH": str(copy),
            "TMPDIR": str(copy / "tmp"),
            "PYTHONDONTWRITEBYTECODE": "1",
            "OPENBLAS_NUM_THREADS": "1",
            "HYPOTHESIS_STORAGE_DIRECTORY": str(copy / "hypothesis"),
        }
        call = [sys.executable, "-m", "tests.mutants", *sys.argv[1:]]
        return subprocess.run(call, cwd=copy, env=os.environ | own, check=False).returncode


def change_rules(call: argparse.Namespace) -> int:
    """Collect the tests of a game, then change its rules."""
    watch(tuple(ROOT / folder for folder in RULES[call.game]))
    tests = [str(ROOT / test) for test in call.tests or (*TESTS[call.game], SHAPES)]
    options = [
        "-q",
        "--tb=no",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:xdist",
        "--no-header",
        "--continue-on-collection-errors",
    ]
    return int(pytest.main([*options, *tests], plugins=[Changing(call)]))


class Changing:
    """Change rules where pytest would run the tests it has collected."""

    def __init__(self, call: argparse.Namespace) -> None:
        self.call = call
        self.out = os.fdopen(os.dup(1), "w", encoding="utf-8")

    def say(self, text: str) -> None:
        """Print one line, at once, which pytest does not capture."""
        print(text, file=self.out, flush=True)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Change, test, and name what survives."""
        call = self.call
        session.config.pluginmanager.unregister(name="terminalreporter")
        files = sorted(file for rules in RULES[call.game] for file in (ROOT / rules).rglob("*.py"))
        possible = [change for file in files for change in find_changes(ROOT, file) if call.only in change.path]
        changes = Random(call.seed).sample(possible, min(call.number, len(possible)))
        self.say(f"{len(changes)} of {len(possible)} changes of the rules of {call.game}, seed {call.seed}")
        for path in {change.path for change in changes}:  # what a test imports late is changed in place too
            import_module(path.removesuffix(".py").removesuffix("/__init__").replace("/", "."))
        trials = Trials(ROOT, session)
        for name in trials.failing:
            self.say(f"left out, it fails without a change: {name}")
        self.say(f"{len(trials.trials)} tests pass without a change, in {trials.seconds:.0f} s")
        survivors = 0
        for number, change in enumerate(changes, 1):
            if not trials.is_noticed(change):
                survivors += 1
                self.say(f"{number:4} survives: {change}")
            elif number % 10 == 0:
                self.say(f"{number:4} tried")
        noticed = len(changes) - survivors
        low, high = likely_share(noticed, len(changes))
        self.say(
            f"{noticed} of {len(changes)} noticed ({noticed / max(1, len(changes)):.1%}, "
            f"of all likely {low:.0%} to {high:.0%}), seed {call.seed}"
        )
        return True


def likely_share(hits: int, tries: int) -> tuple[float, float]:
    """Return the interval of Wilson that holds the share of all with 95 %."""
    if not tries:
        return 0.0, 1.0
    share, z = hits / tries, 1.96
    middle = share + z * z / (2 * tries)
    spread = z * sqrt(share * (1 - share) / tries + z * z / (4 * tries * tries))
    scale = 1 + z * z / tries
    return (middle - spread) / scale, (middle + spread) / scale


if __name__ == "__main__":
    sys.exit(main())
