"""Quake 40K on the map: what it shows of a match, and what is said of it."""
