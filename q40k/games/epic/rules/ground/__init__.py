"""The ground: where figures may be, what terrain costs, and what a figure sees over it."""
