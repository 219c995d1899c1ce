"""Heads: a whole game in one file, the first to read. `tests/games/race/` shows the other parts."""
