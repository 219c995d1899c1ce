#!/bin/sh
# Make a folder of q40k that runs without Python, for this kind of machine: build/app/q40k.
# Called by `make app`: sh packaging/app.sh PYTHON
set -eu
cd "$(dirname "$0")/.."
python=$1
env=build/app-env
work=build/app-work
[ -x "$env/bin/python" ] || "$python" -m venv "$env"
echo "[app] installing the libraries"
"$env/bin/python" -m pip install --quiet --disable-pip-version-check --require-hashes --only-binary :all: \
    -r requirements/app.txt
echo "[app] installing q40k itself"
"$env/bin/python" -m pip install --quiet --disable-pip-version-check --force-reinstall --no-deps --no-build-isolation .
echo "[app] making the folder (some minutes)"
"$env/bin/pyinstaller" packaging/app.spec --distpath build/app --workpath "$work" --noconfirm --log-level ERROR
mkdir -p build/app/q40k/share/applications build/app/q40k/share/icons
cp packaging/q40k.desktop build/app/q40k/share/applications/
cp packaging/q40k.svg build/app/q40k/share/icons/
build/app/q40k/q40k --version
du -sh build/app/q40k
