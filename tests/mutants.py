"""Change rules at random and see whether a test notices: `make mutants N=200 GAME=epic SEED=7`.

Each change is made in a copy of the checkout: a comparison, a number, and/or, plus/minus, a `not`,
a statement that is left out. The tests that name the rule of the changed function run first, and
those of its chapter; if they pass, the other tests of the game run. A test without end counts as
a test that fails. What survives is printed as file, line, before and after: either a test is
missing, or the change makes no difference. The same seed makes the same changes.
"""

import argparse
import ast
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
RULES = {
    "quake": ("q40k/games/quake/rules", "q40k/games/w40k3e"),
    "epic": ("q40k/games/epic/rules",),
    "space-hulk": ("q40k/games/space_hulk/rules",),
}
"""The folders with the rules of each game."""
TESTS = {
    "quake": ("tests/games/quake/rules", "tests/games/w40k3e", "tests/games/quake/codex"),
    "epic": ("tests/games/epic",),
    "space-hulk": tuple(f"tests/games/space_hulk/{part}" for part in (
        "rules", "solo", "board", "table", "screen", "test_examples.py", "test_matches.py", "test_report.py")),
}  # fmt: skip
"""The tests of each game that know its rules."""
LEFT_OUT = shutil.ignore_patterns(".git", ".venv", "__pycache__", ".*_cache", "build", "dist", "docs")
COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
COUNTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult,
}  # fmt: skip


class Change(NamedTuple):
    """A change of a file: from one offset to another, in bytes, new text replaces the old.

    `rules` are the ids of the rules that the changed function names.
    """

    path: str
    line: int
    start: int
    end: int
    old: str
    new: str
    rules: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.old} -> {self.new}"


def find_changes(root: Path, path: Path) -> Iterator[Change]:
    """Yield every change of a file that can be made."""
    source = path.read_bytes()
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for node, rules in _walk(ast.parse(source), ()):
        new = _changed(node)
        if new is not None and isinstance(node, ast.expr | ast.stmt):
            start = starts[node.lineno - 1] + node.col_offset
            end = starts[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)
            old = " ".join(source[start:end].decode().split())
            yield Change(path.relative_to(root).as_posix(), node.lineno, start, end, old, new, rules)


