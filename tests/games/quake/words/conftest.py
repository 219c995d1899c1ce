"""A small match to talk about, and speech that never fills a gap in silence."""

from fractions import Fraction

import pytest

from q40k.games.quake.packs.models import (
    D3D6,
    Arena,
    BonusKind,
    BonusTables,
    Champion,
    Effect,
    Mod,
    Names,
    Portal,
    ScoreWin,
    TokenPlace,
)
from q40k.games.quake.packs.tokens import Monster
from q40k.games.quake.state.acting import Activated
from q40k.games.quake.state.game import Quake
from q40k.games.quake.state.match import Match
from q40k.games.quake.state.positions import StandSet
from q40k.games.quake.state.score import Adjusted
from q40k.games.quake.state.table.deployment import Deployed
from q40k.games.quake.state.table.initiative import DeploymentOpened, InitiativeRolled, OrderSet
from q40k.games.quake.state.table.opening import MatchOpened
from q40k.games.quake.state.table.players import Joined
from q40k.games.quake.state.turn import PhaseOpened, TurnOpened
from q40k.i18n import locale as speaking
from q40k.kernel.events import Event

EFFECTS: dict[str, Effect] = {
    "11": "mega-bumper",
    "12": "harmless-bumper",
    "13": "spore-poison",
    "16": "wandering-monster",
    "32": "beacon",
    "36": "choose",
    "1": "vortex",
    "4": "order-of-play",
    "5": "mind-control",
}


def table(rolls: tuple[str, ...], trap: Effect, last: Effect) -> dict[str, BonusKind]:
    effects = {**EFFECTS, "11": trap, "36": last}
    return {
        roll: BonusKind(
            name=Names(en=f"Thing {roll}", fr=f"Truc {roll}"),
            text=Names(en=f"Does {roll}.", fr=f"Fait {roll}."),
            effect=effects.get(roll, "card"),
            monster=Monster(ws=4, s=4, a=2) if roll == "16" else None,
        )
        for roll in rolls
    }


TABLES = BonusTables(
    id="test",
    name=Names(en="Test", fr="Essai"),
    equipment=table(D3D6, "mega-bumper", "choose"),
    weapon=table(D3D6, "demolition-charge", "nuke"),
    special=table(tuple("123456"), "card", "card"),
)
ARENA = Arena(
    id="pit",
    name=Names(en="The pit", fr="La fosse"),
    note=Names(en="Small.", fr="Petite."),
    size=(60, 60),
    portals=tuple(
        Portal(number=number, at=at) for number, at in enumerate(((6, 54), (54, 54), (54, 6), (6, 6), (30, 30)), 1)
    ),
    tokens=(
        TokenPlace(id="E1", category="equipment", at=(10.0, 30.0)),
        TokenPlace(id="W1", category="weapon", at=(30.0, 10.0)),
        TokenPlace(id="S1", category="special", at=(30.0, 30.0)),
    ),
)
MOD = Mod(
    id="deathmatch",
    name=Names(en="Deathmatch", fr="Deathmatch"),
    text=Names(en="Kill.", fr="Tuez."),
    rules=("respawn", "portals", "bonus", "victory-points"),
    win=ScoreWin(),
)
MARINE = Champion(
    id="marine",
    name=Names(en="Space Marine", fr="Space Marine en français"),
    ws=4,
    bs=4,
    s=4,
    t=4,
    i=4,
    a=1,
    ld=8,
    sv=3,
    inv=5,
    points=15,
)
OPENED = MatchOpened(mod=MOD, arena=ARENA, tables=TABLES, seed="1", name="", times_to_win=10, roller="hand")


def told_match(state: Match, *events: Event) -> Match:
    for event in events:
        state = Quake().fold(state, event)
    return state


@pytest.fixture(autouse=True)
def no_gaps(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fact that a sentence wants and nobody gives is an error here, not a "?"."""

    def missing(_self: object, name: str) -> str:
        raise AssertionError(f"the sentence wants {{{name}}}, which nobody gives")

    monkeypatch.setattr(speaking._Facts, "__missing__", missing)


@pytest.fixture
def match() -> Match:
    """Alice, Bob and Chloé in turn 1; Bob stands in portal 4."""
    names = {"p1": "Alice", "p2": "Bob", "p3": "Chloé"}
    return told_match(
        Match(),
        OPENED,
        *(Joined(player=p, name=name, champion=MARINE) for p, name in names.items()),
        *(InitiativeRolled(player=p, die=4, total=16) for p in names),
        OrderSet(ranking=tuple(names)),
        DeploymentOpened(),
        *(Deployed(player=p) for p in names),
        TurnOpened(turn=1),
        PhaseOpened(phase="movement"),
        Activated(player="p1"),
        StandSet(player="p2", portal=4),
        Adjusted(player="p1", score=Fraction(45, 2), why="test"),
    )
