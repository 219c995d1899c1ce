"""No face tells a secret: two matches that differ in nothing but what is hidden look alike.

One is played with a counter of 5 and blips of three, the other with a counter of 2 and blips of one
and two. Whatever anybody in the room can be shown of them must be the same, letter by letter.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from q40k.games import game as games
from q40k.games.space_hulk.state.opening import StartMatch
from q40k.games.space_hulk.state.solo.automaton import Alien
from q40k.games.space_hulk.state.turn import Draw
from q40k.i18n.locale import Locale
from q40k.live.inbox import Inbox, inbox_file
from q40k.table.commentary import Announcer
from q40k.table.match_library import MatchLibrary, temporary_match
from q40k.table.match_session import MatchSession
from q40k.table.script import ScriptError, play_line, read_script, write_script
from q40k.tui.match_app import MatchApp
from tests.cli.calls import bad, good, q40k
from tests.games.scripted import Line, go_on, json_state, line
from tests.games.space_hulk.playing import library, new, play, put
from tests.games.space_hulk.screen.test_desk import desk_of
from tests.live.served import serve_board
from tests.prints.reading import pages

pytestmark = pytest.mark.rule("SH-SECRET-1", "SH-SECRET-2", "SH-SECRET-3")

SECRETS: tuple[dict[str, Any], ...] = ({"counter": 5, "blips": (22, 21, 20)}, {"counter": 2, "blips": (1, 10, 2)})


def hidden_lines(counter: int, blips: tuple[int, ...]) -> Iterator[Line]:
    """A match in the Genestealer turn, a window open, dealt by the app."""
    yield new(cp="app", blips="app") | {"name": "hulk"}
    yield from put(Bolt1="E4 E", Sword="D4 E", S1="G4 W")
    for number, die in enumerate(blips[:2], 1):
        yield line("blip", die, name=f"B{number}", entry="N2")
    yield line("start")
    yield line("draw", counter, False)
    yield line("overwatch", who="Bolt1")
    yield line("turn", who="Sword", facing="S", cp=1)
    yield line("end-turn")
    yield line("blip", blips[2], name="B3", entry="S2")
    yield line("step", who="B1", to="K7")
    yield line("step", who="B1", to="K6")
    yield line("step", who="S1", to="F4")


def record(match: MatchSession, *, whole: bool = False) -> list[Line]:
    return [json.loads(text) for text in write_script(match, library(), whole=whole)]


def both() -> tuple[MatchSession, MatchSession]:
    first, second = (play(*hidden_lines(**secrets)) for secrets in SECRETS)
    assert [blip.value for blip in first.session.state.blips_in_play] == [3, 3, 3]
    assert [blip.value for blip in second.session.state.blips_in_play] == [1, 2, 1]
    return first, second


def keep(secrets: dict[str, Any], home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A user's library with this one match."""
    data = home / str(secrets["counter"])
    data.mkdir(exist_ok=True)
    monkeypatch.setenv("Q40K_DATA_DIR", str(data))
    with closing(MatchLibrary(data / "matches.sqlite3")) as matches:
        if not matches.matches():
            match = matches.begin("hulk", game=games.find("space-hulk"))
            go_on(match, *hidden_lines(**secrets))
            match.close()


def plain(text: str) -> str:
    """What was shown, without what tells any two matches apart: identities, times, sealed text."""
    text = re.sub(r'"sealed": "([\w=-]+)"', lambda sealed: f"{len(sealed[1])}", text)
    text = re.sub(r"\b[0-9a-f]{16,}\b", "#", text)
    text = re.sub(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?([+-]\d\d:\d\d|Z)?", "#", text)
    return re.sub(r"\b\d\d:\d\d\b", "#", text)


CALLS = (
    ("show", "1"), ("show", "1", "--json"), ("log", "1"), ("log", "1", "--all", "--workings"),
    ("luck", "1"), ("luck", "1", "--json"), ("stats", "1"), ("stats", "1", "--json"),
    ("replay", "1"), ("verify", "1"), ("bookmark", "1"), ("list",), ("list", "--json"),
    ("do", "1", '{"do": "pass-window"}', "--json"), ("amend", "1", "9", "--drop"),
    ("amend", "1", "10", "--help"), ("export", "1"),
)  # fmt: skip


@pytest.mark.parametrize("call", CALLS, ids=" ".join)
def test_no_call_tells_them_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: tuple[str, ...]) -> None:
    for language in ("en", "fr") if call == ("log", "1") else ("en",):
        shown = []
        for secrets in SECRETS:
            keep(secrets, tmp_path, monkeypatch)
            result = q40k(*call, "--lang", language)
            shown.append((result.exit_code, plain(result.stdout), plain(result.stderr)))
        assert shown[0] == shown[1]


