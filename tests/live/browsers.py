"""Whatever Chrome, Chromium or Edge this machine has."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

NAMES: Final = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
    "msedge",
)
"""The first draws the same pages without the windows around them, in a third of the time."""
PLACES: Final = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe",
)
FLAGS: Final = (
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-default-apps",
)
STILL: Final = """
    const still = new CSSStyleSheet();
    still.replaceSync(".map * { animation-play-state: paused !important }");
    document.adoptedStyleSheets = [still];
"""
"""Holds what turns on a map for ever: drawn sixty times a second, it takes more time than all a test does."""
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


def open_page(browser: Browser, width: int, height: int, *, still: bool = True, **options: Any) -> Page:
    """Open a page of a viewer of their own, whose map stands still."""
    context = browser.new_context(viewport={"width": width, "height": height}, **options)
    if still:
        context.add_init_script(STILL)
    return context.new_page()
