"""The state of a match: it is never changed, only replaced."""

from typing import Any

import pytest

from q40k.games.space_hulk.state import match as state
from q40k.kernel.state import flatten


@pytest.mark.rule("SH-TURN-1", "SH-AP-1", "SH-BOX-3", "SH-TIMER-1", "SH-ENTRY-6", "SH-JAM-6", "SH-WEAPON-5")
def test_before_a_match_and_before_a_piece_acts_nothing_has_happened() -> None:
    assert state.Options() == state.Options(
        timer=180,
        novice=False,
        positions=True,
        cp="table",
        blips="table",
        shield_only_in_defence=False,
        unjam_keeps_guard=False,
        assault_from_entry=True,
        solo=False,
        solo_dice="app",
        solo_six="lot",
        solo_no_forced_wait=False,
        bot="nobody",
    )
    blank: dict[str, Any] = flatten(state.Match())
    empty = {name for name, value in blank.items() if value in (None, "", (), {})}
    assert {name: value for name, value in blank.items() if name not in empty and name not in ("options", "names")} == {
        "edition_id": "4",
        "roller": "hand",
        "phase": "setup",
        "turn": 0,
        "finishing": False,
        "power_used": False,
        "draws": 0,
        "spent": 0,
        "gone": 0.0,
        "began": 0.0,
        "mix": {1: 9, 2: 4, 3: 9},
        "over": False,
        "kills": 0,
        "lost": 0,
    }
    idle = {"alive": True, "left_by": None, "at": None, "facing": None, "ap": 0, "activated": False}
    waits = {"entry": None, "held": False}
    assert flatten(state.Marine("Bolt1", "terminator-bolter")) == {
        **idle,
        "id": "Bolt1",
        "unit": "terminator-bolter",
        "overwatch": False,
        "guard": False,
        "jammed": False,
        "watched": False,
        "ammo": None,
        "reloaded": False,
        "psi": None,
        "target": None,
        "misses": 0,
        "owed": False,
    }
    assert flatten(state.Stealer("S1")) == {**idle, **waits, "id": "S1", "alpha": False, "turns": 0}
    assert flatten(state.Blip("B1")) == {**idle, **waits, "id": "B1", "value": None, "placed": 0}
    assert state.Fire() == state.Fire((), 1)
    assert state.Window("S1", "cp") == state.Window("S1", "cp", None, True, None, None)
    assert state.Conversion("B1", None) == state.Conversion("B1", None, None, True, False, False, None, (), False)
