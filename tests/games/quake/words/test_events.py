"""Every event is told, in both languages, with the names and points of the match."""

from fractions import Fraction
from typing import Any

import pytest
from msgspec import structs

from q40k.games.quake.packs.models import HuntWin, Names, PointsWin, RoundsWin, Trait
from q40k.games.quake.state.acting import Activated
from q40k.games.quake.state.assault import Charged
from q40k.games.quake.state.barrels import BarrelExploded
from q40k.games.quake.state.bonus import (
    BonusChosen,
    DeepStruck,
    Feasted,
    Judged,
    NukePaid,
    NukeRolled,
    Thrown,
    TokenTaken,
    VortexDrags,
)
from q40k.games.quake.state.clock import ClockHeld, ClockSet
from q40k.games.quake.state.damage import AccidentSuffered, Harmed, Killed, Struck, Wounded
from q40k.games.quake.state.ending import Ended, Settled
from q40k.games.quake.state.flags import FlagReturned, FlagsPlaced, FlagTaken
from q40k.games.quake.state.match import Match
from q40k.games.quake.state.melee import Blow, ContactSet
from q40k.games.quake.state.movement.ground import DangerTested
from q40k.games.quake.state.movement.move import Moved
from q40k.games.quake.state.movement.second_move import SecondMoveBegun
from q40k.games.quake.state.movement.special_moves import Climbed, Jumped, Leapt
from q40k.games.quake.state.movement.water import Swam
from q40k.games.quake.state.next import PassedOver
from q40k.games.quake.state.objectives.hunt import CleanersSet
from q40k.games.quake.state.objectives.objective import Won
from q40k.games.quake.state.objectives.points import PortalsCounted
from q40k.games.quake.state.objectives.rounds import Eliminated, LifeLost, RoundAwaited, RoundWon
from q40k.games.quake.state.objectives.ties import AgesCounted, Described, TieCounted
from q40k.games.quake.state.parts import Hunt
from q40k.games.quake.state.portals import PortalEntered, Teleported
from q40k.games.quake.state.positions import Placed, StandSet
from q40k.games.quake.state.questions import D3Typed, RollerSet
from q40k.games.quake.state.registry import REGISTRY
from q40k.games.quake.state.respawn import Respawned
from q40k.games.quake.state.score import Adjusted
from q40k.games.quake.state.shooting import Shot
from q40k.games.quake.state.table.corrections import ChampionCorrected, Renamed
from q40k.games.quake.state.table.deployment import Deployed, RunShort
from q40k.games.quake.state.table.opening import Overridden
from q40k.games.quake.state.table.players import Joined
from q40k.games.quake.state.teams import BasesTaken, FirstChosen, Penetrated, RespawnedInBase, TeamChanged, TeamsRanked
from q40k.games.quake.state.traits import Beset, Daunted, PowerUndone, TraitUsed
from q40k.games.quake.state.turn import PhaseOpened
from q40k.games.quake.words.wording import WORDS
from q40k.i18n.locale import Locale
from q40k.kernel.events import Event
from tests.games.samples import make_samples

from .conftest import MARINE, OPENED, told_match

