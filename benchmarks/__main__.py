"""Print what q40k costs: ratios of medians of runs taken in turns, each with its goal.

`--short` runs everything once on next to nothing: its numbers say little, but that all of it runs.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from statistics import median

from benchmarks import (
    alone,
    board,
    bots,
    epic,
    lab,
    live,
    maps,
    matches,
    odds,
    replay,
    space_hulk,
    strokes,
    study,
    terminal,
    units,
)
from benchmarks import load as loads
from benchmarks import season as seasons
from benchmarks.judging import RESULTS, in_turns, judge, judge_keys, judge_pair, judge_work, ms, report, table
from benchmarks.screens import KEY_GOAL, PAINTED, PAINTED_HULK, after_an_amendment, pages, repaint, typed
from benchmarks.sizes import FEW, FULL, SHORT, SPREAD, Sizes
from benchmarks.starts import commands_in_a_loop, first_paint, first_question, ran, the_conversation, told, version
from benchmarks.terminal import painted
from q40k.games.quake.packs.library import Library, load
from q40k.table.match_library import MatchLibrary

REPLAY_PART = 0.45
"""Of the chess moves: 0.51 on a quiet machine, and a tenth less from one run to the next."""


def main(size: Sizes = FULL) -> None:
    """Measure everything and print it."""
    library = load()
    with tempfile.TemporaryDirectory() as folder:
        version(size.starts)
        new = matches.on_disk(Path(folder) / "new", library, 0)
        long = matches.on_disk(Path(folder) / "long", library, size.long)
        if terminal.possible():
            first_question(size)
            first_paint(new, long, size)
            longer = matches.on_disk(Path(folder) / "longer", library, size.longer)
            the_conversation(long, size)
            repaint(new, longer, size)
            pages(longer, size)
            after_an_amendment(Path(folder), library, size)
        else:
            print("first paint, key to repaint: not measured, they need a pseudo-terminal")
        verification(long, size.runs)
        commands_in_a_loop(new, size)
        told(long, size.runs)
        load_of(Path(folder), library, size)
        season_of(Path(folder) / "season", size)
        the_room(Path(folder), library, size)
    chances(library, size.throws)
    the_board(size)
    the_map(library, size)
    small_wars(size)
    hulk(size)
    hulk_alone(size)
    the_lab(size)
    a_study(size)
    bots_of_quake(library, size)
    for name, count in strokes.counted(library).items():
        judge(f"keys for {name}", str(count), f"at most {strokes.goal(name)}", count <= strokes.goal(name))


def the_room(folder: Path, library: Library, size: Sizes) -> None:
    """The board with its spectators: how late they hear, what it keeps, what the desk feels."""
    if not live.possible():
        print("spectators: not measured, they need an address each")
        return
    home = matches.on_disk(folder / "room", library, size.young, players=9)
    for name, stalled in (("", False), (", one of them stalled", True)):
        late = live.lateness(home, size.told, size.spectators, stalled=stalled)
        what = f"{size.spectators} spectators{name}, journal to client at {live.PACE:g} entries a second, p95"
        plain, _worst = units.plain_keys()
        goal = f"at most {live.LATE_GOAL:g}"
        report(f"{what} / a key of a plain screen", late / plain, goal, late <= live.LATE_GOAL * plain, ms(late))
    if Path("/proc/self/status").exists():
        first, last = live.memory(home, *size.events, size.spectators)
        ratio = last / first
        report(
            f"memory of the board, {size.spectators} spectators, event {size.events[1]} / event {size.events[0]}",
            ratio,
            f"at most {live.GROWTH_GOAL}",
            ratio <= live.GROWTH_GOAL,
            f"{first:.1f} MiB, {last:.1f} MiB",
        )
    if terminal.possible():
        works = (lambda: typed(home, size, 0), lambda: typed(home, size, size.spectators))
        without, watched = in_turns(min(2, size.runs), *works)
        ratio = watched / without
        report(
            f"key to repaint, {size.spectators} spectators / none",
            ratio,
            f"at most {live.KEY_GOAL}",
            ratio <= live.KEY_GOAL,
            f"{ms(watched)}, {ms(without)}",
        )


def small_wars(size: Sizes) -> None:
    """Epic Escarmouches, 12 formations a side: games by bots in memory, keys, key to repaint."""
    each, inputs = epic.measured(size.runs)
    judge_work("Epic Escarmouches, a game by bots", 1 / each, epic.GOAL, f"{inputs:.0f} accepted inputs a second")
    keys = epic.volley_keys()
    judge(
        "keys for a volley of ten, its hits and saves", str(keys), f"at most {epic.MOST_KEYS}", keys <= epic.MOST_KEYS
    )
    if not terminal.possible():
        return
    with tempfile.TemporaryDirectory() as folder:
        shown = terminal.Terminal(["-m", "q40k", "resume", "1"], epic.on_disk(Path(folder) / "e", 2))
        try:
            shown.until(PAINTED)
            shown.settle(0.5)
            took = [shown.key(key) for _ in range(size.keys) for key in epic.KEYS]
        finally:
            shown.close()
    judge_keys("Epic Escarmouches, key to repaint, 24 formations", took, KEY_GOAL)


def hulk_alone(size: Sizes) -> None:
    """Games of bot against automaton, and the automaton's decisions."""
    many = max(1, size.runs)
    (each, beside_chess), took = alone.games_beside_chess(many), sorted(alone.decisions(many))
    ratio = beside_chess / alone.BEFORE
    report(
        "Space Hulk alone, mission two, games of the searching bot / of the one before",
        ratio,
        f"at least {alone.BEFORE_PART}",
        ratio >= alone.BEFORE_PART,
        f"{each:.1f} games a second",
    )
    most = took[int(0.99 * (len(took) - 1))]
    judge_work("99 of 100 acts of the automaton", most, alone.DECISION_GOAL, f"median {ms(median(took))}")


