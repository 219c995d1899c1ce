"""A dice race to play in tests: in this process, and in others where it is an installed package.

`python -m tests.games.race.playing LIBRARY` plays one until killed.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import cache
from itertools import cycle
from pathlib import Path
from typing import Any

from q40k.games import game as games
from q40k.i18n.locale import Locale
from q40k.packs.library import Library
from q40k.table.context import Prefilled
from q40k.table.match_library import MatchLibrary, temporary_match
from q40k.table.match_session import MatchSession
from q40k.table.script import play_line, read_script
from q40k.tui.desk import Desk
from q40k.tui.match_app import MatchApp
from tests.games.race.rules.running import Run

ROOT = Path(__file__).resolve().parents[3]
WHERE = "tests.games.race.manifest:MANIFEST"
SEED = 7
SECRETS = (4, 6)
"""The lucky numbers of Ann and Bob; no run of the evening shows them."""
DEMO = Path(__file__).parent / "demo" / "evening.jsonl"
"""The recorded match: the evening, and its end."""

*_LINES, END = [json.loads(line) for line in DEMO.read_text(encoding="utf-8").splitlines()]
EVENING: tuple[dict[str, Any], ...] = tuple(_LINES)
"""Ann has run to 8 (thrown from 5), and to 9; Bob has stumbled back to 0, and runs next."""


@cache
def library() -> Library:
    """The shipped tracks."""
    tracks: Library = games.find("race").packs.library()
    return tracks


def script(*lines: dict[str, Any]) -> str:
    """Lines of a match script."""
    return "".join(json.dumps(line) + "\n" for line in lines)


def play(match_session: MatchSession, *lines: dict[str, Any]) -> MatchSession:
    """Carry lines of a script out."""
    started = None if match_session.head == 0 else match_session.game
    for line in read_script(script(*lines).splitlines(), started):
        play_line(match_session, library, line)
    return match_session


def evening(*more: dict[str, Any]) -> MatchSession:
    """A match in memory after the evening, and what more is said."""
    return play(temporary_match(games.find("race")), *EVENING, *more)


def story_of(match_session: MatchSession, language: str = "en") -> list[str]:
    """All that is told of a match."""
    words, locale, state = match_session.game.words, Locale(language), match_session.state
    events = [event for line in match_session.lines() for event in line.events]
    return [sentence for event in events if (sentence := words.tell(locale, state, event))]


# -- on the screen -------------------------------------------------------------------------


def app_of(match_session: MatchSession, language: str = "en") -> MatchApp:
    """The screens of a match."""
    desk = Desk(match_session, library, Locale(language), Prefilled(seed=SEED))
    return MatchApp(desk, raising=True)


def screen(app: MatchApp) -> str:
    """What the screen shows, as text."""
    strips = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip) for strip in strips)


# -- in another process --------------------------------------------------------------------


def install_race(folder: Path) -> dict[str, str]:
    """The environment of a process in which the dice race is an installed package."""
    result = folder / "race-1.0.dist-info"
    result.mkdir(parents=True, exist_ok=True)
    (result / "METADATA").write_text("Metadata-Version: 2.1\nName: race\nVersion: 1.0\n")
    (result / "entry_points.txt").write_text(f"[{games.GROUP}]\nrace = {WHERE}\n")
    return {**os.environ, "PYTHONPATH": os.pathsep.join((str(folder), str(ROOT)))}


def q40k(
    environment: dict[str, str], *arguments: str, stdin: str = "", status: int = 0
) -> subprocess.CompletedProcess[str]:
    """Call the command line in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "q40k", *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        cwd=ROOT,
        timeout=60,
        env=environment,
    )
    assert done.returncode == status, done.stderr
    return done


# -- until killed --------------------------------------------------------------------------


def read_screen(match_session: MatchSession) -> list[Any]:
    """Return what is on the screen: the newest entry, the state, the question."""
    view, question = match_session.game.view, match_session.question
    return [match_session.head, view.as_json(match_session.state, question, [])]


def main(path: str) -> None:
    """Play for ever: nobody dares, and a win is taken back. Print the screen before each step."""
    games.add("race", WHERE)
    match_session = MatchLibrary(Path(path), lambda: "now").begin("Evening", games.find("race"))
    play(match_session, *EVENING)
    for die in cycle("361254"):
        print(json.dumps(read_screen(match_session)), flush=True)  # noqa: T201
        if match_session.question is not None:
            match_session.type(die if match_session.question.key == "run" else "no")
        elif match_session.game.view.status(match_session.state).over:
            match_session.undo()
        else:
            match_session.do(Run())


if __name__ == "__main__":
    main(*sys.argv[1:])
