"""Studies: a deathmatch of 300 entries with the quick setting, and how wide its intervals are."""

from __future__ import annotations

import json
import time
from statistics import fmean
from typing import NamedTuple

from q40k.bots.playing import play_on
from q40k.games.game import find
from q40k.lab.match_study import record_of
from q40k.study.figures import second_look, work_out
from q40k.study.matches import encode_record, list_tasks
from q40k.study.playouts import QUICK, Settings, play_tasks, read_weighing
from q40k.table.match_library import temporary_match
from q40k.table.script import play_line, read_script

ENTRIES = 300
FEW, FEWEST = 20, Settings(plays=2, ahead=0, rerolls=1, options=1)
"""What is studied to see that it runs."""
GOAL_MOVES = 14_000_000
"""A deathmatch of so many entries is studied, on two cores, while so many chess moves are replayed on each."""
CORES = 2
CHAMPIONS = {"Ann": "space-marine", "Bob": "ork-shoota-boy", "Cid": "eldar-dire-avenger", "Dan": "nec-warrior"}


class Cost(NamedTuple):
    """The processor seconds of a whole study on so many cores, its entries, and half the width of luck."""

    seconds: float
    entries: int
    half_width: float


def cost_of_study(entries: int, settings: Settings = QUICK) -> Cost:
    """Study the first entries of a deathmatch of four straight bots; the width is the mean of all sides."""
    game = find("quake")
    library = game.packs.library()
    match_session = temporary_match(game)
    new = {"do": "new", "mod": "deathmatch", "arena": "classic-60", "seed": 1, "dice": "app"}
    joins = [
        {"do": "join", "player": name, "champion": champion, "bot": {"level": "straight"}}
        for name, champion in CHAMPIONS.items()
    ]
    for line in read_script([json.dumps(line) for line in (new, *joins, {"do": "start"})], None):
        play_line(match_session, lambda: library, line)
    while match_session.head < entries:
        play_on(match_session, lambda: library)
    record = record_of(match_session)
    tasks, sent = list_tasks(game, record, settings), encode_record(record)
    begin = time.process_time()
    _seconds, encoded = play_tasks(game, sent, tasks)
    sides = {side: side for side in record.sides}
    study = work_out(record, tasks, [read_weighing(kept) for kept in encoded], sides, [])
    play_tasks(game, sent, second_look(tasks, study))
    took = time.process_time() - begin
    width = fmean(account.luck.width / 2 for account in study.accounts)
    return Cost(took / CORES, match_session.head, width)
