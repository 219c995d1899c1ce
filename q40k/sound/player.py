"""The player: it reads lines such as "fanfare 7" and lets these clips be heard.

It has a process of its own (`python -m q40k.sound`), so that nothing a sound driver prints or
breaks reaches the screen. It ends with whoever writes to it; its exit status says why it could not
play.
"""

from __future__ import annotations

import sys
import wave
from array import array
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from typing import TYPE_CHECKING, Any, Protocol

from q40k.sound.clips import CLIPS, RATE, samples
from q40k.sound.mixing import Mixer

if TYPE_CHECKING:
    from collections.abc import Iterator

ENDED, NO_LIBRARY, NO_DEVICE = 0, 3, 4
"""Exit statuses."""
BUFFER_MSEC = 60
"""So much is handed to the device at once: a clip begins no later than that."""


class Device(Protocol):
    """Opens what plays the sounds of a mixer, for as long as the context lasts."""

    def __call__(self, mixer: Mixer) -> AbstractContextManager[object]:
        """Raises ImportError without a library, OSError when nothing can be opened."""


@contextmanager
def loudspeaker(mixer: Mixer, backends: Sequence[Any] = ()) -> Iterator[None]:
    """The machine's own device, by any of miniaudio's backends but the one that is silent."""
    import miniaudio

    audible = [one for one in miniaudio.get_enabled_backends() if one is not miniaudio.Backend.NULL]
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
    """Play what the lines name until there are no more; returns the exit status."""
    mixer, known = Mixer(), {}
    try:
        with device(mixer):
            for line in lines:
                name, _, volume = line.strip().partition(" ")
                if name not in CLIPS or not volume.isdecimal():
                    continue
                if name not in known:
                    known[name] = _read(name)
                mixer.add(known[name], int(volume))
    except ImportError:
        return NO_LIBRARY
    except OSError:
        return NO_DEVICE
    return ENDED


def _read(clip: str) -> array[int]:
    read = array("h")
    with suppress(OSError, wave.Error, EOFError):  # a clip that is gone is not heard
        read.frombytes(samples(clip))
    if sys.byteorder == "big":
        read.byteswap()
    return read
