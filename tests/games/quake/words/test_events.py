"""Every event is told, in both languages, with the names and points of the match."""

from fractions import Fraction

import pytest
from msgspec import structs

from q40k.games.quake.packs.models import HuntWin, PointsWin, RoundsWin
from q40k.games.quake.rules import events as e
from q40k.games.quake.rules.state import Match
from q40k.games.quake.words.wording import WORDS
from q40k.i18n.locale import Locale
from q40k.kernel.events import Event

from .conftest import MARINE, OPENED, told

HALF = Fraction(15, 2)
LOSS = {"p2": Fraction(-15)}
SILENT = {e.Halted, e.Activated, e.PortalEntered, e.LinedUp, e.PartEnded, e.ClockRead}
SAMPLES: tuple[Event, ...] = (
    OPENED,
    OPENED.model_copy(update={"points_to_win": 200}),
    *(
        OPENED.model_copy(update={"mod": structs.replace(OPENED.mod, win=win)})
        for win in (
            RoundsWin(rounds=1),
            RoundsWin(),
            PointsWin(),
            HuntWin(),
        )
    ),
    e.Joined(player="p2", name="Bob", champion=MARINE),
    e.Joined(player="p2", name="Bob", champion=MARINE, returned=True),
    e.Left(player="p2"),
    e.InitiativeRolled(player="p2", die=4, total=16),
    e.RolledOff(players=("p1", "p2"), dice=(5, 3)),
    e.OrderSet(ranking=("p2", "p1")),
    e.OrderChosen(player="p2", order=("p2", "p1")),
    e.DeploymentOpened(),
    e.Deployed(player="p2"),
    e.Deployed(player="p2", tile="A1"),
    e.Deployed(player="p2", tile="A1", portal=4),
    e.TurnOpened(turn=3),
    e.PhaseOpened(phase="movement"),
    e.PhaseOpened(phase="shooting"),
    e.PhaseOpened(phase="assault"),
    e.PhaseOpened(phase="melee"),
    e.Activated(player="p2"),
    e.Activated(player=None),
    e.Moved(player="p2"),
    e.Placed(player="p2"),
    e.Placed(player="p2", at=(30.5, 45)),
    e.Placed(player="p2", at=(54, 54), portal=2),
    e.Moved(player="p2", spent=4.5),
    e.Moved(player="p2", spent=4.5, portal=2),
    e.Moved(player="p2", spent=2, cut=True),
    e.GroundTested(player="p2", dice=(2, 4), most=4),
    *(e.DangerTested(player="p2", what="dangerous", die=die) for die in (1, 5)),
    *(e.DangerTested(player="p2", what="landing", die=die) for die in (1, 5)),
    *(e.DangerTested(player="p2", what="mount", die=die) for die in (1, 5)),
    e.Jumped(player="p2", height=4, dice=(2, 4), safe=True, spent=4),
    e.Jumped(player="p2", height=5, dice=(2, 4), safe=False, spent=5),
    e.Leapt(player="p2", gap=3, dice=(2, 4, 5), result="across", spent=3),
    e.Leapt(player="p2", gap=4, dice=(2, 4, 1), result="edge", die=4, spent=4),
    e.Leapt(player="p2", gap=4, dice=(2, 4, 1), result="edge", die=3, spent=4),
    e.Leapt(player="p2", gap=5, dice=(2, 4, 1), result="short", spent=5),
    e.Swam(player="p2", die=4),
    e.Swam(player="p2", die=1),
    e.Climbed(player="p2", height=3, spent=3),
    e.Fell(player="p2", inches=5, struck=e.Struck(player="p2", hits=1, wounds=1)),
    e.Harmed(cause="demolition-charge", by="p1", struck=e.Struck(player="p2", hits=1, wounds=1)),
    e.Harmed(cause="dangerous-ground", struck=e.Struck(player="p2", hits=1, wounds=1)),
    e.Halted(player="p2"),
    e.DeepStruck(player="p2", dice=(1, 1), scatter=0),
    e.DeepStruck(player="p2", dice=(3, 4), scatter=0),
    e.DeepStruck(player="p2", dice=(3, 4), scatter=7, hour=3),
    e.Feasted(player="p2", victim="p1", figures={"ws": 5, "inv": 4}, kit=("frag-grenades",)),
    e.Judged(player="p2", finished=True),
    e.Judged(player="p2", finished=False),
    e.PortalEntered(player="p2", portal=2, spent=3),
    e.Teleported(player="p2", entered=2, exit=4, die=4, stand="in"),
    e.Teleported(player="p2", entered=2, exit=4, die=4, stand="beside"),
    e.Killed(victim="p2", killers=("p1",), paid={"p1": Fraction(15)}),
    e.Killed(victim="p2", killers=("p1",), paid={}, how="bolter"),
    e.Killed(victim="p2", killers=("p1", "p3"), paid={"p1": HALF, "p3": HALF}),
    e.Killed(victim="p2", killers=("p1", "p3"), paid={"p1": HALF, "p3": Fraction(8)}),
    e.Killed(victim="p2", killers=("p1",), paid={"p1": Fraction(15)}, cause="nuke"),
    e.AccidentSuffered(player="p2", cause="told", paid=LOSS),
    e.AccidentSuffered(player="p2", cause="told", paid={}, how="lava"),
    e.AccidentSuffered(player="p2", cause="telefragged", paid=LOSS, by="p1", portal=3),
    e.AccidentSuffered(player="p2", cause="disintegrated", paid=LOSS, portal=3),
    e.AccidentSuffered(player="p2", cause="nuke", paid=LOSS),
    e.AccidentSuffered(player="p2", cause="barrel", paid=LOSS),
    e.Killed(victim="p2", killers=("p1",), paid={}, cause="barrel"),
    e.AccidentSuffered(player="p2", cause="mega-bumper", paid=LOSS),
    *(
        e.AccidentSuffered(player="p2", cause=cause, paid=LOSS)
        for cause in (
            "fell",
            "fell-in-water",
            "void",
            "drowned",
            "crashed",
            "dangerous-ground",
            "demolition-charge",
            "teleporter",
            "teleporter-lost",
        )
    ),
    e.Killed(victim="p2", killers=("p1",), paid={}, cause="demolition-charge"),
    e.TokenReturned(token="E1", player="p2"),
    e.Respawned(player="p2", portal=3, die=3, stand="beside"),
    e.Respawned(player="p2", portal=3, die=3, stand="in"),
    e.Respawned(player="p2", portal=3, die=3, stand="beside", entry=True),
    e.Respawned(player="p2", portal=3, die=3, stand="in", entry=True),
    e.BeaconUsed(player="p2", die=3),
    e.TokenTaken(player="p2", token="E1", kind="equipment-35"),
    e.BonusChosen(player="p2", kind="equipment-35"),
    e.BonusSpent(player="p2"),
    e.MindControlled(player="p2", target="p1"),
    e.Thrown(player="p2", inches=11, dice=(4, 2, 5)),
    e.NukeRolled(picker="p1", player="p2", die=4, needed=2),
    e.NukeRolled(picker="p1", player="p2", die=1, needed=2),
    e.Shot(shooter="p1", weapon="boltgun", target="p2", unseen=True),
    e.Shot(shooter="p1", weapon="boltgun", target="p2", shape="blast", jammed=True),
    e.Shot(
        shooter="p1",
        weapon="boltgun",
        target="p2",
        burns=1,
        victims=(e.Struck(player="p2", hits=2, wounds=2, unsaved=1, lost=1, dead=True),),
    ),
    e.Shot(
        shooter="p1",
        weapon="boltgun",
        target="p2",
        perils=1,
        victims=(
            e.Struck(player="p2", hits=1),
            e.Struck(player="p1", hits=1, dead=True, told=True),
        ),
    ),
    e.Shot(shooter="p1", weapon="boltgun", barrel="K1", hits=1),
    e.Shot(shooter="p1", weapon="boltgun", building="Red"),
    e.Shot(shooter="p1", weapon="boltgun", building="Red", hits=2),
    e.Shot(shooter="p1", weapon="boltgun", building="Red", hits=2, penetrating=2),
    e.Harmed(cause="barrel", by="p1", struck=e.Struck(player="p2", hits=1, wounds=1)),
    e.Harmed(cause="napalm", struck=e.Struck(player="p2", hits=1, wounds=1)),
    e.Harmed(cause="perils", struck=e.Struck(player="p2", hits=1, wounds=1)),
    e.SaveBroken(player="p2"),
    e.Wounded(player="p2", left=1),
    e.Wounded(player="p2", left=2),
    e.VortexDrags(player="p2"),
    e.StandSet(player="p2", portal=3),
    e.StandSet(player="p2", portal=None),
    e.Adjusted(player="p2", score=HALF, why="because"),
    e.Renamed(player="p2", name="Bob", was="Bod"),
    e.ChampionCorrected(player="p2", champion=MARINE, total=16, paid={"p1": Fraction(3)}),
    e.ChampionCorrected(player="p2", champion=MARINE, paid={}),
    e.Won(winner="p2", over=("p2",), times=Fraction(21, 2)),
    e.Won(winner="p2", over=("p1", "p2"), times=Fraction(21, 2)),
    e.TeamChanged(player="p2", team="Red"),
    e.TeamChanged(player="p2", team="Red", was="Blue"),
    e.TeamRolled(team="Red", dice=(4, 5), total=9),
    e.TeamsRanked(teams=("Red", "Blue"), totals={"Red": 9, "Blue": 4}),
    e.LinedUp(ranking=("p1", "p2")),
    e.FirstChosen(team="Red", first={"movement": "Red", "shooting": "Blue", "assault": "Red"}),
    e.FirstChosen(player="p2", first={"movement": "Blue", "shooting": "Blue", "assault": "Red"}),
    e.PartEnded(player="p2"),
    e.BasesTaken(bases={"Red": 1, "Blue": 2}),
    e.BasesTaken(bases={"Red": 1, "Blue": None}),
    e.RespawnedInBase(player="p2"),
    e.RespawnedInBase(player="p2", entry=True),
    e.Penetrated(player="p2", team="Red", times=1, left=9),
    e.Penetrated(player="p2", team="Red", times=3, left=1),
    e.Penetrated(player="p2", team="Red", times=1, left=0),
    e.PortalsCounted(held={"Red": (1, 5)}, contested=(2,)),
    e.PortalsCounted(held={}),
    e.CleanersSet(team="Red", leg=1),
    e.CleanersSet(team="Blue", leg=2, to_beat=4),
    e.LegOver(team="Red", leg=1, turns=4),
    e.FlagsPlaced(flags={"F1": None}, homes={}),
    e.FlagsPlaced(flags={"F1": "Red", "F2": "Blue"}, homes={}),
    e.FlagTaken(player="p2", flag="F1"),
    e.FlagTaken(player="p2", flag="F1", again=True),
    e.FlagDropped(player="p2", flag="F1"),
    e.FlagReturned(player="p2", flag="F1"),
    e.FlagReturned(flag="F1"),
    e.FlagHandedOver(player="p2", to="p1", flag="F1"),
    e.FlagKept(player="p2", flag="F1", dead="p1"),
    e.FlagCaptured(player="p2", flag="F1", team="Red"),
    e.BarrelsSet(barrels={"K1": None, "K2": (3.0, 4.0)}),
    e.BarrelExploded(barrel="K1", player="p2", explosion="ordnance"),
    e.BarrelExploded(barrel="K1", player="p2", explosion="plasma"),
    e.BarrelExploded(barrel="K1", player="p2", explosion="napalm"),
    e.BarrelExploded(barrel="K1", player="p2", explosion="vortex"),
    e.BarrelDoubled(barrel="K1", player="p2", second="K9"),
    e.ContactSet(player="p2"),
    e.ContactSet(player="p2", others=("p1",)),
    e.ContactSet(player="p2", others=("p1",), engages=True),
    e.Charged(player="p2", target="p1"),
    e.Charged(player="p2", target="p1", distance_in=4.5, reach_in=6),
    e.Charged(player="p2", target="p1", distance_in=4, reach_in=6, into_cover=True),
    e.Charged(player="p2", target="p1", distance_in=7, reach_in=6, trailing=True),
    e.Charged(player="p2", target="p1", distance_in=5, reach_in=3, reached=False),
    e.Charged(player="p2", flag="F1"),
    e.Charged(player="p2", building="Red"),
    e.MeleeOpened(members=("p1", "p2")),
    e.Blow(striker="p2", target="p1", struck=e.Struck(player="p1", hits=1)),
    e.Blow(
        striker="p2",
        weapon="axe",
        target="p1",
        struck=e.Struck(player="p1", hits=2, wounds=2, unsaved=1, lost=1, dead=True),
    ),
    e.Blow(striker="p2", target="p1", struck=e.Struck(player="p1", told=True), perils=1),
    e.Blow(striker="p2", building="Red"),
    e.Blow(striker="p2", weapon="axe", building="Red", penetrating=2),
    e.Stunned(player="p2", until=4),
    e.MeleeJoined(player="p2", others=("p1",)),
    e.MeleesLeft(melees=(("p1", "p2"),)),
    e.PlayedOn(),
    e.RoundOpened(round=2),
    e.LifeLost(player="p2", left=1),
    e.LifeLost(player="p2", left=8),
    e.Eliminated(player="p2"),
    e.RoundAwaited(player="p2"),
    e.RoundWon(side="p2", round=2, wins=1, how="last-alive"),
    e.RoundWon(side="p2", round=2, wins=1, how="others-left"),
    e.RoundWon(side="p2", round=2, wins=1, how="flag"),
    e.RoundWon(side="p2", round=2, wins=1, how="structures"),
    e.RoundDrawn(round=2),
    e.Won(winner="p2", over=("p2",), by="rounds", made=3),
    e.Won(winner="p2", over=("p2",), by="points", made=15),
    e.Won(winner="p2", over=("p2",), by="hunt", made=4),
    e.Ended(why="", winners=("p2",), by="score", best=HALF),
    e.Ended(why="the tram", winners=("p2",), by="rounds", best=Fraction(2)),
    e.Ended(why="", winners=("p2",), by="points", best=Fraction(7)),
    e.Ended(why="", winners=("p2",), by="score", best=HALF, tied=("p1", "p2")),
    e.Ended(why="", winners=("p1", "p2"), by="score", best=HALF, tied=("p1", "p2")),
    e.Described(player="p2", painted=True, wysiwyg=False, race="Orks", age=52),
    e.Described(player="p2", painted=False, wysiwyg=True),
    e.TieCounted(side="p2", painted=1, wysiwyg=2, races=2, unpainted=1, result=Fraction(6)),
    e.TieCounted(side="p2", painted=2, wysiwyg=2, races=2, unpainted=0, result=None),
    e.AgesCounted(side="p2", ages=(20, 33)),
    e.AgesCounted(side="p2", ages=(20,)),
    e.RollerSet(player=None, roller="app"),
    e.RollerSet(player=None, roller="hand"),
    e.RollerSet(player="p2", roller="app"),
    e.RollerSet(player="p2", roller="hand"),
    e.D3Typed(on_d6=True),
    e.D3Typed(on_d6=False),
    e.ClockSet(limit=5400, each=None),
    e.ClockSet(limit=None, each=45),
    e.ClockSet(limit=5400, each=45),
    e.ClockRead(gone=12.5),
    e.ClockHeld(paused=True),
    e.ClockHeld(paused=False),
    e.ClockTakenAway(),
    e.TimeUp(turn=6),
    e.Overridden(rule="TURN-1", code="not-active", facts={}, reason="a house rule"),
)


