"""The differences between the two editions, rule by rule."""

from typing import Any

import pytest

from q40k.games.space_hulk.state.editions import FIRST, FOURTH, Edition

TABLE: dict[str, tuple[Any, Any]] = {
    # field: 4th edition, 1st edition
    "id": ("4", "1"),
    "subjects": (("guard", "reload", "power", "ladder", "alpha"), ("self-destruct", "drop")),
    "without": ("SH-AP-5", "SH1-BOX-1"),
    "minus_for_sergeants": (0, 30),
    "timer_first": (False, True),
    "redraws": (1, 0),
    "seer_acts": (False, True),
    "steps": (("cp", "overwatch"), ("overwatch", "cp")),
    "moved_shot_turn": (True, False),
    "half_turn": (None, 2),
    "alien_side": (1, 2),
    "alien_turn": (1, 0),
    "turn_in_step": (True, False),
    "sees_beside": (False, True),
    "sustained": ((0, 1), (0, 1, 2, 3)),
    "moved_founds": (True, False),
    "others_end": (True, False),
    "activation_ends": (False, True),
    "bonus_lasts": (True, False),
    "watch_sustained": (True, False),
    "must_watch": (False, True),
    "watch_doors": (True, False),
    "one_reaction": (True, False),
    "jam_ends": (True, False),
    "jam_ends_watch": (False, True),
    "own_section": (True, False),
    "burnt_survive": (False, True),
    "fire_converts": (False, True),
    "fire_spreads": (False, True),
    "bonus_all_round": (False, True),
    "door_bonus": (False, True),
    "placing_reacts": (True, False),
    "counter_first": (False, True),
    "stealers": (22, 20),
    "stealers_wait": (None, 3),
}


@pytest.mark.rule(
    "SH-CP-3",
    "SH-AP-6",
    "SH-SUSTAIN-2",
    "SH-CONVERT-6",
    "SH1-TIMER-4",
    "SH1-AP-5",
    "SH1-SUSTAIN-2",
    "SH1-BOX-1",
    "SH1-BOX-2",
    "SH1-ENTRY-4",
)
def test_what_the_editions_differ_in() -> None:
    assert set(TABLE) == set(Edition.__struct_fields__)
    for place, edition in enumerate((FOURTH, FIRST)):
        assert {name: getattr(edition, name) for name in TABLE} == {name: both[place] for name, both in TABLE.items()}