def _walk(node: ast.AST, rules: tuple[str, ...]) -> Iterator[tuple[ast.AST, tuple[str, ...]]]:
    """Yield the nodes whose change could matter: no annotations, decorators, texts."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        rules = tuple(re.findall(r"[A-Z][A-Z0-9]*(?:-[A-Z]+)*-\d+", ast.get_docstring(node) or "")) or rules
    yield node, rules
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list") or isinstance(node, ast.JoinedStr):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from _walk(child, rules)


def _changed(node: ast.AST) -> str | None:
    """Return the text that changes a node, or None if it is left as it is."""
    match node:
        case ast.Constant(bool(value)):
            return str(not value)
        case ast.Constant(int(value)):
            return str(value + 1)
        case ast.UnaryOp(ast.Not(), operand):
            return f"bool({ast.unparse(operand)})"
        case ast.Raise() | ast.Expr(ast.Yield() | ast.YieldFrom() | ast.Call()):
            return "pass"
    other = _other_operator(node)
    return None if other is None else f"({ast.unparse(other)})"


def _other_operator(node: ast.AST) -> ast.expr | None:
    """Return the expression with another operator, or None."""
    match node:
        case ast.Compare(left, [op], [right]) if type(op) in COMPARED:
            return ast.Compare(left, [COMPARED[type(op)]()], [right])
        case ast.BoolOp(op, values):
            return ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values)
        case ast.BinOp(left, op, right) if type(op) in COUNTED and not isinstance(left, ast.Constant | ast.List):
            return ast.BinOp(left, COUNTED[type(op)](), right)
    return None


def own_tests(change: Change, tests: list[str], root: Path) -> list[str]:
    """Return the tests of the changed chapter, then those that name a rule of the changed function."""
    parts = Path(change.path).with_suffix("").parts
    chapter = parts[parts.index("rules") + 1 :] if "rules" in parts else parts[-1:]
    stems = tuple(f"test_{part}" for part in chapter)
    marks = tuple(f'"{rule}"' for rule in change.rules)
    chapters = [test for test in tests if Path(test).stem.startswith(stems)]
    others = [test for test in tests if test not in chapters]
    return chapters + [test for test in others if any(mark in (root / test).read_text("utf-8") for mark in marks)]


def run_tests(root: Path, tests: list[str], seconds: float, *options: str) -> tuple[int, str]:
    """Run tests in a copy; return the exit status (-1 when they take too long) and what they print."""
    call = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--tb=no", *options, *tests]
    env = os.environ | {"PYTHONPATH": str(root), "HYPOTHESIS_STORAGE_DIRECTORY": str(root / "hypothesis")}
    try:
        done = subprocess.run(call, cwd=root, env=env, capture_output=True, text=True, timeout=seconds, check=False)
    except subprocess.TimeoutExpired:
        return -1, ""
    return done.returncode, done.stdout


def passing_tests(root: Path, game: str) -> tuple[list[str], float]:
    """Return the files of tests that pass without a change, and the seconds they all take."""
    found = [root / folder for folder in TESTS[game]]
    files = sorted(f for path in found for f in (path.rglob("test_*.py") if path.is_dir() else [path]))
    tests, began = [f.relative_to(root).as_posix() for f in files], time.monotonic()
    _, printed = run_tests(root, tests, 3600, "--continue-on-collection-errors")
    failed = {
        line.split()[1].partition("::")[0] for line in printed.splitlines() if line.startswith(("FAILED", "ERROR"))
    }
    for test in sorted(failed):
        say(f"left out, it fails without a change: {test}")
    return [test for test in tests if test not in failed], time.monotonic() - began


def is_noticed(root: Path, change: Change, tests: list[str], seconds: float) -> bool:
    """Make a change in the copy, run tests, take it back; return whether one of them failed."""
    path = root / change.path
    before, times = path.read_bytes(), path.stat()
    path.write_bytes(before[: change.start] + change.new.encode() + before[change.end :])
    first = own_tests(change, tests, root)
    rest = [test for test in tests if test not in first]
    try:
        return any(part and run_tests(root, part, seconds, "-x")[0] != 0 for part in (first, rest))
    finally:
        path.write_bytes(before)
        os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))


def say(text: str) -> None:
    """Print one line, at once."""
    print(text, flush=True)  # noqa: T201


def main() -> int:
    """Change, test, and name what survives."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("--number", type=int, default=50, help="how many changes (default: %(default)s)")
    parser.add_argument("--game", choices=[*RULES], default="quake", help="whose rules (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of the choice of changes (default: %(default)s)")
    parser.add_argument("--only", default="", help="only files whose path holds this")
    asked = parser.parse_args()
    with TemporaryDirectory(prefix="q40k-mutants-") as folder:
        root = Path(folder) / "copy"
        shutil.copytree(ROOT, root, ignore=LEFT_OUT)
        files = sorted(file for rules in RULES[asked.game] for file in (root / rules).rglob("*.py"))
        possible = [change for file in files for change in find_changes(root, file) if asked.only in change.path]
        changes = Random(asked.seed).sample(possible, min(asked.number, len(possible)))
        say(f"{len(changes)} of {len(possible)} changes of the rules of {asked.game}, seed {asked.seed}")
        tests, seconds = passing_tests(root, asked.game)
        os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
        say(f"{len(tests)} files of tests pass without a change, in {seconds:.0f} s")
        survivors = 0
        for number, change in enumerate(changes, 1):
            if not is_noticed(root, change, tests, 30 + 3 * seconds):
                survivors += 1
                say(f"{number:4} survives: {change}")
            elif number % 10 == 0:
                say(f"{number:4} tried")
    noticed = len(changes) - survivors
    say(f"{noticed} of {len(changes)} noticed ({noticed / max(1, len(changes)):.0%}), seed {asked.seed}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
