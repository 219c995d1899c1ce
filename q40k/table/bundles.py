"""Bundles that were added on this machine: kept apart by game, id and version, one version of each in use."""

import os
import re
import subprocess
import sys
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

import q40k
from q40k.care.notes import NOTE, Added, PackUse
from q40k.care.working import sweep, working_folder
from q40k.games import game as games
from q40k.games.game import Game, UnknownGame
from q40k.kernel.state import to_data
from q40k.kernel.text import is_digits
from q40k.kernel.whole_file import read_path, read_side, sync_folder, write_side, write_whole
from q40k.packs import art
from q40k.packs.bundle import MOST_MEMBERS, Bundle, Contents, all_files, check_contents, complete, read_bundle, refuse
from q40k.packs.finding import MANIFEST, MOST_BYTES
from q40k.packs.problems import PackError
from q40k.table.folders import (
    IN_USE,
    bundle_folders,
    bundle_versions,
    bundles_folder,
    compiled_folder,
    config_folder,
    version_in_use,
)

_GIT_SECONDS = 120
_GIT_ADDRESS = re.compile(r"(https?|ssh|git|file)://\S+|[\w.-]+@[\w.-]+:\S+")


class AddedBundle(Struct, frozen=True):
    """An added bundle: its note, its folder, and whether its version is the one in use."""

    note: Added
    folder: Path
    in_use: bool


class GitFailed(Exception):
    """git could not fetch a repository; `reason` is its last line."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


# -- what is here ----------------------------------------------------------------------------------


def added_bundles(game: str | None = None) -> list[AddedBundle]:
    """Return every version of every added bundle, by game, id and version."""
    bundles: list[AddedBundle] = []
    for id in games.game_ids() if game is None else (game,):
        top = bundles_folder(id)
        for bundle in sorted(top.iterdir()) if top.is_dir() else ():
            current = version_in_use(bundle) if bundle.is_dir() else None
            folders = bundle_versions(bundle) if bundle.is_dir() else []
            notes = ((read_note(folder), folder) for folder in folders)
            bundles += [AddedBundle(note, folder, folder == current) for note, folder in notes if note is not None]
    return bundles


def read_note(folder: Path) -> Added | None:
    """Return the note of an added bundle, or None if it cannot be read."""
    note = read_side(folder / NOTE, Added)
    return note if isinstance(note, Added) else None


def notes_in_use(game: str) -> list[Added]:
    """Return the notes of a game's bundles in use."""
    return [note for folder in bundle_folders(game) if (note := read_note(folder)) is not None]


def uses_of(notes: Collection[Added], command: Any) -> tuple[PackUse, ...]:
    """Return the bundles of which a command, with the pack data it took, names an object."""
    words = set(_texts(to_data(command, defaults=False)))
    return tuple(note.use for note in notes if any(words.intersection(ids) for ids in note.objects.values()))


def _texts(data: Any) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for key, value in data.items():
            yield str(key)
            yield from _texts(value)
    elif isinstance(data, list | tuple | set | frozenset):
        for value in data:
            yield from _texts(value)


def art_in_use(game: str) -> dict[str, bytes]:
    """Return the pictures of printed pieces in a game's bundles in use, by piece; of two the later bundle's."""
    return {
        path.stem: path.read_bytes()
        for folder in bundle_folders(game)
        for path in sorted((folder / art.FOLDER).glob(f"*{art.SUFFIX}"))
    }


# -- sources ---------------------------------------------------------------------------------------


def is_git_address(text: str) -> bool:
    """Return whether a text is the address of a git repository, not a path."""
    return _GIT_ADDRESS.fullmatch(text) is not None


def shipped_bundles() -> dict[str, Path]:
    """Return the folders of the bundles that come with the program and that nobody has to use, by id."""
    package = Path(q40k.__file__).parent
    tops = (top for top in (package / "data" / "packs", package.parent / "packs") if top.is_dir())
    folders = sorted(next(tops, package / "packs").glob(f"*/{MANIFEST}"))
    return {manifest.parent.name: manifest.parent for manifest in folders}


@contextmanager
def fetch_source(source: str) -> Iterator[Path]:
    """Give the file or folder of a source; a git repository is fetched for as long. Raises GitFailed, OSError."""
    path = read_path(source)
    if not is_git_address(source) or path.is_file() or (path / MANIFEST).is_file():
        yield path if os.path.lexists(path) else shipped_bundles().get(source, path)
        return
    top = config_folder()
    top.mkdir(parents=True, exist_ok=True)
    sweep(top)
    with working_folder(top, "packs") as folder:
        _clone(source, folder / "repository")
        yield folder / "repository"


def _clone(address: str, folder: Path) -> None:
    """Fetch the newest state of a repository; nothing of it is carried out. Raises GitFailed.

    Its files are written only if there are not too many of them, and they are not too large.
    """
    most = 4 * MOST_BYTES
    shallow = ("--quiet", "--depth", "1", "--no-tags", "--no-checkout", "--template=", "--")
    _run_git(address, "clone", *shallow, address, str(folder), most=most)
    listed = _run_git(address, "-C", str(folder), "ls-tree", "-r", "-l", "-z", "HEAD", most=most).split("\0")
    sizes = [entry.split("\t")[0].split()[-1] for entry in listed if entry]
    if len(sizes) > MOST_MEMBERS or sum(int(size) for size in sizes if is_digits(size)) > MOST_BYTES:
        raise refuse(address, "bundle-too-large", most=MOST_BYTES)
    _run_git(address, "-C", str(folder), "checkout", "--quiet", "HEAD", most=most)


