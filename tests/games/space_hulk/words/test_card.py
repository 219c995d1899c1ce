"""A side's card on a phone: its pieces one by one, what they can do, whose turn comes next."""

from __future__ import annotations

from q40k.i18n.locale import Locale
from q40k.i18n.wording import Fold
from q40k.table.match_session import MatchSession
from tests.games.scripted import go_on, line
from tests.games.space_hulk.playing import ready, to_stealers


def card(match: MatchSession, seat: str, language: str = "en") -> dict[str, tuple[str, ...]]:
    """The lines of a card with what is folded up in each."""
    result = match.game.words.card(Locale(language), match.state, seat)
    return {part.line: part.more for part in result if isinstance(part, Fold)} | {
        part: () for part in result if isinstance(part, str)
    }


def test_a_squad_is_told_marine_by_marine() -> None:
    match = ready(Bolt1="E4 E", Flame1="D4 E", S1="G4 W")
    go_on(match, line("overwatch", who="Bolt1"))
    lines = card(match, "marine")
    assert lines["Bolt1 · 2 AP · on E4, faces east · overwatch"][:3] == (
        "Terminator with storm bolter",
        "storm bolter and power fist",
        "a shot: 2D6, each 6+, for 1 AP",
    )
    assert "shoots at S1" in lines["Bolt1 · 2 AP · on E4, faces east · overwatch"][3]
    (flamer,) = (line for line in lines if line.startswith("Flame1"))
    assert "6 shots" in flamer
    assert not any("S1" in line for line in lines)
    assert any("état d’alerte" in line for line in card(match, "marine", "fr"))


def test_the_stealers_are_told_one_by_one_and_who_sees_them() -> None:
    match = to_stealers(ready(Bolt1="E4 E", S1="G4 W", B1="I3"))
    lines = card(match, "stealer")
    assert lines["S1 · on G4, faces west · 6 AP"][0] == "seen by Bolt1"
    assert any(line.startswith("B1 · on I3") for line in lines)
    assert not any("Bolt1" in line for line in lines)


def test_a_reaction_is_announced_on_the_marines_phone() -> None:
    match = ready(Bolt1="E4 E", S1="H4 W")
    go_on(match, line("overwatch", who="Bolt1"))
    go_on(to_stealers(match), line("step", who="S1", to="G4"))
    lines = card(match, "marine")
    assert {"S1 has acted, and is seen.", "overwatch: Bolt1"} <= set(lines)


def test_the_other_side_is_next() -> None:
    match = ready(Bolt1="E4 E")
    following = match.game.view.next_seat
    assert following(match.state) == "stealer"
    assert following(to_stealers(match).state) == "marine"
