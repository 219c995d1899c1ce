#!/bin/sh
# Make a folder of q40k that runs without Python, for this kind of machine: build/app/q40k.
# Called by `make app`: sh packaging/app.sh PYTHON
set -eu
cd "$(dirname "$0")/.."
python=$1
if [ "$(uname)" = Linux ] && ! command -v objdump >/dev/null; then
    echo "make app needs objdump: on Debian and Ubuntu, sudo apt install binutils" >&2
    exit 1
fi
env=build/app-env
work=build/app-work
[ -x "$env/bin/python" ] || "$python" -m venv "$env"
echo "[app] installing the libraries"
"$env/bin/python" -m pip install --quiet --disable-pip-version-check --require-hashes --only-binary :all: \
    -r requirements/app.txt
echo "[app] installing q40k itself"
"$env/bin/python" -m pip install --quiet --disable-pip-version-check --force-reinstall --no-deps --no-build-isolation .
# Where it was installed from is nobody's business.
"$env/bin/python" - <<'PYTHON'
from importlib.metadata import distribution

record = next(path for path in distribution("q40k").files if path.name == "RECORD").locate()
record.with_name("direct_url.json").unlink(missing_ok=True)
lines = record.read_text(encoding="utf-8").splitlines(keepends=True)
record.write_text("".join(line for line in lines if "direct_url.json" not in line), encoding="utf-8")
PYTHON
echo "[app] making the folder (some minutes)"
"$env/bin/pyinstaller" packaging/app.spec --distpath build/app --workpath "$work" --noconfirm --log-level ERROR
share=build/app/q40k/share
mkdir -p "$share/applications" "$share/icons" "$share/metainfo" "$share/man/man6" "$share/man/fr/man6"
cp packaging/org.q40k.q40k.desktop "$share/applications/"
cp packaging/org.q40k.q40k.svg "$share/icons/"
cp packaging/org.q40k.q40k.metainfo.xml "$share/metainfo/"
"$env/bin/python" packaging/manual.py en >"$share/man/man6/q40k.6"
"$env/bin/python" packaging/manual.py fr >"$share/man/fr/man6/q40k.6"
"$env/bin/python" packaging/licences.py >build/app/q40k/THIRD-PARTY.txt
cp LICENSE build/app/q40k/
build/app/q40k/q40k --version
du -sh build/app/q40k
