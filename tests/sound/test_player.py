"""The player: what it is told, what it mixes, and what it ends with."""

from __future__ import annotations

import subprocess
import sys
from array import array
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event
from typing import Any

import pytest

from q40k.sound.clips import CLIPS, RATE, samples
from q40k.sound.player import ENDED, LOUDEST, NO_DEVICE, NO_LIBRARY, Mixer, loudspeaker, play


class Heard(Mixer):
    """A mixer that notes what was begun, and at which volume."""

    def __init__(self) -> None:
        super().__init__()
        self.begun: list[tuple[int, int]] = []

    def add(self, samples: array[int], volume: int) -> None:
        self.begun.append((len(samples), volume))


def hear_lines(monkeypatch: pytest.MonkeyPatch, *lines: str) -> list[tuple[int, int]]:
    """What a device is given for some lines."""
    mixers: list[Heard] = []

    @contextmanager
    def device(mixer: Mixer) -> Iterator[None]:
        assert isinstance(mixer, Heard)
        mixers.append(mixer)
        yield

    monkeypatch.setattr("q40k.sound.player.Mixer", Heard)
    assert play(lines, device) == ENDED
    return mixers[0].begun


def length(clip: str) -> int:
    return len(samples(clip)) // 2


def test_it_plays_what_it_is_told_as_loud_as_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = ("fanfare 7\n", "two 1\n", "fanfare 9\n")
    expected = [(length("fanfare"), 7), (length("two"), 1), (length("fanfare"), 9)]
    assert hear_lines(monkeypatch, *lines) == expected


def test_it_passes_over_what_it_does_not_know(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = ("", "\n", "fanfare\n", "../secret 7\n", "fanfare loud\n", "bell 5\n")
    assert hear_lines(monkeypatch, *lines) == [(length("bell"), 5)]


def test_without_a_library_or_a_device_it_says_so() -> None:
    def no_library(mixer: Mixer) -> Any:
        raise ImportError

    def no_device(mixer: Mixer) -> Any:
        raise OSError

    assert play(["bell 5\n"], no_library) == NO_LIBRARY
    assert play(["bell 5\n"], no_device) == NO_DEVICE


def test_miniaudio_that_is_not_installed_is_no_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "miniaudio", None)
    assert play(["bell 5\n"]) == NO_LIBRARY


def test_a_device_is_handed_all_of_a_clip() -> None:
    """By the backend of miniaudio that plays to nobody."""
    miniaudio = pytest.importorskip("miniaudio", reason="the extra `sound` is not installed")
    done = Event()

    class Watched(Mixer):
        def next(self, count: int) -> bytes:
            samples = super().next(count)
            if not any(samples) and self.played:
                done.set()
            self.played = self.played or any(samples)
            return samples

        played = False

    mixer = Watched()
    mixer.add(array("h", samples("call")[:4000]), LOUDEST)
    with loudspeaker(mixer, [miniaudio.Backend.NULL]):
        assert done.wait(20)


def test_its_process_ends_with_whoever_writes_to_it() -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "q40k.sound"], input=b"", capture_output=True, check=False, timeout=60
    )
    assert ended.returncode in (ENDED, NO_LIBRARY, NO_DEVICE)


# ---- mixing


def mix_samples(mixer: Mixer, count: int) -> list[int]:
    return array("h", mixer.next(count)).tolist()


def test_silence_is_as_long_as_wanted() -> None:
    assert mix_samples(Mixer(), 3) == [0, 0, 0]


def test_a_clip_is_given_bit_by_bit_and_then_silence() -> None:
    mixer = Mixer()
    mixer.add(array("h", [10, 20, 30]), LOUDEST)
    assert mix_samples(mixer, 2) == [10, 20]
    assert mix_samples(mixer, 2) == [30, 0]
    assert mix_samples(mixer, 2) == [0, 0]


def test_what_sounds_together_is_added_and_never_overflows() -> None:
    mixer = Mixer()
    mixer.add(array("h", [10, 30_000, -30_000]), LOUDEST)
    mixer.add(array("h", [5, 30_000, -30_000, 7]), LOUDEST)
    assert mix_samples(mixer, 4) == [15, 32_767, -32_767, 7]


def test_every_step_of_the_volume_is_louder_than_the_one_before() -> None:
    loud = []
    for volume in range(LOUDEST + 1):
        mixer = Mixer()
        mixer.add(array("h", [10_000]), volume)
        loud += mix_samples(mixer, 1)
    assert loud == sorted(set(loud))
    assert (loud[0], loud[-1]) == (0, 10_000)


def test_frames_are_what_a_device_asks_for() -> None:
    mixer = Mixer()
    frames = mixer.frames()
    next(frames)
    mixer.add(array("h", [1, 2, 3]), LOUDEST)
    assert array("h", frames.send(2)).tolist() == [1, 2]
    assert array("h", frames.send(2)).tolist() == [3, 0]


def test_all_clips_can_be_read() -> None:
    assert all(len(samples(clip)) > RATE // 5 for clip in CLIPS)
