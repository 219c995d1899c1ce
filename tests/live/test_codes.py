"""Codes on the board: a phone's camera opens one, the table takes it in at the laptop or not."""

from __future__ import annotations

import json
import zlib
from base64 import urlsafe_b64encode
from typing import Any

import pytest
from msgspec.structs import replace

from q40k.games import game as games
from q40k.games.epic.prints.sheets import roster as roster_sheets
from q40k.games.epic.prints.wish import Wish as EpicWish
from q40k.games.epic.prints.wish import sides_of
from q40k.games.game import Game
from q40k.games.quake.packs.library import load as load_packs
from q40k.games.quake.prints.cards import cards as champion_cards
from q40k.games.quake.prints.offer import Fielded
from q40k.games.quake.prints.offer import Wish as QuakeWish
from q40k.i18n.locale import Locale
from q40k.live import examiner
from q40k.live.codes import OFTEN
from q40k.live.phone import shared_section
from q40k.packs.codes import MOST_LETTERS, MOST_OBJECTS, is_code, link, read_code, write_code
from q40k.prints.paper import PAPERS
from q40k.prints.writing import make_pdf
from q40k.table.codes import open_code, shared_codes
from q40k.table.folders import packs_folder
from q40k.table.match_session import MatchSession
from q40k.tui import phones
from tests.games.epic.playing import formation, ready
from tests.games.quake.screen.table import playing as quake
from tests.live.test_phones import Table, table  # noqa: F401 (a fixture)
from tests.prints.looking import scan_codes

SHY = {"id": "shy", "name": {"en": "Shy", "fr": "Timide"}, "text": {"en": "Hides.", "fr": "Se cache."}, "caution": 2}


@pytest.fixture(autouse=True)
def _patient_child(monkeypatch: pytest.MonkeyPatch) -> None:
    """The child steps back for all other work, so on a busy machine even a sound code may take it long."""
    monkeypatch.setattr(examiner, "SECONDS", 100.0)


def code_of(packs: Any, game: str = "quake") -> str:
    text = json.dumps({"game": game, "packs": packs})
    return "2." + urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


def bring(table: Table, code: str) -> tuple[int, str]:  # noqa: F811
    origin = {"origin": f"http://{table.board.host}"}
    status, _headers, text = table.board.ask(f"/pack/{code}/join", "POST", b"{}", **origin)
    return status, text