def test_no_report_tells_them_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pages: list[str] = []
    for secrets in SECRETS:
        keep(secrets, tmp_path, monkeypatch)
        page = tmp_path / f"{len(pages)}.html"
        result = q40k("report", "1", "--out", str(page))
        assert result.exit_code == 0, result.stderr
        pages.append(plain(page.read_text(encoding="utf-8")))
    assert pages[0] == pages[1]


def test_a_record_that_goes_on_is_sealed_and_plays_the_same() -> None:
    match, _other = both()
    lines = record(match)
    sealed = [data for data in lines if "sealed" in data]
    assert [data["do"] for data in sealed] == ["blip", "blip", "draw", "blip"]
    assert not any("answers" in data for data in sealed)
    assert json_state(play(*lines)) == json_state(match)
    whole = record(match, whole=True)
    assert play(*whole).session.state == match.session.state
    go_on(match, line("pass-window"), line("end-turn"))
    draw = next(data for data in record(match) if data["do"] == "draw")
    assert draw["answers"][0] == 5, "in the end phase the counter is public"


def test_a_copy_turns_up_nothing_that_lies_face_down() -> None:
    match, _other = both()
    lines, convert = record(match), line("convert", name="B1")
    inserted = [*lines[:-1], convert, lines[-1]]
    envelope = next(data["sealed"] for data in reversed(lines) if "sealed" in data)
    elsewhere = [data | {"sealed": envelope} if "sealed" in data else data for data in lines]
    for changed in ([*lines, convert], lines[:-1], inserted, elsewhere):
        with pytest.raises(ScriptError) as refused:
            play(*changed)
        assert refused.value.code == "script-sealed"
    again = temporary_match(match.game)
    for entry in read_script(map(json.dumps, [*lines, line("pass-window")]), whole=True):
        play_line(again, library, entry)
    assert [blip.value for blip in again.session.state.blips_in_play] == [3, 3, 3], "the table's own"


def test_two_records_share_no_envelope() -> None:
    matches = [play(*hidden_lines(**SECRETS[0])) for _ in range(2)]
    envelopes = [data["sealed"] for match in matches for data in record(match) if "sealed" in data]
    assert len(set(envelopes)) == len(envelopes) == 8
    assert len({len(envelope) for envelope in envelopes}) == 1, "nor does the length tell anything"
    parts = [envelope[start : start + 16] for envelope in envelopes for start in range(64, len(envelope), 16)]
    assert len(set(parts)) == len(parts), "and they have no part in common"
    assert record(matches[0]) == record(matches[0]), "a match is written the same each time"


def test_a_record_that_goes_on_depends_on_no_seed() -> None:
    """Whoever tries all seeds finds the same record each time."""
    written = []
    for seed in (7, 8, 31415):
        opening, *later = hidden_lines(**SECRETS[0])
        match = play({**opening, "seed": seed}, *later)
        written.append(list(write_script(match, library(), identity="0" * 16)))
        assert json.loads(next(write_script(match, library(), whole=True)))["seed"] == seed
        assert "seed" not in json.loads(written[-1][0])
    assert written[0] == written[1] == written[2]
    go_on(match, line("end", winner="marine"))
    finished = record(match)
    assert finished[0]["seed"] == 31415
    assert not any("sealed" in data for data in finished), "a finished match has no secrets"
    assert play(*finished).session.state == match.session.state


CONVERT = '{"do": "convert", "name": "B1", "override": "to see it"}\n'


