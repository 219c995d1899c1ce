"""Call what docs/installing.md says, block by block, each way in an empty home."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

from release import ROOT, play

PAGE = ROOT / "docs" / "installing.md"
BLOCK = re.compile(r"```sh\n(.*?)```", re.DOTALL)
REASONS = {
    "there is no network": (
        "connection", "network", "resolution", "could not find a version", "failed to fetch", "unreachable"
    ),
    "objdump is not on this machine": ("make app needs objdump",),
    "this Python has no shared library": ("python shared library",),
    "no folder was made": ("cannot stat 'build/app/q40k'",),
}  # fmt: skip
"""Why a way cannot be tried here, and what installers write then, in small letters."""


def blocks(page: Path = PAGE) -> list[str]:
    """Return the calls of a page, a text for each way to install."""
    return BLOCK.findall(page.read_text(encoding="utf-8"))


def tool_of(block: str) -> str:
    """Return the program that a block begins with."""
    return block.split(maxsplit=1)[0]


def call_block(block: str, home: Path, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a block in a folder with an empty home; DIR is that folder."""
    home.mkdir(parents=True, exist_ok=True)
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "Q40K_", "XDG_", "VIRTUAL"))
    }
    return subprocess.run(
        ["sh", "-eu", "-c", block.replace("DIR", str(folder))],
        cwd=folder, env=kept | {"HOME": str(home)}, capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip


def try_ways(scratch: Path) -> tuple[list[str], list[str], list[str]]:
    """Try each way; return those that ran, those that could not be tried here, and those that failed, with reasons."""
    ran, untried, failed = [], [], []
    sources = scratch / "sources"
    ignored = shutil.ignore_patterns(".git", ".venv", "build", "dist", "__pycache__", ".*_cache", "*.mo")
    shutil.copytree(ROOT, sources, ignore=ignored)
    for number, block in enumerate(blocks()):
        tool, home = tool_of(block), scratch / "home" / str(number)
        name = f"`{block.strip().partition(chr(10))[0]}`"
        if shutil.which(tool) is None:
            untried.append(f"{name}: {tool} is not on this machine")
            continue
        done = call_block(block, home, sources)
        errors = (done.stdout + done.stderr).casefold()
        reasons = [reason for reason, words in REASONS.items() if any(word in errors for word in words)]
        if done.returncode:
            (untried if reasons else failed).append(f"{name}: {reasons[0] if reasons else done.stdout + done.stderr}")
            continue
        ran.append(name)
        program = home / ".local" / "bin" / "q40k"
        if program.exists():
            play(name, home / "evening", program)
    return ran, untried, failed
