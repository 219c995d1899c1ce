"""No file of the screens imports another one that imports it, by however long a way."""

from __future__ import annotations

import grimp
import pytest


def circles(package: str) -> list[list[str]]:
    """Files that import one another in a circle, also where only types are meant."""
    graph = grimp.build_graph("q40k")
    inside = {name for name in graph.modules if name.startswith(package)}
    imports = {
        name: graph.find_modules_directly_imported_by(name) & inside - {name} for name in inside
    }
    while True:
        ends = {name for name, others in imports.items() if not others}
        if not ends:
            return [[name, *sorted(others)] for name, others in sorted(imports.items())]
        imports = {name: others - ends for name, others in imports.items() if name not in ends}


@pytest.mark.parametrize("package", ["q40k.tui", "q40k.games.quake.screen"])
def test_no_imports_go_in_a_circle(package: str) -> None:
    assert circles(package) == []
