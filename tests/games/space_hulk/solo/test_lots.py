"""Lots, the most isolated marine, routes from outside, and squares for an ambush."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, cast

import pytest

from q40k.games.space_hulk.rules.solo.actions import can_reveal
from q40k.games.space_hulk.rules.solo.arrivals import ambush_squares
from q40k.games.space_hulk.rules.solo.order import aliens_in_section, brood_group, marine_distance, section_of
from q40k.games.space_hulk.rules.targets import draw_lot
from q40k.games.space_hulk.state.blips import next_blip
from q40k.games.space_hulk.state.match import Fire, Match
from q40k.games.space_hulk.state.places import board
from q40k.games.space_hulk.state.solo.arrivals import count_reinforcements_left
from q40k.games.space_hulk.state.solo.order import aliens_to_act, first_kind
from q40k.games.space_hulk.state.targets import (
    can_shoot,
    is_named_in_goals,
    is_turned_away,
    marine_distances,
    sift_marines,
)
from q40k.kernel.events import DiceQuestion, Live
from tests.games.scripted import go_on, line
from tests.games.space_hulk.playing import new, play, put, ready
from tests.games.space_hulk.solo.alone import alone, solo_match


def lot(many: int, *throws: Sequence[int]) -> tuple[list[tuple[int, int]], Any]:
    """How many dice a lot asks for each time and its share of them, and who is drawn in the end."""
    live = cast(Live[Match], SimpleNamespace(state=play(solo_match(None)).state))
    rule = draw_lot(live, "x", "SOLO-ACT-7", list(range(1, many + 1)))
    asked: list[tuple[int, int]] = []
    try:
        question = next(rule)
        for throw in throws:
            assert isinstance(question, DiceQuestion)
            asked.append((len(question.dice), question.facts["share"]))
            question = rule.send(tuple(throw))
    except StopIteration as end:
        return asked, end.value
    raise AssertionError("the lot is not yet drawn")


@pytest.mark.rule("SOLO-ACT-7")
@pytest.mark.parametrize(
    ("many", "throws", "dice", "drawn"),
    [
        (1, [], [], 1),
        (2, [(3,)], [(1, 3)], 1),
        (2, [(4,)], [(1, 3)], 2),
        (3, [(2,)], [(1, 2)], 1),
        (3, [(3,)], [(1, 2)], 2),
        (3, [(6,)], [(1, 2)], 3),
        (4, [(5,), (6,), (4,)], [(1, 1)] * 3, 4),
        (5, [(6,), (5,)], [(1, 1)] * 2, 5),
        (6, [(6,)], [(1, 1)], 6),
        (6, [(1,)], [(1, 1)], 1),
        (7, [(1, 5)], [(2, 5)], 1),
        (7, [(1, 6)], [(2, 5)], 2),
        (7, [(6, 5)], [(2, 5)], 7),
        (7, [(6, 6), (2, 1)], [(2, 5)] * 2, 2),
        (36, [(6, 6)], [(2, 1)], 36),
        (37, [(1, 1, 6)], [(3, 5)], 2),
    ],
)
def test_a_lot_by_as_few_dice_as_do(
    many: int, throws: list[tuple[int, ...]], dice: list[tuple[int, int]], drawn: int
) -> None:
    assert lot(many, *throws) == (dice, drawn)


def on(rows: list[str], *lines: Any, **places: str) -> Match:
    state: Match = play(solo_match(rows=rows), *put(**places), *lines).session.state
    return state


@pytest.mark.rule("SOLO-PRIO-1", "SOLO-PRIO-2", "SOLO-PRIO-3")
def test_the_sieve_of_priority() -> None:
    state = on(["......"], Bolt1="A1 E", Bolt2="B1 W", Flame="C1 W", Claw="D1 W", S1="F1 W")
    watching = state.with_marine("Bolt1", overwatch=True).with_marine("Bolt2", overwatch=True)
    marines = list(watching.marines.values())

    def sifted(state: Match, who: str | None, *names: str) -> tuple[list[str], int]:
        left, rank = sift_marines(state, [state.marines[name] for name in names], who)
        return [marine.id for marine in left], rank

    assert [can_shoot(marine) for marine in marines] == [True, True, False, False]
    assert not can_shoot(watching.with_marine("Bolt1", jammed=True).marines["Bolt1"])
    assert sifted(watching, "S1", "Bolt1", "Bolt2") == (["Bolt2"], 3), "his back is turned"
    assert sifted(watching, None, "Bolt1", "Bolt2") == (["Bolt1", "Bolt2"], 4), "nobody looks: both have bolters"
    assert sifted(watching, "S1", "Bolt1", "Flame") == (["Flame"], 2)
    assert sifted(watching, "S1", "Flame", "Claw") == (["Flame", "Claw"], 2)
    assert sifted(state, "S1", "Bolt2", "Claw") == (["Bolt2"], 2), "neither watches; then the bolter"
    looking = watching.with_marine("Claw", facing="E").with_marine("Flame", facing="E")
    cannon = ready(Cannon="A4 E", S1="C4 W").state.with_marine("Cannon", overwatch=True)
    assert sifted(cannon, "S1", "Cannon") == (["Cannon"], 5), "no rank fits him"
    assert sifted(looking, "S1", "Flame", "Claw") == (["Flame", "Claw"], 2)
    ground = board(state)
    assert ground is not None
    assert [is_turned_away(state, marine, ground.cell("F1")) for marine in marines] == [False, True, True, True]
    assert not is_turned_away(state, marines[1], None)


@pytest.mark.rule("SOLO-PRIO-3")
def test_who_is_named_in_the_goals() -> None:
    match = ready(new("down-the-shaft"), Chain="1:B3 W", Libra="2:A3 W")
    assert not is_named_in_goals(match.state, match.state.marines["Chain"])
    go_on(match, line("step", who="Chain", to="1:A3"))
    assert is_named_in_goals(match.state, match.state.marines["Chain"]), "he carries what must get out"
    assert not is_named_in_goals(match.state, match.state.marines["Libra"])
    vip = play(solo_match(rows=["..."], vip=["terminator-flamer"]), *put(Flame="A1 E", Bolt1="B1 E")).state
    assert [is_named_in_goals(vip, marine) for marine in vip.marines.values()] == [True, False]


@pytest.mark.rule("SOLO-TURN-2", "SH-BOARD-7")
def test_how_far_an_alien_is_from_marines() -> None:
    entry = {"id": "EAST", "square": "J1", "side": "E"}
    match = alone(solo_match(rows=["." * 10], entries=[entry]), Bolt1="A1 W", Bolt2="C1 W", S1="F1 W")
    go_on(match, line("blip", name="B1", entry="EAST", override="as it lay"))
    state = match.session.state
    assert marine_distances(state, "S1", state.marines_in_play) == {"Bolt1": 5, "Bolt2": 3}
    assert (marine_distance(state, "S1"), marine_distance(state, "B1")) == (3, 8), "one more from outside"
    assert marine_distance(state.with_stealer("S1", at=None, entry="NOWHERE"), "S1") == 10_000
    assert marine_distance(state.with_stealer("S1", at=None), "S1") == 10_000
    none = state.with_marine("Bolt1", alive=False).with_marine("Bolt2", alive=False)
    assert (marine_distance(none, "S1"), aliens_to_act(none)) == (10_000, [])


@pytest.mark.rule("SOLO-TURN-1", "SOLO-TURN-2", "SOLO-BROOD-3", "SOLO-BROOD-4", "SOLO-TURN-6")
def test_who_acts_first_and_who_belongs_together() -> None:
    entry = {"id": "EAST", "square": "J1", "side": "E"}
    match = alone(solo_match(rows=["." * 10], entries=[entry]), Bolt1="A1 W", S1="F1 W", B2="H1")
    go_on(match, line("blip", name="B1", entry="EAST", override="as it lay"))
    state = match.session.state
    every = aliens_to_act(state)
    assert [alien.id for alien in every] == ["S1", "B2", "B1"]
    assert [alien.id for alien in first_kind(every)] == ["S1"]
    assert [alien.id for alien in first_kind(every[1:])] == ["B2"]
    assert [alien.id for alien in first_kind(every[2:])] == ["B1"]
    assert {section_of(state, alien) for alien in every} == {"a"}
    assert [alien.id for alien in aliens_in_section(state, "a")] == ["S1", "B2", "B1"]
    assert aliens_in_section(state, "b") == []
    acted = state.with_stealer("S1", activated=True).with_blip("B2", activated=True)
    assert [alien.id for alien in aliens_to_act(acted)] == ["B2", "B1"], "a blip that has acted is looked at again"
    assert [alien.id for alien in aliens_to_act(state.replace(done=("B2",)))] == ["S1", "B1"]
    assert [alien.id for alien in brood_group(state.replace(rolled=("B2",)), "a")] == ["S1", "B1"]
    rooms = ready(doors="H4", Bolt1="A4 W", S1="I4 W", S2="H4 W", S3="G4 W", S4="E4 W", B1="L4").state
    assert [alien.id for alien in brood_group(rooms, "r")] == ["S1", "S2", "S3"], "a chain across sections"
    assert [alien.id for alien in brood_group(rooms, "c")] == ["B1"], "K4 is free between them"
    elsewhere = state.with_blip("B1", entry="NOWHERE")
    assert section_of(elsewhere, elsewhere.blips["B1"]) is None


@pytest.mark.rule("SOLO-AMBUSH-1", "SOLO-AMBUSH-3", "SH-BLIP-6", "SH-FIRE-2", "SH-LIB-8")
def test_squares_for_an_ambush() -> None:
    rows = ["." * 8, "." * 8]
    state = on(rows, Bolt1="A1 W")
    bolt = state.marines["Bolt1"]
    assert ambush_squares(state, bolt) == [(1, 6, 0), (1, 6, 1)], "six squares of route"
    assert ambush_squares(state.with_marine("Bolt1", facing="E"), bolt) == [], "he would see them"
    taken = on(rows, Bolt1="A1 W", S1="G1 W")
    assert ambush_squares(taken, taken.marines["Bolt1"]) == [(1, 6, 1)]
    assert ambush_squares(state.replace(barrier="G2"), bolt) == [(1, 6, 0)]
    assert ambush_squares(state.replace(fires={"a": Fire(("G1",))}), bolt) == [(1, 6, 1)]
    near = on(rows, Bolt1="A1 W", Bolt2="H1 E")
    assert ambush_squares(near, near.marines["Bolt1"]) == [], "beside another marine"
    shut = on(["......D."], Bolt1="A1 W")
    assert ambush_squares(shut, shut.marines["Bolt1"]) == []
    things = [{"id": "CAT", "kind": "cat", "square": "G1"}]
    lies: Match = play(solo_match(rows=rows, objects=things), *put(Bolt1="A1 W")).state
    assert ambush_squares(lies, lies.marines["Bolt1"]) == [(1, 6, 1)]


@pytest.mark.rule("SOLO-SPAWN-1", "SOLO-SPAWN-3", "SH-BLIP-3", "SH-FIRE-5", "SH1-FIRE-5")
def test_how_many_are_still_to_come_and_which_blip_shows_itself() -> None:
    match = alone(solo_match(rows=["." * 8], brings=3), Bolt1="A1 W", B1="H1")
    state = match.session.state
    assert count_reinforcements_left(state) == 3
    assert count_reinforcements_left(state.replace(lost=2)) == 1
    assert count_reinforcements_left(state.with_blip("B1", placed=state.play.turn)) == 2
    empty = state.replace(mix={1: 1})
    assert (empty.undrawn, count_reinforcements_left(empty)) == (0, 0), "nothing is left to draw"
    assert count_reinforcements_left(empty.replace(up={1: 1}, mix={1: 2})) == 3, "used ones are shuffled"
    assert next_blip(state) == "B2"
    assert next_blip(state.replace(blips={"B2": state.blips["B1"]})) == "B3"
    burning = state.replace(fires={"a": Fire(("H1",))})
    assert can_reveal(state, state.blips["B1"])
    assert not can_reveal(burning, burning.blips["B1"]), "it would be destroyed"
    first = burning.replace(edition_id="1")
    assert can_reveal(first, first.blips["B1"])
    outside = burning.with_blip("B1", at=None, entry="FAR")
    assert can_reveal(outside, outside.blips["B1"])
