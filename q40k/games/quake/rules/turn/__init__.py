"""TURN: which champion acts, phase by phase."""
