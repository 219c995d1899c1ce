"""What the rules refuse whatever the table says: the wrong piece, the wrong moment, nothing at all."""

from __future__ import annotations

import json
from base64 import urlsafe_b64encode
from hashlib import sha256
from typing import Any

import pytest

from q40k.games.space_hulk.rules.blips import count_pile
from q40k.games.space_hulk.state.blips import PutBlip
from q40k.games.space_hulk.state.opening import New
from q40k.games.space_hulk.state.questions import unseal_values
from q40k.kernel.events import Refused
from q40k.table.match_session import MatchSession
from q40k.table.script import LineRefused
from tests.games.scripted import Line, go_on, json_state, line, log_sentences
from tests.games.space_hulk.playing import marine, new, play, put, ready, stealer, to_stealers


def refusal(match: MatchSession, command: Line) -> tuple[str, str]:
    """The rule and the reason of a refusal; nothing is done."""
    before = match.session.state
    with pytest.raises(LineRefused) as refused:
        go_on(match, command)
    assert match.session.state == before
    assert isinstance(refused.value.cause, Refused)
    return refused.value.rule, refused.value.cause.refusal.code


def in_words(*names: str) -> MatchSession:
    """A match without places, in the marine action phase."""
    match = play(new(positions=False), *put(**dict.fromkeys(names, "")))
    return go_on(match, line("start"), line("draw"))


# -- set-up --------------------------------------------------------------------------------


@pytest.mark.rule("SH-SETUP-1", "SH-MISSION-2")
def test_a_match_is_laid_out_once_and_with_its_mission() -> None:
    assert refusal(play(new()), new()) == ("SH-SETUP-1", "already-open")
    with pytest.raises(Refused) as bare:
        play().do(New(mission="airlock-nine"))
    assert (bare.value.refusal.rule, bare.value.refusal.code) == ("SH-MISSION-2", "no-packs")


def test_who_rolls_and_whom_the_bot_leads_is_said_in_mid_match() -> None:
    match = go_on(ready(Bolt1="E4 E"), line("dice", by="app"), line("bot", leads="marines"))
    assert (match.state.setup.roller, match.state.options.bot) == ("app", "marines")
    go_on(match, line("dice", by="hand"), line("bot", leads="nobody"))
    assert (match.state.setup.roller, match.state.options.bot) == ("hand", "nobody")


@pytest.mark.rule("SH-WIN-1")
def test_the_table_ends_a_match_once_for_a_winner_or_for_nobody() -> None:
    match = go_on(ready(Bolt1="E4 E"), line("end", winner="marine"))
    assert (match.state.outcome.over, match.state.outcome.winners) == (True, ("marine",))
    for command in (line("end"), line("dice", by="app"), line("bot", leads="nobody")):
        assert refusal(match, command)[0] == "SH-WIN-1"
    nobody = go_on(ready(Bolt1="E4 E"), line("end"))
    assert (nobody.state.outcome.over, nobody.state.outcome.winners) == (True, ())


@pytest.mark.rule("SH-BOARD-1", "SH-BLIP-1")
def test_a_blip_has_a_name_and_a_square_of_its_own() -> None:
    match = play(new(), *put(Bolt1="E4 E", B1="I4"))
    assert refusal(match, line("blip", name="b1", at="J4")) == ("SH-BOARD-1", "name-taken")
    assert refusal(match, line("blip", name="Bolt1", at="J4")) == ("SH-BOARD-1", "name-taken")
    assert refusal(match, line("blip", name="B2", at="E4")) == ("SH-BOARD-1", "square-taken")
    assert refusal(match, line("stealer", name="B1", at="J4")) == ("SH-BOARD-1", "name-taken")
    assert refusal(match, line("stealer", name="S1", at="E4")) == ("SH-BOARD-1", "square-taken")
    go_on(match, line("stealer", name="S1", at="J4"))
    assert refusal(match, line("place", who="S1", at="E4")) == ("SH-BOARD-1", "square-taken")
    go_on(match, line("place", who="S1", at="J4", facing="N"))
    assert stealer(match, "S1")["facing"] == "N", "its own square is free for it"


