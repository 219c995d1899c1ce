"""What opens a screen, and what is said where there is no terminal."""

import gzip
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from q40k.games.game import DEFAULT, Game
from q40k.games.quake.table.prefilled import Prefilled
from q40k.table.context import Context
from q40k.table.match_library import MatchLibrary
from tests.cli.calls import ROOT, bad, good, import_match, q40k
from tests.games.quake.screen.table import set_up

KEPT = ROOT / "tests" / "kept" / "library-1.sqlite3.gz"


class Screens:
    """Stands for the screens: keeps what they were opened with."""

    def __init__(self) -> None:
        self.opened: list[object] = []

    def start(self, context: Context) -> int:
        self.opened.append(context)
        return 0

    def new(self, context: Context, prefilled: Prefilled, game: Game) -> int:
        assert game.id == DEFAULT
        self.opened += [context, prefilled]
        return 0

    def match(self, context: Context, library: MatchLibrary, match: int, watch: bool, hall: bool) -> int:
        self.opened += [context, match, watch, library.kept] + [hall] * hall
        return 0


@pytest.fixture
def screens(monkeypatch: pytest.MonkeyPatch) -> Screens:
    result = Screens()
    monkeypatch.setattr("q40k.cli.verbs.play.on_a_terminal", lambda *_: True)
    monkeypatch.setattr("q40k.tui.app.play_start", result.start)
    monkeypatch.setattr("q40k.tui.app.play_new", result.new)
    monkeypatch.setattr("q40k.tui.app.play_match", result.match)
    return result


def test_q40k_alone_opens_the_start(screens: Screens) -> None:
    good("--lang", "fr")
    assert screens.opened == [Context("fr")]


def test_new_hands_over_what_was_said(screens: Screens, tmp_path: Path) -> None:
    good(
        "new",
        "--arena",
        "classic-60",
        "--player",
        "Alice=space-marine+flamer",
        "--player",
        "Bob=guardian",
        "--seed",
        "7",
        "--name",
        "Friday",
        "--dice",
        "app",
        "--packs",
        str(tmp_path),
    )
    players = (("Alice", "space-marine", ("flamer",)), ("Bob", "eldar-guardian", ()))
    prefilled = Prefilled(mod="deathmatch", arena="classic-60", players=players, seed=7, name="Friday", dice="app")
    assert screens.opened == [Context("en", (tmp_path,)), prefilled]


@pytest.mark.rule("CHAMPION-8")
def test_a_perfect_fighter_may_be_named_with_any_gear(screens: Screens) -> None:
    ann = ("--player", "Ann=space-marine+wraithc")
    good("new", "--mod", "supreme-master", *ann)
    prefilled = screens.opened[1]
    assert isinstance(prefilled, Prefilled)
    assert prefilled.players == (("Ann", "space-marine", ("wraithcannon",)),)
    assert "cannot have “wraithcannon”" in bad(2, "new", "--mod", "deathmatch", *ann)


@pytest.mark.rule("CHAMPION-5")
def test_a_budget_is_for_mods_that_have_one(screens: Screens) -> None:
    good("new", "--mod", "champion-of-champions", "--budget", "30")
    prefilled = screens.opened[1]
    assert isinstance(prefilled, Prefilled)
    assert prefilled.budget == 30
    assert "has no budget" in bad(2, "new", "--budget", "30")


def test_new_without_a_word_asks_everything(screens: Screens) -> None:
    good("new", "--mod", "deathmatch")
    assert screens.opened[1] == Prefilled(mod="deathmatch")


def test_resume_and_watch_open_the_match(screens: Screens) -> None:
    number = int(import_match())
    good("resume")
    good("watch", str(number))
    assert screens.opened[1:4] == [number, False, None]
    assert screens.opened[5:] == [number, True, None]


def test_a_screen_is_told_that_the_library_was_brought_up_to_date_on_the_way(screens: Screens, own_home: Path) -> None:
    older = gzip.decompress(KEPT.read_bytes())
    (own_home / "data" / "matches.sqlite3").write_bytes(older)
    good("resume", "16")
    good("resume", "16")
    first, second = screens.opened[3], screens.opened[7]
    assert isinstance(first, Path)
    with closing(sqlite3.connect(first)) as backup:
        assert backup.execute("PRAGMA user_version").fetchone() == (2,)
    assert second is None


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--mod", "deathmach"), "deathmatch"),
        (("--arena", "classic60"), "classic-60"),
        (("--player", "Alice=space-marin"), "space-marine"),
        (("--player", "Alice"), "NAME=CHAMPION"),
        (("--player", "A=space-marine", "--player", "a=space-marine"), "twice"),
    ],
)
def test_new_with_a_wrong_word_names_the_nearest(screens: Screens, arguments: tuple[str, ...], words: str) -> None:
    assert words in bad(2, "new", *arguments)
    assert screens.opened == []


@pytest.mark.parametrize("call", [("resume",), ("new", "--mod", "deathmatch"), ("learn",)])
def test_a_terminal_of_plain_lines_is_told_what_works(
    screens: Screens, monkeypatch: pytest.MonkeyPatch, call: tuple[str, ...]
) -> None:
    import_match()
    monkeypatch.setenv("TERM", "dumb")
    assert "q40k talk" in bad(2, *call)
    assert "q40k talk" in good()
    assert screens.opened == []


