"""MOVEMENT: paths, ground and distances of moves, jumps, leaps, climbs and swims."""
