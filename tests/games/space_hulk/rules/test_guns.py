"""What a shot leaves behind: the bonus, ammunition, jams, explosions; and what is not known where no places are."""

from __future__ import annotations

from typing import Any

import pytest

from q40k.games.space_hulk.state.activation import Paid, StanceEnded
from q40k.games.space_hulk.state.librarian import PowerUsed
from q40k.games.space_hulk.state.losses import BlipCounted, Killed
from q40k.games.space_hulk.state.match import Aim, Fire, Match, Stance
from q40k.games.space_hulk.state.movement.steps import Turned
from q40k.games.space_hulk.state.places import adjacent_marine, range_between, seen_blips
from q40k.games.space_hulk.state.reactions import React
from q40k.games.space_hulk.state.shooting.aim import in_sight, in_watched_range, watchers
from q40k.games.space_hulk.state.shooting.firing import Fired, JamCleared, Jammed, OnOverwatch, Shoot
from q40k.games.space_hulk.state.shooting.flames import Burning, Flamed
from q40k.games.space_hulk.state.turn import PointBack, TurnOpened
from q40k.kernel.events import Event
from tests.games.scripted import go_on, json_state, line
from tests.games.space_hulk.playing import marine, new, play, put, ready, stealer, to_stealers
from tests.games.space_hulk.rules.test_hindrance import hall
from tests.games.space_hulk.rules.test_reasons import window
from tests.games.space_hulk.rules.test_refusals import in_words


def after(state: Match, event: Event) -> Match:
    """The state after an event."""
    result: Match = play(new()).session.rules.fold(state, event)
    return result


def fired(how: Any, *, hit: bool = False, target: str = "S1", who: str = "Bolt1") -> Fired:
    return Fired(who=who, target=target, how=how, dice=(1, 2), needs=6, hit=hit)


@pytest.mark.rule(
    "SH-SUSTAIN-1", "SH-SUSTAIN-3", "SH-SUSTAIN-5", "SH-SUSTAIN-6", "SH1-SUSTAIN-1", "SH1-SUSTAIN-3", "SH1-SUSTAIN-5"
)
@pytest.mark.parametrize(
    ("edition", "how", "before", "hit", "aim"),
    [
        ("4", "standing", Aim(), False, Aim("S1", 1)),
        ("4", "standing", Aim("S1", 1), False, Aim("S1", 2)),
        ("4", "standing", Aim("S2", 3), False, Aim("S1", 1)),
        ("4", "standing", Aim("S1", 2), True, Aim()),
        ("4", "moving", Aim("S1", 2), False, Aim("S1", 1)),
        ("4", "moving", Aim(), False, Aim("S1", 1)),
        ("4", "moving", Aim(), True, Aim()),
        ("4", "overwatch", Aim("S1", 1), False, Aim("S1", 2)),
        ("4", "overwatch", Aim(), True, Aim()),
        ("1", "standing", Aim("S1", 2), False, Aim("S1", 3)),
        ("1", "moving", Aim("S1", 2), False, Aim()),
        ("1", "overwatch", Aim("S1", 2), False, Aim()),
        ("1", "standing", Aim(), True, Aim()),
    ],
)
def test_what_a_shot_leaves_of_sustained_fire(edition: str, how: str, before: Aim, hit: bool, aim: Aim) -> None:
    state = ready(new(edition=edition), Bolt1="D4 E", S1="F4 W", S2="G4 W").state.with_marine("Bolt1", aim=before)
    assert after(state, fired(how, hit=hit)).marines["Bolt1"].aim == aim


