"""An evening as processes that are killed and cut off; the whole one is `make soak CLUB=1`."""

from __future__ import annotations

from pathlib import Path
from random import Random

from tests.evening.whole import Evening


def test_after_kills_and_cut_cables_the_hall_has_what_each_table_has(tmp_path: Path) -> None:
    evening = Evening(tmp_path / "evening", tables=2, rounds=1, moves=3, dice=Random(5))
    try:
        evening.play(faults_every=1.0, most=3)
        outcome = evening.outcome()
    finally:
        evening.close()
    assert len(outcome["journals"]) == 2
    (league,) = outcome["season"]["leagues"]
    assert league["over"]
    assert sum(evening.kills.values()) > 0
