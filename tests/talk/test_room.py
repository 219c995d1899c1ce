"""The conversation at a desk: what a line does, what is told, and how it ends."""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable
from contextlib import closing

import pytest

from q40k.games.game import find
from q40k.i18n.locale import Locale
from q40k.packs.compiled import SHIPPED
from q40k.season.decisions import Decided, Over
from q40k.season.record import read_decisions, write_decisions
from q40k.season.rounds import begin
from q40k.table.context import Onward, Prefilled
from q40k.table.match_library import MatchLibrary, now, temporary_match
from q40k.talk.ears import Ears
from q40k.talk.room import TableTalk
from q40k.tui.desk import Desk
from tests.cli.calls import MATCH, bad, good, import_match
from tests.season.evenings import scored_match
from tests.talk.test_evenings import pipe_talk
from tests.talk.test_facts import desk_after

LAID_OUT = ("1", "1", "1", "", "Ann", "tact", "Bob", "slugga", "")


def talk_of(game: str = "quake", language: str = "en") -> TableTalk:
    """The conversation of a new match in memory."""
    session = temporary_match(find(game))
    packs = session.game.packs.library(cache=SHIPPED)
    talk = TableTalk(Desk(session, packs, Locale(language), Prefilled(), ask_dice=True), "usual", lambda _words: False)
    talk.greeting()
    return talk


def last_answer(talk: TableTalk, *lines: str) -> list[str]:
    """What the conversation says of the last of these lines."""
    answer: list[str] = []
    for line in lines:
        answer = talk.hear(line)
    return answer


def at_kept_match(library: MatchLibrary, number: str, *, watch: bool = False) -> TableTalk:
    """The conversation at a match of a library."""
    session = library.open(int(number), watch=watch)
    packs = session.game.packs.library(cache=SHIPPED)
    return TableTalk(Desk(session, packs, Locale("en")), "usual", lambda _words: False)


def run_talk(lines: list[str], *arguments: str) -> str:
    """What `q40k talk` says of these lines, in this process."""
    return good("talk", *arguments, stdin="".join(line + "\n" for line in lines))


# ---- lines


def test_a_line_answers_one_field_and_never_the_next() -> None:
    talk = talk_of()
    answer = last_answer(talk, *LAID_OUT, "5 3 6")
    assert answer[:2] == ["Ann rolls 5: initiative 17", "Not used: 3 6"]
    assert any(line.startswith("Bob rolls 1D6") for line in answer)


def test_an_action_takes_its_answers_from_the_same_line() -> None:
    talk = talk_of()
    last_answer(talk, *LAID_OUT, "5", "3", "n", "n")
    for line in ("k 2 4", "k24", "kill bob 4"):
        last_answer(talk, line)
    kills = [entry for entry in talk.desk.match_session.inputs() if '"kill"' in entry.body]
    assert len(kills) == 3


def test_what_could_be_several_things_is_offered_and_nothing_is_taken() -> None:
    talk = talk_of()
    answer = last_answer(talk, "1", "1", "1", "", "Ann", "guard")
    assert "That may be several things:" in answer
    assert not talk.desk.state.players
    assert (
        last_answer(talk, "2")[0]
        == "Ann joins with "
        + answer[answer.index("That may be several things:") + 2][3:].split(",")[0]
        + f" ({talk.desk.state.players['p1'].value} points)"
    )


def test_a_question_is_understood_by_its_text_alone() -> None:
    epic = talk_of("epic")
    last_answer(epic, "1", "1", "a", "Ann", "1", "f", "1", "M")
    assert epic.hear("?")[:2] == ["Its figures?", "such as: 5 Tactical Marine, 1 Assault Marine"]
    quake = talk_of()
    last_answer(quake, *LAID_OUT, "5", "3")
    assert last_answer(quake, "k") == ["Who was killed?", "There is nothing to choose: /back."]
    assert "2: goal in points" in last_answer(talk_of(), "1", "1", "1"), "no dash for what is not set"


def test_enter_alone_takes_the_first_offer_as_on_the_screen() -> None:
    talk = talk_of()
    last_answer(talk, "1", "1", "1", "", "Ann", "guard", "")
    assert talk.desk.state.players["p1"].champion.name.en == "Guardian Defender"


