"""Play on a disk until it is full, make room, play on. Run as `python -m tests.faults.full_disk`.

It prints, as JSON, what went wrong, and whether all that was shown before is there.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from q40k.kernel.journal.journal import JournalError
from q40k.table.match_library import MatchLibrary
from tests.faults.evening import begin
from tests.table.crashing import screen


def main(folder: str, filler_bytes: str) -> None:
    """Fill the folder's disk, but for what is needed to begin."""
    library = Path(folder) / "matches.sqlite3"
    match_library = MatchLibrary(library, lambda: "now")
    match_session, step = begin(match_library)
    filler = Path(folder) / "filler"
    if int(filler_bytes):
        filler.write_bytes(bytes(int(filler_bytes)))
    codes: list[str] = []
    steady = True
    for _ in range(3_000):
        before = json.dumps(screen(match_session))
        try:
            step()
        except JournalError as error:
            codes.append(error.code)
            # A step may be several entries; what is on the screen is what the journal holds.
            now = json.dumps(screen(match_session))
            other = MatchLibrary(library, lambda: "now") if len(codes) > 3 else None
            if other is not None:
                again = other.open(match_session.number, watch=True)
                steady = steady and json.dumps(screen(again)) == now
                other.close()
                break
            steady = steady and (before == now or match_session.head >= json.loads(before)["head"])
    filler.unlink(missing_ok=True)
    head = match_session.head
    resumed = 0
    if int(filler_bytes):
        while match_session.head < head + 20:
            step()
        resumed = match_session.head - head
    match_session.close()
    sound = match_library.verify(match_session.number).differs_at is None
    match_library.close()
    result = {"codes": codes, "steady": steady, "resumed": resumed, "sound": sound, "head": head}
    print(json.dumps(result))  # noqa: T201


if __name__ == "__main__":
    main(*sys.argv[1:])
