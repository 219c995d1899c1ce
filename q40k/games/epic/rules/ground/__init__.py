"""The ground: where figures stand and may stand, what it costs, what one sees over it."""