def test_there_is_a_sample_of_every_event() -> None:
    kinds = e.EVENTS
    assert {type(sample) for sample in SAMPLES} == set(kinds)


@pytest.mark.parametrize("event", SAMPLES, ids=lambda event: str(event.type))
@pytest.mark.parametrize("number", range(4))
def test_every_event_is_told_in_both_languages(
    event: Event, number: int, match: Match, english: Locale, french: Locale
) -> None:
    in_english, in_french = (WORDS.tell(s, match, event, number) for s in (english, french))
    if type(event) in SILENT:
        assert in_english is in_french is None
        return
    assert in_english != in_french
    assert isinstance(in_english, str)
    assert isinstance(in_french, str)
    for said in (in_english, in_french):
        assert not set("{}") & set(said)
        assert said == said.strip()
        assert "  " not in said
        assert "p2" not in said
        assert ("Bob" in said) == ("p2" in event.model_dump_json() or isinstance(event, e.Renamed))


def test_every_sentence_is_its_own(match: Match, french: Locale) -> None:
    said = [WORDS.tell(french, match, event) for event in SAMPLES if type(event) not in SILENT]
    assert len(set(said)) == len(said)


def test_kills_are_told_in_four_ways_and_each_time_the_same(match: Match, english: Locale) -> None:
    kill = e.Killed(victim="p2", killers=("p1",), paid={"p1": Fraction(15)}, how="bolter")
    ways = [WORDS.tell(english, match, kill, number) for number in range(8)]
    assert len(set(ways)) == 4
    assert ways[:4] == ways[4:]
    for way in ways:
        assert way is not None
        assert way.endswith("(bolter) +15")


