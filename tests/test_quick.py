"""`make quick` runs the tests that a change can reach, the nearest first."""

from pathlib import Path

import grimp
import pytest

from tests.quick import LONG, ROOT, STANDS_FOR, modules_of, reached_tests


def test_a_module_reaches_its_own_tests_first_and_long_ones_last() -> None:
    result = reached_tests([Path("q40k/games/w40k3e/ground.py")])
    assert result[0] == "tests.games.w40k3e.test_ground"
    assert "tests.games.w40k3e.test_charts" not in result
    long = [module.startswith(LONG) for module in result]
    assert any(long)
    assert long == sorted(long)


def test_a_test_reaches_itself_and_a_helper_its_tests() -> None:
    assert reached_tests([Path("tests/test_quick.py")]) == ["tests.test_quick"]
    assert "tests.games.w40k3e.test_melee" in reached_tests([Path("tests/games/w40k3e/fighting.py")])


@pytest.mark.parametrize("folder", STANDS_FOR)
def test_data_stands_for_the_module_that_reads_it(folder: str) -> None:
    assert (ROOT / folder).is_dir()
    modules = grimp.build_graph("q40k", "tests", cache_dir=None).modules
    assert STANDS_FOR[folder] in modules
    assert modules_of(Path(folder) / "some.yaml", modules) == [STANDS_FOR[folder]]


def test_any_other_file_stands_for_what_lies_around_it() -> None:
    modules = {"tests.kept", "tests.kept.test_kept_library", "tests.test_project", "q40k.tui.app"}
    assert modules_of(Path("tests/kept/led.json"), modules) == ["tests.kept.test_kept_library"]
    assert modules_of(Path("q40k/tui/q40k.tcss"), modules) == ["q40k.tui.app"]
    assert modules_of(Path("README.md"), modules) == ["tests.test_project"]
