"""The random changes of rules: what is changed, which tests are asked, what is noticed."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.mutants.__main__ import likely_share
from tests.mutants.changes import Change, find_changes
from tests.mutants.trials import own_tests

RULES = '''
"""Rules, 3 of them."""

LIMIT: Literal[3] = 3


def walk(live: Live, far: float = 6) -> bool:
    """Walk. Rule: MOVE-2, SH1-LOS-1"""
    if far > LIMIT and not live.halted:
        raise Refused(f"{far + 1}")
    yield Walked(left=LIMIT - far)
    assert far >= 0 and LIMIT
    pairs = zip((), (), strict=True)
    return True


class Steps(Part, frozen=True):
    def is_near(self) -> bool:
        if self.cm > REACH + HAIR_CM:
            raise AssertionError("nobody is so far away")
        return self.cm <= 1e-6

    def count(self) -> int:
        if self.steps:
            return 7
        return 8  # same either way: nobody counts
'''


def changes(folder: Path) -> list[Change]:
    """The changes of a small chapter in a folder."""
    path = folder / "q40k" / "rules" / "movement" / "walks.py"
    path.parent.mkdir(parents=True)
    path.write_text(RULES, encoding="utf-8")
    return [*find_changes(folder, path)]


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
        ("7", "8"),
        ("self.cm > REACH + HAIR_CM", "(self.cm <= REACH + HAIR_CM)"),
        ("self.cm <= 1e-6", "(self.cm > 1e-06)"),
    }


def test_every_change_is_python_and_changes_something(tmp_path: Path) -> None:
    unchanged = ast.dump(ast.parse(RULES))
    for change in changes(tmp_path):
        assert ast.dump(ast.parse(change.applied_to((tmp_path / change.path).read_bytes()))) != unchanged, change


def test_a_change_knows_its_function_its_statement_and_its_rules(tmp_path: Path) -> None:
    places = {change.old: change for change in changes(tmp_path)}
    assert (places["True"].function, places["True"].rules) == ("walk", ("MOVE-2", "SH1-LOS-1"))
    assert places["7"].function == "Steps.count"
    line = RULES.splitlines()[places["7"].line - 1]
    assert places["7"].statement == (places["7"].line, line.index("return"))
    assert [places[text].statement for text in ("3", "6")] == [None, None]  # they run at import


def test_the_tests_of_the_chapter_and_of_the_named_rules_come_first(tmp_path: Path) -> None:
    (change,) = [change for change in changes(tmp_path) if change.old == "True"]
    for name, text in (("movement_deep", ""), ("walks", ""), ("rout", '"MOVE-2"'), ("other", '"MOVE-22"')):
        (tmp_path / f"test_{name}.py").write_text(text, encoding="utf-8")
    own = own_tests(change, tmp_path.glob("test_*.py"))
    assert sorted(path.name for path in own) == ["test_movement_deep.py", "test_rout.py", "test_walks.py"]


def test_what_a_share_says_of_all() -> None:
    low, high = likely_share(92, 100)
    assert (round(low, 3), round(high, 3)) == (0.850, 0.959)  # Wilson, by a table
    assert likely_share(0, 0) == (0, 1)


LIMITS = '''
START = 3
"""What runs at import cannot be changed in place."""


def is_far(steps: int) -> bool:
    if steps > 9:
        return True
    return steps > START


def is_unreached() -> bool:
    return True
'''
TESTS = """
import pytest
from rules.limits import START, is_far

@pytest.fixture(scope="module")
def far() -> bool:
    return is_far(10)

@pytest.mark.parametrize("steps", [2, 3, 4])
def test_limit(steps: int, far: bool) -> None:
    assert START == 3
    assert is_far(steps) is (steps > 3)

def test_far(far: bool) -> None:
    assert far is True

def test_broken() -> None:
    assert not is_far(4), "fails without a change"
"""
CALL = """
import sys
import pytest
from pathlib import Path
from tests.mutants.changes import find_changes
from tests.mutants.hits import watch
from tests.mutants.trials import Trials

class Trying:
    def pytest_runtestloop(self, session):
        root = Path.cwd()
        trials = Trials(root, session)
        lines = trials.failing
        for change in find_changes(root, root / "rules" / "limits.py"):
            lines.append(f"{change.line} {change.old} {trials.is_noticed(change)}")
        (root / "result").write_text("\\n".join(lines))
        return True

watch((Path.cwd() / "rules",))
pytest.main(["-q", "-p", "no:cacheprovider", "--rootdir=.", "test_limits.py"], plugins=[Trying()])
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_changes_are_noticed_in_place_and_at_import_and_taken_back(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "__init__.py").touch()
    (tmp_path / "rules" / "limits.py").write_text(LIMITS, encoding="utf-8")
    (tmp_path / "test_limits.py").write_text(TESTS, encoding="utf-8")
    path = os.pathsep.join([str(tmp_path), str(Path(__file__).parents[1])])
    env = os.environ | {"PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run([sys.executable, "-c", CALL], cwd=tmp_path, env=env, capture_output=True, check=False)
    assert (tmp_path / "result").exists(), done.stdout.decode()
    assert (tmp_path / "result").read_text("utf-8").splitlines() == [
        "test_limits.py::test_broken",
        "2 3 True",  # by a new start
        "7 steps > 9 False",  # no test is at 9
        "7 9 False",
        "8 True True",  # a fixture of the file noticed it
        "9 steps > START True",
        "13 True False",
    ]
    assert (tmp_path / "rules" / "limits.py").read_text("utf-8") == LIMITS