def test_shared_kills_pay_exact_shares(match: Match, english: Locale, french: Locale) -> None:
    third = Fraction(40, 3)
    kill = e.Killed(victim="p2", killers=("p1", "p3"), paid={"p1": third, "p3": third})
    said = WORDS.tell(english, match, kill, 0)
    assert said is not None
    assert said.startswith("Alice and Chloé ")
    assert said.endswith(" +13⅓ each")
    assert str(WORDS.tell(french, match, kill, 0)).endswith(" +13⅓ par tête")


def test_without_victory_points_no_points_are_told(match: Match, english: Locale) -> None:
    kill = e.Killed(victim="p2", killers=("p1",), paid={})
    died = e.AccidentSuffered(player="p2", cause="nuke", paid={})
    assert "+" not in str(WORDS.tell(english, match, kill))
    assert "(" not in str(WORDS.tell(english, match, died))


def test_a_corrected_name_shows_in_old_events(match: Match, english: Locale) -> None:
    kill = e.Killed(victim="p2", killers=("p1",), paid={})
    later = told(match, e.Renamed(player="p2", name="Robert", was="Bob"))
    assert "Robert" in str(WORDS.tell(english, later, kill))


def test_a_token_tells_its_bonus_and_what_it_does(match: Match, french: Locale) -> None:
    taken = e.TokenTaken(player="p2", token="E1", kind="equipment-35")
    assert WORDS.tell(french, match, taken) == "Bob ramasse E1\u00a0: Truc 35 — Fait 35"


