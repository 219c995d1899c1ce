"""A side's card on a phone: its formations, and of orders what that side may know."""

from __future__ import annotations

import pytest

from q40k.i18n.locale import Locale
from q40k.i18n.wording import Fold
from q40k.table.match_session import MatchSession
from tests.games.epic.playing import B, M, formation, ready, to_movement, to_shooting
from tests.games.scripted import go_on, line


def card(match: MatchSession, seat: str, language: str = "en") -> str:
    """All that a card says, what is folded up too."""
    game = match.game
    state = game.view.mask_state(match.session.state, seat)
    lines: list[str] = []
    for part in game.words.card(Locale(language), state, seat):
        lines += [part] if isinstance(part, str) else [part.line, *part.more]
    return "\n".join(lines)


@pytest.mark.rule("EE-ORDER-9")
def test_an_order_that_lies_face_down_is_on_its_own_sides_card_alone() -> None:
    match = go_on(ready(M, B), line("orders", player="B", orders={"B": "charge"}))
    assert "B Ork Boy 5/5 · Charge, face down" in card(match, "p2")
    assert "face cachée" in card(match, "p2", "fr")
    for word in ("Charge", "face down"):
        assert word not in card(match, "p1")
    go_on(match, line("orders", player="A"), line("draw", "A", "A"))
    assert "B Ork Boy 5/5 · Charge" in card(match, "p1")
    assert "face down" not in card(match, "p1") + card(match, "p2")


def test_a_card_says_what_is_open_and_what_everybody_can_do() -> None:
    match = ready(M, B)
    assert card(match, "p1").startswith("Orders still to come: A and B")
    game, state = match.game, match.state
    (mine,) = (
        part
        for part in game.words.card(Locale("en"), state, "p1")
        if isinstance(part, Fold) and part.line.startswith("M ")
    )
    assert mine.line == "M Tactical Marine 5/5"
    assert mine.more[0] == "5 Tactical Marine: move 5 cm, save 4+, FA +2"
    assert "1D6, hits on" in mine.more[1]
    assert game.words.card(Locale("en"), state, "nobody") == ()


@pytest.mark.rule("EE-MOVE-1", "EE-SHOOT-1", "EE-DEPLOY-2")
def test_who_comes_next_is_known_where_one_action_more_settles_it() -> None:
    match = ready(M, formation("A", "N", "marine-tactical", 2), B)
    following = match.game.view.next_seat
    assert following(match.state) is None, "nobody draws before the chips do"
    to_movement(match)
    assert (match.state.play.active, following(match.state)) == ("p1", "p2")
    go_on(match, line("next"))
    assert following(match.state) is None
    shooting = to_shooting(ready(M, B))
    assert (shooting.state.play.active, following(shooting.state)) == ("p1", "p2")
    go_on(shooting, line("hold", formation="M"))
    assert (shooting.state.play.active, following(shooting.state)) == ("p2", None)
