"""Try q40k with the oldest libraries that pyproject.toml allows: `make lowest`.

They go into an environment of their own in the temporary folder, with this Python; there the demo
is played, its match is counted for a season, reported, printed and served as a live board, and a
match is set up and played a little on the screen.
"""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
EVENING = ROOT / "q40k/games/quake/demo/evening.jsonl"
WORDS = (("demo", "--speed", "0"), ("import", str(EVENING)), ("season",), ("report", "last"), ("print", "all"))
"""Commands that reach every library which the screens do not."""
SET_UP = ("1", *"Al", "enter", *"tac", "enter", *"Bo", "enter", *"slug", "enter", "enter")
PLAYED = ("6", "3", "n", "n", "k", "2", "4", "u", "f1", "escape", "g", "escape", "h", "escape", "m")


def main(uv: str) -> None:
    """Install the oldest of everything with `uv`, and play. Raises CalledProcessError."""
    with tempfile.TemporaryDirectory(prefix="q40k-lowest-") as folder:
        _run(uv, "venv", "--quiet", "--python", sys.executable, folder)
        python = next(p for p in Path(folder).glob("*/python*") if p.is_file())
        install = ("pip", "install", "--quiet", "--python", str(python))
        _run(uv, *install, "--resolution", "lowest-direct", str(ROOT))
        _run(uv, "pip", "list", "--python", str(python))
        home = {"Q40K_DATA_DIR": f"{folder}/data", "Q40K_CONFIG_DIR": f"{folder}/config"}
        for call in (*(("-m", "q40k", *words) for words in WORDS), (__file__,)):
            _run(str(python), "-W", "error::DeprecationWarning:q40k", *call, cwd=folder, **home)
        _board(str(python), folder, home)
    print("the oldest libraries allowed do")  # noqa: T201


def _run(*call: str, cwd: str | None = None, **environ: str) -> None:
    subprocess.run(call, check=True, cwd=cwd, env=_without_ours() | environ)


def _without_ours() -> dict[str, str]:
    """The environment without a path to this copy of q40k."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}


def _board(python: str, folder: str, home: dict[str, str]) -> None:
    """Serve the match as a board, read its page, and end the server. Raises OSError."""
    call = (python, "-u", "-m", "q40k", "board", "--lang", "en")
    with subprocess.Popen(call, cwd=folder, env=_without_ours() | home, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        address = next(word for line in server.stdout for word in line.split() if "http" in word)
        with urllib.request.urlopen(address) as page:
            assert b"Sophie" in page.read()
        server.send_signal(signal.SIGINT)
        for line in server.stdout:
            print(line, end="")  # noqa: T201


async def screens() -> None:
    """Set a match up by keys and play a little of it, with the q40k that is installed."""
    from q40k.games.game import find
    from q40k.games.quake.table.prefilled import Prefilled
    from q40k.i18n.locale import Locale
    from q40k.table.match_library import temporary_match
    from q40k.tui.desk import Desk
    from q40k.tui.match_app import MatchApp

    prefilled = Prefilled(mod="deathmatch", seed=5)
    desk = Desk(temporary_match(), find().packs.library(), Locale("en"), prefilled)
    app = MatchApp(desk, raising=True)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press(*SET_UP, *PLAYED)
        await pilot.pause()
    assert desk.state.play.phase == "movement", desk.state.play


if __name__ == "__main__":
    if len(sys.argv) > 1:
        main(sys.argv[1])
    else:
        asyncio.run(screens())