def test_a_wrong_line_says_why_and_leaves_the_field_empty() -> None:
    talk = talk_of()
    answer = last_answer(talk, *LAID_OUT, "9")
    assert answer[0].startswith("Not understood: ")
    assert talk.desk.field is not None
    assert not talk.desk.field.buffer


def test_a_refusal_can_be_overruled_with_a_reason_or_left() -> None:
    talk = talk_of()
    assert last_answer(talk, *LAID_OUT, "5", "3", "n", "n", "s")[0].startswith("Not by the rules: ")
    assert last_answer(talk, "") == ["Ann: Movement"]
    assert last_answer(talk, "s", "o")[0] == "Overrule, because…"
    assert talk.desk.field is not None


def test_a_line_that_does_nothing_says_so() -> None:
    talk = talk_of()
    last_answer(talk, *LAID_OUT, "5", "3", "n", "n")
    assert last_answer(talk, "nonsense") == ["There is no action “nonsense”. question mark w says what can be done."]
    assert last_answer(talk, "?y") == ["There is no question “y”. question mark h lists them."]


@pytest.mark.parametrize("game", ["quake", "epic", "space-hulk"])
def test_a_question_changes_nothing_and_a_half_entered_form_stays(game: str) -> None:
    talk = talk_of(game)
    talk.hear("1")
    field, head = talk.desk.field, talk.desk.match_session.head
    for letter in ["", *"lswcmvpotjh"]:
        assert talk.hear(f"?{letter}")
    assert talk.desk.field is field
    assert talk.desk.match_session.head == head


def test_no_plain_letter_asks_where_it_is_an_action() -> None:
    talk = talk_of()
    last_answer(talk, *LAID_OUT, "5", "3", "n", "n")
    last_answer(talk, "s")
    assert talk.desk.notice or talk.desk.refused or talk.desk.field, "S shoots in Quake 40K"


def test_a_line_before_a_key_that_no_line_can_type() -> None:
    talk = talk_of()
    last_answer(talk, "1", "1", "1", "")
    talk.hear("/tab Bob")
    assert talk.desk.field is not None
    assert "Bob" in talk.desk.field.visible_text
    assert talk.desk.field.visible_text != "Bob", "Tab made a bot of the name"


def test_enter_alone_repeats_what_is_waited_for() -> None:
    talk = talk_of()
    last_answer(talk, *LAID_OUT, "5", "3", "n", "n")
    assert last_answer(talk, "") == ["Ann: Movement"]


def test_the_second_key_of_an_action_follows_a_comma_or_the_word() -> None:
    for line in (",e", ", e", "comma e"):
        talk = talk_of()
        last_answer(talk, *LAID_OUT, "5", "3", "n", "n")
        assert last_answer(talk, line)[0] == "End the match here?"
    assert "comma e: End the match" in talk.hear("?h end-match")[0]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", ["quake", "epic", "space-hulk"])
def test_every_key_that_is_taught_is_explained_by_the_name_it_was_taught_by(game: str, language: str) -> None:
    talk = TableTalk(desk_after(game, 0.7, language), "usual", lambda _words: False)
    whole = "?w all" if language == "en" else "?w tout"
    names = [action for action in talk.desk.usual_actions() if not action.only_shows]
    text = talk.hear(whole)
    assert len(talk.hear("?w")) < len(text) or len(names) <= 6
    for action in talk.desk.actions:
        key = talk.asking._key(action)
        assert "," not in key, key
        assert "+" not in key, key
        assert talk.hear(f"?h {key}")[0].startswith(f"{key}"), key
        assert talk.hear(f"?h {action.shown}") == talk.hear(f"?h {key}")
    if talk.desk.field is None:
        assert all(any(line.startswith(talk.asking._key(action)) for line in text) for action in names)


def test_the_running_phase_is_said_first() -> None:
    talk = TableTalk(desk_after("quake", 0.7), "usual", lambda _words: False)
    assert talk.hear("?w")[0].startswith("now Shooting, Turn 1")


