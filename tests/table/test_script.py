"""Match scripts: the headless contract, line by line."""

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from q40k.games import game as games
from q40k.games.quake.game import GAME
from q40k.games.quake.packs.library import Library
from q40k.i18n.error_texts import script_error
from q40k.i18n.locale import Locale
from q40k.kernel.events import AnswerError, Refused
from q40k.packs.problems import PackError
from q40k.packs.validate import parse_model
from q40k.table.match_session import MatchSession
from q40k.table.script import LineRefused, ScriptError, known_words, play_line, read_script, schema, write_script
from tests.games.quake.rules.play_at_random import open_player
from tests.table.scripts import NEW, TESTER, join, json_state, library, line, opening_lines, play, record


def error_of(lines: list[str]) -> ScriptError:
    with pytest.raises(ScriptError) as caught:
        play(lines)
    return caught.value


def line_refusal(lines: list[str]) -> LineRefused:
    with pytest.raises(LineRefused) as caught:
        play(lines)
    return caught.value


# ---- reading


@pytest.mark.parametrize("number", [1, 2])
def test_comments_and_empty_lines_are_passed_over_and_still_counted(number: int) -> None:
    lines = ["\ufeff# Friday evening", "", "   ", NEW, "  # players", *join("Ann"), line("jion")]
    assert [entry.do for entry in read_script(lines[:6])] == ["new", "join"]
    error = error_of(lines[number - 1 :])
    assert (error.code, error.line) == ("script-unknown-do", 8 - number)


@pytest.mark.parametrize("first", [NEW, "# a comment", ""])
def test_a_byte_order_mark_is_no_harm(first: str) -> None:
    assert play(["\ufeff" + first, *([] if first == NEW else [NEW])]).state.setup.mod is not None


def test_the_first_line_lays_the_match_out() -> None:
    error = error_of(join("Ann"))
    assert (error.line, error.code, error.facts["do"]) == (1, "script-no-new", "join")
    second = line_refusal([NEW, NEW])
    assert (second.line, second.rule) == (2, "TABLE-2")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("new", "script-not-json"),
        ('{"do": "new"', "script-not-json"),
        ('{"do": "new", "seed": NaN}', "script-not-json"),
        ('{"do": "new", "seed": Infinity}', "script-not-json"),
        ('{"do": "new", "seed": %s}' % ("9" * 5000), "script-not-json"),
        ("[" * 100_000, "script-not-json"),
        ('{"do": "new", "options": %s}' % ("[" * 500 + "]" * 500), "script-not-json"),
        ("{}", "script-no-do"),
        ("[]", "script-no-do"),
        ("3", "script-no-do"),
        ("null", "script-no-do"),
        ('{"do": 3}', "script-no-do"),
        ('{"do": "new", "answers": 3}', "script-bad-answers"),
        ('{"do": "new", "answers": {}}', "script-bad-answers"),
        ('{"do": "new", "open": "yes"}', "script-bad-answers"),
        ('{"do": "undo", "player": "Ann"}', "script-alone"),
        ('{"do": "redo", "answers": [1]}', "script-alone"),
        ('{"do": "accident", "player": "\\ud800"}', "script-not-utf8"),
        ('"' + "x" * 1_000_001 + '"', "script-line-long"),
    ],
)
def test_what_is_no_line_of_a_script_is_told_so(text: str, code: str) -> None:
    error = error_of([text])
    assert (error.line, error.code) == (1, code)


