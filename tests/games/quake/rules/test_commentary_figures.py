"""The figures of a match, counted a second time from the plain journal."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from q40k.games.quake.game import GAME
from q40k.games.quake.state.commentary.statistics import Statistics, count
from q40k.table.commentary import steps
from q40k.table.match_session import MatchSession
from tests.games.golden import DEMO, matches_of
from tests.games.quake.rules.shooting import gunners
from tests.games.scripted import journal_events
from tests.table.scripts import NEW, line, play

KEPT = (DEMO, *(matches_of("quake") / f"{name}.jsonl" for name in ("chain", "brawl", "team-deathmatch")))


def played_statistics(script: Any) -> MatchSession:
    with script.open(encoding="utf-8") as lines:
        return play(lines)


def count_match(match_session: MatchSession) -> Statistics:
    return count(steps(match_session.game, match_session.inputs()))


def points(event: dict[str, Any], player: str) -> Fraction:
    return Fraction(str(event["paid"].get(player, 0)))


@pytest.fixture(params=KEPT, ids=lambda path: path.stem)
def kept_match(request: pytest.FixtureRequest) -> MatchSession:
    return played_statistics(request.param)


def test_kills_deaths_and_accidents_are_those_of_the_journal(kept_match: MatchSession) -> None:
    match = count_match(kept_match)
    kills = Counter(name for event in journal_events(kept_match, "killed") for name in event["killers"])
    deaths = Counter(event["victim"] for event in journal_events(kept_match, "killed"))
    accidents = Counter(event["player"] for event in journal_events(kept_match, "accident"))
    assert {name: player.kills for name, player in match.players.items() if player.kills} == kills
    assert {name: player.accidents for name, player in match.players.items() if player.accidents} == (accidents)
    assert {name: player.deaths for name, player in match.players.items() if player.deaths} == (deaths + accidents)


def test_points_are_conserved(kept_match: MatchSession) -> None:
    """What everybody has was paid for kills, taken for accidents, or said by the table."""
    match = count_match(kept_match)
    paid: dict[str, Fraction] = {}
    for event in journal_events(kept_match, "killed", "accident", "nuke-paid"):
        for name in event["paid"]:
            paid[name] = paid.get(name, Fraction(0)) + points(event, name)
    for event in journal_events(kept_match, "adjusted"):
        paid[event["player"]] = paid.get(event["player"], Fraction(0)) + Fraction(str(event["score"]))
    for name, tally in match.players.items():
        assert tally.points == paid.get(name, 0)
        earned = sum(tally.earned.values(), Fraction(0))
        assert earned == sum(
            (points(event, name) for event in journal_events(kept_match, "killed") if name in event["killers"]),
            Fraction(0),
        )


def test_who_killed_whom_adds_up_to_the_kills(kept_match: MatchSession) -> None:
    match = count_match(kept_match)
    for tally in match.players.values():
        assert sum(tally.victims.values()) == tally.kills == sum(tally.weapons.values())


def test_the_longest_streak_is_that_of_a_walk_by_hand() -> None:
    match_session = played_statistics(DEMO)
    match = count_match(match_session)
    running, best = Counter[str](), Counter[str]()
    for event in journal_events(match_session, "killed", "accident"):
        for name in event.get("killers", ()):
            running[name] += 1
            best[name] = max(best[name], running[name])
        running[event.get("victim") or event["player"]] = 0
    assert {name: player.longest for name, player in match.players.items()} == {
        name: best[name] for name in match.players
    }


def test_telefrags_are_given_taken_and_stand_at_their_portal(kept_match: MatchSession) -> None:
    match = count_match(kept_match)
    frags = [event for event in journal_events(kept_match, "accident") if event["cause"] == "telefragged"]
    assert sum(player.telefragged for player in match.players.values()) == len(frags)
    assert sum(player.telefrags for player in match.players.values()) == sum(
        frag.get("by") is not None for frag in frags
    )
    assert sum(portal.telefrags for portal in match.portals.values()) == sum(
        frag.get("portal") is not None for frag in frags
    )


def test_every_jump_into_a_portal_is_counted(kept_match: MatchSession) -> None:
    match = count_match(kept_match)
    jumps = Counter(event["player"] for event in journal_events(kept_match, "portal-entered"))
    assert {name: player.jumps for name, player in match.players.items() if player.jumps} == jumps


@pytest.mark.rule("PORTAL-4")
def test_a_jump_that_disintegrates_is_a_jump() -> None:
    match_session = play(
        [
            NEW,
            line("join", player="Ann", champion="space-marine"),
            line("start", 5),
            line("deploy", player="Ann"),
            line("portal", 2, 5, player="Ann", portal=2),
        ]
    )
    ann = count_match(match_session).players["p1"]
    assert (ann.jumps, ann.accidents) == (1, 1)


def test_lives_follow_one_another(kept_match: MatchSession) -> None:
    for tally in count_match(kept_match).players.values():
        died = [life.died for life in tally.lives[:-1]]
        assert None not in died
        assert died == sorted(died, key=lambda seq: seq or 0)
        assert all(life.turns >= 1 for life in tally.lives)


@pytest.mark.rule("PORTAL-4")
def test_a_portal_counts_its_jumps_and_its_arrivals_from_none() -> None:
    ready = [NEW, line("join", player="Ann", champion="space-marine"), line("start", 5), line("deploy", player="Ann")]
    lost = count_match(play([*ready, line("portal", 2, 5, player="Ann", portal=2)])).portals[2]
    assert (lost.entered, lost.arrivals, lost.telefrags) == (1, 0, 0)


def test_portals_count_what_the_journal_tells(kept_match: MatchSession) -> None:
    entered = Counter(event["portal"] for event in journal_events(kept_match, "portal-entered"))
    arrivals = Counter(event["portal"] for event in journal_events(kept_match, "respawned"))
    arrivals += Counter(event["exit"] for event in journal_events(kept_match, "teleported"))
    result = count_match(kept_match).portals
    assert {number: portal.entered for number, portal in result.items() if portal.entered} == entered
    assert {number: portal.arrivals for number, portal in result.items() if portal.arrivals} == arrivals


@pytest.mark.rule("TABLE-8", "SHOOT-4")
def test_what_a_bots_shots_were_expected_to_kill_is_summed_beside_what_they_killed() -> None:
    table = gunners("Ann Bob", ["boltgun"])  # hits on 3+, wounds T4 on 4+, saved on 3+: 1 in 9
    table.do("seat", player="Ann", bot={})
    table.do("shoot", 3, 4, 2, 1, player="Ann", target="Bob", weapon="boltgun", distance=20)
    statistics = count(steps(GAME, table.journal.live(table.match)))
    (hopes,) = statistics.hopes.values()
    assert hopes["shooting"].attacks == hopes["shooting"].kills == table["Ann"].score.kills == 1
    assert hopes["shooting"].expected == pytest.approx(1 / 9)
    assert list(statistics.hopes) == [table["Ann"].id]
