"""The project keeps its own rules: size, words and pins."""

import ast
import itertools
import re
import shutil
import subprocess
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import grimp
import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).resolve().parent.parent
MODULE_LINES = 600
FUNCTION_LINES = 60
FOLDER_FILES = 25
LOCKS = ("run.txt", "sound.txt", "cluster.txt", "build.txt", "test.txt")
TOOLS = ("app.txt", "site.txt", "release.txt")
"""Locks of what makes the folder without Python and the site, and of what looks at a release."""

# Spelled in two halves, so that this file does not find itself.
FOREIGN = ["py" + "pi.org", "python" + "hosted", "/wo" + "rk/", "/ro" + "ot/", "file:" + "///"]
UNFINISHED = re.compile(r"\b(TO" + r"DO|FIX" + r"ME|NotImplemented" + r"Error)\b")


def tracked_files() -> list[Path]:
    """List the files of the project: those git knows, or all of an unpacked archive's."""
    if shutil.which("git") and (ROOT / ".git").exists():
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, timeout=60).stdout
        paths = [ROOT / name for name in listed.decode().split("\0") if name]
        return [path for path in paths if path.is_file()]
    pytest.skip("not a git checkout")


def texts() -> Iterator[tuple[Path, str]]:
    for path in tracked_files():
        try:
            yield path, path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue


def modules() -> list[Path]:
    return sorted((ROOT / "q40k").rglob("*.py"))


def test_no_file_names_a_machine_or_a_package_server() -> None:
    astray = [
        f"{path.relative_to(ROOT)}:{number}: {word}"
        for path, text in texts()
        for number, line in enumerate(text.splitlines(), 1)
        for word in FOREIGN
        if word in line
    ]
    assert astray == []


def test_nothing_is_left_unfinished() -> None:
    astray = [
        f"{path.relative_to(ROOT)}:{number}: {match.group()}"
        for path, text in texts()
        if path.suffix in {".py", ".tcss", ".yaml", ".md", ".toml"}
        for number, line in enumerate(text.splitlines(), 1)
        if (match := UNFINISHED.search(line))
    ]
    assert astray == []


def test_whole_numbers_are_read_in_one_way() -> None:
    """`"²".isdigit()` is true, and `int("²")` fails: `kernel.text.is_digits` knows what counts."""
    reading = re.compile(r"\.is(digit|decimal|numeric)\b")
    astray = [str(path.relative_to(ROOT)) for path in modules() if reading.search(path.read_text(encoding="utf-8"))]
    assert astray == ["q40k/kernel/text.py"]


def test_side_files_are_read_in_one_way() -> None:
    """A file of q40k's own may be damaged in every way: `kernel.whole_file.read_side` knows what to do then."""
    reading = re.compile(r"(decode|loads|load)\([^\n]*(read_bytes|read_text|read_bounded|\.open\()")
    astray = [str(path.relative_to(ROOT)) for path in modules() if reading.search(path.read_text(encoding="utf-8"))]
    assert astray == []


def test_no_placeholder_of_sql_is_numbered_or_named() -> None:
    """With values in order, Python 3.12 calls both out of date, and later ones refuse them."""
    numbered = re.compile(r"(SELECT|UPDATE|DELETE|INSERT|AND|WHERE)\b[^\n]*[ (=](\?\d|:[a-z])")
    astray = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path, text in texts()
        if path.suffix == ".py" and path.is_relative_to(ROOT / "q40k")
        for number, line in enumerate(text.splitlines(), 1)
        if numbered.search(line)
    ]
    assert astray == []


def test_modules_stay_short() -> None:
    lengths = {p.relative_to(ROOT).as_posix(): p.read_bytes().count(b"\n") for p in modules()}
    assert {name: n for name, n in lengths.items() if n > MODULE_LINES} == {}


BEGINS = re.compile(r"^( *)(class|def|async def) ", re.MULTILINE)


def may_be_long(text: str) -> bool:
    """Tell without parsing whether a function may be long: nothing begins below it for long, or something within it."""
    begins = [(text.count("\n", 0, m.start()), len(m[1]), m[2]) for m in BEGINS.finditer(text)]
    begins.append((text.count("\n"), 0, ""))
    return any(
        "def" in kind and (after - line > FUNCTION_LINES or deeper > indent)
        for (line, indent, kind), (after, deeper, _kind) in itertools.pairwise(begins)
    )


def test_functions_stay_short() -> None:
    long = {}
    for path in modules():
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if may_be_long(text) else ():
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                lines = (node.end_lineno or node.lineno) - node.lineno + 1
                if lines > FUNCTION_LINES:
                    long[f"{path.relative_to(ROOT)}:{node.lineno} {node.name}"] = lines
    assert long == {}


@pytest.mark.parametrize("inner", ["", "    def g(): pass\n", "    class C: pass\n"])
def test_no_long_function_is_passed_over(inner: str) -> None:
    lines = ["    pass\n"] * FUNCTION_LINES
    assert may_be_long("".join(["def f():\n", *lines[:40], inner, *lines[40:], "def h(): pass\n"]))
    assert not may_be_long("class C:\n    def f(): pass\n" + "def g(): pass\n" * 99)


def test_folders_stay_small() -> None:
    many = Counter(p.parent.relative_to(ROOT).as_posix() for p in modules() if p.stem != "__init__")
    assert {folder: n for folder, n in many.items() if n > FOLDER_FILES} == {}


