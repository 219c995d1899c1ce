"""Laying a match out: box, missions, sides, secrets."""

from __future__ import annotations

import pytest

from q40k.games.space_hulk.packs.missions import SQUADS
from q40k.games.space_hulk.state.match import MIX
from q40k.games.space_hulk.state.units import GUNS, UNITS
from q40k.table.script import ScriptError
from tests.games.scripted import go_on, json_state, line, refusal_rule
from tests.games.space_hulk.playing import marine, new, play, put, ready


@pytest.mark.rule("SH-BOX-1", "SH-BOX-6", "SH-SETUP-1", "SH-MISSION-2")
def test_a_mission_fields_its_squad_where_it_says() -> None:
    match = play(new(), line("start"))
    marines = json_state(match)["marines"]
    assert [(name, marine["at"], marine["facing"]) for name, marine in marines.items()] == [
        ("Sword", "A4", "E"),
        ("Flame", "B4", "E"),
        ("Bolt1", "C4", "E"),
        ("Bolt2", "D4", "E"),
        ("Bolt3", "E4", "E"),
    ]
    both = [unit for squad in ("squad-sword", "squad-hammer") for unit in SQUADS[squad]]
    assert len(both) == 10
    assert sum(UNITS[unit].sergeant for unit in both) == 2


@pytest.mark.rule("SH-SETUP-1")
def test_the_edition_is_written_as_a_text_or_as_a_number() -> None:
    for typed, edition in ((4, "4"), ("4", "4"), (1, "1"), ("1", "1")):
        match = play(new() | {"edition": typed}, line("start"))
        assert json_state(match)["edition"] == edition
    for bad in (2, "2", 4.5, None):
        with pytest.raises(ScriptError):
            play(new() | {"edition": bad})


@pytest.mark.rule("SH-SETUP-2", "SH-SETUP-6", "SH-TURN-1")
def test_two_sides_and_the_marines_begin() -> None:
    match = play(new(), line("start"))
    view = match.game.view
    assert [seat.id for seat in view.seats(match.state)] == ["marine", "stealer"]
    assert (json_state(match)["turn"], json_state(match)["phase"]) == (1, "marine-command")
    assert view.status(match.state).active == ("marine",)


@pytest.mark.rule("SH-SETUP-3", "SH1-SETUP-3")
def test_every_door_begins_closed() -> None:
    for edition in ("4", "1"):
        match = play(new(edition=edition))
        assert json_state(match)["doors"] == {"H4": "closed", "L4": "closed"}


@pytest.mark.rule("SH-SETUP-4", "SH-LIB-2", "SH-FLAMER-5", "SH-BOX-3", "SH1-BOX-3")
def test_what_stands_at_its_full_number() -> None:
    match = ready(new("down-the-shaft"), Cannon="2:A3", Libra="2:B3", Flame="2:C3")
    shown = json_state(match)["marines"]
    assert [shown[name]["ammo"] for name in ("Cannon", "Libra", "Flame")] == [10, None, 6]
    assert (shown["Libra"]["psi"], json_state(match)["pile"]) == (20, 22)
    assert (MIX, GUNS["assault-cannon"].shots) == ({1: 9, 2: 4, 3: 9}, 10)


@pytest.mark.rule("SH-SETUP-5", "SH1-SETUP-5", "SH-BLIP-2")
def test_starting_blips_are_put_down_before_the_first_turn() -> None:
    for edition in ("4", "1"):
        match = play(new(edition=edition), line("blip", name="B1", entry="N1"), *put(Bolt1="E4 E"), line("start"))
        assert json_state(match)["blips"]["B1"]["entry"] == "N1"
        assert json_state(match)["pile"] == 21


