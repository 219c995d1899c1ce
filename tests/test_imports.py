"""Rooms import only downwards, and what need not be loaded is not."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest
from importlinter.cli import EXIT_STATUS_SUCCESS, lint_imports

from benchmarks.matches import on_disk
from q40k.games.quake.packs.library import load

ROOT = Path(__file__).resolve().parent.parent
HEAVY = ("textual", "rich", "numpy", "shapely")


def loaded_by(program: str) -> set[str]:
    """Run a program in a Python of its own, and name the modules it ended up with."""
    report = "\nimport sys\nprint('\\nLOADED', *sorted(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", program + report], cwd=ROOT, capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 0, done.stderr
    line = done.stdout.splitlines()[-1]
    assert line.startswith("LOADED ")
    return set(line.split()[1:])


def among(modules: set[str], packages: tuple[str, ...]) -> list[str]:
    return sorted({name.partition(".")[0] for name in modules} & set(packages))


def test_the_contracts_hold(capsys: pytest.CaptureFixture[str]) -> None:
    status = lint_imports(config_filename=str(ROOT / "pyproject.toml"), no_cache=True)
    assert status == EXIT_STATUS_SUCCESS, capsys.readouterr().out


@pytest.mark.parametrize("room", ["games.quake.rules", "games.quake.words", "table", "i18n", "packs", "care", "kernel"])
def test_a_room_loads_no_screen_and_no_geometry(room: str) -> None:
    assert among(loaded_by(f"import q40k.{room}"), HEAVY) == []


def test_the_kernel_loads_nothing_else_of_q40k() -> None:
    ours = {name for name in loaded_by("import q40k.kernel") if name.startswith("q40k.")}
    assert sorted(n for n in ours if n.split(".")[1] != "kernel") == []


def imported_modules(path: Path) -> set[str]:
    """Name in full what a module imports, inside its functions too."""
    package = path.relative_to(ROOT).parts[:-1]
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            base = (*above, *([node.module] if node.module else []))
            names.update(".".join((*base, alias.name)) for alias in node.names)
    return names


def test_the_kernel_names_nothing_else_of_q40k() -> None:
    ours = {
        (path.name, name)
        for path in (ROOT / "q40k" / "kernel").rglob("*.py")
        for name in imported_modules(path)
        if name.split(".")[0] == "q40k" and name != "q40k.__version__"  # the house's, no room's
    }
    assert ours, "no module of the kernel was read"
    assert sorted(pair for pair in ours if pair[1].split(".")[1:2] != ["kernel"]) == []


@pytest.mark.parametrize("option", ["--version", "--help"])
def test_a_plain_answer_loads_little(option: str) -> None:
    program = f"""
import sys
sys.argv = ["q40k", {option!r}]
from q40k.__main__ import main
try:
    status = main()
except SystemExit as stop:
    status = stop.code
assert not status, status
"""
    loaded = loaded_by(program)
    assert "q40k.__main__" in loaded
    assert among(loaded, (*HEAVY, "pydantic", "pydantic_core", "yaml", "sqlite3")) == []


def test_a_print_loads_no_rules(tmp_path: Path) -> None:
    program = f"""
import os, sys
os.environ["Q40K_DATA_DIR"] = {str(tmp_path)!r}
sys.argv = ["q40k", "print", "portals", "--count"]
from q40k.__main__ import main
try:
    status = main()
except SystemExit as stop:
    status = stop.code
