"""Calls of the command line, and a match to try them on."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from q40k.cli.app import cli

ROOT = Path(__file__).resolve().parents[2]

TESTER = {"name": "Tester", "ws": 4, "bs": 4, "s": 4, "t": 4, "w": 1, "i": 4, "a": 1, "ld": 8, "sv": 3, "points": 15}
MATCH: list[dict[str, Any]] = [
    {"do": "new", "mod": "deathmatch", "arena": "classic-60", "seed": 7, "name": "Soirée"},
    {"do": "join", "player": "Alice", "champion": "space-marine"},
    {"do": "join", "player": "Bob", "champion": TESTER},
    {"do": "start", "answers": [3, 5]},
    {"do": "deploy", "player": "Alice"},
    {"do": "deploy", "player": "Bob"},
    {"do": "kill", "player": "Bob", "victim": "Alice", "answers": [2]},
    {"do": "next"},
]


def script(lines: list[dict[str, Any]]) -> str:
    return "".join(json.dumps(line) + "\n" for line in lines)


def q40k(*arguments: str, stdin: str | bytes | None = None) -> Result:
    """Call the command line within this process."""
    return CliRunner().invoke(cli, arguments, input=stdin)


def good(*arguments: str, stdin: str | bytes | None = None) -> str:
    """The standard output of a call that must do its work."""
    result = q40k(*arguments, stdin=stdin)
    assert result.exit_code == 0, result.output
    return result.stdout


def bad(status: int, *arguments: str, stdin: str | bytes | None = None) -> str:
    """The standard error of a call that must fail with this exit status, without a traceback."""
    result = q40k(*arguments, stdin=stdin)
    assert result.exit_code == status, result.output
    assert "Traceback" not in result.output
    return result.stderr


def import_match(lines: list[dict[str, Any]] = MATCH, *arguments: str) -> str:
    """The number of a match made of these lines."""
    return good("import", "-", *arguments, stdin=script(lines)).strip()


def process(*arguments: str, stdin: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Call the command line in a process of its own."""
    import os

    return subprocess.run(
        [sys.executable, "-m", "q40k", *arguments],
        input=stdin,
        capture_output=True,
        check=False,
        cwd=ROOT,
        timeout=60,
        env={**os.environ, **environment},
    )
