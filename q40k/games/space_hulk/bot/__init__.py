"""A plain bot that leads the marines, and the games it plays against the automaton."""
