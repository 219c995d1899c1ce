"""What every test stands on: a home of its own, no network, and the rule ids it proves."""

import asyncio
import gc
import json
import os
import socket
import sqlite3
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from functools import partial
from itertools import count
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Any

import pytest
from _pytest.assertion import rewrite
from hypothesis import HealthCheck, Verbosity, settings

from q40k.i18n.locale import Locale
from q40k.kernel.garbage import collect_in_portions
from q40k.table.match_library import MatchLibrary
from tests.quiet import PAINT_SECONDS, note_house, wait_in_place_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser

settings.register_profile(
    "ci",
    deadline=None,
    derandomize=True,
    max_examples=60,
    database=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("dev", deadline=None, max_examples=60)
settings.register_profile("debug", deadline=None, max_examples=10, verbosity=Verbosity.verbose)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if "CI" in os.environ else "dev"))

LONGEST = ("test_benchmarks.py", "test_season.py", "test_prints.py", "test_facts.py", "test_wheel.py")
"""The files with tests of many seconds that would come last."""

_LOOSE_ENVIRONMENT = (
    "COLUMNS",
    "DISPLAY",
    "WAYLAND_DISPLAY",
    "LINES",
    "COLORTERM",
    "FORCE_COLOR",
    "NO_COLOR",
    "LANG",
    "LANGUAGE",
    "LC_ALL",
    "LC_CTYPE",
    "LC_MESSAGES",
    "TEXTUAL",
    "TEXTUAL_THEME",
    "TEXTUAL_ANIMATIONS",
    "TEXTUAL_DRIVER",
)


# ---- side by side


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """How many workers `-n auto` starts: one more than cores, as tests wait for terminals and browsers, up to eight."""
    return min(8, (os.cpu_count() or 2) + 1)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the longest tests, so that no worker waits for another in the end."""
    items.sort(key=lambda item: item.path.name not in LONGEST)


# ---- a home of its own


def pytest_configure(config: pytest.Config) -> None:
    """Give what is made before any test, or for several, a home beside the user’s."""
    folder = Path(mkdtemp(prefix="q40k-tests-"))
    config.add_cleanup(partial(rmtree, folder, ignore_errors=True))
    for name in ("DATA", "CONFIG", "DOCUMENTS"):
        os.environ[f"Q40K_{name}_DIR"] = str(folder / name.lower())


@pytest.fixture(scope="session")
def homes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder for each test's home, not made yet: a `tmp_path` for all would double their time."""
    folder = tmp_path_factory.mktemp("homes")
    return (folder / str(number) for number in count())


