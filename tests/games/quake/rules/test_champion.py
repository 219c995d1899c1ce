"""Who may be fielded: every rule's answer, with its arithmetic."""

from typing import Any

import pytest
from msgspec import structs

from q40k.games.quake.packs.models import Champion, Names, Parameters, RuleName, Squad, Trait
from q40k.games.quake.state.game import Quake
from q40k.games.quake.state.match import Match
from q40k.games.quake.state.registry import Command
from q40k.games.quake.state.table.champion import (
    Figure,
    Finding,
    agreed_budget,
    clone_figure,
    judge,
    perfect_price,
    verdict,
)
from q40k.games.quake.state.table.corrections import Correct
from q40k.games.quake.state.table.opening import Overridden
from q40k.games.quake.state.table.players import Join
from q40k.kernel.driver import Run
from q40k.kernel.events import Refusal, Refused
from tests.games.quake.rules.playing import Table, both, champion, deathmatch, of_type

DEATHMATCH = deathmatch()


def mod(*rules: RuleName) -> Any:
    return deathmatch(rules=(*rules, "respawn", "victory-points"))


def squaddie(least: int | None = 5, **takes: Any) -> Champion:
    takes = {item.replace("_", "-"): count for item, count in takes.items()}
    squad = Squad(least=least, takes=takes, certainty="high")
    return champion(role="rank-and-file", options={**dict.fromkeys(takes, 10), "torch": 1}, squad=squad)


def about(rule: str, findings: tuple[Finding, ...]) -> list[tuple[str, str]]:
    return [(finding.code, finding.answer) for finding in findings if finding.rule == rule]


@pytest.mark.rule("CHAMPION-2")
@pytest.mark.parametrize(
    ("may", "least", "answer"),
    [
        (4, 5, "yes"),
        (3, 5, "yes"),
        (2, 5, "no"),
        (1, 5, "no"),
        (5, 10, "yes"),
        (4, 10, "no"),
        (1, 2, "yes"),
        (1, 3, "no"),
        (1, 1, "yes"),
        (0, 1, "no"),
    ],
)
def test_half_of_the_least_squad_must_be_able_to_take_it(may: int, least: int, answer: str) -> None:
    result = judge(squaddie(least, lascannon=may), ["lascannon"], DEATHMATCH)[-1]
    assert (result.rule, result.code, result.answer) == ("CHAMPION-2", "squad-share", answer)
    figures = {name: result.facts[name] for name in ("may", "least", "half", "certainty")}
    assert figures == {"may": may, "least": least, "half": least / 2, "certainty": "high"}


@pytest.mark.rule("CHAMPION-2")
def test_what_the_whole_squad_may_take_needs_no_number() -> None:
    for least in (5, None):
        findings = judge(squaddie(least, grenade="all"), ["grenade"], DEATHMATCH)
        assert about("CHAMPION-2", findings) == [("whole-squad", "yes")]


@pytest.mark.rule("CHAMPION-2")
def test_what_is_not_known_is_not_guessed() -> None:
    unknown = [("squad-unknown", "unknown")]
    for champion_id, item in (
        (squaddie(5, lascannon=1), "torch"),
        (squaddie(None, lascannon=1), "lascannon"),
        (champion(role="rank-and-file", options={"torch": 1}), "torch"),
        (champion(options={"torch": 1}), "torch"),
    ):
        findings = judge(champion_id, [item], DEATHMATCH)
        assert about("CHAMPION-2", findings) == unknown
        assert verdict(findings) == "unknown"


@pytest.mark.rule("CHAMPION-2")
def test_what_is_on_no_list_is_no_option() -> None:
    findings = judge(squaddie(5, lascannon=4), ["halo"], DEATHMATCH)
    assert about("CHAMPION-2", findings) == [("not-an-option", "no")]


@pytest.mark.rule("CHAMPION-3")
@pytest.mark.parametrize("role", ["squad-character", "independent-character", "special"])
def test_a_character_chooses_from_its_armoury(role: Any) -> None:
    sergeant = champion(role=role, armoury=True, options={"fist": 25})
    assert about("CHAMPION-3", judge(sergeant, ["fist"], DEATHMATCH)) == [("armoury", "yes")]
    plain = champion(role=role, options={"fist": 25})
    assert about("CHAMPION-3", judge(plain, ["fist"], DEATHMATCH)) == [("own-option", "yes")]


