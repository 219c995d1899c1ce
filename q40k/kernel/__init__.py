"""The kernel: rules as generators, and a journal that forgets nothing.

It runs rules, folds events into states, keeps inputs and events in SQLite, undoes and redoes. It
knows no game.
"""
