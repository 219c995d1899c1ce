"""The verb `pack`: packs that travel as one file."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec.structs import replace

from q40k.cli.added import find_added
from q40k.cli.base import (
    Answer,
    Argument,
    Call,
    Option,
    bad_value,
    command,
    flag,
    json_option,
    packs_option,
    verb_group,
)
from q40k.cli.complete import complete_files
from q40k.cli.errors import DONE, MALFORMED, REFUSED, Failure, find_in_packs
from q40k.cli.failures import failure_of
from q40k.cli.files import file_exists_failure, force_option, out_option, require_consent, write_own_file
from q40k.cli.open import game_option
from q40k.cli.problems import problem_lines
from q40k.cli.say import N_, _, echo, echo_lines, locale, remark, speak_of
from q40k.cli.texts import table
from q40k.games.game import Game, game_ids, name_of
from q40k.kernel.whole_file import read_path, write_whole
from q40k.packs.bundle import SUFFIX, Bundle, Contents, zip_bytes
from q40k.packs.codes import code_of, is_code, link, load_call, read_code
from q40k.packs.problems import PackError
from q40k.table import bundles
from q40k.table.bundles import add as add_bundle
from q40k.table.bundles import remove as remove_version
from q40k.table.bundles import use as use_version
from q40k.table.codes import open_code
from q40k.table.folders import library_file, version_order


def _yes_option() -> Option:
    return flag(["yes", "--yes"], N_("Accept it without being asked."))


@command(
    "make",
    Argument(["folder"], metavar=N_("FOLDER"), shell_complete=complete_files),
    out_option(N_("Write this file; without it, it is named by the id and the version.")),
    force_option(),
)
def make(folder: str, out: Path | None, force: bool) -> None:
    """Make a bundle."""

    if not Path(folder).is_dir():
        raise bad_value(_("FOLDER"), _("there is no folder {path}.", path=folder))
    bundle, contents = bundles.read_checked(read_path(folder), folder)
    manifest = bundle.manifest
    path = out or Path(f"{manifest.id}-{manifest.version}{SUFFIX}")
    try:
        write_whole(path, zip_bytes(bundle), replace=force, durable=True)
    except FileExistsError as error:
        raise file_exists_failure(path) from error
    _print_bundle(bundle, contents)
    echo(str(path))


@command(
    "add", Argument(["source"], metavar=N_("FILE|FOLDER|ADDRESS|CODE|ID"), shell_complete=complete_files), _yes_option()
)
def add(call: Call, source: str, yes: bool) -> int:
    """Add a bundle or the object of a code."""

    if is_code(source):
        return _add_code(call, source, yes)
    return _add_source(source, yes)


def _add_source(source: str, yes: bool) -> int:

    with fetching(source), bundles.fetch_source(source) as path:
        bundle, contents = bundles.read_checked(path, source)
    manifest = bundle.manifest
    _print_bundle(bundle, contents)
    for id, ids in bundles.other_owners(bundle, contents).items():
        echo(
            _(
                "The pack {id} holds these as well: {ids}. The pack whose id comes later counts.",
                id=id,
                ids=", ".join(ids),
            )
        )
    require_consent(_("Add this pack? [y/N]"), yes)
    try:
        add_bundle(bundle, contents, source)
    except bundles.VersionTaken as error:
        if error.is_same:
            remark(_("{id} {version} is here already, just so.", id=manifest.id, version=manifest.version))
            return DONE
        title = _(
            "There is another {id} {version} here, with different content.", id=manifest.id, version=manifest.version
        )
        advice = _(
            "Its author must give it a new version; or remove the other first: q40k pack remove {id} {version}",
            id=manifest.id,
            version=manifest.version,
        )
        raise Failure(title, advice) from error
    remark(_("{id} {version} is in use from now on.", id=manifest.id, version=manifest.version))
    return DONE


@contextmanager
def fetching(source: str) -> Iterator[None]:
    """Report why a repository could not be fetched."""

    try:
        yield
    except bundles.GitFailed as error:
        title = _("{source} could not be fetched: {why}", source=source, why=error.reason)
        if error.reason == "git":
            title = _("git is not installed here, which fetches repositories.")
        raise Failure(title, _("A file or a folder needs no git."), MALFORMED) from error


def _print_bundle(bundle: Bundle, contents: Contents) -> None:
    """Print what a bundle says of itself, and what is in it."""
    manifest = bundle.manifest
    echo(f"{manifest.id} {manifest.version}  {locale().name_of(manifest.name)}")
    if manifest.about is not None:
        echo(f"  {locale().name_of(manifest.about)}")
    rows = (
        (N_("by {author}"), {"author": manifest.author}),
        (N_("licence: {licence}"), {"licence": manifest.licence}),
        (N_("languages: {languages}"), {"languages": ", ".join(manifest.languages)}),
        (N_("game: {game}"), {"game": name_of(manifest.game)}),
        (N_("content: {hash}"), {"hash": bundle.hash[:16]}),
    )
    for text, facts in rows:
        echo("  " + _(text, **facts))
    _print_objects(manifest.game, contents)
    for label in manifest.labels:
        echo("  " + _("label: {call}", call=label.command))
    if contents.art:
        echo("  " + _("pictures of printed pieces: {pieces}", pieces=", ".join(contents.art)))
    if bundle.skipped:
        echo("  " + _("left out, as neither pack, text nor picture: {names}", names=", ".join(bundle.skipped)))


def _print_objects(game: str, contents: Contents) -> None:
    for kind, ids in contents.objects.items():
        echo(f"  {kind}: " + ", ".join(ids))
    for kind, ids in contents.replaced.items():
        echo("  " + _("in place of those of the house ({kind}): {ids}", kind=kind, ids=", ".join(ids)))
    speak_of(game)
    for line in problem_lines(contents.warnings):
        echo(f"  {line}")


def _add_code(call: Call, text: str, yes: bool) -> int:
    """Write the objects of a code into the packs folder of their game."""

    id = read_code(text)[0]
    if id in game_ids():
        speak_of(id)
    parcel = open_code(text, call.packs, _("the code"))
    if parcel.taken:
        title = _("These ids are in use here already: {ids}.", ids=", ".join(parcel.taken))
        raise Failure(title, _("Nothing was written. `q40k locate packs` says where your own packs are."))
    echo(parcel.game.name)
    _print_objects(parcel.game.id, parcel.contents)
    require_consent(_("Take it in? [y/N]"), yes)
    write_own_file(parcel.path, parcel.text)
    return DONE


@command(
    "code",
    Argument(["kind"], metavar=N_("KIND")),
    Argument(["id"], metavar=N_("ID")),
    flag(["plain", "--plain"], N_("Print the call alone, without squares.")),
    flag(
        ["as_link", "--link"],
        N_("A link instead of a call: a phone’s camera opens it on the board that is open here (Ctrl+L)."),
    ),
    game_option(),
    packs_option(),
)
def code(call: Call, kind: str, id: str, plain: bool, as_link: bool, game: Game) -> None:
    """Print the code of an object."""
    from q40k.live.address import lines
    from q40k.prints.codes import MOST_LETTERS

    kinds = game.packs.kinds
    by_word = {name: entry for entry in kinds.kinds for name in (entry.singular, entry.name)}
    if kind not in by_word:
        raise bad_value(
            _("KIND"), _("there is no kind {kind}; there are: {kinds}.", kind=kind, kinds=", ".join(kinds.singulars))
        )
    library = call.library(game=game)
    find_in_packs(library, by_word[kind].name, id, _("There is no {kind} {id}.", kind=kind, id=id), _("ID"))
    written = code_of(library, kinds, by_word[kind], id)
    text = link(_open_board(), written) if as_link else load_call(written)
    if not plain:
        if len(text) > MOST_LETTERS:
            title = _(
                "{id} is too long for a square code: {number} letters, {most} at most.",
                id=id,
                number=len(text),
                most=MOST_LETTERS,
            )
            raise Failure(title, _("--plain prints it as text; or make a pack of it: q40k pack make"))

        echo_lines(lines(text))
    echo(text)


def _open_board() -> str:
    """Return the address of the board that is open here, that of the local network first. Raises Failure."""
    from q40k.live.room import board_address

    address = board_address(library_file())
    if address is None:
        raise Failure(
            _("No board is open here, so there is no page to link to."),
            _("In a match, Ctrl+L then 2 opens it to the local network; then call this again."),
        )
    return address


@command("list", json_option(N_("Print them as JSON.")))
def list_packs() -> Answer:
    """List the bundles."""

    entries = bundles.added_bundles()
    data = [
        {
            "id": entry.note.id,
            "version": entry.note.version,
            "game": entry.note.game,
            "hash": entry.note.hash,
            "in_use": entry.in_use,
            "source": entry.note.source,
            "folder": str(entry.folder),
        }
        for entry in entries
    ]
    rows = [
        (
            ">" if entry.in_use else "",
            entry.note.id,
            entry.note.version,
            name_of(entry.note.game),
            str(sum(map(len, entry.note.objects.values()))),
            entry.note.hash[:8],
        )
        for entry in entries
    ]
    notes = [] if rows else [_("No pack was added. `q40k pack add FILE` adds one.")]
    if others := [id for id in bundles.shipped_bundles() if id not in {entry.note.id for entry in entries}]:
        notes.append(_("These come with q40k: {ids}. `q40k pack add ID` adds one.", ids=", ".join(others)))
    head = ("", _("Pack"), _("Version"), _("Game"), _("Objects"), _("Content"))
    return Answer(data, table(head, rows, right=(4,)) if rows else (), note="\n".join(notes))


@command(
    "show",
    Argument(["pack"], metavar=N_("ID|FILE|FOLDER"), shell_complete=complete_files),
    Argument(["version"], metavar=N_("[VERSION]"), required=False),
)
def show(pack: str, version: str | None) -> None:
    """Show a bundle."""

    is_path = version is None and Path(pack).exists()
    entry = None if is_path else find_added(pack, version)
    path = Path(pack) if entry is None else entry.folder
    bundle, contents = bundles.read_checked(path, str(path))
    _print_bundle(bundle if entry is None else replace(bundle, skipped=()), contents)
    if entry is not None:
        echo("  " + (_("in use") if entry.in_use else _("not in use: another version is")))
        if entry.note.source:
            echo("  " + _("from {source}", source=entry.note.source))


@command("use", Argument(["id"], metavar=N_("ID")), Argument(["version"], metavar=N_("VERSION")))
def use(id: str, version: str) -> None:
    """Use a version of a bundle."""

    use_version(find_added(id, version).folder)
    remark(_("{id} {version} is in use from now on.", id=id, version=version))


@command("update", Argument(["id"], metavar=N_("[ID]"), required=False), _yes_option())
def update(id: str | None, yes: bool) -> int:
    """Update bundles."""

    if id is not None:
        find_added(id, None)
    entries = [entry for entry in bundles.added_bundles() if entry.in_use and id in (None, entry.note.id)]
    results = [_update(entry, yes) for entry in entries]
    if not entries:
        remark(_("No pack was added. `q40k pack add FILE` adds one."))
    return max(results, default=DONE)


def _update(entry: bundles.AddedBundle, yes: bool) -> int:
    """Add the newer version of a bundle, if its source has one."""

    note = entry.note
    try:
        with fetching(note.source), bundles.fetch_source(note.source) as path:
            manifest = bundles.read_checked(path, note.source)[0].manifest
    except (OSError, PackError, Failure) as error:
        failure = failure_of(error)
        remark(_("{id}: {why}", id=note.id, why=failure.title if failure is not None else str(error)))
        return REFUSED
    if manifest.id != note.id or version_order(manifest.version) <= version_order(note.version):
        remark(
            _("{id} {version} is the newest that {source} has.", id=note.id, version=note.version, source=note.source)
        )
        return DONE
    return _add_source(note.source, yes)


@command("remove", Argument(["id"], metavar=N_("ID")), Argument(["version"], metavar=N_("[VERSION]"), required=False))
def remove(id: str, version: str | None) -> None:
    """Remove a bundle."""

    find_added(id, version)
    for entry in bundles.added_bundles():
        if entry.note.id == id and version in (None, entry.note.version):
            remove_version(entry.folder)
            remark(_("{id} {version} is removed.", id=id, version=entry.note.version))


pack = verb_group(
    f"{__name__}.pack",
    [make, add, list_packs, show, use, update, remove, code],
    places={"verify": "q40k.cli.lab.label:verify"},
)
