"""How this q40k was installed, and whether a folder holds a newer one. Nothing is asked of any network."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from q40k import __version__

Installation = Literal["app", "checkout", "pipx", "uv tool", "pip"]
MOST_LOOKED_AT = 10_000
"""Only so many entries of a folder are looked at: it may be anybody's."""
_PACKAGE = re.compile(r"q40k[-_](?P<version>[0-9]+(?:\.[0-9]+){1,3})(?:[-.].*)?", re.IGNORECASE)
"""A wheel, a source archive or a folder of the program, by its name."""


def installation() -> tuple[Installation, Path]:
    """Return how this q40k was installed, and where."""
    package = Path(__file__).resolve().parents[1]
    prefix = Path(sys.prefix)
    if getattr(sys, "frozen", False):
        return "app", Path(sys.executable).parent
    if (package.parent / "pyproject.toml").exists():
        return "checkout", package.parent
    if (prefix / "pipx_metadata.json").exists():
        return "pipx", prefix
    if (prefix / "uv-receipt.toml").exists():
        return "uv tool", prefix
    return "pip", prefix


def version_line() -> str:
    """Return the version, with how and where it was installed."""
    how, where = installation()
    return f"q40k {__version__} ({how}: {where})"


def newest_in(folder: Path) -> tuple[str, Path] | None:
    """Return the highest version of q40k whose file or folder lies in a folder, and its path. Raises OSError."""
    versions = list(_versions(folder))
    if not versions:
        return None
    _order, version, path = max(versions)
    return version, path


def is_newer(version: str) -> bool:
    """Return whether a version is higher than this q40k’s."""
    return _order(version) > _order(__version__)


def _versions(folder: Path) -> Iterator[tuple[tuple[int, ...], str, Path]]:
    for number, path in enumerate(folder.iterdir()):
        if number >= MOST_LOOKED_AT:
            return
        match = _PACKAGE.fullmatch(path.name)
        if match is not None:
            yield _order(match["version"]), match["version"], path


def _order(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"[0-9]{1,9}", version)[:4])
