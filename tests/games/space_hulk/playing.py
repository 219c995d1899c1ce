"""Space Hulk to play in tests: scripts as the contract writes them."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

from q40k.games import game as games
from q40k.i18n.locale import Locale
from q40k.packs.library import Library
from q40k.table.match_library import temporary_match
from q40k.table.match_session import MatchSession
from q40k.table.script import LineRefused, play_line, read_script

Line = dict[str, Any]
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


@cache
def library() -> Library:
    """The shipped packs."""
    packs: Library = games.find("space-hulk").packs.library()
    return packs


def line(do: str, *answers: Any, **arguments: Any) -> Line:
    """One line of a script."""
    command = {"do": do, **arguments}
    return command | {"answers": list(answers)} if answers else command


def play(*lines: Line) -> MatchSession:
    """A match in memory after these lines."""
    return go_on(temporary_match(games.find("space-hulk")), *lines)


def go_on(match: MatchSession, *lines: Line) -> MatchSession:
    """The match after further lines."""
    started = None if match.head == 0 else match.game
    for entry in read_script([json.dumps(command) for command in lines], started):
        with pytest.MonkeyPatch.context() as patch:
            if entry.answers:  # else the app would roll what a rule asks too much
                patch.setattr(MatchSession, "roll_once", _refuse_to_roll)
            play_line(match, library, entry)
    return match


def _refuse_to_roll(match: MatchSession, _dice: list[Any]) -> None:
    raise AssertionError(f"the line has no answer for {match.question}")


def refusal_rule(match: MatchSession, command: Line) -> str:
    """The rule under which a line is refused; nothing of it is done."""
    before = match.session.state
    with pytest.raises(LineRefused) as refusal:
        go_on(match, command)
    assert match.session.state == before
    return refusal.value.rule


def json_state(match: MatchSession) -> dict[str, Any]:
    """The state as `--json` shows it."""
    shown: dict[str, Any] = match.game.view.as_json(match.state, match.question, [])
    return shown


def marine(match: MatchSession, name: str) -> dict[str, Any]:
    """A marine as `--json` shows him."""
    result: dict[str, Any] = json_state(match)["marines"][name]
    return result


def stealer(match: MatchSession, name: str) -> dict[str, Any]:
    """A stealer as `--json` shows it."""
    result: dict[str, Any] = json_state(match)["stealers"][name]
    return result


def log_sentences(match: MatchSession, language: str = "en") -> list[str]:
    """All that is told of a match."""
    words, locale, state = match.game.words, Locale(language), match.state
    events = [event for line in match.lines() for event in line.events]
    return [sentence for event in events if (sentence := words.tell(locale, state, event))]


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
