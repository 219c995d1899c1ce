"""Terminals that close while q40k starts, and wherever it is; all moments are tried by `closing`."""

import sys
from functools import cache
from pathlib import Path

import pytest

from tests.cli.calls import import_match
from tests.faults.closing import HAND, Moment, close_terminal, moments, time_start

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks for processes as Linux shows them")

BUSY_SECONDS = 6.0
"""q40k ends within two seconds; other tests may keep the machine busy."""

start_of = cache(time_start)


@pytest.mark.parametrize("moment", moments()[::5], ids=lambda moment: "-".join((moment.attached, *moment.call[:1])))
def test_a_closed_terminal_ends_q40k_and_frees_its_match(moment: Moment, own_home: Path) -> None:
    import_match(HAND)
    assert close_terminal(moment, start_of(moment.call), own_home / "data", BUSY_SECONDS) == ""