HALF = Fraction(15, 2)
PAINLESS = Trait(id="no-pain", name=Names(en="No pain", fr="Sans douleur"))
LOSS = {"p2": Fraction(-15)}
PLAYERS = ("player", "victim", "target", "to", "dead", "picker", "shooter", "striker", "winner", "side")
"""The fields that name one player or side; the sentences call them by name."""
VALUES: dict[str | type, Any] = {
    **dict.fromkeys(PLAYERS, "p2"),
    **dict.fromkeys(("others", "members", "players"), ("p2",)),
}
HAND_WRITTEN: tuple[Event, ...] = (
    PortalEntered(player="p2", portal=2, spent=3),
    TeamsRanked(teams=("Red", "Blue"), totals={"Red": 9, "Blue": 4}),
    OPENED,
    structs.replace(OPENED, points_to_win=200),
    *(
        structs.replace(OPENED, mod=structs.replace(OPENED.mod, win=win))
        for win in (RoundsWin(rounds=1), RoundsWin(), PointsWin(), HuntWin())
    ),
    Joined(player="p2", name="Bob", champion=MARINE),
    Joined(player="p2", name="Bob", champion=MARINE, returned=True),
    Deployed(player="p2"),
    Deployed(player="p2", tile="A1"),
    Deployed(player="p2", tile="A1", portal=4),
    PhaseOpened(phase="movement"),
    PhaseOpened(phase="shooting"),
    PhaseOpened(phase="assault"),
    PhaseOpened(phase="melee"),
    PassedOver(players=(("p1", "no-shot"), ("p2", "no-shot"))),
    PassedOver(players=(("p2", "no-charge"), ("p1", "nobody-near"))),
    PassedOver(players=(("p2", "fights"), ("p1", "no-melee"))),
    PassedOver(players=(("p2", ""),)),
    Activated(player="p2"),
    Activated(player=None),
    Moved(player="p2"),
    Placed(player="p2"),
    Placed(player="p2", at=(30.5, 45)),
    Placed(player="p2", at=(54, 54), portal=2),
    Moved(player="p2", spent=4.5),
    Moved(player="p2", spent=4.5, portal=2),
    Moved(player="p2", spent=2, cut=True),
    *(DangerTested(player="p2", what="dangerous", die=die) for die in (1, 5)),
    *(DangerTested(player="p2", what="landing", die=die) for die in (1, 5)),
    *(DangerTested(player="p2", what="mount", die=die) for die in (1, 5)),
    Jumped(player="p2", height=4, dice=(2, 4), safe=True, spent=4),
    Jumped(player="p2", height=5, dice=(2, 4), safe=False, spent=5),
    Leapt(player="p2", gap=3, dice=(2, 4, 5), result="across", spent=3),
    Leapt(player="p2", gap=4, dice=(2, 4, 1), result="edge", die=4, spent=4),
    Leapt(player="p2", gap=4, dice=(2, 4, 1), result="edge", die=3, spent=4),
    Leapt(player="p2", gap=5, dice=(2, 4, 1), result="short", spent=5),
    Swam(player="p2", die=4),
    SecondMoveBegun(player="p2", effect="fleet", inches=4, until=10, dice=(4,)),
    SecondMoveBegun(player="p2", effect="assault-move", inches=6, until=6),
    SecondMoveBegun(player="p2", effect="warp-jump", inches=7, until=7, dice=(3, 4)),
    SecondMoveBegun(player="p2", effect="jump-back", inches=3, until=3, dice=(3,)),
    SecondMoveBegun(player="p2", effect="hit-and-run", inches=9, until=9, dice=(2, 3, 4)),
    SecondMoveBegun(player="p2", effect="free-move", inches=6, until=6),
    Swam(player="p2", die=1),
    Climbed(player="p2", height=3, spent=3),
    Harmed(cause="demolition-charge", by="p1", struck=Struck(player="p2", hits=1, wounds=1)),
    Harmed(cause="spore-poison", by="p1", struck=Struck(player="p2", hits=1, wounds=1)),
    Harmed(cause="lightning-field", by="p1", struck=Struck(player="p2", hits=1, wounds=1)),
    Harmed(cause="wandering-monster", struck=Struck(player="p2", hits=1, wounds=1)),
    Harmed(cause="dangerous-ground", struck=Struck(player="p2", hits=1, wounds=1)),
    DeepStruck(player="p2", dice=(1, 1), scatter=0),
    DeepStruck(player="p2", dice=(3, 4), scatter=0),
    DeepStruck(player="p2", dice=(3, 4), scatter=7, hour=3),
    Feasted(player="p2", victim="p1", figures={"ws": 5, "inv": 4}, kit=("frag-grenades",)),
    ContactSet(player="p1", left=("p2",)),
    Feasted(player="p2", victim="p1", figures={"w": 3}, unit_type="cavalry", traits=(PAINLESS,)),
    Judged(player="p2", finished=True),
    Judged(player="p2", finished=False),
    Teleported(player="p2", entered=2, exit=4, die=4, stand="in"),
    Teleported(player="p2", entered=2, exit=4, die=4, stand="beside"),
    Killed(victim="p2", killers=("p1",), paid={"p1": Fraction(15)}),
    Killed(victim="p2", killers=("p1",), paid={}, how="bolter"),
    Killed(victim="p2", killers=("p1", "p3"), paid={"p1": HALF, "p3": HALF}),
    Killed(victim="p2", killers=("p1", "p3"), paid={"p1": HALF, "p3": Fraction(8)}),
    Killed(victim="p2", killers=("p1",), paid={"p1": Fraction(15)}, cause="nuke"),
    AccidentSuffered(player="p2", cause="told", paid=LOSS),
    AccidentSuffered(player="p2", cause="told", paid={}, how="lava"),
    AccidentSuffered(player="p2", cause="telefragged", paid=LOSS, by="p1", portal=3),
    AccidentSuffered(player="p2", cause="disintegrated", paid=LOSS, portal=3),
    AccidentSuffered(player="p2", cause="nuke", paid=LOSS),
    AccidentSuffered(player="p2", cause="barrel", paid=LOSS),
    Killed(victim="p2", killers=("p1",), paid={}, cause="barrel"),
    AccidentSuffered(player="p2", cause="mega-bumper", paid=LOSS),
    *(
        AccidentSuffered(player="p2", cause=cause, paid=LOSS)
        for cause in (
            "fell",
            "fell-in-water",
            "void",
            "drowned",
            "crashed",
            "dangerous-ground",
            "demolition-charge",
            "spore-poison",
            "wandering-monster",
            "teleporter",
            "teleporter-lost",
        )
    ),
    Killed(victim="p2", killers=("p1",), paid={}, cause="demolition-charge"),
    Killed(victim="p2", killers=("p1",), paid={}, cause="spore-poison"),
    Respawned(player="p2", portal=3, die=3, stand="beside"),
    Respawned(player="p2", portal=3, die=3, stand="in"),
    Respawned(player="p2", portal=3, die=3, stand="beside", entry=True),
    Respawned(player="p2", portal=3, die=3, stand="in", entry=True),
    TokenTaken(player="p2", token="E1", kind="equipment-35"),
    BonusChosen(player="p2", kind="equipment-35"),
    Thrown(player="p2", inches=11, dice=(4, 2, 5)),
    Thrown(player="p2", inches=11, dice=(4, 2, 5), harmless=True),
    Thrown(player="p2", inches=11, dice=(4, 2, 5), hour=3, met="champion", to=(12.0, 30.0), harmless=True),
    NukeRolled(picker="p1", player="p2", die=4, needed=2),
    NukeRolled(picker="p1", player="p2", die=1, needed=2),
    NukePaid(picker="p1", paid={"p1": Fraction(-15)}),
    Shot(shooter="p2", weapon="boltgun", target="p1", distance_in=30.5, short=True),
    Shot(shooter="p2", weapon="boltgun", barrel="B1", distance_in=30.5, short=True),
    Shot(shooter="p1", weapon="boltgun", target="p2", unseen=True),
    Shot(shooter="p1", weapon="boltgun", target="p2", shape="blast", jammed=True),
    Shot(
        shooter="p1",
        weapon="boltgun",
        target="p2",
        burns=1,
        victims=(Struck(player="p2", hits=2, wounds=2, unsaved=1, lost=1, dead=True),),
    ),
    Shot(
        shooter="p1",
        weapon="boltgun",
        target="p2",
        perils=1,
        victims=(Struck(player="p2", hits=1), Struck(player="p1", hits=1, dead=True, told=True)),
    ),
    Shot(shooter="p1", weapon="boltgun", barrel="K1", hits=1),
    Shot(shooter="p1", weapon="boltgun", building="Red"),
    Shot(shooter="p1", weapon="boltgun", building="Red", hits=2),
    Shot(shooter="p1", weapon="boltgun", building="Red", hits=2, penetrating=2),
    Harmed(cause="barrel", by="p1", struck=Struck(player="p2", hits=1, wounds=1)),
    Harmed(cause="napalm", struck=Struck(player="p2", hits=1, wounds=1)),
    Harmed(cause="perils", struck=Struck(player="p2", hits=1, wounds=1)),
    Wounded(player="p2", left=1),
    Wounded(player="p2", left=2),
    VortexDrags(player="p2"),
    StandSet(player="p2", portal=3),
    StandSet(player="p2", portal=None),
    Renamed(player="p2", name="Bob", was="Bod"),
    ChampionCorrected(player="p2", champion=MARINE, total=16, paid={"p1": Fraction(3)}),
    ChampionCorrected(player="p2", champion=MARINE, paid={}),
    Won(winner="p2", over=("p2",), times=Fraction(21, 2)),
    Won(winner="p2", over=("p1", "p2"), times=Fraction(21, 2)),
    Won(winner="p2", over=("p1", "p2"), times=Fraction(21, 2), tied=("p1", "p2")),
    Won(winner="p2", over=("p1", "p2"), times=Fraction(21, 2), shared=("p1",)),
    TeamChanged(player="p2", team="Red"),
    TeamChanged(player="p2", team="Red", was="Blue"),
    FirstChosen(team="Red", first={"movement": "Red", "shooting": "Blue", "assault": "Red"}),
    FirstChosen(player="p2", first={"movement": "Blue", "shooting": "Blue", "assault": "Red"}),
    BasesTaken(bases={"Red": 1, "Blue": 2}),
    BasesTaken(bases={"Red": 1, "Blue": None}),
    RespawnedInBase(player="p2"),
    RespawnedInBase(player="p2", entry=True),
    Penetrated(player="p2", team="Red", times=1, left=9),
    Penetrated(player="p2", team="Red", times=3, left=1),
    Penetrated(player="p2", team="Red", times=1, left=0),
    PortalsCounted(held={"Red": (1, 5)}, contested=(2,)),
    PortalsCounted(held={}),
    CleanersSet(team="Red", leg=1),
    CleanersSet(team="Blue", leg=2, to_beat=4),
    FlagsPlaced(flags={"F1": None}, homes={}),
    FlagsPlaced(flags={"F1": "Red", "F2": "Blue"}, homes={}),
    FlagTaken(player="p2", flag="F1"),
    FlagTaken(player="p2", flag="F1", again=True),
    FlagReturned(player="p2", flag="F1"),
    FlagReturned(flag="F1"),
    BarrelExploded(barrel="K1", player="p2", explosion="ordnance"),
    BarrelExploded(barrel="K1", player="p2", explosion="plasma"),
    BarrelExploded(barrel="K1", player="p2", explosion="napalm"),
    BarrelExploded(barrel="K1", player="p2", explosion="vortex"),
    ContactSet(player="p2"),
    ContactSet(player="p2", others=("p1",)),
    ContactSet(player="p2", others=("p1",), engages=True),
    Charged(player="p2", target="p1"),
    Charged(player="p2", target="p1", distance_in=4.5, reach_in=6),
    Charged(player="p2", target="p1", distance_in=4, reach_in=6, into_cover=True),
    Charged(player="p2", target="p1", distance_in=7, reach_in=6, trailing=True),
    Charged(player="p2", target="p1", distance_in=5, reach_in=3, reached=False),
    Charged(player="p2", flag="F1"),
    Charged(player="p2", building="Red"),
    Blow(striker="p2", target="p1", struck=Struck(player="p1", hits=1)),
    Blow(
        striker="p2",
        weapon="axe",
        target="p1",
        struck=Struck(player="p1", hits=2, wounds=2, unsaved=1, lost=1, dead=True),
    ),
    Blow(striker="p2", target="p1", struck=Struck(player="p1", told=True), perils=1),
    Blow(striker="p2", building="Red"),
    Blow(striker="p2", weapon="axe", building="Red", penetrating=2),
    LifeLost(player="p2", left=1),
    LifeLost(player="p2", left=8),
    RoundWon(side="p2", round=2, wins=1, how="last-alive"),
    RoundWon(side="p2", round=2, wins=1, how="others-left"),
    RoundWon(side="p2", round=2, wins=1, how="flag"),
    RoundWon(side="p2", round=2, wins=1, how="structures"),
    Won(winner="p2", over=("p2",), by="rounds", made=3),
    Won(winner="p2", over=("p2",), by="points", made=15),
    Won(winner="p2", over=("p2",), by="hunt", made=4),
    Ended(why="", winners=("p2",), by="score", best=HALF),
    Ended(why="the tram", winners=("p2",), by="rounds", best=Fraction(2)),
    Ended(why="", winners=("p2",), by="points", best=Fraction(7)),
    Ended(why="", winners=("p2",), by="score", best=HALF, tied=("p1", "p2")),
    Ended(why="", winners=("p1", "p2"), by="score", best=HALF, tied=("p1", "p2")),
    Described(player="p2", painted=True, wysiwyg=False, race="Orks", age=52),
    Described(player="p2", painted=False, wysiwyg=True),
    TraitUsed(player="p2", trait="combat-drugs-dark-eldar", choices=("ws",), dice=(3,)),
    TraitUsed(player="p2", trait="stupid", dice=(3, 4)),
    Daunted(player="p1", target="p2", dice=(6, 5), weapon="boltgun"),
    Daunted(player="p1", target="p2", dice=(6, 5)),
    PowerUndone(player="p1", target="p2", dice=(3,)),
    PowerUndone(player="p1", target="p2", dice=(1, 5), weapon="smite"),
    PowerUndone(player="p1", target="p2", dice=(1, 5), hood="p2"),
    Beset(player="p2", trait="war-shout", effect="ws", value=-1, scope="melee"),
    Beset(player="p2", trait="distract", effect="attacks", value=-1, scope="melee"),
    Beset(player="p2", trait="blood-frenzy", effect="move", value=9),
    RunShort(what="equipment", there=3, wanted=5, champions=5),
    RunShort(what="weapon", there=3, wanted=5, champions=5),
    RunShort(what="barrels", there=6, wanted=15, champions=5),
    Described(player="p2", based=True),
    Described(player="p2", based=False),
    Settled(between=("p1", "p2"), best=("p2",)),
    Settled(between=("p1", "p2"), best=("p1", "p2")),
    TieCounted(side="p2", painted=1, wysiwyg=2, races=2, unpainted=1, result=Fraction(6)),
    TieCounted(side="p2", painted=2, wysiwyg=2, races=2, unpainted=0, result=None),
    AgesCounted(side="p2", ages=(20, 33)),
    AgesCounted(side="p2", ages=(20,)),
    RollerSet(player=None, roller="app"),
    RollerSet(player=None, roller="hand"),
    RollerSet(player="p2", roller="app"),
    RollerSet(player="p2", roller="hand"),
    D3Typed(on_d6=True),
    D3Typed(on_d6=False),
    ClockSet(limit=5400, each=None),
    ClockSet(limit=None, each=45),
    ClockSet(limit=5400, each=45),
    ClockHeld(paused=True),
    ClockHeld(paused=False),
    Overridden(rule="TURN-1", code="not-active", facts={}, reason="a house rule"),
)


