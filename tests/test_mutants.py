"""The random changes of rules: what is changed, which tests are asked first, what is noticed."""

import ast
from pathlib import Path

import pytest

from tests import mutants

RULES = '''
"""Rules, 3 of them."""

LIMIT: Literal[3] = 3


def walk(live: Live, far: float = 6) -> bool:
    """Walk. Rule: MOVE-2, SH1-LOS-1"""
    if far > LIMIT and not live.halted:
        raise Refused(f"{far + 1}")
    yield Walked(left=LIMIT - far)
    return True
'''


def changes(folder: Path) -> list[mutants.Change]:
    """The changes of a small chapter in a folder."""
    path = folder / "q40k" / "rules" / "movement" / "walks.py"
    path.parent.mkdir(parents=True)
    path.write_text(RULES, encoding="utf-8")
    return [*mutants.find_changes(folder, path)]


def test_comparisons_numbers_conditions_and_statements_are_changed(tmp_path: Path) -> None:
    assert {(change.old, change.new) for change in changes(tmp_path)} == {
        ("3", "4"),
        ("6", "7"),
        ("far > LIMIT and not live.halted", "(far > LIMIT or not live.halted)"),
        ("far > LIMIT", "(far >= LIMIT)"),
        ("not live.halted", "bool(live.halted)"),
        ('raise Refused(f"{far + 1}")', "pass"),
        ("yield Walked(left=LIMIT - far)", "pass"),
        ("LIMIT - far", "(LIMIT + far)"),
        ("True", "False"),
    }


def test_every_change_is_python(tmp_path: Path) -> None:
    for change in changes(tmp_path):
        source = (tmp_path / change.path).read_bytes()
        ast.parse(source[: change.start] + change.new.encode() + source[change.end :])


def test_the_tests_of_the_chapter_and_of_the_named_rules_come_first(tmp_path: Path) -> None:
    (change,) = [change for change in changes(tmp_path) if change.old == "True"]
    assert change.rules == ("MOVE-2", "SH1-LOS-1")
    for name, text in (("movement_deep", ""), ("walks", ""), ("rout", '"MOVE-2"'), ("other", '"MOVE-22"')):
        (tmp_path / f"test_{name}.py").write_text(text, encoding="utf-8")
    tests = sorted(path.name for path in tmp_path.glob("test_*.py"))
    assert mutants.own_tests(change, tests, tmp_path) == ["test_movement_deep.py", "test_walks.py", "test_rout.py"]


@pytest.mark.parametrize(("line", "noticed"), [("assert limit.LIMIT == 3", True), ("assert limit", False)])
def test_a_change_is_noticed_or_survives_and_is_taken_back(tmp_path: Path, line: str, noticed: bool) -> None:
    rules, test = tmp_path / "limit.py", tmp_path / "test_limit.py"
    rules.write_text("LIMIT = 3\n", encoding="utf-8")
    test.write_text(f"import limit\n\n\ndef test_limit():\n    {line}\n", encoding="utf-8")
    (change,) = mutants.find_changes(tmp_path, rules)
    assert mutants.is_noticed(tmp_path, change, ["test_limit.py"], 60) == noticed
    assert rules.read_text("utf-8") == "LIMIT = 3\n"
