"""Every rule that is built is proved by a test, and every id is one of the digest."""

import pytest

from tests import rules_report


def test_every_built_rule_has_a_test() -> None:
    assert rules_report.untested_rules() == [], "run `make rules`"


@pytest.mark.parametrize("source", ["built_rules", "claimed_rules", "proved_rules"])
def test_every_id_is_one_of_the_digest(source: str) -> None:
    places: rules_report.Places = getattr(rules_report, source)()
    assert places, f"nothing is {source}"
    assert {rule: at for rule, at in places.items() if rule not in rules_report.ALL} == {}


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("ARENA-1, 3, 4", ["ARENA-1", "ARENA-3", "ARENA-4"]),
        ("INIT-1 to 4", ["INIT-1", "INIT-2", "INIT-3", "INIT-4"]),
        ("BONUS-1 to 2, NUKE", ["BONUS-1", "BONUS-2", "NUKE"]),
        ("SCORE-1 to 2, 4, MELEE-4", ["SCORE-1", "SCORE-2", "SCORE-4", "MELEE-4"]),
        ("rule", []),
    ],
)
def test_a_claim_is_read_as_people_write_it(text: str, rules: list[str]) -> None:
    assert rules_report.ids_of(text) == rules


def test_the_report_lists_what_is_missing(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert rules_report.main() == 0
    assert "not built yet: " in capsys.readouterr().out
    proved = {rule: at for rule, at in rules_report.proved_rules().items() if rule != "PORTAL-4"}
    monkeypatch.setattr(rules_report, "proved_rules", lambda: proved)
    assert rules_report.main() == 1
    assert "no test: PORTAL-4 (q40k/games/quake/" in capsys.readouterr().out
