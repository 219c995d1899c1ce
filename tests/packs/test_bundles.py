"""Bundles: hostile ones are refused before anything is written, sound ones are the same on every machine."""

import stat
import zipfile
import zlib
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from msgspec.structs import replace
from PIL import Image

from q40k.games.game import find
from q40k.games.quake.packs.kinds import KINDS
from q40k.i18n.locale import Locale
from q40k.packs.base import Names
from q40k.packs.bundle import MOST_MEMBERS, Bundle, Manifest, check_contents, complete, read_bundle, zip_bytes
from q40k.packs.codes import read_code
from q40k.packs.finding import MANIFEST, MOST_BYTES
from q40k.packs.problems import PackError
from tests.packs.codes import CODES

ABOUT = b"""\
id: friday
version: "1.0"
name: {en: Friday, fr: Vendredi}
author: Ann
licence: CC0-1.0
languages: [en, fr]
game: quake
"""
PERSONALITY = b"""\
personalities:
  - {id: shy, name: {en: Shy, fr: Timide}, text: {en: Hides., fr: Se cache.}, callsigns: [Mouse], caution: 2}
"""
SHAPE = 3


def archive(files: dict[str, bytes], packing: int = zipfile.ZIP_DEFLATED, **changes: int) -> bytes:
    """A zip of these files; `changes` are set on each of its members but the manifest."""
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as out:
        for name, raw in files.items():
            member = zipfile.ZipInfo("x" * len(name))
            member.filename = member.orig_filename = name
            for field, value in changes.items() if name != MANIFEST else ():
                setattr(member, field, value)
            out.writestr(member, raw, packing)
    return stream.getvalue()


def sound(**files: bytes) -> dict[str, bytes]:
    return {MANIFEST: ABOUT, "shy.yaml": PERSONALITY, **files}


def with_hash(hash: str) -> bytes:
    return ABOUT + f'hash: "{hash}"\n'.encode()


def encrypted_zip() -> bytes:
    raw = bytearray(archive(sound()))
    for mark, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = raw.index(mark, raw.index(mark) + 1)
        raw[at + place] |= 1
    return bytes(raw)


def png(kind: str = "PNG", side: int = 16) -> bytes:
    stream = BytesIO()
    Image.effect_noise((side, side), 90).save(stream, kind)
    return stream.getvalue()


def chunk(name: bytes, data: bytes) -> bytes:
    return len(data).to_bytes(4, "big") + name + data + zlib.crc32(name + data).to_bytes(4, "big")


def bomb() -> bytes:
    """A small file that says it has 60,000 dots a side."""
    size = (60_000).to_bytes(4, "big") * 2
    dots = chunk(b"IDAT", zlib.compress(bytes(10**6), 9))
    return png()[:8] + chunk(b"IHDR", size + b"\x08\x02\x00\x00\x00") + dots + chunk(b"IEND", b"")


def wordy() -> bytes:
    """A small picture with a comment that unpacks to 100 MB."""
    packer = zlib.compressobj(9)
    text = b"".join([*(packer.compress(bytes(10**6)) for _ in range(100)), packer.flush()])
    return png()[:33] + chunk(b"zTXt", b"Comment\0\0" + text) + png()[33:]