@pytest.mark.parametrize(
    ("command", "code", "field"),
    [
        ({"do": "kill", "player": "Ann", "victim": "Bob", "weapon": "axe"}, "script-unknown-field", "weapon"),
        ({"do": "kill", "player": "Ann"}, "script-missing-field", "victim"),
        ({"do": "portal", "player": "Ann", "portal": 6}, "script-bad-field", "portal"),
        ({"do": "portal", "player": "Ann", "portal": 0}, "script-bad-field", "portal"),
        ({"do": "portal", "player": "Ann", "portal": 1, "moved": -1}, "script-bad-field", "moved"),
        ({"do": "deploy", "player": "Ann", "at": [1]}, "script-bad-field", "at"),
        ({"do": "deploy", "player": "Ann", "at": [1, 2, 3]}, "script-bad-field", "at"),
        ({"do": "adjust", "player": "Ann", "score": "lots", "why": "x"}, "script-bad-field", "score"),
        ({"do": "adjust", "player": "Ann", "score": "1/0", "why": "x"}, "script-bad-field", "score"),
        ({"do": "adjust", "player": "Ann", "score": "1e9999999", "why": "x"}, "script-bad-field", "score"),
        ({"do": "adjust", "player": "Ann", "score": 1, "why": " "}, "script-bad-field", "why"),
        ({"do": "join", "player": "", "champion": "x"}, "script-bad-field", "player"),
        ({"do": "portal", "player": "Ann", "portal": True}, "script-bad-field", "portal"),
        ({"do": "portal", "player": "Ann", "portal": "3"}, "script-bad-field", "portal"),
    ],
)
def test_a_field_that_does_not_fit_is_named(command: dict[str, Any], code: str, field: str) -> None:
    error = error_of([NEW, "", json.dumps(command)])
    assert (error.line, error.code) == (3, code)
    assert str(error.facts["field"]).startswith(field)


@pytest.mark.parametrize("game", ["quake", "epic", "space-hulk"])
def test_no_number_is_read_from_a_truth_or_a_text(game: str) -> None:
    numbers, rules = 0, games.find(game).rules
    kinds_by_name: dict[str, Any] = {kind.__name__: kind for kind in rules.registry.commands}  # type: ignore[attr-defined]
    for shape in schema(games.find(game))["$defs"].values():
        kind: Any = kinds_by_name.get(shape.get("title", ""))
        for field, described in shape["properties"].items() if kind is not None else ():
            kinds = {choice.get("type") for choice in [described, *described.get("anyOf", ())]}
            if not kinds & {"integer", "number"}:
                continue
            numbers += 1
            for wrong in (True, False, "3"):
                if (isinstance(wrong, str) and "string" in kinds) or (isinstance(wrong, bool) and "boolean" in kinds):
                    continue
                with pytest.raises(ValidationError) as refusal:
                    parse_model(kind, {"do": shape["properties"]["do"]["const"], field: wrong})
                assert field in {problem["loc"][0] for problem in refusal.value.errors()}, (kind, field, wrong)
    assert numbers > 20


@pytest.mark.parametrize(
    ("command", "english", "french"),
    [
        (
            {"do": "portal", "player": "Ann", "portal": 6},
            "“portal” does not fit here. 6 is out of range; it needs 1 to 5.",
            "«\u00a0portal\u00a0» ne convient pas ici. 6 est hors limites\u00a0; il faut de 1 à 5.",
        ),
        (
            {"do": "portal", "player": "Ann", "portal": True},
            "“portal” does not fit here. A whole number is needed here, not true (true or false).",
            None,
        ),
        (
            {"do": "portal", "player": "Ann", "portal": "3"},
            "“portal” does not fit here. A whole number is needed here, not “3” (text).",
            None,
        ),
        (
            {"do": "portal", "player": "Ann", "portal": 1, "stand": "out"},
            "“stand” does not fit here. “out” is not allowed here, only in or beside.",
            None,
        ),
        (
            {"do": "portal", "player": " ", "portal": 1},
            "“player” does not fit here. A name needs at least one character.",
            None,
        ),
        (
            {"do": "adjust", "player": "Ann", "score": "1/0", "why": "x"},
            "“score” does not fit here. Points are needed, such as 15, -7.5 or 20/3.",
            None,
        ),
        (
            {"do": "adjust", "player": "Ann", "score": True, "why": "x"},
            "“score” does not fit here. Points are needed, such as 15, -7.5 or 20/3.",
            None,
        ),
        (
            {"do": "deploy", "player": "Ann", "at": [1, 2, 3]},
            "“at” does not fit here. Entries in the list: 3; it needs 2 or less.",
            None,
        ),
        (
            {"do": "kill", "player": "Ann", "victum": "Bob", "victim": "Bob"},
            "“kill” has no “victum”. Did you mean victim?",
            None,
        ),
        ({"do": "kill", "player": "Ann"}, "“kill” lacks its “victim”.", None),
    ],
)
def test_what_is_wrong_with_a_line_is_said_in_plain_words(command: Any, english: str, french: str | None) -> None:
    error = error_of([NEW, json.dumps(command)])
    assert script_error(Locale("en"), error) == english
    if french is not None:
        assert script_error(Locale("fr"), error) == french


