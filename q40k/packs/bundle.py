"""Bundles: the packs of one author as one file, with a manifest that says what they are.

A bundle is a zip file of pack files and plain texts. Whoever made it may be anybody: everything is checked in
memory before a byte is written. Only names, sizes and kinds of file that packs need are accepted, nothing in it is
ever carried out, and its content must fit the hash in its manifest.
"""

import json
import re
import stat
import zipfile
from collections.abc import Iterator, Mapping
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from q40k.care.notes import PackUse
from q40k.kernel.whole_file import read_bounded
from q40k.kernel.zip_file import ZipUnread, open_zip
from q40k.packs import art
from q40k.packs.base import DEVICES, Id, Line, Names, Pack
from q40k.packs.finding import MANIFEST, MOST_BYTES
from q40k.packs.kinds import PackKinds
from q40k.packs.labels import MOST_LABELS, Label, write_labels
from q40k.packs.library import shipped_stock
from q40k.packs.problems import Fact, PackError, Problem, displayable
from q40k.packs.reader import read_bytes

SUFFIX = ".q40kpack"
MOST_MEMBERS = 500
"""A bundle holds at most so many files."""
MOST_DEEP = 5
MOST_LETTERS = 90
"""A name with its folders is no longer, so that the file can be written where Windows allows 260 for a whole path."""
PACKS, TEXTS = (".yaml", ".yml"), (".md", ".txt")
"""The files that a bundle may hold besides pictures: packs, and texts such as a licence."""
_PART = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._-]{0,78}[A-Za-z0-9_-])?")
_ZIP_TIME = (1980, 1, 1, 0, 0, 0)
"""The time of every file in a bundle, so that the same content makes the same file."""

Version = Annotated[str, Meta(pattern=r"^[0-9]{1,6}(\.[0-9]{1,6}){0,3}$")]
Language = Literal["en", "fr"]


class Manifest(Pack, frozen=True, kw_only=True):
    """What a bundle says about itself.

    `labels` are what the lab found, `shape` is the version of the game's data that it was made with, `hash` that of its
    content. Its author writes none of these: `q40k lab label` and `q40k pack make` do.
    """

    id: Id
    version: Version
    name: Names
    about: Names | None = None
    author: Line
    licence: Line
    languages: Annotated[tuple[Language, ...], Meta(min_length=1, max_length=2)]
    game: Id
    labels: Annotated[tuple[Label, ...], Meta(max_length=MOST_LABELS)] = ()
    shape: Annotated[int, Meta(ge=0)] | None = None
    hash: Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$")] | None = None


class Bundle(Struct, frozen=True):
    """A bundle in memory: its manifest and its other files by their paths.

    `skipped` are the files of a folder that are neither packs nor texts.
    """

    manifest: Manifest
    files: Mapping[str, bytes]
    skipped: tuple[str, ...] = ()

    @property
    def hash(self) -> str:
        """Return the hash of its content: of what its author wrote in the manifest, and of every file."""
        manifest = msgspec.to_builtins(msgspec.structs.replace(self.manifest, hash=None, shape=None))
        if not self.manifest.labels:  # so that bundles from before there were labels keep their hash
            del manifest["labels"]
        digest = sha256(json.dumps(manifest, sort_keys=True).encode())
        for name, raw in sorted(self.files.items()):
            digest.update(f"\n{len(name)} {name} {len(raw)}\n".encode() + raw)
        return digest.hexdigest()

    @property
    def use(self) -> PackUse:
        """Return what a match remembers of it."""
        return PackUse(self.manifest.id, self.manifest.version, self.hash)


# -- reading ---------------------------------------------------------------------------------------


def read_bundle(path: Path) -> Bundle:
    """Return the bundle in a file, or that of a folder. Raises PackError, OSError."""
    if path.is_dir():
        return _bundle_of(str(path), *_read_folder(path))
    try:
        raw = read_bounded(path, MOST_BYTES)
    except OSError as error:
        if not path.exists() or path.stat().st_size <= MOST_BYTES:
            raise
        raise refuse(path, "bundle-too-large", most=MOST_BYTES) from error
    return _bundle_of(str(path), _read_zip(str(path), raw))