@pytest.fixture(autouse=True)
def elsewhere(homes: Iterator[Path], monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give each test a home and a language of its own; nothing of the user is read or written."""
    home = next(homes)
    for name in tuple(os.environ):
        if name in _LOOSE_ENVIRONMENT or name.startswith("Q40K_"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("Q40K_DATA_DIR", str(home / "data"))
    monkeypatch.setenv("Q40K_CONFIG_DIR", str(home / "config"))
    monkeypatch.setenv("Q40K_DOCUMENTS_DIR", str(home / "documents"))
    monkeypatch.setenv("Q40K_LANG", "en")
    monkeypatch.setenv("PYTHONUTF8", "1")  # for the programs a test starts, on Windows too
    return home


@pytest.fixture
def own_home(elsewhere: Path) -> Path:
    """The home of a test, for those that look into it."""
    for folder in ("data", "config"):
        (elsewhere / folder).mkdir(parents=True)
    return elsewhere


# ---- both languages


@pytest.fixture
def english() -> Locale:
    """English, as the program speaks it."""
    return Locale("en")


@pytest.fixture
def french() -> Locale:
    """French, as the program speaks it."""
    locale = Locale("fr")
    assert locale.language == "fr", "the catalogue is not compiled: run `make words`"
    return locale


@pytest.fixture
def library_at() -> Iterator[Callable[..., MatchLibrary]]:
    """Opens libraries of matches, which are closed when the test ends."""
    with ExitStack() as opened:
        yield lambda *arguments, **more: opened.enter_context(closing(MatchLibrary(*arguments, **more)))


# ---- a browser


@pytest.fixture(scope="session")
def running_browser() -> Iterator[tuple["Browser", asyncio.AbstractEventLoop]]:
    """One browser for all the tests of a process, and the loop that drives it."""
    from playwright.sync_api import sync_playwright

    from tests.live.browsers import browser, flags

    path = browser()
    with sync_playwright() as started:
        launched = started.chromium.launch(executable_path=path, args=flags())
        loop = asyncio.get_running_loop()
        asyncio._set_running_loop(None)
        yield launched, loop
        asyncio._set_running_loop(loop)
        launched.close()


@pytest.fixture
def chromium(running_browser: tuple["Browser", asyncio.AbstractEventLoop]) -> Iterator["Browser"]:
    """The browser, without a page; its tests are skipped where there is none.

    Its loop runs as long as it does, but only its tests see that: coroutines have loops of their own.
    """
    browser, loop = running_browser
    asyncio._set_running_loop(loop)
    yield browser
    for context in browser.contexts:
        context.close()
    asyncio._set_running_loop(None)


# ---- nothing left open


class Watched(sqlite3.Connection):
    """A connection that must be closed, as Python 3.13 wants it; older ones say nothing."""

    def __del__(self) -> None:
        """Complain, which fails the test under way."""
        try:
            self.total_changes  # noqa: B018 - what is closed, or was never opened, does not know
        except sqlite3.ProgrammingError:
            return
        warnings.warn("a database was left open", ResourceWarning, stacklevel=1)


@pytest.fixture(autouse=True, scope="session")
def nothing_left_open() -> Iterator[None]:
    """Watch every connection to a database that is opened within the tests."""
    patch = pytest.MonkeyPatch()
    patch.setattr(sqlite3, "connect", partial(sqlite3.connect, factory=Watched))
    yield
    patch.undo()


# ---- one reading of the styles


@pytest.fixture(autouse=True, scope="session")
def styles_read_once() -> Iterator[None]:
    """Parse each style sheet once for the apps of all tests; each would parse it twice, with its theme again."""
    sheets = sys.modules.get("textual.css.stylesheet")
    if sheets is None:  # no test of this run opens an app
        yield
        return
    parse, rules = sheets.Stylesheet._parse_rules, {}

    def parse_once(sheet: Any, css: str, read_from: Any, *how: Any, **named: Any) -> Any:
        key = (css, read_from, how, *named.items(), *sheet._variables.items())
        if key not in rules:
            rules[key] = parse(sheet, css, read_from, *how, **named)
        return rules[key]

    patch = pytest.MonkeyPatch()
    patch.setattr(sheets.Stylesheet, "_parse_rules", parse_once)
    yield
    patch.undo()


# ---- no naps between keys


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    """Note which threads earlier tests left, such as a browser's: nobody waits for them."""
    note_house()


@pytest.fixture(autouse=True, scope="session")
def no_naps() -> Iterator[None]:
    """Let the pilot of an app go on as soon as the app is idle, and screens paint at once."""
    if "textual.app" not in sys.modules:  # no test of this run opens an app
        yield
        return
    from textual import app, pilot, screen
    from textual._wait import wait_for_idle

    wait = wait_in_place_of(wait_for_idle)
    patch = pytest.MonkeyPatch()
    patch.setattr(pilot, "wait_for_idle", wait)
    patch.setattr(app, "wait_for_idle", wait)
    patch.setattr(screen, "UPDATE_PERIOD", PAINT_SECONDS)
    yield
    patch.undo()


# ---- no network


def _is_local(address: object) -> bool:
    """Tell whether an address is a path of this machine or its loopback."""
    if not isinstance(address, tuple):
        return True  # AF_UNIX
    return _is_local_host(address[0])


def _is_local_host(host: object) -> bool:
    if isinstance(host, bytes):
        host = host.decode("ascii", "replace")
    return host in (None, "", "localhost", "::1") or str(host).startswith("127.")


def _refuse(address: object) -> None:
    raise RuntimeError(f"a test reached for the network: {address!r}")


@pytest.fixture(autouse=True, scope="session")
def no_network() -> Any:
    """Let no test leave this machine; asyncio's own socket pairs still work."""
    patch = pytest.MonkeyPatch()
    look_up = socket.getaddrinfo

    def guard(connect: Callable[[socket.socket, Any], Any]) -> Callable[[socket.socket, Any], Any]:
        def guard_connect(self: socket.socket, address: Any) -> Any:
            if not _is_local(address):
                _refuse(address)
            return connect(self, address)

        return guard_connect

    def guarded_look_up(host: Any, *arguments: Any, **options: Any) -> Any:
        if not _is_local_host(host):
            _refuse(host)
        return look_up(host, *arguments, **options)

    patch.setattr(socket.socket, "connect", guard(socket.socket.connect))
    patch.setattr(socket.socket, "connect_ex", guard(socket.socket.connect_ex))
    patch.setattr(socket, "getaddrinfo", guarded_look_up)
    yield
    patch.undo()


# ---- the rule ids that tests prove


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add --rules-report."""
    parser.addoption(
        "--rules-report",
        metavar="FILE",
        help="write which tests prove which rule, as JSON {rule id: [test ids]}; with --collect-only nothing is run",
    )


def rules_proved(items: list[pytest.Item]) -> dict[str, list[str]]:
    """Gather the ids given to @pytest.mark.rule, each with the tests that name it."""
    proved: dict[str, set[str]] = {}
    for item in items:
        for mark in item.iter_markers("rule"):
            if not mark.args or not all(isinstance(rule, str) for rule in mark.args):
                raise pytest.UsageError(f"{item.nodeid}: @pytest.mark.rule wants rule ids as text")
            for rule in mark.args:
                proved.setdefault(rule, set()).add(item.nodeid)
    return {rule: sorted(proved[rule]) for rule in sorted(proved)}


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Look for no garbage among thousands of tests while they are gathered."""
    gc.disable()
    compile_share(session.config)


def compile_share(config: pytest.Config) -> None:
    """In a run of all tests, compile a worker's share of the test files, so that the others find them compiled.

    pytest rewrites every assert, which takes longer than the rest of gathering; on a fresh clone each worker would
    rewrite them all. Nothing is imported: lists that follow the order of imports stay the same in every worker.
    """
    worker = getattr(config, "workerinput", None)
    if worker is None or sys.dont_write_bytecode or config.args != config.getini("testpaths"):
        return
    files = sorted((config.rootpath / "tests").rglob("test_*.py"))
    for file in files[int(worker["workerid"].removeprefix("gw")) :: worker["workercount"]]:
        compiled = rewrite.get_cache_dir(file) / f"{file.stem}{rewrite.PYC_TAIL}"
        if rewrite._read_pyc(file, compiled) is None:
            compiled.parent.mkdir(exist_ok=True)
            stat, code = rewrite._rewrite_test(file, config)
            rewrite._write_pyc(config.stash[rewrite.assertstate_key], code, stat, compiled)


def pytest_collection_finish(session: pytest.Session) -> None:
    """Write the report, once what runs is known; it stays, and is no garbage ever: none is looked for in it."""
    collect_in_portions()
    gc.enable()
    proved = rules_proved(session.items)
    file = session.config.getoption("--rules-report")
    if file:
        path = session.config.invocation_params.dir / file
        path.write_text(json.dumps(proved, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
