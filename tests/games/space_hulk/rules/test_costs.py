"""Every line of the cost tables of both editions, and what is no action."""

from __future__ import annotations

import pytest

from tests.games.scripted import Line, go_on, json_state, line, refusal_rule
from tests.games.space_hulk.playing import marine, new, play, put, ready, stealer, to_stealers

SHAFT = "down-the-shaft"
FOURTH: dict[str, tuple[Line, int, dict[str, str]]] = {
    "forward": (line("step", who="M", dir="forward"), 1, {"M": "J4 E"}),
    "forward, diagonally": (line("step", who="M", dir="forward-left"), 1, {"M": "J4 E"}),
    "backward": (line("step", who="M", dir="backward"), 2, {"M": "J4 E"}),
    "backward, diagonally": (line("step", who="M", dir="backward-left"), 2, {"M": "J4 E"}),
    "forward with a shot": (line("step", 1, 2, who="M", dir="forward", shoot="S1"), 1, {"M": "E4 E", "S1": "G4 W"}),
    "backward with a shot": (line("step", 1, 2, who="M", dir="backward", shoot="S1"), 2, {"M": "E4 E", "S1": "G4 W"}),
    "a quarter turn": (line("turn", who="M", facing="left"), 1, {"M": "J4 E"}),
    "a shot": (line("shoot", 1, 2, who="M", target="S1"), 1, {"M": "E4 E", "S1": "G4 W"}),
    "overwatch": (line("overwatch", who="M"), 2, {"M": "J4 E"}),
    "a door": (line("door", who="M", at="H4"), 1, {"M": "G4 E"}),
    "an assault": (line("assault", 1, 1, 2, 2, who="M", target="S1"), 1, {"M": "E4 E", "S1": "F4 W"}),
    "an exit ahead": (line("step", who="M", to="EAST"), 1, {"M": "P4 E"}),
    "an exit behind": (line("step", who="M", to="EAST"), 2, {"M": "P4 W"}),
}


def places_by_arm(places: dict[str, str]) -> dict[str, str]:
    """The same places with the marine called by his arm."""
    return {"Bolt1" if name == "M" else name: at for name, at in places.items()}


def points_spent(edition: str, name: str) -> int:
    done, _cost, places = FOURTH[name]
    match = play(new(edition=edition), *put(**places_by_arm(places)), line("start"), line("draw"))
    go_on(match, done | {"who": "Bolt1"})
    return 4 - int(marine(match, "Bolt1")["ap"])


@pytest.mark.rule("SH-AP-5", "SH-MOVE-6", "SH1-AP-5", "SH1-AP-6")
@pytest.mark.parametrize("name", FOURTH)
def test_what_a_marine_pays(name: str) -> None:
    for edition in ("4", "1"):
        assert points_spent(edition, name) == FOURTH[name][1]


@pytest.mark.rule("SH-AP-5", "SH-CANNON-3", "SH-FLAMER-1", "SH-GUARD-1", "SH-OBJECT-3")
def test_what_only_some_marines_pay() -> None:
    match = ready(Cannon="A4 E", Flame="C4 E", Bolt1="B4 E", S1="F4 W")
    go_on(match, line("set", who="Bolt1", jammed=True))
    for done, who, ap_left in (
        (line("reload", who="Cannon"), "Cannon", 0),
        (line("unjam", who="Bolt1"), "Bolt1", 3),
        (line("guard", who="Bolt1"), "Bolt1", 1),
        (line("flame", 1, who="Flame", target="S1"), "Flame", 2),
    ):
        go_on(match, done)
        assert marine(match, who)["ap"] == ap_left
    shaft = ready(new(SHAFT), Chain="1:D3 E")
    go_on(shaft, line("step", 2, who="Chain", dir="up"))
    assert marine(shaft, "Chain")["ap"] == 2


ALIENS: dict[str, tuple[Line, int, int | None]] = {
    "forward": (line("step", dir="forward"), 1, 1),
    "backward": (line("step", dir="backward"), 2, 2),
    "backward, diagonally": (line("step", dir="backward-left"), 2, 2),
    "sideways": (line("step", dir="left"), 1, 2),
    "forward with a quarter turn": (line("step", dir="forward", turn="left"), 1, None),
    "a quarter turn": (line("turn", facing="left"), 1, 0),
    "a half turn": (line("turn", facing="around"), 1, 1),
    "a door": (line("door", at="L4"), 1, 1),
}


@pytest.mark.rule("SH-AP-5", "SH-MOVE-3", "SH1-AP-5", "SH1-MOVE-3")
@pytest.mark.parametrize("name", ALIENS)
def test_what_a_stealer_pays(name: str) -> None:
    done, fourth, first = ALIENS[name]
    for edition, cost in (("4", fourth), ("1", first)):
        if cost is None:
            continue
        match = to_stealers(ready(new(edition=edition), Bolt1="A4 W", S1="K4 E"))
        if done.get("dir", "") == "forward":
            go_on(match, line("place", who="S1", facing="W"))
        go_on(match, done | {"who": "S1"})
        assert stealer(match, "S1")["ap"] == 6 - cost


@pytest.mark.rule("SH-AP-1", "SH-AP-5", "SH-BLIP-4", "SH-LADDER-3", "SH-DOOR-3")
def test_what_a_blip_pays_and_aliens_on_ladders() -> None:
    match = to_stealers(ready(Bolt1="A4 W", B1="K4"))
    for n, to in enumerate(("J4", "K5", "K4"), 1):
        go_on(match, line("step", who="B1", to=to))
        assert json_state(match)["blips"]["B1"]["ap"] == 6 - n, "in any direction"
    go_on(match, line("door", who="B1", at="L4"))
    assert json_state(match)["blips"]["B1"]["ap"] == 2
    shaft = to_stealers(ready(new(SHAFT), Chain="2:A3 W", S1="1:D3 E", B1="1:F3"))
    go_on(shaft, line("step", who="S1", dir="up"), line("step", who="S1", dir="forward"))
    assert stealer(shaft, "S1")["ap"] == 4
    for to in ("1:E3", "1:D3", "2:D3"):
        go_on(shaft, line("step", who="B1", to=to))
    assert json_state(shaft)["blips"]["B1"]["ap"] == 3


@pytest.mark.rule("SH-CP-9", "SH-CP-8")
def test_one_action_in_a_window_may_cost_four_points() -> None:
    match = ready(cp=5, Cannon="A4 W", Bolt1="I5 E", S1="K6 S")
    to_stealers(match)
    go_on(match, line("step", who="S1", to="K5"))
    go_on(match, line("react", who="Cannon", **{"with": {"do": "reload"}}))
    assert (marine(match, "Cannon")["reloaded"], json_state(match)["cp_spent"]) == (True, 4)
    again = line("react", who="Bolt1", **{"with": {"do": "turn", "facing": "N"}})
    assert refusal_rule(match, again) == "SH-REACT-2", "he saw nothing himself, and there is one action"
