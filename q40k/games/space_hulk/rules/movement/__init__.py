"""Moves: steps, turns, ladders, doors, objects, exits; routes over the terrain."""
