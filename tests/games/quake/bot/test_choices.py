"""What a bot chooses in positions of which a player would know the answer."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from q40k.bots.bot import Move
from q40k.bots.memory import is_legal
from q40k.games.quake.bot.bot import QuakeBot, find_personality
from q40k.games.quake.bot.moves import move_options
from q40k.games.quake.bot.options import RULES
from q40k.games.quake.bot.outlook import Outlook
from q40k.games.quake.bot.places import Places
from q40k.games.quake.bot.playing import Entrant, play, set_up
from q40k.games.quake.packs.personalities import PLAIN
from q40k.games.quake.state.assault import Charge
from q40k.games.quake.state.bonus import Pickup
from q40k.games.quake.state.ending import End
from q40k.games.quake.state.flags import change_flag
from q40k.games.quake.state.match import Held, Match, change_player
from q40k.games.quake.state.movement import move as movement
from q40k.games.quake.state.movement.ground import ground_to
from q40k.games.quake.state.next import Next
from q40k.games.quake.state.parts import Barrel, Fired
from q40k.games.quake.state.positions import in_water
from q40k.games.quake.state.registry import Command
from q40k.games.quake.state.shooting import Shoot, line_of_fire
from q40k.games.quake.state.teams import zone_of
from q40k.geometry.outlines import within
from q40k.geometry.space import Spot, distance_cm
from q40k.tabletop.rules import Level
from tests.table.scripts import library

BOT = QuakeBot()
LEVELS: tuple[Level, ...] = ("straight", "sound", "sharp")


def stand(
    mod: str, arena: str, phase: str, options: dict[str, Any] | None = None, **champions: tuple[str, Spot]
) -> Match:
    """A match in its first turn in which the champions stand there, and the first of them acts."""
    teams = mod in ("capture-the-flag", "base-attack", "domination")
    entrants = [
        Entrant(name, champion, level="straight", team=("Red", "Blue")[number % 2] if teams else None)
        for number, (name, (champion, _)) in enumerate(champions.items())
    ]
    table = set_up(library(), mod, arena, entrants, 1, options)
    while table.state.play.phase == "deployment":
        seat = table.state.players[table.state.play.active or ""]
        command = choose(table.state, "straight", seat.id).command
        assert command is not None
        assert table.do(command)
    state = table.state
    ranking = tuple(f"p{number}" for number in range(1, len(entrants) + 1))
    for player, (_, at) in zip(ranking, champions.values(), strict=True):
        state = change_player(state, player, at=at, portal=None, kept=True)
    return state.replace(phase=phase, active="p1", ranking=ranking)


def marines(phase: str, ann: Spot, bob: Spot) -> Match:
    """A deathmatch of two marines on the open table."""
    return stand("deathmatch", "classic-60", phase, Ann=("space-marine", ann), Bob=("space-marine", bob))


def to_the_death(phase: str, **champions: tuple[str, Spot]) -> Match:
    """Champions of any size in a round of sudden death."""
    state = stand("deathmatch-pro", "classic-60", phase, None, **champions)
    return state.replace(mod=library().mods["champion-of-champions"])


def choose(state: Match, level: Level, seat: str = "p1") -> Move[Command]:
    """What a bot of a level does."""
    move = BOT.decide(state, None, seat, level, "", "seed")
    assert move is not None
    assert move.command is not None
    assert is_legal(RULES, state, move.command)
    return move


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_shoots_the_rival_in_range(level: Level) -> None:
    state = stand(
        "deathmatch", "classic-60", "shooting", Ann=("space-marine", (10, 10)), Bob=("space-marine", (30, 10))
    )
    move = choose(state, level)
    assert isinstance(move.command, Shoot)
    assert move.target == "p2"
    assert 0 < move.expects["kills"] < 1


def test_a_sound_bot_shoots_whom_it_kills_most_surely() -> None:
    state = stand(
        "deathmatch",
        "classic-60",
        "shooting",
        Ann=("space-marine", (10, 10)),
        Bob=("sm-terminator", (20, 10)),
        Cid=("eldar-dire-avenger", (10, 28)),
    )
    assert choose(state, "straight").target == "p2"
    moves = BOT.weigh(state, None, "p1", "sound", "", "seed")
    assert [move.worth for move in moves] == sorted((move.worth for move in moves), reverse=True)
    assert moves[0].expects["kills"] == max(move.expects.get("kills", 0) for move in moves)


@pytest.mark.rule("BONUS-1")
@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_takes_the_token_it_stands_on(level: Level) -> None:
    state = stand(
        "deathmatch", "classic-60", "movement", Ann=("space-marine", (30, 50)), Bob=("space-marine", (10, 10))
    )
    token = next(iter(state.tokens.values()))
    state = change_player(state, "p1", at=token.place)
    move = choose(state, level)
    assert move.command == Pickup(player="Ann", token=token.id)


@pytest.mark.rule("FLAG-1")
@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_takes_the_flag_home_past_the_camper(level: Level) -> None:
    state = stand(
        "capture-the-flag",
        "bastions-140",
        "movement",
        {"budget": 200},
        Ann=("space-marine", (70, 40)),
        Bob=("space-marine", (70, 12)),
    )
    flag = next(flag.id for flag in state.flags.values() if flag.team == "Blue")
    state = change_flag(state, flag, carrier="p1", fell=None, at=None)
    zone = zone_of(state, "p1")
    assert zone is not None
    home = (sum(x for x, _ in zone.polygon) / len(zone.polygon), sum(y for _, y in zone.polygon) / len(zone.polygon))
    move = choose(state, level)
    assert isinstance(move.command, movement.Move)
    assert move.command.to is not None
    assert distance_cm(move.command.to, home) < distance_cm((70, 40), home) - 8 or within(move.command.to, zone.polygon)


def around_two_flags(*, mate_is_home: bool) -> tuple[Match, str]:
    """Red's flag lies five inches from Ann, a foe stands before her; Cid, her mate, carries Blue's flag."""
    state = stand(
        "capture-the-flag",
        "bastions-140",
        "movement",
        {"budget": 300},
        Ann=("space-marine", (52, 40)),
        Bob=("ork-shoota-boy", (52, 52)),
        Cid=("ork-stormboy", (10, 40) if mate_is_home else (100, 40)),
    )
    own, other = (next(f.id for f in state.flags.values() if f.team == team) for team in ("Red", "Blue"))
    state = change_flag(state, own, carrier=None, fell="Blue", at=(40.0, 40.0))
    return change_flag(state, other, carrier="p3", fell=None, at=None), own


@pytest.mark.rule("FLAG-3", "FLAG-5")
@pytest.mark.parametrize("barrels", [{}, {"B1": Barrel("B1", (52.0, 55.0))}], ids=["", "barrel beside the foe"])
@pytest.mark.parametrize("level", ["sound", "sharp"])
def test_a_bot_sends_its_flag_home_rather_than_shoot_where_that_wins_the_round(
    level: Level, barrels: dict[str, Barrel]
) -> None:
    """It holds its fire, for only so may it charge the flag."""
    state, own = around_two_flags(mate_is_home=True)
    state = state.replace(barrels=barrels)
    reasons = [choose(state.replace(phase=phase), level).why[0] for phase in ("shooting", "assault")]
    assert [reason.key for reason in reasons] == ["holds-fire", "charges-flag"]
    assert reasons[1].facts["thing"] == own


@pytest.mark.rule("ASSAULT-2")
def test_a_bot_that_may_charge_a_foe_shoots_it_rather_than_the_barrel_beside_it() -> None:
    """Whoever shoots at a barrel charges nobody in that turn."""
    state = stand(
        "deathmatch", "bastions-140", "shooting", Ann=("csm-chaos-terminator", (52, 40)), Bob=("space-marine", (52, 48))
    )
    state = state.replace(barrels={"B1": Barrel("B1", (52.0, 52.0))})
    assert choose(state, "sound").why[0].key == "shoots"


@pytest.mark.rule("FLAG-1", "FLAG-3")
def test_a_flag_is_worth_more_the_nearer_it_is_to_its_new_home() -> None:
    """Its own flag is worth as much as the one that scores once it stands at home again."""
    worths = {}
    for is_home in (True, False):
        state, own = around_two_flags(mate_is_home=is_home)
        stakes = Outlook(state, state.players["p1"]).stakes
        other = next(flag for flag in state.flags.values() if flag.id != own)
        worths[is_home] = (stakes.flag(other, "Red"), stakes.flag(state.flags[own], "Red"))
        assert worths[is_home][0] == worths[is_home][1]
        rival = Outlook(state, state.players["p2"]).stakes
        assert rival.kill(state.players["p3"]) > worths[is_home][0], "who kills the carrier wins as much, and a kill"
    assert worths[True][0] > 1.4 * worths[False][0]


@pytest.mark.rule("MOVE-4")
@pytest.mark.parametrize("level", ["sound", "sharp"])
def test_a_bot_swims_for_nothing_that_is_worth_less_than_the_danger_to_drown(level: Level) -> None:
    """No token lies in the lake here, and the way around it is not long."""
    state = stand(
        "deathmatch", "caldera-120", "movement", Ann=("space-marine", (9, 40)), Bob=("nec-warrior", (110, 40))
    )
    state = state.replace(tokens={id: token for id, token in state.tokens.items() if token.category == "equipment"})
    command = choose(state, level).command
    to = command.to if isinstance(command, movement.Move) else state.players["p1"].position.at
    assert to is not None
    assert not in_water(state, to)
    swims = choose(change_player(state, "p1", at=(35.0, 46.0), kept=True), level).command
    assert isinstance(swims, movement.Move), "who stands in the water leaves it"
    assert swims.to is not None
    assert not in_water(state, swims.to)


@pytest.mark.rule("MOVE-4")
def test_a_bot_in_water_fears_one_die_to_drown_less_once_it_has_swum_in_this_turn() -> None:
    """Who stays in water swims now, unless it has swum already, and again in the next turn."""
    state = stand(
        "deathmatch", "caldera-120", "movement", Ann=("space-marine", (35, 46)), Bob=("nec-warrior", (110, 40))
    )
    dry = change_player(state, "p1", at=(9.0, 40.0))
    assert [dice_feared(state), dice_feared(change_player(state, "p1", swum=True)), dice_feared(dry)] == [2, 1, 0]


def dice_feared(state: Match) -> float:
    """How many dice that drown a champion of six the first one fears if it stays where it is."""
    outlook = Outlook(state, state.players["p1"])
    places = Places(outlook, PLAIN, ahead=False)
    (stays,) = [option.worth for option in move_options(outlook, places) if option.command == Next()]
    return round(6 * (places.worth_here() - stays) / max(outlook.stakes.own_accident(), outlook.stakes.unit), 6)


@pytest.mark.rule("MOVE-2")
@pytest.mark.parametrize("level", ["sound", "sharp"])
def test_a_bot_goes_around_burning_tar_on_its_way_to_the_flag(level: Level) -> None:
    """A death costs nothing there but the way, and the straight line leads through the tar."""
    ann, bob = ("space-marine", (30.0, 104.0)), ("space-marine", (110.0, 30.0))
    state = stand("capture-the-flag", "crossroads-120", "movement", Ann=ann, Bob=bob)
    command = choose(state, level).command
    assert isinstance(command, movement.Move)
    assert command.to is not None
    assert command.to[0] > 34, "it goes on"
    assert not ground_to(state, state.players["p1"], command.to, command.path or ()).dangerous
    straight = ground_to(state, state.players["p1"], (45.0, 104.0))
    assert straight.dangerous


@pytest.mark.rule("PORTAL-1", "SUDDEN-1")
@pytest.mark.parametrize("level", ["sound", "sharp"])
def test_a_bot_does_not_wait_beside_the_carnifex(level: Level) -> None:
    state = to_the_death("movement", Ann=("space-marine", (9, 15)), Bob=("nid-carnifex", (9, 21)))
    move = choose(state, level)
    assert isinstance(move.command, movement.Move), "it does not stay"
    assert move.command.to is not None
    assert distance_cm(move.command.to, (9, 21)) > 10 or move.why[0].key == "jumps"


@pytest.mark.rule("ASSAULT-1")
def test_a_sound_bot_charges_where_it_wins_only() -> None:
    def charge(foe: str) -> Command:
        state = to_the_death("assault", Ann=("eldar-howling-banshee", (10, 30)), Bob=(foe, (20, 30)))
        command = choose(state, "sound").command
        assert command is not None
        return command

    assert isinstance(charge("ig-guardsman"), Charge)
    assert charge("nid-carnifex") == Next()


@pytest.mark.rule("MOVE-2", "ASSAULT-2")
@pytest.mark.parametrize("level", ["straight", "sound"])
def test_a_bot_charges_nobody_it_cannot_reach_where_a_charge_too_far_falls_short(level: Level) -> None:
    def charge(inches: float) -> Move[Command]:
        bob = (10 + 2.5 + inches * 2.54, 30)  # the bases are 25 mm wide
        state = to_the_death("assault", Ann=("eldar-howling-banshee", (10, 30)), Bob=("ig-guardsman", bob))
        assert state.setup.mod is not None
        mod = structs.replace(state.setup.mod, rules=(*state.setup.mod.rules, "announce"))
        return choose(state.replace(mod=mod), level)

    assert isinstance(charge(5.95).command, Charge)
    assert charge(6.3).command == Next()


@pytest.mark.parametrize("level", LEVELS)
def test_the_end_after_a_shot_is_no_refusal_of_shots(level: Level) -> None:
    state = marines("shooting", (10, 10), (30, 10))
    assert not choose(state, level).is_silent
    state = change_player(state, "p1", shot=Fired("boltgun", "p2"))
    assert choose(state, level).is_silent


@pytest.mark.rule("BONUS-1")
def test_a_straight_bot_goes_for_whatever_is_nearest_foe_or_token() -> None:
    """Special tokens also, which those leave that weigh what a bonus changes."""
    start = marines("movement", (10, 10), (50, 50))
    for category in ("equipment", "weapon", "special"):
        token = next(token for token in start.tokens.values() if token.category == category)
        state = change_player(start, "p1", at=(token.place[0], token.place[1] - 7))
        state = change_player(state, "p2", at=(token.place[0], 58 if token.place[1] <= 30 else 2))
        why = choose(state, "straight").why[0]
        assert (why.key, why.facts["thing"]) == ("takes-token", token.id)
    state = change_player(start, "p2", at=(13, 10))
    assert choose(state, "straight").why[0].key == "stays", "Bob is nearer"


def test_a_bot_that_looks_ahead_keeps_its_caution_longer_than_others() -> None:
    state = marines("movement", (10, 10), (50, 50)).replace(turn=20)
    for quiet, sound_is_bolder, sharp_is_bolder in ((3, False, False), (6, True, False), (12, True, True)):
        outlook = Outlook(state.replace(last_death=20 - quiet), state.players["p1"])
        fresh = Outlook(state.replace(last_death=20), state.players["p1"])
        nerves = [
            Places(outlook, PLAIN, ahead=ahead).nerve() < Places(fresh, PLAIN, ahead=ahead).nerve()
            for ahead in (False, True)
        ]
        assert nerves == [sound_is_bolder, sharp_is_bolder]


def test_a_personality_changes_what_a_place_is_worth() -> None:
    state = stand(
        "deathmatch", "classic-60", "movement", Ann=("space-marine", (30, 45)), Bob=("space-marine", (10, 10))
    )
    outlook = Outlook(state, state.players["p1"])
    plain, camper, rusher = (Places(outlook, find_personality(id)) for id in ("plain", "camper", "rusher"))
    assert camper.worth_here() > plain.worth_here(), "it likes to stay"
    assert rusher.risks.sum() < plain.risks.sum() < camper.risks.sum()


def test_a_decision_depends_on_nothing_else() -> None:
    state = stand(
        "deathmatch", "classic-60", "movement", Ann=("space-marine", (30, 45)), Bob=("space-marine", (10, 10))
    )
    for level in LEVELS:
        assert choose(state, level) == choose(state, level)
    entrants = [Entrant("Ann", "space-marine"), Entrant("Bob", "ork-shoota-boy", level="straight")]
    ends = [play(set_up(library(), "deathmatch", "boiler-60", entrants, 7), entrants, 3) for _ in range(2)]
    assert ends[0] == ends[1]


@pytest.mark.rule("BONUS-1")
def test_tokens_are_worth_what_their_tables_do_to_the_odds() -> None:
    def token_worths(champion: str) -> dict[str, float]:
        state = stand("deathmatch", "classic-60", "movement", Ann=(champion, (30, 45)), Bob=(champion, (10, 10)))
        stakes = Outlook(state, state.players["p1"]).stakes
        return {"weapon": stakes.token("weapon"), "equipment": stakes.token("equipment")}

    tough, soft = token_worths("nec-warrior"), token_worths("ork-shoota-boy")
    assert tough["weapon"] > 2 * tough["equipment"], "nothing else kills another like it"
    assert soft["equipment"] > 2 * soft["weapon"], "it kills already, and has no armour"


@pytest.mark.rule("BONUS-2")
def test_a_death_costs_more_with_a_good_bonus_and_less_with_a_bad_one() -> None:
    state = marines("movement", (30, 45), (10, 10))

    def death(bonus: Held | None) -> float:
        now = change_player(state, "p1", bonus=bonus)
        return Outlook(now, now.players["p1"]).stakes.death(now.players["p2"])

    laser, jammed = Held(token="W1", kind="weapon-35"), Held(token="W1", kind="weapon-13")
    assert death(laser) > death(None) > death(jammed)


@pytest.mark.rule("DIFF-2", "SHOOT-4")
def test_a_bot_in_a_fight_fires_all_it_can() -> None:
    state = stand(
        "deathmatch", "classic-60", "shooting", Ann=("csm-noise-marine", (30, 45)), Bob=("space-marine", (32.5, 45))
    )
    fighting = state.replace(engaged=(("p1", "p2"),), contacts=(("p1", "p2"),))
    assert isinstance(choose(fighting, "sound").command, Shoot)


@pytest.mark.rule("TABLE-3")
def test_a_bot_comes_out_of_cover_once_nobody_dies_any_more() -> None:
    ann: tuple[str, Spot] = ("space-marine", (33.76, 23.76))
    state = stand("deathmatch", "boiler-60", "movement", Ann=ann, Bob=("space-marine", (11.26, 48.76)))
    state = state.replace(turn=20, last_death=20, tokens={}, ranking=("p2", "p1"))
    assert isinstance(choose(state, "sound").command, Next)
    bold = choose(state.replace(last_death=5), "sound")
    assert bold.why[0].key == "fires-from"
    assert isinstance(bold.command, movement.Move)
    assert bold.command.to is not None
    state = change_player(state, "p1", at=bold.command.to)
    assert line_of_fire(state, state.players["p1"], state.players["p2"]).visible


@pytest.mark.rule("ASSAULT-1", "TABLE-3")
def test_a_bot_fears_no_charge_once_nobody_dies_any_more() -> None:
    """Their bullets hardly ever pierce the armour of both; whoever fires a shoota charges nobody."""
    ann, bob = ("ork-shoota-boy", (30.0, 45.0)), ("ork-shoota-boy", (36.0, 45.0))
    state = stand("elite", "classic-60", "shooting", Ann=ann, Bob=bob).replace(turn=20, last_death=19)
    for player in state.players:
        state = change_player(state, player, bonus=Held(token="E1", kind="equipment-26"))
    assert isinstance(choose(state, "sound").command, Shoot)
    quiet = state.replace(last_death=14)
    assert choose(quiet, "sound").command == Next()
    assert isinstance(choose(quiet.replace(phase="assault"), "sound").command, Charge)


@pytest.mark.rule("TABLE-3")
def test_bots_break_off_a_match_without_deaths_where_nobody_plays_by_hand() -> None:
    state = marines("movement", (10, 10), (50, 50)).replace(turn=40, last_death=5)
    alone = change_player(change_player(state, "p1", bot="sound"), "p2", bot="straight")
    assert isinstance(choose(alone, "sound").command, End)
    assert not isinstance(choose(alone.replace(last_death=10), "sound").command, End)
    assert not isinstance(choose(change_player(alone, "p2", bot=None), "sound").command, End)
