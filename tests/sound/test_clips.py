"""The clips that ship are those the program makes, small, and enough for every call."""

import wave
from pathlib import Path

import numpy as np
import pytest

from q40k.games import game as games
from q40k.sound.clips import CLIPS, FOLDER, RATE, samples
from q40k.tui.sound import ALARMS
from tests.sounds import MADE, PEAK, write

ALL_BYTES = 600_000
LONGEST_SECONDS = 1.6
ROUNDING = 1
"""Another machine's sine may round a sample to the number beside."""


def levels(data: bytes) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
    return np.frombuffer(data, "<i2").astype(np.int64)


def test_they_are_what_the_program_makes(tmp_path: Path) -> None:
    assert set(MADE) == set(CLIPS)
    write(tmp_path)
    for name in CLIPS:
        with wave.open(str(tmp_path / f"{name}.wav"), "rb") as file:
            result = levels(file.readframes(file.getnframes()))
        kept = levels(samples(name))
        assert len(result) == len(kept), f"run `make sounds`: {name}"
        assert np.abs(result - kept).max() <= ROUNDING, f"run `make sounds`: {name}"


def test_they_are_small_and_alike() -> None:
    files = sorted(FOLDER.iterdir())
    assert [file.stem for file in files] == sorted(CLIPS)
    assert sum(file.stat().st_size for file in files) < ALL_BYTES
    for file in files:
        with wave.open(str(file), "rb") as clip:
            assert (clip.getnchannels(), clip.getsampwidth(), clip.getframerate()) == (1, 2, RATE)
            assert 0.2 <= clip.getnframes() / RATE <= LONGEST_SECONDS


@pytest.mark.parametrize("clip", CLIPS)
def test_each_is_as_loud_as_the_others_and_begins_and_ends_in_silence(clip: str) -> None:
    level = levels(samples(clip))
    assert np.abs(level).max() == pytest.approx(PEAK * 32_767, abs=1)
    assert abs(level[0]) < 300
    assert abs(level[-1]) < 300


def test_no_two_are_the_same() -> None:
    assert len({samples(clip) for clip in CLIPS}) == len(CLIPS)


@pytest.mark.parametrize("id", games.game_ids())
def test_a_game_names_its_own_calls_and_the_clocks_alarms(id: str) -> None:
    game = games.find(id)
    kinds = set(game.calls.kinds) if game.calls is not None else set()
    assert set(game.clips) <= kinds | set(ALARMS)
    assert set(game.clips.values()) - {None} <= set(CLIPS)


@pytest.mark.parametrize("id", ["quake", "epic", "space-hulk"])
def test_every_call_of_a_shipped_game_has_a_clip_of_its_own_choice(id: str) -> None:
    game = games.find(id)
    assert game.calls is not None
    assert set(game.calls.kinds) <= set(game.clips)
