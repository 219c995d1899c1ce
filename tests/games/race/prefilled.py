"""What was said of a race before it is laid out."""

from __future__ import annotations

from q40k.table import context


class Prefilled(context.Prefilled, frozen=True):
    """The track that was named on the command line; without one it is asked."""

    track: str | None = None
