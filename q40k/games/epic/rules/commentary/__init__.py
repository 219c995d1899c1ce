"""What is said of a match by whoever watches it. Nothing here changes a state."""
