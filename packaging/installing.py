"""Call what docs/installing.md says, block by block, each way in an empty home."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from release import ROOT, play, say

PAGE = ROOT / "docs" / "installing.md"
BLOCK = re.compile(r"```sh\n(.*?)```", re.DOTALL)
NETWORK = ("connection", "network", "resolution", "could not find a version", "failed to fetch", "unreachable")
"""What installers write where there is no network, in small letters."""


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


def try_ways(scratch: Path) -> list[str]:
    """Try each way; return those that this machine could not. Raises SystemExit if a way fails."""
    untried = []
    sources = scratch / "sources"
    ignored = shutil.ignore_patterns(".git", ".venv", "build", "dist", "__pycache__", ".*_cache", "*.mo")
    shutil.copytree(ROOT, sources, ignore=ignored)
    home = scratch / "home"
    for number, block in enumerate(blocks()):
        tool, home_of_way = tool_of(block), home / str(number)
        name = block.strip().partition("\n")[0]
        if shutil.which(tool) is None:
            untried.append(f"`{name}`: {tool} is not on this machine")
            continue
        done = call_block(block, home_of_way, sources)
        errors = (done.stdout + done.stderr).casefold()
        if done.returncode and any(word in errors for word in NETWORK):
            untried.append(f"`{name}`: there is no network")
            continue
        if done.returncode:
            sys.exit(f"docs/installing.md, `{name}`:\n{done.stdout}{done.stderr}")
        say(f"docs/installing.md, `{name}`: done")
        program = home_of_way / ".local" / "bin" / "q40k"
        if program.exists():
            play(f"`{name}`", home_of_way / "evening", program)
    return untried
