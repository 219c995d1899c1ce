"""Moves: step, turn, open doors, pick up and hand over objects, leave by exits."""
