"""Orders that lie face down are told by no face, to nobody else, before they are turned over."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from q40k.games import game as games
from q40k.games.epic.state.match import Match
from q40k.games.epic.state.turn import OrdersGiven
from q40k.i18n.locale import Locale
from q40k.kernel.events import EachQuestion, Refused
from q40k.table import history
from q40k.table.amending import Redraft, find_target, other_answers, other_command
from q40k.table.luck import luck_report
from q40k.table.match_library import MatchLibrary
from q40k.table.match_session import MatchSession
from q40k.table.shown import describe_mark
from q40k.tui.match_app import MatchApp
from tests.cli.calls import bad, good, q40k
from tests.games.epic.playing import B, M, ground, place_figures, play, row
from tests.games.epic.screen.test_desk import desk_of
from tests.games.epic.table.evening import SECRET, SET_UP
from tests.games.scripted import go_on, json_state, line, log_sentences

TOLD = re.compile(r"charge|first[- ]fire|tir appuyé", re.IGNORECASE)
"""An order, as any face would tell it; none of those who see these were asked for orders."""


def hide_orders(viewer: str | None = None) -> MatchSession:
    match_session = play(*SET_UP, *SECRET)
    match_session.viewer = viewer
    return match_session


def leaks(text: object) -> list[str]:
    return TOLD.findall(text if isinstance(text, str) else repr(text))


def orders_told(match_session: MatchSession) -> list[object]:
    events = [event for each in match_session.lines() for event in each.events]
    return [event.orders for event in events if isinstance(event, OrdersGiven)]


@pytest.mark.rule("EE-ORDER-9")
def test_neither_state_nor_data_nor_log_nor_map() -> None:
    match_session = hide_orders()
    state: Match = match_session.state
    assert all(formation.orders.chip is None for formation in state.formations.values())
    assert not leaks(json.dumps(json_state(match_session)["formations"]))
    for language in ("en", "fr"):
        assert not leaks(" ".join(log_sentences(match_session, language)))
    assert set(orders_told(match_session)) == {None}
    start = ground()
    drawn = go_on(place_figures(start, M, B, M=row(50, 10), B=row(50, 110)), *SECRET)
    scene = drawn.game.view.scene(drawn.state)
    assert scene is not None
    assert not leaks(scene)
    assert {label.text for label in scene.labels} == {"M", "B"}


@pytest.mark.rule("EE-ORDER-9")
@pytest.mark.parametrize(("viewer", "formations"), [("p1", {"M"}), ("p2", {"B"})])
def test_each_side_sees_its_own_alone(viewer: str, formations: set[str]) -> None:
    state: Match = hide_orders(viewer).state
    assert {id for id, formation in state.formations.items() if formation.orders.chip} == formations


@pytest.mark.rule("EE-ORDER-9")
def test_what_do_and_give_return_is_masked() -> None:
    match_session = play(*SET_UP)
    commands = match_session.game.commands
    returned = match_session.do(commands.check(SECRET[0]))
    assert not leaks(returned)
    match_session.do(commands.check({"do": "orders", "player": "B", "secret": True}))
    question = match_session.question
    assert isinstance(question, EachQuestion)
    assert question.secret
    assert not leaks(question.facts), "it asks for orders, and holds none"
    assert not leaks(match_session.give(["charge"]))
    assert match_session.draft == ""


@pytest.mark.rule("EE-ORDER-9")
def test_whoever_is_asked_for_orders_is_not_told_those_of_the_other() -> None:
    match_session = go_on(play(*SET_UP), line("orders", ["charge"], player="A", secret=True))
    commands = match_session.game.commands
    for player in ("A", "B"):  # A lays its chips anew, B its first ones
        match_session.do(commands.check({"do": "orders", "player": player, "secret": True}))
        question, state = match_session.question, match_session.state
        assert question is not None
        asking = match_session.game.words.ask(Locale("en"), state, question)
        assert not leaks((asking.title, asking.odds, asking.hint, question.facts))
        match_session.give([])


@pytest.mark.rule("EE-ORDER-9")
def test_no_refusal_and_no_question_tells_one() -> None:
    match_session = hide_orders()
    words, commands = match_session.game.words, match_session.game.commands
    for command in refusable():
        with pytest.raises(Refused) as refused:
            match_session.do(commands.check(command))
        assert not leaks(refused.value.refusal.facts)
        for language in ("en", "fr"):
            text = words.refuse(Locale(language), refused.value.refusal)
            assert not re.search(r"\bcharge\b(?!r)", text.replace("is not on Charge", ""))
    match_session.do(commands.check({"do": "draw"}))
    assert match_session.question is not None
    asking = words.ask(Locale("en"), match_session.state, match_session.question)
    assert not leaks((match_session.question.facts, asking.title, asking.odds, asking.why))


def refusable() -> Iterator[dict[str, Any]]:
    """What is no command of the orders: whatever it says must not depend on a chip."""
    yield {"do": "orders", "player": "A", "orders": {"M": "advance"}}
    yield {"do": "orders", "player": "A", "orders": {"B": "advance"}}
    yield {"do": "move", "formation": "B", "cm": 5}
    yield {"do": "shoot", "formation": "M", "shots": [{"figures": "M", "target": "B"}]}
    yield {"do": "rally", "formation": "B"}
    yield {"do": "next"}


@pytest.mark.rule("EE-ORDER-9")
def test_refusals_are_the_same_whatever_the_chips_are() -> None:
    def refusals_after(order: str) -> list[object]:
        match_session = play(*SET_UP, SECRET[0], line("orders", [order], player="B", secret=True))
        refusals: list[object] = []
        for command in refusable():
            refused = match_session.refusal_of(match_session.game.commands.check(command))
            refusals.append(None if refused is None else (refused.refusal.code, refused.refusal.facts))
        return refusals

    assert refusals_after("charge") == refusals_after("first-fire") == refusals_after("advance")


@pytest.mark.rule("EE-ORDER-9")
def test_neither_luck_nor_the_past_nor_an_amendment() -> None:
    match_session = hide_orders()
    report = luck_report(match_session.game, match_session.state, match_session.inputs())
    assert not leaks(report)
    walk = history.History(match_session)
    while True:
        assert not leaks([formation.orders.chip for formation in walk.state.formations.values()])
        if not walk.step(-1):
            break
    charge = next(entry.seq for entry in match_session.inputs() if entry.body == '["charge"]')
    target = find_target(match_session, charge)
    redraft = Redraft(match_session, target, other_answers(target, [["first-fire"]]))
    while not redraft.advance():
        pass
    assert not leaks(redraft.changes)
    for state in (redraft.old, redraft.new):
        assert all(formation.orders.chip is None for formation in state.formations.values())
    redraft.keep()
    plain = find_target(
        match_session, next(o.seq for o in match_session.inputs() if '"M"' in o.body and '"orders"' in o.body)
    )
    other = match_session.game.commands.check(SECRET[0] | {"orders": {"M": "charge"}})
    redraft = Redraft(match_session, plain, other_command(plain, other))
    while not redraft.advance():
        pass
    redraft.keep()
    assert match_session.session.state.formations["M"].orders.chip == "charge"
    assert not leaks(log_sentences(match_session))
    desk = desk_of(match_session)
    assert not any(leaks(describe_mark(desk.locale, match_session, line)) for line in match_session.lines())
    match_session.undo()
    match_session.undo()
    assert set(orders_told(match_session)) == {None}
    go_on(match_session, line("draw", "A", "A"))
    orders = {id: formation["order"] for id, formation in json_state(match_session)["formations"].items()}
    assert orders == {"M": "first-fire", "B": "charge"}
    match_session.undo()
    match_session.undo()
    match_session.undo()
    assert not leaks(json.dumps(json_state(match_session)["formations"])), "they lie face down again"


@pytest.mark.rule("EE-ORDER-9")
async def test_no_screen_shows_one() -> None:
    match_session = play(*SET_UP)
    app = MatchApp(desk_of(match_session), raising=True)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("o", "1", "c", "enter", "o", "f", "enter")
        await pilot.pause()
        assert match_session.session.state.formations["M"].orders.chip == "charge"
        assert not leaks(screen_text(app)), screen_text(app)
        for keys in (("g",), ("escape", "h"), ("left",), ("left",)):
            await pilot.press(*keys)
            await pilot.pause()
            assert not leaks(screen_text(app)), screen_text(app)


LEGEND = "→ Advance  » Charge  + First Fire  ← Retreat"
"""What the signs of a map mean, whichever lie there."""


def screen_text(app: MatchApp) -> str:
    strips = app.screen._compositor.render_strips()
    text = "\n".join("".join(segment.text for segment in strip) for strip in strips).replace(LEGEND, "")
    return text.replace("A Advance, C Charge, F First Fire", "")


@pytest.mark.rule("EE-ORDER-9")
def test_who_watches_sees_none(tmp_path: Path) -> None:
    path = tmp_path / "library.sqlite3"
    first, second = MatchLibrary(path, lambda: "now"), MatchLibrary(path, lambda: "now")
    typing = go_on(first.begin("Soirée", games.find("epic")), *SET_UP)
    watching = second.open(typing.number, watch=True)
    go_on(typing, *SECRET)
    watching.refresh()
    assert not leaks(json.dumps(json_state(watching)["formations"]))
    assert not leaks(" ".join(log_sentences(watching)))
    assert all(formation.orders.chip is None for formation in watching.state.formations.values())
    for match_session, lib in ((watching, second), (typing, first)):
        match_session.close()
        lib.close()


@pytest.mark.rule("EE-ORDER-9")
def test_no_command_of_the_command_line_tells_one() -> None:
    script = "".join(json.dumps(command) + "\n" for command in (*SET_UP, *SECRET))
    number = good("import", "-", stdin=script).strip()
    calls = (
        ("log", number),
        ("log", number, "--lang", "fr"),
        ("show", number),
        ("replay", number),
        ("show", number, "--json"),
        ("export", number),
        ("luck", number),
        ("list", "--json"),
        ("verify", number),
    )
    for call in calls:
        assert not leaks(q40k(*call).output), call
    assert "--whole" in bad(1, "import", "-", stdin=good("export", number))
    again = good("import", "-", "--whole", stdin=good("export", number)).strip()
    for match in (number, again):
        good("do", match, json.dumps({"do": "draw", "answers": ["A", "A"]}))
        formations = json.loads(good("show", match, "--json"))["formations"]
        assert {id: f["order"] for id, f in formations.items()} == {"M": "first-fire", "B": "charge"}


@pytest.mark.rule("EE-ORDER-9")
def test_an_export_says_that_its_seal_is_no_safe() -> None:
    script = "".join(json.dumps(command) + "\n" for command in (*SET_UP, *SECRET))
    number = good("import", "-", stdin=script).strip()
    assert "in an envelope and not in a safe" in q40k("export", number).stderr
    assert "une enveloppe, pas un coffre" in q40k("export", number, "--lang", "fr").stderr
    good("do", number, json.dumps({"do": "draw", "answers": ["A", "A"]}))
    assert q40k("export", number).stderr == ""
