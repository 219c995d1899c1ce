"""SHOOTING: weapons, lines of fire, templates, shots."""