def test_a_chapters_tests_bear_its_name() -> None:
    """Those of Quake's rules: `test_flags_return.py` proves something of the chapter `flags`."""
    state = ROOT / "q40k" / "games" / "quake" / "state"
    chapters = ("state", *{path.stem for path in state.rglob("*") if not path.stem.startswith("_")})
    tests = (ROOT / "tests" / "games" / "quake" / "rules").glob("test_*.py")
    names = {path.stem.removeprefix("test_") for path in tests}
    across = {"random_mods", "random_play", "random_teams", "refusals"}
    assert {name for name in names if not name.startswith(chapters)} == across


def test_no_modules_import_one_another() -> None:
    """Look through all imports, late ones and those for types too."""
    graph = grimp.build_graph("q40k", cache_dir=None)
    imports = {name: graph.find_modules_directly_imported_by(name) for name in graph.modules}
    assert knots(imports) == []


ROOMS_OF_CHAPTERS = [
    *(f"q40k.games.{game}.{room}" for game in ("quake", "epic", "space_hulk") for room in ("state", "rules")),
    "q40k.tui",
]


@pytest.mark.parametrize("room", ROOMS_OF_CHAPTERS)
def test_no_chapters_import_one_another(room: str) -> None:
    """A chapter is a file or a folder directly in a room; late imports count, those for types do not."""
    graph = grimp.build_graph("q40k", cache_dir=None, exclude_type_checking_imports=True)

    def chapter(module: str) -> str:
        return module.removeprefix(f"{room}.").partition(".")[0]

    imports: dict[str, set[str]] = defaultdict(set)
    for module in graph.find_descendants(room):
        inside = (name for name in graph.find_modules_directly_imported_by(module) if name.startswith(f"{room}."))
        imports[chapter(module)] |= {chapter(name) for name in inside} - {chapter(module)}
    assert len(imports) >= 10
    assert knots(imports) == []


def knots(imports: dict[str, set[str]]) -> list[set[str]]:
    """The groups of modules each of which leads to all others of its group (Tarjan)."""
    number: dict[str, int] = {}
    lowest: dict[str, int] = {}
    path: list[str] = []
    groups: list[set[str]] = []

    def visit(name: str) -> None:
        number[name] = lowest[name] = len(number)
        path.append(name)
        for other in sorted(imports[name]):
            if other not in number:
                visit(other)
            if other in path:
                lowest[name] = min(lowest[name], lowest[other])
        if lowest[name] == number[name]:
            group = set(path[path.index(name) :])
            del path[path.index(name) :]
            if len(group) > 1:
                groups.append(group)

    for name in sorted(imports):
        if name not in number:
            visit(name)
    return groups


def test_a_circle_is_found_whatever_leads_to_it() -> None:
    imports = {"a": {"b"}, "b": {"c", "d"}, "c": {"b"}, "d": set[str](), "e": {"a", "f"}, "f": {"e"}}
    assert knots(imports) == [{"b", "c"}, {"e", "f"}]


# ---- the pins


def entries(lock: str) -> list[str]:
    """Read the requirements of a lock file, one line each with its hashes."""
    text = (ROOT / "requirements" / lock).read_text(encoding="utf-8").replace("\\\n", " ")
    lines = (line.strip() for line in text.splitlines())
    return [line for line in lines if line and not line.startswith("#")]


def pins(lock: str) -> dict[str, list[Requirement]]:
    requirements: dict[str, list[Requirement]] = {}
    for entry in entries(lock):
        requirement = Requirement(entry.split("--hash=")[0].strip())
        requirements.setdefault(canonicalize_name(requirement.name), []).append(requirement)
    return requirements


@pytest.mark.parametrize("lock", [*LOCKS, *TOOLS])
def test_every_pin_is_exact_and_hashed(lock: str) -> None:
    assert entries(lock)
    for entry in entries(lock):
        assert re.match(r"[a-z0-9.-]+==[^\s;]+( ;.*?)?( +--hash=sha256:[0-9a-f]{64})+$", entry), entry


@pytest.mark.parametrize("lock", [*LOCKS, *TOOLS])
def test_a_lock_names_no_place(lock: str) -> None:
    text = (ROOT / "requirements" / lock).read_text(encoding="utf-8")
    assert re.findall(r"\S*://\S*|--(?:extra-)?index-url|--find-links|-[if] \S+", text) == []


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_answers_the_project(lock: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    required = project["project"]["dependencies"]
    pinned = pins(lock)
    if lock == "build.txt":  # it is installed beside the other
        required, pinned = project["build-system"]["requires"], pins("run.txt") | pinned
    if lock in ("sound.txt", "cluster.txt"):
        required += project["project"]["optional-dependencies"][lock.removesuffix(".txt")]
    if lock == "test.txt":
        required += project["build-system"]["requires"]
        required += project["project"]["optional-dependencies"]["test"]
    for requirement in map(Requirement, required):
        versions = [
            Version(spec.version)
            for pin in pinned.get(canonicalize_name(requirement.name), [])
            for spec in pin.specifier
        ]
        assert versions, f"{requirement.name} is not pinned: run `make lock`"
        assert all(v in requirement.specifier for v in versions), f"{requirement}: run `make lock`"


def test_the_checks_run_on_what_players_run() -> None:
    run, build, test = pins("run.txt"), pins("build.txt"), pins("test.txt")
    assert {name: pins("sound.txt").get(name) for name in run} == run  # with sound or without
    assert {name: pins("cluster.txt").get(name) for name in run} == run
    assert {name: test.get(name) for name in run | build} == run | build
    assert set(run) & set(build) == set()  # what only builds is not what runs


def test_every_library_has_a_floor_and_a_ceiling() -> None:
    """`make lowest` tries the floors; the ceilings leave out what nobody has tried."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    for requirement in map(Requirement, project["project"]["dependencies"]):
        assert {specifier.operator for specifier in requirement.specifier} == {">=", "<"}, requirement