def _run_git(address: str, *call: str, most: int) -> str:
    """Run git, which may write files of so many bytes; return what it says. Raises GitFailed."""
    options = ("-c", "core.hooksPath=/dev/null", "-c", "core.symlinks=false", "-c", "core.fsmonitor=false")
    quiet = {"GIT_TERMINAL_PROMPT": "0", "GIT_ALLOW_PROTOCOL": "https:http:ssh:git:file", "GIT_LFS_SKIP_SMUDGE": "1"}
    try:
        return subprocess.run(
            ["git", *options, *call],
            check=True,
            preexec_fn=partial(_limit_files, most) if os.name == "posix" else None,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=_GIT_SECONDS,
            stdin=subprocess.DEVNULL,
            env={**os.environ, **quiet},
        ).stdout
    except FileNotFoundError as error:
        raise GitFailed("git") from error
    except subprocess.TimeoutExpired as error:
        raise GitFailed(f"{_GIT_SECONDS} s") from error
    except subprocess.CalledProcessError as error:
        lines = str(error.stderr).strip().splitlines()
        fatal = next((line for line in lines if line.startswith("fatal: ")), lines[-1] if lines else "")
        raise GitFailed(fatal.removeprefix("fatal: ") or f"{address}: {error.returncode}") from error


def _limit_files(most: int) -> None:
    """Let this process write no file of more than so many bytes."""
    if sys.platform != "win32":
        import resource  # not on Windows

        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))


def game_of(bundle: Bundle, source: str) -> Game:
    """Return the game of a bundle. Raises PackError."""
    try:
        return games.find(bundle.manifest.game)
    except UnknownGame as error:
        raise refuse(source, "bundle-game", game=error.id, nearest=error.nearest) from error


def read_checked(path: Path, source: str) -> tuple[Bundle, Contents]:
    """Return a bundle, complete, and what is in it, after all checks. Raises PackError, OSError."""
    try:
        bundle = read_bundle(path)
    except PackError as error:  # it names what was typed, not the folder into which it was fetched
        raise PackError([replace(p, file=p.file.replace(str(path), source, 1)) for p in error.problems]) from error
    game = game_of(bundle, source)
    contents = check_contents(bundle, game.packs.kinds, game.shape, source, compiled_folder())
    return complete(bundle, game.shape), contents


# -- adding, choosing, removing --------------------------------------------------------------------


class VersionTaken(Exception):
    """This version of the bundle is here already; `is_same` says whether with the same content."""

    def __init__(self, is_same: bool) -> None:
        super().__init__(is_same)
        self.is_same = is_same


def other_owners(bundle: Bundle, contents: Contents) -> Mapping[str, tuple[str, ...]]:
    """Return the ids that other bundles in use hold as well, by the id of the bundle."""
    own = {(kind, id) for kind, ids in contents.objects.items() for id in ids}
    shared = {
        note.id: tuple(id for kind, ids in note.objects.items() for id in ids if (kind, id) in own)
        for note in notes_in_use(bundle.manifest.game)
        if note.id != bundle.manifest.id
    }
    return {id: ids for id, ids in shared.items() if ids}


def add(bundle: Bundle, contents: Contents, source: str) -> Path:
    """Write a checked bundle beside all others, whole or not at all, and use it. Raises VersionTaken, OSError."""
    manifest = bundle.manifest
    target = bundles_folder(manifest.game) / manifest.id / manifest.version
    if target.exists():
        if (present := read_note(target)) is not None:
            raise VersionTaken(present.hash == bundle.hash)
        remove(target)  # its note is damaged: the bundle is added again
    is_kept = is_git_address(source) or (source in shipped_bundles() and not os.path.lexists(source))
    kept = source if is_kept else os.path.abspath(source)
    note = Added(
        manifest.id,
        manifest.version,
        bundle.hash,
        manifest.game,
        {kind: tuple(ids) for kind, ids in contents.objects.items()},
        kept if source else "",
    )
    config_folder().mkdir(parents=True, exist_ok=True)
    sweep(config_folder())
    with working_folder(config_folder(), "packs") as folder:
        part = folder / "bundle"
        for name, raw in all_files(bundle).items():
            (part / name).parent.mkdir(parents=True, exist_ok=True)
            write_whole(part / name, raw, durable=True)
        write_side(part / NOTE, note, Added)
        target.parent.mkdir(parents=True, exist_ok=True)
        if (before := version_in_use(target.parent)) is not None:
            use(target, before)  # first: the rename both adds the version and has it used
        part.rename(target)
        sync_folder(target.parent)
    use(target)
    return target


def use(folder: Path, before: Path | None = None) -> None:
    """Use this version of a bundle from now on; until it is here, the one `before`. Raises OSError."""
    names = [version.name for version in (folder, before) if version is not None]
    write_whole(folder.parent / IN_USE, "".join(f"{name}\n" for name in names).encode(), durable=True)


def remove(folder: Path) -> None:
    """Remove a version of a bundle; if it was in use, the highest that is left is. Raises OSError."""
    bundle = folder.parent
    successor = next((version for version in reversed(bundle_versions(bundle)) if version != folder), None)
    is_current = version_in_use(bundle) == folder
    if successor is None:
        (bundle / IN_USE).unlink(missing_ok=True)
    elif is_current:
        use(folder, successor)
    with working_folder(config_folder(), "packs") as away:
        folder.rename(away / "bundle")  # at once, so that no half of it is ever read
    if successor is not None and is_current:
        use(successor)
    if successor is None:
        with suppress(OSError):
            bundle.rmdir()


def missing_packs(game: str, uses: Collection[PackUse]) -> list[tuple[PackUse, str]]:
    """Return the bundles of a match that are not here as they were, each with the version that is in use, or ""."""
    here = {entry.note.use for entry in added_bundles(game)}
    current = {note.id: note.version for note in notes_in_use(game)}
    return [(use, current.get(use.id, "")) for use in uses if use not in here]
