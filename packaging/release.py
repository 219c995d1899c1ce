"""Make everything of a release in `dist`, and try it: `make release`.

The wheel and the source archive are built twice and must be the same, byte for byte. Each is installed into an
empty environment with the pinned libraries, and plays the demo in an empty home. What could not be checked here,
and what is left to do by hand, is printed at the end.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "dist"
CHECKS = {
    "twine": ["check", "--strict", "{files}"],
    "pyroma": ["--min", "8", "{sdist}"],
    "check_wheel_contents": ["{wheel}"],
}
"""What looks at the files if it is installed, with its arguments. pyroma also wants the facts in `BY_HAND`."""
BY_HAND = (
    "in pyproject.toml: the address of the project and of an author, as soon as it has them (pyroma: 10)",
    "look at CHANGELOG.md: the date of the release",
    "git tag -s v{version} and push it",
    "hand on what is in dist, with SHA256SUMS",
    "on the machines that nobody here has: Windows, macOS (docs/installing.md)",
)


def say(text: str) -> None:
    """Print one line at once."""
    print(text, flush=True)


def run(*call: str | Path, **environ: str) -> str:
    """Run a program in an empty folder of its own; return what it prints. Raises SystemExit with its errors."""
    with tempfile.TemporaryDirectory(prefix="q40k-release-") as folder:
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "Q40K_"))}
        result = subprocess.run(
            [*map(str, call)], cwd=folder, env=kept | environ, capture_output=True, encoding="utf-8", check=False
        )
    if result.returncode:
        sys.exit(f"{' '.join(map(str, call))}\n{result.stdout}{result.stderr}")
    return result.stdout


def build(folder: Path) -> list[Path]:
    """Build the source archive, and the wheel from it, into a folder."""
    epoch = subprocess.run(
        ["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout.strip()
    dated = {"SOURCE_DATE_EPOCH": epoch} if epoch else {}
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT, **dated)
    return sorted(folder.iterdir())


def digest(path: Path) -> str:
    """Return the SHA-256 of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def check(files: Iterable[Path]) -> list[str]:
    """Let the checkers that are installed look at the files; return the names of the others."""
    paths = list(files)
    wheel = next(path for path in paths if path.suffix == ".whl")
    sdist = next(path for path in paths if path.suffix == ".gz")
    own = {"PYTHONPATH": os.environ.get("PYTHONPATH", "")}
    missing = []
    for name, arguments in CHECKS.items():
        if subprocess.run([sys.executable, "-c", f"import {name}"], capture_output=True, check=False).returncode:
            missing.append(name)
            continue
        words = [word.format(files="", wheel=wheel, sdist=sdist) for word in arguments]
        run(
            sys.executable,
            "-m",
            name,
            *(word for word in words if word),
            *(paths if "{files}" in arguments else ()),
            **own,
        )
        say(f"[release] {name}: nothing to say")
    return missing


def try_out(path: Path, folder: Path, base: str = sys.executable) -> None:
    """Install a file into an empty environment, with the pinned libraries, and play the demo in an empty home."""
    run(base, "-m", "venv", folder)
    python = folder / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    pip = (python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    requirements = ROOT / "requirements"
    run(*pip, "--require-hashes", "--only-binary", ":all:", "-r", requirements / "build.txt")
    run(*pip, "--require-hashes", "--only-binary", ":all:", "-r", requirements / "run.txt")
    run(*pip, "--no-deps", "--no-build-isolation", path)
    home = folder / "home"
    own = {"Q40K_DATA_DIR": str(home), "Q40K_CONFIG_DIR": str(home), "HOME": str(folder)}
    version = run(python, "-m", "q40k", "--version", **own)
    board = run(python, "-m", "q40k", "demo", "--speed", "0", **own)
    if not board.strip():
        sys.exit(f"{path.name} plays no demo")
    say(f"[release] {path.name}: installs, plays the demo: {version.split()[1]}")


def main() -> None:
    """Build, compare, check, try out, and write the checksums."""
    with tempfile.TemporaryDirectory(prefix="q40k-release-") as text:
        scratch = Path(text)
        first, second = build(scratch / "one"), build(scratch / "two")
        if [(path.name, digest(path)) for path in first] != [(path.name, digest(path)) for path in second]:
            sys.exit("two builds of the same sources differ")
        say("[release] two builds are the same, byte for byte")
        missing = check(first)
        for number, path in enumerate(first):
            try_out(path, scratch / f"env{number}")
        DIST.mkdir(exist_ok=True)
        for old in DIST.glob("q40k-*"):
            old.unlink()
        files = [Path(shutil.copy(path, DIST)) for path in first]
    sums = "".join(f"{digest(path)}  {path.name}\n" for path in files)
    (DIST / "SHA256SUMS").write_text(sums, encoding="utf-8", newline="\n")
    say(sums.rstrip())
    for name in missing:
        say(f"[release] not checked: {name} is not installed")
    say("[release] by hand:")
    for step in BY_HAND:
        say(f"  - {step.format(version=files[0].name.split('-')[1].removesuffix('.tar.gz'))}")


if __name__ == "__main__":
    main()
