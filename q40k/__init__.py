"""q40k: the referee of Quake 40K, for the game master at a laptop beside the table."""

__version__ = "1.0.0"
