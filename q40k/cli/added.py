"""The bundles that were added, by the ids that a call names."""

from q40k.cli.base import bad_value
from q40k.cli.errors import add_nearest
from q40k.cli.say import _
from q40k.kernel.lookup import nearest
from q40k.table.bundles import AddedBundle, added_bundles


def find_added(id: str, version: str | None) -> AddedBundle:
    """Return a version of a bundle, the one in use if none is named. Raises click.BadParameter."""

    entries = added_bundles()
    of_id = [entry for entry in entries if entry.note.id == id]
    if not of_id:
        near = nearest(id, {entry.note.id for entry in entries})
        raise bad_value(_("ID"), add_nearest(_("No pack {id} was added; `q40k pack list` lists them.", id=id), near))
    fitting = [entry for entry in of_id if (entry.in_use if version is None else entry.note.version == version)]
    if not fitting:
        versions = ", ".join(entry.note.version for entry in of_id)
        raise bad_value(_("VERSION"), _("Of {id} there are these versions: {versions}.", id=id, versions=versions))
    return fitting[0]