def test_an_unknown_command_names_those_that_are_known() -> None:
    error = error_of([NEW, line("kil", player="Ann")])
    assert (error.code, error.facts["do"]) == ("script-unknown-do", "kil")
    assert "kill" in error.facts["known"]


CONTRACT = (
    "new", "join", "leave", "start", "deploy", "move", "portal", "stand", "pickup", "kill",
    "accident", "next", "end-phase", "adjust", "undo", "redo",
)  # fmt: skip


def test_every_command_of_the_contract_is_known() -> None:
    assert set(CONTRACT) <= set(known_words(GAME))


SAID: st.SearchStrategy[dict[str, Any]] = st.dictionaries(
    st.sampled_from(["do", "player", "victim", "portal", "at", "answers", "score", "why", "x"]),
    st.sampled_from([*CONTRACT, "Ann", 1, 7, -1, 2.5, None, True, [], [1], {}, "", "\x00"]),
)


def refusal_of(lines: list[str]) -> ScriptError | LineRefused | None:
    """What is said of a script that is not played to its end."""
    try:
        play(lines)
    except (ScriptError, LineRefused) as refusal:
        return refusal
    return None


@given(st.lists(SAID.map(json.dumps) | st.text(max_size=20), max_size=4))
def test_whatever_stands_in_a_script_is_played_or_refused(lines: list[str]) -> None:
    refusal = refusal_of([NEW, *lines])
    assert refusal is None or 1 < refusal.line <= 1 + len(lines)


# ---- playing


def test_a_script_in_the_words_of_the_contract() -> None:
    match_session = play(
        [
            line("new", mod="deathmatch", arena="classic-60", seed=3, addons=[], options={}),
            line("join", player="Alice", champion="space-marine", painted=True, age=40),
            line("join", player="Bob", champion=TESTER, race="human", wysiwyg=False),
            line("start", 4, 4, 2, 5),
            line("deploy", player="Alice", at=[30.0, 30.0]),
            line("deploy", player="Bob", tile="A1"),
            line("stand", player="Bob", portal=2),
            line("pickup", 3, 5, player="Bob", token="E1"),
            line("next"),
            line("portal", 2, 6, 4, player="Alice", portal=5, moved=0),
            line("kill", 1, player="Bob", victim="Alice", how="chainsword"),
            line("accident", 2, player="Alice", cause="drowned"),
            line("adjust", player="Alice", score=2.5, why="a bonus for style"),
            line("end-phase"),
            line("undo"),
            line("redo"),
            line("leave", player="Alice"),
        ]
    )
    assert (match_session.state.play.phase, match_session.question) == ("shooting", None)
    assert json_state(match_session)["players"]["Alice"]["score"] == "-12.5"
    assert json_state(match_session)["players"]["Bob"]["score"] == "0"


@pytest.mark.rule("TABLE-5")
def test_dice_that_no_answer_gives_are_rolled_from_the_seed() -> None:
    lines = [NEW, *join("Ann", "Bob"), line("start")]
    first, second = play(lines), play(lines)
    assert json_state(first) == json_state(second)
    assert all(player.die in range(1, 7) for player in first.state.players.values())
    rolled = {
        tuple(
            player.die for player in play([line("new", mod="deathmatch", seed=seed), *lines[1:]]).state.players.values()
        )
        for seed in range(10)
    }
    assert len(rolled) > 3


