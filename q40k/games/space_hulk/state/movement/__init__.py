"""Moves: the terrain, steps and their costs, doors and objects."""
