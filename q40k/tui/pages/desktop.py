"""Opening a written file with the desktop's own program, as a double click would."""

import os
import shutil
import subprocess
import sys
from pathlib import Path


def open_on_desktop(path: Path) -> bool:
    """Open a file in the background; return False where no desktop can show it, as over ssh."""
    if os.environ.get("SSH_CONNECTION"):
        return False
    if sys.platform == "win32":
        try:
            os.startfile(path)
        except OSError:
            return False
        return True
    command = _opener()
    if command is None:
        return False
    try:
        subprocess.Popen(
            [command, str(path)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except OSError:
        return False
    return True


def _opener() -> str | None:
    """Return the program that opens files on this desktop."""
    if sys.platform == "darwin":
        return shutil.which("open")
    has_desktop = any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))
    return shutil.which("xdg-open") if has_desktop else None