def test_neither_a_script_nor_a_branch_turns_up_a_blip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep(SECRETS[0], tmp_path, monkeypatch)
    good("export", "1", "-o", str(tmp_path / "1.jsonl"))
    lines = (tmp_path / "1.jsonl").read_text(encoding="utf-8")
    copy = json.loads(good("run", "-", "--json", stdin=lines))
    assert copy["blips"] == json.loads(good("show", "1", "--json"))["blips"], "a copy is shown as its match is"
    assert "--whole" in bad(2, "run", "-", stdin=lines + CONVERT)
    assert good("import", str(tmp_path / "1.jsonl")).strip() == "1", "it is here already"
    assert "--whole" in bad(1, "import", "--again", str(tmp_path / "1.jsonl"))
    assert "--whole" in bad(1, "branch", "1", "9")
    turned_up = "Where do the stealers of B1 stand? K7, K5 or J5."
    assert turned_up in bad(1, "run", "-", "--whole", stdin=lines + CONVERT)
    assert good("import", "--again", "--whole", str(tmp_path / "1.jsonl")).strip() == "2"
    assert good("branch", "1", "9", "--whole").strip() == "3"


def alone(draws: Iterator[int]) -> MatchSession:
    """Alone, in the Genestealer turn; the blips that the program draws are these."""
    match = play(new("long-gallery", solo=True, cp="app", blips="app"))
    end = line("end-turn")
    for command in (StartMatch(), line("draw", 4, False), end, Alien(), Alien()):
        if isinstance(command, dict):
            go_on(match, command)
            continue
        match.do(command, auto=False)
        while (question := match.question) is not None:
            die = next(draws) if question.key == "blip-value" else 2
            match.give((die,), auto=False)
    return match


def test_a_record_of_who_plays_alone_is_sealed_and_plays_the_same() -> None:
    first, second = alone(iter((1, 1, 1, 1))), alone(iter((22, 21, 20, 19)))
    assert [blip.value for blip in first.session.state.blips_in_play] == [1, 1]
    assert [blip.value for blip in second.session.state.blips_in_play] == [3, 3]
    records = [record(match) for match in (first, second)]
    sealed = [data["do"] for data in records[0] if "sealed" in data]
    assert sealed == ["start", "alien", "alien"]
    plain_parts = [re.sub(r'"sealed": "([\w=-]+)"', "", json.dumps(lines)) for lines in records]
    assert plain_parts[0] == plain_parts[1]
    assert json_state(play(*records[1])) == json_state(second)
    again = play(*record(second, whole=True))
    assert again.session.state == second.session.state
    go_on(again, line("alien", all=True))
    changed = [data | {"sealed": "A" * 40} if "sealed" in data else data for data in records[0]]
    with pytest.raises(ScriptError, match="script-seal-broken"):
        play(*changed)
    with pytest.raises(ScriptError, match="script-bad-answers"):
        play(*(data | {"answers": [1]} if "sealed" in data else data for data in records[0]))


def test_the_live_board_does_not_tell_them_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = []
    for secrets in SECRETS:
        keep(secrets, tmp_path, monkeypatch)
        with serve_board(tmp_path / str(secrets["counter"]) / "matches.sqlite3") as board:
            shown.append([plain(board.ask(page)[2]) for page in ("/", "/?lang=fr")])
    assert shown[0] == shown[1]
    assert "Bolt1" in shown[0][0]


def phone(home: Path, seat: str) -> str:
    """All that a seat's phone is sent of the match in a library, in both languages."""
    path = home / "matches.sqlite3"
    with closing(Inbox(inbox_file(path))) as inbox, serve_board(path) as board:
        token = inbox.token(1, seat)
        text = "".join(board.ask(f"/s/{token}?lang={word}")[2] for word in ("en", "fr"))
        with board.events(f"/s/{token}/events?match=1&from=0") as events:
            text += str(events.next())
    return plain(text.replace(token, "#"))


@pytest.mark.parametrize(
    ("seat", "own", "others"),
    [
        ("marine", "command points 1/5", {"counter": 5, "blips": (1, 10, 2)}),
        ("stealer", "3 stealers", {"counter": 2, "blips": (22, 21, 20)}),
    ],
)
def test_a_phone_tells_its_own_secrets_and_not_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seat: str, own: str, others: dict[str, Any]
) -> None:
    """Whatever the others' secrets are, the page is the same; its own stand there."""
    shown = []
    for number, secrets in enumerate((SECRETS[0], others)):
        home = tmp_path / str(number)
        home.mkdir()
        keep(secrets, home, monkeypatch)
        shown.append(phone(home / str(secrets["counter"]), seat))
    assert own in shown[0]
    assert shown[0] == shown[1]
    foreign = phone(tmp_path / "0" / "5", "stealer" if seat == "marine" else "marine")
    assert own not in foreign