# Every other event is told of samples that are made of its types: a new event needs none by hand.
GENERATED: tuple[Event, ...] = tuple(
    sample
    for kind in REGISTRY.events
    if kind not in set(map(type, HAND_WRITTEN))
    for sample in make_samples(kind, VALUES)
)
SAMPLES = (*HAND_WRITTEN, *GENERATED)


@pytest.mark.parametrize("number", range(4))
def test_every_event_is_told_in_both_languages(number: int, match: Match, english: Locale, french: Locale) -> None:
    for event in SAMPLES:
        in_english, in_french = (WORDS.tell(locale, match, event, number) for locale in (english, french))
        if in_english is None:  # an event without a sentence, of which another event tells
            assert in_french is None, event
            continue
        assert in_english != in_french, event
        assert isinstance(in_english, str)
        assert isinstance(in_french, str)
        for sentence in (in_english, in_french):
            assert not set("{}") & set(sentence), sentence
            assert sentence == sentence.strip()
            assert "  " not in sentence, sentence
            assert "p2" not in sentence, sentence
            assert ("Bob" in sentence) == ("p2" in REGISTRY.write_events([event]) or isinstance(event, Renamed)), event


@pytest.mark.rule("SUDDEN-1", "INIT-4")
@pytest.mark.parametrize(
    "event",
    [LifeLost(player="p2", left=1), Eliminated(player="p2"), RoundAwaited(player="p2")],
    ids=lambda event: str(event.type),
)
def test_where_there_are_no_rounds_nobody_waits_for_the_end_of_one(
    event: Event, match: Match, english: Locale, french: Locale
) -> None:
    hunted = match.replace(hunt=Hunt("Red"))
    assert "round" in str(WORDS.tell(english, match, event))
    assert "hunt" in str(WORDS.tell(english, hunted, event))
    assert "chasse" in str(WORDS.tell(french, hunted, event))


