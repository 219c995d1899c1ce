"""What a newcomer presses: digits on the map, Space alone, far squares, points that are short."""

from __future__ import annotations

import pytest

from q40k.games.space_hulk.packs.missions import Goal
from q40k.games.space_hulk.screen.base import find_actor
from q40k.games.space_hulk.state.offers import flame_squares
from q40k.games.space_hulk.words.missions import goal_line
from q40k.i18n.locale import Locale
from q40k.table.match_session import MatchSession
from q40k.tui.headline import MIDDLING
from q40k.tui.look import style_text, wrap_parts
from q40k.tui.match_app import MatchApp
from q40k.tui.panels import Banner
from q40k.tui.prompt import Prompt
from tests.games.scripted import go_on, line, log_sentences
from tests.games.space_hulk.playing import marine, new, next_turn, ready, to_stealers
from tests.games.space_hulk.screen.test_desk import desk_of, press
from tests.games.space_hulk.screen.test_map import screen_text, view
from tests.games.space_hulk.solo.alone import alone, solo_match


async def test_on_the_map_a_digit_chooses_a_marine_and_one_beyond_hides_a_layer() -> None:
    match = ready(new(timer=180), Bolt1="E4 E", Bolt2="C4 E")
    app = MatchApp(desk_of(match), raising=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("comma", "v", "2", "f")
        await pilot.pause()
        assert marine(match, "Bolt2")["at"] == "D4"
        assert not view(app).hidden
        assert "part " in screen_text(app).splitlines()[0], "the clock is seen there, too"
        await pilot.press("6")
        assert not view(app).hidden, "typed blind after a key of play"
        await pilot.press("minus", "6")
        assert view(app).hidden == {"trail"}


async def test_on_the_map_a_die_begins_the_shot_of_the_only_one_who_watches() -> None:
    match = ready(new(cp="app"), "H4 L4", 1, Bolt1="G4 E", S1="N4 W")
    go_on(match, line("overwatch", who="Bolt1"), line("end-turn"))
    go_on(match, line("step", who="S1", dir="forward"))
    app = MatchApp(desk_of(match), raising=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("comma", "v", "6", "1")
        await pilot.pause()
        assert match.question is None
        assert match.state.window is None or not match.state.marines_in_play[0].stance.overwatch
        assert any(event.type == "fired" for line in match.lines() for event in line.events)


def test_alone_space_goes_on_to_the_next_turn_and_e_ends_the_end_phase_too() -> None:
    for key in " e":
        match = alone(solo_match(rows=["." * 12]), Bolt1="A1 E")
        desk = desk_of(match)
        for _ in range(5):
            if match.state.play.phase != "end":
                press(desk, " ")
        assert match.state.play.phase == "end", desk.notice
        assert desk.actions["end-phase"] in desk.usual_actions()
        assert "e End phase" in str(desk.screen.idle_rows(desk)[-1])
        press(desk, key)
        if match.question is not None:
            press(desk, "6\n")
        assert match.state.play.turn == 2, desk.notice
        press(desk, " ")
        assert match.state.play.phase == "marine-action", "and draws"


def test_alone_nobody_chooses_an_alien() -> None:
    match = alone(solo_match(rows=["." * 12]), Bolt1="A1 W", S1="L1 W")
    desk = desk_of(match)
    assert find_actor(desk) is None
    press(desk, "1")
    assert desk.field is None


def test_alone_a_blip_is_turned_up_only_where_it_must_be_and_space_does_that() -> None:
    match = alone(solo_match(rows=["." * 12], options={"blips": "app"}), Bolt1="A1 W")
    go_on(match, line("blip", name="B1", entry="FAR", override="x", answers=[1]))
    desk = desk_of(match)
    desk.perform("convert")
    assert desk.notice == "“Turn up a blip” is not possible just now."
    seen = alone(solo_match(rows=["." * 12], options={"blips": "app"}), Bolt1="A1 E")
    go_on(seen, line("blip", name="B1", at="F1", override="x", answers=[2]))
    assert seen.state.conversion is not None
    desk = press(desk_of(seen), " ")
    assert seen.state.conversion is None or seen.state.conversion.left == 2, desk.notice


@pytest.mark.rule("SH-FLAMER-2")
def test_the_flamer_is_told_what_it_may_burn() -> None:
    match = ready(new("seed-vault"), Flame="I5 N")
    desk = press(desk_of(match), "x")
    assert desk.field is not None
    assert desk.field.hint == "I9"
    assert flame_squares(match.state, match.state.marines["Flame"]) == ("I9",)


def test_alone_nothing_is_taken_as_allowed_in_haste() -> None:
    options = {"timer": 180}
    match = alone(solo_match(rows=["." * 12], options=options), Bolt1="A1 E")
    go_on(match, line("alien", all=True), line("end-phase", 6), line("draw"))
    assert match.state.timer.length is not None
    desk = press(desk_of(match), "ffff")
    press(desk, "fn")
    assert desk.refused is not None
    assert not match.state.doubts


def test_what_was_done_in_haste_is_told_with_its_figures() -> None:
    match = ready(new(timer=180), Bolt1="E4 E")
    press(desk_of(match), "ffoln")
    doubt = next(sentence for sentence in log_sentences(match) if sentence.startswith("In haste"))
    assert "Bolt1 has 0 AP left; this costs 1" in doubt


def test_a_new_turn_begins_with_the_one_in_front() -> None:
    match = ready(Bolt1="E4 E", Bolt2="C4 E")
    desk = press(desk_of(match), "2")
    assert find_actor(desk) == "Bolt2"
    next_turn(match)
    assert find_actor(desk) == "Bolt1"


def test_n_walks_to_a_square_that_is_far() -> None:
    match = ready(Bolt1="E4 E")
    desk = press(desk_of(match), "nG4\n")
    assert marine(match, "Bolt1")["at"] == "G4", desk.notice
    assert marine(match, "Bolt1")["ap"] == 2


def test_a_way_in_points_goes_no_farther_than_those_that_are_known_to_be_left() -> None:
    match = alone(solo_match(rows=["." * 12], options={"cp": "app"}), Bolt1="A1 E", cp=True)
    go_on(match, line("alien", all=True), line("end-phase"), line("draw", 3))
    desk = press(desk_of(match), "cnH1\n")
    assert marine(match, "Bolt1")["at"] == "D1", desk.notice
    assert desk.refused is None
    assert marine(match, "Bolt1")["ap"] == 4


def test_one_marine_is_not_told_as_several() -> None:
    goal = Goal(side="marine", by="leave", count=1, exit="EAST")
    english = Locale("en")
    assert goal_line(english, goal).endswith("a marine leaves the board (EAST)")


def test_keys_are_not_torn_from_what_they_do() -> None:
    rows = wrap_parts(style_text("F Forward · O Overwatch · N Move to\nEsc: back"), 14)
    assert [str(row) for row in rows] == ["F Forward", "O Overwatch", "N Move to", "Esc: back"]
    assert [str(row) for row in wrap_parts(style_text("F Forward · B Back"), 40)] == ["F Forward · B Back"]
    assert [str(row) for row in wrap_parts(style_text("O Overwatch · N Move there"), 11)] == [
        "O Overwatch",
        "N Move",
        "there",
    ]


async def test_the_keys_are_wrapped_again_when_the_terminal_changes() -> None:
    app = MatchApp(desk_of(ready(new(), Bolt1="E4 E")), raising=True)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        prompt = app.screen.query_one(Prompt)
        for size in ((120, 40), (80, 24), (130, 40)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            drawn = [prompt.render_line(y).text.strip() for y in range(prompt.size.height)]
            keys = " · ".join(line for line in drawn if " · " in line)
            assert "Turn left" in keys, size
            assert "Turn right" in keys, size


def idle_text(match: MatchSession, language: str = "en") -> str:
    """What stands in the prompt while nothing is asked, on one line."""
    desk = desk_of(match, language)
    return " / ".join(str(row) for row in match.game.screen.idle_rows(desk))


def test_the_prompt_says_which_numbers_choose_a_piece() -> None:
    assert "1-2 choose a marine · f Forward" in idle_text(ready(new(), Bolt1="E4 E", Bolt2="D4 E"))
    assert "choose" not in idle_text(ready(new(), Bolt1="E4 E"))
    stealers = to_stealers(ready(new(), Bolt1="C4 W", S1="K4 W", S2="L4 W"))
    assert "1-2 choisit une pièce" in idle_text(stealers, "fr")


@pytest.mark.rule("SH-WIN-1", "SH-END-1")
def test_a_goal_that_is_met_before_the_end_phase_is_shown() -> None:
    match = ready(new(), Bolt1="P4 E", Bolt2="O4 E", Bolt3="E4 E")
    go_on(match, line("leave", who="Bolt1", exit="EAST"))
    assert "Met as it stands" not in idle_text(match)
    go_on(match, line("leave", who="Bolt2", exit="EAST"))
    shown = "Met as it stands, and counted in the end phase: enough marines have left (the Space Marines)"
    assert shown in idle_text(match)
    assert "compté en phase de fin\u00a0: assez de" in idle_text(match, "fr")


async def test_the_states_of_marines_are_signs_with_a_legend_on_a_narrow_screen() -> None:
    match = ready(Sword="D4 E", Cannon="C4 E", Bolt1="B4 E", Libra="A4 E")
    go_on(match, line("overwatch", who="Cannon"))
    go_on(match, line("set", who="Sword", guard=True), line("set", who="Bolt1", jammed=True))
    app = MatchApp(desk_of(match), raising=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        rows = [row[:30].rstrip() for row in screen_text(app).splitlines()]
    for meaning in ("◎ overwatch", "▲ guard", "✗ jammed", "┼ power sword", "≡ assault cannon", "ψ Librarian"):
        assert any(meaning in row for row in rows), meaning
    assert [row[2:].split()[0] for row in rows if "●●" in row] == ["1┼Sword", "2≡Cannon", "3", "4ψLibra"]
    ends = {
        name: next(row for row in rows if name in row).split()[-1] for name in ("Sword", "Cannon", "Bolt1", "Libra")
    }
    assert ends == {"Sword": "▲", "Cannon": "◎10", "Bolt1": "✗", "Libra": "20"}


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_the_number_that_is_needed_is_large_at_every_size(size: tuple[int, int]) -> None:
    desk = press(desk_of(ready(doors="H4", Bolt1="G4 E", S1="J4 W")), "s")
    assert desk.snapshot.question is not None
    app = MatchApp(desk, raising=True)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        banner = app.screen.query_one(Banner)
        assert banner.display
        assert banner.size.height >= MIDDLING, "letters of three rows or more"
        assert banner.is_needed
