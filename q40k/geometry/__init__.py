"""Bases, shapes, paths, sight and templates. It knows no arena and no game."""