def test_the_name_beside_kill_is_always_the_victim() -> None:
    talk = talk_of()
    last_answer(talk, *LAID_OUT, "5", "3")
    assert "Who was killed?" in talk.hear("k")[0]
    last_answer(talk, "/back", "n", "n")
    assert talk.hear("k bob")[0].startswith("Bob is killed") or talk.desk.snapshot.question is not None


@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_question_names_what_only_a_screen_has(language: str) -> None:
    talk, texts = talk_of(language=language), list[str]()
    lines = ["", "", "", "", "Ann", "tact", "/tab Bob", "", "/tab", "/back", "slugga", "", "5", "3", "m", "/back", "s"]
    for line in lines:
        texts += talk.hear(line) + talk.hear("?")
    for word in ("the marked one", "le choix marqué", "lit on the map", "Backspace", "F4", "arrows", "flèches"):
        assert word not in "\n".join(texts)


def test_a_refusal_says_why_to_the_question_for_odds() -> None:
    talk = talk_of()
    refused = last_answer(talk, *LAID_OUT, "5", "3", "n", "n", "s")
    assert talk.hear("?o")[0] in refused[0]


def test_brief_says_less_and_full_more() -> None:
    texts = {}
    for detail in ("brief", "usual", "full"):
        talk = talk_of()
        last_answer(talk, f"/{detail}", *LAID_OUT)
        texts[detail] = len("".join(talk.hear("?w")) + "".join(last_answer(talk, "9")))
    assert texts["brief"] <= texts["usual"] < texts["full"]


def test_the_rules_are_named_in_full_detail_only() -> None:
    talk = talk_of()
    assert "TURN-1" not in "\n".join(last_answer(talk, *LAID_OUT, "5", "3", "n", "n", "s"))
    assert "TURN-1" in "\n".join(last_answer(talk, "", "/full", "s"))


# ---- places


def test_clock_directions_and_distances_of_neighbours() -> None:
    desk = desk_after("quake", 0.7)
    talk = TableTalk(desk, "usual", lambda _words: False)
    near = next(line for line in talk.hear("?p 30,30") if line.startswith("Near: "))
    assert "o’clock" in near
    assert " inches at " in near


@pytest.mark.rule("EE-SHOOT-3")
def test_no_distance_is_told_where_the_table_guesses_it() -> None:
    talk = TableTalk(desk_after("epic", 0.7), "usual", lambda _words: False)
    figure = next(iter(talk.desk.view.pieces(talk.desk.state))).id
    near = next(line for line in talk.hear(f"?m {figure}") if line.startswith("Near: "))
    assert "o’clock" in near
    assert " inch" not in near
    assert " centimetre" not in near


# ---- the past, other matches, other writers


def test_a_correction_ends_as_on_the_screen(library_at: Callable[..., MatchLibrary]) -> None:
    number = import_match()
    with closing(library_at()) as library:
        talk = at_kept_match(library, number)
        last_answer(talk, "/amend 10", "3")
        assert "It is put right." in last_answer(talk, "")
        assert [3] in [json.loads(entry.body) for entry in talk.desk.match_session.inputs()]
        talk.desk.match_session.close()


def test_the_past_can_be_walked_marked_and_branched(library_at: Callable[..., MatchLibrary]) -> None:
    number = import_match()
    with closing(library_at()) as library:
        talk = at_kept_match(library, number)
        last_answer(talk, "/history", "4", "m here")
        assert "here" in last_answer(talk, "")[0] or "here" in last_answer(talk, "/left")[0]
        assert "Match 2 goes on from there" in " ".join(last_answer(talk, "w"))
        last_answer(talk, "o")
        assert talk.desk.destination == Onward(match=2)
        talk.desk.match_session.close()


def test_a_watcher_is_told_what_another_writes(library_at: Callable[..., MatchLibrary]) -> None:
    number = import_match()
    with closing(library_at()) as library:
        watching, writing = at_kept_match(library, number, watch=True), at_kept_match(library, number)
        assert watching.watch() == []
        last_answer(writing, "e")
        assert "Shooting phase" in watching.watch()
        for talk in (watching, writing):
            talk.desk.match_session.close()


