"""Commands about the past of a match: walking it, and putting it right."""