@pytest.mark.rule("TABLE-5")
def test_answers_that_run_out_within_a_roll_are_completed_from_the_seed() -> None:
    match_session = play([*opening_lines("Ann", "Bob"), line("pickup", 2, player="Ann", token="E1")])
    held = next(iter(match_session.state.players.values())).bonus
    assert held is not None
    assert held.kind.startswith("equipment-2")
    assert record(match_session)[-1] == line("pickup", 2, int(held.kind[-1]), player="Ann", token="E1")


@pytest.mark.rule("TABLE-6")
def test_a_missing_choice_is_an_error() -> None:
    error = line_refusal([*opening_lines("Ann", "Bob"), line("portal", 6, player="Ann", portal=1)])
    assert (error.line, error.rule) == (7, "PORTAL-2")
    assert isinstance(error.cause, AnswerError)
    assert error.cause.code == "answer-missing"


@pytest.mark.rule("TABLE-6")
def test_answers_left_over_are_an_error() -> None:
    error = line_refusal([*opening_lines("Ann", "Bob"), line("kill", 1, 2, player="Ann", victim="Bob")])
    assert (error.line, error.rule) == (7, "TABLE-6")
    assert isinstance(error.cause, AnswerError)
    assert (error.cause.code, error.cause.facts["answers"]) == ("answers-left", (2,))
    error = line_refusal([NEW, line("join", 3, player="Ann", champion=TESTER)])
    assert (error.line, error.rule) == (2, "TABLE-6")


@pytest.mark.rule("TABLE-6")
@pytest.mark.parametrize("answer", [7, 0, "x", None, [1], 1.5, True, {}])
def test_an_answer_that_does_not_fit_is_an_error(answer: Any) -> None:
    error = line_refusal([*opening_lines("Ann", "Bob"), line("kill", answer, player="Ann", victim="Bob")])
    assert (error.line, error.rule) == (7, "RESPAWN-1")
    assert isinstance(error.cause, AnswerError)


@pytest.mark.rule("TURN-1")
def test_a_refusal_names_its_line_and_rule_and_can_be_overridden() -> None:
    lines = opening_lines("Ann", "Bob")
    error = line_refusal([*lines, line("portal", 2, player="Bob", portal=1)])
    assert (error.line, error.rule) == (7, "TURN-1")
    assert isinstance(error.cause, Refused)
    match_session = play([*lines, line("portal", 2, player="Bob", portal=1, override="she let him")])
    assert json_state(match_session)["players"]["Bob"]["portal"] == 2


@pytest.mark.rule("TABLE-4")
def test_nothing_is_undone_where_nothing_is_done() -> None:
    error = line_refusal([NEW, line("undo"), line("undo")])
    assert (error.line, error.rule) == (3, "TABLE-4")
    assert isinstance(error.cause, AnswerError)
    assert error.cause.code == "nothing-to-undo"
    error = line_refusal([NEW, line("redo")])
    assert isinstance(error.cause, AnswerError)
    assert error.cause.code == "nothing-to-redo"


@pytest.mark.rule("TABLE-4")
def test_an_undo_takes_back_a_line_with_its_answers() -> None:
    before = play(opening_lines("Ann", "Bob"))
    after = play([*opening_lines("Ann", "Bob"), line("kill", 3, player="Ann", victim="Bob"), line("undo")])
    assert json_state(before) == json_state(after)
    assert record(before) == record(after)


@pytest.mark.parametrize(
    ("command", "rule", "code", "nearest"),
    [
        (line("new", mod="deathmatsh"), "TABLE-2", "unknown-mod", "deathmatch"),
        (line("new", mod="deathmatch", arena="clasic-60"), "ARENA-3", "unknown-arena", "classic-60"),
        (line("join", player="Ann", champion="space-marin"), "CHAMPION-1", "unknown-champion", "space-marine"),
    ],
)
def test_an_id_no_pack_knows_names_the_nearest(command: str, rule: str, code: str, nearest: str) -> None:
    error = line_refusal([command] if '"new"' in command else [NEW, command])
    assert isinstance(error.cause, Refused)
    assert (error.rule, error.cause.refusal.code) == (rule, code)
    assert error.cause.refusal.facts["nearest"] == nearest


