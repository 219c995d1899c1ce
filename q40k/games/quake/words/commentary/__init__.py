"""Sentences about a match for its spectators: calls, medals, statistics."""
