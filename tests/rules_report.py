"""Which rules are built, which of them no test proves, and which are not built yet.

`python -m tests.rules_report` (or `make rules`) lists them, and fails if a built rule has no test.

A rule is built when a docstring says so ("Rule: PORTAL-4"), when the code names it in a refusal or
a question, or when docs/rules.md claims it. A test proves it by `@pytest.mark.rule("PORTAL-4")`.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from tests.pairs import UNBUILT

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("kernel", "packs", "geometry", "table", "games")
FACES = {"words", "screen", "cli", "prints"}
"""Rooms of a game that word, show and print its rules, and carry none out."""

# The rulebooks' digests, chapter by chapter: how many rules each has. TABLE and TRAIT are the
# app's own, EE those of Epic Escarmouches, SH and SH1 those of Space Hulk, SOLO those of playing it
# alone. The 1st edition of that says only what differs: its rules are numbered one by one.
DIGEST: dict[str, int | tuple[int, ...]] = {
    "ARENA": 6, "CHAMPION": 8, "INIT": 5, "DEPLOY": 2, "TURN": 2, "DIFF": 9, "RESPAWN": 4,
    "PORTAL": 9, "BONUS": 7, "MOVE": 6, "SHOOT": 4, "ASSAULT": 2, "MELEE": 5, "SCORE": 4,
    "SUDDEN": 1, "BARREL": 7, "TEAM": 5, "BASE": 1, "FLAG": 5, "TIE": 1, "TABLE": 8, "TRAIT": 1,
    "EE-WORD": 4, "EE-ARMY": 5, "EE-TURN": 3, "EE-INIT": 4, "EE-DEPLOY": 4, "EE-ORDER": 9,
    "EE-MOVE": 6, "EE-TERRAIN": 6, "EE-COVER": 5, "EE-SIGHT": 5, "EE-SHOOT": 11, "EE-VEHICLE": 3,
    "EE-SAVE": 4, "EE-TRANSPORT": 5, "EE-ASSAULT": 6, "EE-PIN": 3, "EE-MELEE": 7, "EE-MORALE": 9,
    "EE-RETREAT": 5, "EE-RALLY": 2, "EE-WIN": 3, "EE-DATA": 2,
    "SH-BOX": 6, "SH-SETUP": 6, "SH-BOARD": 9, "SH-SECRET": 3, "SH-TURN": 4, "SH-TIMER": 6,
    "SH-CP": 10, "SH-AP": 8, "SH-MOVE": 6, "SH-DOOR": 10, "SH-LOS": 7, "SH-SHOOT": 5,
    "SH-SUSTAIN": 6, "SH-OVERWATCH": 7, "SH-JAM": 6, "SH-REACT": 7, "SH-CANNON": 8,
    "SH-FLAMER": 8, "SH-FIRE": 6, "SH-MELEE": 10, "SH-GUARD": 5, "SH-WEAPON": 6,
    "SH-SERGEANT": 3, "SH-LIB": 10, "SH-ALPHA": 6, "SH-BLIP": 9, "SH-ENTRY": 8,
    "SH-CONVERT": 10, "SH-LADDER": 6, "SH-OBJECT": 4, "SH-END": 4, "SH-WIN": 3, "SH-MISSION": 4,
    "SH1-BOX": (1, 2, 3, 4), "SH1-SETUP": (3, 5), "SH1-BOARD": (5, 7), "SH1-TURN": (1, 2),
    "SH1-TIMER": (1, 2, 3, 4, 7), "SH1-CP": (1, 3, 4, 7, 8), "SH1-AP": (5, 6),
    "SH1-MOVE": (3, 5), "SH1-LOS": (1, 2, 3, 7), "SH1-SHOOT": (1,),
    "SH1-SUSTAIN": (1, 2, 3, 4, 5, 6), "SH1-OVERWATCH": (1, 2, 3, 4, 5), "SH1-DOOR": (3, 6, 7),
    "SH1-JAM": (1, 4, 5, 7), "SH1-REACT": (1, 3, 4, 5), "SH1-CONVERT": (2, 8),
    "SH1-FLAMER": (2, 3, 9), "SH1-FIRE": (3, 5, 6), "SH1-MELEE": (3, 7),
    "SH1-ENTRY": (1, 3, 4, 5, 6, 8, 10), "SH1-END": (3,), "SH1-MISSION": (1, 2),
    "SOLO-TURN": 6, "SOLO-SPAWN": 6, "SOLO-AMBUSH": 4, "SOLO-PRIO": 3, "SOLO-TARGET": 2,
    "SOLO-MOVE": 4, "SOLO-BROOD": 9, "SOLO-ACT": 7, "SOLO-TABLE": 2, "SOLO-HARD": 3,
}  # fmt: skip


def _numbers(many: int | tuple[int, ...]) -> Iterable[int]:
    return range(1, many + 1) if isinstance(many, int) else many


ALL = (*(f"{chapter}-{n}" for chapter, many in DIGEST.items() for n in _numbers(many)), "NUKE")

_ID = re.compile(rf"(?<![\w-])(?:(?:{'|'.join(DIGEST)})-\d+|NUKE)\b")
_CLAIM = re.compile(rf"(?<![\w-])({'|'.join(DIGEST)})-(\d+)((?:(?: to | à |, )\d+)*)|\b(NUKE)\b")

Places = dict[str, list[str]]


def _files(folder: Path) -> Iterator[Path]:
    inside = ((path, path.relative_to(folder).parts) for path in folder.rglob("*.py"))
    return iter(sorted(path for path, parts in inside if not FACES & set(parts)))


@cache
def _parse_file(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def _note(places: Places, rule: str, path: Path, line: int) -> None:
    places.setdefault(rule, []).append(f"{path.relative_to(ROOT).as_posix()}:{line}")


@cache
def built_rules() -> Places:
    """The rules that docstrings, refusals and questions name, and where."""
    places: Places = {}
    for room in ROOMS:
        for path in _files(ROOT / "q40k" / room):
            for node in ast.walk(_parse_file(path)):
                for rule in _rules_named(node):
                    _note(places, rule, path, getattr(node, "lineno", 1))
    return places


def _rules_named(node: ast.AST) -> list[str]:
    """The rules that a function's docstring carries out, or a literal of the code names."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        _, result, ids = (ast.get_docstring(node) or "").rpartition("Rule: ")
        return _ID.findall(ids.split("\n\n", maxsplit=1)[0]) if result else []
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value] if _ID.fullmatch(node.value) else []
    return []


