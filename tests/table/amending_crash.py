"""Put the past right again and again until somebody kills this process.

Run as `python -m tests.table.amending_crash LIBRARY SEED`. Before each correction is kept, a line
tells how the match stands (`now`) and how it will stand (`then`).
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random

from q40k.games.quake.state.registry import Command
from q40k.games.quake.table.view import state_data
from q40k.kernel.amending import Correction
from q40k.kernel.events import AnswerError, Refused
from q40k.table.amending import Redraft, find_target, other_answers
from q40k.table.match_library import MatchLibrary
from tests.games.quake.rules.play_at_random import open_player


def main(path: str, seed: str) -> None:
    """Correct one portal die after another until killed."""
    random = Random(seed)
    player = open_player(random.randrange, seed)
    for _ in range(60):
        player.step()
    player.finish()
    played = player.table.journal.live(player.table.match)
    match_library = MatchLibrary(Path(path), lambda: "now")
    match_session = match_library.begin("crash")
    for entry in played:
        if entry.kind == "command":
            match_session.session.submit(match_session.read_command(entry.body))
        else:
            match_session.session.answer(json.loads(entry.body))
    while True:
        answers = [e for e in match_session.inputs() if e.kind == "answer" and e.body == "[1]"]
        others = [e for e in match_session.inputs() if e.kind == "answer" and len(e.body) == 3]
        entry = random.choice(answers or others)
        die = random.randint(1, 5)
        target = find_target(match_session, entry.seq)
        fix: Correction[Command] = other_answers(target, [[die]])
        redraft = Redraft(match_session, target, fix)
        try:
            while not redraft.advance():
                pass
        except (Refused, AnswerError):
            continue  # not possible: another one
        amendment = redraft.amendment
        lines = {
            "now": state_data(match_session.state, match_session.question, []),
            "then": state_data(amendment.new, amendment.question, []),
        }
        print(json.dumps(lines), flush=True)  # noqa: T201
        redraft.keep()


if __name__ == "__main__":
    main(*sys.argv[1:])
