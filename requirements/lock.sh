#!/bin/sh
# Pin every library by version and hash, for every system and every Python from 3.11 on: what runs
# (run.txt), with sound (sound.txt), what builds q40k besides (build.txt), with a cluster
# (cluster.txt), all that the checks need (test.txt), what builds the site (site.txt), and what looks at
# a release (release.txt).
# Called by `make lock`: sh requirements/lock.sh UV [flags for uv pip compile, such as --upgrade]
set -eu
cd "$(dirname "$0")/.."
uv=$1
shift

pin() { # pin FILE SOURCE [arguments]: keeps the pins there are, unless told to upgrade
    out=requirements/$1
    shift
    "$uv" pip compile --quiet --universal --python-version 3.11 --generate-hashes \
        --no-emit-index-url --no-header --no-config --annotation-style line \
        "$@" --output-file "$out" >/dev/null
    {
        echo '# Exact versions with their hashes; written by `make lock` from pyproject.toml and'
        echo '# requirements/build.in. Do not edit: change those, then run `make lock`'
        echo '# (`make lock LOCK_FLAGS=--upgrade` takes the newest versions).'
        cat "$out"
    } >"$out.new"
    mv "$out.new" "$out"
    echo "wrote $out: $(grep -c '==' "$out") pins"
}

pin run.txt pyproject.toml "$@"
pin sound.txt pyproject.toml --extra sound --constraints requirements/run.txt "$@"
pin build.txt requirements/build.in --constraints requirements/run.txt "$@"
pin cluster.txt pyproject.toml --extra cluster --constraints requirements/run.txt \
    --constraints requirements/build.txt "$@"
pin test.txt pyproject.toml requirements/build.in --extra test --constraints requirements/run.txt \
    --constraints requirements/build.txt --constraints requirements/cluster.txt "$@"
pin app.txt pyproject.toml requirements/build.in requirements/app.in --extra sound \
    --constraints requirements/test.txt --constraints requirements/sound.txt "$@"
pin site.txt requirements/site.in --constraints requirements/test.txt "$@"
pin release.txt requirements/release.in --constraints requirements/test.txt "$@"
