"""The table: opening a match, players, corrections, dice."""
