"""The screen of the mission editor: the board to draw on, the panel beside it, its keys."""
