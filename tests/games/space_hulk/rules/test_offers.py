"""What a screen may offer: pieces, squares, targets, foes, doors and reactions, as the rules allow them now."""

from __future__ import annotations

from typing import Any

import pytest

from q40k.games.space_hulk.state import offers
from q40k.games.space_hulk.state.match import Match
from tests.games.scripted import go_on, line
from tests.games.space_hulk.playing import new, play, put, ready, to_stealers
from tests.games.space_hulk.rules.test_hindrance import hall

EXITS = {"exits": [{"id": "OUT", "square": "A1", "side": "W"}], "entries": [{"id": "E1", "square": "E1", "side": "E"}]}
ROOM = ["....."] * 3


def on(rows: list[str], *lines: Any, edition: str = "4", **places: str) -> Match:
    """A state on these rows, with an exit in the west and an entry in the east."""
    state: Match = play(hall(rows, **EXITS) | {"edition": edition}, *put(**places), *lines).session.state
    return state


@pytest.mark.rule("SH-AP-2", "SH-ENTRY-3", "SH-ENTRY-5", "SH1-ENTRY-3")
def test_who_may_act_in_each_phase() -> None:
    match = ready(Bolt1="A4 E", Bolt2="B4 E", S1="K4 W", B1="K7")
    assert offers.pieces_to_act(match.state) == ("Bolt1", "Bolt2")
    go_on(match, line("activate", who="Bolt1"))
    assert offers.pieces_to_act(match.state) == ("Bolt1", "Bolt2"), "the active one goes on"
    go_on(match, line("activate", who="Bolt2"))
    assert offers.pieces_to_act(match.state) == ("Bolt2",)
    go_on(match, line("set", who="Bolt2", ap=0))
    assert offers.pieces_to_act(match.state) == ()
    to_stealers(match)
    go_on(match, line("blip", name="B2", entry="N2"))
    assert offers.pieces_to_act(match.state) == ("S1", "B1", "B2")
    held = match.state.with_blip("B2", held=True)
    assert offers.pieces_to_act(held) == ("S1", "B1"), "one waits"
    go_on(match, line("activate", who="S1"), line("activate", who="B1"))
    assert offers.pieces_to_act(match.state) == ("B1", "B2")
    go_on(match, line("end-turn"))
    assert (offers.pieces_to_act(match.state), offers.pieces_able_now(match.state)) == ((), ())


@pytest.mark.rule("SH-MOVE-1", "SH-MOVE-2", "SH-MOVE-6", "SH-AP-5", "SH1-AP-5", "SH-ENTRY-8")
@pytest.mark.parametrize(("edition", "side"), [("4", 1), ("1", 2)])
def test_where_figures_may_step_and_what_it_costs(edition: str, side: int) -> None:
    state = on(ROOM, edition=edition, Bolt1="A1 W", S1="C2 E", Bolt2="E3 N")
    assert offers.moves(state, "Bolt1") == {"B1": 2, "B2": 2, "OUT": 1}, "an exit ahead, and no step aside"
    assert offers.moves(state, "S1") == {"D1": 1, "D2": 1, "D3": 1, "C1": side, "C3": side, "B1": 2, "B2": 2, "B3": 2}
    assert offers.moves(on(ROOM, edition=edition, S1="A1 W"), "S1") == {"A2": side, "B1": 2, "B2": 2}, "no alien leaves"


