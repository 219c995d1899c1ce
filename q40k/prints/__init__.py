"""Prints at true scale, as PDF: sheets for any game that has something to print."""
