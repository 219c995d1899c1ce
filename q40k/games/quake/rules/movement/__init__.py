"""MOVEMENT: carry out moves, jumps, leaps, climbs, falls and swims."""
