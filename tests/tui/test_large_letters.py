"""A terminal with letters twice as large: 80 by 24 at 200 % is 40 by 12. And nothing moves."""

from __future__ import annotations

import pytest

from q40k.games.game import find
from q40k.i18n.locale import Locale
from q40k.packs.compiled import SHIPPED
from q40k.table.context import Prefilled
from q40k.table.match_library import temporary_match
from q40k.tui.desk import Desk
from q40k.tui.match_app import MatchApp
from tests.talk.evenings import EVENINGS, Hand
from tests.talk.test_facts import painted_text

SIZE = (40, 12)


def new_desk(game: str, language: str) -> Desk:
    """The desk of a new match in memory."""
    session = temporary_match(find(game))
    return Desk(session, session.game.packs.library(cache=SHIPPED), Locale(language), Prefilled(), ask_dice=True)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", EVENINGS)
async def test_every_question_of_an_evening_is_whole_on_a_small_screen(game: str, language: str) -> None:
    hand = Hand(game, 1, EVENINGS[game])
    hand.desk.change_language(Locale(language))
    app = MatchApp(hand.desk)
    async with app.run_test(size=SIZE) as pilot:
        for _step in range(40):
            hand.step()
            app.screen.show()  # type: ignore[attr-defined]
            await pilot.pause()
            field = hand.desk.field
            shown = " ".join(painted_text(app).split())
            if field is not None and len(app.screen_stack) == 1:
                assert " ".join(field.title.split()) in shown, painted_text(app)
                assert "▏" in shown, painted_text(app)
                marked = [choice.label for choice in field.choices()[field.at : field.at + 1]]
                assert all(" ".join(label.split())[:20] in shown for label in marked), painted_text(app)


async def test_nothing_slides_or_fades() -> None:
    app = MatchApp(new_desk("quake", "en"))
    async with app.run_test(size=SIZE):
        assert app.animation_level == "none"