@pytest.mark.rule("CHAMPION-2")
def test_gear_a_champion_cannot_have_is_refused() -> None:
    error = line_refusal([NEW, line("join", player="Ann", champion="space-marine", options=["death-star"])])
    assert isinstance(error.cause, Refused)
    assert (error.line, error.rule, error.cause.refusal.code) == (2, "CHAMPION-2", "unknown-gear")


@pytest.mark.rule("CHAMPION-3")
def test_gear_is_paid_for() -> None:
    plain = library().champions["sm-veteran-sergeant"]
    gear, cost = "power-fist", plain.options["power-fist"]
    match_session = play([NEW, line("join", player="Ann", champion=plain.id, options=[gear])])
    assert json_state(match_session)["players"]["Ann"]["value"] == plain.points + cost
    assert json_state(match_session)["players"]["Ann"]["options"] == [gear]


@pytest.mark.parametrize("wrong", [{"points": 0}, {"ws": "four"}, {"t": 11}, {"colour": "red"}])
def test_a_profile_that_does_not_fit_is_an_error(wrong: dict[str, Any]) -> None:
    error = line_refusal([NEW, line("join", player="Ann", champion={**TESTER, **wrong})])
    assert (error.line, error.rule) == (2, "CHAMPION-1")
    assert isinstance(error.cause, PackError)


@pytest.mark.parametrize("champion", [{}, {"name": None}, {"name": ["x"] * 5}, {"name": {"a": {}}}])
def test_a_profile_of_nothing_is_an_error(champion: dict[str, Any]) -> None:
    assert line_refusal([NEW, line("join", player="Ann", champion=champion)]).line == 2


# ---- there and back


def round_trip(match_session: MatchSession) -> None:
    lines = record(match_session)
    again = play(lines)
    assert json_state(again) == json_state(match_session)
    assert again.state.replace(seed="") == match_session.state.replace(seed="")
    assert record(again) == lines


EVENING = [
    *opening_lines("Ann", "Bob", "Cid"),
    line("rename", player="Cid", to="Zed\u00e9"),
    line("pickup", 3, 2, player="Ann", token="E1"),
    line("kill", 2, "yes", 6, 4, player=["Bob", "Zed\u00e9"], victim="Ann", how="fists"),
    line("join", 5, 3, player="Late", champion="ork-slugga-boy"),
    line("stand", player="Bob", portal=2),
    line("portal", 2, player="Ann", portal=1, moved=1.5, **{"continues": True}),
    line("move", player="Ann", inches=2),
    line("next", 4),
    line("move", player="Ann", inches=3, override="she forgot"),
    line("correct", player="Bob", champion={**TESTER, "points": 33, "i": 9}),
    line("adjust", player="Late", score="20/3", why="by agreement"),
    line("leave", player="Late"),
    line("dice", by="app", player="Bob"),
    line("d3", on_d6=True),
    line("pickup", 4, player="Bob", token="S1"),
    *[line("end-phase")] * 3,
    line("end-phase", ["Zed\u00e9", "Bob", "Ann"]),
]


@pytest.mark.parametrize("length", range(1, len(EVENING) + 1))
def test_what_is_written_out_is_read_in_again(length: int) -> None:
    round_trip(play(EVENING[:length]))


@pytest.mark.parametrize("answers", [[], [6], [6, 2], [2], [2, 6]])
def test_a_match_in_mid_question_keeps_its_question(answers: list[int]) -> None:
    lines = [*opening_lines("Ann", "Bob"), line("stand", player="Bob", portal=2)]
    command = line("portal", *answers, player="Ann", portal=1)
    match_session = play([*lines, json.dumps(json.loads(command) | {"open": True})])
    assert match_session.question is not None
    round_trip(match_session)
    assert json.loads(record(match_session)[-1])["open"] is True


def test_what_was_undone_is_not_written() -> None:
    match_session = play([*EVENING[:9], line("undo"), line("undo")])
    assert record(match_session) == record(play(EVENING[:7]))


