"""Make everything of a release in `dist`, and try it: `make release`.

Wheel, source archive and the folder that needs no Python are built twice and must be the same, byte for byte. Twine,
pyroma and check-wheel-contents look at the files, in an environment of their own. Each file is installed or unpacked
in an empty place, and plays the demo in an empty home. What this machine could not check, and what is left to do by
hand, is printed at the end.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import platform
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "dist"
PYROMA_REMARKS = ("Your package does not have author-email data.", "Your package should have a 'url' field")
"""What pyroma may remark: the project has no address yet, and none is made up. With one it is 10 of 10."""
TOOLS = {
    "appstreamcli": ["validate", "--no-net", "{share}/metainfo/org.q40k.q40k.metainfo.xml"],
    "desktop-file-validate": ["{share}/applications/org.q40k.q40k.desktop"],
    "groff": ["-man", "-Kutf8", "-Tutf8", "-z", "-ww", "{share}/man/man6/q40k.6", "{share}/man/fr/man6/q40k.6"],
}
"""Programs of the system that look at what lies in the folder's `share`, with their arguments."""
WINNER = "×10.1"
"""What the board of the demo says of its winner, in any language."""
BY_HAND = (
    "in pyproject.toml, once there are any: an e-mail address in `authors` (pyroma then says 9) and `urls` (then 10)",
    "look at CHANGELOG.md and packaging/org.q40k.q40k.metainfo.xml: the date of the release",
    "git tag -s v{version}, and push it",
    "sign dist/SHA256SUMS, and hand on what is in dist",
    "`make everywhere` on a machine with every Python; `make app` on Windows and macOS (docs/installing.md)",
)


def say(text: str) -> None:
    """Print one line at once."""
    print(f"[{Path(sys.argv[0]).stem}] {text}", flush=True)


def run(*call: str | Path, **environ: str) -> str:
    """Run a program in an empty folder of its own; return what it prints. Raises SystemExit with its errors."""
    with tempfile.TemporaryDirectory(prefix="q40k-release-") as folder:
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "Q40K_"))}
        try:
            result = subprocess.run(
                [*map(str, call)], cwd=folder, env=kept | environ, capture_output=True, encoding="utf-8", check=False
            )
        except OSError as error:
            sys.exit(f"{call[0]}: {error.strerror}")
    if result.returncode:
        sys.exit(f"{' '.join(map(str, call))}\n{result.stdout}{result.stderr}")
    return result.stdout


def digest(path: Path) -> str:
    """Return the SHA-256 of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


# ---- building


def epoch() -> str:
    """Return the time of the last commit, which all files of a release bear; 1980 outside a clone."""
    asked = subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, text=True, check=False)
    return asked.stdout.strip() or "315532800"


def build(folder: Path) -> list[Path]:
    """Build the source archive, and the wheel from it, into a folder."""
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT, SOURCE_DATE_EPOCH=epoch())
    return sorted(folder.iterdir())


def build_app(sdist: Path, scratch: Path) -> Path:
    """Build the folder that needs no Python from the unpacked source archive; return it packed.

    Always in the same place, which is empty before. Raises SystemExit.
    """
    sources = scratch / "sources"
    shutil.rmtree(sources, ignore_errors=True)
    with tarfile.open(sdist) as archive:
        archive.extractall(sources, filter="data")
    top = next(sources.iterdir())
    run("sh", top / "packaging" / "app.sh", sys.executable, SOURCE_DATE_EPOCH=epoch(), PYTHONHASHSEED="0")
    system = f"{platform.system()}-{platform.machine()}".lower()
    packed = scratch / f"{top.name}-{system}.tar.gz"
    pack(top / "build" / "app" / "q40k", packed, top.name)
    return packed


def pack(folder: Path, packed: Path, name: str) -> None:
    """Pack a folder; the archive holds its names, contents and rights, and nothing of this machine."""

    def without_traces(entry: tarfile.TarInfo) -> tarfile.TarInfo:
        entry.uid = entry.gid = 0
        entry.uname = entry.gname = ""
        entry.mtime = int(epoch())
        entry.mode = 0o755 if entry.isdir() or entry.mode & 0o100 else 0o644
        return entry

    with (
        packed.open("wb") as raw,
        gzip.GzipFile("", "wb", 6, raw, mtime=0) as stream,
        tarfile.open(fileobj=stream, mode="w", format=tarfile.GNU_FORMAT) as archive,
    ):
        archive.add(folder, f"{name}", recursive=False, filter=without_traces)
        for path in sorted(folder.rglob("*")):
            within = f"{name}/{path.relative_to(folder).as_posix()}"
            archive.add(path, within, recursive=False, filter=without_traces)


# ---- looking


def make_checkers(folder: Path) -> Path:
    """Install what looks at the files, with its hashes, into an environment; return its Python."""
    python = make_environment(folder, sys.executable)
    install(python, "--require-hashes", "--only-binary", ":all:", "-r", ROOT / "requirements" / "release.txt")
    return python


def check(python: Path, wheel: Path, sdist: Path) -> None:
    """Let twine, check-wheel-contents and pyroma look at the files. Raises SystemExit with what they say."""
    own = {"PATH": f"{python.parent}{os.pathsep}{os.environ['PATH']}"}
    run(python, "-m", "twine", "check", "--strict", wheel, sdist, **own)
    say("twine: nothing to say")
    run(python, "-m", "check_wheel_contents", wheel, **own)
    say("check-wheel-contents: nothing to say")
    said = run(python, "-m", "pyroma", "--min", "8", sdist, **own)
    verdict = said.partition("Found q40k")[2]
    rating = re.search(r"Final rating: (\d+)/10", verdict)
    remarks = [line for line in verdict.splitlines() if line.startswith(("Your ", "You ", "The ", "Specifying"))]
    others = [line for line in remarks if not line.startswith(PYROMA_REMARKS)]
    if rating is None or others:
        sys.exit(f"pyroma: {verdict.strip()}")
    say(f"pyroma: {rating[1]} of 10" + "".join(f"\n    {line}" for line in remarks))
    if remarks:
        say("pyroma: the project has no e-mail address and no page of its own, and none is made up: see “by hand”")


def check_share(app: Path) -> list[str]:
    """Let the programs of this machine look at desktop entry, AppStream data and man pages; return the missing ones."""
    missing = []
    for name, arguments in TOOLS.items():
        if shutil.which(name) is None:
            missing.append(name)
            continue
        run(name, *(word.format(share=app / "share") for word in arguments))
        say(f"{name}: nothing to say")
    return missing


# ---- trying


def make_environment(folder: Path, base: str) -> Path:
    """Make an empty environment with a Python; return the environment's."""
    run(base, "-m", "venv", folder)
    return folder / ("Scripts" if sys.platform == "win32" else "bin") / "python"


