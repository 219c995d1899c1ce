"""The commentary on a match in words: calls, medals, statistics."""