# -- who is meant --------------------------------------------------------------------------


@pytest.mark.rule("SH-BOARD-1")
def test_marines_do_what_marines_do_and_aliens_what_aliens_do() -> None:
    match = ready(Bolt1="E4 E", S1="K4 W")
    for command in (line("shoot", who="S1", target="Bolt1"), line("overwatch", who="S1"), line("set", who="S1", ap=1)):
        assert refusal(match, command) == ("SH-BOARD-1", "no-marine")
    libra = ready(new("down-the-shaft"), Libra="2:B3", Bolt1="2:C3")
    storm = line("power", who="Libra", power="psychic-storm", target="Bolt1")
    assert refusal(libra, storm) == ("SH-BOARD-1", "no-alien")


@pytest.mark.rule("SH-MOVE-6")
def test_a_blip_leaves_the_board_never() -> None:
    match = ready(Bolt1="E4 E", B1="K4")
    assert refusal(match, line("leave", who="B1")) == ("SH-MOVE-6", "blips-stay")


@pytest.mark.rule("SH-TURN-1")
def test_aliens_wait_for_the_end_of_the_marines_turn() -> None:
    match = ready(Bolt1="E4 E", S1="K4 W")
    assert refusal(match, line("step", who="S1", to="J4")) == ("SH-TURN-1", "wrong-phase")
    assert refusal(match, line("activate", who="S1")) == ("SH-TURN-1", "wrong-phase")


@pytest.mark.rule("SH-AP-1", "SH-AP-2")
def test_an_activated_piece_says_so_and_no_alien_pays_more_than_it_has() -> None:
    match = to_stealers(ready(Bolt1="A4 E", S1="P4 W"))
    go_on(match, line("activate", who="S1"))
    assert json_state(match)["phase"] == "stealer-action", "to activate an alien opens its phase"
    lines = len(log_sentences(match))
    go_on(match, line("activate", who="S1"))
    assert len(log_sentences(match)) == lines + 1, "no command is silent"
    for to in ("O4", "N4", "M4", "N4"):
        go_on(match, line("step", who="S1", to=to))
    assert stealer(match, "S1")["ap"] == 1, "a step back costs two"
    assert refusal(match, line("step", who="S1", to="O4")) == ("SH-AP-1", "too-few-points")


@pytest.mark.rule("SH-AP-5", "SH-BOARD-2", "SH-MOVE-3", "SH-MELEE-1")
def test_turns_that_are_none() -> None:
    match = ready(Bolt1="E4 E", S1="K4 W", B1="N4")
    assert refusal(match, line("turn", who="Bolt1", facing="E")) == ("SH-AP-5", "faces-so")
    assert refusal(match, line("turn", who="B1", facing="E")) == ("SH-BOARD-2", "no-facing")
    assert refusal(match, line("step", who="Bolt1", to="F4", turn="N")) == ("SH-MOVE-3", "marines-turn-apart")
    to_stealers(match)
    assert refusal(match, line("turn", who="S1", facing="N", shoot="Bolt1")) == ("SH-MELEE-1", "aliens-shoot-not")


@pytest.mark.rule("SH-BOARD-9")
def test_a_square_is_one_of_the_board() -> None:
    match = ready(Bolt1="E4 E")
    assert refusal(match, line("step", who="Bolt1", to="Z9")) == ("SH-BOARD-9", "unknown-square")
    assert refusal(match, line("place", who="Bolt1", at="Z9")) == ("SH-BOARD-9", "unknown-square")
    words = in_words("Bolt1")
    assert refusal(words, line("place", who="Bolt1", at="E4")) == ("SH-BOARD-9", "no-places")


# -- doors and objects ---------------------------------------------------------------------


