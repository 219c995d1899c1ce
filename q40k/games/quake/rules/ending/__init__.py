"""The end of a match: a win, a match broken off, ties and disputes (TIE-1)."""
