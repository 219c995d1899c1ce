"""Quake 40K: all that knows it."""
