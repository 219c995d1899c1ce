"""The packs of the manual work as they stand there."""

import re
from pathlib import Path

import pytest
from msgspec import to_builtins

from q40k.games.quake.packs.library import Library, check, load
from q40k.table.match_library import temporary_match
from q40k.table.match_session import MatchSession
from q40k.table.script import play_line, read_script
from tests.table.scripts import TESTER, line

MANUAL = Path(__file__).resolve().parents[4] / "docs" / "packs.md"


def block(mod: str) -> str:
    """The YAML of the manual that describes a mod."""
    text = MANUAL.read_text(encoding="utf-8")
    (result,) = (b for b in re.findall(r"```yaml\n(.*?)```", text, re.S) if f"id: {mod}\n" in b)
    return str(result)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    """The shipped packs, and those of the manual."""
    folder = tmp_path_factory.mktemp("packs")
    for mod in ("quick-deathmatch", "nine-lives-capture"):
        (folder / f"{mod}.yaml").write_text(block(mod), encoding="utf-8")
    return load([folder])


def play(library: Library, *lines: str) -> MatchSession:
    match_session = temporary_match()
    for entry in read_script(lines):
        play_line(match_session, lambda: library, entry)
    return match_session


def nine_lives(**options: int) -> list[str]:
    """Two teams of one in turn 1 of the manual's mod."""
    return [
        line("new", mod="nine-lives-capture", arena="bastions-140", seed=1, options=options),
        line("join", player="Ann", champion=TESTER, team="Red"),
        line("join", player="Bob", champion=TESTER, team="Blue"),
        line("start", 6, 6, 1, 1, "Red", "Red", "Red"),
        line("deploy", player="Bob"),
        line("deploy", player="Ann"),
    ]


def test_the_manual_has_mods_to_try(library: Library) -> None:
    assert {"quick-deathmatch", "nine-lives-capture"} <= set(library.mods)
    assert to_builtins(library.mods["quick-deathmatch"].win) == {"by": "score", "times": 5}


def test_the_first_step_is_refused_for_the_reason_the_manual_gives(tmp_path: Path) -> None:
    """Then the rule that it asks for makes it sound."""
    pack, first = tmp_path / "nine-lives.yaml", block("nine-lives")
    pack.write_text(first, encoding="utf-8")
    assert [problem.code for problem in check(pack)] == ["mod-no-round-winner"]
    second = re.search(r"```yaml\n(    rules:.*?)```", MANUAL.read_text(encoding="utf-8"), re.S)
    assert second is not None
    pack.write_text(first.replace("    rules: [portals, bonus]\n", second.group(1)), "utf-8")
    assert check(pack) == []


@pytest.mark.rule("SUDDEN-1", "BASE-1")
def test_a_champion_comes_back_eight_times_in_its_base_and_then_the_round_is_lost(library: Library) -> None:
    kill = line("kill", player="Ann", victim="Bob")
    match_session = play(library, *nine_lives(), *[kill] * 8)
    bob = match_session.state.player_named("Bob")
    assert bob is not None
    assert bob.in_play
    assert match_session.state.lives_left(bob.id) == 1
    match_session = play(library, *nine_lives(), *[kill] * 9)
    assert (match_session.state.rounds.won, match_session.state.rounds.round) == ({"Red": 1}, 2)


@pytest.mark.rule("FLAG-1", "SUDDEN-1")
def test_a_round_is_also_won_with_the_flag_and_two_rounds_are_the_match(library: Library) -> None:
    flag, home = line("flag", player="Ann"), line("capture", player="Ann")
    again = [line("deploy", player="Bob"), line("deploy", player="Ann")]
    match_session = play(library, *nine_lives(), flag, home, *again, flag, home)
    assert match_session.state.outcome.winner == ("Red",)


@pytest.mark.rule("BARREL-1")
def test_barrels_stand_about_and_options_change_its_numbers(library: Library) -> None:
    assert len(play(library, *nine_lives()).state.barrels) == 8
    kill = line("kill", player="Ann", victim="Bob")
    match_session = play(library, *nine_lives(lives=3, rounds=1, barrels_each=10), *[kill] * 3)
    assert len(match_session.state.barrels) == 20
    assert match_session.state.outcome.winner == ("Red",)
