"""Prompts for what a call lacks, if it runs in a terminal."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import click

from q40k.cli.errors import MALFORMED, Failure
from q40k.cli.say import _, ngettext


def on_a_terminal() -> bool:
    """Return whether somebody can be asked."""
    return sys.stdin.isatty()


def require_terminal(lacking: Sequence[str], advice: str) -> None:
    """Raise Failure if these options are missing and nobody can be asked for them."""
    if on_a_terminal():
        return
    title = ngettext(
        "This is missing: {names}.", "These are missing: {names}.",
        len(lacking), names=", ".join(f"--{name}" for name in lacking),
    )  # fmt: skip
    raise Failure(title, advice, MALFORMED)


def ask_for(words: str, kind: type, usual: Any = None, *, shown: bool = False) -> Any:
    """Ask for a line and return it as a `kind`. Enter returns `usual`, shown if `shown`."""
    heading = f"{words} [{usual}]" if shown else words
    text = _("{heading}:", heading=heading)
    return click.prompt(
        text, type=kind, default=usual, show_default=False, prompt_suffix=" ", err=True
    )