def test_shipped_data_is_only_named() -> None:
    written = record(play([NEW, line("join", player="Ann", champion="space-marine")]))
    assert [json.loads(line) for line in written] == [
        {"do": "new", "mod": "deathmatch", "arena": "classic-60", "seed": 7},
        {"do": "join", "player": "Ann", "champion": "space-marine"},
    ]


def test_data_that_is_shipped_no_more_is_written_in_full() -> None:
    match_session = play([NEW, line("join", player="Ann", champion="space-marine")])
    lines = list(write_script(match_session, Library(), whole=True))
    assert {"mod_data", "arena_data", "tables_data"} <= set(json.loads(lines[0]))
    assert "profile" in json.loads(lines[1])
    assert json_state(play(lines)) == json_state(match_session)
    assert play(lines).state == match_session.state


@pytest.mark.parametrize("seed", range(12))
def test_a_match_played_at_random_is_written_and_read_again(seed: int) -> None:
    player = open_player(Random(seed).randrange, str(seed))
    for _ in range(150):
        player.step()
    round_trip(MatchSession(GAME, player.table.session, None))


# ---- the schema


def test_the_schema_names_every_command_and_takes_answers() -> None:
    described = schema(GAME)
    shapes = {
        shape["properties"]["do"]["const"]: shape
        for shape in described["$defs"].values()
        if "do" in shape.get("properties", {})
    }
    assert set(shapes) == set(known_words(GAME))
    for do, shape in shapes.items():
        assert "do" in shape["required"]
        assert ("answers" in shape["properties"]) == (do not in ("undo", "redo"))
    assert len(described["oneOf"]) == len(shapes)
    json.dumps(described)


@pytest.mark.parametrize(
    "text",
    [
        '{"do": "next", "do": "kill"}',
        '{"do": "new", "mod": "deathmatch", "mod": "elite"}',
        '{"do": "join", "player": "Ann", "champion": {"name": "X", "ws": 3, "ws": 4}}',
    ],
)
def test_what_is_said_twice_is_refused_with_its_line(text: str) -> None:
    with pytest.raises(ScriptError) as caught:
        list(read_script(["", text]))
    assert (caught.value.line, caught.value.code) == (2, "script-said-twice")
    assert caught.value.facts["field"] in ("do", "mod", "ws")


@pytest.mark.rule("TABLE-6")
def test_a_line_that_leaves_its_question_open_is_the_last() -> None:
    open_line = json.dumps({"do": "portal", "player": "Ann", "portal": 1, "open": True})
    with pytest.raises(ScriptError) as caught:
        play([*opening_lines("Ann", "Bob"), open_line, line("next")])
    assert (caught.value.line, caught.value.code) == (8, "script-still-open")


def test_a_refused_line_does_not_come_back_by_redo() -> None:
    match_session = play(opening_lines("Alice", "Bob"))

    def play_on(*texts: str) -> None:
        for entry in read_script(texts, GAME):
            play_line(match_session, library, entry)

    for refused in (line("kill", "x", player="Alice", victim="Bob"), line("redo")):
        with pytest.raises(LineRefused) as caught:
            play_on(refused)
    assert isinstance(caught.value.cause, AnswerError)
    assert caught.value.cause.code == "nothing-to-redo"
    play_on(line("kill", 2, player="Alice", victim="Bob"), line("undo"), line("redo"))
    assert json_state(match_session)["players"]["Alice"]["score"] == "15"


def test_a_name_typed_with_another_apostrophe_is_the_same_player() -> None:
    names = opening_lines("L’Ogre", "Jean-Luc")
    match_session = play([*names, line("kill", 2, player="L'Ogre", victim="jean‑luc")])
    assert list(json_state(match_session)["players"]) == ["L’Ogre", "Jean-Luc"]
    assert json_state(match_session)["players"]["L’Ogre"]["score"] == "15"
    refused = line_refusal([NEW, *join("L’Ogre", "L'Ogre")])
    assert isinstance(refused.cause, Refused)
    assert refused.cause.refusal.code == "name-taken"
