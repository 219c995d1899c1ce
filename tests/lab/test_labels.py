"""Labels of packs: written by the lab, played again elsewhere, and found out if they are false."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from q40k.games import game as games
from q40k.lab.engines import Engine
from q40k.lab.labels import BadLabel, plan_of
from q40k.packs.bundle import read_bundle
from q40k.packs.finding import MANIFEST
from q40k.packs.labels import Label
from q40k.packs.problems import PackError
from tests.cli.calls import good, q40k
from tests.packs.test_bundles import ABOUT, PERSONALITY

PLAN = (
    "--arenas", "classic-60", "--what", "arenas", "--levels", "straight", "--personalities", "shy", "--champions",
    "space-marine", "--option", "times_to_win=1", "--games", "3", "--cores", "1",
)  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    path = tmp_path / "friday"
    path.mkdir()
    (path / MANIFEST).write_bytes(ABOUT + b"# my own words\n")
    (path / "shy.yaml").write_bytes(PERSONALITY)
    return path


def test_a_label_holds_where_it_is_played_again_and_a_false_one_is_found_out(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "has no labels" in q40k("pack", "verify", str(folder)).stderr
    labelled = good("lab", "label", str(folder), *PLAN)
    assert "The classic pit: " in labelled
    assert "That is too few games to tell: " in labelled, "3 games"
    assert good("lab", "label", str(folder), *PLAN), "once more, from the shelf"
    text = (folder / MANIFEST).read_text(encoding="utf-8")
    assert "# my own words" in text
    assert text.count("command:") == 1
    packed = str(tmp_path / "friday.q40kpack")
    assert "label: q40k lab weigh --game quake --arenas classic-60" in good(
        "pack", "make", str(folder), "--out", packed
    )
    output = good("pack", "verify", packed, "--games", "2", "--seed", "1", "--cores", "1")
    assert "2 of 3 games played again" in output
    assert "2 of 2 ended exactly alike" in output
    assert "The label holds" in output
    (label,) = read_bundle(Path(packed)).manifest.labels
    other = replace(label, checks="h" + "0" * 6 + label.checks[7:])
    write(folder, text, label, other)
    output = fails(folder)
    assert "Games that ended differently: 1" in output
    write(folder, text, label, replace(other, rules="0" * 24))
    output = good("pack", "verify", str(folder), "--games", "3", "--cores", "1")
    assert "only figures are compared; 2 of 3 ended exactly alike" in output
    write(folder, text, label, replace(other, rules="0" * 24, turns=(1000.0, 999.0, 1001.0)))
    output = fails(folder)
    assert "they do not fit" in output
    write(folder, text, label, replace(label, found=(replace(label.found[0], share=(0.9, 0.1, 1.0)),)))
    output = fails(folder)
    assert "they do not fit" in output, "all games played again have no interval to hide in"

    def stop(*_words: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Engine, "play", stop)
    result = q40k("pack", "verify", packed, "--cores", "1")
    assert (result.exit_code, "No game was finished" in result.stdout) == (130, True)


def fails(folder: Path) -> str:
    """What is told of a label that does not hold, when all its games are played again."""
    result = q40k("pack", "verify", str(folder), "--games", "3", "--cores", "1")
    assert (result.exit_code, "The label does not hold." in result.stdout) == (1, True)
    return result.stdout


def write(folder: Path, text: str, label: Label, other: Label) -> None:
    """Write a manifest with another label."""
    from q40k.packs.labels import write_labels

    assert other != label
    (folder / MANIFEST).write_text(write_labels(text, [other]), encoding="utf-8")


FALSE: dict[str, dict[str, Any]] = {
    "an arena that is not here": {"entries": ("nowhere",)},
    "no arena": {"entries": ()},
    "an unknown kind": {"kind": "spells"},
    "not all that is shared": {"shared": {}},
    "nothing of what is shared": {"shared": dict.fromkeys(("champions", "personalities", "levels", "mods"), ())},
    "an unknown design": {"design": "duel"},
    "more seats than the game has": {"seats": 1},
    "fields without end": {"design": "all", "kind": "champions", "by_seat": True, "seats": 12},
    "fewer than seats": {"design": "fields", "seats": 6},
}


def test_a_label_that_cannot_be_played_is_refused_before_it_is_begun(folder: Path) -> None:
    game = games.find()
    good("lab", "label", str(folder), *PLAN)
    (label,) = read_bundle(folder).manifest.labels
    library = game.packs.library([folder])
    assert plan_of(label, game.lab, library).entries == ("classic-60",)
    everybody = {
        "entries": tuple(library.of_kind("champions")),
        "shared": {kind: ids for kind, ids in label.shared.items() if kind != "champions"}
        | {"arenas": ("classic-60",)},
    }
    for name, changes in FALSE.items():
        with pytest.raises(BadLabel):
            plan_of(replace(label, **(everybody if name == "fields without end" else {}) | changes), game.lab, library)
    text = (folder / MANIFEST).read_text(encoding="utf-8")
    for before, after in (
        ("games: 3", "games: 2001"),
        ("games: 3", "games: 4"),
        ("seed: 1", "seed: -1"),
        ("checks: h", "checks: hg"),
        ("rules: ", "rules: '../'\n  x: "),
        ("command: q40k", 'command: "\\e[2J'),
    ):
        (folder / MANIFEST).write_text(text.replace(before, after), encoding="utf-8")
        with pytest.raises(PackError):
            read_bundle(folder)
