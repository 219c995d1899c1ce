"""Print what q40k costs: ratios of medians of runs taken in turns, each with its goal.

`--short` runs everything once on next to nothing: its numbers say little, but that all of it runs.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from contextlib import closing, nullcontext
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import NamedTuple

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
    talk,
    terminal,
    units,
)
from benchmarks import load as loads
from benchmarks import season as seasons
from benchmarks.units import middle, percentile
from q40k.games.quake.packs.library import Library, load
from q40k.i18n.locale import Locale
from q40k.report.page import page
from q40k.report.tale import tale
from q40k.table.match_library import MatchLibrary

PAINTED = b"Next"  # of the key bar, the last row of the main screen
PAINTED_HULK = b"Help"
FIRST_CHOICE = b"Learn"
ADJUSTED = '{"do": "adjust", "player": "Player 1", "score": 1, "why": "again"}'
UP, DOWN, RIGHT, LEFT = b"\x1b[A", b"\x1b[B", b"\x1b[C", b"\x1b[D"
PAGE_UP, HOME, END = b"\x1b[5~", b"\x1b[H", b"\x1b[F"
REPLAY_PART = 0.45
"""Of the chess moves: 0.51 on a quiet machine, and a tenth less from one run to the next."""
PAGES = {
    "log": (b"g", (UP, UP, PAGE_UP, DOWN, b"k", PAGE_UP, b"t", HOME, END)),
    "map": (b"V", (b"+", RIGHT, DOWN, LEFT, UP, b"-", b"6", b"6", b"0")),
}
"""The key that opens a page, and those that are pressed there."""
KEY_GOAL, PAGE_GOAL = 2.0, 3.5
"""A key may take so many times what it takes in an application whose one Static repaints the whole screen."""
REPORT_PART = 2.25
"""The part was 2 when a report had no picture and a replay took a third longer."""
REPORTED, REPORT_KB = 2000, 600
"""A report of so many entries has at most so many kilobytes."""
KEYS = (b"n", b"k", b"\r", b"3", b"\x1a", b"x", b"\r", b"3", b"\x1a")


SPREAD = 3
"""With fewer runs no processes are started to compare."""
FEW = 3
"""Whole games of bots are played so often: each has hundreds of decisions, and processor time varies little."""


class Result(NamedTuple):
    """A measurement with its goal; `seconds` is what it took to measure, since the one before it."""

    what: str
    measured: str
    goal: str
    met: bool
    seconds: float


RESULTS: list[Result] = []
"""Everything that was measured so far and has a goal."""
BEGAN = time.monotonic()


@dataclass(frozen=True)
class Sizes:
    """How much is measured: entries of matches, runs of each, throws of dice, a full board."""

    young: int = 300
    long: int = 5_000
    longer: int = 10_000
    huge: int = 50_000
    starts: int = 15
    runs: int = 9
    keys: int = 25
    throws: int = odds.THROWS
    champions: int = board.CHAMPIONS
    pieces: int = board.PIECES
    matches: int = seasons.MATCHES
    spectators: int = live.SPECTATORS
    told: int = 500
    events: tuple[int, int] = (live.FIRST, live.LAST)
    paces: int = len(bots.PACES)
    decisions: int = sys.maxsize


SHORT = Sizes(young=60, long=80, longer=90, huge=100, starts=1, runs=1, keys=1, throws=20_000,
              champions=6, pieces=8, matches=6, spectators=2, told=20, events=(20, 40),
              paces=1, decisions=3)  # fmt: skip


def main(size: Sizes = Sizes()) -> None:
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


def judge(what: str, measured: str, goal: str, met: bool, detail: str = "") -> None:
    """Print a measurement with its goal, and keep it for the table at the end."""
    began = BEGAN + sum(result.seconds for result in RESULTS)
    RESULTS.append(Result(what, measured, goal, met, time.monotonic() - began))
    print(f"{what}: {measured} (goal: {goal}; {_verdict(met)})", *(("—", detail) if detail else ()), flush=True)


def _verdict(met: bool) -> str:
    return "met" if met else "MISSED"


def table() -> str:
    """Return a table of all goals, those that were missed first."""
    wide = max(len(result.measured) for result in RESULTS)
    far = max(len(result.goal) for result in RESULTS)
    lines = [
        f"{_verdict(met):6}  {measured:>{wide}}  {goal:{far}}  {seconds:4.0f} s  {what}"
        for what, measured, goal, met, seconds in sorted(RESULTS, key=lambda result: result.met)
    ]
    missed = sum(not result.met for result in RESULTS)
    seconds = sum(result.seconds for result in RESULTS)
    return "\n".join([*lines, f"{len(RESULTS)} goals, {missed} missed, in {seconds / 60:.1f} minutes"])


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
        works = (lambda: _typed(home, size, 0), lambda: _typed(home, size, size.spectators))
        without, watched = in_turns(min(2, size.runs), *works)
        ratio = watched / without
        report(
            f"key to repaint, {size.spectators} spectators / none",
            ratio,
            f"at most {live.KEY_GOAL}",
            ratio <= live.KEY_GOAL,
            f"{ms(watched)}, {ms(without)}",
        )


def _typed(home: Path, size: Sizes, spectators: int) -> float:
    """The median of a key to its repaint, with so many who look on."""
    with live.crowd(home, spectators) if spectators else nullcontext():
        shown = terminal.Terminal(["-m", "q40k", "resume", "1"], home)
        try:
            shown.until(PAINTED)
            shown.settle(0.5)
            took = [shown.key(key) for _ in range(size.keys) for key in KEYS]
        finally:
            shown.close()
    return middle(took)


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


def judge_keys(what: str, times: Iterable[float | None], goal: float) -> None:
    """Print the 95th percentile of keys to their repaints, by that of a plain application of this run."""
    taken = list(times)
    worst, (plain_middle, plain_worst) = percentile(taken), units.plain_keys()
    detail = f"{ms(worst)} against {ms(plain_worst)}; medians {ms(middle(taken))} and {ms(plain_middle)}"
    goal_text = f"at most {goal:g}"
    report(f"{what}, p95 / of a plain screen", worst / plain_worst, goal_text, worst <= goal * plain_worst, detail)


def judge_work(what: str, seconds: float, moves: int, detail: str = "") -> None:
    """Print what takes processor time in thousands of chess moves that this run replays in the same time."""
    taken = seconds / units.chess_move()
    seen = f"{ms(seconds)}; {detail}" if detail else ms(seconds)
    judge(what, f"{taken / 1000:.1f} thousand chess moves", f"at most {moves / 1000:g}", taken <= moves, seen)


def report(what: str, ratio: float, goal: str, met: bool, detail: str = "") -> None:
    """Print one ratio with its goal."""
    judge(what, f"{ratio:.2f} times", goal, met, detail)


def in_turns(runs: int, *works: Callable[[], float]) -> list[float]:
    """The medians of some measurements taken in turns."""
    rounds = [[work() for work in works] for _ in range(runs)]
    return [median(one[number] for one in rounds) for number in range(len(works))]


def ms(seconds: float) -> str:
    """Milliseconds."""
    return f"{seconds * 1000:.1f} ms"


def version(runs: int) -> None:
    """`q40k --version` against bare Python."""

    def run(*arguments: str) -> float:
        began = time.perf_counter()
        subprocess.run([sys.executable, *arguments], cwd=terminal.ROOT, check=True, stdout=subprocess.DEVNULL)
        return time.perf_counter() - began

    ours, bare = in_turns(runs, lambda: run("-m", "q40k", "--version"), lambda: run("-c", "pass"))
    report(
        "q40k --version / python -c pass", ours / bare, "at most 4", ours <= 4 * bare, f"{ms(ours)} against {ms(bare)}"
    )


def painted(words: bytes, arguments: list[str], folder: Path | None = None) -> float:
    """Seconds from the start of a program until it has painted these words."""
    shown = terminal.Terminal(arguments, folder)
    try:
        return shown.until(words)
    finally:
        shown.close()


def first_paint(new: Path, long: Path, size: Sizes) -> None:
    """The main screen, of a new match and of a long one, against a bare Textual hello-world."""
    young, old, bare = in_turns(
        size.runs,
        lambda: painted(PAINTED, ["-m", "q40k", "resume", "1"], new),
        lambda: painted(PAINTED, ["-m", "q40k", "resume", "1"], long),
        lambda: painted(b"Hello, world", ["-m", "benchmarks.hello"]),
    )
    for what, ours in (("a new match", young), (f"{size.long:,} entries", old)):
        report(
            f"first paint of {what} / Textual hello-world",
            ours / bare,
            "at most 2",
            ours <= 2 * bare,
            f"{ms(ours)} against {ms(bare)}",
        )


def first_question(size: Sizes) -> None:
    """The first screen of `make play` in an empty home, against a bare Textual hello-world."""
    with tempfile.TemporaryDirectory() as folder:
        ours, bare = in_turns(
            size.runs,
            lambda: painted(FIRST_CHOICE, ["-m", "q40k", "new"], Path(folder)),
            lambda: painted(b"Hello, world", ["-m", "benchmarks.hello"]),
        )
    what = "first question of `make play` / Textual hello-world"
    report(what, ours / bare, "at most 1.6", ours <= 1.6 * bare, f"{ms(ours)} against {ms(bare)}")


def commands_in_a_loop(home: Path, size: Sizes) -> None:
    """`q40k do` again and again on a long match, against `q40k list` in the same library."""
    (ours,) = in_turns(3 * size.runs, lambda: ran(home, "do", "1", ADJUSTED))
    (bare,) = in_turns(3 * size.runs, lambda: ran(home, "list"))
    report(
        "q40k do in a loop / q40k list", ours / bare, "at most 3", ours <= 3 * bare, f"{ms(ours)} against {ms(bare)}"
    )


def the_conversation(long: Path, size: Sizes) -> None:
    """The first line of `q40k talk` against a bare Textual hello-world, and what a question takes."""
    ours, bare = in_turns(
        size.runs, lambda: talk.first_line(long), lambda: painted(b"Hello, world", ["-m", "benchmarks.hello"])
    )
    report(
        f"first line of a conversation, {size.long:,} entries / Textual hello-world",
        ours / bare,
        f"at most {talk.LINE_GOAL:g}",
        ours <= talk.LINE_GOAL * bare,
        f"{ms(ours)} against {ms(bare)}",
    )
    slowest, seconds = max(talk.questions(long, size.runs).items(), key=lambda item: item[1])
    with closing(MatchLibrary(long / "matches.sqlite3")) as library, replay.collecting_seldom():
        entries = library.journal.live(1)
        replayed = len(entries) / replay.verified(entries)
    report(
        f"the slowest question of a conversation ({slowest}) / a replay of its {len(entries):,} entries",
        seconds / replayed,
        f"at most {talk.QUESTION_GOAL:g}",
        seconds <= talk.QUESTION_GOAL * replayed,
        f"{ms(seconds)} against {ms(replayed)}",
    )


def repaint(short: Path, longer: Path, size: Sizes) -> None:
    """Key to repaint, journal on disk, with many entries against next to none."""
    shown = [terminal.Terminal(["-m", "q40k", "resume", "1"], data) for data in (longer, short)]
    taken: list[list[float]] = [[], []]
    try:
        for one in shown:
            one.until(PAINTED)
            one.settle(0.5)
        for _ in range(size.keys):
            for key in KEYS:
                for one, times in zip(shown, taken, strict=True):
                    took = one.key(key)
                    if took is not None:
                        times.append(took)
    finally:
        for one in shown:
            one.close()
    ours, bare = (middle(times) for times in taken)
    report(
        f"key to repaint, 24 players, {size.longer:,} entries / just deployed",
        ours / bare,
        "at most 1.2",
        ours <= 1.2 * bare,
        f"{ms(ours)} against {ms(bare)}",
    )
    judge_keys(f"key to repaint, 24 players, {size.longer:,} entries", taken[0], KEY_GOAL)


def pages(longer: Path, size: Sizes) -> None:
    """Key to paint of the log and of the map, 24 players and a long match."""
    for what, (opening, keys) in PAGES.items():
        shown = terminal.Terminal(["-m", "q40k", "resume", "1"], longer)
        try:
            shown.until(PAINTED)
            shown.settle(0.5)
            shown.key(opening)
            shown.settle(0.5)
            took = [shown.key(key) for _ in range(size.keys) for key in keys]
        finally:
            shown.close()
        judge_keys(f"key to paint of the {what}", took, PAGE_GOAL)


def told(long: Path, runs: int) -> None:
    """A report of a long match against a replay of it, both as somebody waits for them.

    The commands `q40k report` and `q40k verify` open the library and read the match; the one tells
    it, the other plays it again by its inputs. Beside it stands what is left without the start of a
    program: telling and drawing against the bare replay of what is already in memory.
    """
    with closing(MatchLibrary(long / "matches.sqlite3")) as library:
        match_session = library.open(library.matches()[0].id, watch=True)
        inputs = match_session.inputs()

        def report_of() -> float:
            began = time.perf_counter()
            page(match_session.game, tale(match_session, Locale("en")), Locale("en"))
            return time.perf_counter() - began

        text = page(match_session.game, tale(match_session, Locale("en")), Locale("en"))
        written, again = in_turns(runs, report_of, lambda: len(inputs) / replay.verified(inputs))
    whole, verified = in_turns(
        runs,
        lambda: ran(long, "report", "1", "--out", str(long / "report.html"), "--force"),
        lambda: ran(long, "verify", "1"),
    )
    report(
        f"q40k report of {len(inputs)} entries / q40k verify",
        whole / verified,
        f"at most {REPORT_PART:g}",
        whole <= REPORT_PART * verified,
        f"{ms(whole)} against {ms(verified)}",
    )
    print(
        f"the same without the start of a program, against the bare replay: {written / again:.2f}"
        f" times — {ms(written)} against {ms(again)}"
    )
    large = len(text.encode()) / 1000 * REPORTED / max(len(inputs), 1)
    judge(
        f"report of {REPORTED:,} entries, by one of {len(inputs):,}",
        f"{large:.0f} kB",
        f"at most {REPORT_KB} kB",
        large <= REPORT_KB,
    )


def ran(home: Path, *arguments: str) -> float:
    """Seconds that a command takes with the library of this folder."""
    began = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "q40k", *arguments],
        cwd=terminal.ROOT,
        check=True,
        env=terminal.environment(home),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    return time.perf_counter() - began


def season_of(folder: Path, size: Sizes) -> None:
    """The season of many matches, with what is kept of them, against working all of it out."""
    path = seasons.on_disk(folder, size.matches)
    cold = seasons.told(path, warm=False)
    (warm,) = in_turns(size.runs, lambda: seasons.told(path, warm=True))
    report(
        f"season of {size.matches:,} matches told again / from nothing",
        warm / cold,
        f"at most {seasons.PART:g}",
        warm <= seasons.PART * cold,
        f"{ms(warm)} against {ms(cold)}",
    )
    read = seasons.rows_read(path)
    report(
        f"season of {size.matches:,} matches told again / a read of their rows",
        warm / read,
        f"at most {seasons.READ_GOAL:g}",
        warm <= seasons.READ_GOAL * read,
        f"{ms(warm)} against {ms(read)}",
    )
    for verb, most in seasons.VERBS.items():
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
        report(
            f"opening to the first picture, {entries}",
            ours / bare,
            "at most 1.3",
            ours <= 1.3 * bare,
            f"{ms(ours)} against {ms(bare)}",
        )
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
        "all lines of sight: a plain loop over shapely / one pass",
        plain / quick,
        "at least 50",
        plain >= 50 * quick,
        f"{plain:.1f} s against {ms(quick)}, answers within {apart:.5f}",
    )


def the_map(library: Library, size: Sizes) -> None:
    """A redraw of the map after many entries against ten, and the largest one against a frame."""
    young, old = maps.state_after(library, 10), maps.state_after(library, size.longer)
    short, long = maps.redraws(young, old, 16 * size.runs)
    report(
        f"map redraw: {size.longer:,} entries / 10",
        long / short,
        "at most 1.1",
        long <= 1.1 * short,
        f"{ms(long)} against {ms(short)}",
    )
    for protocol in ("sixel", "kitty"):
        change, whole = maps.pixels(young, protocol, maps.HALF, 12 * size.runs)
        what = f"half of 200x60 in pixels, {protocol}: 95 of 100 changes"
        judge_work(what, change, maps.GOAL, f"a whole picture {ms(whole)}")
    took, least = maps.whole_frames(old, library, 3 * size.runs)
    report(
        "map of the largest arena, drawn from nothing / of the smallest",
        took / least,
        f"at most {maps.LARGEST_GOAL:g}",
        took <= maps.LARGEST_GOAL * least,
        f"{ms(took)} against {ms(least)}",
    )


if __name__ == "__main__":
    if "--short" in sys.argv[1:]:
        main(SHORT)
    else:
        main()
        print(f"\n{table()}")
        sys.exit(not all(result.met for result in RESULTS))
