"""Comments on a match for its audience. Nothing here changes a state."""
