"""What the announcer and the statistics say about a match. Nothing here changes a state."""
