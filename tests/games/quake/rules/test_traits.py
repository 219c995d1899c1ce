"""Traits at the table: in moves, shots, charges and blows, and the odds of them in a match."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from q40k.games.quake.state.assault import Charged
from q40k.games.quake.state.damage import AccidentSuffered, Harmed, Killed, Rose
from q40k.games.quake.state.movement.ground import Ground, GroundTested
from q40k.games.quake.state.movement.move import allowance
from q40k.games.quake.state.odds import champion_charge_odds, duel_odds_of_round, shot_odds
from q40k.games.quake.state.shooting import ShotTerms
from q40k.games.quake.state.table.initiative import next_to_deploy
from q40k.games.w40k3e.figures import Fighter
from q40k.games.w40k3e.modifiers import MoveEffect
from tests.games.quake.rules.bonus_kinds import book, takes
from tests.games.quake.rules.brawling import asked_dice, brawlers, melee
from tests.games.quake.rules.playing import Table, champion, deathmatch, of_type
from tests.games.quake.rules.shooting import gunners, shot
from tests.games.w40k3e.fighting import library, named_traits, weapon

pytestmark = pytest.mark.rule("TRAIT-1")
LASCANNON = ("lascannon",)


# ---- shots


@pytest.mark.rule("SHOOT-3")
def test_a_stealth_suit_at_22_in_is_not_seen_with_a_seven() -> None:
    table = gunners("Ann Bob", LASCANNON, Bob={"traits": "stealth-suit"})
    odds = shot_odds(table.state, table["Ann"], weapon("lascannon"), table["Bob"])
    assert odds.seen == 1  # nobody measured yet
    events = table.do("shoot", 3, 4, player="Ann", target="Bob", distance=22)
    assert shot(events).unseen


@pytest.mark.rule("SHOOT-3")
@pytest.mark.parametrize(
    ("trait", "own", "dark", "far", "dice", "seen"),
    [
        ("stealth-suit", "", False, 21, (3, 4), True),
        ("stealth-suit", "", True, 10.5, (3, 4), True),
        ("stealth-suit", "", True, 11, (3, 4), False),
        ("shrouding", "", False, 21, (1, 2, 4), True),
        ("shrouding", "", False, 22, (1, 2, 4), False),
        ("shrouding", "", True, 22, (3, 4), False),
        ("always-in-the-dark", "spy-mask", False, 35, (3, 4), True),
        ("always-in-the-dark", "spy-mask", False, 36, (3, 4), False),
    ],
)
def test_spotting(trait: str, own: str, dark: bool, far: float, dice: tuple[int, ...], seen: bool) -> None:
    table = gunners("Ann Bob", LASCANNON, Bob={"traits": trait}, Ann={"traits": own})
    answers = (*dice, 1) if seen else dice
    events = table.do("shoot", *answers, player="Ann", target="Bob", distance=far, dark=dark)
    assert shot(events).unseen is not seen


@pytest.mark.rule("SHOOT-3")
def test_the_odds_of_spotting_are_in_the_odds_of_the_shot() -> None:
    table = gunners("Ann Bob", LASCANNON, Bob={"traits": "shrouding"})
    ann, bob = table["Ann"], table["Bob"]
    odds = shot_odds(table.state, ann, weapon("lascannon"), bob, ShotTerms(distance_in=24))
    ways = sum((a + b + c) * 3 >= 24 for a in range(1, 7) for b in range(1, 7) for c in range(1, 7))
    assert odds.seen == Fraction(ways, 216)
    assert odds.kills == odds.seen * Fraction(2, 3) * Fraction(5, 6)


@pytest.mark.rule("SHOOT-1")
def test_a_necron_that_stays_is_no_kill_and_scores_nothing() -> None:
    table = gunners("Ann Bob", Bob={"traits": "well-be-back", "sv": 3})
    events = table.do("shoot", 6, 6, 1, 4, player="Ann", target="Bob", weapon="bolt-pistol", distance=10, moved=True)
    assert [table.name(event.player) for event in of_type(events, Rose)] == ["Bob"]
    assert not of_type(events, Killed)
    assert table["Bob"].in_play
    assert table["Ann"].score.points == 0


# ---- blows


@pytest.mark.rule("MELEE-2")
def test_who_rose_strikes_no_blow_in_that_melee() -> None:
    table = melee("Ann Bob", "Ann > Bob", Bob={"traits": "well-be-back", "i": 2, "sv": None})
    rolls = asked_dice(table, (6, 6), (6, 1), (5,))
    assert [key for key, _who, _n in rolls] == ["fight-hit", "fight-wound", "fight-rise"]
    assert table["Bob"].in_play


@pytest.mark.rule("MELEE-2")
def test_the_first_hit_of_a_round_counts_for_nothing_whoever_strikes() -> None:
    table = melee("Ann Bob Cid", "Ann > Cid", "Bob > Cid", Cid={"traits": "ignores-first-hit", "sv": None})
    rolls = asked_dice(table, "Cid", (6, 6), (1,), "Cid", (6, 6), (1, 1), "Ann", (1,))
    assert [n for key, _who, n in rolls if key == "fight-wound"] == [1, 2]


@pytest.mark.rule("MELEE-3")
def test_a_die_of_attacks_is_rolled_before_they_are_split() -> None:
    table = melee("Ann Bob Cid", "Ann > Bob", "Cid > Bob", Ann={"traits": "charge-d6-attacks"})
    table.ask("fight", split={"Ann": {"Bob": 2, "Cid": 3}})
    seen: list[tuple[str, int]] = []
    while table.question is not None and len(seen) < 3:
        seen.append((table.question.key, len(getattr(table.question, "dice", ()))))
        table.answer(*{"charge-attacks": (4,)}.get(table.question.key, (1, 1, 1)[: seen[-1][1]]))
    assert seen == [("charge-attacks", 1), ("fight-hit", 2), ("fight-hit", 3)]


@pytest.mark.rule("MELEE-2")
def test_the_odds_of_a_round_know_the_traits() -> None:
    plain = brawlers("Ann Bob", arms=("power-weapon",))
    dodger = brawlers("Ann Bob", arms=("power-weapon",), Bob={"traits": "dodge"})
    kills = [
        duel_odds_of_round(t.state, "p1", "p2", charging=True, into_cover=False).dies["p2"] for t in (plain, dodger)
    ]
    assert kills[1] < kills[0]


# ---- charges


@pytest.mark.rule("ASSAULT-2")
def test_a_hormagaunt_charges_twelve_inches() -> None:
    table = brawlers("Ann Bob", Ann={"traits": "charge-12"})
    (charge,) = of_type(table.do("charge", player="Ann", target="Bob", distance=11.5), Charged)
    assert charge.reach_in == 12
    runner, held = Fighter(), named_traits("charge-12")
    assert champion_charge_odds(runner, held, 11.5, Ground()).done == 1
    hard = champion_charge_odds(runner, held, 9, Ground(difficult=True)).done
    assert hard == 1 - Fraction(16, 36)  # twice the best die: a 5 or a 6


@pytest.mark.rule("ASSAULT-2")
def test_mega_armour_charges_as_through_hard_ground_but_not_out_of_contact() -> None:
    table = brawlers("Ann Bob", Ann={"traits": "mega-armour"})
    (charge,) = of_type(table.do("charge", 2, 3, player="Ann", target="Bob", distance=4), Charged)
    assert (charge.reached, charge.dice) == (False, (2, 3))
    near = brawlers("Ann Bob", Ann={"traits": "mega-armour"})
    (charge,) = of_type(near.do("charge", player="Ann", target="Bob", distance=0), Charged)
    assert (charge.reached, charge.dice) == (True, ())


@pytest.mark.rule("ASSAULT-2")
def test_who_lurks_in_the_shadows_is_charged_into_cover() -> None:
    table = brawlers("Ann Bob", Bob={"traits": "shadow-dweller"})
    (charge,) = of_type(table.do("charge", player="Ann", target="Bob", distance=2), Charged)
    assert charge.into_cover


@pytest.mark.rule("ASSAULT-2", "SHOOT-4", "MOVE-1")
def test_a_reaver_that_opens_the_throttle_neither_shoots_nor_charges() -> None:
    table = moving("turbo-24", unit_type="jetbike")
    assert allowance(table.state, table["Ann"]) == 24
    table.do("move", player="Ann", inches=20)
    table.do("end-phase")
    refused = table.refused("shoot", player="Ann", target="Bob", weapon="lascannon")
    assert (refused.rule, refused.code) == ("SHOOT-4", "turbo")
    table.do("end-phase")
    refused = table.refused("charge", player="Ann", target="Bob", distance=2)
    assert (refused.rule, refused.code) == ("ASSAULT-2", "turbo")


@pytest.mark.rule("MOVE-1")
@pytest.mark.parametrize(("inches", "least"), [(20, 3), (12, None)])
def test_at_full_throttle_any_armour_is_as_good_as_invulnerable(inches: float, least: int | None) -> None:
    table = moving("turbo-24", unit_type="jetbike", sv=3)
    table.do("move", player="Ann", inches=inches)
    table.do("end-phase")
    table.do("next")
    odds = shot_odds(table.state, table["Bob"], weapon("lascannon"), table["Ann"])
    saves = {save.kind: save.test.needed for save in odds.plan.attack.saves.options}
    assert saves == ({} if least is None else {"invulnerable": least})


# ---- moves


def moving(traits: str, **profile: Any) -> Table:
    """A table in the first movement phase; Ann, who has these traits, is active."""
    table = Table()
    for place, (name, can) in enumerate((("Ann", traits), ("Bob", ""))):
        figure = champion(**{"i": 9 - place, **(profile if name == "Ann" else {})})
        arms = (weapon("lascannon"),)
        table.do("join", player=name, champion="x", profile=figure, arms=arms, traits=named_traits(can))
    table.do("start", 1, 1)
    table.do("deploy", player="Bob")
    table.do("deploy", player="Ann")
    return table


@pytest.mark.rule("MOVE-2")
@pytest.mark.parametrize(
    ("traits", "dice", "most"), [("", (2, 3), 3), ("move-through-cover", (1, 2, 4), 4), ("fast-9", (2, 3), 4)]
)
def test_hard_ground(traits: str, dice: tuple[int, ...], most: int) -> None:
    table = moving(traits)
    events = table.do("move", *dice, player="Ann", inches=6, difficult=True)
    assert [event.most for event in of_type(events, GroundTested)] == [most]
    assert table["Ann"].movement.spent == most


@pytest.mark.rule("MOVE-2")
def test_who_does_not_mind_the_ground_and_who_always_does() -> None:
    free = moving("ignores-terrain")
    assert not of_type(free.do("move", player="Ann", inches=6, difficult=True), GroundTested)
    slow = moving("slow-and-purposeful")
    (ground_test,) = of_type(slow.do("move", 2, 1, player="Ann", inches=6), GroundTested)
    assert (ground_test.most, slow["Ann"].movement.spent) == (2, 2)


@pytest.mark.rule("MOVE-3")
def test_who_rolls_three_dice_jumps_with_three() -> None:
    table = moving("move-through-cover")
    table.ask("jump", player="Ann", height=4)
    assert len(getattr(table.question, "dice", ())) == 3


@pytest.mark.rule("PORTAL-9", "SCORE-2")
def test_a_jetbike_that_cannot_enter_hard_ground_dies_of_it() -> None:
    table = moving("cannot-enter-difficult", unit_type="jetbike")
    events = table.do("move", 2, player="Ann", inches=3, difficult=True)
    assert [event.cause for event in of_type(events, AccidentSuffered)] == ["crashed"]


@pytest.mark.rule("DEPLOY-1")
def test_infiltrators_are_deployed_after_everybody() -> None:
    table = Table()
    for place, (name, can) in enumerate((("Ann", ""), ("Bob", "infiltrate"), ("Cid", ""))):
        figure = champion(i=9 - place)
        table.do("join", player=name, champion="x", profile=figure, traits=named_traits(can))
    table.do("start", 1, 1, 1)
    order = []
    while table.state.play.phase == "deployment":
        who = table.name(next_to_deploy(table.state))
        order.append(who)
        table.do("deploy", player=who)
    assert order == ["Cid", "Ann", "Bob"]


# ---- the whole vocabulary


def test_what_moves_by_trait_is_read_by_a_rule() -> None:
    """Every word for moves and sight is one that some rule reads by its name."""
    from pathlib import Path

    rooms = [Path(__file__).resolve().parents[4] / "q40k/games" / r for r in ("w40k3e", "quake")]
    read = "".join(
        path.read_text(encoding="utf-8")
        for room in rooms
        for path in room.rglob("*.py")
        if path.name not in ("modifiers.py", "traits.py") or {"state", "rules"} & set(path.parts)
    )
    words = set(MoveEffect.__args__)  # type: ignore[attr-defined]
    effects = [e for trait in library().traits.values() for e in trait.effects]
    uses = [trait.use for trait in library().traits.values() if trait.use is not None]
    effects += [e for use in uses for choice in use.choices for e in choice.effects]
    used = {e.effect for e in effects} & words
    assert {word for word in used if f'"{word}"' not in read} == set()


def test_an_inline_figure_names_its_traits_and_a_match_keeps_them() -> None:
    from q40k.games.quake.packs.champions import inline_champion
    from q40k.games.quake.state.table.players import Join
    from q40k.games.quake.table.packs import resolve

    profile = {"name": "X", "ws": 4, "bs": 4, "s": 4, "t": 4, "i": 4, "a": 1, "ld": 8, "points": 9}
    assert inline_champion({**profile, "traits": ["dodge"]}).traits == ("dodge",)
    result = resolve(library(), Join(player="Ann", champion={**profile, "traits": ["dodge"]}))
    assert isinstance(result, Join)
    assert [trait.id for trait in result.traits] == ["dodge"]
    wych = resolve(library(), Join(player="Bob", champion="de-wych", options=("wych-weapons",)))
    assert isinstance(wych, Join)
    assert {"dodge", "wych-weapons"} <= {trait.id for trait in wych.traits}


def test_a_match_begun_before_traits_plays_on_without_them() -> None:
    table = melee("Ann Bob", "Ann > Bob", arms=("power-weapon",))
    assert all(player.traits == () for player in table.state.players.values())
    assert [key for key, _w, _n in asked_dice(table, (6, 6), (1, 1), (1,))] == ["fight-hit", "fight-wound", "fight-hit"]


# ---- every way to die asks what a trait makes of it


HOT = {"player": "Ann", "target": "Bob", "weapon": "plasma-gun", "distance": 20}


@pytest.mark.rule("SHOOT-4", "SCORE-2")
@pytest.mark.parametrize(
    ("trait", "key", "die", "lives"),
    [
        ("feel-no-pain", "fight-no-pain", 4, True),
        ("feel-no-pain", "fight-no-pain", 3, False),
        ("well-be-back", "fight-rise", 4, True),
        ("well-be-back", "fight-rise", 3, False),
        ("bionics", "fight-rise", 6, True),
    ],
)
def test_who_is_burned_by_its_own_weapon_is_asked_for_its_trait(trait: str, key: str, die: int, lives: bool) -> None:
    table = gunners("Ann Bob", Ann={"traits": trait, "sv": 3})
    odds = shot_odds(table.state, table["Ann"], weapon("plasma-gun"), table["Bob"], ShotTerms(distance_in=20))
    holds = Fraction(1, 6) if trait == "bionics" else Fraction(1, 2)
    assert odds.burns == Fraction(1, 6) * Fraction(1, 3) * (1 - holds)
    table.ask("shoot", 1, 2, **HOT)
    assert table.asks == (key, "Ann")
    events = table.answer(die)
    assert table["Ann"].in_play is lives
    assert [event.cause for event in of_type(events, AccidentSuffered)] == ([] if lives else ["plasma"])
    assert bool(of_type(events, Rose)) is (lives and key == "fight-rise")
    (harmed,) = of_type(events, Harmed)
    assert (harmed.cause, table.name(harmed.struck.player)) == ("plasma", "Ann")


@pytest.mark.rule("BONUS-1", "SHOOT-4")
def test_the_first_failed_save_against_ones_own_weapon_is_ignored_too() -> None:
    table = gunners("Ann Bob", ("plasma-gun",), table=book(), Ann={"sv": 3})
    for _ in range(3):
        table.do("end-phase")
    takes(table, "equipment-23")
    table.do("end-phase")
    odds = shot_odds(table.state, table["Ann"], weapon("plasma-gun"), table["Bob"], ShotTerms(distance_in=20))
    assert odds.burns == 0
    table.do("shoot", 1, 2, **HOT)
    assert table["Ann"].in_play
    assert table["Ann"].bonus.spent


@pytest.mark.rule("NUKE")
@pytest.mark.parametrize(
    ("trait", "toughness", "key"),
    [
        ("bionics", 4, "fight-rise"),
        ("well-be-back", 4, None),  # S10 kills it outright
        ("well-be-back", 6, "fight-rise"),
        ("feel-no-pain", 6, "fight-no-pain"),
        ("feel-no-pain", 5, None),
    ],
)
@pytest.mark.parametrize("sure", [False, True])
def test_a_nuke_asks_where_the_trait_allows_it(trait: str, toughness: int, key: str | None, sure: bool) -> None:
    mod = deathmatch(parameters={"nuke_wounds": "sure" if sure else "roll"})
    table = Table(mod_data=mod)
    table.do("join", player="Ann", champion="x", profile=champion(i=9), traits=named_traits(trait))
    table.do("join", player="Bob", champion="x", profile=champion(t=toughness), traits=named_traits(trait))
    table.do("start", 1, 1)
    for name in ("Bob", "Ann"):
        table.do("deploy", player=name)
    table.ask("pickup", 3, 6, "Bob", *([] if sure else [6]), player="Ann", token="W1")
    if key is None:
        assert not table["Bob"].in_play
        return
    assert table.asks == (key, "Bob")
    events = table.answer(6)
    assert table["Bob"].in_play
    assert [event.cause for event in of_type(events, Harmed)] == ["nuke"]
    assert not of_type(events, Killed)


@pytest.mark.rule("SCORE-2")
def test_wounds_of_drugs_are_ignored_like_others() -> None:
    table = brawlers("Ann Bob", Ann={"traits": "combat-drugs-dark-eldar feel-no-pain"})
    table.ask("use", 2, 2, player="Ann", trait="combat-drugs-dark-eldar", choices=["ws", "strength"])
    assert table.asks == ("fight-no-pain", "Ann")
    table.answer(4)
    assert table["Ann"].in_play
