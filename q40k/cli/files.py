"""Files that commands write. They replace an existing file only with --force."""

from __future__ import annotations

from pathlib import Path

from q40k.cli.base import Option
from q40k.cli.errors import REFUSED, Failure
from q40k.cli.say import N_, _
from q40k.cli.streams import echo
from q40k.kernel.whole_file import write_whole


def force_option() -> Option:
    """Return the option that lets a file be replaced."""
    return Option(["--force"], is_flag=True, help=N_("Replace the file if there is one."))


def file_exists_failure(path: Path, advice: str = "") -> Failure:
    """Return the failure for a file that exists already. The default advice is `--force`."""
    title = _("There is already a file {path}.", path=path)
    return Failure(title, advice or _("Give another name, or --force to replace it."), REFUSED)


def write_file(path: Path, text: str, *, force: bool = False, advice: str = "") -> None:
    """Write a file whole or not at all, and say so. Raises Failure if it exists, OSError."""
    try:
        write_whole(path, text.encode(), replace=force)
    except FileExistsError as error:
        raise file_exists_failure(path, advice) from error
    echo(_("Written to {path}.", path=path), err=True)
