"""What is said about a match for its audience, in words: calls and statistics."""