def test_every_sentence_is_its_own(match: Match, french: Locale) -> None:
    sentences = [sentence for event in HAND_WRITTEN if (sentence := WORDS.tell(french, match, event))]
    assert len(set(sentences)) == len(sentences)


def test_kills_are_told_in_four_ways_and_each_time_the_same(match: Match, english: Locale) -> None:
    kill = Killed(victim="p2", killers=("p1",), paid={"p1": Fraction(15)}, how="bolter")
    ways = [WORDS.tell(english, match, kill, number) for number in range(8)]
    assert len(set(ways)) == 4
    assert ways[:4] == ways[4:]
    for way in ways:
        assert way is not None
        assert way.endswith("(bolter) +15")


def test_shared_kills_pay_exact_shares(match: Match, english: Locale, french: Locale) -> None:
    third = Fraction(40, 3)
    kill = Killed(victim="p2", killers=("p1", "p3"), paid={"p1": third, "p3": third})
    sentence = WORDS.tell(english, match, kill, 0)
    assert sentence is not None
    assert sentence.startswith("Alice and Chloé ")
    assert sentence.endswith(" +13⅓ each")
    assert str(WORDS.tell(french, match, kill, 0)).endswith(" +13⅓ par tête")


def test_without_victory_points_no_points_are_told(match: Match, english: Locale) -> None:
    kill = Killed(victim="p2", killers=("p1",), paid={})
    died = AccidentSuffered(player="p2", cause="nuke", paid={})
    assert "+" not in str(WORDS.tell(english, match, kill))
    assert "(" not in str(WORDS.tell(english, match, died))