@pytest.mark.rule("CHAMPION-1", "CHAMPION-7")
def test_wounds_and_fame() -> None:
    assert about("CHAMPION-1", judge(champion(), (), DEATHMATCH))[0] == ("one-wound", "yes")
    hero = champion(w=3, role="special", special=True)
    findings = judge(hero, (), DEATHMATCH)
    assert about("CHAMPION-1", findings)[0] == ("several-wounds", "no")
    assert about("CHAMPION-7", findings) == [("special-character", "no")]
    lord = champion(w=3, role="independent-character", special=True)
    assert about("CHAMPION-7", judge(lord, (), DEATHMATCH)) == []
    findings = judge(hero, (), mod("chief-fight"))
    assert about("CHAMPION-7", findings) == [("chief-fight", "yes")]
    assert about("CHAMPION-1", findings) == [("home-made", "unknown")]
    assert verdict(judge(structs.replace(hero, army="orks"), (), mod("chief-fight"))) == "yes"


@pytest.mark.rule("CHAMPION-5")
def test_a_budget_is_kept_to_the_point() -> None:
    entry = champion(points=30)
    for budget, answer, points_left in ((30, "yes", 0), (31, "yes", 1), (29, "no", 1)):
        result = judge(entry, (), DEATHMATCH, budget=budget)[-1]
        assert (result.rule, result.answer, result.facts["left"]) == ("CHAMPION-5", answer, points_left)
    assert about("CHAMPION-5", judge(entry, (), mod("budget"))) == [("no-budget", "unknown")]
    assert about("CHAMPION-5", judge(entry, (), DEATHMATCH)) == []


@pytest.mark.rule("CHAMPION-6")
def test_clones_are_alike_to_the_last_grenade() -> None:
    entry = champion(options={"fist": 25, "torch": 1})
    figure = Figure(entry, ("torch", "fist"))
    for gear, answer in ((("fist", "torch"), "yes"), (("fist",), "no"), ((), "no")):
        findings = judge(entry, gear, DEATHMATCH, clone_of=figure)
        assert about("CHAMPION-6", findings) == [("clone", answer)]
    codex = structs.replace(entry, army="orks")
    stranger = Figure(structs.replace(codex, id="other"), figure.gear)
    other = judge(codex, ("fist", "torch"), DEATHMATCH, clone_of=stranger)
    assert about("CHAMPION-6", other) == [("clone", "no")]
    assert about("CHAMPION-6", judge(entry, (), mod("clone"))) == [("no-clone", "unknown")]


@pytest.mark.rule("CHAMPION-6")
def test_clones_have_the_same_profile_whatever_they_are_called() -> None:
    entry = champion(15, id="tester", name=Names(en="Tester", fr="Tester"))
    renamed = champion(15, id="bruno", name=Names(en="Bruno", fr="Bruno"))
    dear = champion(200, id="tester", name=Names(en="Tester", fr="Tester"))
    for other, answer in ((renamed, "yes"), (dear, "no")):
        findings = judge(other, (), DEATHMATCH, clone_of=Figure(entry))
        assert about("CHAMPION-6", findings) == [("clone", answer)]


@pytest.mark.rule("CHAMPION-8")
def test_a_perfect_fighter_takes_anything() -> None:
    hero = champion(w=3, role="special", army="orks")
    findings = judge(hero, ["halo", "lascannon"], mod("perfect-fighter"))
    assert [finding.answer for finding in findings] == ["yes", "yes", "yes"]
    assert {finding.rule for finding in findings} == {"CHAMPION-8"}


@pytest.mark.rule("CHAMPION-8")
def test_what_an_item_costs_a_perfect_fighter() -> None:
    me = champion(id="me", options={"fist": 25})
    cheap = champion(id="cheap", points=20, options={"fist": 15, "lance": 40}, weapons=("cannon",))
    dear = champion(id="dear", points=60, options={"lance": 35}, weapons=("cannon", "horn"))
    everyone = [dear, me, cheap]

    def price(item: str) -> tuple[int, str, str] | None:
        result = perfect_price(me, item, everyone)
        return (result.points, result.code, result.champion) if result else None

    assert price("fist") == (25, "own-list", "me")
    assert price("lance") == (35, "listed", "dear")
    assert price("cannon") == (20, "figure", "cheap")
    assert price("horn") == (60, "figure", "dear")
    assert price("banana") is None


@pytest.mark.rule("CHAMPION-8")
def test_a_perfect_fighter_buys_a_trait_for_the_points_of_who_has_it() -> None:
    ranger = champion(id="ranger", points=19)
    dear = champion(id="dear", points=60, traits=("stride",))
    name = both("Stride")
    traits = {
        "swift": Trait(id="swift", name=name, champions={"ranger": "high", "dear": "low"}),
        "stride": Trait(id="stride", name=name),
        "book": Trait(id="book", name=name, priced_as="ranger"),
        "nobody": Trait(id="nobody", name=name),
    }
    results = {trait: perfect_price(champion(id="me"), trait, [dear, ranger], traits) for trait in traits}
    prices = {item: price and (price.points, price.champion) for item, price in results.items()}
    assert prices == {"swift": (19, "ranger"), "stride": (60, "dear"), "book": (19, "ranger"), "nobody": None}


