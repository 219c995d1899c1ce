"""The screens: what the game master sees and types. No rule is decided here.

A key goes to the open field or to an action; the desk makes a command of it and hands it to the match
session. `main.MainScreen` then shows the new snapshot. What a key changes is painted once: Textual lays
a screen out again when a widget changes its size, so parts that do not scroll derive from `steady`, and
only rows that changed are drawn again. `tests/tui/test_steady.py` counts layouts and rows.

The picture comes first. What it does not show (other words, packs, the whole journal) is loaded after
it, in steps of milliseconds while nobody types. A game brings a `GameScreen`: actions, forms, panels;
every hook has a plain default.
"""
