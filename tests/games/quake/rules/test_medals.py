"""The medals of a match: each is a rule over the journal, and an undo takes it back."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from q40k.games.quake.game import GAME
from q40k.games.quake.rules.medals import MEDALS
from q40k.games.quake.words.wording import WORDS
from q40k.i18n.locale import Locale
from q40k.kernel.medals import Medal
from q40k.table.luck import Fairness, Luck, Report
from q40k.table.medals import medals, of_luck
from q40k.table.story import steps
from tests.games.quake.rules.in_teams import facing
from tests.games.quake.rules.playing import Table, started


def won(table: Table) -> dict[str, tuple[Any, ...]]:
    """The medals by kind: who has won it, about whom, and with what number."""
    found = medals(GAME, steps(GAME, table.journal.live(table.match)))

    def name(side: str) -> str:
        return str(table.name(side)) if side else ""

    return {
        one.kind: (", ".join(map(name, one.sides)), name(one.other), one.number) for one in found
    }


def kills(table: Table, *pairs: str) -> None:
    """Kills such as "Ann Bob", each in a phase of its own."""
    for pair in pairs:
        killer, victim = pair.split()
        table.do("kill", 1, player=killer, victim=victim)


def test_first_blood_stays_with_the_first() -> None:
    table = started("Ann Bob Cid")
    table.do("accident", 1, player="Cid")
    assert "first-blood" not in won(table)
    kills(table, "Ann Bob", "Cid Ann")
    assert won(table)["first-blood"] == ("Ann", "Bob", 1)


def test_most_kills_need_three_and_are_shared_by_two_at_most() -> None:
    table = started("Ann Bob Cid")
    kills(table, "Ann Bob", "Ann Cid")
    assert "most-kills" not in won(table)
    kills(table, "Ann Bob")
    assert won(table)["most-kills"] == ("Ann", "", 3)
    kills(table, "Bob Cid", "Bob Cid", "Bob Cid")
    assert won(table)["most-kills"] == ("Ann, Bob", "", 3)
    kills(table, "Cid Ann", "Cid Ann", "Cid Ann")
    assert "most-kills" not in won(table)


def test_the_longest_streak_ends_with_a_death() -> None:
    table = started("Ann Bob Cid")
    kills(table, "Ann Bob", "Ann Cid", "Ann Bob", "Bob Ann", "Ann Cid", "Ann Bob")
    assert won(table)["longest-streak"] == ("Ann", "", 3)


def test_the_same_victim_three_times_is_a_nemesis() -> None:
    table = started("Ann Bob Cid")
    kills(table, "Ann Bob", "Cid Ann", "Ann Bob")
    assert "nemesis" not in won(table)
    kills(table, "Ann Bob")
    assert won(table)["nemesis"] == ("Ann", "Bob", 3)


def test_a_telefrag_is_no_mere_accident() -> None:
    table = started("Ann Bob Cid")
    table.do("stand", player="Bob", portal=2)
    table.do("portal", 2, 5, player="Ann", portal=1)
    found = won(table)
    assert found["telefrags"] == ("Ann", "", 1)
    assert "accident" not in found
    assert "portal-fool" not in found  # twice in the way is a fool


def test_the_dearest_accident_is_that_of_the_evening() -> None:
    table = started("Ann Bob Cid")
    table.do("accident", 1, player="Ann")
    found = won(table)["accident"]
    assert (found[0], found[2]) == ("Ann", table.state.players["p1"].value)


def test_three_accidents_make_ones_own_worst_enemy() -> None:
    table = started("Ann Bob Cid")
    for _ in range(3):
        table.do("accident", 1, player="Bob")
    assert won(table)["clumsy"] == ("Bob", "", 3)


def test_an_undo_takes_a_medal_back() -> None:
    table = started("Ann Bob Cid")
    kills(table, "Ann Bob")
    assert "first-blood" in won(table)
    table.session.undo()
    assert won(table) == {}


def test_the_death_of_a_team_mate_is_no_feat() -> None:
    table = facing("Ann+Bob Cid+Dee")
    for _ in range(3):
        table.do("kill", 1, player="Ann", victim="Bob")
    assert not {"most-kills", "nemesis", "longest-streak", "first-blood"} & set(won(table))


def test_luck_needs_enough_dice_and_enough_of_a_swing() -> None:
    def luck(player: str, tests: int, passed: int) -> Luck:
        half = Fraction(1, 2)
        return Luck(player, tests, 0, tests, passed, tests * half, tests * half * half)

    fair = Fairness()
    few = Report((luck("p1", 5, 5), luck("p2", 5, 0)), fair, fair)
    assert of_luck(few) == ()
    even = Report((luck("p1", 16, 8), luck("p2", 16, 9)), fair, fair)
    assert of_luck(even) == ()
    wild = Report((luck("p1", 16, 12), luck("p2", 16, 4)), fair, fair)
    assert of_luck(wild) == (
        Medal("luckiest", ("p1",), number=Fraction(4)),
        Medal("unluckiest", ("p2",), number=Fraction(-4)),
    )


def test_every_medal_has_words_and_a_kind_of_call_that_there_is() -> None:
    for rule in MEDALS:
        assert rule.kind in WORDS.awarded
        if rule.called:
            assert GAME.calls is not None
            assert rule.called in GAME.calls.kinds
    assert set(WORDS.awarded) == {rule.kind for rule in MEDALS} | {"luckiest", "unluckiest"}


def test_what_is_said_of_medals_in_both_languages() -> None:
    table = started("Ann Bob Cid")
    kills(table, "Ann Bob", "Ann Bob", "Ann Bob")
    medal = Medal("nemesis", ("p1",), "p2", Fraction(3))
    said = [WORDS.medal(Locale(lang), table.state, medal, {}) for lang in ("en", "fr")]
    assert said[0] == ("Nemesis", "Ann killed Bob 3 times")
    assert said[1][1] == "Ann a tué Bob 3 fois"
    lucky = Medal("luckiest", ("p1",), number=Fraction(7, 2))
    assert "+3.5" in WORDS.medal(Locale("en"), table.state, lucky, {})[1]
