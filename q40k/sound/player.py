"""The player: reads lines such as "fanfare 7", mixes these clips and plays them.

It is a separate process (`python -m q40k.sound`), so that no output or crash of a sound driver
reaches the screen. It ends with the process that writes to it. Its exit status says why it could
not play.
"""

from __future__ import annotations

import sys
import wave
from array import array
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from threading import Lock
from typing import Any, Protocol

from q40k.sound.clips import CLIPS, RATE, samples

LOUDEST = 9
"""The volume at which a clip is as loud as its recording."""
VOLUMES = tuple(map(str, range(LOUDEST + 1)))
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


# -- the player ------------------------------------------------------------------------------------

READY = "ready"
"""The player writes this line once a device plays."""
ENDED, NO_LIBRARY, NO_DEVICE = 0, 3, 4
"""Exit statuses."""
BUFFER_MSEC = 60
"""The device gets this much at once, so a clip starts no later than that."""


class Device(Protocol):
    """Opens a device that plays the sounds of a mixer, as long as the context lasts."""

    def __call__(self, mixer: Mixer) -> AbstractContextManager[object]:
        """Open the device. Raises ImportError without a library, OSError without a device."""


@contextmanager
def loudspeaker(mixer: Mixer, backends: Sequence[Any] = ()) -> Iterator[None]:
    """Open the machine's own device, by any of miniaudio's backends except the silent one."""
    import miniaudio

    enabled = miniaudio.get_enabled_backends()
    audible = [backend for backend in enabled if backend is not miniaudio.Backend.NULL]
    frames = mixer.frames()
    next(frames)
    try:
        device = miniaudio.PlaybackDevice(
            miniaudio.SampleFormat.SIGNED16, 1, RATE, BUFFER_MSEC, backends=[*backends] or audible
        )
        with closing(device):
            device.start(frames)
            yield
    except miniaudio.MiniaudioError as error:
        raise OSError(str(error)) from error


def play(lines: Iterable[str], device: Device = loudspeaker) -> int:
    """Play the clips named by the lines, until there are no more; return the exit status."""
    mixer, loaded = Mixer(), {}
    try:
        with device(mixer):
            sys.stdout.write(f"{READY}\n")
            sys.stdout.flush()
            for line in lines:
                name, _, volume = line.strip().partition(" ")
                if name not in CLIPS or volume not in VOLUMES:
                    continue
                if name not in loaded:
                    loaded[name] = _read(name)
                mixer.add(loaded[name], int(volume))
    except ImportError:
        return NO_LIBRARY
    except OSError:
        return NO_DEVICE
    return ENDED


def _read(clip: str) -> array[int]:
    data = array("h")
    with suppress(OSError, wave.Error, EOFError):  # a missing clip is silent
        data.frombytes(samples(clip))
    if sys.byteorder == "big":
        data.byteswap()
    return data