@pytest.mark.rule("SH-CANNON-2", "SH-FLAMER-5", "SH-JAM-1", "SH-JAM-5", "SH1-JAM-5", "SH-LIB-2", "SH-LIB-7", "SH-AP-1")
def test_what_is_used_up_and_never_goes_below_nothing() -> None:
    state = ready(Bolt1="D4 E", Cannon="C4 E", Flame="B4 E", Libra="A4 E", S1="F4 W").state
    shot = after(state, fired("standing", who="Cannon"))
    assert (shot.marines["Cannon"].arms.ammo, after(state, fired("standing")).marines["Bolt1"].arms.ammo) == (9, None)
    empty = state.with_marine("Cannon", ammo=0).with_marine("Flame", ammo=0).with_marine("Libra", psi=1)
    assert after(empty, fired("standing", who="Cannon")).marines["Cannon"].arms.ammo == 0
    flamed = Flamed(who="Flame", section="b")
    assert [after(each, flamed).marines["Flame"].arms.ammo for each in (state, empty)] == [5, 0]
    power = PowerUsed(who="Libra", power="psychic-storm", psi=3)
    assert [after(each, power).marines["Libra"].arms.psi for each in (state, empty)] == [17, 0]
    assert after(state, power).play.power_used
    assert after(state.with_marine("Bolt1", ap=3), Paid(who="Bolt1", ap=2)).marines["Bolt1"].acts.ap == 1
    assert after(state.with_marine("Bolt1", ap=1), Paid(who="Bolt1", ap=2)).marines["Bolt1"].acts.ap == 0, "in haste"
    spent = [after(state.replace(spent=points), PointBack(who="Libra")).counter.spent for points in (2, 1, 0)]
    assert spent == [1, 0, 0]
    for edition, returns in (("4", True), ("1", False)):
        watching = state.replace(edition_id=edition).with_marine("Bolt1", overwatch=True)
        stance = after(watching, Jammed(who="Bolt1")).marines["Bolt1"].stance
        assert (stance.jammed, stance.overwatch, stance.watched) == (True, False, returns)


@pytest.mark.rule("SH-OVERWATCH-6", "SH-JAM-5")
def test_what_stands_after_overwatch_and_after_a_cleared_jam() -> None:
    state = ready(Bolt1="D4 E").state.with_marine("Bolt1", guard=True, watched=True, jammed=True)
    assert after(state, OnOverwatch(who="Bolt1")).marines["Bolt1"].stance == Stance(overwatch=True, jammed=True)
    for back in (True, False):
        stance = after(state, JamCleared(who="Bolt1", back=back)).marines["Bolt1"].stance
        assert stance == Stance(overwatch=back, guard=True)


@pytest.mark.rule("SH-OVERWATCH-2", "SH-SHOOT-2")
def test_the_dice_of_a_shot_are_asked_under_its_rule() -> None:
    match = ready(Bolt1="E4 E", S1="G4 W")
    match.do(Shoot(who="Bolt1", target="S1"), auto=False)
    assert match.question is not None
    assert match.question.rule == "SH-SHOOT-2"
    watch = window(line("overwatch", who="Bolt1"))
    watch.do(React(overwatch=("Bolt1",)), auto=False)
    assert watch.question is not None
    assert watch.question.rule == "SH-OVERWATCH-2"


@pytest.mark.rule("SH-SHOOT-3", "SH-BOARD-1")
def test_without_places_the_target_of_a_free_shot_comes_into_play() -> None:
    match = go_on(in_words("Bolt1"), line("step", 6, 1, who="Bolt1", shoot="S7"))
    assert stealer(match, "S7")["alive"] is False


@pytest.mark.rule("SH-OVERWATCH-5", "SH-GUARD-3", "SH-JAM-5", "SH-JAM-6")
def test_which_stance_ends() -> None:
    state = ready(Bolt1="D4 E").state.with_marine("Bolt1", overwatch=True, guard=True, watched=True)
    stances = [
        after(state, StanceEnded(who="Bolt1", overwatch=o, guard=g)).marines["Bolt1"].stance
        for o, g in ((True, False), (False, True), (True, True))
    ]
    assert [(stance.overwatch, stance.guard, stance.watched) for stance in stances] == [
        (False, True, False),
        (True, False, True),
        (False, False, False),
    ]


