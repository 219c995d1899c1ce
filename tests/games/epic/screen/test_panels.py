"""What the panels say: the set-up, the race, who has what left to do, a side's formations."""

from __future__ import annotations

import pytest

from q40k.games import game as games
from q40k.games.epic.words.winning import objective_lines
from q40k.table.match_library import temporary_match
from q40k.tui.fields import Pick
from tests.games.epic.playing import (
    MARINES,
    ORKS,
    RHINO,
    B,
    M,
    formation,
    ground,
    place_figures,
    play,
    ready,
    row,
    to_movement,
    to_rally,
    to_shooting,
)
from tests.games.epic.screen.test_desk import desk_of, notes, press
from tests.games.scripted import go_on, line, log_sentences


@pytest.mark.rule("EE-WIN-3")
def test_where_objectives_decide_the_race_is_for_them() -> None:
    dump = {"id": "dump", "at": [60, 60], "worth": 3}
    well = {"id": "well", "at": [30, 60], "worth": 1, "counted": "turn"}
    start = ground(objectives=[dump, well], turn_limit=2)
    match = place_figures(start, M, B, M=row(58, 57), B=row(28, 62))
    desk = desk_of(match)
    race = {racer.name: (int(racer.scored), int(racer.goal)) for racer in desk.view.race(desk.state)}
    assert race == {"A": (0, 3), "B": (0, 3)}, "3 of the 5 there can be win; the dump counts at the end"
    assert list(objective_lines(desk.locale, desk.state)) == ["dump: A (counts 3 at the end)", "well: B (1 a turn)"]
    go_on(to_rally(match), line("next"))
    assert {racer.name: racer.scored for racer in desk.view.race(match.state)} == {"A": 3, "B": 1}
    endless = place_figures(ground(objectives=[dump]), M, B, M=row(58, 57), B=row(28, 62))
    assert {racer.unit for racer in desk.view.race(endless.state)} == {"share"}, "nobody knows how many"


def test_the_prompt_says_who_has_what_left_to_do() -> None:
    match = ready(M, B)
    desk = desk_of(match)

    def first() -> str:
        return str(desk.screen.idle_rows(desk)[0])

    assert first() == "Orders still to come: A and B"
    go_on(match, line("orders", player="A", orders={"M": "charge"}))
    assert first() == "Orders still to come: B"
    go_on(match, line("orders", player="B"))
    assert first() == "Both have given their orders"
    go_on(match, line("draw", "A", "A"))
    assert first() == "A moves: M"
    go_on(match, line("next"), line("next"))
    assert first() == "A chip is to be drawn; in the cup: A 2 and B 2"
    go_on(match, line("draw", "B"))
    assert first() == "B fires with one of B"
    go_on(match, line("next"), line("draw", "A", "B"))
    assert first() == "B has nobody left to act: n goes on"
    go_on(match, line("next"))
    assert first() == "A may charge: M"


def test_a_card_has_a_line_for_each_formation() -> None:
    match = to_shooting(ready(M, B), M="first-fire")
    go_on(match, line("lose", figures=["B/1", "B/2", "B/3"]))
    desk = desk_of(match)
    assert "M   +    5/5 Tactical Marine" in str(desk.screen.card(desk, match.state, "p1"))
    assert "B   →!   2/5 Ork Boy" in str(desk.screen.card(desk, match.state, "p2"))


@pytest.mark.rule("EE-WIN-3", "EE-DEPLOY-3")
def test_the_set_up_says_what_is_fielded_and_a_zone_where_it_lies() -> None:
    raid = play(line("new", game="epic", scenario="raid"), MARINES, ORKS, M)
    desk = desk_of(raid)
    lobby = desk.screen.lobby(desk, raid.state, None)
    assert lobby is not None
    assert [seat[1:] for seat in lobby.seats] == [("Space Marines", "1 formation, 5 figures"), ("Orks", "nothing yet")]
    assert lobby.about[-1] == "Table: 120 × 120 cm · Turns: 7"
    desk = press(desk_of(go_on(raid, B)), "S35")
    assert isinstance(desk.field, Pick)
    assert [option.label for option in desk.field.options] == ["south (attacks)", "north (defends)"]
    press(desk, "226")
    desk.map_opened = True
    press(desk, "d160,80")
    assert notes(desk) == ("⚠ M/1 does not stand wholly in its zone, from 0, 0 to 120, 45.",)


@pytest.mark.rule("EE-WIN-3", "EE-ARMY-1", "EE-ARMY-5", "EE-WORD-3")
def test_house_rules_and_values_of_ones_own_are_agreed_by_keys() -> None:
    desk = desk_of(temporary_match(games.find("epic")))
    desk.press("tab", None)
    press(desk, "7" + "8" + "2" + "9" + "5\n" + "01")
    switches = desk.state.switches
    assert (desk.state.scenario.id, switches.wreck, switches.turn_limit) == ("raid", "lost", 5)
    assert log_sentences(desk.match_session)[0].endswith("; agreed: Who sits in a wreck: is lost; How many turns: 5")
    press(desk, "aAnn\n")
    desk.press("tab", None)
    press(desk, "Wolves\n4\n3\n")
    side = desk.state.sides["p1"]
    assert (side.army, side.strategic, side.morale) == ("Wolves", 4, 3)
    press(desk, "aBob, Eve\n3")
    shared = desk.state.sides["p2"]
    assert (shared.name, shared.people) == ("Bob & Eve", ("Bob", "Eve"))
    own = {"name": "Wolf", "mv": 5, "points": 7}
    go_on(desk.match_session, formation("Ann", "W", own, 3))
    lobby = desk.screen.lobby(desk, desk.state, None)
    assert lobby is not None
    assert lobby.seats[0][2] == "1 formation, 3 figures, 21 points"


@pytest.mark.rule("EE-MOVE-2")
def test_every_limit_is_told_where_a_formation_is_picked() -> None:
    match = to_movement(ready(M, RHINO, B), M="first-fire")
    desk = press(desk_of(match), "m")
    assert isinstance(desk.field, Pick)
    assert [option.note for option in desk.field.options] == ["5/5 · First Fire · 2 cm", "1/1 · Advance · 12.5 cm"]
