"""Every added pack × every command of every game, also by the keys of the desk: what follows an entry is no refusal."""

from collections import Counter
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from q40k.games import game as games
from q40k.i18n.locale import Locale
from q40k.table.bundles import shipped_bundles
from q40k.table.match_library import MatchLibrary
from q40k.tui.desk import Desk
from tests.cli.calls import good
from tests.pairs.games import IDS, demo_lines, library, play_demo, sample_commands, try_command
from tests.pairs.sampling import IS_WHOLE, SEED

MANIFEST = """\
id: pairs
version: "1.0"
name: {en: Pairs, fr: Paires}
author: Ann
licence: CC0-1.0
languages: [en, fr]
game: quake
"""
GIZMO = """\
weapons:
  - {id: sample, name: {en: Sample, fr: Exemple}, range_in: 12, s: 3, type: assault, shots: 1, source: own,
     certainty: high}
"""


def add_packs(folder: Path) -> None:
    """Add every pack that comes along, and one whose object bears the name that samples of commands have."""
    for id in shipped_bundles():
        good("pack", "add", id, "--yes")
    folder.mkdir()
    (folder / "q40k-pack.yaml").write_text(MANIFEST, encoding="utf-8")
    (folder / "gizmo.yaml").write_text(GIZMO, encoding="utf-8")
    good("pack", "add", str(folder), "--yes")


@pytest.mark.parametrize("id", IDS)
def test_every_command_stands_or_is_refused_beside_added_packs(id: str, own_home: Path, tmp_path: Path) -> None:
    add_packs(tmp_path / "pairs")
    done: Counter[bool] = Counter()
    with closing(MatchLibrary()) as matches:
        match_session = play_demo(matches.begin("pairs", games.find(id)), len(demo_lines(id)) // 2)
        if match_session.question is not None:
            match_session.session.discard()
        names = tuple(seat.name for seat in match_session.snapshot.seats)
        head = match_session.head
        for _word, command in sample_commands(match_session.game, names):
            if command is not None:
                done[try_command(match_session, command)] += 1
            assert matches.follow_ups.log is None, (command, Path(matches.follow_ups.log).read_text())
        match_session.close()
    assert min(done[True], done[False]) > 1, "some commands are carried out, others are refused"
    assert match_session.head > head
    assert "pairs" in good("pack", "list")


KEYS = (*"1234560aeynsxq", "enter", "enter", "enter", "space", "down", "down", "tab", "backspace", "comma")
MOST_KEYS = 14


def fill_in(desk: Desk, dice: Random) -> None:
    """Answer what a form asks with keys at random, until it is closed; Escape closes one that goes on."""
    for _ in range(MOST_KEYS):
        if desk.field is None:
            return
        key = dice.choice(KEYS)
        desk.press(key, key if len(key) == 1 else None)
    for _ in range(20):
        if desk.field is not None:
            desk.press("escape", None)


@pytest.mark.parametrize("id", IDS)
def test_every_key_of_the_desk_works_beside_added_packs(id: str, own_home: Path, tmp_path: Path) -> None:
    add_packs(tmp_path / "pairs")
    dice = Random(f"{SEED}/{id}")
    carried_out = 0
    with closing(MatchLibrary()) as matches:
        match_session = play_demo(matches.begin("pairs", games.find(id)), len(demo_lines(id)) // 2)
        desk = Desk(match_session, library(id), Locale("fr"))
        actions = [action.id for action in desk.actions]
        assert len(actions) > 20
        for action in actions * (20 if IS_WHOLE else 1):
            head = match_session.head
            desk.perform(action)
            fill_in(desk, dice)
            assert matches.follow_ups.log is None, (action, Path(matches.follow_ups.log).read_text())
            carried_out += match_session.head > head
            if match_session.snapshot.status.over:
                match_session.undo()
        match_session.close()
    assert carried_out > 2
