"""Every game of the house has its place in a season, also one that says nothing of its own."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

import pytest

from q40k.games import game as games
from q40k.i18n.locale import Locale
from q40k.season.season import season
from q40k.season.wording import chapters
from q40k.table.digests import Ended, how_it_ended
from q40k.table.match_library import MatchLibrary, temporary_match
from q40k.table.match_session import MatchSession
from q40k.table.script import play_line, read_script
from tests.season.evenings import play_in, scored_match

EPIC = sorted((games.folder_of("epic") / "matches").glob("*.jsonl"))
HULK = sorted((games.folder_of("space-hulk") / "matches").glob("*.jsonl"))


def play_script(game: str, script: Path) -> MatchSession:
    match_session = temporary_match(games.find(game))
    packs = match_session.game.packs.library
    for entry in read_script(script.read_text(encoding="utf-8").splitlines()):
        play_line(match_session, packs, entry)
    return match_session


def by_name(scripts: list[Path], name: str) -> Path:
    return next(path for path in scripts if path.stem.startswith(name))


def ended_match(match_session: MatchSession) -> Ended:
    result = how_it_ended(match_session.game, match_session.session.state, match_session.inputs())
    assert result is not None
    return result


@pytest.mark.parametrize("script", EPIC, ids=lambda path: path.stem)
def test_a_match_of_epic_tells_winner_armies_and_losses(script: Path) -> None:
    match_session = play_script("epic", script)
    board = match_session.game.view.as_json(match_session.state, None, [])
    result = ended_match(match_session)
    winners = board["winner"] or list(board["sides"])
    assert [entrant.player for entrant in result.entrants if entrant.place == 1] == winners
    assert {entrant.player: entrant.army for entrant in result.entrants} == {
        name: side["army"] for name, side in board["sides"].items()
    }
    lost = dict.fromkeys(board["sides"], 0)
    for formation in board["formations"].values():
        lost[formation["player"]] += formation["of"] - formation["alive"]
    for entrant in result.entrants:
        others = sum(number for name, number in lost.items() if name != entrant.player)
        assert entrant.counts == {"destroyed": others, "lost": lost[entrant.player]}


@pytest.mark.parametrize("script", HULK, ids=lambda path: path.stem)
def test_a_match_of_space_hulk_tells_winner_and_kills(script: Path) -> None:
    match_session = play_script("space-hulk", script)
    board = match_session.game.view.as_json(match_session.state, None, [])
    result = how_it_ended(match_session.game, match_session.session.state, match_session.inputs())
    if board["phase"] != "over":
        assert result is None
        return
    assert result is not None
    assert [entrant.army for entrant in result.entrants if entrant.place == 1] == board["winner"]
    marines, stealers = result.entrants
    assert marines.counts == {"kills": board["kills"]}
    dead = sum(not (marine["alive"] or marine["left_by"]) for marine in board["marines"].values())
    assert stealers.counts == {"marines": dead}
    assert (marines.player, stealers.player) == ("", "")  # nobody was named


def test_who_is_named_in_space_hulk_counts_but_for_the_side_that_plays_by_itself() -> None:
    script = by_name(HULK, "alone")
    new, *rest = script.read_text(encoding="utf-8").splitlines()
    arguments = {**json.loads(new), "marines": "Ann", "stealers": "Bob"}
    match_session = temporary_match(games.find("space-hulk"))
    packs = match_session.game.packs.library
    for entry in read_script([json.dumps(arguments), *rest]):
        play_line(match_session, packs, entry)
    assert [entrant.player for entrant in ended_match(match_session).entrants] == ["Ann", ""]


def test_who_plays_both_sides_of_space_hulk_has_met_nobody(tmp_path: Path) -> None:
    script = by_name(HULK, "down-the-shaft")
    new, *rest = script.read_text(encoding="utf-8").splitlines()
    dumps = json.dumps({**json.loads(new), "marines": "Ann", "stealers": "Ann"})
    match_session = temporary_match(games.find("space-hulk"))
    for entry in read_script([dumps, *rest]):
        play_line(match_session, match_session.game.packs.library, entry)
    with closing(MatchLibrary(tmp_path / "matches.sqlite3")) as library:
        library.adopt(match_session, "")
        (match,) = season(library).matches
    assert match.people == ()
    assert sorted(entrant.place for entrant in match.entrants) == [1, 2]
    assert len(match.sides) == 2


@pytest.fixture
def race(monkeypatch: pytest.MonkeyPatch) -> str:
    """The dice race, which says nothing of its own about results."""
    monkeypatch.setitem(games.GAMES, "race", "tests.games.race.manifest:MANIFEST")
    return "race"


def test_without_results_of_its_own_a_game_goes_by_winners_and_race(race: str) -> None:
    game = games.find(race)
    assert game.results is None
    match_session = temporary_match(game)
    assert game.demo is not None
    lines = game.demo.script.read_text(encoding="utf-8").splitlines()
    for entry in read_script(lines):
        play_line(match_session, game.packs.library, entry)
    status = game.view.status(match_session.state)
    assert status.over
    result = ended_match(match_session)
    parts = {racer.name: racer.progress for racer in game.view.race(match_session.state)}
    by_place = sorted(result.entrants, key=lambda entrant: entrant.place)
    assert [row.player for row in by_place if row.place == 1] == list(status.winners)
    rest = [parts[row.player] for row in by_place if row.place > 1]
    assert rest == sorted(rest, reverse=True)


def test_every_game_has_its_own_part_of_the_season(tmp_path: Path) -> None:
    with closing(MatchLibrary(tmp_path / "matches.sqlite3")) as library:
        play_in(library, scored_match(("Ann", 9), ("Bob", 5)))
        library.adopt(play_script("epic", by_name(EPIC, "places")), "epic")
        library.adopt(play_script("space-hulk", by_name(HULK, "alone")), "hulk")
        result = season(library)
    assert set(result.games) == {"quake", "epic", "space-hulk"}
    titles = [chapter.title for chapter in chapters(Locale("en"), result)]
    assert titles[0] == "Standings"
    assert {"Standings · Quake 40K", "Armies · Space Hulk"} <= set(titles)
    assert "Standings · Epic Escarmouches" in titles
    french = [chapter.title for chapter in chapters(Locale("fr"), result)]
    assert "Armées · Space Hulk" in french