@pytest.mark.rule("SH-JAM-4", "SH-JAM-5", "SH-JAM-6", "SH-OVERWATCH-6", "SH-GUARD-2")
@pytest.mark.parametrize(
    ("options", "guard", "back", "stance"),
    [
        ({}, False, True, (True, False)),
        ({}, False, False, (False, False)),
        ({}, True, True, (True, False)),
        ({"unjam-keeps-guard": True}, True, True, (False, True)),
    ],
)
def test_what_stands_after_a_jam_is_cleared(
    options: dict[str, Any], guard: bool, back: bool, stance: tuple[bool, bool]
) -> None:
    match = ready(new(**options), doors="H4", Bolt1="G4 E", S1="K4 W")
    go_on(to_stealers(go_on(match, line("overwatch", who="Bolt1"))), line("step", who="S1", to="J4"))
    go_on(match, line("react", 2, 2, overwatch=["Bolt1"]), line("set", who="Bolt1", guard=guard))
    go_on(match, line("step", who="S1", to="I4"))
    go_on(match, line("react", who="Bolt1", **{"with": {"do": "unjam", "back": back}}))
    shown = marine(match, "Bolt1")
    assert (shown["overwatch"], shown["guard"], shown["jammed"]) == (*stance, False)


@pytest.mark.rule("SH-OVERWATCH-6", "SH-GUARD-2", "SH-AP-5")
def test_overwatch_and_guard_cost_two_and_end_each_other() -> None:
    match = ready(Bolt1="D4 E")
    go_on(match, line("guard", who="Bolt1"))
    assert (marine(match, "Bolt1")["ap"], marine(match, "Bolt1")["guard"]) == (2, True)
    go_on(match, line("overwatch", who="Bolt1"))
    shown = marine(match, "Bolt1")
    assert (shown["ap"], shown["overwatch"], shown["guard"]) == (0, True, False)
    go_on(match, line("guard", who="Bolt1", cp=2))
    shown = marine(match, "Bolt1")
    assert (shown["overwatch"], shown["guard"]) == (False, True)
    flame = go_on(ready(Flame="E4 E"), line("flame", who="Flame", square="F4"))
    assert marine(flame, "Flame")["ap"] == 2


@pytest.mark.rule("SH-CANNON-5", "SH-CANNON-6", "SH-CANNON-7", "SH-CANNON-8", "SH-ALPHA-4", "SH-DOOR-10")
def test_what_an_explosion_takes_along() -> None:
    match = ready(doors="H4", Cannon="G4 E", Bolt1="F4 W", S1="I4 W", Alpha="H4 W")
    go_on(match, line("reload", who="Cannon"))
    go_on(match, line("shoot", 1, 1, 1, 3, 4, who="Cannon", target="Alpha", cp=1))
    assert [name for name, one in json_state(match)["marines"].items() if not one["alive"]] == ["Cannon"]
    assert (json_state(match)["doors"]["H4"], stealer(match, "Alpha")["alive"]) == ("gone", True)
    lone = ready(Cannon="E4 E", S1="F4 W", Bolt1="A4 W")
    go_on(lone, line("reload", who="Cannon"))
    go_on(lone, line("shoot", 5, 5, 5, who="Cannon", target="S1", cp=1))
    assert (stealer(lone, "S1")["alive"], marine(lone, "Cannon")["alive"]) == (False, False), (
        "nobody else is rolled for"
    )
    fresh = ready(Cannon="E4 E", S1="F4 W", Bolt1="A4 W")
    go_on(fresh, line("shoot", 1, 1, 1, who="Cannon", target="S1"))
    assert marine(fresh, "Cannon")["alive"], "it was not reloaded"
    words = in_words("Cannon", "Bolt1")
    go_on(words, line("reload", who="Cannon"), line("shoot", 1, 1, 1, who="Cannon", target="S1", cp=1))
    assert [name for name, one in json_state(words)["marines"].items() if not one["alive"]] == ["Cannon"]
    unknown = ready(Cannon="", Bolt1="A4 W", S1="B4 W")
    go_on(unknown, line("reload", who="Cannon"), line("shoot", 1, 1, 1, who="Cannon", target="S1", cp=1))
    assert [name for name, one in json_state(unknown)["marines"].items() if not one["alive"]] == ["Cannon"]


