"""Every verb that writes × kill -9 at every write: never between, nothing is damaged, and a repeat makes it whole."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.calls import ROOT
from tests.pairs.sampling import IS_WHOLE, SEED, sample
from tests.pairs.verbs import EVENINGS, READING, SHOWN, WRITING, Case, all_verbs, verbs_of_cases

pytestmark = pytest.mark.skipif(os.name != "posix", reason="POSIX signals and forks")
_CHANGING = re.compile(
    r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d[:.\d]*(\+\d\d:\d\d)?|\b[0-9a-f]{16}\b|\d\d:\d\d(:\d\d)?|(?<=secret=')[^']*"
)
LAGS = {"mirror-lags", "mirror-missing"}
"""What may be so between an entry and its mirror."""


def plain(shown: dict[str, Any]) -> dict[str, str]:
    """What a home shows, without times and identities."""
    return {name: _CHANGING.sub("@", json.dumps(value)) for name, value in shown.items()}


def test_every_verb_writes_in_a_case_or_is_listed_with_those_that_need_none() -> None:
    groups = (verbs_of_cases(), READING - verbs_of_cases(), SHOWN, EVENINGS)
    assert set(all_verbs()) == set().union(*groups)
    assert sum(map(len, groups)) == len(set().union(*groups)), "each verb is in one list"


@pytest.mark.parametrize("case", [pytest.param(case, id=case.name) for case in sample(WRITING, 3)])
def test_a_verb_that_is_killed_is_done_or_not_begun_and_may_be_repeated(case: Case, tmp_path: Path) -> None:
    wanted = () if IS_WHOLE else (str(int(SEED) * 7 + 3), str(int(SEED) * 5 + 11))
    command = [sys.executable, "-m", "tests.pairs.dying", case.name, str(tmp_path), *wanted]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=3000)
    assert done.returncode == 0, done.stderr
    first, *deaths = map(json.loads, done.stdout.splitlines())
    before, whole, twice = (plain(first[name]) for name in ("before", "after", "twice"))
    assert first["whole"]["status"] == 0, first["whole"]["text"]
    assert first["whole"]["writes"] > 1
    assert whole != before or case.name in UNSEEN
    assert not case.is_repeatable or twice == whole, first["again"]
    assert deaths
    for death in deaths:
        at, between, after = death["at"], plain(death["between"]), plain(death["after"])
        assert death["code"] == -9 or case.is_threaded, (at, death["result"])
        assert set(death["between"]["wrong"]) <= LAGS, at
        assert "Traceback" not in str(death), at
        for name, text in between.items():
            if name not in ("wrong", "files", *case.passing) and not case.is_stepwise:
                assert text in (before[name], whole[name]), (at, name)
        assert death["again"][0] in (0, 1, 2), at
        assert not death["after"]["wrong"], at
        for name, text in after.items():
            ends = (whole[name],) if case.is_repeatable else (whole[name], twice[name])
            assert text in ends or case.is_stepwise, (at, name)


UNSEEN = {"backup", "mirror", "doctor"}
"""Verbs whose work is beside what is looked at here."""
