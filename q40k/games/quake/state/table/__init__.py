"""The table: opening a match, players, champions, corrections, deployment."""
