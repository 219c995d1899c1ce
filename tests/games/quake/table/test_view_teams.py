"""The state of a match in teams, as `--json` shows it."""

import json
from typing import Any

from tests.table.scripts import TESTER, json_state, line, play


def begin_teams(mod: str, *lines: str, **new: Any) -> dict[str, Any]:
    """Ann and Bob of Red against Cid of Blue, in turn 1; Red opens every phase."""
    choices = ["Red"] * (4 if mod == "assault" else 3)
    arguments = {"arena": "bastions-140", "seed": 7, **new}
    return json_state(
        play(
            [
                line("new", mod=mod, **arguments),
                *(
                    line("join", player=name, champion=TESTER, team=team)
                    for name, team in (("Ann", "Red"), ("Bob", "Red"), ("Cid", "Blue"))
                ),
                line("start", 6, 6, 1, 2, *choices),
                *(line("deploy", player=name) for name in ("Cid", "Ann", "Bob")),
                *lines,
            ]
        )
    )


def test_teams_and_who_may_act_are_shown() -> None:
    view = begin_teams("team-deathmatch", line("kill", 3, player="Ann", victim="Cid"))
    assert view["teams"] == {
        "Red": {
            "players": ["Ann", "Bob"],
            "value": 30,
            "score": "15",
            "rounds": 0,
            "roll": 12,
            "base": None,
            "structure": None,
            "points": 0,
        },
        "Blue": {
            "players": ["Cid"],
            "value": 15,
            "score": "0",
            "rounds": 0,
            "roll": 3,
            "base": None,
            "structure": None,
            "points": 0,
        },
    }
    assert (view["up"], view["may_act"]) == ("Red", ["Ann", "Bob"])
    assert view["first"] == {"movement": "Red", "shooting": "Red", "assault": "Red"}
    assert view["order"] == ["Ann", "Cid", "Bob"]
    assert view["players"]["Bob"]["team"] == "Red"
    assert view["players"]["Bob"]["initiative"] is None


def test_flags_are_shown_with_who_carries_them() -> None:
    view = begin_teams(
        "capture-the-flag",
        line("move", player="Ann", to=[70, 40], inches=3),
        line("flag", player="Ann", override="it is there"),
    )
    assert view["flags"]["F2"] == {"team": "Blue", "carrier": "Ann", "dropped_by": None, "home": False, "at": None}
    assert view["flags"]["F1"]["at"] == [6, 40]
    dropped = begin_teams(
        "capture-the-flag",
        line("move", player="Ann", to=[70, 40], inches=3),
        line("flag", player="Ann", override="it is there"),
        line("kill", player="Cid", victim="Ann"),
    )
    assert dropped["flags"]["F2"]["at"] == [70, 40]
    assert dropped["flags"]["F2"]["dropped_by"] == "Red"


def test_buildings_hunts_and_winning_teams_are_shown() -> None:
    won = begin_teams("base-attack", line("penetrate", player="Ann", team="Blue", times=10))
    assert (won["winner"], won["phase"]) == (["Red"], "over")
    assert [team["structure"] for team in won["teams"].values()] == [10, 0]
    hunt = begin_teams("assault")
    assert hunt["hunt"] == {"cleaners": "Red", "leg": 1, "to_beat": None}


def test_barrels_are_shown_and_what_several_may_be_answered() -> None:
    match_session = play(
        [
            line("new", mod="deathmatch", arena="classic-60", seed=7, addons=["barrel-frenzy"]),
            line("join", player="Ann", champion=TESTER),
            line("start"),
            line("deploy", player="Ann"),
            line("barrel", 6, 5, [], [], player="Ann", barrel="K2"),
            json.dumps({"do": "barrel", "player": "Ann", "barrel": "K1", "answers": [3], "open": True}),
        ]
    )
    view = json_state(match_session)
    assert view["barrels"] == {"K2": {"at": None, "burning": True}, "K3": {"at": None, "burning": False}}
    assert view["asks"] == {"key": "barrel-victims", "who": None, "rule": "BARREL-2", "several": ["Ann"]}


def test_where_everyone_plays_alone_there_is_nothing_of_teams() -> None:
    view = json_state(play([line("new", mod="deathmatch", arena="classic-60", seed=7)]))
    assert not {"teams", "flags", "hunt", "barrels", "up", "may_act"} & set(view)
