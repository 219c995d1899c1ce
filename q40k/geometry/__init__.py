"""Bases, shapes, paths, sight and templates. It knows no game."""