@pytest.mark.rule("SH-DOOR-5", "SH-DOOR-7", "SH-DOOR-10")
def test_what_is_gone_open_or_not_ahead_is_no_door_to_hit() -> None:
    match = ready(Bolt1="G4 E", Bolt2="F4 E")
    assert refusal(match, line("assault", who="Bolt2", target="H4")) == ("SH-DOOR-7", "door-not-ahead")
    go_on(match, line("set-door", at="H4", now="gone"))
    assert refusal(match, line("door", who="Bolt1", at="H4")) == ("SH-DOOR-5", "door-gone")
    assert refusal(match, line("shoot", who="Bolt1", target="H4")) == ("SH-DOOR-5", "door-gone")
    assert refusal(match, line("assault", who="Bolt1", target="H4")) == ("SH-DOOR-10", "door-gone")
    go_on(match, line("set-door", at="H4", now="open"))
    assert refusal(match, line("shoot", who="Bolt1", target="H4")) == ("SH-DOOR-10", "door-open")
    assert refusal(match, line("assault", who="Bolt1", target="H4")) == ("SH-DOOR-10", "door-open")


@pytest.mark.rule("SH-DOOR-7")
@pytest.mark.parametrize(("place", "ahead"), [("G4 N", False), ("I4 E", False), ("F4 E", False), ("I4 W", True)])
def test_a_door_is_hewn_from_the_square_before_it_by_who_looks_at_it(place: str, ahead: bool) -> None:
    match = ready(Bolt1=place, Bolt2="C4 W")
    hew = line("assault", who="Bolt1", target="H4")
    if not ahead:
        assert refusal(match, hew) == ("SH-DOOR-7", "door-not-ahead")
    else:
        go_on(match, hew | {"answers": [6]})
        assert json_state(match)["doors"]["H4"] == "gone"


@pytest.mark.rule("SH-MELEE-1")
def test_friends_and_blips_are_not_fought_and_blips_fight_nobody() -> None:
    match = ready(Bolt1="J4 E", Chain="K4 W")
    assert refusal(match, line("assault", who="Bolt1", target="Chain")) == ("SH-MELEE-1", "friend")
    words = to_stealers(in_words("Bolt1"))
    go_on(words, line("blip", name="B1"))
    assert refusal(words, line("assault", who="B1", target="Bolt1")) == ("SH-MELEE-1", "blips-fight-not")
    go_on(words, line("end-turn"), line("end-phase", 3), line("draw"))
    assert refusal(words, line("assault", who="Bolt1", target="B1")) == ("SH-MELEE-1", "blip-no-target")
    assert refusal(words, line("shoot", who="Bolt1", target="B1")) == ("SH-SHOOT-1", "blip-no-target")


@pytest.mark.rule("SH-ENTRY-6", "SH1-ENTRY-6", "SH-DOOR-7")
def test_who_comes_out_of_an_entry_attacks_on_its_first_square_only() -> None:
    def at_entry(**options: Any) -> MatchSession:
        match = to_stealers(ready(new(**options), Bolt1="K6 N", Bolt2=""))
        return go_on(
            match,
            line("blip", name="B1", entry="N2"),
            line("place", who="Bolt1", at="A4"),
            line("convert", name="B1", value=1),
            line("place", who="Bolt1", at="K6"),
            line("end-turn"),
            line("end-phase", 3),
            line("draw"),
            line("end-turn"),
        )

    attack = line("assault", who="S1", target="Bolt1")
    assert refusal(at_entry(assault_from_entry=False), attack) == ("SH-ENTRY-6", "no-assault-from-entry")
    match = at_entry()
    assert refusal(match, attack) == ("SH-ENTRY-6", "not-on-first-square")
    go_on(match, attack | {"answers": [1, 2, 3, 5], "override": "as the table says"})
    assert stealer(match, "S1")["alive"] is False, "then both fight to the front"
    unknown = ready(Bolt1="", Bolt2="A4 W")
    go_on(unknown, line("assault", 6, who="Bolt1", target="H4"))
    assert json_state(unknown)["doors"]["H4"] == "gone", (
        "where his square is not known nobody says that it is not ahead"
    )


