"""The turn: clock, command points, phases, end phase, victory."""
