"""MOVEMENT: moves, jumps, leaps, climbs, falls and swims, and the ground they cross."""