def test_a_code_is_taken_in_by_the_referee_and_never_by_itself(
    table: Table,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(phones, "SEEN_SECONDS", 0)
    code = code_of({"personalities": [SHY]})
    status, _headers, text = table.board.ask(f"/pack/{code}", accept_language="fr")
    assert status == 200
    assert "<h1>Timide</h1>" in text
    assert f"q40k pack add {code}" in text
    status, text = bring(table, code)
    number = json.loads(text)["id"]
    assert (status, bring(table, code)) == (202, (202, text)), "the same code waits once"
    table.desk.phones.check_inbox()
    assert "Ctrl+O shows what it holds" in table.desk.notice
    for key in ("enter", "delete"):
        assert not table.desk.phones.press(key), "nothing is taken in that was not shown"
    table.desk.phones.let_in()
    assert "personalities: shy · Enter takes it in" in table.desk.notice
    assert not table.desk.phones.press("x"), "any other key leaves it"
    assert not packs_folder().exists()
    table.desk.phones.let_in()
    assert table.desk.phones.press("enter")
    assert "shy" in (packs_folder() / "code-shy.yaml").read_text(encoding="utf-8")
    assert "taken it in" in table.board.ask(f"/pack/{code}/join/{number}")[2]
    assert bring(table, code)[0] == 409, "its id is in use now"
    other = code_of({"personalities": [SHY | {"id": "bold"}]})
    number = json.loads(bring(table, other)[1])["id"]
    table.desk.phones.check_inbox()
    table.desk.phones.let_in()
    assert table.desk.phones.press("delete")
    assert "Not taken in" in table.board.ask(f"/pack/{other}/join/{number}")[2]
    assert table.board.ask(f"/pack/{code}/join/{number}")[0] == 404, "only whoever has the code hears of it"


HOSTILE = {
    "no code": ("eNpL", 404),
    "an older form": ("1.eNpL", 404),
    "too long": ("2." + "A" * MOST_LETTERS, 404),
    "no base 64": ("2.!!", 422),
    "a bomb": ("2." + urlsafe_b64encode(zlib.compress(b"0" * 10**6, 9)).decode().rstrip("="), 422),
    "cut off": (code_of({"personalities": [SHY]})[:-6], 422),
    "an unknown game": (code_of({"personalities": [SHY]}, "chess"), 422),
    "an unknown kind": (code_of({"scripts": [SHY]}), 422),
    "an escape in a name": (code_of({"personalities": [SHY | {"name": {"en": "\x1b[2J", "fr": "x"}}]}), 422),
    "a path for an id": (code_of({"personalities": [SHY | {"id": "../../etc"}]}), 422),
    "one id twice": (code_of({"personalities": [SHY, SHY]}), 422),
    "no object": (code_of({"personalities": [[]]}), 422),
    "deep": (code_of({"personalities": [json.loads("[" * 400 + "]" * 400)]}), 422),
}


def test_no_hostile_code_is_shown_or_brought(table: Table) -> None:  # noqa: F811
    for name, (code, status) in HOSTILE.items():
        answer, headers, text = table.board.ask(f"/pack/{code}")
        assert (name, answer) == (name, status)
        assert "\x1b" not in text, name
        assert "script-src 'self'" in headers["content-security-policy"]
        assert bring(table, code)[0] == status, name
    assert table.room.inbox.waiting(1) == []
    sound = code_of({"personalities": [SHY | {"name": {"en": "<img src=x>", "fr": "x"}}]})
    assert "<img" not in table.board.ask(f"/pack/{sound}", accept_language="en")[2]
    assert table.board.ask(f"/pack/{sound}/join", "POST", b"{}", origin="http://elsewhere")[0] == 403
    for _ in range(OFTEN[0]):
        status = table.board.ask(f"/pack/{sound}")[0]
    assert status == 429


def shared_texts(session: MatchSession) -> dict[str, str]:
    game: Game = session.game
    return {f"{code.kind} {code.name(Locale('en'))}": code.code for code in shared_codes(game, session.state, 1800)}


def test_what_the_house_ships_has_no_code_and_the_rest_is_read_elsewhere() -> None:
    session = quake(("Ann", "Bob")).match_session
    assert shared_texts(session) == {}
    state = session.state
    arena = replace(state.setup.arena, id="my-kitchen")
    ann = state.players["p1"]
    hero = ann.replace(champion=replace(ann.champion, id="sancho"))
    changed = state.replace(setup=state.setup.replace(arena=arena), players={**state.players, "p1": hero})
    codes = list(shared_codes(session.game, changed, 1800))
    assert [(code.kind, code.model.id) for code in codes] == [("arena", "my-kitchen"), ("champion", "sancho")]
    parcel = open_code(link("http://laptop:8040/", codes[0].code))
    assert parcel.contents.objects == {"arenas": ("my-kitchen",)}
    assert parcel.taken == ()
    section = shared_section(Locale("fr"), codes, "http://laptop:8040/")
    assert section.count("<svg") == 2
    assert f'href="/pack/{codes[1].code}"' in section


def test_an_army_goes_along_as_it_was_fielded() -> None:
    codes = shared_texts(ready(formation("A", "M", "marine-tactical", 5), formation("B", "G", "ork-boy", 5)))
    assert all(is_code(f"http://x/pack/{code}") for code in codes.values())
    assert list(codes) == ["army A", "army B"]
    for code in codes.values():
        game, objects = read_code(code)
        assert (game, next(iter(objects))) == ("epic", "armies")
        assert open_code(code).contents.objects.keys() == {"armies"}


def test_a_mission_of_ones_own_goes_along_with_its_board() -> None:
    game = games.find("space-hulk")
    library = game.packs.library()
    mission, layout = library.of_kind("missions")["airlock-nine"], library.of_kind("boards")["airlock-nine"]
    own = {"missions": [replace(mission, id="mine", board="mine")], "boards": [replace(layout, id="mine")]}
    assert open_code(write_code("space-hulk", own)).contents.objects == {"missions": ("mine",), "boards": ("mine",)}


def test_printed_codes_are_read_by_a_scanner_as_a_call_or_as_a_link_to_the_open_board() -> None:
    figure = next(champion for champion in load_packs().champions.values() if not champion.options)
    own = replace(figure, id="sancho")
    cards = QuakeWish(
        Locale("en"),
        PAPERS["a4"],
        library=load_packs(),
        mod=load_packs().mods["deathmatch"],
        fielded=(Fielded("Ann", own, ()),),
        board="http://192.168.1.5:8040/",
    )
    (scanned,) = scan_codes(make_pdf(champion_cards(cards), PAPERS["a4"], Locale("en")).data)
    assert scanned.startswith("http://192.168.1.5:8040/pack/2.")
    assert read_code(scanned)[1]["champions"][0]["id"] == "sancho"
    state = ready(formation("A", "M", "marine-tactical", 5), formation("B", "G", "ork-boy", 5)).state
    roster = roster_sheets(EpicWish(Locale("fr"), PAPERS["a4"], sides=sides_of(state)))
    calls = scan_codes(make_pdf(roster, PAPERS["a4"], Locale("fr")).data)
    assert [read_code(call)[1]["armies"][0]["id"] for call in calls] == ["a", "b"]
    assert all(call.startswith("q40k pack add 2.") for call in calls)


# -- the child that reads them ---------------------------------------------------------------------


def test_a_code_that_takes_too_long_is_given_up_and_the_next_is_read(
    table: Table,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    slow, sound = (code_of({"personalities": [SHY | {"id": id}]}) for id in ("slow", "sound"))
    monkeypatch.setattr(examiner, "SECONDS", 0.0)
    status, headers, _text = table.board.ask(f"/pack/{slow}")
    assert (status, headers["retry-after"]) == (503, "5")
    monkeypatch.setattr(examiner, "SECONDS", 100.0)
    assert table.board.ask(f"/pack/{sound}")[0] == 200


def test_a_code_that_was_read_is_remembered_until_packs_change(
    table: Table,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    code = code_of({"personalities": [SHY]})
    assert table.board.ask(f"/pack/{code}")[0] == 200
    monkeypatch.setattr(examiner, "SECONDS", 0.0)
    assert table.board.ask(f"/pack/{code}")[0] == 200, "it is not read again"
    packs_folder().mkdir(parents=True)
    assert table.board.ask(f"/pack/{code}")[0] == 503, "it is read again"


def test_a_code_of_more_objects_than_one_needs_is_refused(table: Table) -> None:  # noqa: F811
    code = code_of({"personalities": [SHY | {"id": f"shy{number}"} for number in range(MOST_OBJECTS + 1)]})
    status, _headers, text = table.board.ask(f"/pack/{code}", accept_language="fr")
    assert status == 422
    assert f"Il contient plus de {MOST_OBJECTS} objets." in text
