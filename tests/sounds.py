"""Make the clips of q40k/sound/clips, every time the same: `make sounds`.

Nothing is recorded: tones are sums of sines, knocks are noise that dies away. Some 0.2 to 1.4
seconds each, 16 bits, one channel, 16 kHz; all of them together are smaller than a photograph.
"""

from __future__ import annotations

import wave
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from q40k.sound.clips import FOLDER, RATE, Clip

Wave = np.ndarray[Any, np.dtype[np.float64]]
"""Samples from about -1 to 1."""

PEAK = 0.8
"""How loud the loudest sample of a clip is, in parts of what fits."""
EDGE_SECONDS = 0.008
"""A clip begins and ends so gently that it does not click."""
HIGHEST = 6_500.0
"""No part of a tone is higher, in Hz: what is above half the rate would come out as another."""

BELL = ((1.0, 1.0), (2.0, 0.5), (2.76, 0.35), (5.4, 0.15))
"""The partials of a bell: how high above its tone, and how loud."""
METAL = ((1.0, 1.0), (1.47, 0.8), (2.09, 0.7), (2.56, 0.6), (3.39, 0.5), (4.08, 0.4))
"""The partials of struck metal."""


def notes(midi: Iterable[int]) -> list[float]:
    """The frequencies of notes as keyboards number them, 69 being 440 Hz."""
    return [440.0 * 2.0 ** ((note - 69) / 12) for note in midi]


def moments(seconds: float) -> Wave:
    """The times of the samples of so many seconds."""
    return np.arange(round(seconds * RATE)) / RATE


def fading(tone: Wave, halves: float) -> Wave:
    """The tone, half as loud after every so many seconds."""
    return tone * 0.5 ** (np.arange(len(tone)) / (halves * RATE))


def strike_note(hz: float, seconds: float, partials: Sequence[tuple[float, float]], halves: float) -> Wave:
    """Something struck: its partials, of which the higher die away sooner."""
    time = moments(seconds)
    parts = [
        fading(loud * np.sin(2 * np.pi * hz * high * time), halves / high**0.5)
        for high, loud in partials
        if hz * high < HIGHEST
    ]
    return np.asarray(sum(parts))


def blown(hz: Wave | float, seconds: float, bright: float = 1.0, halves: float = 9.0) -> Wave:
    """A brass: all harmonics, the brighter the louder the high ones; it may glide."""
    steady = np.full(round(seconds * RATE), hz) if isinstance(hz, float) else hz
    phase = 2 * np.pi * np.cumsum(steady) / RATE
    most = max(1, int(HIGHEST / steady.max()))
    tone = sum(np.sin(n * phase) / n ** (2.0 - bright) for n in range(1, most + 1))
    swell = np.minimum(1.0, moments(seconds) / 0.03)
    return fading(np.asarray(tone) * swell, halves)


def gliding(start: float, end: float, seconds: float) -> Wave:
    """Frequencies from one to another, by equal steps of the ear."""
    return np.geomspace(start, end, round(seconds * RATE))


def thud(hz: float, seconds: float = 0.3) -> Wave:
    """A blow on something large: a low tone that drops at once."""
    phase = 2 * np.pi * np.cumsum(gliding(2.5 * hz, 0.7 * hz, seconds)) / RATE
    return fading(np.sin(phase), 0.06)


def noise(seconds: float, halves: float, dull: int = 1, seed: int = 40) -> Wave:
    """Noise that dies away; the mean of so many neighbours makes it duller."""
    drawn = np.random.RandomState(seed).uniform(-1.0, 1.0, round(seconds * RATE))
    smooth = np.convolve(drawn, np.ones(dull) / dull**0.5, "same")
    return fading(smooth, halves)


def mix_waves(*parts: tuple[float, Wave]) -> Wave:
    """Waves laid over each other, each from so many seconds on."""
    starts = [round(at * RATE) for at, _one in parts]
    whole = np.zeros(max(at + len(samples) for at, (_s, samples) in zip(starts, parts, strict=True)))
    for at, (_start, samples) in zip(starts, parts, strict=True):
        whole[at : at + len(samples)] += samples
    return whole


def in_turn(waves: Iterable[Wave], every: float) -> Wave:
    """Waves one after another, each beginning so many seconds after the one before."""
    return mix_waves(*((n * every, samples) for n, samples in enumerate(waves)))


def chord(midi: Iterable[int], seconds: float, bright: float = 1.0, halves: float = 0.4) -> Wave:
    """Brass together."""
    return np.asarray(sum(blown(hz, seconds, bright, halves) for hz in notes(midi)))


def streak(*midi: int) -> Wave:
    """A run upwards, its last note held and doubled an octave above."""
    *run, last = notes(midi)
    held = blown(last, 0.45, 1.1, 0.15) + 0.5 * blown(2 * last, 0.45, 1.0, 0.12)
    return in_turn([*(blown(hz, 0.16, 1.0, 0.08) for hz in run), held], 0.11)


