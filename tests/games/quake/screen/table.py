"""A desk and an app to type at, as a game master would."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from rich.cells import cell_len

from q40k.games.quake.packs.library import Library, load
from q40k.games.quake.state.match import Match, Player
from q40k.games.quake.table.prefilled import Prefilled
from q40k.i18n.locale import Locale
from q40k.table.match_library import temporary_match
from q40k.table.match_session import MatchSession
from q40k.tui.desk import Desk
from q40k.tui.fields import Field
from q40k.tui.match_app import MatchApp

NAMED = {" ": "space", "\n": "enter", "\t": "tab", "?": "question_mark", "-": "minus", ",": "comma"}
PACKS = Path(__file__).parent / "packs"
KEYS_OF = {"\b": "backspace", "\x1b": "escape", "↓": "down"}
FOUR = ("Alice", "Bob", "Chloé", "Dédé")
CHAMPIONS = ("space-marine", "ork-slugga-boy", "eldar-guardian", "nec-warrior")


@cache
def library() -> Library:
    """The shipped mods, arenas and bonuses with a few champions of the tests' own, read once."""
    shipped = load(only=("mods", "arenas", "bonus_tables"))
    own = load((PACKS,), only=("champions", "weapons", "gear"), shipped=False)
    return shipped.replace(champions=own.champions, weapons=own.weapons, gear=own.gear)


def keys(text: str) -> list[tuple[str, str | None]]:
    """The keys that type `text`: Enter is \\n, Tab \\t, Backspace \\b, Escape \\x1b, ↓ itself."""
    typed: list[tuple[str, str | None]] = []
    for character in text:
        if character in KEYS_OF:
            typed.append((KEYS_OF[character], None))
        else:
            typed.append((NAMED.get(character, character), character))
    return typed


def press(desk: Desk, text: str) -> None:
    """Type at a desk."""
    for key, character in keys(text):
        desk.press(key, character)


def new_desk(language: str = "en", match_session: MatchSession | None = None, **options: Any) -> Desk:
    """A desk before the first question of a new match."""
    ask_dice = options.pop("ask_dice", False)
    prefilled = Prefilled(**{"mod": "deathmatch", "seed": 5, "d3": "d3", **options})
    return Desk(match_session or temporary_match(), library(), Locale(language), prefilled, ask_dice=ask_dice)


def set_up(names: Sequence[str] = FOUR, language: str = "en", **options: Any) -> Desk:
    """A desk with these players joined."""
    champions = tuple(CHAMPIONS[n % len(CHAMPIONS)] for n in range(len(names)))
    players = tuple(zip(names, champions, [()] * len(names), strict=True))
    arena = options.pop("arena", "classic-60" if len(names) < 10 else "cathedral-120")
    desk = new_desk(language, arena=arena, players=players, **options)
    assert [p.name for p in desk.state.players.values()] == list(names), desk.notice
    return desk


def playing(names: Sequence[str] = FOUR, language: str = "en", **options: Any) -> Desk:
    """A desk in the first movement phase; Alice, the first named, acts first."""
    desk = set_up(names, language, **options)
    press(desk, "\n")
    rolled = 0
    while desk.match_session.question is not None:
        rolled += 1
        press(desk, "6" if desk.match_session.question.who == "p1" else str(rolled % 5 + 1))
    while desk.state.play.phase == "deployment":
        press(desk, "n")
    assert desk.state.play.phase == "movement"
    assert active(desk).id == "p1" or desk.state.setup.roller == "app"
    return desk


def active(desk: Desk) -> Player:
    """The active player."""
    result: Player = desk.state.players[desk.state.play.active or ""]
    return result


def player(desk: Desk, name: str) -> Player:
    """The player of that name."""
    result: Player | None = desk.state.player_named(name)
    assert result is not None
    return result


def field(desk: Desk) -> Field:
    """The open field."""
    assert desk.field is not None, desk.notice
    return desk.field


def idle(desk: Desk) -> bool:
    """Whether nothing is open."""
    return desk.field is None and desk.refused is None and desk.trouble is None


def app_of(desk: Desk, *, debug_on: bool = True) -> MatchApp:
    """An app that shows a desk and raises what goes wrong."""
    return MatchApp(desk, raising=debug_on)


def screen(app: MatchApp) -> str:
    """What the screen shows, as text."""
    strips = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip) for strip in strips)


def row(app: MatchApp, words: str, below: str = "") -> tuple[int, int]:
    """Where on the screen some words stand, below others: column and row."""
    seen = not below
    for y, line in enumerate(screen(app).splitlines()):
        if seen and words in line:
            return cell_len(line[: line.index(words)]), y
        seen = seen or below in line
    raise AssertionError(f"{words!r} is not on the screen:\n{screen(app)}")


def scores(state: Match) -> dict[str, Any]:
    """Everybody's score by name."""
    return {p.name: p.score.points for p in state.players.values()}
