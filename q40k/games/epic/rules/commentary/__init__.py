"""What is said about a match for its audience. Nothing here changes a state."""
