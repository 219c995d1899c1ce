"""Commands that keep the matches in order: names, the archive, the bin."""

from q40k.cli.base import Argument, bad_value, flag, verb
from q40k.cli.open import match_argument, open_library
from q40k.cli.say import N_, _, echo, ngettext, remark
from q40k.kernel.text import clean_text
from q40k.table.match_library import now
from q40k.table.shelf import Shelf
from q40k.table.shelf import archive as move_to_archive
from q40k.table.shelf import delete as move_to_bin
from q40k.table.shelf import empty_bin as erase_bin
from q40k.table.shelf import restore as take_from_bin


@verb(match_argument(), Argument(["name"], metavar=N_("NAME")))
def rename_match(match: str, name: str) -> None:
    """Rename a match."""

    new_name = clean_text(name)
    if not new_name:
        raise bad_value(_("NAME"), _("a name needs at least one letter."))
    with open_library() as library:
        row = library.find(match)
        library.journal.rename(row.id, new_name)
    remark(_("Match {number} is now called {name}.", number=row.id, name=new_name))


@verb(match_argument(last=True), flag(["back", "--back"], N_("Put it back on the list.")))
def archive(match: str, back: bool) -> None:
    """Archive a match."""

    with open_library() as library:
        row = library.find(match)
        move_to_archive(library, row, away=not back)
    if back:
        message = _("Match {number} is on the list again.", number=row.id)
    else:
        message = _("Match {number} is archived.", number=row.id)
    remark(message)


@verb(match_argument())
def delete(match: str) -> None:
    """Delete a match."""

    with open_library() as library:
        row = library.find(match)
        move_to_bin(library, row, now())
    message = _(
        "Match {number}, “{name}”, is in the bin. To take it out: q40k restore {number}",
        number=row.id,
        name=row.name or "-",
    )
    remark(message)


@verb(Argument(["number"], metavar=N_("NUMBER")))
def restore(number: str) -> None:
    """Restore a match."""

    with open_library() as library:
        row = library.find(number)
        if Shelf(library).section(row) != "bin":
            message = _("match {number} is not in the bin.", number=row.id)
            raise bad_value(_("NUMBER"), message)
        take_from_bin(library, row)
    remark(_("Match {number}, “{name}”, is back.", number=row.id, name=row.name or "-"))


@verb(flag(["yes", "--yes"], N_("Erase them.")))
def empty_bin(yes: bool) -> None:
    """Empty the bin."""

    with open_library() as library:
        rows = Shelf(library).rows("bin")
        for row in () if yes else rows:
            echo(f"{row.id}  {row.name or '-'}")
        number = erase_bin(library) if yes else len(rows)
    if yes:
        message = ngettext("{number} match erased.", "{number} matches erased.", number)
    elif rows:
        message = ngettext(
            "{number} match would be erased for good: q40k empty-bin --yes",
            "{number} matches would be erased for good: q40k empty-bin --yes",
            number,
        )
    else:
        message = _("There is nothing in the bin.")
    remark(message)