def the_lab(size: Sizes) -> None:
    """Games a second and core in the lab, what more cores bring, and what Dask costs."""
    costs: list[float] = []
    for id in lab.STUDIES if size.runs >= SPREAD else ("epic",):
        costs = lab.time_each(id, min(FEW, size.runs))
        print(f"the lab, {id}: {len(costs) / sum(costs):.1f} games a second and core")
    if size.runs < SPREAD:  # starting processes is not for next to nothing
        return
    number = 4 * size.runs
    one, two = lab.time_games(number, 1), lab.time_games(number, 2)
    print(f"the lab, {number} games on two cores: {one.clock / two.clock:.2f} times as fast as on one")
    plan_cores(costs, two.handling)
    if lab.has_dask():
        dask = lab.time_games(number, 2, "local")
        ratio = dask.clock / two.clock
        report("the lab, Dask / pool for the same jobs", ratio, f"at most {lab.DASK_GOAL}", ratio <= lab.DASK_GOAL)


def plan_cores(costs: list[float], handling: float) -> None:
    """Print how many games what many cores would be worth: planned, as nobody has so many here."""
    games = [costs[number % len(costs)] for number in range(lab.PLANNED_GAMES)]
    ratio = sum(games) / lab.plan_seconds(games, lab.PLANNED_CORES, handling)
    print(
        f"the lab, {len(games)} games on {lab.PLANNED_CORES} cores: {ratio:.1f} times as fast as on one, as planned"
        f" ({ms(handling)} of the process that asks for each job)"
    )


def a_study(size: Sizes) -> None:
    """What the quick study of a deathmatch costs on two cores, and how wide its intervals are."""
    is_whole = size.runs >= SPREAD
    cost = study.cost_of_study(study.ENTRIES) if is_whole else study.cost_of_study(study.FEW, study.FEWEST)
    judge_work(
        f"the quick study of {cost.entries} entries on two cores, each",
        cost.seconds,
        study.GOAL_MOVES,
        f"a side’s luck ± {100 * cost.half_width:.0f} %",
    )


def bots_of_quake(library: Library, size: Sizes) -> None:
    """Games of bots in memory, and a sharp bot's decisions, by processor time."""
    for pace in bots.PACES[: size.paces]:
        took = bots.seconds_a_game(library, pace, 1 if pace.level == "sharp" else min(FEW, size.runs))
        what = f"a game of {pace.champions} {pace.level} bots on {pace.arena}, to the end"
        judge_work(what, took, pace.goal, f"{1 / took:.1f} games a second")
    most = max(bots.decisions(library, size.decisions))
    judge_work("the longest decision of a sharp bot among twelve champions", most, bots.DECISION_GOAL)


def hulk(size: Sizes) -> None:
    """Space Hulk on a board of 40 by 30: inputs, keys, sight of everything, key to repaint."""
    took, each = space_hulk.sight(), space_hulk.inputs()
    what = "Space Hulk, who sees each square of the largest board"
    judge_work(what, took, space_hulk.SIGHT_GOAL, f"{each:.0f} accepted inputs a second")
    for name, (count, most) in space_hulk.keys().items():
        judge(f"keys for {name}", str(count), f"at most {most}", count <= most)
    if not terminal.possible():
        return
    for pixels, goal in ((False, space_hulk.KEY_GOAL), (True, space_hulk.PIXEL_GOAL)):
        with tempfile.TemporaryDirectory() as folder:
            home = space_hulk.on_disk(Path(folder) / "h")
            shown = terminal.Terminal(["-m", "q40k", "resume", "1"], home, pixels=pixels)
            try:
                shown.until(PAINTED_HULK)
                shown.settle(0.5)
                for key in space_hulk.MAP:
                    shown.key(key)
                times = [shown.key(key) for _ in range(size.keys) for key in space_hulk.KEYS]
            finally:
                shown.close()
        drawn = "pixels" if pixels else "characters"
        judge_keys(f"Space Hulk, key to repaint, map in {drawn}", times, goal)