def refuse(file: object, code: str, **facts: Fact) -> PackError:
    """Return the error for a bundle that is not accepted."""
    shown = {name: displayable(fact) if isinstance(fact, str) else fact for name, fact in facts.items()}
    return PackError([Problem(str(file), None, None, None, code, shown)])


def _bundle_of(file: str, files: dict[str, bytes], skipped: tuple[str, ...] = ()) -> Bundle:
    from q40k.packs.validate import validate

    if MANIFEST not in files:
        raise refuse(file, "bundle-no-manifest", name=MANIFEST)
    document = read_bytes(files.pop(MANIFEST), f"{file}/{MANIFEST}")
    manifest = validate(Manifest, document, (), document.data) if not document.problems else None
    if manifest is None or document.problems:
        raise PackError(document.problems)
    if not any(name.endswith((*PACKS, art.SUFFIX)) for name in files):
        raise refuse(file, "bundle-empty")
    bundle = Bundle(manifest, files, skipped)
    if manifest.hash not in (None, bundle.hash):
        raise refuse(file, "bundle-hash")
    return bundle


def _read_zip(file: str, raw: bytes) -> dict[str, bytes]:
    """Return the files of a zip by their names, all of them checked. Raises PackError."""
    try:
        with open_zip(raw) as archive:
            members = archive.infolist()
            if len(members) > MOST_MEMBERS:
                raise refuse(file, "bundle-too-many", most=MOST_MEMBERS)
            return _read_members(file, archive, members)
    except ZipUnread as error:
        raise refuse(file, "bundle-unread") from error


def _read_members(file: str, archive: zipfile.ZipFile, members: list[zipfile.ZipInfo]) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    lower: set[str] = set()
    remaining = MOST_BYTES
    for member in members:
        name = member.orig_filename
        if member.is_dir():
            check_name(file, name.rstrip("/"))
            continue
        check_name(file, name)
        if stat.S_IFMT(member.external_attr >> 16) not in (0, stat.S_IFREG):
            raise refuse(file, "bundle-link", name=name)
        if not name.endswith((*PACKS, *TEXTS, art.SUFFIX)):
            raise refuse(file, "bundle-kind", name=name)
        if name.lower() in lower:
            raise refuse(file, "bundle-twice", name=name)
        with archive.open(member) as stream:  # what the directory says of its size may be a lie
            content = stream.read(remaining + 1)
        remaining -= len(content)
        if remaining < 0:
            raise refuse(file, "bundle-too-large", most=MOST_BYTES)
        lower.add(name.lower())
        files[name] = content
    return files


def check_name(file: str, name: str) -> None:
    """Refuse the name of a file that may lead out of its folder, or cannot be written everywhere."""
    parts = name.split("/")
    is_small = len(parts) <= MOST_DEEP and len(name) <= MOST_LETTERS
    if not is_small or not all(_PART.fullmatch(part) and not re.fullmatch(DEVICES, part) for part in parts):
        raise refuse(file, "bundle-name", name=name)


def _read_folder(folder: Path) -> tuple[dict[str, bytes], tuple[str, ...]]:
    """Return the packs and texts of a folder, and the names of all other files. Raises PackError, OSError."""
    files: dict[str, bytes] = {}
    skipped: list[str] = []
    remaining = MOST_BYTES
    for path in _walk(folder, folder):
        name = path.relative_to(folder).as_posix()
        if not name.endswith((*PACKS, *TEXTS, art.SUFFIX)):
            skipped.append(name)
            continue
        check_name(str(folder), name)
        files[name] = path.read_bytes() if path.stat().st_size <= remaining else b""
        remaining -= path.stat().st_size
        if remaining < 0:
            raise refuse(folder, "bundle-too-large", most=MOST_BYTES)
        if len(files) > MOST_MEMBERS:
            raise refuse(folder, "bundle-too-many", most=MOST_MEMBERS)
    return files, tuple(skipped)


def _walk(top: Path, folder: Path) -> Iterator[Path]:
    """Yield the files below a folder, by name; hidden ones are left out. Raises PackError for a link."""
    for entry in sorted(folder.iterdir()):
        if entry.name.startswith("."):
            continue
        if entry.is_symlink():
            raise refuse(top, "bundle-link", name=entry.relative_to(top).as_posix())
        if entry.is_dir():
            yield from _walk(top, entry)
        elif entry.is_file():
            yield entry


