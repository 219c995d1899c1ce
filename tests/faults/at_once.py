"""Open a library again and again, to write or to look: `python -m tests.faults.at_once FILE WHO N`.

WHO is the number of the match to write, 0 to look only. It prints, as JSON, how often it was told
anything was wrong.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path

from q40k.kernel.journal.journal import Entry, Journal, JournalError


def main(path: str, who: str, number: str) -> None:
    """Open, write or look, close: so many times."""
    counter: Counter[str] = Counter()
    match = int(who)
    for _ in range(int(number)):
        try:
            journal = Journal(Path(path))
            if match:
                head = journal.head(match) + 1
                body = json.dumps({"do": "x" * 400})
                journal.append(match, Entry(head, "command", head, body, "hand", "[]", 0, "now"))
            else:
                journal.matches()
            journal.close()
        except JournalError as error:
            counter[error.code] += 1
    print(json.dumps(counter))  # noqa: T201


if __name__ == "__main__":
    main(*sys.argv[1:])
