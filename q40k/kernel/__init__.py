"""The kernel: rules that ask and tell, a journal that forgets nothing.

It runs generators, folds events into states, keeps inputs and events in SQLite, undoes and
redoes. It knows nothing of Quake 40K, nor of any other game.
"""
