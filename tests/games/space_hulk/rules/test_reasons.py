"""Every refusal with its rule and its reason, at the moment where nothing else stands in the way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from q40k.table.match_session import MatchSession
from tests.games.scripted import Line, go_on, line
from tests.games.space_hulk.playing import new, play, put, ready, to_stealers
from tests.games.space_hulk.rules.test_hindrance import hall
from tests.games.space_hulk.rules.test_refusals import refusal

SHAFT = "down-the-shaft"
FIRST = {"edition": "1"}


def within(who: str, do: str, **arguments: Any) -> Line:
    """A reaction by command points."""
    return line("react", who=who, **{"with": {"do": do, "who": who, **arguments}})


def corridor(**places: Any) -> MatchSession:
    return ready(hall(["." * 20]), **places)


def alien_turn(*, edition: str = "4", **places: Any) -> MatchSession:
    return to_stealers(ready(new(edition=edition), **places))


def window(*lines: Line, edition: str = "4", cp: int = 3, **places: Any) -> MatchSession:
    """An open window: S1 has come a step nearer to Bolt1, who sees it."""
    match = ready(new(edition=edition, cp="app"), cp=cp, doors="H4", Bolt1="G4 E", S1="K4 W", **places)
    return go_on(to_stealers(go_on(match, *lines)), line("step", who="S1", to="J4"))


def at_entry(mission: str = "airlock-nine", edition: str = "4", *, held: bool = False, **places: Any) -> MatchSession:
    """A blip waits at N2, in the Genestealer turn."""
    match = to_stealers(ready(new(mission, edition), **places))
    go_on(match, line("blip", name="B1", entry="N2"))
    assert match.state.blips["B1"].lurking.held is held
    return match


def in_the_shaft(**places: Any) -> MatchSession:
    """The Genestealer turn on two levels; the CAT lies on 1:A3."""
    return to_stealers(ready(new(SHAFT), **places))


def carrying(other: str, at: str) -> MatchSession:
    """Chain carries the CAT on 1:A3, looks east, and another stands somewhere."""
    match = ready(new(SHAFT), Chain="1:B3 W", Libra="2:A3 W")
    go_on(match, line("step", who="Chain", to="1:A3"), line("place", who="Chain", facing="E"))
    return go_on(match, line("stealer", name=other, at=at) if other == "S1" else line("place", who=other, at=at))


def flamer_and_who_waits() -> MatchSession:
    """S1 waits at N2, in the marine turn."""
    match = go_on(at_entry(held=True, Flame="K4 N", Bolt1="A4 W"), line("convert", name="B1", value=1))
    return go_on(match, line("end-turn"), line("end-phase", 3), line("draw"))


def empty_pile() -> MatchSession:
    """All 22 blips lie somewhere."""
    return play(new(positions=False), *(line("blip", name=f"B{n}") for n in range(1, 23)))


REASONS: list[tuple[str, str, Callable[[], MatchSession], Line]] = [
    # whose turn, and how often
    (
        "SH-AP-2",
        "activated-already",
        lambda: go_on(ready(Bolt1="E4 E", Bolt2="A4 E"), line("activate", who="Bolt1"), line("activate", who="Bolt2")),
        line("turn", who="Bolt1", facing="N"),
    ),
    (
        "SH-AP-1",
        "too-few-points",
        lambda: go_on(ready(Bolt1="E4 E"), line("set", who="Bolt1", ap=1)),
        line("overwatch", who="Bolt1"),
    ),
    ("SH-CP-9", "more-points-than-cost", lambda: ready(Bolt1="E4 E"), line("turn", who="Bolt1", facing="N", cp=2)),
    (
        "SH-CP-8",
        "only-in-window",
        lambda: go_on(alien_turn(Bolt1="A4 E", S1="K4 W"), line("activate", who="S1")),
        line("turn", who="Bolt1", facing="N"),
    ),
    (
        "SH-CP-7",
        "points-for-marines",
        lambda: alien_turn(Bolt1="A4 E", S1="K4 W"),
        line("turn", who="S1", facing="N", cp=1),
    ),
    (
        "SH-BOARD-1",
        "no-alien",
        lambda: ready(Bolt1="A4 E", Libra="C4 W"),
        line("power", who="Libra", power="psychic-storm", target="Bolt1"),
    ),
    ("SH-ENTRY-5", "must-wait", lambda: at_entry(held=True, Bolt1="K1 E"), line("step", who="B1")),
    ("SH-CP-3", "drawn-already", lambda: ready(Bolt1="A4 E"), line("draw")),
    ("SH-TIMER-6", "no-clock", lambda: ready(Bolt1="A4 E"), line("pause")),
    ("SH-TIMER-5", "no-doubts", lambda: ready(Bolt1="A4 E"), line("settle")),
    ("SH-CP-6", "points-short", lambda: ready(new(cp="app", solo=True), cp=1, Bolt1="A4 E"), line("spend", points=2)),
    (
        "SOLO-TURN-1",
        "program-acts",
        lambda: go_on(ready(new(solo=True), Bolt1="A4 E"), line("end-turn")),
        line("end-turn"),
    ),
    (
        "SH-OVERWATCH-1",
        "on-overwatch-already",
        lambda: go_on(ready(Bolt1="A4 E"), line("overwatch", who="Bolt1")),
        line("overwatch", who="Bolt1"),
    ),
    (
        "SH-GUARD-1",
        "on-guard-already",
        lambda: go_on(ready(Bolt1="A4 E"), line("guard", who="Bolt1")),
        line("guard", who="Bolt1"),
    ),
    ("SH-CP-1", "points-never", lambda: ready(Bolt1="A4 E"), line("spend", points=7)),
    (
        "SH-WIN-1",
        "match-over",
        lambda: go_on(ready(new(**FIRST), Bolt1="A4 E"), line("end")),
        line("overwatch", who="Bolt1", off=True),
    ),
    ("SOLO-TURN-1", "not-alone", lambda: alien_turn(Bolt1="A4 E"), line("alien")),
    ("SH-SETUP-1", "no-marines", lambda: play(new("open-table")), line("start")),
    ("SH-MISSION-2", "no-board", lambda: ready(new("open-table"), Bolt1=""), line("positions", keep=True)),
    ("SH-BOARD-9", "bot-needs-a-board", lambda: ready(new("open-table"), Bolt1=""), line("bot", leads="marines")),
    # steps and turns
    ("SH-MOVE-2", "no-side-step", lambda: ready(Bolt1="J4 E"), line("step", who="Bolt1", to="J5")),
    ("SH-MOVE-1", "not-adjacent", lambda: ready(Bolt1="A4 E"), line("step", who="Bolt1", to="C4")),
    ("SH-MOVE-1", "unknown-direction", lambda: ready(Bolt1="A4 E"), line("step", who="Bolt1", dir="nowhere")),
    ("SH-MOVE-4", "wall-there", lambda: ready(Bolt1="A4 N"), line("step", who="Bolt1", dir="forward")),
    ("SH-MOVE-4", "square-taken", lambda: ready(Bolt1="A4 E", S1="B4 W"), line("step", who="Bolt1", to="B4")),
    ("SH-MOVE-4", "door-closed", lambda: ready(Bolt1="G4 E"), line("step", who="Bolt1", to="H4")),
    (
        "SH-MOVE-4",
        "barred",
        lambda: go_on(ready(Libra="C4 E"), line("power", who="Libra", power="force-barrier", at="D4")),
        line("step", who="Libra", to="D4"),
    ),
    (
        "SH-MOVE-4",
        "fire-there",
        lambda: go_on(ready(Flame="E4 E"), line("flame", who="Flame", square="F4")),
        line("step", who="Flame", to="F4"),
    ),
    (
        "SH-MOVE-5",
        "corner-barred",
        lambda: ready(Bolt1="I4 E", Bolt2="I5 W", S1="J4 W"),
        line("step", who="Bolt1", to="J5"),
    ),
    ("SH-MOVE-6", "not-at-exit", lambda: ready(Bolt1="O4 E"), line("step", who="Bolt1", to="EAST")),
    ("SH-LADDER-1", "no-ladder", lambda: ready(Bolt1="A4 E"), line("step", who="Bolt1", dir="up")),
    ("SH-LADDER-1", "no-ladder", lambda: ready(new(SHAFT), Chain="2:D3 E"), line("step", who="Chain", dir="up")),
    ("SH-AP-6", "no-half-turn", lambda: ready(Bolt1="A4 E"), line("turn", who="Bolt1", facing="W")),
    (
        "SH1-AP-6",
        "no-shot-with-turn",
        lambda: ready(new(**FIRST), Bolt1="A4 E", S1="C4 W"),
        line("turn", who="Bolt1", facing="N", shoot="S1"),
    ),
    (
        "SH-MELEE-1",
        "aliens-shoot-not",
        lambda: alien_turn(Bolt1="A4 E", S1="K4 W"),
        line("step", who="S1", to="J4", shoot="Bolt1"),
    ),
    (
        "SH-MOVE-3",
        "one-free-turn",
        lambda: alien_turn(Bolt1="A4 E", S1="K4 W"),
        line("step", who="S1", to="J4", turn="N", turn_first="S"),
    ),
    (
        "SH-MOVE-3",
        "quarter-only",
        lambda: alien_turn(Bolt1="A4 E", S1="K4 W"),
        line("step", who="S1", to="J4", turn="E"),
    ),
    (
        "SH1-MOVE-3",
        "turns-apart",
        lambda: alien_turn(edition="1", Bolt1="A4 E", S1="K4 W"),
        line("step", who="S1", to="J4", turn="N"),
    ),
    ("SH-ENTRY-8", "aliens-stay", lambda: alien_turn(Bolt1="A4 W", S1="P4 E"), line("step", who="S1", to="EAST")),
    ("SH-ENTRY-8", "aliens-stay", lambda: alien_turn(Bolt1="A4 W", B1="P4"), line("step", who="B1", to="EAST")),
    ("SH-ENTRY-2", "comes-in-there", lambda: at_entry(Bolt1="A4 E"), line("step", who="B1", to="K6")),
    ("SH-BLIP-6", "beside-marine", lambda: alien_turn(Bolt1="A4 W", B1="C4"), line("step", who="B1", to="B4")),
    ("SH-BLIP-7", "object-there", lambda: in_the_shaft(Chain="2:A3 W", B1="1:B3"), line("step", who="B1", to="1:A3")),
    # doors and objects
    ("SH-DOOR-1", "unknown-door", lambda: ready(Bolt1="G4 E"), line("door", who="Bolt1", at="G4")),
    ("SH-DOOR-2", "door-out-of-reach", lambda: ready(Bolt1="F4 E"), line("door", who="Bolt1", at="H4")),
    ("SH-DOOR-3", "door-out-of-reach", lambda: alien_turn(Bolt1="A4 E", B1="K7"), line("door", who="B1", at="H4")),
    (
        "SH-DOOR-4",
        "door-on-piece",
        lambda: ready(doors="H4", Bolt1="G4 E", S1="H4 W"),
        line("door", who="Bolt1", at="H4"),
    ),
    (
        "SH-OBJECT-1",
        "unknown-object",
        lambda: ready(new(SHAFT), Chain="1:B3 W", Bolt1="1:A3 E"),
        line("pass", who="Chain", object="DOG", to="Bolt1"),
    ),
    (
        "SH-OBJECT-3",
        "carries-it-not",
        lambda: ready(new(SHAFT), Chain="1:C3 W", Bolt1="1:B3 E"),
        line("pass", who="Chain", object="CAT", to="Bolt1"),
    ),
    (
        "SH-OBJECT-2",
        "carries-it-not",
        lambda: ready(new(SHAFT), Chain="1:D3 W"),
        line("step", who="Chain", to="1:C3", leave="CAT"),
    ),
    ("SH-OBJECT-3", "not-of-a-side", lambda: carrying("S1", "1:B3"), line("pass", who="Chain", object="CAT", to="S1")),
    (
        "SH-OBJECT-3",
        "not-ahead",
        lambda: carrying("Libra", "1:C3"),
        line("pass", who="Chain", object="CAT", to="Libra"),
    ),
    (
        "SH-OBJECT-3",
        "not-ahead",
        lambda: carrying("Libra", "2:B3"),
        line("pass", who="Chain", object="CAT", to="Libra"),
    ),
    # guns
    ("SH-SHOOT-1", "no-gun", lambda: ready(Claw="E4 E", S1="G4 W"), line("shoot", who="Claw", target="S1")),
    ("SH-OVERWATCH-1", "no-gun", lambda: ready(Claw="E4 E"), line("overwatch", who="Claw")),
    ("SH-FLAMER-1", "flames-only", lambda: ready(Flame="E4 E", S1="G4 W"), line("shoot", who="Flame", target="S1")),
    ("SH-SHOOT-1", "friend", lambda: ready(Bolt1="E4 E", Bolt2="F4 E"), line("shoot", who="Bolt1", target="Bolt2")),
    (
        "SH-JAM-3",
        "jammed",
        lambda: go_on(ready(Bolt1="E4 E", S1="G4 W"), line("set", who="Bolt1", jammed=True)),
        line("shoot", who="Bolt1", target="S1"),
    ),
    (
        "SH-JAM-3",
        "jammed",
        lambda: go_on(ready(Bolt1="E4 E"), line("set", who="Bolt1", jammed=True)),
        line("overwatch", who="Bolt1"),
    ),
    (
        "SH-OVERWATCH-1",
        "no-ammunition",
        lambda: go_on(ready(Cannon="E4 E"), line("set", who="Cannon", ammo=0)),
        line("overwatch", who="Cannon"),
    ),
    ("SH-SHOOT-1", "not-in-sight", lambda: ready(Bolt1="E4 E", S1="K4 W"), line("shoot", who="Bolt1", target="S1")),
    (
        "SH-SHOOT-1",
        "not-in-sight",
        lambda: ready(Bolt1="E4 E", S1="K4 W"),
        line("step", who="Bolt1", to="F4", shoot="S1"),
    ),
    (
        "SH1-SHOOT-1",
        "not-in-arc",
        lambda: ready(new(**FIRST), Bolt1="J4 E", S1="J5 W"),
        line("shoot", who="Bolt1", target="S1"),
    ),
    ("SH-JAM-4", "not-jammed", lambda: ready(Bolt1="E4 E"), line("unjam", who="Bolt1")),
    (
        "SH1-OVERWATCH-5",
        "not-on-overwatch",
        lambda: ready(new(**FIRST), Bolt1="E4 E"),
        line("overwatch", who="Bolt1", off=True),
    ),
    ("SH-CANNON-3", "no-cannon", lambda: ready(Bolt1="E4 E"), line("reload", who="Bolt1")),
    ("SH-CANNON-3", "no-cannon", lambda: ready(Flame="E4 E"), line("reload", who="Flame")),
    ("SH-CANNON-3", "no-cannon", lambda: ready(Claw="E4 E"), line("reload", who="Claw")),
    (
        "SH-CANNON-3",
        "reloaded-already",
        lambda: go_on(ready(Cannon="E4 E"), line("reload", who="Cannon")),
        line("reload", who="Cannon", cp=4),
    ),
    # flames
    (
        "SH-FLAMER-5",
        "no-ammunition",
        lambda: go_on(ready(Flame="E4 E"), line("set", who="Flame", ammo=0)),
        line("flame", who="Flame", square="F4"),
    ),
    (
        "SH1-FLAMER-9",
        "no-ammunition",
        lambda: go_on(ready(new(**FIRST), Flame="E4 E"), line("set", who="Flame", ammo=0)),
        line("self-destruct", who="Flame"),
    ),
    ("SH-FLAMER-8", "door-not-flamed", lambda: ready(Flame="E4 E"), line("flame", who="Flame", square="H4")),
    ("SH1-FLAMER-2", "own-section", lambda: ready(new(**FIRST), Flame="A4 E"), line("flame", who="Flame", square="B4")),
    ("SH-FLAMER-2", "not-in-sight", lambda: ready(Flame="E4 E"), line("flame", who="Flame", square="K4")),
    ("SH1-FLAMER-2", "not-in-arc", lambda: ready(new(**FIRST), Flame="E4 N"), line("flame", who="Flame", square="F4")),
    ("SH-FLAMER-2", "out-of-range", lambda: corridor(Flame="A1 E"), line("flame", who="Flame", square="N1")),
    ("SH-LOS-7", "off-board", flamer_and_who_waits, line("flame", who="Flame", target="S1")),
    (
        "SH-FIRE-6",
        "door-in-fire",
        lambda: go_on(ready(Flame="E4 E", Bolt1="G4 E"), line("flame", 1, who="Flame", square="F4")),
        line("door", who="Bolt1", at="H4"),
    ),
    # powers
    ("SH-LIB-1", "no-librarian", lambda: ready(Bolt1="E4 E"), line("power", who="Bolt1", power="prescience")),
    ("SH-LIB-7", "nothing-spent", lambda: ready(Libra="E4 E"), line("power", who="Libra", power="prescience")),
    (
        "SH-LIB-5",
        "one-power",
        lambda: go_on(ready(Libra="E4 E"), line("spend", points=2), line("power", who="Libra", power="prescience")),
        line("power", who="Libra", power="prescience"),
    ),
    (
        "SH-LIB-8",
        "square-not-free",
        lambda: ready(Libra="E4 E"),
        line("power", who="Libra", power="force-barrier", at="H4"),
    ),
    (
        "SH-LIB-8",
        "square-not-free",
        lambda: ready(Libra="E4 E"),
        line("power", who="Libra", power="force-barrier", at="E4"),
    ),
    (
        "SH-LIB-8",
        "square-not-free",
        lambda: go_on(ready(Libra="C4 E", Flame="E4 E"), line("flame", who="Flame", square="F4")),
        line("power", who="Libra", power="force-barrier", at="F4"),
    ),
    (
        "SH-LIB-8",
        "out-of-range",
        lambda: ready(Libra="A4 E"),
        line("power", who="Libra", power="force-barrier", at="N4"),
    ),
    (
        "SH-LIB-9",
        "out-of-range",
        lambda: ready(Libra="A4 E", S1="I4 W"),
        line("power", who="Libra", power="psychic-storm", target="S1"),
    ),
    # blips and entries
    ("SH-BLIP-3", "no-blips", empty_pile, line("blip", name="B30")),
    (
        "SH-ENTRY-4",
        "entry-full",
        lambda: go_on(play(new(), *put(Bolt1="A4 E")), *(line("blip", name=f"B{n}", entry="N1") for n in (1, 2, 3))),
        line("blip", name="B4", entry="N1"),
    ),
    (
        "SH-ENTRY-1",
        "blips-came",
        lambda: go_on(at_entry(Bolt1="A4 E"), line("blip", name="B2", entry="N1")),
        line("blip", name="B3", entry="S1"),
    ),
    (
        "SH1-ENTRY-10",
        "not-waiting",
        lambda: play(new(), *put(B1="I3")),
        line("unclear", name="B1", entries=["N1", "S1"]),
    ),
    ("SH-ENTRY-1", "unknown-entry", lambda: at_entry(Bolt1="A4 E"), line("unclear", name="B1", entries=["N1", "N9"])),
    (
        "SH-CONVERT-1",
        "blip-has-acted",
        lambda: go_on(alien_turn(Bolt1="A4 W", B1="K7"), line("step", who="B1", to="K6")),
        line("convert", name="B1", value=1),
    ),
    (
        "SH-ALPHA-1",
        "alpha-of-three",
        lambda: to_stealers(ready(new("hold-the-room"), Bolt1="A4 W", B1="K7")),
        line("convert", name="B1", value=2, alpha=True),
    ),
    (
        "SH-ALPHA-1",
        "no-alpha-here",
        lambda: alien_turn(Bolt1="A4 W", B1="K7"),
        line("convert", name="B1", value=3, alpha=True),
    ),
    (
        "SH-ALPHA-1",
        "alpha-once",
        lambda: to_stealers(ready(new("hold-the-room"), Bolt1="A4 W", B1="K7", Alpha="K1")),
        line("convert", name="B1", value=3, alpha=True),
    ),
    (
        "SH-CONVERT-5",
        "in-sight",
        lambda: to_stealers(ready(doors="H4", Bolt1="E4 E", B1="I5")),
        line("convert", name="B1", value=2, squares=["I5", "J4"]),
    ),
    # windows
    (
        "SH-REACT-2",
        "one-reaction",
        lambda: go_on(window(line("overwatch", who="Bolt1"), Bolt2="A4 W"), within("Bolt2", "turn", facing="N")),
        within("Bolt1", "turn", facing="N"),
    ),
    (
        "SH-REACT-2",
        "points-over",
        lambda: window(line("overwatch", who="Bolt1"), line("spend", points=6)),
        within("Bolt1", "turn", facing="N"),
    ),
    (
        "SH-REACT-3",
        "one-reaction",
        lambda: go_on(window(line("overwatch", who="Bolt2"), Bolt2="I5 E"), within("Bolt1", "overwatch")),
        line("react", overwatch=["Bolt1"]),
    ),
    ("SH1-CP-8", "saw-not", lambda: window(edition="1", Bolt2="A4 W"), within("Bolt2", "turn", facing="N")),
    ("SH-CP-8", "no-command-within", window, line("react", who="Bolt1", **{"with": {"do": "fly"}})),
    ("SH-OVERWATCH-1", "cannot-watch", window, line("react", overwatch=["Bolt1"])),
    ("SH1-REACT-1", "watch-over", lambda: window(edition="1"), line("react", overwatch=["Bolt1"])),
    (
        "SH-DOOR-6",
        "no-door-closed",
        lambda: window(line("overwatch", who="Bolt1")),
        line("react", overwatch=["Bolt1"], door="H4"),
    ),
]


@pytest.mark.rule(*dict.fromkeys(rule for rule, *_rest in REASONS))
@pytest.mark.parametrize(
    ("rule", "code", "match", "command"),
    REASONS,
    ids=[f"{rule}-{code}-{command['do']}" for rule, code, _match, command in REASONS],
)
def test_a_refusal_has_this_rule_and_this_reason(
    rule: str, code: str, match: Callable[[], MatchSession], command: Line
) -> None:
    assert refusal(match(), command) == (rule, code)


@pytest.mark.rule("SH-SETUP-1", "SH-TIMER-1", "SH1-BOX-1", "SH1-MISSION-2", "SH-AP-5")
@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (new(timer=29), ("SH-TIMER-1", "bad-timer")),
        (new(timer=601), ("SH-TIMER-1", "bad-timer")),
        (new(timer=True), ("SH-TIMER-1", "bad-timer")),
        (new(cp="none"), ("SH-SETUP-1", "bad-option")),
        (new(novice=1), ("SH-SETUP-1", "bad-option")),
        (new(sand=1), ("SH-SETUP-1", "unknown-option")),
        (new(SHAFT, "1"), ("SH1-MISSION-2", "mission-not-of-edition")),
        (new("open-table", bot="marines"), ("SH-BOARD-9", "bot-needs-a-board")),
    ],
)
def test_a_match_is_not_laid_out_like_this(command: Line, reason: tuple[str, str]) -> None:
    assert refusal(play(), command) == reason


@pytest.mark.rule("SH-TIMER-1", "SH1-BOX-1", "SH-BOX-1", "SH-BOX-6")
def test_the_shortest_and_the_longest_timer_and_units_of_either_book() -> None:
    assert [play(new(timer=seconds)).state.options.timer for seconds in (30, 600, "off", False)] == [
        30,
        600,
        None,
        None,
    ]
    first, fourth = play(new(edition="1")), play(new())
    claws, sarge = (line("marine", name="X", unit=unit, at="A4") for unit in ("terminator-claws", "sergeant-bolter"))
    assert refusal(first, claws) == ("SH1-BOX-1", "unit-not-in-edition")
    assert refusal(fourth, sarge) == ("SH-AP-5", "unit-not-in-edition")
    for do in (line("guard", who="Sarge1"), line("power", who="Sarge1", power="prescience")):
        assert refusal(ready(new(edition="1"), Sarge1="A4 E"), do) == ("SH1-BOX-1", "not-in-edition")
    assert refusal(ready(Flame="A4 E"), line("self-destruct", who="Flame")) == ("SH-AP-5", "not-in-edition")