HOSTILE: dict[str, tuple[str, Callable[[], bytes]]] = {
    "no zip": ("bundle-unread", lambda: b"PK\x03\x04 and then nothing"),
    "half a zip": ("bundle-unread", lambda: archive(sound())[:150]),
    "encrypted": ("bundle-unread", encrypted_zip),
    "packed another way": ("bundle-unread", lambda: archive(sound(), zipfile.ZIP_LZMA)),
    "no manifest": ("bundle-no-manifest", lambda: archive({"shy.yaml": PERSONALITY})),
    "only a manifest": ("bundle-empty", lambda: archive({MANIFEST: ABOUT})),
    "above its folder": ("bundle-name", lambda: archive(sound() | {"../shy.yaml": PERSONALITY})),
    "from the root": ("bundle-name", lambda: archive(sound() | {"/etc/shy.yaml": PERSONALITY})),
    "a drive": ("bundle-name", lambda: archive(sound() | {"C:shy.yaml": PERSONALITY})),
    "backslashes": ("bundle-name", lambda: archive(sound() | {"..\\..\\shy.yaml": PERSONALITY})),
    "escapes": ("bundle-name", lambda: archive(sound() | {"\x1b[31mred.yaml": PERSONALITY})),
    "a device of Windows": ("bundle-name", lambda: archive(sound() | {"nul.yaml": PERSONALITY})),
    "hidden": ("bundle-name", lambda: archive(sound() | {".hidden.yaml": PERSONALITY})),
    "too deep": ("bundle-name", lambda: archive(sound() | {"a/b/c/d/e/f.yaml": PERSONALITY})),
    "too long": ("bundle-name", lambda: archive(sound() | {f"{'a' * 50}/{'b' * 40}.yaml": PERSONALITY})),
    "code": ("bundle-kind", lambda: archive(sound() | {"setup.py": b"import os"})),
    "a link": ("bundle-link", lambda: archive(sound(), external_attr=(stat.S_IFLNK | 0o777) << 16)),
    "a device": ("bundle-link", lambda: archive(sound(), external_attr=(stat.S_IFCHR | 0o777) << 16)),
    "one name twice": ("bundle-twice", lambda: archive(sound() | {"SHY.yaml": PERSONALITY})),
    "a bomb": ("bundle-too-large", lambda: archive(sound() | {"zeros.txt": bytes(MOST_BYTES + 1)})),
    "many files": ("bundle-too-many", lambda: archive(sound() | {f"{n}.txt": b"" for n in range(MOST_MEMBERS)})),
    "a wrong hash": ("bundle-hash", lambda: archive(sound() | {MANIFEST: with_hash("0" * 64)})),
    "a newer game": ("bundle-newer", lambda: archive(sound() | {MANIFEST: ABOUT + b"shape: 4\n"})),
    "an id twice": ("duplicate-id", lambda: archive(sound() | {"too.yaml": PERSONALITY})),
    "a broken pack": ("unknown-key", lambda: archive(sound() | {"too.yaml": b"run: [rm]\n"})),
    "an anchor": ("yaml-surprise", lambda: archive(sound() | {"too.yaml": b"mods: &a [*a]\n"})),
    "a strange version": ("pattern", lambda: archive(sound() | {MANIFEST: ABOUT.replace(b"1.0", b"../1")})),
    "a picture elsewhere": ("bundle-art-name", lambda: archive(sound() | {"weapon.png": png()})),
    "a picture of nothing": ("bundle-art-name", lambda: archive(sound() | {"art/dragon.png": png()})),
    "no picture": ("bundle-art", lambda: archive(sound() | {"art/weapon.png": b"<svg onload=x>"})),
    "a picture of another kind": ("bundle-art", lambda: archive(sound() | {"art/weapon.png": png("GIF")})),
    "half a picture": ("bundle-art", lambda: archive(sound() | {"art/weapon.png": png()[:-40]})),
    "a picture too small": ("bundle-art", lambda: archive(sound() | {"art/weapon.png": png(side=15)})),
    "a picture too large": ("bundle-art", lambda: archive(sound() | {"art/weapon.png": png(side=1025)})),
    "a bomb of a picture": ("bundle-art", lambda: archive(sound() | {"art/weapon.png": bomb()})),
    "a picture with a bomb of text": ("bundle-art", lambda: archive(sound() | {"art/weapon.png": wordy()})),
    "a key too many": ("unknown-key", lambda: archive(sound() | {MANIFEST: ABOUT + b"run: me\n"})),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_bundle_is_refused_by_name(name: str, tmp_path: Path) -> None:
    code, raw = HOSTILE[name]
    path = tmp_path / "hostile.q40kpack"
    path.write_bytes(raw())
    with pytest.raises(PackError) as refused:
        check_contents(read_bundle(path), KINDS, SHAPE, "hostile")
    problem = refused.value.problems[0]
    assert problem.code == code
    assert tuple(problem.facts) == CODES[code]
    assert all(str(fact).isprintable() for fact in problem.facts.values())


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    ("name", "begins"), [("a picture of nothing", "art/dragon.png "), ("no picture", "art/weapon.png ")]
)
def test_a_refusal_spells_a_file_as_it_is(name: str, begins: str, language: str, tmp_path: Path) -> None:
    """A sentence that begins with a file's name gives it no capital letter."""
    path = tmp_path / "hostile.q40kpack"
    path.write_bytes(HOSTILE[name][1]())
    with pytest.raises(PackError) as refused:
        check_contents(read_bundle(path), KINDS, SHAPE, "hostile")
    assert find().words.problem(Locale(language), refused.value.problems[0]).startswith(begins)


