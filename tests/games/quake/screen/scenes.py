"""The screens of an evening, each laid out by typing: what snapshots, pictures and docs show."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from tempfile import mkdtemp

from msgspec import Struct

from q40k.games.quake.state.positions import PlaceAt, StandIn
from q40k.games.quake.state.table.players import Leave
from q40k.table.history import branch
from q40k.table.match_library import MatchLibrary
from q40k.tui.desk import Desk
from tests.games.quake.screen.table import new_desk, playing, press
from tests.games.quake.screen.test_desk_mods import in_teams

HARD = ("Alice", "Bob", "Chloé", "龍騎士", "Ève [x]")
"""Names that a screen must bear: wide letters, accents, what looks like markup."""
EASY = ("Alice", "Bob", "Chloé", "Dédé", "Ève")
PLACES = {"Alice": (12, 14), "Bob": (38, 14), "Chloé": (30, 46), "Dédé": (50, 50), "Ève": (10, 48)}
"""Where champions stand on the map, in cm from the bottom left corner."""

Names = tuple[str, ...]


class Scene(Struct, frozen=True):
    """A screen: its name, what it shows, the desk it is made of, and the keys that open it."""

    name: str
    title: str
    about: str
    desk: Callable[[str, Names], Desk]
    keys: tuple[str, ...] = ()


def lobby(language: str, _names: Names) -> Desk:
    """Two have joined, a third chooses a champion."""
    desk = new_desk(language, arena="classic-60", dice="hand")
    press(desk, "Alice\ntact\nBob\nslugga\nChloé\no")
    return desk


def choosing(language: str, _names: Names) -> Desk:
    """The first question of a new match; a mod is marked."""
    desk = new_desk(language, mod=None)
    for _ in range(8):
        desk.press("down", None)
    return desk


def library_of(language: str, names: Names) -> Desk:
    """A match in a library of some, one of them a branch, one of them won."""
    path = Path(mkdtemp(prefix="q40k-scene-")) / "matches.sqlite3"
    match_library = MatchLibrary(path, lambda: "2026-11-20T21:00:00")
    won = match_library.begin("Last Friday")
    press(playing(names[:2], language, match_session=won), "f31200\nso it was\n")
    won.close()
    match_session = match_library.begin("Friday at the club")
    desk = playing(names, language, match_session=match_session)
    press(desk, "k22n")
    branch(match_session, match_session.head, "What if")
    return desk


def evening(language: str, names: Names) -> Desk:
    """A match some way in: scores, portals, tokens, somebody who has left and is back."""
    desk = playing(names, language)
    press(desk, "t124k24k35n")
    desk.do(StandIn(player="Bob", portal=4))
    desk.do(Leave(player=names[-1]))
    press(desk, "un")
    return desk


def jump(language: str, names: Names) -> Desk:
    """Somebody steps into a portal; the die is asked."""
    desk = evening(language, names)
    press(desk, "p2")
    return desk


def shooting(language: str, names: Names) -> Desk:
    """The first shooting phase, with somebody in a portal; whom to shoot at?"""
    desk = playing(names, language)
    desk.do(StandIn(player="Chloé", portal=4))
    press(desk, "es")
    return desk


def dice(language: str, names: Names) -> Desk:
    """A shot from 9 inches: a hit is typed, the roll to wound is asked."""
    desk = shooting(language, names)
    press(desk, "39\n")
    press(desk, "4" if len(getattr(desk.match_session.question, "dice", ())) == 1 else "46")
    return desk


def teams(language: str, _names: Names) -> Desk:
    """Capture the flag: a flag is taken, the other team acts."""
    desk = in_teams("capture-the-flag", language=language)
    press(desk, "o\nn")
    return desk


def placed_desk(language: str, _names: Names) -> Desk:
    """A match whose champions have places; the one who acts is about to move."""
    desk = playing(EASY, language)
    press(desk, "k24")
    for name, at in PLACES.items():
        desk.do(PlaceAt(player=name, at=at, override="as it lies"))
    press(desk, "m16,20")
    return desk


WON = ("f", "3", "1", *"200", "enter", *"so", "enter")
"""A correction that wins the match: the end comes by itself."""
MAIN = (
    Scene("set-up", "Set-up", "Who joins with what, the mod’s card, the arena, and what is missing to start.", lobby),
    Scene("movement", "A turn", "Who acts, the race, the card, what may be done, the feed.", evening),
    Scene("jump", "A jump", "What is asked of whom, by which rule, with the odds before the die.", jump),
    Scene("target", "A target", "Each target with its chance to die; the likeliest is marked.", shooting),
    Scene("dice", "Dice", "What is needed and why; dice, a count, or “dead”.", dice),
    Scene("teams", "Teams", "Capture the flag: colours and letters, flags, who may act.", teams),
    Scene("map", "The map", "The arena from above: reach, and what a move would meet.", placed_desk, ("f4",)),
    Scene("log", "The log", "Every entry, turns and kills to jump to, words to find.", evening, ("g",)),
    Scene(
        "amendment",
        "An amendment",
        "Another victim, entries ago: what changes is shown before it is kept.",
        evening,
        ("g", "k", "a", "2", "3"),
    ),
    Scene("end", "The end", "The podium, the medals, the last moment, a rematch.", evening, WON),
)
"""The ten main screens."""
MORE = (
    Scene("mods", "The mods", "A line each; the one that is marked, and an arena for it.", choosing),
    Scene("matches", "Matches", "Who plays, how each stands; open, name, put away, take back.", library_of, ("f12",)),
    Scene("board", "The board", "Everybody’s figures.", evening, ("b",)),
    Scene("history", "History", "The match as it was, step by step.", evening, ("h", "left", "left")),
    Scene("hall", "Hall mode", "For all around the table, and a second screen.", evening, ("comma", "h")),
    Scene("help", "Help", "What is focused, what is possible now, and every key.", evening, ("f1",)),
    Scene("phases", "Reference", "The phases in short.", evening, ("f5",)),
    Scene("refusal", "A refusal", "It names its rule, and may be overruled.", evening, ("m", "4", "0", "enter")),
)
"""Further screens that pictures are drawn of."""
