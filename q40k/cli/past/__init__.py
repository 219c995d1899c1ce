"""Commands about the past of a match: replaying it, and correcting it."""
