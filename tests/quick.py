"""Check what has changed since the last commit, in seconds: `python -m tests.quick [--seconds N]`.

Style of the changed files, types, import contracts, then the tests that a change can reach by
imports, nearest first, until the time is up. What was left out is said; `make test` runs it all.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import redirect_stdout
from dataclasses import dataclass
from io import StringIO
from itertools import repeat
from multiprocessing import get_context
from pathlib import Path

import grimp
import pytest

from tests.checks import compile_packs, say

ROOT = Path(__file__).resolve().parent.parent
SECONDS = 15.0
"""When no further test begins; those that run then, and the types, may take some more."""
LONG = ("tests.soak.", "tests.faults.", "tests.fuzz.", "tests.kept.")
"""Rooms of long tests, whose turn comes last."""
STANDS_FOR = {
    "codex_data": "q40k.packs.library",
    "mods": "q40k.packs.library",
    "arenas": "q40k.packs.library",
    "q40k/games/quake/matches": "tests.games.golden",
}
"""Folders of data, each with the module that reads it."""


def changed_files() -> list[Path]:
    """What git finds changed or new since the last commit, relative to the project."""
    questions = (
        ["git", "diff", "--name-only", "--no-renames", "-z", "HEAD"],
        ["git", "ls-files", "--others", "--exclude-standard", "-z"],
    )
    names: set[str] = set()
    for call in questions:
        done = subprocess.run(call, cwd=ROOT, capture_output=True, check=True, text=True)
        names.update(done.stdout.split("\0"))
    return sorted(Path(name) for name in names if name)


# ---- which tests


def modules_of(path: Path, modules: Iterable[str]) -> list[str]:
    """The modules that a changed file is, or that read it."""
    parts = path.with_suffix("").parts
    if path.suffix == ".py":
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        return [name] if name in modules else []
    for data, module in STANDS_FOR.items():
        if path.is_relative_to(data):
            return [module]
    for folder in path.parents:  # a style sheet, a catalogue, a snapshot: the modules around it
        around = ".".join((*folder.parts, ""))
        names = [name for name in modules if folder.parts and name.startswith(around)]
        if names:
            return [name for name in names if "." not in name.removeprefix(around)] or names
    return ["tests.test_project"]


def reached_tests(changed: Sequence[Path]) -> list[str]:
    """The test modules that the changed files reach by imports, the nearest first."""
    graph = grimp.build_graph("q40k", "tests", cache_dir=None)
    far: dict[str, int] = {}
    front = {module for path in changed for module in modules_of(path, graph.modules)}
    stems = {path.stem.removeprefix("test_") for path in changed}
    steps = 0
    while front:
        far |= dict.fromkeys(front, steps)
        importers = {importer for name in front for importer in graph.find_modules_that_directly_import(name)}
        front = importers - far.keys()
        steps += 1

    def turn(module: str) -> tuple[bool, int, bool, str]:
        stem = module.rpartition(".")[2].removeprefix("test_")
        return module.startswith(LONG), far[module], stem not in stems, module

    tests = [name for name in far if name.rpartition(".")[2].startswith("test_")]
    return sorted(tests, key=turn)


@dataclass(eq=False)  # pytest wants a plugin to be hashable
class Ran:
    """What came of one file of tests: how many passed, failed, were left out; what pytest said."""

    module: str
    end: float
    passed: int = 0
    failed: int = 0
    left: int = 0
    told: str = ""

    def pytest_runtest_protocol(self) -> bool | None:
        """Run no test any more when the time is up."""
        late = time.time() >= self.end
        self.left += late
        return late or None

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count a test that was run."""
        self.passed += report.when == "call" and report.passed
        self.failed += report.failed


def run(module: str, end: float) -> Ran:
    """Run one file of tests within this process."""
    ran = Ran(module, end)
    if time.time() >= end:
        ran.left = 1
        return ran
    arguments = ["-p", "no:cacheprovider", f"{module.replace('.', '/')}.py"]
    with redirect_stdout(StringIO()) as output:
        status = pytest.main(arguments, plugins=[ran])
    ran.failed = max(ran.failed, status not in (0, pytest.ExitCode.NO_TESTS_COLLECTED))
    ran.told = output.getvalue()
    return ran


def run_tests(modules: Sequence[str], end: float) -> bool:
    """Run test modules side by side until the time is up; whether none failed."""
    context = get_context("spawn")
    with ProcessPoolExecutor(os.cpu_count(), mp_context=context) as pool:
        files = list(pool.map(run, modules, repeat(end)))
    for ran in files:
        if ran.failed:
            say(ran.told)
    unfinished = [ran.module for ran in files if ran.left]
    passed, failed = sum(ran.passed for ran in files), sum(ran.failed for ran in files)
    say(f"{passed} tests passed, {failed} failed, in {len(files) - len(unfinished)} files.")
    if unfinished:
        say(f"The time was up before {len(unfinished)} more files that the change can reach, the nearest")
        say(f"being {', '.join(unfinished[:3])}: `make test` runs them all.")
    return not failed


# ---- the rest


def checks(python_files: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """The checks beside the tests: each a name and a call."""
    if python_files:
        yield "ruff check", [sys.executable, "-m", "ruff", "check", "--quiet", *python_files]
        yield "ruff format", [sys.executable, "-m", "ruff", "format", "--check", *python_files]
    yield "lint-imports", [str(Path(sys.executable).parent / "lint-imports")]
    yield "mypy", [sys.executable, "-m", "mypy"]


def main() -> int:
    """Check what has changed; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    end = time.time() + parser.parse_args().seconds
    changed = changed_files()
    if not changed:
        say("Nothing has changed since the last commit.")
        return 0
    say(f"{len(changed)} files have changed since the last commit.")
    there = [str(path) for path in changed if path.suffix == ".py" and (ROOT / path).exists()]
    started = [
        (name, subprocess.Popen(call, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT))
        for name, call in checks(there)
    ]
    passed = True
    tests = reached_tests(changed)
    if tests:
        compile_packs()
        passed = run_tests(tests, end)
    for name, check in started:
        output = check.communicate()[0].decode(errors="replace")
        say(f"== {name}: {'passed' if check.returncode == 0 else 'FAILED'}")
        if check.returncode:
            passed = False
            say(output)
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