@pytest.mark.rule("SH-ENTRY-2", "SH-LADDER-3", "SH-BLIP-5", "SH-BLIP-6", "SH-BLIP-7", "SH-MOVE-5")
def test_where_blips_and_those_at_entries_may_step_and_who_climbs() -> None:
    blip = on(ROOM, B1="C2", Bolt1="A3 N")
    assert set(offers.moves(blip, "B1")) == {"C1", "D1", "D2", "D3", "B1", "C3"}, "not beside Bolt1"
    seen = on(ROOM, B1="D2", Bolt1="A1 N")
    assert set(offers.moves(seen, "B1")) == {"C1", "D1", "E1", "C2", "E2", "D3", "E3"}, "C3 is in his arc"
    waiting = to_stealers(play(hall(ROOM, **EXITS), *put(Bolt1="A1 N"), line("start"), line("draw")))
    go_on(waiting, line("blip", name="B1", entry="E1"))
    assert offers.moves(waiting.state.with_blip("B1", held=False), "B1") == {"E1": 1}
    shaft = ready(new("down-the-shaft"), Chain="2:D3 E", S1="1:C3 E")
    assert offers.moves(shaft.state, "Chain") == {"2:E3": 1, "2:C3": 2, "1:D3": 2}
    first = shaft.state.replace(edition_id="1")
    assert offers.moves(first, "Chain") == {"2:E3": 1, "2:C3": 2}
    no_places = shaft.state.replace(options=shaft.state.options.replace(positions=False))
    assert offers.moves(no_places, "Chain") == {}


@pytest.mark.rule("SH-SHOOT-1", "SH-FLAMER-2", "SH1-FLAMER-2", "SH-CANNON-2", "SH-JAM-3")
def test_whom_one_may_shoot_at_or_burn() -> None:
    match = ready(Bolt1="E4 E", Flame="D4 E", Cannon="A4 W", S1="F4 W", S2="K4 W")
    state = match.state
    assert offers.targets(state, state.marines["Bolt1"]) == ("S1",), "it hides the door"
    assert offers.targets(state, state.marines["Flame"]) == (), "a flamer is none of these guns"
    aside = state.with_stealer("S1", at="E7")
    assert offers.targets(aside, aside.marines["Bolt1"]) == ("H4",)
    empty = aside.with_marine("Bolt1", jammed=True)
    assert offers.targets(empty, empty.marines["Bolt1"]) == ()
    burner = ready(Flame="D4 E", Bolt1="A4 W", S1="F4 W", S2="K4 W").state
    assert offers.flame_targets(burner, burner.marines["Flame"]) == ("S1",)
    assert offers.flame_squares(burner, burner.marines["Flame"]) == ("E5", "F4"), "one of each section, none past S1"
    first = burner.replace(edition_id="1").with_marine("Flame", at="E4")
    assert offers.flame_squares(first, first.marines["Flame"]) == ("F4",), "not his own section"
    no_places = burner.replace(options=burner.options.replace(positions=False))
    assert offers.flame_squares(no_places, no_places.marines["Flame"]) == ()


@pytest.mark.rule("SH-MELEE-1", "SH-MELEE-9", "SH-DOOR-7", "SH-ENTRY-6")
def test_whom_one_may_attack() -> None:
    state = ready(Bolt1="G4 E", S1="F4 E", S2="K4 W", B1="K7").state
    assert offers.foes_ahead(state, "Bolt1") == ("H4",), "a closed door"
    assert offers.foes_ahead(state, "S1") == ("Bolt1",)
    assert (offers.foes_ahead(state, "S2"), offers.foes_ahead(state, "B1")) == ((), ())
    opened = state.replace(doors={**state.doors, "H4": "open"})
    assert offers.foes_ahead(opened, "Bolt1") == ()
    shaft = ready(new("down-the-shaft"), Chain="2:D3 N", S1="1:D3 E", S2="2:E3 W").state
    assert offers.foes_ahead(shaft, "Chain") == ("S1",), "over the ladder, whatever he faces"
    assert offers.foes_ahead(shaft, "S1") == ("Chain",)
    assert offers.foes_ahead(shaft, "S2") == ("Chain",)
    no_places = shaft.replace(options=shaft.options.replace(positions=False))
    assert offers.foes_ahead(no_places, "Chain") == ("S1", "S2")
    match = to_stealers(ready(Bolt1="K6 N", S1="A4 E"))
    go_on(match, line("blip", name="B1", entry="N2"), line("convert", name="B1", value=1))
    free = match.state.with_stealer("S2", held=False)
    assert offers.foes_ahead(free, "S2") == (), "he is not on the first square"
    corked = free.with_marine("Bolt1", at="K7")
    assert offers.foes_ahead(corked, "S2") == ("Bolt1",)
    barred = corked.replace(options=corked.options.replace(assault_from_entry=False))
    assert offers.foes_ahead(barred, "S2") == ()
    other = free.with_stealer("S1", at="K7")
    assert offers.foes_ahead(other, "S2") == (), "one of its own kind"


