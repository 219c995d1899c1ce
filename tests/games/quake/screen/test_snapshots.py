"""Pictures of the ten main screens in two sizes, to see what a change moves.

`make snapshots` accepts what they look like now. `make pictures` draws them, and more screens, in
the other languages and themes, to be looked at.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from textual.pilot import Pilot

from tests.games.quake.screen.scenes import HARD, MAIN, MORE, Scene
from tests.games.quake.screen.table import app_of
from tests.pictures import DOCS, page

Compare = Callable[..., bool]
SIZES = [(80, 24), (120, 40)]


@pytest.mark.parametrize("size", SIZES, ids=("80x24", "120x40"))
@pytest.mark.parametrize("scene", MAIN, ids=lambda scene: scene.name)
def test_a_main_screen(snap_compare: Compare, scene: Scene, size: tuple[int, int]) -> None:
    async def open_page(pilot: Pilot[int]) -> None:
        await pilot.pause()
        for key in scene.keys:
            await pilot.press(key)
            await pilot.pause()
        await app.workers.wait_for_complete()
        await pilot.pause()

    app = app_of(scene.desk("en", HARD))
    assert snap_compare(app, terminal_size=size, run_before=open_page)


def test_the_page_of_all_screens_is_up_to_date() -> None:
    assert (DOCS / "screens.md").read_text(encoding="utf-8") == page(), "run `make screenshot`"
    drawn = {path.stem for path in (DOCS / "screens").glob("*.svg")}
    assert drawn == {scene.name for scene in (*MAIN, *MORE)}
