"""Space Hulk to play in tests: scripts as the contract writes them."""

from __future__ import annotations

from functools import partial
from typing import Any

from q40k.games import game as games
from q40k.table.match_library import temporary_match
from q40k.table.match_session import MatchSession
from tests.games.scripted import Line, go_on, json_state, line, packs_of

UNITS = {
    "Bolt": "terminator-bolter",
    "Flame": "terminator-flamer",
    "Cannon": "terminator-cannon",
    "Claw": "terminator-claws",
    "Chain": "terminator-chainfist",
    "Sword": "sergeant-sword",
    "Hammer": "sergeant-hammer",
    "Libra": "librarian",
    "Sarge": "sergeant-bolter",
}


library = partial(packs_of, "space-hulk")
"""The shipped packs."""


def play(*lines: Line) -> MatchSession:
    """A match in memory after these lines."""
    return go_on(temporary_match(games.find("space-hulk")), *lines)


def marine(match: MatchSession, name: str) -> dict[str, Any]:
    """A marine as `--json` shows him."""
    result: dict[str, Any] = json_state(match)["marines"][name]
    return result


def stealer(match: MatchSession, name: str) -> dict[str, Any]:
    """A stealer as `--json` shows it."""
    result: dict[str, Any] = json_state(match)["stealers"][name]
    return result


# -- laying out ----------------------------------------------------------------------------


def new(mission: str = "airlock-nine", edition: str = "4", **options: Any) -> Line:
    """A match laid out with these options."""
    choices = {"timer": "off", **options}
    return line("new", game="space-hulk", mission=mission, edition=edition, seed=7, options=choices)


def put(**places: str) -> list[Line]:
    """Marines by their arm and number, as `Bolt1="E4 E"`; aliens as `S1="J4 W"`, `B1="I3"`."""
    results = []
    for name, place in places.items():
        at, _, facing = place.partition(" ")
        if not at:
            results.append(line("marine", name=name, unit=UNITS[name.rstrip("0123456789")]))
            continue
        kind = name.rstrip("0123456789")
        if kind == "B":
            results.append(line("blip", name=name, at=at))
        elif kind in ("S", "Alpha"):
            results.append(line("stealer", name=name, at=at, facing=facing or "W", alpha=kind == "Alpha"))
        else:
            unit = UNITS[kind]
            results.append(line("marine", name=name, unit=unit, at=at, facing=facing or "E"))
    return results


def ready(lay_out: Line | None = None, doors: str = "", cp: int | None = None, **places: str) -> MatchSession:
    """A match in the marine action phase; `doors` stand open, `cp` is drawn by the app."""
    first = lay_out or (new() if cp is None else new(cp="app"))
    match = play(first, *put(**places))
    go_on(match, *(line("set-door", at=at, now="open") for at in doors.split()), line("start"))
    sergeant = any(name.startswith(("Sword", "Hammer", "Sarge")) for name in places)
    redraws = sergeant and first["edition"] == "4"
    answers = () if cp is None else (cp, False) if redraws else (cp,)
    return go_on(match, line("draw", *answers))


def to_stealers(match: MatchSession) -> MatchSession:
    """As far as the Genestealer turn."""
    return go_on(match, line("end-turn"))


def next_turn(match: MatchSession, counter: int = 6) -> MatchSession:
    """As far as the next marine action phase."""
    if json_state(match)["phase"] == "marine-action":
        go_on(match, line("end-turn"))
    answers = (counter,) if json_state(match)["cp"] is None and match.state.options.cp == "table" else ()
    go_on(match, line("end-phase", *answers))
    return go_on(match, line("draw"))