@pytest.mark.rule("SH-DOOR-2", "SH-DOOR-3", "SH-DOOR-4", "SH-MISSION-4", "SH-FIRE-6")
def test_which_doors_one_may_open_or_close() -> None:
    rows = ["..D..", "..D.."]
    state = on(rows, Bolt1="B1 E", S1="D1 E", B1="D2", Bolt2="A2 E")
    assert offers.doors_near(state, "Bolt1") == ("C1", "C2"), "the three squares in front"
    assert offers.doors_near(state, "S1") == (), "they are behind it"
    assert offers.doors_near(state, "B1") == ("C1", "C2")
    assert offers.doors_near(state, "Bolt2") == ()
    opened = state.replace(doors={"C1": "open", "C2": "gone"})
    assert offers.doors_near(opened, "Bolt1") == ("C1",)
    stands = opened.with_stealer("S1", at="C1")
    assert offers.doors_near(stands, "Bolt1") == ()
    waiting = to_stealers(play(hall(rows, **EXITS), *put(Bolt1="A1 W"), line("start"), line("draw")))
    go_on(waiting, line("blip", name="B9", entry="E1"))
    assert offers.doors_near(waiting.state, "B9") == ()


@pytest.mark.rule("SH-REACT-1", "SH-REACT-2", "SH-REACT-3", "SH-CP-8", "SH1-CP-8", "SH1-REACT-1")
def test_who_may_react_in_a_window() -> None:
    match = ready(cp=1, doors="H4", Bolt1="G4 E", Bolt2="A4 W", S1="K4 W")
    go_on(match, line("overwatch", who="Bolt1"), line("end-turn"))
    assert offers.reactions(match.state) == (False, ())
    go_on(match, line("step", who="S1", to="J4"))
    assert offers.reactions(match.state) == (True, ("Bolt1",))
    assert offers.pieces_able_now(match.state) == ("Bolt1", "Bolt2"), "any marine may get the points"
    assert offers.find_seers(match.state, "S1") == ("Bolt1",)
    later = match.state.with_top(match.state.window.replace(step="overwatch"))
    assert offers.reactions(later) == (False, ("Bolt1",))
    assert offers.pieces_able_now(later) == ("Bolt1",)
    spent = match.state.with_top(match.state.window.replace(spent_on="Bolt1"))
    assert offers.reactions(spent) == (False, ())
    poor = match.session.state.replace(spent=6)
    assert offers.reactions(poor) == (False, ("Bolt1",))
    first = ready(new(edition="1", cp="app"), cp=2, doors="H4", Bolt1="G4 E", Bolt2="A4 W", S1="K4 W")
    go_on(to_stealers(first), line("step", who="S1", to="J4"))
    watching = first.state.with_marine("Bolt1", overwatch=True)
    assert offers.reactions(watching) == (True, ()), "overwatch is over when the points come"
    assert offers.pieces_able_now(watching) == ("Bolt1",), "only who sees it"
    before = watching.with_top(watching.window.replace(step="overwatch"))
    assert offers.reactions(before) == (False, ("Bolt1",))


@pytest.mark.rule("SH-CONVERT-2")
def test_a_blip_in_sight_comes_before_all_else() -> None:
    match = ready(doors="H4", Bolt1="G4 N", B1="J4")
    go_on(match, line("turn", who="Bolt1", facing="E"))
    assert offers.pieces_able_now(match.state) == ("B1",)
