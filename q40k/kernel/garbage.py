"""Garbage collection: none while a program starts, and in small portions afterwards.

`__main__` postpones it, as the objects of a start all stay. A program that then runs for long calls
this.
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
