"""Epic Escarmouches between rules and faces: packs, the view of a state, statistics, results."""
