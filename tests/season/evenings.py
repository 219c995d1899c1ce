"""Finished matches for the tests of a season: told in a word, or played by the rules."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path

from msgspec.structs import replace

from q40k.season.decisions import Decision, Decisions, Line
from q40k.season.results import Finished
from q40k.table.digests import Ended
from q40k.table.match_library import MatchLibrary
from q40k.table.outcomes import Entrant
from tests.table.scripts import library, line, opening_lines

NUMBERS = count(1)


def ended_match(order: str, day: int = 1, game: str = "quake", hour: int = 20, **counts: int) -> Finished:
    """A match that ended in an order: "Ann > Bob = Cid", teams as "Ann+Bob > Cid+Dan".

    `counts` are those of whoever is named first.
    """
    number = next(NUMBERS)
    entrants: list[Entrant] = []
    for tied in order.split(" > "):
        place = 1 + len({entrant.side for entrant in entrants})
        for side in tied.split(" = "):
            names = side.split("+")
            entrants += [
                Entrant(name, side, place, figure=f"figure-of-{name}", army=f"army-of-{name}") for name in names
            ]
    first = entrants[0]
    entrants[0] = replace(first, counts=counts)
    at = f"2026-03-{day:02}T{hour:02}"
    ended = Ended(game, None, f"{at}:00:00+00:00", f"{at}:30:00+00:00", 7, tuple(entrants))
    return Finished(f"{number:016x}", number, f"match {number}", ended)


def standing_decisions(*decisions: Decision) -> Decisions:
    """Decisions that all stand."""
    return Decisions([Line(n, "2026-03-01T12:00:00+00:00", decision) for n, decision in enumerate(decisions, 1)])


def clock() -> Iterator[str]:
    """Times of day, a minute apart, from an evening in March on."""
    for minute in count():
        days, minutes = divmod(minute, 1440)
        yield f"2026-03-{1 + days:02}T{minutes // 60:02}:{minutes % 60:02}:00+00:00"


def played_library(path: Path) -> MatchLibrary:
    """A library with a clock of its own."""
    times = clock()
    return MatchLibrary(path, lambda: next(times))


def scored_match(*scores: tuple[str, int]) -> list[str]:
    """A match that was broken off at these scores; all field the same, so they tell the order."""
    names = [name for name, _score in scores]
    lines = [line("adjust", player=name, score=score, why="a test") for name, score in scores if score]
    return [*opening_lines(*names), *lines, line("end", why="time")]


def play_in(held: MatchLibrary, lines: list[str], name: str = "", game: str = "") -> int:
    """Play a script in a match of the library; returns its number."""
    from q40k.games import game as games
    from q40k.table.script import play_line, read_script

    match_session = held.begin(name, games.find(game) if game else None)
    try:
        for entry in read_script(lines):
            packs = library if not game else match_session.game.packs.library
            play_line(match_session, packs, entry)
    finally:
        match_session.close()
    return match_session.number