def won(match: Match, english: Locale, *scores: int) -> str:
    """The sentence of a win by Alice, with so many times ten points for everyone."""
    state = match
    for player, score in zip(("p1", "p2", "p3"), scores, strict=True):
        state = told(state, e.Adjusted(player=player, score=Fraction(score), why="test"))
    state = told(state, e.Adjusted(player="p1", score=Fraction(-45, 2), why="test"))
    over = tuple(p for p in ("p1", "p2", "p3") if state.players[p].score.points >= 150)
    return str(
        WORDS.tell(english, state, e.Won(winner="p1", over=over, times=Fraction(scores[0], 15)))
    )


def test_a_win_tells_with_how_much(match: Match, english: Locale) -> None:
    said = won(match, english, 165, 0, 0)
    assert said == "Alice wins the match with 165 points, ×11.0 of its own value"


@pytest.mark.rule("SCORE-4")
def test_a_win_tells_what_decided_it(match: Match, english: Locale) -> None:
    by_times = won(match, english, 165, 150, 0)
    assert by_times.endswith(
        "(goal also reached by Bob; decided by the most times one’s own value)"
    )
    by_initiative = won(match, english, 165, 165, 150)
    assert by_initiative.endswith(
        "(goal also reached by Bob and Chloé; level on that, so initiative decided)"
    )


def test_a_joining_that_was_undone_still_tells_the_name() -> None:
    joined = e.Joined(player="p9", name="Zoe", champion=MARINE)
    assert str(WORDS.tell(Locale("en"), Match(), joined, 3)).startswith("Zoe joins with ")