def claimed_rules() -> Places:
    """The rules that docs/rules.md says are refereed, by the table's first column."""
    places: Places = {}
    path = ROOT / "docs" / "rules.md"
    if not path.exists():
        return places
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("|"):
            for rule in ids_of(line.split("|")[1]):
                _note(places, rule, path, number)
    return places


def ids_of(text: str) -> list[str]:
    """The rules in words such as "ARENA-1, 3, 4" or "INIT-1 to 5, NUKE"."""
    rules: list[str] = []
    for chapter, first, more, alone in _CLAIM.findall(text):
        if alone:
            rules.append(alone)
            continue
        last = int(first)
        rules.append(f"{chapter}-{last}")
        for word, number in re.findall(r"( to | à |, )(\d+)", more):
            start = int(number) if word == ", " else last + 1
            rules += [f"{chapter}-{n}" for n in range(start, int(number) + 1)]
            last = int(number)
    return rules


@cache
def proved_rules() -> Places:
    """The rules that tests are marked with, and where."""
    places: Places = {}
    for path in _files(ROOT / "tests"):
        for node in ast.walk(_parse_file(path)):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and ast.unparse(node.func) == "pytest.mark.rule"
            ):
                for rule in node.args:
                    if isinstance(rule, ast.Constant) and isinstance(rule.value, str):
                        _note(places, rule.value, path, node.lineno)
    return places


def in_order(rules: set[str]) -> list[str]:
    """Rules in the digest's order; what it does not know comes last."""
    return [rule for rule in ALL if rule in rules] + sorted(rules - set(ALL))


def untested_rules() -> list[str]:
    """The rules that are built or claimed, and have no test."""
    return in_order((set(built_rules()) | set(claimed_rules())) - set(proved_rules()))


def main() -> int:
    """Print the report; 1 if a built rule has no test."""
    where = {**claimed_rules(), **built_rules()}
    missing = untested_rules()
    waiting = in_order(set(ALL) - set(where))
    say = sys.stdout.write
    say(f"{len(where)} rules built, {len(where) - len(missing)} of them tested.\n")
    for rule in missing:
        say(f"no test: {rule} ({where[rule][0]})\n")
    say(f"not built yet: {', '.join(waiting) or 'none'}\n")
    for pair, reason in UNBUILT.items():
        say(f"pair not built: {pair} ({reason})\n")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