def test_another_match_is_opened_from_the_list(library_at: Callable[..., MatchLibrary]) -> None:
    import_match(), import_match()
    with closing(library_at()) as library:
        talk = at_kept_match(library, "1")
        assert any(line.startswith("2: Soirée, Quake 40K") for line in last_answer(talk, "/matches"))
        assert last_answer(talk, "/open 9") == ["There is no match and no game “9”. /matches lists them."]
        last_answer(talk, "/open 2")
        assert talk.desk.destination == Onward(match=2)
        talk.desk.match_session.close()


# ---- the program


def test_codes_in_a_name_never_reach_the_terminal() -> None:
    lines = ["1", "1", "1", "", "A\x1b[31mnn\x07", "tact", "?s", "?c A", "/log"]
    answer = run_talk(lines, "new")
    assert "\x1b" not in answer
    assert "\x07" not in answer
    assert "A[31mnn joins" in answer


def test_the_end_of_the_input_leaves_the_match_at_its_question(library_at: Callable[..., MatchLibrary]) -> None:
    said_last = pipe_talk(list(LAID_OUT), "new").splitlines()[-1]
    assert said_last == "The match waits: q40k talk 1"
    with closing(library_at()) as library, closing(library.open(1, watch=True)) as session:
        assert session.question is not None
    assert run_talk(["5"], "1").splitlines()[1].startswith("Ann rolls 1D6")


def test_without_a_match_it_asks_which() -> None:
    number = import_match(MATCH)
    assert "Match 1: Soirée" in run_talk(["9", number])
    assert run_talk(["q"]).splitlines()[-1].startswith("Which match?")
    lost = run_talk(["deathmatch", "?", "q"])
    assert "epic or space-hulk begins one; “puzzles” asks some; ? lists all again" in lost
    assert lost.count("epic: Epic Escarmouches") == 2, "a lone ? says again what there is"


def test_a_word_that_names_no_match_is_not_understood_even_without_matches() -> None:
    assert "Not understood: “xyz”\nWhich match?" in run_talk(["xyz", "q"])


@pytest.mark.parametrize("game", ["quake", "epic", "space-hulk"])
def test_the_same_line_gets_the_same_answer_each_time(game: str) -> None:
    talk = TableTalk(desk_after(game, 0.7), "usual", lambda _words: False)
    if talk.desk.field is not None:
        talk.hear("/back")
    for line in ("1", "²", "#", "xyz", "7"):
        answers = [talk.hear(line) for _time in range(3)]
        assert answers[1], line
        assert answers[1] == answers[2], line


def test_the_command_line_answers_within_the_conversation() -> None:
    import_match(MATCH)
    answer = run_talk(["/log last", "/nonsense", "/quit"], "1")
    assert "Alice joins" in answer
    assert "There is no action “nonsense”" in answer


def test_a_match_that_does_not_exist() -> None:
    import_match(MATCH)
    assert "“9”" in bad(2, "talk", "9")


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_ctrl_c_leaves_cleanly() -> None:
    from tests.terminal import Terminal

    number = import_match(MATCH)
    terminal = Terminal("-m", "q40k", "talk", number)
    terminal.until(b"?h helps")
    terminal.write(b"?s\n")
    terminal.until(b"worth")
    os.kill(terminal.pid, signal.SIGINT)
    terminal.until(b"The match waits")
    assert b"\x1b" not in terminal.seen
    assert b"Traceback" not in terminal.seen


@pytest.mark.skipif(sys.platform == "win32", reason="waits for a pipe")
def test_news_wait_while_a_line_is_half_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    inner, outer = os.pipe()
    steps: list[bytes | None] = [None, b"ha", None, "lf é".encode()[:4], "é\n".encode()[1:], None]
    steps_done: list[int] = []

    def wait(*_streams: object) -> tuple[list[int], list[int], list[int]]:
        step = steps.pop(0)
        if step is None:
            return [], [], []
        os.write(outer, step)
        return [inner], [], []

    monkeypatch.setattr("select.select", wait)
    ears = Ears(lambda: steps_done.append(len(steps)), lambda: False)
    assert next(ears._read(inner, echoes=False)) == "half é"
    assert steps_done == [5], "only before the line was begun"
    os.close(inner)
    os.close(outer)