@pytest.mark.rule("SH-LOS-6", "SH-OVERWATCH-2", "SH-BOARD-5", "SH-BLIP-6")
def test_of_whom_the_square_is_not_known_everything_is_taken_as_in_sight() -> None:
    state = ready(Bolt1="", Bolt2="A4 E", S1="K4 W", B1="K7").state.with_marine("Bolt1", overwatch=True)
    unknown, known = state.marines["Bolt1"], state.marines["Bolt2"]
    assert [in_sight(state, unknown, target) for target in ("S1", "H4")] == [True, True]
    assert [in_sight(state, known, target) for target in ("S1", "H4")] == [False, True]
    assert [in_watched_range(state, unknown, target) for target in ("S1", "H4")] == [True, True]
    assert [in_watched_range(state, known, target) for target in ("L4", "P4")] == [True, False]
    assert (watchers(state, "S1"), watchers(state, "H4")) == (("Bolt1",), ("Bolt1",))
    assert watchers(state.with_stealer("S1", alive=False), "S1") == ()
    assert watchers(state.with_stealer("S1", entry="N2"), "S1") == ()
    assert (range_between(state, "Bolt1", "S1"), range_between(state, "Bolt2", "S1")) == (None, 10)
    assert adjacent_marine(state, (1, 1, 3)) == known
    shaft = ready(new("down-the-shaft"), Chain="2:D3 E", S1="1:D3 W", S2="2:F3 W", S3="1:F3 W").state
    assert [range_between(shaft, "Chain", who) for who in ("S1", "S2", "S3")] == [1, 2, None], "over a ladder: one"
    assert list(seen_blips(state)) == []
    flamer = ready(Flame="", Bolt1="A4 W", S1="F4 W")
    go_on(flamer, line("flame", 2, who="Flame", target="S1"))
    assert not stealer(flamer, "S1")["alive"], "the table says that it is in reach"


@pytest.mark.rule("SH-BLIP-9", "SH-OBJECT-2", "SH-SUSTAIN-4", "SH-AP-2")
def test_what_a_death_changes() -> None:
    state = ready(Bolt1="D4 E", Bolt2="C4 E", S1="F4 W", B1="K7").state.replace(active="S1")
    aiming = state.with_marine("Bolt1", aim=Aim("S1", 2)).with_marine("Bolt2", aim=Aim("H4", 1))
    dead = after(aiming, Killed(who="S1", by="shot"))
    assert (dead.tally.kills, dead.play.active, dead.pile.up) == (1, None, {})
    assert [marine.aim for marine in dead.marines.values()] == [Aim(), Aim("H4", 1)]
    gone = after(dead.replace(active="Bolt1"), Killed(who="B1", by="fire"))
    assert (gone.tally.kills, gone.pile.up, gone.play.active) == (2, {0: 1}, "Bolt1")
    counted = after(gone, BlipCounted(blip="B1", value=3))
    assert (counted.tally.kills, counted.pile.up, counted.blips["B1"].value) == (4, {3: 1}, 3)
    shown = after(dead, Killed(who="B1", by="fire", value=2))
    assert (shown.tally.kills, shown.pile.up) == (3, {2: 1})
    again = after(after(shown, Killed(who="B1", by="fire", value=2)), Killed(who="Bolt1", by="assault"))
    assert (again.pile.up, again.tally.kills) == ({2: 2}, 5), "a dead marine is nobody’s kill"


@pytest.mark.rule("SH-FLAMER-4", "SH-FIRE-1", "SH-WIN-1")
def test_a_section_that_is_flamed_again_has_two_counters_and_has_burnt_once() -> None:
    state = ready(Flame="E4 E").state
    once = after(state, Burning(section="b", squares=("F4",)))
    assert once.fires == {"b": Fire(("F4",), 1)}
    twice = after(once, Burning(section="b", squares=("F4", "G4")))
    assert (twice.fires, twice.tally.burnt) == ({"b": Fire(("F4", "G4"), 2)}, ("b",))
    spread = after(once, Burning(section="b", squares=("H4",), counters=0))
    assert spread.fires == {"b": Fire(("F4", "H4"), 1)}


