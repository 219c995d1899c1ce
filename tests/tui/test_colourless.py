"""Without colour (NO_COLOR) the main screens of the games say the same, by signs and words."""

from __future__ import annotations

import re

import pytest

from q40k.games.epic.screen.turn import Secret
from q40k.tui import look
from q40k.tui.desk import Desk
from q40k.tui.match_app import MatchApp
from tests.talk.evenings import EVENINGS, Hand
from tests.talk.test_facts import MATCHES, SIZE, desk_after, painted_text, settle

BAR = re.compile("[░█▓]{9,}")
"""A bar of the race."""
NOBODY = "It ended without a winner"


@pytest.fixture(autouse=True)
def no_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")


async def rows_of(desk: Desk, page: str | None = None) -> list[str]:
    """Paint the main screen of a desk or a page over it; whatever is painted is grey."""
    app = MatchApp(desk)
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot, app)
        if page is not None:
            app.view(page)
            await pilot.press("v", "v", "end")  # every entry, also those taken back
            await settle(pilot, app)
        strips = app.screen._compositor.render_strips()
        styles = [segment.style for strip in strips for segment in strip if segment.style is not None]
        for colour in (colour for style in styles for colour in (style.color, style.bgcolor) if colour is not None):
            if colour.triplet is not None:
                assert len(set(colour.triplet)) == 1, colour
        for strip in strips:
            if any(segment.style is not None and segment.style.strike for segment in strip):
                assert look.UNDONE.sign in strip.text, strip.text
        return painted_text(app).splitlines()


@pytest.mark.parametrize("game", MATCHES)
async def test_who_acts_has_a_sign(game: str) -> None:
    desk = desk_after(game, 1.0 if game == "space-hulk" else 0.7)
    cards = desk.screen.cards(desk, desk.state)
    named = {seat.name for seat in desk.snapshot.seats if seat.id in desk.snapshot.status.active} | {*cards.values()}
    marked = [row for row in await rows_of(desk) if row.startswith(f" {look.NOW} ")]
    assert len(marked) == 1
    assert any(name in marked[0].split() for name in named), marked


@pytest.mark.parametrize("game", ["quake", "epic"])
async def test_a_bar_of_the_race_stands_beside_a_name(game: str) -> None:
    desk = desk_after(game, 0.7)
    names = [seat.name for seat in desk.snapshot.seats]
    bars = [part[0] for row in await rows_of(desk) if (part := BAR.split(row, maxsplit=1))[1:]]
    assert len(bars) == len(names)
    assert all(name in bar for name, bar in zip(names, bars, strict=True))


@pytest.mark.parametrize("page", [None, "log"])
@pytest.mark.parametrize("game", ["quake", "epic"])
async def test_what_was_undone_has_a_sign(game: str, page: str | None) -> None:
    desk = desk_after(game, 0.7)
    before = sum(look.UNDONE.sign in row for row in await rows_of(desk, page))
    while not [line for line in desk.match_session.lines(1) if line.events]:
        desk.match_session.undo()
    desk.match_session.undo()
    desk.settle()
    undone = sum(look.UNDONE.sign in row for row in await rows_of(desk, page))
    assert undone >= before + 2, "the line itself, and that it was taken back"


async def test_a_refusal_and_a_wrong_entry_begin_with_words_and_a_sign() -> None:
    desk = desk_after("quake", 1.0)
    desk.press("s", "s")
    assert any(row.startswith(" Not by the rules: ") for row in await rows_of(desk))
    desk.press("escape", None)
    for key in ("k", "9"):
        desk.press(key, key)
    assert any(row.startswith(" ! ") for row in await rows_of(desk))


async def test_secret_orders_are_dots() -> None:
    hand = Hand("epic", 1, EVENINGS["epic"])
    while not isinstance(hand.desk.field, Secret):
        hand.step()
    hand.press("a")
    rows = await rows_of(hand.desk)
    assert any("❯ •" in row for row in rows)
    assert not any("❯ a" in row.casefold() for row in rows)


async def test_blips_are_told_from_stealers_by_their_names() -> None:
    desk = desk_after("space-hulk", 0.7)
    text = "\n".join(await rows_of(desk))
    blips, stealers = desk.state.blips_in_play, desk.state.stealers_in_play
    assert {blip.id[0] for blip in blips} == {"B"}
    assert {stealer.id[0] for stealer in stealers} == {"S"}
    assert all(f" {figure.id} " in text for figure in (*blips, *stealers))


@pytest.mark.parametrize("game", EVENINGS)
async def test_the_end_says_who_won(game: str) -> None:
    hand = Hand(game, 1, EVENINGS[game])
    hand.play()
    winners = hand.desk.snapshot.status.winners
    text = "\n".join(await rows_of(hand.desk))
    assert any(f"{winners[0]} {verb}" in text for verb in ("wins", "won")) if winners else NOBODY in text
