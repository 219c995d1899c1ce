"""What an action consists of, event by event: nothing of it is left unsaid, and nothing is said twice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from q40k.games.space_hulk.state.match import Fire
from q40k.games.space_hulk.state.melee import Assault
from q40k.games.space_hulk.state.movement.doors import Door
from q40k.games.space_hulk.state.registry import Command
from q40k.games.space_hulk.state.shooting.firing import Shoot
from q40k.kernel.driver import carry_out
from q40k.table.match_session import MatchSession
from tests.games.scripted import Line, go_on, line
from tests.games.space_hulk.playing import new, ready, to_stealers
from tests.games.space_hulk.rules.test_hindrance import hall
from tests.games.space_hulk.rules.test_reasons import carrying, window, within
from tests.games.space_hulk.rules.test_refusals import in_words
from tests.games.space_hulk.rules.test_windows import last_events

SHAFT = "down-the-shaft"
FIRST = new(edition="1")


def reloaded(**places: Any) -> MatchSession:
    return go_on(ready(doors="H4", Cannon="G4 E", **places), line("reload", who="Cannon"))


SEQUENCES: list[tuple[str, Callable[[], MatchSession], Line, str]] = [
    # rules, before, the action, its events
    ("SH-MOVE-1", lambda: ready(Bolt1="A4 E"), line("step", who="Bolt1", to="B4"), "Activated Paid Moved"),
    ("SH-CP-7", lambda: ready(Bolt1="A4 E"), line("step", who="Bolt1", to="B4", cp=1), "PointsSpent Moved"),
    (
        "SH-CP-7",
        lambda: ready(Bolt1="B4 E"),
        line("step", who="Bolt1", dir="backward", cp=1),
        "Activated PointsSpent Paid Moved",
    ),
    (
        "SH-SHOOT-3",
        lambda: ready(Bolt1="A4 E", S1="D4 W"),
        line("step", 1, 2, who="Bolt1", to="B4", shoot="S1"),
        "Activated Paid Moved Fired",
    ),
    ("SH-AP-5", lambda: ready(Bolt1="A4 E"), line("turn", who="Bolt1", facing="N"), "Activated Paid Turned"),
    (
        "SH-OVERWATCH-5",
        lambda: go_on(ready(Bolt1="A4 E"), line("overwatch", who="Bolt1")),
        line("turn", who="Bolt1", facing="N"),
        "Paid StanceEnded Turned",
    ),
    (
        "SH-SUSTAIN-4",
        lambda: go_on(ready(Bolt1="A4 E", S1="D4 W"), line("shoot", 1, 2, who="Bolt1", target="S1")),
        line("turn", who="Bolt1", facing="N"),
        "Paid AimLost Turned",
    ),
    (
        "SH-SUSTAIN-1",
        lambda: go_on(ready(Bolt1="A4 E", S1="D4 W"), line("shoot", 1, 2, who="Bolt1", target="S1")),
        line("shoot", 5, 1, who="Bolt1", target="S1"),
        "Paid Fired Killed",
    ),
    ("SH-GUARD-1", lambda: ready(Claw="A4 E"), line("guard", who="Claw"), "Activated Paid OnGuard"),
    ("SH-CANNON-3", lambda: ready(Cannon="A4 E"), line("reload", who="Cannon"), "Activated Paid Reloaded"),
    ("SH-DOOR-1", lambda: ready(Bolt1="G4 E"), line("door", who="Bolt1", at="H4"), "Activated Paid DoorMoved"),
    (
        "SH-DOOR-5",
        lambda: ready(Bolt1="G4 E"),
        line("shoot", 6, 1, who="Bolt1", target="H4"),
        "Activated Paid Fired DoorGone",
    ),
    (
        "SH-DOOR-7",
        lambda: ready(Bolt1="G4 E"),
        line("assault", 6, who="Bolt1", target="H4"),
        "Activated Paid DoorHewn DoorGone",
    ),
    ("SH-DOOR-7", lambda: ready(Bolt1="G4 E"), line("assault", 5, who="Bolt1", target="H4"), "Activated Paid DoorHewn"),
    (
        "SH-DOOR-8",
        lambda: ready(Chain="G4 E"),
        line("assault", who="Chain", target="H4"),
        "Activated Paid DoorHewn DoorGone",
    ),
    (
        "SH-DOOR-7",
        lambda: to_stealers(ready(Bolt1="A4 W", S1="I4 W")),
        line("assault", 1, 6, 1, who="S1", target="H4"),
        "PhaseOpened Activated Paid DoorHewn DoorGone AlienActed WindowStepped WindowClosed",
    ),
    (
        "SH-MELEE-4",
        lambda: ready(Bolt1="D4 E", S1="E4 W"),
        line("assault", 1, 1, 1, 6, who="Bolt1", target="S1"),
        "Activated Paid Fought Killed",
    ),
    (
        "SH-MELEE-7",
        lambda: ready(Bolt1="D4 E", S1="E4 E"),
        line("assault", 5, 1, 1, 5, who="Bolt1", target="S1"),
        "Activated Paid Fought Faced",
    ),
    (
        "SH-MELEE-7",
        lambda: ready(Bolt1="D4 E", S1="E4 E"),
        line("assault", 5, 1, 1, 5, who="Bolt1", target="S1", face=False),
        "Activated Paid Fought",
    ),
    (
        "SH-MELEE-10",
        lambda: to_stealers(
            go_on(ready(Bolt1="D4 E", S1="E4 W"), line("overwatch", who="Bolt1"), line("spend", points=6))
        ),
        line("assault", 5, 1, 1, 5, who="S1", target="Bolt1"),
        "PhaseOpened Activated Paid StanceEnded Fought AlienActed WindowStepped WindowClosed",
    ),
    (
        "SH-MELEE-5",
        lambda: to_stealers(ready(Bolt1="D4 E", S1="E4 W")),
        line("assault", 1, 1, 1, 5, who="S1", target="Bolt1"),
        "PhaseOpened Activated Paid Fought Killed",
    ),
    (
        "SH-FLAMER-3",
        lambda: ready(Flame="E4 E", S1="F4 W", S2="G4 W"),
        line("flame", 1, 2, who="Flame", target="S1"),
        "Activated Paid Flamed Burning FlamesRolled Killed",
    ),
    (
        "SH-FLAMER-3",
        lambda: ready(Flame="E4 E"),
        line("flame", who="Flame", square="F4"),
        "Activated Paid Flamed Burning",
    ),
    (
        "SH-FLAMER-3",
        lambda: in_words("Flame"),
        line("flame", 2, who="Flame", target="S1"),
        "StealerPlaced Activated Paid Flamed Burning FlamesRolled Killed",
    ),
    (
        "SH1-FLAMER-9",
        lambda: ready(FIRST, Flame="G4 E", Bolt2="A4 W"),
        line("self-destruct", who="Flame"),
        "Activated Paid BlownUp Killed DoorGone Burning",
    ),
    (
        "SH-CANNON-7",
        lambda: reloaded(S1="I4 W", Bolt1="F4 W", Bolt2="A4 W"),
        line("shoot", 1, 1, 1, 4, 4, who="Cannon", target="S1", cp=1),
        "PointsSpent Fired Exploded Killed BlastRolled Killed DoorGone",
    ),
    (
        "SH-LIB-9",
        lambda: ready(Libra="E4 E", S1="G4 W"),
        line("power", 2, who="Libra", power="psychic-storm", target="S1"),
        "PowerUsed StormRolled Killed",
    ),
    (
        "SH-ALPHA-6",
        lambda: ready(Libra="E4 E", Alpha="G4 W"),
        line("power", who="Libra", power="psychic-storm", target="Alpha"),
        "PowerUsed",
    ),
    (
        "SH-LIB-8",
        lambda: ready(Libra="E4 E"),
        line("power", who="Libra", power="force-barrier", at="G4"),
        "PowerUsed BarrierRaised",
    ),
    (
        "SH-LIB-7",
        lambda: go_on(ready(Libra="E4 E"), line("spend", points=1)),
        line("power", who="Libra", power="prescience"),
        "PowerUsed PointBack",
    ),
    (
        "SH-LADDER-4",
        lambda: ready(new(SHAFT), Chain="2:C3 E"),
        line("step", 2, who="Chain", to="2:D3"),
        "Activated Paid Moved Climbed",
    ),
    (
        "SH-LADDER-6",
        lambda: ready(new(SHAFT), Chain="2:C3 E", S1="1:D3 E"),
        line("step", 1, who="Chain", to="2:D3"),
        "Activated Paid Moved Killed Climbed",
    ),
    (
        "SH-OBJECT-1",
        lambda: ready(new(SHAFT), Chain="1:B3 W"),
        line("step", who="Chain", to="1:A3"),
        "Activated Paid Moved PickedUp",
    ),
    (
        "SH-OBJECT-2",
        lambda: go_on(
            carrying("Libra", "2:C3"), line("turn", who="Chain", facing="N"), line("turn", who="Chain", facing="E")
        ),
        line("step", who="Chain", to="1:B3", leave="CAT"),
        "Paid Moved Dropped",
    ),
    (
        "SH-OBJECT-3",
        lambda: carrying("Libra", "1:B3"),
        line("pass", who="Chain", object="CAT", to="Libra"),
        "Paid HandedOver",
    ),
    (
        "SH-MOVE-6",
        lambda: ready(Bolt1="P4 E", Bolt2="A4 E"),
        line("step", who="Bolt1", to="EAST"),
        "Activated Paid Left",
    ),
    (
        "SH-MOVE-3",
        lambda: to_stealers(ready(Bolt1="A4 W", S1="K4 W")),
        line("step", who="S1", to="J4", turn="N"),
        "PhaseOpened Activated Paid Moved Turned AlienActed WindowStepped WindowClosed",
    ),
    (
        "SH-BLIP-5",
        lambda: to_stealers(ready(doors="H4", Bolt1="E4 E", B1="I5")),
        line("step", who="B1", to="J4"),
        "PhaseOpened Activated Paid BlipStepped",
    ),
    (
        "SH-DOOR-3",
        lambda: to_stealers(ready(Bolt1="A4 W", B1="I4")),
        line("door", who="B1", at="H4"),
        "PhaseOpened Activated Paid DoorMoved",
    ),
    (
        "SH-DOOR-6",
        lambda: to_stealers(ready(doors="H4", Bolt1="A4 W", B1="I4")),
        line("door", who="B1", at="H4"),
        "PhaseOpened Activated Paid DoorMoved AlienActed WindowClosed",
    ),
    (
        "SH1-DOOR-6",
        lambda: to_stealers(ready(FIRST, doors="H4", Bolt1="A4 W", B1="I4")),
        line("door", who="B1", at="H4"),
        "PhaseOpened Activated Paid DoorMoved",
    ),
    (
        "SH-REACT-5",
        lambda: to_stealers(ready(Bolt1="A4 W", S1="I4 W")),
        line("door", who="S1", at="H4"),
        "PhaseOpened Activated Paid DoorMoved AlienActed WindowStepped WindowClosed",
    ),
    (
        "SH-ENTRY-2",
        lambda: go_on(to_stealers(ready(Bolt1="A4 W")), line("blip", name="B1", entry="N2")),
        line("step", who="B1"),
        "PhaseOpened Activated Paid Moved",
    ),
    (
        "SH1-MOVE-3",
        lambda: to_stealers(ready(FIRST, Bolt1="A4 W", S1="I4 W")),
        line("turn", who="S1", facing="N"),
        "PhaseOpened Activated Turned AlienActed WindowStepped WindowClosed",
    ),
    (
        "SH-AP-2",
        lambda: go_on(to_stealers(ready(Bolt1="A4 W", S1="I4 W", S2="K4 W")), line("activate", who="S1")),
        line("turn", who="S2", facing="N"),
        "Activated Paid Turned AlienActed WindowStepped WindowClosed",
    ),
    (
        "SH-FIRE-3",
        lambda: to_stealers(go_on(ready(Flame="E4 E", S1="F4 W"), line("flame", 1, who="Flame", target="S1"))),
        line("step", 2, who="S1", to="G4"),
        "PhaseOpened Activated Paid Moved Killed",
    ),
    (
        "SH-CP-8",
        window,
        within("Bolt1", "shoot", target="S1") | {"answers": [6, 1]},
        "Reacting PointsSpent Fired Killed WindowStepped WindowClosed",
    ),
    (
        "SH-JAM-1",
        lambda: window(line("overwatch", who="Bolt1")),
        line("react", 2, 2, overwatch=["Bolt1"]),
        "Fired Jammed WindowClosed",
    ),
    (
        "SH-JAM-2",
        lambda: window(line("overwatch", who="Bolt1")),
        line("react", 6, 6, overwatch=["Bolt1"]),
        "Fired Killed Jammed WindowClosed",
    ),
]


@pytest.mark.rule(*dict.fromkeys(rule for rule, *_rest in SEQUENCES))
@pytest.mark.parametrize(
    ("rule", "match", "said", "events"),
    SEQUENCES,
    ids=[f"{rule}-{said['do']}-{place}" for place, (rule, _match, said, _events) in enumerate(SEQUENCES)],
)
def test_an_action_event_by_event(rule: str, match: Callable[[], MatchSession], said: Line, events: str) -> None:
    assert last_events(go_on(match(), said)) == events.split(), rule


BREACHES: dict[str, Command] = {
    "opened": Door(who="Bolt1", at="D1"),
    "shot": Shoot(who="Bolt1", target="D1"),
    "hewn": Assault(who="Bolt1", target="D1"),
}


@pytest.mark.rule("SH1-FIRE-6", "SH-DOOR-5", "SH-DOOR-7", "SH-FIRE-6")
@pytest.mark.parametrize("how", BREACHES)
@pytest.mark.parametrize(("die", "dies"), [(1, False), (2, True)])
def test_fire_comes_through_a_door_that_is_opened_or_destroyed(how: str, die: int, dies: bool) -> None:
    match = ready(hall(["...D..."]) | {"edition": "1"}, Bolt1="E1 W", S1="G1 W")
    burning = match.session.state.replace(fires={"a": Fire(("A1", "B1", "C1"))})
    answers = {"shot": (6, 1), "door-dice": (6,), "flames": (die, 1)}
    state = carry_out(match.session.rules, burning, BREACHES[how], lambda question, _state: answers[question.key])
    assert state.fires == {"a": Fire(("A1", "B1", "C1", "D1", "E1", "F1", "G1"), 1)}, "no new counter"
    assert (state.marines["Bolt1"].present, state.stealers["S1"].present) == (not dies, True)
    fourth = ready(hall(["...D..."]), Bolt1="E1 W", S1="G1 W")
    alight = fourth.session.state.replace(fires={"a": Fire(("A1",))})
    if how != "opened":  # that is refused there
        state = carry_out(fourth.session.rules, alight, BREACHES[how], lambda question, _state: answers[question.key])
        assert state.fires == alight.fires, "it does not spread"
