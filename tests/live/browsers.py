"""Whatever Chrome, Chromium or Edge this machine has."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Final

import pytest

NAMES: Final = (
    "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome",
    "microsoft-edge", "msedge",
)  # fmt: skip
PLACES: Final = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe",
)
FLAGS: Final = (
    "--disable-gpu", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-default-apps",
)  # fmt: skip
NEEDED: Final = bool(os.environ.get("Q40K_BROWSER_NEEDED"))
"""Whether a browser must be there, so that no test of one is passed over."""


def browser() -> str:
    """Where it is; a test that needs one is skipped where there is none."""
    paths = (shutil.which(name) for name in NAMES)
    result = next((path for path in (*paths, *PLACES) if path and Path(path).exists()), None)
    if result is None:
        reason = "no Chrome, Chromium or Edge is found on this machine"
        if NEEDED:
            pytest.fail(reason)
        pytest.skip(reason)
    return result


def flags() -> list[str]:
    """How it is started: alone, and without a sandbox for a user who may have none."""
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    return [*FLAGS, *(["--no-sandbox"] if root else [])]