def test_a_file_too_large_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "huge.q40kpack"
    with path.open("wb") as file:
        file.truncate(MOST_BYTES * 100)
    with pytest.raises(PackError, match="bundle-too-large"):
        read_bundle(path)


def test_a_folder_and_its_file_are_the_same_bundle(tmp_path: Path) -> None:
    folder = tmp_path / "friday"
    (folder / "bots").mkdir(parents=True)
    (folder / ".git").mkdir()
    (folder / ".git" / "config").write_text("secret", encoding="utf-8")
    (folder / MANIFEST).write_bytes(ABOUT)
    (folder / "bots" / "shy.yaml").write_bytes(PERSONALITY)
    (folder / "tool.sh").write_text("echo", encoding="utf-8")
    (folder / "art").mkdir()
    (folder / "art" / "weapon.png").write_bytes(png())
    bundle = complete(read_bundle(folder), SHAPE)
    assert bundle.skipped == ("tool.sh",)
    file = tmp_path / "friday.q40kpack"
    file.write_bytes(zip_bytes(bundle))
    again = read_bundle(file)
    assert (again.manifest, again.files) == (bundle.manifest, bundle.files)
    assert again.manifest.hash == again.hash
    assert zip_bytes(again) == file.read_bytes()
    for level, kind in ((1, zipfile.ZIP_DEFLATED), (9, zipfile.ZIP_DEFLATED), (None, zipfile.ZIP_STORED)):
        other = tmp_path / "other.q40kpack"
        with zipfile.ZipFile(file) as source, zipfile.ZipFile(other, "w", kind, compresslevel=level) as out:
            for name in reversed(source.namelist()):  # as another zip program, or another zlib, would write it
                out.writestr(name, source.read(name))
        assert read_bundle(other) == again
    contents = check_contents(again, KINDS, SHAPE, "friday")
    assert (contents.objects, contents.art) == ({"personalities": ("shy",)}, ("weapon",))
    (folder / "bots" / "link.yaml").symlink_to("/etc/passwd")
    with pytest.raises(PackError, match="bundle-link"):
        read_bundle(folder)


def test_the_hash_covers_every_file_and_every_word_of_the_manifest() -> None:
    manifest = Manifest(
        id="friday",
        version="1",
        name=Names("Friday", "Vendredi"),
        author="Ann",
        licence="CC0",
        languages=("en",),
        game="quake",
    )
    bundles = [
        Bundle(manifest, {"a.yaml": b"1"}),
        Bundle(manifest, {"a.yaml": b"2"}),
        Bundle(manifest, {"b.yaml": b"1"}),
        Bundle(manifest, {"a.yaml": b"1", "b.md": b""}),
        Bundle(replace(manifest, author="Bob"), {"a.yaml": b"1"}),
    ]
    assert len({bundle.hash for bundle in bundles}) == len(bundles)
    assert complete(bundles[0], 5).hash == bundles[0].hash, "not what the program adds"


@pytest.mark.parametrize("text", ["", "!!", "eNpL", "AAAA", "A" * 9999, "eJyLjgUAARUAuQ"])
def test_a_text_that_is_no_code_is_refused(text: str) -> None:
    with pytest.raises(PackError, match="bundle-code"):
        read_code(f"q40k pack add 2.{text}")
