"""Write the keys as a page of the manual: `python -m tests.keys` prints docs/keys.md."""

import sys
from collections.abc import Sequence

from q40k.games import game as games
from q40k.tui.actions import GROUPS, Action, Actions, key_text
from q40k.tui.map.parts import Layer
from q40k.tui.pages.help import page_keys
from q40k.tui.shell_actions import SHELL

_HEAD = """\
# Keys

Written by `python -m tests.keys` from the actions of the shell (`q40k/tui/shell_actions.py`) and
those of the game, each in its chapter's file of the game's `screen` folder. Every action is also in
the command palette (Ctrl+P), and by mouse in the key bar, the prompt or the palette.

Letters are small, as they are typed. A capital means its small letter, so Caps Lock changes nothing.
Two keys, such as `, k`, are typed one after the other: the comma opens the list of further actions.
A key written with Shift works while the prompt or the key bar names it.

"""
_QUESTIONS = """\
## At a question or in a form

| Key | What it does |
|---|---|
| 1 to 6 | The dice as they lie, several as `4 6 2` or `462`; taken as soon as there are enough. |
| Space | Let the app roll this question's dice. |
| numbers, letters | Pick by number, or by the first letters and Enter. |
| Up, Down, Enter | Mark one of the choices, take it. |
| Tab | The other way, where the prompt names one. |
| Backspace | Take back what was typed last. |
| Escape | Back: the field before, the answer before, out of the form. |
| o | After a refusal: overrule it, with a reason that is kept. |

"""
_PANELS = """\
## Between the panels

| Key | What it does |
|---|---|
| Tab, Shift+Tab | To the next panel, the one before. |
| Up, Down | On the board: show another card. In the feed: scroll. |
| Page Up, Page Down, Home, End | In the feed and in the log: further. |
| Escape | Let go of what is marked. |
"""

_MAP = """\

## On the map

| Key | What it does |
|---|---|
| Arrows, with Shift | Move the view; a cursor or a place pointed at by 1 cm, with Shift 5 cm. |
| +, -, Page Up, Page Down, the wheel | Nearer, farther; the pages also when a place is asked for. |
| 0, Home | The whole table. |
| Enter | Bring out the cursor; Escape puts it away. A click points as well. |
| 1 to {last} | Show or hide {layers}. |
| . | Follow whoever is active, or not. |
| Space | While a move is pointed at: a corner of its way. Backspace takes it back. |
| <, > | While a template is aimed: turn it. |
| Mouse | Drag a piece to move it; a second click on a place takes it. |
"""


def page(actions: Actions, layers: Sequence[Layer]) -> str:
    """Return the page of a game in English, from its actions and the layers of its map."""
    parts = [_HEAD]
    for group, title in GROUPS.items():
        rows = [action for action in actions if action.group == group]
        parts.append(f"## {title}\n\n| Key | Action | What it does |\n|---|---|---|\n")
        parts += [f"| {key_list(a)} | {a.name} | {a.help} |\n" for a in rows]
        parts.append("\n")
    named = ", ".join(layer.name for layer in layers)
    drawn = _MAP.format(last=len(layers), layers=named)
    return "".join([*parts, _QUESTIONS, _PANELS, drawn, *map(page_table, page_keys())])


def page_table(page: tuple[str, dict[str, list[str]]]) -> str:
    """Return the keys of a page of the screen as a table under its title."""
    title, keys = page
    rows = (f"| {key} | {' / '.join(about)} |\n" for key, about in keys.items())
    return f"\n## {title}\n\n| Key | What it does |\n|---|---|\n{''.join(rows)}"


def key_list(action: Action) -> str:
    """Return all keys of an action as they are written: "U, Ctrl+Z"."""
    return ", ".join([action.shown, *map(key_text, action.also)])


if __name__ == "__main__":
    _screen = games.find().screen
    _layers = games.load(_screen.map_parts).layers
    sys.stdout.write(page(Actions((*SHELL, *_screen.actions)), _layers))
