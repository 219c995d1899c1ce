"""When garbage is looked for: not while a program starts, and then in small portions.

`__main__` puts it off, as what a start makes stays. Whatever then runs on for long settles.
"""

from __future__ import annotations

import gc

COLLECT = (10_000, 20, 50)
"""After so many new objects garbage is looked for among them, which takes a millisecond or two."""


def settle(*, started: bool = True) -> None:
    """Look for garbage in portions from now on; not among what is there, if all has `started`."""
    if started:
        gc.freeze()
    gc.set_threshold(*COLLECT)
