"""Ask the tests about a change, in a copy of the checkout.

Everything is imported and collected once. For each change the process forks; the child changes the
function in place and runs the tests that reach the changed statement, until one fails. What runs
when a file is imported cannot be changed in place: there pytest starts anew.
"""

import gc
import os
import pickle
import resource
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from types import CodeType, FunctionType
from typing import NamedTuple

import pytest

from tests.mutants.changes import Change
from tests.mutants.hits import HITS, NUMBERS

MEMORY = 6 << 30
"""The bytes that a test may ask for: a change can make a list without end."""
SPARE_SECONDS, TIMES_AS_LONG = 2, 10
"""A test that takes so many times as long as without a change, and these seconds of CPU besides, has no end."""
NOTICED = 1
NOT_IN_PLACE = 2


class Trial(NamedTuple):
    """What a test did without a change: whether it passed, its seconds, the statements it ran."""

    passed: bool
    seconds: float
    hits: frozenset[int]


class Trials:
    """The tests of a session, and what each of them runs."""

    def __init__(self, root: Path, session: pytest.Session) -> None:
        self.root, self.session = root, session
        self.imported = frozenset(HITS)
        kept = root / "trials.pickle"
        run_apart(lambda: kept.write_bytes(pickle.dumps(self._try_all())), 7200)
        tried = [Trial(*trial) for trial in pickle.loads(kept.read_bytes())]
        self.functions = find_functions()
        self.trials = {item: trial for item, trial in zip(session.items, tried, strict=True) if trial.passed}

    @property
    def failing(self) -> list[str]:
        """Return the tests that fail without a change."""
        return [item.nodeid for item in self.session.items if item not in self.trials]

    @property
    def seconds(self) -> float:
        """Return the seconds that all tests take."""
        return sum(trial.seconds for trial in self.trials.values())

    def _try_all(self) -> list[tuple[bool, float, frozenset[int]]]:
        """Run every test and note what it runs."""
        tried = []
        for item, following in _with_following(self.session.items):
            failed, began = self.session.testsfailed, time.process_time()
            HITS.clear()
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            seconds = time.process_time() - began
            tried.append((self.session.testsfailed == failed, seconds, frozenset(HITS)))
        return tried

    def is_noticed(self, change: Change) -> bool:
        """Make a change in the copy, run tests, take it back; return whether one of them failed."""
        path = self.root / change.path
        before, times = path.read_bytes(), path.stat()
        path.write_bytes(change.applied_to(before))
        try:
            number = NUMBERS.get((str(path), change.statement)) if change.statement else None
            if number is None or number in self.imported:
                return self._is_noticed_anew(change)
            reached = [item for item, trial in self.trials.items() if number in trial.hits]
            files = {item.path for item in reached}  # a fixture of a whole file runs in its first test alone
            others = [item for item in self.trials if item.path in files and item not in reached]
            return any(self._is_noticed_in_place(change, items) for items in (reached, others))
        finally:
            path.write_bytes(before)
            os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))

    def _is_noticed_in_place(self, change: Change, items: list[pytest.Item]) -> bool:
        """Run tests in a child whose function is changed, those of the chapter first, then the quick ones."""

        def run() -> None:
            path = self.root / change.path
            if not change_in_place(path, change.function, self.functions[str(path), change.function]):
                os._exit(NOT_IN_PLACE)
            for item, following in _with_following(sorted(items, key=order)):
                # The signal ends the child, which counts as a test that fails.
                signal.setitimer(signal.ITIMER_PROF, SPARE_SECONDS + TIMES_AS_LONG * self.trials[item].seconds)
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
                if self.session.testsfailed:
                    os._exit(NOTICED)

        own = own_tests(change, {item.path for item in items})
        seconds = {
            path: sum(self.trials[item].seconds for item in items if item.path == path)
            for path in {item.path for item in items}
        }

        def order(item: pytest.Item) -> tuple[bool, float, Path]:
            return item.path not in own, seconds[item.path], item.path

        status = run_apart(run, 20 + 5 * sum(seconds.values())) if items else 0
        return self._is_noticed_anew(change) if status == NOT_IN_PLACE else status != 0

    def _is_noticed_anew(self, change: Change) -> bool:
        """Ask a new pytest: first the tests of the chapter, then all others."""
        files = sorted({item.path for item in self.trials})
        own = own_tests(change, files)
        left_out = [f"--deselect={name}" for name in self.failing]
        call = [sys.executable, "-m", "pytest", "-q", "-x", "--tb=no", "-p", "no:cacheprovider", *left_out]

        def start(part: list[Path]) -> None:
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            os.execv(call[0], [*call, *map(str, part)])

        parts = ([path for path in files if path in own], [path for path in files if path not in own])
        return any(run_apart(partial(start, part), 60 + 5 * self.seconds) for part in parts if part)


def own_tests(change: Change, tests: Iterable[Path]) -> set[Path]:
    """Return the tests of the changed chapter, and those that name a rule of the changed function."""
    parts = Path(change.path).with_suffix("").parts
    room = next((part for part in parts if part in ("state", "rules")), None)
    chapter = parts[parts.index(room) + 1 :] if room else parts[-1:]
    stems = tuple(f"test_{part}" for part in chapter)
    marks = tuple(f'"{rule}"' for rule in change.rules)
    return {
        test for test in tests if test.stem.startswith(stems) or any(mark in test.read_text("utf-8") for mark in marks)
    }


def find_functions() -> dict[tuple[str, str], list[FunctionType]]:
    """Return all functions by their file and their qualified name."""
    gc.unfreeze()
    functions: dict[tuple[str, str], list[FunctionType]] = defaultdict(list)
    for value in gc.get_objects():
        if isinstance(value, FunctionType):
            functions[value.__code__.co_filename, value.__code__.co_qualname].append(value)
    return functions


def change_in_place(path: Path, name: str, functions: list[FunctionType]) -> bool:
    """Give functions of this name the code that the file has now; return whether there was one."""
    codes = {
        code.co_qualname: code for code in _codes(compile(path.read_bytes(), str(path), "exec", dont_inherit=True))
    }
    try:
        for function in functions:
            function.__code__ = codes[name]
    except (KeyError, ValueError):  # it uses no variable of its class any more
        return False
    return bool(functions)


def _codes(code: CodeType) -> Iterator[CodeType]:
    """Yield the code of functions and classes, from outside in."""
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield inner
            yield from _codes(inner)


def _with_following(items: list[pytest.Item]) -> Iterator[tuple[pytest.Item, pytest.Item | None]]:
    yield from zip(items, [*items[1:], None], strict=True)


def run_apart(run: Callable[[], object], seconds: float) -> int:
    """Run in a child that has so many seconds; return its exit status, or -1 if it was killed or took too long."""
    child = os.fork()
    if not child:
        try:
            os.setpgid(0, 0)
            resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 1))
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            run()
            os._exit(0)
        except BaseException:  # a child never goes on as its parent
            os._exit(NOTICED)
    end = time.monotonic() + 10 * seconds
    while time.monotonic() < end:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.02)
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return -1
