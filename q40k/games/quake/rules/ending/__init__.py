"""The end: a win, a match broken off, TIE-1."""