assert not status, status
"""
    loaded = loaded_by(program)
    assert "q40k.games.quake.prints.pieces" in loaded
    rooms = ("q40k.games.quake.rules", "q40k.live")
    assert [name for name in sorted(loaded) if name.startswith(rooms)] == []


AFTER_THE_PICTURE = (
    *("numpy", "pydantic", "shapely", "yaml", "starlette", "uvicorn", "segno", "q40k.live"),
    *("q40k.sound", "wave"),
    *("q40k.geometry.field", "q40k.geometry.surfaces", "q40k.geometry.templates", "q40k.table.script"),
    *("q40k.packs.reader", "q40k.packs.library", "q40k.packs.compiled", "q40k.games.quake.packs.library"),
    *("q40k.care.recover", "q40k.kernel.journal.salvage"),
    *(f"q40k.tui.map.{name}" for name in ("draw", "preview", "screen", "view")),
    *(f"q40k.tui.pages.{name}" for name in ("help", "lobby", "log", "sheet", "start")),
    "q40k.games.quake.cli",
    "q40k.games.quake.rules",
    *(f"q40k.games.quake.screen.{name}" for name in ("champion", "map", "opening", "place_notes", "sheets")),
    *(f"q40k.games.quake.table.{name}" for name in ("home_made", "places")),
    *(f"q40k.games.quake.words.{name}" for name in ("assault", "barrels", "commentary", "teams")),
)
"""What the first picture of a match in its first phase has no need of."""


def test_the_first_picture_waits_for_nothing_it_does_not_show(tmp_path: Path) -> None:
    """What is on no line of it is loaded behind it, or when it is wanted."""
    on_disk(tmp_path / "home", load(), 0, players=3)
    program = f"""
import os, sys
os.environ["Q40K_DATA_DIR"] = {str(tmp_path / "home")!r}
sys.argv = ["q40k", "resume", "1"]
from textual.app import App
from q40k.__main__ import main
from q40k.cli.verbs import play
from q40k.tui.main import MainScreen

def painted(screen):
    print("\\nLOADED", *sorted(sys.modules), flush=True)
    os._exit(0)

run = App.run
App.run = lambda app: run(app, headless=True, size=(120, 40))
MainScreen._load_after_paint = painted
play.require_screen = lambda: None
main()
"""
    loaded = loaded_by(program)
    assert "q40k.games.quake.screen.panels" in loaded
    waiting = tuple(f"{name}." for name in AFTER_THE_PICTURE)
    assert [name for name in sorted(loaded) if f"{name}.".startswith(waiting)] == []
    assert len([name for name in loaded if name.startswith("q40k")]) <= 255


def test_a_report_without_a_study_loads_no_bots(tmp_path: Path) -> None:
    on_disk(tmp_path / "home", load(), 0, players=3)
    program = f"""
import os, sys
os.environ["Q40K_DATA_DIR"] = {str(tmp_path / "home")!r}
sys.argv = ["q40k", "report", "1", "--out", {str(tmp_path / "report.html")!r}]
from q40k.__main__ import main
assert not main()
"""
    loaded = loaded_by(program)
    assert "q40k.report.page" in loaded
    assert [name for name in sorted(loaded) if name.startswith(("q40k.games.quake.bot", "numpy"))] == []


@pytest.mark.parametrize("verb", [[], ["new"]])
def test_the_first_screen_loads_no_game_and_no_desk(verb: list[str], tmp_path: Path) -> None:
    """A game is read once it is chosen, or shown beside the choices."""
    program = f"""
import os, sys
os.environ["Q40K_DATA_DIR"] = {str(tmp_path / "home")!r}
sys.argv = ["q40k", *{verb!r}]
from textual.app import App
from q40k.__main__ import main
from q40k.cli.verbs import play
from q40k.tui.pages.start import StartScreen

def painted(screen):
    print("\\nLOADED", *sorted(sys.modules), flush=True)
    os._exit(0)

run, on_mount = App.run, StartScreen.on_mount
App.run = lambda app: run(app, headless=True, size=(80, 24))

def mount(screen):
    on_mount(screen)
    screen.call_after_refresh(painted, screen)

StartScreen.on_mount = mount
play.on_a_terminal = lambda: True
main()
"""
    loaded = loaded_by(program)
    ours = [name for name in loaded if name.startswith("q40k")]
    assert "q40k.tui.pages.start" in ours
    assert among(loaded, ("numpy", "pydantic", "shapely", "yaml")) == []
    rooms = ("q40k.games.quake.", "q40k.games.epic.", "q40k.games.space_hulk.", "q40k.tui.main", "q40k.tui.desk")
    if not verb:  # the verb of a game brings that game's packs
        assert [name for name in ours if name.startswith(rooms) and not name.endswith(".manifest")] == []
    assert len(ours) <= (110 if verb else 100)
