"""The screen of the mission editor: the board to draw on, what is told beside it, its keys."""
