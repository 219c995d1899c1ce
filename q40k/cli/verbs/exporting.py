"""The verb that writes a match as a script."""

from collections.abc import Iterable
from pathlib import Path

from q40k.cli.base import Option, verb, whole_option
from q40k.cli.complete import complete_files
from q40k.cli.open import match_argument, open_match
from q40k.cli.say import N_, _, echo_lines, ngettext, remark
from q40k.kernel.whole_file import write_whole
from q40k.table.folders import compiled_folder
from q40k.table.script import header, write_script


@verb(
    match_argument(last=True),
    Option(
        ["out", "-o", "--output"],
        metavar=N_("FILE"),
        default="-",
        help=N_("Write to this file instead of standard output."),
        shell_complete=complete_files,
    ),
    whole_option(N_("Write secrets and the seed, to go on with the match elsewhere.")),
)
def export(match: str, out: str, whole: bool) -> None:
    """Export a match."""

    with open_match(match) as match_session:
        if match_session.is_open_with_secrets:
            note = _("Secrets are in it as plain text: keep it at the table.")
            if not whole:
                note = _("Secrets are sealed in it, in an envelope and not in a safe: anyone can open it.")
            remark(note)
        packs = match_session.game.packs.library(cache=compiled_folder())
        lines = write_script(match_session, packs, whole=whole)
        if out == "-":
            echo_lines(lines)
        else:
            number = _write(Path(out), [*header(match_session), *lines])
            remark(ngettext("{number} line written to {path}.", "{number} lines written to {path}.", number, path=out))


def _write(path: Path, lines: Iterable[str]) -> int:
    """Write the lines to a file, whole or not at all; return their number. Raises OSError."""
    written_lines = list(lines)
    write_whole(path, "".join(f"{line}\n" for line in written_lines).encode(), durable=True)
    return len(written_lines)
