"""A match of Epic Escarmouches has a report, of which the shell tells what it knows."""

from __future__ import annotations

import json

from q40k.i18n.locale import Locale
from q40k.report.tale import tale
from tests.games.epic.golden import MATCHES
from tests.games.epic.playing import play


def test_nobody_is_ahead_before_the_first_turn_and_the_winner_is_home_at_the_end() -> None:
    script = (MATCHES / "hard.jsonl").read_text(encoding="utf-8").splitlines()
    match_session = play(*map(json.loads, script))
    told = tale(match_session, Locale("en"))
    assert told.winners == ("B",)
    before = [beat.shares for beat in told.beats if not beat.turn]
    assert set(before) == {(0.0, 0.0)}
    last = dict(zip((side.name for side in told.sides), told.beats[-1].shares, strict=True))
    assert last["B"] == 1
    assert last["A"] < 1
    assert [name for _seq, name in told.leads][-1] == "B"
