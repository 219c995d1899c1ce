"""CHAMPION-1: figures of no official codex, and the consent that is asked once and noted."""

import pytest

from q40k.games.quake.state.table.players import Consented, awaits_consent
from tests.games.quake.rules.playing import Table, champion, of_type

pytestmark = pytest.mark.rule("CHAMPION-1")


def test_consent_is_noted_once() -> None:
    table = Table()
    harlequin = champion(official=False)
    events = table.do("join", player="Ann", champion="x", profile=harlequin, consent=True)
    assert [event.champion for event in of_type(events, Consented)] == [harlequin.id]
    assert not awaits_consent(table.state, harlequin)
    again = table.do("join", player="Bob", champion="x", profile=harlequin, consent=True)
    assert not of_type(again, Consented)


def test_whoever_is_not_wanted_stays_away_unless_the_table_overrules_it() -> None:
    table = Table()
    stranger = {"player": "Ann", "champion": "x", "profile": champion(official=False)}
    refused = table.refused("join", consent=False, **stranger)
    assert (refused.rule, refused.code) == ("CHAMPION-1", "no-consent")
    table.do("join", consent=False, override="he paid the beer", **stranger)
    assert table["Ann"].present


def test_an_older_script_says_nothing_and_is_asked_nothing() -> None:
    table = Table()
    events = table.do("join", player="Ann", champion="x", profile=champion(official=False))
    assert not of_type(events, Consented)
    assert awaits_consent(table.state, champion(official=False))


def test_who_is_of_an_official_codex_needs_no_consent_and_a_home_made_one_does() -> None:
    table = Table()
    assert not awaits_consent(table.state, champion(army="eldar"))
    assert awaits_consent(table.state, champion(army="home-made"))
