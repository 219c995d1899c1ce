"""The medals of a match: each is a rule over the journal, and an undo takes it back."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from q40k.games.quake.game import GAME
from q40k.games.quake.state.assault import Charged
from q40k.games.quake.state.barrels import BarrelExploded
from q40k.games.quake.state.bonus import TokenTaken
from q40k.games.quake.state.commentary.calls import by_blows, by_shots, inches, kamikaze, lives
from q40k.games.quake.state.commentary.medals import MEDALS
from q40k.games.quake.state.commentary.statistics import count
from q40k.games.quake.state.damage import AccidentSuffered, Killed, Wounded
from q40k.games.quake.state.flags import FlagCaptured
from q40k.games.quake.state.melee import Blow
from q40k.games.quake.state.portals import PortalEntered
from q40k.games.quake.state.shooting import Shot
from q40k.games.quake.words.wording import WORDS
from q40k.i18n.locale import Locale
from q40k.i18n.scores import luck_in_a_word
from q40k.kernel.commentary import Medal, Transition, award
from q40k.kernel.events import Event
from q40k.table.commentary import medals, medals_for_luck, steps
from q40k.table.luck import Fairness, Luck, Report
from tests.games.golden import matches_of
from tests.games.quake.rules.in_teams import facing
from tests.games.quake.rules.playing import Table, seat_players, start_table
from tests.table.scripts import play


def won_medals(table: Table) -> dict[str, tuple[Any, ...]]:
    """The medals by kind: who has won it, about whom, and with what number."""
    result = medals(GAME, steps(GAME, table.journal.live(table.match)))

    def name(side: str) -> str:
        return str(table.name(side)) if side else ""

    return {medal.kind: (", ".join(map(name, medal.sides)), name(medal.other), medal.number) for medal in result}


def kills(table: Table, *pairs: str) -> None:
    """Kills such as "Ann Bob", each in a phase of its own."""
    for pair in pairs:
        killer, victim = pair.split()
        table.do("kill", 1, player=killer, victim=victim)


def test_first_blood_stays_with_the_first() -> None:
    table = start_table("Ann Bob Cid")
    table.do("accident", 1, player="Cid")
    assert "first-blood" not in won_medals(table)
    kills(table, "Ann Bob", "Cid Ann")
    assert won_medals(table)["first-blood"] == ("Ann", "Bob", 1)


def test_most_kills_need_three_and_are_shared_by_two_at_most() -> None:
    table = start_table("Ann Bob Cid")
    kills(table, "Ann Bob", "Ann Cid")
    assert "most-kills" not in won_medals(table)
    kills(table, "Ann Bob")
    assert won_medals(table)["most-kills"] == ("Ann", "", 3)
    kills(table, "Bob Cid", "Bob Cid", "Bob Cid")
    assert won_medals(table)["most-kills"] == ("Ann, Bob", "", 3)
    kills(table, "Cid Ann", "Cid Ann", "Cid Ann")
    assert "most-kills" not in won_medals(table)


def test_the_longest_streak_ends_with_a_death() -> None:
    table = start_table("Ann Bob Cid")
    kills(table, "Ann Bob", "Ann Cid", "Ann Bob", "Bob Ann", "Ann Cid", "Ann Bob")
    assert won_medals(table)["longest-streak"] == ("Ann", "", 3)


def test_a_life_ends_when_somebody_leaves_the_table() -> None:
    table = start_table("Ann Bob Cid")
    table.do("leave", player="Bob")
    while table.state.play.turn < 4:
        table.do("next")
    assert won_medals(table)["longest-life"] == ("Cid, Ann", "", 4)


def test_the_same_victim_three_times_is_a_nemesis() -> None:
    table = start_table("Ann Bob Cid")
    kills(table, "Ann Bob", "Cid Ann", "Ann Bob")
    assert "nemesis" not in won_medals(table)
    kills(table, "Ann Bob")
    assert won_medals(table)["nemesis"] == ("Ann", "Bob", 3)


def test_a_telefrag_is_no_mere_accident() -> None:
    table = start_table("Ann Bob Cid")
    table.do("stand", player="Bob", portal=2)
    table.do("portal", 2, 5, player="Ann", portal=1)
    result = won_medals(table)
    assert result["telefrags"] == ("Ann", "", 1)
    assert "accident" not in result
    assert "portal-fool" not in result  # twice in the way is a fool


def test_the_dearest_accident_is_that_of_the_evening() -> None:
    table = start_table("Ann Bob Cid")
    table.do("accident", 1, player="Ann")
    accident = won_medals(table)["accident"]
    assert (accident[0], accident[2]) == ("Ann", table.state.players["p1"].value)


def test_three_accidents_make_ones_own_worst_enemy() -> None:
    table = start_table("Ann Bob Cid")
    for _ in range(3):
        table.do("accident", 1, player="Bob")
    assert won_medals(table)["clumsy"] == ("Bob", "", 3)


def test_an_undo_takes_a_medal_back() -> None:
    table = start_table("Ann Bob Cid")
    kills(table, "Ann Bob")
    assert "first-blood" in won_medals(table)
    table.session.undo()
    assert won_medals(table) == {}


def test_the_death_of_a_team_mate_is_no_feat() -> None:
    table = facing("Ann+Bob Cid+Dee")
    for _ in range(3):
        table.do("kill", 1, player="Ann", victim="Bob")
    assert not {"most-kills", "nemesis", "longest-streak", "first-blood"} & set(won_medals(table))


def test_luck_needs_enough_dice_and_enough_of_a_swing() -> None:
    def luck(player: str, tests: int, passed: int) -> Luck:
        half = Fraction(1, 2)
        return Luck(player, tests, 0, tests, passed, tests * half, tests * half * half)

    fair = Fairness()
    few = Report((luck("p1", 5, 5), luck("p2", 5, 0)), fair, fair)
    assert medals_for_luck(few) == ()
    even = Report((luck("p1", 16, 11), luck("p2", 16, 5)), fair, fair)
    assert medals_for_luck(even) == ()
    assert {luck_in_a_word(Locale("en"), player.swing, player.tests) for player in even.players} == {"as expected"}
    wild = Report((luck("p1", 16, 12), luck("p2", 16, 4)), fair, fair)
    assert [luck_in_a_word(Locale("en"), player.swing, player.tests) for player in wild.players] == ["lucky", "unlucky"]
    assert medals_for_luck(wild) == (
        Medal("luckiest", ("p1",), number=Fraction(4)),
        Medal("unluckiest", ("p2",), number=Fraction(-4)),
    )


def test_every_medal_has_words_and_a_kind_of_call_that_there_is() -> None:
    for rule in MEDALS:
        assert rule.kind in WORDS.medal_texts
        if rule.call_kind:
            assert GAME.calls is not None
            assert rule.call_kind in GAME.calls.kinds
    assert set(WORDS.medal_texts) == {rule.kind for rule in MEDALS} | {"luckiest", "unluckiest"}


def test_what_is_said_of_medals_in_both_languages() -> None:
    table = start_table("Ann Bob Cid")
    kills(table, "Ann Bob", "Ann Bob", "Ann Bob")
    medal = Medal("nemesis", ("p1",), "p2", Fraction(3))
    sentences = [WORDS.medal(Locale(lang), table.state, medal, {}) for lang in ("en", "fr")]
    assert sentences[0] == ("Nemesis", "Ann killed Bob 3 times")
    assert sentences[1][1] == "Ann a tué Bob 3 fois"
    lucky = Medal("luckiest", ("p1",), number=Fraction(7, 2))
    assert "+3.5" in WORDS.medal(Locale("en"), table.state, lucky, {})[1]


def test_each_nemesis_of_a_tie_is_named_with_the_victim() -> None:
    table = start_table("Ann Bob Cid")
    kills(table, *["Ann Bob"] * 3, *["Cid Ann"] * 3)
    (nemesis,) = [
        medal for medal in medals(GAME, steps(GAME, table.journal.live(table.match))) if medal.kind == "nemesis"
    ]
    sentences = [WORDS.medal(Locale(lang), table.state, nemesis, {})[1] for lang in ("en", "fr")]
    assert sentences == [
        "Ann killed Bob 3 times and Cid killed Ann 3 times",
        "Ann a tué Bob 3 fois et Cid a tué Ann 3 fois",
    ]


def test_deaths_without_a_kill_are_those_in_a_row() -> None:
    table = start_table("Ann Bob Cid")
    medal = Medal("dying-spree", ("p1",), number=Fraction(6))
    assert WORDS.medal(Locale("en"), table.state, medal, {})[1] == "Ann: 6 deaths in a row without a kill"


def test_a_number_without_a_sign_of_its_own_is_rounded_and_next_to_nothing_is_left_out() -> None:
    table, en = start_table("Ann Bob Cid"), Locale("en")

    def medal_words(number: Fraction, behind: Fraction) -> tuple[str, str]:
        medal = Medal("bargain", ("p1",), "", number, ("p2",), behind)
        return WORDS.medal(en, table.state, medal, {})[1], WORDS.runner_up(en, table.state, medal, {})

    how, then = medal_words(Fraction(67, 6), Fraction(67, 10))
    assert "11⅙" in how
    assert then.endswith(": 6.7")
    assert medal_words(Fraction(22), Fraction(3, 67))[1] == ""


def test_a_runner_up_comes_next_and_never_shares_the_first_place() -> None:
    table = start_table("Ann Bob Cid")
    kills(table, "Ann Bob", "Ann Cid", "Ann Bob", "Bob Cid", "Bob Ann")
    results = {medal.kind: medal for medal in medals(GAME, steps(GAME, table.journal.live(table.match)))}
    most = results["most-kills"]
    assert most == Medal("most-kills", ("p1",), "", Fraction(3), ("p2",), Fraction(2))
    sentences = [WORDS.runner_up(Locale(word), table.state, most, {}) for word in ("en", "fr")]
    assert sentences == ["then Bob: 2", "puis Bob\u00a0: 2"]
    assert WORDS.runner_up(Locale("en"), table.state, results["opening-act"], {}) == ""


def test_vengeance_is_killing_ones_own_killer_twice() -> None:
    table = start_table("Ann Bob Cid")
    kills(table, "Ann Bob", "Bob Ann", "Bob Ann")
    assert "vengeance" not in won_medals(table)
    kills(table, "Ann Bob", "Bob Ann", "Cid Bob")
    assert won_medals(table)["vengeance"] == ("Bob", "", 2)


def test_a_headhunter_kills_whoever_leads_alone() -> None:
    table = start_table("Ann Bob Cid")
    kills(table, "Ann Bob", "Cid Ann", "Ann Bob", "Cid Ann")
    assert won_medals(table)["headhunter"] == ("Cid", "", 2)


def test_the_cheapest_kill_is_worth_most_for_what_the_killer_costs() -> None:
    table = seat_players("Ann Bob")
    table.join("Dear", points=40, i=1)
    table.do("start", 1, 1, 1)
    for name in ("Dear", "Bob", "Ann"):
        table.do("deploy", player=name)
    kills(table, "Bob Ann")
    assert "bargain" not in won_medals(table)
    kills(table, "Bob Dear", "Bob Ann")
    assert won_medals(table)["bargain"] == ("Bob", "Dear", Fraction(40, 15))


def test_three_deaths_without_a_kill_are_a_spree() -> None:
    table = start_table("Ann Bob Cid")
    kills(table, "Ann Cid", "Ann Cid", "Cid Ann", "Ann Cid")
    assert "dying-spree" not in won_medals(table)
    kills(table, "Bob Cid")
    table.do("accident", 1, player="Cid")
    assert won_medals(table)["dying-spree"] == ("Cid", "", 3)


def test_the_first_death_opens_the_evening() -> None:
    table = start_table("Ann Bob Cid")
    table.do("accident", 1, player="Cid")
    kills(table, "Ann Bob")
    assert won_medals(table)["opening-act"] == ("Cid", "", 1)


def test_who_dies_of_its_own_deed_took_the_others_along() -> None:
    table = start_table("Ann Bob Cid")
    state = table.state
    both = tuple(
        Transition(state, Killed(victim=victim, killers=(killer,), paid={}), state)
        for killer, victim in (("p1", "p2"), ("p2", "p1"), ("p1", "p3"))
    )
    assert sorted(kamikaze([both])) == [("p1", "", 1), ("p1", "", 1), ("p2", "", 1)]
    assert list(kamikaze([both[:1], both[1:2]])) == []


def test_who_kills_together_is_a_good_comrade() -> None:
    table = start_table("Ann Bob Cid Dee")
    for _ in range(2):
        table.do("kill", 1, player=["Ann", "Bob"], victim="Cid")
    assert won_medals(table)["comrade"] == ("Ann, Bob", "", 2)


def test_the_death_of_a_team_mate_is_friendly_fire() -> None:
    table = facing("Ann+Bob Cid+Dee")
    table.do("kill", 1, player="Ann", victim="Bob")
    assert won_medals(table)["friendly-fire"] == ("Ann", "", 1)


def test_shots_that_hit_nobody_paint_the_walls_and_those_that_kill_make_a_marksman() -> None:
    table = start_table("Ann Bob Cid")
    state = table.state
    shot = Transition(state, Shot(shooter="p1", weapon="bolter", target="p2", hits=1, shots=1), state)
    kill = Transition(state, Killed(victim="p2", killers=("p1",), paid={}), state)
    other = Transition(state, Killed(victim="p2", killers=("p3",), paid={}), state)
    blow = Transition(state, Blow(striker="p3", target="p2"), state)
    assert list(by_shots([(shot, kill), (other,), (blow, other)])) == [("p1", "", 1)]
    assert list(by_blows([(shot, kill), (other,), (blow, other)])) == [("p3", "", 1)]
    missed = replace(shot, event=Shot(shooter="p1", weapon="bolter", target="p2", shots=1))
    result = award(MEDALS, [((event,), ()) for event in (missed, missed, missed, shot, missed)])
    assert result == (Medal("wasted", ("p1",), number=Fraction(4)),)


def count_medals(event: Event, times: int) -> dict[str, Fraction]:
    """The medals that so many of an event alone win."""
    transition = Transition(start_table("Ann Bob").state, event, start_table("Ann Bob").state)
    return {medal.kind: medal.number for medal in award(MEDALS, [((transition,), ())] * times)}


@pytest.mark.parametrize(
    ("kind", "event", "least"),
    [
        ("charger", Charged(player="p1", target="p2"), 3),
        ("sponge", Wounded(player="p1", left=1), 3),
        ("flag-runner", FlagCaptured(player="p1", flag="f", team="Red"), 1),
        ("commuter", PortalEntered(player="p1", portal=1, spent=6), 4),
        ("pyromaniac", BarrelExploded(barrel="b", player="p1", explosion="plasma"), 2),
        ("icarus", AccidentSuffered(player="p1", cause="fell", paid={}), 2),
        ("token-thief", TokenTaken(player="p1", token="E1", kind="equipment-11"), 3),
    ],
)
def test_a_deed_done_often_enough_wins_its_medal(kind: str, event: Event, least: int) -> None:
    assert kind not in count_medals(event, least - 1)
    assert count_medals(event, least)[kind] == least
    assert count_medals(event, least + 1)[kind] == least + 1


def test_a_charge_that_falls_short_counts_for_nobody() -> None:
    assert count_medals(Charged(player="p1", target="p2", reached=False), 5) == {}


def test_nobody_has_almost_won_before_somebody_has() -> None:
    table = start_table("Ann Bob Cid")
    table.do("adjust", player="Bob", score=130, why="a bet")
    assert "almost-won" not in won_medals(table)
    table.do("adjust", player="Cid", score=60, why="a bet")
    table.do("adjust", player="Ann", score=135, why="a bet")
    kills(table, "Ann Cid")
    assert table.state.outcome.winner == ("p1",)
    assert won_medals(table)["almost-won"] == ("Bob", "", 86)


@pytest.mark.parametrize("name", ["four", "brawl", "hazards", "capture-the-flag", "shoot-out"])
def test_lives_and_inches_are_those_of_the_figures(name: str) -> None:
    """Two ways to count the same: by the events alone, and by the state around them."""
    with (matches_of("quake") / f"{name}.jsonl").open(encoding="utf-8") as lines:
        walked = list(steps(GAME, play(lines).inputs()))
    figures, transitions = count(walked), [step.transitions for step in walked]
    far = {player: number for player, _other, number in inches(transitions)}
    assert far == {p: round(player.inches) for p, player in figures.players.items() if p in far}
    assert all(not round(player.inches) for p, player in figures.players.items() if p not in far)
    longest: dict[str, Fraction | int] = {}
    for player, _other, turns in lives(transitions):
        longest[player] = max(turns, longest.get(player, 0))
    assert longest == {
        p: max(life.turns for life in player.lives) for p, player in figures.players.items() if player.lives
    }