@pytest.mark.rule("SH-BOARD-1", "SH-BOARD-2", "SH-BOARD-9")
def test_one_piece_a_square_and_marines_face_a_side() -> None:
    match = play(new(), *put(Bolt1="E4 E"))
    command = line("marine", name="Bolt2", unit="terminator-bolter", at="e4", facing="N")
    assert refusal_rule(match, command) == "SH-BOARD-1"
    nowhere = line("marine", name="Bolt2", unit="terminator-bolter", at="E9", facing="N")
    assert refusal_rule(match, nowhere) == "SH-BOARD-9"
    twice = line("marine", name="bolt1", unit="terminator-bolter", at="D4")
    assert refusal_rule(match, twice) == "SH-BOARD-1"
    go_on(match, line("blip", name="B1", at="I3"), line("start"), line("draw"))
    assert refusal_rule(match, line("turn", who="B1", facing="N")) == "SH-BOARD-2"


@pytest.mark.rule("SH1-BOX-1", "SH1-MISSION-2")
def test_the_first_edition_has_its_own_squad_and_missions() -> None:
    match = play(new(edition="1"), line("start"))
    assert list(json_state(match)["marines"]) == ["Sarge", "Flame", "Bolt1", "Bolt2", "Bolt3"]
    assert marine(match, "Sarge")["at"] == "A4"
    expected = new("down-the-shaft", edition="1")
    with pytest.raises(Exception, match="SH1-MISSION-2"):
        play(expected)
    fourth = ready(Bolt1="E4 E")
    assert refusal_rule(fourth, line("self-destruct", who="Bolt1")) == "SH-AP-5"


@pytest.mark.rule("SH-TIMER-1")
def test_options_are_checked() -> None:
    for options, rule in (
        ({"timer": 10}, "SH-TIMER-1"),
        ({"cp": "none"}, "SH-SETUP-1"),
        ({"clock": 1}, "SH-SETUP-1"),
        ({"solo": "yes"}, "SH-SETUP-1"),
        ({"solo-dice": "hand"}, "SH-SETUP-1"),
    ):
        with pytest.raises(Exception, match=rule):
            play(line("new", game="space-hulk", seed=7, options=options))
    match = play(line("new", game="space-hulk", seed=7, options={"unjam-keeps-guard": True}))
    assert match.state.options.unjam_keeps_guard is True


@pytest.mark.rule("SH-SECRET-1", "SH-SECRET-2", "SH-SECRET-3")
def test_secrets_are_for_their_owners() -> None:
    match = play(
        new(cp="app", blips="app"),
        *put(Bolt1="E4 E"),
        line("blip", 9, name="B1", entry="N2"),
        line("blip", 21, name="B2", entry="N2"),
        line("start"),
        line("draw", 4),
    )
    view, whole = match.game.view, match.session.state
    assert [blip.value for blip in whole.blips_in_play] == [1, 3]
    for viewer, values, drawn in ((None, [None, None], None), ("marine", [None, None], 4), ("stealer", [1, 3], None)):
        masked = view.mask_state(whole, viewer)
        assert [blip.value for blip in masked.blips_in_play] == values
        assert masked.counter.drawn == drawn
    shown = view.as_json(match.state, None, [])
    assert (shown["cp"], "value" in str(shown["blips"])) == (None, False)
    events = [event for line in match.lines() for event in line.events]
    assert all(getattr(event, "value", None) is None for event in events)
    go_on(match, line("end-turn"), line("end-turn"))
    assert json_state(match)["cp"] == 4, "in the end phase it is public"
    hidden = match.game.words
    from q40k.i18n.locale import Locale

    sentences = [hidden.tell(Locale("en"), match.state, event) for event in events]
    assert not any(sentence and ("it is a" in sentence or "points: 4" in sentence) for sentence in sentences)


@pytest.mark.rule("SH-SETUP-1")
def test_where_no_places_are_kept_the_squad_of_a_mission_has_none() -> None:
    for positions in (True, False):
        squad = play(new(positions=positions), line("start")).state.marines.values()
        assert squad
        assert {marine.position.at is not None for marine in squad} == {positions}
