"""What a call lacks is asked line by line, where somebody sits at a terminal."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import click

from q40k.cli.errors import MALFORMED, Failure
from q40k.cli.say import _, ngettext


def on_a_terminal() -> bool:
    """Whether somebody is there to be asked."""
    return sys.stdin.isatty()


def must_be_there(lacking: Sequence[str], advice: str) -> None:
    """Raises Failure when nobody is there to be asked for these options."""
    if on_a_terminal():
        return
    title = ngettext(
        "This is missing: {names}.", "These are missing: {names}.",
        len(lacking), names=", ".join(f"--{name}" for name in lacking),
    )  # fmt: skip
    raise Failure(title, advice, MALFORMED)


def asked(words: str, kind: type, usual: Any = None, *, shown: bool = False) -> Any:
    """A line that is asked for, as a `kind`. Enter is what is `usual`, which may be `shown`."""
    heading = f"{words} [{usual}]" if shown else words
    text = _("{heading}:", heading=heading)
    return click.prompt(
        text, type=kind, default=usual, show_default=False, prompt_suffix=" ", err=True
    )
