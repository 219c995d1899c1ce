"""What sounds at the same time, added up."""

from __future__ import annotations

from array import array
from collections.abc import Generator
from threading import Lock

LOUDEST = 9
"""The volume at which a clip is as loud as it was made."""
_MOST = 32_767


class Mixer:
    """Clips that sound together: `add` begins one, `frames` gives what a device asks for.

    Two threads may use it: who adds, and the device.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._sounding: list[array[int]] = []

    def add(self, samples: array[int], volume: int) -> None:
        """Begin a clip at a volume from 0 to LOUDEST; each step is as much to the ear."""
        gain = (max(0, min(LOUDEST, volume)) / LOUDEST) ** 2
        with self._lock:
            self._sounding.append(array("h", (round(gain * one) for one in samples)))

    def frames(self) -> Generator[bytes, int, None]:
        """Is sent how many samples are wanted, and gives as many: silence when nothing sounds."""
        wanted = yield b""
        while True:
            wanted = yield self.next(wanted)

    def next(self, wanted: int) -> bytes:
        """So many samples of all that sounds."""
        with self._lock:
            heard = [one[:wanted] for one in self._sounding]
            self._sounding = [one[wanted:] for one in self._sounding if len(one) > wanted]
        if not heard:
            return bytes(2 * wanted)
        whole = array("h", bytes(2 * wanted))
        for number in range(max(map(len, heard))):
            total = sum(one[number] for one in heard if number < len(one))
            whole[number] = max(-_MOST, min(_MOST, total))
        return whole.tobytes()