@pytest.mark.rule("CHAMPION-2")
def test_who_joins_is_held_to_it_and_a_reason_passes() -> None:
    table = Table()
    wrong = {"champion": "x", "options": ["lascannon"], "profile": squaddie(5, lascannon=1)}
    refusal = table.refused("join", player="Ann", **wrong)
    assert (refusal.rule, refusal.code, refusal.overridable) == ("CHAMPION-2", "squad-share", True)
    assert (refusal.facts["may"], refusal.facts["least"], refusal.facts["half"]) == (1, 5, 2.5)
    events = table.do("join", player="Ann", **wrong, override="a gift")
    assert [event.code for event in of_type(events, Overridden)] == ["squad-share"]
    refusal = table.refused("correct", player="Ann", **wrong)
    assert refusal.code == "squad-share"
    table.do("correct", player="Ann", **wrong, override="still a gift")


@pytest.mark.rule("CHAMPION-2")
def test_what_is_not_known_keeps_nobody_out() -> None:
    table = Table()
    table.do("join", player="Ann", champion="x", options=["torch"], profile=squaddie(5))
    assert table["Ann"].gear == ("torch",)


# ---- what a match has agreed


def carried_out(state: Match, command: Command) -> Match:
    run = Run(Quake(), state, command)
    run.start()
    assert run.question is None
    return run.state


def why_not(state: Match, command: Command) -> Refusal:
    with pytest.raises(Refused) as caught:
        carried_out(state, command)
    return caught.value.refusal


def joins(name: str, *gear: str, override: str | None = None, **profile: Any) -> Join:
    entry = champion(**profile)
    return Join(player=name, champion=entry.id, options=gear, profile=entry, override=override)


@pytest.mark.rule("CHAMPION-5")
def test_who_joins_keeps_to_the_budget_unless_the_table_agrees() -> None:
    budget = structs.replace(mod("budget"), parameters=Parameters(budget=30))
    state = Table().state.replace(mod=budget)
    assert agreed_budget(state) == 30
    carried_out(state, joins("Ann", points=30))
    refusal = why_not(state, joins("Ann", points=31))
    assert (refusal.rule, refusal.code, refusal.overridable) == ("CHAMPION-5", "budget", True)
    state = carried_out(state, joins("Ann", points=31, override="she brings the pizza"))
    wrong = Correct(player="Ann", champion="x", profile=champion(points=40))
    assert why_not(state, wrong).rule == "CHAMPION-5"


@pytest.mark.rule("CHAMPION-5")
def test_a_budget_that_nobody_agreed_on_or_of_a_team_keeps_no_champion_out() -> None:
    agreed = {"parameters": Parameters(budget=30)}
    for other in (mod("budget"), deathmatch(**agreed)):
        state = Table().state.replace(mod=other)
        assert agreed_budget(state) is None
        carried_out(state, joins("Ann", points=300))
    of_a_team = structs.replace(mod("budget"), players="teams", **agreed)
    assert agreed_budget(Table().state.replace(mod=of_a_team)) is None


@pytest.mark.rule("CHAMPION-6")
def test_the_first_to_join_says_what_everyone_fields() -> None:
    state = Table().state.replace(mod=mod("clone"))
    assert clone_figure(state) is None
    torch: dict[str, Any] = {"role": "squad-character", "options": {"torch": 1}}
    state = carried_out(state, joins("Ann", "torch", **torch))
    assert clone_figure(state) == Figure(champion(**torch), ("torch",), "Ann")
    for other in (joins("Bob", **torch), joins("Bob", "torch", s=5, **torch)):
        refusal = why_not(state, other)
        assert (refusal.rule, refusal.code, refusal.overridable) == ("CHAMPION-6", "clone", True)
    state = carried_out(state, joins("Bob", "torch", **torch))
    assert clone_figure(state.replace(mod=mod())) is None


@pytest.mark.rule("CHAMPION-6", "TABLE-4")
def test_the_first_figure_can_be_put_right_as_long_as_it_is_alone() -> None:
    state = carried_out(Table().state.replace(mod=mod("clone")), joins("Ann"))
    right = Correct(player="Ann", champion="ork", profile=champion(id="ork", s=3))
    assert carried_out(state, right).players["p1"].champion.id == "ork"
    state = carried_out(state, joins("Bob"))
    assert why_not(state, right).code == "clone"