def season_of(folder: Path, size: Sizes) -> None:
    """The season of many matches, with what is kept of them, against working all of it out."""
    path = seasons.on_disk(folder, size.matches)
    cold = seasons.told(path, warm=False)
    (warm,) = in_turns(size.runs, lambda: seasons.told(path, warm=True))
    judge_pair(f"season of {size.matches:,} matches told again / from nothing", warm, cold, seasons.PART)
    read = seasons.rows_read(path)
    judge_pair(f"season of {size.matches:,} matches told again / a read of their rows", warm, read, seasons.READ_GOAL)
    for verb, most in seasons.VERBS.items():
        seasons.forget_digests(path)
        took = ran(folder, verb)
        report(
            f"q40k {verb} of {size.matches:,} matches, the first time / their season from nothing",
            took / cold,
            f"at most {most:g}",
            took <= most * cold,
            f"{took:.2f} s against {cold:.2f} s",
        )


def load_of(folder: Path, library: Library, size: Sizes) -> None:
    """A match of many entries against a new one."""
    new = matches.on_disk(folder / "load-new", library, size.young, halfway=True)
    huge = matches.on_disk(folder / "load-huge", library, size.huge, halfway=True)
    entries = f"{size.huge:,} entries / {size.young}"
    if terminal.possible():
        resume = ["-m", "q40k", "resume", "1"]
        ours, bare = in_turns(size.runs, lambda: painted(PAINTED, resume, huge), lambda: painted(PAINTED, resume, new))
        judge_pair(f"opening to the first picture, {entries}", ours, bare, 1.3)
    for what, (ours, bare) in loads.ratios(new, huge, folder / "load", library, size.runs).items():
        goal = 1.5 if what == "memory" else 1.3
        detail = f"{ms(ours)} against {ms(bare)}"
        if what == "memory":
            detail = f"{ours:.1f} MB against {bare:.1f} MB"
        report(f"{what}, {entries}", ours / bare, f"at most {goal}", ours <= goal * bare, detail)


def verification(data: Path, runs: int) -> None:
    """Entries verified a second against chess moves replayed a second."""
    match_library = MatchLibrary(data / "matches.sqlite3")
    entries = match_library.journal.live(1)
    match_library.close()
    with replay.collecting_seldom():
        ours, chess = in_turns(min(5, runs), lambda: replay.verified(entries), replay.moved)
    report(
        "entries verified / chess moves replayed a second",
        ours / chess,
        f"at least {REPLAY_PART:g}",
        ours >= REPLAY_PART * chess,
        f"{ours:,.0f} against {chess:,.0f}",
    )


def chances(library: Library, throws: int) -> None:
    """Exact odds of a shot against a plain Monte Carlo of a million throws."""
    runs = [odds.compared(library, throws) for _ in range(3)]
    exact, thrown = median(run.exact_s for run in runs), median(run.thrown_s for run in runs)
    ratio, one = thrown / exact, runs[0]
    report(
        f"Monte Carlo of {throws:,} throws / exact odds",
        ratio,
        "at least 100",
        ratio >= 100 and one.agree,
        f"{ms(thrown)} against {ms(exact)}",
    )
    says = "agree" if one.agree else "DISAGREE"
    print(f"chance of that kill: {one.exact:.6f} exactly, {one.thrown:.6f} thrown, which {says} within {one.error:.6f}")


def the_board(size: Sizes) -> None:
    """All checks of a redraw against a frame; all lines of sight against a plain loop."""
    table = board.full_table(size.champions, size.pieces)
    what = f"{size.champions} champions, {size.pieces} pieces"
    took, busy = board.frame(table, 7 * size.runs)
    judge_work(f"all checks of a redraw, {what}", busy, board.GOAL, f"{ms(took)} by the clock")
    quick = board.all_pairs(table, size.runs)
    plain, apart = board.plain_loop(table)
    report(
        "all lines of sight: a plain loop over shapely / a pass for each shooter",
        plain / quick,
        "at least 50",
        plain >= 50 * quick,
        f"{plain:.1f} s against {ms(quick)}, answers within {apart:.5f}",
    )


def the_map(library: Library, size: Sizes) -> None:
    """A redraw of the map after many entries against ten, and the largest one against a frame."""
    young, old = maps.state_after(library, 10), maps.state_after(library, size.longer)
    short, long = maps.redraws(young, old, 16 * size.runs)
    judge_pair(f"map redraw: {size.longer:,} entries / 10", long, short, 1.1)
    for protocol in ("sixel", "kitty"):
        change, whole = maps.pixels(young, protocol, maps.HALF, 12 * size.runs)
        what = f"half of 200x60 in pixels, {protocol}: 95 of 100 changes"
        judge_work(what, change, maps.GOAL, f"a whole picture {ms(whole)}")
    took, least = maps.whole_frames(old, library, 3 * size.runs)
    judge_pair("map of the largest arena, drawn from nothing / of the smallest", took, least, maps.LARGEST_GOAL)


if __name__ == "__main__":
    if "--short" in sys.argv[1:]:
        main(SHORT)
    else:
        main()
        print(f"\n{table()}")
        sys.exit(not all(result.met for result in RESULTS))