@pytest.mark.rule("SH-SECRET-1", "SH-BLIP-2", "SH-BOX-3")
def test_a_blip_of_an_early_record_has_a_value_that_is_left_in_the_pile() -> None:
    two = early_envelope("stealer", {"0": 2, "salt": "x"})
    match = to_stealers(ready(new(blips="app"), Bolt1="A4 W"))
    match.do(PutBlip(name="B1", entry="N1", seal=two))
    assert [blip.value for blip in match.session.state.blips_in_play] == [2]
    assert count_pile(match.session.state.replace(up={2: 3})) == {1: 9, 2: 0, 3: 9}
    used = play(new(blips="app"), *put(Bolt1="A4 W"))
    for n, at in enumerate(("K1", "K2", "K6", "K7"), 1):
        go_on(used, line("blip", 10, name=f"B{n}", at=at), line("kill", who=f"B{n}"))
    assert (count_pile(used.session.state), json_state(used)["revealed"]) == ({1: 9, 2: 0, 3: 9}, {"2": 4})
    with pytest.raises(Refused, match="seal-broken"):
        used.do(PutBlip(name="B9", at="K1", seal=two))


@pytest.mark.rule("SH-SECRET-1", "SH-SECRET-2")
@pytest.mark.parametrize(
    ("values", "expected"), [([3], (3,)), ([6, 1], (6, 1)), ([], None), ([0], None), ([7], None), ([2, 0], None)]
)
def test_the_envelope_of_an_early_record_holds_values_of_the_box(values: list[int], expected: object) -> None:
    envelope = early_envelope("marine", {**{str(n): value for n, value in enumerate(values)}, "salt": "x"})
    if expected is not None:
        assert unseal_values("marine", envelope, "SH-SECRET-2") == expected
    else:
        with pytest.raises(Refused) as refused:
            unseal_values("marine", envelope, "SH-SECRET-2")
        assert refused.value.refusal.code == "seal-broken"
    with pytest.raises(Refused, match="seal-broken"):
        unseal_values("stealer", envelope, "SH-SECRET-2")


