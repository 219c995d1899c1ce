"""The clips: short sounds, made by `make sounds` (tests/sounds.py)."""

import wave
from pathlib import Path
from typing import Literal, get_args

Clip = Literal[
    "call", "first-blood", "two", "three", "four", "five", "clash", "toll", "zap", "crash", "slide",
    "heartbeat", "rise", "fall", "gong", "fanfare", "clock", "horn", "bell",
]  # fmt: skip
"""The name of a clip. A call uses the one that fits; "call" fits anything."""

CLIPS: tuple[Clip, ...] = get_args(Clip)
RATE = 16_000
"""Samples a second, one channel of 16 bits."""

FOLDER = Path(__file__).resolve().parent / "clips"


def samples(clip: str) -> bytes:
    """Return a clip's samples, 16 bits each, the low byte first. Raises OSError, wave.Error."""
    with wave.open(str(FOLDER / f"{clip}.wav"), "rb") as file:
        return file.readframes(file.getnframes())
