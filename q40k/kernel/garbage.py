"""Garbage collection: none while a program starts, and in small portions afterwards.

`__main__` postpones it, as the objects of a start all stay. A program that then runs for long calls
`collect_in_portions`. A screen calls `collect_now` between two keys, so that no key waits for it.
"""

import gc

COLLECT = (10_000, 20, 50)
"""The thresholds of `gc`: a collection after 10,000 new objects takes a millisecond or two."""


def collect_in_portions(*, started: bool = True) -> None:
    """Collect garbage in small portions from now on; never look through the objects of a finished
    start.
    """
    if started:
        gc.freeze()
    gc.set_threshold(*COLLECT)


def collect_now() -> None:
    """Collect garbage while nobody waits: new objects, and older ones as seldom as Python itself."""
    _new, older, oldest = gc.get_count()
    gc.collect(2 if oldest > COLLECT[2] else 1 if older > COLLECT[1] else 0)
