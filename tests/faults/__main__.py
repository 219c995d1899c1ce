"""Damage libraries, and write and look at once, until Ctrl-C: `make soak FAULTS=1`.

`python -m tests.faults [--minutes N] [--number N] [--seed N]`: so many minutes or damages. Without a
number fifty terminals are closed first. Each time the library is damaged, and one of what is kept
beside the matches: season, drafts, inbox, settings, compiled packs. After every 200 damages two
write and two look at one library, 1,000 times in all. What fails is printed with the seed that
makes it again.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from itertools import count
from pathlib import Path

from q40k.kernel.journal.journal import Journal
from tests.faults import beside, closing
from tests.faults.damages import attempt, whole

CALLS = 250
BETWEEN = 200


def at_once(folder: Path) -> str:
    """Two write and two look; what they were told, if anything."""
    library = folder / "matches.sqlite3"
    folder.mkdir()
    journal = Journal(library)
    for _ in range(2):
        journal.create("m", "now")
    journal.close()
    call = [sys.executable, "-m", "tests.faults.at_once", str(library)]
    programs = [
        subprocess.Popen([*call, who, str(CALLS)], stdout=subprocess.PIPE, text=True) for who in ("1", "2", "0", "0")
    ]
    outputs = [program.communicate()[0].strip() for program in programs]
    torn = [path.name for path in folder.iterdir() if "torn" in path.name]
    return "" if set(outputs) == {"{}"} and not torn else f"{outputs} {torn}"


def main() -> int:
    """Go on until it is enough; 1 when anything failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float)
    parser.add_argument("--number", type=int)
    parser.add_argument("--seed", default=str(time.time_ns()))
    arguments = parser.parse_args()
    end = time.monotonic() + arguments.minutes * 60 if arguments.minutes else float("inf")
    failures, calls, tried = 0 if arguments.number else closing.main(), 0, 0
    with tempfile.TemporaryDirectory() as name:
        before = whole(Path(name))
        print(f"damaging from seed {arguments.seed}; Ctrl-C ends it", flush=True)  # noqa: T201
        try:
            for tried in count(1):
                try:
                    wrong = attempt(Path(name) / "hurt", before, f"{arguments.seed}/{tried}")
                    wrong = wrong or beside.attempt(Path(name) / "beside", f"{arguments.seed}/{tried}")
                except Exception as error:  # whatever it is, it must not reach a table
                    wrong = repr(error)
                if not wrong and tried % BETWEEN == 0:
                    calls += 4 * CALLS
                    wrong = at_once(Path(name) / f"at-once-{tried}")
                if wrong:
                    failures += 1
                    print(f"{arguments.seed}/{tried}: {wrong}", flush=True)  # noqa: T201
                if time.monotonic() >= end or tried == arguments.number:
                    break
        except KeyboardInterrupt:
            pass
        print(json.dumps(dict(sorted(before.counts.items())), indent=1))  # noqa: T201
        print(f"{tried} damages, {calls} calls at once: {failures} failed")  # noqa: T201
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
