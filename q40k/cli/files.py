"""Files that commands make: prompts for what they lack, and no file replaced by accident."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click

from q40k.cli.base import Option, flag
from q40k.cli.errors import MALFORMED, Failure
from q40k.cli.say import N_, _, echo_text, locale, ngettext, on_a_terminal, remark
from q40k.i18n.error_texts import file_error
from q40k.kernel.whole_file import free_name, read_path, write_whole
from q40k.table.folders import documents_folder


def force_option() -> Option:
    """Return the option that lets a file be replaced."""
    return flag(["--force"], N_("Replace the file if there is one."))


def out_option(help: str = N_("Write it here; without it, among your documents, under a free name.")) -> Option:
    """Return the option that names the file to be written."""
    return file_option(["--out"], help)


def file_option(names: Sequence[str], help: str, *, exists: bool = False, **more: Any) -> Option:
    """Return an option for the path of a file, which perhaps must exist."""
    kind = click.Path(dir_okay=False, exists=exists, path_type=Path)
    return Option(names, type=kind, metavar=N_("FILE"), help=help, **more)


def find_document(name: str, *, force: bool) -> Path:
    """Return a free name in the folder of documents; with `force` the name itself. Raises OSError."""
    path = documents_folder() / name
    return path if force else free_name(path)


def file_exists_failure(path: Path, advice: str = "") -> Failure:
    """Return the failure for a file that exists already. The default advice is `--force`."""
    title = _("There is already a file {path}.", path=path)
    return Failure(title, advice or _("Give another name, or --force to replace it."))


def write_file(path: Path, text: str, *, force: bool = False, advice: str = "") -> None:
    """Write a file whole or not at all, and say so. Raises Failure if it exists, OSError."""
    try:
        write_whole(path, text.encode(), replace=force, durable=True)
    except FileExistsError as error:
        raise file_exists_failure(path, advice) from error
    remark(_("Written to {path}.", path=path))


def write_own_file(path: Path, text: str) -> None:
    """Write a new pack file of a player, with its folder. Raises Failure if it exists, OSError."""

    def write(place: Path) -> None:
        place.parent.mkdir(parents=True, exist_ok=True)
        write_file(place, text, advice=_("Nothing was written: give it another name."))

    keep_answers(write, path)


def keep_answers(write: Callable[[Path], object], path: Path) -> Path:
    """Write what was asked for; if that fails, ask for another folder. Return the written path.

    So no answer is lost on a full disk. Raises OSError if nobody is there to ask, or no folder is
    named, and what `write` raises.
    """

    while True:
        try:
            write(path)
            return path
        except FileExistsError:
            raise
        except OSError as error:
            trouble = file_error(locale(), error)
            if trouble is None or not on_a_terminal("stdin"):
                raise
            remark(_("It could not be kept: {why}", why=trouble.title))
            folder = _ask_for_folder()
            if folder is None:
                raise
            path = folder / path.name


def _ask_for_folder() -> Path | None:
    """Ask for another folder, until there is one or none is wanted."""
    while typed := ask_for(_("In which other folder? (Enter: none, all answers are lost)"), str, ""):
        folder = read_path(typed)
        if folder.is_dir():
            return folder
        remark(_("There is no folder {path}.", path=folder))
    return None


def deliver_text(text: str, out: Path | None, *, force: bool) -> None:
    """Write a text into the file `out`, or print it for none or “-”. Raises Failure, OSError."""
    if out is None or str(out) == "-":
        echo_text(text)
    else:
        write_file(out, text, force=force)


# -- prompts ---------------------------------------------------------------------------------------


def require_terminal(lacking: Sequence[str], advice: str) -> None:
    """Raise Failure if these options are missing and nobody can be asked for them."""
    if on_a_terminal("stdin"):
        return
    title = ngettext(
        "This is missing: {names}.",
        "These are missing: {names}.",
        len(lacking),
        names=", ".join(f"--{name}" for name in lacking),
    )
    raise Failure(title, advice, MALFORMED)


def ask_for(words: str, kind: type, usual: Any = None, *, shown: bool = False) -> Any:
    """Ask for a line and return it as a `kind`. Enter returns `usual`, shown if `shown`."""
    heading = f"{words} [{usual}]" if shown else words
    text = _("{heading}:", heading=heading)
    return click.prompt(text, type=kind, default=usual, show_default=False, prompt_suffix=" ", err=True)


def is_confirmed(question: str) -> bool:
    """Ask a question, and return whether the answer is yes."""
    typed = str(click.prompt(question, default="", show_default=False, prompt_suffix=" "))
    return typed.strip().casefold() in (_("y"), _("yes"), "y")


def require_consent(question: str, yes: bool) -> None:
    """Ask whether to go on, unless that was said before. Raises Failure if it was refused, or nobody is there."""
    if yes:
        return
    if not on_a_terminal("stdin"):
        raise Failure(_("Nothing was changed: nobody is here to ask."), _("--yes accepts it without asking."))
    if not is_confirmed(question):
        raise Failure(_("Nothing was changed."))