@pytest.mark.rule("SH-AP-1", "SH-AP-2", "SH-ENTRY-5", "SH1-MOVE-3")
def test_a_new_turn_gives_everybody_his_points() -> None:
    match = to_stealers(ready(Bolt1="D4 E", Bolt2="A4 E", S1="K4 W"))
    go_on(match, line("blip", name="B1", entry="N1"))
    state = match.state.with_marine("Bolt1", ap=0, activated=True).with_marine("Bolt2", alive=False)
    state = state.with_stealer("S1", ap=1, activated=True, turns=3, held=True).replace(spent=4, draws=2, last="S1")
    fresh = after(state, TurnOpened(turn=2))
    assert [marine.acts.ap for marine in fresh.marines.values()] == [4, 0]
    aliens = fresh.stealers["S1"], fresh.blips["B1"]
    assert [(alien.acts.ap, alien.acts.activated, alien.lurking.held) for alien in aliens] == [(6, False, False)] * 2
    assert (fresh.stealers["S1"].turns, fresh.counter.spent, fresh.counter.draws) == (0, 0, 0)
    assert (fresh.play.turn, fresh.play.phase, fresh.play.last, fresh.play.power_used) == (
        2,
        "marine-command",
        None,
        False,
    )
    turned = after(fresh, Turned(who="S1", facing="N", quarters=2))
    assert (turned.stealers["S1"].turns, turned.stealers["S1"].position.facing) == (2, "N")


@pytest.mark.rule("SH1-FLAMER-9", "SH1-FIRE-6", "SH-DOOR-1", "SH-AP-5")
def test_who_blows_himself_up_takes_the_section_along_for_a_point() -> None:
    match = ready(new(edition="1"), Flame="G4 E", Bolt1="F4 W", S1="I4 W", Bolt2="A4 W")
    go_on(match, line("set", who="Flame", ap=1, ammo=1), line("self-destruct", who="Flame"))
    assert [name for name, one in json_state(match)["marines"].items() if not one["alive"]] == ["Flame", "Bolt1"]
    assert (json_state(match)["doors"]["H4"], stealer(match, "S1")["alive"]) == ("gone", True)
    assert set(json_state(match)["burning"]) == {"b"}
    words = play(new(edition="1", positions=False), *put(Flame="", Bolt1="", Bolt2=""), line("start"), line("draw"))
    go_on(words, line("self-destruct", who="Flame", section="b", pieces=["Bolt1", "S1"]))
    assert [name for name, one in json_state(words)["marines"].items() if not one["alive"]] == ["Flame", "Bolt1"]
    assert not stealer(words, "S1")["alive"]


@pytest.mark.rule("SH-SHOOT-3", "SH-SHOOT-4", "SH-AP-5")
def test_a_free_shot_waits_until_blips_that_came_into_sight_are_turned_up() -> None:
    match = ready(hall(["......", "......"]), Bolt1="A1 N", B1="E1")
    go_on(match, line("turn", who="Bolt1", facing="E", shoot="S1"))
    assert match.state.marines["Bolt1"].aim == Aim(owed=True)
    go_on(match, line("convert", name="B1", value=1))
    go_on(match, line("shoot", 5, 5, who="Bolt1", target="S1"))
    assert marine(match, "Bolt1")["ap"] == 3, "the shot belongs to the turn"
    assert match.state.marines["Bolt1"].aim == Aim("S1", 1), "it founds the bonus and has none"
    other = ready(hall(["......", "......"]), Bolt1="A1 N", Bolt2="A2 N", B1="E1")
    go_on(other, line("turn", who="Bolt1", facing="E", shoot="S1"), line("convert", name="B1", value=1))
    go_on(other, line("turn", who="Bolt2", facing="W"))
    assert other.state.marines["Bolt1"].aim == Aim(), "another acts: it is lost"
