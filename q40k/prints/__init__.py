"""Prints at true scale, as PDF: the room that draws sheets, for whatever game has some to print."""
