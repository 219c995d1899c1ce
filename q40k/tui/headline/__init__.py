"""The top of the screen: whose part it is, in large letters, and the race to win."""