def early_envelope(owner: str, contents: dict[str, object]) -> str:
    """An envelope as early records hold them: the text under a stream made of its owner and its check."""
    plain = json.dumps(contents).encode()
    check = sha256(plain).digest()[:8]
    key = owner.encode() + check
    blocks = b"".join(sha256(key + n.to_bytes(4, "big")).digest() for n in range(len(plain) // 32 + 1))
    return urlsafe_b64encode(check + bytes(a ^ b for a, b in zip(plain, blocks, strict=False))).decode()


# -- shooting, flames, powers --------------------------------------------------------------


@pytest.mark.rule("SH-CANNON-2", "SH-FLAMER-1", "SH-FLAMER-2")
def test_weapons_that_a_marine_has_not_or_not_loaded() -> None:
    match = ready(doors="H4", Cannon="G4 E", Flame="E4 E", Bolt1="D4 E", S1="J4")
    go_on(match, line("set", who="Cannon", ammo=0))
    assert refusal(match, line("shoot", who="Cannon", target="S1")) == ("SH-CANNON-2", "no-ammunition")
    assert refusal(match, line("flame", who="Bolt1", target="S1")) == ("SH-FLAMER-1", "no-flamer")
    assert refusal(match, line("flame", who="Flame")) == ("SH-FLAMER-2", "flame-at-what")


@pytest.mark.rule("SH-LIB-2", "SH-LIB-8", "SH-LIB-10")
def test_a_power_needs_points_and_a_place() -> None:
    match = ready(new("down-the-shaft"), Libra="2:B3", Bolt1="2:C3")
    assert refusal(match, line("power", who="Libra", power="force-barrier")) == ("SH-LIB-8", "barrier-where")
    storm = line("power", who="Libra", power="psychic-storm", section="nowhere")
    assert refusal(match, storm) == ("SH-BOARD-4", "unknown-section")
    go_on(match, line("set", who="Libra", psi=1))
    barrier = line("power", who="Libra", power="force-barrier", at="2:D3")
    assert refusal(match, barrier) == ("SH-LIB-2", "psi-short")
    go_on(match, line("set", who="Libra", psi=2), barrier)
    assert (marine(match, "Libra")["psi"], match.state.barrier) == (0, "2:D3")


@pytest.mark.rule("SH-LIB-8")
def test_without_places_a_barrier_is_raised_where_the_table_says() -> None:
    match = in_words("Libra", "Bolt1")
    psi, lines = marine(match, "Libra")["psi"], len(log_sentences(match))
    go_on(match, line("power", who="Libra", power="force-barrier"))
    assert (marine(match, "Libra")["psi"], len(log_sentences(match))) == (psi - 2, lines + 2)


# -- corrections ---------------------------------------------------------------------------


@pytest.mark.rule("SH-CP-4")
def test_no_points_spent_are_told() -> None:
    match = ready(cp=3, Bolt1="E4 E")
    go_on(match, line("spend", points=0))
    assert (match.state.counter.spent, bool(log_sentences(match)[-1])) == (0, True)


@pytest.mark.rule("SH-DOOR-1")
def test_a_door_is_taken_off_the_board_by_hand() -> None:
    match = go_on(ready(Bolt1="E4 E"), line("set-door", at="H4", now="gone"))
    assert json_state(match)["doors"]["H4"] == "gone"


@pytest.mark.rule("SH-CONVERT-1", "SH-CONVERT-2", "SH-BOX-3")
def test_blips_are_turned_up_one_after_the_other_and_have_a_value_of_the_box() -> None:
    match = to_stealers(ready(Bolt1="A4 E", B1="I4", B2="K4", S1="M4"))
    assert refusal(match, line("convert", name="S1", value=1)) == ("SH-CONVERT-1", "no-blip")
    first = to_stealers(ready(new(edition="1"), Bolt1="A4 E", B1="I4"))
    assert refusal(first, line("convert", name="B1", value=9))[0] in ("SH-BOX-3", "SH-CONVERT-3")


@pytest.mark.rule("SH-ALPHA-1", "SH-BOARD-1")
def test_without_places_a_stealer_that_is_named_comes_into_play() -> None:
    match = in_words("Bolt1")
    go_on(match, line("kill", who="s3"), line("kill", who="Alpha"))
    assert {name: stealer["alive"] for name, stealer in json_state(match)["stealers"].items()} == {
        "S3": False,
        "Alpha": False,
    }
    assert [stealer.alpha for stealer in match.state.stealers.values()] == [False, True]


@pytest.mark.rule("SH-REACT-1", "SH-REACT-2", "SH-CP-9")
def test_a_reaction_says_who_does_what() -> None:
    match = to_stealers(ready(doors="H4", Bolt1="G4 E", S1="K4 W"))
    assert refusal(match, line("react", overwatch=["Bolt1"])) == ("SH-REACT-2", "no-window")
    go_on(match, line("step", who="S1", to="J4"))
    assert refusal(match, line("react")) == ("SH-REACT-1", "react-how")
    inner = {"do": "end-turn"}
    assert refusal(match, line("react", **{"with": inner})) == ("SH-CP-9", "no-action")


# -- when ----------------------------------------------------------------------------------


ACTS = {
    "activate": line("activate", who="Bolt1"),
    "step": line("step", who="Bolt1", to="F4"),
    "turn": line("turn", who="Bolt1", facing="N"),
    "overwatch": line("overwatch", who="Bolt1"),
    "guard": line("guard", who="Bolt1"),
}
"""Actions of a marine, in the marine action phase."""
MOMENTS = {
    "start": line("start"),
    "end-turn": line("end-turn"),
    "end-phase": line("end-phase", 3),
    "pass-window": line("pass-window"),
    "react": line("react", overwatch=["Bolt1"]),
    "power": line("power", who="Bolt1", power="prescience"),
    "time-up": line("time-up", begun=False),
}
AT_ANY_TIME = {
    "stealer": line("stealer", name="S9", at="N4"),
    "kill": line("kill", who="S1"),
    "leave": line("leave", who="Bolt1", exit="EAST"),
    "place": line("place", who="S1", at="L4"),
    "positions": line("positions", keep=False),
    "set": line("set", who="Bolt1", ap=1),
    "set-door": line("set-door", at="H4", now="open"),
    "spend": line("spend", points=1),
    "dice": line("dice", by="app"),
    "bot": line("bot", leads="nobody"),
    "settle": line("settle"),
    "pause": line("pause"),
    "unclear": line("unclear", name="B1", entries=["N1", "S1"]),
    "blip": line("blip", name="B9", at="N4"),
    "convert": line("convert", name="B1", value=1),
    "marine": line("marine", name="Bolt9", unit="terminator-bolter", at="B4"),
    "end": line("end"),
}
ALLOWED = {
    "setup": {"start"},
    "marine-command": {"time-up"},
    "marine-action": {*ACTS, "end-turn", "time-up", "power"},
    "stealer-reinforcement": {"end-turn", "end-phase", "react"},
    "end": {"end-phase"},
}
"""For each phase the commands that are not refused as out of phase."""


def phases() -> dict[str, MatchSession]:
    """A match in each phase."""
    pieces = put(Bolt1="E4 E", S1="K4 W", B1="M4")
    laid = [new(), *pieces]
    action = play(*laid, line("start"), line("draw"))
    return {
        "setup": play(*laid),
        "marine-command": play(*laid, line("start")),
        "marine-action": action,
        "stealer-reinforcement": to_stealers(play(*laid, line("start"), line("draw"))),
        "end": go_on(to_stealers(play(*laid, line("start"), line("draw"))), line("end-turn")),
    }


@pytest.mark.rule("SH-TURN-1", "SH-LIB-5")
def test_each_command_has_its_phases() -> None:
    for phase, match in phases().items():
        assert json_state(match)["phase"] == phase
        for do, command in (ACTS | MOMENTS).items():
            if do not in ALLOWED[phase]:
                rule, code = refusal(match, command)
                assert (rule in ("SH-TURN-1", "SH-LIB-5"), code) == (True, "wrong-phase"), (phase, do)


@pytest.mark.rule("SH-WIN-1")
def test_after_the_end_nothing_is_done() -> None:
    match = go_on(ready(Bolt1="E4 E", S1="K4 W", B1="M4"), line("end"))
    for do, command in (ACTS | MOMENTS | AT_ANY_TIME).items():
        assert refusal(match, command) == ("SH-WIN-1", "match-over"), do


@pytest.mark.rule("SH-ENTRY-1", "SH-CONVERT-1", "SH-SETUP-6")
def test_pieces_come_in_the_set_up_and_blips_later_at_entries() -> None:
    for phase, match in phases().items():
        if phase != "setup":
            assert refusal(match, AT_ANY_TIME["marine"]) == ("SH-TURN-1", "wrong-phase")
            code = "entries-only" if phase == "stealer-reinforcement" else "other-phase"
            assert refusal(match, AT_ANY_TIME["blip"]) == ("SH-ENTRY-1", code)
        if phase in ("marine-command", "end"):
            assert refusal(match, AT_ANY_TIME["convert"]) == ("SH-TURN-1", "wrong-phase")
    action = phases()["marine-action"]
    assert refusal(action, AT_ANY_TIME["convert"]) == ("SH-CONVERT-1", "other-phase")
