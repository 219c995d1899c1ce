"""Chapters of statistics as lines of text: their tables, and times drawn over a match."""