# -- checking and writing --------------------------------------------------------------------------


class Contents(Struct, frozen=True):
    """The objects of a bundle by kind, those that replace a shipped one, warnings about them, and pieces with art."""

    objects: Mapping[str, tuple[str, ...]]
    replaced: Mapping[str, tuple[str, ...]]
    warnings: tuple[Problem, ...] = ()
    art: tuple[str, ...] = ()


def check_contents(bundle: Bundle, kinds: PackKinds, shape: int, file: str, cache: Path | None = None) -> Contents:
    """Return what is in a bundle. Raises PackError with every problem of its packs."""
    needed = bundle.manifest.shape
    if needed is not None and needed > shape:
        raise refuse(file, "bundle-newer", shape=needed, latest=shape)
    pieces = tuple(check_art(bundle, kinds, file))
    names = sorted(name for name in bundle.files if name.endswith(PACKS))
    if not names:
        return Contents({}, {}, art=pieces)
    contents = check_files(kinds, {f"{file}/{name}": bundle.files[name] for name in names}, file, cache)
    return replace(contents, art=pieces)


def check_art(bundle: Bundle, kinds: PackKinds, file: str) -> Iterator[str]:
    """Yield the pieces that a bundle brings pictures of. Raises PackError for the first that is none."""
    for name in sorted(name for name in bundle.files if name.endswith(art.SUFFIX)):
        if art.piece_of(name) not in kinds.art:
            raise refuse(file, "bundle-art-name", name=name, choices=kinds.art)
        try:
            art.open_picture(bundle.files[name])
        except art.BadPicture as error:
            facts = {"least": art.LEAST_DOTS, "most": art.MOST_DOTS, "bytes": art.MOST_BYTES}
            raise refuse(file, "bundle-art", name=name, **facts) from error
        yield art.piece_of(name)


def check_files(kinds: PackKinds, files: Mapping[str, bytes], file: str, cache: Path | None = None) -> Contents:
    """Return what is in pack files that lie nowhere yet. Raises PackError with every problem of them."""
    stock = shipped_stock(kinds, cache)
    shipped = {kind: set(shelf) for kind, shelf in stock.items.items()}
    stock.add_documents([read_bytes(raw, name) for name, raw in files.items()], report=True)
    problems = stock.all_problems()
    if any(problem.severity == "error" for problem in problems):
        raise PackError(problems)
    objects = {
        kind: tuple(sorted(id for id, item in shelf.items() if item.is_reported and not item.is_compiled))
        for kind, shelf in stock.items.items()
    }
    if not any(objects.values()):
        raise refuse(file, "bundle-empty")
    replaced = {kind: tuple(id for id in ids if id in shipped[kind]) for kind, ids in objects.items()}
    return Contents(
        {kind: ids for kind, ids in objects.items() if ids},
        {kind: ids for kind, ids in replaced.items() if ids},
        tuple(problems),
    )


def complete(bundle: Bundle, shape: int) -> Bundle:
    """Return a bundle whose manifest names the shape it was made with, and its hash."""
    manifest = bundle.manifest
    if manifest.shape is None:
        manifest = msgspec.structs.replace(manifest, shape=shape)
    return Bundle(msgspec.structs.replace(manifest, hash=bundle.hash), bundle.files, bundle.skipped)


def all_files(bundle: Bundle) -> dict[str, bytes]:
    """Return every file of a complete bundle, the manifest first."""
    import yaml

    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(bundle.manifest))
    data = {key: value for key, value in plain.items() if value not in (None, []) and key != "labels"}
    text = yaml.safe_dump(data, allow_unicode=True, sort_keys=False, width=100)
    return {MANIFEST: write_labels(text, bundle.manifest.labels).encode(), **dict(sorted(bundle.files.items()))}


def zip_bytes(bundle: Bundle) -> bytes:
    """Return a complete bundle as the bytes of its file: the same content gives the same bytes with the same zlib."""
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, raw in all_files(bundle).items():
            member = zipfile.ZipInfo(name, _ZIP_TIME)
            member.external_attr = (stat.S_IFREG | 0o644) << 16
            archive.writestr(member, raw, zipfile.ZIP_DEFLATED)
    return stream.getvalue()