def test_without_a_terminal_new_points_to_run() -> None:
    result = q40k("new")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "terminal" in result.stderr
    assert "q40k run" in result.stderr


@pytest.mark.parametrize("command", ["resume", "watch"])
def test_without_a_terminal_no_match_is_opened(command: str) -> None:
    assert "q40k run" in bad(2, command, import_match())


def test_without_a_terminal_q40k_alone_says_what_could_be_done() -> None:
    assert "q40k new" in good()
    number = import_match()
    text = good()
    assert "Soirée" in text
    assert f"q40k show {number}" in text
    assert "q40k run" in text


def test_new_without_a_word_opens_the_first_screen_and_asks_for_the_mod_once_something_is_named(
    screens: Screens,
) -> None:
    good("new")
    assert screens.opened == [Context("en")]
    good("new", "--name", "Friday")
    good("new", "--player", "Ann=guardian")
    question, named = screens.opened[2], screens.opened[4]
    assert isinstance(question, Prefilled)
    assert isinstance(named, Prefilled)
    assert (question.mod, named.mod) == (None, "deathmatch")


@pytest.mark.rule("TEAM-1", "SUDDEN-1", "BARREL-1", "TABLE-7")
def test_teams_numbers_barrels_and_a_clock_are_said_in_one_line(screens: Screens) -> None:
    good(
        "new",
        "--mod",
        "team-champions",
        "--player",
        "Ann@Red=guardian",
        "--player",
        "Bob@The Blues=guardian",
        "--option",
        "lives=3",
        "--option",
        "barrels_each=4",
        "--addon",
        "barrel-frenzy",
        "--budget",
        "90",
        "--minutes",
        "90",
        "--each",
        "60",
    )
    prefilled = screens.opened[1]
    assert isinstance(prefilled, Prefilled)
    assert prefilled.teams == {"Ann": "Red", "Bob": "The Blues"}
    assert prefilled.options == {"budget": 90, "lives": 3, "barrels_each": 4}
    assert (prefilled.addons, prefilled.minutes, prefilled.each) == (("barrel-frenzy",), 90, 60)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--mod", "one-flag", "--player", "Ann=guardian"), "NAME@TEAM"),
        (("--mod", "one-flag", "--player", "@Red=guardian"), "NAME@TEAM"),
        (("--mod", "elite", "--option", "lives"), "NAME=NUMBER"),
        (("--mod", "elite", "--option", "lives=many"), "NAME=NUMBER"),
        (("--mod", "elite", "--option", "lives=0"), "1 to 99"),
        (("--mod", "elite", "--option", "flags=2"), "no option flags"),
        (("--mod", "elite", "--addon", "fog"), "fog"),
        (("--minutes", "0"), "0"),
    ],
)
def test_what_a_mod_does_not_have_is_said(screens: Screens, arguments: tuple[str, ...], words: str) -> None:
    assert words in bad(2, "new", *arguments)
    assert screens.opened == []


@pytest.mark.rule("TEAM-1")
def test_an_at_sign_is_part_of_a_name_where_there_are_no_teams(screens: Screens) -> None:
    good("new", "--player", "ann@home=guardian")
    prefilled = screens.opened[1]
    assert isinstance(prefilled, Prefilled)
    assert prefilled.players[0][0] == "ann@home"


def evening_of(*names: str) -> int:
    """A match of the library with these players, of a deathmatch."""
    match_library = MatchLibrary()
    match_session = match_library.begin("evening")
    set_up(names, match_session=match_session)
    number = match_session.number
    match_session.close()
    match_library.close()
    return number


def test_the_players_of_an_earlier_match_come_along(screens: Screens) -> None:
    number = str(evening_of("Ann", "Bob"))
    good("new", "--players-of", number)
    good("new", "--players-of", "last", "--fresh", "--mod", "assault", "--dice", "app")
    good("new", "--players-of", number, "--player", "ann=guardian", "--minutes", "30")
    same, other, one_else = screens.opened[1], screens.opened[3], screens.opened[5]
    assert isinstance(same, Prefilled)
    assert isinstance(other, Prefilled)
    assert isinstance(one_else, Prefilled)
    assert (same.mod, same.arena, same.dice) == ("deathmatch", "classic-60", "hand")
    assert [name for name, _champion, _gear in same.players] == ["Ann", "Bob"]
    assert (other.mod, other.arena, other.dice) == ("assault", None, "app")
    assert other.players == (("Ann", "", ()), ("Bob", "", ()))
    assert [player[:2] for player in one_else.players] == [("Bob", "ork-slugga-boy"), ("ann", "eldar-guardian")]
    assert one_else.minutes == 30


def test_the_players_of_another_game_do_not(screens: Screens) -> None:
    number = str(evening_of("Ann", "Bob"))
    assert "not of Epic" in bad(2, "new", "--game", "epic", "--players-of", number)
    assert "nowhere" in bad(2, "new", "--players-of", "nowhere")
    assert screens.opened == []