def install(python: Path, *arguments: str | Path) -> None:
    """Install with pip. Raises SystemExit."""
    run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *arguments)


def play(name: str, home: Path, *call: str | Path) -> None:
    """Ask a program for its version and play the demo, in an empty home. Raises SystemExit."""
    home.mkdir(parents=True)
    own = {"Q40K_DATA_DIR": str(home), "Q40K_CONFIG_DIR": str(home), "HOME": str(home)}
    version = run(*call, "--version", **own)
    start = time.monotonic()
    board = run(*call, "demo", "--speed", "0", **own)
    if WINNER not in board:
        sys.exit(f"{name} plays no demo:\n{board}")
    say(f"{name}: installs, plays the demo in {time.monotonic() - start:.1f} s: {version.split()[1]}")


def try_out(path: Path, folder: Path, base: str = sys.executable) -> Path:
    """Install a file into an empty environment, with the pinned libraries, and play; return its Python."""
    python = make_environment(folder, base)
    for name in ("build.txt", "run.txt"):
        install(python, "--require-hashes", "--only-binary", ":all:", "-r", ROOT / "requirements" / name)
    install(python, "--no-deps", "--no-build-isolation", path)
    play(path.name, folder / "home", python, "-m", "q40k")
    return python


def try_app(packed: Path, folder: Path) -> Path:
    """Unpack the folder that needs no Python and play with it; return it."""
    with tarfile.open(packed) as archive:
        archive.extractall(folder, filter="data")
    app = next(folder.iterdir())
    play(packed.name, folder / "home", app / "q40k")
    return app


def require_same(first: Iterable[Path], second: Iterable[Path], what: str) -> None:
    """Compare two builds. Raises SystemExit if they differ."""
    if [(path.name, digest(path)) for path in first] != [(path.name, digest(path)) for path in second]:
        sys.exit(f"two builds of the same sources differ: {what}")
    say(f"{what}: two builds are the same, byte for byte")


def main() -> None:
    """Build twice, compare, check, try out, and write the checksums."""
    with tempfile.TemporaryDirectory(prefix="q40k-release-") as text:
        scratch = Path(text)
        sdist, wheel = sorted(build(scratch / "one"), key=lambda path: path.suffix == ".whl")
        require_same(sorted((wheel, sdist)), build(scratch / "two"), "wheel and source archive")
        check(make_checkers(scratch / "checkers"), wheel, sdist)
        for number, path in enumerate((wheel, sdist)):
            try_out(path, scratch / f"env{number}")
        packed = build_app(sdist, scratch)
        kept = packed.rename(scratch / "one" / packed.name)
        require_same([kept], [build_app(sdist, scratch)], "folder without Python")
        missing = check_share(try_app(kept, scratch / "unpacked"))
        DIST.mkdir(exist_ok=True)
        for old in DIST.glob("q40k-*"):
            old.unlink()
        files = [Path(shutil.copy(path, DIST)) for path in sorted((wheel, sdist, kept))]
    sums = "".join(f"{digest(path)}  {path.name}\n" for path in files)
    (DIST / "SHA256SUMS").write_text(sums, encoding="utf-8", newline="\n")
    for path in files:
        say(f"dist/{path.name}: {path.stat().st_size / 1e6:.1f} MB, SHA-256 {digest(path)[:16]}…")
    for name in missing:
        say(f"not checked: {name} is not on this machine")
    say("by hand:")
    for step in BY_HAND:
        say(f"  - {step.format(version=wheel.name.split('-')[1])}")


if __name__ == "__main__":
    main()