def test_a_corrected_name_shows_in_old_events(match: Match, english: Locale) -> None:
    kill = Killed(victim="p2", killers=("p1",), paid={})
    later = told_match(match, Renamed(player="p2", name="Robert", was="Bob"))
    assert "Robert" in str(WORDS.tell(english, later, kill))


def test_a_token_tells_its_bonus_and_what_it_does(match: Match, french: Locale) -> None:
    pickup = TokenTaken(player="p2", token="E1", kind="equipment-35")
    assert WORDS.tell(french, match, pickup) == "Bob ramasse E1\u00a0: Truc 35 — Fait 35"


def win_sentence(match: Match, english: Locale, *scores: int) -> str:
    """The sentence of a win by Alice, with so many times ten points for everyone."""
    state = match
    for player, score in zip(("p1", "p2", "p3"), scores, strict=True):
        state = told_match(state, Adjusted(player=player, score=Fraction(score), why="test"))
    state = told_match(state, Adjusted(player="p1", score=Fraction(-45, 2), why="test"))
    over = tuple(p for p in ("p1", "p2", "p3") if state.players[p].score.points >= 150)
    return str(WORDS.tell(english, state, Won(winner="p1", over=over, times=Fraction(scores[0], 15))))


def test_a_win_tells_with_how_much(match: Match, english: Locale) -> None:
    sentence = win_sentence(match, english, 165, 0, 0)
    assert sentence == "Alice wins the match with 165 points, ×11.0 of its own value"


@pytest.mark.rule("SCORE-4")
def test_a_win_tells_what_decided_it(match: Match, english: Locale) -> None:
    by_times = win_sentence(match, english, 165, 150, 0)
    assert by_times.endswith("(goal also reached by Bob; decided by the most times one’s own value)")
    by_initiative = win_sentence(match, english, 165, 165, 150)
    assert by_initiative.endswith("(goal also reached by Bob and Chloé; level on that, so initiative decided)")


def test_a_joining_that_was_undone_still_tells_the_name() -> None:
    joined = Joined(player="p9", name="Zoe", champion=MARINE)
    assert str(WORDS.tell(Locale("en"), Match(), joined, 3)).startswith("Zoe joins with ")
