"""Mixes clips that sound at the same time."""

from __future__ import annotations

from array import array
from collections.abc import Generator
from threading import Lock

LOUDEST = 9
"""The volume at which a clip is as loud as its recording."""
_MOST = 32_767


class Mixer:
    """Mixes clips: `add` starts one, `frames` gives the samples that a device asks for.

    Two threads may use it: the one that adds clips, and the device.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._sounding: list[array[int]] = []

    def add(self, samples: array[int], volume: int) -> None:
        """Start a clip at a volume from 0 to LOUDEST, in steps that sound equal."""
        gain = (max(0, min(LOUDEST, volume)) / LOUDEST) ** 2
        with self._lock:
            self._sounding.append(array("h", (round(gain * sample) for sample in samples)))

    def frames(self) -> Generator[bytes, int, None]:
        """Yield as many samples as are sent in each time; silence when nothing sounds."""
        count = yield b""
        while True:
            count = yield self.next(count)

    def next(self, count: int) -> bytes:
        """Return the next `count` samples of all clips that sound."""
        with self._lock:
            sounding = [clip[:count] for clip in self._sounding]
            self._sounding = [clip[count:] for clip in self._sounding if len(clip) > count]
        if not sounding:
            return bytes(2 * count)
        mixed = array("h", bytes(2 * count))
        for number in range(max(map(len, sounding))):
            total = sum(clip[number] for clip in sounding if number < len(clip))
            mixed[number] = max(-_MOST, min(_MOST, total))
        return mixed.tobytes()
