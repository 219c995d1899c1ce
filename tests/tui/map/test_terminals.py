"""What each terminal is asked and answers, as it was recorded, and what it is shown, as docs/installing.md says."""

from pathlib import Path

import pytest
from rich.console import Console
from textual.app import App

from q40k.table.doctor import count_colours
from q40k.tui.map import graphics
from q40k.tui.map.graphics import Answers, Graphics
from q40k.tui.map.palette import palette_of

INSTALLING = Path(__file__).parents[3] / "docs" / "installing.md"
RECORDED = "2026-11-28"
"""When a program in each of these terminals wrote the questions and read for three seconds."""

TERMINALS: dict[str, tuple[dict[str, str], str]] = {
    "xterm 379": ({"TERM": "xterm"}, "\x1bP>|XTerm(379)\x1b\\\x1b[?64;1;2;6;9;15;16;17;18;21;22;28c"),
    "xterm 379 `-ti vt340 -tn xterm-256color`": (
        {"TERM": "xterm-256color"},
        "\x1bP>|XTerm(379)\x1b\\\x1b[?63;1;2;4;6;9;15;16;22;28c",
    ),
    "rxvt-unicode 9.30": ({"TERM": "rxvt-unicode-256color", "COLORTERM": "rxvt-xpm"}, "\x1b[?1;2c"),
    "mlterm 3.9.0": ({"TERM": "mlterm"}, "\x1b[6;22;10t\x1b[?63;1;2;3;4;6;7;15;18;22;29c"),
    "kitty 0.26.5": (
        {"TERM": "xterm-kitty", "COLORTERM": "truecolor"},
        "\x1b_Gi=4040;OK\x1b\\\x1bP>|kitty(0.26.5)\x1b\\\x1b[6;20;9t\x1b[?62;c",
    ),
    "Konsole 22.12.3": (
        {"TERM": "xterm-256color", "COLORTERM": "truecolor"},
        "\x1b_Gi=4040;OK\x1b\\\x1bP>|Konsole 22.12.3\x1b\\\x1b[6;18;8t\x1b[?62;1;4c",
    ),
    "st 0.9": ({"TERM": "st-256color"}, "\x1b[?6c"),
    "Alacritty 0.11": ({"TERM": "alacritty", "COLORTERM": "truecolor"}, "\x1b[?6c"),
    "tmux 3.3a": ({"TERM": "tmux-256color"}, "\x1b[?1;2c"),
    "GNU screen 4.9.0": ({"TERM": "screen.xterm-256color"}, "\x1b[?1;2c"),
}


def seen_in(environ: dict[str, str], answer: str, monkeypatch: pytest.MonkeyPatch) -> tuple[str, str]:
    """Play the questions and the answer of a terminal: how its maps are drawn, and in how many colours."""
    for name in ("COLORTERM", "NO_COLOR", graphics.SWITCH):
        monkeypatch.delenv(name, raising=False)
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    assert graphics.question()
    answers = Answers()
    answers.expect()
    keys, concluded = answers.take(answer)
    assert keys == ""
    (shown,) = [message.graphics for message in concluded]
    colours = count_colours(environ)
    if isinstance(shown, Graphics):
        return f"pictures ({shown.protocol})", colours
    return "signs" if colours == "16" else "characters", colours


@pytest.mark.parametrize("name", TERMINALS)
def test_the_table_says_what_a_terminal_is_shown(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn, colours = seen_in(*TERMINALS[name], monkeypatch)
    row = f"| {name} | `{TERMINALS[name][0]['TERM']}` | {colours} | {drawn} | {RECORDED} |"
    assert row in INSTALLING.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize(("system", "plain"), [("standard", True), ("256", False), ("truecolor", False)])
def test_the_ground_is_told_apart_by_signs_in_sixteen_colours(system: str, plain: bool) -> None:
    app = App[None]()
    app.console = Console(color_system=system, force_terminal=True)  # type: ignore[arg-type]
    assert palette_of(app).plain is plain
    app.graphics = Graphics("sixel")  # type: ignore[attr-defined]
    assert not palette_of(app).plain, "pictures have their own colours"


def test_the_table_has_no_line_that_was_not_recorded() -> None:
    lines = INSTALLING.read_text(encoding="utf-8").splitlines()
    assert sum(line.endswith(f"| {RECORDED} |") for line in lines) == len(TERMINALS)
