"""TURN: whose part it is, phase by phase."""