def _slide() -> Wave:
    """A trombone that gives up: three notes down, the last one drooping."""
    *steps, last = notes([58, 57, 56, 55])
    droop = gliding(last, 0.84 * last, 0.6) * (1 + 0.02 * np.sin(2 * np.pi * 6 * moments(0.6)))
    return in_turn([*(blown(hz, 0.22, 1.0, 0.3) for hz in steps), blown(droop, 0.6, 1.0, 0.4)], 0.24)


def _zap() -> Wave:
    """A tear in the air: down and hoarse, with a snap at its end."""
    seconds = 0.4
    down = blown(gliding(2_400.0, 90.0, seconds), seconds, 1.2, 0.2)
    hoarse = down * (1 + 0.7 * np.sin(2 * np.pi * 63 * moments(seconds)))
    return mix_waves((0.0, hoarse), (0.32, 2.0 * noise(0.15, 0.02)))


def _clash() -> Wave:
    """Blade on blade, twice."""
    hit = strike_note(1_310.0, 0.4, METAL, 0.06)
    return mix_waves((0.0, hit), (0.0, 2 * noise(0.08, 0.01)), (0.14, 1.3 * strike_note(1_650.0, 0.5, METAL, 0.09)))


def _crash() -> Wave:
    """Something falls over, and a piece of it after."""
    return mix_waves(
        (0.0, 2 * noise(0.6, 0.07, dull=5)), (0.0, 2 * thud(70.0)), (0.3, noise(0.4, 0.04, dull=3, seed=41))
    )


def _heartbeat() -> Wave:
    """A heart, twice."""
    beat = mix_waves((0.0, thud(58.0, 0.25)), (0.2, 0.7 * thud(50.0, 0.25)))
    return in_turn([beat, beat], 0.62)


def _clock() -> Wave:
    """Tick, tock, tick, tock."""
    tick = strike_note(1_900.0, 0.07, METAL, 0.008)
    tock = strike_note(1_400.0, 0.07, METAL, 0.01)
    return in_turn([tick, tock, tick, tock], 0.24)


def _first_blood() -> Wave:
    """A drum, and dark brass on it."""
    return mix_waves((0.0, 5 * thud(64.0, 0.5)), (0.1, chord([45, 52, 57, 60], 0.8, halves=0.2)))


def _rise() -> Wave:
    """Somebody passes all others: up, and a bright chord."""
    return mix_waves((0.0, blown(gliding(220.0, 660.0, 0.3), 0.3)), (0.28, chord([64, 71, 76], 0.5, halves=0.15)))


def _fall() -> Wave:
    """Somebody is passed: down, and a thud."""
    down = blown(gliding(520.0, 150.0, 0.45), 0.45, 0.8, 0.3)
    return mix_waves((0.0, down), (0.4, 3 * thud(60.0)))


def _fanfare() -> Wave:
    """Three short chords and a long one."""
    short = chord([60, 64, 67], 0.16, halves=0.3)
    return in_turn([short] * 3 + [chord([55, 60, 67, 72, 76], 1.0, 1.1, 0.4)], 0.17)


MADE: dict[Clip, Callable[[], Wave]] = {
    "call": lambda: in_turn([strike_note(hz, 0.4, BELL, 0.07) for hz in notes([76, 81])], 0.12),
    "first-blood": _first_blood,
    "two": lambda: streak(57, 64),
    "three": lambda: streak(57, 60, 64),
    "four": lambda: streak(57, 60, 64, 69),
    "five": lambda: streak(57, 60, 64, 69, 72, 76),
    "clash": _clash,
    "toll": lambda: in_turn([strike_note(165.0, 0.9, BELL, 0.2)] * 2, 0.5),
    "zap": _zap,
    "crash": _crash,
    "slide": _slide,
    "heartbeat": _heartbeat,
    "rise": _rise,
    "fall": _fall,
    "gong": lambda: strike_note(98.0, 1.4, METAL, 0.35),
    "fanfare": _fanfare,
    "clock": _clock,
    "horn": lambda: chord([50, 57], 0.9, 1.2, 2.0),
    "bell": lambda: strike_note(880.0, 0.9, BELL, 0.16),
}
"""How each clip is made."""


def quantise_wave(tone: Wave) -> bytes:
    """A sound as a clip keeps it: 16 bits, the low byte first, as loud as all others."""
    edge = round(EDGE_SECONDS * RATE)
    gentle = tone.copy()
    gentle[: edge // 4] *= np.linspace(0.0, 1.0, edge // 4)
    gentle[-edge:] *= np.linspace(1.0, 0.0, edge)
    loud = np.round(gentle * (PEAK * 32_767 / np.abs(gentle).max()))
    return bytes(loud.astype("<i2").tobytes())


def write(folder: Path) -> None:
    """Write every clip into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, make in MADE.items():
        with wave.open(str(folder / f"{name}.wav"), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(RATE)
            file.writeframes(quantise_wave(make()))


if __name__ == "__main__":
    write(FOLDER)
    print(f"wrote {len(MADE)} clips to {FOLDER}")  # noqa: T201
