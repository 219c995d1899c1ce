"""What is said of a match by whoever watches it, in words: calls, medals, figures."""
