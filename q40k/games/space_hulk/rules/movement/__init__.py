"""Moves: steps, turns, doors, ladders, objects, exits."""
