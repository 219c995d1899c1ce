"""Match sessions: the match library, the commands of a match, and match scripts."""
