"""Every added pack × every command of every game: what follows an entry never looks like a refusal."""

from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest

from q40k.games import game as games
from q40k.table.bundles import shipped_bundles
from q40k.table.match_library import MatchLibrary
from tests.cli.calls import good
from tests.pairs.games import IDS, demo_lines, play_demo, sample_commands, try_command

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
    with closing(MatchLibrary()) as library:
        match_session = play_demo(library.begin("pairs", games.find(id)), len(demo_lines(id)) // 2)
        if match_session.question is not None:
            match_session.session.discard()
        names = tuple(seat.name for seat in match_session.snapshot.seats)
        head = match_session.head
        for _word, command in sample_commands(match_session.game, names):
            if command is not None:
                done[try_command(match_session, command)] += 1
            assert library.follow_ups.log is None, (command, Path(library.follow_ups.log).read_text())
        match_session.close()
    assert min(done[True], done[False]) > 1, "some commands are carried out, others are refused"
    assert match_session.head > head
    assert "pairs" in good("pack", "list")