def test_a_backspace_takes_a_letter_back_and_an_arrow_types_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    ears = Ears(lambda: None, lambda: False)
    answers = [ears._take(letter, echoes=True) for letter in "Anx\x7fn\x1b[A\n"]
    assert answers[-1] == "Ann"
    assert capfd.readouterr().out == "Anx\b \bn\n"


def test_a_secret_is_echoed_as_dots(capfd: pytest.CaptureFixture[str]) -> None:
    ears = Ears(lambda: None, lambda: True)
    for letter in "acf":
        ears._take(letter, echoes=True)
    assert capfd.readouterr().out == "•••"


def test_a_refused_correction_says_why_and_can_be_left_or_overruled() -> None:
    talk = TableTalk(desk_after("quake", 1.0), "usual", lambda _words: False)
    refused = last_answer(talk, "/amend 17", "2")
    assert any(line.startswith("Not by the rules: Bob has 6 inches of 6 inches left") for line in refused)
    assert talk.hear("")[1] != refused[1], "Enter alone leaves it"
    assert "Overrule, because…" in last_answer(talk, "/back", "/amend 17", "2", "o")


def test_a_correction_says_what_was_and_what_is_now() -> None:
    talk = TableTalk(desk_after("quake", 1.0), "usual", lambda _words: False)
    preview = last_answer(talk, "/amend 24", "", "2", "3")
    assert not any("→" in line for line in preview)


@pytest.mark.parametrize(
    ("language", "medal", "title"),
    [("en", "Telefragger: Bob", "What decided it"), ("fr", "Téléfraggeur\u00a0: Bob", "Ce qui l’a décidée")],
)
def test_the_end_page_says_places_medals_and_what_decided_it(language: str, medal: str, title: str) -> None:
    talk = TableTalk(desk_after("quake", 1.0, language), "usual", lambda _words: False)
    yes = "y" if language == "en" else "o"
    page = last_answer(talk, ",e", yes, "")
    assert any(line.startswith("1. Bob") for line in page)
    assert any(line.startswith(medal) for line in page)
    decided = page[page.index(title) + 1]
    assert any(word in decided for word in (" percent", "pour cent")), decided


def test_a_match_that_ends_in_a_conversation_decides_its_league_at_once(
    library_at: Callable[..., MatchLibrary],
) -> None:
    lines = scored_match(("Ann", 9), ("Bob", 1))[:-1]
    number = good("import", "-", "--name", "goes on", stdin="".join(f"{line}\n" for line in lines)).strip()
    with closing(library_at()) as library:
        write_decisions(library, now(), begin("Duel", "robin", ("Ann", "Bob"), table=2))
        output = run_talk([",e", "y", ""], number)
        assert "1. Ann" in output
        decided, over = [line.decision for line in read_decisions(library).standing][1:]
        assert decided == Decided("Duel", 1, 1, library.find(number).identity, (("Ann",), ("Bob",)), "match")
        assert over == Over("Duel")


def test_epic_figures_are_typed_by_their_names_in_either_language() -> None:
    epic = talk_of("epic", "fr")
    last_answer(epic, "1", "1", "a", "Ann", "1", "f", "1", "M")
    assert "Marine Tactique" in epic.hear("?n tact")
    last_answer(epic, "5 marine tactique et 1 marine-chaplain")
    state = epic.desk.state
    assert [state.profile(id).id for id in state.figures].count("marine-tactical") == 5
    last_answer(epic, "f", "1", "N")
    assert "Vouliez-vous dire Marine Tactique" in epic.hear("5 marine tatique")[0]
    assert talk_of("epic").hear("?n")[0] == "Skirmish"


def test_a_misspelled_name_is_asked_about_with_the_nearest() -> None:
    talk = TableTalk(desk_after("quake", 0.7), "usual", lambda _words: False)
    assert talk.hear("k bobb")[0].endswith("Did you mean Bob?")
    assert talk.hear("/back")
    assert talk.hear("kil")[0].endswith("Did you mean Kill?")