@pytest.mark.rule("SH-CP-3")
def test_only_the_marines_phone_is_asked_whether_to_draw_again(tmp_path: Path) -> None:
    """Its card shows the counter meanwhile; the other phone and the room are sent the same, whatever was drawn."""
    shown: list[dict[str, str]] = []
    for counter in (5, 2):
        home = tmp_path / str(counter)
        home.mkdir()
        with closing(MatchLibrary(home / "matches.sqlite3")) as matches:
            match = matches.begin("hulk", game=games.find("space-hulk"))
            go_on(match, new(cp="app", blips="app"), *put(Bolt1="E4 E", Sword="D4 E", S1="G4 W"), line("start"))
            match.do(Draw(), auto=False)
            match.give((counter,), auto=False)
            assert match.question is not None
            assert match.question.key == "again"
            match.close()
        with serve_board(home / "matches.sqlite3") as board:
            room = plain("".join(board.ask(page)[2] for page in ("/", "/?lang=fr")))
        shown.append({"room": room, **{seat: phone(home, seat) for seat in ("marine", "stealer")}})
    first, second = shown
    assert 'id="answer"' in first["marine"]
    assert "command points 0/5" in first["marine"]
    assert "command points 0/2" in second["marine"]
    assert 'id="answer"' not in first["stealer"]
    assert first["stealer"] == second["stealer"]
    assert first["room"] == second["room"]


def test_nothing_in_print_tells_them_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    printed_texts: list[list[str]] = []
    for secrets in SECRETS:
        keep(secrets, tmp_path, monkeypatch)
        out = tmp_path / f"{len(printed_texts)}.pdf"
        result = q40k("print", "all", "--game", "space-hulk", "--match", "1", "--out", str(out))
        assert result.exit_code == 0, result.stderr
        printed_texts.append([page.words for page in pages(out.read_bytes())])
    assert printed_texts[0] == printed_texts[1]


KEYS = {
    "main": (),
    "help": ("f1",),
    "map": ("v",),
    "hall": ("comma", "h"),
    "log": ("g",),
    "card": ("tab",),
    "past": ("h",),
    "odds": ("k",),
    "blip": ("C",),
    "phases": ("f5",),
}


@pytest.mark.parametrize("watching", [False, True], ids=["play", "watch"])
async def test_no_picture_of_the_screen_tells_them_apart(watching: bool) -> None:
    """Every page is opened from the main screen, and closed again."""
    shown = [await pictures(match, watching=watching) for match in both()]
    assert shown[0] == shown[1]
    assert watching or len(set(shown[0].values())) == len(KEYS), "each is another page"


async def pictures(match: MatchSession, *, watching: bool) -> dict[str, str]:
    match.watching = watching
    app = MatchApp(desk_of(match), raising=True)
    shown = {}
    async with app.run_test(size=(120, 40)) as pilot:
        for page, keys in KEYS.items():
            await pilot.press(*keys)
            await app.workers.wait_for_complete()
            await pilot.pause()
            shown[page] = re.sub(r"terminal-\d+|\d\d:\d\d", "#", app.export_screenshot(title="q40k"))
            await pilot.press(*(keys if page == "map" else ("escape",) * bool(keys)))
    return shown


async def test_a_branch_from_the_screen_asks_twice_while_something_is_secret() -> None:
    with closing(MatchLibrary()) as matches:
        match = go_on(matches.begin("hulk", game=games.find("space-hulk")), *hidden_lines(**SECRETS[0]))
        app = MatchApp(desk_of(match), raising=True)
        async with app.run_test(size=(120, 40)) as pilot:
            await pilot.press("h", "left", "w")
            assert len(matches.matches()) == 1
            await pilot.press("w")
            assert len(matches.matches()) == 2


def test_neither_calls_nor_scene_nor_data_tell_them_apart() -> None:
    outputs = []
    for match in both():
        game = match.game
        announcer = Announcer(game)
        announcer.read(match.inputs(), match.head)
        state = match.state
        outputs.append(
            (
                announcer.calls,
                game.view.scene(state),
                game.view.race(state),
                repr(state.blips),
                json.dumps(game.view.as_json(state, match.question, [])),
                [game.words.tell(Locale("en"), state, event) for seen in match.lines() for event in seen.events],
            )
        )
    assert outputs[0] == outputs[1]
